/* teach/mistakes.h -- a profile's own mistakes: gathered from its games, asked when they are
 * due, planned anew by what was answered.
 *
 *     games not yet reviewed ──gather──▶ the store ──next──▶ asked ──answer──▶ the store
 *                                            ▲                                    │
 *                                            └──────── when it is due again ◀─────┘
 *
 * One position is one exercise. The days are those of duel_spacing; a wrong answer is
 * asked again on the same day until it is right, after whatever else is due. So many are begun
 * on a day and no more, unless they are asked for by their game. Nothing here reads the clock.
 */
#pragma once

#include "core/reason.h"
#include "table/session.h"
#include "teach/review.h"

#include <stdbool.h>
#include <stdint.h>

/* ---- when something is asked again ------------------------------------------------------- */

/* When something is asked again: the more often it was right, the later.
 *
 *     right ──▶ in 1 day ──right──▶ in 3 ──▶ 7 ──▶ 16 ──▶ 35 ──right──▶ no more
 *                  ▲                 │wrong   │      │      │
 *                  └── once right ◀──┴────────┴──────┴──────┘  at once, until it is right
 *
 * Days begin at midnight by UTC, like those of the daily puzzle: what is due on a day is due
 * all day long, whenever it was answered before. */

enum { DUEL_SPACING_DAY = 86400 }; /* seconds */

typedef struct duel_spacing {
    int64_t step; /* how often it was right in a row, on different days */
    int64_t due;  /* DUEL_NEVER (store/store.h): no more */
} duel_spacing;

int64_t duel_spacing_today(int64_t now); /* when the day of `now` began */

/* ---- a mistake as an exercise ------------------------------------------------------------ */

/* A mistake somebody made, as an exercise: the game up to there, what was played, what was
 * better, and what both were worth when they were reviewed.
 *
 *     a review ──▶ mistakes ──▶ asked ──a move──▶ reviewed as if it had been played ──▶ a try
 *
 * Any move is right that a review would leave unmarked: it gives nothing away. */

typedef struct duel_mistake {
    duel_record record; /* up to where it was made */
    duel_state state;   /* there */
    int seat;           /* whose it was */
    duel_move played;
    duel_mark mark;
    duel_worth had, got; /* of the best move, of the one that was played */
    int line_count;      /* the best line, as far as it could be played; at least a move */
    duel_move line[DUEL_REVIEW_LINE];
} duel_mistake;

void duel_mistake_fini(duel_mistake *m);

/* What the move at that place of a reviewed game was, if a mistake or a blunder: DUEL_NO if it
 * was neither. */
duel_status duel_mistake_take(const duel_record *game, const duel_review *review, size_t at,
                              duel_mistake *out, duel_msg *why);

/* Who judges, and how long. */
typedef struct duel_examiner {
    size_t memory;
    duel_purse *purse; /* NULL: there is memory enough */
    double seconds;    /* for a search; 0: no limit */
    uint64_t nodes;    /* the same */
    int threads;
    const atomic_bool *stop; /* may be NULL */
} duel_examiner;

/* What a review by that examiner asks for. */
duel_review_request duel_examine(const duel_examiner *x, const duel_record *game);

/* What came of an answer. It is large: keep it on the heap. */
typedef struct duel_try {
    bool right;
    duel_move move;
    duel_mark mark;   /* what a review would say of it */
    duel_worth worth; /* of the move */
    duel_reason why;  /* what the game says of it */
    int reply_count;  /* of a wrong one: what would follow, where that can be seen */
    duel_move reply[DUEL_REVIEW_LINE];
} duel_try;

/* The move must be legal there. */
duel_status duel_mistake_try(const duel_mistake *m, duel_move move, const duel_examiner *x,
                             duel_try *out, duel_msg *why);

/* ---- whose exercises, and when ----------------------------------------------------------- */

enum { DUEL_PRACTICE_DAY = 20 }; /* exercises begun in a day */

/* Whose exercises, and when. */
typedef struct duel_practice {
    duel_store *store;
    const char *profile;
    const char *game; /* a saved one: only what came up there; "": all */
    int64_t now;
} duel_practice;

/* ---- gathering --------------------------------------------------------------------------- */

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

/* ---- asking ------------------------------------------------------------------------------ */

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
