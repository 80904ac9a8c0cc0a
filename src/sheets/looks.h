/* sheets/looks.h -- what a word of a sheet looks like on a board, by how it is spelled.
 *
 * `wp`, `whitePawn` and `white pawn` are a pawn of the seat called white; `x` is a cross; `b`
 * and `blank` are nothing. A word that says nothing to us is shown by its letters. */
#ifndef DUEL_SHEETS_LOOKS_H
#define DUEL_SHEETS_LOOKS_H

#include "core/scene.h"

typedef struct looks {
    bool nothing; /* an empty place */
    bool perhaps; /* it may be one: `b` is blank, or black */
    int seat;     /* whose it is; -1: nobody's */
    const char *shape;
    char face[16];
} looks;

/* `seat` are the names of the seats. */
looks looks_of(const char *word, const char *const *seat, int seats);
/* Up to three letters of a word; "disc12" is "d12", which tells it from others of its kind. */
void looks_letters(const char *word, char face[16]);

#endif
