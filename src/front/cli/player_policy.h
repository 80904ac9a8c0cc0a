/* front/cli/player_policy.h -- a player's move probabilities in a game with hidden information:
 * it is asked at every view it comes to (players/strategy.h), and what it said remembered.
 *
 * A player that does not tell its chances is asked in batches of seeds. Figures worked out of
 * what it played are worked out again without each batch, which tells their standard errors:
 * a grouped jackknife. */
#pragma once

#include "lab/verify.h"
#include "players/strategy.h"

enum { HABIT_BATCHES = 8 };

typedef struct habit {
    int seat;
    uint64_t known;
    duel_state *view;
    duel_move *move;
    int count;
    double *chance;
    double *batch; /* the chances in each batch by itself; NULL: the player tells its chances */
} habit;

typedef struct asked_policy {
    const duel_variant *v;
    machine_player *player;
    uint64_t nodes; /* of each answer; 0: as the player is set up */
    int seeds;
    uint64_t seed; /* the seeds are those that follow */
    bool sampled;  /* somewhere its chances were counted */
    int without;   /* what it does is told as if this batch, from 1 on, had not been asked; 0 */
    habit *list;   /* views asked about so far */
    size_t count, room;
    uint32_t *slot; /* list index + 1, by what is known */
    size_t slots;
    duel_status status;
    duel_msg why;
} asked_policy;

void asked_policy_fini(asked_policy *h);
/* How many batches there are: none of a seed or two can be left out. */
int asked_policy_batches(const asked_policy *h);
/* A policy_fn; `self` is a habits. */
bool asked_policy_mix(void *self, const policy_place *at, double chance[]);
