/* script/rules.c -- the contract's rules, answered from the graph of what the file said; before
 * them the variants of a file: options, the first state, and what a few random games tell of
 * it: how large its states get, and whether it comes to an end.
 *
 * See inside.h for states and for what happens when the file fails. */
#include "base/grow.h"
#include "core/value.h"
#include "script/inside.h"

#include <stdlib.h>
#include <string.h>

/* ---- variants --------------------------------------------------------------------------- */

static void write_options(const script_game *s, const int64_t *option, duel_buf *out)
{
    const duel_option *o = s->option;
    uint32_t count = 0;
    while (o[count].name)
        count++;
    plain_value_put_map(out, count);
    for (uint32_t i = 0; i < count; i++) {
        plain_value_put_text(out, duel_str_of(o[i].name));
        if (o[i].kind == DUEL_YESNO)
            plain_value_put_bool(out, option[i] != 0);
        else if (o[i].kind == DUEL_CHOICE)
            plain_value_put_text(out, duel_str_of(o[i].choices[option[i]]));
        else
            plain_value_put_int(out, option[i]);
    }
}

static duel_status first_state(script_game *s, script_variant *sv, duel_rng *rng, void *state,
                               duel_msg *why)
{
    plain_value_item item = {.kind = PLAIN_VALUE_NIL};
    script_call c = script_call_of(FN_init, NULL);
    c.chance = rng;
    duel_status status = script_call_end(&c, s, sv, why);
    duel_str rest = c.value;
    if (status == DUEL_OK && (!plain_value_take(&rest, &item) || item.kind == PLAIN_VALUE_NIL))
        status = duel_fail(why,
                           N_("{0}: init gives nothing: it returns the state before the "
                              "first move."),
                           "c", s->id);
    if (status == DUEL_OK && !script_set_state(sv, 0, c.value, state))
        status = script_too_large(s, c.value.len, why);
    if (status == DUEL_OK)
        sv->kind = item.kind;
    return status;
}

enum { TRIED_PLIES = 300 };

typedef struct tried_game { /* positions met, and the move made in each */
    duel_buf keys;          /* of the positions, one after the other: nodes may be dropped */
    size_t key_end[TRIED_PLIES];
    duel_move move[TRIED_PLIES];
    int count;
} tried_game;

static duel_str key_met(const tried_game *t, int ply)
{
    size_t begin = ply ? t->key_end[ply - 1] : 0;
    return (duel_str){t->keys.text + begin, t->key_end[ply] - begin};
}

static bool met_again(const tried_game *t, int ply, int later)
{
    duel_str a = key_met(t, ply), b = key_met(t, later);
    return a.len == b.len && memcmp(a.at, b.at, a.len) == 0;
}

/* Plays on at random. False at a fault, which will show again in earnest. */
static bool try_out(script_game *s, script_variant *sv, duel_state *state, duel_rng *rng,
                    tried_game *t)
{
    duel_buf_clear(&t->keys);
    for (t->count = 0; t->count < TRIED_PLIES; t->count++) {
        graph_trim(sv->graph);
        const graph_node *n = script_node(s, sv, state);
        if (n->over || n->count == 0)
            return n->fault == NULL;
        const graph_edge *e = &n->edge[duel_rng_below(rng, (uint32_t)n->count)];
        duel_put_str(&t->keys.sink, n->key);
        t->key_end[t->count] = t->keys.len;
        t->move[t->count] = e->move;
        if (e->child.at == NULL)
            return false;
        memcpy(state, e->child.at, e->child.len);
    }
    return true;
}

static duel_status say_loop(script_game *s, const tried_game *t, int from, int length,
                            duel_msg *why)
{
    duel_buf position = duel_buf_empty(), moves = duel_buf_empty(), value;
    plain_value_print(script_value(key_met(t, from).at), &position.sink);
    for (int i = from; i < from + length; i++) {
        duel_buf_init(&value);
        script_move_value(s, t->move[i], &value);
        duel_put(&moves.sink, i > from ? "," : "");
        plain_value_print(duel_buf_str(&value), &moves.sink);
        duel_buf_fini(&value);
    }
    duel_status status = duel_fail(
        why,
        N_("{0}: law broken: {1} From {2}, the moves {3} lead back to it; if that may happen, "
           "write {4}"),
        "cwssc", s->id, N_("A position never comes back, unless the game is loopy."),
        duel_buf_str(&position), duel_buf_str(&moves), s->host.kind->may_loop);
    duel_buf_fini(&position);
    duel_buf_fini(&moves);
    return status;
}

/* Solvers and play-outs would not come to an end: the shortest way back is told at once. */
static duel_status look_for_loop(script_game *s, const tried_game *t, duel_msg *why)
{
    if (t->keys.failed)
        return duel_no_space(why);
    if (s->game.traits & DUEL_LOOPY)
        return DUEL_OK;
    for (int length = 1; length < t->count; length++)
        for (int from = 0; from + length < t->count; from++)
            if (met_again(t, from, from + length))
                return say_loop(s, t, from, length, why);
    return DUEL_OK;
}

/* A few random games, for the size of their states; one that comes back is refused. */
static duel_status try_games(script_game *s, script_variant *sv, tried_game *t, duel_msg *why)
{
    enum { GAMES = 8 };
    duel_rng rng;
    bool fine = true;
    for (uint64_t game = 0; fine && game < GAMES; game++) {
        duel_state state;
        duel_rng_init_number(&rng, game);
        duel_status status = first_state(s, sv, &rng, &state, why);
        if (status != DUEL_OK)
            return status;
        size_t len = script_length(state.bytes);
        sv->largest = len > sv->largest ? len : sv->largest;
        fine = try_out(s, sv, &state, &rng, t);
        status = look_for_loop(s, t, why);
        if (status != DUEL_OK)
            return status;
    }
    return DUEL_OK;
}

/* How large states get is measured, and doubled for safety; a file that knows better says
 * state_bytes. */
static duel_status measure(script_game *s, script_variant *sv, duel_msg *why)
{
    enum { SPARE = 32 };
    tried_game tried;
    sv->state_size = DUEL_STATE_MAX;
    duel_buf_init(&tried.keys);
    duel_status status = try_games(s, sv, &tried, why);
    duel_buf_fini(&tried.keys);
    if (status != DUEL_OK)
        return status;
    if (s->state_bytes && sv->largest > s->state_bytes)
        return script_too_large(s, sv->largest, why);
    size_t room = s->state_bytes ? s->state_bytes : 2 * sv->largest + SPARE;
    size_t size = (STATE_HEAD + room + 7) / 8 * 8;
    sv->state_size = (uint32_t)(size < DUEL_STATE_MAX ? size : DUEL_STATE_MAX);
    sv->pack_bytes = (uint32_t)(s->state_bytes ? s->state_bytes : sv->largest + 1);
    return DUEL_OK;
}

void script_variant_free(script_variant *sv)
{
    duel_buf_fini(&sv->options);
    graph_fini(&sv->answers);
    graph_fini(&sv->doubted);
    free(sv);
}

static duel_status add_variant(script_game *s, const duel_variant *v, duel_msg *why)
{
    script_variant *sv = calloc(1, sizeof *sv);
    if (sv == NULL || !GROW_ONE(s->variant, s->variants)) {
        free(sv);
        return duel_no_space(why);
    }
    sv->game = s;
    memcpy(sv->option, v->option, sizeof sv->option);
    duel_buf_init(&sv->options);
    graph_init(&sv->answers, s->graph_most);
    graph_init(&sv->doubted, s->graph_most);
    script_choose_graph(s, sv);
    write_options(s, v->option, &sv->options);
    sv->seats = s->seats_option >= 0 ? (int)v->option[s->seats_option] : s->game.min_seats;
    duel_status status = measure(s, sv, why);
    if (status == DUEL_OK)
        s->variant[s->variants++] = sv;
    else
        script_variant_free(sv);
    return status;
}

uint32_t script_seat_bits(const script_game *s)
{
    return s->has[FN_turn] || s->game.traits & DUEL_IMPARTIAL ? 0 : 2;
}

/* A key of the state's own bytes, where they are few enough beside the solver's values. */
static void choose_key(const script_game *s, script_variant *sv, duel_variant *v)
{
    uint32_t bits = 1 + 8 * sv->pack_bytes + script_seat_bits(s);
    sv->key_bits = bits + value_format_of(v).bits <= 64 ? bits : 0;
    v->key_bits = sv->key_bits;
}

static duel_status new_table_variant(duel_variant *v, duel_msg *why)
{
    script_game *s = script_of(v);
    duel_status status = DUEL_OK;
    script_lock_game(s);
    int i = 0;
    while (i < s->variants && memcmp(s->variant[i]->option, v->option, sizeof v->option) != 0)
        i++;
    if (i == s->variants)
        status = add_variant(s, v, why);
    if (status == DUEL_OK) {
        script_variant *sv = s->variant[i];
        script_place_room(v)->index = i;
        v->seats = sv->seats;
        v->state_size = sv->state_size;
        v->max_moves = DUEL_MOVES_MAX - 1; /* 12 bits, not 13 */
        v->max_plies = s->max_plies;
        v->max_score = s->max_score;
        choose_key(s, sv, v);
    }
    script_unlock(s);
    return status;
}

/* ---- the contract ----------------------------------------------------------------------- */

static duel_status deal(const duel_variant *v, duel_rng *rng, void *state)
{
    duel_msg why;
    script_variant *sv = script_lock(v);
    script_game *s = sv->game;
    duel_status status = first_state(s, sv, rng, state, &why);
    if (status != DUEL_OK) {
        script_fault(s, &why);
        script_kill(sv, state);
    }
    script_unlock(s);
    return status;
}

static int turn(const duel_variant *v, const void *state)
{
    script_variant *sv = script_lock(v);
    script_game *s = sv->game;
    int seat = s->has[FN_turn] ? script_bare_node(s, sv, state)->turn
                               : ((const unsigned char *)state)[0];
    script_unlock(s);
    return seat;
}

static bool over(const duel_variant *v, const void *state, int32_t score[])
{
    script_variant *sv = script_lock(v);
    script_game *s = sv->game;
    const graph_node *n = script_bare_node(s, sv, state);
    bool ended = n->over;
    if (ended)
        memcpy(score, n->score, (size_t)sv->seats * sizeof *score);
    script_unlock(s);
    return ended;
}

static int moves(const duel_variant *v, const void *state, duel_move out[])
{
    script_variant *sv = script_lock(v);
    script_game *s = sv->game;
    const graph_node *n = script_expanded_node(s, sv, state);
    int count = n->count;
    for (int i = 0; i < count; i++)
        out[i] = n->edge[i].move;
    script_unlock(s);
    return count;
}

static void play(const duel_variant *v, void *state, duel_move move)
{
    script_variant *sv = script_lock(v);
    script_game *s = sv->game;
    const graph_node *n = script_expanded_node(s, sv, state);
    graph_edge *e = graph_edge_of(n, move);
    if (e && e->child.at == NULL && e->fault == NULL)
        script_ask_edge(s, sv, n, state, e);
    script_copy_child(s, sv, e, state);
    script_unlock(s);
}

static duel_status ask_hide(script_game *s, script_variant *sv, void *state, int seat,
                            duel_msg *why)
{
    int to_move = ((const unsigned char *)state)[0];
    script_call c = script_call_of(FN_hide, state);
    script_call_int(&c, seat + 1); /* 0: a spectator */
    duel_status status = script_call_end(&c, s, sv, why);
    if (status == DUEL_OK && !script_set_state(sv, to_move, c.value, state))
        status = script_too_large(s, c.value.len, why);
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
    duel_msg why;
    if (script_is_dead(state))
        return;
    script_variant *sv = script_lock(v);
    script_game *s = sv->game;
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
    duel_str rest;
    plain_value_item item;
    int to_move = ((const unsigned char *)view)[0];
    if (script_is_dead(view))
        return DUEL_OK;
    script_variant *sv = script_lock(v);
    script_game *s = sv->game;
    script_call c = script_call_of(FN_guess, view);
    c.chance = rng;
    duel_msg fault;
    duel_status status = script_call_end(&c, s, sv, &fault);
    rest = c.value;
    if (status != DUEL_OK) {
        script_fault(s, &fault);
        if (why)
            *why = fault;
    } else if (!plain_value_take(&rest, &item) || item.kind == PLAIN_VALUE_NIL) {
        const char *text = script_text(s, c.reason);
        status = duel_refuse(why, text ? text : N_("No position has this view."), "");
    } else if (!script_set_state(sv, to_move, c.value, view)) {
        status = script_too_large(s, c.value.len, why);
    }
    script_unlock(s);
    return status;
}

void script_rules_install(script_game *s)
{
    duel_game *g = &s->game;
    g->variant = new_table_variant;
    g->deal = deal;
    g->turn = turn;
    g->over = over;
    g->moves = moves;
    g->play = play;
    g->hide = s->has[FN_hide] ? hide : NULL;
    g->guess = s->has[FN_guess] ? guess : NULL;
}
