/* players/purse.c -- see purse.h. */
#include "players/purse.h"

/* A fourth of what is left, so that there is something for the next one. */
enum { PART = 4, LEAST = 4 << 20 };

void duel_purse_init(duel_purse *p, size_t bytes)
{
    p->all = (long long)bytes;
    atomic_init(&p->left, (long long)bytes);
}

static long long part_of(long long left, size_t wanted)
{
    long long part = left / PART > LEAST ? left / PART : LEAST;
    return part < (long long)wanted ? part : (long long)wanted;
}

size_t duel_purse_take(duel_purse *p, size_t wanted)
{
    long long left = atomic_load(&p->left), part;
    do
        part = part_of(left, wanted);
    while (!atomic_compare_exchange_weak(&p->left, &left, left - part));
    return (size_t)part;
}

void duel_purse_charge(duel_purse *p, size_t needed)
{
    atomic_fetch_sub(&p->left, (long long)needed);
}

void duel_purse_give(duel_purse *p, size_t taken)
{
    atomic_fetch_add(&p->left, (long long)taken);
}

size_t duel_purse_held(const duel_purse *p)
{
    return (size_t)(p->all - atomic_load(&p->left));
}

bool duel_purse_is_short(const duel_purse *p)
{
    return atomic_load(&p->left) < 0;
}
