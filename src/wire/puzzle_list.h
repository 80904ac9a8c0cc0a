/* wire/puzzle_list.h -- what is shared between asking puzzles (puzzle.c) and the path
 * they are part of (puzzle_list.c). */
#pragma once

#include "teach/puzzle_path.h"
#include "wire/inside.h"

/* Which puzzle of which game is asked for; that of today, if none is named. */
duel_status puzzles_read(const wire_asked *a, const duel_game **g, char name[PUZZLE_NAME],
                         duel_msg *why);
/* rating of the puzzle; seen: its position was solved before */
void puzzles_add_standing(json_t *j, const wire_client *c, const found_puzzle *f,
                          const char *name);
/* Keeps a verdict with the profile of who asked, then sends it with what it did to the ratings.
 * Takes `answer` over, and *f, which becomes NULL if it succeeds. */
duel_status puzzles_keep(const wire_asked *a, found_puzzle **f, const char *name,
                         json_t *answer, duel_msg *why);
