/* wumpus/clauses.c -- the clauses of the knowledge base: see clauses.h. */
#include "games/wumpus/clauses.h"

#include <assert.h>
#include <string.h>

typedef struct writer {
    const wumpus_rules *rules;
    wumpus_clause_sink *out;
    wumpus_law law;
    int variables; /* used so far */
} writer;

static void clause(const writer *w, const int *literal, int count)
{
    w->out->clause(w->out, w->law, literal, count);
}

static void either(const writer *w, int a, int b)
{
    clause(w, (const int[]){a, b}, 2);
}

static int literal(const writer *w, wumpus_sign sign, int x, int y)
{
    return wumpus_literal(w->rules->n, sign, x, y);
}

/* ---- how many ----------------------------------------------------------------------- */

static void exactly_one(const writer *w, int first, int count)
{
    int all[WUMPUS_CELLS] = {0};
    assert(count > 0 && count <= WUMPUS_CELLS);
    for (int i = 0; i < count; i++)
        all[i] = first + i;
    clause(w, all, count);
    for (int i = 0; i < count; i++)
        for (int j = i + 1; j < count; j++)
            either(w, -all[i], -all[j]);
}

/* A literal that may be a constant: the counter's first row and column are. */
enum { ALWAYS = 1 << 30, NEVER = -ALWAYS };

static void clause_of(const writer *w, const int *part, int count)
{
    int kept[3], size = 0;
    for (int i = 0; i < count; i++) {
        if (part[i] == ALWAYS)
            return;
        if (part[i] != NEVER)
            kept[size++] = part[i];
    }
    clause(w, kept, size);
}

/* The sequential counter (C. Sinz, "Towards an optimal CNF encoding of Boolean cardinality
 * constraints", 2005), as equivalences so that every world has one assignment of its counters:
 * now[j] <=> at least j of the variables seen so far, for j up to wanted + 1. */
static void exactly(writer *w, int first, int count, int wanted)
{
    int before[WUMPUS_CELLS + 2], now[WUMPUS_CELLS + 2];
    for (int j = 0; j <= wanted + 1; j++)
        before[j] = j == 0 ? ALWAYS : NEVER;
    for (int i = 0; i < count; i++) {
        int x = first + i;
        now[0] = ALWAYS;
        for (int j = 1; j <= wanted + 1; j++) {
            now[j] = j <= i + 1 ? ++w->variables : NEVER;
            if (now[j] == NEVER)
                continue;
            clause_of(w, (const int[]){-before[j], now[j]}, 2);
            clause_of(w, (const int[]){-x, -before[j - 1], now[j]}, 3);
            clause_of(w, (const int[]){-now[j], before[j], x}, 3);
            clause_of(w, (const int[]){-now[j], before[j], before[j - 1]}, 3);
        }
        memcpy(before, now, sizeof before);
    }
    clause_of(w, (const int[]){before[wanted]}, 1);
    clause_of(w, (const int[]){-before[wanted + 1]}, 1);
}

static void number_of(writer *w, wumpus_law law, wumpus_sign sign, int wanted)
{
    int n = w->rules->n, first = wumpus_literal(n, sign, 0, 0);
    w->law = law;
    if (wanted == 1 && !w->out->compact)
        exactly_one(w, first, n * n);
    else
        exactly(w, first, n * n, wanted);
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

int wumpus_clauses(const wumpus_rules *rules, wumpus_clause_sink *out)
{
    writer w = {rules, out, WUMPUS_LAW_START, WUMPUS_SIGNS * rules->n * rules->n};
    number_of(&w, WUMPUS_LAW_ONE_WUMPUS, WUMPUS_W, rules->wumpuses);
    number_of(&w, WUMPUS_LAW_ONE_GOLD, WUMPUS_G, rules->golds);
    if (rules->count_known)
        number_of(&w, WUMPUS_LAW_PIT_COUNT, WUMPUS_T, rules->pits);
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

void wumpus_fact_clauses(const wumpus_facts *facts, wumpus_clause_sink *out)
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

typedef struct counter {
    wumpus_clause_sink sink;
    int clauses;
} counter;

static void count_clause(wumpus_clause_sink *self, wumpus_law law, const int *lit, int count)
{
    (void)law, (void)lit, (void)count;
    ((counter *)self)->clauses++;
}

typedef struct printer {
    wumpus_clause_sink sink;
    duel_sink *out;
} printer;

static void print_clause(wumpus_clause_sink *self, wumpus_law law, const int *lit, int count)
{
    (void)law;
    duel_sink *out = ((printer *)self)->out;
    for (int i = 0; i < count; i++)
        duel_putf(out, "%d ", lit[i]);
    duel_put(out, "0\n");
}

void wumpus_print_dimacs(const wumpus_rules *rules, const wumpus_facts *facts, duel_sink *out)
{
    counter c = {.sink = {.clause = count_clause}, 0};
    int variables = wumpus_clauses(rules, &c.sink);
    wumpus_fact_clauses(facts, &c.sink);
    int cells = rules->n * rules->n;
    duel_putf(out, "c B 1..%d G ..%d P ..%d T ..%d E ..%d W ..%d, cell (x,y) at y*%d+x+1\n",
              cells, 2 * cells, 3 * cells, 4 * cells, 5 * cells, 6 * cells, rules->n);
    duel_putf(out, "p cnf %d %d\n", variables, c.clauses);
    printer p = {.sink = {.clause = print_clause}, out};
    wumpus_clauses(rules, &p.sink);
    wumpus_fact_clauses(facts, &p.sink);
}
