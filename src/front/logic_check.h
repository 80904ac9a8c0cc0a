/* front/logic_check.h -- a derivation that somebody writes, told line by line, with a hint how
 * to go on: for the command line and the page (docs/json.md). */
#ifndef DUEL_FRONT_LOGIC_CHECK_H
#define DUEL_FRONT_LOGIC_CHECK_H

#include "fitch/derivation.h"
#include "front/json.h"

/* Every line holds, and the last is the goal; PROP_NONE: none was named. */
bool check_done(const fitch_derivation *d, prop_id goal);
/* "holds", "wrong", "goal", "lines" */
json_t *check_json(const fitch_derivation *d, prop_id goal, duel_lang lang);
/* An array of plain mathematics: no package is needed. */
void check_put_latex(const fitch_derivation *d, duel_lang lang, duel_sink *out);
/* "text", "more", "line", "left": from the way that is found, which is added to the
 * derivation; or the reason why there is none. */
json_t *check_hint(fitch_derivation *d, prop_id goal, duel_lang lang);
/* Every rule: "rule", "name", "sign", "shapes". */
json_t *check_rules(prop_pool *pool, duel_lang lang);
/* A goal to practise on: "text", the premises as lines, and "ask". */
duel_status check_goal(int64_t level, int64_t number, json_t **out, duel_msg *why);

#endif
