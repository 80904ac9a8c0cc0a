/* front/curve.h -- how a game went, as a curve: in characters, or as a picture. */
#ifndef DUEL_FRONT_CURVE_H
#define DUEL_FRONT_CURVE_H

#include "core/game.h"

typedef struct graph_point {
    double value; /* above 0: good for the first side */
    bool proved;  /* else an estimate, drawn paler */
} graph_point;

typedef struct graph {
    size_t count; /* at least 1: before the first move, then after each */
    const graph_point *point;
    size_t marked;             /* a point to point at; count: none */
    bool numbers;              /* the values are points of score, worth writing on the axis */
    const char *above, *below; /* messages: who is ahead there */
    const char *title;         /* a message */
} graph;

/* At most `columns` wide. */
void graph_draw(const graph *g, duel_pen *pen, int columns);
void graph_svg(const graph *g, duel_lang lang, duel_sink *out);

#endif
