/* moriarty/arguments.h -- what the commands of Moriarty share: options among the words, files,
 * and mistakes that have a place. */
#ifndef MORIARTY_ARGUMENTS_H
#define MORIARTY_ARGUMENTS_H

#include "core/command.h"

enum { MORIARTY_WORDS = 8 };

/* Words such as size=6 make the variant, the others are kept. */
typedef struct moriarty_words {
    const char *word[MORIARTY_WORDS];
    int count;
} moriarty_words;
duel_status moriarty_take_variant(const duel_args *a, duel_variant *v, moriarty_words *rest,
                                  duel_msg *why);

/* Puts the place before *why: of a line of a file or of a move of a list. `id` is a message
 * with {0} for the number and {1} for what was said. */
duel_status moriarty_place(const duel_console *c, duel_status status, const char *id,
                           size_t number, duel_msg *why);

/* The file, or standard input for "-", into an initialised buffer. */
duel_status moriarty_read_file(const char *name, duel_buf *out, duel_msg *why);
/* Makes the file anew. */
duel_status moriarty_write_file(const char *name, duel_str bytes, duel_msg *why);

#endif
