/* table/advice.c -- see advice.h. */
#include "table/advice.h"
#include "core/play.h"
#include "table/mixture.h"
#include "table/seek.h"

#include <stdlib.h>
#include <string.h>

const duel_rated *duel_find_rated(const duel_answer *a, duel_move move)
{
    for (int i = 0; i < a->rated_count; i++)
        if (a->rated[i].move == move)
            return &a->rated[i];
    return NULL;
}

static bool keeps_value(const duel_variant *v, const duel_worth *best, const duel_worth *w)
{
    bool resists = best->share > 0 || v->traits & DUEL_MARGIN || w->plies == best->plies;
    return w->proved && duel_worth_same(best, w) && resists;
}

int duel_best_moves(const duel_variant *v, const duel_answer *a, duel_move out[])
{
    duel_worth kept[DUEL_MOVES_MAX], best = {.known = false};
    int count = 0;
    for (int i = 0; i < a->rated_count; i++) {
        duel_worth w = duel_worth_of_rated(v, a, &a->rated[i]);
        if (w.proved && duel_worth_better(v, &w, &best))
            best = w;
    }
    for (int i = 0; i < a->rated_count; i++) {
        duel_worth w = duel_worth_of_rated(v, a, &a->rated[i]);
        if (!keeps_value(v, &best, &w))
            continue;
        int at = count++; /* insertion keeps equals in the order of the game's own list */
        for (; at > 0 && duel_worth_better(v, &w, &kept[at - 1]); at--) {
            kept[at] = kept[at - 1];
            out[at] = out[at - 1];
        }
        kept[at] = w;
        out[at] = a->rated[i].move;
    }
    return count;
}

/* ---- hints in steps -----------------------------------------------------------------------
 */

/* Where a move begins in the picture. */
static void mark_beginning(const duel_variant *v, const void *view, duel_move move,
                           duel_fact *f)
{
    duel_target path[DUEL_PATH];
    if (duel_path(v, view, move, path) == 0 || f->targets == DUEL_FACT_TARGETS)
        return;
    for (int i = 0; i < f->targets; i++)
        if (strcmp(f->target[i].text, path[0].text) == 0)
            return;
    f->target[f->targets++] = path[0];
}

/* The move among others, where there are others, in the order of the game's own list, so that
 * their order says nothing. */
static void mark_candidates(const duel_variant *v, const void *view, duel_move best,
                            duel_fact *f)
{
    enum { SHOWN = 3 };
    duel_move list[DUEL_MOVES_MAX];
    int count = v->game->moves(v, view, list), at = 0;
    int apart = count < SHOWN ? 1 : count / SHOWN;
    while (at < count && list[at] != best)
        at++;
    int first = at - (int)(best % SHOWN) * apart;
    for (int i = 0; i < SHOWN && count; i++)
        mark_beginning(v, view, list[((first + i * apart) % count + count) % count], f);
}

static void say_move(const duel_variant *v, const void *view, duel_move move, duel_fact *f)
{
    duel_buf text;
    duel_buf_init(&text);
    duel_print_move(v, view, move, &text.sink);
    if (v->game->teaching.say_move)
        v->game->teaching.say_move(v, view, move, &f->text);
    else
        duel_say(&f->text, N_("Play {0}."), "s", duel_buf_str(&text));
    duel_buf_fini(&text);
    f->targets = duel_path(v, view, move, f->target);
}

/* What the house says of a level that a game leaves out. */
static void add_own_hint(const duel_variant *v, const duel_think *t, const duel_answer *a,
                         int gives, duel_reason *out)
{
    duel_fact *f = duel_reason_add(out, gives);
    f->gives = gives;
    if (gives == DUEL_GIVES_KIND) {
        duel_seek_general(v, t, a, f);
    } else if (gives == DUEL_GIVES_PLACE) {
        mark_candidates(v, t->view, a->plan[0], f);
        duel_say(&f->text, N_("It begins at one of the places marked."), "");
    } else {
        say_move(v, t->view, a->plan[0], f);
    }
}

static bool tells(const duel_reason *r, int gives)
{
    for (int i = 0; i < r->count; i++)
        if (r->fact[i].gives == gives)
            return true;
    return false;
}

static void append(duel_reason *to, const duel_reason *from, int gives)
{
    for (int i = 0; i < from->count && to->count < DUEL_FACTS; i++)
        if (from->fact[i].gives == gives)
            to->fact[to->count++] = from->fact[i];
}

/* What the game says of the plan, level by level, and what the house says in its place. */
static void explain_plan(duel_judge *j, const duel_variant *v, const duel_think *t,
                         duel_advice *out)
{
    static _Thread_local duel_reason said;
    const duel_answer *a = &out->answer;
    const duel_solution solution = {j, duel_judge_mix, duel_judge_habit};
    duel_explain(v, t->view, t->seat, a->plan, a->plan_count, &said);
    for (int gives = DUEL_GIVES_KIND; gives <= DUEL_GIVES_WHY && a->plan_count; gives++) {
        if (gives < DUEL_GIVES_WHY && !tells(&said, gives))
            add_own_hint(v, t, a, gives, &out->told);
        if (gives == DUEL_GIVES_WHY && a->mixed)
            duel_mixture_explain(v, t, a, &solution, &out->told);
        append(&out->told, &said, gives);
    }
    out->why = out->told;
    duel_reason_keep(&out->why, DUEL_GIVES_WHY, DUEL_GIVES_WHY);
}

void duel_hint(const duel_advice *a, int step, duel_reason *out)
{
    *out = a->told;
    duel_reason_keep(out, step < DUEL_GIVES_MOVE ? step : DUEL_GIVES_MOVE, step);
}

/* ---- advice --------------------------------------------------------------------------------
 */

/* Looks behind the other move, and reads the judgement again, which knows more then. */
static duel_status look_behind(duel_judge *j, const duel_variant *v, const duel_think *t,
                               duel_move instead, duel_advice *out, duel_msg *why)
{
    duel_move advised = out->answer.plan[0];
    out->compared = true;
    out->other.move = instead;
    if (advised == instead)
        return DUEL_OK;
    duel_status status = duel_contrast_look(j, v, t, &out->other, why);
    if (status == DUEL_OK)
        status = duel_judge_ask(j, t, &out->answer, &out->judged, why);
    out->other.overturned = out->answer.plan[0] != advised;
    return status;
}

duel_status duel_advise(duel_judge *j, const duel_variant *v, const duel_think *t,
                        const duel_move *instead, duel_advice *out, duel_msg *why)
{
    duel_think call = *t;
    call.every_move = true;
    memset(out, 0, sizeof *out);
    duel_status status = duel_judge_ask(j, &call, &out->answer, &out->judged, why);
    if (status == DUEL_OK && instead && out->answer.plan_count)
        status = look_behind(j, v, &call, *instead, out, why);
    if (status != DUEL_OK)
        return status;
    explain_plan(j, v, t, out);
    if (out->compared)
        duel_contrast_weigh(v, &call, &out->answer, &out->why, &out->other);
    duel_reason_drop_against(&out->told);
    duel_reason_drop_against(&out->why);
    duel_reason_drop_against(&out->other.advised_only);
    return DUEL_OK;
}
