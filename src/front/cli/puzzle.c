/* front/cli/puzzle.c -- `duel puzzle`: a position, a question, and its solution. */
#include "core/play.h"
#include "core/variant.h"
#include "front/cli/subject.h"
#include "front/commands.h"
#include "front/phrase.h"
#include "front/work.h"
#include "service/puzzles.h"

#include <jansson.h>
#include <stdlib.h>

static const flag puzzle_flags[] = {SUBJECT_FLAGS, WORK_MEMORY_FLAG, {NULL, NULL, NULL}};

static json_t *text_json(duel_buf *text)
{
    json_t *j = json_string(text->text);
    duel_buf_fini(text);
    return j;
}

static json_t *said(duel_lang lang, const duel_msg *m)
{
    duel_buf text;
    duel_buf_init(&text);
    duel_render(lang, m, &text.sink);
    return text_json(&text);
}

/* The first `count` moves of the line. Moves are named as the seat sees them. */
static json_t *moves_json(const duel_variant *v, const duel_puzzle *p, int count)
{
    duel_state state = p->state;
    json_t *list = json_array();
    for (int i = 0; i < count; i++) {
        duel_buf move;
        duel_buf_init(&move);
        duel_print_move(v, &state, p->line[i], &move.sink);
        json_array_append_new(list, text_json(&move));
        v->game->play(v, &state, p->line[i]);
    }
    return list;
}

static json_t *puzzle_json(duel_lang lang, const duel_variant *v, const duel_puzzle *p,
                           const duel_state *view)
{
    duel_buf position, first;
    json_t *why = json_array();
    duel_buf_init(&position);
    duel_buf_init(&first);
    duel_print(v, view, &position.sink);
    duel_print_move(v, view, p->answer[0], &first.sink);
    for (int i = 0; i < p->why.count; i++)
        json_array_append_new(why, said(lang, &p->why.fact[i].text));
    return json_pack("{sssosisososososo}", "game", v->game->id, "position",
                     text_json(&position), "turn", v->game->turn(v, view) + 1, "question",
                     said(lang, &p->question), "solution", text_json(&first), "answer",
                     moves_json(v, p, p->count), "line", moves_json(v, p, p->line_count), "why",
                     why);
}

static void print_line(const duel_variant *v, const duel_puzzle *p, duel_sink *out)
{
    duel_state state = p->state;
    for (int i = 0; i < p->line_count; i++) {
        duel_put(out, i ? " " : "");
        duel_print_move(v, &state, p->line[i], out);
        v->game->play(v, &state, p->line[i]);
    }
    duel_put(out, "\n");
}

/* The question first; the solution after a few empty lines, so as not to spoil it. */
static void print_puzzle(const request *r, const duel_variant *v, const duel_puzzle *p,
                         const duel_state *view)
{
    duel_pen pen = terminal_pen(&r->console, r->console.out);
    duel_lang lang = r->console.lang;
    duel_sink *out = r->console.out;
    v->game->draw(v, view, v->game->turn(v, view), &pen);
    duel_print(v, view, out);
    duel_put(out, "\n\n");
    duel_render(lang, &p->question, out);
    duel_put(out, "\n\n\n\n");
    duel_tell(lang, out, N_("Solution: "), "");
    print_line(v, p, out);
    for (int i = 0; i < p->why.count; i++) {
        duel_put(out, "  ");
        duel_render(lang, &p->why.fact[i].text, out);
        duel_put(out, "\n");
    }
}

static void show_puzzle(const request *r, const duel_variant *v, const duel_puzzle *p)
{
    duel_state view;
    duel_view(v, &p->state, v->game->turn(v, &p->state), &view);
    if (r->console.json)
        args_print_json(r, puzzle_json(r->console.lang, v, p, &view));
    else
        print_puzzle(r, v, p, &view);
}

static int run_puzzle(request *r)
{
    duel_msg why;
    subject s;
    duel_found found;
    int64_t seed;
    size_t memory;
    duel_status status = work_memory(r, &memory, &why);
    if (status == DUEL_OK)
        status = args_number(r, "--seed", 0, INT64_MAX, 1, &seed, &why);
    if (status == DUEL_OK)
        status = subject_read(r, 0, &s, &why);
    if (status != DUEL_OK)
        return args_fail(r, status, &why);
    work_begin();
    status = duel_puzzle_find(&s.v, (uint64_t)seed, memory, &work_stop, &found, &why);
    if (status == DUEL_OK) {
        show_puzzle(r, &s.v, &found.puzzle);
        duel_found_fini(&found);
    }
    subject_fini(&s);
    return status == DUEL_OK ? EXIT_DONE : args_fail(r, status, &why);
}

const command command_puzzle = {"puzzle", "GAME [opt=value…]",
                                N_("Finds a position with one right answer, and tells it."),
                                puzzle_flags, run_puzzle};
