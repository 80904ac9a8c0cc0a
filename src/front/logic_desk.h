/* front/logic_desk.h -- whether lines can all be true, and whether a question follows from
 * them: each method of the school step by step, as one JSON object for the command line and the
 * page (docs/json.md). */
#ifndef DUEL_FRONT_LOGIC_DESK_H
#define DUEL_FRONT_LOGIC_DESK_H

#include "front/film.h"
#include "school/clauses.h"

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

/* ---- for the files of the desk ------------------------------------------------------------
 */

typedef struct logic_desk {
    const logic_asked *asked;
    duel_lang lang;
    prop_pool pool;
    int count; /* of what is all to be true: the lines, and the question negated */
    prop_id line[DESK_LINES + 1];
    bool has_question;
    prop_id question;
    school_clauses clauses; /* once they are wanted, or read */
    duel_film film;
    json_t *answer;
} logic_desk;

json_t *desk_formula(const logic_desk *d, prop_id id);
duel_status desk_need_formulas(const logic_desk *d, duel_msg *why);
/* "consistent", "follows", "model", "verdict"; `model` may be NULL. */
void desk_verdict(logic_desk *d, bool consistent, const school_clause *model);
duel_status desk_table(logic_desk *d, duel_msg *why);  /* logic_table.c */
duel_status desk_proven(logic_desk *d, duel_msg *why); /* logic_table.c */

#endif
