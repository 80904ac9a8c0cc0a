/* players/lazy_player.c -- a player with what it needs: memory from one budget, what was
 * learned earlier, and itself, opened when it is first asked. See lazy_player.h. */
#include "players/lazy_player.h"
#include "players/inside.h"
#include "players/program_player.h"

#include <time.h>

/* ---- memory ------------------------------------------------------------------------------ */

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

/* ---- what was learned -------------------------------------------------------------------- */

duel_status duel_learning_open(const char *dir, const duel_variant *v, duel_learning *out,
                               duel_msg *why)
{
    duel_learning l = {.v = v};
    duel_status status = duel_store_open(dir, &l.store, why);
    if (status != DUEL_OK)
        return status;
    status = duel_learned_open(l.store, v, &l.learned, why);
    if (status == DUEL_OK)
        *out = l;
    else
        duel_store_close(l.store);
    return status;
}

void duel_learning_close(duel_learning *l)
{
    if (l->store == NULL)
        return;
    duel_learned_close(&l->learned);
    duel_store_close(l->store);
    l->store = NULL;
}

const duel_learned *duel_learning_base(const duel_learning *l)
{
    return l->store ? &l->learned : NULL;
}

duel_status duel_learning_save(duel_learning *l, duel_player *p, int64_t now, uint64_t *saved,
                               duel_msg *why)
{
    const duel_engine *engine;
    void *self;
    *saved = 0;
    if (l->store == NULL || !duel_player_prover(p, &engine, &self))
        return DUEL_OK;
    return duel_learned_harvest(l->store, l->v, engine, self, now, saved, why);
}

/* ---- an actor ---------------------------------------------------------------------------- */

/* A program from outside has its own memory. */
static size_t memory_for(const duel_troupe *t, duel_actor *a)
{
    if (t->purse == NULL || duel_bot_is(duel_str_of(a->spec)))
        return a->memory;
    if (a->taken == 0)
        a->taken = duel_purse_take(t->purse, a->memory);
    return a->taken;
}

/* What cannot be read of what was learned can be thought about again. */
duel_status duel_actor_call(const duel_troupe *t, duel_actor *a, duel_msg *why)
{
    duel_learning l = {.store = t->store, .v = t->v};
    if (a->player)
        return DUEL_OK;
    if (t->store && a->learning.store == NULL &&
        duel_learned_open(t->store, t->v, &l.learned, NULL) == DUEL_OK)
        a->learning = l;
    return duel_player_open(duel_str_of(a->spec), t->v, memory_for(t, a),
                            a->learning.store ? duel_learning_base(&a->learning) : NULL,
                            &a->player, why);
}

duel_status duel_actor_learn(duel_actor *a, int64_t now, uint64_t *saved, duel_msg *why)
{
    uint64_t fresh = 0;
    duel_status status = DUEL_OK;
    if (a->player && a->learning.store)
        status = duel_learning_save(&a->learning, a->player, now, &fresh, why);
    *saved += fresh;
    return status;
}

/* The store is somebody else's. */
void duel_actor_send_home(const duel_troupe *t, duel_actor *a)
{
    duel_player_close(a->player);
    if (t->purse)
        duel_purse_give(t->purse, a->taken);
    a->taken = 0;
    if (a->learning.learned.self)
        duel_learned_close(&a->learning.learned);
    a->player = NULL;
    a->learning = (duel_learning){.store = NULL};
}

static void rest(const duel_troupe *t, duel_actor *a)
{
    uint64_t saved = 0;
    if (a->taken == 0 || !duel_purse_is_short(t->purse))
        return;
    duel_actor_learn(a, (int64_t)time(NULL), &saved, NULL);
    duel_actor_send_home(t, a);
}

duel_status duel_actor_think(const duel_troupe *t, duel_actor *a, const duel_think *call,
                             duel_answer *out, duel_msg *why)
{
    duel_status status = duel_actor_call(t, a, why);
    if (status == DUEL_OK)
        status = duel_player_think(a->player, call, out, why);
    rest(t, a);
    return status;
}
