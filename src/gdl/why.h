/* gdl/why.h -- why a sentence holds in a state: a derivation from its facts, by the rules.
 *
 * A prover that explains keeps the order in which facts came. What was concluded was concluded
 * from what had come before, so going back from a sentence to a rule and conditions that came
 * earlier, and from these in the same way, never goes round in a circle. Negation needs no
 * derivation: nothing makes the sentence true. */
#pragma once

#include "base/messages.h"
#include "gdl/prover.h"

typedef enum gdl_because {
    GDL_IN_STATE, /* a fact of the state: the argument of `true` */
    GDL_STATED,   /* it stands in the sheet, without conditions */
    GDL_BY_RULE,
    GDL_AS_ABOVE, /* derived further up */
    GDL_ABSENT,   /* nothing makes it true */
    GDL_UNLIKE,   /* two terms that differ, or */
    GDL_ALIKE     /* do not */
} gdl_because;

typedef struct gdl_proof_step {
    gdl_because because;
    uint32_t depth;       /* the steps behind it that are one deeper are its conditions */
    gdl_term sentence;    /* of GDL_UNLIKE and GDL_ALIKE the first of two terms */
    gdl_term other;       /* the second */
    const gdl_rule *rule; /* of GDL_STATED and GDL_BY_RULE: its line, and as it is written */
} gdl_proof_step;

enum { GDL_STEPS = 4000 };

typedef struct gdl_derivation {
    gdl_proof_step *step; /* the prover's, as long as it lives; room for other derivations */
    size_t count, room;
} gdl_derivation;

/* A step in words, with the whole rule. */
void gdl_put_step(const gdl_terms *t, const gdl_proof_step *s, duel_lang lang, duel_sink *out);

/* Of a prover that explains. *d is {0} or from an earlier call. DUEL_REFUSED: it does not hold.
 */
duel_status gdl_prover_why(gdl_prover *p, gdl_term sentence, gdl_derivation *d, duel_msg *why);
/* `(legal role move)` of a role by number; `terminal`. */
duel_status gdl_prover_legal_term(gdl_prover *p, uint32_t role, gdl_term move, gdl_term *out,
                                  duel_msg *why);
gdl_term gdl_prover_terminal(gdl_prover *p);
