/* wire/health.c -- the figures about a running server: what there is of all that costs, and how
 * often somebody was refused (docs/serving.md). */
#include "wire/inside.h"

#include <stdlib.h>

static void tell_counts(quotas *g, json_t *to)
{
    static const char *const names[QUOTA_AMOUNTS] = {[QUOTA_OF_CONNECTIONS] = "connections",
                                                     [QUOTA_OF_HALF_OPEN] = "half_open",
                                                     [QUOTA_OF_BYTES] = "bytes_waiting",
                                                     [QUOTA_OF_TABLES_AWAKE] = "tables_awake"};
    for (int i = 0; i < QUOTA_AMOUNTS; i++)
        json_object_set_new(to, names[i], json_integer(quotas_has(g, (quota_amount)i)));
    json_object_set_new(to, "tables_made",
                        json_integer((json_int_t)atomic_load(&g->tables_made)));
}

static int jobs_in_all(wire_hub *hub, job_class lane)
{
    int jobs = thread_pool_jobs(hub->crew, lane);
    for (int i = 0; hub->annexes[i]; i++)
        jobs += slow_game_jobs(hub->annexes[i], lane);
    return jobs;
}

static json_t *tell_jobs(wire_hub *hub)
{
    static const char *const names[JOB_CLASSES] = {
        [JOB_CLASS_MOVES] = "moves",       [JOB_CLASS_TABLES] = "tables",
        [JOB_CLASS_ADVICE] = "advice",     [JOB_CLASS_KEEPING] = "keeping",
        [JOB_CLASS_ANALYSIS] = "analysis", [JOB_CLASS_PUZZLES] = "puzzles"};
    json_t *jobs = json_object();
    for (int i = 0; i < JOB_CLASSES; i++)
        json_object_set_new(jobs, names[i], json_integer(jobs_in_all(hub, (job_class)i)));
    return jobs;
}

static json_t *tell_refusals(quotas *g)
{
    json_t *refused = json_object();
    for (int i = 0; i < QUOTAS_LIMITS; i++)
        json_object_set_new(refused, governor_rules[i].name,
                            json_integer((json_int_t)atomic_load(&g->refused[i])));
    return refused;
}

/* In milliseconds of the processor. */
static void tell_pace(const wire_hub *hub, json_t *to)
{
    json_object_set_new(to, "slow",
                        json_pack("{sIsfss}", "turns", (json_int_t)hub->slow_turns,
                                  "longest_ms", hub->slow_seconds * 1000, "request",
                                  hub->slow));
    json_object_set_new(to, "loop_ms", json_real(hub->turned * 1000));
    json_object_set_new(to, "longest_turn_ms", json_real(hub->longest_turn * 1000));
}

void wire_hub_health(wire_hub *hub, duel_sink *out)
{
    const memory_budget *p = hub->setup.purse;
    json_t *health = json_object();
    tell_counts(hub->setup.quotas, health);
    json_object_set_new(health, "bytes_thinking",
                        json_integer(p ? (json_int_t)memory_budget_held(p) : 0));
    json_object_set_new(health, "jobs", tell_jobs(hub));
    json_object_set_new(health, "refused", tell_refusals(hub->setup.quotas));
    tell_pace(hub, health);
    json_object_set_new(health, "seconds",
                        json_integer((json_int_t)((hub_now() - hub->begun) / 1000)));
    char *text = json_dumps(health, JSON_COMPACT);
    duel_put(out, text ? text : "{}");
    duel_put(out, "\n");
    free(text);
    json_decref(health);
}
