/* games/moriarty/workshop/time_use.c -- `./dev workshop moriarty clock`: how much of the time
 * it is given the expert uses.
 *
 * Games against itself, so many seconds a move, from openings that differ; of every move that
 * had to be thought about, how much of the processor's time it took. One thread, so that this
 * can be compared with what was given. */
#include "games/moriarty/workshop/workshop.h"

#include "base/clock.h"

#include <stdlib.h>

enum { RANDOM_PLIES = 8, TABLE = 32 << 20, MOST_MOVES = 100000 };

enum { PROCESSOR, CLOCK, WAYS }; /* of measuring: these differ where others compute, too */

typedef struct timing {
    double seconds; /* for a move */
    moriarty_table table;
    double *used[WAYS]; /* by move; a move that was proved did not need more */
    int count, proved;
} timing;

static double now_by(int way)
{
    return way == PROCESSOR ? duel_clock_cpu() : duel_clock();
}

static duel_status time_move(timing *t, moriarty_board b, int *move, duel_msg *why)
{
    moriarty_answer a;
    moriarty_request q = {.board = b,
                          .playable = MORIARTY_ALL,
                          .seconds = t->seconds,
                          .threads = 1,
                          .path = MORIARTY_BEST_PATH,
                          .table = &t->table,
                          .eval = &moriarty_trained};
    double begin[WAYS] = {now_by(PROCESSOR), now_by(CLOCK)};
    duel_status status = moriarty_think(&q, &a, why);
    if (status != DUEL_OK && status != DUEL_STOPPED)
        return status;
    *move = a.move;
    t->proved += a.proved;
    for (int way = 0; !a.proved && way < WAYS && t->count < MOST_MOVES; way++)
        t->used[way][t->count] = now_by(way) - begin[way];
    t->count += !a.proved && t->count < MOST_MOVES;
    return DUEL_OK;
}

static duel_status time_game(timing *t, duel_rng *rng, duel_msg *why)
{
    moriarty_board b = moriarty_opening();
    duel_status status = DUEL_OK;
    moriarty_table_clear(&t->table);
    for (int ply = 0; status == DUEL_OK && !moriarty_over(b, MORIARTY_ALL); ply++) {
        uint64_t moves = moriarty_moves(b, MORIARTY_ALL);
        int move = MORIARTY_PASS;
        if (moves && ply < RANDOM_PLIES)
            move = moriarty_random_square(moves, rng);
        else if (moves)
            status = time_move(t, b, &move, why);
        b = moriarty_play(b, move);
    }
    return status;
}

/* ---- the command ----------------------------------------------------------------- */

static int by_time(const void *left, const void *right)
{
    const double *l = left, *r = right;
    return (*l > *r) - (*l < *r);
}

static double milliseconds_at(const timing *t, int way, double part)
{
    return t->count ? 1000 * t->used[way][(int)(part * (t->count - 1))] : 0;
}

static void print_way(const duel_console *c, const timing *t, int way)
{
    static const char *const names[WAYS] = {[PROCESSOR] = "processor", [CLOCK] = "clock"};
    qsort(t->used[way], (size_t)t->count, sizeof(double), by_time);
    duel_putf(c->out, c->json ? ", \"%s\": [%.1f, %.1f, %.1f]" : "%-9s %7.1f %7.1f %7.1f\n",
              names[way], milliseconds_at(t, way, 0.1), milliseconds_at(t, way, 0.5),
              milliseconds_at(t, way, 0.9));
}

static void print_timing(const duel_console *c, const timing *t)
{
    if (c->json)
        duel_putf(c->out, "{\"given\": %.1f, \"moves\": %d, \"proved\": %d", 1000 * t->seconds,
                  t->count, t->proved);
    else {
        duel_tell(c->lang, c->out,
                  "{0} {0:move|moves} that the time ended, {1} that were proved before. "
                  "Milliseconds: a tenth of them took at most, half, nine tenths.",
                  "ii", (int64_t)t->count, (int64_t)t->proved);
        duel_put(c->out, "\n");
    }
    for (int way = 0; way < WAYS; way++)
        print_way(c, t, way);
    duel_put(c->out, c->json ? "}\n" : "");
}

enum { SECONDS, GAMES, SEED };
const duel_option moriarty_clock_options[] = {
    [SECONDS] = {"seconds", DUEL_DECIMAL, 100000, 1000, INT64_C(86400000000), NULL,
                 "seconds for a move"},
    [GAMES] = {"games", DUEL_NUMBER, 4, 1, 1000, NULL, "how many games"},
    [SEED] = {"seed", DUEL_NUMBER, 1, 0, INT64_MAX, NULL, "the seed of the draws"},
    {NULL, DUEL_NUMBER, 0, 0, 0, NULL, NULL}};

static duel_status open_timing(timing *t, duel_msg *why)
{
    for (int way = 0; way < WAYS; way++)
        t->used[way] = malloc(MOST_MOVES * sizeof(double));
    if (t->used[PROCESSOR] == NULL || t->used[CLOCK] == NULL)
        return duel_no_space(why);
    return moriarty_table_init(&t->table, TABLE, why);
}

static void close_timing(timing *t)
{
    moriarty_table_fini(&t->table);
    free(t->used[PROCESSOR]);
    free(t->used[CLOCK]);
}

duel_status moriarty_run_clock(const duel_console *c, const duel_args *a, duel_msg *why)
{
    timing t = {.seconds = (double)a->value[SECONDS] * 1e-6};
    duel_rng root, rng;
    duel_status status = open_timing(&t, why);
    duel_rng_init_number(&root, (uint64_t)a->value[SEED]);
    for (int64_t i = 0; status == DUEL_OK && i < a->value[GAMES]; i++) {
        duel_rng_fork(&root, (uint64_t)i, &rng);
        status = time_game(&t, &rng, why);
    }
    if (status == DUEL_OK)
        print_timing(c, &t);
    close_timing(&t);
    return status;
}
