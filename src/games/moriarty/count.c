/* moriarty/count.c -- see count.h. A table of all positions met, open addressing; its entries
 * are found anew after every recursion, for the table may have grown meanwhile. */
#include "games/moriarty/count.h"

#include "base/clock.h"

#include <stdlib.h>

typedef struct entry {
    moriarty_state state; /* no disc at all: free */
    int score;
    bool valued; /* false while the positions below are looked at */
} entry;

typedef struct census {
    const duel_variant *v;
    const duel_think *think;
    entry *slot;
    size_t mask, used, most;
    double begin;
    duel_status status;
    duel_msg *why;
} census;

static size_t hash_position(const moriarty_state *s)
{
    uint64_t h = (s->disc[0] + s->seat) * UINT64_C(0x9E3779B97F4A7C15);
    h = (h ^ h >> 29 ^ s->disc[1]) * UINT64_C(0xBF58476D1CE4E5B9);
    return (size_t)(h ^ h >> 32);
}

static bool same(const moriarty_state *a, const moriarty_state *b)
{
    return a->disc[0] == b->disc[0] && a->disc[1] == b->disc[1] && a->seat == b->seat;
}

/* The slot of a state, or the free one where it belongs. */
static entry *find_slot(const census *c, const moriarty_state *s)
{
    size_t at = hash_position(s) & c->mask;
    while ((c->slot[at].state.disc[0] | c->slot[at].state.disc[1]) &&
           !same(&c->slot[at].state, s))
        at = (at + 1) & c->mask;
    return &c->slot[at];
}

static bool resize(census *c, size_t slots)
{
    entry *old = c->slot;
    size_t count = old ? c->mask + 1 : 0;
    entry *bigger = slots <= c->most ? calloc(slots, sizeof *bigger) : NULL;
    if (bigger == NULL)
        return false;
    c->slot = bigger;
    c->mask = slots - 1;
    for (size_t i = 0; i < count; i++)
        if (old[i].state.disc[0] | old[i].state.disc[1])
            *find_slot(c, &old[i].state) = old[i];
    free(old);
    return true;
}

static bool out_of_time(const census *c)
{
    enum { LOOK = 4096 };
    const duel_think *t = c->think;
    if (t->stop && atomic_load_explicit(t->stop, memory_order_relaxed))
        return true;
    if (t->nodes && c->used >= t->nodes)
        return true;
    return t->seconds > 0 && c->used % LOOK == 0 && duel_clock() - c->begin >= t->seconds;
}

static bool may_go_on(census *c)
{
    if (c->status == DUEL_OK && out_of_time(c))
        c->status = DUEL_STOPPED;
    if (c->status == DUEL_OK && c->used > c->mask / 4 * 3 && !resize(c, 2 * (c->mask + 1)))
        c->status = duel_refuse(
            c->why, N_("More than {0} positions lie below: too many to be counted here."), "i",
            (int64_t)c->used);
    return c->status == DUEL_OK;
}

static int value_of(census *c, const moriarty_state *s)
{
    entry *e = find_slot(c, s);
    if (e->valued)
        return e->score;
    if (!may_go_on(c))
        return 0;
    duel_move list[MORIARTY_MAX_MOVES];
    int count = c->v->game->moves(c->v, s, list), best = -65;
    e = find_slot(c, s);
    e->state = *s;
    c->used++;
    for (int i = 0; i < count; i++) {
        moriarty_state child = *s;
        moriarty_do(&child, (int)list[i]);
        int score = -value_of(c, &child);
        if (score > best)
            best = score;
    }
    e = find_slot(c, s);
    e->score = count ? best : moriarty_result(c->v, s);
    e->valued = true;
    return e->score;
}

static void tally(const census *c, moriarty_census *out)
{
    *out = (moriarty_census){.positions = c->used};
    for (size_t i = 0; i <= c->mask; i++)
        if (c->slot[i].valued)
            out->counts[c->slot[i].score > 0   ? DUEL_WIN
                        : c->slot[i].score < 0 ? DUEL_LOSS
                                               : DUEL_TIE]++;
}

duel_status moriarty_count_all(const duel_variant *v, const moriarty_state *s,
                               const duel_think *think, size_t memory, moriarty_census *out,
                               duel_msg *why)
{
    enum { FIRST_SLOTS = 1 << 12 };
    census c = {.v = v,
                .think = think,
                .most = memory / sizeof(entry) / 3 * 2,
                .begin = duel_clock(),
                .why = why};
    if (!resize(&c, FIRST_SLOTS))
        return duel_full(why);
    int score = value_of(&c, s);
    if (c.status == DUEL_OK) {
        tally(&c, out);
        out->score = score;
    }
    free(c.slot);
    return c.status;
}
