/* service/review.c -- see review.h. */
#include "service/review.h"
#include "core/play.h"
#include "service/advice.h"

#include <stdlib.h>
#include <string.h>

enum { LOOKED_AT = 12 }; /* better moves at most that are looked at from behind */

typedef struct candidate {
    duel_move move;
    duel_worth worth;
    bool sure; /* proved, or looked at from behind */
} candidate;

typedef struct reviewing {
    const duel_review_request *q;
    const duel_variant *v;
    duel_state *state;   /* before every move, and after the last */
    duel_answer *answer; /* to the position being reviewed */
    duel_answer *other;  /* to one behind a move of it */
    candidate *list;     /* the moves that were rated, best first */
    int listed;
    duel_review out;
} reviewing;

static duel_status ask_player(const reviewing *w, const duel_state *state, bool every_move,
                              duel_answer *out, duel_msg *why)
{
    duel_state view;
    int seat = w->v->game->turn(w->v, state);
    duel_view(w->v, state, seat, &view);
    duel_think t = {.view = &view,
                    .seat = seat,
                    .seconds = w->q->seconds,
                    .nodes = w->q->nodes,
                    .threads = w->q->threads,
                    .seed = 1,
                    .stop = w->q->stop,
                    .every_move = every_move};
    return duel_player_think(w->q->player, &t, out, why);
}

/* ---- looking from behind a move -----------------------------------------------------------
 */

/* What a position is worth to who moves there, for `seat`, who made the move before. */
static duel_worth seen_by(const reviewing *w, duel_worth worth, const duel_state *at, int seat)
{
    if (w->v->game->turn(w->v, at) != seat)
        worth = w->v->seats == 2 ? duel_worth_across(worth) : (duel_worth){.known = false};
    return duel_worth_before(worth);
}

/* The worth for `seat` of a position it has moved to, by a search of its own. */
static duel_status look_from_behind(reviewing *w, const duel_state *at, int seat,
                                    duel_worth *out, duel_msg *why)
{
    int32_t score[DUEL_SEATS];
    if (w->v->game->over(w->v, at, score)) {
        *out = duel_worth_before(duel_worth_of_end(w->v, score, seat));
        return DUEL_OK;
    }
    duel_status status = ask_player(w, at, false, w->other, why);
    if (status == DUEL_OK)
        *out = seen_by(w, duel_worth_of_answer(w->v, w->other), at, seat);
    return status;
}

/* The same for the move that was played: the position was reviewed already, unless the record
 * ends with it. */
static duel_status look_behind_played(reviewing *w, size_t i, duel_worth *out, duel_msg *why)
{
    const duel_verdict *d = &w->out.move[i];
    const duel_state *after = &w->state[i + 1];
    if (i + 1 == w->out.count)
        return look_from_behind(w, after, d->seat, out, why);
    *out = seen_by(w, d[1].had, after, d->seat);
    return DUEL_OK;
}

static duel_status look_behind_move(reviewing *w, size_t i, duel_move move, duel_worth *out,
                                    duel_msg *why)
{
    duel_state after = w->state[i];
    w->v->game->play(w->v, &after, move);
    return look_from_behind(w, &after, w->out.move[i].seat, out, why);
}

/* Whether searches from behind say anything: not of what is hidden, nor beyond two seats. */
static bool can_look_behind(const reviewing *w)
{
    return w->v->seats <= 2 && !duel_has_secrets(w->v);
}

/* ---- the moves there were -----------------------------------------------------------------
 */

static bool is_better(const reviewing *w, const candidate *a, const candidate *b)
{
    return duel_worth_better(w->v, &a->worth, &b->worth);
}

static void insert_candidate(reviewing *w, candidate c, int at)
{
    for (; at > 0 && is_better(w, &c, &w->list[at - 1]); at--)
        w->list[at] = w->list[at - 1];
    w->list[at] = c;
}

/* The engine's choice comes before its equals; what it says of the position, it says of its
 * choice. */
static void list_candidates(reviewing *w, const duel_answer *a)
{
    w->listed = 0;
    if (a->plan_count) {
        const duel_rated *r = duel_find_rated(a, a->plan[0]);
        duel_worth worth = duel_worth_of_answer(w->v, a);
        if (r && !worth.proved)
            worth = duel_worth_of_rated(w->v, a, r);
        w->list[w->listed++] = (candidate){a->plan[0], worth, worth.proved};
    }
    for (int i = 0; i < a->rated_count; i++) {
        duel_worth worth = duel_worth_of_rated(w->v, a, &a->rated[i]);
        if (a->plan_count == 0 || a->rated[i].move != a->plan[0])
            insert_candidate(w, (candidate){a->rated[i].move, worth, worth.proved},
                             w->listed++);
    }
}

static int find_candidate(const reviewing *w, duel_move move)
{
    int at = 0;
    while (at < w->listed && w->list[at].move != move)
        at++;
    return at;
}

/* A search from behind a move has valued it: it moves to its new place. */
static void revalue(reviewing *w, int at, duel_worth worth)
{
    candidate c = {w->list[at].move, worth.known ? worth : w->list[at].worth, true};
    memmove(w->list + at, w->list + at + 1, (size_t)(w->listed - at - 1) * sizeof *w->list);
    insert_candidate(w, c, w->listed - 1);
}

static bool gives_away(const reviewing *w, const duel_worth *got)
{
    duel_cost cost = duel_worth_lost(w->v, &w->list[0].worth, got);
    return duel_mark_of(w->v, &cost) != DUEL_UNMARKED;
}

/* Looks at what is better than the move played until it is sure, or nothing is better. */
static duel_status make_sure(reviewing *w, size_t i, const duel_worth *got, duel_msg *why)
{
    duel_status status = DUEL_OK;
    for (int looked = 0; looked < LOOKED_AT && status == DUEL_OK; looked++) {
        duel_worth worth;
        if (w->list[0].sure || !gives_away(w, got))
            break;
        status = look_behind_move(w, i, w->list[0].move, &worth, why);
        if (status == DUEL_OK)
            revalue(w, 0, worth);
    }
    return status;
}

/* ---- one move -----------------------------------------------------------------------------
 */

/* From above, unless it is proved from behind, or seems to give something away. */
static duel_status value_played(reviewing *w, size_t i, duel_worth *got, duel_msg *why)
{
    int at = find_candidate(w, w->out.move[i].played);
    duel_worth behind = {.known = false};
    duel_status status = DUEL_OK;
    *got = at < w->listed ? w->list[at].worth : behind;
    if (got->proved || !can_look_behind(w))
        return DUEL_OK;
    bool doubtful = !got->known || gives_away(w, got);
    if (doubtful || i + 1 < w->out.count)
        status = look_behind_played(w, i, &behind, why);
    if (status != DUEL_OK || !(behind.proved || (behind.known && doubtful)))
        return status;
    *got = behind;
    if (at < w->listed)
        revalue(w, at, behind);
    return DUEL_OK;
}

static void take_verdict(reviewing *w, duel_verdict *d, const duel_worth *got)
{
    const duel_answer *a = w->answer;
    const candidate *best = &w->list[0];
    bool kept = w->listed == 0 || !duel_worth_better(w->v, &best->worth, got);
    bool line = a->line_count && !kept && a->line[0] == best->move;
    d->got = *got;
    d->had = kept ? *got : best->worth;
    d->best = kept ? d->played : best->move;
    d->cost = duel_worth_lost(w->v, &d->had, &d->got);
    d->mark = duel_mark_of(w->v, &d->cost);
    d->line[0] = d->best;
    d->line_count = 1;
    if (line || (kept && a->line_count && a->line[0] == d->played)) {
        d->line_count = a->line_count < DUEL_REVIEW_LINE ? a->line_count : DUEL_REVIEW_LINE;
        memcpy(d->line, a->line, (size_t)d->line_count * sizeof *d->line);
    }
}

static duel_status review_move(reviewing *w, size_t i, duel_msg *why)
{
    duel_verdict *d = &w->out.move[i];
    duel_worth got;
    d->seat = w->v->game->turn(w->v, &w->state[i]);
    d->played = w->q->record->move[i];
    duel_status status = ask_player(w, &w->state[i], true, w->answer, why);
    if (status != DUEL_OK)
        return status;
    list_candidates(w, w->answer);
    status = value_played(w, i, &got, why);
    if (status == DUEL_OK && can_look_behind(w) && w->listed)
        status = make_sure(w, i, &got, why);
    if (status == DUEL_OK)
        take_verdict(w, d, &got);
    return status;
}

/* ---- the game -----------------------------------------------------------------------------
 */

static duel_status replay(reviewing *w, duel_msg *why)
{
    const duel_record *r = w->q->record;
    duel_status status = duel_record_begin(r, &w->state[0], why);
    for (size_t i = 0; status == DUEL_OK && i < r->count; i++) {
        w->state[i + 1] = w->state[i];
        w->v->game->play(w->v, &w->state[i + 1], r->move[i]);
    }
    return status;
}

/* Whether the game turned rather with `a` than with `b`, which came before. */
static bool weighs_more(const duel_verdict *a, const duel_verdict *b)
{
    if ((a->mark != DUEL_UNMARKED) != (b->mark != DUEL_UNMARKED))
        return a->mark != DUEL_UNMARKED;
    if (a->cost.share < b->cost.share || a->cost.share > b->cost.share)
        return a->cost.share > b->cost.share;
    return a->cost.points >= b->cost.points;
}

static void sum_up(duel_review *r)
{
    size_t turning = 0;
    for (size_t i = 0; i < r->count; i++) {
        const duel_verdict *d = &r->move[i];
        duel_cost *given = &r->given[d->seat];
        if (weighs_more(d, &r->move[turning]))
            turning = i;
        given->known = given->known || d->cost.known;
        given->scored = given->scored || d->cost.scored;
        given->share += d->cost.share;
        given->points += d->cost.points;
    }
    bool any = r->count && r->move[turning].mark != DUEL_UNMARKED;
    r->turning = any ? turning : r->count;
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
                   .v = &q->record->variant,
                   .state = calloc(count + 1, sizeof *w.state),
                   .answer = malloc(sizeof *w.answer),
                   .other = malloc(sizeof *w.other),
                   .list = malloc((DUEL_MOVES_MAX + 1) * sizeof *w.list),
                   .out = {.count = count, .move = calloc(count + 1, sizeof *w.out.move)}};
    bool room = w.state && w.answer && w.other && w.list && w.out.move;
    duel_status status = room ? review_all(&w, why) : duel_full(why);
    free(w.state);
    free(w.answer);
    free(w.other);
    free(w.list);
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
