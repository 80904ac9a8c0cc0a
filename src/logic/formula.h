/* logic/formula.h -- formulas as trees, and the rules of inference.
 *
 * Formulas are kept in a pool where equal formulas are the same.
 *
 * Invariants: (1) two formulas of a pool are equal exactly if their numbers are  (2) a
 * formula's parts have smaller numbers  (3) a pool only grows, so numbers stay valid. */
#pragma once

#include "logic/truth_table.h"

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

/* Writes a formula with no more parentheses than the precedence needs to read it back as the
 * same tree. */
void logic_put_formula(const logic_pool *pool, logic_id id, logic_precedence precedence,
                       logic_style style, duel_sink *out);

/* ---- rules ------------------------------------------------------------------------------- */

/* The rules of inference a derivation may use, and what a step of one is.
 *
 * c(X), the contrary of X, is W if X is ~W, and ~X otherwise. P and Q are opposed if one of
 * them is ~ of the other. X, Y, Z are any formulas. A rule concludes the formula behind ⊢ from
 * those before it, cited in this order. */

/* RULE(identifier, name): the only list. */
#define LOGIC_RULES(RULE)                                                                      \
    /* a line of the proof */                                                                  \
    RULE(PREMISE, N_("premise"))                                                               \
    /* what a sub-derivation begins with */                                                    \
    RULE(ASSUMPTION, N_("assumption"))                                                         \
    /* ⊢ X|P   P opposed to X */                                                             \
    RULE(EXCLUDED_MIDDLE, N_("excluded middle"))                                               \
    /* ⊢ ~(X&P)   P opposed to X */                                                          \
    RULE(NON_CONTRADICTION, N_("non-contradiction"))                                           \
    /* ⊢ X>X   ⊢ X&Y>X   ⊢ X&Y>Y   ⊢ X>X|Y   ⊢ Y>X|Y */                              \
    RULE(IDENTITY, N_("identity"))                                                             \
    /* X&Y ⊢ X   X&Y ⊢ Y */                                                                \
    RULE(SIMPLIFICATION, N_("simplification"))                                                 \
    /* X, Y ⊢ X&Y */                                                                         \
    RULE(CONJUNCTION, N_("conjunction"))                                                       \
    /* X ⊢ X|Y   Y ⊢ X|Y */                                                                \
    RULE(ADDITION, N_("addition"))                                                             \
    /* X>Y, X ⊢ Y */                                                                         \
    RULE(MODUS_PONENS, N_("modus ponens"))                                                     \
    /* X>Y, P ⊢ c(X)   P opposed to Y */                                                     \
    RULE(MODUS_TOLLENS, N_("modus tollens"))                                                   \
    /* X|Y, P ⊢ Y   P opposed to X;   X|Y, P ⊢ X   P opposed to Y */                       \
    RULE(DISJUNCTIVE_SYLLOGISM, N_("disjunctive syllogism"))                                   \
    /* ~(X&Y), X ⊢ c(Y)   ~(X&Y), Y ⊢ c(X) */                                              \
    RULE(PONENDO_TOLLENS, N_("modus ponendo tollens"))                                         \
    /* ~~X ⊢ X   X ⊢ ~~X */                                                                \
    RULE(DOUBLE_NEGATION, N_("double negation"))                                               \
    /* ~(X&Y) ⊢ c(X)|c(Y)   ~(X|Y) ⊢ c(X)&c(Y)   and both backwards */                     \
    RULE(DE_MORGAN, N_("De Morgan's law"))                                                     \
    /* X>Y ⊢ c(X)|Y and backwards   X|Y ⊢ c(X)>Y   X|Y ⊢ c(Y)>X */                       \
    RULE(MATERIAL_IMPLICATION, N_("material implication"))                                     \
    /* ~(X>Y) ⊢ X&c(Y) and backwards */                                                      \
    RULE(NEGATED_IMPLICATION, N_("negated implication"))                                       \
    /* X>Y ⊢ c(Y)>c(X) */                                                                    \
    RULE(CONTRAPOSITION, N_("contraposition"))                                                 \
    /* X>Y, Y>Z ⊢ X>Z */                                                                     \
    RULE(HYPOTHETICAL_SYLLOGISM, N_("hypothetical syllogism"))                                 \
    /* X>P ⊢ P   X opposed to P */                                                           \
    RULE(CLAVIUS, N_("Clavius's law"))                                                         \
    /* X|X ⊢ X */                                                                            \
    RULE(IDEMPOTENCE, N_("idempotence"))                                                       \
    /* X|(Y&Z) ⊢ X|Y   X|(Y&Z) ⊢ X|Z   (Y&Z)|X ⊢ Y|X   (Y&Z)|X ⊢ Z|X                   \
       X>(Y&Z) ⊢ X>Y   X>(Y&Z) ⊢ X>Z   (Y|Z)>X ⊢ Y>X   (Y|Z)>X ⊢ Z>X */                \
    RULE(DISTRIBUTION, N_("distribution"))                                                     \
    /* X|Y, X>Z, Y>Z ⊢ Z   X>Z, P>Z ⊢ Z   P opposed to X */                                \
    RULE(DILEMMA, N_("dilemma"))                                                               \
    /* X, P ⊢ contradiction   P opposed to X */                                              \
    RULE(CONTRADICTION, N_("contradiction"))                                                   \
    /* a sub-derivation from P to a contradiction ⊢ c(P) */                                  \
    RULE(REDUCTIO, N_("reductio ad absurdum"))                                                 \
    /* two sub-derivations, from X and from ~X, each to Z or to a contradiction ⊢ Z */       \
    RULE(CASES, N_("case split"))

#define LOGIC_RULE_ENUM(identifier, name) LOGIC_RULE_##identifier,
typedef enum logic_rule { LOGIC_RULES(LOGIC_RULE_ENUM) LOGIC_RULE_COUNT } logic_rule;

/* Premises and assumptions are given; every other rule makes an inference. */
static inline bool logic_rule_is_given(unsigned rule)
{
    return rule == LOGIC_RULE_PREMISE || rule == LOGIC_RULE_ASSUMPTION;
}

enum { LOGIC_CITED_MAX = 3 };

/* Steps are numbered from 0 in the order of reading. A sub-derivation is an unbroken run of
 * them that begins with its assumption; outside it nothing cites its steps, but for the
 * REDUCTIO or CASES that closes it. */
typedef struct logic_step {
    uint8_t rule;
    uint8_t depth; /* assumptions it stands under, its own included */
    uint8_t line;  /* of a PREMISE: 0..3 */
    uint8_t count; /* of steps cited */
    logic_id conclusion;
    uint16_t cited[LOGIC_CITED_MAX];
    struct {
        uint16_t first, last;
    } part[2]; /* sub-derivations of a REDUCTIO (one) or CASES (two) */
} logic_step;
