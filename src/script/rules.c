/* script/rules.c -- the contract's rules, answered from the graph of what the file said.
 *
 * See loaded.h for states and for what happens when the file fails. */
#include "script/loaded.h"

#include <string.h>

/* ---- the contract -------------------------------------------------------------------------
 */

static duel_status deal(const duel_variant *v, duel_rng *rng, void *state)
{
    script_game *s;
    script_variant *sv;
    duel_msg why;
    script_lock(v, &s, &sv);
    duel_status status = script_first_state(s, sv, rng, state, &why);
    if (status != DUEL_OK) {
        script_fault(s, &why);
        script_kill(sv, state);
    }
    script_unlock(s);
    return status;
}

static int turn(const duel_variant *v, const void *state)
{
    script_game *s;
    script_variant *sv;
    script_lock(v, &s, &sv);
    int seat =
        s->has[FN_turn] ? script_glance(s, sv, state)->turn : ((const unsigned char *)state)[0];
    script_unlock(s);
    return seat;
}

static bool over(const duel_variant *v, const void *state, int32_t score[])
{
    script_game *s;
    script_variant *sv;
    script_lock(v, &s, &sv);
    const graph_node *n = script_glance(s, sv, state);
    bool ended = n->over;
    if (ended)
        memcpy(score, n->score, (size_t)sv->seats * sizeof *score);
    script_unlock(s);
    return ended;
}

static int moves(const duel_variant *v, const void *state, duel_move out[])
{
    script_game *s;
    script_variant *sv;
    script_lock(v, &s, &sv);
    const graph_node *n = script_look(s, sv, state);
    int count = n->count;
    for (int i = 0; i < count; i++)
        out[i] = n->edge[i].move;
    script_unlock(s);
    return count;
}

static void play(const duel_variant *v, void *state, duel_move move)
{
    script_game *s;
    script_variant *sv;
    script_lock(v, &s, &sv);
    const graph_node *n = script_look(s, sv, state);
    graph_edge *e = NULL;
    for (int i = 0; e == NULL && i < n->count; i++)
        if (n->edge[i].move == move)
            e = &n->edge[i];
    if (e && e->child.at == NULL && e->fault == NULL)
        script_ask_edge(s, sv, n, state, e);
    script_follow(s, sv, e, state);
    script_unlock(s);
}

static duel_status ask_hide(script_game *s, script_variant *sv, void *state, int seat,
                            duel_msg *why)
{
    script_call c;
    duel_str value, unused;
    int to_move = ((const unsigned char *)state)[0];
    script_call_begin(&c, FN_hide);
    script_call_state(&c, state);
    script_call_int(&c, seat + 1); /* 0: a spectator */
    duel_status status = script_call_end(&c, s, sv, &value, &unused, why);
    if (status == DUEL_OK && !script_set_state(sv, to_move, value, state))
        status = script_too_large(s, value.len, why);
    return status;
}

/* Where a view of the position is kept; NULL: nowhere. */
static duel_str *view_kept(graph *g, graph_node *n, int seat)
{
    static const duel_str none[DUEL_SEATS + 1];
    if (n && n->view == NULL)
        n->view = graph_keep(g, none, sizeof none);
    return n && n->view ? &n->view[seat + 1] : NULL;
}

/* A position that was looked at keeps its views: who solves a game hides each many times. */
static void hide(const duel_variant *v, void *state, int seat)
{
    script_game *s;
    script_variant *sv;
    duel_msg why;
    if (script_is_dead(state))
        return;
    script_lock(v, &s, &sv);
    graph_node *n = graph_find(sv->graph, script_key(state));
    duel_str *kept = view_kept(sv->graph, n, seat);
    if (kept && kept->at) {
        script_set_known(sv, *kept, state);
    } else if (ask_hide(s, sv, state, seat, &why) != DUEL_OK) {
        script_fault(s, &why);
        script_kill(sv, state);
    } else if (kept) {
        duel_str key = script_key(state);
        *kept = (duel_str){graph_keep(sv->graph, key.at, key.len), key.len};
    }
    script_unlock(s);
}

static duel_status guess(const duel_variant *v, void *view, duel_rng *rng, duel_msg *why)
{
    script_game *s;
    script_variant *sv;
    script_call c;
    duel_str value, reason, rest;
    flat_item item;
    int to_move = ((const unsigned char *)view)[0];
    if (script_is_dead(view))
        return DUEL_OK;
    script_lock(v, &s, &sv);
    script_call_begin(&c, FN_guess);
    script_call_state(&c, view);
    c.chance = rng;
    duel_msg fault;
    duel_status status = script_call_end(&c, s, sv, &value, &reason, &fault);
    rest = value;
    if (status != DUEL_OK) {
        script_fault(s, &fault);
        if (why)
            *why = fault;
    } else if (!flat_take(&rest, &item) || item.kind == FLAT_NIL) {
        const char *text = script_text(s, reason);
        status = duel_refuse(why, text ? text : N_("No position has this view."), "");
    } else if (!script_set_state(sv, to_move, value, view)) {
        status = script_too_large(s, value.len, why);
    }
    script_unlock(s);
    return status;
}

void script_rules_install(script_game *s)
{
    duel_game *g = &s->game;
    g->variant = script_variant_make;
    g->deal = deal;
    g->turn = turn;
    g->over = over;
    g->moves = moves;
    g->play = play;
    g->hide = s->has[FN_hide] ? hide : NULL;
    g->guess = s->has[FN_guess] ? guess : NULL;
}
