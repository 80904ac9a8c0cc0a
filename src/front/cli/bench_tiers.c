/* front/cli/bench_tiers.c -- see bench_tiers.h. Time is told on the clock and by the
 * processors: others may be at work on the same machine. */
#include "front/cli/bench_tiers.h"
#include "base/clock.h"
#include "core/play.h"
#include "core/variant.h"
#include "players/catalogue.h"
#include "tiers/lookup.h"
#include "tiers/solve.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <unistd.h>

typedef struct tiers_figures {
    double seconds, cpu, lookup; /* in all; of all threads; of one position */
    uint64_t positions, bytes;
} tiers_figures;

static double cpu_seconds(void)
{
    struct rusage u;
    getrusage(RUSAGE_SELF, &u);
    return (double)(u.ru_utime.tv_sec + u.ru_stime.tv_sec) +
           (double)(u.ru_utime.tv_usec + u.ru_stime.tv_usec) / 1e6;
}

/* Positions met by random games, each looked up on the disk. */
static double measure_lookups(const duel_variant *v, const void *root, tiers_lookup *l)
{
    enum { LOOKUPS = 20000 };
    duel_rng rng;
    duel_state state;
    duel_move list[DUEL_MOVES_MAX];
    double spent = 0;
    duel_rng_init_number(&rng, 1);
    for (int i = 0, count = 0; i < LOOKUPS; i++) {
        if (count == 0)
            state = *(const duel_state *)root;
        uint64_t key = tiers_key_of(v)(v, &state);
        double begin = duel_clock();
        tiers_lookup_find(l, key);
        spent += duel_clock() - begin;
        count = v->game->moves(v, &state, list);
        if (count)
            v->game->play(v, &state, list[duel_rng_below(&rng, (uint32_t)count)]);
    }
    return spent / LOOKUPS;
}

static duel_status measure_folder(const duel_variant *v, const duel_state *root,
                                  const char *dir, int threads, tiers_figures *f, duel_msg *why)
{
    tiers_folder folder;
    tiers_report r;
    tiers_lookup *l;
    tiers_job job = {.v = v, .root = root, .memory = (size_t)2 << 30, .threads = threads};
    duel_status status = tiers_folder_make(dir, v, root, &folder, why);
    double begin = cpu_seconds();
    if (status == DUEL_OK)
        status = tiers_solve(&job, &folder, &r, why);
    f->cpu = cpu_seconds() - begin;
    if (status == DUEL_OK)
        status = tiers_lookup_open(folder.path, v, &l, why);
    if (status != DUEL_OK)
        return status;
    f->seconds = r.seconds;
    f->positions = r.positions;
    f->bytes = r.bytes;
    f->lookup = measure_lookups(v, root, l);
    tiers_lookup_close(l);
    return tiers_folder_remove(folder.path, why);
}

static duel_status measure_tiers(int threads, tiers_figures *f, duel_msg *why)
{
    duel_variant v;
    duel_state root = {.aligned = 0};
    char dir[] = "/tmp/duel-bench-XXXXXX";
    duel_str settings[] = {duel_str_of("width=5"), duel_str_of("height=5")};
    duel_status status =
        duel_variant_make(duel_find_game(duel_str_of("connect4")), settings, 2, &v, why);
    if (status != DUEL_OK)
        return status;
    if (mkdtemp(dir) == NULL)
        return duel_fail(why, N_("The measuring process failed."), "");
    duel_deal(&v, duel_str_of("1"), &root);
    status = measure_folder(&v, &root, dir, threads, f, why);
    rmdir(dir);
    return status;
}

duel_status bench_tiers(const duel_console *c, duel_msg *why)
{
    tiers_figures f[2];
    for (int i = 0; i < 2; i++) {
        duel_status status = measure_tiers(i + 1, &f[i], why);
        if (status != DUEL_OK)
            return status;
    }
    double n = (double)f[0].positions, rate = n / f[0].cpu, bytes = (double)f[0].bytes / n;
    double ratio = f[0].seconds / f[1].seconds, more = f[1].cpu / f[0].cpu;
    if (c->json)
        c->print_json(c, json_pack("{sIsfsfsfsfsf}", "positions", (json_int_t)f[0].positions,
                                   "per_cpu_second", rate, "two_threads_ratio", ratio,
                                   "two_threads_cpu", more, "disk_bytes_per_position", bytes,
                                   "lookup_microseconds", f[0].lookup * 1e6));
    else
        duel_putf(c->out,
                  "connect4 5x5, solved on disk\n"
                  "  positions            %.0f\n"
                  "  one thread           %.2f M positions a second of CPU (%.1f s of %.1f s)\n"
                  "  two threads          %.2f times as fast, %.2f times the CPU\n"
                  "  on disk              %.2f bytes a position\n"
                  "  looked up in         %.1f microseconds\n",
                  n, rate / 1e6, f[0].cpu, f[0].seconds, ratio, more, bytes, f[0].lookup * 1e6);
    return DUEL_OK;
}
