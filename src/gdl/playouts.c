/* gdl/playouts.c -- see playouts.h.
 *
 * Legal moves come move by move, a bit for each lane; a choice is made lane by lane. So blocks
 * of 64 moves are turned about, all four groups of 64 lanes at once, and each lane finds its
 * moves in a row of words. */
#include "gdl/playouts.h"

#include <stdlib.h>
#include <string.h>

enum { GROUPS = GDL_LANES / 64 };

typedef struct player {
    const gdl_flat *flat;
    gdl_states states;
    gdl_word256
        *legal; /* blocks of 64: before turning by move, after it by lane of its group */
    uint32_t blocks;
    uint32_t *chosen; /* by role */
    uint32_t length[GDL_LANES];
    uint32_t longest;
    uint64_t chance;
    gdl_playouts *out;
} player;

/* xorshift* (S. Vigna, "An experimental exploration of Marsaglia's xorshift generators,
 * scrambled", 2016): a number for each choice, many millions a second. */
static uint32_t next_chance(player *p)
{
    p->chance ^= p->chance >> 12;
    p->chance ^= p->chance << 25;
    p->chance ^= p->chance >> 27;
    return (uint32_t)(p->chance * 0x2545F4914F6CDD1Du >> 32);
}

/* ---- turning about ---------------------------------------------------------------------- */

/* Exchanges rows and columns of a 64 by 64 block of bits, in each group at once: halves, then
 * quarters, … (H. Warren, "Hacker's Delight", 7-3). */
static void turn_block(gdl_word256 *row)
{
    uint64_t mask = UINT64_MAX >> 32;
    for (uint32_t half = 32; half; half >>= 1, mask ^= mask << half) {
        for (uint32_t i = 0; i < 64; i = (i + half + 1) & ~half) {
            for (int g = 0; g < GROUPS; g++) {
                uint64_t t = (row[i].at[g] >> half ^ row[i + half].at[g]) & mask;
                row[i].at[g] ^= t << half;
                row[i + half].at[g] ^= t;
            }
        }
    }
}

static void turn_legal(player *p)
{
    const gdl_flat *f = p->flat;
    for (uint32_t m = 0; m < f->moves; m++)
        for (int g = 0; g < GROUPS; g++)
            p->legal[m].at[g] = gdl_signal_word(&p->states, f->legal[m], g);
    memset(p->legal + f->moves, 0, (p->blocks * 64 - f->moves) * sizeof *p->legal);
    for (uint32_t b = 0; b < p->blocks; b++)
        turn_block(p->legal + b * 64);
}

/* The moves of word b that are legal in a lane, of those from `from` to `to` - 1. */
static uint64_t legal_word(const player *p, uint32_t lane, uint32_t b, uint32_t from,
                           uint32_t to)
{
    uint64_t word = p->legal[b * 64 + lane % 64].at[lane / 64];
    if (from > b * 64)
        word &= UINT64_MAX << (from - b * 64);
    if (to < b * 64 + 64)
        word &= ~(UINT64_MAX << (to - b * 64));
    return word;
}

static uint32_t nth_bit(uint64_t word, uint32_t n)
{
    for (; n; n--)
        word &= word - 1;
    return (uint32_t)__builtin_ctzll(word);
}

/* A legal move of the role, each as likely as any other. False: there is none. */
static bool choose_in_lane(player *p, uint32_t lane, uint32_t role, uint32_t *move)
{
    uint32_t from = p->flat->first_move[role], to = p->flat->first_move[role + 1], count = 0;
    for (uint32_t b = from / 64; b * 64 < to; b++)
        count += (uint32_t)__builtin_popcountll(legal_word(p, lane, b, from, to));
    if (count == 0)
        return false;
    uint32_t n = count == 1 ? 0 : (uint32_t)((uint64_t)next_chance(p) * count >> 32);
    for (uint32_t b = from / 64;; b++) {
        uint64_t word = legal_word(p, lane, b, from, to);
        uint32_t here = (uint32_t)__builtin_popcountll(word);
        if (n < here) {
            *move = b * 64 + nth_bit(word, n);
            return true;
        }
        n -= here;
    }
}

/* ---- playing ---------------------------------------------------------------------------- */

static void count_end(player *p, uint32_t lane)
{
    int32_t points;
    p->out->games++;
    for (uint32_t r = 0; r < p->flat->roles && p->out->points; r++)
        if (gdl_lane_points(&p->states, lane, r, &points))
            p->out->points[r] += points;
}

/* Makes a move of every role, or has the lane begin anew. */
static void move_lane(player *p, uint32_t lane, gdl_word256 *anew)
{
    bool all = ++p->length[lane] <= p->longest;
    for (uint32_t r = 0; r < p->flat->roles && all; r++)
        all = choose_in_lane(p, lane, r, &p->chosen[r]);
    if (all) {
        for (uint32_t r = 0; r < p->flat->roles; r++)
            gdl_do(&p->states, lane, p->chosen[r]);
        return;
    }
    p->out->stranded++;
    anew->at[lane / 64] |= (uint64_t)1 << (lane % 64);
}

/* Ends are counted; every other lane moves. */
static void play_round(player *p)
{
    gdl_word256 over, anew = {{0}};
    uint64_t any = 0;
    gdl_look(&p->states);
    for (int g = 0; g < GROUPS; g++)
        any |= over.at[g] = gdl_signal_word(&p->states, p->flat->over, g);
    if (any)
        gdl_score(&p->states);
    turn_legal(p);
    gdl_clear_moves(&p->states);
    for (uint32_t lane = 0; lane < GDL_LANES; lane++) {
        if (!gdl_lane(&over, lane)) {
            move_lane(p, lane, &anew);
            continue;
        }
        count_end(p, lane);
        anew.at[lane / 64] |= (uint64_t)1 << (lane % 64);
    }
    gdl_step(&p->states);
    gdl_start(&p->states, &anew);
    for (uint32_t lane = 0; lane < GDL_LANES; lane++)
        if (gdl_lane(&anew, lane))
            p->length[lane] = 0;
    p->out->states += GDL_LANES;
}

static duel_status begin_playing(player *p, const gdl_flat *f, duel_msg *why)
{
    p->flat = f;
    p->blocks = (f->moves + 63) / 64;
    p->legal = aligned_alloc(32, ((size_t)p->blocks * 64 + 1) * sizeof *p->legal);
    p->chosen = calloc((size_t)f->roles + 1, sizeof *p->chosen);
    if (p->legal == NULL || p->chosen == NULL)
        return duel_full(why);
    duel_status status = gdl_states_init(f, &p->states, why);
    if (status == DUEL_OK)
        gdl_start(&p->states, &(gdl_word256){{UINT64_MAX, UINT64_MAX, UINT64_MAX, UINT64_MAX}});
    return status;
}

duel_status gdl_play_out(const gdl_flat *f, uint64_t seed, uint64_t states, uint32_t longest,
                         gdl_playouts *out, duel_msg *why)
{
    player p = {.longest = longest, .chance = seed * 2 + 1, .out = out};
    duel_status status = begin_playing(&p, f, why);
    out->states = out->games = out->stranded = 0;
    while (status == DUEL_OK && out->states < states)
        play_round(&p);
    gdl_states_fini(&p.states);
    free(p.legal);
    free(p.chosen);
    return status;
}
