/* games/wumpus/clauses.c -- the clauses of the knowledge base: see clauses.h. */
#include "games/wumpus/clauses.h"

typedef struct writer {
    const wumpus_rules *rules;
    sat_sink *out;
    wumpus_law law;
    int variables; /* used so far */
} writer;

static void clause(const writer *w, const int *literal, int count)
{
    w->out->clause(w->out, (int)w->law, literal, count);
}

static void either(const writer *w, int a, int b)
{
    clause(w, (const int[]){a, b}, 2);
}

static int literal(const writer *w, wumpus_sign sign, int x, int y)
{
    return wumpus_literal(w->rules->n, sign, x, y);
}

static void exactly_so_many(writer *w, wumpus_law law, wumpus_sign sign, int wanted)
{
    int n = w->rules->n, first = wumpus_literal(n, sign, 0, 0);
    sat_exactly(w->out, (int)law, first, n * n, wanted, &w->variables);
}

/* ---- what is felt where ------------------------------------------------------------- */

static void mark(writer *w, wumpus_sign source, wumpus_sign felt, int x, int y)
{
    static const int dx[] = {-1, 1, 0, 0}, dy[] = {0, 0, -1, 1};
    int why[5] = {-literal(w, felt, x, y)}, count = 1;
    for (int i = 0; i < 4; i++) {
        int a = x + dx[i], b = y + dy[i];
        if (!wumpus_inside(w->rules->n, a, b))
            continue;
        either(w, -literal(w, source, x, y), literal(w, felt, a, b));
        why[count++] = literal(w, source, a, b);
    }
    clause(w, why, count);
}

static void mark_own(writer *w, wumpus_sign source, wumpus_sign felt, int x, int y)
{
    either(w, -literal(w, source, x, y), literal(w, felt, x, y));
    either(w, -literal(w, felt, x, y), literal(w, source, x, y));
}

static void marks(writer *w, wumpus_law law, wumpus_sign source, wumpus_sign felt)
{
    bool own = felt == WUMPUS_E && w->rules->own_glitter;
    w->law = law;
    for (int y = 0; y < w->rules->n; y++)
        for (int x = 0; x < w->rules->n; x++)
            (own ? mark_own : mark)(w, source, felt, x, y);
}

static void excludes(writer *w, wumpus_law law, wumpus_sign a, wumpus_sign b)
{
    w->law = law;
    for (int y = 0; y < w->rules->n; y++)
        for (int x = 0; x < w->rules->n; x++)
            either(w, -literal(w, a, x, y), -literal(w, b, x, y));
}

int wumpus_clauses(const wumpus_rules *rules, sat_sink *out)
{
    writer w = {rules, out, WUMPUS_LAW_START, WUMPUS_SIGNS * rules->n * rules->n};
    exactly_so_many(&w, WUMPUS_LAW_ONE_WUMPUS, WUMPUS_W, rules->wumpuses);
    exactly_so_many(&w, WUMPUS_LAW_ONE_GOLD, WUMPUS_G, rules->golds);
    if (rules->count_known)
        exactly_so_many(&w, WUMPUS_LAW_PIT_COUNT, WUMPUS_T, rules->pits);
    w.law = WUMPUS_LAW_START;
    wumpus_facts start;
    wumpus_facts_none(rules, &start);
    for (int sign = 0; sign < WUMPUS_SIGNS; sign++)
        if (wumpus_has(&start.no[sign], 0, 0))
            clause(&w, (const int[]){-literal(&w, (wumpus_sign)sign, 0, 0)}, 1);
    marks(&w, WUMPUS_LAW_STENCH, WUMPUS_W, WUMPUS_P);
    marks(&w, WUMPUS_LAW_BREEZE, WUMPUS_T, WUMPUS_B);
    marks(&w, WUMPUS_LAW_GLITTER, WUMPUS_G, WUMPUS_E);
    if (!rules->overlap) {
        excludes(&w, WUMPUS_LAW_PIT_WUMPUS, WUMPUS_T, WUMPUS_W);
        excludes(&w, WUMPUS_LAW_PIT_GOLD, WUMPUS_T, WUMPUS_G);
        if (rules->strict)
            excludes(&w, WUMPUS_LAW_WUMPUS_GOLD, WUMPUS_W, WUMPUS_G);
    }
    return w.variables;
}

/* ---- facts -------------------------------------------------------------------------- */

static void unit_clauses(const writer *w, wumpus_sign sign, const wumpus_set *cells,
                         int polarity)
{
    for (wumpus_cell c = wumpus_first(cells); c.y >= 0; c = wumpus_next(cells, c))
        clause(w, (const int[]){polarity * literal(w, sign, c.x, c.y)}, 1);
}

void wumpus_fact_clauses(const wumpus_facts *facts, sat_sink *out)
{
    wumpus_rules size = {.n = facts->n};
    writer w = {&size, out, WUMPUS_LAW_START, 0};
    for (int sign = 0; sign < WUMPUS_SIGNS; sign++) {
        unit_clauses(&w, (wumpus_sign)sign, &facts->yes[sign], 1);
        unit_clauses(&w, (wumpus_sign)sign, &facts->no[sign], -1);
    }
    for (int i = 0; i < facts->hits; i++) {
        int one[WUMPUS_SIDE], count = 0;
        const wumpus_set *ray = &facts->hit[i];
        for (wumpus_cell c = wumpus_first(ray); c.y >= 0; c = wumpus_next(ray, c))
            one[count++] = literal(&w, WUMPUS_W, c.x, c.y);
        clause(&w, one, count);
    }
}

/* ---- DIMACS ------------------------------------------------------------------------- */

typedef struct grid_facts {
    const wumpus_rules *rules;
    const wumpus_facts *facts;
} grid_facts;

static int give_all(const void *something, sat_sink *out)
{
    const grid_facts *g = something;
    int variables = wumpus_clauses(g->rules, out);
    wumpus_fact_clauses(g->facts, out);
    return variables;
}

void wumpus_print_dimacs(const wumpus_rules *rules, const wumpus_facts *facts, duel_sink *out)
{
    int cells = rules->n * rules->n;
    duel_putf(out, "c B 1..%d G ..%d P ..%d T ..%d E ..%d W ..%d, cell (x,y) at y*%d+x+1\n",
              cells, 2 * cells, 3 * cells, 4 * cells, 5 * cells, 6 * cells, rules->n);
    sat_print_dimacs(give_all, &(grid_facts){rules, facts}, out);
}
