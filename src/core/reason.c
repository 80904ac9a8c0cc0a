/* core/reason.c -- facts: see reason.h. */
#include "core/reason.h"

#include <string.h>

duel_fact *duel_reason_add(duel_reason *r, int kind)
{
    if (r->count < DUEL_FACTS)
        r->count++;
    duel_fact *f = &r->fact[r->count - 1];
    memset(f, 0, sizeof *f);
    f->kind = kind;
    return f;
}

bool duel_fact_same(const duel_fact *a, const duel_fact *b)
{
    return a->kind == b->kind && memcmp(a->arg, b->arg, sizeof a->arg) == 0;
}

void duel_explain(const duel_variant *v, const void *view, int seat, duel_move move,
                  duel_reason *out)
{
    memset(out, 0, sizeof *out);
    if (v->game->explain)
        v->game->explain(v, view, seat, move, out);
}

duel_claim duel_judge_mark(const duel_variant *v, const void *view, int seat,
                           const duel_target *target, duel_reason *out)
{
    memset(out, 0, sizeof *out);
    return v->game->mark ? v->game->mark(v, view, seat, target, out) : DUEL_CLAIM_NONE;
}
