/* match/schedule.c -- see schedule.h. */
#include "match/schedule.h"

#include <stdlib.h>

enum { PLAYERS_MOST = 64, ENCOUNTERS_MOST = 100000 };

duel_status duel_schedule_add(duel_schedule *s, const duel_encounter *e, duel_msg *why)
{
    if (s->encounters == ENCOUNTERS_MOST)
        return duel_refuse(why, N_("So many players would meet in more than {0} ways."), "i",
                           (int64_t)ENCOUNTERS_MOST);
    duel_encounter *more = realloc(s->encounter, ((size_t)s->encounters + 1) * sizeof *more);
    if (more == NULL)
        return duel_full(why);
    s->encounter = more;
    s->encounter[s->encounters++] = *e;
    return DUEL_OK;
}

void duel_schedule_fini(duel_schedule *s)
{
    free(s->encounter);
    s->encounter = NULL;
    s->encounters = 0;
}

/* Adds all ways to fill the chairs from `chair` on, each player after the one before. */
static duel_status fill_chairs(duel_schedule *s, duel_encounter *e, int chair, duel_msg *why)
{
    if (chair >= s->seats || chair >= DUEL_SEATS)
        return duel_schedule_add(s, e, why);
    duel_status status = DUEL_OK;
    int first = chair ? e->player[chair - 1] + 1 : 0;
    for (int i = first; status == DUEL_OK && i < s->players; i++) {
        e->player[chair] = i;
        status = fill_chairs(s, e, chair + 1, why);
    }
    return status;
}

/* All ways in which the chairs before `chair` are taken by the first players. */
static duel_status schedule_from(int chair, int seats, int players, duel_schedule *out,
                                 duel_msg *why)
{
    duel_schedule s = {.seats = seats, .players = players};
    duel_encounter e = {{0}};
    if (players < seats)
        return duel_bad(why, N_("The game has {0} {0:seat|seats}; there are {1} players."),
                        "ii", (int64_t)seats, (int64_t)players);
    if (players > PLAYERS_MOST)
        return duel_bad(why, N_("At most {0} players may take part."), "i",
                        (int64_t)PLAYERS_MOST);
    for (int i = 0; i < chair; i++)
        e.player[i] = i;
    duel_status status = fill_chairs(&s, &e, chair, why);
    if (status == DUEL_OK)
        *out = s;
    else
        duel_schedule_fini(&s);
    return status;
}

duel_status duel_schedule_together(int seats, int players, duel_schedule *out, duel_msg *why)
{
    return schedule_from(seats, seats, players, out, why);
}

duel_status duel_schedule_round(int seats, int players, duel_schedule *out, duel_msg *why)
{
    return schedule_from(0, seats, players, out, why);
}

duel_status duel_schedule_gauntlet(int seats, int players, duel_schedule *out, duel_msg *why)
{
    return schedule_from(1, seats, players, out, why);
}

uint64_t duel_schedule_numbers(const duel_schedule *s)
{
    uint64_t seats = (uint64_t)s->seats, sets = (s->games + seats - 1) / seats;
    return sets * (uint64_t)s->encounters * seats;
}

uint64_t duel_schedule_games(const duel_schedule *s)
{
    return s->games * (uint64_t)s->encounters;
}

bool duel_schedule_place(const duel_schedule *s, uint64_t number, duel_place *out)
{
    uint64_t seats = (uint64_t)s->seats, block = number / seats;
    duel_place p = {.encounter = (int)(block % (uint64_t)s->encounters),
                    .set = block / (uint64_t)s->encounters,
                    .rotation = (int)(number % seats)};
    if (p.set * seats + (uint64_t)p.rotation >= s->games)
        return false;
    *out = p;
    return true;
}
