/* gdl/circuit.h -- conditions as gates, each kept once.
 *
 * There is one kind of gate, "all of these"; what is negated is negated where it is used, so
 * "one of these" is "not all of them not". Inputs are the facts of the state and the moves.
 *
 * Exactly one move of each role is made. So "one of these moves" and "none of the others" are
 * the same, and whatever says something of a role's move alone is a set of moves, kept as the
 * smaller of the two. That is what makes frame axioms cheap: that a square stays as it is
 * unless one of a few moves is made comes as the list of all the others. */
#ifndef DUEL_GDL_CIRCUIT_H
#define DUEL_GDL_CIRCUIT_H

#include "gdl/pool.h"

typedef uint32_t gdl_signal; /* a node, times two, and 1 if it is negated */
enum { GDL_YES = 0, GDL_NO = 1 };

/* What signals say of a move while they are put together. */
typedef struct gdl_said {
    uint32_t in; /* so many list it among those of which one is made */
    bool barred;
} gdl_said;

typedef struct gdl_circuit {
    gdl_job *job;
    uint32_t facts, moves, loops; /* nodes: 0 is always true; facts, moves, loops; gates */
    uint32_t roles;
    const uint32_t *first_move; /* by role, and once more */
    gdl_pool gates;             /* signals, in order */
    uint8_t *set_of;            /* by gate: role + 1 if it says "none of these moves" */
    size_t set_room;
    gdl_said *said;  /* by move: scratch of sets, nothing in between */
    uint32_t *times; /* by signal: scratch of sums, zero in between */
    size_t times_room;
} gdl_circuit;

void gdl_circuit_init(gdl_circuit *c, gdl_job *j, uint32_t facts, uint32_t loops,
                      uint32_t roles, const uint32_t *first_move);

static inline gdl_signal gdl_fact_signal(uint32_t fact)
{
    return (1 + fact) << 1;
}

static inline gdl_signal gdl_move_signal(const gdl_circuit *c, uint32_t move)
{
    return (1 + c->facts + move) << 1;
}

static inline gdl_signal gdl_loop_signal(const gdl_circuit *c, uint32_t loop)
{
    return (1 + c->facts + c->moves + loop) << 1;
}

static inline uint32_t gdl_first_gate(const gdl_circuit *c)
{
    return 1 + c->facts + c->moves + c->loops;
}

/* All of them, none: yes. Orders the array. */
gdl_signal gdl_all_of(gdl_circuit *c, gdl_signal *s, size_t count);
/* One of them, none: no. Changes the array. */
gdl_signal gdl_one_of(gdl_circuit *c, gdl_signal *s, size_t count);
/* One of several products, each of which is "all of these": `products` is count, signals,
 * count, signals … What many have in common is taken out of them. */
gdl_signal gdl_sum_of(gdl_circuit *c, const uint32_t *products, size_t words);

#endif
