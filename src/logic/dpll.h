/* logic/dpll.h -- the procedure of Davis, Putnam, Logemann and Loveland, and its search tree.
 *
 * Unlike the seed's, which forgot letters it had found undetermined, the search goes on after a
 * model until it has met them all; what holds in every model is then known for every letter. */
#ifndef DUEL_LOGIC_DPLL_H
#define DUEL_LOGIC_DPLL_H

#include "logic/cnf.h"

typedef enum logic_event_kind {
    LOGIC_EVENT_ASSUME,    /* a literal given with the question */
    LOGIC_EVENT_DECIDE,    /* a literal tried; its opposite is tried after */
    LOGIC_EVENT_PROPAGATE, /* a literal forced by a clause: all others in it are false */
    LOGIC_EVENT_CONFLICT,  /* a clause all of whose literals are false */
    LOGIC_EVENT_MODEL      /* every clause is true; letters not in `truth` are free */
} logic_event_kind;

typedef struct logic_event {
    logic_event_kind kind;
    unsigned depth;         /* decisions above this event */
    logic_literals literal; /* assumed, decided or propagated */
    logic_literals clause;  /* of a propagation or conflict */
    logic_literals truth;   /* literals true after it */
} logic_event;

/* Four letters give at most 2 + 4 + 8 + 16 assignments and 16 ends. */
enum { LOGIC_TRACE_MAX = 64 };

typedef struct logic_trace {
    unsigned count;
    logic_event event[LOGIC_TRACE_MAX];
} logic_trace;

/* Searches the models of the clauses in which the `assumed` literals are true; all of them, or
 * only the first partial one. `trace` may be NULL. Returns the set of the models found. */
typedef enum logic_search { LOGIC_FIRST_MODEL, LOGIC_ALL_MODELS } logic_search;
logic_table logic_dpll(const logic_clauses *clauses, logic_literals assumed,
                       logic_search search, logic_trace *trace);

/* The verdict of a proof given as clauses. */
logic_verdict logic_dpll_verdict(const logic_clauses *clauses, logic_trace *trace);

/* The tree, one event a line, indented by depth, in signs that need no translation:
 *   ? A    decision        ! ~B  [~A|~B]   propagation by a clause
 *   # [A|B]  conflict      = A ~B          model        . A   assumption */
void logic_put_trace(const logic_trace *trace, logic_style style, duel_sink *out);
/* The same in words. */
void logic_say_event(const logic_event *event, logic_style style, duel_msg *msg);

#endif
