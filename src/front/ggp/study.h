/* front/ggp/study.h -- a sheet becomes a game, on a thread of its own.
 *
 * That may take many seconds, and clocks run: whoever is to move meanwhile plays without it. It
 * cannot be broken off, so a study that was left goes on until it is done; there are places
 * for a few of them, and a match for which there is none does without. */
#ifndef DUEL_FRONT_GGP_STUDY_H
#define DUEL_FRONT_GGP_STUDY_H

#include "core/game.h"

typedef struct ggp_study ggp_study;

enum { GGP_STUDIES = 3 };
typedef struct ggp_studies {
    ggp_study *at[GGP_STUDIES];
} ggp_studies;

/* NULL: there is no place, or no memory. The text is copied. */
ggp_study *ggp_study_begin(ggp_studies *all, duel_str sheet);
/* Whether it is done; waits for that until a moment of the clock. */
bool ggp_study_done(ggp_study *s, double until);
/* The game. NULL: not yet, or it is none that can be played here. It lives as long as the
 * study. */
const duel_game *ggp_study_game(ggp_study *s);
/* Nobody asks any more. */
void ggp_study_leave(ggp_study *s);
/* Waits for all. */
void ggp_studies_end(ggp_studies *all);

#endif
