/* match/sprt.h -- a test that ends itself: is a player better by elo1, or only by elo0?
 *
 * Wald's sequential probability ratio test, generalised to a spread that is not known (M. Van
 * den Bergh, "The generalized SPRT for normalized Elo"), in normalised Elo on sets of games
 * (evidence.h). If the truth is elo0 it says elo1 in at most alpha of all tests; if it is elo1
 * it says elo0 in at most beta of them. */
#ifndef DUEL_MATCH_SPRT_H
#define DUEL_MATCH_SPRT_H

#include "base/status.h"
#include "match/evidence.h"

typedef struct duel_sprt {
    double elo0, elo1, alpha, beta; /* elo0 == elo1: there is no test */
} duel_sprt;

typedef enum duel_sprt_verdict {
    DUEL_SPRT_OPEN,
    DUEL_SPRT_ELO0, /* accepted */
    DUEL_SPRT_ELO1
} duel_sprt_verdict;

typedef struct duel_sprt_state {
    double llr, lower, upper; /* logarithm of the likelihood ratio, and where it ends */
    duel_sprt_verdict verdict;
} duel_sprt_state;

/* Reads "elo0=0,elo1=5", perhaps with alpha and beta, which are 0.05 otherwise. */
duel_status duel_sprt_read(duel_str text, duel_sprt *out, duel_msg *why);

static inline bool duel_sprt_is(const duel_sprt *s)
{
    return s->elo0 < s->elo1;
}

/* To be looked at after each set, in the order in which they were begun: those that end sooner
 * are not a fair sample. */
duel_sprt_state duel_sprt_look(const duel_sprt *s, const duel_evidence *e);

#endif
