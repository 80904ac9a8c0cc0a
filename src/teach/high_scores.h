/* teach/high_scores.h -- best scores, for every game that sorts them into classes (ranked in
 * core/optional_parts.h): who did best in each, everybody once.
 *
 * What was dealt counts once for a profile, the first time it was played to its end: whoever
 * plays it again knows it. A first time with help does not count, nor do later ones. */
#pragma once

#include "core/game.h"
#include "store/store.h"

typedef struct high_score {
    duel_buf name;
    int64_t best;          /* score */
    int64_t openings, won; /* how many counted, and of these */
} high_score;

typedef struct high_score_class {
    duel_buf variant; /* the options that name it; may be empty */
    high_score *row;  /* the best first; of equals, who had it earlier */
    size_t rows;
} high_score_class;

typedef struct high_scores {
    high_score_class *class; /* by text */
    size_t classes;
} high_scores;

/* Of a game of the catalogue that is ranked. *out is made on success only. It may deal what was
 * dealt again, so it takes time: not for a thread on which others wait. */
duel_status high_scores_make(data_store *store, const duel_game *game, high_scores *out,
                             duel_msg *why);
void high_scores_fini(high_scores *r);
