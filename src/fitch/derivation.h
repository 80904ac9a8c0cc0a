/* fitch/derivation.h -- derivations written line by line, after Fitch, and held to the rules.
 *
 *     1. A>B      : premise
 *     2. ~B       : premise
 *     3. | A      : assumption
 *     4. | B      : modus ponens 1, 3
 *     5. | #      : contradiction 2, 4
 *     6. ~A       : reductio ad absurdum 3-5
 *
 * A bar for each assumption a line stands under; behind the colon the rule, by name or sign
 * (rules.h), and what it cites: lines, or a sub-derivation as its first and last line. A line
 * without a rule has one found for it, if there is one. Numbers before the formulas may be left
 * out; lines are counted from 1 whatever they say. Empty lines, and those that begin with %,
 * are passed over.
 *
 * Nothing here is shared with the rooms that find derivations. */
#pragma once

#include "base/messages.h"
#include "fitch/rules.h"

enum { FITCH_LINES = 1024, FITCH_PATIENCE = 20000000 };

/* A line, or from the first to the last of a sub-derivation. Counted from 0. */
typedef struct fitch_cite {
    int first, last;
} fitch_cite;

typedef struct fitch_line {
    int depth;       /* assumptions it stands under, its own included */
    prop_id formula; /* PROP_NONE: it could not be read */
    fitch_rule rule;
    bool found; /* the rule was not written */
    int cited;
    fitch_cite cite[FITCH_CITED];
    bool holds;
    duel_msg why;  /* what is wrong, unless it holds */
    duel_msg more; /* what else there is to say to that; its id NULL: nothing */
    size_t at;     /* of what could not be read: the place in the line, in characters from 0 */
    int parent; /* the assumption it stands under, -1 for none; of one itself, the one above */
    int last;   /* of an assumption: the last line of its sub-derivation */
} fitch_line;

/* Large: keep it on the heap. */
typedef struct fitch_derivation {
    prop_pool pool;
    int count;
    int wrong;    /* lines that do not hold */
    int patience; /* what may still be tried to find rules that were not written */
    fitch_line line[FITCH_LINES];
} fitch_derivation;

/* Reads a text and checks every line, each by itself: a line that is wrong does not make those
 * wrong that cite it. DUEL_OK even then; DUEL_INVALID if it is too long to be looked at. */
duel_status fitch_read(fitch_derivation *d, duel_str text, duel_msg *why);

/* For derivations made by a program: begins an empty one; adds a line, which is checked. */
void fitch_init(fitch_derivation *d);
duel_status fitch_add(fitch_derivation *d, const fitch_line *line, duel_msg *why);

/* Whether every line holds and the last one, under no assumption, is this formula. */
bool fitch_proves(const fitch_derivation *d, prop_id goal);

/* "4. | B : modus ponens 1, 3" without the end of the line. */
void fitch_put_line(const fitch_derivation *d, int line, duel_lang lang, prop_style style,
                    duel_sink *out);

/* " 1, 3-5" */
void fitch_put_cites(const fitch_line *line, duel_sink *out);

/* A rule that gives the formula of a line from what may be cited there; false if none does in
 * one step. The fewest citations first, then the order of the table. */
bool fitch_find(fitch_derivation *d, int line);

/* ---- for the files of this room ---------------------------------------------------------- */

/* Whether line `from` may cite a line, or a whole sub-derivation, and what that says. */
bool fitch_cites(const fitch_derivation *d, int from, fitch_cite c, fitch_fact *fact,
                 duel_msg *why);
