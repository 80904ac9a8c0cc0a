/* games/ergo/well_formed.h -- where a symbol can be put so that the line stays well-formed.
 *
 * For well-formedness only five sorts of symbols matter, and a line is well formed exactly if
 * each symbol may follow the one before it, the edges of the line included, and parentheses
 * balance. So whether a card fits between two others is the affair of these two. */
#pragma once

#include "games/ergo/rules.h"

typedef enum fit_sort {
    FIT_LETTER,
    FIT_OPERATOR,
    FIT_NOT,
    FIT_OPEN,
    FIT_CLOSE,
    FIT_EDGE /* before the first symbol, and after the last */
} fit_sort;

/* Sets of sorts, a bit each. */
enum {
    FIT_LETTER_BIT = 1 << FIT_LETTER,
    FIT_OPERATOR_BIT = 1 << FIT_OPERATOR,
    FIT_NOT_BIT = 1 << FIT_NOT,
    FIT_OPEN_BIT = 1 << FIT_OPEN,
    FIT_CLOSE_BIT = 1 << FIT_CLOSE,
    FIT_EDGE_BIT = 1 << FIT_EDGE,
    FIT_OPERAND = FIT_LETTER_BIT | FIT_NOT_BIT | FIT_OPEN_BIT, /* may begin an operand */
    FIT_FOLLOW = FIT_OPERATOR_BIT | FIT_CLOSE_BIT | FIT_EDGE_BIT,
    FIT_PLAIN = FIT_LETTER_BIT | FIT_OPERATOR_BIT | FIT_NOT_BIT /* no parentheses */
};

static inline unsigned fit_sort_of(unsigned symbol)
{
    static const uint8_t sorts[LOGIC_SYMBOLS] = {
        FIT_LETTER,   FIT_LETTER,   FIT_LETTER, FIT_LETTER, FIT_OPERATOR,
        FIT_OPERATOR, FIT_OPERATOR, FIT_NOT,    FIT_OPEN,   FIT_CLOSE};
    return sorts[symbol];
}

/* The sorts that may follow one, and those that may stand before it. */
static inline unsigned fit_after(unsigned sort)
{
    static const uint8_t after[] = {FIT_FOLLOW,  FIT_OPERAND, FIT_LETTER_BIT | FIT_OPEN_BIT,
                                    FIT_OPERAND, FIT_FOLLOW,  FIT_OPERAND};
    return after[sort];
}

static inline unsigned fit_before(unsigned sort)
{
    enum {
        LEFT = FIT_OPERATOR_BIT | FIT_OPEN_BIT | FIT_EDGE_BIT, /* of an operand */
        RIGHT = FIT_LETTER_BIT | FIT_CLOSE_BIT                 /* its end */
    };
    static const uint8_t before[] = {LEFT | FIT_NOT_BIT, RIGHT, LEFT,
                                     LEFT | FIT_NOT_BIT, RIGHT, RIGHT};
    return before[sort];
}

static inline bool fit_pair(unsigned left, unsigned right)
{
    return fit_after(left) >> right & 1;
}

/* Whether `sort` fits between two neighbours; for parentheses that is not the whole truth. */
static inline bool fit_between(unsigned left, unsigned sort, unsigned right)
{
    return fit_pair(left, sort) && fit_pair(sort, right);
}

/* A line of the proof as sorts, with an edge at either end: neighbour i of gap i is sort[i],
 * the other sort[i + 1]; card i is sort[i + 1]. */
typedef struct fit_line {
    unsigned count; /* of cards */
    uint8_t sort[ERGO_PROOF + 3];
} fit_line;

static inline void fit_line_of(const ergo *s, unsigned line, fit_line *out)
{
    out->count = s->length[line];
    out->sort[0] = FIT_EDGE;
    for (unsigned i = 0; i < out->count; i++)
        out->sort[i + 1] = (uint8_t)fit_sort_of(s->line[line][i]);
    out->sort[out->count + 1] = FIT_EDGE;
}

bool fit_well_formed(const fit_line *l); /* also if empty */

/* The first line that is not well formed, or -1; and how many there are. */
int fit_broken_line(const ergo *s);
int fit_broken_lines(const ergo *s);
