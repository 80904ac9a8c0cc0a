/* front/called.h -- names of people who share one screen: said with their seats, and kept by
 * nobody else.
 *
 *     --seats human:Ada,human:Bob ──▶ "Ada (First) > " */
#ifndef DUEL_FRONT_CALLED_H
#define DUEL_FRONT_CALLED_H

#include "core/game.h"
#include "store/name.h"

typedef struct called {
    char name[DUEL_SEATS][DUEL_NAME_TEXT]; /* "": none */
} called;

/* Takes the name off "human:Ada", which stays as "human"; other players stay as they are. */
duel_status called_read(called *c, int seat, duel_str *player, duel_msg *why);
/* The role of a seat, behind the name of who has it. */
void called_put(const called *c, duel_lang lang, duel_sink *out, const duel_variant *v,
                int seat);
/* Everybody who has a name; false: nobody has. */
bool called_put_all(const called *c, duel_lang lang, duel_sink *out, const duel_variant *v);

#endif
