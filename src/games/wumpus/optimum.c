/* wumpus/optimum.c -- exhaustive search over what can be known: see optimum.h.
 *
 * What an explorer knows is the list of worlds that agree with all it felt. Cells that are safe
 * in all of them are entered first, which costs nothing; else every cell and every shot is
 * tried, and the list falls apart by what is felt. */
#include "games/wumpus/optimum.h"

#include <stdlib.h>
#include <string.h>

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
    static const int dx[] = {0, 1, 0, -1}, dy[] = {1, 0, -1, 0};
    int x = cell % N + dx[way], y = cell / N + dy[way];
    for (; wumpus_inside(N, x, y); x += dx[way], y += dy[way])
        if (live >> (y * N + x) & 1)
            return y * N + x;
    return -1;
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
        return duel_full(why);
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
    if (r->count == r->room) {
        int room = r->room ? 2 * r->room : 1024;
        wumpus_world *more = realloc(r->world, (size_t)room * sizeof *more);
        r->failed = r->failed || more == NULL;
        if (more == NULL)
            return;
        r->world = more;
        r->room = room;
    }
    r->world[r->count++] = *world;
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
        return duel_full(why);
    }
    *out = r.world;
    *count = r.count;
    return DUEL_OK;
}
