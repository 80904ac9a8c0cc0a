/* teach/high_scores.h -- best scores, for every game that sorts them into classes (ranked in
 * core/optional_parts.h): who did best in each, everybody once.
 *
 * What was dealt counts once for a profile, the first time it was played to its end: whoever
 * plays it again knows it. A first time with help does not count, nor do later ones. */
#pragma once

#include "core/game.h"
#include "store/store.h"

typedef struct duel_ranked {
    duel_buf name;
    int64_t best;          /* score */
    int64_t openings, won; /* how many counted, and of these */
} duel_ranked;

typedef struct duel_rank_class {
    duel_buf variant; /* the options that name it; may be empty */
    duel_ranked *row; /* the best first; of equals, who had it earlier */
    size_t rows;
} duel_rank_class;

typedef struct duel_ranking {
    duel_rank_class *class; /* by text */
    size_t classes;
} duel_ranking;

/* Of a game of the catalogue that is ranked. *out is made on success only. It may deal what was
 * dealt again, so it takes time: not for a thread on which others wait. */
duel_status duel_ranking_make(duel_store *store, const duel_game *game, duel_ranking *out,
                              duel_msg *why);
void duel_ranking_fini(duel_ranking *r);
