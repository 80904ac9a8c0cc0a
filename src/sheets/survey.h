/* sheets/survey.h -- what games of random moves tell of a sheet before it is played.
 *
 * Who chooses when, which moves are mere waiting, whose turn a fact names, what the goals come
 * to, and what the sheet leaves open. States met on the way are kept: whoever looks for a
 * board, or for what is true in every state, begins with what is true in these. */
#ifndef DUEL_SHEETS_SURVEY_H
#define DUEL_SHEETS_SURVEY_H

#include "sheets/machine.h"

enum { SURVEY_NOBODY = -1 };

typedef struct survey {
    uint32_t chance;             /* the role that is chance; MACHINE_ROLES: none */
    bool together;               /* two seats chose in the same state */
    bool chance_chose;           /* chance had a choice */
    bool stranded;               /* a role had no move in a state that was not over */
    uint32_t poor_role;          /* which */
    bool unscored;               /* a role had no goal at an end, or several */
    uint32_t open_role;          /* which */
    uint32_t ends;               /* games that came to one */
    int32_t least_sum, most_sum; /* of the goals of all seats at an end */
    bool shades;                 /* some goal was neither 0, 50 nor 100 */
    uint32_t longest;            /* steps of the longest game that ended */
    uint8_t *idle;               /* by move: the only one of its role while others chose */
    int8_t *names_role;          /* by fact: whose turn it is when it holds, in every state met;
                                  * SURVEY_NOBODY: it says nothing of that */
    uint64_t *sample; /* states met: the words of their facts, one state behind the other */
    uint32_t samples;
} survey;

/* `role` are the names of the roles. */
duel_status survey_make(machine *m, const char *const *role, uint32_t chance, survey *out,
                        duel_msg *why);
void survey_fini(survey *s);

static inline const uint64_t *survey_sample(const survey *s, const machine *m, uint32_t i)
{
    return s->sample + (size_t)i * machine_fact_words(m);
}

#endif
