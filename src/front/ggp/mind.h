/* front/ggp/mind.h -- the thread on which a player follows its match and thinks.
 *
 *     loop: ask ──▶ queue ──▶ thread: start, play, end ──▶ collect   (after `wake`)
 *           give_up ──▶ the best answer so far, at once
 *
 * The loop never waits for it. Whoever gives up takes what there is to say by then, and the
 * errand is hurried to its end: it is still done, since a match goes on from it. */
#ifndef DUEL_FRONT_GGP_MIND_H
#define DUEL_FRONT_GGP_MIND_H

#include "front/ggp/match.h"

typedef struct ggp_mind ggp_mind;

typedef struct ggp_mind_setup {
    double most;               /* seconds of thought a turn; 0: as the clock allows */
    void *owner;               /* is told, on the mind's thread: */
    void (*wake)(void *owner); /* something can be collected; */
    void (*complain)(void *owner, const duel_msg *why);
} ggp_mind_setup;

duel_status ggp_mind_new(const ggp_mind_setup *setup, ggp_mind **out, duel_msg *why);
void ggp_mind_free(ggp_mind *m); /* NULL does nothing */

/* A START or PLAY, to be answered until `due`, a moment of the clock; `ticket` tells it from
 * all others. False: too many wait. STOP and ABORT end the match and have no answer. */
bool ggp_mind_ask(ggp_mind *m, uint64_t ticket, duel_str text, double due);
/* An answer that is there. False: none. */
bool ggp_mind_collect(ggp_mind *m, uint64_t *ticket, duel_buf *answer);
/* What can be said now; the errand has no other answer. */
void ggp_mind_give_up(ggp_mind *m, uint64_t ticket, duel_buf *answer);
/* Whatever is being done or waits is to be done with as soon as possible. */
void ggp_mind_hurry(ggp_mind *m);

#endif
