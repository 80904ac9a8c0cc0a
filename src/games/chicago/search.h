/* chicago/search.h -- the inner search of the solver: places, moves, remembered bounds.
 *
 * Inside the search a value is relative: what the rest of the game adds to the present
 * difference, for the side to move. Keeping k and selling t adds p[k] - d[t] at once (one less
 * when k and t are the same good).
 *
 * The piles never change but by losing their tops, so that with the piles of an origin fixed,
 * a place is nine heights and the trader: 40 bits. Bounds are kept by place, together with the
 * market they were proved for and their reach.
 *
 * Invariant: every bound in the table that has the present stamp is true for its place and
 * market, whatever limit stopped the search. */
#ifndef DUEL_CHICAGO_SEARCH_H
#define DUEL_CHICAGO_SEARCH_H

#include "games/chicago/board.h"
#include "games/chicago/reach.h"

#include <stdatomic.h>

enum {
    SEARCH_VIEW = CHICAGO_PILES + 2, /* piles whose tops matter: up to one after a whole lap */
    SEARCH_NIBBLE = 4,
    SEARCH_WAYS = 4,
    SEARCH_BEYOND = 120 /* more than any relative value: at most 9 tokens kept at 7 or 6, and
                           9 for each good sold against what the other holds */
};

/* Piles, trader and the tops in reach. `ring` lists the piles left, clockwise from the trader,
 * four bits each; `height` has four bits for each pile of the origin. */
typedef struct place {
    uint64_t height, ring;
    int piles, tokens;
    int walk;                  /* the longest step; kept for the expert rule only */
    uint8_t top[SEARCH_VIEW];  /* good on the pile `i` steps from the trader, wrapping */
    uint8_t last[SEARCH_VIEW]; /* 1 if it is the pile's last token */
} place;

/* A move under consideration. */
typedef struct option {
    market after;
    int16_t gain, order;
    uint8_t landing, keep, sell;
    uint8_t ends; /* the game */
} option;

/* A position to be searched: its place and market, its moves and where they lead. */
typedef struct position {
    place here;
    market market;
    place next[CHICAGO_PILES];
    option list[CHICAGO_MOVES];
    int count;
} position;

typedef struct search_entry {
    reach open;
    market market;
    uint64_t key; /* place */
    int8_t bound;
    uint8_t upper; /* the bound is an upper one */
    uint8_t choice;
    uint8_t unused;
    uint32_t stamp; /* of the origin it belongs to */
} search_entry;
_Static_assert(sizeof(search_entry) == 96, "an entry fills one and a half cache lines");

typedef struct chicago_search {
    reach_step step[CHICAGO_GOODS][CHICAGO_GOODS]; /* [keep][sell] */
    uint8_t content[CHICAGO_PILES][8];             /* origin: good by pile and height from 1 */
    bool expert;
    bool halted; /* a limit was met: what chicago_search_test() says is worthless */
    uint32_t stamp;
    int shift; /* hash to line of the table */
    uint64_t nodes, poll_at, node_limit;
    double deadline; /* 0 = none */
    const atomic_bool *stop;
    search_entry *table;
} chicago_search;

void chicago_search_set_steps(chicago_search *s);
/* Lists the moves of a position whose place (but for the tops) and market are set, in the order
 * of chicago_moves. */
void chicago_search_expand(const chicago_search *s, position *at);
/* Brings the most promising of the options from `from` on to the front. */
void chicago_search_pick(option list[], int from, int count);

/* Whether the relative value reaches beta: the number returned is a lower bound if it does,
 * else an upper one (fail-soft). The move that reaches it comes to the front of the list. */
int chicago_search_test(chicago_search *s, position *at, int beta);
/* The same for one of its moves. */
int chicago_search_test_option(chicago_search *s, const position *at, int index, int beta);

#endif
