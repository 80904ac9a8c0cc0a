/* core/scene_diff.h -- what a turn changed in the picture: things placed, things changed, and
 * places left empty.
 *
 * Everything is read from two pictures that somebody was shown, before and after; the paths of
 * the moves only tell which of the differences is the move itself. So a trace says nothing that
 * the pictures hide. It is written to the `last` of the elements of the later one. */
#pragma once

#include "core/scene.h"

/* For the moves turn[0..count) from a state, as `seat` saw them; `after` is the picture that
 * came of them. Where the game itself says what was placed, that stays. */
void duel_scene_diff_turn(const duel_variant *v, const void *state, const duel_move turn[],
                          int count, int seat, duel_scene *after);
