/* teach/practice.h -- a profile's own mistakes: gathered from its games, asked when they are
 * due, planned anew by what was answered.
 *
 *     games not yet reviewed ──gather──▶ the store ──next──▶ asked ──answer──▶ the store
 *                                            ▲                                    │
 *                                            └──────── when it is due again ◀─────┘
 *
 * One position is one exercise. The days are those of teach/spacing.h; a wrong answer is
 * asked again on the same day until it is right, after whatever else is due. So many are begun
 * on a day and no more, unless they are asked for by their game. Nothing here reads the clock.
 */
#ifndef DUEL_TEACH_PRACTICE_H
#define DUEL_TEACH_PRACTICE_H

#include "table/keeping.h"
#include "teach/mistakes.h"

enum { DUEL_PRACTICE_DAY = 20 }; /* exercises begun in a day */

/* Whose exercises, and when. */
typedef struct duel_practice {
    duel_store *store;
    const char *profile;
    const char *game; /* a saved one: only what came up there; "": all */
    int64_t now;
} duel_practice;

/* ---- gathering ----------------------------------------------------------------------------
 */

/* The mistakes of some seats (bit i: seat i) in a reviewed game, ready to be kept. */
typedef struct duel_found_mistakes duel_found_mistakes;
duel_status duel_found_mistakes_new(const duel_record *game, unsigned seats,
                                    const duel_review *review, duel_found_mistakes **out,
                                    duel_msg *why);
void duel_found_mistakes_free(duel_found_mistakes *h); /* NULL is fine */
/* The game p->game is over, and this came of its review. *fresh as of duel_store_reviewed. */
duel_status duel_practice_keep(const duel_practice *p, const duel_found_mistakes *h,
                               bool *fresh, duel_msg *why);

/* Goes through the games that have not been reviewed, the last first:
 *
 *     new ──▶ step, while some are left ──▶ free
 *
 * A step is a move. A game is kept once it is through: who stops loses the one it was at. What
 * cannot be read any more is passed over, and so is a game that was taken back from its end. */
typedef struct duel_gatherer duel_gatherer;

typedef struct duel_gathered {
    size_t games, of;   /* gone through so far, of how many */
    size_t done, moves; /* of the game it is at */
} duel_gathered;

/* What `p` and `x` point to must outlive it. */
duel_status duel_gatherer_new(const duel_practice *p, const duel_examiner *x,
                              duel_gatherer **out, duel_msg *why);
bool duel_gatherer_left(const duel_gatherer *g);
duel_status duel_gatherer_step(duel_gatherer *g, duel_msg *why);
duel_gathered duel_gatherer_at(const duel_gatherer *g);
void duel_gatherer_free(duel_gatherer *g); /* NULL is fine */

/* ---- asking -------------------------------------------------------------------------------
 */

typedef struct duel_agenda {
    int64_t due;        /* to be asked today: not yet tried, or tried and not right */
    int64_t put_off;    /* due too, but not today any more */
    int64_t later;      /* due on another day, */
    int64_t next;       /* the first of them then; 0: none */
    int64_t retired;    /* known for good */
    int64_t unreviewed; /* games from which nothing has been gathered yet */
} duel_agenda;
duel_status duel_practice_agenda(const duel_practice *p, duel_agenda *out, duel_msg *why);

/* An exercise on its way through the days. */
typedef struct duel_asked {
    int64_t id, step, due;
    duel_mistake mistake;
} duel_asked;
void duel_asked_fini(duel_asked *a);

/* What is asked next. DUEL_NO: nothing is due. */
duel_status duel_practice_next(const duel_practice *p, duel_asked *out, duel_msg *why);
/* One of the profile's by its number, due or not; DUEL_NO: it has none such. */
duel_status duel_practice_find(const duel_practice *p, int64_t id, duel_asked *out,
                               duel_msg *why);
/* What was tried, or that the answer was looked up (tried NULL), is kept, and the exercise has
 * its new place. What is not due is not counted. The very move that was a mistake, found right
 * on another look, was none: it is asked no more. */
duel_status duel_practice_answer(const duel_practice *p, duel_asked *a, const duel_try *tried,
                                 duel_msg *why);

#endif
