/* engines/equilibrium.c -- plays games with hidden information by an equilibrium strategy.
 *
 * The whole game is laid out once (sequence_form.c) and solved (cfr.c); then every view has its
 * answer: how often to play each move, and what each is worth against one who plays as well.
 * Whoever asks with what the seat has seen and done gets the mix of just that. Without it, by a
 * view alone, the mixes of all pasts that lead to the view are laid together, each as likely
 * as it is. */
#include "base/hash.h"
#include "core/play.h"
#include "engines/inside.h"
#include "engines/sequence_form.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- mixes kept ---------------------------------------------------------------------- */

/* Mixes as what is learned (core/engine.h): a number for each choice.
 *
 * Its key is made of what the seat knows and of the place of the choice among the others; its
 * code is the chance in parts of 2^40, and one more. Chances that were rounded so are still a
 * mix, and whoever recalls them works out anew what they are sure of. */

typedef enum shelf {
    SHELF_EMPTY,
    SHELF_WHOLE,  /* there are mixes for every set, in m->best */
    SHELF_DAMAGED /* for some of them, or such as cannot be */
} shelf;

static const double parts = (double)(UINT64_C(1) << DUEL_MIX_BITS);

typedef struct shelved {
    uint64_t key;
    uint32_t choice;
    int seat;
} shelved;

static int by_key(const void *a, const void *b)
{
    const shelved *x = a, *y = b;
    return (x->key > y->key) - (x->key < y->key);
}

static size_t choices_of(const sequence_form *s)
{
    return (size_t)s->side[0].choices + s->side[1].choices - SEQ_SEATS;
}

/* All choices by their keys; NULL: no memory. */
static shelved *sort_choices(const sequence_form *s)
{
    size_t count = 0;
    shelved *list = malloc((choices_of(s) + 1) * sizeof *list);
    for (int seat = 0; list && seat < SEQ_SEATS; seat++) {
        const seq_side *side = &s->side[seat];
        for (uint32_t set = 0; set < side->sets; set++)
            for (uint32_t c = side->first[set]; c < side->first[set + 1]; c++) {
                uint64_t place = hash_mix(c - side->first[set] + 1);
                list[count++] = (shelved){hash_mix(side->key[set] ^ place), c, seat};
            }
    }
    if (list)
        qsort(list, count, sizeof *list, by_key);
    return list;
}

typedef struct recalling {
    cfr *m;
    const shelved *at, *end;
    size_t found;
} recalling;

static bool recall_choice(void *to, uint64_t key, uint64_t code)
{
    recalling *r = to;
    while (r->at < r->end && r->at->key < key)
        r->at++;
    if (r->at < r->end && r->at->key == key && (double)code <= parts + 1) {
        r->m->best[r->at->seat][r->at->choice] = (double)(code - 1) / parts;
        r->found++;
    }
    return true;
}

/* Chances of a set add up to 1, but for what was rounded. */
static bool are_mixes(const cfr *m)
{
    const double rounded = 1e-6;
    for (int seat = 0; seat < SEQ_SEATS; seat++) {
        const seq_side *side = &m->s->side[seat];
        for (uint32_t set = 0; set < side->sets; set++) {
            double sum = 0;
            for (uint32_t c = side->first[set]; c < side->first[set + 1]; c++)
                sum += m->best[seat][c];
            if (!(fabs(sum - 1) < rounded))
                return false;
        }
    }
    return true;
}

static shelf shelving_recall(cfr *m, const duel_learned *learned)
{
    size_t count = choices_of(m->s);
    shelved *list = sort_choices(m->s);
    if (list == NULL)
        return SHELF_EMPTY;
    recalling r = {m, list, list + count, 0};
    bool read = learned->pour(learned->self, false, recall_choice, &r);
    free(list);
    if (read && r.found == 0)
        return SHELF_EMPTY;
    return r.found == count && are_mixes(m) ? SHELF_WHOLE : SHELF_DAMAGED;
}

/* Gives the best mixes to `take`, by ascending key. */
static duel_status shelving_hand_over(const cfr *m, duel_result_visitor *take, void *to)
{
    size_t count = choices_of(m->s);
    shelved *list = sort_choices(m->s);
    if (list == NULL)
        return DUEL_NO_SPACE;
    for (size_t i = 0; i < count; i++) {
        double chance = m->best[list[i].seat][list[i].choice];
        if (!take(to, list[i].key, (uint64_t)llround(chance * parts) + 1))
            break;
    }
    free(list);
    return DUEL_OK;
}

/* ---- what it costs to play otherwise ------------------------------------------------- */

/* What it costs to play otherwise than by the mixes that nobody can beat:
 * what one who knew would win more, a game, in payoffs.
 *
 * A reply is worked out where cfr.c keeps what choices are worth; they are worked out again
 * before anything is returned. */

static void work_out_worths(cfr *m)
{
    for (int seat = 0; seat < SEQ_SEATS; seat++)
        cfr_worths(m, seat);
}

typedef struct seen_set {
    uint64_t view;
    uint32_t set;
} seen_set;

static int by_view(const void *a, const void *b)
{
    const seen_set *x = a, *y = b;
    int order = (x->view > y->view) - (x->view < y->view);
    return order ? order : (x->set > y->set) - (x->set < y->set);
}

/* Gives the sets order[0..count), which look alike, one mix. */
static void lay_together(const cfr *m, int seat, const seen_set *order, uint32_t count,
                         double *chance)
{
    const seq_side *side = &m->s->side[seat];
    uint32_t first = side->first[order[0].set], moves = side->first[order[0].set + 1] - first;
    double sum = 0;
    for (uint32_t i = 0; i < count; i++) {
        double weight = cfr_weight(m, seat, order[i].set);
        sum += weight;
        for (uint32_t c = 0; c < moves; c++)
            chance[first + c] += weight * m->best[seat][side->first[order[i].set] + c];
    }
    for (uint32_t c = 0; c < moves; c++)
        chance[first + c] /= sum;
    for (uint32_t i = 1; i < count; i++)
        memcpy(chance + side->first[order[i].set], chance + first, moves * sizeof *chance);
}

/* The seat goes by what it sees alone: sets that look alike have one mix. More than the other
 * is sure of in any case; INFINITY: there is no memory to work it out. */
static double costs_by_view(cfr *m, int seat)
{
    const seq_side *side = &m->s->side[seat];
    seen_set *order = malloc((side->sets + 1) * sizeof *order);
    double *chance = calloc(side->choices, sizeof *chance), loss = INFINITY;
    for (uint32_t set = 0; order && set < side->sets; set++)
        order[set] = (seen_set){side->view[set], set};
    if (order && chance) {
        qsort(order, side->sets, sizeof *order, by_view);
        for (uint32_t at = 0, next; at < side->sets; at = next) {
            for (next = at + 1; next < side->sets && order[next].view == order[at].view;)
                next++;
            lay_together(m, seat, order + at, next - at, chance);
        }
        loss = cfr_best_reply(m, 1 - seat, chance) - m->sure[1 - seat];
        work_out_worths(m);
    }
    free(order);
    free(chance);
    return loss;
}

/* The seat always plays the same in this set: cost[i] is that of its choice i, more than the
 * other wins against the mix. */
static void costs_of_habits(cfr *m, int seat, uint32_t set, double cost[])
{
    const uint32_t *first = m->s->side[seat].first + set;
    double *chance = m->best[seat] + *first, mix[DUEL_MOVES_MAX];
    uint32_t count = first[1] - first[0];
    memcpy(mix, chance, count * sizeof *mix);
    for (uint32_t i = 0; i < count; i++) {
        memset(chance, 0, count * sizeof *chance);
        chance[i] = 1;
        cost[i] = cfr_best_reply(m, 1 - seat, m->best[seat]) + m->sure[seat];
    }
    memcpy(chance, mix, count * sizeof *mix);
    work_out_worths(m);
}

/* ---- the engine ---------------------------------------------------------------------- */

typedef struct equilibrium {
    const duel_variant *v;
    const duel_learned *learned; /* NULL: nothing */
    size_t memory, most_ends;
    double gap; /* the bounds may be so far apart; 0: it decides */
    sequence_form game;
    cfr mix;
    bool laid;                   /* out, and being solved */
    shelf shelf;                 /* what was found on it */
    double shelved;              /* the gap of what is learned; INFINITY: nothing is */
    duel_msg refusal;            /* why it is not tried again; id NULL: it may be */
    double seconds, laying;      /* spent in all; and until it was laid out */
    double view_loss[SEQ_SEATS]; /* of mixing by views alone; NaN: not asked yet */
    limits limits;               /* of the question being answered */
    duel_rng rng;
    turn_info turn;
    duel_answer *out;
} equilibrium;

enum { GAP, ENDS };
static const duel_option options[] = {
    [GAP] = {"gap", DUEL_DECIMAL, 0, 0, INT64_C(1000000000000), NULL,
             N_("how far the bounds of the value may be apart; 0: it decides")},
    [ENDS] = {"ends", DUEL_NUMBER, 0, 0, INT64_C(1) << 40, NULL,
              N_("ends of games that are laid out at most; 0: as memory allows")},
    {NULL, DUEL_NUMBER, 0, 0, 0, NULL, NULL}};

/* ---- life -------------------------------------------------------------------------------- */

static duel_status open_equilibrium(const duel_variant *v, const duel_settings *settings,
                                    size_t memory, void **self, duel_msg *why)
{
    equilibrium *e = calloc(1, sizeof *e);
    if (e == NULL)
        return duel_no_space(why);
    e->v = v;
    e->learned = settings->learned;
    e->shelved = INFINITY;
    e->memory = memory;
    e->gap = (double)settings->option[GAP] * 1e-6;
    e->most_ends = (size_t)settings->option[ENDS];
    *self = e;
    return DUEL_OK;
}

/* A new game has the same equilibrium: what was found stays. */
static void close_equilibrium(void *self)
{
    equilibrium *e = self;
    cfr_fini(&e->mix);
    sequence_form_fini(&e->game);
    free(e);
}

/* ---- solving ----------------------------------------------------------------------------- */

/* Nodes are counted from the first question on, so that what is answered depends on their limit
 * and not on what was asked before. */
static bool is_time_over(void *self)
{
    const equilibrium *e = self;
    uint64_t nodes = cfr_iterations(&e->mix) * e->game.ends;
    return limits_asked(&e->limits) || limits_time(&e->limits) ||
           (nodes > SEQ_AT_LEAST && limits_nodes(&e->limits, nodes));
}

static duel_status check_memory(const equilibrium *e, duel_msg *why)
{
    size_t needed = sequence_form_bytes(&e->game) + cfr_bytes(&e->game);
    if (needed <= e->memory)
        return DUEL_OK;
    return duel_refuse(why, N_("To solve this takes {0} MB; {1} MB are allowed."), "ii",
                       (int64_t)(needed / 1000000), (int64_t)(e->memory / 1000000));
}

static double gap_of(const equilibrium *e)
{
    return -(e->mix.sure[0] + e->mix.sure[1]);
}

static void tell_worths(equilibrium *e)
{
    for (int seat = 0; seat < SEQ_SEATS; seat++) {
        cfr_worths(&e->mix, seat);
        e->view_loss[seat] = NAN;
    }
}

/* Mixes that were learned are not believed: what they are sure of is worked out from the game.
 */
static void recall_mixes(equilibrium *e)
{
    e->shelf = e->learned ? shelving_recall(&e->mix, e->learned) : SHELF_EMPTY;
    if (e->shelf != SHELF_WHOLE)
        return;
    cfr_measure_best(&e->mix);
    tell_worths(e);
    e->shelved = gap_of(e);
}

static duel_status lay_out(equilibrium *e, duel_msg *why)
{
    e->game = (sequence_form){.v = e->v, .memory = e->memory};
    duel_status status = sequence_form_build(&e->game, &e->limits, e->most_ends, why);
    if (status == DUEL_OK) {
        status = check_memory(e, why);
        if (status == DUEL_OK && !cfr_init(&e->mix, &e->game))
            status = duel_no_space(why);
        if (status != DUEL_OK)
            sequence_form_fini(&e->game);
    }
    e->laid = status == DUEL_OK;
    if (e->laid)
        recall_mixes(e);
    e->laying = limits_seconds(&e->limits);
    if (status != DUEL_OK && status != DUEL_STOPPED && why)
        e->refusal = *why;
    return status;
}

/* Left to itself it goes on to 10^-9, and where that takes long, or took long when it was
 * learned, is content with 10^-6. */
static bool is_close(const equilibrium *e)
{
    const double work = 2e8;
    double gap = gap_of(e);
    if (e->gap > 0)
        return gap <= e->gap;
    double done = (double)cfr_iterations(&e->mix) * (double)e->game.ends;
    return gap <= 1e-9 || (gap <= 1e-6 && (done > work || e->shelf == SHELF_WHOLE));
}

static bool has_answer(equilibrium *e)
{
    return (e->mix.rounds || e->shelf == SHELF_WHOLE) && (is_close(e) || is_time_over(e));
}

/* Payoffs are margins where those count: twice what a seat is above its share. */
static double value_of_payoff(const equilibrium *e, double payoff)
{
    return e->v->traits & DUEL_MARGIN ? payoff / 2 : payoff;
}

static void tell_progress(const equilibrium *e)
{
    const duel_think *t = e->limits.think;
    duel_progress p = {.nodes = cfr_iterations(&e->mix),
                       .positions = e->game.ends,
                       .memory = sequence_form_bytes(&e->game) + cfr_bytes(&e->game),
                       .seconds = limits_seconds(&e->limits),
                       .bounded = true,
                       .low = value_of_payoff(e, e->mix.sure[0]),
                       .high = value_of_payoff(e, -e->mix.sure[1])};
    if (t->progress)
        t->progress(t->watcher, &p);
}

/* As far as the limits go; at least one iteration, so that there is an answer. */
static duel_status solve_whole(equilibrium *e, duel_msg *why)
{
    if (e->refusal.id) {
        *why = e->refusal;
        return DUEL_REFUSED;
    }
    duel_status status = e->laid ? DUEL_OK : lay_out(e, why);
    if (status != DUEL_OK)
        return status;
    uint64_t rounds = e->mix.rounds;
    while (!has_answer(e)) {
        cfr_round(&e->mix, is_time_over, e);
        tell_progress(e);
    }
    if (e->mix.rounds != rounds)
        tell_worths(e);
    e->seconds += limits_seconds(&e->limits);
    return DUEL_OK;
}

static duel_status whole(void *self, const duel_think *t, duel_full_solution *out,
                         duel_msg *why)
{
    equilibrium *e = self;
    duel_msg unused;
    limits_begin(&e->limits, t);
    duel_status status = solve_whole(e, why ? why : &unused);
    if (status != DUEL_OK)
        return status;
    const seq_side *side = e->game.side;
    *out = (duel_full_solution){.low = value_of_payoff(e, e->mix.sure[0]),
                                .high = value_of_payoff(e, -e->mix.sure[1]),
                                .points = e->v->traits & DUEL_MARGIN,
                                .deals = e->game.deals,
                                .ends = e->game.ends,
                                .sets = (uint64_t)side[0].sets + side[1].sets,
                                .choices = (uint64_t)side[0].choices + side[1].choices - 2,
                                .iterations = cfr_iterations(&e->mix),
                                .memory = sequence_form_bytes(&e->game) + cfr_bytes(&e->game),
                                .seconds = e->seconds,
                                .unfolded = e->laying,
                                .damaged = e->shelf == SHELF_DAMAGED};
    return DUEL_OK;
}

/* Only what is better than what was learned is kept in its place. */
static duel_status harvest(void *self, bool *symmetric, duel_result_visitor *take, void *to)
{
    equilibrium *e = self;
    *symmetric = false;
    if (!e->laid || !(gap_of(e) < e->shelved))
        return DUEL_OK;
    e->shelved = gap_of(e);
    return shelving_hand_over(&e->mix, take, to);
}

/* ---- what is played where ---------------------------------------------------------------- */

static bool mix_of_set(const equilibrium *e, int seat, uint32_t set, int count, double chance[],
                       double worth[])
{
    const seq_side *side = &e->game.side[seat];
    if (set == side->sets || side->first[set + 1] - side->first[set] != (uint32_t)count)
        return false;
    size_t bytes = (size_t)count * sizeof *chance;
    memcpy(chance, e->mix.best[seat] + side->first[set], bytes);
    memcpy(worth, e->mix.gain[seat] + side->first[set], bytes);
    return true;
}

static bool mix(void *self, int seat, uint64_t known, int count, double chance[],
                double worth[])
{
    const equilibrium *e = self;
    return e->laid && mix_of_set(e, seat, sequence_form_find(&e->game.side[seat], known), count,
                                 chance, worth);
}

/* The mixes of all sets with this view, laid together. Where the other never lets it come to
 * one of them, nobody can say what a move is worth in it. */
static bool mix_by_view(const equilibrium *e, int seat, uint64_t view, int count,
                        double chance[], double worth[], int *sets)
{
    const seq_side *side = &e->game.side[seat];
    double one[DUEL_MOVES_MAX], one_worth[DUEL_MOVES_MAX], sum = 0, told = 0;
    *sets = 0;
    memset(chance, 0, (size_t)count * sizeof *chance);
    memset(worth, 0, (size_t)count * sizeof *worth);
    for (uint32_t set = 0; set < side->sets; set++) {
        if (side->view[set] != view || !mix_of_set(e, seat, set, count, one, one_worth))
            continue;
        double weight = cfr_weight(&e->mix, seat, set);
        double worth_weight = isnan(one_worth[0]) ? 0 : weight;
        ++*sets;
        sum += weight;
        told += worth_weight;
        for (int i = 0; i < count; i++) {
            chance[i] += weight * one[i];
            worth[i] += worth_weight > 0 ? worth_weight * one_worth[i] : 0;
        }
    }
    for (int i = 0; *sets && i < count; i++) {
        chance[i] /= sum;
        worth[i] = told > 0 ? worth[i] / told : (double)NAN;
    }
    return *sets > 0;
}

static bool habit(void *self, int seat, uint64_t known, int count, double cost[])
{
    equilibrium *e = self;
    uint32_t set = e->laid ? sequence_form_find(&e->game.side[seat], known) : 0;
    const uint32_t *first = e->game.side[seat].first + set;
    if (!e->laid || set == e->game.side[seat].sets || first[1] - first[0] != (uint32_t)count)
        return false;
    costs_of_habits(&e->mix, seat, set, cost);
    return true;
}

/* ---- answering --------------------------------------------------------------------------- */

/* On a scale of millionths: points where margins count, else shares of the win. */
static duel_scale scale_of(const equilibrium *e)
{
    enum { MILLION = 1000000 };
    double most = e->game.most ? e->game.most : 1;
    if (e->v->traits & DUEL_MARGIN)
        return (duel_scale){.meaning = DUEL_MEANS_POINTS,
                            .unit = most < 1000 ? MILLION : 1,
                            .spread = most / 2,
                            .expected = true};
    return (duel_scale){.meaning = DUEL_MEANS_SHARE, .unit = MILLION, .expected = true};
}

static int32_t estimate_of(const equilibrium *e, double worth)
{
    duel_scale scale = scale_of(e);
    if (isnan(worth))
        return DUEL_NO_ESTIMATE;
    double shown = scale.meaning == DUEL_MEANS_POINTS ? worth : (1 + worth) / 2;
    return (int32_t)lround(shown * scale.unit);
}

/* Fills in what is said of the first move of the turn. */
static void tell_mix(equilibrium *e, const duel_move *list, int count, const double *chance,
                     const double *worth, int sets)
{
    duel_answer *out = e->out;
    double value = 0;
    out->mixed = true;
    out->scale = scale_of(e);
    out->rated_count = count;
    for (int i = 0; i < count; i++) {
        out->rated[i] = (duel_move_value){
            .move = list[i], .estimate = estimate_of(e, worth[i]), .chance = chance[i]};
        value += chance[i] > 0 ? chance[i] * worth[i] : 0;
    }
    out->estimate = estimate_of(e, value);
    if (sets > 1 && isnan(e->view_loss[e->turn.seat]))
        e->view_loss[e->turn.seat] = costs_by_view(&e->mix, e->turn.seat);
    out->loss = value_of_payoff(e, sets > 1 ? e->view_loss[e->turn.seat] : gap_of(e));
}

static int draw_move(equilibrium *e, const double *chance, int count)
{
    double at = duel_rng_unit(&e->rng);
    int last = 0;
    for (int i = 0; i < count; i++) {
        if (chance[i] <= 0)
            continue;
        last = i;
        at -= chance[i];
        if (at < 0)
            break;
    }
    return last;
}

/* Where nothing is known, any move. */
static duel_status choose_mixed(void *self, const void *view, duel_move *move, duel_msg *why)
{
    equilibrium *e = self;
    duel_move list[DUEL_MOVES_MAX];
    double chance[DUEL_MOVES_MAX], worth[DUEL_MOVES_MAX];
    int count = e->v->game->moves(e->v, view, list), sets = 1;
    int seat = e->turn.seat;
    turn_info_observe(&e->turn, e->v, view);
    bool found = e->turn.known && mix(e, seat, e->turn.known, count, chance, worth);
    if (!found && e->laid && count > 1)
        found = mix_by_view(e, seat, duel_info_set_first(e->v, view, seat), count, chance,
                            worth, &sets);
    if (found && !e->turn.begun)
        tell_mix(e, list, count, chance, worth, sets);
    int chosen =
        found ? draw_move(e, chance, count) : (int)duel_rng_below(&e->rng, (uint32_t)count);
    *move = turn_info_move(&e->turn, list[chosen]);
    return DUEL_OK;
}

static duel_status think(void *self, const duel_think *t, duel_answer *out, duel_msg *why)
{
    equilibrium *e = self;
    duel_msg unused;
    memset(out, 0, sizeof *out);
    limits_begin(&e->limits, t);
    duel_rng_init_number(&e->rng, t->seed);
    duel_status status = solve_whole(e, why ? why : &unused);
    if (status != DUEL_OK && status != DUEL_STOPPED)
        return status;
    e->out = out;
    e->turn = turn_info_begin(t);
    status = plan_turn(e->v, t, &e->rng, choose_mixed, e, out, why);
    out->nodes = cfr_iterations(&e->mix);
    out->positions = e->game.ends;
    out->seconds = limits_seconds(&e->limits);
    return status;
}

const duel_engine duel_engine_equilibrium = {
    .name = "equilibrium",
    .about = N_("solves a game with secrets as a whole, and mixes its moves so that nobody "
                "can beat it"),
    .options = options,
    .fits = sequence_form_fit,
    .open = open_equilibrium,
    .think = think,
    .harvest = harvest,
    .close = close_equilibrium,
    .whole = whole,
    .mix = mix,
    .habit = habit,
};
