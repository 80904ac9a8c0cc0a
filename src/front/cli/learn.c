/* front/cli/learn.c -- `duel learn GAME`: a first lesson in lines of text (core/lesson.h).
 *
 * Says what to look at, takes a move, answers a wrong one and goes on with the right one. */
#include "core/lesson.h"
#include "core/play.h"
#include "front/commands.h"
#include "front/phrase.h"
#include "service/catalogue.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { WIDTH = 76 };

static const flag learn_flags[] = {
    {"--step", "N", N_("begin at this step of the lesson (default 1)")}, {NULL, NULL, NULL}};

typedef struct lesson_room {
    request *r;
    duel_learner *learner;
    char *line;
    size_t line_size;
} lesson_room;

#define TELL(room, ...)                                                                        \
    do {                                                                                       \
        duel_tell((room)->r->console.lang, (room)->r->console.out, __VA_ARGS__);               \
        duel_put((room)->r->console.out, "\n");                                                \
    } while (0)

static void say(const lesson_room *room, const duel_msg *m)
{
    duel_buf text;
    duel_buf_init(&text);
    duel_render(room->r->console.lang, m, &text.sink);
    if (text.len)
        phrase_wrap(room->r->console.out, text.text, WIDTH);
    duel_buf_fini(&text);
}

/* The position, and what there is to say about it. */
static void show_step(const lesson_room *room)
{
    const duel_learner *l = room->learner;
    const duel_step *step = duel_learner_step(l);
    duel_pen pen = terminal_pen(&room->r->console, room->r->console.out);
    duel_state view;
    int seat = l->v.game->turn(&l->v, &l->state);
    duel_put(room->r->console.out, "\n");
    if (step)
        TELL(room, N_("Step {0} of {1}"), "ii", (int64_t)l->step + 1,
             (int64_t)duel_lesson_length(l->lesson));
    duel_view(&l->v, &l->state, seat, &view);
    l->v.game->draw(&l->v, &view, seat, &pen);
    if (step)
        phrase_wrap(room->r->console.out, duel_text(room->r->console.lang, step->say), WIDTH);
}

static void show_answer(const lesson_room *room)
{
    const char *good = duel_learner_step(room->learner)->good;
    if (strcmp(good, "*") == 0)
        TELL(room, N_("Any move will do."), "");
    else
        TELL(room, N_("Play {0}."), "s", (duel_str){good, strcspn(good, " ")});
}

static void list_moves(const lesson_room *room)
{
    const duel_learner *l = room->learner;
    duel_move list[DUEL_MOVES_MAX];
    duel_buf text;
    int count = l->v.game->moves(&l->v, &l->state, list);
    duel_buf_init(&text);
    for (int i = 0; i < count; i++) {
        duel_put(&text.sink, i ? " " : "");
        duel_print_move(&l->v, &l->state, list[i], &text.sink);
    }
    phrase_wrap(room->r->console.out, text.text, WIDTH);
    duel_buf_fini(&text);
}

static bool read_line(lesson_room *room, duel_str *out)
{
    duel_put(room->r->console.out, "> ");
    fflush(stdout);
    ssize_t len = getline(&room->line, &room->line_size, stdin);
    if (len < 0) {
        duel_put(room->r->console.out, "\n");
        return false;
    }
    if (!isatty(STDIN_FILENO)) /* what a person types shows by itself */
        duel_putf(room->r->console.out, "%.*s", (int)len, room->line);
    *out = duel_str_trim((duel_str){room->line, (size_t)len});
    return true;
}

/* One line of the learner's. */
static void obey(lesson_room *room, duel_str line)
{
    duel_msg word;
    if (line.len == 0 || duel_str_is(line, "help")) {
        TELL(room, N_("A move, or: ? (show the answer), moves (list them), q (leave)."), "");
    } else if (duel_str_is(line, "?")) {
        show_answer(room);
    } else if (duel_str_is(line, "moves")) {
        list_moves(room);
    } else {
        duel_status status = duel_learner_try(room->learner, line, &word);
        say(room, &word);
        if (status == DUEL_OK)
            show_step(room);
    }
}

static int teach(lesson_room *room)
{
    duel_str line;
    show_step(room);
    while (duel_learner_step(room->learner)) {
        if (!read_line(room, &line) || duel_str_is(line, "q")) {
            TELL(room, N_("Come back with: duel learn {0} --step {1}"), "ci",
                 room->learner->v.game->id, (int64_t)room->learner->step + 1);
            return EXIT_DONE;
        }
        obey(room, line);
    }
    TELL(room, N_("That was the lesson. “duel play {0}” plays a game."), "c",
         room->learner->v.game->id);
    return EXIT_DONE;
}

/* Without a game: those that have a lesson. */
static int list_lessons(const request *r)
{
    for (int i = 0; duel_games[i]; i++)
        if (duel_games[i]->lesson)
            duel_putf(r->console.out, "%-11s  %s\n", duel_games[i]->id,
                      duel_text(r->console.lang, duel_games[i]->title));
    return EXIT_DONE;
}

static duel_status begin(const request *r, duel_learner *learner, duel_msg *why)
{
    const duel_game *game;
    int64_t step = 1;
    if (r->word_count > 1)
        return duel_bad(why, N_("Too many arguments."), "");
    duel_status status = duel_need_game(r->word[0], &game, why);
    if (status == DUEL_OK)
        status = duel_learner_begin(game, learner, why);
    if (status == DUEL_OK)
        status =
            args_number(r, "--step", 1, duel_lesson_length(learner->lesson), 1, &step, why);
    if (status == DUEL_OK)
        status = duel_learner_go(learner, (int)step - 1, why);
    return status;
}

static int run_learn(request *r)
{
    duel_msg why;
    if (r->word_count == 0)
        return list_lessons(r);
    lesson_room room = {.r = r, .learner = malloc(sizeof *room.learner)};
    if (room.learner == NULL)
        return duel_full(&why), args_fail(r, DUEL_FULL, &why);
    duel_status status = begin(r, room.learner, &why);
    int code = status == DUEL_OK ? teach(&room) : args_fail(r, status, &why);
    free(room.line);
    free(room.learner);
    return code;
}

const command command_learn = {"learn", "[GAME]",
                               N_("Teaches a game by a few moves; alone, lists the lessons."),
                               learn_flags, run_learn};
