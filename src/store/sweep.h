/* store/sweep.h -- games that nobody will miss leave the base: begun and never played, or, if
 * whoever owns the folder says so, long over or long abandoned.
 *
 *                        no moves                       over, or untouched with moves
 *     nobody invited     a day                          never, or after so many days;
 *     somebody invited   thirty days                    with a profile at it only if asked
 *
 * Invited is who has, or may take, a seat beside another person's. Times count from when a game
 * was last touched, and are given: nothing here reads a clock. A game is looked at again at the
 * moment it goes, so who has moved meanwhile keeps it. */
#ifndef DUEL_STORE_SWEEP_H
#define DUEL_STORE_SWEEP_H

#include "store/store.h"

enum {
    DUEL_SWEEP_DAY = 86400,
    DUEL_SWEEP_ALONE = 1,    /* days */
    DUEL_SWEEP_INVITED = 30, /* days */
    DUEL_SWEEP_PIECE = 16    /* games at once */
};

typedef struct duel_sweep {
    int64_t now;  /* in seconds since 1970 */
    int64_t days; /* for what was played; 0: never */
    bool own;     /* games of profiles, too; their results go with them */
} duel_sweep;

/* Some of the games that may go. */
typedef struct duel_sweepings {
    struct {
        char id[DUEL_ID_TEXT];
        bool spared; /* set by who knows that somebody sits there */
    } game[DUEL_SWEEP_PIECE];
    int count;
    int64_t place; /* where the next piece begins; 0 at first */
    bool last;     /* there is none */
} duel_sweepings;

/* Which games are meant, by the id of what is played: NULL, all. */
typedef bool duel_sweep_wanted(const void *self, duel_str game);

/* The next piece, from piece->place on. */
duel_status duel_sweep_find(duel_store *s, const duel_sweep *by, duel_sweep_wanted *wanted,
                            const void *self, duel_sweepings *piece, duel_msg *why);
/* Those that are not spared, and may still go, are deleted. *gone: how many more. */
duel_status duel_sweep_away(duel_store *s, const duel_sweep *by, const duel_sweepings *piece,
                            int64_t *gone, duel_msg *why);
/* Piece after piece, for a folder in which nobody sits. `step` may be NULL; false: stop. */
duel_status duel_sweep_all(duel_store *s, const duel_sweep *by,
                           bool (*step)(void *self, int64_t gone), void *self, int64_t *gone,
                           duel_msg *why);

#endif
