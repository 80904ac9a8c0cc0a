/* service/mixture.c -- see mixture.h. */
#include "service/mixture.h"
#include "core/deals.h"
#include "core/knowing.h"
#include "core/play.h"

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

/* The move of the mix that is played least, and its number in the mix. */
static const duel_rated *least_played(const duel_answer *a, int *count)
{
    const duel_rated *least = NULL;
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

static void say_chance(const duel_variant *v, const void *view, const duel_rated *r,
                       duel_reason *out)
{
    duel_buf move;
    duel_fact *f = duel_reason_add(out, DUEL_MIXTURE_CHANCE);
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

static double worth_of(const duel_variant *v, const duel_answer *a, const duel_rated *r)
{
    double shown = (r->estimate - a->scale.zero) / a->scale.unit;
    return a->scale.meaning == DUEL_MEANS_POINTS ? told_worth(v, shown) : 2 * shown - 1;
}

static void say_even(const duel_variant *v, const duel_answer *a, const duel_rated *least,
                     duel_reason *out)
{
    double worth = worth_of(v, a, least);
    char text[24];
    for (int i = 0; i < a->rated_count; i++)
        if (a->rated[i].chance >= rare && fabs(worth_of(v, a, &a->rated[i]) - worth) > apart)
            return;
    duel_fact *f = duel_reason_add(out, DUEL_MIXTURE_EVEN);
    f->arg[0] = millionths(worth);
    write_worth(worth, text);
    duel_say(&f->text,
             N_("Each move of the mix is worth {0}: the other player gains nothing by guessing "
                "which it is."),
             "c", text);
}

/* ---- whom the mix leaves without a best answer ------------------------------------------- */

typedef struct answering { /* a view of the other seat after the move */
    uint64_t known;
    double weight; /* how likely it is */
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
    duel_mix_of *mix;
    void *self;
    answering *answer;
    int answers;
} mixture_walk;

typedef struct mixture_stage {
    duel_state state;
    duel_knowing knowing;
    double weight;
    bool passed; /* the move was made */
} mixture_stage;

/* Of the moves that are played at all, two worth the same to who plays them, if all are. */
static bool is_torn(const double *chance, const double *worth, int count, int pair[2])
{
    int met = 0;
    for (int i = 0; i < count; i++) {
        if (chance[i] < rare)
            continue;
        if (met < 2)
            pair[met] = i;
        met++;
        if (!(fabs(worth[i] - worth[pair[0]]) < 2 * apart))
            return false;
    }
    return met > 1;
}

static void note_answer(mixture_walk *w, const mixture_stage *s, int seat,
                        const duel_move *move, const double *chance, const double *worth,
                        int count)
{
    int pair[2] = {0, 0}, at = 0;
    while (at < w->answers && w->answer[at].known != s->knowing.seat[seat])
        at++;
    if (at == ANSWERS || (at == w->answers && !is_torn(chance, worth, count, pair)))
        return;
    answering *a = &w->answer[at];
    if (at == w->answers) {
        *a = (answering){.known = s->knowing.seat[seat],
                         .move = {move[pair[0]], move[pair[1]]},
                         .worth = worth[pair[0]]};
        duel_view(w->v, &s->state, seat, &a->view);
        w->answers++;
    }
    a->weight += s->weight;
}

static bool is_asked_about(const mixture_walk *w, const mixture_stage *s, int seat)
{
    duel_state view;
    if (seat != w->seat)
        return false;
    duel_view(w->v, &s->state, seat, &view);
    return duel_known_first(w->v, &view, seat) == w->view;
}

static void walk_on(mixture_walk *w, const mixture_stage *s);

static void walk_by(mixture_walk *w, const mixture_stage *s, duel_move move, double chance,
                    bool passed)
{
    mixture_stage *next = malloc(sizeof *next);
    if (next == NULL)
        return;
    int seat = w->v->game->turn(w->v, &s->state);
    *next = *s;
    w->v->game->play(w->v, &next->state, move);
    next->weight *= chance;
    next->passed = s->passed || passed;
    duel_knowing_step(w->v, seat, move, &next->state, &next->knowing);
    walk_on(w, next);
    free(next);
}

/* Down to the first choice of the other after the move; its own moves are as likely as it mixes
 * them, those of who asks are taken as they were. */
static void walk_on(mixture_walk *w, const mixture_stage *s)
{
    const duel_game *g = w->v->game;
    if (duel_is_over(w->v, &s->state))
        return;
    int seat = g->turn(w->v, &s->state);
    duel_move *list = malloc(w->v->max_moves * sizeof *list);
    double *chance = malloc(2 * w->v->max_moves * sizeof *chance);
    int count = list && chance ? g->moves(w->v, &s->state, list) : 0;
    double *worth = chance ? chance + count : NULL;
    bool told = count > 1 && w->mix(w->self, seat, s->knowing.seat[seat], count, chance, worth);
    if (told && s->passed && seat != w->seat) {
        note_answer(w, s, seat, list, chance, worth, count);
    } else if (!s->passed && count && is_asked_about(w, s, seat)) {
        walk_by(w, s, w->move, 1, true);
    } else {
        for (int i = 0; i < count; i++) {
            double likely = seat == w->seat || count == 1 ? 1 : told ? chance[i] : 0;
            if (likely > 0)
                walk_by(w, s, list[i], likely, false);
        }
    }
    free(list);
    free(chance);
}

static void say_answer(const mixture_walk *w, const void *view, const answering *a,
                       duel_reason *out)
{
    duel_buf move, first, second, where;
    char worth[24];
    int other = 1 - w->seat;
    duel_fact *f = duel_reason_add(out, DUEL_MIXTURE_ANSWER);
    f->arg[0] = millionths(told_worth(w->v, a->worth));
    put_move(w->v, view, w->move, &move);
    put_move(w->v, &a->view, a->move[0], &first);
    put_move(w->v, &a->view, a->move[1], &second);
    duel_buf_init(&where);
    duel_print(w->v, &a->view, &where.sink);
    write_worth(told_worth(w->v, a->worth), worth);
    duel_say(&f->text,
             N_("After {0}, {1} in {2} is as well off with {3} as with {4}: {5} either way."),
             "swsssc", duel_buf_str(&move), duel_role(w->v, other), duel_buf_str(&where),
             duel_buf_str(&first), duel_buf_str(&second), worth);
    duel_buf_fini(&move);
    duel_buf_fini(&first);
    duel_buf_fini(&second);
    duel_buf_fini(&where);
}

static void walk_deals(mixture_walk *w, const duel_deals *d)
{
    mixture_stage *root = malloc(sizeof *root);
    for (size_t i = 0; root && i < d->count; i++) {
        memcpy(&root->state, duel_deals_state(d, i), w->v->state_size);
        root->weight = duel_deals_weight(d, i);
        root->passed = false;
        duel_knowing_begin(w->v, &root->state, &root->knowing);
        walk_on(w, root);
    }
    free(root);
}

static void find_answer(mixture_walk *w, const void *view, duel_reason *out)
{
    duel_deals d;
    const answering *likeliest = NULL;
    w->answer = malloc(ANSWERS * sizeof *w->answer);
    if (w->answer && duel_deals_list(w->v, DUEL_DEALS_MOST, &d, NULL) == DUEL_OK) {
        walk_deals(w, &d);
        duel_deals_fini(&d);
    }
    for (int i = 0; i < w->answers; i++)
        if (likeliest == NULL || w->answer[i].weight > likeliest->weight)
            likeliest = &w->answer[i];
    if (likeliest)
        say_answer(w, view, likeliest, out);
    free(w->answer);
}

void duel_mixture_explain(const duel_variant *v, const duel_think *t, const duel_answer *a,
                          duel_mix_of *mix, void *self, duel_reason *out)
{
    enum { ENDS_MOST = 20000 }; /* that can be walked through while somebody waits */
    int count;
    const duel_rated *least = least_played(a, &count);
    if (least == NULL || count < 2)
        return;
    say_chance(v, t->view, least, out);
    say_even(v, a, least, out);
    mixture_walk w = {.v = v,
                      .seat = t->seat,
                      .view = duel_known_first(v, t->view, t->seat),
                      .move = least->move,
                      .mix = mix,
                      .self = self};
    if (a->positions <= ENDS_MOST)
        find_answer(&w, t->view, out);
}
