/* front/cli/solve.c -- `duel solve` and `duel advise`. */
#include "base/clock.h"
#include "core/play.h"
#include "front/cli/inside.h"
#include "front/commands.h"
#include "front/console.h"
#include "front/json.h"
#include "front/why_not_text.h"
#include "front/wording.h"
#include "players/lazy_player.h"
#include "table/advice.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* ---- solve ------------------------------------------------------------------------------- */

static const duel_option solve_options[] = {
    {"all", DUEL_YESNO, 0, 0, 1, NULL, N_("the value of every legal move")},
    {"count", DUEL_YESNO, 0, 0, 1, NULL, N_("count all positions below, by value")},
    {"forget", DUEL_YESNO, 0, 0, 1, NULL, N_("neither use nor keep what was learned")},
    {"tiers", DUEL_YESNO, 0, 0, 1, NULL,
     N_("solve on disk, tier by tier: for what does not fit in memory")},
    {"every", DUEL_YESNO, 0, 0, 1, NULL,
     N_("with --tiers: all positions, whether a game comes to them or not")},
    {"upto", DUEL_NUMBER, -1, 0, UINT32_MAX, NULL,
     N_("with --every: those on tiers up to this one (default: all)")},
    WORK_THREADS,
    WORK_SECONDS(0, N_("stop after so many seconds; 0: never")),
    WORK_MEMORY,
    WORK_LAST};
static const duel_flag solve_texts[] = {
    SUBJECT_TEXTS,
    {"engine", "SPEC", N_("the engine that solves (default exact)")},
    {"strategy", "FILE", N_("write there what both play in a game with secrets")},
    {"svg", "FILE", N_("draw there how the mixes of such a game came about")},
    {"scratch", "DIR", N_("where --tiers puts what is on its way (default: the data folder)")},
    SUBJECT_LAST_TEXT};

typedef struct solving {
    position_args s;
    bool every_move, count, tiered;
    tiers_report tiers;
    variant_results learning;
    machine_player *player;
    duel_answer answer;
    uint64_t saved;
    double save_seconds;
} solving;

static duel_status open_solver(const duel_console *c, const duel_args *a, solving *w,
                               duel_msg *why)
{
    const char *spec = duel_args_text(a, "engine", "exact");
    duel_status status = DUEL_OK;
    if (!duel_args_value(a, "forget"))
        status = variant_results_open(c->data, &w->s.v, &w->learning, why);
    if (status == DUEL_OK)
        status = player_open(duel_str_of(spec), &w->s.v, progress_memory(a),
                             variant_results_base(&w->learning), &w->player, why);
    return status;
}

static duel_status run_solver(const duel_console *c, const duel_args *a, solving *w,
                              duel_msg *why)
{
    progress_meter meter = {c, -1};
    duel_think t = {.view = &w->s.state,
                    .seat = w->s.v.game->turn(&w->s.v, &w->s.state),
                    .seconds = duel_args_decimal(a, "seconds"),
                    .threads = (int)duel_args_value(a, "threads"),
                    .stop = &work_stop,
                    .progress = progress_show,
                    .watcher = &meter,
                    .every_move = w->every_move,
                    .count = w->count && !w->tiered};
    progress_begin();
    duel_status status = player_think(w->player, &t, &w->answer, why);
    progress_clear(&meter);
    return status;
}

/* What was proved is kept even when the solve did not get to its end. */
static duel_status save_solved(solving *w, duel_msg *why)
{
    if (w->answer.nodes == 0)
        return DUEL_OK;
    double begin = duel_clock();
    duel_status status =
        variant_results_save(&w->learning, w->player, (int64_t)time(NULL), &w->saved, why);
    w->save_seconds = duel_clock() - begin;
    return status;
}

/* Tiers keep one of the positions that are mirror images; the solver, when it counts, all. */
static bool counts_folded(const solving *w)
{
    const duel_accel *accel = w->s.v.game->accel;
    return w->tiered && accel && accel->canon;
}

static json_t *counts_json(const solving *w)
{
    const duel_answer *a = &w->answer;
    uint64_t all =
        a->counts[DUEL_WIN] + a->counts[DUEL_LOSS] + a->counts[DUEL_TIE] + a->counts[DUEL_DRAW];
    return json_pack("{sIsbsIsIsIsI}", "positions", (json_int_t)all, "folded", counts_folded(w),
                     "win", (json_int_t)a->counts[DUEL_WIN], "loss",
                     (json_int_t)a->counts[DUEL_LOSS], "tie", (json_int_t)a->counts[DUEL_TIE],
                     "draw", (json_int_t)a->counts[DUEL_DRAW]);
}

static json_t *best_json(const solving *w)
{
    duel_move best[DUEL_MOVES_MAX];
    json_t *list = json_array();
    int count = advice_best_moves(&w->s.v, &w->answer, best);
    for (int i = 0; i < count; i++)
        json_array_append_new(list, json_move(&w->s.v, &w->s.state, best[i]));
    return list;
}

static json_t *solve_json(const duel_console *c, const solving *w)
{
    const duel_variant *v = &w->s.v;
    const duel_answer *a = &w->answer;
    const void *state = &w->s.state;
    bool nimber = a->proved && v->traits & DUEL_NIMBERS;
    json_t *j = json_pack("{ssso}", "game", v->game->id, "position", json_position(v, state));
    json_set_worth(j, v, json_worth_of_answer(v, a), c->lang);
    json_object_update_new(
        j,
        json_pack("{sososososIsIsIsfsfsbsb}", "nimber",
                  nimber ? json_integer(a->result.nimber) : json_null(), "best", best_json(w),
                  "line", json_line(v, state, a->line, a->proved ? a->line_count : 0), "moves",
                  w->every_move ? json_rated(v, state, a, c->lang) : json_array(), "positions",
                  (json_int_t)a->positions, "nodes", (json_int_t)a->nodes, "learned",
                  (json_int_t)a->learned, "seconds", a->seconds, "save_seconds",
                  w->save_seconds, "formula", a->formula, "damaged", a->damaged));
    if (w->count)
        json_set(j, "counts", counts_json(w));
    if (w->tiered)
        json_set(j, "tiers", solve_tiers_json(&w->tiers));
    return j;
}

static void print_counts(const duel_console *c, const solving *w)
{
    const uint64_t *counts = w->answer.counts;
    duel_tell(c->lang, c->out, N_("Positions: {0} won, {1} lost, {2} tied, {3} endless"),
              "iiii", (int64_t)counts[DUEL_WIN], (int64_t)counts[DUEL_LOSS],
              (int64_t)counts[DUEL_TIE], (int64_t)counts[DUEL_DRAW]);
    if (counts_folded(w)) {
        duel_put(c->out, ". ");
        duel_tell(c->lang, c->out, N_("Symmetric positions are counted once."), "");
    }
    duel_put(c->out, "\n");
}

static void print_rated(const duel_console *c, const solving *w)
{
    const duel_variant *v = &w->s.v;
    for (int i = 0; i < w->answer.rated_count; i++) {
        duel_put(c->out, "  ");
        duel_print_move(v, &w->s.state, w->answer.rated[i].move, c->out);
        duel_put(c->out, ": ");
        wording_value(c->lang, c->out, v, &w->answer.rated[i].result, WORDING_APART);
        duel_put(c->out, "\n");
    }
}

static void print_effort(const duel_console *c, const solving *w)
{
    const duel_answer *a = &w->answer;
    duel_lang lang = c->lang;
    duel_sink *out = c->out;
    if (a->formula)
        duel_tell(lang, out, N_("By a proved formula."), "");
    else if (a->nodes == 0)
        duel_tell(lang, out, N_("Learned earlier: nothing was searched."), "");
    else
        duel_tell(lang, out, N_("{0} positions valued in {1} ms; {2} kept."), "iii",
                  (int64_t)a->positions, (int64_t)(a->seconds * 1000), (int64_t)w->saved);
    duel_put(out, "\n");
    if (a->damaged) {
        duel_tell(lang, out,
                  N_("What had been learned of this game is damaged and was not used; “duel "
                     "keep repair” moves it aside."),
                  "");
        duel_put(out, "\n");
    }
}

/* Nobody is to move any more. */
static bool print_ended(const duel_console *c, const solving *w)
{
    int32_t score[DUEL_SEATS];
    duel_pen pen = terminal_pen(c, c->out);
    if (!w->s.v.game->over(&w->s.v, &w->s.state, score))
        return false;
    duel_tell(c->lang, c->out, N_("The game is over."), "");
    duel_put(c->out, " ");
    wording_result(&pen, &w->s.v, score, DUEL_NOBODY);
    duel_put(c->out, "\n");
    return true;
}

static void print_solution(const duel_console *c, const solving *w)
{
    const duel_variant *v = &w->s.v;
    const duel_answer *a = &w->answer;
    duel_lang lang = c->lang;
    duel_sink *out = c->out;
    duel_move best[DUEL_MOVES_MAX];
    if (print_ended(c, w))
        return;
    duel_tell(lang, out, N_("For {0}, to move: "), "w",
              duel_role(v, v->game->turn(v, &w->s.state)));
    wording_value(lang, out, v, &a->result, WORDING_APART);
    duel_put(out, "\n");
    if (a->proved && v->traits & DUEL_NIMBERS)
        duel_tell(lang, out, N_("Nim-value: {0}"), "i", (int64_t)a->result.nimber),
            duel_put(out, "\n");
    int count = advice_best_moves(v, a, best);
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
        wording_line(out, v, &w->s.state, a->line, a->line_count);
        duel_put(out, "\n");
    }
    if (w->every_move)
        print_rated(c, w);
    if (w->count)
        print_counts(c, w);
    if (w->tiered)
        solve_tiers_print(c, &w->tiers);
    else
        print_effort(c, w);
}

/* Whatever came of it is told; in JSON, a failure stands beside it in the one object. */
static void print_solved_json(const duel_console *c, const solving *w, duel_status status,
                              duel_msg *why)
{
    json_t *j = solve_json(c, w);
    if (status != DUEL_OK)
        json_object_update_new(j, json_failure(c->lang, status, why));
    c->print_json(c, j);
    why->id = NULL;
}

static duel_status solve_and_save(const duel_console *c, const duel_args *a, solving *w,
                                  duel_msg *why)
{
    duel_msg save_why;
    duel_status status = open_solver(c, a, w, why);
    if (status != DUEL_OK)
        return status;
    status = run_solver(c, a, w, why);
    if (w->tiered)
        memcpy(w->answer.counts, w->tiers.counts, sizeof w->answer.counts);
    bool thought = status == DUEL_OK;
    duel_status saved = save_solved(w, &save_why);
    if (status == DUEL_OK && saved != DUEL_OK) {
        status = saved;
        *why = save_why;
    }
    if (status == DUEL_OK && !w->answer.proved && atomic_load(&work_stop))
        status = duel_refuse(why, N_("Interrupted: not solved. What was learned is kept."), "");
    if (c->json)
        print_solved_json(c, w, status, why);
    else if (thought)
        print_solution(c, w);
    return status;
}

/* All positions of a game: nothing is asked of any of them. */
static void print_every(const duel_console *c, const solving *w)
{
    if (c->json) {
        json_t *j =
            json_pack("{ssso}", "game", w->s.v.game->id, "tiers", solve_tiers_json(&w->tiers));
        if (w->count)
            json_set(j, "counts", counts_json(w));
        c->print_json(c, j);
        return;
    }
    if (w->count)
        print_counts(c, w);
    solve_tiers_print(c, &w->tiers);
}

/* What would do nothing without another flag is refused: whoever wrote it wants it. */
static duel_status flags_go_together(const duel_args *a, duel_msg *why)
{
    bool tiered = duel_args_value(a, "tiers");
    if (tiered && duel_args_value(a, "forget"))
        return duel_invalid(why, N_("What is solved by tiers is kept: leave out --forget."),
                            "");
    if (duel_args_value(a, "every") && !tiered)
        return duel_invalid(why, N_("--every is for --tiers."), "");
    if (duel_args_has(a, "upto") && !duel_args_value(a, "every"))
        return duel_invalid(why, N_("--upto is for --every."), "");
    if (duel_args_has(a, "scratch") && !tiered)
        return duel_invalid(why, N_("--scratch is for --tiers."), "");
    return DUEL_OK;
}

/* On disk first, where that is wanted: what is asked then finds its answer there. */
static duel_status solve_position(const duel_console *c, const duel_args *a, solving *w,
                                  duel_msg *why)
{
    duel_status status = DUEL_OK;
    if (duel_has_secrets(&w->s.v) && !w->tiered)
        return solve_hidden(c, a, &w->s, why);
    if (w->tiered)
        status = solve_tiers_solve(c, a, &w->s, &w->tiers, why);
    if (status != DUEL_OK || (w->tiered && !cluster_speaks()))
        return status;
    if (duel_args_value(a, "every")) {
        memcpy(w->answer.counts, w->tiers.counts, sizeof w->answer.counts);
        print_every(c, w);
        return status;
    }
    return solve_and_save(c, a, w, why);
}

static duel_status run_solve(const duel_console *c, const duel_args *a, duel_msg *why)
{
    solving *w = calloc(1, sizeof *w);
    if (w == NULL)
        return duel_no_space(why);
    w->every_move = duel_args_value(a, "all");
    w->count = duel_args_value(a, "count");
    w->tiered = duel_args_value(a, "tiers");
    duel_status status = flags_go_together(a, why);
    if (status == DUEL_OK)
        status = position_args_read(a, 0, &w->s, why);
    if (status == DUEL_OK) {
        status = solve_position(c, a, w, why);
        player_close(w->player);
        variant_results_close(&w->learning);
        position_args_fini(&w->s);
    }
    /* mpirun ends the one that speaks as soon as another has failed */
    if (w->tiered && !cluster_speaks())
        status = DUEL_OK;
    free(w);
    return status;
}

const duel_command command_solve = {
    "solve",
    SUBJECT_USAGE,
    N_("Solves a position: its value, the best moves, the best line."),
    solve_options,
    solve_texts,
    DUEL_GAME_ARGS,
    run_solve};

/* ---- advise ------------------------------------------------------------------------------ */

static const duel_option advise_options[] = {
    {"seat", DUEL_NUMBER, 0, 1, DUEL_SEATS, NULL,
     N_("advise this player (default: the one to move)")},
    WORK_SECONDS(1000000, N_("how long it may think")),
    {"nodes", DUEL_NUMBER, 0, 0, INT64_C(1) << 40, NULL,
     N_("positions it may look at, instead of a time: equal calls give equal answers")},
    WORK_MEMORY,
    WORK_LAST};
static const duel_flag advise_texts[] = {SUBJECT_TEXTS,
                                         {"engine", "SPEC", N_("who advises (default expert)")},
                                         {"instead", "MOVE", N_("why not this move?")},
                                         SUBJECT_LAST_TEXT};

static void print_advice(const duel_console *c, const position_args *s, const void *view,
                         const table_advice *a)
{
    duel_lang lang = c->lang;
    duel_sink *out = c->out;
    const duel_answer *n = &a->answer;
    enum { COLUMNS = 79 };
    if (n->plan_count == 0) {
        duel_tell(lang, out, N_("The game is over: no move can be played."), "");
        duel_put(out, "\n");
        return;
    }
    wording_line(out, &s->v, view, n->plan, n->plan_count);
    duel_put(out, " — ");
    wording_verdict(lang, out, &s->v, n, WORDING_APART);
    duel_put(out, "\n");
    for (int i = 0; i < a->why.count; i++)
        wording_fact(lang, out, &a->why.fact[i]);
    if (n->line_count > n->plan_count) {
        duel_tell(lang, out, N_("Line: "), "");
        wording_line(out, &s->v, view, n->line, n->line_count);
        duel_put(out, "\n");
    }
    if (a->compared) {
        duel_put(out, "\n");
        why_not_columns(lang, out, &s->v, view, a, COLUMNS);
    }
}

typedef struct advising {
    position_args s;
    duel_state view;
    int seat;
    bool compared;
    duel_move instead;
    data_store *store;
    table_judge *judge;
    table_advice advice;
} advising;

static duel_status read_advising(const duel_args *a, advising *w, duel_msg *why)
{
    const duel_variant *v = &w->s.v;
    const char *instead = duel_args_text(a, "instead", NULL);
    int64_t seat = duel_args_value(a, "seat");
    w->seat = v->game->turn(v, &w->s.state);
    w->compared = instead != NULL;
    duel_view(v, &w->s.state, w->seat, &w->view);
    if (seat && seat - 1 != w->seat)
        return duel_refuse(why, N_("It is not the turn of player {0}."), "i", seat);
    return instead ? duel_read_move(v, &w->view, duel_str_of(instead), &w->instead, why)
                   : DUEL_OK;
}

static duel_status think_advice(const duel_console *c, const duel_args *a, advising *w,
                                duel_msg *why)
{
    progress_meter meter = {c, -1};
    uint64_t nodes = (uint64_t)duel_args_value(a, "nodes");
    bool timed = nodes == 0 || duel_args_has(a, "seconds");
    duel_think t = {.view = &w->view,
                    .seat = w->seat,
                    .seconds = timed ? duel_args_decimal(a, "seconds") : 0,
                    .nodes = nodes,
                    .seed = 1,
                    .stop = &work_stop,
                    .progress = progress_show,
                    .watcher = &meter};
    duel_info_set knowing;
    if (player_mixes(&w->s.v) &&
        duel_record_info_set(&w->s.record, w->s.record.count, &knowing))
        t.known = knowing.seat[w->seat];
    duel_status status = store_open(c->data, &w->store, why);
    player_context troupe = {.store = w->store, .v = &w->s.v};
    if (status == DUEL_OK)
        status = judge_new(&troupe, duel_args_text(a, "engine", NULL), progress_memory(a),
                           &w->judge, why);
    if (status != DUEL_OK)
        return status;
    progress_begin();
    status =
        advice_give(w->judge, &w->s.v, &t, w->compared ? &w->instead : NULL, &w->advice, why);
    progress_clear(&meter);
    return status;
}

static duel_status advise(const duel_console *c, const duel_args *a, advising *w, duel_msg *why)
{
    duel_status status = read_advising(a, w, why);
    if (status == DUEL_OK)
        status = think_advice(c, a, w, why);
    if (status == DUEL_OK && c->json) {
        duel_state imagined;
        json_about about = json_imagine(&w->s.v, &w->view, &imagined);
        c->print_json(c, json_advice(&about, &w->advice, c->lang));
    } else if (status == DUEL_OK) {
        print_advice(c, &w->s, &w->view, &w->advice);
    }
    judge_free(w->judge);
    store_close(w->store);
    return status;
}

static duel_status run_advise(const duel_console *c, const duel_args *a, duel_msg *why)
{
    advising *w = calloc(1, sizeof *w);
    if (w == NULL)
        return duel_no_space(why);
    duel_status status = position_args_read(a, 0, &w->s, why);
    if (status == DUEL_OK) {
        status = advise(c, a, w, why);
        position_args_fini(&w->s);
    }
    free(w);
    return status;
}

const duel_command command_advise = {
    "advise",       SUBJECT_USAGE, N_("Advises a move, with the reason."),
    advise_options, advise_texts,  DUEL_GAME_ARGS,
    run_advise};
