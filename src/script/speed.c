/* script/speed.c -- what makes a file's game quicker to solve and to play: keys, symmetry, what
 * looks good. None of it changes a result. What the file answers is kept in the graph. */
#include "script/loaded.h"

#include <stdlib.h>

/* ---- keys ---------------------------------------------------------------------------------
 */

/* A one, the bytes, the seat where it matters: different states have different keys, in this
 * process and in the next. */
static uint64_t pack(const duel_variant *v, const void *state)
{
    const unsigned char *bytes = state;
    size_t len = script_length(bytes);
    uint64_t key = 1;
    const script_game *s = script_of(v);
    if (1 + 8 * len + script_seat_bits(s) > v->key_bits) {
        duel_msg why;
        script_too_large(s, len, &why);
        script_fault(s, &why);
        return 0;
    }
    for (size_t i = 0; i < len; i++)
        key = key << 8 | bytes[STATE_HEAD + i];
    return script_seat_bits(s) ? key << 2 | bytes[0] : key;
}

/* ---- symmetry -----------------------------------------------------------------------------
 */

/* The least key of the states listed, which the file says play alike, and of `least`'s own; 0
 * for what is no list of states. */
static uint64_t least_key(const duel_variant *v, const script_variant *sv, int seat,
                          duel_str list, uint64_t least)
{
    flat_item head;
    duel_str value;
    duel_state twin;
    if (!flat_take(&list, &head) || head.kind != FLAT_LIST)
        return 0;
    for (uint32_t i = 0; i < head.count; i++) {
        if (!flat_cut(&list, &value) || !script_set_state(sv, seat, value, &twin))
            return 0;
        uint64_t key = pack(v, &twin);
        least = key < least ? key : least;
    }
    return least;
}

static uint64_t ask_canon(const duel_variant *v, script_game *s, const script_variant *sv,
                          const void *state)
{
    script_call c;
    duel_str list, second;
    duel_msg why;
    uint64_t key = pack(v, state);
    script_call_begin(&c, FN_symmetries);
    script_call_state(&c, state);
    duel_status status = script_call_end(&c, s, sv, &list, &second, &why);
    uint64_t canon = 0;
    if (status == DUEL_OK)
        canon = least_key(v, sv, ((const unsigned char *)state)[0], list, key);
    if (status == DUEL_OK && canon == 0)
        status = duel_fail(&why, N_("{0}: symmetries gives no list of states."), "c", s->id);
    if (status != DUEL_OK)
        script_fault(s, &why);
    return canon ? canon : key;
}

/* One of the keys of the states that play alike, the same for all of them: the least. */
static uint64_t canon(const duel_variant *v, const void *state)
{
    script_game *s;
    script_variant *sv;
    if (script_is_dead(state))
        return pack(v, state);
    script_lock(v, &s, &sv);
    graph_node *n = script_node(s, sv, state);
    uint64_t key = n->canon;
    if (key == 0)
        key = ask_canon(v, s, sv, state);
    if (n->key.at)
        n->canon = key;
    script_unlock(s);
    return key;
}

/* ---- what looks good ----------------------------------------------------------------------
 */

static int32_t evaluate(const duel_variant *v, const void *state, int seat)
{
    script_game *s;
    script_variant *sv;
    script_lock(v, &s, &sv);
    int32_t value = script_glance(s, sv, state)->value[seat];
    script_unlock(s);
    return value;
}

static int32_t ask_order(script_game *s, const script_variant *sv, const graph_node *n,
                         const void *state, duel_move move)
{
    script_call c;
    duel_str value, second;
    duel_msg why;
    flat_item item;
    script_call_begin(&c, FN_order);
    script_call_state(&c, state);
    script_call_move(&c, s, move);
    script_call_int(&c, n->turn + 1);
    duel_status status = script_call_end(&c, s, sv, &value, &second, &why);
    if (status == DUEL_OK && (!flat_take(&value, &item) || item.kind != FLAT_INT ||
                              llabs(item.number) > TALK_VALUE_MOST))
        status = duel_fail(&why, N_("{0}: order gives no whole number within a million."), "c",
                           s->id);
    if (status == DUEL_OK)
        return (int32_t)item.number;
    script_fault(s, &why);
    return 0;
}

static int32_t order(const duel_variant *v, const void *state, duel_move move)
{
    script_game *s;
    script_variant *sv;
    int32_t value = 0;
    script_lock(v, &s, &sv);
    const graph_node *n = script_look(s, sv, state);
    int i = 0;
    while (i < n->count && n->edge[i].move != move)
        i++;
    if (i < n->count && !n->edge[i].ordered) {
        n->edge[i].order = ask_order(s, sv, n, state, move);
        n->edge[i].ordered = true;
    }
    if (i < n->count)
        value = n->edge[i].order;
    script_unlock(s);
    return value;
}

void script_speed_install(script_game *s)
{
    s->accel.pack = pack;
    s->accel.canon = s->has[FN_symmetries] ? canon : NULL;
    s->accel.evaluate = s->has[FN_evaluate] ? evaluate : NULL;
    s->accel.order = s->has[FN_order] ? order : NULL;
    s->game.accel = &s->accel;
}
