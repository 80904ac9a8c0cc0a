/* script/notation.c -- positions and moves as text; what a file says it knows (`base`,
 * `termine` with an action), and such facts as it would write them.
 *
 * A file that says nothing writes a position as the value it is (script/plain_value.h) and a
 * move likewise. When seats alternate, /1 or /2 after a position tells who moves. */
#include "script/inside.h"

#include <string.h>

static bool text_result(duel_str value, duel_str *text)
{
    plain_value_item item;
    bool right = plain_value_take(&value, &item) && item.kind == PLAIN_VALUE_TEXT &&
                 memchr(item.text.at, '\0', item.text.len) == NULL;
    if (right)
        *text = item.text;
    return right;
}

static duel_status no_text(const script_game *s, talk_function f, duel_msg *why)
{
    return duel_fail(why, N_("{0}: {1} gives no text."), "cc", s->id, talk_function_name[f]);
}

/* ---- positions -------------------------------------------------------------------------- */

/* How a state is written, without the seat to move. */
static void script_print_value(script_game *s, script_variant *sv, const void *view,
                               duel_sink *out)
{
    duel_str text;
    duel_msg why;
    if (!s->has[FN_print]) {
        plain_value_print(script_value(view), out);
        return;
    }
    script_call c = script_call_of(FN_print, view);
    duel_status status = script_call_end(&c, s, sv, &why);
    if (status == DUEL_OK && text_result(c.value, &text))
        duel_put_str(out, text);
    else if (status == DUEL_OK)
        no_text(s, FN_print, &why), script_fault(s, &why);
    else
        script_fault(s, &why);
}

static void print(const duel_variant *v, const void *view, duel_sink *out)
{
    if (script_is_dead(view)) {
        duel_put(out, "?");
        return;
    }
    script_variant *sv = script_lock(v);
    script_game *s = sv->game;
    script_print_value(s, sv, view, out);
    if (!s->has[FN_turn])
        duel_putf(out, "/%d", ((const unsigned char *)view)[0] + 1);
    script_unlock(s);
}

/* "…/2": the seat to move is cut off; without it the first moves. */
static bool cut_seat(const script_game *s, const script_variant *sv, duel_str *text, int *seat)
{
    *seat = 0;
    if (s->has[FN_turn] || text->len < 2 || text->at[text->len - 2] != '/')
        return true;
    *seat = text->at[text->len - 1] - '1';
    text->len -= 2;
    return *seat >= 0 && *seat < sv->seats;
}

static duel_status refuse(script_game *s, duel_str reason, duel_str text, duel_msg *why)
{
    const char *said = script_text(s, reason);
    return said ? duel_refuse(why, said, "")
                : duel_invalid(why, N_("“{0}” is not a position of {1}."), "sc", text, s->id);
}

static duel_status parse_by_file(script_game *s, script_variant *sv, duel_str text, int seat,
                                 void *state, duel_msg *why)
{
    duel_str rest;
    plain_value_item item;
    script_call c = script_call_of(FN_parse, NULL);
    script_call_text(&c, text);
    duel_status status = script_call_end(&c, s, sv, why);
    rest = c.value;
    if (status == DUEL_OK && (!plain_value_take(&rest, &item) || item.kind == PLAIN_VALUE_NIL))
        status = refuse(s, c.reason, text, why);
    else if (status == DUEL_OK && !script_set_state(sv, seat, c.value, state))
        status = refuse(s, (duel_str){"", 0}, text, why);
    return status;
}

static duel_status parse_value(script_game *s, script_variant *sv, duel_str text, int seat,
                               void *state, duel_msg *why)
{
    duel_buf bytes = duel_buf_empty();
    plain_value_item item;
    bool right = plain_value_read(text, &bytes, NULL);
    duel_str rest = duel_buf_str(&bytes);
    right = right && plain_value_take(&rest, &item) && item.kind == sv->kind &&
            script_set_state(sv, seat, duel_buf_str(&bytes), state);
    duel_buf_fini(&bytes);
    return right ? DUEL_OK : refuse(s, (duel_str){"", 0}, text, why);
}

/* A position read must be one that can be played on: the file's functions answer about it, and
 * it has moves exactly if it is not over. A view cannot be held to that. */
static duel_status check_sound(script_game *s, script_variant *sv, duel_str text,
                               const void *state, duel_msg *why)
{
    const graph_node *n = script_node(s, sv, state);
    bool sound = n->fault == NULL && n->over == (n->count == 0);
    return sound || s->has[FN_hide] ? DUEL_OK : refuse(s, (duel_str){"", 0}, text, why);
}

static duel_status parse(const duel_variant *v, duel_str text, void *state, duel_msg *why)
{
    duel_state fresh;
    int seat;
    script_variant *sv = script_lock(v);
    script_game *s = sv->game;
    memset(&fresh, 0, sv->state_size);
    duel_str whole = text;
    duel_status status = DUEL_OK;
    if (!cut_seat(s, sv, &text, &seat))
        status = refuse(s, (duel_str){"", 0}, whole, why);
    if (status == DUEL_OK)
        status = s->has[FN_parse] ? parse_by_file(s, sv, text, seat, &fresh, why)
                                  : parse_value(s, sv, text, seat, &fresh, why);
    if (status == DUEL_OK)
        status = check_sound(s, sv, whole, &fresh, why);
    if (status == DUEL_OK)
        memcpy(state, &fresh, sv->state_size);
    script_unlock(s);
    return status;
}

/* ---- moves ------------------------------------------------------------------------------ */

static void write_move(script_game *s, script_variant *sv, const void *state, duel_move move,
                       duel_buf *out)
{
    duel_str text;
    duel_msg why;
    duel_buf value;
    if (s->has[FN_print_move]) {
        script_call c = script_call_of(FN_print_move, state);
        script_call_move(&c, s, move);
        duel_status status = script_call_end(&c, s, sv, &why);
        if (status == DUEL_OK && text_result(c.value, &text)) {
            duel_put_str(&out->sink, text);
            return;
        }
        if (status == DUEL_OK)
            no_text(s, FN_print_move, &why);
        script_fault(s, &why);
    }
    duel_buf_init(&value);
    script_move_value(s, move, &value);
    plain_value_print(duel_buf_str(&value), &out->sink);
    duel_buf_fini(&value);
}

const char *script_move_text(script_game *s, script_variant *sv, const void *state,
                             duel_move move)
{
    graph_edge *e = graph_edge_of(script_node(s, sv, state), move);
    if (e == NULL)
        return "?";
    if (e->text == NULL) {
        duel_buf text = duel_buf_empty();
        write_move(s, sv, state, move, &text);
        e->text = graph_keep(sv->graph, text.text, text.len + 1);
        duel_buf_fini(&text);
    }
    return e->text ? e->text : "?";
}

static void print_move(const duel_variant *v, const void *view, duel_move move, duel_sink *out)
{
    script_variant *sv = script_lock(v);
    script_game *s = sv->game;
    if (graph_edge_of(script_node(s, sv, view), move)) {
        duel_put(out, script_move_text(s, sv, view, move));
    } else { /* written for a position it was not played in */
        duel_buf text = duel_buf_empty();
        write_move(s, sv, view, move, &text);
        duel_put_str(out, duel_buf_str(&text));
        duel_buf_fini(&text);
    }
    script_unlock(s);
}

static duel_status parse_move_by_file(script_game *s, script_variant *sv, const void *view,
                                      duel_str text, duel_move *move, duel_msg *why)
{
    duel_str rest;
    plain_value_item item;
    script_call c = script_call_of(FN_parse_move, view);
    script_call_text(&c, text);
    duel_status status = script_call_end(&c, s, sv, why);
    if (status != DUEL_OK)
        return status;
    rest = c.value;
    const char *said = script_text(s, c.reason);
    if (!plain_value_take(&rest, &item) || item.kind == PLAIN_VALUE_NIL)
        return said ? duel_refuse(why, said, "")
                    : duel_refuse(why, N_("“{0}” is not a legal move here."), "s", text);
    return script_move_number(s, c.value, move) ? DUEL_OK : duel_no_space(why);
}

static duel_status parse_move(const duel_variant *v, const void *view, duel_str text,
                              duel_move *move, duel_msg *why)
{
    script_variant *sv = script_lock(v);
    script_game *s = sv->game;
    duel_status status = parse_move_by_file(s, sv, view, text, move, why);
    script_unlock(s);
    return status;
}

/* ---- what a file says it knows ---------------------------------------------------------- */

/* 0, 1, or 1 and an action: the last values of a list. */
static bool take_solution(script_game *s, uint32_t count, duel_str *rest, duel_said *out)
{
    plain_value_item won;
    duel_str move;
    if (count < 1 || count > 2 || !plain_value_take(rest, &won) || won.kind != PLAIN_VALUE_INT)
        return false;
    *out = (duel_said){.value = won.number ? DUEL_WIN : DUEL_LOSS, .has_move = count == 2};
    return count == 1 ||
           (plain_value_cut(rest, &move) && script_move_number(s, move, &out->move));
}

static bool take_said(script_game *s, duel_str value, duel_said *out)
{
    plain_value_item list;
    return plain_value_take(&value, &list) && list.kind == PLAIN_VALUE_LIST &&
           take_solution(s, list.count, &value, out);
}

static bool says(const duel_variant *v, const void *state, duel_said *out)
{
    duel_msg why;
    if (script_is_dead(state))
        return false;
    script_variant *sv = script_lock(v);
    script_game *s = sv->game;
    script_call c = script_call_of(FN_claim, state);
    bool answered = script_call_end(&c, s, sv, &why) == DUEL_OK;
    if (!answered)
        script_fault(s, &why);
    bool said = answered && take_said(s, c.value, out);
    script_unlock(s);
    return said;
}

/* base(State,[1,Action]). */
static void write_fact(const duel_variant *v, const void *state, const duel_said *said,
                       duel_sink *out)
{
    script_variant *sv = script_lock(v);
    script_game *s = sv->game;
    duel_put(out, "base(");
    script_print_value(s, sv, state, out);
    duel_put(out, said->value == DUEL_WIN ? ",[1," : ",[0,");
    duel_put(out, said->has_move ? script_move_text(s, sv, state, said->move) : "nil");
    duel_put(out, "]).\n");
    script_unlock(s);
}

void script_notation_install(script_game *s)
{
    s->game.print = print;
    s->game.parse = parse;
    s->game.print_move = print_move;
    if (s->has[FN_parse_move])
        s->game.parse_move = parse_move;
    s->game.source.says = s->has[FN_claim] ? says : NULL;
    s->game.source.write_fact = s->has[FN_claim] ? write_fact : NULL;
}
