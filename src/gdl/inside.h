/* gdl/inside.h -- what the files of this room share, and no other room sees: facts and rules
 * run over them, and the steps on which a sheet becomes a flat program. Each file tells its
 * own. */
#pragma once

#include "gdl/bit_program.h"
#include "gdl/prover.h"

/* ---- sheet.c: rules and their terms ----------------------------------------------------- */

/* One more rule, whatever its rank. */
void gdl_add_rule(gdl_sheet *s, gdl_rule r);
/* A bit for each variable of a condition. */
uint64_t gdl_literal_variables(const gdl_terms *t, const gdl_literal *l);

/* The functor of a word of the language with as many arguments as the language gives it. */
gdl_functor gdl_sheet_functor(gdl_terms *t, gdl_word w);
/* A ground term as a sheet writes it: "(mark 1 2)". Leaves the job: it is none. */
gdl_term gdl_term_read(gdl_terms *t, duel_str text);

/* For the reader's parts: leaves with a message of line {0}, rule {1}, and a word {2} of it. */
_Noreturn void gdl_refuse_rule(gdl_sheet *s, const gdl_rule *r, const char *id, duel_str word);
void gdl_warn_rule(gdl_sheet *s, const gdl_rule *r, const char *id, duel_str word);

/* ---- dependencies.c: what depends on each other, and the order in which to work it out
 * --------- */

/* Node i needs edge[start[i]] … edge[start[i + 1] - 1]. */
typedef struct gdl_graph {
    uint32_t nodes;
    uint32_t *start, *edge;
} gdl_graph;

/* Makes a graph of pairs: from, to, from, to … */
gdl_graph gdl_graph_of(gdl_arena *j, uint32_t nodes, const gdl_list *pairs);
/* Numbers the components: nodes that need each other have the same number, and a number is
 * greater than those of all it needs. Returns how many there are. */
uint32_t gdl_components(gdl_arena *j, const gdl_graph *g, uint32_t *component);

/* Refuses what cannot be proved from. */
void gdl_sheet_check(gdl_sheet *s);
/* Orders the rules and finds what depends on what. */
void gdl_sheet_order(gdl_sheet *s);
/* Whether a condition of a rule may be concluded by that rule, or by one that needs it. */
bool gdl_in_circle(const gdl_sheet *s, const gdl_rule *r, const gdl_literal *l);

/* ---- facts.c: what holds, and how it is looked up --------------------------------------- */

typedef struct gdl_view {
    gdl_functor functor;
    uint32_t *code; /* variables are its columns, in the order of their coming */
    uint32_t columns;
    uint32_t seen; /* facts of the relation looked at so far */
    gdl_pool rows;
    uint32_t times; /* that it was emptied */
    bool exact;     /* each fact has a row of its own */
    bool traced;    /* its facts are kept by row */
    gdl_list trace; /* fact, row, fact, row … */
    uint32_t same;  /* the next view of this relation; GDL_NOTHING */
} gdl_view;

typedef struct gdl_index {
    uint32_t view;
    uint64_t mask;  /* the columns asked by */
    uint32_t times; /* that its view had been emptied when it looked */
    gdl_pool keys;
    gdl_list first; /* by key: a row */
    gdl_list next;  /* by row: another one of the same key; GDL_NOTHING */
} gdl_index;

typedef struct gdl_facts {
    gdl_arena *job;
    gdl_terms *terms;
    gdl_list *relation; /* by functor: its facts, in the order of their coming */
    uint32_t *views_of; /* by functor: a view; GDL_NOTHING */
    size_t relations, relation_room, views_room;
    uint8_t *holds; /* by term */
    size_t holds_room;
    bool ordered;    /* the order of coming is kept, across relations: */
    uint32_t *since; /* by term, of those that hold: how many had come by then */
    size_t since_room;
    uint32_t come;
    gdl_pool view_codes, index_keys;
    gdl_view *view;
    gdl_index *index;
    size_t view_room, index_room;
} gdl_facts;

void gdl_facts_init(gdl_facts *f, gdl_terms *t);
bool gdl_fact_add(gdl_facts *f, gdl_term fact); /* false: it held already */
bool gdl_fact_holds(const gdl_facts *f, gdl_term fact);
void gdl_facts_clear(gdl_facts *f, gdl_functor relation);
const gdl_list *gdl_facts_of(gdl_facts *f, gdl_functor relation); /* until one is added */

/* The view of a condition: of its variables those of `kept` are columns, the others, of which
 * each stands in it once, may be anything. variable[i] becomes the variable of column i. */
uint32_t gdl_view_of(gdl_facts *f, const uint32_t *code, uint64_t kept, uint8_t *variable);
/* Keeps the facts of each row too, from now on. */
void gdl_view_trace(gdl_facts *f, uint32_t view);
void gdl_view_refresh(gdl_facts *f, uint32_t view);
uint32_t gdl_index_of(gdl_facts *f, uint32_t view, uint64_t mask);
void gdl_index_refresh(gdl_facts *f, uint32_t index);
/* The first row of a key; GDL_NOTHING. The key has the values of the columns asked by. */
uint32_t gdl_index_find(const gdl_facts *f, uint32_t index, const gdl_term *key,
                        uint32_t count);

/* ---- seminaive.c: rules run over facts -----------------------------------------------------
 */

/* A condition as a plan uses it. */
typedef struct gdl_lookup {
    const gdl_literal *literal;
    uint32_t number; /* in the body */
    uint32_t view, index;
    uint64_t mask; /* the columns whose variables are bound before */
    bool whole;    /* all of them: a row is there or not, and no index is needed */
    uint32_t columns;
    uint8_t *variable; /* by column */
} gdl_lookup;

typedef struct gdl_plan {
    const gdl_rule *rule;
    gdl_lookup *step; /* conditions that must hold, in the order of asking */
    uint32_t steps;
    gdl_lookup *test; /* the others, in the order of the steps after which they are asked */
    uint32_t tests;
    uint32_t *tests_before; /* by step, and once more: how many were asked before it */
    uint32_t first; /* the condition whose new rows come first; GDL_NOTHING: none, all rows */
    bool ready;
} gdl_plan;

/* Leaves out conditions for which this is true: as if they held. */
typedef bool gdl_ignores(const void *context, const gdl_literal *l);

void gdl_plan_init(gdl_plan *p, gdl_arena *j, const gdl_rule *r, uint32_t first);
void gdl_plan_fini(gdl_plan *p, gdl_arena *j);
/* Orders the conditions by what the relations hold now. */
void gdl_plan_make(gdl_plan *p, gdl_facts *f, gdl_ignores *ignores, const void *context);

typedef struct gdl_run gdl_run;
struct gdl_run {
    gdl_facts *facts;
    const gdl_plan *plan;
    uint32_t from, to; /* rows of the first condition, where the plan begins with one */
    void (*found)(gdl_run *r);
    gdl_term value[GDL_VARIABLES]; /* by variable */
    uint32_t *row;                 /* by condition: the row of its view; NULL: nobody asks */
};

/* Calls `found` for each; it may add facts. Follows the relations first. */
void gdl_join(gdl_run *r);

/* A rule, and for each condition that it may add to itself the rows already used. */
typedef struct gdl_ruling {
    gdl_plan all;
    gdl_plan *fresh; /* by such a condition: begins with its new rows */
    uint32_t *used;
    uint32_t circular; /* how many such conditions there are */
} gdl_ruling;

typedef struct gdl_seminaive {
    gdl_facts *facts;
    gdl_ruling *ruling; /* in the order of their ranks */
    uint32_t count;
    gdl_ignores *ignores; /* NULL: every condition counts */
    const void *context;
    bool replan; /* each time: sizes change as facts come; else once is enough */
} gdl_seminaive;

/* Whether a condition of a rule may come to hold of more while the rule is applied to its end;
 * of rules ordered by rank that is gdl_in_circle. */
typedef bool gdl_circular(const gdl_sheet *s, const gdl_rule *r, const gdl_literal *l);
/* Whether a rule takes part. */
typedef bool gdl_chooses(const void *context, const gdl_rule *r);

/* Collects rules of the sheet, by rank; r->facts, ignores, context and replan are set. */
void gdl_seminaive_collect(gdl_seminaive *r, const gdl_sheet *s, gdl_circular *circular,
                           gdl_chooses *chooses, const void *context);
/* Applies them rank by rank, each to the end. */
void gdl_seminaive_by_rank(gdl_seminaive *r);
/* Applies them all together to the end. */
void gdl_seminaive_together(gdl_seminaive *r);

/* ---- prover.c --------------------------------------------------------------------------- */

/* For what looks into a prover: the sheet it proves from, rewritten, and what holds now. */
const gdl_sheet *gdl_prover_sheet(const gdl_prover *p);
gdl_facts *gdl_prover_facts(gdl_prover *p);
/* Runs work(what) within the limits of the prover. */
duel_status gdl_prover_choose(gdl_prover *p, void (*work)(void *), void *what, duel_msg *why);
/* "050" is 50, "+7" is 7, "-5" is -5; false: not a whole number. */
bool gdl_goal_points(duel_str text, int32_t *points);

/* ---- magic_sets.c ---------------------------------------------------------------------------
 */

/* A sheet rewritten so that only what is asked for is worked out; what is concluded is the
 * same. The old sheet must outlive the new one, which is the caller's to free. */
duel_status gdl_magic_sets(const gdl_sheet *s, gdl_sheet **out, duel_msg *why);

/* ---- split_rules.c
 * ---------------------------------------------------------------------------- */

/* Rewrites a sheet that nobody proves from state by state: what the new rules conclude is told
 * only of values that the rest of the rule may have. */
void gdl_split_rules(gdl_sheet *s);

/* ---- ground.c: rules with every variable replaced --------------------------------------- */

/* A condition of an instance, in one number: which, times four, and its kind. */
typedef enum gdl_part {
    GDL_ATOM,    /* a fact, by term, holds */
    GDL_NO_ATOM, /* … does not */
    GDL_SOME,    /* one of a row's facts holds: variables of no consequence */
    GDL_PARTS
} gdl_part;

typedef struct gdl_ground {
    gdl_sheet *sheet; /* rewritten for demand */
    gdl_terms terms;
    gdl_facts facts; /* all that may hold */
    gdl_functor functor[GDL_WORDS];
    gdl_list heads; /* conclusion, place in `parts`, conclusion, place … */
    gdl_list parts; /* count, conditions, count, conditions … */
    gdl_pool rows;  /* view, row: what GDL_SOME means */
} gdl_ground;

/* Fills *g; its memory is the job's. Leaves the job where its limits do not suffice. */
void gdl_ground_make(gdl_ground *g, gdl_arena *j, gdl_sheet *rewritten);
/* Whether what holds of a relation can change during a game. */
bool gdl_changes(const gdl_ground *g, gdl_functor relation);

/* ---- circuit.c: conditions as gates ----------------------------------------------------- */

typedef uint32_t gdl_signal; /* a node, times two, and 1 if it is negated */
enum { GDL_YES = 0, GDL_NO = 1 };

/* What signals say of a move while they are put together. */
typedef struct gdl_reached {
    uint32_t in; /* so many list it among those of which one is made */
    bool barred;
} gdl_reached;

typedef struct gdl_circuit {
    gdl_arena *job;
    uint32_t facts, moves, loops; /* nodes: 0 is always true; facts, moves, loops; gates */
    uint32_t roles;
    const uint32_t *first_move; /* by role, and once more */
    gdl_pool gates;             /* signals, in order */
    uint8_t *set_of;            /* by gate: role + 1 if it says "none of these moves" */
    size_t set_room;
    gdl_reached *said; /* by move: scratch of sets, nothing in between */
    uint32_t *times;   /* by signal: scratch of sums, zero in between */
    size_t times_room;
} gdl_circuit;

void gdl_circuit_init(gdl_circuit *c, gdl_arena *j, uint32_t facts, uint32_t loops,
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

/* ---- build_circuit.c: instances made into a circuit
 * --------------------------------------------- */

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

void gdl_build_circuit(gdl_net *n, gdl_arena *j, gdl_ground *g);

/* ---- what runs a flat program fast ------------------------------------------------------ */

/* Built twice: for processors that know words of 256 bits and count bits, and for those that do
 * not. Sanitizers do not get along with the choice at start. */
#if defined(__x86_64__) && !defined(__clang__) && !defined(__SANITIZE_ADDRESS__) &&            \
    !defined(__SANITIZE_THREAD__)
#define GDL_FOR_BOTH __attribute__((target_clones("avx2", "default")))
#else
#define GDL_FOR_BOTH
#endif

/* Of a function that is built twice: built into each, with what that may use. */
#define GDL_PART_OF_BOTH __attribute__((always_inline)) static inline
