/* service/advice.c -- see advice.h. */
#include "service/advice.h"
#include "core/value.h"

#include <string.h>

duel_result duel_rated_result(const duel_answer *a, duel_move move)
{
    for (int i = 0; i < a->rated_count; i++)
        if (a->rated[i].move == move)
            return a->rated[i].result;
    return (duel_result){.value = DUEL_UNSOLVED};
}

static bool keeps_value(const duel_variant *v, const duel_result *best, const duel_result *r)
{
    if (r->value != best->value)
        return false;
    if ((v->traits & DUEL_MARGIN) && r->score != best->score)
        return false;
    return r->value != DUEL_LOSS || (v->traits & DUEL_MARGIN) ||
           r->remoteness == best->remoteness;
}

int duel_best_moves(const duel_variant *v, const duel_answer *a, duel_move out[])
{
    duel_result kept[DUEL_MOVES_MAX], best = {.value = DUEL_UNSOLVED};
    int count = 0;
    for (int i = 0; i < a->rated_count; i++) {
        const duel_result *r = &a->rated[i].result;
        if (r->value != DUEL_UNSOLVED && (!best.value || value_better(r, &best)))
            best = *r;
    }
    for (int i = 0; i < a->rated_count; i++) {
        duel_result r = a->rated[i].result;
        if (r.value == DUEL_UNSOLVED || !keeps_value(v, &best, &r))
            continue;
        int at = count++; /* insertion keeps equals in the order of the game's own list */
        for (; at > 0 && value_better(&r, &kept[at - 1]); at--) {
            kept[at] = kept[at - 1];
            out[at] = out[at - 1];
        }
        kept[at] = r;
        out[at] = a->rated[i].move;
    }
    return count;
}

/* The first fact of `a` that `b` does not have. */
static int first_difference(const duel_reason *a, const duel_reason *b)
{
    for (int i = 0; i < a->count; i++) {
        bool shared = false;
        for (int j = 0; j < b->count; j++)
            shared = shared || duel_fact_same(&a->fact[i], &b->fact[j]);
        if (!shared)
            return i;
    }
    return -1;
}

duel_status duel_advise(duel_player *p, const duel_variant *v, const duel_think *t,
                        const duel_move *instead, duel_advice *out, duel_msg *why)
{
    duel_think call = *t;
    call.every_move = true;
    memset(out, 0, sizeof *out);
    duel_status status = duel_player_think(p, &call, &out->answer, why);
    if (status != DUEL_OK)
        return status;
    if (out->answer.plan_count)
        duel_explain(v, t->view, t->seat, out->answer.plan[0], &out->why);
    out->differs = out->instead_differs = -1;
    if (instead == NULL)
        return DUEL_OK;
    out->compared = true;
    out->instead = *instead;
    out->instead_result = duel_rated_result(&out->answer, *instead);
    duel_explain(v, t->view, t->seat, *instead, &out->instead_why);
    out->differs = first_difference(&out->why, &out->instead_why);
    out->instead_differs = first_difference(&out->instead_why, &out->why);
    return DUEL_OK;
}
