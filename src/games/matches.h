/* games/matches.h -- what the two games played with a heap of matches share: pictures, and
 * nothing of the rules. */
#ifndef DUEL_GAMES_MATCHES_H
#define DUEL_GAMES_MATCHES_H

#include "core/scene.h"

/* A heap of matches as text: at most three rows, in groups of five, then the number. */
void matches_draw(int64_t count, duel_pen *pen);
/* The heap as a scene; the last `pickable` matches carry the targets "take:1"… */
void matches_scene(int64_t count, int pickable, duel_scene *s);

#endif
