/* lab/laws.h -- the conformance suite: every game is held to the laws of core/game.h.
 *
 * Random games are played, in the default variant and in others drawn at random, and every law
 * is tried in every position. A failure names the law and the shortest list of moves found that
 * shows it. `duel check` and the tests run this over the whole catalogue. */
#pragma once

#include "core/game.h"

typedef struct law_breach {
    const char *law;  /* a message: the law broken */
    duel_msg detail;  /* what was seen; id NULL: nothing to add */
    duel_buf variant; /* texts with which to see it again */
    duel_buf position;
    duel_buf moves;
    char seed[DUEL_SEED_TEXT];
} law_breach;

typedef struct laws_report {
    uint64_t games, positions, checks; /* played, looked at, laws tried */
    bool broken;
    law_breach breach; /* when broken: the first one found */
} laws_report;

/* `games` random games a variant, `variants` variants beside the default one. */
duel_status laws_check(const duel_game *game, uint64_t seed, int games, int variants,
                       laws_report *out, duel_msg *why);
void laws_report_fini(laws_report *r);
