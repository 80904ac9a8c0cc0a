/* match/schedule.h -- who meets whom, and the number each game has.
 *
 * An encounter is as many players as there are seats. It is played in sets: one opening, and
 * the players rotated over the seats until each has sat everywhere. Numbers run through the
 * sets of all encounters in turn, so that a tournament grows evenly, and a number means the
 * same game whatever was played before. */
#ifndef DUEL_MATCH_SCHEDULE_H
#define DUEL_MATCH_SCHEDULE_H

#include "core/game.h"

typedef struct duel_encounter {
    int player[DUEL_SEATS];
} duel_encounter;

typedef struct duel_schedule {
    int seats, players;
    int encounters;
    duel_encounter *encounter;
    uint64_t games; /* of each encounter */
} duel_schedule;

typedef struct duel_place { /* of a game */
    int encounter;
    uint64_t set;
    int rotation;
} duel_place;

/* All together, once; everybody with everybody; the first with all others. The number of games
 * is still to be set. Refused if there are too few players, or too many. */
duel_status duel_schedule_together(int seats, int players, duel_schedule *out, duel_msg *why);
duel_status duel_schedule_round(int seats, int players, duel_schedule *out, duel_msg *why);
duel_status duel_schedule_gauntlet(int seats, int players, duel_schedule *out, duel_msg *why);
/* One encounter more. */
duel_status duel_schedule_add(duel_schedule *s, const duel_encounter *e, duel_msg *why);
void duel_schedule_fini(duel_schedule *s);

/* Numbers lie below this; not each of them is a game, where the last set is not whole. */
uint64_t duel_schedule_numbers(const duel_schedule *s);
/* How many of them are games. */
uint64_t duel_schedule_games(const duel_schedule *s);
/* False: no game has this number. */
bool duel_schedule_place(const duel_schedule *s, uint64_t number, duel_place *out);

/* Who of an encounter sits at a seat: rotated by one from game to game. */
static inline int duel_place_at(const duel_schedule *s, const duel_place *p, int seat)
{
    return (seat + p->rotation) % s->seats;
}

#endif
