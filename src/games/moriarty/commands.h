/* games/moriarty/commands.h -- the commands `duel moriarty …`: what they share (options among
 * the words, files, mistakes that have a place), and those that stand in files of their own. */
#pragma once

#include "core/record.h"
#include "games/moriarty/moriarty.h"

enum { MORIARTY_WORDS = 8 };

/* Words such as size=6 make the variant, the others are kept. */
typedef struct moriarty_words {
    const char *word[MORIARTY_WORDS];
    int count;
} moriarty_words;

/* Puts the place before *why: of a line of a file or of a move of a list. `id` is a message
 * with {0} for the number and {1} for what was said. */
duel_status moriarty_place(const duel_console *c, duel_status status, const char *id,
                           size_t number, duel_msg *why);

/* ---- ffo.c ----------------------------------------------------------------------- */

/* Exit status 1 when a proved score is not the one the file gives. */
extern const duel_option moriarty_ffo_options[];
extern const duel_flag moriarty_ffo_texts[];
duel_status moriarty_run_ffo(const duel_console *c, const duel_args *a, duel_msg *why);

/* Files of problems: .obf, and tables with a column for the board.
 *
 * .obf: a line holds the 64 squares from a1 on, a blank, the side to move, then `; move:score`
 * any number of times; `%` begins a comment. Tables (.tsv): columns parted by tabs and named
 * by the first line that is no comment (#): `board`, `side`, and if wanted `number` and
 * `exact_score`. Scores are for the side to move, the winner taking the empty squares.
 * A file is read as a whole or not at all. */
typedef struct moriarty_problem {
    moriarty_state state;
    int64_t number; /* its own, or its place in the file, from 1 */
    bool scored;
    int score; /* what the file says: the best of the moves it lists */
} moriarty_problem;

typedef struct moriarty_problems {
    moriarty_problem *list;
    size_t count, room;
} moriarty_problems;

/* `v` is the full board. On failure *out is empty and *line the number of the wrong line, 0
 * when no line is to blame. */
duel_status moriarty_problems_read(const duel_variant *v, duel_str text, bool table,
                                   moriarty_problems *out, size_t *line, duel_msg *why);
void moriarty_problems_fini(moriarty_problems *p);

/* ---- game_files.c ------------------------------------------------------------------ */

extern const duel_option moriarty_import_options[];
duel_status moriarty_run_import(const duel_console *c, const duel_args *a, duel_msg *why);
duel_status moriarty_run_export(const duel_console *c, const duel_args *a, duel_msg *why);
/* A game as a record; the caller ends it. */
duel_status moriarty_record_of(const duel_variant *v, const moriarty_game *g, duel_record *out,
                               duel_msg *why);
