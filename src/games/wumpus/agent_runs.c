/* games/wumpus/agent_runs.c -- the agent sent through many worlds, how often it wins and its
 * mean score; and `duel wumpus agent`, which tells that on fixed seeds. */
#include "games/wumpus/command.h"

#include "games/wumpus/agent.h"

#include <jansson.h>
#include <math.h>
#include <stdlib.h>

/* One exploration. */
typedef struct visit {
    bool won, valid, deducible;
    int score, turns;
} visit;

typedef struct tourist {
    const wumpus_tour *tour;
    duel_rng rng;
    visit *visit;
} tourist;

static wumpus_setup setup_by(const wumpus_rules *rules, bool textbook)
{
    return (wumpus_setup){.rules = *rules,
                          .textbook = textbook,
                          .arrows = rules->wumpuses,
                          .steps = 4 * rules->n * rules->n};
}

static wumpus_setup setup_for(const wumpus_tour *t, int n)
{
    wumpus_rules rules = t->textbook ? wumpus_rules_textbook(n, 0.2) : wumpus_rules_seed(n);
    if (!t->textbook) {
        rules.pits_are = WUMPUS_PITS_COUNT;
        rules.pits = t->pits;
    }
    rules.wumpuses = t->wumpuses ? t->wumpuses : 1;
    rules.golds = t->golds ? t->golds : 1;
    rules.all_golds = rules.golds > 1;
    return setup_by(&rules, t->textbook);
}

static bool wanted(const wumpus_tour *t, const wumpus_rules *rules, const wumpus_world *world)
{
    bool arrow = t->only == WUMPUS_DEDUCIBLE_BY_ARROW;
    wumpus_set lost = wumpus_and(world->gold, &world->pit);
    if (t->dry_gold && !wumpus_empty(&lost))
        return false;
    return t->only == WUMPUS_NOT_DEDUCIBLE || wumpus_deducible(rules, world, arrow) == t->only;
}

static duel_status draw(const wumpus_tour *t, const wumpus_setup *u, duel_rng *rng,
                        wumpus_world *out, duel_msg *why)
{
    duel_status status;
    do
        status = wumpus_draw_world(&u->rules, rng, out, why);
    while (status == DUEL_OK && !wanted(t, &u->rules, out));
    return status;
}

/* ---- turning round ------------------------------------------------------------------ */

/* The textbook's agent faces a way, east at first, and turns by quarters. The way walked is
 * one of the shortest; which one is left to chance of the search. */
static int quarters(int from, int to)
{
    int turn = (to - from + 4) % 4;
    return turn == 3 ? 1 : turn;
}

/* Turns on a shortest walk, straight on wherever that leads there too. */
static int turns_walking(const wumpus_state *s, int n, wumpus_cell to, int *facing)
{
    wumpus_walk back; /* steps left from every cell */
    wumpus_cell at = {s->x, s->y};
    wumpus_set open = s->explored;
    wumpus_add(&open, to.x, to.y);
    wumpus_walk_from(n, &open, to, &back);
    int turns = 0;
    while (at.x != to.x || at.y != to.y) {
        int best = -1;
        for (int way = 0; way < 4; way++) {
            wumpus_cell c = wumpus_toward(at, (wumpus_way)way);
            if (wumpus_inside(n, c.x, c.y) && wumpus_has(&open, c.x, c.y) &&
                back.steps[c.y][c.x] + 1 == back.steps[at.y][at.x] &&
                (best < 0 || quarters(*facing, way) < quarters(*facing, best)))
                best = way;
        }
        if (best < 0)
            return turns;
        turns += quarters(*facing, best);
        *facing = best;
        at = wumpus_toward(at, (wumpus_way)best);
    }
    return turns;
}

static int turns_for(const wumpus_state *s, int n, duel_move move, int *facing)
{
    wumpus_cell c = wumpus_move_cell(move);
    int turns = 0;
    if (wumpus_move_act(move) == WUMPUS_GO)
        return turns_walking(s, n, c, facing);
    if (wumpus_move_act(move) == WUMPUS_SHOOT) {
        turns = quarters(*facing, c.x);
        *facing = c.x;
    }
    return turns;
}

/* ---- exploring ---------------------------------------------------------------------- */

static duel_status explore_by_agent(const wumpus_setup *u, wumpus_state *s, visit *out,
                                    duel_msg *why)
{
    int facing = WUMPUS_EAST;
    while (wumpus_ending_of(u, s) == WUMPUS_GOES_ON) {
        wumpus_choice choice;
        wumpus_state view = *s;
        wumpus_veil(&view);
        duel_status status = wumpus_choose(u, &view, &choice, why);
        if (status != DUEL_OK)
            return status;
        out->turns += turns_for(s, u->rules.n, choice.move, &facing);
        wumpus_play(u, s, choice.move);
    }
    out->won = wumpus_has_won(u, s);
    out->score = wumpus_score_of(u, s);
    return DUEL_OK;
}

duel_status wumpus_tour_wins(const wumpus_rules *rules, const wumpus_world *world, bool *won,
                             duel_msg *why)
{
    wumpus_setup u = setup_by(rules, false);
    wumpus_state s;
    visit v = {.won = false};
    wumpus_begin(&u, world, &s);
    duel_status status = explore_by_agent(&u, &s, &v, why);
    if (status == DUEL_OK)
        *won = v.won;
    return status;
}

static duel_status visit_one(void *self, int64_t number, duel_msg *why)
{
    const tourist *t = self;
    duel_rng rng;
    duel_rng_fork(&t->rng, (uint64_t)number, &rng);
    int span = t->tour->most - t->tour->least + 1;
    int n = t->tour->least + (int)duel_rng_below(&rng, (uint32_t)span);
    wumpus_setup u = setup_for(t->tour, n);
    wumpus_world world;
    wumpus_state s;
    visit *v = &t->visit[number];
    duel_status status = draw(t->tour, &u, &rng, &world, why);
    if (status != DUEL_OK)
        return status;
    if (!u.textbook) {
        v->valid = wumpus_is_valid(&world);
        v->deducible = wumpus_deducible(&u.rules, &world, false) == WUMPUS_DEDUCIBLE;
    }
    wumpus_begin(&u, &world, &s);
    return explore_by_agent(&u, &s, v, why);
}

static void add_visit(wumpus_tally_sheet *t, const visit *v)
{
    t->worlds++;
    t->won += v->won;
    t->valid += v->valid;
    t->valid_won += v->valid && v->won;
    t->deducible += v->deducible;
    t->deducible_won += v->deducible && v->won;
    t->sum += v->score;
    t->squares += (double)v->score * v->score;
    t->turning += v->score - v->turns;
}

duel_status wumpus_tour_run(const duel_console *console, const wumpus_tour *tour, int64_t count,
                            uint64_t seed, int threads, wumpus_tally_sheet *out, duel_msg *why)
{
    tourist t = {.tour = tour, .visit = calloc((size_t)count, sizeof *t.visit)};
    if (t.visit == NULL)
        return duel_no_space(why);
    duel_rng_init_number(&t.rng, seed);
    duel_status status = wumpus_share(console, count, threads, visit_one, &t, why);
    if (status == DUEL_OK) {
        *out = (wumpus_tally_sheet){.worlds = 0};
        for (int64_t i = 0; i < count; i++)
            add_visit(out, &t.visit[i]);
    }
    free(t.visit);
    return status;
}

/* ---- figures ------------------------------------------------------------------------ */

static const double normal95 = 1.959964;

double wumpus_tour_error(const wumpus_tally_sheet *t)
{
    double n = (double)t->worlds, mean = t->sum / n;
    double variance = n > 1 ? (t->squares - n * mean * mean) / (n - 1) : 0;
    return normal95 * sqrt(variance > 0 ? variance / n : 0);
}

/* The 95 % interval of a rate (E. B. Wilson, 1927). */
static void wumpus_tour_interval(int64_t won, int64_t of, double *low, double *high)
{
    double n = (double)of, z = normal95, p = of ? (double)won / n : 0;
    if (of == 0) {
        *low = 0, *high = 1;
        return;
    }
    double middle = (p + z * z / (2 * n)) / (1 + z * z / n);
    double half = z * sqrt(p * (1 - p) / n + z * z / (4 * n * n)) / (1 + z * z / n);
    *low = middle - half;
    *high = middle + half;
}

/* ---- the command -------------------------------------------------------------------- */

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
        wumpus_tally_sheet t = {.worlds = 0};
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
