/* tests/moriarty/helper.h -- what the Moriarty tests share: the naive rules, random positions,
 * the data files. The naive rules go square by square and share no code with the bitboards. */
#ifndef MORIARTY_TEST_HELPER_H
#define MORIARTY_TEST_HELPER_H

#include "check.h"

#include "games/moriarty/bitboard.h"

/* ---- the naive rules ---------------------------------------------------------------- */

static inline int naive_at(moriarty_board b, int x, int y)
{
    if (x < 0 || x > 7 || y < 0 || y > 7)
        return 0;
    uint64_t bit = UINT64_C(1) << (8 * y + x);
    return b.mover & bit ? 1 : b.other & bit ? 2 : 0;
}

static inline uint64_t naive_flips(moriarty_board b, int square)
{
    uint64_t flips = 0;
    int x = square % 8, y = square / 8;
    if (naive_at(b, x, y))
        return 0;
    for (int dy = -1; dy <= 1; dy++)
        for (int dx = -1; dx <= 1; dx++) {
            if (dx == 0 && dy == 0)
                continue;
            uint64_t run = 0;
            int i = 1;
            for (; naive_at(b, x + i * dx, y + i * dy) == 2; i++)
                run |= UINT64_C(1) << (8 * (y + i * dy) + x + i * dx);
            if (naive_at(b, x + i * dx, y + i * dy) == 1)
                flips |= run;
        }
    return flips;
}

static inline uint64_t naive_moves(moriarty_board b)
{
    uint64_t moves = 0;
    for (int square = 0; square < 64; square++)
        if (naive_flips(b, square))
            moves |= UINT64_C(1) << square;
    return moves;
}

static inline moriarty_board naive_play(moriarty_board b, int square)
{
    uint64_t flips = naive_flips(b, square);
    return (moriarty_board){b.other & ~flips, b.mover | flips | UINT64_C(1) << square};
}

/* ---- random positions --------------------------------------------------------------- */

/* A random member of a set of squares. */
static inline int any_of(duel_rng *rng, uint64_t set)
{
    int skip = (int)duel_rng_below(rng, (uint32_t)__builtin_popcountll(set));
    while (skip-- > 0)
        set &= set - 1;
    return __builtin_ctzll(set);
}

/* A position reached by random play with `empties` left; false when the game ended earlier. */
static inline bool random_game(duel_rng *rng, int empties, moriarty_board *out)
{
    moriarty_board b = moriarty_opening();
    while (64 - moriarty_count(b.mover | b.other) > empties) {
        uint64_t moves = naive_moves(b);
        if (moves == 0) {
            b = (moriarty_board){b.other, b.mover};
            moves = naive_moves(b);
            if (moves == 0)
                return false;
        }
        b = naive_play(b, any_of(rng, moves));
    }
    *out = b;
    return true;
}

/* Discs strewn at random: positions no game reaches, long flips and passes among them. `tilt`
 * of 8 discs are the mover's. */
static inline moriarty_board random_discs(duel_rng *rng, int empties, unsigned tilt)
{
    moriarty_board b = {0, 0};
    uint64_t free = MORIARTY_ALL;
    for (int i = 0; i < 64 - empties; i++) {
        uint64_t bit = UINT64_C(1) << any_of(rng, free);
        free ^= bit;
        if (duel_rng_below(rng, 8) < tilt)
            b.mover |= bit;
        else
            b.other |= bit;
    }
    return b;
}

/* ---- boards as text ------------------------------------------------------------------ */

/* 64 characters X O -, rank by rank from a1, blanks skipped; the side that moves is `side`. */
static inline moriarty_board board_of(const char *text, char side)
{
    moriarty_board b = {0, 0};
    int square = 0;
    for (; *text; text++) {
        if (*text == ' ')
            continue;
        if (square == MORIARTY_SQUARES || !strchr("XO-", *text))
            exit(1);
        if (*text == side)
            b.mover |= moriarty_bit(square);
        else if (*text != '-')
            b.other |= moriarty_bit(square);
        square++;
    }
    return b;
}

/* ---- the endgame positions of ffo.tsv ------------------------------------------------ */

typedef struct ffo_row {
    int number, empties, score;
    char board[65], side, best[64], moves[512];
} ffo_row;

/* Reads all rows, at most `room`; returns their number. */
static inline int read_ffo(ffo_row rows[], int room)
{
    FILE *f = check_data("ffo.tsv");
    char line[2048];
    int count = 0;
    while (count < room && fgets(line, sizeof line, f)) {
        ffo_row r;
        memset(&r, 0, sizeof r);
        if (sscanf(line, "%d\t%64s\t%c\t%d\t%d\t%63[^\t]\t%511[^\n]", &r.number, r.board,
                   &r.side, &r.empties, &r.score, r.best, r.moves) == 7)
            rows[count++] = r;
    }
    fclose(f);
    return count;
}

#endif
