/* engines/limits.h -- when an engine must stop: time, nodes, or because it was asked to.
 *
 * The clock is read once in a while, the flag and the nodes every time. */
#ifndef DUEL_ENGINES_LIMITS_H
#define DUEL_ENGINES_LIMITS_H

#include "base/clock.h"
#include "core/engine.h"

typedef struct limits {
    const duel_think *think;
    double begin;
} limits;

static inline void limits_begin(limits *l, const duel_think *t)
{
    *l = (limits){t, duel_clock()};
}

static inline double limits_seconds(const limits *l)
{
    return duel_clock() - l->begin;
}

static inline bool limits_asked(const limits *l)
{
    return l->think->stop && atomic_load_explicit(l->think->stop, memory_order_relaxed);
}

static inline bool limits_nodes(const limits *l, uint64_t nodes)
{
    return l->think->nodes && nodes >= l->think->nodes;
}

static inline bool limits_time(const limits *l)
{
    return l->think->seconds > 0 && limits_seconds(l) >= l->think->seconds;
}

#endif
