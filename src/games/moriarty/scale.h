/* moriarty/scale.h -- what the estimates of an answer mean: hundredths of a disc. */
#ifndef MORIARTY_SCALE_H
#define MORIARTY_SCALE_H

#include "core/engine.h"
#include "games/moriarty/eval.h"

enum { MORIARTY_HUNDREDTHS = 100 };

static inline int32_t moriarty_hundredths(int units)
{
    return units * MORIARTY_HUNDREDTHS / MORIARTY_UNIT;
}

/* Estimates that are this many units from what either of two depths found. Against the solver,
 * with 12 to 18 squares empty, a logistic of spread 2.8 fits best; before, estimates say less.
 */
static inline duel_scale moriarty_scale_of_discs(int swing)
{
    const double spread = 4;
    int32_t apart = moriarty_hundredths(swing);
    return (duel_scale){.meaning = DUEL_MEANS_POINTS,
                        .unit = MORIARTY_HUNDREDTHS,
                        .spread = spread,
                        .swing = apart < 0 ? -apart : apart};
}

#endif
