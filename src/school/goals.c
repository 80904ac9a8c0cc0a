/* school/goals.c -- goals to practise on (seek.h): formulas at random, kept where something
 * follows from all of them together and from no fewer, in as many lines as a level has. */
#include "base/rng.h"
#include "school/seek.h"

enum { GOAL_TRIES = 40000, GOAL_PATIENCE = 4000, GOAL_LETTERS = 4 };

static const struct level {
    int premises, size; /* of each, in signs at most */
    int least, most;    /* lines */
} levels[GOAL_LEVELS] = {{2, 3, 1, 2}, {3, 4, 3, 5}, {3, 5, 6, 10}};

static prop_id random_formula(prop_pool *pool, duel_rng *rng, int size)
{
    static const prop_op ops[] = {PROP_THEN, PROP_OR, PROP_AND, PROP_THEN, PROP_OR, PROP_NOT};
    if (size <= 1)
        return prop_letter(pool, duel_rng_below(rng, GOAL_LETTERS));
    prop_op op = ops[duel_rng_below(rng, 6)];
    if (op == PROP_NOT) {
        prop_id part = random_formula(pool, rng, size - 1);
        return pool->node[part].op == PROP_NOT ? part : prop_make(pool, PROP_NOT, part, 0);
    }
    int left = 1 + (int)duel_rng_below(rng, (uint32_t)(size > 2 ? size - 2 : 1));
    prop_id x = random_formula(pool, rng, left), y = random_formula(pool, rng, size - left - 1);
    return x == y ? x : prop_make(pool, op, x, y);
}

/* Whether the goal follows from all premises, and from no fewer of them; and they from nothing.
 */
static bool is_worth_it(const fitch_derivation *d, prop_id goal)
{
    static const prop_letters four = {GOAL_LETTERS, {0, 1, 2, 3}};
    uint64_t all = UINT64_MAX, wanted = prop_table(&d->pool, goal, &four);
    for (int i = 0; i < d->count; i++)
        all &= prop_table(&d->pool, d->line[i].formula, &four);
    if (all == 0 || (all & ~wanted))
        return false;
    for (int left_out = 0; left_out < d->count; left_out++) {
        uint64_t rest = UINT64_MAX;
        for (int i = 0; i < d->count; i++)
            rest &=
                i == left_out ? UINT64_MAX : prop_table(&d->pool, d->line[i].formula, &four);
        if ((rest & ~wanted) == 0)
            return false;
    }
    return true;
}

static bool try_goal(const struct level *l, duel_rng *rng, fitch_derivation *d, prop_id *goal)
{
    seek_found found;
    fitch_init(d);
    for (int i = 0; i < l->premises; i++) {
        int size = 1 + (int)duel_rng_below(rng, (uint32_t)l->size);
        fitch_line line = {.formula = random_formula(&d->pool, rng, size),
                           .rule = FITCH_PREMISE};
        if (fitch_add(d, &line, NULL) != DUEL_OK)
            return false;
    }
    *goal = random_formula(&d->pool, rng, 1 + (int)duel_rng_below(rng, 3));
    return is_worth_it(d, *goal) && school_seek(d, *goal, GOAL_PATIENCE, &found) &&
           found.count >= l->least && found.count <= l->most;
}

bool school_goal(int level, unsigned number, fitch_derivation *d, prop_id *goal)
{
    duel_rng rng;
    duel_rng_init_number(&rng, ((uint64_t)level << 32) + number);
    for (int i = 0; i < GOAL_TRIES; i++)
        if (try_goal(&levels[level - 1], &rng, d, goal))
            return true;
    return false;
}
