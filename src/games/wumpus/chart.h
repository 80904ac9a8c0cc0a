/* wumpus/chart.h -- the seed's graph: how many grids are easy, medium and hard for each number
 * of pits, as three curves in an SVG picture. Curves differ by dashes as well as by colour. */
#ifndef DUEL_WUMPUS_CHART_H
#define DUEL_WUMPUS_CHART_H

#include "base/messages.h"
#include "games/wumpus/stats.h"

/* Rows by rising number of pits, all of one size; at least one. */
void wumpus_chart(const wumpus_stats *row, int rows, duel_lang lang, duel_sink *out);

#endif
