/* games/wumpus/experiment.c -- the seed's experiment, how many of so many grids with so many
 * pits can be deduced and at what interest; its graph, three curves of easy, medium and hard
 * grids; and `duel wumpus stats`, which tells it row by row. Whoever reads the rules sees the
 * curves from figures kept in figures.def: nobody waits for half a million grids. */
#include "base/file.h"
#include "games/wumpus/command.h"

#include <jansson.h>

/* ---- one row ------------------------------------------------------------------------ */

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

/* ---- the command -------------------------------------------------------------------- */

enum { SIZE, GRIDS, SEED, THREADS };

const duel_option wumpus_stats_options[] = {
    {"size", DUEL_NUMBER, 8, 4, WUMPUS_SIDE, NULL, N_("the side of the grids")},
    {"grids", DUEL_NUMBER, 10000, 1, 100000000, NULL, N_("grids for each number of pits")},
    {"seed", DUEL_NUMBER, 1, 0, INT64_MAX, NULL, N_("the seed of the draws")},
    {"threads", DUEL_NUMBER, 1, 1, 64, NULL, N_("threads to use")},
    {NULL, DUEL_NUMBER, 0, 0, 0, NULL, NULL}};

const duel_flag wumpus_stats_texts[] = {{"svg", "FILE", N_("draw the three curves")},
                                        {NULL, NULL, NULL}};

enum { MOST_ROWS = 70, SMALL_ROWS = 50, SMALL_SIDE = 10 };

typedef struct experiment {
    int size;
    int64_t grids;
    duel_rng rng;
    wumpus_stats row[MOST_ROWS];
} experiment;

/* The seed went to 50 pits, on its largest grid to 70; small grids have no room for as many. */
static int rows_of(int size)
{
    wumpus_rules rules = wumpus_rules_seed(size);
    wumpus_set ground = wumpus_ground(&rules);
    int room = wumpus_count(&ground) - rules.wumpuses - rules.golds;
    int most = size <= SMALL_SIDE ? SMALL_ROWS : MOST_ROWS;
    return room < most ? room : most;
}

/* Each row draws from a stream of its own. */
static duel_status do_row(void *self, int64_t number, duel_msg *why)
{
    experiment *e = self;
    duel_rng rng;
    duel_rng_fork(&e->rng, (uint64_t)(e->size * 1000 + number), &rng);
    return wumpus_stats_row(e->size, (int)number + 1, e->grids, &rng, &e->row[number], why);
}

static void print_as_json(const duel_console *c, const experiment *e, int rows)
{
    json_t *list = json_array();
    for (int i = 0; i < rows; i++) {
        int64_t value[WUMPUS_COLUMNS];
        json_t *row = json_object();
        wumpus_stats_values(&e->row[i], value);
        for (int k = 0; k < WUMPUS_COLUMNS; k++)
            json_object_set_new(row, wumpus_stats_names[k], json_integer((json_int_t)value[k]));
        json_array_append_new(list, row);
    }
    c->print_json(c, json_pack("{so}", "rows", list));
}

static void print_as_table(const duel_console *c, const experiment *e, int rows)
{
    for (int k = 0; k < WUMPUS_COLUMNS; k++)
        duel_putf(c->out, "%s%s", k ? "\t" : "", wumpus_stats_names[k]);
    for (int i = 0; i < rows; i++) {
        int64_t value[WUMPUS_COLUMNS];
        wumpus_stats_values(&e->row[i], value);
        for (int k = 0; k < WUMPUS_COLUMNS; k++)
            duel_putf(c->out, "%s%lld", k ? "\t" : "\n", (long long)value[k]);
    }
    duel_put(c->out, "\n");
}

static duel_status write_chart(const duel_console *c, const experiment *e, int rows,
                               const char *name, duel_msg *why)
{
    duel_buf svg = duel_buf_empty();
    wumpus_chart(e->row, rows, c->lang, &svg.sink);
    return duel_file_replace_with(name, &svg, why);
}

duel_status wumpus_run_stats(const duel_console *c, const duel_args *a, duel_msg *why)
{
    experiment e = {.size = (int)a->value[SIZE], .grids = a->value[GRIDS]};
    int rows = rows_of(e.size);
    duel_rng_init_number(&e.rng, (uint64_t)a->value[SEED]);
    duel_status status = wumpus_share(c, rows, (int)a->value[THREADS], do_row, &e, why);
    if (status == DUEL_OK && a->text[0])
        status = write_chart(c, &e, rows, a->text[0], why);
    if (status != DUEL_OK)
        return status;
    if (c->json)
        print_as_json(c, &e, rows);
    else
        print_as_table(c, &e, rows);
    return DUEL_OK;
}
