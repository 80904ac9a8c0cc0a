/* wumpus/agents.c -- `duel wumpus agent`: the agent's figures on fixed seeds. */
#include "games/wumpus/command.h"
#include "games/wumpus/tour.h"

#include <jansson.h>

enum { GRIDS, SEED, THREADS };

const duel_option wumpus_agent_options[] = {
    {"grids", DUEL_NUMBER, 1000, 1, 10000000, NULL, N_("worlds of each kind")},
    {"seed", DUEL_NUMBER, 1, 0, INT64_MAX, NULL, N_("the seed of the draws")},
    {"threads", DUEL_NUMBER, 1, 1, 64, NULL, N_("threads to use")},
    {NULL, DUEL_NUMBER, 0, 0, 0, NULL, NULL}};

static const wumpus_tour tours[] = {
    {.name = "seed-8", .least = 8, .most = 8, .pits = 8},
    {.name = "seed-10", .least = 10, .most = 10, .pits = 12},
    {.name = "seed-15", .least = 15, .most = 15, .pits = 28},
    {.name = "deducible-8", .least = 8, .most = 8, .pits = 8, .only = WUMPUS_DEDUCIBLE},
    {.name = "deducible-10", .least = 10, .most = 10, .pits = 12, .only = WUMPUS_DEDUCIBLE},
    {.name = "deducible-15", .least = 15, .most = 15, .pits = 28, .only = WUMPUS_DEDUCIBLE},
    {.name = "textbook-4", .textbook = true, .least = 4, .most = 4},
    {.name = "textbook-4-7", .textbook = true, .least = 4, .most = 7},
    {.name = "dry-gold-4-7", .textbook = true, .least = 4, .most = 7, .dry_gold = true},
    {.name = "all-golds-8", .least = 8, .most = 8, .pits = 8, .wumpuses = 2, .golds = 2},
};
enum { TOURS = sizeof tours / sizeof *tours };

static json_t *rate_json(int64_t won, int64_t of)
{
    double low, high;
    wumpus_tour_interval(won, of, &low, &high);
    return json_pack("{sIsIs[ff]}", "won", (json_int_t)won, "of", (json_int_t)of, "interval",
                     low, high);
}

static json_t *tour_json(const wumpus_tour *tour, const wumpus_tally_sheet *t)
{
    double n = (double)t->worlds, mean = t->sum / n, error = wumpus_tour_error(t);
    json_t *j =
        json_pack("{sssosfs[ff]}", "worlds", tour->name, "all", rate_json(t->won, t->worlds),
                  "mean", mean, "interval", mean - error, mean + error);
    if (tour->textbook) {
        json_object_set_new(j, "mean_with_turns", json_real(t->turning / n));
    } else {
        json_object_set_new(j, "valid", rate_json(t->valid_won, t->valid));
        json_object_set_new(j, "deducible", rate_json(t->deducible_won, t->deducible));
    }
    return j;
}

static void print_rate(const duel_console *c, const char *name, int64_t won, int64_t of)
{
    double low, high;
    wumpus_tour_interval(won, of, &low, &high);
    duel_putf(c->out, "  %s %lld/%lld = %.2f %% [%.2f, %.2f]", name, (long long)won,
              (long long)of, of ? 100.0 * (double)won / (double)of : 0, 100 * low, 100 * high);
}

static void print_tour(const duel_console *c, const wumpus_tour *tour,
                       const wumpus_tally_sheet *t)
{
    double n = (double)t->worlds;
    duel_putf(c->out, "%-13s %8.2f ± %.2f", tour->name, t->sum / n, wumpus_tour_error(t));
    print_rate(c, "all", t->won, t->worlds);
    if (tour->textbook) {
        duel_putf(c->out, "  with turns %.2f", t->turning / n);
    } else {
        print_rate(c, "valid", t->valid_won, t->valid);
        print_rate(c, "deducible", t->deducible_won, t->deducible);
    }
    duel_put(c->out, "\n");
}

duel_status wumpus_run_agent(const duel_console *c, const duel_args *a, duel_msg *why)
{
    json_t *list = json_array();
    duel_status status = DUEL_OK;
    for (int i = 0; status == DUEL_OK && i < TOURS; i++) {
        wumpus_tally_sheet t;
        status = wumpus_tour_run(c, &tours[i], a->value[GRIDS], (uint64_t)a->value[SEED],
                                 (int)a->value[THREADS], &t, why);
        if (status == DUEL_OK && c->json)
            json_array_append_new(list, tour_json(&tours[i], &t));
        else if (status == DUEL_OK)
            print_tour(c, &tours[i], &t);
    }
    if (status == DUEL_OK && c->json)
        c->print_json(c, json_pack("{sO}", "tours", list));
    json_decref(list);
    return status;
}
