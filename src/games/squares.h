/* games/squares.h -- what games on small boards of squares share: names, signs and targets.
 *
 * Squares are numbered row by row from the top and named like those of chess: on a board of
 * side 3, a3 is 0 and c1 is 8. A set of squares has a bit for each. */
#pragma once

#include "core/reason.h"

#include <string.h>

static inline duel_target squares_name(int side, int square)
{
    return duel_target_of("%c%d", 'a' + square % side, side - square / side);
}

/* The square of this name; -1: there is none. */
static inline int squares_read(int side, duel_str name)
{
    if (name.len != 2)
        return -1;
    int column = (name.at[0] | 0x20) - 'a', row = side - (name.at[1] - '0');
    bool inside = column >= 0 && column < side && row >= 0 && row < side;
    return inside ? row * side + column : -1;
}

/* The cell of the picture. */
static inline duel_target squares_target(int side, int square)
{
    return duel_target_of("cell:%d:%d", square % side, square / side);
}

static inline void squares_point_at(int side, unsigned squares, duel_fact *f)
{
    for (; squares; squares &= squares - 1)
        f->target[f->targets++] = squares_target(side, __builtin_ctz(squares));
}

/* A sign for each square, a dot for an empty one: sign i puts it into set[i % sets]. */
static inline bool squares_read_sets(int side, duel_str text, const char *signs, int sets,
                                     unsigned set[])
{
    memset(set, 0, (size_t)sets * sizeof *set);
    if (text.len != (size_t)(side * side))
        return false;
    for (size_t i = 0; i < text.len; i++) {
        const char *sign = memchr(signs, text.at[i], strlen(signs));
        if (sign)
            set[(sign - signs) % sets] |= 1u << i;
        else if (text.at[i] != '.')
            return false;
    }
    return true;
}

/* Setting up: what stands on a square goes from nothing to the first's, to the second's, and
 * round again, or the other way. False: the element is no square. */
static inline bool squares_edit(int side, uint16_t set[2], duel_str element, int step)
{
    int x, y;
    if (!duel_cell_of(element, &x, &y) || x >= side || y >= side)
        return false;
    unsigned bit = 1u << (y * side + x);
    int holds = set[0] & bit ? 1 : set[1] & bit ? 2 : 0, next = (holds + step + 3) % 3;
    for (int seat = 0; seat < 2; seat++)
        set[seat] = (uint16_t)(next == seat + 1 ? set[seat] | bit : set[seat] & ~bit);
    return true;
}
