/* engines/costs.c -- see costs.h. */
#include "engines/costs.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static void work_out_worths(mixing *m)
{
    for (int seat = 0; seat < SEQ_SEATS; seat++)
        mixing_worths(m, seat);
}

/* ---- by views alone ---------------------------------------------------------------------- */

typedef struct seen_set {
    uint64_t view;
    uint32_t set;
} seen_set;

static int by_view(const void *a, const void *b)
{
    const seen_set *x = a, *y = b;
    int order = (x->view > y->view) - (x->view < y->view);
    return order ? order : (x->set > y->set) - (x->set < y->set);
}

/* Gives the sets order[0..count), which look alike, one mix. */
static void lay_together(const mixing *m, int seat, const seen_set *order, uint32_t count,
                         double *chance)
{
    const seq_side *side = &m->s->side[seat];
    uint32_t first = side->first[order[0].set], moves = side->first[order[0].set + 1] - first;
    double sum = 0;
    for (uint32_t i = 0; i < count; i++) {
        double weight = mixing_weight(m, seat, order[i].set);
        sum += weight;
        for (uint32_t c = 0; c < moves; c++)
            chance[first + c] += weight * m->best[seat][side->first[order[i].set] + c];
    }
    for (uint32_t c = 0; c < moves; c++)
        chance[first + c] /= sum;
    for (uint32_t i = 1; i < count; i++)
        memcpy(chance + side->first[order[i].set], chance + first, moves * sizeof *chance);
}

double costs_by_view(mixing *m, int seat)
{
    const seq_side *side = &m->s->side[seat];
    seen_set *order = malloc((side->sets + 1) * sizeof *order);
    double *chance = calloc(side->choices, sizeof *chance), loss = INFINITY;
    for (uint32_t set = 0; order && set < side->sets; set++)
        order[set] = (seen_set){side->view[set], set};
    if (order && chance) {
        qsort(order, side->sets, sizeof *order, by_view);
        for (uint32_t at = 0, next; at < side->sets; at = next) {
            for (next = at + 1; next < side->sets && order[next].view == order[at].view;)
                next++;
            lay_together(m, seat, order + at, next - at, chance);
        }
        loss = mixing_best_reply(m, 1 - seat, chance) - m->sure[1 - seat];
        work_out_worths(m);
    }
    free(order);
    free(chance);
    return loss;
}

/* ---- always the same --------------------------------------------------------------------- */

void costs_of_habits(mixing *m, int seat, uint32_t set, double cost[])
{
    const uint32_t *first = m->s->side[seat].first + set;
    double *chance = m->best[seat] + *first, mix[DUEL_MOVES_MAX];
    uint32_t count = first[1] - first[0];
    memcpy(mix, chance, count * sizeof *mix);
    for (uint32_t i = 0; i < count; i++) {
        memset(chance, 0, count * sizeof *chance);
        chance[i] = 1;
        cost[i] = mixing_best_reply(m, 1 - seat, m->best[seat]) + m->sure[seat];
    }
    memcpy(chance, mix, count * sizeof *mix);
    work_out_worths(m);
}
