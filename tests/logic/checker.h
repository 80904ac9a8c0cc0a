/* tests/logic/checker.h -- checks explanations without trusting anything that made them.
 *
 * Each rule is written again here as a pattern on formula trees, compared node by node; scopes
 * of assumptions are recomputed from the steps; truth is recomputed model by model. */
#ifndef TESTS_LOGIC_CHECKER_H
#define TESTS_LOGIC_CHECKER_H

#include "logic/explain.h"

/* Does the rule (any but premises, assumptions and splits) conclude `to` from these? */
bool checker_rule_holds(const logic_pool *pool, logic_rule rule, const logic_id *from,
                        unsigned count, logic_id to);

/* NULL if the explanation is right; otherwise what is wrong with it. */
const char *checker_objection(const logic_explanation *e, const logic_proof *proof);

/* The value of a formula in a model. */
bool checker_value(const logic_pool *pool, logic_id id, unsigned model);

#endif
