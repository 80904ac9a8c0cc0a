/* table/why_mix.c -- why a strategy is mixed: facts made from the strategies of both seats
 * alone. See advice.h. */
#include "core/deals.h"
#include "core/play.h"
#include "table/inside.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const double rare = 0.005;   /* a chance that is no part of a mix */
static const double apart = 0.0005; /* worths that differ by more are not the same */

static int64_t millionths(double x)
{
    return llround(x * 1e6);
}

/* What people are told of a worth: points above an even share, or games won less games lost. */
static double told_worth(const duel_variant *v, double worth)
{
    return v->traits & DUEL_MARGIN ? worth / 2 : worth;
}

static void write_worth(double worth, char text[24])
{
    snprintf(text, 24, "%+.3g", fabs(worth) < apart ? 0 : round(worth * 1000) / 1000);
}

static void put_move(const duel_variant *v, const void *view, duel_move move, duel_buf *out)
{
    duel_buf_init(out);
    duel_print_move(v, view, move, &out->sink);
}

static void put_view(const duel_variant *v, const void *view, duel_buf *out)
{
    duel_buf_init(out);
    duel_print(v, view, &out->sink);
}

/* ---- how often --------------------------------------------------------------------------- */

/* The fraction of few parts that a chance is, or is close to; false: none. */
static bool few_parts(double chance, int64_t *above, int64_t *below)
{
    enum { PARTS = 8 };
    for (*below = 2; *below <= PARTS; ++*below) {
        *above = llround(chance * (double)*below);
        if (*above > 0 && *above < *below &&
            fabs(chance - (double)*above / (double)*below) < 0.004)
            return true;
    }
    return false;
}

/* A chance as a fraction, or in hundredths. */
static void write_part(double chance, char text[24])
{
    int64_t above, below;
    if (few_parts(chance, &above, &below))
        snprintf(text, 24, "%lld/%lld", (long long)above, (long long)below);
    else
        snprintf(text, 24, "%.2f", chance);
}

/* The move of the mix that is played least, and its number in the mix. */
static const duel_move_value *least_played(const duel_answer *a, int *count)
{
    const duel_move_value *least = NULL;
    *count = 0;
    for (int i = 0; i < a->rated_count; i++) {
        if (a->rated[i].chance < rare)
            continue;
        ++*count;
        if (least == NULL || a->rated[i].chance < least->chance)
            least = &a->rated[i];
    }
    return least;
}

static void say_chance(const duel_variant *v, const void *view, const duel_move_value *r,
                       duel_reason *out)
{
    duel_buf move;
    duel_fact *f = duel_reason_add(out, WHY_MIX_CHANCE);
    f->arg[0] = millionths(r->chance);
    put_move(v, view, r->move, &move);
    if (few_parts(r->chance, &f->arg[1], &f->arg[2]))
        duel_say(&f->text, N_("Mix your moves: {0} {1} {1:time|times} in {2}."), "sii",
                 duel_buf_str(&move), f->arg[1], f->arg[2]);
    else
        duel_say(&f->text, N_("Mix your moves: {0} {1} times in 100."), "si",
                 duel_buf_str(&move), (int64_t)lround(100 * r->chance));
    duel_buf_fini(&move);
}

/* ---- worth the same ---------------------------------------------------------------------- */

static double worth_of(const duel_variant *v, const duel_answer *a, const duel_move_value *r)
{
    double shown = (r->estimate - a->scale.zero) / a->scale.unit;
    return a->scale.meaning == DUEL_MEANS_POINTS ? told_worth(v, shown) : 2 * shown - 1;
}

static void say_even(const duel_variant *v, const duel_answer *a, const duel_move_value *least,
                     duel_reason *out)
{
    double worth = worth_of(v, a, least);
    char text[24];
    for (int i = 0; i < a->rated_count; i++)
        if (a->rated[i].chance >= rare && fabs(worth_of(v, a, &a->rated[i]) - worth) > apart)
            return;
    duel_fact *f = duel_reason_add(out, WHY_MIX_EVEN);
    f->arg[0] = millionths(worth);
    write_worth(worth, text);
    duel_say(&f->text,
             N_("Each move of the mix is worth {0}: the other player gains nothing by guessing "
                "which it is."),
             "c", text);
}

/* ---- following games --------------------------------------------------------------------- */

typedef struct answering {  /* a view of the other seat after the move */
    uint64_t known, before; /* what it knows there, and knew before the move */
    double weight;          /* how likely it is */
    duel_state view;
    duel_move move[2];
    double worth;
} answering;

enum { ANSWERS = 64 };

typedef struct mixture_walk {
    const duel_variant *v;
    int seat;       /* who asks, */
    uint64_t view;  /* where, */
    duel_move move; /* about this */
    uint64_t known; /* what it knows there, by its past or from the first way to the view */
    const advice_solution *by;
    answering *answer;
    int answers;
    const answering *torn; /* the likeliest; NULL while answers are looked for */
    double all[2], own[2]; /* how likely the other comes to what it knew before that move */
                           /* and knows after it, and of that by the view asked about */
} mixture_walk;

typedef struct mixture_stage {
    duel_state state;
    duel_info_set knowing;
    double weight;
    bool passed;     /* through the view asked about; */
    uint64_t before; /* what the other knew there */
} mixture_stage;

/* A choice on the way: who has it, and what it plays. */
typedef struct crossing {
    int seat, count;
    duel_move *move;
    double *chance, *worth;
    bool told; /* the two are known */
} crossing;

static bool is_asked_about(const mixture_walk *w, const mixture_stage *s, int seat)
{
    duel_state view;
    if (seat != w->seat)
        return false;
    duel_view(w->v, &s->state, seat, &view);
    return duel_info_set_first(w->v, &view, seat) == w->view;
}

static void walk_on(mixture_walk *w, const mixture_stage *s);

static void walk_by(mixture_walk *w, const mixture_stage *s, duel_move move, double chance,
                    bool asked)
{
    mixture_stage *next = malloc(sizeof *next);
    if (next == NULL)
        return;
    int seat = w->v->game->turn(w->v, &s->state);
    *next = *s;
    w->v->game->play(w->v, &next->state, move);
    next->weight *= chance;
    if (asked) {
        next->passed = true;
        next->before = s->knowing.seat[1 - w->seat];
    }
    duel_info_set_step(w->v, seat, move, &next->state, &next->knowing);
    walk_on(w, next);
    free(next);
}

static double chance_at(const crossing *c, int i)
{
    return c->count == 1 ? 1 : c->told ? c->chance[i] : 0;
}

/* ---- whom the mix leaves without a best answer ------------------------------------------- */

/* Of the moves that are played at all, two worth the same to who plays them, if all are. */
static bool is_torn(const crossing *c, int pair[2])
{
    int met = 0;
    for (int i = 0; i < c->count; i++) {
        if (c->chance[i] < rare)
            continue;
        if (met < 2)
            pair[met] = i;
        met++;
        if (!(fabs(c->worth[i] - c->worth[pair[0]]) < 2 * apart))
            return false;
    }
    return met > 1;
}

static void note_answer(mixture_walk *w, const mixture_stage *s, const crossing *c)
{
    int pair[2] = {0, 0}, at = 0;
    while (at < w->answers && w->answer[at].known != s->knowing.seat[c->seat])
        at++;
    if (at == ANSWERS || (at == w->answers && !is_torn(c, pair)))
        return;
    answering *a = &w->answer[at];
    if (at == w->answers) {
        *a = (answering){.known = s->knowing.seat[c->seat],
                         .before = s->before,
                         .move = {c->move[pair[0]], c->move[pair[1]]},
                         .worth = c->worth[pair[0]]};
        duel_view(w->v, &s->state, c->seat, &a->view);
        w->answers++;
    }
    a->weight += s->weight;
}

/* Down to the first choice of the other after the move; its own moves are as likely as it mixes
 * them, those of who asks are taken as they were. */
static void look_for_answers(mixture_walk *w, const mixture_stage *s, const crossing *c)
{
    if (c->told && s->passed && c->seat != w->seat) {
        note_answer(w, s, c);
    } else if (!s->passed && is_asked_about(w, s, c->seat)) {
        if (w->known == 0)
            w->known = s->knowing.seat[w->seat];
        walk_by(w, s, w->move, 1, true);
    } else {
        for (int i = 0; i < c->count; i++) {
            double likely = c->seat == w->seat ? 1 : chance_at(c, i);
            if (likely > 0)
                walk_by(w, s, c->move[i], likely, false);
        }
    }
}

static void say_answer(const mixture_walk *w, const void *view, duel_reason *out)
{
    const answering *a = w->torn;
    duel_buf move, first, second, where;
    char worth[24];
    duel_fact *f = duel_reason_add(out, WHY_MIX_ANSWER);
    f->arg[0] = millionths(told_worth(w->v, a->worth));
    put_move(w->v, view, w->move, &move);
    put_move(w->v, &a->view, a->move[0], &first);
    put_move(w->v, &a->view, a->move[1], &second);
    put_view(w->v, &a->view, &where);
    write_worth(told_worth(w->v, a->worth), worth);
    duel_say(&f->text,
             N_("After {0}, {1} in {2} is as well off with {3} as with {4}: {5} either way."),
             "swsssc", duel_buf_str(&move), duel_role(w->v, 1 - w->seat), duel_buf_str(&where),
             duel_buf_str(&first), duel_buf_str(&second), worth);
    duel_buf_fini(&move);
    duel_buf_fini(&first);
    duel_buf_fini(&second);
    duel_buf_fini(&where);
}

/* ---- what the other learns --------------------------------------------------------------- */

/* By the mixes of both: how likely the other knows what it knew before the move, or knows after
 * it, and how likely that is by the view asked about. */
static void weigh_beliefs(mixture_walk *w, const mixture_stage *s, const crossing *c)
{
    uint64_t other = s->knowing.seat[1 - w->seat];
    bool asked = is_asked_about(w, s, c->seat);
    if (c->seat == w->seat && other == w->torn->before) {
        w->all[0] += s->weight;
        w->own[0] += asked ? s->weight : 0;
    }
    if (c->seat != w->seat && other == w->torn->known) {
        w->all[1] += s->weight;
        w->own[1] += s->passed ? s->weight : 0;
        return;
    }
    for (int i = 0; i < c->count; i++)
        if (chance_at(c, i) > 0)
            walk_by(w, s, c->move[i], chance_at(c, i), asked);
}

static void say_learned(const mixture_walk *w, const void *view, duel_reason *out)
{
    duel_buf move, where, own;
    char part[2][24];
    double before = w->own[0] / w->all[0], after = w->own[1] / w->all[1];
    if (!(w->all[0] > 0 && w->all[1] > 0) || fabs(before - after) < rare)
        return;
    duel_fact *f = duel_reason_add(out, WHY_MIX_LEARNED);
    f->arg[0] = millionths(before);
    f->arg[1] = millionths(after);
    put_move(w->v, view, w->move, &move);
    put_view(w->v, &w->torn->view, &where);
    put_view(w->v, view, &own);
    write_part(before, part[0]);
    write_part(after, part[1]);
    duel_say(
        &f->text,
        N_("What {0} learns by {1}: in {2} it takes you to be in {3} with a chance of {4}; "
           "before, it was {5}."),
        "wssscc", duel_role(w->v, 1 - w->seat), duel_buf_str(&move), duel_buf_str(&where),
        duel_buf_str(&own), part[1], part[0]);
    duel_buf_fini(&move);
    duel_buf_fini(&where);
    duel_buf_fini(&own);
}

/* ---- both ways --------------------------------------------------------------------------- */

static void walk_on(mixture_walk *w, const mixture_stage *s)
{
    const duel_game *g = w->v->game;
    if (duel_is_over(w->v, &s->state))
        return;
    crossing c = {.seat = g->turn(w->v, &s->state),
                  .move = malloc(w->v->max_moves * sizeof *c.move),
                  .chance = malloc(2 * w->v->max_moves * sizeof *c.chance)};
    c.count = c.move && c.chance ? g->moves(w->v, &s->state, c.move) : 0;
    c.worth = c.chance + c.count;
    c.told = c.count > 1 && w->by->mix(w->by->self, c.seat, s->knowing.seat[c.seat], c.count,
                                       c.chance, c.worth);
    if (w->torn)
        weigh_beliefs(w, s, &c);
    else
        look_for_answers(w, s, &c);
    free(c.move);
    free(c.chance);
}

static void walk_deals(mixture_walk *w, const duel_deals *d)
{
    mixture_stage *root = malloc(sizeof *root);
    for (size_t i = 0; root && i < d->count; i++) {
        memset(root, 0, sizeof *root);
        memcpy(&root->state, duel_deals_state(d, i), w->v->state_size);
        root->weight = duel_deals_weight(d, i);
        duel_info_set_begin(w->v, &root->state, &root->knowing);
        walk_on(w, root);
    }
    free(root);
}

static const answering *likeliest_answer(const mixture_walk *w)
{
    const answering *found = NULL;
    for (int i = 0; i < w->answers; i++)
        if (found == NULL || w->answer[i].weight > found->weight)
            found = &w->answer[i];
    return found;
}

static void find_answer(mixture_walk *w, const void *view, duel_reason *out)
{
    duel_deals d;
    w->answer = malloc(ANSWERS * sizeof *w->answer);
    if (w->answer && duel_deals_list(w->v, DUEL_DEALS_MOST, &d, NULL) == DUEL_OK) {
        walk_deals(w, &d);
        w->torn = likeliest_answer(w);
        if (w->torn) {
            say_answer(w, view, out);
            walk_deals(w, &d);
            say_learned(w, view, out);
        }
        duel_deals_fini(&d);
    }
    free(w->answer);
}

/* ---- what a habit would cost ------------------------------------------------------------- */

static void say_habit(const mixture_walk *w, const duel_think *t, const duel_answer *a,
                      const duel_move_value *least, duel_reason *out)
{
    duel_buf seldom, often;
    double cost[DUEL_MOVES_MAX];
    char text[2][24];
    const duel_move_value *most = least;
    for (int i = 0; i < a->rated_count; i++)
        if (a->rated[i].chance > most->chance)
            most = &a->rated[i];
    if (most == least || !w->by->habit(w->by->self, t->seat, w->known, a->rated_count, cost))
        return;
    double told[2] = {told_worth(w->v, cost[least - a->rated]),
                      told_worth(w->v, cost[most - a->rated])};
    duel_fact *f = duel_reason_add(out, WHY_MIX_HABIT);
    for (int i = 0; i < 2; i++) {
        f->arg[i] = millionths(told[i]);
        snprintf(text[i], sizeof text[i], "%.3g", fabs(told[i]) < apart ? 0 : told[i]);
    }
    put_move(w->v, t->view, least->move, &seldom);
    put_move(w->v, t->view, most->move, &often);
    duel_say(&f->text,
             N_("A habit costs: always {0}, and one who knew would win {1} more a game; always "
                "{2}, {3} more."),
             "scsc", duel_buf_str(&seldom), text[0], duel_buf_str(&often), text[1]);
    duel_buf_fini(&seldom);
    duel_buf_fini(&often);
}

void why_mix_explain(const duel_variant *v, const duel_think *t, const duel_answer *a,
                     const advice_solution *solution, duel_reason *out)
{
    enum { ENDS_MOST = 20000 }; /* that can be walked through while somebody waits */
    int count;
    const duel_move_value *least = least_played(a, &count);
    if (least == NULL || count < 2)
        return;
    say_chance(v, t->view, least, out);
    say_even(v, a, least, out);
    mixture_walk w = {.v = v,
                      .seat = t->seat,
                      .view = duel_info_set_first(v, t->view, t->seat),
                      .known = t->known,
                      .move = least->move,
                      .by = solution};
    if (a->positions > ENDS_MOST)
        return;
    find_answer(&w, t->view, out);
    say_habit(&w, t, a, least, out);
}
