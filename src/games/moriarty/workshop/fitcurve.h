/* moriarty/workshop/fitcurve.h -- how a training went, drawn: the error on the games kept apart
 * after each generation, of all positions and by the number of empty squares. */
#ifndef MORIARTY_FITCURVE_H
#define MORIARTY_FITCURVE_H

#include "games/moriarty/workshop/fit.h"

enum { MORIARTY_CURVE_POINTS = 100 }; /* generations at most */

typedef struct moriarty_fit_point {
    uint64_t positions; /* fitted to */
    double error, stage_error[MORIARTY_TRAINED_STAGES];
} moriarty_fit_point;

typedef struct moriarty_fit_curve {
    int count;
    moriarty_fit_point point[MORIARTY_CURVE_POINTS];
} moriarty_fit_curve;

void moriarty_curve_add(moriarty_fit_curve *c, const moriarty_fitted *r);
void moriarty_curve_svg(const moriarty_fit_curve *c, duel_lang lang, duel_sink *out);

#endif
