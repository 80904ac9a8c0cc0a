/* script/expand.c -- the graph grows: a position is asked about once, with its moves, what
 * follows from each, and what went wrong. */
#include "script/loaded.h"

#include <string.h>

/* A fault is never lost: where there is no room to keep it, want of memory is the fault.
 * Without one, a position that could not be kept would be taken for a tie, or for one without
 * moves. */
static const duel_msg no_memory = {.id = N_("Not enough memory.")};

static const duel_msg *keep_fault(script_variant *sv, const duel_msg *why)
{
    const duel_msg *kept = graph_keep(sv->graph, why, sizeof *why);
    return kept ? kept : &no_memory;
}

static graph_node *faulty(script_variant *sv, duel_str key, const duel_msg *why)
{
    graph_node *n = graph_add(sv->graph, key, 0);
    if (n) {
        n->fault = keep_fault(sv, why);
        n->over = true;
    }
    return n;
}

static bool take_within(duel_str *answer, int32_t most, int32_t *out)
{
    flat_item item;
    if (!flat_take(answer, &item) || item.kind != FLAT_INT || item.number < -most ||
        item.number > most)
        return false;
    *out = (int32_t)item.number;
    return true;
}

static bool take_turn(duel_str *answer, const script_variant *sv, int32_t score[], int *turn,
                      bool *over)
{
    flat_item item;
    if (!flat_take(answer, &item) || item.number < 1 || item.number > sv->seats)
        return false;
    *turn = (int)item.number - 1;
    if (!flat_take(answer, &item) || (item.count && item.count != (uint32_t)sv->seats))
        return false;
    *over = item.count > 0;
    for (int i = 0; *over && i < sv->seats; i++)
        if (!take_within(answer, TALK_SCORE_MOST, &score[i]))
            return false;
    return true;
}

/* After `play`, without a `turn` of its own, the next seat moves. */
static int next_seat(const script_game *s, const script_variant *sv, int seat)
{
    return s->has[FN_turn] ? 0 : (seat + 1) % sv->seats;
}

/* A state as the graph keeps it: head and value. */
static void keep_child(script_game *s, script_variant *sv, int seat, duel_str value,
                       graph_edge *e)
{
    duel_state child;
    duel_msg why;
    sv->largest = value.len > sv->largest ? value.len : sv->largest;
    if (!script_set_state(sv, seat, value, &child)) {
        script_too_large(s, value.len, &why);
        e->fault = keep_fault(sv, &why);
        return;
    }
    duel_str key = script_key(&child);
    e->child = (duel_str){graph_keep(sv->graph, key.at, key.len), key.len};
    if (e->child.at == NULL)
        e->fault = &no_memory;
}

/* Names the move in front of what went wrong when it was played. */
static void name_move(script_game *s, duel_move move, const duel_msg *cause, duel_msg *why)
{
    duel_buf value, text, said[2];
    duel_buf_init(&value);
    duel_buf_init(&text);
    duel_buf_init(&said[DUEL_EN]);
    duel_buf_init(&said[DUEL_FR]);
    script_move_value(s, move, &value);
    flat_print(duel_buf_str(&value), &text.sink);
    duel_render(DUEL_EN, cause, &said[DUEL_EN].sink);
    duel_render(DUEL_FR, cause, &said[DUEL_FR].sink);
    const char *both =
        script_both(s, duel_buf_str(&said[DUEL_EN]), duel_buf_str(&said[DUEL_FR]));
    *why = *cause;
    if (both)
        duel_say(why, N_("the move {0}: {1}"), "sw", duel_buf_str(&text), both);
    duel_buf_fini(&value);
    duel_buf_fini(&text);
    duel_buf_fini(&said[DUEL_EN]);
    duel_buf_fini(&said[DUEL_FR]);
}

static bool take_moves(script_game *s, duel_str *answer, graph_node *n)
{
    flat_item head;
    duel_str value;
    if (!flat_take(answer, &head))
        return false;
    for (int i = 0; i < n->count; i++)
        if (!flat_cut(answer, &value) || !script_move_number(s, value, &n->edge[i].move))
            return false;
    return true;
}

static bool take_child(script_game *s, script_variant *sv, duel_str *answer,
                       const graph_node *n, graph_edge *e)
{
    flat_item head;
    duel_str value, fault = *answer;
    if (!flat_take(answer, &head))
        return false;
    if (head.number == TALK_OK) {
        if (!flat_cut(answer, &value))
            return false;
        keep_child(s, sv, next_seat(s, sv, n->turn), value, e);
        return true;
    }
    duel_msg cause, why;
    script_host_fault(&s->host, &fault, &cause);
    name_move(s, e->move, &cause, &why);
    *answer = fault;
    e->fault = keep_fault(sv, &why);
    return true;
}

static bool take_edges(script_game *s, script_variant *sv, duel_str answer, graph_node *n)
{
    if (!take_moves(s, &answer, n))
        return false;
    for (int i = 0; !s->has[FN_hide] && i < n->count; i++)
        if (!take_child(s, sv, &answer, n, &n->edge[i]))
            return false;
    for (int i = 0; s->has[FN_evaluate] && i < sv->seats; i++)
        if (!take_within(&answer, TALK_VALUE_MOST, &n->value[i]))
            return false;
    return true;
}

static graph_node *take_expansion(script_game *s, script_variant *sv, duel_str key,
                                  duel_str answer)
{
    flat_item head;
    int32_t score[DUEL_SEATS] = {0};
    int turn;
    bool over;
    if (!take_turn(&answer, sv, score, &turn, &over))
        return NULL;
    duel_str list = answer;
    if (!flat_take(&list, &head) || head.kind != FLAT_LIST || head.count >= DUEL_MOVES_MAX)
        return NULL;
    graph_node *n = graph_add(sv->graph, key, (int)head.count);
    if (n == NULL)
        return NULL;
    n->turn = turn;
    n->over = over;
    memcpy(n->score, score, sizeof score);
    if (!take_edges(s, sv, answer, n)) {
        duel_msg why;
        script_nonsense(s, &why);
        n->count = 0;
        n->fault = keep_fault(sv, &why);
    }
    return n;
}

static graph_node *expand(script_game *s, script_variant *sv, const void *state, duel_msg *why)
{
    duel_str answer;
    duel_buf *q = &s->host.out;
    int seat = ((const unsigned char *)state)[0];
    script_host_begin(&s->host, TALK_EXPAND, duel_buf_str(&sv->options));
    flat_put_int(q, s->has[FN_turn] ? 0 : seat + 1);
    flat_put_int(q, sv->seats);
    flat_put_int(q, !s->has[FN_hide]);
    duel_put_str(&q->sink, script_value(state));
    duel_status status = script_host_ask(&s->host, &answer, why);
    graph_node *n = status == DUEL_OK ? take_expansion(s, sv, script_key(state), answer) : NULL;
    if (n == NULL && status == DUEL_OK)
        script_nonsense(s, why);
    return n;
}

/* The dead position, which is shared and never written to. */
static graph_node *dead(void)
{
    static const graph_node none = {.over = true};
    return (graph_node *)(uintptr_t)&none;
}

graph_node *script_node(script_game *s, script_variant *sv, const void *state)
{
    duel_msg why;
    if (script_is_dead(state))
        return dead();
    graph_node *n = graph_find(sv->graph, script_key(state));
    if (n == NULL)
        n = expand(s, sv, state, &why);
    if (n == NULL) {
        n = faulty(sv, script_key(state), &why);
        if (n == NULL)
            script_fault(s, &why);
    }
    return n ? n : dead();
}

const graph_node *script_look(script_game *s, script_variant *sv, const void *state)
{
    const graph_node *n = script_node(s, sv, state);
    if (n->fault == NULL)
        return n;
    script_fault(s, n->fault);
    return dead();
}

void script_ask_edge(script_game *s, script_variant *sv, const graph_node *n, const void *state,
                     graph_edge *e)
{
    script_call c;
    duel_str value, unused;
    duel_msg cause, why;
    script_call_begin(&c, FN_play);
    script_call_state(&c, state);
    script_call_move(&c, s, e->move);
    script_call_int(&c, n->turn + 1);
    if (script_call_end(&c, s, sv, &value, &unused, &cause) == DUEL_OK) {
        keep_child(s, sv, next_seat(s, sv, n->turn), value, e);
        return;
    }
    name_move(s, e->move, &cause, &why);
    e->fault = keep_fault(sv, &why);
}
