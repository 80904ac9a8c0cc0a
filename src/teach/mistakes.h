/* teach/mistakes.h -- a mistake somebody made, as an exercise: the game up to there, what was
 * played, what was better, and what both were worth when they were reviewed.
 *
 *     a review ──▶ mistakes ──▶ asked ──a move──▶ reviewed as if it had been played ──▶ a try
 *
 * Any move is right that a review would leave unmarked: it gives nothing away. When which
 * exercise is asked is for teach/practice.h. */
#ifndef DUEL_TEACH_MISTAKES_H
#define DUEL_TEACH_MISTAKES_H

#include "core/reason.h"
#include "teach/review.h"

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

/* What is kept of one besides its record: lines of text. A text that is none of this position
 * is refused. */
void duel_mistake_print(const duel_mistake *m, duel_sink *out);
duel_status duel_mistake_read(duel_str record, duel_str told, duel_mistake *out, duel_msg *why);

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

#endif
