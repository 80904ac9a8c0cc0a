/* games/wumpus/experiment.c -- `duel wumpus stats`, the experiment of the original program: how
 * many random grids with a number of pits can be deduced, and at what interest. Its graph
 * stands in figures.c. */
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
