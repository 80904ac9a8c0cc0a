/* store/facts.h -- what was learned as facts of Prolog, as the files of 1995 keep it:
 *
 *     base([7,0],[1,3]).      won, by taking 3
 *     base([5,1],[0,nil]).    lost */
#ifndef DUEL_STORE_FACTS_H
#define DUEL_STORE_FACTS_H

#include "core/engine.h"

/* Writes a fact for each position that can be reached and is known to be won or lost; those
 * that are over need none. */
duel_status duel_facts_write(const duel_variant *v, const duel_learned *l, duel_sink *out,
                             duel_msg *why);

#endif
