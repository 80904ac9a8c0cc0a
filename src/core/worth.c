/* core/worth.c -- see worth.h. */
#include "core/worth.h"
#include "core/play.h"
#include "core/value.h"

#include <math.h>

static bool counts_margins(const duel_variant *v)
{
    return v->traits & DUEL_MARGIN;
}

/* What everybody gets if nobody is ahead; a seat alone wins or loses. */
static double even_share(const duel_variant *v)
{
    return v->seats > 2 ? 1.0 / v->seats : 0.5;
}

/* ---- making them --------------------------------------------------------------------- */

/* How many tie is not in a result: all do. An ended game tells it better. */
duel_worth duel_worth_of_result(const duel_variant *v, const duel_result *r)
{
    if (r->value == DUEL_UNSOLVED)
        return (duel_worth){.known = false};
    bool scored = counts_margins(v);
    return (duel_worth){.known = true,
                        .proved = true,
                        .endless = r->value == DUEL_DRAW,
                        .scored = scored,
                        .share = r->value == DUEL_WIN    ? 1
                                 : r->value == DUEL_LOSS ? 0
                                                         : even_share(v),
                        .points = scored ? r->score : 0,
                        .plies = r->remoteness};
}

duel_worth duel_worth_of_end(const duel_variant *v, const int32_t score[], int seat)
{
    duel_result r = value_of_end(v, score, seat);
    duel_worth w = duel_worth_of_result(v, &r);
    w.share = duel_share(v, score, seat);
    return w;
}

/* Strictly between, however sure an engine is. */
static double estimated(double share)
{
    const double least = 1e-6;
    return share < least ? least : share > 1 - least ? 1 - least : share;
}

/* A logistic: even at 0, and about three quarters at 1, against one rival. */
static double share_of_lead(const duel_variant *v, double lead)
{
    double rivals = v->seats > 2 ? v->seats - 1 : 1;
    return 1 / (1 + rivals * exp(-lead));
}

/* Enough games that the error is no more than half a bin. */
static bool is_measured(const duel_calibration *c, const duel_bin *b)
{
    const int fewest = 20;
    return b->games >= fewest && b->error <= c->width / 2;
}

/* 2.8 errors: all ten bins of a sound table stay within them in 95 of 100 cases. */
static bool agrees(const duel_bin *b)
{
    const double errors = 2.8;
    return fabs(b->reached - b->told) <= errors * b->error;
}

bool duel_calibration_holds(const duel_calibration *c)
{
    int measured = 0;
    for (int i = 0; i < DUEL_BINS; i++) {
        if (is_measured(c, &c->bin[i]) && !agrees(&c->bin[i]))
            return false;
        measured += is_measured(c, &c->bin[i]);
    }
    return measured > 0 && agrees(&c->first);
}

/* Whether the number to be told lies in a bin that was measured. */
static bool is_borne_out(const duel_calibration *c, double told)
{
    double at = floor((told - c->low) / c->width);
    int bin = at >= 0 && at < DUEL_BINS               ? (int)at
              : told == c->low + DUEL_BINS * c->width ? DUEL_BINS - 1
                                                      : -1;
    return bin >= 0 && is_measured(c, &c->bin[bin]) && duel_calibration_holds(c);
}

/* From one knot to the next in a straight line. */
static double between(duel_knot a, duel_knot b, double said)
{
    double way = b.said > a.said ? (said - a.said) / (b.said - a.said) : 1;
    return a.reached + way * (b.reached - a.reached);
}

/* Beyond the knots a share goes straight on to nothing or all, points as they are said. A small
 * part of what was said keeps the order where games show no difference. */
double duel_calibrated(const duel_calibration *c, bool share, double said)
{
    const double part = 0.01;
    const duel_knot *k = c->knot, *last = &c->knot[DUEL_KNOTS - 1];
    double told;
    if (said <= k->said)
        told = share ? between((duel_knot){0, 0}, *k, said) : k->reached + said - k->said;
    else if (said >= last->said)
        told =
            share ? between(*last, (duel_knot){1, 1}, said) : last->reached + said - last->said;
    else {
        while (said > k[1].said)
            k++;
        told = between(k[0], k[1], said);
    }
    return (1 - part) * told + part * said;
}

/* The estimate is corrected by the table; its number may be told where games bear it out, which
 * what is computed over all that chance can bring does not need. */
static void calibrate(const duel_scale *s, duel_worth *w)
{
    const duel_calibration *c = s->calibration;
    w->calibrated = s->expected;
    if (c == NULL)
        return;
    if (w->scored)
        w->points = duel_calibrated(c, false, w->points);
    else
        w->share = estimated(duel_calibrated(c, true, w->share));
    w->calibrated =
        (w->scored || !w->unclear) && is_borne_out(c, w->scored ? w->points : w->share);
}

static duel_worth worth_of_number(const duel_variant *v, const duel_scale *s, double number)
{
    duel_worth w = {.known = true};
    if (s->meaning == DUEL_MEANS_SHARE) {
        w.share = estimated(number);
        return w;
    }
    w.share = estimated(share_of_lead(v, number / s->spread));
    w.scored = counts_margins(v) && s->meaning == DUEL_MEANS_POINTS;
    w.points = w.scored ? number : 0;
    return w;
}

duel_worth duel_worth_of_estimate(const duel_variant *v, const duel_scale *s, int32_t estimate)
{
    if (s->meaning == DUEL_MEANS_NOTHING || estimate == DUEL_NO_ESTIMATE)
        return (duel_worth){.known = false};
    duel_worth w = worth_of_number(v, s, (estimate - s->zero) / s->unit);
    w.unclear = s->meaning != DUEL_MEANS_SHARE && fabs(estimate - s->zero) < s->swing;
    calibrate(s, &w);
    return w;
}

static duel_worth worth_of(const duel_variant *v, const duel_answer *a, const duel_result *r,
                           int32_t estimate)
{
    return r->value == DUEL_UNSOLVED ? duel_worth_of_estimate(v, &a->scale, estimate)
                                     : duel_worth_of_result(v, r);
}

duel_worth duel_worth_of_answer(const duel_variant *v, const duel_answer *a)
{
    duel_worth w = worth_of(v, a, &a->result, a->estimate);
    return a->at_least ? duel_worth_at_least(w) : w;
}

duel_worth duel_worth_of_move_value(const duel_variant *v, const duel_answer *a,
                                    const duel_move_value *r)
{
    return worth_of(v, a, &r->result, r->estimate);
}

duel_worth duel_worth_of_plan(const duel_variant *v, const duel_answer *a)
{
    for (int i = 0; a->plan_count && a->at_least && i < a->rated_count; i++)
        if (a->rated[i].move == a->plan[0] && a->rated[i].result.remoteness == 1)
            return duel_worth_of_move_value(v, a, &a->rated[i]);
    return duel_worth_of_answer(v, a);
}

duel_result duel_result_of_worth(const duel_worth *w)
{
    if (!w->proved)
        return (duel_result){.value = DUEL_UNSOLVED};
    return (duel_result){.value = w->endless      ? DUEL_DRAW
                                  : w->share >= 1 ? DUEL_WIN
                                  : w->share > 0  ? DUEL_TIE
                                                  : DUEL_LOSS,
                         .score = (int32_t)w->points,
                         .remoteness = w->plies};
}

duel_worth duel_worth_across(duel_worth w)
{
    if (w.known)
        w.share = 1 - w.share;
    w.points = -w.points;
    return w;
}

duel_worth duel_worth_before(duel_worth w)
{
    if (w.proved && !w.endless && w.plies != DUEL_NO_REMOTENESS)
        w.plies++;
    return w;
}

duel_worth duel_worth_behind(const duel_variant *v, duel_worth w, int turn, int seat)
{
    if (turn != seat && v->seats != 2)
        return (duel_worth){.known = false};
    return duel_worth_before(turn == seat ? w : duel_worth_across(w));
}

duel_worth duel_worth_at_least(duel_worth w)
{
    if (w.proved && w.share >= 1) {
        w.scored = false;
        w.plies = w.plies > 1 ? DUEL_NO_REMOTENESS : w.plies;
        return w;
    }
    w.proved = w.endless = w.calibrated = false;
    w.plies = 0;
    w.share = w.known ? estimated(w.share) : 0;
    return w;
}

/* ---- comparing ----------------------------------------------------------------------- */

static int more(double a, double b)
{
    return (a > b) - (a < b);
}

int duel_worth_compare(const duel_variant *v, const duel_worth *a, const duel_worth *b)
{
    bool alone = v->seats == 1, lost = a->proved && a->share == 0;
    int by[] = {a->known - b->known,
                alone ? more(a->points, b->points) : 0,
                more(a->share, b->share),
                more(a->points, b->points),
                a->proved - b->proved,
                b->endless - a->endless,
                lost ? more(a->plies, b->plies) : more(b->plies, a->plies)};
    for (size_t i = 0; i < sizeof by / sizeof *by; i++)
        if (by[i])
            return by[i];
    return 0;
}

bool duel_worth_better(const duel_variant *v, const duel_worth *a, const duel_worth *b)
{
    return duel_worth_compare(v, a, b) > 0;
}

bool duel_worth_same(const duel_worth *a, const duel_worth *b)
{
    return a->known == b->known && a->proved == b->proved && a->endless == b->endless &&
           more(a->share, b->share) == 0 && more(a->points, b->points) == 0;
}

bool duel_worth_told(const duel_worth *w)
{
    return w->known && (w->proved || w->calibrated);
}

double duel_worth_level(const duel_variant *v, const duel_worth *w)
{
    double even = even_share(v), above = w->share - even;
    return !w->known ? 0 : above > 0 ? above / (1 - even) : above / even;
}

/* ---- what a move costs --------------------------------------------------------------- */

/* 1 ahead, 0 about even, -1 behind. */
static int side_of(const duel_variant *v, const duel_worth *w)
{
    const double about = 0.1;
    double level = duel_worth_level(v, w);
    return (level > about) - (level < -about);
}

duel_cost duel_worth_lost(const duel_variant *v, const duel_worth *had, const duel_worth *got)
{
    duel_cost c = {.known = had->known && got->known};
    c.scored = c.known && had->scored && got->scored;
    if (!c.known || !duel_worth_better(v, had, got))
        return c;
    c.sure = had->proved && got->proved;
    c.told = duel_worth_told(had) && duel_worth_told(got);
    c.turned = side_of(v, had) > side_of(v, got);
    c.share = fmax(0, had->share - got->share);
    c.points = c.scored ? fmax(0, had->points - got->points) : 0;
    return c;
}

/* By what was lost, as a part of all there is to lose. */
static duel_mark mark_by(double part, duel_mark worst)
{
    static const double from[] = {0.05, 0.15, 0.30};
    int mark = DUEL_UNMARKED;
    while (mark < (int)worst && part >= from[mark])
        mark++;
    return (duel_mark)mark;
}

/* Points count beside the share where that is an estimate: a lead turned into a chance hardly
 * tells one large lead from another. */
duel_mark duel_mark_of(const duel_variant *v, const duel_cost *c)
{
    const double points_from = 1;
    duel_mark worst = c->sure || c->turned ? DUEL_BLUNDER : DUEL_INACCURATE;
    double points = c->scored ? c->points / (v->max_score > 0 ? v->max_score : 1) : 0;
    bool alone = v->seats == 1 && c->scored;
    duel_mark mark = mark_by(alone ? points : c->share, worst);
    duel_mark of_points = c->sure || alone ? DUEL_UNMARKED : mark_by(points, DUEL_BLUNDER);
    mark = of_points > mark ? of_points : mark;
    return mark == DUEL_UNMARKED && c->points >= points_from ? DUEL_INACCURATE : mark;
}
