/* gdl/bit_program.h -- a ground rule sheet as a program of bit operations, run for 256 states
 * at once.
 *
 * A value is a word of 256 bits, one for each state; the program is an array of numbers, run
 * from left to right by a loop of a few lines. What it costs to read the program is shared by
 * 256 states, so that nothing has to be compiled. Three parts: what is legal and whether the
 * game is over; the next state, once moves are chosen; and the goals, wanted at ends only.
 *
 *     gdl_bit_program_make → gdl_bit_states_init → set or start → gdl_find_legal → choose →
 * gdl_step → …
 *
 * A flat program is the same for all threads; each has states of its own. */
#pragma once

#include "gdl/sheet.h"

enum { GDL_LANES = 256 };

/* A bit for each lane. */
typedef struct gdl_word256 {
    _Alignas(32) uint64_t at[GDL_LANES / 64];
} gdl_word256;

/* A gate: GDL_CODE_GATE + how many values must hold, how many must not, the values. A loop:
 * GDL_CODE_LOOP, words of its body, how many nodes it has, the first one's value, the signals
 * that define them, then its body. */
enum { GDL_CODE_LOOP, GDL_CODE_GATE };

typedef struct gdl_code {
    uint32_t *at;
    size_t words;
    uint32_t first; /* the value its first gate gives; the others follow */
} gdl_code;

typedef struct gdl_points {
    uint32_t role;
    int32_t points;
    uint32_t signal; /* when it holds: a value, times two, and 1 if it is negated */
} gdl_points;

typedef struct gdl_bit_program {
    gdl_arena job; /* whose memory the rest is */
    gdl_terms terms;
    uint32_t roles;
    gdl_term *role;
    uint32_t facts; /* values 1 … facts: the state */
    gdl_term *fact;
    uint8_t *start;
    uint32_t moves; /* values facts + 1 …: what is done */
    gdl_term *move;
    uint32_t *first_move; /* by role, and once more */
    uint32_t values;
    gdl_code look, next, goal;
    uint32_t *legal; /* by move: a signal */
    uint32_t *after; /* by fact: a signal, of `next` */
    uint32_t over;   /* a signal */
    gdl_points *points;
    size_t points_count;
    size_t gates, inputs; /* of all three: how large they are */
    double seconds;       /* that it took to make */
} gdl_bit_program;

/* DUEL_STOPPED, DUEL_NO_SPACE: not within the limits; the prover (gdl/prover.h) has to do. */
duel_status gdl_bit_program_make(const gdl_sheet *s, gdl_limits limits, gdl_bit_program **out,
                                 duel_msg *why);
/* The same in one of its two ways: the rules as they stand, or cut first (gdl/split_rules.c).
 */
duel_status gdl_bit_program_try(const gdl_sheet *s, gdl_limits limits, bool split,
                                gdl_bit_program **out, duel_msg *why);
void gdl_bit_program_free(gdl_bit_program *f);

/* ---- 256 states ------------------------------------------------------------------------- */

typedef struct gdl_bit_states {
    const gdl_bit_program *flat;
    gdl_word256 *value; /* by value; the first is always true */
    gdl_word256 *fresh; /* scratch: the state to come */
} gdl_bit_states;

/* All lanes are empty states. *out is the caller's to end. */
duel_status gdl_bit_states_init(const gdl_bit_program *f, gdl_bit_states *out, duel_msg *why);
void gdl_bit_states_fini(gdl_bit_states *s);

static inline bool gdl_lane(const gdl_word256 *v, uint32_t lane)
{
    return v->at[lane / 64] >> (lane % 64) & 1;
}

/* Word i of what a signal says. */
static inline uint64_t gdl_signal_word(const gdl_bit_states *s, uint32_t signal, int i)
{
    return s->value[signal >> 1].at[i] ^ -(uint64_t)(signal & 1);
}

void gdl_start(gdl_bit_states *s, const gdl_word256 *lanes); /* these lanes begin anew */

void gdl_find_legal(gdl_bit_states *s); /* legal moves and ends are known after it */
void gdl_clear_moves(gdl_bit_states *s);
static inline void gdl_choose(gdl_bit_states *s, uint32_t lane, uint32_t move)
{
    s->value[1 + s->flat->facts + move].at[lane / 64] |= (uint64_t)1 << (lane % 64);
}
void gdl_step(
    gdl_bit_states *s); /* after gdl_find_legal, with a move of every role in every lane */
void gdl_score(gdl_bit_states *s); /* after gdl_find_legal: points are known after it */
/* What a role has in a lane. False: the sheet gives none, or several. */
bool gdl_lane_points(const gdl_bit_states *s, uint32_t lane, uint32_t role, int32_t *points);

/* ---- between lanes and single states -------------------------------------------------------
 */

/* Single states are kept one behind the other, a bit for each fact. */

/* Exchanges rows and columns of a block of 64 by 64 bits, in all four groups of lanes. */
void gdl_transpose_block(gdl_word256 *row);

/* The first `count` lanes from and to facts, a bit each; lanes behind them become empty. */
void gdl_put_states(gdl_bit_states *s, const uint64_t *const *facts, uint32_t count);
void gdl_get_states(const gdl_bit_states *s, uint32_t count, uint64_t *const *facts);
/* After gdl_find_legal: the legal moves of the first `count` lanes, a bit each. */
void gdl_get_legal(const gdl_bit_states *s, uint32_t count, uint64_t *const *legal);
/* After gdl_find_legal: the lanes in which any of the moves from..to-1 is legal, and those in
 * which more than one is. */
void gdl_count_legal(const gdl_bit_states *s, uint32_t from, uint32_t to, gdl_word256 *any,
                     gdl_word256 *several);
