/* tests/chicago/bench_chicago.c -- how fast random openings are solved.
 * Usage: bench_chicago [seeds [first [all]]]; "all" = the value of every move. One line for
 * the seconds, one for the nodes: median, ninth decile, worst. */
#include "base/clock.h"
#include "games/chicago/solver.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int ascending(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static void report(const char *what, int decimals, double *sample, int count)
{
    double total = 0;
    for (int i = 0; i < count; i++)
        total += sample[i];
    qsort(sample, (size_t)count, sizeof *sample, ascending);
    printf("%-8s  median %.*f  p90 %.*f  worst %.*f  mean %.*f\n", what, decimals,
           sample[count / 2], decimals, sample[count * 9 / 10], decimals, sample[count - 1],
           decimals, total / count);
}

int main(int argc, char **argv)
{
    int count = argc > 1 ? atoi(argv[1]) : 100;
    uint64_t first = argc > 2 ? strtoull(argv[2], NULL, 10) : 1;
    bool all = argc > 3 && strcmp(argv[3], "all") == 0;
    const chicago_rules rules = {2, false};
    void *memory = malloc(CHICAGO_SOLVER_MEMORY);
    double *seconds = calloc((size_t)count + 1, sizeof *seconds);
    double *nodes = calloc((size_t)count + 1, sizeof *nodes);
    chicago_solver *solver;
    if (count < 1 || !memory || !seconds || !nodes ||
        chicago_solver_init(memory, CHICAGO_SOLVER_MEMORY, &solver) != DUEL_OK)
        return 2;
    double time = 0, work = 0;
    long values = 0;
    for (int i = 0; i < count; i++) {
        duel_rng rng;
        chicago_board board;
        chicago_answer answer;
        duel_rng_init_number(&rng, first + (uint64_t)i);
        chicago_deal(&rng, &board);
        double began = duel_clock_cpu();
        (all ? chicago_solve_all : chicago_solve)(solver, &rules, &board, NULL, &answer);
        seconds[i] = duel_clock_cpu() - began;
        nodes[i] = (double)answer.nodes;
        time += seconds[i];
        work += nodes[i];
        values += answer.low;
    }
    report("seconds", 4, seconds, count);
    report("nodes", 0, nodes, count);
    printf("%.2f million nodes/s, mean value %+.3f\n", work / time / 1e6,
           (double)values / count);
    free(memory);
    free(seconds);
    free(nodes);
    return 0;
}
