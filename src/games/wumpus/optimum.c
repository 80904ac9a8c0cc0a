/* wumpus/optimum.c -- exhaustive search over what can be known: see optimum.h.
 *
 * What an explorer knows is the list of worlds that agree with all it felt. Cells that are safe
 * in all of them are entered first, which costs nothing; else every cell and every shot is
 * tried, and the list falls apart by what is felt. */
#include "games/wumpus/optimum.h"

#include <stdlib.h>
#include <string.h>

typedef uint16_t cells;

enum { N = WUMPUS_OPTIMUM_SIDE, CELLS = N * N, SIGNS = 8, TABLE = 1 << 20 };

/* A world in words: bit 4 y + x. */
typedef struct small {
    cells pit, wumpus, gold;
    cells breeze, stench, glitter;
    uint64_t name; /* the names of a list of worlds add up to that of the list */
} small;

typedef enum quiver { ARROW, MISSED, KILLED } quiver;

typedef struct known {
    cells explored;
    quiver quiver;
} known;

typedef struct entry {
    uint64_t key; /* 0: free */
    int32_t wins;
} entry;

typedef struct searcher {
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

static cells ray_of(int cell, int way)
{
    static const int dx[] = {0, 1, 0, -1}, dy[] = {1, 0, -1, 0};
    cells ray = 0;
    int x = cell % N + dx[way], y = cell / N + dy[way];
    for (; wumpus_inside(N, x, y); x += dx[way], y += dy[way])
        ray |= (cells)(1 << (y * N + x));
    return ray;
}

static cells cells_of(const wumpus_set *set)
{
    cells out = 0;
    for (int y = 0; y < N; y++)
        out |= (cells)(set->row[y] << (y * N));
    return out;
}

/* ---- lists of worlds ---------------------------------------------------------------- */

static cells deadly(const small *w, quiver q)
{
    return q == KILLED ? w->pit : w->pit | w->wumpus;
}

static int felt_at(const small *w, cells cell)
{
    return ((w->breeze & cell) != 0) | ((w->stench & cell) != 0) << 1 |
           ((w->glitter & cell) != 0) << 2;
}

/* Wins after `cell` is entered: its gold, and what follows for each thing felt there. */
static int wins_entering(searcher *s, const int *list, int count, known k, cells cell)
{
    int *part = malloc((size_t)(count > 0 ? count : 1) * sizeof *part), wins = 0;
    if (part == NULL) {
        s->full = true;
        return 0;
    }
    known next = {k.explored | cell, k.quiver};
    for (int i = 0; i < count; i++)
        wins += s->world[list[i]].gold == cell;
    for (int felt = 0; felt < SIGNS; felt++) {
        int size = 0;
        for (int i = 0; i < count; i++) {
            const small *w = &s->world[list[i]];
            if (w->gold != cell && !(deadly(w, k.quiver) & cell) && felt_at(w, cell) == felt)
                part[size++] = list[i];
        }
        wins += best_wins(s, part, size, next);
    }
    free(part);
    return wins;
}

/* Wins after an arrow across `ray`: both outcomes. */
static int wins_shooting(searcher *s, const int *list, int count, known k, cells ray)
{
    int *part = malloc((size_t)count * sizeof *part), wins = 0;
    if (part == NULL) {
        s->full = true;
        return 0;
    }
    for (int hit = 0; hit <= 1; hit++) {
        int size = 0;
        for (int i = 0; i < count; i++)
            if (((s->world[list[i]].wumpus & ray) != 0) == hit)
                part[size++] = list[i];
        wins += best_wins(s, part, size, (known){k.explored, hit ? KILLED : MISSED});
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

static int wins_by_arrow(searcher *s, const int *list, int count, known k)
{
    int best = 0;
    for (int c = 0; c < CELLS && best < count; c++)
        for (int way = 0; way < 4 && (k.explored >> c & 1); way++) {
            cells ray = ray_of(c, way), met = 0;
            for (int i = 0; i < count; i++)
                met |= s->world[list[i]].wumpus & ray;
            int wins = met ? wins_shooting(s, list, count, k, ray) : 0;
            best = wins > best ? wins : best;
        }
    return best;
}

static uint64_t key_of(const searcher *s, const int *list, int count, known k)
{
    uint64_t key = (uint64_t)k.explored << 2 | (uint64_t)k.quiver;
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
        risky |= deadly(&s->world[list[i]], k.quiver);
    cells safe = edge & (cells)~risky;
    if (safe)
        return wins_entering(s, list, count, k, (cells)(safe & -safe));
    int by_risk = wins_by_risk(s, list, count, k, edge);
    int by_arrow = k.quiver == ARROW ? wins_by_arrow(s, list, count, k) : 0;
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

duel_status wumpus_optimum(const wumpus_world *worlds, int count, int *out, duel_msg *why)
{
    small *world = shrink_worlds(worlds, count);
    int *list = malloc((size_t)(count > 0 ? count : 1) * sizeof *list);
    searcher s = {.world = world, .table = calloc(TABLE, sizeof *s.table)};
    bool ready = world && list && s.table;
    for (int i = 0; ready && i < count; i++)
        list[i] = i;
    int wins = ready ? best_wins(&s, list, count, (known){1, ARROW}) : 0;
    free(s.table);
    free(list);
    free(world);
    if (!ready || s.full)
        return duel_full(why);
    *out = wins;
    return DUEL_OK;
}

/* The wumpus and the gold on every two cells left by the pits. */
static int add_worlds(const wumpus_set *pits, const wumpus_set *open, wumpus_world *out)
{
    int count = 0;
    for (wumpus_cell w = wumpus_first(open); w.y >= 0; w = wumpus_next(open, w))
        for (wumpus_cell g = wumpus_first(open); g.y >= 0; g = wumpus_next(open, g))
            if (w.x != g.x || w.y != g.y)
                out[count++] = (wumpus_world){.n = N,
                                              .pit = *pits,
                                              .wumpus = wumpus_only(w.x, w.y),
                                              .gold = wumpus_only(g.x, g.y)};
    return count;
}

duel_status wumpus_all_worlds(int pits, wumpus_world **out, int *count, duel_msg *why)
{
    wumpus_rules rules = wumpus_rules_seed(N);
    rules.pits_are = WUMPUS_PITS_COUNT;
    rules.pits = pits;
    duel_status status = wumpus_rules_check(&rules, why);
    if (status != DUEL_OK)
        return status;
    wumpus_set ground = wumpus_ground(&rules);
    int room = wumpus_count(&ground), made = 0;
    size_t most = ((size_t)1 << room) * (size_t)(room * room) / 4;
    wumpus_world *list = malloc(most * sizeof *list);
    if (list == NULL)
        return duel_full(why);
    for (int m = 0; m < 1 << room; m++) {
        wumpus_set pit = {{0}};
        int i = 0;
        for (wumpus_cell c = wumpus_first(&ground); c.y >= 0; c = wumpus_next(&ground, c))
            if (m >> i++ & 1)
                wumpus_add(&pit, c.x, c.y);
        wumpus_set open = wumpus_minus(ground, &pit);
        if (wumpus_count(&pit) == pits)
            made += add_worlds(&pit, &open, list + made);
    }
    *out = list;
    *count = made;
    return DUEL_OK;
}
