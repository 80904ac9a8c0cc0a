/* gdl/weave.h -- the instances of a sheet's rules made into a circuit. */
#ifndef DUEL_GDL_WEAVE_H
#define DUEL_GDL_WEAVE_H

#include "gdl/circuit.h"
#include "gdl/ground.h"

/* Conclusions that need each other: their nodes are worked out again and again, from "no",
 * until nothing changes. */
typedef struct gdl_loop {
    uint32_t first, count;       /* loop nodes */
    uint32_t from_gate, to_gate; /* made for it */
} gdl_loop;

typedef struct gdl_goal_signal {
    uint32_t role;
    int32_t points;
    gdl_signal signal;
} gdl_goal_signal;

typedef struct gdl_net {
    gdl_circuit circuit;
    uint32_t roles;
    gdl_term *fact; /* by fact; how many: circuit.facts */
    uint8_t *start; /* by fact: true at the start */
    gdl_term *move; /* by move; those of a role one behind the other */
    uint32_t *first_move;
    gdl_signal *next;  /* by fact */
    gdl_signal *legal; /* by move */
    gdl_signal terminal;
    gdl_goal_signal *goal;
    size_t goals, goal_room;
    gdl_loop *loop;
    size_t loops, loop_room;
    gdl_signal *definition; /* by loop node */
} gdl_net;

void gdl_weave(gdl_net *n, gdl_job *j, gdl_ground *g);

#endif
