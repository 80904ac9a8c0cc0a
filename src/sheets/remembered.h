/* sheets/remembered.h -- steps of a sheet that were worked out, to be told again.
 *
 * Where a sheet does not ground a step takes milliseconds, and searches, laws and pictures ask
 * for the same ones again and again. The latest are kept here, each as the numbers of its facts
 * and moves, which are few; a new one takes the place of whichever has its slot.
 *
 *     if (!remembered_ask(r, m, step)) { …work it out…; remembered_learn(r, m, step); }
 *
 * One thread at a time. */
#ifndef DUEL_SHEETS_REMEMBERED_H
#define DUEL_SHEETS_REMEMBERED_H

#include "sheets/machine.h"

typedef struct remembered_step remembered_step;

typedef struct remembered {
    remembered_step **slot;
    uint16_t *asked; /* the question at hand; room for all facts, and a move of each role */
    size_t length;
    uint64_t hash;
} remembered;

/* For a machine whose facts and moves all have their room. False: no memory, and
 * remembered_fini is due all the same. */
bool remembered_init(remembered *r, const machine *m);
void remembered_fini(remembered *r);

/* True: the step is filled in. */
bool remembered_ask(remembered *r, const machine *m, machine_step *step);
/* The answer to what was asked last; without memory for it, it is forgotten. */
void remembered_learn(remembered *r, const machine *m, const machine_step *step);

#endif
