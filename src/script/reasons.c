/* script/reasons.c -- what a file says of moves, and of what people believe: facts, marks. */
#include "core/reason.h"
#include "script/loaded.h"

#include <string.h>

/* ---- facts --------------------------------------------------------------------------------
 */

/* Up to four numbers for the sentence; *count of them. */
static bool take_args(duel_str fact, int64_t n[4], uint32_t *count)
{
    duel_str args;
    flat_item head = {.count = 0}, item;
    if (flat_find(fact, "args", &args) && (!flat_take(&args, &head) || head.count > 4))
        return false;
    for (uint32_t i = 0; i < head.count; i++) {
        if (!flat_take(&args, &item) || item.kind != FLAT_INT)
            return false;
        n[i] = item.number;
    }
    *count = head.count;
    return true;
}

/* How much the fact gives away, from 1 to 4; one that does not say so tells why. */
static bool take_gives(duel_str fact, duel_fact *out)
{
    duel_str value;
    flat_item item;
    if (!flat_find(fact, "gives", &value))
        return true;
    bool right = flat_take(&value, &item) && item.kind == FLAT_INT &&
                 item.number >= DUEL_GIVES_KIND && item.number <= DUEL_GIVES_WHY;
    if (right)
        out->gives = (int)item.number;
    return right;
}

/* The cells it points at. */
static bool take_marks(duel_str fact, duel_fact *out)
{
    duel_str value;
    if (flat_find(fact, "cells", &value))
        return (out->targets = script_cells(value, out->target, DUEL_FACT_TARGETS)) > 0;
    return true;
}

bool script_say(script_game *s, duel_str value, int64_t arg[4], duel_msg *out)
{
    uint32_t count = 0;
    const char *text = script_text(s, value);
    if (text == NULL || !take_args(value, arg, &count))
        return false;
    char kinds[5] = "iiii";
    kinds[count] = '\0';
    duel_say(out, text, kinds, arg[0], arg[1], arg[2], arg[3]);
    return true;
}

static bool put_fact(script_game *s, duel_str value, int kind, duel_reason *out)
{
    duel_fact *f = duel_reason_add(out, kind);
    return script_say(s, value, f->arg, &f->text) && take_gives(value, f) &&
           take_marks(value, f);
}

bool script_put_facts(script_game *s, duel_str list, duel_reason *out)
{
    flat_item head;
    duel_str fact;
    if (!flat_take(&list, &head) || (head.kind != FLAT_LIST && head.kind != FLAT_NIL) ||
        head.count > DUEL_FACTS)
        return false;
    uint32_t count = head.kind == FLAT_LIST ? head.count : 0;
    for (uint32_t i = 0; i < count; i++)
        if (!flat_cut(&list, &fact) || !put_fact(s, fact, (int)i, out))
            return false;
    return true;
}

/* ---- why a move is good or bad ------------------------------------------------------------
 */

/* Asks, and takes the facts or tells `complaint`, of a file and of how many there may be. */
static void take_facts(script_call *c, script_game *s, script_variant *sv,
                       const char *complaint, duel_reason *out)
{
    duel_str list, second;
    duel_msg why;
    duel_status status = script_call_end(c, s, sv, &list, &second, &why);
    if (status == DUEL_OK && !script_put_facts(s, list, out))
        status = duel_fail(&why, complaint, "ci", s->id, (int64_t)DUEL_FACTS);
    if (status != DUEL_OK)
        script_fault(s, &why);
}

static void explain_move(const duel_variant *v, const void *view, int seat, duel_move move,
                         duel_reason *out)
{
    script_game *s;
    script_variant *sv;
    script_call c;
    if (script_is_dead(view))
        return;
    script_lock(v, &s, &sv);
    script_call_begin(&c, FN_explain);
    script_call_state(&c, view);
    script_call_move(&c, s, move);
    script_call_int(&c, seat + 1);
    take_facts(
        &c, s, sv,
        N_("{0}: explain gives no list of at most {1} texts, each plain or with en, fr, args, "
           "gives (1 to 4) and cells."),
        out);
    script_unlock(s);
}

static void explain(const duel_variant *v, const void *view, int seat, const duel_move turn[],
                    int count, duel_reason *out)
{
    duel_explain_each(v, view, seat, turn, count, explain_move, out);
}

/* ---- why it is over -----------------------------------------------------------------------
 */

static void ending(const duel_variant *v, const void *view, int seat, duel_reason *out)
{
    script_game *s;
    script_variant *sv;
    script_call c;
    if (script_is_dead(view))
        return;
    script_lock(v, &s, &sv);
    script_call_begin(&c, FN_ending);
    script_call_state(&c, view);
    script_call_int(&c, seat + 1 > 0 ? seat + 1 : 0);
    take_facts(&c, s, sv,
               N_("{0}: ending gives no list of at most {1} texts, each plain or "
                  "with en, fr, args and cells."),
               out);
    script_unlock(s);
}

/* ---- marks --------------------------------------------------------------------------------
 */

/* nil, or a word; false for anything else. */
static bool claim_of(duel_str value, duel_claim *out)
{
    static const char *const names[] = {[DUEL_CLAIM_OPEN] = "open",
                                        [DUEL_CLAIM_PROVED] = "proved",
                                        [DUEL_CLAIM_WRONG] = "wrong"};
    flat_item item;
    if (!flat_take(&value, &item))
        return false;
    if (item.kind == FLAT_NIL)
        return *out = DUEL_CLAIM_NONE, true;
    for (int i = DUEL_CLAIM_OPEN; i <= DUEL_CLAIM_WRONG; i++)
        if (item.kind == FLAT_TEXT && duel_str_is(item.text, names[i]))
            return *out = (duel_claim)i, true;
    return false;
}

static duel_claim judge_cell(script_game *s, const script_variant *sv, script_call *c,
                             duel_reason *out)
{
    duel_str word, facts;
    duel_msg why;
    duel_claim claim = DUEL_CLAIM_NONE;
    duel_status status = script_call_end(c, s, sv, &word, &facts, &why);
    if (status == DUEL_OK && (!claim_of(word, &claim) || !script_put_facts(s, facts, out)))
        status = duel_fail(&why,
                           N_("{0}: mark gives neither nil nor “proved”, “wrong” or “open” "
                              "with a list of reasons."),
                           "c", s->id);
    if (status != DUEL_OK) {
        script_fault(s, &why);
        claim = DUEL_CLAIM_NONE;
    }
    if (claim == DUEL_CLAIM_NONE)
        out->count = 0;
    return claim;
}

static duel_claim mark(const duel_variant *v, const void *view, int seat,
                       const duel_target *target, duel_reason *out)
{
    script_game *s;
    script_variant *sv;
    script_call c;
    int x, y;
    if (script_is_dead(view) || !duel_cell_of(duel_str_of(target->text), &x, &y))
        return DUEL_CLAIM_NONE;
    script_lock(v, &s, &sv);
    script_call_begin(&c, FN_mark);
    script_call_state(&c, view);
    script_call_int(&c, seat + 1 > 0 ? seat + 1 : 0);
    script_call_int(&c, x + 1);
    script_call_int(&c, y + 1);
    duel_claim claim = judge_cell(s, sv, &c, out);
    script_unlock(s);
    return claim;
}

void script_reasons_install(script_game *s)
{
    s->game.teaching.explain = s->has[FN_explain] ? explain : NULL;
    s->game.teaching.ending = s->has[FN_ending] ? ending : NULL;
    s->game.teaching.mark = s->has[FN_mark] ? mark : NULL;
}
