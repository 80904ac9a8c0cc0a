/* games/wumpus/figures.c -- how many grids are easy, medium and hard for each number of pits,
 * as three curves; and these curves beside the rules, from figures kept in figures.def: nobody
 * waits for half a million grids. */
#include "games/wumpus/command.h"

/* ---- three curves ------------------------------------------------------------------- */

enum { LEFT = 60, TOP = 50, WIDE = 640, HIGH = 360, CURVES = 3 };

static const struct {
    const char *name, *colour, *dashes;
} curves[CURVES] = {
    {N_("easy: deducible, interest 0"), "#1b7837", "none"},
    {N_("medium: deducible, interest 1"), "#b35806", "8 4"},
    {N_("hard: deducible, interest 2 or more"), "#762a83", "2 3"},
};

/* The share of the grids that curve `i` counts. */
static double share(const wumpus_stats *row, int i)
{
    int64_t count = row->deducible[i];
    for (int more = CURVES; i == CURVES - 1 && more < WUMPUS_INTERESTS; more++)
        count += row->deducible[more];
    return row->grids ? (double)count / (double)row->grids : 0;
}

static double across(const wumpus_stats *row, int rows, int pits)
{
    int first = row[0].pits, last = row[rows - 1].pits;
    return LEFT + (last > first ? (double)WIDE * (pits - first) / (last - first) : 0);
}

static double up(double part)
{
    return TOP + HIGH * (1 - part);
}

static void draw_axes(const wumpus_stats *row, int rows, duel_lang lang, duel_sink *out)
{
    for (int percent = 0; percent <= 100; percent += 20)
        duel_putf(out,
                  "<path d=\"M%d %.1fh%d\" stroke=\"#ccc\"/>"
                  "<text x=\"%d\" y=\"%.1f\" text-anchor=\"end\">%d %%</text>\n",
                  LEFT, up(percent / 100.0), WIDE, LEFT - 8, up(percent / 100.0) + 4, percent);
    for (int i = 0; i < rows; i++)
        if (row[i].pits % 10 == 0 || i == 0)
            duel_putf(out, "<text x=\"%.1f\" y=\"%d\" text-anchor=\"middle\">%d</text>\n",
                      across(row, rows, row[i].pits), TOP + HIGH + 20, row[i].pits);
    duel_putf(out, "<text x=\"%d\" y=\"%d\" text-anchor=\"middle\">", LEFT + WIDE / 2,
              TOP + HIGH + 42);
    duel_tell(lang, out, N_("number of pits"), "");
    duel_put(out, "</text>\n");
}

static void draw_curve(const wumpus_stats *row, int rows, int i, duel_lang lang, duel_sink *out)
{
    duel_putf(out,
              "<polyline fill=\"none\" stroke-width=\"2\" stroke=\"%s\" "
              "stroke-dasharray=\"%s\" points=\"",
              curves[i].colour, curves[i].dashes);
    for (int r = 0; r < rows; r++)
        duel_putf(out, "%s%.1f,%.1f", r ? " " : "", across(row, rows, row[r].pits),
                  up(share(&row[r], i)));
    duel_put(out, "\"/>\n");
    double y = TOP + 20 + 20 * i;
    duel_putf(out,
              "<path d=\"M%d %.1fh36\" stroke-width=\"2\" stroke=\"%s\" "
              "stroke-dasharray=\"%s\"/><text x=\"%d\" y=\"%.1f\">",
              LEFT + WIDE - 290, y, curves[i].colour, curves[i].dashes, LEFT + WIDE - 246,
              y + 4);
    duel_tell(lang, out, curves[i].name, "");
    duel_put(out, "</text>\n");
}

void wumpus_chart(const wumpus_stats *row, int rows, duel_lang lang, duel_sink *out)
{
    duel_putf(out,
              "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" "
              "font-family=\"sans-serif\" font-size=\"13\">\n"
              "<rect width=\"100%%\" height=\"100%%\" fill=\"white\"/>\n"
              "<text x=\"%d\" y=\"28\" font-size=\"16\">",
              LEFT + WIDE + 40, TOP + HIGH + 60, LEFT);
    duel_tell(lang, out, N_("Grids of {0} by {0}: {1} drawn for each number of pits"), "ii",
              (int64_t)row[0].size, row[0].grids);
    duel_put(out, "</text>\n");
    draw_axes(row, rows, lang, out);
    for (int i = 0; i < CURVES; i++)
        draw_curve(row, rows, i, lang, out);
    duel_put(out, "</svg>\n");
}

/* ---- for who reads the rules -------------------------------------------------------- */

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
