/* gdl/demand.h -- a sheet rewritten so that only what is asked for is worked out.
 *
 * Proving bottom up, a relation that is asked about four squares would be worked out for all
 * squares four times over. So each relation that rules define and that depends on the state
 * gets a second one, which holds the arguments that somebody asks for ("magic sets": F.
 * Bancilhon, D. Maier, Y. Sagiv, J. Ullman, "Magic sets and other strange ways to implement
 * logic programs", 1986), and its rules get it as one more condition.
 *
 * Who asks is told from facts, state and moves, and from conditions further left in the rule
 * that are proved without negation. So two conditions never wait for each other, and no
 * negation gets into a circle by it. */
#ifndef DUEL_GDL_DEMAND_H
#define DUEL_GDL_DEMAND_H

#include "gdl/sheet.h"

/* What is concluded is the same. The old sheet must outlive the new one, which is the caller's
 * to free. */
duel_status gdl_demand(const gdl_sheet *s, gdl_sheet **out, duel_msg *why);

#endif
