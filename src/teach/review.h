/* teach/review.h -- a finished game gone through again: what each move was worth, what it
 * cost, and where the game turned.
 *
 * The engine values every legal move of every position, last position first, so that what it
 * proved near the end helps it further up. Worths, costs and marks are those of core/worth.h.
 *
 * That a move gave something away is said only when both moves were looked at alike: what the
 * list says of a move from above is then replaced by what a search from behind the move says of
 * it, one with the same limits, a second with larger ones where it would be a mistake; for the
 * move played and for the better ones, best first, until one of them is found to be better
 * indeed. Beyond two seats, and where things are hidden, the list has to do. */
#pragma once

#include "core/reason.h"
#include "core/record.h"
#include "core/worth.h"
#include "table/judge.h"

enum {
    GAME_REVIEW_LINE = 6,
    GAME_REVIEW_MICROSECONDS = 150000 /* for a search, unless somebody says otherwise */
};

typedef struct move_review {
    int seat;
    duel_move played, best;
    duel_worth had, got; /* the best move's; the one's that was played */
    duel_cost cost;      /* what the move gave away */
    duel_mark mark;
    int line_count; /* the best line, from `best` on */
    duel_move line[GAME_REVIEW_LINE];
    duel_reason *why; /* the facts of the game about the turn it begins with; NULL: the move
                       * played is not marked */
} move_review;

typedef struct game_review {
    size_t count;
    move_review *move;
    size_t turning; /* of the moves with the worst mark the one that lost most share, or most
                     * points where none lost any; the last of equals. count: none is marked */
    duel_cost given[DUEL_SEATS]; /* in all, by seat */
} game_review;

/* What is to be reviewed, by whom, with which limits. */
typedef struct game_review_request {
    const duel_record *record; /* must outlive the review */
    const char *engine;        /* who judges alone (table/judge.h); NULL: the usual judge */
    size_t memory;             /* that it may have, from a purse where there is one */
    memory_budget *purse;
    double seconds; /* for a search; 0 = no limit */
    uint64_t nodes; /* the same */
    int threads;
    const atomic_bool *stop; /* may be NULL; a review that is stopped is refused */
    void (*progress)(void *watcher, uint64_t done);
    void *watcher;
} game_review_request;

/* The whole game at once. */
duel_status game_review_run(const game_review_request *q, game_review *out, duel_msg *why);
void game_review_fini(game_review *r);

/* The same for who has other work between two moves:
 *
 *     new ──▶ step, while some are left ──▶ finish ──▶ free
 *
 * The judge knows nothing from earlier and keeps nothing, so that a review depends on the game
 * and the limits alone, at whichever door it was asked for. */
typedef struct game_reviewer game_reviewer;

duel_status game_reviewer_new(const game_review_request *q, game_reviewer **out, duel_msg *why);
size_t game_reviewer_left(const game_reviewer *w); /* moves, from the last one back */
duel_status game_reviewer_step(game_reviewer *w, duel_msg *why);
/* Once none is left; the review is the caller's from then on. */
void game_reviewer_finish(game_reviewer *w, game_review *out);
void game_reviewer_free(game_reviewer *w); /* NULL is fine */
