/* moriarty/workshop/regression.h -- the weights of patterns that come nearest to labels.
 *
 * Least squares, each weight held to zero as if a few positions more had said so: where games
 * say little a weight stays small. The equations are solved by conjugate gradients (Hestenes
 * and Stiefel, "Methods of conjugate gradients for solving linear systems", 1952), each unknown
 * in the measure of its own positions; one pass over the positions a step. How positions are
 * parted for threads depends on the labels alone, and the parts are added up in one order: the
 * same labels give the same weights, with any number of threads. */
#ifndef MORIARTY_REGRESSION_H
#define MORIARTY_REGRESSION_H

#include "games/moriarty/workshop/labels.h"
#include "games/moriarty/workshop/weightfile.h"

typedef struct moriarty_regression {
    int steps;   /* of conjugate gradients */
    double hold; /* positions that speak for zero */
    int threads; /* less than one: one */
    /* Called after every step with its number and the error left; may be NULL. */
    void (*progress)(void *user, int step, double error);
    void *user;
} moriarty_regression;

/* Puts the labels in another order: by the number of empty squares. */
duel_status moriarty_regress(const moriarty_regression *r, moriarty_labels *labels,
                             moriarty_packed_weights *out, duel_msg *why);

#endif
