/* script/accelerators.c -- what makes a file's game quicker to solve and to play: keys,
 * symmetry, what looks good, and many positions in one question. None of it changes a result.
 * What the file answers is kept in the graph. */
#include "script/inside.h"

#include <stdlib.h>
#include <string.h>

/* ---- keys ------------------------------------------------------------------------------- */

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

/* ---- symmetry --------------------------------------------------------------------------- */

/* The least key of the states listed, which the file says play alike, and of `least`'s own; 0
 * for what is no list of states. */
static uint64_t least_key(const duel_variant *v, const script_variant *sv, int seat,
                          duel_str list, uint64_t least)
{
    plain_value_item head;
    duel_str value;
    duel_state twin;
    if (!plain_value_take(&list, &head) || head.kind != PLAIN_VALUE_LIST)
        return 0;
    for (uint32_t i = 0; i < head.count; i++) {
        if (!plain_value_cut(&list, &value) || !script_set_state(sv, seat, value, &twin))
            return 0;
        uint64_t key = pack(v, &twin);
        least = key < least ? key : least;
    }
    return least;
}

static uint64_t ask_canon(const duel_variant *v, script_game *s, const script_variant *sv,
                          const void *state)
{
    duel_msg why;
    uint64_t key = pack(v, state);
    script_call c = script_call_of(FN_symmetries, state);
    duel_status status = script_call_end(&c, s, sv, &why);
    uint64_t canon = 0;
    if (status == DUEL_OK)
        canon = least_key(v, sv, ((const unsigned char *)state)[0], c.value, key);
    if (status == DUEL_OK && canon == 0)
        status = duel_fail(&why, N_("{0}: symmetries gives no list of states."), "c", s->id);
    if (status != DUEL_OK)
        script_fault(s, &why);
    return canon ? canon : key;
}

/* One of the keys of the states that play alike, the same for all of them: the least. */
static uint64_t canon(const duel_variant *v, const void *state)
{
    if (script_is_dead(state))
        return pack(v, state);
    script_variant *sv = script_lock(v);
    script_game *s = sv->game;
    graph_node *n = script_node(s, sv, state);
    uint64_t key = n->canon;
    if (key == 0)
        key = ask_canon(v, s, sv, state);
    if (n->key.at)
        n->canon = key;
    script_unlock(s);
    return key;
}

/* ---- what looks good -------------------------------------------------------------------- */

static int32_t evaluate(const duel_variant *v, const void *state, int seat)
{
    script_variant *sv = script_lock(v);
    script_game *s = sv->game;
    int32_t value = script_bare_node(s, sv, state)->value[seat];
    script_unlock(s);
    return value;
}

static int32_t ask_order(script_game *s, const script_variant *sv, const graph_node *n,
                         const void *state, duel_move move)
{
    duel_msg why;
    plain_value_item item;
    script_call c = script_call_of(FN_order, state);
    script_call_move(&c, s, move);
    script_call_int(&c, n->turn + 1);
    duel_status status = script_call_end(&c, s, sv, &why);
    if (status == DUEL_OK &&
        (!plain_value_take(&c.value, &item) || item.kind != PLAIN_VALUE_INT ||
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
    int32_t value = 0;
    script_variant *sv = script_lock(v);
    script_game *s = sv->game;
    const graph_node *n = script_expanded_node(s, sv, state);
    graph_edge *e = graph_edge_of(n, move);
    if (e && !e->ordered) {
        e->order = ask_order(s, sv, n, state, move);
        e->ordered = true;
    }
    if (e)
        value = e->order;
    script_unlock(s);
    return value;
}

/* ---- many positions together ------------------------------------------------------------ */

/* For who solves: they are asked about in one question, and their children go to the solver
 * without being kept. Of the positions themselves what is asked of each once more, whether it
 * is over and whose turn it is, stays in the graph. */

typedef struct filling { /* a brood being filled with the children of states */
    script_game *s;
    script_variant *sv;
    const unsigned char *states;
    int count;
    duel_children *out;
    int made;
} filling;

static const unsigned char *state_at(const filling *f, int i)
{
    return f->states + (size_t)i * f->sv->state_size;
}

static void *child_at(const filling *f, int i)
{
    return (unsigned char *)f->out->child + (size_t)i * f->sv->state_size;
}

static bool has_room(const filling *f, int children)
{
    return children <= f->out->room - f->made;
}

/* ---- from the graph --------------------------------------------------------------------- */

static bool put_node(filling *f, int parent, const graph_node *n)
{
    if (!has_room(f, n->count))
        return false;
    for (int i = 0; i < n->count; i++, f->made++) {
        f->out->move[f->made] = n->edge[i].move;
        f->out->parent[f->made] = parent;
        script_copy_child(f->s, f->sv, &n->edge[i], child_at(f, f->made));
    }
    return true;
}

static bool put_alone(filling *f, int parent)
{
    return put_node(f, parent, script_expanded_node(f->s, f->sv, state_at(f, parent)));
}

/* Whether it must be asked about. */
static bool is_unknown(const filling *f, int i)
{
    if (script_is_dead(state_at(f, i)))
        return false;
    const graph_node *n = graph_find(f->sv->graph, script_key(state_at(f, i)));
    return n == NULL || n->bare;
}

/* ---- from an answer --------------------------------------------------------------------- */

static bool take_children(filling *f, int parent, const script_head *h, duel_str *answer)
{
    plain_value_item list;
    duel_str value;
    duel_msg why;
    int seat = script_next_seat(f->s, f->sv, h->turn);
    plain_value_take(answer, &list);
    for (int i = 0; i < h->count; i++) {
        f->out->parent[f->made + i] = parent;
        if (!plain_value_cut(answer, &value) ||
            !script_move_number(f->s, value, &f->out->move[f->made + i]))
            return false;
    }
    for (int i = 0; i < h->count; i++) {
        void *child = child_at(f, f->made + i);
        if (!script_take_child(f->s, f->sv, f->out->move[f->made + i], answer, &value, &why))
            return false;
        if (why.id) {
            script_fault(f->s, &why);
            script_kill(f->sv, child);
        } else {
            script_set_state(f->sv, seat, value, child);
        }
    }
    return true;
}

/* The children go into the brood, and the position is kept bare. False, and nothing is taken,
 * where it has no room for them or the answer is not a plain one. */
static bool take_bare(filling *f, int parent, duel_str *answer)
{
    plain_value_item kind;
    script_head h;
    int32_t value[DUEL_SEATS] = {0};
    duel_str rest = *answer;
    if (!plain_value_take(&rest, &kind) || kind.number != TALK_OK ||
        !script_take_head(f->sv, &rest, &h) || !has_room(f, h.count) ||
        !take_children(f, parent, &h, &rest) || !script_take_values(f->s, f->sv, &rest, value))
        return false;
    graph_node *n = script_add_node(f->sv, script_key(state_at(f, parent)), &h, 0);
    if (n == NULL)
        return false;
    n->bare = true;
    memcpy(n->value, value, sizeof value);
    f->made += h.count;
    *answer = rest;
    return true;
}

static bool take_one(filling *f, int parent, duel_str *answer)
{
    if (take_bare(f, parent, answer))
        return true;
    script_take_node(f->s, f->sv, script_key(state_at(f, parent)), answer);
    return put_alone(f, parent);
}

/* ---- both ------------------------------------------------------------------------------- */

/* How many from here on are worth a question: what is answered shall have room. */
static int unknown_run(const filling *f, int from)
{
    int most = (f->out->room - f->made) / (f->sv->widest ? f->sv->widest : 1), run = 1;
    while (run < most && from + run < f->count && is_unknown(f, from + run))
        run++;
    return run;
}

/* How many states were done, from `from` on; a file that fails at many together may fail at one
 * of them only, and is asked about each alone. */
static int put_unknown(filling *f, int from)
{
    int run = unknown_run(f, from), done = 0;
    duel_str answer;
    duel_msg why;
    if (script_ask_positions(f->s, f->sv, state_at(f, from), run, &answer, &run, &why) ==
        DUEL_OK)
        while (done < run && take_one(f, from + done, &answer))
            done++;
    else
        while (done < run && put_alone(f, from + done))
            done++;
    return done;
}

/* Who opens an impartial game position by position opens the children next: what is not known
 * of them is asked in one question, too. */
static void ask_ahead(const filling *f)
{
    duel_str answer;
    duel_msg unused;
    int unknown = 0, answered;
    unsigned char *child = f->out->child;
    filling ahead = {f->s, f->sv, child, f->made, f->out, 0};
    while (unknown < f->made && is_unknown(&ahead, unknown))
        unknown++;
    if (unknown == 0 || script_ask_positions(f->s, f->sv, child, unknown, &answer, &answered,
                                             &unused) != DUEL_OK)
        return;
    for (int i = 0; i < answered; i++)
        script_take_node(f->s, f->sv, script_key(state_at(&ahead, i)), &answer);
}

static int expand(const duel_variant *v, const void *states, int count, duel_children *out,
                  int *made)
{
    int done = 0, more = 1;
    script_variant *sv = script_lock(v);
    script_game *s = sv->game;
    filling f = {s, sv, states, count, out, 0};
    for (; done < count && more; done += more)
        more = is_unknown(&f, done) ? put_unknown(&f, done) : put_alone(&f, done);
    if (count == 1 && s->game.traits & DUEL_IMPARTIAL)
        ask_ahead(&f);
    *made = f.made;
    script_unlock(s);
    return done;
}

void script_speed_install(script_game *s)
{
    s->accel.pack = pack;
    s->accel.canon = s->has[FN_symmetries] ? canon : NULL;
    s->accel.evaluate = s->has[FN_evaluate] ? evaluate : NULL;
    s->accel.order = s->has[FN_order] ? order : NULL;
    /* Not with secrets, where only the move that is really played is asked about; nor where
     * mirror images count as one, which only a search position by position makes use of. */
    s->accel.expand = s->has[FN_hide] || s->has[FN_symmetries] ? NULL : expand;
    s->game.accel = &s->accel;
}
