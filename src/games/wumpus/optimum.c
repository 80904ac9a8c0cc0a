/* games/wumpus/optimum.c -- the best that any explorer can do on small grids of the seed's
 * rules, by exhaustive search over what can be known: in how many of the possible worlds the
 * gold, or every gold, can be reached.
 *
 * The explorer knows the number of pits and that every world of the list is as likely as any
 * other, has one arrow for each wumpus and no lifelines, and walks for nothing. What it knows
 * is the list of worlds that agree with all it felt. Cells that are safe in all of them are
 * entered first, which costs nothing; else every cell and every shot is tried, and the list
 * falls apart by what is felt.
 *
 * `duel wumpus optimum` sets the agent beside that. Two questions with exact answers: in how
 * many of all 4×4 worlds of the seed's rules the gold can be found, and which mean score no
 * explorer of the textbook's worlds can beat. */
#include "base/grow.h"
#include "games/wumpus/command.h"

#include "games/wumpus/expected_score.h"

#include <jansson.h>
#include <stdlib.h>

typedef uint16_t cells;

enum { N = WUMPUS_OPTIMUM_SIDE, CELLS = N * N, SIGNS = 16, TABLE = 1 << 20 };

/* A world in words: bit 4 y + x. */
typedef struct small {
    cells pit, wumpus, gold;
    cells breeze, stench, glitter;
    uint64_t name; /* the names of a list of worlds add up to that of the list */
} small;

typedef struct known {
    cells explored;
    cells slain; /* where wumpuses fell; one alone falls unseen */
    int killed, arrows;
} known;

typedef struct entry {
    uint64_t key; /* 0: free */
    int32_t wins;
} entry;

typedef struct searcher {
    const wumpus_rules *rules;
    const small *world;
    entry *table;
    int used;
    bool full;
} searcher;

static int best_wins(searcher *s, const int *list, int count, known k);

/* ---- cells -------------------------------------------------------------------------- */

static cells around(cells set)
{
    const cells left = 0x1111, right = 0x8888;
    return (cells)((set << 1 & ~left) | (set >> 1 & ~right) | set << N | set >> N);
}

/* The first of `live` on an arrow's way; -1: none. */
static int first_on_way(int cell, int way, cells live)
{
    wumpus_cell c = {cell % N, cell / N};
    do
        c = wumpus_toward(c, (wumpus_way)way);
    while (wumpus_inside(N, c.x, c.y) && !(live >> (c.y * N + c.x) & 1));
    return wumpus_inside(N, c.x, c.y) ? c.y * N + c.x : -1;
}

static cells cells_of(const wumpus_set *set)
{
    cells out = 0;
    for (int y = 0; y < N; y++)
        out |= (cells)(set->row[y] << (y * N));
    return out;
}

/* ---- lists of worlds ---------------------------------------------------------------- */

static cells live_wumpuses(const searcher *s, const small *w, known k)
{
    return k.killed < s->rules->wumpuses ? w->wumpus & (cells)~k.slain : 0;
}

static cells deadly(const searcher *s, const small *w, known k)
{
    return w->pit | live_wumpuses(s, w, k);
}

static int felt_at(const small *w, cells cell)
{
    return ((w->breeze & cell) != 0) | ((w->stench & cell) != 0) << 1 |
           ((w->glitter & cell) != 0) << 2 | ((w->gold & cell) != 0) << 3;
}

static bool is_won(const searcher *s, const small *w, cells explored)
{
    return s->rules->all_golds ? (w->gold & ~explored) == 0 : (w->gold & explored) != 0;
}

/* Wins after `cell` is entered: what is found there, and what follows for each thing felt. */
static int wins_entering(searcher *s, const int *list, int count, known k, cells cell)
{
    int *part = malloc((size_t)(count > 0 ? count : 1) * sizeof *part), wins = 0;
    if (part == NULL) {
        s->full = true;
        return 0;
    }
    known next = k;
    next.explored |= cell;
    for (int felt = 0; felt < SIGNS; felt++) {
        int size = 0;
        for (int i = 0; i < count; i++) {
            const small *w = &s->world[list[i]];
            if (felt_at(w, cell) != felt || deadly(s, w, k) & cell)
                continue;
            if (is_won(s, w, next.explored))
                wins++;
            else
                part[size++] = list[i];
        }
        wins += best_wins(s, part, size, next);
    }
    free(part);
    return wins;
}

/* What is known after a shot that ended at `struck` (-1: nowhere); where the only wumpus fell
 * is not told. */
static known after_shot(const searcher *s, known k, int struck)
{
    k.arrows--;
    k.killed += struck >= 0;
    if (struck >= 0 && s->rules->wumpuses > 1)
        k.slain |= (cells)(1 << struck);
    return k;
}

static int told_of(const searcher *s, int struck)
{
    return struck >= 0 && s->rules->wumpuses == 1 ? 0 : struck;
}

/* Wins after an arrow: all that can be told of it. */
static int wins_shooting(searcher *s, const int *list, int count, known k, int from, int way)
{
    int *part = malloc((size_t)count * sizeof *part), wins = 0;
    if (part == NULL) {
        s->full = true;
        return 0;
    }
    for (int told = -1; told < CELLS; told++) {
        int size = 0;
        for (int i = 0; i < count; i++) {
            cells live = live_wumpuses(s, &s->world[list[i]], k);
            if (told_of(s, first_on_way(from, way, live)) == told)
                part[size++] = list[i];
        }
        wins += best_wins(s, part, size, after_shot(s, k, told));
    }
    free(part);
    return wins;
}

/* ---- the best deed ------------------------------------------------------------------ */

static int wins_by_risk(searcher *s, const int *list, int count, known k, cells edge)
{
    int best = 0;
    for (int c = 0; c < CELLS && best < count; c++) {
        if (!(edge >> c & 1))
            continue;
        int wins = wins_entering(s, list, count, k, (cells)(1 << c));
        best = wins > best ? wins : best;
    }
    return best;
}

/* Whether an arrow that way meets a wumpus in some world. */
static bool may_hit(const searcher *s, const int *list, int count, known k, int from, int way)
{
    for (int i = 0; i < count; i++)
        if (first_on_way(from, way, live_wumpuses(s, &s->world[list[i]], k)) >= 0)
            return true;
    return false;
}

static int wins_by_arrow(searcher *s, const int *list, int count, known k)
{
    int best = 0;
    for (int c = 0; c < CELLS && best < count; c++)
        for (int way = 0; way < 4 && (k.explored >> c & 1); way++) {
            int wins = may_hit(s, list, count, k, c, way)
                           ? wins_shooting(s, list, count, k, c, way)
                           : 0;
            best = wins > best ? wins : best;
        }
    return best;
}

static uint64_t key_of(const searcher *s, const int *list, int count, known k)
{
    uint64_t key = ((uint64_t)k.explored << 16 | k.slain) << 16 | (uint64_t)k.killed << 8 |
                   (uint64_t)k.arrows;
    key *= UINT64_C(0x9E3779B97F4A7C15);
    for (int i = 0; i < count; i++)
        key += s->world[list[i]].name;
    return key | 1;
}

static entry *look_up(const searcher *s, uint64_t key)
{
    for (uint64_t i = key >> 32;; i++) {
        entry *e = &s->table[i % TABLE];
        if (e->key == key || e->key == 0)
            return e;
    }
}

static int wins_knowing(searcher *s, const int *list, int count, known k)
{
    cells edge = around(k.explored) & (cells)~k.explored, risky = 0;
    for (int i = 0; i < count; i++)
        risky |= deadly(s, &s->world[list[i]], k);
    cells safe = edge & (cells)~risky;
    if (safe)
        return wins_entering(s, list, count, k, (cells)(safe & -safe));
    int by_risk = wins_by_risk(s, list, count, k, edge);
    int by_arrow = k.arrows ? wins_by_arrow(s, list, count, k) : 0;
    return by_risk > by_arrow ? by_risk : by_arrow;
}

static int best_wins(searcher *s, const int *list, int count, known k)
{
    if (count == 0 || s->full)
        return 0;
    uint64_t key = key_of(s, list, count, k);
    entry *e = look_up(s, key);
    if (e->key == key)
        return e->wins;
    int wins = wins_knowing(s, list, count, k);
    if (++s->used > TABLE / 4 * 3)
        s->full = true;
    else
        *look_up(s, key) = (entry){key, wins};
    return wins;
}

/* ---- from outside ------------------------------------------------------------------- */

static small *shrink_worlds(const wumpus_world *worlds, int count)
{
    small *out = malloc((size_t)(count > 0 ? count : 1) * sizeof *out);
    duel_rng rng;
    duel_rng_init_number(&rng, 1);
    for (int i = 0; out && i < count; i++) {
        wumpus_percepts felt = wumpus_percepts_of(&worlds[i]);
        out[i] = (small){.pit = cells_of(&worlds[i].pit),
                         .wumpus = cells_of(&worlds[i].wumpus),
                         .gold = cells_of(&worlds[i].gold),
                         .breeze = cells_of(&felt.breeze),
                         .stench = cells_of(&felt.stench),
                         .glitter = cells_of(&felt.glitter),
                         .name = duel_rng_next(&rng)};
    }
    return out;
}

duel_status wumpus_optimum(const wumpus_rules *rules, const wumpus_world *worlds, int count,
                           int *out, duel_msg *why)
{
    small *world = shrink_worlds(worlds, count);
    int *list = malloc((size_t)(count > 0 ? count : 1) * sizeof *list);
    searcher s = {.rules = rules, .world = world, .table = calloc(TABLE, sizeof *s.table)};
    bool ready = world && list && s.table;
    known start = {.explored = 1, .arrows = rules->wumpuses};
    for (int i = 0; ready && i < count; i++)
        list[i] = i;
    int wins = ready ? best_wins(&s, list, count, start) : 0;
    free(s.table);
    free(list);
    free(world);
    if (!ready || s.full)
        return duel_no_space(why);
    *out = wins;
    return DUEL_OK;
}

/* ---- all worlds --------------------------------------------------------------------- */

/* A list of worlds that grows; `failed`: no memory. */
typedef struct roll {
    wumpus_world *world;
    int count, room;
    bool failed;
} roll;

static void add_world(roll *r, const wumpus_world *world)
{
    if (GROW(r->world, r->room, r->count + 1))
        r->world[r->count++] = *world;
    else
        r->failed = true;
}

/* How many of each kind are still to be laid. */
typedef struct kinds {
    int pits, wumpuses, golds;
} kinds;

/* Lays everything left on cells of `open` from the first one on, in every way. */
static void lay_all(roll *r, const wumpus_world *world, wumpus_set open, kinds left)
{
    wumpus_cell c = wumpus_first(&open);
    if (left.pits + left.wumpuses + left.golds == 0) {
        add_world(r, world);
        return;
    }
    if (left.pits + left.wumpuses + left.golds > wumpus_count(&open) || r->failed)
        return;
    wumpus_world with = *world;
    wumpus_drop(&open, c.x, c.y);
    lay_all(r, world, open, left);
    if (left.pits) {
        wumpus_add(&with.pit, c.x, c.y);
        lay_all(r, &with, open, (kinds){left.pits - 1, left.wumpuses, left.golds});
        wumpus_drop(&with.pit, c.x, c.y);
    }
    if (left.wumpuses) {
        wumpus_add(&with.wumpus, c.x, c.y);
        lay_all(r, &with, open, (kinds){left.pits, left.wumpuses - 1, left.golds});
        wumpus_drop(&with.wumpus, c.x, c.y);
    }
    if (left.golds) {
        wumpus_add(&with.gold, c.x, c.y);
        lay_all(r, &with, open, (kinds){left.pits, left.wumpuses, left.golds - 1});
    }
}

duel_status wumpus_all_worlds(const wumpus_rules *rules, wumpus_world **out, int *count,
                              duel_msg *why)
{
    duel_status status = wumpus_rules_check(rules, why);
    if (status != DUEL_OK)
        return status;
    roll r = {.count = 0};
    wumpus_world empty = {.n = N};
    lay_all(&r, &empty, wumpus_ground(rules),
            (kinds){rules->pits, rules->wumpuses, rules->golds});
    if (r.failed) {
        free(r.world);
        return duel_no_space(why);
    }
    *out = r.world;
    *count = r.count;
    return DUEL_OK;
}

/* ---- the command -------------------------------------------------------------------- */

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
    status = c->won ? wumpus_optimum(&c->rules, c->world, c->worlds, &c->best, why)
                    : duel_no_space(why);
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
