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

void script_says_install(script_game *s)
{
    s->game.source.says = s->has[FN_claim] ? says : NULL;
    s->game.source.write_fact = s->has[FN_claim] ? write_fact : NULL;
}
