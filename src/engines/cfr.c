/* engines/cfr.c -- equilibrium strategies by regret minimization (CFR+, discounted CFR): see
 * sequence_form.h. */
#include "engines/sequence_form.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- life -------------------------------------------------------------------------------- */

static bool allot(double **array, const seq_side *side)
{
    *array = calloc(side->choices, sizeof **array);
    return *array != NULL;
}

static bool way_init(cfr_variant *w, const sequence_form *s, bool predictive)
{
    bool room = true;
    w->predictive = predictive;
    w->gap = INFINITY;
    for (int seat = 0; seat < SEQ_SEATS; seat++)
        room = room && allot(&w->regret[seat], &s->side[seat]) &&
               allot(&w->sum[seat], &s->side[seat]) &&
               (!predictive || allot(&w->last[seat], &s->side[seat]));
    return room;
}

size_t cfr_bytes(const sequence_form *s)
{
    enum { ARRAYS = 4 + 3 + 2 }; /* ours, and those of the two ways */
    return ARRAYS * sizeof(double) * ((size_t)s->side[0].choices + s->side[1].choices);
}

bool cfr_init(cfr *m, const sequence_form *s)
{
    *m = (cfr){.s = s, .sure = {-INFINITY, -INFINITY}};
    bool room = way_init(&m->way[0], s, true) && way_init(&m->way[1], s, false);
    for (int seat = 0; seat < SEQ_SEATS; seat++)
        room = room && allot(&m->chance[seat], &s->side[seat]) &&
               allot(&m->reach[seat], &s->side[seat]) &&
               allot(&m->gain[seat], &s->side[seat]) && allot(&m->best[seat], &s->side[seat]);
    if (!room)
        cfr_fini(m);
    return room;
}

void cfr_fini(cfr *m)
{
    for (int seat = 0; seat < SEQ_SEATS; seat++) {
        for (int i = 0; i < CFR_VARIANTS; i++) {
            free(m->way[i].regret[seat]);
            free(m->way[i].last[seat]);
            free(m->way[i].sum[seat]);
        }
        free(m->chance[seat]);
        free(m->reach[seat]);
        free(m->gain[seat]);
        free(m->best[seat]);
    }
    *m = (cfr){.s = NULL};
}

/* ---- over the sets of a seat ------------------------------------------------------------- */

static inline double larger(double a, double b) /* of numbers: fmax asks whether they are */
{
    return a > b ? a : b;
}

/* Weights, none below 0, become chances; if all are 0, even ones. */
static void normalize(const double *weight, uint32_t count, double *chance)
{
    double sum = 0;
    for (uint32_t i = 0; i < count; i++)
        sum += weight[i];
    for (uint32_t i = 0; i < count; i++)
        chance[i] = sum > 0 ? weight[i] / sum : 1.0 / count;
}

/* From weights of all choices of a seat. */
static void make_chances(const seq_side *side, const double *weight, double *chance)
{
    for (uint32_t set = 0; set < side->sets; set++)
        normalize(weight + side->first[set], side->first[set + 1] - side->first[set],
                  chance + side->first[set]);
}

static void spread_reach(const seq_side *side, const double *chance, double *reach)
{
    reach[SEQ_NONE] = 1;
    for (uint32_t set = 0; set < side->sets; set++) {
        double here = reach[side->parent[set]];
        for (uint32_t c = side->first[set]; c < side->first[set + 1]; c++)
            reach[c] = here * chance[c];
    }
}

/* What each sequence of `seat` comes to at the ends right after it: Second gets what First
 * loses. */
static void gather_ends(const sequence_form *s, int seat, const double *other, double *gain)
{
    size_t e = 0;
    int across = 1 - seat;
    memset(gain, 0, s->side[seat].choices * sizeof *gain);
    for (size_t deal = 0; deal < s->deals; deal++) {
        double weight = seat == 0 ? s->weight[deal] : -s->weight[deal];
        for (; e < s->deal_end[deal]; e++) {
            const seq_end *end = &s->end[e];
            gain[end->after[seat]] += weight * end->payoff * other[end->after[across]];
        }
    }
}

/* How likely the other seat and the deal let it end right after each sequence of `seat`. */
static void gather_chances(const sequence_form *s, int seat, const double *other, double *mass)
{
    size_t e = 0;
    memset(mass, 0, s->side[seat].choices * sizeof *mass);
    for (size_t deal = 0; deal < s->deals; deal++)
        for (; e < s->deal_end[deal]; e++)
            mass[s->end[e].after[seat]] += s->weight[deal] * other[s->end[e].after[1 - seat]];
}

/* ---- learning ---------------------------------------------------------------------------- */

typedef struct discount {
    double gained, lost; /* what is left of regrets above and below 0 */
} discount;

static discount discount_of(uint64_t iteration)
{
    double t = pow((double)iteration, 1.5);
    return (discount){t / (t + 1), 0.5};
}

static void learn_discounted(double *regret, const double *gain, double value, uint32_t count,
                             discount d)
{
    for (uint32_t i = 0; i < count; i++)
        regret[i] = regret[i] * (regret[i] > 0 ? d.gained : d.lost) + gain[i] - value;
}

static void learn_predictive(double *regret, double *last, const double *gain, double value,
                             uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        last[i] = gain[i] - value;
        regret[i] = larger(regret[i] + last[i], 0);
    }
}

/* From the last set to the first: what it is worth goes up to the sequence before it. */
static void learn(cfr *m, cfr_variant *w, int seat)
{
    const seq_side *side = &m->s->side[seat];
    double *gain = m->gain[seat], *regret = w->regret[seat];
    const double *chance = m->chance[seat];
    discount d = discount_of(w->iterations);
    for (uint32_t set = side->sets; set-- > 0;) {
        uint32_t first = side->first[set], count = side->first[set + 1] - first;
        double value = 0;
        for (uint32_t c = first; c < first + count; c++)
            value += chance[c] * gain[c];
        if (w->predictive)
            learn_predictive(regret + first, w->last[seat] + first, gain + first, value, count);
        else
            learn_discounted(regret + first, gain + first, value, count, d);
        gain[side->parent[set]] += value;
    }
}

/* Chances in proportion to regret, foreseen for the next time or as it is, where above 0. */
static void choose_anew(cfr *m, const cfr_variant *w, int seat)
{
    const seq_side *side = &m->s->side[seat];
    const double *regret = w->regret[seat], *last = w->last[seat];
    double *chance = m->chance[seat];
    for (uint32_t c = 1; c < side->choices; c++)
        chance[c] = larger(last ? regret[c] + last[c] : regret[c], 0);
    make_chances(side, chance, chance);
    spread_reach(side, chance, m->reach[seat]);
}

static void remember(const cfr *m, cfr_variant *w, int seat)
{
    double weight = (double)w->iterations * (double)w->iterations;
    double *sum = w->sum[seat];
    const double *reach = m->reach[seat];
    for (uint32_t c = 0; c < m->s->side[seat].choices; c++)
        sum[c] += weight * reach[c];
}

static void iterate(cfr *m, cfr_variant *w)
{
    w->iterations++;
    for (int seat = 0; seat < SEQ_SEATS; seat++) {
        gather_ends(m->s, seat, m->reach[1 - seat], m->gain[seat]);
        learn(m, w, seat);
        choose_anew(m, w, seat);
        remember(m, w, seat);
    }
}

/* ---- measuring --------------------------------------------------------------------------- */

double cfr_best_reply(cfr *m, int seat, const double *other)
{
    const seq_side *side = &m->s->side[seat];
    double *gain = m->gain[seat];
    spread_reach(&m->s->side[1 - seat], other, m->reach[1 - seat]);
    gather_ends(m->s, seat, m->reach[1 - seat], gain);
    for (uint32_t set = side->sets; set-- > 0;) {
        double most = gain[side->first[set]];
        for (uint32_t c = side->first[set] + 1; c < side->first[set + 1]; c++)
            most = larger(most, gain[c]);
        gain[side->parent[set]] += most;
    }
    return gain[SEQ_NONE];
}

/* What both averages are sure of; the best is kept. The chances of now are overwritten. */
static void measure_way(cfr *m, cfr_variant *w)
{
    w->gap = 0;
    for (int seat = 0; seat < SEQ_SEATS; seat++) {
        make_chances(&m->s->side[seat], w->sum[seat], m->chance[seat]);
        double sure = -cfr_best_reply(m, 1 - seat, m->chance[seat]);
        w->gap -= sure;
        if (sure <= m->sure[seat])
            continue;
        m->sure[seat] = sure;
        memcpy(m->best[seat], m->chance[seat],
               m->s->side[seat].choices * sizeof *m->best[seat]);
    }
}

void cfr_measure_best(cfr *m)
{
    for (int seat = 0; seat < SEQ_SEATS; seat++) {
        make_chances(&m->s->side[seat], m->best[seat], m->best[seat]);
        m->sure[seat] = -cfr_best_reply(m, 1 - seat, m->best[seat]);
    }
}

/* True: it got there before it was over. An iteration of a large game takes half a second. */
static bool run_way(cfr *m, cfr_variant *w, uint64_t iterations, cfr_stop_fn *over, void *self)
{
    bool ended = false;
    for (int seat = 0; seat < SEQ_SEATS; seat++)
        choose_anew(m, w, seat);
    while (w->iterations < iterations && !ended) {
        iterate(m, w);
        ended = over(self);
    }
    measure_way(m, w);
    return !ended;
}

/* Who is ahead runs on alone; whenever it has run four times as far, the other catches up, and
 * it is seen anew who is ahead. */
void cfr_round(cfr *m, cfr_stop_fn *over, void *self)
{
    enum { LEAST = 2, PART = 4, FAR = 4 };
    cfr_variant *lead = &m->way[m->ahead], *other = &m->way[!m->ahead];
    uint64_t more = lead->iterations / PART;
    bool goes_on =
        run_way(m, lead, lead->iterations + (more > LEAST ? more : LEAST), over, self);
    if (goes_on && FAR * other->iterations <= lead->iterations &&
        run_way(m, other, lead->iterations, over, self) && other->gap < lead->gap)
        m->ahead = !m->ahead;
    m->rounds++;
}

uint64_t cfr_iterations(const cfr *m)
{
    return m->way[0].iterations + m->way[1].iterations;
}

void cfr_worths(cfr *m, int seat)
{
    const seq_side *side = &m->s->side[seat];
    double *mass = m->chance[seat], *gain = m->gain[seat];
    cfr_best_reply(m, seat, m->best[1 - seat]);
    gather_chances(m->s, seat, m->reach[1 - seat], mass);
    for (uint32_t set = side->sets; set-- > 0;) {
        double here = mass[side->first[set]]; /* whatever is chosen, it comes to an end */
        mass[side->parent[set]] += here;
        for (uint32_t c = side->first[set]; c < side->first[set + 1]; c++)
            gain[c] = here > 0 ? gain[c] / here : (double)NAN;
    }
}

double cfr_weight(const cfr *m, int seat, uint32_t set)
{
    const double little = 1e-12;
    const seq_side *side = &m->s->side[seat];
    return m->chance[seat][side->first[set]] * m->reach[seat][side->parent[set]] + little;
}
