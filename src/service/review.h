/* service/review.h -- a finished game gone through again: what each move was worth.
 *
 * The engine values every legal move of every position, last position first, so that what it
 * proved near the end helps it further up. A worth is proved or estimated, and says so. */
#ifndef DUEL_SERVICE_REVIEW_H
#define DUEL_SERVICE_REVIEW_H

#include "core/record.h"
#include "service/player.h"

enum { DUEL_REVIEW_LINE = 6 };

typedef enum duel_scale {
    DUEL_NO_SCALE,  /* nothing is known */
    DUEL_OWN_SCALE, /* an engine's own numbers, good for comparing only */
    DUEL_STEPS,     /* loss -1, tie or endless 0, win 1 */
    DUEL_POINTS     /* points of the final score, or their estimate */
} duel_scale;

typedef struct duel_worth { /* for the seat that moves */
    duel_scale scale;
    bool proved;
    double amount;
    duel_result result; /* when proved */
} duel_worth;

typedef struct duel_verdict {
    int seat;
    duel_move played, best;
    duel_worth had, got; /* the best move's; the one's that was played */
    duel_scale scale;    /* of the cost: DUEL_NO_SCALE when it is not known */
    double cost;         /* what the move gave away, never less than 0 */
    int line_count;      /* the best line, from `best` on */
    duel_move line[DUEL_REVIEW_LINE];
} duel_verdict;

typedef struct duel_review {
    size_t count;
    duel_verdict *move;
    size_t turning;           /* the move that gave most away; count: none gave anything */
    double own_scale;         /* the largest number met on the engine's own scale, at least 1 */
    double given[DUEL_SEATS]; /* in all, by seat, in the scale of the turning point */
} duel_review;

typedef struct duel_review_request {
    const duel_record *record;
    duel_player *player;
    double seconds; /* for a move */
    int threads;
    const atomic_bool *stop; /* may be NULL; a review that is stopped is refused */
    void (*progress)(void *watcher, uint64_t done);
    void *watcher;
} duel_review_request;

duel_status duel_review_run(const duel_review_request *q, duel_review *out, duel_msg *why);
void duel_review_fini(duel_review *r);

/* Large enough to be spoken of: any cost that is proved; an estimated one from a point on, or
 * from a twentieth of an engine's own scale. */
bool duel_review_costs(const duel_review *r, const duel_verdict *d);

#endif
