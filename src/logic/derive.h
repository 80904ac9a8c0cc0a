/* logic/derive.h -- everything that follows from given formulas by the rules, without a split.
 *
 * The formulas a search ranges over, its universe, are
 *   basis: every subformula of the premises, and the contrary of each;
 *   forms: what De Morgan, material and negated implication turn a member of the basis into;
 *   pairs: X&Y, X|Y, X>Y with X and Y in the basis, but no tautologies.
 * Rules that put formulas together at will (the laws that need no premise, conjunction,
 * addition, double negation introduced, De Morgan, material and negated implication read
 * backwards) conclude members of basis and forms only; all others conclude whatever they
 * conclude, which is always in the universe.
 *
 * The search settles formulas in the order of the size of their derivation written as a tree
 * (Knuth 1977, "A generalization of Dijkstra's algorithm"). It is exhaustive: a formula that it
 * does not reach has no derivation of any length in the universe, as long as the pool has room
 * (`truncated` says if it had not; proofs dealt from the Ergo deck stay far below). */
#pragma once

#include "logic/formula.h"

typedef struct derive_reason {
    uint8_t rule, count;
    logic_id from[LOGIC_CITED_MAX];
} derive_reason;

/* What is known under some assumptions. */
typedef struct derive_facts {
    unsigned count;
    logic_id known[LOGIC_POOL_MAX]; /* in the order they were settled */
    uint16_t cost[LOGIC_POOL_MAX];  /* by formula; DERIVE_UNKNOWN if it was never proposed */
    uint8_t level[LOGIC_POOL_MAX];  /* assumptions made when settled; DERIVE_OPEN if not yet */
    derive_reason why[LOGIC_POOL_MAX];
} derive_facts;

enum { DERIVE_UNKNOWN = 0xFFFF, DERIVE_OPEN = 0xFF, DERIVE_COST_MAX = 255 };

/* A rule of one premise that may conclude a member of basis or forms. */
typedef struct derive_link {
    logic_id to;
    uint8_t rule;
    uint16_t next;
} derive_link;

enum { DERIVE_LINKS_MAX = 2 * LOGIC_POOL_MAX, DERIVE_EDGES_MAX = 1 << 16 };

/* Every application of a rule met by a run, by conclusion: what shorter derivations are sought
 * in (below). Chains end with DERIVE_NO_EDGE. */
#define DERIVE_NO_EDGE UINT32_MAX
typedef struct derive_graph {
    unsigned count;
    uint32_t edges_of[LOGIC_POOL_MAX];
    struct derive_edge {
        derive_reason why;
        uint32_t next;
    } edge[DERIVE_EDGES_MAX];
} derive_graph;

typedef struct derive_universe {
    logic_pool *pool;
    logic_id falsum;
    bool member[LOGIC_POOL_MAX];                                        /* of basis and forms */
    uint16_t links_of[LOGIC_POOL_MAX], conjunctions_of[LOGIC_POOL_MAX]; /* heads of chains */
    unsigned law_count, link_count;
    struct {
        logic_id id;
        uint8_t rule;
    } law[LOGIC_POOL_MAX]; /* members that hold without any premise */
    derive_link link[DERIVE_LINKS_MAX];
    logic_id queue[DERIVE_COST_MAX + 1]; /* while running: proposed formulas by cost … */
    logic_id after[LOGIC_POOL_MAX], before[LOGIC_POOL_MAX]; /* … as lists, ends LOGIC_NONE */
    derive_graph *graph; /* if not NULL, runs fill it, and do not stop before nothing is left */
    bool truncated;
} derive_universe;

/* Prepares the universe of these premises. False if the pool is full. */
bool derive_universe_init(derive_universe *u, logic_pool *pool, const logic_id *premise,
                          unsigned count);
void derive_graph_init(derive_graph *g);

void derive_facts_init(derive_facts *f);
void derive_facts_copy(const derive_facts *from, unsigned formulas, derive_facts *to);
static inline bool derive_knows(const derive_facts *f, logic_id id)
{
    return f->level[id] != DERIVE_OPEN;
}

/* Adds the `given` formulas, by rule PREMISE or ASSUMPTION, and settles what follows, until
 * `goal` or a contradiction is reached, or nothing is left. Returns what was reached: `goal`
 * (LOGIC_NONE if none is sought), u->falsum, or LOGIC_NONE. */
logic_id derive_run(derive_universe *u, derive_facts *f, unsigned level, logic_rule rule,
                    const logic_id *given, unsigned count, logic_id goal);

/* c(X); always there for members of the basis. */
logic_id derive_contrary(const logic_pool *pool, logic_id id);

/* ---- shorter ones ------------------------------------------------------------------------ */

/* The shortest derivation, if it is short, among all that a run has met.
 *
 * A run settles formulas by the size of their derivation written as a tree; a derivation that
 * uses a step several times can be shorter than its tree. Finding it is a search: choose for
 * each formula needed the edge it comes by, with iterative deepening on the number of steps. */

enum { SHORTEN_PATIENCE = 4000000 }; /* edges tried before giving up */

/* Looks for a derivation of `goal` of fewer than *size steps, its present size, and of at most
 * LOGIC_SHORT. If there is one, the shortest replaces the reasons in `f` and its size *size.
 * The graph loses edges that are of no use for this. False if patience ran out. */
bool shorten(derive_graph *g, derive_facts *f, logic_id goal, unsigned *size);
