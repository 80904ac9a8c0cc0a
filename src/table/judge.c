/* table/judge.c -- see judge.h.
 *
 * Invariant of every answer that is kept: its plan begins with the best of the moves rated, and
 * its value is that move's. */
#include "base/clock.h"
#include "base/long_work.h"
#include "core/play.h"
#include "core/value.h"
#include "players/catalogue.h"
#include "table/inside.h"

#include <math.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { KEPT = 256 }; /* judgements: those asked for last */
static const double prover_part = 0.4, usual_seconds = 1;

typedef struct judgement {
    struct judgement *next; /* asked for earlier */
    int seat;
    uint64_t known; /* what it has seen and done; 0: nobody said */
    int64_t number;
    bool settled; /* no thinking can add anything */
    double seconds;
    uint64_t nodes;      /* that it was allowed */
    duel_answer *answer; /* as far as its moves go */
    unsigned char view[];
} judgement;

struct table_judge {
    player_context troupe;
    lazy_player prover, searcher; /* a spec of "": none */
    judgement *first;
    int seat; /* what the engines remember is of this one, DUEL_NOBODY: nothing yet, */
    uint64_t known;
    unsigned char view[]; /* and of this view */
};

/* ---- what is known ----------------------------------------------------------------------- */

static size_t answer_size(const duel_answer *a)
{
    return offsetof(duel_answer, rated) + (size_t)a->rated_count * sizeof a->rated[0];
}

static void free_judgement(judgement *k)
{
    free(k->answer);
    free(k);
}

static bool is_of(const table_judge *j, const judgement *k, const duel_think *t)
{
    return k->seat == t->seat && k->known == t->known &&
           memcmp(k->view, t->view, j->troupe.v->state_size) == 0;
}

/* It stands first from now on; NULL: there is none. */
static judgement *find(table_judge *j, const duel_think *t)
{
    judgement **at = &j->first;
    while (*at && !is_of(j, *at, t))
        at = &(*at)->next;
    judgement *k = *at;
    if (k) {
        *at = k->next;
        k->next = j->first;
        j->first = k;
    }
    return k;
}

static void drop_oldest(table_judge *j)
{
    judgement **at = &j->first;
    for (int i = 0; *at && i < KEPT; i++)
        at = &(*at)->next;
    if (*at) {
        free_judgement(*at);
        *at = NULL;
    }
}

/* NULL: no memory. */
static judgement *add(table_judge *j, const duel_think *t)
{
    size_t size = j->troupe.v->state_size;
    judgement *k = calloc(1, sizeof *k + size);
    if (k == NULL)
        return NULL;
    k->seat = t->seat;
    k->known = t->known;
    memcpy(k->view, t->view, size);
    k->next = j->first;
    j->first = k;
    drop_oldest(j);
    return k;
}

static bool will_do(const judgement *k, const duel_think *t)
{
    return k && k->answer && (k->settled || (k->seconds >= t->seconds && k->nodes >= t->nodes));
}

static void read_out(const judgement *k, duel_answer *out, judge_result *judged)
{
    memcpy(out, k->answer, answer_size(k->answer));
    *judged = (judge_result){k->number, k->settled};
}

/* ---- one answer from two ----------------------------------------------------------------- */

static duel_move_value *rated_of(duel_answer *a, duel_move move)
{
    for (int i = 0; i < a->rated_count; i++)
        if (a->rated[i].move == move)
            return &a->rated[i];
    return NULL;
}

static bool is_proved(const duel_move_value *r)
{
    return r->result.value != DUEL_UNSOLVED;
}

static bool all_proved(const duel_answer *a)
{
    int proved = 0;
    while (proved < a->rated_count && is_proved(&a->rated[proved]))
        proved++;
    return proved == a->rated_count;
}

static bool is_settled(const duel_answer *a)
{
    return a->proved && all_proved(a);
}

/* What was proved stands, whatever a search takes it for. */
static void add_proofs(const duel_answer *proofs, duel_answer *a)
{
    for (int i = 0; i < proofs->rated_count; i++) {
        duel_move_value *r = rated_of(a, proofs->rated[i].move);
        if (r && is_proved(&proofs->rated[i]))
            r->result = proofs->rated[i].result;
    }
    if (proofs->proved && !proofs->at_least && !a->proved) {
        a->proved = true;
        a->result = proofs->result;
        a->plan_count = proofs->plan_count;
        a->line_count = proofs->line_count;
        memcpy(a->plan, proofs->plan, sizeof a->plan);
        memcpy(a->line, proofs->line, sizeof a->line);
    }
}

static void add_effort(const duel_answer *of, duel_answer *a)
{
    a->nodes += of->nodes;
    a->positions += of->positions;
    a->seconds += of->seconds;
}

static bool outranks(const duel_variant *v, const duel_answer *a, const duel_move_value *one,
                     const duel_move_value *other)
{
    duel_worth first = duel_worth_of_move_value(v, a, one);
    duel_worth second = duel_worth_of_move_value(v, a, other);
    return duel_worth_better(v, &first, &second);
}

static duel_move_value *best_of(const duel_variant *v, duel_answer *a)
{
    duel_move_value *best = &a->rated[0];
    for (int i = 1; i < a->rated_count; i++)
        if (outranks(v, a, &a->rated[i], best))
            best = &a->rated[i];
    return best;
}

/* What is proved of the position is proved of the move that was chosen, and no other is better:
 * an estimate that says so says nothing. */
static void hold_to_proof(const duel_variant *v, duel_answer *a, duel_move_value *chosen)
{
    if (!is_proved(chosen))
        chosen->result = a->result;
    for (int i = 0; i < a->rated_count; i++)
        if (!is_proved(&a->rated[i]) && outranks(v, a, &a->rated[i], chosen))
            a->rated[i].estimate = DUEL_NO_ESTIMATE;
}

/* The position is worth what its best move is. Where only that one is proved, others may still
 * turn out to be better: a win stays one, by no less; all else is as good as proved is likely.
 */
static void take_value(const duel_variant *v, duel_answer *a, const duel_move_value *best)
{
    bool whole = (a->proved && !a->at_least) || all_proved(a);
    bool won = best->result.value == DUEL_WIN;
    a->at_least = is_proved(best) && !whole && (!won || v->traits & DUEL_MARGIN);
    a->proved = is_proved(best) && (whole || won);
    a->result = best->result;
    if (!a->proved)
        a->estimate = best->estimate;
}

/* The plan, its value and the list of moves say the same. A mix is one plan as it is: its moves
 * differ in worth by what is left of the gap alone. */
static void make_one(const duel_variant *v, duel_answer *a)
{
    duel_move_value *planned = a->plan_count ? rated_of(a, a->plan[0]) : NULL;
    if (a->rated_count == 0 || a->mixed)
        return;
    if (planned && a->proved && !a->at_least)
        hold_to_proof(v, a, planned);
    duel_move_value *best = best_of(v, a);
    if (planned == NULL || outranks(v, a, best, planned)) {
        a->plan[0] = a->line[0] = best->move;
        a->plan_count = a->line_count = 1;
        planned = best;
    }
    take_value(v, a, planned);
}

/* ---- thinking ---------------------------------------------------------------------------- */

/* What was proved is kept for later runs. */
static void forget(lazy_player *a)
{
    uint64_t saved = 0;
    if (a->player == NULL)
        return;
    lazy_player_learn(a, (int64_t)time(NULL), &saved, NULL);
    player_forget(a->player);
}

static void turn_to(table_judge *j, const duel_think *t)
{
    size_t size = j->troupe.v->state_size;
    if (j->seat == t->seat && j->known == t->known && memcmp(j->view, t->view, size) == 0)
        return;
    forget(&j->prover);
    forget(&j->searcher);
    memcpy(j->view, t->view, size);
    j->seat = t->seat;
    j->known = t->known;
}

/* Time is shared; so many nodes are for each, who count them differently. One that judges alone
 * has all there is, be it without end. */
static duel_think part_of(const duel_think *t, double part)
{
    duel_think some = *t;
    bool endless = t->seconds <= 0 && t->nodes == 0 && part < 1;
    some.every_move = true;
    some.seconds = part * (endless ? usual_seconds : t->seconds);
    return some;
}

/* Where nothing can be moved the result says it all. */
static bool answer_end(const duel_variant *v, const duel_think *t, duel_answer *out)
{
    int32_t score[DUEL_SEATS];
    if (!v->game->over(v, t->view, score))
        return false;
    memset(out, 0, offsetof(duel_answer, rated));
    out->proved = true;
    out->result = value_of_end(v, score, t->seat);
    return true;
}

/* *settled: every move is proved. */
static duel_status think(table_judge *j, const duel_think *t, duel_answer *proofs,
                         duel_answer *out, bool *settled, duel_msg *why)
{
    bool proves = j->prover.spec[0], searches = j->searcher.spec[0];
    duel_think call = part_of(t, searches ? prover_part : 1);
    duel_status status = DUEL_OK;
    proofs->rated_count = 0;
    if (proves) {
        call.progress = searches ? NULL : t->progress;
        status = lazy_player_think(&j->troupe, &j->prover, &call, proofs, why);
        *settled = status == DUEL_OK && proofs->proved && all_proved(proofs);
    }
    if (status == DUEL_OK && (*settled || !searches)) {
        memcpy(out, proofs, answer_size(proofs));
        make_one(j->troupe.v, out);
        return status;
    }
    call = part_of(t, proves ? 1 - prover_part : 1);
    duel_status found = lazy_player_think(&j->troupe, &j->searcher, &call, out, why);
    if (found != DUEL_OK)
        return found;
    if (proves && status == DUEL_OK) {
        add_proofs(proofs, out);
        add_effort(proofs, out);
    }
    make_one(j->troupe.v, out);
    *settled = is_settled(out);
    return DUEL_OK;
}

/* What is known already, from here or from behind a move, is known afterwards. */
static void add_known(const duel_variant *v, const judgement *k, duel_answer *out,
                      bool *settled)
{
    if (k->answer == NULL || *settled)
        return;
    add_proofs(k->answer, out);
    make_one(v, out);
    *settled = is_settled(out);
}

/* The better of two is the one that took more; one that was stopped took no more nodes than it
 * had time for. */
static duel_status keep(judgement *k, const duel_answer *a, bool settled, const duel_think *t,
                        double seconds, duel_msg *why)
{
    bool whole = !(t->stop && atomic_load(t->stop));
    double spent = whole && t->seconds > seconds ? t->seconds : seconds;
    uint64_t nodes = whole ? t->nodes : 0;
    if (k->answer && !settled && spent < k->seconds && nodes <= k->nodes)
        return DUEL_OK;
    duel_answer *copy = malloc(answer_size(a));
    if (copy == NULL)
        return duel_no_space(why);
    memcpy(copy, a, answer_size(a));
    free(k->answer);
    k->answer = copy;
    k->settled = settled;
    k->seconds = spent;
    k->nodes = nodes > k->nodes ? nodes : k->nodes;
    k->number++;
    return DUEL_OK;
}

static duel_status refine(table_judge *j, judgement *k, const duel_think *t, duel_answer *out,
                          duel_msg *why)
{
    double begun = duel_clock();
    bool settled = answer_end(j->troupe.v, t, out);
    duel_answer *proofs = malloc(sizeof *proofs);
    duel_status status = proofs ? DUEL_OK : duel_no_space(why);
    if (status == DUEL_OK && !settled) {
        turn_to(j, t);
        status = think(j, t, proofs, out, &settled, why);
    }
    if (status == DUEL_OK)
        add_known(j->troupe.v, k, out, &settled);
    free(proofs);
    return status == DUEL_OK ? keep(k, out, settled, t, duel_clock() - begun, why) : status;
}

duel_status judge_ask(table_judge *j, const duel_think *t, duel_answer *out,
                      judge_result *judged, duel_msg *why)
{
    duel_long_work_door(DUEL_LONG_WORK_SOLVE);
    judgement *k = find(j, t);
    duel_status status = DUEL_OK;
    if (!will_do(k, t)) {
        k = k ? k : add(j, t);
        status = k ? refine(j, k, t, out, why) : duel_no_space(why);
    }
    if (status == DUEL_OK)
        read_out(k, out, judged);
    return status;
}

/* ---- behind a move ----------------------------------------------------------------------- */

static bool same_scale(const duel_scale *a, const duel_scale *b)
{
    double apart =
        fabs(a->zero - b->zero) + fabs(a->unit - b->unit) + fabs(a->spread - b->spread);
    return a->meaning == b->meaning && a->calibration == b->calibration && apart == 0;
}

/* An estimate of the position behind, for whoever made the move; the other of two sees it from
 * the other side. */
static int32_t estimate_from(const duel_answer *behind, bool turned)
{
    const duel_scale *s = &behind->scale;
    double whole = 2 * s->zero + (s->meaning == DUEL_MEANS_SHARE ? s->unit : 0);
    return turned ? (int32_t)(whole - behind->estimate) : behind->estimate;
}

/* What was proved behind a move is proved of the move, and what nobody had valued has a value.
 * Whether that is news. */
static bool take_sight(duel_answer *a, duel_move_value *r, const duel_answer *behind,
                       const duel_worth *seen, bool turned)
{
    if (is_proved(r) || !seen->known)
        return false;
    if (seen->proved)
        r->result = duel_result_of_worth(seen);
    else if (r->estimate == DUEL_NO_ESTIMATE && !behind->at_least &&
             same_scale(&a->scale, &behind->scale))
        r->estimate = estimate_from(behind, turned);
    else
        return false;
    return true;
}

static void learn_from_behind(table_judge *j, const duel_think *t, duel_move move,
                              const duel_answer *behind, const duel_worth *seen, bool turned)
{
    judgement *k = find(j, t);
    duel_move_value *r = k && k->answer ? rated_of(k->answer, move) : NULL;
    if (r == NULL || !take_sight(k->answer, r, behind, seen, turned))
        return;
    make_one(j->troupe.v, k->answer);
    k->settled = is_settled(k->answer);
    k->number++;
}

duel_status judge_after_move(table_judge *j, const duel_think *t, duel_move move,
                             duel_answer *out, duel_worth *seen, duel_msg *why)
{
    duel_long_work_door(DUEL_LONG_WORK_SOLVE);
    const duel_variant *v = j->troupe.v;
    duel_state after;
    judge_result unused;
    duel_think call = *t;
    memcpy(&after, t->view, v->state_size);
    v->game->play(v, &after, move);
    call.view = &after;
    call.seat = v->game->turn(v, &after);
    call.known = 0;
    call.progress = NULL; /* nobody looks at this position */
    duel_status status = judge_ask(j, &call, out, &unused, why);
    if (status != DUEL_OK)
        return status;
    *seen = duel_worth_behind(v, duel_worth_of_answer(v, out), call.seat, t->seat);
    learn_from_behind(j, t, move, out, seen, call.seat != t->seat);
    return DUEL_OK;
}

/* ---- beginning and ending ---------------------------------------------------------------- */

static bool fits(const duel_variant *v, const char *name)
{
    const duel_engine *e = catalogue_find_engine(v->game, duel_str_of(name));
    return e && (e->fits == NULL || e->fits(v, NULL) == DUEL_OK);
}

static void appoint(lazy_player *a, const char *spec, size_t memory)
{
    memcpy(a->spec, spec, strlen(spec) + 1);
    a->memory = memory;
}

/* Who knows the game best, or any game. */
const char *judge_searcher(const duel_variant *v)
{
    if (fits(v, "expert"))
        return "expert";
    if (player_mixes(v))
        return "expert"; /* the general one, which mixes where the game is small */
    return player_general_searcher(v);
}

duel_status judge_new(const player_context *t, const char *spec, size_t memory,
                      table_judge **out, duel_msg *why)
{
    if (spec && strlen(spec) >= PLAYER_SPEC_TEXT)
        return duel_invalid(why, N_("A player is named in at most {0} characters."), "i",
                            (int64_t)PLAYER_SPEC_TEXT - 1);
    table_judge *j = calloc(1, sizeof *j + t->v->state_size);
    if (j == NULL)
        return duel_no_space(why);
    j->troupe = *t;
    j->seat = DUEL_NOBODY;
    if (spec)
        appoint(&j->searcher, spec, memory);
    else
        appoint(&j->searcher, judge_searcher(t->v), memory / 4);
    if (spec == NULL && !duel_has_secrets(t->v) && t->v->seats <= 2 && fits(t->v, "exact"))
        appoint(&j->prover, "exact", memory / 4 * 3); /* some games are solved whole or not */
    *out = j;
    return DUEL_OK;
}

void judge_free(table_judge *j)
{
    if (j == NULL)
        return;
    lazy_player_close(&j->troupe, &j->prover);
    lazy_player_close(&j->troupe, &j->searcher);
    while (j->first) {
        judgement *next = j->first->next;
        free_judgement(j->first);
        j->first = next;
    }
    free(j);
}

bool judge_mix(void *self, int seat, uint64_t known, int count, double chance[], double worth[])
{
    table_judge *j = self;
    return j->searcher.player &&
           player_mix(j->searcher.player, seat, known, count, chance, worth);
}

bool judge_habit(void *self, int seat, uint64_t known, int count, double cost[])
{
    table_judge *j = self;
    return j->searcher.player &&
           player_habit_cost(j->searcher.player, seat, known, count, cost);
}

duel_status judge_learn(table_judge *j, int64_t now, uint64_t *saved, duel_msg *why)
{
    duel_status status = lazy_player_learn(&j->prover, now, saved, why);
    return status == DUEL_OK ? lazy_player_learn(&j->searcher, now, saved, why) : status;
}
