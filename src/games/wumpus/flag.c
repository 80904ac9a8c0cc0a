/* wumpus/flag.c -- what a flag on a cell is worth: "danger here", held against what follows
 * from the percepts and never against the world. See mark in core/game.h. */
#include "games/wumpus/because.h"

#include <stdio.h>

/* A cell that was entered or shown: everybody can see what is there. */
static duel_claim judge_seen(const wumpus_facts *facts, const wumpus_state *s, wumpus_cell c,
                             duel_reason *out)
{
    bool pit = wumpus_has(&s->is[WUMPUS_T], c.x, c.y);
    bool beast = wumpus_has(&s->is[WUMPUS_W], c.x, c.y) && !facts->harmless &&
                 !wumpus_has(&facts->slain, c.x, c.y);
    duel_fact *f = wumpus_add_fact(out, WUMPUS_FACT_STATUS, c);
    f->arg[2] = pit ? WUMPUS_IS_PIT : beast ? WUMPUS_IS_WUMPUS : WUMPUS_IS_SAFE;
    duel_say(&f->text,
             pit     ? N_("({0},{1}) is a pit: you have seen it.")
             : beast ? N_("({0},{1}) is the wumpus’s cell: you have seen it.")
                     : N_("({0},{1}) is safe: you have seen what is there."),
             "ii", (int64_t)c.x, (int64_t)c.y);
    return pit || beast ? DUEL_CLAIM_PROVED : DUEL_CLAIM_WRONG;
}

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

static duel_claim judge_dark(const wumpus_setup *u, const wumpus_knowledge *k, wumpus_cell c,
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
    (void)seat;
    const wumpus_state *s = view;
    const wumpus_setup *u = wumpus_setup_of(v);
    wumpus_knowledge k = wumpus_knowledge_of(u, s);
    wumpus_facts facts;
    wumpus_cell c;
    int n = u->rules.n, end = 0;
    if (sscanf(target->text, "cell:%2d:%2d%n", &c.x, &c.y, &end) != 2 || target->text[end] ||
        c.x < 0 || c.y < 0 || c.x >= n || c.y >= n ||
        wumpus_facts_of(&u->rules, &k, &facts, NULL) != DUEL_OK)
        return DUEL_CLAIM_NONE;
    bool seen = wumpus_has(&s->explored, c.x, c.y) || wumpus_has(&s->shown, c.x, c.y);
    return seen ? judge_seen(&facts, s, c, out) : judge_dark(u, &k, c, out);
}
