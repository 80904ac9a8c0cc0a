/* lab/reference_best_response.c -- the plainest best reply to a strategy in a game with
 * secrets: see verify.h.
 */
#include "base/grow.h"
#include "core/deals.h"
#include "core/play.h"
#include "lab/verify.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct history {
    double weight; /* of the deal, and of the moves of the other */
    duel_info_set known;
    duel_state state;
} history;

typedef struct histories { /* a list that grows */
    history **at;
    size_t count, room;
} histories;

typedef struct responder {
    const duel_variant *v;
    int seat;
    policy_fn *strategy;
    void *self;
    uint64_t seen, most; /* histories */
    duel_status status;
    duel_msg *why;
} responder;

/* ---- lists ------------------------------------------------------------------------------- */

static void histories_fini(histories *list)
{
    for (size_t i = 0; i < list->count; i++)
        free(list->at[i]);
    free(list->at);
}

/* A copy with no more room than the state of the variant takes. */
static history *add_history(responder *r, histories *list, const history *from)
{
    size_t bytes = offsetof(history, state) + r->v->state_size;
    if (r->status != DUEL_OK)
        return NULL;
    if (!GROW(list->at, list->room, list->count + 1)) {
        r->status = duel_no_space(r->why);
        return NULL;
    }
    history *h = malloc(bytes);
    if (h == NULL || ++r->seen > r->most) {
        free(h);
        r->status = h ? DUEL_NO_SPACE : duel_no_space(r->why);
        if (h)
            duel_say(r->why, N_("More than {0} positions: too many to check."), "i",
                     (int64_t)r->most);
        return NULL;
    }
    memcpy(h, from, bytes);
    list->at[list->count++] = h;
    return h;
}

static void add_after(responder *r, histories *list, const history *from, duel_move move,
                      double chance)
{
    const duel_variant *v = r->v;
    history *next = add_history(r, list, from);
    if (next == NULL)
        return;
    v->game->play(v, &next->state, move);
    next->weight *= chance;
    duel_info_set_step(v, v->game->turn(v, &from->state), move, &next->state, &next->known);
}

/* ---- what the seat can tell apart -------------------------------------------------------- */

static double value_of_list(responder *r, const histories *list);

/* Parts the list by what the seat sees now; each part is a matter of its own. */
static double value_of_parts(responder *r, const histories *list)
{
    double sum = 0;
    bool *done = calloc(list->count + 1, sizeof *done);
    histories part = {.at = malloc((list->count + 1) * sizeof(history *))};
    for (size_t i = 0; done && part.at && i < list->count; i++) {
        duel_state view, other;
        if (done[i])
            continue;
        part.count = 0;
        duel_view(r->v, &list->at[i]->state, r->seat, &view);
        for (size_t k = i; k < list->count; k++) {
            if (done[k])
                continue;
            duel_view(r->v, &list->at[k]->state, r->seat, &other);
            done[k] = duel_states_equal(r->v, &view, &other);
            if (done[k])
                part.at[part.count++] = list->at[k];
        }
        sum += value_of_list(r, &part);
    }
    if (done == NULL || part.at == NULL)
        r->status = duel_no_space(r->why);
    free(done);
    free(part.at);
    return sum;
}

/* ---- moving on --------------------------------------------------------------------------- */

static double value_of_end(const responder *r, const history *h)
{
    int32_t score[DUEL_SEATS];
    r->v->game->over(r->v, &h->state, score);
    int32_t margin = duel_margin(r->v, score, r->seat);
    bool points = r->v->traits & DUEL_MARGIN;
    return h->weight * (points ? margin : (margin > 0) - (margin < 0));
}

static bool are_chances(const double *chance, int count)
{
    double sum = 0;
    for (int i = 0; i < count; i++) {
        if (!(chance[i] >= 0))
            return false;
        sum += chance[i];
    }
    return fabs(sum - 1) < 1e-9;
}

/* By every move that the strategy may play in this history. */
static void move_on_by_strategy(responder *r, const history *h, const duel_move *move,
                                int count, histories *next)
{
    int mover = r->v->game->turn(r->v, &h->state);
    duel_state view;
    policy_place at = {mover, h->known.seat[mover], &view, move, count};
    double *chance = malloc((size_t)count * sizeof *chance);
    if (chance == NULL) {
        r->status = duel_no_space(r->why);
        return;
    }
    chance[0] = 1;
    duel_view(r->v, &h->state, mover, &view);
    bool told = count == 1 || r->strategy(r->self, &at, chance);
    if (!told || !are_chances(chance, count))
        r->status = duel_refuse(
            r->why, N_("Refused: the strategy of player {0} does not say what it plays."), "i",
            (int64_t)mover + 1);
    for (int i = 0; r->status == DUEL_OK && i < count; i++)
        if (chance[i] > 0)
            add_after(r, next, h, move[i], chance[i]);
    free(chance);
}

/* The best of the seat's moves, each made in all the histories it cannot tell apart. */
static double value_of_choice(responder *r, const histories *list, const duel_move *move,
                              int count)
{
    double best = -INFINITY;
    for (int i = 0; r->status == DUEL_OK && i < count; i++) {
        histories next = {.count = 0};
        for (size_t k = 0; k < list->count; k++)
            add_after(r, &next, list->at[k], move[i], 1);
        best = fmax(best, value_of_parts(r, &next));
        histories_fini(&next);
    }
    return best;
}

/* Of histories in which the seat has seen the same, and so knows whose turn it is and whether
 * it is over. */
static double value_of_list(responder *r, const histories *list)
{
    const duel_variant *v = r->v;
    const void *first = &list->at[0]->state;
    double value = 0;
    if (r->status != DUEL_OK)
        return 0;
    if (duel_is_over(v, first)) {
        for (size_t i = 0; i < list->count; i++)
            value += value_of_end(r, list->at[i]);
        return value;
    }
    duel_move *move = malloc(v->max_moves * sizeof *move);
    histories next = {.count = 0};
    if (move == NULL)
        r->status = duel_no_space(r->why);
    else if (v->game->turn(v, first) == r->seat)
        value = value_of_choice(r, list, move, v->game->moves(v, first, move));
    for (size_t i = 0;
         r->status == DUEL_OK && v->game->turn(v, first) != r->seat && i < list->count; i++)
        move_on_by_strategy(r, list->at[i], move, v->game->moves(v, &list->at[i]->state, move),
                            &next);
    if (next.count && r->status == DUEL_OK)
        value = value_of_parts(r, &next);
    histories_fini(&next);
    free(move);
    return value;
}

/* ---- from the deals on ------------------------------------------------------------------- */

static void list_deals(responder *r, histories *all)
{
    duel_deals d;
    history *dealt = malloc(sizeof *dealt);
    r->status =
        dealt ? duel_deals_list(r->v, DUEL_DEALS_MOST, &d, r->why) : duel_no_space(r->why);
    if (r->status == DUEL_OK) {
        for (size_t i = 0; r->status == DUEL_OK && i < d.count; i++) {
            dealt->weight = duel_deals_weight(&d, i);
            memcpy(&dealt->state, duel_deals_state(&d, i), r->v->state_size);
            duel_info_set_begin(r->v, &dealt->state, &dealt->known);
            add_history(r, all, dealt);
        }
        duel_deals_fini(&d);
    }
    free(dealt);
}

duel_status reference_best_response(const duel_variant *v, int seat, policy_fn *strategy,
                                    void *self, uint64_t most, double *out, duel_msg *why)
{
    responder r = {v, seat, strategy, self, 0, most, DUEL_OK, why};
    histories all = {.count = 0};
    list_deals(&r, &all);
    double value = r.status == DUEL_OK ? value_of_parts(&r, &all) : 0;
    histories_fini(&all);
    if (r.status == DUEL_OK)
        *out = value;
    return r.status;
}

static double value_of_history(responder *r, const history *h)
{
    double value = 0;
    histories next = {.count = 0};
    if (duel_is_over(r->v, &h->state))
        return value_of_end(r, h);
    duel_move *move = malloc(r->v->max_moves * sizeof *move);
    if (move)
        move_on_by_strategy(r, h, move, r->v->game->moves(r->v, &h->state, move), &next);
    else
        r->status = duel_no_space(r->why);
    for (size_t i = 0; r->status == DUEL_OK && i < next.count; i++)
        value += value_of_history(r, next.at[i]);
    histories_fini(&next);
    free(move);
    return value;
}

duel_status reference_expected_value(const duel_variant *v, policy_fn *strategy, void *self,
                                     uint64_t most, double *out, duel_msg *why)
{
    responder r = {v, 0, strategy, self, 0, most, DUEL_OK, why};
    histories all = {.count = 0};
    double value = 0;
    list_deals(&r, &all);
    for (size_t i = 0; r.status == DUEL_OK && i < all.count; i++)
        value += value_of_history(&r, all.at[i]);
    histories_fini(&all);
    if (r.status == DUEL_OK)
        *out = value;
    return r.status;
}
