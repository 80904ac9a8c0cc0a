/* script/says.c -- what a file says it knows (`base`, `termine` with an action), and such facts
 * as it would write them. */
#include "script/loaded.h"

/* 0, 1, or 1 and an action: the last values of a list. */
static bool take_solution(script_game *s, uint32_t count, duel_str *rest, duel_said *out)
{
    flat_item won;
    duel_str move;
    if (count < 1 || count > 2 || !flat_take(rest, &won) || won.kind != FLAT_INT)
        return false;
    *out = (duel_said){.value = won.number ? DUEL_WIN : DUEL_LOSS, .has_move = count == 2};
    return count == 1 || (flat_cut(rest, &move) && script_move_number(s, move, &out->move));
}

static bool take_said(script_game *s, duel_str value, duel_said *out)
{
    flat_item list;
    return flat_take(&value, &list) && list.kind == FLAT_LIST &&
           take_solution(s, list.count, &value, out);
}

static bool says(const duel_variant *v, const void *state, duel_said *out)
{
    script_game *s;
    script_variant *sv;
    script_call c;
    duel_str value, unused;
    duel_msg why;
    if (script_is_dead(state))
        return false;
    script_lock(v, &s, &sv);
    script_call_begin(&c, FN_claim);
    script_call_state(&c, state);
    bool answered = script_call_end(&c, s, sv, &value, &unused, &why) == DUEL_OK;
    if (!answered)
        script_fault(s, &why);
    bool said = answered && take_said(s, value, out);
    script_unlock(s);
    return said;
}

/* base(State,[1,Action]). */
static void write_fact(const duel_variant *v, const void *state, const duel_said *said,
                       duel_sink *out)
{
    script_game *s;
    script_variant *sv;
    script_lock(v, &s, &sv);
    duel_put(out, "base(");
    script_print_value(s, sv, state, out);
    duel_put(out, said->value == DUEL_WIN ? ",[1," : ",[0,");
    duel_put(out, said->has_move ? script_move_text(s, sv, state, said->move) : "nil");
    duel_put(out, "]).\n");
    script_unlock(s);
}

/* ---- all of it ----------------------------------------------------------------------------
 */

/* Asks for statements from a number on, which are kept until others are asked for. */
static duel_status ask_statements(script_game *s, script_variant *sv, uint64_t from,
                                  uint64_t *all, duel_msg *why)
{
    script_call c;
    duel_str rows, number;
    flat_item list, count;
    script_call_begin(&c, FN_claims);
    script_call_int(&c, (int64_t)from);
    duel_status status = script_call_end(&c, s, sv, &rows, &number, why);
    if (status == DUEL_OK &&
        (!flat_take(&rows, &list) || list.kind != FLAT_LIST || !flat_take(&number, &count) ||
         count.kind != FLAT_INT || count.number < 0))
        status = script_nonsense(s, why);
    s->said_count = 0;
    if (status != DUEL_OK)
        return status;
    duel_buf_clear(&s->said);
    duel_put_str(&s->said.sink, rows);
    s->said_first = s->said_next = from;
    s->said_count = s->said.failed ? 0 : list.count;
    s->said_at = 0;
    *all = (uint64_t)count.number;
    return s->said.failed ? duel_full(why) : DUEL_OK;
}

static duel_status find_statement(script_game *s, script_variant *sv, uint64_t i, duel_str *row,
                                  duel_msg *why)
{
    uint64_t unused;
    duel_status status = DUEL_OK;
    if (i < s->said_first || i - s->said_first >= s->said_count)
        status = ask_statements(s, sv, i, &unused, why);
    if (status == DUEL_OK && s->said_count == 0)
        status = script_nonsense(s, why);
    if (status != DUEL_OK)
        return status;
    if (i < s->said_next)
        s->said_next = s->said_first, s->said_at = 0;
    for (;; s->said_next++) {
        duel_str rest = {s->said.text + s->said_at, s->said.len - s->said_at};
        if (!flat_cut(&rest, row))
            return script_nonsense(s, why);
        if (s->said_next == i)
            return DUEL_OK;
        s->said_at = s->said.len - rest.len;
    }
}

static duel_saying_kind kind_of_statement(duel_str name)
{
    return duel_str_is(name, TALK_SAYS)           ? DUEL_SAYS
           : duel_str_is(name, TALK_SAYS_NOTHING) ? DUEL_SAYS_NOTHING
           : duel_str_is(name, TALK_SAYS_LARGER)  ? DUEL_SAYS_LARGER
                                                  : DUEL_SAYS_OPENLY;
}

/* What a statement is about: something that would be refused where a position is asked for is
 * no state. A file without actions for it may just not know it, and is asked. */
static duel_saying_kind look_at_subject(script_game *s, script_variant *sv, int seat,
                                        duel_str value, duel_state *state)
{
    if (!script_set_state(sv, seat, value, state))
        return DUEL_SAYS_LARGER;
    const graph_node *n = script_node(s, sv, state);
    if (n->fault || n->over != (n->count == 0))
        return DUEL_SAYS_NOWHERE;
    return n->count || script_reads_back(s, sv, state) ? DUEL_SAYS : DUEL_SAYS_NOWHERE;
}

/* [kind, text], or [kind, text, state, 0 or 1] with perhaps an action behind it. */
static bool take_statement(script_game *s, script_variant *sv, duel_str row, int seat,
                           duel_saying *out, duel_sink *text)
{
    flat_item list, kind, written;
    duel_str value;
    if (!flat_take(&row, &list) || list.kind != FLAT_LIST || list.count < 2 ||
        !flat_take(&row, &kind) || kind.kind != FLAT_TEXT || !flat_take(&row, &written) ||
        written.kind != FLAT_TEXT)
        return false;
    duel_put_str(text, duel_str_is_readable(written.text) ? written.text : duel_str_of("?"));
    out->kind = kind_of_statement(kind.text);
    if (out->kind != DUEL_SAYS)
        return true;
    if (!flat_cut(&row, &value) || !take_solution(s, list.count - 3, &row, &out->said))
        return false;
    out->kind = look_at_subject(s, sv, seat, value, &out->state);
    return true;
}

static uint64_t sayings(const duel_variant *v)
{
    script_game *s;
    script_variant *sv;
    uint64_t all = 0;
    duel_msg why;
    script_lock(v, &s, &sv);
    if (ask_statements(s, sv, 0, &all, &why) != DUEL_OK)
        script_fault(s, &why);
    script_unlock(s);
    return all;
}

static void saying(const duel_variant *v, uint64_t i, int seat, duel_saying *out,
                   duel_sink *text)
{
    script_game *s;
    script_variant *sv;
    duel_str row;
    duel_msg why;
    out->kind = DUEL_SAYS_OPENLY;
    script_lock(v, &s, &sv);
    duel_status status = find_statement(s, sv, i, &row, &why);
    if (status == DUEL_OK && !take_statement(s, sv, row, seat, out, text))
        status = script_nonsense(s, &why);
    if (status != DUEL_OK)
        script_fault(s, &why);
    script_unlock(s);
}

void script_says_install(script_game *s)
{
    s->game.sayings = s->has[FN_claims] ? sayings : NULL;
    s->game.saying = s->has[FN_claims] ? saying : NULL;
    s->game.says = s->has[FN_claim] ? says : NULL;
    s->game.write_fact = s->has[FN_claim] ? write_fact : NULL;
}
