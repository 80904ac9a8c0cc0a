/* table/contrast.c -- see contrast.h. */
#include "table/contrast.h"
#include "core/play.h"
#include "table/advice.h"

#include <stdlib.h>
#include <string.h>

/* ---- looking behind the other move --------------------------------------------------------
 */

static void take_line_behind(const duel_answer *behind, duel_contrast *out)
{
    int room = DUEL_LINE - 1, more = behind->line_count < room ? behind->line_count : room;
    out->line[0] = out->move;
    memcpy(out->line + 1, behind->line, (size_t)more * sizeof *out->line);
    out->line_count = 1 + more;
}

duel_status duel_contrast_look(duel_judge *j, const duel_variant *v, const duel_think *t,
                               duel_contrast *out, duel_msg *why)
{
    if (duel_has_secrets(v))
        return DUEL_OK;
    duel_answer *behind = malloc(sizeof *behind);
    if (behind == NULL)
        return duel_full(why);
    duel_status status = duel_judge_look_behind(j, t, out->move, behind, &out->seen, why);
    if (status == DUEL_OK)
        take_line_behind(behind, out);
    free(behind);
    return status;
}

/* ---- what each is worth -------------------------------------------------------------------
 */

/* The worth of a move that the answer rates; false if it does not. */
static bool weigh_move(const duel_variant *v, const duel_answer *a, duel_move move,
                       duel_worth *worth, int32_t *estimate)
{
    const duel_rated *r = duel_find_rated(a, move);
    if (r == NULL)
        return false;
    *worth = duel_worth_of_rated(v, a, r);
    *estimate = r->estimate;
    return worth->known;
}

/* Both by one judge, on one scale: of a move that it leaves out nobody knows anything. */
static void weigh_other(const duel_variant *v, const duel_answer *a, duel_contrast *out)
{
    int32_t unused;
    if (a->plan_count == 0 || !weigh_move(v, a, a->plan[0], &out->advised, &unused))
        out->advised = duel_worth_of_answer(v, a);
    if (!weigh_move(v, a, out->move, &out->worth, &out->estimate))
        out->worth = out->seen;
}

/* ---- how they compare ---------------------------------------------------------------------
 */

/* Whether whoever plays the other move loses nothing worth naming. */
static bool costs_nothing(const duel_variant *v, const duel_worth *had, const duel_worth *got)
{
    const double little = 0.1, hardly = 0.01; /* points, share */
    duel_cost less = duel_worth_lost(v, had, got);
    return less.share < hardly && less.points < little;
}

static duel_contest contest_of(const duel_variant *v, const duel_contrast *c)
{
    if (!c->advised.known || !c->worth.known)
        return DUEL_NOT_WEIGHED;
    if (costs_nothing(v, &c->advised, &c->worth))
        return DUEL_AS_GOOD;
    bool doubted = !c->worth.proved && c->seen.known && costs_nothing(v, &c->advised, &c->seen);
    return doubted ? DUEL_NOT_SHOWN : DUEL_WORSE;
}

/* ---- the facts that differ ----------------------------------------------------------------
 */

/* Whether people read the same. */
static bool say_same(const duel_fact *a, const duel_fact *b)
{
    duel_buf one, other;
    duel_buf_init(&one);
    duel_buf_init(&other);
    duel_render(DUEL_EN, &a->text, &one.sink);
    duel_render(DUEL_EN, &b->text, &other.sink);
    bool same = strcmp(one.text, other.text) == 0;
    duel_buf_fini(&one);
    duel_buf_fini(&other);
    return same;
}

static bool has_fact(const duel_reason *r, const duel_fact *f)
{
    for (int i = 0; i < r->count; i++)
        if (duel_fact_same(&r->fact[i], f) || say_same(&r->fact[i], f))
            return true;
    return false;
}

static void take_only(const duel_reason *of, const duel_reason *without, duel_reason *out)
{
    out->count = 0;
    for (int i = 0; i < of->count; i++)
        if (!has_fact(without, &of->fact[i]))
            out->fact[out->count++] = of->fact[i];
}

void duel_contrast_weigh(const duel_variant *v, const duel_think *t, const duel_answer *a,
                         const duel_reason *why, duel_contrast *out)
{
    weigh_other(v, a, out);
    duel_explain_why(v, t->view, t->seat, &out->move, 1, &out->why);
    take_only(&out->why, why, &out->only);
    take_only(why, &out->why, &out->advised_only);
    bool same = a->plan_count && a->plan[0] == out->move;
    out->how = same ? DUEL_VERY_MOVE : contest_of(v, out);
    if (out->how != DUEL_WORSE)
        out->line_count = 0;
}
