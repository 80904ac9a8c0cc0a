/* front/puzzle.c -- `duel puzzle`: a position with exactly one right move, and its solution. */
#include "service/puzzle.h"
#include "core/play.h"
#include "core/variant.h"
#include "front/commands.h"
#include "front/pen.h"
#include "front/subject.h"
#include "front/work.h"
#include "service/advice.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const flag puzzle_flags[] = {SUBJECT_FLAGS, WORK_MEMORY_FLAG, {NULL, NULL, NULL}};

static json_t *text_json(duel_buf *text)
{
    json_t *j = json_string(text->text);
    duel_buf_fini(text);
    return j;
}

static json_t *puzzle_json(const duel_variant *v, const duel_puzzle *p)
{
    duel_buf position, solution;
    json_t *line = json_array();
    duel_state state = p->state;
    duel_buf_init(&position);
    duel_buf_init(&solution);
    duel_print(v, &p->state, &position.sink);
    duel_print_move(v, &p->state, p->answer->plan[0], &solution.sink);
    for (int i = 0; i < p->answer->line_count; i++) {
        duel_buf move;
        duel_buf_init(&move);
        duel_print_move(v, &state, p->answer->line[i], &move.sink);
        json_array_append_new(line, text_json(&move));
        v->game->play(v, &state, p->answer->line[i]);
    }
    return json_pack("{sssosisoso}", "game", v->game->id, "position", text_json(&position),
                     "turn", v->game->turn(v, &p->state) + 1, "solution", text_json(&solution),
                     "line", line);
}

/* The question first; the solution after a few empty lines, so as not to spoil it. */
static void print_puzzle(const request *r, const duel_variant *v, const duel_puzzle *p)
{
    duel_pen pen = pen_for(&r->console, r->console.out);
    duel_lang lang = r->console.lang;
    duel_sink *out = r->console.out;
    v->game->draw(v, &p->state, DUEL_ALL, &pen);
    duel_print(v, &p->state, out);
    duel_put(out, "\n");
    duel_tell(lang, out, N_("{0} to move: one move only leads to "), "w",
              duel_role(v, v->game->turn(v, &p->state)));
    pen_value(lang, out, v, &p->answer->result);
    duel_put(out, ".\n\n\n\n");
    duel_tell(lang, out, N_("Solution: "), "");
    duel_state state = p->state;
    for (int i = 0; i < p->answer->line_count; i++) {
        duel_put(out, i ? " " : "");
        duel_print_move(v, &state, p->answer->line[i], out);
        v->game->play(v, &state, p->answer->line[i]);
    }
    duel_put(out, "\n");
}

/* Where things are hidden nothing can be solved, but the game may bring puzzles of its own. */
static const duel_command *own_puzzle(const duel_variant *v)
{
    for (const duel_command *c = v->game->commands; c && c->name && duel_has_secrets(v); c++)
        if (strcmp(c->name, "puzzle") == 0)
            return c;
    return NULL;
}

static int run_own(request *r, const duel_command *own)
{
    char text[ARGS_WORDS + 2][64], *argv[ARGS_WORDS + 2];
    const char *seed = args_text(r, "--seed");
    int argc = 0;
    for (int i = 1; i < r->word_count; i++)
        snprintf(text[argc++], sizeof *text, "%.*s", (int)r->word[i].len, r->word[i].at);
    if (seed) {
        snprintf(text[argc++], sizeof *text, "--seed");
        snprintf(text[argc++], sizeof *text, "%s", seed);
    }
    for (int i = 0; i < argc; i++)
        argv[i] = text[i];
    return own->run(&r->console, argc, argv);
}

static int run_puzzle(request *r)
{
    duel_msg why;
    subject s;
    duel_puzzle p = {.answer = NULL};
    const char *seed = args_text(r, "--seed");
    duel_search search = {.seconds = 2, .tries = 2000, .stop = &work_stop};
    duel_status status = work_memory(r, &search.memory, &why);
    if (status == DUEL_OK)
        status = subject_read(r, 0, &s, &why);
    if (status != DUEL_OK)
        return args_fail(r, status, &why);
    const duel_command *own = own_puzzle(&s.v);
    if (own) {
        subject_fini(&s);
        return run_own(r, own);
    }
    work_begin();
    status = duel_puzzle_find(&s.v, seed ? strtoull(seed, NULL, 10) : 1, &search, &p, &why);
    if (status == DUEL_OK) {
        if (r->console.json)
            args_print_json(r, puzzle_json(&s.v, &p));
        else
            print_puzzle(r, &s.v, &p);
        duel_puzzle_fini(&p);
    }
    subject_fini(&s);
    return status == DUEL_OK ? EXIT_DONE : args_fail(r, status, &why);
}

const command command_puzzle = {"puzzle", "GAME [opt=value…]",
                                N_("Finds a position with exactly one right move."),
                                puzzle_flags, run_puzzle};
