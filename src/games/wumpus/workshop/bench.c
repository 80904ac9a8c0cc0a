/* games/wumpus/workshop/bench.c -- `./dev workshop wumpus bench`: how fast grids are judged,
 * risks counted and hard grids made, with the solver beside, and whether the solver agrees.
 *
 * By the clock on the wall, the best of several runs; the generator runs once. */
#include "base/clock.h"
#include "games/wumpus/command.h"
#include "games/wumpus/world_count.h"

#include <jansson.h>
#include <stdlib.h>

enum { RUNS, THREADS, GRIDS };

static const duel_option bench_options[] = {
    {"runs", DUEL_NUMBER, 5, 1, 1000, NULL, "how often a speed is measured; the best counts"},
    {"threads", DUEL_NUMBER, 2, 1, 64, NULL, "threads to use for making grids"},
    {"grids", DUEL_NUMBER, 1000, 1, 100000, NULL, "hard grids of side 15 to make"},
    {NULL, DUEL_NUMBER, 0, 0, 0, NULL, NULL}};

enum { DRAWN = 20000, ROUNDS = 10, POSITIONS = 300 };

/* ---- the deducible test ------------------------------------------------------------- */

typedef struct speed {
    int n, pits;
    double fast, solver;          /* grids a second */
    int judged, wrong;            /* by the solver, and not as by the fast test */
    double risk_mean, risk_worst; /* seconds for all cells of a position */
} speed;

static duel_status draw_worlds(const speed *s, wumpus_world *out, duel_msg *why)
{
    wumpus_rules rules = wumpus_rules_seed(s->n);
    duel_status status = DUEL_OK;
    duel_rng rng;
    duel_rng_init_number(&rng, (uint64_t)s->n);
    rules.pits_are = WUMPUS_PITS_COUNT;
    rules.pits = s->pits;
    for (int i = 0; status == DUEL_OK && i < DRAWN; i++)
        status = wumpus_draw_world(&rules, &rng, &out[i], why);
    return status;
}

static double rate_of(int64_t count, double since)
{
    double seconds = duel_clock() - since;
    return seconds > 0 ? (double)count / seconds : 0;
}

static void time_fast(const wumpus_world *world, int runs, speed *s)
{
    volatile int found = 0; /* so that no test is left out */
    const wumpus_rules rules = wumpus_rules_seed(s->n);
    for (int r = 0; r < runs; r++) {
        double start = duel_clock();
        for (int i = 0; i < ROUNDS * DRAWN; i++)
            found += wumpus_deducible(&rules, &world[i % DRAWN], false) == WUMPUS_DEDUCIBLE;
        double rate = rate_of((int64_t)ROUNDS * DRAWN, start) + 0 * found;
        s->fast = rate > s->fast ? rate : s->fast;
    }
}

/* The solver explores the same grids, and must grade them alike. */
static duel_status time_solver(const wumpus_world *world, int runs, speed *s, duel_msg *why)
{
    wumpus_rules rules = wumpus_rules_seed(s->n);
    int grids = s->n > 8 ? DRAWN / 200 : DRAWN / 40;
    duel_status status = DUEL_OK;
    void *self;
    for (int r = 0; r < runs && r < 2 && status == DUEL_OK; r++) {
        double start = duel_clock();
        status = wumpus_sat.open(&rules, &self, why);
        if (status != DUEL_OK)
            return status;
        s->wrong = 0;
        for (int i = 0; i < grids && status == DUEL_OK; i++) {
            wumpus_grade grade;
            status = wumpus_explore(&wumpus_sat, self, &rules, &world[i], false, NULL, NULL,
                                    &grade, why);
            s->wrong +=
                status == DUEL_OK && grade != wumpus_deducible(&rules, &world[i], false);
        }
        wumpus_sat.close(self);
        double rate = rate_of(grids, start);
        s->solver = rate > s->solver ? rate : s->solver;
    }
    s->judged = grids;
    return status;
}

/* ---- the risk of a position --------------------------------------------------------- */

/* Keeps the position where proof ends: the last step of an exploration. */
static bool keep_last(void *context, const wumpus_knowledge *k, const wumpus_facts *facts,
                      const wumpus_verdicts *verdicts)
{
    *(wumpus_facts *)context = *facts;
    return true;
}

static duel_status time_position(const wumpus_rules *rules, const wumpus_facts *facts, int runs,
                                 wumpus_risk *risk, double *best, duel_msg *why)
{
    duel_status status = DUEL_OK;
    for (int r = 0; r < runs && status == DUEL_OK; r++) {
        wumpus_counts *counts;
        double start = duel_clock();
        status = wumpus_counts_new(rules, facts, &counts, why);
        if (status != DUEL_OK)
            return status;
        status = wumpus_counts_risk(counts, risk, why);
        wumpus_counts_free(counts);
        double took = duel_clock() - start;
        *best = r == 0 || took < *best ? took : *best;
    }
    return status;
}

static duel_status time_risk(const wumpus_world *world, int runs, wumpus_risk *risk, speed *s,
                             duel_msg *why)
{
    wumpus_rules rules = wumpus_rules_seed(s->n);
    rules.pits_are = WUMPUS_PITS_COUNT;
    rules.pits = s->pits;
    void *self;
    duel_status status = wumpus_fast.open(&rules, &self, why);
    if (status != DUEL_OK)
        return status;
    for (int i = 0; i < POSITIONS && status == DUEL_OK; i++) {
        wumpus_facts facts;
        wumpus_grade grade;
        double took = 0;
        status = wumpus_explore(&wumpus_fast, self, &rules, &world[i], true, keep_last, &facts,
                                &grade, why);
        if (status == DUEL_OK)
            status = time_position(&rules, &facts, runs, risk, &took, why);
        s->risk_mean += took / POSITIONS;
        s->risk_worst = took > s->risk_worst ? took : s->risk_worst;
    }
    wumpus_fast.close(self);
    return status;
}

static duel_status measure(int runs, speed *s, duel_msg *why)
{
    wumpus_world *world = malloc(DRAWN * sizeof *world);
    wumpus_risk *risk = malloc(sizeof *risk);
    duel_status status = world && risk ? draw_worlds(s, world, why) : duel_no_space(why);
    if (status == DUEL_OK) {
        time_fast(world, runs, s);
        status = time_solver(world, runs, s, why);
    }
    if (status == DUEL_OK)
        status = time_risk(world, runs, risk, s, why);
    free(risk);
    free(world);
    return status;
}

/* ---- hard grids --------------------------------------------------------------------- */

enum { HARD_SIDE = 15 };

typedef struct made {
    bool found, wrong;
    wumpus_world world;
    wumpus_certificate certificate;
} made;

typedef struct harvest {
    int64_t made, wrong, needs[WUMPUS_KINDS];
    double seconds, checking;
} harvest;

static duel_status make_one(void *self, int64_t number, duel_msg *why)
{
    made *m = &((made *)self)[number];
    const wumpus_grid_id id = {.serial = number + 1,
                               .size = HARD_SIDE,
                               .difficulty = WUMPUS_HARD,
                               .method = WUMPUS_PERTURB,
                               .version = WUMPUS_ONE_OF_EACH};
    wumpus_rules rules = wumpus_id_rules(&id);
    duel_status status = wumpus_id_grid(&id, &m->world, why);
    if (status == DUEL_REFUSED) /* no grid has this id */
        return DUEL_OK;
    if (status == DUEL_OK)
        status = wumpus_certify(&rules, &m->world, &m->certificate, why);
    m->found = status == DUEL_OK;
    return status;
}

/* Graded again with nothing but the solver for deduction. */
static duel_status check_one(void *self, int64_t number, duel_msg *why)
{
    made *m = &((made *)self)[number];
    wumpus_rules rules = wumpus_rules_seed(HARD_SIDE);
    wumpus_grade grade = WUMPUS_NOT_DEDUCIBLE;
    void *solver;
    if (!m->found)
        return DUEL_OK;
    duel_status status = wumpus_sat.open(&rules, &solver, why);
    if (status != DUEL_OK)
        return status;
    status =
        wumpus_explore(&wumpus_sat, solver, &rules, &m->world, false, NULL, NULL, &grade, why);
    wumpus_sat.close(solver);
    m->wrong = grade != WUMPUS_DEDUCIBLE || m->certificate.difficulty != WUMPUS_HARD ||
               !m->certificate.deducible || !m->certificate.hardness.deducible;
    return status;
}

static duel_status make_hard(const duel_console *c, int64_t count, int threads, harvest *out,
                             duel_msg *why)
{
    made *grid = calloc((size_t)count, sizeof *grid);
    if (grid == NULL)
        return duel_no_space(why);
    double start = duel_clock();
    duel_status status = wumpus_share(c, count, threads, make_one, grid, why);
    out->seconds = duel_clock() - start;
    if (status == DUEL_OK)
        status = wumpus_share(c, count, threads, check_one, grid, why);
    out->checking = duel_clock() - start - out->seconds;
    for (int64_t i = 0; i < count; i++) {
        out->made += grid[i].found;
        out->wrong += grid[i].wrong;
        if (grid[i].found)
            out->needs[grid[i].certificate.hardness.hardest]++;
    }
    free(grid);
    return status;
}

/* ---- telling ------------------------------------------------------------------------ */

static void print_speed(const duel_console *c, const speed *s)
{
    duel_putf(c->out,
              "%dx%d, %d T: deducible test %.0f grids/s, CaDiCaL %.0f grids/s (%d grids, %d "
              "graded otherwise); risk of a position %.3f ms, worst of %d %.3f ms\n",
              s->n, s->n, s->pits, s->fast, s->solver, s->judged, s->wrong, 1e3 * s->risk_mean,
              POSITIONS, 1e3 * s->risk_worst);
}

static void print_harvest(const duel_console *c, const harvest *h)
{
    duel_putf(c->out,
              "%dx%d hard: %lld grids made and certified in %.2f s, checked by CaDiCaL in %.2f "
              "s, %lld graded otherwise; hardest deduction:",
              HARD_SIDE, HARD_SIDE, (long long)h->made, h->seconds, h->checking,
              (long long)h->wrong);
    for (int k = 0; k < WUMPUS_KINDS; k++)
        duel_putf(c->out, " %s %.1f %%", wumpus_kind_names[k],
                  h->made ? 100 * (double)h->needs[k] / (double)h->made : 0);
    duel_put(c->out, "\n");
}

static json_t *speed_json(const speed *s)
{
    return json_pack("{si si sf sf si si sf sf}", "size", s->n, "pits", s->pits,
                     "grids_per_second", s->fast, "cadical_grids_per_second", s->solver,
                     "compared", s->judged, "different", s->wrong, "risk_seconds", s->risk_mean,
                     "risk_worst_seconds", s->risk_worst);
}

static json_t *harvest_json(const harvest *h)
{
    json_t *needs = json_object();
    for (int k = 0; k < WUMPUS_KINDS; k++)
        json_object_set_new(needs, wumpus_kind_names[k], json_integer((json_int_t)h->needs[k]));
    return json_pack("{si sI sf sf sI so}", "size", HARD_SIDE, "grids", (json_int_t)h->made,
                     "seconds", h->seconds, "checking_seconds", h->checking, "different",
                     (json_int_t)h->wrong, "hardest", needs);
}

static duel_status bench_reasoners(const duel_console *c, const duel_args *a, duel_msg *why)
{
    speed s[2] = {{.n = 8, .pits = 8}, {.n = HARD_SIDE, .pits = 30}};
    harvest h = {.made = 0};
    for (int i = 0; i < 2; i++) {
        duel_status status = measure((int)a->value[RUNS], &s[i], why);
        if (status != DUEL_OK)
            return status;
        if (!c->json)
            print_speed(c, &s[i]);
    }
    duel_status status = make_hard(c, a->value[GRIDS], (int)a->value[THREADS], &h, why);
    if (status != DUEL_OK)
        return status;
    if (c->json)
        c->print_json(c, json_pack("{s[oo]so}", "speeds", speed_json(&s[0]), speed_json(&s[1]),
                                   "hard", harvest_json(&h)));
    else
        print_harvest(c, &h);
    return DUEL_OK;
}

const duel_command wumpus_workshop[] = {
    {"bench", "",
     "Measures the reasoners, the risk and the generator, and checks their answers.",
     bench_options, NULL, 0, bench_reasoners},
    {NULL, NULL, NULL, NULL, NULL, 0, NULL}};
