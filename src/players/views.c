/* players/views.c -- see views.h. */
#include "players/views.h"
#include "base/hash.h"
#include "core/deals.h"
#include "core/play.h"

#include <stdlib.h>
#include <string.h>

/* ---- what was met already ---------------------------------------------------------------- */

typedef struct met_before { /* numbers that are not 0 */
    uint64_t *slot;
    size_t count, slots; /* a power of two */
} met_before;

static uint64_t *find_slot(const met_before *m, uint64_t known)
{
    size_t at = (size_t)hash_mix(known) & (m->slots - 1);
    while (m->slot[at] && m->slot[at] != known)
        at = (at + 1) & (m->slots - 1);
    return &m->slot[at];
}

static bool grow_met(met_before *m)
{
    met_before larger = {.slots = m->slots ? 2 * m->slots : 256, .count = m->count};
    larger.slot = calloc(larger.slots, sizeof *larger.slot);
    if (larger.slot == NULL)
        return false;
    for (size_t i = 0; i < m->slots; i++)
        if (m->slot[i])
            *find_slot(&larger, m->slot[i]) = m->slot[i];
    free(m->slot);
    *m = larger;
    return true;
}

/* ---- following games --------------------------------------------------------------------- */

typedef struct following {
    const duel_variant *v;
    bool first;
    duel_view_take *meet;
    void *to;
    met_before met;
    duel_status status; /* DUEL_STOPPED: enough */
} following;

typedef struct stage {
    duel_state state;
    duel_knowing knowing;
    unsigned decided; /* bit i: seat i has had a choice */
} stage;

static void meet_once(following *f, const stage *s, int seat, const duel_move *list, int count)
{
    uint64_t known = s->knowing.seat[seat];
    if (2 * f->met.count >= f->met.slots && !grow_met(&f->met)) {
        f->status = DUEL_FULL;
        return;
    }
    uint64_t *slot = find_slot(&f->met, known);
    if (*slot == known)
        return;
    *slot = known;
    f->met.count++;
    duel_state view;
    duel_view(f->v, &s->state, seat, &view);
    if (!f->meet(f->to, &(duel_seen_view){seat, known, &view, list, count}))
        f->status = DUEL_STOPPED;
}

static void follow_game(following *f, const stage *s)
{
    const duel_game *g = f->v->game;
    if (duel_is_over(f->v, &s->state) || f->status != DUEL_OK)
        return;
    int seat = g->turn(f->v, &s->state);
    duel_move *list = malloc(f->v->max_moves * sizeof *list);
    stage *next = malloc(sizeof *next);
    int count = list && next ? g->moves(f->v, &s->state, list) : 0;
    bool again = s->decided >> seat & 1;
    if (list == NULL || next == NULL)
        f->status = DUEL_FULL;
    if (count > 1 && !(again && f->first))
        meet_once(f, s, seat, list, count);
    for (int i = 0; f->status == DUEL_OK && i < count && !(again && f->first); i++) {
        *next = *s;
        g->play(f->v, &next->state, list[i]);
        duel_knowing_step(f->v, seat, list[i], &next->state, &next->knowing);
        next->decided |= count > 1 ? 1u << seat : 0;
        follow_game(f, next);
    }
    free(next);
    free(list);
}

duel_status duel_views_each(const duel_variant *v, bool first, duel_view_take *meet, void *to,
                            duel_msg *why)
{
    following f = {.v = v, .first = first, .meet = meet, .to = to};
    duel_deals d;
    duel_status status = duel_deals_list(v, DUEL_DEALS_MOST, &d, why);
    if (status != DUEL_OK)
        return status;
    for (size_t i = 0; f.status == DUEL_OK && i < d.count; i++) {
        stage root = {.decided = 0};
        memcpy(&root.state, duel_deals_state(&d, i), v->state_size);
        duel_knowing_begin(v, &root.state, &root.knowing);
        follow_game(&f, &root);
    }
    duel_deals_fini(&d);
    free(f.met.slot);
    return f.status == DUEL_FULL ? duel_full(why) : DUEL_OK;
}
