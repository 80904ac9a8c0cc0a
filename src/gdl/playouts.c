/* gdl/playouts.c -- see playouts.h.
 *
 * Legal moves come move by move, a bit for each lane; a choice is made lane by lane. So blocks
 * of 64 moves are turned about, all four groups of 64 lanes at once, and each lane finds its
 * moves in a row of words. */
#include "gdl/playouts.h"

#include <stdlib.h>
#include <string.h>

enum { GROUPS = GDL_LANES / 64 };

/* Where the moves of a role stand among all: from word to word, of the first and the last only
 * some bits. */
typedef struct span {
    uint32_t first, last;
    uint64_t first_mask, last_mask;
} span;

struct gdl_player {
    const gdl_bit_program *flat;
    gdl_bit_states states;
    gdl_word256
        *legal; /* blocks of 64: before turning by move, after it by lane of its group */
    uint32_t blocks;
    span *span; /* by role */
    uint32_t length[GDL_LANES];
    uint32_t longest;
    uint64_t chance;
    gdl_playouts *out;
};

typedef gdl_player player;

/* xorshift* (S. Vigna, "An experimental exploration of Marsaglia's xorshift generators,
 * scrambled", 2016): a number for each choice, many millions a second. */
static inline __attribute__((always_inline)) uint32_t next_chance(player *p)
{
    p->chance ^= p->chance >> 12;
    p->chance ^= p->chance << 25;
    p->chance ^= p->chance >> 27;
    return (uint32_t)(p->chance * 0x2545F4914F6CDD1Du >> 32);
}

/* ---- turning about ---------------------------------------------------------------------- */

static void turn_legal(player *p)
{
    const gdl_bit_program *f = p->flat;
    for (uint32_t m = 0; m < f->moves; m++)
        for (int g = 0; g < GROUPS; g++)
            p->legal[m].at[g] = gdl_signal_word(&p->states, f->legal[m], g);
    memset(p->legal + f->moves, 0, (p->blocks * 64 - f->moves) * sizeof *p->legal);
    for (uint32_t b = 0; b < p->blocks; b++)
        gdl_transpose_block(p->legal + b * 64);
}

/* Processors that can put a bit where another word has its n-th do it in one step: the same
 * lines are compiled for them and for the others. */
#define ALWAYS_INLINE static inline __attribute__((always_inline))
typedef uint32_t nth_bit(uint64_t word, uint32_t n);

/* The legal moves of word b in a lane, of the role's alone. */
ALWAYS_INLINE uint64_t legal_word(const player *p, const span *s, uint32_t lane, uint32_t b)
{
    uint64_t word = p->legal[b * 64 + lane % 64].at[lane / 64];
    word &= b == s->first ? s->first_mask : UINT64_MAX;
    return word & (b == s->last ? s->last_mask : UINT64_MAX);
}

/* A legal move of the role, each as likely as any other; GDL_NOTHING: there is none. */
ALWAYS_INLINE uint32_t choose_in_lane(player *p, const span *s, uint32_t lane, nth_bit *nth)
{
    uint32_t count = 0, b = s->first;
    for (; b <= s->last; b++)
        count += (uint32_t)__builtin_popcountll(legal_word(p, s, lane, b));
    if (count == 0)
        return GDL_NOTHING;
    uint32_t n = (uint32_t)((uint64_t)next_chance(p) * count >> 32);
    for (b = s->first;; b++) {
        uint64_t word = legal_word(p, s, lane, b);
        uint32_t here = (uint32_t)__builtin_popcountll(word);
        if (n < here)
            return b * 64 + nth(word, n);
        n -= here;
    }
}

/* A move of the role in every lane; those where there is none are marked. */
ALWAYS_INLINE void choose_in_lanes(player *p, const span *s, gdl_word256 *none, nth_bit *nth)
{
    for (uint32_t lane = 0; lane < GDL_LANES; lane++) {
        uint32_t move = choose_in_lane(p, s, lane, nth);
        if (move == GDL_NOTHING)
            none->at[lane / 64] |= (uint64_t)1 << (lane % 64);
        else
            gdl_choose(&p->states, lane, move);
    }
}

ALWAYS_INLINE uint32_t nth_by_dropping(uint64_t word, uint32_t n)
{
    for (; n; n--)
        word &= word - 1;
    return (uint32_t)__builtin_ctzll(word);
}

static void move_role_anywhere(player *p, const span *s, gdl_word256 *none)
{
    choose_in_lanes(p, s, none, nth_by_dropping);
}

#ifdef __x86_64__
#define WITH_BITS __attribute__((target("avx2,bmi,bmi2,popcnt")))

WITH_BITS ALWAYS_INLINE uint32_t nth_by_deposit(uint64_t word, uint32_t n)
{
    return (uint32_t)__builtin_ctzll(__builtin_ia32_pdep_di((uint64_t)1 << n, word));
}

WITH_BITS static void move_role_with_bits(player *p, const span *s, gdl_word256 *none)
{
    choose_in_lanes(p, s, none, nth_by_deposit);
}

static void move_role(player *p, const span *s, gdl_word256 *none)
{
    if (__builtin_cpu_supports("bmi2") && __builtin_cpu_supports("avx2"))
        move_role_with_bits(p, s, none);
    else
        move_role_anywhere(p, s, none);
}
#else
static void move_role(player *p, const span *s, gdl_word256 *none)
{
    move_role_anywhere(p, s, none);
}
#endif

/* ---- playing ---------------------------------------------------------------------------- */

static void count_end(player *p, uint32_t lane)
{
    int32_t points;
    p->out->games++;
    for (uint32_t r = 0; r < p->flat->roles && p->out->points; r++)
        if (gdl_lane_points(&p->states, lane, r, &points))
            p->out->points[r] += points;
}

/* Which lanes begin anew: those at an end, which is counted, and those given up. */
static void end_lanes(player *p, const gdl_word256 *over, gdl_word256 *anew)
{
    for (uint32_t lane = 0; lane < GDL_LANES; lane++) {
        bool ended = gdl_lane(over, lane);
        if (ended)
            count_end(p, lane);
        else if (gdl_lane(anew, lane) || p->length[lane] == p->longest)
            p->out->stranded++;
        else {
            p->length[lane]++;
            continue;
        }
        anew->at[lane / 64] |= (uint64_t)1 << (lane % 64);
        p->length[lane] = 0;
    }
}

static void play_round(player *p)
{
    gdl_word256 over, anew = {{0}};
    uint64_t any = 0;
    gdl_find_legal(&p->states);
    for (int g = 0; g < GROUPS; g++)
        any |= over.at[g] = gdl_signal_word(&p->states, p->flat->over, g);
    if (any)
        gdl_score(&p->states);
    turn_legal(p);
    gdl_clear_moves(&p->states);
    for (uint32_t r = 0; r < p->flat->roles; r++)
        move_role(p, &p->span[r], &anew);
    end_lanes(p, &over, &anew);
    gdl_step(&p->states);
    gdl_start(&p->states, &anew);
    p->out->states += GDL_LANES;
}

static void find_spans(player *p)
{
    for (uint32_t r = 0; r < p->flat->roles; r++) {
        uint32_t from = p->flat->first_move[r], to = p->flat->first_move[r + 1];
        p->span[r] = (span){.first = from / 64, .first_mask = UINT64_MAX << (from % 64)};
        p->span[r].last = to > from ? (to - 1) / 64 : from / 64;
        p->span[r].last_mask = to > from ? UINT64_MAX >> (63 - (to - 1) % 64) : 0;
    }
}

void gdl_player_free(gdl_player *p)
{
    if (p == NULL)
        return;
    gdl_bit_states_fini(&p->states);
    free(p->legal);
    free(p->span);
    free(p);
}

duel_status gdl_player_new(const gdl_bit_program *f, gdl_player **out, duel_msg *why)
{
    player *p = calloc(1, sizeof *p);
    if (p == NULL)
        return duel_no_space(why);
    p->flat = f;
    p->blocks = f->moves / 64 + 1;
    p->legal = aligned_alloc(32, (size_t)p->blocks * 64 * sizeof *p->legal);
    p->span = calloc((size_t)f->roles, sizeof *p->span);
    duel_status status =
        p->legal && p->span ? gdl_bit_states_init(f, &p->states, why) : duel_no_space(why);
    if (status != DUEL_OK) {
        gdl_player_free(p);
        return status;
    }
    find_spans(p);
    *out = p;
    return DUEL_OK;
}

duel_status gdl_play_out(const gdl_bit_program *f, uint64_t seed, uint64_t states,
                         uint32_t longest, gdl_playouts *out, duel_msg *why)
{
    player *p = NULL;
    duel_status status = gdl_player_new(f, &p, why);
    out->states = out->games = out->stranded = 0;
    if (status != DUEL_OK)
        return status;
    p->longest = longest;
    p->chance = seed * 2 + 1;
    p->out = out;
    gdl_start(&p->states, &(gdl_word256){{UINT64_MAX, UINT64_MAX, UINT64_MAX, UINT64_MAX}});
    while (out->states < states)
        play_round(p);
    gdl_player_free(p);
    return DUEL_OK;
}

/* ---- from a state ----------------------------------------------------------------------- */

static void take_points(const player *p, uint32_t lane, int32_t *points)
{
    uint32_t roles = p->flat->roles;
    for (uint32_t r = 0; r < roles; r++)
        if (!gdl_lane_points(&p->states, lane, r, &points[lane * roles + r]))
            points[lane * roles + r] = 0;
}

/* One step in all lanes; those whose game has ended go on in vain, and are no longer looked at.
 * Returns how many are still to end. */
static uint32_t step_on(player *p, uint32_t count, gdl_word256 *done, int32_t *points)
{
    gdl_word256 ends, none = {{0}};
    uint64_t fresh = 0;
    uint32_t left = 0;
    gdl_find_legal(&p->states);
    turn_legal(p);
    gdl_clear_moves(&p->states);
    for (uint32_t r = 0; r < p->flat->roles; r++)
        move_role(p, &p->span[r], &none);
    for (int g = 0; g < GROUPS; g++) {
        ends.at[g] = gdl_signal_word(&p->states, p->flat->over, g) | none.at[g];
        fresh |= ends.at[g] &= ~done->at[g];
    }
    if (fresh)
        gdl_score(&p->states);
    for (uint32_t lane = 0; lane < count; lane++) {
        if (gdl_lane(&ends, lane))
            take_points(p, lane, points);
        done->at[lane / 64] |= (uint64_t)gdl_lane(&ends, lane) << (lane % 64);
        left += !gdl_lane(done, lane);
    }
    if (left)
        gdl_step(&p->states);
    return left;
}

void gdl_player_from(gdl_player *p, const uint64_t *facts, uint32_t count, uint64_t seed,
                     uint32_t longest, int32_t *points)
{
    const uint64_t *same[GDL_LANES];
    gdl_word256 done = {{0}};
    for (uint32_t lane = 0; lane < count; lane++)
        same[lane] = facts;
    gdl_put_states(&p->states, same, count);
    memset(points, 0, (size_t)count * p->flat->roles * sizeof *points);
    p->chance = seed * 2 + 1;
    for (uint32_t step = 0; step <= longest && step_on(p, count, &done, points); step++)
        continue;
}
