/* front/logic_methods.h -- whether lines can all be true, and whether a question follows from
 * them: each method of the school step by step, as one JSON object for the command line and the
 * page (docs/json.md). */
#pragma once

#include "fitch/derivation.h"
#include "front/json.h"
#include "front/search_film.h"

enum { DESK_LINES = 64 };

typedef struct logic_asked {
    int count;
    duel_str line[DESK_LINES]; /* formulas */
    duel_str question;         /* its `at` NULL: none */
    duel_str dimacs;           /* clauses in the place of formulas; its `at` NULL: none */
} logic_asked;

/* Lines of a text, empty ones left out; or, if it begins like one, a file of clauses. */
duel_status logic_read_text(duel_str text, logic_asked *out, duel_msg *why);

/* Where a formula could not be read: its line, counted from 0 (the question's is the number of
 * lines; -1: all could be), and the place there, in characters from 0. */
typedef struct logic_place {
    int line;
    size_t at;
} logic_place;

/* NULL ends the list. */
extern const char *const logic_methods[];
bool logic_is_method(duel_str name);

/* *answer, a new reference, is there on success only. */
duel_status logic_decide(duel_str method, const logic_asked *asked, duel_lang lang,
                         json_t **answer, logic_place *wrong, duel_msg *why);

/* ---- a derivation that somebody writes (derivation_check.c)
 * ----------------------------------- */

/* Told line by line, with a hint how to go on. */

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
