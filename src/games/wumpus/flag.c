/* wumpus/flag.c -- what a flag on a cell is worth: "danger here", held against what follows
 * from the percepts and never against the world. See mark in core/parts.h. */
#include "games/wumpus/because.h"

#include <stdio.h>

/* Reasons too many to be listed leave the bare verdict. */
static void tell_verdict(wumpus_status status, wumpus_cell c, duel_reason *out)
{
    duel_fact *f = wumpus_add_fact(out, WUMPUS_FACT_STATUS, c);
    f->arg[2] = status;
    duel_say(&f->text,
             status == WUMPUS_IS_SAFE      ? N_("({0},{1}) can be proved safe.")
             : status == WUMPUS_IS_UNKNOWN ? N_("Nothing can be known about ({0},{1}) yet.")
                                           : N_("({0},{1}) can be proved dangerous."),
             "ii", (int64_t)c.x, (int64_t)c.y);
}

static duel_claim judge_cell(const wumpus_setup *u, const wumpus_knowledge *k, wumpus_cell c,
                             duel_reason *out)
{
    wumpus_status status = wumpus_tell_status(u, k, c, out);
    if (out->count == 0)
        tell_verdict(status, c, out);
    return status == WUMPUS_IS_UNKNOWN ? DUEL_CLAIM_OPEN
           : status == WUMPUS_IS_SAFE  ? DUEL_CLAIM_WRONG
                                       : DUEL_CLAIM_PROVED;
}

duel_claim wumpus_mark(const duel_variant *v, const void *view, int seat,
                       const duel_target *target, duel_reason *out)
{
    const wumpus_setup *u = wumpus_setup_of(v);
    wumpus_knowledge k = wumpus_knowledge_of(u, view);
    wumpus_cell c;
    int n = u->rules.n, end = 0;
    if (sscanf(target->text, "cell:%2d:%2d%n", &c.x, &c.y, &end) != 2 || target->text[end] ||
        c.x < 0 || c.y < 0 || c.x >= n || c.y >= n)
        return DUEL_CLAIM_NONE;
    return judge_cell(u, &k, c, out);
}
