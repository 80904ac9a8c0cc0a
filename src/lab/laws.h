/* lab/laws.h -- the conformance suite: every game is held to the laws of core/game.h.
 *
 * Random games are played, in the default variant and in others drawn at random, and every law
 * is tried in every position. A failure names the law and the shortest list of moves found that
 * shows it. `duel check` and the tests run this over the whole catalogue. */
#pragma once

#include "core/game.h"

typedef struct duel_breach {
    const char *law;  /* a message: the law broken */
    duel_msg detail;  /* what was seen; id NULL: nothing to add */
    duel_buf variant; /* texts with which to see it again */
    duel_buf position;
    duel_buf moves;
    char seed[DUEL_SEED_TEXT];
} duel_breach;

typedef struct duel_laws_report {
    uint64_t games, positions, checks; /* played, looked at, laws tried */
    bool broken;
    duel_breach breach; /* when broken: the first one found */
} duel_laws_report;

/* `games` random games a variant, `variants` variants beside the default one. */
duel_status duel_laws_check(const duel_game *game, uint64_t seed, int games, int variants,
                            duel_laws_report *out, duel_msg *why);
void duel_laws_report_fini(duel_laws_report *r);
