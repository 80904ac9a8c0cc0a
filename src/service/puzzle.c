/* service/puzzle.c -- see puzzle.h. */
#include "service/puzzle.h"
#include "core/play.h"
#include "service/advice.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FEWEST_PLIES = 6, FEWEST_MOVES = 3 };

typedef struct hunt {
    const duel_variant *v;
    const duel_search *s;
    duel_player *solver, *greedy;
    duel_answer *answer, *naive;
} hunt;

static void hunt_fini(hunt *h)
{
    duel_player_close(h->solver);
    duel_player_close(h->greedy);
    free(h->answer);
    free(h->naive);
}

static duel_status hunt_init(hunt *h, const duel_variant *v, const duel_search *s,
                             duel_msg *why)
{
    *h = (hunt){.v = v, .s = s};
    h->answer = malloc(sizeof *h->answer);
    h->naive = malloc(sizeof *h->naive);
    duel_status status = h->answer && h->naive ? DUEL_OK : duel_full(why);
    if (status == DUEL_OK)
        status = duel_player_open(duel_str_of("exact"), v, s->memory, NULL, &h->solver, why);
    if (status == DUEL_OK)
        status = duel_player_open(duel_str_of("greedy"), v, s->memory, NULL, &h->greedy, why);
    if (status != DUEL_OK)
        hunt_fini(h);
    return status;
}

static bool solve(hunt *h, const void *state, bool every_move)
{
    duel_think t = {.view = state,
                    .seat = h->v->game->turn(h->v, state),
                    .seconds = h->s->seconds,
                    .stop = h->s->stop,
                    .every_move = every_move};
    return duel_player_think(h->solver, &t, h->answer, NULL) == DUEL_OK && h->answer->proved;
}

/* The plies to the end along the best line. */
static int plies_left(const duel_answer *a)
{
    bool told = a->result.remoteness != DUEL_NO_REMOTENESS && a->result.value != DUEL_DRAW;
    return told ? (int)a->result.remoteness : a->line_count;
}

static bool greedy_fails(hunt *h, const void *state, duel_move right)
{
    duel_think t = {.view = state, .seat = h->v->game->turn(h->v, state), .seed = 1};
    return duel_player_think(h->greedy, &t, h->naive, NULL) == DUEL_OK &&
           h->naive->plan_count && h->naive->plan[0] != right;
}

/* Hard positions are looked for first; once half the tries are spent, a single best move and
 * a few plies are enough. */
static bool is_puzzle(hunt *h, const void *state, bool hard)
{
    duel_move best[DUEL_MOVES_MAX];
    if (duel_is_over(h->v, state) || !solve(h, state, true))
        return false;
    const duel_answer *a = h->answer;
    if (a->result.value == DUEL_LOSS || a->rated_count < (hard ? FEWEST_MOVES : 2))
        return false;
    if (plies_left(a) < (hard ? FEWEST_PLIES : FEWEST_PLIES / 2))
        return false;
    return duel_best_moves(h->v, a, best) == 1 && (!hard || greedy_fails(h, state, best[0]));
}

/* A random game of random length: the position it stops at. */
static duel_status wander(const duel_variant *v, uint64_t seed, int try, duel_puzzle *p,
                          duel_msg *why)
{
    enum { LONGEST = 40 };
    duel_rng rng, root;
    duel_move list[DUEL_MOVES_MAX];
    duel_rng_init_number(&root, seed);
    duel_rng_fork(&root, (uint64_t)try, &rng);
    duel_record_init(&p->record, v);
    snprintf(p->record.seed, sizeof p->record.seed, "%llu.%d", (unsigned long long)seed, try);
    duel_status status = duel_record_begin(&p->record, &p->state, why);
    uint32_t most = v->max_plies < LONGEST ? v->max_plies : LONGEST;
    for (uint32_t plies = duel_rng_below(&rng, most); status == DUEL_OK && plies > 0; plies--) {
        int count = v->game->moves(v, &p->state, list);
        if (count == 0)
            break;
        duel_move move = list[duel_rng_below(&rng, (uint32_t)count)];
        status = duel_record_add(&p->record, move, why);
        v->game->play(v, &p->state, move);
    }
    return status;
}

duel_status duel_puzzle_find(const duel_variant *v, uint64_t seed, const duel_search *s,
                             duel_puzzle *out, duel_msg *why)
{
    hunt h;
    duel_status status = hunt_init(&h, v, s, why);
    if (status != DUEL_OK)
        return status;
    bool found = false;
    for (int try = 0; status == DUEL_OK && !found && try < s->tries; try++) {
        if (s->stop && atomic_load(s->stop))
            break;
        status = wander(v, seed, try, out, why);
        found = status == DUEL_OK && is_puzzle(&h, &out->state, try < s->tries / 2);
        if (!found)
            duel_record_fini(&out->record);
    }
    if (found) {
        out->answer = h.answer;
        h.answer = NULL;
    } else if (status == DUEL_OK) {
        status = duel_refuse(why, N_("No puzzle was found in {0} positions; try another seed."),
                             "i", (int64_t)s->tries);
    }
    hunt_fini(&h);
    return status;
}

void duel_puzzle_fini(duel_puzzle *p)
{
    duel_record_fini(&p->record);
    free(p->answer);
    p->answer = NULL;
}

duel_status duel_deal_of_value(const duel_variant *v, uint64_t seed, int32_t value,
                               const duel_search *s, char found[DUEL_SEED_TEXT], duel_msg *why)
{
    hunt h;
    duel_state state;
    duel_status status = hunt_init(&h, v, s, why);
    if (status != DUEL_OK)
        return status;
    for (int try = 0; status == DUEL_OK && try < s->tries; try++) {
        char text[DUEL_SEED_TEXT];
        snprintf(text, sizeof text, "%llu.%d", (unsigned long long)seed, try);
        status = duel_deal(v, duel_str_of(text), &state);
        if (s->stop && atomic_load(s->stop))
            break;
        if (status == DUEL_OK && solve(&h, &state, false) && h.answer->result.score == value) {
            strcpy(found, text);
            hunt_fini(&h);
            return DUEL_OK;
        }
    }
    hunt_fini(&h);
    if (status == DUEL_OK)
        status = duel_refuse(why, N_("No deal of value {0} was found in {1} tries."), "ii",
                             (int64_t)value, (int64_t)s->tries);
    return status;
}
