/* wumpus/figures.c -- the curves of the seed's experiment for whoever reads the rules, from
 * figures kept in figures.def: nobody waits for half a million grids. See chart.h, stats.h. */
#include "games/wumpus/chart.h"
#include "games/wumpus/state.h"

enum { DRAWN = 10000 };

static const wumpus_stats all_rows[] = {
#define GRIDS(side, with, easy, medium, hard)                                                  \
    {.size = (side), .pits = (with), .grids = DRAWN, .deducible = {(easy), (medium), (hard)}},
#include "games/wumpus/figures.def"
#undef GRIDS
};

static void draw_figure(int size, duel_lang lang, duel_sink *out)
{
    int rows = (int)(sizeof all_rows / sizeof *all_rows), first = 0, count = 0;
    while (first < rows && all_rows[first].size != size)
        first++;
    while (first + count < rows && all_rows[first + count].size == size)
        count++;
    if (count)
        wumpus_chart(&all_rows[first], count, lang, out);
}

static void draw_grids_8(duel_lang lang, duel_sink *out)
{
    draw_figure(8, lang, out);
}

static void draw_grids_10(duel_lang lang, duel_sink *out)
{
    draw_figure(10, lang, out);
}

static void draw_grids_15(duel_lang lang, duel_sink *out)
{
    draw_figure(15, lang, out);
}

const duel_figure wumpus_figures[] = {
    {"grids-8", N_("Easy, medium and hard grids of 8 by 8"), draw_grids_8},
    {"grids-10", N_("Easy, medium and hard grids of 10 by 10"), draw_grids_10},
    {"grids-15", N_("Easy, medium and hard grids of 15 by 15"), draw_grids_15},
    {NULL, NULL, NULL}};
