/* core/pen.h -- drawing with a pen that may lack colours, or have nobody who asks what is what.
 */
#ifndef DUEL_CORE_PEN_H
#define DUEL_CORE_PEN_H

#include "core/game.h"

void duel_pen_tone(duel_pen *pen, duel_tone tone);
/* What is drawn from here on is the element of the scene with this id; NULL: none of them. */
void duel_pen_thing(duel_pen *pen, const char *id);
/* A text in a tone, then plain again. */
void duel_pen_put(duel_pen *pen, duel_tone tone, const char *text);

#endif
