/* school/derivation_search.h -- the next steps of a derivation: the shortest way to a goal from
 * where somebody stands, as far as it is looked for; and goals to practise on.
 *
 * It is looked for among the plain ways: what is given taken apart, what is wanted put
 * together, assumptions made for conditionals, cases and reductions to the absurd; first with
 * one line, then with two, and so on. What is found are formulas under assumptions; the rules
 * are found, and every line held to them, by the checker (fitch/), which knows no search. */
#pragma once

#include "fitch/derivation.h"

enum { SEEK_LINES = 64, SEEK_PATIENCE = 150000 };

typedef struct seek_line {
    int depth;
    prop_id formula;
    bool assumed;
} seek_line;

typedef struct seek_found {
    int count; /* lines still to be written; 0 with a goal that is reached */
    seek_line line[SEEK_LINES];
    int tried;    /* goals looked at */
    bool gave_up; /* not found: what may be tried was used up before all was tried */
} seek_found;

/* From the end of what was written, whose lines all hold. False: nothing was found. The pool of
 * the derivation gets formulas. */
bool school_seek(fitch_derivation *d, prop_id goal, int patience, seek_found *out);

/* The same for somebody who asks line after line, and by any way (school_decide) where there is
 * no plain one: a way that was begun counts as well, found from before its first line; for from
 * the middle of it another may look shorter that leads back there. So whoever follows gets
 * nearer with every line. */
bool school_hint(fitch_derivation *d, prop_id goal, int patience, seek_found *out);

/* Adds what was found to a derivation, each line with the rule that the checker finds for it;
 * false if it does not agree. */
bool school_append(fitch_derivation *d, const seek_found *found);

enum { GOAL_LEVELS = 3, GOAL_PREMISES = 4 };

/* A goal that takes about so many lines as its level says, always the same for a number: the
 * premises begin the derivation. False: none was found. */
bool school_goal(int level, unsigned number, fitch_derivation *d, prop_id *goal);

/* ---- for the files of this room ---------------------------------------------------------- */

/* A way to a goal whenever it follows, for goals to which no plain way is
 * found.
 *
 * What is given is taken apart until nothing new comes of it; what is wanted becomes an
 * assumption to be refuted; and where that is not enough, some part of what is known is
 * assumed, refuted, and then denied. Each assumption decides one more part of what is given, so
 * this ends: the calculus KE (D'Agostino and Mondadori, "The Taming of the Cut", Journal of
 * Logic and Computation 4(3), 1994), written as lines after Fitch. Lines that nothing needs are
 * left out. */

/* Lines from the facts to the goal, which is the last of them at depth 0; none if it is a fact.
 * The depth of a line is counted from where the facts stand. False: the goal does not follow,
 * or what may be tried, or written, was used up. */
bool school_decide(prop_pool *pool, const prop_id *fact, int facts, prop_id goal, int patience,
                   seek_found *out);
