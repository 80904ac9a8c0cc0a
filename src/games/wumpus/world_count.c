/* games/wumpus/world_count.c -- dynamic programming over the plan: see world_count.h.
 *
 * Layer i stands before step i. Its table `ahead` has, for every set of met demands (a state)
 * and every tally of things laid so far, the total weight of all ways to go on to the end.
 * Invariants: (1) states are sorted  (2) a tally outside the layer's box cannot reach the end,
 * or cannot be reached  (3) ahead is scaled by exp(-scale). */
#include "games/wumpus/world_count.h"

#include "base/long_work.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct range {
    int from, to; /* both included; empty when to < from */
} range;

typedef struct layer {
    int states;
    uint64_t *state;
    int *next; /* [state][value]: index in the next layer, -1 = impossible */
    range pits, wumpuses, golds;
    double *ahead;
    double scale;
} layer;

struct wumpus_counts {
    wumpus_rules rules;
    bool harmless;
    wumpus_set slain;
    wumpus_plan plan;
    size_t most; /* cells of all tables */
    bool beyond; /* more of them are needed; else memory is short */
    layer layer[WUMPUS_CELLS + 1];
};

static const size_t most_cells = (size_t)1 << 26; /* 512 MB */
static const size_t few_cells = (size_t)1 << 14;
static const size_t some_cells = (size_t)1 << 16;

/* ---- boxes of tallies --------------------------------------------------------------- */

static int width(range r)
{
    return r.to - r.from + 1;
}

static bool in_range(range r, int x)
{
    return x >= r.from && x <= r.to;
}

static size_t box(const layer *l)
{
    return (size_t)width(l->pits) * (size_t)width(l->wumpuses) * (size_t)width(l->golds);
}

/* Where the row of pit counts begins for a state, so many wumpuses and golds. */
static size_t row_of_pits(const layer *l, int state, int wumpuses, int golds)
{
    size_t at =
        (size_t)state * (size_t)width(l->wumpuses) + (size_t)(wumpuses - l->wumpuses.from);
    at = at * (size_t)width(l->golds) + (size_t)(golds - l->golds.from);
    return at * (size_t)width(l->pits);
}

/* A count that starts at `fixed`, may still grow by `before` up to here and by `after` from
 * here on, and must end in `goal`. */
static range range_within(int fixed, int before, int after, range goal)
{
    range r = {fixed, fixed + before};
    if (goal.from - after > r.from)
        r.from = goal.from - after;
    if (goal.to < r.to)
        r.to = goal.to;
    return r;
}

static range pit_goal(const wumpus_rules *rules, int spare)
{
    if (rules->pits_are == WUMPUS_PITS_COUNT)
        return (range){rules->pits - spare, rules->pits};
    return (range){0, rules->n * rules->n};
}

static bool make_boxes(wumpus_counts *c)
{
    const wumpus_plan *plan = &c->plan;
    wumpus_tally all = {0, 0, 0}, before = {0, 0, 0};
    range pits = pit_goal(&c->rules, plan->spare_pits),
          wumpuses = {c->rules.wumpuses, c->rules.wumpuses},
          golds = {c->rules.golds, c->rules.golds};
    for (int i = 0; i < plan->steps; i++) {
        all.pits += (plan->step[i].domain & 0xAA) != 0;
        all.wumpuses += (plan->step[i].domain & 0xCC) != 0;
        all.golds += (plan->step[i].domain & 0xF0) != 0;
    }
    for (int i = 0; i <= plan->steps; i++) {
        layer *l = &c->layer[i];
        l->pits = range_within(plan->fixed.pits, before.pits, all.pits - before.pits, pits);
        l->wumpuses = range_within(plan->fixed.wumpuses, before.wumpuses,
                                   all.wumpuses - before.wumpuses, wumpuses);
        l->golds =
            range_within(plan->fixed.golds, before.golds, all.golds - before.golds, golds);
        if (width(l->pits) <= 0 || width(l->wumpuses) <= 0 || width(l->golds) <= 0)
            return false;
        if (i == plan->steps)
            break;
        before.pits += (plan->step[i].domain & 0xAA) != 0;
        before.wumpuses += (plan->step[i].domain & 0xCC) != 0;
        before.golds += (plan->step[i].domain & 0xF0) != 0;
    }
    return true;
}

/* ---- states ------------------------------------------------------------------------- */

static int compare_states(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return x < y ? -1 : x > y;
}

/* False when a demand closes unmet. */
static bool follow_step(const wumpus_step *step, uint64_t state, int value, uint64_t *out)
{
    if (!(step->domain >> value & 1))
        return false;
    uint64_t met = state | step->meets[value];
    *out = met & ~step->closes;
    return (met & step->closes) == step->closes;
}

static bool make_states(const layer *l, const wumpus_step *step, layer *next)
{
    next->state = malloc((size_t)l->states * WUMPUS_VALUES * sizeof *next->state + 1);
    if (next->state == NULL)
        return false;
    int count = 0, kept = 0;
    for (int s = 0; s < l->states; s++)
        for (int v = 0; v < WUMPUS_VALUES; v++)
            count += follow_step(step, l->state[s], v, &next->state[count]);
    qsort(next->state, (size_t)count, sizeof *next->state, compare_states);
    for (int i = 0; i < count; i++)
        if (i == 0 || next->state[i] != next->state[i - 1])
            next->state[kept++] = next->state[i];
    next->states = kept;
    return true;
}

static bool link_states(layer *l, const wumpus_step *step, const layer *next)
{
    l->next = malloc((size_t)l->states * WUMPUS_VALUES * sizeof *l->next + 1);
    if (l->next == NULL)
        return false;
    for (int s = 0; s < l->states; s++)
        for (int v = 0; v < WUMPUS_VALUES; v++) {
            uint64_t to;
            int *link = &l->next[s * WUMPUS_VALUES + v];
            *link = -1;
            if (!follow_step(step, l->state[s], v, &to))
                continue;
            const uint64_t *at =
                bsearch(&to, next->state, (size_t)next->states, sizeof to, compare_states);
            *link = (int)(at - next->state);
        }
    return true;
}

static bool make_layers(wumpus_counts *c)
{
    layer *l = c->layer;
    size_t used = 0;
    l[0].states = 1;
    l[0].state = calloc(1, sizeof *l[0].state);
    if (l[0].state == NULL)
        return false;
    for (int i = 0; i < c->plan.steps; i++) {
        if (!make_states(&l[i], &c->plan.step[i], &l[i + 1]) ||
            !link_states(&l[i], &c->plan.step[i], &l[i + 1]))
            return false;
        used += (size_t)l[i + 1].states * box(&l[i + 1]);
        c->beyond = used > c->most;
        if (c->beyond)
            return false;
    }
    return true;
}

/* ---- weights of whole worlds -------------------------------------------------------- */

/* The logarithm of the number of ways to lay wumpuses and golds on `room` cells. */
static double log_places(const wumpus_rules *rules, int room)
{
    double sum = 0;
    for (int i = 0; i < rules->wumpuses; i++)
        sum += log(room - i);
    int gone = rules->strict ? rules->wumpuses : 0;
    for (int i = 0; i < rules->golds; i++)
        sum += log(room - gone - i);
    return sum;
}

/* How likely a world with so many pits is before anything is known, as a logarithm. When pits
 * fall by chance, the wumpus then chooses among the cells they left: the fewer, the likelier
 * each. */
static double log_weight(const wumpus_rules *rules, int cells, int pits)
{
    if (rules->pits_are != WUMPUS_PITS_CHANCE)
        return 0;
    if (pits > 0 && rules->chance <= 0)
        return -HUGE_VAL;
    double weight = (cells - pits) * log1p(-rules->chance);
    if (pits > 0)
        weight += pits * log(rules->chance);
    if (rules->overlap)
        return weight;
    int room = cells - pits;
    int need = rules->strict                    ? rules->wumpuses + rules->golds
               : rules->wumpuses > rules->golds ? rules->wumpuses
                                                : rules->golds;
    return room < need ? -HUGE_VAL : weight - log_places(rules, room);
}

/* The last layer: one state, one row of pit counts. Weights too small for a double are lifted
 * to the smallest we keep, so that what is possible stays so. */
static bool weigh_ends(wumpus_counts *c)
{
    layer *end = &c->layer[c->plan.steps];
    wumpus_set ground = wumpus_ground(&c->rules);
    int cells = wumpus_count(&ground);
    end->ahead = calloc(box(end), sizeof *end->ahead);
    if (end->ahead == NULL)
        return false;
    double most = -HUGE_VAL;
    for (int t = end->pits.from; t <= end->pits.to; t++)
        most = fmax(most, log_weight(&c->rules, cells, t));
    end->scale = isfinite(most) ? most : 0;
    for (int t = end->pits.from; t <= end->pits.to; t++) {
        double weight = log_weight(&c->rules, cells, t);
        if (isfinite(weight))
            end->ahead[t - end->pits.from] = fmax(exp(weight - most), 1e-250);
    }
    return true;
}

/* ---- backward ----------------------------------------------------------------------- */

/* The pit counts of `l` from which a value leads into the box of `next`. */
static range rows_meet(const layer *l, const layer *next, int pits)
{
    range r = l->pits;
    if (next->pits.from - pits > r.from)
        r.from = next->pits.from - pits;
    if (next->pits.to - pits < r.to)
        r.to = next->pits.to - pits;
    return r;
}

static void scale(layer *l, double inherited)
{
    size_t size = (size_t)l->states * box(l);
    double most = 0;
    for (size_t i = 0; i < size; i++)
        most = l->ahead[i] > most ? l->ahead[i] : most;
    l->scale = inherited;
    if (most < 1e30)
        return;
    l->scale += log(most);
    for (size_t i = 0; i < size; i++)
        l->ahead[i] /= most;
}

/* One row of the table: all pit counts for a state, so many wumpuses and golds. */
static void sum_row(const layer *l, const layer *next, const wumpus_step *step, int s, int w,
                    int g)
{
    double *row = l->ahead + row_of_pits(l, s, w, g);
    for (int v = 0; v < WUMPUS_VALUES; v++) {
        int to = l->next[s * WUMPUS_VALUES + v];
        wumpus_tally t = wumpus_value_tally(v);
        if (!(step->domain >> v & 1) || to < 0 || !in_range(next->wumpuses, w + t.wumpuses) ||
            !in_range(next->golds, g + t.golds))
            continue;
        const double *from = next->ahead + row_of_pits(next, to, w + t.wumpuses, g + t.golds);
        range r = rows_meet(l, next, t.pits);
        int shift = t.pits - next->pits.from;
        for (int p = r.from; p <= r.to; p++)
            row[p - l->pits.from] += from[p + shift];
    }
}

static bool count_backward(wumpus_counts *c)
{
    for (int i = c->plan.steps - 1; i >= 0; i--) {
        layer *l = &c->layer[i];
        const layer *next = &c->layer[i + 1];
        l->ahead = calloc((size_t)l->states * box(l) + 1, sizeof *l->ahead);
        if (l->ahead == NULL)
            return false;
        for (int s = 0; s < l->states; s++)
            for (int w = l->wumpuses.from; w <= l->wumpuses.to; w++)
                for (int g = l->golds.from; g <= l->golds.to; g++)
                    sum_row(l, next, &c->plan.step[i], s, w, g);
        scale(l, next->scale);
    }
    return true;
}

/* ---- making ------------------------------------------------------------------------- */

void wumpus_counts_free(wumpus_counts *c)
{
    for (int i = 0; c && i <= c->plan.steps; i++) {
        free(c->layer[i].state);
        free(c->layer[i].next);
        free(c->layer[i].ahead);
    }
    free(c);
}

static duel_status count_worlds(wumpus_counts *c, const wumpus_facts *facts, bool thin,
                                duel_msg *why)
{
    duel_status status = wumpus_plan_make(&c->rules, facts, thin, &c->plan, why);
    if (status != DUEL_OK)
        return status;
    if (!make_boxes(c))
        return wumpus_contradiction(why);
    if (!make_layers(c))
        return c->beyond ? wumpus_entangled(why) : duel_no_space(why);
    if (c->layer[c->plan.steps].states == 0)
        return wumpus_contradiction(why);
    if (!weigh_ends(c) || !count_backward(c))
        return duel_no_space(why);
    return c->layer[0].ahead[0] > 0 ? DUEL_OK : wumpus_contradiction(why);
}

/* DUEL_STOPPED: more than so many cells are needed. */
static duel_status make_counts_within(const wumpus_rules *rules, const wumpus_facts *facts,
                                      bool thin, size_t most, wumpus_counts **out,
                                      duel_msg *why)
{
    duel_status status = wumpus_rules_check(rules, why);
    if (status != DUEL_OK)
        return status;
    wumpus_counts *c = calloc(1, sizeof *c);
    if (c == NULL)
        return duel_no_space(why);
    c->rules = *rules;
    c->harmless = facts->harmless;
    c->slain = facts->slain;
    c->most = most;
    status = count_worlds(c, facts, thin, why);
    if (status == DUEL_OK)
        *out = c;
    else
        wumpus_counts_free(c);
    return status;
}

static duel_status make_counts(const wumpus_rules *rules, const wumpus_facts *facts, bool thin,
                               size_t most, wumpus_counts **out, duel_msg *why)
{
    duel_status status = make_counts_within(rules, facts, thin, most, out, why);
    return status == DUEL_STOPPED ? DUEL_NO_SPACE : status;
}

duel_status wumpus_counts_new(const wumpus_rules *rules, const wumpus_facts *facts,
                              wumpus_counts **out, duel_msg *why)
{
    duel_long_work_door(DUEL_LONG_WORK_SOLVE);
    return make_counts(rules, facts, false, most_cells, out, why);
}

duel_status wumpus_counts_thin(const wumpus_rules *rules, const wumpus_facts *facts,
                               wumpus_counts **out, duel_msg *why)
{
    duel_long_work_door(DUEL_LONG_WORK_SOLVE);
    return make_counts(rules, facts, true, most_cells, out, why);
}

duel_status wumpus_counts_soon(const wumpus_rules *rules, const wumpus_facts *facts,
                               wumpus_counts **out, duel_msg *why)
{
    return make_counts_within(rules, facts, true, some_cells, out, why);
}

duel_status wumpus_counts_agree(const wumpus_rules *rules, const wumpus_facts *facts)
{
    wumpus_counts *counts = NULL;
    duel_status status = make_counts(rules, facts, true, few_cells, &counts, NULL);
    if (status == DUEL_OK)
        wumpus_counts_free(counts);
    return status;
}

double wumpus_counts_log(const wumpus_counts *c)
{
    return log(c->layer[0].ahead[0]) + c->layer[0].scale;
}

/* ---- risks -------------------------------------------------------------------------- */

/* Writes the risks and the verdict of a cell from the weights of its values. */
static void write_risks(const wumpus_counts *c, wumpus_cell at,
                        const double weight[WUMPUS_VALUES], wumpus_risk *out)
{
    bool alive = !c->harmless && !wumpus_has(&c->slain, at.x, at.y);
    double all = 0, pit = 0, wumpus = 0, gold = 0, danger = 0, calm = 0;
    for (int v = 0; v < WUMPUS_VALUES; v++) {
        bool has_pit = v & WUMPUS_PIT_BIT, has_wumpus = (v & WUMPUS_WUMPUS_BIT) && alive;
        all += weight[v];
        pit += has_pit ? weight[v] : 0;
        wumpus += has_wumpus ? weight[v] : 0;
        gold += v & WUMPUS_GOLD_BIT ? weight[v] : 0;
        *(has_pit || has_wumpus ? &danger : &calm) += weight[v];
    }
    out->pit[at.y][at.x] = pit / all;
    out->wumpus[at.y][at.x] = wumpus / all;
    out->gold[at.y][at.x] = gold / all;
    out->danger[at.y][at.x] = danger / all;
    double no_pit = 0, no_wumpus = 0; /* sums of their own: a difference might not be 0 */
    for (int v = 0; v < WUMPUS_VALUES; v++) {
        no_pit += v & WUMPUS_PIT_BIT ? 0 : weight[v];
        no_wumpus += (v & WUMPUS_WUMPUS_BIT) && alive ? 0 : weight[v];
    }
    wumpus_verdicts *verdicts = &out->verdicts;
    wumpus_set *set = danger <= 0      ? &verdicts->safe
                      : no_pit <= 0    ? &verdicts->pit
                      : no_wumpus <= 0 ? &verdicts->wumpus
                      : calm <= 0      ? &verdicts->danger
                                       : NULL;
    if (set)
        wumpus_add(set, at.x, at.y);
}

/* One step forward: what each value of the cell weighs in all, and the table behind the next
 * layer (left alone when NULL). */
static void advance(const wumpus_counts *c, int i, const double *behind, double *behind_next,
                    double weight[WUMPUS_VALUES])
{
    const layer *l = &c->layer[i], *next = &c->layer[i + 1];
    memset(weight, 0, WUMPUS_VALUES * sizeof weight[0]);
    for (int s = 0; s < l->states; s++)
        for (int w = l->wumpuses.from; w <= l->wumpuses.to; w++)
            for (int g = l->golds.from; g <= l->golds.to; g++)
                for (int v = 0; v < WUMPUS_VALUES; v++) {
                    int to = l->next[s * WUMPUS_VALUES + v];
                    wumpus_tally t = wumpus_value_tally(v);
                    if (to < 0 || !in_range(next->wumpuses, w + t.wumpuses) ||
                        !in_range(next->golds, g + t.golds))
                        continue;
                    const double *from = behind + row_of_pits(l, s, w, g);
                    size_t at = row_of_pits(next, to, w + t.wumpuses, g + t.golds);
                    range r = rows_meet(l, next, t.pits);
                    int shift = t.pits - next->pits.from;
                    for (int p = r.from; p <= r.to; p++) {
                        double ways = from[p - l->pits.from];
                        weight[v] += ways * next->ahead[at + (size_t)(p + shift)];
                        if (behind_next)
                            behind_next[at + (size_t)(p + shift)] += ways;
                    }
                }
}

static void tame(double *table, size_t size)
{
    double most = 0;
    for (size_t i = 0; i < size; i++)
        most = table[i] > most ? table[i] : most;
    if (most > 1e30)
        for (size_t i = 0; i < size; i++)
            table[i] /= most;
}

/* Bound cells and one free cell of each domain, one after the other. */
static bool weigh_steps(const wumpus_counts *c, double (*weight)[WUMPUS_VALUES])
{
    int steps = c->plan.bound + c->plan.leaders;
    double *behind = calloc(1, sizeof *behind);
    if (behind == NULL)
        return false;
    behind[0] = 1;
    for (int i = 0; i < steps; i++) {
        const layer *next = &c->layer[i + 1];
        size_t size = (size_t)next->states * box(next);
        double *behind_next = calloc(size, sizeof *behind_next);
        if (behind_next == NULL) {
            free(behind);
            return false;
        }
        advance(c, i, behind, behind_next, weight[i]);
        tame(behind_next, size);
        free(behind);
        behind = behind_next;
    }
    free(behind);
    return true;
}

static void conclude_decided(const wumpus_counts *c, wumpus_risk *out)
{
    for (int y = 0; y < c->plan.n; y++)
        for (int x = 0; x < c->plan.n; x++) {
            uint8_t domain = c->plan.domain[y][x];
            if (domain & (domain - 1))
                continue;
            double weight[WUMPUS_VALUES] = {0};
            weight[__builtin_ctz(domain)] = 1;
            write_risks(c, (wumpus_cell){x, y}, weight, out);
        }
}

duel_status wumpus_counts_risk(const wumpus_counts *c, wumpus_risk *out, duel_msg *why)
{
    const wumpus_plan *plan = &c->plan;
    double(*weight)[WUMPUS_VALUES] = calloc(WUMPUS_CELLS, sizeof *weight);
    if (weight == NULL || !weigh_steps(c, weight)) {
        free(weight);
        return duel_no_space(why);
    }
    memset(out, 0, sizeof *out);
    conclude_decided(c, out);
    int leader[256] = {0};
    for (int i = plan->bound; i < plan->bound + plan->leaders; i++)
        leader[plan->step[i].domain] = i;
    for (int i = 0; i < plan->steps + plan->spare; i++) {
        int from = i < plan->bound ? i : leader[plan->step[i].domain];
        write_risks(c, plan->step[i].cell, weight[from], out);
    }
    free(weight);
    return DUEL_OK;
}

/* ---- drawing ------------------------------------------------------------------------ */

static void lay(wumpus_world *world, wumpus_cell c, int value)
{
    if (value & WUMPUS_PIT_BIT)
        wumpus_add(&world->pit, c.x, c.y);
    if (value & WUMPUS_WUMPUS_BIT)
        wumpus_add(&world->wumpus, c.x, c.y);
    if (value & WUMPUS_GOLD_BIT)
        wumpus_add(&world->gold, c.x, c.y);
}

/* The weight of everything ahead of layer i at a state and a tally; 0 outside its box. */
static double ahead(const layer *l, int state, wumpus_tally t)
{
    if (!in_range(l->pits, t.pits) || !in_range(l->wumpuses, t.wumpuses) ||
        !in_range(l->golds, t.golds))
        return 0;
    return l
        ->ahead[row_of_pits(l, state, t.wumpuses, t.golds) + (size_t)(t.pits - l->pits.from)];
}

static wumpus_tally plus(wumpus_tally a, wumpus_tally b)
{
    return (wumpus_tally){a.pits + b.pits, a.wumpuses + b.wumpuses, a.golds + b.golds};
}

static int draw_value(const layer *l, const layer *next, int state, wumpus_tally laid,
                      duel_rng *rng)
{
    double weight[WUMPUS_VALUES] = {0}, all = 0;
    int last = 0;
    for (int v = 0; v < WUMPUS_VALUES; v++) {
        int to = l->next[state * WUMPUS_VALUES + v];
        if (to < 0)
            continue;
        weight[v] = ahead(next, to, plus(laid, wumpus_value_tally(v)));
        all += weight[v];
        last = weight[v] > 0 ? v : last;
    }
    double left = duel_rng_unit(rng) * all;
    for (int v = 0; v < last; v++) {
        if (left < weight[v])
            return v;
        left -= weight[v];
    }
    return last;
}

void wumpus_counts_draw(const wumpus_counts *c, duel_rng *rng, wumpus_world *out)
{
    const wumpus_plan *plan = &c->plan;
    memset(out, 0, sizeof *out);
    out->n = plan->n;
    out->own_glitter = c->rules.own_glitter;
    for (int y = 0; y < plan->n; y++)
        for (int x = 0; x < plan->n; x++) {
            uint8_t domain = plan->domain[y][x];
            if ((domain & (domain - 1)) == 0)
                lay(out, (wumpus_cell){x, y}, __builtin_ctz(domain));
        }
    wumpus_tally laid = plan->fixed;
    for (int i = 0, state = 0; i < plan->steps; i++) {
        int v = draw_value(&c->layer[i], &c->layer[i + 1], state, laid, rng);
        lay(out, plan->step[i].cell, v);
        laid = plus(laid, wumpus_value_tally(v));
        state = c->layer[i].next[state * WUMPUS_VALUES + v];
    }
}
