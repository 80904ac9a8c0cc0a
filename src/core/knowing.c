/* core/knowing.c -- see knowing.h. */
#include "core/knowing.h"
#include "base/hash.h"
#include "core/play.h"

static uint64_t hash_view(const duel_variant *v, const void *view, uint64_t seed)
{
    uint64_t h = hash_bytes(view, v->state_size, seed);
    return h ? h : 1;
}

uint64_t duel_known_first(const duel_variant *v, const void *view, int seat)
{
    return hash_view(v, view, hash_mix((uint64_t)seat + 1));
}

uint64_t duel_known_after(const duel_variant *v, uint64_t known, bool own, duel_move move,
                          const void *view)
{
    return hash_view(v, view, own ? hash_mix(hash_mix(known) ^ move) : hash_mix(known + 1));
}

void duel_knowing_begin(const duel_variant *v, const void *state, duel_knowing *k)
{
    for (int seat = 0; seat < v->seats; seat++) {
        duel_state view;
        duel_view(v, state, seat, &view);
        k->seat[seat] = duel_known_first(v, &view, seat);
    }
}

void duel_knowing_step(const duel_variant *v, int mover, duel_move move, const void *after,
                       duel_knowing *k)
{
    for (int seat = 0; seat < v->seats; seat++) {
        duel_state view;
        duel_view(v, after, seat, &view);
        k->seat[seat] = duel_known_after(v, k->seat[seat], seat == mover, move, &view);
    }
}
