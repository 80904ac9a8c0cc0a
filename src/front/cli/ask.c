/* front/cli/ask.c -- asking the machine about a position: solve, advise. */
#include "base/clock.h"
#include "core/play.h"
#include "front/cli/subject.h"
#include "front/commands.h"
#include "front/phrase.h"
#include "front/work.h"
#include "service/advice.h"
#include "service/learning.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* ---- what both print ----------------------------------------------------------------------
 */

static const char *value_word(duel_value value)
{
    static const char *const words[] = {[DUEL_UNSOLVED] = "unknown",
                                        [DUEL_LOSS] = "loss",
                                        [DUEL_DRAW] = "draw",
                                        [DUEL_TIE] = "tie",
                                        [DUEL_WIN] = "win"};
    return words[value];
}

static json_t *move_json(const duel_variant *v, const void *view, duel_move move)
{
    duel_buf text;
    duel_buf_init(&text);
    duel_print_move(v, view, move, &text.sink);
    json_t *j = json_string(text.text);
    duel_buf_fini(&text);
    return j;
}

static json_t *score_json(const duel_variant *v, const duel_result *r)
{
    return r->value != DUEL_UNSOLVED && v->traits & DUEL_MARGIN ? json_integer(r->score)
                                                                : json_null();
}

static json_t *remoteness_json(const duel_result *r)
{
    bool told = r->value != DUEL_UNSOLVED && r->value != DUEL_DRAW &&
                r->remoteness != DUEL_NO_REMOTENESS;
    return told ? json_integer(r->remoteness) : json_null();
}

static json_t *rated_json(const duel_variant *v, const void *view, const duel_rated *m)
{
    json_t *j = json_pack("{soss}", "move", move_json(v, view, m->move), "value",
                          value_word(m->result.value));
    json_object_set_new(j, "score", score_json(v, &m->result));
    json_object_set_new(j, "remoteness", remoteness_json(&m->result));
    if (m->result.value == DUEL_UNSOLVED)
        json_object_set_new(j, "estimate", json_integer(m->estimate));
    return j;
}

static json_t *line_json(const duel_variant *v, const void *view, const duel_move *line,
                         int count)
{
    duel_state state;
    json_t *j = json_array();
    bool goes_on = duel_imagine(v, view, &state);
    for (int i = 0; i < count && (goes_on || i == 0); i++) {
        json_array_append_new(j, move_json(v, &state, line[i]));
        if (goes_on)
            v->game->play(v, &state, line[i]);
    }
    return j;
}

static void print_line(const duel_variant *v, const void *view, const duel_move *line,
                       int count, duel_sink *out)
{
    duel_state state;
    bool goes_on = duel_imagine(v, view, &state);
    for (int i = 0; i < count && (goes_on || i == 0); i++) {
        duel_put(out, i ? " " : "");
        duel_print_move(v, &state, line[i], out);
        if (goes_on)
            v->game->play(v, &state, line[i]);
    }
}

/* ---- solve --------------------------------------------------------------------------------
 */

static const flag solve_flags[] = {
    SUBJECT_FLAGS,
    {"--all", NULL, N_("the value of every legal move")},
    {"--count", NULL, N_("count all positions below, by value")},
    {"--threads", "N", N_("threads to use (default 1)")},
    {"--seconds", "S", N_("stop after S seconds")},
    {"--engine", "SPEC", N_("the engine that solves (default exact)")},
    {"--forget", NULL, N_("neither use nor keep what was learned")},
    WORK_MEMORY_FLAG,
    {NULL, NULL, NULL}};

typedef struct solving {
    subject s;
    size_t memory;
    int64_t threads;
    double seconds;
    duel_learning learning;
    duel_player *player;
    duel_answer answer;
    uint64_t saved;
    double save_seconds;
} solving;

static duel_status read_limits(const request *r, solving *w, duel_msg *why)
{
    duel_status status = work_memory(r, &w->memory, why);
    if (status == DUEL_OK)
        status = args_number(r, "--threads", 1, 64, 1, &w->threads, why);
    if (status == DUEL_OK)
        status = args_decimal(r, "--seconds", 0, &w->seconds, why);
    return status;
}

static duel_status open_solver(const request *r, solving *w, duel_msg *why)
{
    const char *spec = args_text(r, "--engine");
    duel_status status = DUEL_OK;
    if (!args_has(r, "--forget"))
        status = duel_learning_open(r->data, &w->s.v, &w->learning, why);
    if (status == DUEL_OK)
        status = duel_player_open(duel_str_of(spec ? spec : "exact"), &w->s.v, w->memory,
                                  duel_learning_base(&w->learning), &w->player, why);
    return status;
}

static duel_status run_solver(const request *r, solving *w, duel_msg *why)
{
    work_meter meter = {r, -1};
    duel_think t = {.view = &w->s.state,
                    .seat = w->s.v.game->turn(&w->s.v, &w->s.state),
                    .seconds = w->seconds,
                    .threads = (int)w->threads,
                    .stop = &work_stop,
                    .progress = work_show,
                    .watcher = &meter,
                    .every_move = args_has(r, "--all"),
                    .count = args_has(r, "--count")};
    work_begin();
    duel_status status = duel_player_think(w->player, &t, &w->answer, why);
    work_clear(&meter);
    return status;
}

/* What was proved is kept even when the solve did not get to its end. */
static duel_status save(solving *w, duel_msg *why)
{
    if (w->answer.nodes == 0)
        return DUEL_OK;
    double begin = duel_clock();
    duel_status status =
        duel_learning_save(&w->learning, w->player, (int64_t)time(NULL), &w->saved, why);
    w->save_seconds = duel_clock() - begin;
    return status;
}

static json_t *counts_json(const duel_answer *a)
{
    uint64_t all =
        a->counts[DUEL_WIN] + a->counts[DUEL_LOSS] + a->counts[DUEL_TIE] + a->counts[DUEL_DRAW];
    return json_pack("{sIsIsIsIsI}", "positions", (json_int_t)all, "win",
                     (json_int_t)a->counts[DUEL_WIN], "loss", (json_int_t)a->counts[DUEL_LOSS],
                     "tie", (json_int_t)a->counts[DUEL_TIE], "draw",
                     (json_int_t)a->counts[DUEL_DRAW]);
}

static json_t *solve_json(const request *r, const solving *w)
{
    const duel_variant *v = &w->s.v;
    const duel_answer *a = &w->answer;
    duel_move best[DUEL_MOVES_MAX];
    duel_buf position;
    duel_buf_init(&position);
    duel_print(v, &w->s.state, &position.sink);
    json_t *moves = json_array(), *bests = json_array();
    int count = duel_best_moves(v, a, best);
    for (int i = 0; i < count; i++)
        json_array_append_new(bests, move_json(v, &w->s.state, best[i]));
    for (int i = 0; args_has(r, "--all") && i < a->rated_count; i++)
        json_array_append_new(moves, rated_json(v, &w->s.state, &a->rated[i]));
    bool nimber = a->proved && v->traits & DUEL_NIMBERS;
    json_t *j = json_pack(
        "{sssssssososososososIsIsIsfsf}", "game", v->game->id, "position", position.text,
        "value", value_word(a->result.value), "score", score_json(v, &a->result), "remoteness",
        remoteness_json(&a->result), "nimber",
        nimber ? json_integer(a->result.nimber) : json_null(), "best", bests, "moves", moves,
        "line", line_json(v, &w->s.state, a->line, a->proved ? a->line_count : 0), "positions",
        (json_int_t)a->positions, "nodes", (json_int_t)a->nodes, "learned",
        (json_int_t)a->learned, "seconds", a->seconds, "save_seconds", w->save_seconds);
    if (args_has(r, "--count"))
        json_object_set_new(j, "counts", counts_json(a));
    json_object_set_new(j, "formula", json_boolean(a->formula));
    duel_buf_fini(&position);
    return j;
}

static void print_rated(const request *r, const solving *w)
{
    const duel_variant *v = &w->s.v;
    for (int i = 0; i < w->answer.rated_count; i++) {
        duel_put(r->console.out, "  ");
        duel_print_move(v, &w->s.state, w->answer.rated[i].move, r->console.out);
        duel_put(r->console.out, ": ");
        phrase_value(r->console.lang, r->console.out, v, &w->answer.rated[i].result);
        duel_put(r->console.out, "\n");
    }
}

static void print_effort(const request *r, const solving *w)
{
    const duel_answer *a = &w->answer;
    duel_lang lang = r->console.lang;
    duel_sink *out = r->console.out;
    if (a->formula)
        duel_tell(lang, out, N_("By a proved formula."), "");
    else if (a->nodes == 0)
        duel_tell(lang, out, N_("Learned earlier: nothing was searched."), "");
    else
        duel_tell(lang, out, N_("{0} positions valued in {1} ms; {2} kept."), "iii",
                  (int64_t)a->positions, (int64_t)(a->seconds * 1000), (int64_t)w->saved);
    duel_put(out, "\n");
}

static void print_solution(const request *r, const solving *w)
{
    const duel_variant *v = &w->s.v;
    const duel_answer *a = &w->answer;
    duel_lang lang = r->console.lang;
    duel_sink *out = r->console.out;
    duel_move best[DUEL_MOVES_MAX];
    duel_tell(lang, out, N_("For {0}, to move: "), "w",
              duel_role(v, v->game->turn(v, &w->s.state)));
    phrase_value(lang, out, v, &a->result);
    duel_put(out, "\n");
    if (a->proved && v->traits & DUEL_NIMBERS)
        duel_tell(lang, out, N_("Nim-value: {0}"), "i", (int64_t)a->result.nimber),
            duel_put(out, "\n");
    int count = duel_best_moves(v, a, best);
    if (count) {
        duel_tell(lang, out, N_("Best: "), "");
        for (int i = 0; i < count; i++) {
            duel_put(out, i ? ", " : "");
            duel_print_move(v, &w->s.state, best[i], out);
        }
        duel_put(out, "\n");
    }
    if (a->proved && a->line_count) {
        duel_tell(lang, out, N_("Line: "), "");
        print_line(v, &w->s.state, a->line, a->line_count, out);
        duel_put(out, "\n");
    }
    if (args_has(r, "--all"))
        print_rated(r, w);
    if (args_has(r, "--count"))
        duel_tell(lang, out, N_("Positions: {0} won, {1} lost, {2} tied, {3} endless"), "iiii",
                  (int64_t)a->counts[DUEL_WIN], (int64_t)a->counts[DUEL_LOSS],
                  (int64_t)a->counts[DUEL_TIE], (int64_t)a->counts[DUEL_DRAW]),
            duel_put(out, "\n");
    print_effort(r, w);
}

static int finish_solve(request *r, solving *w, duel_status solved, duel_msg *why)
{
    duel_msg save_why;
    duel_status saved = save(w, &save_why);
    if (r->console.json)
        args_print_json(r, solve_json(r, w));
    else if (solved == DUEL_OK)
        print_solution(r, w);
    if (solved != DUEL_OK)
        return args_fail(r, solved, why);
    if (saved != DUEL_OK)
        return args_fail(r, saved, &save_why);
    if (!w->answer.proved && atomic_load(&work_stop)) {
        duel_refuse(why, N_("Interrupted: not solved. What was learned is kept."), "");
        return args_fail(r, DUEL_NO, why);
    }
    return EXIT_DONE;
}

static int run_solve(request *r)
{
    duel_msg why;
    solving *w = calloc(1, sizeof *w);
    if (w == NULL)
        return args_fail(r, duel_full(&why), &why);
    duel_status status = read_limits(r, w, &why);
    if (status == DUEL_OK)
        status = subject_read(r, 0, &w->s, &why);
    int exit_status;
    if (status != DUEL_OK) {
        exit_status = args_fail(r, status, &why);
    } else {
        status = open_solver(r, w, &why);
        if (status == DUEL_OK)
            exit_status = finish_solve(r, w, run_solver(r, w, &why), &why);
        else
            exit_status = args_fail(r, status, &why);
        duel_player_close(w->player);
        duel_learning_close(&w->learning);
        subject_fini(&w->s);
    }
    free(w);
    return exit_status;
}

const command command_solve = {
    "solve", SUBJECT_USAGE, N_("Solves a position: its value, the best moves, the best line."),
    solve_flags, run_solve};

/* ---- advise -------------------------------------------------------------------------------
 */

static const flag advise_flags[] = {
    SUBJECT_FLAGS,
    {"--seat", "N", N_("advise player N (default: the one to move)")},
    {"--engine", "SPEC", N_("who advises (default expert)")},
    {"--seconds", "S", N_("how long it may think (default 1)")},
    {"--instead", "MOVE", N_("why not this move?")},
    WORK_MEMORY_FLAG,
    {NULL, NULL, NULL}};

static json_t *reason_json(duel_lang lang, const duel_reason *why)
{
    json_t *list = json_array();
    for (int i = 0; i < why->count; i++) {
        duel_buf text;
        json_t *targets = json_array();
        duel_buf_init(&text);
        duel_render(lang, &why->fact[i].text, &text.sink);
        for (int k = 0; k < why->fact[i].targets; k++)
            json_array_append_new(targets, json_string(why->fact[i].target[k].text));
        json_array_append_new(list, json_pack("{ssso}", "text", text.text, "targets", targets));
        duel_buf_fini(&text);
    }
    return list;
}

static json_t *instead_json(const request *r, const duel_variant *v, const void *view,
                            const duel_advice *a)
{
    json_t *j = json_pack("{sosssoso}", "move", move_json(v, view, a->instead), "value",
                          value_word(a->instead_result.value), "score",
                          score_json(v, &a->instead_result), "reasons",
                          reason_json(r->console.lang, &a->instead_why));
    if (a->weighed) {
        json_object_set_new(j, "estimate", json_integer(a->instead_rated.estimate));
        json_object_set_new(j, "advised_estimate", json_integer(a->advised_rated.estimate));
    }
    return j;
}

static json_t *advice_json(const request *r, const subject *s, const void *view,
                           const duel_advice *a)
{
    const duel_variant *v = &s->v;
    const duel_answer *n = &a->answer;
    json_t *moves = json_array();
    for (int i = 0; i < n->rated_count; i++)
        json_array_append_new(moves, rated_json(v, view, &n->rated[i]));
    json_t *j = json_pack("{sssbssso}", "game", v->game->id, "proved", n->proved, "value",
                          value_word(n->result.value), "score", score_json(v, &n->result));
    json_object_set_new(j, "move",
                        n->plan_count ? move_json(v, view, n->plan[0]) : json_null());
    json_object_set_new(j, "plan", line_json(v, view, n->plan, n->plan_count));
    json_object_set_new(j, "line", line_json(v, view, n->line, n->line_count));
    json_object_set_new(j, "moves", moves);
    json_object_set_new(j, "reasons", reason_json(r->console.lang, &a->why));
    if (a->compared) {
        json_object_set_new(j, "instead", instead_json(r, v, view, a));
    }
    return j;
}

static void print_comparison(const request *r, const subject *s, const void *view,
                             const duel_advice *a)
{
    duel_lang lang = r->console.lang;
    duel_sink *out = r->console.out;
    duel_buf other;
    if (a->answer.plan_count && a->instead == a->answer.plan[0]) {
        duel_tell(lang, out, N_("That is the very move advised."), "");
        duel_put(out, "\n");
        return;
    }
    duel_buf_init(&other);
    duel_print_move(&s->v, view, a->instead, &other.sink);
    duel_tell(lang, out, N_("And {0}? "), "s", duel_buf_str(&other));
    phrase_other_move(lang, out, &s->v, a);
    duel_put(out, "\n");
    if (a->instead_differs >= 0)
        phrase_fact(lang, out, &a->instead_why.fact[a->instead_differs]);
    else if (a->differs >= 0)
        duel_tell(lang, out, N_("It lacks this: "), ""),
            phrase_fact(lang, out, &a->why.fact[a->differs]);
    duel_buf_fini(&other);
}

static void print_advice(const request *r, const subject *s, const void *view,
                         const duel_advice *a)
{
    duel_lang lang = r->console.lang;
    duel_sink *out = r->console.out;
    const duel_answer *n = &a->answer;
    if (n->plan_count == 0) {
        duel_tell(lang, out, N_("The game is over: no move can be played."), "");
        duel_put(out, "\n");
        return;
    }
    print_line(&s->v, view, n->plan, n->plan_count, out);
    duel_put(out, " — ");
    phrase_verdict(lang, out, &s->v, n);
    duel_put(out, "\n");
    for (int i = 0; i < a->why.count; i++)
        phrase_fact(lang, out, &a->why.fact[i]);
    if (n->line_count > n->plan_count) {
        duel_tell(lang, out, N_("Line: "), "");
        print_line(&s->v, view, n->line, n->line_count, out);
        duel_put(out, "\n");
    }
    if (a->compared)
        print_comparison(r, s, view, a);
}

typedef struct advising {
    subject s;
    duel_state view;
    int seat;
    size_t memory;
    double seconds;
    duel_move instead;
    duel_learning learning;
    duel_player *player;
    duel_advice advice;
} advising;

static duel_status read_advising(const request *r, advising *w, duel_msg *why)
{
    int64_t seat;
    const char *instead = args_text(r, "--instead");
    int turn = w->s.v.game->turn(&w->s.v, &w->s.state);
    duel_status status = args_number(r, "--seat", 1, w->s.v.seats, turn + 1, &seat, why);
    if (status == DUEL_OK && seat - 1 != turn)
        status = duel_refuse(why, N_("It is not the turn of player {0}."), "i", seat);
    if (status == DUEL_OK)
        status = args_decimal(r, "--seconds", 1, &w->seconds, why);
    if (status == DUEL_OK)
        status = work_memory(r, &w->memory, why);
    w->seat = turn;
    duel_view(&w->s.v, &w->s.state, turn, &w->view);
    if (status == DUEL_OK && instead)
        status = duel_read_move(&w->s.v, &w->view, duel_str_of(instead), &w->instead, why);
    return status;
}

static duel_status think_advice(const request *r, advising *w, duel_msg *why)
{
    const char *spec = args_text(r, "--engine");
    work_meter meter = {r, -1};
    duel_think t = {.view = &w->view,
                    .seat = w->seat,
                    .seconds = w->seconds,
                    .seed = 1,
                    .stop = &work_stop,
                    .progress = work_show,
                    .watcher = &meter};
    duel_status status = duel_learning_open(r->data, &w->s.v, &w->learning, why);
    if (status == DUEL_OK)
        status = duel_player_open(duel_str_of(spec ? spec : "expert"), &w->s.v, w->memory,
                                  duel_learning_base(&w->learning), &w->player, why);
    if (status != DUEL_OK)
        return status;
    work_begin();
    status = duel_advise(w->player, &w->s.v, &t, args_has(r, "--instead") ? &w->instead : NULL,
                         &w->advice, why);
    work_clear(&meter);
    return status;
}

static int run_advise(request *r)
{
    duel_msg why;
    advising *w = calloc(1, sizeof *w);
    if (w == NULL)
        return args_fail(r, duel_full(&why), &why);
    duel_status status = subject_read(r, 0, &w->s, &why);
    bool read = status == DUEL_OK;
    if (read)
        status = read_advising(r, w, &why);
    if (status == DUEL_OK)
        status = think_advice(r, w, &why);
    if (status == DUEL_OK && r->console.json)
        args_print_json(r, advice_json(r, &w->s, &w->view, &w->advice));
    else if (status == DUEL_OK)
        print_advice(r, &w->s, &w->view, &w->advice);
    duel_player_close(w->player);
    duel_learning_close(&w->learning);
    if (read)
        subject_fini(&w->s);
    free(w);
    return status == DUEL_OK ? EXIT_DONE : args_fail(r, status, &why);
}

const command command_advise = {"advise", SUBJECT_USAGE, N_("Advises a move, with the reason."),
                                advise_flags, run_advise};
