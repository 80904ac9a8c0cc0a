/* logic/formula.h -- formulas as trees, kept in a pool where equal formulas are the same.
 *
 * Invariants: (1) two formulas of a pool are equal exactly if their numbers are  (2) a
 * formula's parts have smaller numbers  (3) a pool only grows, so numbers stay valid. */
#ifndef DUEL_LOGIC_FORMULA_H
#define DUEL_LOGIC_FORMULA_H

#include "logic/table.h"

typedef uint16_t logic_id;

enum {
    LOGIC_FALSUM = LOGIC_SYMBOLS, /* the contradiction, which no line can contain */
    LOGIC_POOL_MAX = 4096,
    LOGIC_NONE = 0xFFFF /* no formula: the pool is full, or an empty line */
};

typedef struct logic_node {
    uint8_t op;           /* a letter, LOGIC_AND, OR, THEN, NOT, or LOGIC_FALSUM */
    logic_id left, right; /* NOT has a left part only */
    logic_id negation;    /* its negation if the pool has it, else LOGIC_NONE */
    logic_table table;
} logic_node;

enum { LOGIC_POOL_SLOTS = 2 * LOGIC_POOL_MAX };

typedef struct logic_pool {
    unsigned count;
    logic_node node[LOGIC_POOL_MAX];
    logic_id slot[LOGIC_POOL_SLOTS]; /* hash table of numbers, LOGIC_NONE = free */
} logic_pool;

/* A pool is large (64 kB): keep it on the heap. It begins with the letters, whose numbers are
 * 0..3, and owns nothing: no fini. */
void logic_pool_init(logic_pool *pool);

/* The formula with this operator and these parts (`right` is ignored for NOT), made if need be;
 * LOGIC_NONE if the pool is full or a part is LOGIC_NONE. */
logic_id logic_make(logic_pool *pool, unsigned op, logic_id left, logic_id right);
/* The same, but LOGIC_NONE unless the pool already has it. */
logic_id logic_find(const logic_pool *pool, unsigned op, logic_id left, logic_id right);
logic_id logic_falsum(logic_pool *pool);

/* The tree of a line; LOGIC_NONE for an empty one, or if the pool is full. */
logic_id logic_of_rpn(logic_pool *pool, const logic_rpn *rpn);

static inline const logic_node *logic_node_of(const logic_pool *pool, logic_id id)
{
    return &pool->node[id];
}

/* Writes a formula with no more parentheses than the precedence needs to read it back as the
 * same tree. */
void logic_put_formula(const logic_pool *pool, logic_id id, logic_precedence precedence,
                       logic_style style, duel_sink *out);

#endif
