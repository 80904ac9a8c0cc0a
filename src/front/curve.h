/* front/curve.h -- how a game went, as a curve: in characters, or as a picture. */
#ifndef DUEL_FRONT_CURVE_H
#define DUEL_FRONT_CURVE_H

#include "core/game.h"

typedef struct curve_point {
    double value; /* above 0: good for the first side */
    bool proved;  /* else an estimate, drawn paler */
} curve_point;

typedef struct game_curve {
    size_t count; /* at least 1: before the first move, then after each */
    const curve_point *point;
    size_t marked;             /* a point to point at; count: none */
    bool points;               /* the values are points of score, else on a line from -1 to 1 */
    bool told;                 /* each of them is told as a number: the axis may have some */
    const char *above, *below; /* messages: who is ahead there */
    const char *title;         /* a message */
} game_curve;

/* At most `columns` wide. */
void curve_draw(const game_curve *g, duel_pen *pen, int columns);
void curve_svg(const game_curve *g, duel_lang lang, duel_sink *out);

#endif
