/* tiers/ascent.h -- a tier whose results are being found: what backward.c and loops.c share. */
#ifndef DUEL_TIERS_ASCENT_H
#define DUEL_TIERS_ASCENT_H

#include "tiers/opening.h"
#include "tiers/run.h"
#include "tiers/window.h"

typedef struct ascent {
    tiers_run *run;
    uint32_t tier;
    tier_file keys;
    uint64_t from, upto; /* blocks of it that are this program's share */
    size_t kept;         /* positions from block `from` on whose codes are kept here */
    tier_file *below;    /* keys and codes of each tier that moves lead to */
    window_source *source;
    size_t sources;
    void *codes; /* what is known so far, from block `from` on; 0: nothing */
    uint32_t code_bytes;
    window window;
    bool first_pass;
    atomic_uint_fast64_t next, children, found;
    atomic_bool failed, stopped;
} ascent;

/* The keys of block `i` opened; false: it is damaged, which is noted. */
bool ascent_open_block(ascent *a, uint64_t i, opening *o);
/* Whether to go on with another block, and which: a->next counts them. */
bool ascent_next_block(ascent *a, uint64_t *i);
/* What came of a piece of work that all threads took part in. */
duel_status ascent_status(const ascent *a, duel_msg *why);
duel_status ascent_too_large(const ascent *a, duel_msg *why);

/* Where moves stay inside the tier: a->codes has the best that each position gets by a move
 * that leaves it, or its end. Makes of it what each is worth. */
duel_status loops_solve(ascent *a, duel_msg *why);

#endif
