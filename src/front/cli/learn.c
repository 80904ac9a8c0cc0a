/* front/cli/learn.c -- `duel learn GAME`: a first lesson in lines of text (core/lesson.h); and
 * what it shares with the other commands that teach.
 *
 * Says what to look at, takes a move, answers a wrong one and goes on with the right one. */
#include "base/spelling.h"
#include "core/fault_guard.h"
#include "core/lesson.h"
#include "core/play.h"
#include "core/scene_text.h"
#include "front/cli/inside.h"
#include "front/commands.h"
#include "front/json.h"
#include "front/wording.h"
#include "players/catalogue.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* ---- what commands that teach share ------------------------------------------------------ */

bool teacher_hear(teacher *t, duel_str *out)
{
    duel_put(t->c->out, "> ");
    fflush(stdout);
    ssize_t len = getline(&t->line, &t->size, stdin);
    if (len < 0) {
        duel_put(t->c->out, "\n");
        return false;
    }
    if (!isatty(STDIN_FILENO)) /* what a person types shows by itself */
        duel_putf(t->c->out, "%.*s", (int)len, t->line);
    *out = duel_str_trim((duel_str){t->line, (size_t)len});
    return true;
}

order teacher_order(duel_str line)
{
    bool letter = line.len == 1 && !duel_str_is(line, "?") && !duel_str_is(line, "q");
    return letter ? ORDER_NONE : order_read(&line);
}

void teacher_say(const teacher *t, const duel_msg *said)
{
    duel_buf text;
    duel_buf_init(&text);
    duel_render(t->c->lang, said, &text.sink);
    if (text.len)
        wording_wrap(t->c->out, text.text, TEACHER_WIDTH);
    duel_buf_fini(&text);
}

void teacher_list_moves(const duel_console *c, const duel_variant *v, const void *view)
{
    duel_move list[DUEL_MOVES_MAX];
    duel_buf text;
    int count = v->game->moves(v, view, list);
    duel_buf_init(&text);
    for (int i = 0; i < count; i++) {
        duel_put(&text.sink, i ? " " : "");
        duel_print_move(v, view, list[i], &text.sink);
    }
    wording_wrap(c->out, text.text, TEACHER_WIDTH);
    duel_buf_fini(&text);
}

void teacher_help(const teacher *t)
{
    TELL(t->c, N_("A move, or: ? (show the answer), moves (list them), q (leave)."), "");
}

typedef struct profile_search {
    const char *name; /* NULL: the only one */
    char *id;
    int found;
    duel_nearest near;
} profile_search;

static bool match_profile(void *to, const char *id, duel_str name)
{
    profile_search *s = to;
    bool fits = s->name == NULL || duel_str_is(name, s->name) || strcmp(id, s->name) == 0;
    duel_nearest_try(&s->near, name);
    if (fits && strlen(id) < STORE_PROFILE_TEXT) {
        memcpy(s->id, id, strlen(id) + 1);
        s->found++;
    }
    return true;
}

duel_status teacher_profile(data_store *store, const char *name, char id[STORE_PROFILE_TEXT],
                            duel_msg *why)
{
    profile_search s = {.name = name, .id = id};
    duel_nearest_begin(&s.near, duel_str_of(name ? name : ""));
    duel_status status = store_profiles(store, match_profile, &s, why);
    if (status != DUEL_OK || s.found == 1)
        return status;
    if (s.found)
        return duel_invalid(why, N_("Several play here: say who with --profile NAME."), "");
    return name ? duel_nearest_ask(&s.near,
                                   duel_refuse(why, N_("There is no such profile."), ""), why)
                : duel_refuse(why,
                              N_("Nobody has a profile here: the page (duel serve) makes "
                                 "one. A RECORD needs none."),
                              "");
}

/* ---- the lesson -------------------------------------------------------------------------- */

static const duel_option learn_options[] = {
    {"step", DUEL_NUMBER, 1, 1, 1000, NULL, N_("begin at this step of the lesson")},
    {NULL, DUEL_NUMBER, 0, 0, 0, NULL, NULL}};

typedef struct lesson_room {
    const duel_console *c;
    duel_learner *learner;
    teacher voice;
} lesson_room;

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
        TELL(room->c, N_("Step {0} of {1}"), "ii", (int64_t)l->step + 1,
             (int64_t)duel_lesson_length(l->lesson));
    duel_view(&l->v, &l->state, seat, &view);
    duel_draw(&l->v, &view, seat, &pen);
    if (step)
        wording_wrap(room->c->out, duel_text(room->c->lang, step->say), TEACHER_WIDTH);
}

static void show_answer(const lesson_room *room)
{
    const char *good = duel_learner_step(room->learner)->good;
    if (strcmp(good, "*") == 0)
        TELL(room->c, N_("Any move will do."), "");
    else
        TELL(room->c, N_("Play {0}."), "s", (duel_str){good, strcspn(good, " ")});
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
        teacher_list_moves(room->c, &room->learner->v, &room->learner->state);
    } else {
        duel_status status = duel_learner_try(room->learner, line, &word);
        teacher_say(&room->voice, &word);
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
            TELL(room->c, N_("Come back with: duel learn {0} --step {1}"), "ci",
                 room->learner->v.game->id, (int64_t)room->learner->step + 1);
            return;
        }
        obey_learner(room, line);
    }
    TELL(room->c, N_("That was the lesson. “duel play {0}” plays a game."), "c",
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
    duel_status status = catalogue_open_game(a->word[0], &game, why);
    if (status == DUEL_OK)
        status = duel_learner_begin(game, learner, why);
    if (status != DUEL_OK)
        return status;
    last = duel_lesson_length(learner->lesson);
    if (step > last)
        return duel_invalid(why, N_("{0} goes from {1} to {2}; {3} is outside."), "ciii",
                            "step", INT64_C(1), last, step);
    return duel_learner_go(learner, (int)step - 1, why);
}

static duel_status run_learn(const duel_console *c, const duel_args *a, duel_msg *why)
{
    lesson_room room = {.c = c, .voice = {.c = c}};
    if (a->word_count == 0)
        return list_lessons(c), DUEL_OK;
    room.learner = malloc(sizeof *room.learner);
    if (room.learner == NULL)
        return duel_no_space(why);
    duel_fault_guard guard;
    duel_fault_guard_begin(&guard, NULL);
    duel_status status = begin_lesson(a, room.learner, why);
    if (status == DUEL_OK && c->json)
        status = print_lesson_json(c, room.learner, why);
    else if (status == DUEL_OK)
        teach(&room);
    free(room.voice.line);
    free(room.learner);
    return duel_fault_guard_end(&guard, status, why);
}

const duel_command command_learn = {
    "learn",       "[GAME]", N_("Teaches a game by a few moves; alone, lists the lessons."),
    learn_options, NULL,     1,
    run_learn};
