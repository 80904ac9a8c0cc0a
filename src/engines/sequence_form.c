/* engines/sequence_form.c -- builds the sequence form of a game with hidden information: see
 * sequence_form.h. */
#include "engines/sequence_form.h"
#include "base/hash.h"
#include "core/deals.h"
#include "core/play.h"

#include <stdlib.h>
#include <string.h>

/* ---- room -------------------------------------------------------------------------------- */

/* `block` points to an array, of any type: room for `count` elements in it. False: no memory,
 * and the array is as it was. */
static bool resize(void *block, size_t count, size_t size)
{
    void *old, *larger;
    memcpy(&old, block, sizeof old);
    larger = realloc(old, count * size);
    if (larger)
        memcpy(block, &larger, sizeof larger);
    return larger != NULL;
}

static bool grow_sets(seq_side *s)
{
    uint32_t room = s->room ? 2 * s->room : 64;
    if (!resize(&s->key, room, sizeof *s->key) || !resize(&s->view, room, sizeof *s->view) ||
        !resize(&s->parent, room, sizeof *s->parent) ||
        !resize(&s->first, room + 1, sizeof *s->first))
        return false;
    if (s->room == 0)
        s->first[0] = s->choices = 1;
    s->room = room;
    return true;
}

static uint32_t *sequence_slot(const seq_side *s, uint64_t key)
{
    uint32_t mask = (UINT32_C(1) << s->slot_bits) - 1;
    uint32_t at = (uint32_t)hash_mix(key) & mask;
    while (s->slot[at] && s->key[s->slot[at] - 1] != key)
        at = (at + 1) & mask;
    return &s->slot[at];
}

static bool grow_slots(seq_side *s)
{
    uint32_t bits = s->slot ? s->slot_bits + 1 : 7;
    uint32_t *old = s->slot, *slot = calloc(UINT64_C(1) << bits, sizeof *slot);
    if (slot == NULL)
        return false;
    s->slot = slot;
    s->slot_bits = bits;
    for (uint32_t set = 0; set < s->sets; set++)
        *sequence_slot(s, s->key[set]) = set + 1;
    free(old);
    return true;
}

uint32_t sequence_form_find(const seq_side *side, uint64_t key)
{
    uint32_t found = side->slot ? *sequence_slot(side, key) : 0;
    return found ? found - 1 : side->sets;
}

size_t sequence_form_bytes(const sequence_form *s)
{
    size_t bytes = s->room * sizeof *s->end + s->deals * (sizeof(double) + sizeof(size_t));
    for (int i = 0; i < SEQ_SEATS; i++)
        bytes += s->side[i].room * (2 * sizeof(uint64_t) + 2 * sizeof(uint32_t)) +
                 (s->side[i].slot ? sizeof(uint32_t) << s->side[i].slot_bits : 0);
    return bytes;
}

/* ---- what is refused --------------------------------------------------------------------- */

duel_status sequence_form_fit(const duel_variant *v, duel_msg *why)
{
    if (v->seats != SEQ_SEATS)
        return duel_refuse(why,
                           N_("Only games of two players have an equilibrium that is "
                              "found here; this one has {0}."),
                           "i", (int64_t)v->seats);
    if (!duel_has_secrets(v))
        return duel_refuse(why, N_("Nothing is hidden in {0}: there is no need to mix moves."),
                           "c", v->game->id);
    return duel_deals_look(v, DUEL_DEALS_MOST, why);
}

static duel_status refuse_size(const sequence_form *s, double ends, duel_msg *why)
{
    return duel_refuse(why,
                       N_("Laid out, the game has about {0} ends: that takes about {1} MB, "
                          "and {2} MB are allowed."),
                       "iii", (int64_t)ends, (int64_t)(ends * SEQ_BYTES_AN_END / 1e6),
                       (int64_t)(s->memory / 1000000));
}

static duel_status refuse_many(size_t most, duel_msg *why)
{
    return duel_refuse(why, N_("Laid out, the game has more than {0} ends: too many here."),
                       "i", (int64_t)most);
}

/* ---- laying out -------------------------------------------------------------------------- */

/* On the way down: the position of each ply, and what led to it. */
typedef struct unfolding {
    sequence_form *s;
    const limits *limits;
    size_t most_ends;
    uint64_t nodes;
    unsigned char *states; /* one a ply */
    int plies;             /* there is room for */
    bool summed;           /* s->sum is known */
    duel_msg *why;
} unfolding;

typedef struct place {
    int ply;
    uint32_t after[SEQ_SEATS]; /* the last sequence of each seat */
    duel_info_set knowing;
} place;

enum { PLIES_MOST = 600 };

static void *state_at(const unfolding *u, int ply)
{
    return u->states + (size_t)ply * u->s->v->state_size;
}

static duel_status add_set(unfolding *u, int seat, const place *p, const void *state,
                           const duel_move *list, int count)
{
    seq_side *side = &u->s->side[seat];
    duel_state view;
    bool crowded = side->slot == NULL || side->sets >= (UINT32_C(1) << side->slot_bits) / 2;
    if ((side->sets == side->room && !grow_sets(side)) || (crowded && !grow_slots(side)) ||
        side->choices > UINT32_MAX / 2)
        return duel_no_space(u->why);
    uint32_t set = side->sets++;
    duel_view(u->s->v, state, seat, &view);
    side->key[set] = p->knowing.seat[seat];
    side->view[set] = duel_info_set_first(u->s->v, &view, seat);
    side->parent[set] = p->after[seat];
    side->choices += (uint32_t)count;
    side->first[set + 1] = side->choices;
    *sequence_slot(side, side->key[set]) = set + 1;
    return u->s->meet ? u->s->meet(u->s->meeting, seat, &view, list, count, u->why) : DUEL_OK;
}

/* The set of the seat to move. Two that are not the same have the same hash once in 10^5 games
 * of twenty million sets: it shows in what came before, or in the number of moves. */
static duel_status meet_set(unfolding *u, int seat, const place *p, const void *state,
                            const duel_move *list, int count, uint32_t *set)
{
    seq_side *side = &u->s->side[seat];
    *set = sequence_form_find(side, p->knowing.seat[seat]);
    if (*set == side->sets)
        return add_set(u, seat, p, state, list, count);
    if (side->parent[*set] != p->after[seat] ||
        side->first[*set + 1] - side->first[*set] != (uint32_t)count)
        return duel_fail(u->why,
                         N_("{0}: what player {1} has seen and done does not tell its moves."),
                         "ci", u->s->v->game->id, (int64_t)seat + 1);
    return DUEL_OK;
}

/* Where margins count, the scores must share out the same every time; else who wins is all. */
static duel_status payoff_of(unfolding *u, const int32_t score[], int32_t *payoff)
{
    const duel_variant *v = u->s->v;
    int64_t sum = (int64_t)score[0] + score[1];
    *payoff = (score[0] > score[1]) - (score[0] < score[1]);
    if (!(v->traits & DUEL_MARGIN))
        return DUEL_OK;
    *payoff = score[0] - score[1];
    if (u->summed && sum != u->s->sum)
        return duel_refuse(u->why,
                           N_("The scores add up to {0} in one game and to {1} in another: "
                              "what one wins is not what the other loses."),
                           "ii", u->s->sum, sum);
    u->summed = true;
    u->s->sum = sum;
    return DUEL_OK;
}

static duel_status add_end(unfolding *u, const place *p, const int32_t score[])
{
    sequence_form *s = u->s;
    seq_end end = {.after = {p->after[0], p->after[1]}};
    duel_status status = payoff_of(u, score, &end.payoff);
    if (status != DUEL_OK)
        return status;
    if (s->ends == s->room) {
        size_t room = s->room ? s->room + s->room / 2 : 256;
        if (!resize(&s->end, room, sizeof *s->end))
            return duel_no_space(u->why);
        s->room = room;
    }
    s->most = abs(end.payoff) > s->most ? abs(end.payoff) : s->most;
    s->end[s->ends++] = end;
    if (u->most_ends && s->ends > u->most_ends)
        return refuse_many(u->most_ends, u->why);
    return s->ends * SEQ_BYTES_AN_END > s->memory ? refuse_size(s, (double)s->ends, u->why)
                                                  : DUEL_OK;
}

static bool is_time_over(const void *self)
{
    const limits *l = self;
    return limits_asked(l) || limits_time(l);
}

static bool has_time(unfolding *u)
{
    enum { CLOCK_EVERY = 64 };
    if (++u->nodes > SEQ_AT_LEAST && limits_nodes(u->limits, u->nodes))
        return false;
    return u->nodes % CLOCK_EVERY || !is_time_over(u->limits);
}

static duel_status unfold_from(unfolding *u, const place *p);

static duel_status unfold_move(unfolding *u, const place *p, int seat, duel_move move,
                               uint32_t sequence)
{
    const duel_variant *v = u->s->v;
    void *after = state_at(u, p->ply + 1);
    int32_t score[DUEL_SEATS];
    place next = *p;
    next.ply++;
    next.after[seat] = sequence;
    memcpy(after, state_at(u, p->ply), v->state_size);
    v->game->play(v, after, move);
    if (v->game->over(v, after, score))
        return add_end(u, &next, score);
    duel_info_set_step(v, seat, move, after, &next.knowing);
    return unfold_from(u, &next);
}

static duel_status unfold_from(unfolding *u, const place *p)
{
    const duel_variant *v = u->s->v;
    const void *state = state_at(u, p->ply);
    uint32_t set;
    if (!has_time(u))
        return DUEL_STOPPED;
    if (p->ply + 1 == u->plies)
        return duel_refuse(u->why,
                           N_("A game may last more than {0} moves: it is not laid out."), "i",
                           (int64_t)PLIES_MOST);
    int seat = v->game->turn(v, state);
    duel_move *list = malloc(v->max_moves * sizeof *list);
    if (list == NULL)
        return duel_no_space(u->why);
    int count = v->game->moves(v, state, list);
    duel_status status = DUEL_OK;
    if (count == 1)
        status = unfold_move(u, p, seat, list[0], p->after[seat]);
    else
        status = meet_set(u, seat, p, state, list, count, &set);
    for (int i = 0; status == DUEL_OK && count > 1 && i < count; i++)
        status = unfold_move(u, p, seat, list[i], u->s->side[seat].first[set] + (uint32_t)i);
    free(list);
    return status;
}

static duel_status unfold_deal(unfolding *u, const void *state)
{
    const duel_variant *v = u->s->v;
    int32_t score[DUEL_SEATS];
    place root = {.after = {SEQ_NONE, SEQ_NONE}};
    memcpy(state_at(u, 0), state, v->state_size);
    if (v->game->over(v, state, score))
        return add_end(u, &root, score);
    duel_info_set_begin(v, state, &root.knowing);
    return unfold_from(u, &root);
}

/* After the first deal it is told how large the rest will be: about as large, each. */
static duel_status unfold_deals(unfolding *u, const duel_deals *d)
{
    sequence_form *s = u->s;
    duel_status status = DUEL_OK;
    for (size_t i = 0; status == DUEL_OK && i < d->count; i++) {
        status = unfold_deal(u, duel_deals_state(d, i));
        s->weight[i] = duel_deals_weight(d, i);
        s->deal_end[i] = s->ends;
        double ends = (double)s->ends * (double)d->count;
        if (status == DUEL_OK && i == 0 && ends * SEQ_BYTES_AN_END > 2 * (double)s->memory)
            status = refuse_size(s, ends, u->why);
        else if (status == DUEL_OK && i == 0 && u->most_ends && ends > 2 * (double)u->most_ends)
            status = refuse_many(u->most_ends, u->why);
    }
    return status;
}

duel_status sequence_form_build(sequence_form *s, const limits *until, size_t most_ends,
                                duel_msg *why)
{
    duel_deals d;
    unfolding u = {.s = s, .limits = until, .most_ends = most_ends, .why = why};
    duel_status status = sequence_form_fit(s->v, why);
    if (status == DUEL_OK)
        status = duel_deals_list_until(s->v, DUEL_DEALS_MOST, is_time_over, until, &d, why);
    if (status != DUEL_OK)
        return status;
    u.plies = s->v->max_plies < PLIES_MOST ? (int)s->v->max_plies + 2 : PLIES_MOST;
    u.states = malloc((size_t)u.plies * s->v->state_size);
    s->deals = d.count;
    s->weight = malloc(d.count * sizeof *s->weight);
    s->deal_end = malloc(d.count * sizeof *s->deal_end);
    bool room = u.states && s->weight && s->deal_end && grow_sets(&s->side[0]) &&
                grow_sets(&s->side[1]);
    status = room ? unfold_deals(&u, &d) : duel_no_space(why);
    free(u.states);
    duel_deals_fini(&d);
    if (status != DUEL_OK)
        sequence_form_fini(s);
    return status;
}

static void side_fini(seq_side *s)
{
    free(s->key);
    free(s->view);
    free(s->parent);
    free(s->first);
    free(s->slot);
}

void sequence_form_fini(sequence_form *s)
{
    for (int seat = 0; seat < SEQ_SEATS; seat++)
        side_fini(&s->side[seat]);
    free(s->end);
    free(s->weight);
    free(s->deal_end);
    *s =
        (sequence_form){.v = s->v, .memory = s->memory, .meet = s->meet, .meeting = s->meeting};
}
