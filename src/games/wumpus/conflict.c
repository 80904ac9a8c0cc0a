/* wumpus/conflict.c -- naming the cells in conflict: see conflict.h. */
#include "games/wumpus/conflict.h"

#include "games/wumpus/proof.h"

static duel_status say_conflict(const wumpus_conflict *found, duel_msg *why)
{
    duel_buf text;
    duel_buf_init(&text);
    wumpus_print_cells(&found->cells, &text.sink);
    duel_str cells = duel_buf_str(&text);
    int count = wumpus_count(&found->cells);
    duel_status status =
        count == 0 && found->arrow
            ? duel_refuse(why, N_("The arrow cannot have ended as it is told."), "")
        : count == 0 ? duel_refuse(why, N_("No world follows these rules."), "")
        : found->arrow
            ? duel_refuse(why, N_("The arrow and what is known at {0} contradict each other."),
                          "s", cells)
        : count == 1
            ? duel_refuse(why, N_("What is told of {0} contradicts the rules."), "s", cells)
            : duel_refuse(why, N_("What is told of {0} contradicts itself."), "s", cells);
    duel_buf_fini(&text);
    return status;
}

duel_status wumpus_check_knowledge(const wumpus_rules *rules, const wumpus_knowledge *k,
                                   wumpus_conflict *out, duel_msg *why)
{
    wumpus_proof *p;
    duel_status status = wumpus_proof_new(rules, k, true, &p, why);
    if (status != DUEL_OK)
        return status;
    bool on[WUMPUS_PREMISES];
    sat_contrary nothing = {.clause_size = 0};
    if (sat_premises_refute(wumpus_proof_premises(p), &nothing, true, on)) {
        wumpus_conflict found = {.arrow = false};
        for (int i = 0; i < sat_premises_count(wumpus_proof_premises(p)); i++) {
            const wumpus_premise *premise = wumpus_proof_premise(p, i);
            if (on[i] && premise->kind == WUMPUS_PREMISE_ARROW)
                found.arrow = true;
            else if (on[i] && premise->kind != WUMPUS_PREMISE_LAW)
                wumpus_add(&found.cells, premise->cell.x, premise->cell.y);
        }
        *out = found;
        status = say_conflict(&found, why);
    }
    wumpus_proof_free(p);
    return status;
}
