/* games/moriarty/moriarty.h -- Moriarty as the house sees it: a state, options, and what the
 * files that bind the rules (bitboard.h) and the search (search.h) to the contract share.
 *
 * Moves are squares of the full board, 0 to 63, or MORIARTY_PASS. Boards of 4 and 6 squares a
 * side lie in its middle; their squares are named from their own corner, a1 or 0,0. */
#pragma once

#include "core/command.h"
#include "core/engine.h"
#include "core/reason.h"
#include "games/moriarty/search.h"

#pragma GCC diagnostic push
#pragma GCC diagnostic error "-Wpadded"
typedef struct moriarty_state {
    uint64_t disc[2]; /* by seat */
    uint64_t seat;    /* to move; a full word, so that no byte is padding */
} moriarty_state;
#pragma GCC diagnostic pop

enum { MORIARTY_ACTIVATOR, MORIARTY_INHIBITOR }; /* seats */

/* Options, in the order of the game's table. */
enum { MORIARTY_SIZE, MORIARTY_RULES, MORIARTY_FIRST, MORIARTY_EMPTIES, MORIARTY_NOTATION };
enum { MORIARTY_STANDARD_RULES, MORIARTY_SEED_RULES };
enum { MORIARTY_FIRST_ACTIVATOR, MORIARTY_FIRST_RANDOM };
enum { MORIARTY_EMPTIES_USUAL, MORIARTY_EMPTIES_WINNER, MORIARTY_EMPTIES_NOBODY };
enum { MORIARTY_LETTERS, MORIARTY_NUMBERS };

typedef struct moriarty_setup { /* made once for a variant */
    uint64_t playable;          /* the squares of the board */
    bool plain;                 /* final scores are discs as counted */
} moriarty_setup;
DUEL_VARIANT_DATA(moriarty_setup)

static inline int moriarty_side(const duel_variant *v)
{
    return 4 + 2 * (int)v->option[MORIARTY_SIZE];
}

/* Where the board begins on the full one, in both directions. */
static inline int moriarty_margin_of(const duel_variant *v)
{
    return (8 - moriarty_side(v)) / 2;
}

static inline int moriarty_column(const duel_variant *v, int square)
{
    return square % 8 - moriarty_margin_of(v);
}

static inline int moriarty_row(const duel_variant *v, int square)
{
    return square / 8 - moriarty_margin_of(v);
}

static inline int moriarty_square(const duel_variant *v, int column, int row)
{
    return 8 * (row + moriarty_margin_of(v)) + column + moriarty_margin_of(v);
}

static inline uint64_t moriarty_squares(const duel_variant *v)
{
    return moriarty_setup_of(v)->playable;
}

/* Final scores are discs as counted: the winner takes no empty squares. */
static inline bool moriarty_is_plain(const duel_variant *v)
{
    return moriarty_setup_of(v)->plain;
}

/* Who cannot move ends the game, instead of passing. */
static inline bool moriarty_blocked_ends(const duel_variant *v)
{
    return v->option[MORIARTY_RULES] == MORIARTY_SEED_RULES;
}

/* The full board under the usual rules: what others call Othello. */
static inline bool moriarty_is_othello(const duel_variant *v)
{
    return moriarty_squares(v) == MORIARTY_ALL && !moriarty_is_plain(v) &&
           !moriarty_blocked_ends(v);
}

static inline moriarty_board moriarty_board_of(const moriarty_state *s)
{
    return (moriarty_board){s->disc[s->seat], s->disc[1 - s->seat]};
}

static inline uint64_t moriarty_legal(const duel_variant *v, const moriarty_state *s)
{
    return moriarty_moves(moriarty_board_of(s), moriarty_squares(v));
}

/* The game has ended in this state. */
bool moriarty_ended(const duel_variant *v, const moriarty_state *s);
/* The final score of the seat to move less the other's, if the state has ended. */
int moriarty_result(const duel_variant *v, const moriarty_state *s);
void moriarty_do(moriarty_state *s, int move);
/* One of a set that is not empty. */
int moriarty_random_square(uint64_t set, duel_rng *rng);
/* The standard opening; the Activator moves. */
moriarty_state moriarty_begin(void);

/* A search of the state under the variant's rules; the caller adds limits and the table. */
moriarty_request moriarty_request_of(const duel_variant *v, const moriarty_state *s);

/* ---- texts.c --------------------------------------------------------------------- */

void moriarty_print_state(const duel_variant *v, const void *view, duel_sink *out);
duel_status moriarty_parse_state(const duel_variant *v, duel_str text, void *state,
                                 duel_msg *why);
void moriarty_print_move(const duel_variant *v, const void *view, duel_move move,
                         duel_sink *out);
duel_status moriarty_parse_move(const duel_variant *v, const void *view, duel_str text,
                                duel_move *move, duel_msg *why);
/* Reads "d3" or "D3"; "pass", "pa", "ps" and "--" are MORIARTY_PASS. */
bool moriarty_read_square(duel_str text, int *out);
/* A square as people write it in this variant, as a small text. */
duel_target moriarty_square_name(const duel_variant *v, int square);

/* Games move by move, and as people write them: plain lists of moves. A list is `f5d6c3`,
 * blanks and commas allowed between moves; squares may also be written 3,2. A pass may be
 * written (pass, ps, pa, --) or left out: whoever cannot move passes. */
/* Plies of the longest game, passes included, and then some. */
enum { MORIARTY_MAX_GAME = 128 };

typedef struct moriarty_game {
    moriarty_state start, now;
    int move[MORIARTY_MAX_GAME]; /* passes included */
    int count;
} moriarty_game;

moriarty_game moriarty_game_of(const moriarty_state *start);

/* Passes for the side to move if it has to, and if it is not `seat`; true if it did. */
bool moriarty_pass_if_blocked(const duel_variant *v, moriarty_game *g, int seat);
/* Plays one move read from text; a pass that had to come first is put in. */
duel_status moriarty_game_play(const duel_variant *v, moriarty_game *g, duel_str move,
                               duel_msg *why);
/* Takes the last move back; false if there is none. */
bool moriarty_game_undo(moriarty_game *g);

/* Plays a whole list on *g. On failure *g is untouched and *number names the wrong move. */
duel_status moriarty_list_read(const duel_variant *v, duel_str text, moriarty_game *g,
                               size_t *number, duel_msg *why);
/* Writes the moves without passes: f5d6c3. */
void moriarty_list_print(const duel_variant *v, const moriarty_game *g, duel_sink *out);

/* ---- reasons.c ----------------------------------------------------------------------------
 *
 * What the facts of a move claim, so that tests can work them out anew. Sets of squares are
 * words as in bitboard.h. "Before" is the position to move in, "after" the one the move leads
 * to; "own" is the side that moves, "theirs" the other. */

enum moriarty_fact {
    MORIARTY_FACT_FORCED,   /* the only move is to pass; no numbers */
    MORIARTY_FACT_ENDS,     /* own and their final score */
    MORIARTY_FACT_RESULT,   /* own lead at the end if nobody errs from here on */
    MORIARTY_FACT_CORNER,   /* the corner taken: a set */
    MORIARTY_FACT_GIVES,    /* corners they may take after and might not have before: a set */
    MORIARTY_FACT_SHUTS,    /* they have no move after; no numbers */
    MORIARTY_FACT_X,        /* the empty corner that the move lies diagonally next to: a set */
    MORIARTY_FACT_C,        /* the empty corner that it lies beside, on the edge: a set */
    MORIARTY_FACT_MOBILITY, /* own moves before and after, their moves before and after, as if
                             * each had the turn */
    MORIARTY_FACT_QUIET,    /* discs turned, none of which touches an empty square: a set */
    MORIARTY_FACT_PARITY,   /* the region of empty squares played in: a set */
    MORIARTY_FACT_STABLE,   /* own discs that nothing can turn any more: before, after */
    MORIARTY_FACT_TURNED,   /* discs turned: a set */
    MORIARTY_FACT_COUNTED   /* at the end: discs of either side, empty squares */
};

void moriarty_explain(const duel_variant *v, const void *view, int seat, const duel_move turn[],
                      int count, duel_reason *out);
void moriarty_ending(const duel_variant *v, const void *view, int seat, duel_reason *out);

/* ---- picture.c ------------------------------------------------------------------- */

void moriarty_scene(const duel_variant *v, const void *view, int seat, duel_scene *out);
int moriarty_path_of(const duel_variant *v, const void *view, duel_move move,
                     duel_target out[]);
bool moriarty_edit(const duel_variant *v, void *state, duel_str element, int step);

/* ---- engines.c, commands.c, lesson.c --------------------------------------------- */

struct moriarty_book;
/* What the expert says from the opening book (book.h), instead of searching: true, with the
 * answer filled in, where the book is clear about the view. Every value in it is an estimate.
 * Of moves that are about as good one is drawn; the fewer nodes the call allows, the less it
 * must be. */
bool moriarty_book_answer(const struct moriarty_book *book, const duel_variant *v,
                          const duel_think *t, duel_answer *out);

extern const duel_engine *const moriarty_engines[];
extern const duel_command moriarty_commands[];
extern const struct duel_lesson moriarty_lesson;
extern const duel_game duel_game_moriarty;
