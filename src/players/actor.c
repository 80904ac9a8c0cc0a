/* players/actor.c -- see actor.h. */
#include "players/actor.h"
#include "players/bot.h"

#include <time.h>

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
