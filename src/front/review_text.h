/* front/review_text.h -- a review (teach/review.h) in words and JSON for all front ends: marks
 * and costs in words, from the seat of the reader, the turning point, the course of the game,
 * JSON.
 *
 * The command line, the terminal and the page read all of it from here. */
#pragma once

#include "core/game.h"
#include "teach/review.h"

#include <jansson.h>

/* ---- how a game went, as a curve: in characters, or as a picture ------------------------- */

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

/* ---- the review -------------------------------------------------------------------------- */

/* A review, and who reads it in which language. */
typedef struct review_text {
    const duel_record *record;
    const game_review *review;
    duel_lang lang;
    int reader; /* a seat; DUEL_NOBODY: no one in particular */
} review_text;

/* "a blunder", a message; "" for a move without a mark. */
const char *review_mark(duel_mark mark);
/* "??", the sign beside the move; "" for none. */
const char *review_sign(duel_mark mark);
/* What the move cost, in sentences: "You gave the win away: you lose now." */
void review_cost(const review_text *x, const move_review *d, duel_sink *out);
/* What the game says of the better move, as far as it is for who reads. */
void review_reasons(const review_text *x, const move_review *d, duel_reason *out);
/* A line for every move: what it was worth, its mark and cost, and what was better. */
duel_status review_list(const review_text *x, duel_sink *out, duel_msg *why);
/* How sure all of this is, what each gave away, and where the game turned: a line each. */
void review_sum(const review_text *x, duel_sink *out);

/* The course of the game as the first seat sees it: `point` has room for one more than there
 * are moves. False: there are more than two seats, or no moves. */
bool review_graph(const review_text *x, curve_point *point, game_curve *out);

/* All of it (docs/json.md); seats are counted from `first`. NULL: no memory, or the record does
 * not begin. */
json_t *review_json(const review_text *x, int first);
