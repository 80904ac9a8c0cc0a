/* store/sweep.c -- see sweep.h. */
#include "store/sweep.h"

#include <string.h>

typedef struct finding {
    duel_sweep_wanted *wanted;
    const void *self;
    duel_sweepings *piece;
} finding;

static bool find_one(void *to, const duel_swept *g)
{
    finding *f = to;
    duel_sweepings *p = f->piece;
    if (f->wanted == NULL || f->wanted(f->self, g->game)) {
        if (p->count == DUEL_SWEEP_PIECE) {
            p->last = false; /* this one begins the next piece */
            return false;
        }
        p->game[p->count].spared = false;
        memcpy(p->game[p->count++].id, g->id, sizeof g->id);
    }
    p->place = g->place;
    return true;
}

duel_status duel_sweep_find(duel_store *s, const duel_sweep *by, duel_sweep_wanted *wanted,
                            const void *self, duel_sweepings *piece, duel_msg *why)
{
    finding f = {wanted, self, piece};
    piece->count = 0;
    piece->last = true;
    return duel_store_sweepable(s, by, piece->place, find_one, &f, why);
}

duel_status duel_sweep_away(duel_store *s, const duel_sweep *by, const duel_sweepings *piece,
                            int64_t *gone, duel_msg *why)
{
    duel_status status = DUEL_OK;
    for (int i = 0; status == DUEL_OK && i < piece->count; i++) {
        bool went = false;
        if (!piece->game[i].spared)
            status = duel_store_sweep(s, by, piece->game[i].id, &went, why);
        *gone += went;
    }
    return status;
}

duel_status duel_sweep_all(duel_store *s, const duel_sweep *by,
                           bool (*step)(void *self, int64_t gone), void *self, int64_t *gone,
                           duel_msg *why)
{
    duel_sweepings piece = {.place = 0};
    duel_status status = DUEL_OK;
    *gone = 0;
    do {
        status = duel_sweep_find(s, by, NULL, NULL, &piece, why);
        if (status == DUEL_OK)
            status = duel_sweep_away(s, by, &piece, gone, why);
        if (status == DUEL_OK && step && !step(self, *gone))
            status = DUEL_STOPPED;
    } while (status == DUEL_OK && !piece.last);
    return status;
}
