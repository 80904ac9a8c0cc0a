/* gdl/ground.h -- the rules of a sheet with every variable replaced by what it can be.
 *
 * First what never changes is proved, once. Then everything that may ever hold: a fact of a
 * state is one of the start or a possible `next`, a move a possible `legal`, and what is
 * negated may or may not hold. Last, each rule is run over what may hold, and each time it fits
 * makes an instance: a conclusion, and the changing conditions under which it holds. What never
 * changes has been looked at and is gone. */
#ifndef DUEL_GDL_GROUND_H
#define DUEL_GDL_GROUND_H

#include "gdl/facts.h"
#include "gdl/sheet.h"

/* A condition of an instance, in one number: which, times four, and its kind. */
typedef enum gdl_part {
    GDL_ATOM,    /* a fact, by term, holds */
    GDL_NO_ATOM, /* … does not */
    GDL_SOME,    /* one of a row's facts holds: variables of no consequence */
    GDL_PARTS
} gdl_part;

typedef struct gdl_ground {
    gdl_sheet *sheet; /* rewritten for demand */
    gdl_terms terms;
    gdl_facts facts; /* all that may hold */
    gdl_functor functor[GDL_WORDS];
    gdl_list heads; /* conclusion, place in `parts`, conclusion, place … */
    gdl_list parts; /* count, conditions, count, conditions … */
    gdl_pool rows;  /* view, row: what GDL_SOME means */
} gdl_ground;

/* Fills *g; its memory is the job's. Leaves the job where its limits do not suffice. */
void gdl_ground_make(gdl_ground *g, gdl_job *j, gdl_sheet *rewritten);
/* Whether what holds of a relation can change during a game. */
bool gdl_changes(const gdl_ground *g, gdl_functor relation);

#endif
