/* sheets/stacks.h -- things that lie on each other: `(on disc1 disc2)`, `(on table b)`.
 *
 * A word with two arguments of which one names a thing that is on one other only, and the other
 * what it is on: often a thing itself, or else a foot, which is on nothing. A foot that has
 * several things on it in some state is the ground, and is not drawn. */
#ifndef DUEL_SHEETS_STACKS_H
#define DUEL_SHEETS_STACKS_H

#include "core/scene.h"
#include "sheets/survey.h"

typedef struct stacks {
    const char *word;     /* NULL: there are none */
    int thing, under;     /* parts of a fact */
    const char *ground;   /* NULL: feet only */
    const char *foot[16]; /* in their order */
    int feet;
} stacks;

/* Looked for in the states that random games met. */
void stacks_find(const machine *m, const survey *s, stacks *out);
bool stacks_has(const stacks *s, const named *fact);
/* Adds those of a state, a column each, to a scene that is empty. */
void stacks_put(const stacks *s, const machine *m, const uint64_t *facts, duel_scene *out);

#endif
