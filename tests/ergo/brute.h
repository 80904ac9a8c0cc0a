/* tests/ergo/brute.h -- a second reading of the rules of Ergo, to hold the game against.
 *
 * Everything here is plain and slow: cards are characters, every use of every card is tried,
 * and a turn is legal if trying it out ends well. Nothing is shared with the game but the two
 * notations, of positions and of moves. Only full positions are read (no `?`).
 *
 * What is not in the page of the rules is read as docs/decisions.md says: Justification is
 * played by a blocked player only; without `fallacy_reset` a blocked player is not blocked
 * again; an immune player is no victim; a Fallacy that is cancelled or replaced leaves the
 * round; Revolution may take equal cards and one placed in this turn. */
#ifndef DUEL_TESTS_ERGO_BRUTE_H
#define DUEL_TESTS_ERGO_BRUTE_H

#include <stdbool.h>

enum {
    BRUTE_SEATS = 4,
    BRUTE_LINES = 4,
    BRUTE_KINDS = 16,
    BRUTE_DECK = 55,
    BRUTE_USES = 2048, /* ways to use one card in one position: no list is longer */
    BRUTE_TEXT = 64    /* room for any move as text */
};

/* ---- the rules of a table ----------------------------------------------------------- */

typedef struct brute_rules {
    int players, points, rounds;
    bool one_round;
    bool official_order; /* THEN binds tighter than OR, and OR than AND */
    bool paired, reset, returns, immunity, wild_not, wild_ergo, wild_justification;
} brute_rules;

/* Reads settings as the game's variants have them: "players=3 preset=official points=20". */
bool brute_rules_read(const char *settings, brute_rules *out);

/* ---- positions ---------------------------------------------------------------------- */

typedef struct brute_card {
    char face;  /* one of ABCD&|>~() */
    bool wild;  /* a wild that stands for it */
    bool fresh; /* placed in this turn */
} brute_card;

typedef struct brute_line {
    int count;
    brute_card card[BRUTE_DECK];
} brute_line;

typedef enum brute_stage { BRUTE_PLAYING, BRUTE_BETWEEN, BRUTE_OVER } brute_stage;

typedef struct brute_state {
    brute_line line[BRUTE_LINES];
    unsigned char hand[BRUTE_SEATS][BRUTE_KINDS]; /* how many of each of ABCD&|>~(FJTRVOE */
    unsigned char gone[BRUTE_KINDS];
    char pile[BRUTE_DECK + 1]; /* the top card first */
    int pile_count;
    int points[BRUTE_SEATS], fallacy[BRUTE_SEATS];
    bool immune[BRUTE_SEATS];
    int round, seat;
    brute_stage stage;
    bool used;    /* the first card of the turn */
    bool emptied; /* the pile became empty in this turn */
} brute_state;

/* False if the text is not a position, or its cards are not the 55. */
bool brute_read(const brute_rules *rules, const char *text, brute_state *out);
/* Names the first part in which the two differ; NULL if they are the same. Who says `next`
 * after a round is the game's own affair, so the seat counts while playing only. */
const char *brute_difference(const brute_state *a, const brute_state *b);
/* Names what is wrong with the first position of a round, NULL if nothing is. */
const char *brute_dealt_badly(const brute_rules *rules, const brute_state *s);

/* ---- moves -------------------------------------------------------------------------- */

typedef struct brute_moves {
    int count;
    char text[BRUTE_USES][BRUTE_TEXT];
} brute_moves;

/* All legal moves, in no particular order. */
void brute_list(const brute_rules *rules, const brute_state *s, brute_moves *out);
/* Plays a card, ends the turn after the second, draws for the next seat, scores a round that
 * ends. False (and nothing happens) if the move is not legal. `next` is not understood. */
bool brute_play(const brute_rules *rules, brute_state *s, const char *move);

/* ---- what a proof says -------------------------------------------------------------- */

bool brute_well_formed(const brute_line *line);
/* T, F or ? for each letter, or PARADOX. Every line must be empty or well formed. */
void brute_verdict(const brute_rules *rules, const brute_line line[BRUTE_LINES], char out[8]);
/* A line from its formula: "A>~B". */
bool brute_line_read(const char *formula, brute_line *out);

#endif
