/* service/review.c -- see review.h. */
#include "service/review.h"
#include "core/play.h"

#include <stdlib.h>
#include <string.h>

typedef struct reviewing {
    const duel_review_request *q;
    duel_state *state; /* before every move */
    duel_answer *answer;
    duel_review out;
} reviewing;

/* ---- worths -------------------------------------------------------------------------------
 */

static double step_of(duel_value value)
{
    return value == DUEL_WIN ? 1 : value == DUEL_LOSS ? -1 : 0;
}

static duel_worth worth_on_a_scale(const duel_variant *v, const duel_answer *a,
                                   const duel_result *result, int32_t estimate)
{
    duel_worth w = {.proved = result->value != DUEL_UNSOLVED, .result = *result};
    bool margin = v->traits & DUEL_MARGIN;
    if (w.proved) {
        w.scale = margin ? DUEL_POINTS : DUEL_STEPS;
        w.amount = margin ? result->score : step_of(result->value);
    } else if (a->unit) {
        w.scale = DUEL_POINTS;
        w.amount = (double)estimate / a->unit;
    } else {
        w.scale = DUEL_OWN_SCALE;
        w.amount = estimate;
    }
    return w;
}

static const duel_rated *rated(const duel_answer *a, duel_move move)
{
    for (int i = 0; i < a->rated_count; i++)
        if (a->rated[i].move == move)
            return &a->rated[i];
    return NULL;
}

/* The same position for the seat that moved before. */
static duel_worth seen_from_before(duel_worth w, bool other_seat)
{
    if (!other_seat)
        return w;
    w.amount = -w.amount;
    w.result.score = -w.result.score;
    if (w.result.value == DUEL_WIN || w.result.value == DUEL_LOSS)
        w.result.value = w.result.value == DUEL_WIN ? DUEL_LOSS : DUEL_WIN;
    return w;
}

/* The worth of the move played: as the engine rated it, else that of the position it led to. */
static duel_worth worth_played(const reviewing *w, size_t i, const duel_answer *a)
{
    const duel_variant *v = &w->q->record->variant;
    const duel_verdict *d = &w->out.move[i], *next = d + 1;
    const duel_rated *r = rated(a, d->played);
    if (r)
        return worth_on_a_scale(v, a, &r->result, r->estimate);
    if (i + 1 < w->out.count && v->seats <= 2)
        return seen_from_before(next->had, next->seat != d->seat);
    return (duel_worth){DUEL_NO_SCALE, false, 0, {0}};
}

bool duel_review_costs(const duel_review *r, const duel_verdict *d)
{
    if (d->scale == DUEL_NO_SCALE || d->cost <= 0)
        return false;
    if (d->had.proved && d->got.proved)
        return true;
    return d->cost >= (d->scale == DUEL_OWN_SCALE ? r->own_scale / 20 : 1);
}

/* ---- one move -----------------------------------------------------------------------------
 */

static void judge_move(const reviewing *w, duel_verdict *d, const duel_answer *a)
{
    const duel_variant *v = &w->q->record->variant;
    d->best = a->plan_count ? a->plan[0] : d->played;
    const duel_rated *best = rated(a, d->best);
    d->had = worth_on_a_scale(v, a, &a->result, best ? best->estimate : a->estimate);
    d->got = d->best == d->played ? d->had : worth_played(w, (size_t)(d - w->out.move), a);
    if (d->had.scale == d->got.scale)
        d->scale = d->had.scale;
    d->cost = d->scale && d->had.amount > d->got.amount ? d->had.amount - d->got.amount : 0;
    d->line_count = a->line_count < DUEL_REVIEW_LINE ? a->line_count : DUEL_REVIEW_LINE;
    memcpy(d->line, a->line, (size_t)d->line_count * sizeof *d->line);
}

static duel_status review_move(reviewing *w, size_t i, duel_msg *why)
{
    const duel_variant *v = &w->q->record->variant;
    duel_verdict *d = &w->out.move[i];
    duel_state view;
    d->seat = v->game->turn(v, &w->state[i]);
    d->played = w->q->record->move[i];
    duel_view(v, &w->state[i], d->seat, &view);
    duel_think t = {.view = &view,
                    .seat = d->seat,
                    .seconds = w->q->seconds,
                    .threads = w->q->threads,
                    .seed = 1,
                    .stop = w->q->stop,
                    .every_move = true};
    duel_status status = duel_player_think(w->q->player, &t, w->answer, why);
    if (status == DUEL_OK)
        judge_move(w, d, w->answer);
    return status;
}

/* ---- the game -----------------------------------------------------------------------------
 */

static duel_status replay(reviewing *w, duel_msg *why)
{
    const duel_record *r = w->q->record;
    const duel_variant *v = &r->variant;
    duel_state now;
    duel_status status = duel_record_begin(r, &now, why);
    for (size_t i = 0; status == DUEL_OK && i < r->count; i++) {
        w->state[i] = now;
        v->game->play(v, &now, r->move[i]);
    }
    return status;
}

/* Who is ahead: 1, -1, or 0 where it is even, as far as an estimate can tell. */
static int lead(const duel_worth *w)
{
    double even = w->proved || w->scale == DUEL_OWN_SCALE ? 0 : 0.5;
    return w->amount > even ? 1 : w->amount < -even ? -1 : 0;
}

static bool turns(const duel_verdict *d)
{
    return lead(&d->had) > lead(&d->got);
}

/* Points and steps come before an engine's own numbers. */
static bool weighs_more(const duel_review *r, const duel_verdict *a, const duel_verdict *b)
{
    if (duel_review_costs(r, a) != duel_review_costs(r, b))
        return duel_review_costs(r, a);
    if (a->scale != b->scale)
        return a->scale > b->scale;
    return turns(a) != turns(b) ? turns(a) : a->cost > b->cost;
}

static double own_scale(const duel_review *r)
{
    double most = 1;
    for (size_t i = 0; i < r->count; i++) {
        const duel_worth *w = &r->move[i].had;
        double size = w->amount < 0 ? -w->amount : w->amount;
        if (w->scale == DUEL_OWN_SCALE && size > most)
            most = size;
    }
    return most;
}

static void sum_up(duel_review *r)
{
    size_t turning = 0;
    r->own_scale = own_scale(r);
    for (size_t i = 1; i < r->count; i++)
        if (weighs_more(r, &r->move[i], &r->move[turning]))
            turning = i;
    bool any = r->count && duel_review_costs(r, &r->move[turning]);
    r->turning = any ? turning : r->count;
    for (size_t i = 0; any && i < r->count; i++)
        if (r->move[i].scale == r->move[turning].scale)
            r->given[r->move[i].seat] += r->move[i].cost;
}

static duel_status review_all(reviewing *w, duel_msg *why)
{
    size_t count = w->q->record->count;
    duel_status status = replay(w, why);
    for (size_t left = count; status == DUEL_OK && left > 0; left--) {
        status = review_move(w, left - 1, why);
        if (w->q->progress)
            w->q->progress(w->q->watcher, count - left + 1);
        if (status == DUEL_OK && w->q->stop && atomic_load(w->q->stop))
            status = duel_refuse(why, N_("Interrupted: the review is not complete."), "");
    }
    if (status == DUEL_OK)
        sum_up(&w->out);
    return status;
}

duel_status duel_review_run(const duel_review_request *q, duel_review *out, duel_msg *why)
{
    size_t count = q->record->count;
    reviewing w = {.q = q,
                   .state = calloc(count + 1, sizeof *w.state),
                   .answer = malloc(sizeof *w.answer),
                   .out = {.count = count, .move = calloc(count + 1, sizeof *w.out.move)}};
    bool room = w.state && w.answer && w.out.move;
    duel_status status = room ? review_all(&w, why) : duel_full(why);
    free(w.state);
    free(w.answer);
    if (status == DUEL_OK)
        *out = w.out;
    else
        duel_review_fini(&w.out);
    return status;
}

void duel_review_fini(duel_review *r)
{
    free(r->move);
    memset(r, 0, sizeof *r);
}
