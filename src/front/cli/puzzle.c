/* front/cli/puzzle.c -- `duel puzzle`: a position, a question, and its solution. */
#include "core/play.h"
#include "core/sketch.h"
#include "core/variant.h"
#include "front/cli/subject.h"
#include "front/commands.h"
#include "front/json.h"
#include "front/phrase.h"
#include "front/work.h"
#include "service/puzzles.h"

static const duel_option puzzle_options[] = {WORK_MEMORY, WORK_LAST};
static const duel_flag puzzle_texts[] = {SUBJECT_TEXTS, SUBJECT_LAST_TEXT};

static json_t *sentences_json(duel_lang lang, const duel_reason *why)
{
    json_t *list = json_array();
    for (int i = 0; i < why->count; i++)
        json_array_append_new(list, json_say(lang, &why->fact[i].text));
    return list;
}

/* Moves are named as the seat sees them. */
static json_t *puzzle_json(duel_lang lang, const duel_variant *v, const duel_puzzle *p,
                           const duel_state *view)
{
    return json_pack("{sssosisososososo}", "game", v->game->id, "position",
                     json_position(v, view), "turn", v->game->turn(v, view) + 1, "question",
                     json_say(lang, &p->question), "solution", json_move(v, view, p->answer[0]),
                     "answer", json_played(v, &p->state, p->line, p->count), "line",
                     json_played(v, &p->state, p->line, p->line_count), "why",
                     sentences_json(lang, &p->why));
}

static void print_solution(const duel_variant *v, const duel_puzzle *p, duel_sink *out)
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
static void print_puzzle(const duel_console *c, const duel_variant *v, const duel_puzzle *p,
                         const duel_state *view)
{
    duel_pen pen = terminal_pen(c, c->out);
    duel_lang lang = c->lang;
    duel_sink *out = c->out;
    duel_draw(v, view, v->game->turn(v, view), &pen);
    duel_print(v, view, out);
    duel_put(out, "\n\n");
    duel_render(lang, &p->question, out);
    duel_put(out, "\n\n\n\n");
    duel_tell(lang, out, N_("Solution: "), "");
    print_solution(v, p, out);
    for (int i = 0; i < p->why.count; i++) {
        duel_put(out, "  ");
        duel_render(lang, &p->why.fact[i].text, out);
        duel_put(out, "\n");
    }
}

static void show_puzzle(const duel_console *c, const duel_variant *v, const duel_puzzle *p)
{
    duel_state view;
    duel_view(v, &p->state, v->game->turn(v, &p->state), &view);
    if (c->json)
        c->print_json(c, puzzle_json(c->lang, v, p, &view));
    else
        print_puzzle(c, v, p, &view);
}

static duel_status run_puzzle(const duel_console *c, const duel_args *a, duel_msg *why)
{
    subject s;
    duel_found found;
    uint64_t seed;
    duel_status status = subject_seed(a, &seed, why);
    if (status == DUEL_OK)
        status = subject_read(a, 0, &s, why);
    if (status != DUEL_OK)
        return status;
    work_begin();
    status = duel_puzzle_find(&s.v, seed, work_memory(a), &work_stop, &found, why);
    if (status == DUEL_OK) {
        show_puzzle(c, &s.v, &found.puzzle);
        duel_found_fini(&found);
    }
    subject_fini(&s);
    return status;
}

const duel_command command_puzzle = {
    "puzzle",
    "GAME [opt=value…]",
    N_("Finds a position with one right answer, and tells it."),
    puzzle_options,
    puzzle_texts,
    DUEL_GAME_WORDS,
    run_puzzle};
