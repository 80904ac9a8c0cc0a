/* tests/wumpus/test_stats.c -- the seed's experiment against the reference table: every cell
 * within 4.5 standard deviations of the difference of two samples. */
#include "helpers.h"

#include "games/wumpus/command.h"

#include <math.h>

static void check_row(const int64_t expected[WUMPUS_COLUMNS], int64_t grids)
{
    wumpus_stats row;
    int64_t got[WUMPUS_COLUMNS];
    duel_rng rng = check_rng((uint64_t)(expected[0] * 1000 + expected[1]));
    assert_ok(wumpus_stats_row((int)expected[0], (int)expected[1], grids, &rng, &row, NULL));
    wumpus_stats_values(&row, got);
    assert_int_equal(got[2], grids);
    int64_t sum = row.not_deducible;
    for (int i = 0; i < WUMPUS_INTERESTS; i++)
        sum += row.deducible[i];
    assert_int_equal(sum, grids);
    for (int i = 3; i < WUMPUS_COLUMNS; i++) {
        double a = (double)got[i] / (double)grids,
               b = (double)expected[i] / (double)expected[2];
        double p = (a + b) / 2, spread = fmax(p * (1 - p), 1e-4);
        double deviation = sqrt(spread / (double)grids + spread / (double)expected[2]);
        if (fabs(a - b) > 4.5 * deviation)
            fail_msg("%dx%d, %d pits, %s: %.4f, reference %.4f", (int)expected[0],
                     (int)expected[0], (int)expected[1], wumpus_stats_names[i], a, b);
    }
}

TEST(test_table)
{
    FILE *file = check_data("wumpus_table.tsv");
    char line[512];
    int rows = 0;
    assert_non_null(fgets(line, sizeof line, file));
    for (int i = 0; i < WUMPUS_COLUMNS; i++) { /* the header names our columns */
        const char *name = strtok(i == 0 ? line : NULL, "\t\r\n");
        assert_non_null(name);
        assert_string_equal(name, wumpus_stats_names[i]);
    }
    while (fgets(line, sizeof line, file)) {
        int64_t expected[WUMPUS_COLUMNS];
        char *at = line;
        for (int i = 0; i < WUMPUS_COLUMNS; i++)
            expected[i] = strtoll(at, &at, 10);
        if (rows++ % check_sample(9, 1) == 0)
            check_row(expected, check_sample(2000, 10000));
    }
    fclose(file);
    assert_int_equal(rows, 170);
}

TEST(test_too_many_pits)
{
    wumpus_stats row;
    duel_rng rng = check_rng(1);
    assert_int_equal(wumpus_stats_row(8, 57, 1, &rng, &row, NULL), DUEL_INVALID);
    assert_ok(wumpus_stats_row(8, 56, 1, &rng, &row, NULL));
}
