/* core/worth.h -- what a position or a move is worth to a seat, and the one order over it.
 *
 * A worth is a share of the win, as duel_share has it: a win 1, a tie among k seats 1/k, a draw
 * (endless) as a tie of all, a loss 0. An estimate's share lies strictly between 0 and 1 and
 * comes from the scale its engine states (core/engine.h): proved and estimated worths can be
 * compared, and are, everywhere, by the one function below.
 *
 * Order: share; points, where margins count; proved before estimated; a tie before a draw; the
 * shorter way to a win or a tie, the longer to a loss. What is not known comes last. On proved
 * results this is value_better (core/value.h), which is left to the engines. A seat alone
 * plays for points: they come before the share. */
#pragma once

#include "core/engine.h"

typedef struct duel_worth {
    bool known;      /* else nothing is, and the rest is zero */
    bool proved;     /* else an estimate */
    bool endless;    /* proved: nobody can force an end */
    bool scored;     /* margins count, and the points are known; else they are 0, or the least
                      * that a proved win comes to */
    bool unclear;    /* an estimate of which two depths disagree who is ahead */
    bool calibrated; /* an estimate whose number games have borne out: people may be told it */
    double share;    /* of the win */
    double points;   /* of the final margin; a seat alone: of the score */
    uint32_t plies;  /* proved: to the end; DUEL_NO_REMOTENESS: nobody has counted */
} duel_worth;

/* ---- making them, for the seat that moves -------------------------------------------- */

/* DUEL_UNSOLVED gives what is not known. */
duel_worth duel_worth_of_result(const duel_variant *v, const duel_result *r);
duel_worth duel_worth_of_estimate(const duel_variant *v, const duel_scale *s, int32_t estimate);
duel_worth duel_worth_of_answer(const duel_variant *v, const duel_answer *a);
/* Of the move it plans: one that ends the game is worth what the game then scores, though
 * nobody has proved that no other is better. */
duel_worth duel_worth_of_plan(const duel_variant *v, const duel_answer *a);
duel_worth duel_worth_of_move_value(const duel_variant *v, const duel_answer *a,
                                    const duel_move_value *r);
/* What is told of an estimate by a table: never less of a larger one. */
double duel_calibrated(const duel_calibration *c, bool share, double said);
/* Whether games bear out the first estimates, every bin that holds enough of them, and one such
 * bin at least. */
bool duel_calibration_holds(const duel_calibration *c);
/* Of an ended game, from the scores `over` gave, for any seat. */
duel_worth duel_worth_of_end(const duel_variant *v, const int32_t score[], int seat);

/* The result that a proved worth stands for; DUEL_UNSOLVED for any other. */
duel_result duel_result_of_worth(const duel_worth *w);

/* The same for the other of two seats: shares add up to 1. */
duel_worth duel_worth_across(duel_worth w);
/* The same one ply earlier. */
duel_worth duel_worth_before(duel_worth w);
/* Of a position to `turn`, who is to move there: what the move that led to it is worth to
 * `seat`, who made it. Not known beyond two seats. */
duel_worth duel_worth_behind(const duel_variant *v, duel_worth w, int turn, int seat);
/* Of a position of which only one move is proved to come to `w`, and no other seems better: a
 * win stays proved, but it may be larger, or nearer; anything else becomes an estimate. */
duel_worth duel_worth_at_least(duel_worth w);

/* ---- comparing ----------------------------------------------------------------------- */

/* Above 0: a is better; 0: neither. */
int duel_worth_compare(const duel_variant *v, const duel_worth *a, const duel_worth *b);
bool duel_worth_better(const duel_variant *v, const duel_worth *a, const duel_worth *b);
/* Whether the two come to the same, however long it takes. */
bool duel_worth_same(const duel_worth *a, const duel_worth *b);

/* Whether people may be told its number: it is proved, or games have borne it out. */
bool duel_worth_told(const duel_worth *w);
/* On a line from -1, nothing of the win, over 0, as much as everybody, to 1, all of it. */
double duel_worth_level(const duel_variant *v, const duel_worth *w);

/* ---- what a move costs --------------------------------------------------------------- */

typedef struct duel_cost {
    bool known;    /* both worths were */
    bool scored;   /* the points are known, too */
    bool sure;     /* both worths are proved, */
    bool told;     /* or are estimates whose numbers people may be told */
    bool turned;   /* or at least who was ahead is not any more, or who was not is behind */
    double share;  /* of the win that was lost, */
    double points; /* and points: never less than 0 */
} duel_cost;

/* Of getting `got` where `had` could be had. Plies cost nothing. */
duel_cost duel_worth_lost(const duel_variant *v, const duel_worth *had, const duel_worth *got);

typedef enum duel_mark { DUEL_UNMARKED, DUEL_INACCURATE, DUEL_MISTAKE, DUEL_BLUNDER } duel_mark;

/* By the share lost: from 5 %, 15 % and 30 % of the win on; no worse than inaccurate where the
 * cost is neither sure nor turned the game. Points that are estimated count as well, by the
 * part they are of the largest score, on the same scale. A point is inaccurate at least, and
 * where both values are proved no worse. A seat alone: by the part that the points lost are of
 * the largest score, as if it were a share (docs/review.md). */
duel_mark duel_mark_of(const duel_variant *v, const duel_cost *c);
