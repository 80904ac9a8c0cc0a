/* wumpus/stats.c -- one row of the seed's experiment: see stats.h. */
#include "games/wumpus/stats.h"

#include "games/wumpus/grade.h"

#include <string.h>

const char *const wumpus_stats_names[WUMPUS_COLUMNS] = {
    "size",          "pits",          "grids",         "ded_interest0",
    "ded_interest1", "ded_interest2", "ded_interest3", "ded_interest4plus",
    "not_deducible", "not_valid"};

void wumpus_stats_values(const wumpus_stats *row, int64_t out[WUMPUS_COLUMNS])
{
    out[0] = row->size, out[1] = row->pits, out[2] = row->grids;
    for (int i = 0; i < WUMPUS_INTERESTS; i++)
        out[3 + i] = row->deducible[i];
    out[3 + WUMPUS_INTERESTS] = row->not_deducible;
    out[4 + WUMPUS_INTERESTS] = row->not_valid;
}

static void tally(const wumpus_rules *rules, const wumpus_world *world, wumpus_stats *row)
{
    row->grids++;
    row->not_valid += !wumpus_is_valid(world);
    if (wumpus_deducible(rules, world, false) == WUMPUS_DEDUCIBLE) {
        int interest = wumpus_interest(rules, world);
        row->deducible[interest < WUMPUS_INTERESTS ? interest : WUMPUS_INTERESTS - 1]++;
    } else {
        row->not_deducible++;
    }
}

duel_status wumpus_stats_row(int size, int pits, int64_t grids, duel_rng *rng,
                             wumpus_stats *out, duel_msg *why)
{
    wumpus_rules rules = wumpus_rules_seed(size);
    rules.pits_are = WUMPUS_PITS_COUNT;
    rules.pits = pits;
    wumpus_stats row = {.size = size, .pits = pits};
    for (int64_t i = 0; i < grids; i++) {
        wumpus_world world;
        duel_status status = wumpus_draw_world(&rules, rng, &world, why);
        if (status != DUEL_OK)
            return status;
        tally(&rules, &world, &row);
    }
    *out = row;
    return DUEL_OK;
}
