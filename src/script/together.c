/* script/together.c -- what follows from many positions, for who solves: they are asked about
 * in one question, and their children go to the solver without being kept. Of the positions
 * themselves what is asked of each once more, whether it is over and whose turn it is, stays in
 * the graph. */
#include "script/loaded.h"

#include <string.h>

typedef struct filling { /* a brood being filled with the children of states */
    script_game *s;
    script_variant *sv;
    const unsigned char *states;
    int count;
    duel_brood *out;
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

/* ---- from the graph -----------------------------------------------------------------------
 */

static bool put_node(filling *f, int parent, const graph_node *n)
{
    if (!has_room(f, n->count))
        return false;
    for (int i = 0; i < n->count; i++, f->made++) {
        f->out->move[f->made] = n->edge[i].move;
        f->out->parent[f->made] = parent;
        script_follow(f->s, f->sv, &n->edge[i], child_at(f, f->made));
    }
    return true;
}

static bool put_alone(filling *f, int parent)
{
    return put_node(f, parent, script_look(f->s, f->sv, state_at(f, parent)));
}

/* Whether it must be asked about. */
static bool is_unknown(const filling *f, int i)
{
    if (script_is_dead(state_at(f, i)))
        return false;
    const graph_node *n = graph_find(f->sv->graph, script_key(state_at(f, i)));
    return n == NULL || n->bare;
}

/* ---- from an answer -----------------------------------------------------------------------
 */

static bool take_children(filling *f, int parent, const script_head *h, duel_str *answer)
{
    flat_item list;
    duel_str value;
    duel_msg why;
    int seat = script_next_seat(f->s, f->sv, h->turn);
    flat_take(answer, &list);
    for (int i = 0; i < h->count; i++) {
        f->out->parent[f->made + i] = parent;
        if (!flat_cut(answer, &value) ||
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
    flat_item kind;
    script_head h;
    int32_t value[DUEL_SEATS] = {0};
    duel_str rest = *answer;
    if (!flat_take(&rest, &kind) || kind.number != TALK_OK ||
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

/* ---- both ---------------------------------------------------------------------------------
 */

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

static int expand(const duel_variant *v, const void *states, int count, duel_brood *out,
                  int *made)
{
    script_game *s;
    script_variant *sv;
    int done = 0, more = 1;
    script_lock(v, &s, &sv);
    filling f = {s, sv, states, count, out, 0};
    for (; done < count && more; done += more)
        more = is_unknown(&f, done) ? put_unknown(&f, done) : put_alone(&f, done);
    if (count == 1 && s->game.traits & DUEL_IMPARTIAL)
        ask_ahead(&f);
    *made = f.made;
    script_unlock(s);
    return done;
}

/* Not with secrets, where only the move that is really played is asked about; nor where mirror
 * images count as one, which only a search position by position makes use of. */
void script_together_install(script_game *s)
{
    if (!s->has[FN_hide] && !s->has[FN_symmetries])
        s->accel.expand = expand;
}
