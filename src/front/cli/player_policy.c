/* front/cli/player_policy.c -- see player_policy.h. */
#include "front/cli/player_policy.h"
#include "base/hash.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

void asked_policy_fini(asked_policy *h)
{
    for (size_t i = 0; i < h->count; i++) {
        free(h->list[i].view);
        free(h->list[i].move);
        free(h->list[i].chance);
        free(h->list[i].batch);
    }
    free(h->list);
    free(h->slot);
}

/* ---- views asked about ------------------------------------------------------------------- */

static uint32_t *slot_of_habit(const asked_policy *h, int seat, uint64_t known)
{
    size_t at = (size_t)hash_mix(known + (uint64_t)seat) & (h->slots - 1);
    while (h->slot[at] &&
           (h->list[h->slot[at] - 1].known != known || h->list[h->slot[at] - 1].seat != seat))
        at = (at + 1) & (h->slots - 1);
    return &h->slot[at];
}

static bool grow_habits(asked_policy *h)
{
    size_t room = h->room ? 2 * h->room : 64;
    habit *list = realloc(h->list, room * sizeof *list);
    uint32_t *slot = calloc(2 * room, sizeof *slot);
    if (list)
        h->list = list;
    if (list == NULL || slot == NULL) {
        free(slot);
        return false;
    }
    free(h->slot);
    h->slot = slot;
    h->slots = 2 * room;
    h->room = room;
    for (size_t i = 0; i < h->count; i++)
        *slot_of_habit(h, list[i].seat, list[i].known) = (uint32_t)i + 1;
    return true;
}

static habit *add_habit(asked_policy *h, const policy_place *at)
{
    if (h->count == h->room && !grow_habits(h))
        return NULL;
    habit own = {at->seat,
                 at->known,
                 malloc(sizeof *own.view),
                 malloc((size_t)at->count * sizeof *own.move),
                 at->count,
                 calloc((size_t)at->count, sizeof *own.chance),
                 NULL};
    if (own.view == NULL || own.move == NULL || own.chance == NULL) {
        free(own.view);
        free(own.move);
        free(own.chance);
        return NULL;
    }
    memcpy(own.view, at->view, h->v->state_size);
    memcpy(own.move, at->move, (size_t)at->count * sizeof *own.move);
    *slot_of_habit(h, at->seat, at->known) = (uint32_t)h->count + 1;
    h->list[h->count] = own;
    return &h->list[h->count++];
}

/* ---- asking ------------------------------------------------------------------------------ */

int asked_policy_batches(const asked_policy *h)
{
    return h->seeds < HABIT_BATCHES ? h->seeds : HABIT_BATCHES;
}

/* The number of seeds in the batches before this one, counted from 0. */
static int seeds_before(const asked_policy *h, int batch)
{
    return (int)((int64_t)h->seeds * batch / asked_policy_batches(h));
}

static int seeds_of(const asked_policy *h, int batch)
{
    return seeds_before(h, batch + 1) - seeds_before(h, batch);
}

/* Batch by batch, unless the player tells its chances. */
static void ask_batches(asked_policy *h, const policy_place *at, habit *own, bool *told)
{
    for (int b = 0; h->status == DUEL_OK && !*told && b < asked_policy_batches(h); b++) {
        double *batch = own->batch + b * at->count;
        duel_think t = {.view = at->view,
                        .seat = at->seat,
                        .known = at->known,
                        .nodes = h->nodes,
                        .seed = h->seed + (uint64_t)seeds_before(h, b)};
        h->status = strategy_ask(h->player, &t, seeds_of(h, b), at->move, at->count, batch,
                                 told, &h->why);
        for (int i = 0; i < at->count; i++)
            own->chance[i] =
                *told ? batch[i] : own->chance[i] + batch[i] * seeds_of(h, b) / h->seeds;
    }
}

static void ask_habit(asked_policy *h, const policy_place *at, habit *own)
{
    double careless = player_carelessness(h->player);
    bool told = careless >= 1;
    own->batch = calloc((size_t)(HABIT_BATCHES * at->count), sizeof *own->batch);
    h->status = own->batch ? DUEL_OK : duel_no_space(&h->why);
    ask_batches(h, at, own, &told);
    h->sampled = h->sampled || !told;
    if (!told)
        return;
    free(own->batch);
    own->batch = NULL;
    for (int i = 0; i < at->count; i++)
        own->chance[i] = careless / at->count + (1 - careless) * own->chance[i];
}

bool asked_policy_mix(void *self, const policy_place *at, double chance[])
{
    asked_policy *h = self;
    uint32_t found = h->slots ? *slot_of_habit(h, at->seat, at->known) : 0;
    habit *own = found ? &h->list[found - 1] : add_habit(h, at);
    if (own == NULL)
        h->status = duel_no_space(&h->why);
    else if (!found)
        ask_habit(h, at, own);
    if (h->status != DUEL_OK)
        return false;
    memcpy(chance, own->chance, (size_t)at->count * sizeof *chance);
    if (h->without && own->batch) {
        int b = h->without - 1, out = seeds_of(h, b);
        for (int i = 0; i < at->count; i++)
            chance[i] = fmax(0, (h->seeds * chance[i] - out * own->batch[b * at->count + i]) /
                                    (h->seeds - out));
    }
    return true;
}
