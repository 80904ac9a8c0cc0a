/* moriarty/arguments.h -- reading what follows `duel moriarty COMMAND`: words and flags. */
#ifndef MORIARTY_ARGUMENTS_H
#define MORIARTY_ARGUMENTS_H

#include "core/command.h"

enum { MORIARTY_DONE = 0, MORIARTY_NO = 1, MORIARTY_WRONG_USAGE = 2, MORIARTY_WORDS = 8 };

/* A flag takes a number, a text or nothing; what it gave goes where it points. */
typedef struct moriarty_flag {
    const char *name; /* "--threads"; NULL ends a table */
    int64_t least, most;
    int64_t *number;
    const char **text;
    bool *given;
} moriarty_flag;

typedef struct moriarty_words {
    const char *word[MORIARTY_WORDS];
    int count;
} moriarty_words;

/* A flag is two dashes and a small letter: a position may begin with dashes too. */
duel_status moriarty_arguments(const moriarty_flag flags[], int argc, char **argv,
                               moriarty_words *words, duel_msg *why);

/* Says what went wrong on the error stream; gives the exit status. */
int moriarty_fail(const duel_console *c, duel_status status, const duel_msg *why);
/* The same, of a line of a file or of a move of a list: `place` is a message with {0}. */
int moriarty_fail_at(const duel_console *c, duel_status status, const char *place,
                     size_t number, const duel_msg *why);

/* The file, or standard input for "-", into an initialised buffer. */
duel_status moriarty_read_file(const char *name, duel_buf *out, duel_msg *why);

#endif
