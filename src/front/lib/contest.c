/* front/lib/contest.c -- libduel: players against players. */
#include "front/lib/inside.h"
#include "match/match.h"

static duel_status play_match(const libduel_game *g, const duel_str spec[],
                              const duel_schedule *schedule, const libduel_limits *limits,
                              duel_tally **tally, duel_msg *why)
{
    duel_match m = {.v = &g->v,
                    .spec = spec,
                    .schedule = schedule,
                    .threads = 1,
                    .memory = LIB_MEMORY,
                    .seed = 1};
    if (limits) {
        m.seed = limits->seed;
        m.threads = limits->threads > 0 ? limits->threads : 1;
        m.seconds = limits->seconds;
        m.nodes = limits->nodes;
    }
    return duel_match_run(&m, tally, why);
}

static void tell_points(const duel_tally *t, int players, libduel_points out[])
{
    for (int i = 0; i < players; i++) {
        duel_points p = duel_tally_total(t, i);
        out[i] = (libduel_points){p.wins, p.ties, p.losses, p.points, p.margin};
    }
}

libduel_status libduel_match(libduel_game *g, const char *const spec[], uint64_t games,
                             const libduel_limits *limits, libduel_points out[],
                             libduel_error *error)
{
    duel_msg why = {0};
    duel_str name[DUEL_SEATS];
    duel_schedule schedule;
    duel_tally *tally = NULL;
    int seats = g->v.seats;
    for (int i = 0; i < seats; i++)
        name[i] = duel_str_of(spec[i]);
    duel_status status = duel_schedule_together(seats, seats, &schedule, &why);
    if (status != DUEL_OK)
        return lib_fail(g, status, &why, error);
    schedule.games = games;
    status = play_match(g, name, &schedule, limits, &tally, &why);
    if (status == DUEL_OK) {
        tell_points(tally, seats, out);
        duel_tally_free(tally);
    }
    duel_schedule_fini(&schedule);
    return status == DUEL_OK ? LIBDUEL_OK : lib_fail(g, status, &why, error);
}
