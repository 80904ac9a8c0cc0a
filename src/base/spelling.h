/* base/spelling.h -- compares what people type, whatever its accents, capitals and blanks, and
 * finds the nearest name where there is no such name. */
#pragma once

#include "base/status.h"

/* Those who come from Prolog end everything with a point: the text without it, and without the
 * blanks before it. False: it has none, or is nothing else. */
bool duel_str_pointless(duel_str s, duel_str *out);

typedef enum duel_folding {
    DUEL_FOLD_WORDS, /* small letters without accents, without blanks */
    DUEL_FOLD_SIGNS  /* and blanks, the signs , ; : . and pairs of brackets, any number, are one
                        blank */
} duel_folding;

void duel_fold(duel_str s, duel_folding how, duel_sink *out);
/* Whether both fold to the same words. */
bool duel_alike(duel_str a, duel_str b);

/* The nearest of the names tried. Letters put in, left out, changed or swapped with their
 * neighbour count; a third of those typed may be wrong. */
enum { DUEL_NEAREST_TEXT = 64 };
typedef struct duel_nearest {
    char typed[DUEL_NEAREST_TEXT], name[DUEL_NEAREST_TEXT]; /* typed is folded */
    int mistakes; /* in `name`; none is near: more than may be */
    bool alone;   /* no other name is as near */
} duel_nearest;

void duel_nearest_begin(duel_nearest *n, duel_str typed);
void duel_nearest_try(duel_nearest *n, duel_str name);
/* The names of a table: the first member of each of its rows, `size` bytes long; NULL ends it.
 */
void duel_nearest_try_rows(duel_nearest *n, const void *rows, size_t size);
bool duel_nearest_found(const duel_nearest *n);
/* Where there is one, the message asks whether it was meant; gives the status. */
duel_status duel_nearest_ask(const duel_nearest *n, duel_status status, duel_msg *why);
/* All of it, where one table has all the names; whoever has typed one is not asked. */
duel_status duel_ask_nearest(duel_status status, duel_msg *why, duel_str typed,
                             const void *rows, size_t size);
