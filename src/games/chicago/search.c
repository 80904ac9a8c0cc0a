/* games/chicago/search.c -- null-window search with bounds for several markets: see search.h.
 */
#include "games/chicago/search.h"

#include "base/clock.h"

#include <limits.h>

enum {
    NIBBLE = SEARCH_NIBBLE,
    WAYS = SEARCH_WAYS,
    BEYOND = SEARCH_BEYOND,
    LAST_TOKENS = 4, /* with 4 tokens on 3 or 4 piles, every move ends the game */
    TRIED = -1000,   /* order of a move that was tried already */
    POLL = 1024      /* nodes between two looks at the clock and the stop flag */
};

/* The hot path is compiled twice, for the usual and the expert rule: with the walk a constant
 * 3, its loops unroll. */
#define BOTH_RULES static inline __attribute__((always_inline))

typedef search_entry entry;

/* ---- places ------------------------------------------------------------------------------ */

static unsigned nibble(uint64_t x, int index)
{
    return (unsigned)(x >> (NIBBLE * index)) & 15;
}

static uint64_t nibbles(int count)
{
    return ((uint64_t)1 << (NIBBLE * count)) - 1;
}

/* The first pile topped like the one left, at the latest that pile itself. */
static int expert_walk(const chicago_search *s, const place *p)
{
    int step = 0;
    uint8_t good = 0;
    for (int i = 0; i <= p->piles; i++) {
        unsigned pile = nibble(p->ring, i % p->piles);
        uint8_t top = s->content[pile][nibble(p->height, (int)pile)];
        if (i == 0)
            good = top;
        else if (step == 0 && top == good)
            step = i;
    }
    return step;
}

BOTH_RULES int walk_of(const place *p, bool expert)
{
    return expert ? p->walk : CHICAGO_STEPS;
}

BOTH_RULES void see_tops(const chicago_search *s, place *p, bool expert)
{
    if (expert)
        p->walk = expert_walk(s, p);
    uint64_t ring = p->ring | p->ring << (NIBBLE * p->piles);
    for (int i = 0; i < walk_of(p, expert) + 2; i++) {
        unsigned pile = nibble(ring, i), height = nibble(p->height, (int)pile);
        p->top[i] = s->content[pile][height];
        p->last[i] = height == 1;
    }
}

/* The place after landing `walked` piles further, both neighbours losing their tops. */
BOTH_RULES void land(const chicago_search *s, const place *p, int walked, place *after,
                     bool expert)
{
    uint64_t ring = p->ring | p->ring << (NIBBLE * p->piles);
    unsigned before = nibble(ring, walked - 1), behind = nibble(ring, walked + 1);
    after->height =
        p->height - ((uint64_t)1 << (NIBBLE * before)) - ((uint64_t)1 << (NIBBLE * behind));
    after->tokens = p->tokens - 2;
    after->piles = p->piles;
    uint64_t turned =
        ((p->ring >> (NIBBLE * walked)) | (p->ring << (NIBBLE * (p->piles - walked)))) &
        nibbles(p->piles);
    if (p->last[walked - 1]) /* the pile before the trader is the last one of its ring */
        turned &= nibbles(--after->piles);
    if (p->last[walked + 1]) {
        turned = (turned & 15) | turned >> (2 * NIBBLE) << NIBBLE;
        after->piles--;
    }
    after->ring = turned;
    see_tops(s, after, expert);
}

static uint64_t key_of(const place *p)
{
    return p->height | (p->ring & 15) << (NIBBLE * CHICAGO_PILES);
}

static uint8_t choice_of(const option *o)
{
    return (uint8_t)(o->landing << 3 | o->keep);
}

/* ---- moves ------------------------------------------------------------------------------- */

static int gain_of(market m, int keep, int sell)
{
    return m.price[keep] - m.diff[sell] - (keep == sell);
}

BOTH_RULES int best_gain(const place *p, market m, bool expert)
{
    int best = -BEYOND;
    for (int i = 0; i < walk_of(p, expert); i++) {
        int a = p->top[i], b = p->top[i + 2];
        int left = m.price[a] - m.diff[b], right = m.price[b] - m.diff[a];
        int gain = (left > right ? left : right) - (a == b);
        best = gain > best ? gain : best;
    }
    return best;
}

BOTH_RULES void add_option(const chicago_search *s, market m, option *o, int landing, int keep,
                           int sell, bool ends)
{
    o->after = market_after(m, &s->step[keep][sell]);
    o->gain = (int16_t)gain_of(m, keep, sell);
    o->order = o->gain;
    o->landing = (uint8_t)landing;
    o->keep = (uint8_t)keep;
    o->sell = (uint8_t)sell;
    o->ends = ends;
}

BOTH_RULES bool ends_at(const place *p, int landing)
{
    return p->piles - p->last[landing] - p->last[landing + 2] <= 2;
}

/* The moves of one landing, and the place it leads to unless the game ends there. */
BOTH_RULES int list_landing(const chicago_search *s, const place *p, market m, int landing,
                            place *next, option out[], bool expert)
{
    int left = p->top[landing], right = p->top[landing + 2];
    bool ends = ends_at(p, landing);
    if (!ends)
        land(s, p, landing + 1, next, expert);
    add_option(s, m, &out[0], landing, left, right, ends);
    if (left == right)
        return 1;
    add_option(s, m, &out[1], landing, right, left, ends);
    return 2;
}

/* All moves, in the order of chicago_moves, and the places they lead to. */
BOTH_RULES int list_options(const chicago_search *s, const place *p, market m, place next[],
                            option out[], bool expert)
{
    int count = 0;
    for (int i = 0; i < walk_of(p, expert); i++)
        count += list_landing(s, p, m, i, &next[i], &out[count], expert);
    return count;
}

/* The move of a choice remembered for this place. */
BOTH_RULES void recall_option(const chicago_search *s, const place *p, market m, int choice,
                              place next[], option *o, bool expert)
{
    int landing = choice >> 3, keep = choice & 7;
    int sell = p->top[landing] + p->top[landing + 2] - keep;
    bool ends = ends_at(p, landing);
    if (!ends)
        land(s, p, landing + 1, &next[landing], expert);
    add_option(s, m, o, landing, keep, sell, ends);
}

/* Promise: what is gained now minus the most the other can gain at once. */
BOTH_RULES void order_options(const place next[], option list[], int count, bool expert)
{
    for (int i = 0; i < count; i++) {
        option *o = &list[i];
        if (!o->ends)
            o->order = (int16_t)(o->gain - best_gain(&next[o->landing], o->after, expert));
    }
}

void chicago_search_pick(option list[], int from, int count)
{
    int best = from;
    for (int i = from + 1; i < count; i++)
        if (list[i].order > list[best].order)
            best = i;
    if (best != from) {
        option o = list[from];
        list[from] = list[best];
        list[best] = o;
    }
}

/* ---- table ------------------------------------------------------------------------------- */

static entry *bucket_of(const chicago_search *s, uint64_t key)
{
    return s->table + (key * 0x9E3779B97F4A7C15u >> s->shift) * WAYS;
}

/* Looks for a bound that decides whether the value reaches beta. Else *known is the choice
 * that served in the most similar market. */
static bool probe(const chicago_search *s, const entry *bucket, uint64_t key, market m,
                  int beta, int *value, reach *open, int *known)
{
    int nearest = BEYOND;
    for (const entry *e = bucket; e < bucket + WAYS; e++) {
        if (e->key != key || e->stamp != s->stamp)
            continue;
        int spared;
        int slack = e->upper ? reach_slack(&e->open, e->market, m, &spared)
                             : reach_slack(&e->open, m, e->market, &spared);
        int bound = e->upper ? e->bound + slack : e->bound - slack;
        if (e->upper ? bound < beta : bound >= beta) {
            *value = bound;
            *open = reach_moved(e->open, spared);
            return true;
        }
        if (!e->upper && slack < nearest) {
            nearest = slack;
            *known = e->choice;
        }
    }
    return false;
}

/* ---- search ------------------------------------------------------------------------------ */

static bool halt(chicago_search *s)
{
    if (s->nodes >= s->poll_at) {
        s->poll_at = s->nodes + POLL;
        if (s->node_limit && s->node_limit < s->poll_at)
            s->poll_at = s->node_limit;
        if ((s->node_limit && s->nodes >= s->node_limit) ||
            (s->stop && atomic_load_explicit(s->stop, memory_order_relaxed)) ||
            (s->deadline > 0 && duel_clock() >= s->deadline))
            s->halted = true;
    }
    return s->halted;
}

/* Four tokens left: the best gain is the value. */
BOTH_RULES int last_move(const chicago_search *s, const place *p, market m, int beta,
                         reach *open, bool expert)
{
    int value = best_gain(p, m, expert);
    bool first = true;
    for (int i = 0; i < 2 * walk_of(p, expert); i++) {
        int keep = p->top[i / 2 + 2 * (i % 2)], sell = p->top[i / 2 + 2 - 2 * (i % 2)];
        int gap = value - gain_of(m, keep, sell);
        if (value >= beta && gap > 0)
            continue;
        reach one = reach_end(&s->step[keep][sell]);
        reach_recede(&one, gap);
        if (first)
            *open = one;
        else
            reach_join(open, one);
        first = false;
        if (value >= beta) /* one move proves it */
            break;
    }
    return value;
}

/* What trying the moves of a position has shown so far. */
typedef struct trial {
    int best; /* value, INT_MIN before the first */
    uint8_t choice;
    reach open;
} trial;

BOTH_RULES void add_value(trial *t, const option *o, int value, reach open, int beta)
{
    if (t->best == INT_MIN || value >= beta) {
        t->open = open;
    } else {
        if (value < t->best)
            reach_recede(&open, t->best - value);
        else
            reach_recede(&t->open, value - t->best);
        reach_join(&t->open, open);
    }
    if (value > t->best) {
        t->best = value;
        t->choice = choice_of(o);
    }
}

static void keep_bound(const chicago_search *s, entry *bucket, uint64_t key, market m,
                       const trial *t, int beta)
{
    bool upper = t->best < beta;
    int kept = t->best > BEYOND ? BEYOND : t->best < -BEYOND ? -BEYOND : t->best;
    if (kept != t->best && (kept < t->best) == upper)
        return; /* cut to what fits, it would promise too much */
    bucket[s->nodes % WAYS] =
        (entry){t->open, m, key, (int8_t)kept, upper, t->choice, 0, s->stamp};
}

/* Six tokens left: two plies at most, so that the order of the options is their value. Trying
 * them all pays: the best value serves more often than the first one that reaches beta. */
BOTH_RULES int last_two(const chicago_search *s, const place *p, market m, int beta,
                        reach *open, bool expert)
{
    place next[CHICAGO_PILES];
    option list[CHICAGO_MOVES];
    int count = list_options(s, p, m, next, list, expert);
    order_options(next, list, count, expert);
    trial t = {.best = INT_MIN};
    chicago_search_pick(list, 0, count);
    for (int i = 0; i < count && t.best < beta; i++) {
        const option *o = &list[i];
        const reach_step *step = &s->step[o->keep][o->sell];
        reach one = reach_end(step);
        if (!o->ends) {
            last_move(s, &next[o->landing], o->after, o->gain - beta + 1, &one, expert);
            one = reach_before(one, step);
        }
        add_value(&t, o, o->order, one, beta);
    }
    *open = t.open;
    return t.best;
}

/* The move of a landing that was refuted first, and by what; its twin, which keeps the other
 * token, leads to the same place, so that the refutation nearly fits. */
typedef struct refuted {
    bool known;
    int value; /* of the place reached, for the other player: at least this */
    market market;
    reach open;
} refuted;

static int search_usual(chicago_search *s, const place *p, market m, int beta, reach *open);
static int search_expert(chicago_search *s, const place *p, market m, int beta, reach *open);

/* Tries a move as far as beta needs its value; adds nothing once halted. */
BOTH_RULES void try_option(chicago_search *s, const option *o, const place *there,
                           refuted *other, int beta, trial *t, bool expert)
{
    const reach_step *step = &s->step[o->keep][o->sell];
    if (o->ends) {
        add_value(t, o, o->gain, reach_end(step), beta);
        return;
    }
    if (other->known) {
        int spared, slack = reach_slack(&other->open, o->after, other->market, &spared);
        int value = o->gain - other->value + slack;
        if (value < beta) {
            reach moved = reach_moved(other->open, spared);
            add_value(t, o, value, reach_before(moved, step), beta);
            return;
        }
    }
    reach behind;
    int child_beta = o->gain - beta + 1;
    int value =
        (expert ? search_expert : search_usual)(s, there, o->after, child_beta, &behind);
    if (s->halted)
        return;
    if (o->gain - value < beta)
        *other = (refuted){true, value, o->after, behind};
    add_value(t, o, o->gain - value, reach_before(behind, step), beta);
}

/* Tries the moves, the most promising first, until one reaches beta. */
BOTH_RULES void try_options(chicago_search *s, const place next[], option list[], int count,
                            refuted twin[], int beta, trial *t, bool expert)
{
    for (int i = 0; i < count && t->best < beta && !s->halted; i++) {
        chicago_search_pick(list, i, count);
        if (list[i].order > TRIED)
            try_option(s, &list[i], &next[list[i].landing], &twin[list[i].landing], beta, t,
                       expert);
    }
}

/* The moves of a place, the one that served before being tried before the others are listed:
 * it nearly always does again. */
BOTH_RULES void try_place(chicago_search *s, const place *p, market m, int beta, int known,
                          trial *t, bool expert)
{
    place next[CHICAGO_PILES];
    option list[CHICAGO_MOVES];
    refuted twin[CHICAGO_PILES];
    for (int i = 0; i < walk_of(p, expert); i++)
        twin[i] = (refuted){0};
    if (known >= 0) {
        recall_option(s, p, m, known, next, list, expert);
        int landing = list[0].landing;
        try_option(s, &list[0], &next[landing], &twin[landing], beta, t, expert);
        if (t->best >= beta || s->halted)
            return;
    }
    int count = list_options(s, p, m, next, list, expert);
    order_options(next, list, count, expert);
    for (int i = 0; i < count; i++)
        if (choice_of(&list[i]) == known)
            list[i].order = TRIED;
    try_options(s, next, list, count, twin, beta, t, expert);
}

/* Whether the relative value reaches beta: the number returned is a lower bound if it does,
 * else an upper one (fail-soft), and *open the reach of the proof. Worthless once halted. */
BOTH_RULES int search_place(chicago_search *s, const place *p, market m, int beta, reach *open,
                            bool expert)
{
    s->nodes++;
    if (halt(s))
        return 0;
    if (p->tokens <= LAST_TOKENS)
        return last_move(s, p, m, beta, open, expert);
    if (p->tokens <= LAST_TOKENS + 2)
        return last_two(s, p, m, beta, open, expert);
    uint64_t key = key_of(p);
    entry *bucket = bucket_of(s, key);
    int value, known = -1;
    if (probe(s, bucket, key, m, beta, &value, open, &known))
        return value;
    trial t = {.best = INT_MIN};
    try_place(s, p, m, beta, known, &t, expert);
    if (s->halted)
        return 0;
    keep_bound(s, bucket, key, m, &t, beta);
    *open = t.open;
    return t.best;
}

static int search_usual(chicago_search *s, const place *p, market m, int beta, reach *open)
{
    return search_place(s, p, m, beta, open, false);
}

static int search_expert(chicago_search *s, const place *p, market m, int beta, reach *open)
{
    return search_place(s, p, m, beta, open, true);
}

/* ---- positions --------------------------------------------------------------------------- */

void chicago_search_set_steps(chicago_search *s)
{
    for (int keep = 0; keep < CHICAGO_GOODS; keep++)
        for (int sell = 0; sell < CHICAGO_GOODS; sell++)
            s->step[keep][sell] = reach_step_of(keep, sell);
}

void chicago_search_expand(const chicago_search *s, position *at)
{
    see_tops(s, &at->here, s->expert);
    at->count = list_options(s, &at->here, at->market, at->next, at->list, s->expert);
    order_options(at->next, at->list, at->count, s->expert);
}

/* Puts a move in front of the list, for this search and the next ones. */
static void prefer(position *at, uint8_t choice)
{
    chicago_search_pick(at->list, 0, at->count);
    int16_t highest = at->list[0].order;
    for (int i = 1; i < at->count; i++)
        if (choice_of(&at->list[i]) == choice)
            at->list[i].order = (int16_t)(highest + 1);
    chicago_search_pick(at->list, 0, at->count);
}

int chicago_search_test(chicago_search *s, position *at, int beta)
{
    refuted twin[CHICAGO_PILES] = {0};
    trial t = {.best = INT_MIN};
    try_options(s, at->next, at->list, at->count, twin, beta, &t, s->expert);
    if (!s->halted && t.best >= beta)
        prefer(at, t.choice);
    return t.best;
}

int chicago_search_test_option(chicago_search *s, const position *at, int index, int beta)
{
    const option *o = &at->list[index];
    refuted twin = {0};
    trial t = {.best = INT_MIN};
    try_option(s, o, &at->next[o->landing], &twin, beta, &t, s->expert);
    return t.best;
}
