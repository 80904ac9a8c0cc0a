/* tests/chicago/plain.h -- the rules a second time, as plainly as can be: a position is its
 * notation read into lists of letters, and minimax tries everything to the end. Shares nothing
 * with the program, so that agreeing with it means something. Two players, usual rules. */
#ifndef DUEL_TEST_CHICAGO_PLAIN_H
#define DUEL_TEST_CHICAGO_PLAIN_H

#include "check.h"

typedef struct plain {
    char pile[9][8]; /* top first */
    int piles, trader, price[6];
    char held[2][40];
    int side;
} plain;

static inline int plain_good(char letter)
{
    return (int)(strchr("WMRSCK", letter) - "WMRSCK");
}

/* A text that was cut short, say where memory ran out while it was written, fails the test. */
static inline plain plain_read(const char *text)
{
    plain b = {0};
    char piles[64];
    int *p = b.price;
    int fields = sscanf(text, "%63s %d %d,%d,%d,%d,%d,%d %39s %39s %d", piles, &b.trader, p,
                        p + 1, p + 2, p + 3, p + 4, p + 5, b.held[0], b.held[1], &b.side);
    if (fields != 11)
        fail_msg("no whole position: %s", text);
    for (char *at = strtok(piles, "/"); at; at = strtok(NULL, "/"))
        strcpy(b.pile[b.piles++], at);
    b.trader--;
    b.side--;
    for (int i = 0; i < 2; i++)
        if (strcmp(b.held[i], "-") == 0)
            b.held[i][0] = '\0';
    return b;
}

static inline int plain_score(const plain *b, int seat)
{
    int score = 0;
    for (const char *c = b->held[seat]; *c; c++)
        score += b->price[plain_good(*c)];
    return score;
}

/* Plays a move of the rules' text: `side` 0 keeps the top before the landing pile. */
static inline plain plain_play(plain b, int step, int side, char *keep, char *sell)
{
    int q = b.trader, before, after;
    for (int i = 0; i < step; i++)
        q = q + 1 == b.piles ? 0 : q + 1;
    before = q == 0 ? b.piles - 1 : q - 1;
    after = q + 1 == b.piles ? 0 : q + 1;
    *keep = b.pile[side == 0 ? before : after][0];
    *sell = b.pile[side == 0 ? after : before][0];
    b.held[b.side][strlen(b.held[b.side])] = *keep;
    b.price[plain_good(*sell)]--;
    memmove(b.pile[before], b.pile[before] + 1, 7);
    memmove(b.pile[after], b.pile[after] + 1, 7);
    plain n = b;
    n.piles = 0;
    for (int i = 0; i < b.piles; i++) {
        if (i == q)
            n.trader = n.piles;
        if (b.pile[i][0])
            memmove(n.pile[n.piles++], b.pile[i], 8);
    }
    for (int i = n.piles; i < 9; i++)
        memset(n.pile[i], 0, 8);
    n.side = 1 - b.side;
    return n;
}

/* Final score of the side to move minus the other's, both playing perfectly. */
static inline int plain_value(const plain *b)
{
    if (b->piles <= 2)
        return plain_score(b, b->side) - plain_score(b, 1 - b->side);
    int best = -1000;
    for (int i = 0; i < 6; i++) {
        char keep, sell;
        plain next = plain_play(*b, 1 + i / 2, i % 2, &keep, &sell);
        if (i % 2 == 1 && keep == sell)
            continue;
        int value = -plain_value(&next);
        best = value > best ? value : best;
    }
    return best;
}

#endif
