/* front/cli/learn.c -- `duel learn GAME`: a first lesson in lines of text (core/lesson.h).
 *
 * Says what to look at, takes a move, answers a wrong one and goes on with the right one. */
#include "core/guard.h"
#include "core/lesson.h"
#include "core/play.h"
#include "core/sketch.h"
#include "front/cli/teacher.h"
#include "front/commands.h"
#include "front/json.h"
#include "front/phrase.h"
#include "players/catalogue.h"

#include <stdlib.h>
#include <string.h>

static const duel_option learn_options[] = {
    {"step", DUEL_NUMBER, 1, 1, 1000, NULL, N_("begin at this step of the lesson")},
    {NULL, DUEL_NUMBER, 0, 0, 0, NULL, NULL}};

typedef struct lesson_room {
    const duel_console *c;
    duel_learner *learner;
    teacher voice;
} lesson_room;

#define TELL(room, ...)                                                                        \
    do {                                                                                       \
        duel_tell((room)->c->lang, (room)->c->out, __VA_ARGS__);                               \
        duel_put((room)->c->out, "\n");                                                        \
    } while (0)

static void say(const lesson_room *room, const duel_msg *m)
{
    duel_buf text;
    duel_buf_init(&text);
    duel_render(room->c->lang, m, &text.sink);
    if (text.len)
        phrase_wrap(room->c->out, text.text, TEACHER_WIDTH);
    duel_buf_fini(&text);
}

/* The position, and what there is to say about it. */
static void show_step(const lesson_room *room)
{
    const duel_learner *l = room->learner;
    const duel_step *step = duel_learner_step(l);
    duel_pen pen = terminal_pen(room->c, room->c->out);
    duel_state view;
    int seat = l->v.game->turn(&l->v, &l->state);
    duel_put(room->c->out, "\n");
    if (step)
        TELL(room, N_("Step {0} of {1}"), "ii", (int64_t)l->step + 1,
             (int64_t)duel_lesson_length(l->lesson));
    duel_view(&l->v, &l->state, seat, &view);
    duel_draw(&l->v, &view, seat, &pen);
    if (step)
        phrase_wrap(room->c->out, duel_text(room->c->lang, step->say), TEACHER_WIDTH);
}

static void show_answer(const lesson_room *room)
{
    const char *good = duel_learner_step(room->learner)->good;
    if (strcmp(good, "*") == 0)
        TELL(room, N_("Any move will do."), "");
    else
        TELL(room, N_("Play {0}."), "s", (duel_str){good, strcspn(good, " ")});
}

/* One line of the learner's. */
static void obey_learner(lesson_room *room, duel_str line)
{
    duel_msg word;
    if (line.len == 0 || teacher_order(line) == ORDER_HELP) {
        teacher_help(&room->voice);
    } else if (teacher_order(line) == ORDER_ADVICE) {
        show_answer(room);
    } else if (teacher_order(line) == ORDER_MOVES) {
        teacher_list_moves(&room->voice, &room->learner->v, &room->learner->state);
    } else {
        duel_status status = duel_learner_try(room->learner, line, &word);
        say(room, &word);
        if (status == DUEL_OK)
            show_step(room);
    }
}

static void show_opening(const lesson_room *room)
{
    const duel_learner *l = room->learner;
    duel_pen pen = terminal_pen(room->c, room->c->out);
    if (l->lesson->draw && l->step == 0)
        l->lesson->draw(&l->v, &pen);
}

static void teach(lesson_room *room)
{
    duel_str line;
    show_opening(room);
    show_step(room);
    while (duel_learner_step(room->learner)) {
        if (!teacher_hear(&room->voice, &line) || teacher_order(line) == ORDER_LEAVE) {
            TELL(room, N_("Come back with: duel learn {0} --step {1}"), "ci",
                 room->learner->v.game->id, (int64_t)room->learner->step + 1);
            return;
        }
        obey_learner(room, line);
    }
    TELL(room, N_("That was the lesson. “duel play {0}” plays a game."), "c",
         room->learner->v.game->id);
}

/* ---- the command ------------------------------------------------------------------------- */

/* Without a game: those that have a lesson. */
static void list_lessons(const duel_console *c)
{
    json_t *list = json_array();
    for (int i = 0; duel_games[i]; i++) {
        const duel_game *g = duel_games[i];
        if (g->teaching.lesson && c->json)
            json_array_append_new(list, json_pack("{ssss}", "game", g->id, "title",
                                                  duel_text(c->lang, g->title)));
        else if (g->teaching.lesson)
            duel_putf(c->out, "%-11s  %s\n", g->id, duel_text(c->lang, g->title));
    }
    if (c->json)
        c->print_json(c, json_pack("{sO}", "lessons", list));
    json_decref(list);
}

/* The position of each step, what is said there and the moves that are right. */
static duel_status print_lesson_json(const duel_console *c, duel_learner *l, duel_msg *why)
{
    json_t *list = json_array();
    duel_status status = DUEL_OK;
    while (status == DUEL_OK && duel_learner_step(l)) {
        const duel_step *step = duel_learner_step(l);
        json_array_append_new(list,
                              json_pack("{sisossss}", "step", l->step + 1, "position",
                                        json_position(&l->v, &l->state), "text",
                                        duel_text(c->lang, step->say), "good", step->good));
        status = duel_learner_go(l, l->step + 1, why);
    }
    if (status == DUEL_OK)
        c->print_json(c, json_pack("{sssO}", "game", l->v.game->id, "steps", list));
    json_decref(list);
    return status;
}

static duel_status begin_lesson(const duel_args *a, duel_learner *learner, duel_msg *why)
{
    const duel_game *game;
    int64_t step = duel_args_value(a, "step"), last;
    duel_status status = duel_open_game(a->word[0], &game, why);
    if (status == DUEL_OK)
        status = duel_learner_begin(game, learner, why);
    if (status != DUEL_OK)
        return status;
    last = duel_lesson_length(learner->lesson);
    if (step > last)
        return duel_bad(why, N_("{0} goes from {1} to {2}; {3} is outside."), "ciii", "step",
                        INT64_C(1), last, step);
    return duel_learner_go(learner, (int)step - 1, why);
}

static duel_status run_learn(const duel_console *c, const duel_args *a, duel_msg *why)
{
    lesson_room room = {.c = c, .voice = {.c = c}};
    if (a->word_count == 0)
        return list_lessons(c), DUEL_OK;
    room.learner = malloc(sizeof *room.learner);
    if (room.learner == NULL)
        return duel_full(why);
    duel_guard guard;
    duel_guard_begin(&guard, NULL);
    duel_status status = begin_lesson(a, room.learner, why);
    if (status == DUEL_OK && c->json)
        status = print_lesson_json(c, room.learner, why);
    else if (status == DUEL_OK)
        teach(&room);
    free(room.voice.line);
    free(room.learner);
    return duel_guard_end(&guard, status, why);
}

const duel_command command_learn = {
    "learn",       "[GAME]", N_("Teaches a game by a few moves; alone, lists the lessons."),
    learn_options, NULL,     1,
    run_learn};
