/* teach/puzzle_path.h -- the puzzle path: names of puzzles, and which of them a profile has
 * solved.
 *
 *     "17", "2026-11-16" ──seed──▶ a puzzle (teach/puzzle_search.h), the same everywhere
 *                                     │ tried
 *                                     ▼
 *     an attempt of an exercise, the first of which is a bout: who tries against the puzzle
 *
 * A puzzle is a number of the path or a day, by UTC, and a game. Only the first try counts for
 * the two ratings, and nothing once it is solved; a day on which something was solved belongs
 * to a streak. Nothing here reads the clock. */
#pragma once

#include "store/store.h"
#include "teach/puzzle_search.h"

enum { PUZZLE_NUMBERS = 1000, PUZZLE_NAME = 16, PUZZLE_ARCHIVE = 60 };

/* The name of the puzzle of a day. */
void puzzle_day(int64_t now, char out[PUZZLE_NAME]);
/* A number of the path, or a day that has come and is in the archive. */
duel_status puzzle_named(duel_str name, int64_t now, char out[PUZZLE_NAME], duel_msg *why);
/* 0: it is a day. */
int puzzle_number(const char *name);
/* The same for everybody, and different from game to game. */
uint64_t puzzle_seed(const char *name, const duel_game *game);
/* What a puzzle is worth that nobody has tried: somebody of 1000 who guesses finds it as often
 * as there are moves. */
glicko_rating puzzle_rating(const found_puzzle *f);
/* What is to be seen in it: the kind of thing its answer is good for. False: nobody says. */
bool puzzle_theme(const found_puzzle *f, duel_msg *out);

/* Whose path, and when. */
typedef struct puzzle_solver {
    data_store *store;
    const char *profile;
    int64_t now;
} puzzle_solver;

/* What came of a try. */
typedef struct puzzle_tried {
    bool counted;           /* it was the first */
    glicko_rating own, was; /* of the profile in this game, after it and before */
    glicko_rating puzzle;   /* after it */
    int streak;             /* days in a row */
} puzzle_tried;
duel_status puzzle_path_try(const puzzle_solver *s, const char *name, const found_puzzle *f,
                            bool right, puzzle_tried *out, duel_msg *why);
/* Whether this position was solved, under whatever name. */
duel_status puzzle_path_seen(const puzzle_solver *s, const found_puzzle *f, bool *seen,
                             duel_msg *why);

/* How far somebody has come in a game. */
typedef struct puzzle_standing_at {
    bool rated;
    glicko_rating own;
    int tried, solved; /* puzzles; solved: at whatever try */
    int next;          /* the number after the highest that was tried */
    int streak, longest;
} puzzle_standing_at;
duel_status puzzle_path_standing(const puzzle_solver *s, const duel_game *g,
                                 puzzle_standing_at *out, duel_msg *why);
