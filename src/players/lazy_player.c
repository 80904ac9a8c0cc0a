/* players/lazy_player.c -- a player with what it needs: memory from one budget, what was
 * learned earlier, and itself, opened when it is first asked. See lazy_player.h. */
#include "players/lazy_player.h"
#include "players/inside.h"
#include "players/program_player.h"

#include <time.h>

/* ---- memory ------------------------------------------------------------------------------ */

/* A fourth of what is left, so that there is something for the next one. */
enum { PART = 4, LEAST = 4 << 20 };

void memory_budget_init(memory_budget *p, size_t bytes)
{
    p->all = (long long)bytes;
    atomic_init(&p->left, (long long)bytes);
}

static long long part_of(long long left, size_t wanted)
{
    long long part = left / PART > LEAST ? left / PART : LEAST;
    return part < (long long)wanted ? part : (long long)wanted;
}

size_t memory_budget_take(memory_budget *p, size_t wanted)
{
    long long left = atomic_load(&p->left), part;
    do
        part = part_of(left, wanted);
    while (!atomic_compare_exchange_weak(&p->left, &left, left - part));
    return (size_t)part;
}

void memory_budget_charge(memory_budget *p, size_t needed)
{
    atomic_fetch_sub(&p->left, (long long)needed);
}

void memory_budget_give(memory_budget *p, size_t taken)
{
    atomic_fetch_add(&p->left, (long long)taken);
}

size_t memory_budget_held(const memory_budget *p)
{
    return (size_t)(p->all - atomic_load(&p->left));
}

bool memory_budget_is_short(const memory_budget *p)
{
    return atomic_load(&p->left) < 0;
}

/* ---- what was learned -------------------------------------------------------------------- */

duel_status variant_results_open(const char *dir, const duel_variant *v, variant_results *out,
                                 duel_msg *why)
{
    variant_results l = {.v = v};
    duel_status status = store_open(dir, &l.store, why);
    if (status != DUEL_OK)
        return status;
    status = results_open(l.store, v, &l.learned, why);
    if (status == DUEL_OK)
        *out = l;
    else
        store_close(l.store);
    return status;
}

void variant_results_close(variant_results *l)
{
    if (l->store == NULL)
        return;
    results_close(&l->learned);
    store_close(l->store);
    l->store = NULL;
}

const duel_learned *variant_results_base(const variant_results *l)
{
    return l->store ? &l->learned : NULL;
}

duel_status variant_results_save(variant_results *l, machine_player *p, int64_t now,
                                 uint64_t *saved, duel_msg *why)
{
    const duel_engine *engine;
    void *self;
    *saved = 0;
    if (l->store == NULL || !player_prover(p, &engine, &self))
        return DUEL_OK;
    return results_save(l->store, l->v, engine, self, now, saved, why);
}

/* ---- an actor ---------------------------------------------------------------------------- */

/* A program from outside has its own memory. */
static size_t memory_for(const player_context *t, lazy_player *a)
{
    if (t->purse == NULL || program_player_is(duel_str_of(a->spec)))
        return a->memory;
    if (a->taken == 0)
        a->taken = memory_budget_take(t->purse, a->memory);
    return a->taken;
}

/* What cannot be read of what was learned can be thought about again. */
duel_status lazy_player_open(const player_context *t, lazy_player *a, duel_msg *why)
{
    variant_results l = {.store = t->store, .v = t->v};
    if (a->player)
        return DUEL_OK;
    if (t->store && a->learning.store == NULL &&
        results_open(t->store, t->v, &l.learned, NULL) == DUEL_OK)
        a->learning = l;
    return player_open(duel_str_of(a->spec), t->v, memory_for(t, a),
                       a->learning.store ? variant_results_base(&a->learning) : NULL,
                       &a->player, why);
}

duel_status lazy_player_learn(lazy_player *a, int64_t now, uint64_t *saved, duel_msg *why)
{
    uint64_t fresh = 0;
    duel_status status = DUEL_OK;
    if (a->player && a->learning.store)
        status = variant_results_save(&a->learning, a->player, now, &fresh, why);
    *saved += fresh;
    return status;
}

/* The store is somebody else's. */
void lazy_player_close(const player_context *t, lazy_player *a)
{
    player_close(a->player);
    if (t->purse)
        memory_budget_give(t->purse, a->taken);
    a->taken = 0;
    if (a->learning.learned.self)
        results_close(&a->learning.learned);
    a->player = NULL;
    a->learning = (variant_results){.store = NULL};
}

static void rest(const player_context *t, lazy_player *a)
{
    uint64_t saved = 0;
    if (a->taken == 0 || !memory_budget_is_short(t->purse))
        return;
    lazy_player_learn(a, (int64_t)time(NULL), &saved, NULL);
    lazy_player_close(t, a);
}

duel_status lazy_player_think(const player_context *t, lazy_player *a, const duel_think *call,
                              duel_answer *out, duel_msg *why)
{
    duel_status status = lazy_player_open(t, a, why);
    if (status == DUEL_OK)
        status = player_think(a->player, call, out, why);
    rest(t, a);
    return status;
}
