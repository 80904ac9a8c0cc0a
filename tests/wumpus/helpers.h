/* tests/wumpus/helpers.h -- what several Wumpus tests share: random knowledge, and a count of
 * models by plain enumeration that has no line in common with the reasoners.
 *
 * Enumeration: every set of pits on the unknown cells, every placing of wumpuses and golds. */
#ifndef DUEL_TESTS_WUMPUS_HELPERS_H
#define DUEL_TESTS_WUMPUS_HELPERS_H

#include "check.h"

#include "games/wumpus/solvable.h"

enum { BRUTE_MOST = 18, BRUTE_PITS = 37 };

typedef struct brute {
    int n, count;
    wumpus_cell cell[BRUTE_MOST]; /* unknown cells */
    double models[BRUTE_PITS];    /* by number of pits in the whole grid */
    double pit[BRUTE_MOST][BRUTE_PITS];
    double wumpus[BRUTE_MOST][BRUTE_PITS]; /* alive */
    double either[BRUTE_MOST][BRUTE_PITS];
    wumpus_set known_pit, known_wumpus, known_gold;
} brute;

static inline const char *knowledge_text(const wumpus_knowledge *k, duel_buf *b)
{
    duel_buf_clear(b);
    wumpus_print_knowledge(k, &b->sink);
    return b->text;
}

/* ---- enumeration -------------------------------------------------------------------- */

static inline int next_to(wumpus_cell a, wumpus_cell b)
{
    return abs(a.x - b.x) + abs(a.y - b.y) == 1;
}

/* The unknown cells that mark a known cell, as bits; *certain when a known source does. */
static inline uint32_t brute_sources(const brute *b, wumpus_cell c, const wumpus_set *known,
                                     bool own, bool *certain)
{
    uint32_t bits = 0;
    *certain = false;
    for (int i = 0; i < b->count; i++)
        if (!own && next_to(c, b->cell[i]))
            bits |= 1u << i;
    for (int y = 0; y < b->n; y++)
        for (int x = 0; x < b->n; x++)
            if (wumpus_has(known, x, y) &&
                (own ? c.x == x && c.y == y : next_to(c, (wumpus_cell){x, y})))
                *certain = true;
    return bits;
}

typedef struct brute_rule {
    uint32_t bits;
    bool certain, felt;
} brute_rule;

static inline bool brute_agrees(const brute_rule *rule, int rules, uint32_t placed)
{
    for (int i = 0; i < rules; i++)
        if ((rule[i].certain || (placed & rule[i].bits) != 0) != rule[i].felt)
            return false;
    return true;
}

static inline int brute_rules(const brute *b, const wumpus_knowledge *k, const wumpus_set *felt,
                              const wumpus_set *known, bool own, brute_rule *out)
{
    int count = 0;
    for (int y = 0; y < b->n; y++)
        for (int x = 0; x < b->n; x++) {
            bool start = x == 0 && y == 0;
            if (!wumpus_has(&k->explored, x, y) && !wumpus_has(&k->shown, x, y) && !start)
                continue;
            brute_rule *rule = &out[count++];
            rule->felt = wumpus_has(felt, x, y);
            rule->bits = brute_sources(b, (wumpus_cell){x, y}, known, own, &rule->certain);
        }
    return count;
}

/* All placings of `wanted` things, less the known ones, that agree with what is felt. */
static inline int brute_placings(const brute *b, const brute_rule *rule, int rules, int wanted,
                                 uint32_t banned, uint32_t *out)
{
    int count = 0;
    for (uint32_t m = 0; m < 1u << b->count; m++)
        if (__builtin_popcount(m) == wanted && (m & banned) == 0 &&
            brute_agrees(rule, rules, m))
            out[count++] = m;
    return count;
}

static inline bool brute_shots(const brute *b, const wumpus_knowledge *k, uint32_t wumpuses)
{
    for (int s = 0; s < k->shots; s++) {
        static const int dx[] = {0, 1, 0, -1}, dy[] = {1, 0, -1, 0};
        const wumpus_shot *shot = &k->shot[s];
        bool met = false;
        for (int x = shot->from.x, y = shot->from.y; wumpus_inside(b->n, x, y);
             x += dx[shot->way], y += dy[shot->way]) {
            met |= wumpus_has(&b->known_wumpus, x, y);
            for (int i = 0; i < b->count; i++)
                met |= (wumpuses >> i & 1) && b->cell[i].x == x && b->cell[i].y == y;
        }
        if (met != shot->hit)
            return false;
    }
    return true;
}

/* False when there are too many unknown cells. Shots: for one wumpus only. */
static inline bool brute_count(const wumpus_rules *rules, const wumpus_knowledge *k, brute *b)
{
    static uint32_t ws[1 << BRUTE_MOST], gs[1 << BRUTE_MOST];
    static brute_rule breeze[64], stench[64], glitter[64];
    memset(b, 0, sizeof *b);
    b->n = k->n;
    b->known_pit = k->is[WUMPUS_T];
    b->known_wumpus = k->is[WUMPUS_W];
    b->known_gold = k->is[WUMPUS_G];
    bool dead = false;
    for (int i = 0; i < k->shots; i++)
        dead |= k->shot[i].hit;
    uint32_t banned = 0;
    for (int y = 0; y < k->n; y++)
        for (int x = 0; x < k->n; x++) {
            if (wumpus_has(&k->explored, x, y) || wumpus_has(&k->shown, x, y))
                continue;
            if (b->count == BRUTE_MOST)
                return false;
            if (x + y <= rules->clear)
                banned |= 1u << b->count;
            b->cell[b->count++] = (wumpus_cell){x, y};
        }
    int nb = brute_rules(b, k, &k->is[WUMPUS_B], &b->known_pit, false, breeze);
    int np = brute_rules(b, k, &k->is[WUMPUS_P], &b->known_wumpus, false, stench);
    int ne = brute_rules(b, k, &k->is[WUMPUS_E], &b->known_gold, rules->own_glitter, glitter);
    int w_left = rules->wumpuses - wumpus_count(&b->known_wumpus);
    int g_left = rules->golds - wumpus_count(&b->known_gold),
        base = wumpus_count(&b->known_pit);
    int wn = w_left < 0 ? 0 : brute_placings(b, stench, np, w_left, banned, ws);
    int gn = g_left < 0 ? 0 : brute_placings(b, glitter, ne, g_left, banned, gs);
    int kept = 0;
    for (int i = 0; i < wn; i++)
        if (brute_shots(b, k, ws[i]))
            ws[kept++] = ws[i];
    wn = kept;
    for (uint32_t pits = 0; pits < 1u << b->count; pits++) {
        if ((pits & banned) || !brute_agrees(breeze, nb, pits))
            continue;
        int t = base + __builtin_popcount(pits);
        for (int i = 0; i < wn; i++) {
            if (!rules->overlap && (ws[i] & pits))
                continue;
            double ways = 0;
            for (int j = 0; j < gn; j++)
                ways +=
                    rules->overlap || (!(gs[j] & pits) && !(rules->strict && (gs[j] & ws[i])));
            b->models[t] += ways;
            for (int c = 0; ways > 0 && c < b->count; c++) {
                bool pit = pits >> c & 1, wumpus = !dead && (ws[i] >> c & 1);
                b->pit[c][t] += pit ? ways : 0;
                b->wumpus[c][t] += wumpus ? ways : 0;
                b->either[c][t] += pit || wumpus ? ways : 0;
            }
        }
    }
    return true;
}

static inline double brute_sum(const double by_pits[BRUTE_PITS])
{
    double sum = 0;
    for (int t = 0; t < BRUTE_PITS; t++)
        sum += by_pits[t];
    return sum;
}

/* The status of the i-th unknown cell when any number of pits will do. */
static inline wumpus_status brute_status(const brute *b, int i)
{
    double all = brute_sum(b->models), pit = brute_sum(b->pit[i]);
    double wumpus = brute_sum(b->wumpus[i]), either = brute_sum(b->either[i]);
    return either == 0     ? WUMPUS_IS_SAFE
           : pit == all    ? WUMPUS_IS_PIT
           : wumpus == all ? WUMPUS_IS_WUMPUS
           : either == all ? WUMPUS_IS_DANGER
                           : WUMPUS_IS_UNKNOWN;
}

/* ---- random knowledge --------------------------------------------------------------- */

/* A random world and what somebody knows of it: cells entered anywhere or as a connected walk,
 * now and then a cell shown, now and then an arrow. At most `most` cells stay unknown; false
 * when this world does not allow it. */
static inline bool random_knowledge(const wumpus_rules *rules, int most, duel_rng *rng,
                                    wumpus_world *world, wumpus_knowledge *k)
{
    duel_msg why;
    if (wumpus_draw_world(rules, rng, world, &why) != DUEL_OK)
        fail_msg("%s", why.id);
    int n = rules->n;
    wumpus_know_nothing(n, k);
    wumpus_enter(k, world, 0, 0);
    bool walk = duel_rng_below(rng, 2);
    int wanted = n * n - most + (int)duel_rng_below(rng, 4);
    for (int tries = 0; tries < 40 * n * n; tries++) {
        int x = (int)duel_rng_below(rng, (uint32_t)n),
            y = (int)duel_rng_below(rng, (uint32_t)n);
        wumpus_set near = wumpus_around(n, &k->explored), known = wumpus_known(k);
        if (wumpus_count(&known) >= wanted)
            break;
        if (walk && !wumpus_has(&near, x, y))
            continue;
        if (duel_rng_below(rng, 16) == 0)
            wumpus_show(k, world, x, y);
        else if (!wumpus_has(&world->pit, x, y) && !wumpus_has(&world->wumpus, x, y) &&
                 (!wumpus_has(&world->gold, x, y) || rules->own_glitter))
            wumpus_enter(k, world, x, y);
    }
    if (rules->wumpuses == 1 && duel_rng_below(rng, 4) == 0) {
        wumpus_cell from = wumpus_first(&k->explored);
        for (uint32_t skip = duel_rng_below(rng, 4); skip > 0; skip--) {
            wumpus_cell other = wumpus_next(&k->explored, from);
            from = other.y < 0 ? from : other;
        }
        wumpus_shoot(k, world, from.x, from.y, (wumpus_way)duel_rng_below(rng, 4));
    }
    wumpus_set known = wumpus_known(k);
    return n * n - wumpus_count(&known) <= most;
}

/* ---- exploring ---------------------------------------------------------------------- */

static inline wumpus_grade explore(const wumpus_reasoner *reasoner, const wumpus_rules *rules,
                                   const wumpus_world *world, bool arrow, wumpus_watch *watch,
                                   void *context)
{
    void *self;
    wumpus_grade grade;
    assert_ok(reasoner->open(rules, &self, NULL));
    assert_ok(
        wumpus_explore(reasoner, self, rules, world, arrow, watch, context, &grade, NULL));
    reasoner->close(self);
    return grade;
}

#endif
