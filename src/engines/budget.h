/* engines/budget.h -- how long an engine thinks: what the caller allows, made narrower by the
 * engine's own options, and one second where nobody set a limit. */
#ifndef DUEL_ENGINES_BUDGET_H
#define DUEL_ENGINES_BUDGET_H

#include "core/engine.h"

/* A day is the most; options with decimals count in millionths. */
#define BUDGET_MICROS INT64_C(1000000)
#define BUDGET_MOST   (86400 * BUDGET_MICROS)

static inline double budget_least_time(double a, double b)
{
    return a > 0 && (b <= 0 || a < b) ? a : b;
}

static inline uint64_t budget_least(uint64_t a, uint64_t b)
{
    return a && (b == 0 || a < b) ? a : b;
}

/* `bounded`: the engine stops by itself even without a limit. */
static inline duel_think budget_of(const duel_think *t, int64_t micros, int64_t nodes,
                                   bool bounded)
{
    duel_think own = *t;
    own.seconds = budget_least_time((double)micros / (double)BUDGET_MICROS, t->seconds);
    own.nodes = budget_least((uint64_t)nodes, t->nodes);
    if (own.seconds <= 0 && own.nodes == 0 && !bounded)
        own.seconds = 1;
    return own;
}

#endif
