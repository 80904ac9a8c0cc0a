/* front/ggp/match.h -- a match that a player is in: what holds, what may be played, what is
 * best.
 *
 * The prover follows the match, so that a legal move is known in every sheet that can be read,
 * with any number of roles. Where the sheet is a game of ours too (front/ggp/study.h), an
 * engine chooses among them.
 *
 *     new ──▶ prepare ──▶ [advance] ──▶ anything ──▶ choose ──▶ … ──▶ free
 *
 * One thread's. */
#ifndef DUEL_FRONT_GGP_MATCH_H
#define DUEL_FRONT_GGP_MATCH_H

#include "core/engine.h"
#include "front/ggp/message.h"
#include "front/ggp/study.h"

typedef struct ggp_match ggp_match;

/* How long one may think, and who hears of what is found meanwhile. */
typedef struct ggp_thinking {
    double until; /* a moment of the clock */
    double most;  /* seconds in any case; 0: until then */
    const atomic_bool *stop;
    void *watcher;
    void (*better)(void *watcher, const char *move); /* the best so far */
} ggp_thinking;

/* Of a START. DUEL_BAD: the sheet is at fault, or has no such role. */
duel_status ggp_match_new(const ggp_message *start, ggp_studies *studies, ggp_match **out,
                          duel_msg *why);
void ggp_match_free(ggp_match *m);

/* Gets to know the game. */
void ggp_match_prepare(ggp_match *m, const ggp_thinking *t);
/* What all roles played, as the server says it. */
duel_status ggp_match_advance(ggp_match *m, duel_str moves, duel_msg *why);
/* Some legal move, by chance; "" where the sheet gives none. The match's, until it goes on. */
const char *ggp_match_anything(ggp_match *m);
/* The move to play; NULL: nobody knows better than `anything`. */
const char *ggp_match_choose(ggp_match *m, const ggp_thinking *t);

#endif
