/* logic/rules.h -- the rules of inference a derivation may use, and what a step of one is.
 *
 * c(X), the contrary of X, is W if X is ~W, and ~X otherwise. P and Q are opposed if one of
 * them is ~ of the other. X, Y, Z are any formulas. A rule concludes the formula behind ⊢ from
 * those before it, cited in this order. */
#ifndef DUEL_LOGIC_RULES_H
#define DUEL_LOGIC_RULES_H

#include "logic/formula.h"

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

#endif
