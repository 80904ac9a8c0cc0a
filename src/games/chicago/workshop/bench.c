/* games/chicago/workshop/bench.c -- `./dev workshop chicago bench`: how fast openings are
 * solved, on one core. Time is that of the processor. */
#include "games/chicago/workshop/bench.h"

#include "base/clock.h"
#include "core/command.h"
#include "games/chicago/study.h"

#include <stdlib.h>
#include <string.h>

static int ascending(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

void chicago_pace_fini(chicago_pace *p)
{
    free(p->seconds);
    free(p->nodes);
    memset(p, 0, sizeof *p);
}

duel_status chicago_pace_measure(const chicago_rules *rules, uint64_t seed, int openings,
                                 bool every_move, chicago_pace *out)
{
    size_t count = (size_t)openings;
    chicago_solver *solver;
    void *memory = malloc(CHICAGO_SOLVER_MEMORY);
    chicago_pace p = {.openings = openings,
                      .seconds = calloc(count, sizeof(double)),
                      .nodes = calloc(count, sizeof(double))};
    bool ready = memory && p.seconds && p.nodes &&
                 chicago_solver_init(memory, CHICAGO_SOLVER_MEMORY, &solver) == DUEL_OK;
    for (int i = 0; ready && i < openings; i++) {
        chicago_board board;
        chicago_answer answer;
        chicago_study_deal(seed, (uint64_t)i, &board);
        double began = duel_clock_cpu();
        (every_move ? chicago_solve_all : chicago_solve)(solver, rules, &board, NULL, &answer);
        p.all_seconds += p.seconds[i] = duel_clock_cpu() - began;
        p.all_nodes += p.nodes[i] = (double)answer.nodes;
    }
    free(memory);
    if (!ready) {
        chicago_pace_fini(&p);
        return DUEL_NO_SPACE;
    }
    qsort(p.seconds, count, sizeof(double), ascending);
    qsort(p.nodes, count, sizeof(double), ascending);
    *out = p;
    return DUEL_OK;
}

/* ---- the command -------------------------------------------------------------------- */

static const chicago_rules two_players = {2, false};

static void print_pace(const duel_console *c, const char *what, const chicago_pace *p)
{
    int middle = p->openings / 2, tenth = p->openings * 9 / 10, last = p->openings - 1;
    double rate = p->all_seconds > 0 ? p->all_nodes / p->all_seconds : 0;
    if (c->json)
        duel_putf(c->out,
                  "\"%s\": {\"median\": %.4f, \"p90\": %.4f, \"worst\": %.4f, "
                  "\"nodes_median\": %.0f, \"nodes_worst\": %.0f, \"nodes_per_second\": %.0f}",
                  what, p->seconds[middle], p->seconds[tenth], p->seconds[last],
                  p->nodes[middle], p->nodes[last], rate);
    else
        duel_putf(
            c->out,
            "%-6s median %.4f s  p90 %.4f s  worst %.4f s  nodes median %.0f  worst %.0f  "
            "%.2f M nodes/s\n",
            what, p->seconds[middle], p->seconds[tenth], p->seconds[last], p->nodes[middle],
            p->nodes[last], rate / 1e6);
}

enum { OPENINGS, SEED };
static const duel_option bench_options[] = {
    [OPENINGS] = {"openings", DUEL_NUMBER, 100, 1, 1000000, NULL, "how many openings"},
    [SEED] = {"seed", DUEL_NUMBER, 1, 0, INT64_MAX, NULL, "the seed of the draws"},
    {NULL, DUEL_NUMBER, 0, 0, 0, NULL, NULL}};

static duel_status bench_openings(const duel_console *c, const duel_args *a, duel_msg *why)
{
    duel_put(c->out, c->json ? "{" : "");
    for (int all = 0; all <= 1; all++) {
        chicago_pace p;
        if (chicago_pace_measure(&two_players, (uint64_t)a->value[SEED],
                                 (int)a->value[OPENINGS], all, &p) != DUEL_OK)
            return duel_no_space(why);
        duel_put(c->out, all && c->json ? ", " : "");
        print_pace(c, all ? "moves" : "value", &p);
        chicago_pace_fini(&p);
    }
    duel_put(c->out, c->json ? "}\n" : "");
    return DUEL_OK;
}

const duel_command chicago_workshop[] = {{"bench", "", "Measures how fast openings are solved.",
                                          bench_options, NULL, 0, bench_openings},
                                         {NULL, NULL, NULL, NULL, NULL, 0, NULL}};
