/* tests/wumpus/test_optimum.c -- the best that can be done, held to plain enumerations that
 * share nothing with the searches. */
#include "helpers.h"

#include "games/wumpus/command.h"
#include "games/wumpus/expected_score.h"

#include <math.h>

/* ---- the seed's worlds -------------------------------------------------------------- */

typedef struct list {
    int count;
    const wumpus_world *world[16];
} list;

/* What an explorer has, beside the worlds still possible. */
typedef struct outfit {
    const wumpus_rules *rules;
    wumpus_set explored;
    int arrows, killed;
    wumpus_set slain; /* told with several wumpuses only */
} outfit;

static wumpus_set live(const wumpus_world *w, const outfit *o)
{
    const wumpus_set none = {{0}};
    return o->killed == o->rules->wumpuses ? none : wumpus_minus(w->wumpus, &o->slain);
}

static bool kills(const wumpus_world *w, const outfit *o, wumpus_cell c)
{
    wumpus_set beasts = live(w, o);
    return wumpus_has(&w->pit, c.x, c.y) || wumpus_has(&beasts, c.x, c.y);
}

static int felt_or_found(const wumpus_world *w, wumpus_cell c)
{
    wumpus_percepts p = wumpus_percepts_of(w);
    return wumpus_has(&p.breeze, c.x, c.y) + 2 * wumpus_has(&p.stench, c.x, c.y) +
           4 * wumpus_has(&p.glitter, c.x, c.y) + 8 * wumpus_has(&w->gold, c.x, c.y);
}

static bool is_found(const wumpus_world *w, const outfit *o)
{
    int found = 0, wanted = o->rules->all_golds ? o->rules->golds : 1;
    for (wumpus_cell c = wumpus_first(&w->gold); c.y >= 0; c = wumpus_next(&w->gold, c))
        found += wumpus_has(&o->explored, c.x, c.y);
    return found >= wanted;
}

/* Every deed in every order, safe cells not preferred. */
static int plain_best(const list *l, const outfit *o);

static int plain_enter(const list *l, outfit o, wumpus_cell c)
{
    int wins = 0;
    wumpus_add(&o.explored, c.x, c.y);
    for (int what = 0; what < 16; what++) {
        list part = {.count = 0};
        for (int i = 0; i < l->count; i++)
            if (felt_or_found(l->world[i], c) == what && !kills(l->world[i], &o, c)) {
                if (is_found(l->world[i], &o))
                    wins++;
                else
                    part.world[part.count++] = l->world[i];
            }
        wins += plain_best(&part, &o);
    }
    return wins;
}

/* Where the arrow ends: y * 4 + x of the wumpus struck, or -1. */
static int arrow_end(const wumpus_world *w, const outfit *o, wumpus_cell from, wumpus_way way)
{
    static const int dx[] = {0, 1, 0, -1}, dy[] = {1, 0, -1, 0};
    wumpus_set beasts = live(w, o);
    for (int x = from.x, y = from.y; x >= 0 && y >= 0 && x < 4 && y < 4;
         x += dx[way], y += dy[way])
        if (wumpus_has(&beasts, x, y))
            return y * 4 + x;
    return -1;
}

static int plain_shoot(const list *l, const outfit *o, wumpus_cell c, wumpus_way way)
{
    int wins = 0;
    bool told = o->rules->wumpuses > 1;
    for (int end = -1; end < 16; end++) {
        list part = {.count = 0};
        outfit after = *o;
        for (int i = 0; i < l->count; i++) {
            int struck = arrow_end(l->world[i], o, c, way);
            if ((told || struck < 0 ? struck : 0) == end)
                part.world[part.count++] = l->world[i];
        }
        after.arrows--;
        after.killed += end >= 0;
        if (told && end >= 0)
            wumpus_add(&after.slain, end % 4, end / 4);
        wins += plain_best(&part, &after);
    }
    return wins;
}

static int plain_best(const list *l, const outfit *o)
{
    int best = 0;
    if (l->count == 0)
        return 0;
    wumpus_set edge = wumpus_around(4, &o->explored);
    edge = wumpus_minus(edge, &o->explored);
    for (wumpus_cell c = wumpus_first(&edge); c.y >= 0 && best < l->count;
         c = wumpus_next(&edge, c)) {
        bool anyone = false; /* a deed that nobody survives is none */
        for (int i = 0; i < l->count; i++)
            anyone = anyone || !kills(l->world[i], o, c);
        int wins = anyone ? plain_enter(l, *o, c) : 0;
        best = wins > best ? wins : best;
    }
    for (wumpus_cell c = wumpus_first(&o->explored); c.y >= 0 && o->arrows && best < l->count;
         c = wumpus_next(&o->explored, c))
        for (int way = 0; way < 4; way++) {
            int wins = plain_shoot(l, o, c, (wumpus_way)way);
            best = wins > best ? wins : best;
        }
    return best;
}

static wumpus_rules small_rules(int pits, int wumpuses, int golds)
{
    wumpus_rules rules = wumpus_rules_seed(4);
    rules.pits_are = WUMPUS_PITS_COUNT;
    rules.pits = pits;
    rules.wumpuses = wumpuses;
    rules.golds = golds;
    rules.all_golds = golds > 1;
    return rules;
}

/* A few worlds of these rules, and the best that can be done in them. */
static bool best_is_best(const wumpus_rules *rules, duel_rng *rng)
{
    wumpus_world *all, some[3];
    int count, best;
    list l = {.count = 3};
    outfit o = {.rules = rules, .explored = wumpus_only(0, 0), .arrows = rules->wumpuses};
    assert_ok(wumpus_all_worlds(rules, &all, &count, NULL));
    for (int i = 0; i < l.count; i++) {
        some[i] = all[duel_rng_below(rng, (uint32_t)count)];
        l.world[i] = &some[i];
    }
    assert_ok(wumpus_optimum(rules, some, l.count, &best, NULL));
    assert_int_equal(best, plain_best(&l, &o));
    free(all);
    return best < l.count;
}

TEST(optimum_by_enumeration)
{
    duel_rng rng = check_rng(1);
    int not_all = 0, wanted = check_sample(6, 60);
    for (int trial = 0; trial < wanted; trial++) {
        wumpus_rules plain = small_rules(5 + trial % 2, 1, 1);
        wumpus_rules several = small_rules(5, 1 + trial % 2, 2);
        not_all += best_is_best(&plain, &rng);
        not_all += best_is_best(&several, &rng);
    }
    assert_true(not_all > 0);
}

/* All 4×4 worlds with one to four pits: the known numbers, and the agent close below. */
TEST(agent_beside_optimum)
{
    static const struct {
        int pits, wumpuses, golds, worlds, best;
    } known[] = {{1, 1, 1, 720, 720},
                 {2, 1, 1, 2520, 2483},
                 {3, 1, 1, 5040, 4417},
                 {4, 1, 1, 6300, 4593},
                 {2, 1, 2, 7560, 7452}};
    for (size_t i = 0; i < sizeof known / sizeof *known - (size_t)check_sample(1, 0); i++) {
        wumpus_rules rules = small_rules(known[i].pits, known[i].wumpuses, known[i].golds);
        wumpus_world *all;
        int count, best, won = 0, played = 0;
        assert_ok(wumpus_all_worlds(&rules, &all, &count, NULL));
        assert_int_equal(count, known[i].worlds);
        assert_ok(wumpus_optimum(&rules, all, count, &best, NULL));
        assert_int_equal(best, known[i].best);
        for (int k = 0; k < count; k += check_sample(97, 1), played++) {
            bool wins = false;
            assert_ok(wumpus_tour_wins(&rules, &all[k], &wins, NULL));
            won += wins;
        }
        if (played == count)
            assert_true(won <= best && won > 0.95 * best);
        free(all);
    }
}

/* ---- the textbook's worlds ---------------------------------------------------------- */

static bool deadly(const wumpus_world *w, bool killed, wumpus_cell c)
{
    return wumpus_has(&w->pit, c.x, c.y) || (!killed && wumpus_has(&w->wumpus, c.x, c.y));
}

enum { SIDE = 3 };

typedef struct belief {
    int count;
    struct weighed {
        wumpus_world world;
        double weight;
    } * in;
} belief;

static double plain_value(const belief *b, wumpus_set explored, bool arrow, bool killed);

static double mass(const belief *b)
{
    double sum = 0;
    for (int i = 0; i < b->count; i++)
        sum += b->in[i].weight;
    return sum;
}

static int textbook_felt(const wumpus_world *w, wumpus_cell c)
{
    return felt_or_found(w, c) & 3;
}

/* Sums over worlds, not averages: death −1000 each, gold 1000 less grab, walk home and climb.
 */
static double plain_visit(const belief *b, wumpus_set explored, bool arrow, bool killed,
                          wumpus_cell c)
{
    double sum = 0;
    wumpus_add(&explored, c.x, c.y);
    belief part = {0, malloc((size_t)b->count * sizeof *part.in)};
    for (int i = 0; i < b->count; i++) {
        const wumpus_world *w = &b->in[i].world;
        if (deadly(w, killed, c))
            sum += -1000 * b->in[i].weight;
        else if (wumpus_has(&w->gold, c.x, c.y))
            sum += (1000 - 2 - c.x - c.y) * b->in[i].weight;
        sum -= b->in[i].weight; /* the step */
    }
    for (int what = 0; what < 4; what++) {
        part.count = 0;
        for (int i = 0; i < b->count; i++) {
            const wumpus_world *w = &b->in[i].world;
            if (!deadly(w, killed, c) && !wumpus_has(&w->gold, c.x, c.y) &&
                textbook_felt(w, c) == what)
                part.in[part.count++] = b->in[i];
        }
        if (part.count)
            sum += plain_value(&part, explored, arrow, killed);
    }
    free(part.in);
    return sum;
}

static double plain_arrow(const belief *b, wumpus_set explored, wumpus_cell c, wumpus_way way)
{
    wumpus_set ray = wumpus_ray(SIDE, c, way);
    belief part = {0, malloc((size_t)b->count * sizeof *part.in)};
    double sum = -11 * mass(b);
    for (int hit = 0; hit <= 1; hit++) {
        part.count = 0;
        for (int i = 0; i < b->count; i++) {
            wumpus_set met = wumpus_and(ray, &b->in[i].world.wumpus);
            if (!wumpus_empty(&met) == hit)
                part.in[part.count++] = b->in[i];
        }
        if (part.count)
            sum += plain_value(&part, explored, false, hit);
    }
    free(part.in);
    return sum;
}

/* A cell that is deadly in no world is entered at once; expected_score.h says why that is best.
 */
static double plain_value(const belief *b, wumpus_set explored, bool arrow, bool killed)
{
    double best = -mass(b);
    wumpus_set edge = wumpus_around(SIDE, &explored);
    edge = wumpus_minus(edge, &explored);
    for (wumpus_cell c = wumpus_first(&edge); c.y >= 0; c = wumpus_next(&edge, c)) {
        bool safe = true;
        for (int i = 0; i < b->count && safe; i++)
            safe = !deadly(&b->in[i].world, killed, c);
        if (safe)
            return plain_visit(b, explored, arrow, killed, c);
    }
    for (wumpus_cell c = wumpus_first(&edge); c.y >= 0; c = wumpus_next(&edge, c)) {
        double value = plain_visit(b, explored, arrow, killed, c);
        best = value > best ? value : best;
    }
    for (wumpus_cell c = wumpus_first(&explored); c.y >= 0 && arrow && !killed;
         c = wumpus_next(&explored, c))
        for (int way = 0; way < 4; way++) {
            wumpus_set ray = wumpus_ray(SIDE, c, (wumpus_way)way);
            double value = wumpus_empty(&ray) ? best : plain_arrow(b, explored, c, way);
            best = value > best ? value : best;
        }
    return best;
}

/* All worlds of side 3 with their chances. */
static belief all_textbook_worlds(double chance)
{
    belief b = {0, malloc(256 * 64 * sizeof *b.in)};
    for (unsigned pits = 0; pits < 256; pits++)
        for (int w = 1; w <= 8; w++)
            for (int g = 1; g <= 8; g++) {
                wumpus_world world = {.n = SIDE,
                                      .own_glitter = true,
                                      .wumpus = wumpus_only(w % SIDE, w / SIDE),
                                      .gold = wumpus_only(g % SIDE, g / SIDE)};
                for (int c = 1; c <= 8; c++)
                    if (pits >> (c - 1) & 1)
                        wumpus_add(&world.pit, c % SIDE, c / SIDE);
                int count = wumpus_count(&world.pit);
                b.in[b.count].world = world;
                b.in[b.count++].weight = pow(chance, count) * pow(1 - chance, 8 - count) / 64;
            }
    return b;
}

/* The expectation over everything felt at the start, by both ways. */
TEST(prospect_by_enumeration)
{
    static const double chances[] = {0.2, 0.1, 0.35};
    for (int i = 0; i < check_sample(1, 3); i++) {
        belief all = all_textbook_worlds(chances[i]),
               part = {0, malloc((size_t)all.count * sizeof *part.in)};
        wumpus_rules rules = wumpus_rules_textbook(SIDE, chances[i]);
        const wumpus_outlook whole = {.risks = 9, .nodes = 1 << 20, .step = 1};
        wumpus_prospect p;
        double plain = 0;
        for (int what = 0; what < 4; what++) {
            part.count = 0;
            for (int k = 0; k < all.count; k++)
                if (textbook_felt(&all.in[k].world, (wumpus_cell){0, 0}) == what)
                    part.in[part.count++] = all.in[k];
            plain += plain_value(&part, wumpus_only(0, 0), true, false);
        }
        assert_ok(wumpus_prospect_begin(&rules, &whole, &p, NULL));
        assert_true(fabs(p.value - plain) < 1e-3);
        free(part.in);
        free(all.in);
    }
}

static double start_value(int n, wumpus_outlook look)
{
    wumpus_rules rules = wumpus_rules_textbook(n, 0.2);
    wumpus_prospect p;
    assert_ok(wumpus_prospect_begin(&rules, &look, &p, NULL));
    return p.value;
}

/* Fewer limits bring both bounds nearer to each other, and never past each other; and nobody
 * reaches 283.9 on average over the sides 4 to 7. */
TEST(bounds)
{
    wumpus_outlook low = {.nodes = 1 << 20, .step = 1};
    wumpus_outlook high = {.ceiling = true, .nodes = 1 << 20, .step = 1};
    double below = -1000, above = 1000;
    for (int risks = 0; risks <= 4; risks++) {
        low.risks = high.risks = risks;
        double now_below = start_value(4, low), now_above = start_value(4, high);
        assert_true(now_below >= below - 1e-3 && now_above <= above + 1e-3);
        below = now_below, above = now_above;
        assert_true(below <= above + 1e-3);
    }
    assert_true(above - below < 0.5 && below > 351 && above < 352);
    double sum = above;
    high = (wumpus_outlook){
        .ceiling = true, .tame = true, .risks = 3, .least = 1e-6, .nodes = 1 << 21, .step = 1};
    for (int n = 5; n <= 7 && check_sample(0, 1); n++)
        sum += start_value(n, high);
    assert_true(sum / 4 < 283.9);
}
