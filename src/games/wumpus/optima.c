/* wumpus/optima.c -- `duel wumpus optimum`: the agent beside the best that anybody can do.
 *
 * Two questions with exact answers: in how many of all 4×4 worlds of the seed's rules the gold
 * can be found, and which mean score no explorer of the textbook's worlds can beat. */
#include "games/wumpus/command.h"
#include "games/wumpus/grade.h"
#include "games/wumpus/optimum.h"
#include "games/wumpus/prospect.h"
#include "games/wumpus/share.h"
#include "games/wumpus/tour.h"

#include <jansson.h>
#include <stdlib.h>

enum { PITS, GRIDS, SEED, THREADS, WUMPUSES, GOLDS, ALL_GOLDS };
enum { MOST_PITS = 6, LEAST_SIDE = 4, MOST_SIDE = 7, SIDES = MOST_SIDE - LEAST_SIDE + 1 };

const duel_option wumpus_optimum_options[] = {
    {"pits", DUEL_NUMBER, 0, 0, MOST_PITS, NULL, N_("the number of pits (0: 1 to 6)")},
    {"grids", DUEL_NUMBER, 1000, 1, 10000000, NULL, N_("worlds of each kind")},
    {"seed", DUEL_NUMBER, 1, 0, INT64_MAX, NULL, N_("the seed of the draws")},
    {"threads", DUEL_NUMBER, 1, 1, 64, NULL, N_("threads to use")},
    {"wumpuses", DUEL_NUMBER, 1, 1, WUMPUS_MOST, NULL, N_("how many wumpuses there are")},
    {"golds", DUEL_NUMBER, 1, 1, WUMPUS_MOST, NULL, N_("how many golds there are")},
    {"goal", DUEL_CHOICE, 0, 0, 1, wumpus_goal_names,
     N_("what must be found: one gold, or all")},
    {NULL, DUEL_NUMBER, 0, 0, 0, NULL, NULL}};

/* ---- all 4×4 worlds ----------------------------------------------------------------- */

typedef struct census {
    wumpus_rules rules;
    int worlds, risky;      /* risky: valid, not deducible */
    int agent, agent_risky; /* won by the agent, of all and of the risky */
    int best;               /* won by the best explorer */
    int best_risky;         /* of the risky, by the best who is told that it is risky */
    wumpus_world *world;
    bool *won;
} census;

static duel_status explore_one(void *self, int64_t number, duel_msg *why)
{
    census *c = self;
    return wumpus_tour_wins(&c->rules, &c->world[number], &c->won[number], why);
}

/* Moves the risky worlds to the front, and counts what was won. */
static void sort_risky(census *c)
{
    for (int i = 0; i < c->worlds; i++) {
        bool risky = wumpus_is_valid(&c->world[i]) &&
                     wumpus_deducible(&c->rules, &c->world[i], false) == WUMPUS_NOT_DEDUCIBLE;
        c->agent += c->won[i];
        c->agent_risky += risky && c->won[i];
        if (risky)
            c->world[c->risky++] = c->world[i];
    }
}

static duel_status take_census(const duel_console *console, int threads, census *c,
                               duel_msg *why)
{
    duel_status status = wumpus_all_worlds(&c->rules, &c->world, &c->worlds, why);
    if (status != DUEL_OK)
        return status;
    c->won = calloc((size_t)c->worlds, sizeof *c->won);
    status =
        c->won ? wumpus_optimum(&c->rules, c->world, c->worlds, &c->best, why) : duel_full(why);
    if (status == DUEL_OK)
        status = wumpus_share(console, c->worlds, threads, explore_one, c, why);
    if (status == DUEL_OK) {
        sort_risky(c);
        status = wumpus_optimum(&c->rules, c->world, c->risky, &c->best_risky, why);
    }
    free(c->won);
    free(c->world);
    c->won = NULL, c->world = NULL;
    return status;
}

static double percent(int part, int of)
{
    return of ? 100.0 * part / of : 0;
}

static void print_census(const duel_console *c, const census *x)
{
    duel_putf(c->out,
              "4x4, %d T: all %d, agent %d = %.2f %%, optimum %d = %.2f %%; risky %d, agent %d "
              "= %.2f %%, optimum %d = %.2f %%\n",
              x->rules.pits, x->worlds, x->agent, percent(x->agent, x->worlds), x->best,
              percent(x->best, x->worlds), x->risky, x->agent_risky,
              percent(x->agent_risky, x->risky), x->best_risky,
              percent(x->best_risky, x->risky));
}

static json_t *census_json(const census *x)
{
    return json_pack("{si si s{si si si} s{si si si}}", "size", WUMPUS_OPTIMUM_SIDE, "pits",
                     x->rules.pits, "all", "worlds", x->worlds, "agent", x->agent, "optimum",
                     x->best, "risky", "worlds", x->risky, "agent", x->agent_risky, "optimum",
                     x->best_risky);
}

/* ---- the textbook's worlds ---------------------------------------------------------- */

/* How each side is bounded: large grids without the wumpus, to few risks. */
static const wumpus_outlook looks[SIDES] = {
    {.ceiling = true, .risks = 9, .nodes = 1 << 16, .step = 1},
    {.ceiling = true, .risks = 3, .nodes = 1 << 21, .step = 1},
    {.ceiling = true, .tame = true, .risks = 3, .least = 1e-6, .nodes = 1 << 20, .step = 1},
    {.ceiling = true, .tame = true, .risks = 3, .least = 1e-6, .nodes = 1 << 21, .step = 1},
};

typedef struct textbook {
    double ceiling[SIDES], mean[SIDES], error[SIDES];
    double all_ceiling, all_mean;
} textbook;

static duel_status measure(const duel_console *c, const duel_args *a, textbook *t,
                           duel_msg *why)
{
    for (int i = 0; i < SIDES; i++) {
        wumpus_rules rules = wumpus_rules_textbook(LEAST_SIDE + i, 0.2);
        wumpus_tour tour = {
            .name = "textbook", .textbook = true, .least = rules.n, .most = rules.n};
        wumpus_tally_sheet sheet;
        wumpus_prospect p;
        duel_status status = wumpus_prospect_begin(&rules, &looks[i], &p, why);
        if (status == DUEL_OK)
            status = wumpus_tour_run(c, &tour, a->value[GRIDS], (uint64_t)a->value[SEED],
                                     (int)a->value[THREADS], &sheet, why);
        if (status != DUEL_OK)
            return status;
        t->ceiling[i] = p.value;
        t->mean[i] = sheet.sum / (double)sheet.worlds;
        t->error[i] = wumpus_tour_error(&sheet);
        t->all_ceiling += p.value / SIDES;
        t->all_mean += t->mean[i] / SIDES;
    }
    return DUEL_OK;
}

static void print_textbook(const duel_console *c, const textbook *t)
{
    for (int i = 0; i < SIDES; i++)
        duel_putf(c->out, "textbook %dx%d: agent %.2f ± %.2f, nobody above %.2f\n",
                  LEAST_SIDE + i, LEAST_SIDE + i, t->mean[i], t->error[i], t->ceiling[i]);
    duel_putf(c->out, "textbook 4-7: agent %.2f, nobody above %.2f\n", t->all_mean,
              t->all_ceiling);
}

static json_t *textbook_json(const textbook *t)
{
    json_t *list = json_array();
    for (int i = 0; i < SIDES; i++)
        json_array_append_new(list,
                              json_pack("{si sf s[ff] sf}", "size", LEAST_SIDE + i, "mean",
                                        t->mean[i], "interval", t->mean[i] - t->error[i],
                                        t->mean[i] + t->error[i], "ceiling", t->ceiling[i]));
    return json_pack("{so sf sf}", "sizes", list, "mean", t->all_mean, "ceiling",
                     t->all_ceiling);
}

static wumpus_rules rules_asked(const duel_args *a, int pits)
{
    wumpus_rules rules = wumpus_rules_seed(WUMPUS_OPTIMUM_SIDE);
    rules.pits_are = WUMPUS_PITS_COUNT;
    rules.pits = pits;
    rules.wumpuses = (int)a->value[WUMPUSES];
    rules.golds = (int)a->value[GOLDS];
    rules.all_golds = a->value[ALL_GOLDS];
    return rules;
}

/* ---- the command -------------------------------------------------------------------- */

duel_status wumpus_run_optimum(const duel_console *c, const duel_args *a, duel_msg *why)
{
    json_t *list = json_array();
    textbook t = {.all_mean = 0};
    duel_status status = DUEL_OK;
    int only = (int)a->value[PITS];
    for (int pits = only ? only : 1; pits <= (only ? only : MOST_PITS) && status == DUEL_OK;
         pits++) {
        census x = {.rules = rules_asked(a, pits)};
        status = take_census(c, (int)a->value[THREADS], &x, why);
        if (status == DUEL_OK && c->json)
            json_array_append_new(list, census_json(&x));
        else if (status == DUEL_OK)
            print_census(c, &x);
    }
    if (status == DUEL_OK)
        status = measure(c, a, &t, why);
    if (status == DUEL_OK && c->json)
        c->print_json(c, json_pack("{sOso}", "worlds", list, "textbook", textbook_json(&t)));
    else if (status == DUEL_OK)
        print_textbook(c, &t);
    json_decref(list);
    return status;
}
