/* chicago/engines.c -- the engines of the game but the expert: exact, look-ahead, and the three
 * machines of the Prolog report. */
#include "games/chicago/engines.h"

#include "games/chicago/seedbots.h"

#include "base/clock.h"
#include "core/play.h"

#include <stdlib.h>
#include <string.h>

/* ---- what they share ---------------------------------------------------------------- */

duel_status chicago_brain_open(const duel_variant *v, const duel_settings *settings,
                               size_t memory, void **self, duel_msg *why)
{
    (void)memory;
    chicago_brain *b = calloc(1, sizeof *b);
    if (b == NULL)
        return duel_full(why);
    b->v = v;
    b->rules = chicago_rules_of(v);
    b->settings = *settings;
    *self = b;
    return DUEL_OK;
}

duel_status chicago_brain_open_solver(const duel_variant *v, const duel_settings *settings,
                                      size_t memory, void **self, duel_msg *why)
{
    size_t bytes = memory < CHICAGO_SOLVER_MEMORY ? memory : CHICAGO_SOLVER_MEMORY;
    void *room = malloc(bytes ? bytes : 1);
    chicago_brain *b = calloc(1, sizeof *b);
    if (room && b && chicago_solver_init(room, bytes, &b->solver) == DUEL_OK) {
        b->v = v;
        b->rules = chicago_rules_of(v);
        b->settings = *settings;
        *self = b;
        return DUEL_OK;
    }
    free(room);
    free(b);
    return duel_full(why);
}

void chicago_brain_forget(void *self)
{
    chicago_brain *b = self;
    if (b->solver)
        chicago_solver_forget(b->solver);
}

void chicago_brain_close(void *self)
{
    chicago_brain *b = self;
    free(b->solver);
    free(b);
}

duel_result chicago_result(const duel_variant *v, int seat, int difference)
{
    int score = difference + chicago_komi(v, seat) - chicago_komi(v, !seat);
    return (duel_result){.value = score > 0   ? DUEL_WIN
                                  : score < 0 ? DUEL_LOSS
                                              : DUEL_TIE,
                         .score = score,
                         .remoteness = DUEL_NO_REMOTENESS};
}

bool chicago_begin_answer(const duel_variant *v, const duel_think *t, duel_answer *out)
{
    int32_t score[DUEL_SEATS];
    memset(out, 0, sizeof *out);
    if (!v->game->over(v, t->view, score))
        return false;
    int seat = v->game->turn(v, t->view);
    out->result = (duel_result){.value = duel_outcome(v, score, seat),
                                .score = duel_margin(v, score, seat),
                                .remoteness = 0};
    out->proved = true;
    return true;
}

static duel_scale scale_of_points(int unit)
{
    const double spread = 2.5; /* points: fits look-ahead best, against the solver */
    return (duel_scale){.meaning = DUEL_MEANS_POINTS, .unit = unit, .spread = spread};
}

static void rate_proved(const duel_variant *v, int seat, const chicago_answer *a, int index,
                        duel_answer *out)
{
    duel_rated *r = &out->rated[out->rated_count++];
    duel_result low = chicago_result(v, seat, a->move_low[index]);
    duel_result high = chicago_result(v, seat, a->move_high[index]);
    *r = (duel_rated){.move = a->move[index], .estimate = (low.score + high.score) / 2};
    if (low.score == high.score)
        r->result = low;
}

void chicago_tell_proved(const duel_variant *v, const duel_think *t, const chicago_answer *a,
                         duel_answer *out)
{
    int seat = v->game->turn(v, t->view);
    out->proved = a->low == a->high;
    out->scale = scale_of_points(1);
    if (out->proved) {
        out->result = chicago_result(v, seat, a->low);
        out->estimate = out->result.score;
    }
    out->plan[0] = a->length ? a->line[0] : a->best;
    out->plan_count = 1;
    out->line[0] = out->plan[0];
    out->line_count = a->length ? a->length : 1;
    for (int i = 0; i < a->length; i++)
        out->line[i] = a->line[i];
    if (t->every_move)
        for (int i = 0; i < a->count; i++)
            rate_proved(v, seat, a, i, out);
    else if (out->proved)
        out->rated[out->rated_count++] = (duel_rated){
            .move = out->plan[0], .result = out->result, .estimate = out->estimate};
    out->nodes = out->positions = a->nodes;
}

void chicago_tell_estimates(const duel_variant *v, const duel_think *t, const int32_t value[],
                            int unit, duel_answer *out)
{
    duel_move list[CHICAGO_MOVES];
    duel_rng rng;
    int count = v->game->moves(v, t->view, list), best = 0;
    uint32_t equals = 1;
    duel_rng_init_number(&rng, t->seed);
    for (int i = 0; i < count; i++) {
        out->rated[i] = (duel_rated){.move = list[i], .estimate = value[i]};
        if (i && value[i] > value[best])
            best = i, equals = 1;
        else if (i && value[i] == value[best] && duel_rng_below(&rng, ++equals) == 0)
            best = i;
    }
    out->rated_count = count;
    out->estimate = value[best];
    out->scale = scale_of_points(unit);
    out->plan[0] = out->line[0] = list[best];
    out->plan_count = out->line_count = 1;
}

static duel_status fits_two_open(const duel_variant *v, duel_msg *why)
{
    if (v->seats != 2)
        return duel_refuse(why, N_("This engine plays for two players only."), "");
    if (duel_has_secrets(v))
        return duel_refuse(
            why, N_("This engine must see every token: it plays view=open only."), "");
    return DUEL_OK;
}

/* ---- exact -------------------------------------------------------------------------- */

static duel_status think_exact(void *self, const duel_think *t, duel_answer *out, duel_msg *why)
{
    chicago_brain *b = self;
    chicago_answer a;
    chicago_limits limits = {t->nodes, t->seconds, t->stop};
    if (t->count)
        return duel_refuse(why,
                           N_("The positions of Chicago are too many to be counted; the solver "
                              "looks only at those it needs."),
                           "");
    if (chicago_begin_answer(b->v, t, out))
        return DUEL_OK;
    if (t->nodes)
        chicago_solver_forget(b->solver); /* equal calls, equal answers */
    (t->every_move ? chicago_solve_all : chicago_solve)(b->solver, &b->rules, t->view, &limits,
                                                        &a);
    chicago_tell_proved(b->v, t, &a, out);
    out->seconds = a.seconds;
    return DUEL_OK;
}

static const duel_engine exact = {
    .name = "exact",
    .about = N_("solves the game and plays perfectly"),
    .fits = fits_two_open,
    .open = chicago_brain_open_solver,
    .think = think_exact,
    .forget = chicago_brain_forget,
    .close = chicago_brain_close,
};

/* ---- look-ahead --------------------------------------------------------------------- */

enum { DEPTH };
static const duel_option lookahead_options[] = {
    {"depth", DUEL_NUMBER, 4, 1, 12, NULL, N_("moves to look ahead")},
    {NULL, DUEL_NUMBER, 0, 0, 0, NULL, NULL}};

/* With komi, for the mover. */
static void add_komi(const duel_variant *v, int seat, const int value[], int count,
                     int32_t out[CHICAGO_MOVES])
{
    for (int i = 0; i < count; i++)
        out[i] = value[i] + chicago_komi(v, seat) - chicago_komi(v, !seat);
}

static duel_status think_lookahead(void *self, const duel_think *t, duel_answer *out,
                                   duel_msg *why)
{
    (void)why;
    chicago_brain *b = self;
    double begin = duel_clock();
    int value[CHICAGO_MOVES], depth = (int)b->settings.option[DEPTH];
    int32_t estimate[CHICAGO_MOVES];
    if (chicago_begin_answer(b->v, t, out))
        return DUEL_OK;
    int count = chicago_lookahead(&b->rules, t->view, depth, value);
    add_komi(b->v, b->v->game->turn(b->v, t->view), value, count, estimate);
    chicago_tell_estimates(b->v, t, estimate, 1, out);
    out->depth = depth;
    out->seconds = duel_clock() - begin;
    return DUEL_OK;
}

static const duel_engine lookahead = {
    .name = "lookahead",
    .about = N_("looks a fixed number of moves ahead, at the difference of scores"),
    .options = lookahead_options,
    .fits = fits_two_open,
    .open = chicago_brain_open,
    .think = think_lookahead,
    .close = chicago_brain_close,
};

/* ---- the machines of the report ----------------------------------------------------- */

static duel_status think_seed(void *self, const duel_think *t, duel_answer *out,
                              chicago_seedbot bot)
{
    chicago_brain *b = self;
    if (chicago_begin_answer(b->v, t, out))
        return DUEL_OK;
    out->plan[0] = out->line[0] = chicago_seedbot_move(bot, &b->rules, t->view, t->witness);
    out->plan_count = out->line_count = 1;
    return DUEL_OK;
}

static duel_status think_depth1(void *self, const duel_think *t, duel_answer *out,
                                duel_msg *why)
{
    (void)why;
    return think_seed(self, t, out, CHICAGO_SEED_SCORE);
}

static duel_status think_minimax2(void *self, const duel_think *t, duel_answer *out,
                                  duel_msg *why)
{
    (void)why;
    return think_seed(self, t, out, CHICAGO_SEED_MINIMAX1);
}

static duel_status think_minimax4(void *self, const duel_think *t, duel_answer *out,
                                  duel_msg *why)
{
    (void)why;
    return think_seed(self, t, out, CHICAGO_SEED_MINIMAX2);
}

static const duel_engine depth1 = {
    .name = "seed-depth1",
    .about = N_("the report's first machine: the largest own score at once"),
    .tells = true,
    .open = chicago_brain_open,
    .think = think_depth1,
    .close = chicago_brain_close,
};

static const duel_engine minimax2 = {
    .name = "seed-minimax2",
    .about = N_("a curiosity, the report's minimax of depth 2: plays about as badly as chance"),
    .tells = true,
    .fits = fits_two_open,
    .open = chicago_brain_open,
    .think = think_minimax2,
    .close = chicago_brain_close,
};

static const duel_engine minimax4 = {
    .name = "seed-minimax4",
    .about = N_("a curiosity, the report's minimax of depth 4: plays about as badly as chance"),
    .tells = true,
    .fits = fits_two_open,
    .open = chicago_brain_open,
    .think = think_minimax4,
    .close = chicago_brain_close,
};

const duel_engine *const chicago_engines[] = {&chicago_expert, &exact,    &lookahead, &depth1,
                                              &minimax2,       &minimax4, NULL};
