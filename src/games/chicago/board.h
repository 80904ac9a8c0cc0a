/* games/chicago/board.h -- the rules of Chicago Stock Exchange on a flat board, for 2 to 4
 * players.
 *
 * Invariants of a board: (1) pile[0 … piles-1] are not empty, the others are all zero; a pile
 * is stored top first, zeros after its last token  (2) trader < piles  (3) a price is never
 * smaller than the number of that good on the board, so play cannot bring it below its floor
 * (4) for each good, on the board + kept + sold <= 6. */
#pragma once

#include "base/rng.h"
#include "base/status.h"

enum {
    CHICAGO_GOODS = 6, /* wheat, maize, rice, sugar, coffee, cocoa, in this order */
    CHICAGO_EACH = 6,  /* tokens of each good */
    CHICAGO_PILES = 9,
    CHICAGO_TALL = 4, /* tokens in a new pile */
    CHICAGO_TOKENS = CHICAGO_PILES * CHICAGO_TALL,
    CHICAGO_SEATS = 4,
    CHICAGO_STEPS = 3,                 /* longest walk of the trader, without the expert rule */
    CHICAGO_MOVES = 2 * CHICAGO_PILES, /* most moves of a turn, with the expert rule */
    CHICAGO_PLIES = CHICAGO_TOKENS / 2 - 1 /* a turn takes two, and leaves its pile standing */
};
_Static_assert(CHICAGO_GOODS *CHICAGO_EACH == CHICAGO_TOKENS, "every token has its place");

/* A token is 0 (nothing), its good + 1, or unknown: hidden under the top of a pile. */
enum { CHICAGO_NOTHING = 0, CHICAGO_UNKNOWN = CHICAGO_GOODS + 1 };

typedef struct chicago_rules {
    int seats;   /* 2 to 4 */
    bool expert; /* the trader may walk on until a pile topped like the one it left */
} chicago_rules;

#pragma GCC diagnostic push
#pragma GCC diagnostic error "-Wpadded"
typedef struct chicago_board { /* flat: no pointers, no padding */
    uint8_t pile[CHICAGO_PILES][CHICAGO_TALL];
    uint8_t piles;
    uint8_t trader; /* index of the pile under it */
    uint8_t price[CHICAGO_GOODS];
    uint8_t held[CHICAGO_SEATS][CHICAGO_GOODS];
    uint8_t side; /* seat to move, from 0 */
} chicago_board;
#pragma GCC diagnostic pop
_Static_assert(sizeof(chicago_board) ==
                   CHICAGO_TOKENS + 2 + CHICAGO_GOODS + CHICAGO_SEATS * CHICAGO_GOODS + 1,
               "no byte of a board is padding");

/* A move is one number: the walk, the good kept and the good sold (0 … 5). */
typedef uint64_t chicago_move;

static inline chicago_move chicago_move_of(int step, int keep, int sell)
{
    return (chicago_move)step | (chicago_move)keep << 8 | (chicago_move)sell << 16;
}

static inline int chicago_step(chicago_move move)
{
    return (int)(move & 0xFF);
}

static inline int chicago_keep(chicago_move move)
{
    return (int)(move >> 8 & 0xFF);
}

static inline int chicago_sell(chicago_move move)
{
    return (int)(move >> 16 & 0xFF);
}

/* What a walk of `step` piles leads to. */
typedef struct chicago_landing {
    int pile, before, after; /* the pile landed on and its two neighbours */
    int left, right;         /* the goods on top of `before` and `after` */
} chicago_landing;

const char *chicago_good_name(int good); /* English, to be translated */
int chicago_opening_price(int good);     /* 7 for wheat, 6 for the others */

/* Shuffles the 36 tokens into 9 piles, the trader on any of them; player 1 to move. */
void chicago_deal(duel_rng *rng, chicago_board *board);

bool chicago_over(const chicago_board *board);
int chicago_height(const chicago_board *board, int pile);
int chicago_on_board(const chicago_board *board, int token); /* unknown ones too */
int chicago_score(const chicago_board *board, int seat);     /* at the present prices */

/* The longest walk allowed from here; the goods on the piles' tops must be known. */
int chicago_longest(const chicago_rules *rules, const chicago_board *board);
chicago_landing chicago_land(const chicago_board *board, int step);
/* The legal moves, walk by walk, first the one that keeps the token before the landing pile;
 * their number is returned, 0 when the game is over. `out` has room for CHICAGO_MOVES. */
int chicago_moves(const chicago_rules *rules, const chicago_board *board, chicago_move out[]);
/* Says which rule a move breaks. */
duel_status chicago_legal(const chicago_rules *rules, const chicago_board *board,
                          chicago_move move, duel_msg *why);
void chicago_play(const chicago_rules *rules, chicago_board *board, chicago_move move);

/* Whether a game of these rules can show this board; else which rule it breaks. The counts of
 * turns are compared only if all 36 tokens are accounted for: boards set up to study an ending
 * may leave the past out. */
duel_status chicago_check(const chicago_rules *rules, const chicago_board *board,
                          duel_msg *why);

/* Hidden tokens: what lies under the tops, for the tops-only view. */
void chicago_hide_lower(chicago_board *board);
/* Fills the unknown places with the tokens not seen, every arrangement equally likely. */
duel_status chicago_guess_lower(chicago_board *board, duel_rng *rng, duel_msg *why);

/* ---- notation ---------------------------------------------------------------------------- */

/* Positions and moves of Chicago Stock Exchange as text.
 *
 * Position: piles (top first, joined by /), trader from 1, the six prices, a reserve for each
 * player (letters or -), the player to move from 1:
 *   MRWW/WMSR/CSKR/CMSM/KMWS/RCSW/CWSK/MKKC/RRCK 2 7,6,6,6,6,6 - - 1
 * A hidden token is written ?. Move: 2CK walks two piles, keeps coffee, sells cocoa. */

char chicago_good_letter(int good);

void chicago_print(const chicago_rules *rules, const chicago_board *board, duel_sink *out);
/* Reads and checks a position completely; *board is written only if all is well. */
duel_status chicago_parse(const chicago_rules *rules, duel_str text, chicago_board *board,
                          duel_msg *why);

void chicago_print_move(chicago_move move, duel_sink *out);
/* Reads 2CK, "2 c k", "2 café cacao", "2 keep coffee sell cocoa" (French, English, any case,
 * with or without accents) and checks that the move is legal here. The good kept is enough, as
 * in 2C; a walk alone is answered with the two tokens it leads to. */
duel_status chicago_parse_move(const chicago_rules *rules, const chicago_board *board,
                               duel_str text, chicago_move *move, duel_msg *why);
