/* teach/mistakes.h -- a profile's own mistakes: gathered from its games, asked when they are
 * due, planned anew by what was answered.
 *
 *     games not yet reviewed ──gather──▶ the store ──next──▶ asked ──answer──▶ the store
 *                                            ▲                                    │
 *                                            └──────── when it is due again ◀─────┘
 *
 * One position is one exercise. The days are those of spaced_repetition; a wrong answer is
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

enum { SPACING_DAY = 86400 }; /* seconds */

typedef struct spaced_repetition {
    int64_t step; /* how often it was right in a row, on different days */
    int64_t due;  /* DUEL_NEVER (store/store.h): no more */
} spaced_repetition;

int64_t spacing_today(int64_t now); /* when the day of `now` began */

/* ---- a mistake as an exercise ------------------------------------------------------------ */

/* A mistake somebody made, as an exercise: the game up to there, what was played, what was
 * better, and what both were worth when they were reviewed.
 *
 *     a review ──▶ mistakes ──▶ asked ──a move──▶ reviewed as if it had been played ──▶ a try
 *
 * Any move is right that a review would leave unmarked: it gives nothing away. */

typedef struct game_mistake {
    duel_record record; /* up to where it was made */
    duel_state state;   /* there */
    int seat;           /* whose it was */
    duel_move played;
    duel_mark mark;
    duel_worth had, got; /* of the best move, of the one that was played */
    int line_count;      /* the best line, as far as it could be played; at least a move */
    duel_move line[GAME_REVIEW_LINE];
} game_mistake;

void mistake_fini(game_mistake *m);

/* What the move at that place of a reviewed game was, if a mistake or a blunder: DUEL_REFUSED
 * if it was neither. */
duel_status mistake_take(const duel_record *game, const game_review *review, size_t at,
                         game_mistake *out, duel_msg *why);

/* Who judges, and how long. */
typedef struct mistake_examiner {
    size_t memory;
    memory_budget *purse; /* NULL: there is memory enough */
    double seconds;       /* for a search; 0: no limit */
    uint64_t nodes;       /* the same */
    int threads;
    const atomic_bool *stop; /* may be NULL */
} mistake_examiner;

/* What a review by that examiner asks for. */
game_review_request mistake_examine(const mistake_examiner *x, const duel_record *game);

/* What came of an answer. It is large: keep it on the heap. */
typedef struct exercise_try {
    bool right;
    duel_move move;
    duel_mark mark;   /* what a review would say of it */
    duel_worth worth; /* of the move */
    duel_reason why;  /* what the game says of it */
    int reply_count;  /* of a wrong one: what would follow, where that can be seen */
    duel_move reply[GAME_REVIEW_LINE];
} exercise_try;

/* The move must be legal there. */
duel_status mistake_try(const game_mistake *m, duel_move move, const mistake_examiner *x,
                        exercise_try *out, duel_msg *why);

/* ---- whose exercises, and when ----------------------------------------------------------- */

enum { PRACTICE_DAY = 20 }; /* exercises begun in a day */

/* Whose exercises, and when. */
typedef struct practice_setup {
    data_store *store;
    const char *profile;
    const char *game; /* a saved one: only what came up there; "": all */
    int64_t now;
} practice_setup;

/* ---- gathering --------------------------------------------------------------------------- */

/* The mistakes of some seats (bit i: seat i) in a reviewed game, ready to be kept. */
typedef struct found_mistakes found_mistakes;
duel_status found_mistakes_new(const duel_record *game, unsigned seats,
                               const game_review *review, found_mistakes **out, duel_msg *why);
void found_mistakes_free(found_mistakes *h); /* NULL is fine */
/* The game p->game is over, and this came of its review. *fresh as of store_reviewed. */
duel_status mistakes_keep(const practice_setup *p, const found_mistakes *h, bool *fresh,
                          duel_msg *why);

/* Goes through the games that have not been reviewed, the last first:
 *
 *     new ──▶ step, while some are left ──▶ free
 *
 * A step is a move. A game is kept once it is through: who stops loses the one it was at. What
 * cannot be read any more is passed over, and so is a game that was taken back from its end. */
typedef struct mistake_gatherer mistake_gatherer;

typedef struct mistakes_gathered {
    size_t games, of;   /* gone through so far, of how many */
    size_t done, moves; /* of the game it is at */
} mistakes_gathered;

/* What `p` and `x` point to must outlive it. */
duel_status mistake_gatherer_new(const practice_setup *p, const mistake_examiner *x,
                                 mistake_gatherer **out, duel_msg *why);
bool mistake_gatherer_left(const mistake_gatherer *g);
duel_status mistake_gatherer_step(mistake_gatherer *g, duel_msg *why);
mistakes_gathered mistake_gatherer_at(const mistake_gatherer *g);
void mistake_gatherer_free(mistake_gatherer *g); /* NULL is fine */

/* ---- asking ------------------------------------------------------------------------------ */

typedef struct exercise_agenda {
    int64_t due;        /* to be asked today: not yet tried, or tried and not right */
    int64_t put_off;    /* due too, but not today any more */
    int64_t later;      /* due on another day, */
    int64_t next;       /* the first of them then; 0: none */
    int64_t retired;    /* known for good */
    int64_t unreviewed; /* games from which nothing has been gathered yet */
} exercise_agenda;
duel_status mistakes_agenda(const practice_setup *p, exercise_agenda *out, duel_msg *why);

/* An exercise on its way through the days. */
typedef struct exercise_asked {
    int64_t id, step, due;
    game_mistake mistake;
} exercise_asked;
void exercise_asked_fini(exercise_asked *a);

/* What is asked next. DUEL_REFUSED: nothing is due. */
duel_status mistakes_next(const practice_setup *p, exercise_asked *out, duel_msg *why);
/* One of the profile's by its number, due or not; DUEL_REFUSED: it has none such. */
duel_status mistakes_find(const practice_setup *p, int64_t id, exercise_asked *out,
                          duel_msg *why);
/* What was tried, or that the answer was looked up (tried NULL), is kept, and the exercise has
 * its new place. What is not due is not counted. The very move that was a mistake, found right
 * on another look, was none: it is asked no more. */
duel_status mistakes_answer(const practice_setup *p, exercise_asked *a,
                            const exercise_try *tried, duel_msg *why);
