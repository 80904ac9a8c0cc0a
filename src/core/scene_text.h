/* core/scene_text.h -- pictures as text: one renderer for the scenes of all games.
 *
 * A board of cells becomes a grid with the names of its columns and rows, ruled when it is
 * small; pieces are signs on it; loose things (matches, pins) stand in rows, long ones counted
 * in fives; cards are in brackets. Whatever is words (counters, labels and seats without a
 * face) follows in lines below. Buttons and choices are left to the front ends. The pen is told
 * what each sign is. */
#pragma once

#include "core/scene.h"

/* The position as text, ended by a newline: drawn by the game; else sketched from its scene,
 * with a cross where a move can be made if that is not everywhere; else as it is written. */
void duel_draw(const duel_variant *v, const void *view, int seat, duel_pen *pen);

/* False, and nothing drawn: no memory, or nothing in the scene can be seen as text. */
bool duel_scene_text(const duel_scene *s, duel_pen *pen);
