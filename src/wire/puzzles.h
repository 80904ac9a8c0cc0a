/* wire/puzzles.h -- what is shared between asking puzzles (daily.c) and the path
 * they are part of (puzzles.c). */
#pragma once

#include "teach/solving.h"
#include "wire/hub.h"

/* Which puzzle of which game is asked for; that of today, if none is named. */
duel_status puzzles_read(const wire_asked *a, const duel_game **g, char name[DUEL_PUZZLE_NAME],
                         duel_msg *why);
/* rating of the puzzle; seen: its position was solved before */
void puzzles_add_standing(json_t *j, const wire_client *c, const duel_found *f,
                          const char *name);
/* Keeps a verdict with the profile of who asked, then sends it with what it did to the ratings.
 * Takes `answer` over, and *f, which becomes NULL if it succeeds. */
duel_status puzzles_keep(const wire_asked *a, duel_found **f, const char *name, json_t *answer,
                         duel_msg *why);
