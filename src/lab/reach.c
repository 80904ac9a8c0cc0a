/* lab/reach.c -- see reach.h. */
#include "lab/reach.h"
#include "core/play.h"

#include <stdlib.h>
#include <string.h>

typedef struct met { /* a position, and how it was come to */
    uint64_t key;
    size_t parent;
    duel_move move;
} met;

struct reachable {
    const duel_variant *v;
    size_t count, most;
    unsigned char *states;
    met *met;
    size_t *slot; /* number + 1 by key */
    size_t slots;
};

static const void *met_state(const reachable *r, size_t i)
{
    return r->states + i * r->v->state_size;
}

static uint64_t key_of_state(const reachable *r, const void *state)
{
    uint64_t h = UINT64_C(0xcbf29ce484222325);
    for (size_t i = 0; i < r->v->state_size; i++)
        h = (h ^ ((const unsigned char *)state)[i]) * UINT64_C(0x100000001b3);
    return h;
}

static bool is_met(const reachable *r, size_t i, uint64_t key, const void *state)
{
    return r->met[i].key == key && memcmp(met_state(r, i), state, r->v->state_size) == 0;
}

static size_t *slot_of_state(const reachable *r, uint64_t key, const void *state)
{
    size_t at = (size_t)(key * UINT64_C(0x9E3779B97F4A7C15) >> 20) % r->slots;
    while (r->slot[at] && !is_met(r, r->slot[at] - 1, key, state))
        at = (at + 1) % r->slots;
    return &r->slot[at];
}

static void meet(reachable *r, const void *state, size_t parent, duel_move move)
{
    uint64_t key = key_of_state(r, state);
    size_t *slot = slot_of_state(r, key, state);
    if (*slot || r->count == r->most)
        return;
    memcpy(r->states + r->count * r->v->state_size, state, r->v->state_size);
    r->met[r->count] = (met){key, parent, move};
    *slot = ++r->count;
}

static void meet_children(reachable *r, size_t i)
{
    duel_state state, child;
    duel_move list[DUEL_MOVES_MAX];
    memcpy(&state, met_state(r, i), r->v->state_size);
    int count = duel_is_over(r->v, &state) ? 0 : r->v->game->moves(r->v, &state, list);
    for (int m = 0; m < count; m++) {
        child = state;
        r->v->game->play(r->v, &child, list[m]);
        meet(r, &child, i, list[m]);
    }
}

reachable *reachable_new(const duel_variant *v, size_t most)
{
    duel_state start;
    reachable *r = calloc(1, sizeof *r);
    if (r == NULL)
        return NULL;
    r->v = v;
    r->most = most;
    r->slots = 2 * most + 1;
    r->states = calloc(most, v->state_size);
    r->met = calloc(most, sizeof *r->met);
    r->slot = calloc(r->slots, sizeof *r->slot);
    if (!r->states || !r->met || !r->slot) {
        reachable_free(r);
        return NULL;
    }
    memset(&start, 0, sizeof start);
    if (duel_deal(v, duel_str_of("1"), &start) == DUEL_OK)
        meet(r, &start, 0, 0);
    for (size_t i = 0; i < r->count && r->count < most; i++)
        meet_children(r, i);
    return r;
}

void reachable_free(reachable *r)
{
    if (r == NULL)
        return;
    free(r->states);
    free(r->met);
    free(r->slot);
    free(r);
}

size_t reachable_count(const reachable *r)
{
    return r->count;
}

static void write_way(const reachable *r, size_t i, duel_sink *out)
{
    size_t parent = r->met[i].parent;
    if (i == 0)
        return;
    write_way(r, parent, out);
    duel_put(out, parent ? "," : "");
    duel_print_move(r->v, met_state(r, parent), r->met[i].move, out);
}

bool reachable_moves(const reachable *r, const void *state, duel_sink *out)
{
    size_t number = *slot_of_state(r, key_of_state(r, state), state);
    if (number)
        write_way(r, number - 1, out);
    return number != 0;
}
