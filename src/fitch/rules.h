/* fitch/rules.h -- the rules of inference a derivation may use, as one table of patterns.
 *
 * A pattern is a formula written operator first over the variables X, Y and Z: ~ & | ^ > = as
 * formula.h has them, # for the contradiction. 'X is any formula opposed to X: its negation, or
 * what it is the negation of. [X.Y] is a sub-derivation that assumes X and ends with Y.
 * How they are held to formulas is in the last part. */
#pragma once

#include "fitch/formula.h"

/* RULE(identifier, sign, name): the only list. */
#define FITCH_RULES(RULE)                                                                      \
    RULE(PREMISE, "P", N_("premise"))                                                          \
    RULE(ASSUMPTION, "H", N_("assumption"))                                                    \
    RULE(REITERATION, "R", N_("reiteration"))                                                  \
    RULE(CONJUNCTION, "∧I", N_("conjunction"))                                                 \
    RULE(SIMPLIFICATION, "∧E", N_("simplification"))                                           \
    RULE(ADDITION, "∨I", N_("addition"))                                                       \
    RULE(CASES, "∨E", N_("case split"))                                                        \
    RULE(CONDITIONAL, "⇒I", N_("conditional proof"))                                           \
    RULE(MODUS_PONENS, "MP", N_("modus ponens"))                                               \
    RULE(MODUS_TOLLENS, "MT", N_("modus tollens"))                                             \
    RULE(REDUCTIO, "RA", N_("reductio ad absurdum"))                                           \
    RULE(CONTRADICTION, "⊥I", N_("contradiction"))                                             \
    RULE(EXPLOSION, "⊥E", N_("from a contradiction anything"))                                 \
    RULE(DOUBLE_NEGATION, "DN", N_("double negation"))                                         \
    RULE(EQUIVALENCE, "⇔", N_("equivalence"))                                                  \
    RULE(EXCLUSIVE, "⊕", N_("exclusive or"))                                                   \
    RULE(DISJUNCTIVE_SYLLOGISM, "DS", N_("disjunctive syllogism"))                             \
    RULE(PONENDO_TOLLENS, "PT", N_("modus ponendo tollens"))                                   \
    RULE(HYPOTHETICAL_SYLLOGISM, "HS", N_("hypothetical syllogism"))                           \
    RULE(DILEMMA, "CD", N_("dilemma"))                                                         \
    RULE(DE_MORGAN, "DM", N_("De Morgan's law"))                                               \
    RULE(MATERIAL_IMPLICATION, "MI", N_("material implication"))                               \
    RULE(NEGATED_IMPLICATION, "NI", N_("negated implication"))                                 \
    RULE(CONTRAPOSITION, "CP", N_("contraposition"))                                           \
    RULE(DISTRIBUTION, "D", N_("distribution"))                                                \
    RULE(CLAVIUS, "CL", N_("Clavius's law"))                                                   \
    RULE(IDEMPOTENCE, "ID", N_("idempotence"))                                                 \
    RULE(COMMUTATION, "COM", N_("commutation"))                                                \
    RULE(ASSOCIATION, "ASS", N_("association"))                                                \
    RULE(EXCLUDED_MIDDLE, "EM", N_("excluded middle"))                                         \
    RULE(NON_CONTRADICTION, "NC", N_("non-contradiction"))                                     \
    RULE(IDENTITY, "I", N_("identity"))

#define FITCH_RULE_ENUM(identifier, sign, name) FITCH_##identifier,
typedef enum fitch_rule {
    FITCH_RULES(FITCH_RULE_ENUM) FITCH_RULE_COUNT,
    FITCH_NO_RULE = FITCH_RULE_COUNT /* none is named: it is to be found */
} fitch_rule;

const char *fitch_rule_name(fitch_rule rule); /* marked for translation */
const char *fitch_rule_sign(fitch_rule rule);
/* By its sign, or by its name in English or French; FITCH_NO_RULE if there is none. */
fitch_rule fitch_rule_of(duel_str text);

enum { FITCH_CITED = 3 };

typedef struct fitch_schema {
    fitch_rule rule;
    const char *from[FITCH_CITED]; /* unused ones NULL */
    const char *gives;
} fitch_schema;

/* The table; premises and assumptions are not in it. */
const fitch_schema *fitch_schemas(size_t *count);
int fitch_schema_cites(const fitch_schema *s);

/* What is cited: a formula, or a sub-derivation. */
typedef struct fitch_fact {
    bool sub;
    prop_id assumed; /* of a sub-derivation */
    prop_id formula; /* what it says, or ends with */
} fitch_fact;

/* Whether the schema leads from these facts, taken in any order, to the conclusion. */
bool fitch_leads(const prop_pool *pool, const fitch_schema *s, const fitch_fact *from,
                 int count, prop_id conclusion);
/* What the rule gives from these facts where that is one formula; else PROP_NONE. */
prop_id fitch_gives(prop_pool *pool, const fitch_schema *s, const fitch_fact *from, int count);

/* A schema for people: "X ⇒ Y, X ⊢ Y". The pool has to have room for it. */
void fitch_put_schema(prop_pool *pool, const fitch_schema *s, prop_style style, duel_sink *out);

/* ---- for the files of this room: patterns held to formulas ------------------------------- */

/* A pattern is gone through twice: what is opposed to a variable can be judged only once the
 * variable is bound, which may happen further on. */

enum { PATTERN_VARIABLES = 3 };

/* What stands for X, Y and Z; PROP_NONE: nothing yet. */
typedef struct pattern_binding {
    prop_id is[PATTERN_VARIABLES];
    bool strict; /* the second time: whatever is opposed to something is held to it */
} pattern_binding;

pattern_binding pattern_unbound(void);
/* Whether a formula, or a fact, has the shape; variables not bound yet are bound. */
bool pattern_fits(const prop_pool *pool, const char *pattern, prop_id id, pattern_binding *b);
bool pattern_fits_fact(const prop_pool *pool, const char *pattern, const fitch_fact *f,
                       pattern_binding *b);
