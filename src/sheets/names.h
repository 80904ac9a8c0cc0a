/* sheets/names.h -- numbers for terms, by their texts, and the parts of each.
 *
 * A fact or a move of a sheet is a number to the game that it becomes; people and records know
 * it by its text, `(mark 1 2)`, and pictures by its parts: `mark`, `1`, `2`. What is read
 * counts brackets and words, not blanks. */
#ifndef DUEL_SHEETS_NAMES_H
#define DUEL_SHEETS_NAMES_H

#include "base/status.h"

#define NAMES_NONE UINT32_MAX

/* `part` has the first word, then the arguments as they are written; a word without brackets is
 * a single part. */
typedef struct named {
    const char *text;
    int parts;
    const char *part[];
} named;

typedef struct names {
    named **at;
    uint32_t count, room; /* room is fixed: who reads need not wait for who adds */
    uint32_t *slot;       /* by text: number + 1; 0: free */
    uint32_t slots;
} names;

duel_status names_init(names *n, uint32_t room, duel_msg *why);
void names_fini(names *n);

/* The number of a text, which is new. NAMES_NONE: no memory, or no room. */
uint32_t names_add(names *n, duel_str text);
/* NAMES_NONE: there is none. */
uint32_t names_find(const names *n, duel_str text);

/* Cuts the next term off *rest, with all its brackets. False: nothing is left, or a bracket is
 * missing (then *rest stays). */
bool names_cut(duel_str *rest, duel_str *term);
/* A term with one blank between words and none beside brackets: as names are kept. */
void names_put_plain(duel_str term, duel_sink *out);

#endif
