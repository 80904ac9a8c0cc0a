/* engines/shelving.c -- see shelving.h. */
#include "engines/shelving.h"
#include "base/hash.h"

#include <math.h>
#include <stdlib.h>

static const double parts = (double)(UINT64_C(1) << DUEL_MIX_BITS);

typedef struct shelved {
    uint64_t key;
    uint32_t choice;
    int seat;
} shelved;

static int by_key(const void *a, const void *b)
{
    const shelved *x = a, *y = b;
    return (x->key > y->key) - (x->key < y->key);
}

static size_t choices_of(const sequences *s)
{
    return (size_t)s->side[0].choices + s->side[1].choices - SEQ_SEATS;
}

/* All choices by their keys; NULL: no memory. */
static shelved *sort_choices(const sequences *s)
{
    size_t count = 0;
    shelved *list = malloc((choices_of(s) + 1) * sizeof *list);
    for (int seat = 0; list && seat < SEQ_SEATS; seat++) {
        const seq_side *side = &s->side[seat];
        for (uint32_t set = 0; set < side->sets; set++)
            for (uint32_t c = side->first[set]; c < side->first[set + 1]; c++) {
                uint64_t place = hash_mix(c - side->first[set] + 1);
                list[count++] = (shelved){hash_mix(side->key[set] ^ place), c, seat};
            }
    }
    if (list)
        qsort(list, count, sizeof *list, by_key);
    return list;
}

/* ---- recalling --------------------------------------------------------------------------- */

typedef struct recalling {
    mixing *m;
    const shelved *at, *end;
    size_t found;
} recalling;

static bool recall_choice(void *to, uint64_t key, uint64_t code)
{
    recalling *r = to;
    while (r->at < r->end && r->at->key < key)
        r->at++;
    if (r->at < r->end && r->at->key == key && (double)code <= parts + 1) {
        r->m->best[r->at->seat][r->at->choice] = (double)(code - 1) / parts;
        r->found++;
    }
    return true;
}

/* Chances of a set add up to 1, but for what was rounded. */
static bool are_mixes(const mixing *m)
{
    const double rounded = 1e-6;
    for (int seat = 0; seat < SEQ_SEATS; seat++) {
        const seq_side *side = &m->s->side[seat];
        for (uint32_t set = 0; set < side->sets; set++) {
            double sum = 0;
            for (uint32_t c = side->first[set]; c < side->first[set + 1]; c++)
                sum += m->best[seat][c];
            if (!(fabs(sum - 1) < rounded))
                return false;
        }
    }
    return true;
}

shelf shelving_recall(mixing *m, const duel_learned *learned)
{
    size_t count = choices_of(m->s);
    shelved *list = sort_choices(m->s);
    if (list == NULL)
        return SHELF_EMPTY;
    recalling r = {m, list, list + count, 0};
    bool read = learned->pour(learned->self, false, recall_choice, &r);
    free(list);
    if (read && r.found == 0)
        return SHELF_EMPTY;
    return r.found == count && are_mixes(m) ? SHELF_WHOLE : SHELF_DAMAGED;
}

/* ---- handing over ------------------------------------------------------------------------ */

duel_status shelving_hand_over(const mixing *m, duel_take *take, void *to)
{
    size_t count = choices_of(m->s);
    shelved *list = sort_choices(m->s);
    if (list == NULL)
        return DUEL_FULL;
    for (size_t i = 0; i < count; i++) {
        double chance = m->best[list[i].seat][list[i].choice];
        if (!take(to, list[i].key, (uint64_t)llround(chance * parts) + 1))
            break;
    }
    free(list);
    return DUEL_OK;
}
