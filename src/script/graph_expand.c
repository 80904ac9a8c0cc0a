/* script/graph_expand.c -- the graph grows: a position is asked about once, with its moves,
 * what follows from each, and what went wrong. And the pace of a file: the same positions asked
 * about once more. */
#include "script/inside.h"
#include "script/load.h"

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
    plain_value_item item;
    if (!plain_value_take(answer, &item) || item.kind != PLAIN_VALUE_INT ||
        item.number < -most || item.number > most)
        return false;
    *out = (int32_t)item.number;
    return true;
}

static bool take_turn(duel_str *answer, const script_variant *sv, int32_t score[], int *turn,
                      bool *over)
{
    plain_value_item item;
    if (!plain_value_take(answer, &item) || item.number < 1 || item.number > sv->seats)
        return false;
    *turn = (int)item.number - 1;
    if (!plain_value_take(answer, &item) || (item.count && item.count != (uint32_t)sv->seats))
        return false;
    *over = item.count > 0;
    for (int i = 0; *over && i < sv->seats; i++)
        if (!take_within(answer, TALK_SCORE_MOST, &score[i]))
            return false;
    return true;
}

int script_next_seat(const script_game *s, const script_variant *sv, int seat)
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
    plain_value_print(duel_buf_str(&value), &text.sink);
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
    plain_value_item head;
    duel_str value;
    if (!plain_value_take(answer, &head))
        return false;
    for (int i = 0; i < n->count; i++)
        if (!plain_value_cut(answer, &value) || !script_move_number(s, value, &n->edge[i].move))
            return false;
    return true;
}

bool script_take_child(script_game *s, const script_variant *sv, duel_move move,
                       duel_str *answer, duel_str *value, duel_msg *why)
{
    plain_value_item head;
    duel_str fault = *answer;
    duel_msg cause;
    why->id = NULL;
    if (!plain_value_take(answer, &head))
        return false;
    if (head.number == TALK_OK) {
        bool right = plain_value_cut(answer, value);
        if (right && STATE_HEAD + value->len > sv->state_size)
            script_too_large(s, value->len, why);
        return right;
    }
    script_parent_fault(&s->host, &fault, &cause);
    name_move(s, move, &cause, why);
    *answer = fault;
    return true;
}

static bool take_child(script_game *s, script_variant *sv, duel_str *answer,
                       const graph_node *n, graph_edge *e)
{
    duel_str value;
    duel_msg why;
    if (!script_take_child(s, sv, e->move, answer, &value, &why))
        return false;
    if (why.id)
        e->fault = keep_fault(sv, &why);
    else
        keep_child(s, sv, script_next_seat(s, sv, n->turn), value, e);
    return true;
}

static bool take_edges(script_game *s, script_variant *sv, duel_str *answer, graph_node *n)
{
    if (!take_moves(s, answer, n))
        return false;
    for (int i = 0; !s->has[FN_hide] && i < n->count; i++)
        if (!take_child(s, sv, answer, n, &n->edge[i]))
            return false;
    return script_take_values(s, sv, answer, n->value);
}

bool script_take_values(const script_game *s, const script_variant *sv, duel_str *answer,
                        int32_t value[])
{
    for (int i = 0; s->has[FN_evaluate] && i < sv->seats; i++)
        if (!take_within(answer, TALK_VALUE_MOST, &value[i]))
            return false;
    return true;
}

bool script_take_head(const script_variant *sv, duel_str *answer, script_head *h)
{
    plain_value_item list;
    *h = (script_head){.over = false};
    if (!take_turn(answer, sv, h->score, &h->turn, &h->over))
        return false;
    duel_str moves = *answer;
    if (!plain_value_take(&moves, &list) || list.kind != PLAIN_VALUE_LIST ||
        list.count >= DUEL_MOVES_MAX)
        return false;
    h->count = (int)list.count;
    return true;
}

graph_node *script_add_node(script_variant *sv, duel_str key, const script_head *h, int edges)
{
    graph_node *n = graph_add(sv->graph, key, edges);
    if (n == NULL)
        return NULL;
    n->turn = h->turn;
    n->over = h->over;
    memcpy(n->score, h->score, sizeof h->score);
    sv->widest = h->count > sv->widest ? h->count : sv->widest;
    return n;
}

/* What went wrong when the position was looked at. */
static graph_node *take_fault(script_game *s, script_variant *sv, duel_str key,
                              duel_str *answer)
{
    duel_msg why;
    script_parent_fault(&s->host, answer, &why);
    return faulty(sv, key, &why);
}

graph_node *script_take_node(script_game *s, script_variant *sv, duel_str key, duel_str *answer)
{
    plain_value_item kind;
    script_head h;
    duel_str rest = *answer;
    if (!plain_value_take(&rest, &kind))
        return NULL;
    if (kind.number != TALK_OK)
        return take_fault(s, sv, key, answer);
    *answer = rest;
    graph_node *n =
        script_take_head(sv, answer, &h) ? script_add_node(sv, key, &h, h.count) : NULL;
    if (n && !take_edges(s, sv, answer, n)) {
        duel_msg why;
        script_nonsense(s, &why);
        n->count = 0;
        n->fault = keep_fault(sv, &why);
    }
    return n;
}

/* Begins a question about positions, and goes on with one of them. */
static void script_begin_positions(script_game *s, const script_variant *sv, talk_what what)
{
    script_parent_begin(&s->host, what, duel_buf_str(&sv->options));
    plain_value_put_int(&s->host.out, sv->seats);
    plain_value_put_int(&s->host.out, !s->has[FN_hide]);
}

static void script_put_position(script_game *s, const void *state)
{
    int seat = *(const unsigned char *)state;
    plain_value_put_int(&s->host.out, s->has[FN_turn] ? 0 : seat + 1);
    duel_put_str(&s->host.out.sink, script_value(state));
}

duel_status script_ask_positions(script_game *s, const script_variant *sv, const void *states,
                                 int count, duel_str *answer, int *answered, duel_msg *why)
{
    plain_value_item number;
    const unsigned char *state = states;
    script_begin_positions(s, sv, TALK_EXPAND);
    for (int i = 0; i < count; i++, state += sv->state_size)
        script_put_position(s, state);
    duel_status status = script_parent_ask(&s->host, answer, why);
    if (status == DUEL_OK &&
        (!plain_value_take(answer, &number) || number.number < 1 || number.number > count))
        return script_nonsense(s, why);
    if (status == DUEL_OK)
        *answered = (int)number.number;
    return status;
}

static graph_node *expand(script_game *s, script_variant *sv, const void *state, duel_msg *why)
{
    duel_str answer;
    int answered;
    duel_status status = script_ask_positions(s, sv, state, 1, &answer, &answered, why);
    graph_node *n =
        status == DUEL_OK ? script_take_node(s, sv, script_key(state), &answer) : NULL;
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

/* A position that is known, bare or not, or else with its moves. */
static graph_node *node_of(script_game *s, script_variant *sv, const void *state, bool bare)
{
    duel_msg why;
    if (script_is_dead(state))
        return dead();
    graph_node *n = graph_find(sv->graph, script_key(state));
    if (n == NULL || (n->bare && !bare))
        n = expand(s, sv, state, &why);
    if (n == NULL) {
        n = faulty(sv, script_key(state), &why);
        if (n == NULL)
            script_fault(s, &why);
    }
    return n ? n : dead();
}

graph_node *script_node(script_game *s, script_variant *sv, const void *state)
{
    return node_of(s, sv, state, false);
}

static const graph_node *fault_told(const script_game *s, const graph_node *n)
{
    if (n->fault == NULL)
        return n;
    script_fault(s, n->fault);
    return dead();
}

const graph_node *script_expanded_node(script_game *s, script_variant *sv, const void *state)
{
    return fault_told(s, script_node(s, sv, state));
}

const graph_node *script_bare_node(script_game *s, script_variant *sv, const void *state)
{
    return fault_told(s, node_of(s, sv, state, true));
}

void script_copy_child(const script_game *s, const script_variant *sv, const graph_edge *e,
                       void *state)
{
    if (e && e->child.at) {
        script_set_known(sv, e->child, state);
        return;
    }
    if (e && e->fault)
        script_fault(s, e->fault);
    script_kill(sv, state);
}

void script_ask_edge(script_game *s, script_variant *sv, const graph_node *n, const void *state,
                     graph_edge *e)
{
    duel_msg cause, why;
    script_call c = script_call_of(FN_play, state);
    script_call_move(&c, s, e->move);
    script_call_int(&c, n->turn + 1);
    if (script_call_end(&c, s, sv, &cause) == DUEL_OK) {
        keep_child(s, sv, script_next_seat(s, sv, n->turn), c.value, e);
        return;
    }
    name_move(s, e->move, &cause, &why);
    e->fault = keep_fault(sv, &why);
}

/* ---- pace ------------------------------------------------------------------------------- */

/* How fast a file's own functions run, without anything around them: the measure for what the
 * house adds to them. */

/* Positions of one question: as many as a call has instructions for. And of all: of more, some
 * are taken, which the places of the graph scatter. */
enum { PACE_BATCH = 256, PACE_MOST = 200000 };

/* The next positions of the graph, from slot *at on; how many. */
static int put_some(script_game *s, const script_variant *sv, uint64_t *at)
{
    uint64_t slots = UINT64_C(1) << sv->graph->slot_bits;
    uint64_t step = 1 + sv->graph->count / PACE_MOST;
    int count = 0;
    script_begin_positions(s, sv, TALK_LOOP);
    for (; *at < slots && count < PACE_BATCH; *at += step) {
        const graph_node *n = sv->graph->slot[*at];
        if (n && n->fault == NULL) {
            script_put_position(s, n->key.at);
            count++;
        }
    }
    return count;
}

static duel_status take_pace(script_game *s, int count, script_times *t, duel_msg *why)
{
    duel_str answer;
    plain_value_item loop, before;
    duel_status status = script_parent_ask(&s->host, &answer, why);
    if (status != DUEL_OK)
        return status;
    if (!plain_value_take(&answer, &loop) || !plain_value_take(&answer, &before))
        return script_nonsense(s, why);
    if (t->positions == 0)
        t->before = (double)before.number * 1e-9;
    t->seconds += (double)loop.number * 1e-9;
    t->positions += (uint64_t)count;
    return DUEL_OK;
}

duel_status script_time_functions(const duel_variant *v, script_times *out, duel_msg *why)
{
    uint64_t at = 0;
    int count;
    duel_status status = DUEL_OK;
    *out = (script_times){.positions = 0};
    script_variant *sv = script_lock(v);
    script_game *s = sv->game;
    while (status == DUEL_OK && sv->graph->slot && (count = put_some(s, sv, &at)) > 0)
        status = take_pace(s, count, out, why);
    script_unlock(s);
    return status;
}
