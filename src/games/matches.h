/* games/matches.h -- what the two games played with a heap of matches share: pictures and the
 * machine they were first played by, and nothing of the rules. */
#pragma once

#include "core/reason.h"

/* The heap as a scene; the last `pickable` matches carry the targets "take:1"… Of the `whole`
 * heap those that were taken lie where they stood. */
void matches_scene(int64_t count, int64_t whole, int pickable, duel_scene *s);
/* What is left of the heap seen in groups, all but the first `alone` matches. */
duel_groups matches_groups(int64_t left, int alone, int size);
/* Setting a heap up: a match goes with those behind it, or one is added to the heap; one that
 * was taken comes back with those before it; the number under the heap goes up or down. False
 * for other elements, and beyond 0 and `most`. */
bool matches_edit(duel_str element, int step, int64_t most, uint32_t *count);

extern const duel_machine matches_machines[];

/* Why there cannot be so many: more than the table of options says, or than it can say. */
duel_status matches_too_many(const duel_option *matches, int64_t most, int64_t count,
                             duel_msg *why);
