/* front/cli/habits.c -- see habits.h. */
#include "front/cli/habits.h"
#include "base/hash.h"

#include <stdlib.h>
#include <string.h>

void habits_fini(habits *h)
{
    for (size_t i = 0; i < h->count; i++) {
        free(h->list[i].view);
        free(h->list[i].move);
        free(h->list[i].chance);
    }
    free(h->list);
    free(h->slot);
}

/* ---- views asked about ------------------------------------------------------------------- */

static uint32_t *slot_of_habit(const habits *h, int seat, uint64_t known)
{
    size_t at = (size_t)hash_mix(known + (uint64_t)seat) & (h->slots - 1);
    while (h->slot[at] &&
           (h->list[h->slot[at] - 1].known != known || h->list[h->slot[at] - 1].seat != seat))
        at = (at + 1) & (h->slots - 1);
    return &h->slot[at];
}

static bool grow_habits(habits *h)
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

static habit *add_habit(habits *h, const respond_place *at)
{
    if (h->count == h->room && !grow_habits(h))
        return NULL;
    habit own = {at->seat,
                 at->known,
                 malloc(sizeof *own.view),
                 malloc((size_t)at->count * sizeof *own.move),
                 at->count,
                 calloc((size_t)at->count, sizeof *own.chance)};
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

static bool ask_habit(habits *h, const respond_place *at, double chance[])
{
    duel_think t = {.view = at->view, .seat = at->seat, .known = at->known, .nodes = h->nodes};
    h->status = duel_habit_ask(h->player, &t, h->seeds, at->move, at->count, chance, &h->why);
    return h->status == DUEL_OK;
}

bool habits_mix(void *self, const respond_place *at, double chance[])
{
    habits *h = self;
    uint32_t found = h->slots ? *slot_of_habit(h, at->seat, at->known) : 0;
    habit *own = found ? &h->list[found - 1] : add_habit(h, at);
    if (own == NULL)
        h->status = duel_full(&h->why);
    if (own == NULL || (!found && !ask_habit(h, at, own->chance)))
        return false;
    memcpy(chance, own->chance, (size_t)at->count * sizeof *chance);
    return true;
}
