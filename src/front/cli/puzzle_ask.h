/* front/cli/puzzle_ask.h -- puzzles asked one after the other, and answered by what is typed.
 */
#ifndef DUEL_FRONT_CLI_PUZZLE_ASK_H
#define DUEL_FRONT_CLI_PUZZLE_ASK_H

#include "core/command.h"
#include "teach/solving.h"

typedef struct puzzle_room {
    const duel_console *c;
    const duel_variant *v;
    size_t memory;
    const duel_solver *solver; /* whose tries are kept; NULL: nobody's */
} puzzle_room;

/* From this one on, along the numbers, until who answers has had enough. */
duel_status puzzle_ask(const puzzle_room *room, const char *name, duel_msg *why);

#endif
