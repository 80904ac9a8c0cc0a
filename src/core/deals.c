/* core/deals.c -- see deals.h. */
#include "core/deals.h"
#include "base/chance_tree.h"
#include "base/grow.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct record_head { /* of a record; the state follows */
    double weight;
    uint64_t size; /* of the state: who compares two records knows nothing else */
} record_head;

static void *record_at(const duel_deals *d, size_t i)
{
    return d->bytes + i * d->stride;
}

const void *duel_deals_state(const duel_deals *d, size_t i)
{
    return (const unsigned char *)record_at(d, i) + sizeof(record_head);
}

double duel_deals_weight(const duel_deals *d, size_t i)
{
    const record_head *head = record_at(d, i);
    return head->weight;
}

static int by_state(const void *a, const void *b)
{
    const record_head *x = a, *y = b;
    return memcmp(x + 1, y + 1, x->size);
}

/* Equal states become one. */
static void merge_deals(duel_deals *d)
{
    size_t kept = 0;
    if (d->count)
        qsort(d->bytes, d->count, d->stride, by_state);
    for (size_t i = 1; i < d->count; i++) {
        record_head *last = record_at(d, kept), *next = record_at(d, i);
        if (by_state(last, next) == 0)
            last->weight += next->weight;
        else if (++kept != i)
            memcpy(record_at(d, kept), next, d->stride);
    }
    d->count = d->count ? kept + 1 : 0;
}

/* Room for one more: by merging, and where that frees less than half, by growing. */
static bool make_room(duel_deals *d, size_t *room)
{
    if (d->count < *room)
        return true;
    merge_deals(d);
    if (d->count < *room / 2)
        return true;
    return duel_grow(&d->bytes, d->stride, room, sizeof *room, *room + 1);
}

static void add_deal(const duel_variant *v, const void *state, double weight, duel_deals *d)
{
    record_head *head = record_at(d, d->count++);
    memset(head, 0, d->stride);
    *head = (record_head){weight, v->state_size};
    memcpy(head + 1, state, v->state_size);
}

/* Written as people do: 8·10^67. */
static duel_status refuse_ways(double ways, uint64_t most, duel_msg *why)
{
    char number[32];
    int power = (int)floor(log10(ways));
    if (ways < 1e9)
        snprintf(number, sizeof number, "%.0f", ways);
    else
        snprintf(number, sizeof number, "%.0f·10^%d", floor(ways / pow(10, power)), power);
    return duel_refuse(why,
                       N_("There are about {0} ways to deal: more than {1} are not listed."),
                       "ci", number, (int64_t)most);
}

static duel_status refuse_fault(const duel_variant *v, duel_chance_tree_fault fault,
                                duel_msg *why)
{
    if (fault == DUEL_CHANCE_TREE_LONG)
        return duel_refuse(why, N_("A deal of {0} makes more than {1} draws."), "ci",
                           v->game->id, (int64_t)DUEL_CHANCE_TREE_DRAWS);
    if (fault == DUEL_CHANCE_TREE_FICKLE)
        return duel_fail(why, N_("{0}: the deal does not draw alike when it is asked again."),
                         "c", v->game->id);
    return duel_refuse(
        why, N_("The deal of {0} draws a number of 64 bits: its deals cannot be listed."), "c",
        v->game->id);
}

/* One way: the state it leads to. */
static duel_status deal_by_tape(const duel_variant *v, duel_chance_tree *tape,
                                duel_state *state, duel_msg *why)
{
    duel_rng rng;
    duel_rng_init_tree(&rng, tape);
    memset(state, 0, v->state_size);
    duel_status status = v->game->deal(v, &rng, state);
    if (tape->fault != DUEL_CHANCE_TREE_FINE)
        return refuse_fault(v, tape->fault, why);
    return status == DUEL_OK ? status : duel_fail(why, N_("The deal fails."), "");
}

/* What the first way tells of their number; it may be wrong where a draw decides how many
 * follow, so that only what is far too much is refused by it. */
static bool is_hopeless(const duel_chance_tree *tape, uint64_t most)
{
    enum { FAR = 1000 };
    return 1 / duel_chance_tree_weight(tape) > FAR * (double)most;
}

static duel_status list_ways(const duel_variant *v, uint64_t most, duel_deals_over *over,
                             const void *self, duel_chance_tree *tape, duel_deals *d,
                             duel_msg *why)
{
    enum { ASKED_EVERY = 64 };
    size_t room = 0;
    duel_state state;
    do {
        duel_status status = deal_by_tape(v, tape, &state, why);
        if (status != DUEL_OK)
            return status;
        if (++d->ways > most || (d->ways == 1 && is_hopeless(tape, most)))
            return refuse_ways(fmax(1 / duel_chance_tree_weight(tape), (double)d->ways), most,
                               why);
        if (!make_room(d, &room))
            return duel_no_space(why);
        add_deal(v, &state, duel_chance_tree_weight(tape), d);
        if (d->ways % ASKED_EVERY == 0 && over(self))
            return DUEL_STOPPED;
    } while (duel_chance_tree_next(tape));
    merge_deals(d);
    return DUEL_OK;
}

duel_status duel_deals_list_until(const duel_variant *v, uint64_t most, duel_deals_over *over,
                                  const void *self, duel_deals *out, duel_msg *why)
{
    size_t align = sizeof(uint64_t);
    duel_deals d = {.stride =
                        sizeof(record_head) + (v->state_size + align - 1) / align * align};
    duel_chance_tree *tape = malloc(sizeof *tape);
    if (tape == NULL)
        return duel_no_space(why);
    duel_chance_tree_init(tape);
    duel_status status = list_ways(v, most, over, self, tape, &d, why);
    free(tape);
    if (status == DUEL_OK)
        *out = d;
    else
        duel_deals_fini(&d);
    return status;
}

static bool never_over(const void *self)
{
    return false;
}

duel_status duel_deals_list(const duel_variant *v, uint64_t most, duel_deals *out,
                            duel_msg *why)
{
    return duel_deals_list_until(v, most, never_over, NULL, out, why);
}

duel_status duel_deals_look(const duel_variant *v, uint64_t most, duel_msg *why)
{
    duel_state state;
    duel_chance_tree *tape = malloc(sizeof *tape);
    if (tape == NULL)
        return duel_no_space(why);
    duel_chance_tree_init(tape);
    duel_status status = deal_by_tape(v, tape, &state, why);
    if (status == DUEL_OK && is_hopeless(tape, most))
        status = refuse_ways(1 / duel_chance_tree_weight(tape), most, why);
    free(tape);
    return status;
}

void duel_deals_fini(duel_deals *d)
{
    free(d->bytes);
    *d = (duel_deals){.count = 0};
}

size_t duel_deals_find(const duel_variant *v, const duel_deals *d, const void *state)
{
    size_t low = 0, high = d->count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        int order = memcmp(duel_deals_state(d, middle), state, v->state_size);
        if (order == 0)
            return middle;
        if (order < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return d->count;
}
