/* wire/mistakes.h -- who learns from its mistakes, shared by mistakes.c and exercise.c only. */
#pragma once

#include "teach/mistakes.h"
#include "wire/inside.h"

/* Whose exercises, with which limits. */
typedef struct learner {
    wire_hub *hub;
    char profile[DUEL_PROFILE_TEXT], game[DUEL_ID_TEXT]; /* a game: "" for all */
    uint64_t nodes;                                      /* for a search; 0: the usual time */
} learner;

/* The profile that the asker has shown, and what its request says. */
duel_status learner_read(const wire_asked *a, learner *out, duel_msg *why);
duel_practice learner_practice(const learner *l, duel_store *store);
duel_examiner learner_examiner(const learner *l);
/* Whether that client, NULL if it has left, is still who it was when it asked. */
bool learner_is(const wire_client *c, const learner *l);
/* What was asked for another profile is not told. */
void learner_refuse(wire_client *c, json_int_t re);
