/* players/learning.c -- see learning.h. */
#include "players/learning.h"

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
