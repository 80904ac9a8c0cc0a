/* engines/looks.h -- what the evaluations of a game mean.
 *
 * A game evaluates on any scale. How much is much is measured once for a variant, on a few
 * games at random, always the same: the spread is the one with which a logistic foretells best
 * who wins them. */
#ifndef DUEL_ENGINES_LOOKS_H
#define DUEL_ENGINES_LOOKS_H

#include "core/engine.h"

/* The scale of estimates that are evaluations. *spread is kept by the caller, 0 to begin with:
 * it is measured the first time. */
duel_scale looks_scale(const duel_variant *v, double *spread);

#endif
