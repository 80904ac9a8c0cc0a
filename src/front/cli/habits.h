/* front/cli/habits.h -- how a player plays a game with secrets: asked at every view it comes
 * to (service/habit.h), and what it said remembered. */
#ifndef DUEL_FRONT_CLI_HABITS_H
#define DUEL_FRONT_CLI_HABITS_H

#include "lab/respond.h"
#include "service/habit.h"

typedef struct habit {
    int seat;
    uint64_t known;
    duel_state *view;
    duel_move *move;
    int count;
    double *chance;
} habit;

typedef struct habits {
    const duel_variant *v;
    duel_player *player;
    uint64_t nodes; /* of each answer; 0: as the player is set up */
    int seeds;
    habit *list; /* views asked about so far */
    size_t count, room;
    uint32_t *slot; /* list index + 1, by what is known */
    size_t slots;
    duel_status status;
    duel_msg why;
} habits;

void habits_fini(habits *h);
/* A respond_strategy; `self` is a habits. */
bool habits_mix(void *self, const respond_place *at, double chance[]);

#endif
