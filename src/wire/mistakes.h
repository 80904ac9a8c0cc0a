/* wire/mistakes.h -- who learns from its mistakes, shared by mistakes.c and exercise.c only. */
#pragma once

#include "teach/mistakes.h"
#include "wire/inside.h"

/* Whose exercises, with which limits. */
typedef struct mistakes_learner {
    wire_hub *hub;
    char profile[STORE_PROFILE_TEXT], game[STORE_ID_TEXT]; /* a game: "" for all */
    uint64_t nodes;                                        /* for a search; 0: the usual time */
} mistakes_learner;

/* The profile that the asker has shown, and what its request says. */
duel_status learner_read(const wire_asked *a, mistakes_learner *out, duel_msg *why);
practice_setup learner_practice(const mistakes_learner *l, data_store *store);
mistake_examiner learner_examiner(const mistakes_learner *l);
/* Whether that client, NULL if it has left, is still who it was when it asked. */
bool learner_is(const wire_client *c, const mistakes_learner *l);
/* What was asked for another profile is not told. */
void learner_refuse(wire_client *c, json_int_t re);
