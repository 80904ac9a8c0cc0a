/* games/ergo/turns.c -- listing whole turns without repetition: see turns.h. */
#include "games/ergo/turns.h"

#include <stdlib.h>
#include <string.h>

enum { FIRST_ROOM = 256, FIRST_SLOTS = 1024 };

void ergo_turns_init(ergo_turns *t)
{
    memset(t, 0, sizeof *t);
}

void ergo_turns_fini(ergo_turns *t)
{
    free(t->way);
    free(t->seen);
    ergo_turns_init(t);
}

/* ---- the set of outcomes ------------------------------------------------------------------
 */

/* Multiply and fold, over whole words. Some ten thousand outcomes in 64 bits: a chance of
 * 10^-11 that two are taken for one. */
static uint64_t hash_of(const ergo *s)
{
    _Static_assert(sizeof(ergo) % 8 == 0, "an outcome is hashed by words");
    const unsigned char *bytes = (const unsigned char *)s;
    uint64_t h = UINT64_C(0x9E3779B97F4A7C15), word;
    for (size_t i = 0; i < sizeof *s; i += 8) {
        memcpy(&word, bytes + i, 8);
        h = (h ^ word) * UINT64_C(0xD6E8FEB86659FD93);
        h ^= h >> 32;
    }
    return h ? h : 1;
}

static bool grow_slots(ergo_turns *t)
{
    uint32_t slots = t->slots ? 2 * t->slots : FIRST_SLOTS;
    uint64_t *seen = calloc(slots, sizeof *seen);
    if (seen == NULL)
        return false;
    for (uint32_t i = 0; i < t->slots; i++) {
        if (t->seen[i] == 0)
            continue;
        uint32_t at = (uint32_t)t->seen[i] & (slots - 1);
        while (seen[at])
            at = (at + 1) & (slots - 1);
        seen[at] = t->seen[i];
    }
    free(t->seen);
    t->seen = seen;
    t->slots = slots;
    return true;
}

static bool grow_ways(ergo_turns *t)
{
    uint32_t room = t->room ? 2 * t->room : FIRST_ROOM;
    ergo_way *way = realloc(t->way, room * sizeof *way);
    if (way == NULL)
        return false;
    t->way = way;
    t->room = room;
    return true;
}

/* Remembers an outcome; *fresh tells if it was new. False: no memory. */
static bool meet_outcome(ergo_turns *t, uint64_t hash, bool *fresh)
{
    if (2 * t->count >= t->slots && !grow_slots(t))
        return false;
    uint32_t at = (uint32_t)hash & (t->slots - 1);
    while (t->seen[at] && t->seen[at] != hash)
        at = (at + 1) & (t->slots - 1);
    *fresh = t->seen[at] == 0;
    t->seen[at] = hash;
    return true;
}

/* ---- listing ------------------------------------------------------------------------------
 */

typedef struct search {
    const duel_variant *v;
    const ergo *before;
    ergo_judge *judge;
    ergo_turns *t;
} search;

static bool keep_way(search *x, const ergo_way *way, const ergo *after)
{
    ergo_turns *t = x->t;
    bool fresh = false;
    if (!meet_outcome(t, hash_of(after), &fresh))
        return false;
    if (!fresh)
        return true;
    if (t->count == t->room && !grow_ways(t))
        return false;
    t->way[t->count] = *way;
    t->way[t->count].found = t->count;
    t->way[t->count].worth = x->judge ? x->judge(x->v, x->before, way, after) : 0;
    t->count++;
    return true;
}

/* Whether the turn of the seat has ended with the card that led to `after`. */
static bool turn_ends(const ergo *before, const ergo *after)
{
    return after->stage != ERGO_PLAYING || after->turn != before->turn;
}

static bool follow_half(search *x, ergo_way *way, const ergo *half)
{
    duel_move list[ERGO_MOVES_MAX];
    int count = ergo_moves(x->v, half, list);
    way->count++;
    for (int i = 0; i < count; i++) {
        ergo after = *half;
        way->move[way->count - 1] = list[i];
        ergo_play(x->v, &after, list[i]);
        x->t->nodes++;
        if (!keep_way(x, way, &after))
            return false;
    }
    return true;
}

duel_status ergo_turns_find(const duel_variant *v, const ergo *view, ergo_judge *judge,
                            const atomic_bool *stop, ergo_turns *t, duel_msg *why)
{
    search x = {v, view, judge, t};
    duel_move list[ERGO_MOVES_MAX];
    int count = ergo_moves(v, view, list);
    for (int i = 0; i < count; i++) {
        ergo_way way = {.move = {list[i]}, .count = 1};
        ergo half = *view;
        if (t->count && stop && atomic_load_explicit(stop, memory_order_relaxed))
            break;
        ergo_play(v, &half, list[i]);
        t->nodes++;
        if (!(turn_ends(view, &half) ? keep_way(&x, &way, &half)
                                     : follow_half(&x, &way, &half)))
            return duel_full(why);
    }
    return DUEL_OK;
}
