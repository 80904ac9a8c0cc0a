/* tests/moriarty/bench_moriarty.c -- how fast the Othello engine is.
 *   bench_moriarty perft DEPTH              leaves per second, on every kernel
 *   bench_moriarty ffo FIRST LAST [THREADS [MEGABYTES [every]]]   nodes, seconds, speed
 *   bench_moriarty play DEPTH [THREADS]    an estimated search of the opening
 * With PORTABLE in the environment, ffo runs the portable kernel. */
#include "base/clock.h"
#include "games/moriarty/notation.h"
#include "games/moriarty/perft.h"
#include "games/moriarty/search.h"
#include "helper.h"

static void bench_perft(int depth)
{
    static const char *const names[MORIARTY_PATHS] = {"portable", "avx2", "avx512"};
    for (int path = 0; path < MORIARTY_PATHS; path++) {
        if (!moriarty_path_works((moriarty_path)path))
            continue;
        double begin = duel_clock();
        uint64_t leaves = moriarty_perft(moriarty_opening(), MORIARTY_ALL, depth,
                                         MORIARTY_PASS_COSTS_A_PLY, (moriarty_path)path);
        double seconds = duel_clock() - begin;
        printf("%s: %llu leaves, %.3f s, %.0f M/s\n", names[path], (unsigned long long)leaves,
               seconds, (double)leaves / seconds / 1e6);
    }
}

static void print_line(const moriarty_answer *a)
{
    duel_stream out;
    duel_stream_init(&out, stdout);
    for (int i = 0; i < a->line_length && i < 10; i++) {
        duel_put(&out.sink, i ? " " : "  ");
        moriarty_print_square(&out.sink, a->line[i]);
    }
    duel_put(&out.sink, "\n");
}

static moriarty_table make_table(size_t megabytes)
{
    moriarty_table table;
    if (moriarty_table_init(&table, megabytes << 20, NULL) != DUEL_OK) {
        fprintf(stderr, "no memory for the table\n");
        exit(1);
    }
    return table;
}

static void bench_ffo(int first, int last, int threads, size_t megabytes, bool every)
{
    ffo_row rows[64];
    int count = read_ffo(rows, 64);
    moriarty_table table = make_table(megabytes);
    uint64_t nodes = 0;
    double seconds = 0;
    for (int i = 0; i < count; i++) {
        if (rows[i].number < first || rows[i].number > last)
            continue;
        moriarty_request q = {.playable = MORIARTY_ALL,
                              .prove = true,
                              .every_move = every,
                              .threads = threads,
                              .path =
                                  getenv("PORTABLE") ? MORIARTY_PORTABLE : MORIARTY_BEST_PATH,
                              .table = &table,
                              .eval = &moriarty_handmade};
        moriarty_read_board(duel_str_of(rows[i].board), rows[i].side, &q.board);
        moriarty_table_clear(&table);
        moriarty_answer a;
        moriarty_think(&q, &a, NULL);
        nodes += a.nodes;
        seconds += a.seconds;
        printf("#%d %2d %+3d %s %11llu nodes %7.2f s %5.1f M/s", rows[i].number,
               rows[i].empties, a.score / MORIARTY_UNIT,
               a.score / MORIARTY_UNIT == rows[i].score ? "right" : "WRONG",
               (unsigned long long)a.nodes, a.seconds, (double)a.nodes / a.seconds / 1e6);
        print_line(&a);
    }
    printf("all: %.1f M nodes, %.2f s, %.1f M/s\n", (double)nodes / 1e6, seconds,
           (double)nodes / seconds / 1e6);
    moriarty_table_fini(&table);
}

static void show(void *user, const moriarty_answer *a)
{
    (void)user;
    printf("depth %2d%s %+7.2f %11llu nodes %7.2f s", a->depth, a->proved ? "!" : " ",
           (double)a->score / MORIARTY_UNIT, (unsigned long long)a->nodes, a->seconds);
    print_line(a);
}

static void bench_play(int depth, int threads)
{
    moriarty_table table = make_table(64);
    moriarty_request q = {.board = moriarty_opening(),
                          .playable = MORIARTY_ALL,
                          .max_depth = depth,
                          .threads = threads,
                          .path = MORIARTY_BEST_PATH,
                          .table = &table,
                          .eval = &moriarty_handmade,
                          .progress = show};
    moriarty_answer a;
    moriarty_think(&q, &a, NULL);
    moriarty_table_fini(&table);
}

int main(int argc, char **argv)
{
    int a = argc > 2 ? atoi(argv[2]) : 0, b = argc > 3 ? atoi(argv[3]) : a;
    int threads = argc > 4 ? atoi(argv[4]) : 1, megabytes = argc > 5 ? atoi(argv[5]) : 128;
    if (argc > 2 && strcmp(argv[1], "perft") == 0)
        bench_perft(a);
    else if (argc > 2 && strcmp(argv[1], "ffo") == 0)
        bench_ffo(a, b, threads, (size_t)megabytes, argc > 6);
    else if (argc > 2 && strcmp(argv[1], "play") == 0)
        bench_play(a, argc > 3 ? b : 1);
    else
        fprintf(stderr, "usage: bench_moriarty perft DEPTH | ffo FIRST LAST [THREADS [MB "
                        "[every]]] | play DEPTH [THREADS]\n");
    return 0;
}
