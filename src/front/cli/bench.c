/* front/cli/bench.c -- `duel bench`: how fast, and how much memory. Each benchmark prints its
 * own figures. Files that are measured are those of `examples/`, looked for where the command
 * is run. */
#include "base/clock.h"
#include "core/engine.h"
#include "core/play.h"
#include "core/variant.h"
#include "front/cli/inside.h"
#include "front/commands.h"
#include "players/catalogue.h"
#include "players/player.h"
#include "store/results.h"
#include "tiers/lookup.h"

#include <jansson.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/* ---- games from files in Lua ------------------------------------------------------------- */

/* How fast they are solved, beside the speed of their own functions in one plain loop over the
 * same positions. What is counted is the processor's time, of the program and of the file's
 * process together: they work in turn, and others may work on the machine, too. */

static const struct measured_file {
    const char *path, *options;
    int rounds; /* an odd number */
} files[] = {{"examples/tictactoe.lua", "", 5},
             {"examples/dots.lua", "", 5},
             {"examples/four.lua", "width=4 height=4", 3},
             {"examples/four.lua", "width=4 height=5", 1}};

enum { FILES = sizeof files / sizeof *files, FILE_ROUNDS = 5 };

typedef struct file_rates { /* positions a second, in each round, and the first in the second */
    uint64_t positions;
    double solved[FILE_ROUNDS], plain[FILE_ROUNDS], share[FILE_ROUNDS];
} file_rates;

static duel_status solve_file(const duel_variant *v, uint64_t *positions, double *seconds,
                              duel_msg *why)
{
    duel_state state;
    machine_player *p = NULL;
    duel_answer *a = malloc(sizeof *a);
    duel_status status = a ? duel_deal(v, duel_str_of("1"), &state) : duel_no_space(why);
    duel_think t = {.view = &state, .count = true};
    if (status == DUEL_OK)
        status = player_open(duel_str_of("exact"), v, (size_t)4 << 30, NULL, &p, why);
    double begun = duel_clock_cpu();
    if (status == DUEL_OK)
        status = player_think(p, &t, a, why);
    *seconds = duel_clock_cpu() - begun;
    if (status == DUEL_OK)
        *positions = a->positions;
    player_close(p);
    free(a);
    return status;
}

/* The positions that were met while the file was opened tell what its process had used. */
static duel_status solve_and_loop(const duel_variant *v, int round, file_rates *r,
                                  duel_msg *why)
{
    uint64_t looped;
    double seconds, first, before, own;
    duel_status status = catalogue_time_file(v, &looped, &first, &before, why);
    before += first;
    if (status == DUEL_OK)
        status = solve_file(v, &r->positions, &own, why);
    double used = before;
    if (status == DUEL_OK)
        status = catalogue_time_file(v, &looped, &seconds, &used, why);
    if (status != DUEL_OK)
        return status;
    r->solved[round] = (double)r->positions / (own + used - before);
    r->plain[round] = (double)looped / seconds;
    r->share[round] = r->solved[round] / r->plain[round];
    return DUEL_OK;
}

/* Read anew, so that nothing is known of it. */
static duel_status measure_round(const struct measured_file *m, int round, file_rates *r,
                                 duel_msg *why)
{
    duel_variant v;
    const duel_game *g;
    duel_status status = catalogue_open_game(duel_str_of(m->path), &g, why);
    if (status != DUEL_OK)
        return status;
    status = duel_variant_read(g, duel_str_of(m->options), &v, why);
    if (status == DUEL_OK)
        status = solve_and_loop(&v, round, r, why);
    catalogue_close_game(g);
    return status;
}

static int by_rate(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double median_rate(double rate[], int rounds)
{
    qsort(rate, (size_t)rounds, sizeof *rate, by_rate);
    return rate[rounds / 2];
}

/* The share is that of a round: a machine that was slow for a while was so for both its rates.
 */
static void tell_file(const duel_console *c, const struct measured_file *m, file_rates *r,
                      json_t *rows)
{
    double solved = median_rate(r->solved, m->rounds), plain = median_rate(r->plain, m->rounds);
    double share = median_rate(r->share, m->rounds);
    if (c->json)
        json_array_append_new(rows, json_pack("{sssssIsfsfsf}", "file", m->path, "options",
                                              m->options, "positions", (json_int_t)r->positions,
                                              "solved_per_second", solved, "plain_per_second",
                                              plain, "share", share));
    else
        duel_putf(c->out,
                  "%-24s %-18s %9llu positions  solved %9.0f/s  plain loop %9.0f/s  %5.1f %%\n",
                  m->path, m->options, (unsigned long long)r->positions, solved, plain,
                  100 * share);
}

static duel_status bench_files(const duel_console *c, duel_msg *why)
{
    json_t *rows = json_array();
    duel_status status = DUEL_OK;
    for (int i = 0; i < FILES && status == DUEL_OK; i++) {
        file_rates r = {0};
        for (int round = 0; round < files[i].rounds && status == DUEL_OK; round++)
            status = measure_round(&files[i], round, &r, why);
        if (status == DUEL_OK)
            tell_file(c, &files[i], &r, rows);
    }
    if (status == DUEL_OK && c->json)
        c->print_json(c, json_pack("{sO}", "files", rows));
    json_decref(rows);
    return status;
}

/* ---- games with secrets: how fast they are solved, and how far --------------------------- */

static const struct measured {
    const char *game;
    double seconds;
} games[] = {{"examples/kuhn.lua", 10},
             {"examples/leduc.lua", 10},
             {"examples/goofspiel.lua", 30},
             {"examples/liarsdice.lua", 30},
             {"duo", 60}};
enum { GAMES = sizeof games / sizeof *games };

static duel_status measure_game(const struct measured *m, duel_full_solution *w, duel_msg *why)
{
    duel_variant v;
    const duel_game *g;
    machine_player *p = NULL;
    duel_think t = {.seconds = m->seconds};
    duel_status status = catalogue_open_game(duel_str_of(m->game), &g, why);
    if (status == DUEL_OK)
        status = duel_variant_make(g, NULL, 0, &v, why);
    if (status == DUEL_OK)
        status = player_open(duel_str_of("equilibrium"), &v, (size_t)2 << 30, NULL, &p, why);
    if (status == DUEL_OK)
        status = player_solution(p, &t, w, why);
    player_close(p);
    return status;
}

static double rate_of(const duel_full_solution *w)
{
    return (double)w->iterations / (w->seconds - w->unfolded);
}

static json_t *measured_json(const struct measured *m, const duel_full_solution *w)
{
    return json_pack("{sssIsIsIsIsfsfsfsfsfsI}", "game", m->game, "deals", (json_int_t)w->deals,
                     "ends", (json_int_t)w->ends, "views", (json_int_t)w->sets, "iterations",
                     (json_int_t)w->iterations, "per_second", rate_of(w), "unfold_seconds",
                     w->unfolded, "seconds", w->seconds, "low", w->low, "high", w->high,
                     "memory", (json_int_t)w->memory);
}

static void print_measured(const duel_console *c, const struct measured *m,
                           const duel_full_solution *w)
{
    duel_putf(c->out,
              "%-24s %9llu ends %8llu views  laid out in %.2f s  %9.1f iterations/s  "
              "%.9f … %.9f  %llu MB  %.1f s\n",
              m->game, (unsigned long long)w->ends, (unsigned long long)w->sets, w->unfolded,
              rate_of(w), w->low, w->high, (unsigned long long)(w->memory >> 20) + 1,
              w->seconds);
}

static duel_status bench_knowing(const duel_console *c, duel_msg *why)
{
    json_t *list = json_array();
    duel_status status = DUEL_OK;
    for (int i = 0; status == DUEL_OK && i < GAMES; i++) {
        duel_full_solution w;
        status = measure_game(&games[i], &w, why);
        if (status == DUEL_OK && c->json)
            json_array_append_new(list, measured_json(&games[i], &w));
        else if (status == DUEL_OK)
            print_measured(c, &games[i], &w);
    }
    if (status == DUEL_OK && c->json)
        c->print_json(c, json_pack("{sO}", "knowing", list));
    json_decref(list);
    return status;
}

/* ---- a game solved on disk, and asked there ---------------------------------------------- */

/* Time is told on the clock and by the processors: others may be at work on the same machine.
 */

typedef struct tiers_figures {
    double seconds, cpu, lookup; /* in all; of all threads; of one position */
    uint64_t positions, bytes;
} tiers_figures;

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
    double begin = duel_clock_cpu();
    if (status == DUEL_OK)
        status = tiers_solve(&job, &folder, &r, why);
    f->cpu = duel_clock_cpu() - begin;
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
        duel_variant_make(catalogue_find_game(duel_str_of("connect4")), settings, 2, &v, why);
    if (status != DUEL_OK)
        return status;
    if (mkdtemp(dir) == NULL)
        return duel_fail(why, N_("The measuring process failed."), "");
    duel_deal(&v, duel_str_of("1"), &root);
    status = measure_folder(&v, &root, dir, threads, f, why);
    rmdir(dir);
    return status;
}

static duel_status bench_tiers(const duel_console *c, duel_msg *why)
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

/* ---- the generic solver ------------------------------------------------------------------ */

typedef struct solve_figures {
    double seconds, save_seconds;
    uint64_t positions, memory, disk;
} solve_figures;

/* In a process of its own. */
static uint64_t peak_memory(void)
{
    struct rusage u;
    getrusage(RUSAGE_SELF, &u);
    return (uint64_t)u.ru_maxrss * 1024;
}

static bool add_bytes(void *to, const stored_results *row)
{
    uint64_t *sums = to;
    sums[0] += row->bytes;
    sums[1] += row->positions;
    return true;
}

static uint64_t disk_bytes(data_store *store, uint64_t *positions)
{
    uint64_t sums[2] = {0, 0};
    results_list(store, (duel_str){"", 0}, add_bytes, sums, NULL);
    *positions = sums[1];
    return sums[0];
}

/* Solves Connect-4 5×4 with every position valued, and saves it in a throw-away base. */
static duel_status measure_solve(int threads, solve_figures *f, duel_msg *why)
{
    duel_variant v;
    duel_state state;
    data_store *store = NULL;
    machine_player *p = NULL;
    duel_answer *a = malloc(sizeof *a);
    char dir[] = "/tmp/duel-bench-XXXXXX";
    duel_str settings[] = {duel_str_of("width=5"), duel_str_of("height=4")};
    duel_status status =
        duel_variant_make(catalogue_find_game(duel_str_of("connect4")), settings, 2, &v, why);
    if (status != DUEL_OK || a == NULL || mkdtemp(dir) == NULL)
        return a ? status : duel_no_space(why);
    duel_deal(&v, duel_str_of("1"), &state);
    status = player_open(duel_str_of("exact"), &v, (size_t)4 << 30, NULL, &p, why);
    uint64_t before = peak_memory();
    duel_think t = {.view = &state, .threads = threads, .count = true};
    if (status == DUEL_OK)
        status = player_think(p, &t, a, why);
    f->memory = peak_memory() - before;
    f->seconds = a->seconds;
    f->positions = a->positions;
    if (status == DUEL_OK)
        status = store_open(dir, &store, why);
    if (status == DUEL_OK) {
        const duel_engine *engine;
        void *self;
        uint64_t saved = 0;
        double begin = duel_clock();
        player_prover(p, &engine, &self);
        status = results_save(store, &v, engine, self, (int64_t)time(NULL), &saved, why);
        f->save_seconds = duel_clock() - begin;
        f->disk = disk_bytes(store, &saved);
        results_forget(store, (duel_str){"", 0}, NULL);
    }
    player_close(p);
    store_close(store);
    free(a);
    char clean[64];
    snprintf(clean, sizeof clean, "rm -rf %s", dir);
    if (system(clean) != 0)
        return DUEL_FAILED;
    return status;
}

/* In a child, so that one run's memory does not hide the next one's. */
static bool measure_in_child(int threads, solve_figures *f)
{
    int pipe_ends[2];
    if (pipe(pipe_ends) != 0)
        return false;
    pid_t child = fork();
    if (child == 0) {
        duel_msg why;
        solve_figures own = {0};
        bool good = measure_solve(threads, &own, &why) == DUEL_OK &&
                    write(pipe_ends[1], &own, sizeof own) == (ssize_t)sizeof own;
        _exit(good ? 0 : 1);
    }
    close(pipe_ends[1]);
    bool good = child > 0 && read(pipe_ends[0], f, sizeof *f) == (ssize_t)sizeof *f;
    close(pipe_ends[0]);
    if (child > 0)
        waitpid(child, NULL, 0);
    return good;
}

static duel_status bench_solver(const duel_console *c, duel_msg *why)
{
    enum { RUNS = 5 };
    solve_figures best[2] = {{0}};
    for (int run = 0; run < RUNS; run++) { /* alternating, so that noise meets both alike */
        for (int threads = 1; threads <= 2; threads++) {
            solve_figures f = {0};
            solve_figures *b = &best[threads - 1];
            if (!measure_in_child(threads, &f))
                return duel_fail(why, N_("The measuring process failed."), "");
            if (b->seconds == 0 || f.seconds < b->seconds)
                *b = f;
        }
    }
    double n = (double)best[0].positions, rate = n / best[0].seconds;
    double ratio = best[0].seconds / best[1].seconds;
    double memory = (double)best[0].memory / n, disk = (double)best[0].disk / n;
    if (c->json)
        c->print_json(c, json_pack("{sIsfsfsfsfsf}", "positions", (json_int_t)best[0].positions,
                                   "per_second", rate, "two_threads_ratio", ratio,
                                   "memory_bytes_per_position", memory, "save_seconds",
                                   best[0].save_seconds, "disk_bytes_per_position", disk));
    else
        duel_putf(c->out,
                  "connect4 5x4, every position valued, best of %d runs\n"
                  "  positions            %.0f\n"
                  "  one thread           %.2f M positions/s (%.3f s)\n"
                  "  two threads          %.2f times as fast\n"
                  "  memory               %.1f bytes a position\n"
                  "  saved in             %.3f s\n"
                  "  on disk              %.2f bytes a position\n",
                  RUNS, n, rate / 1e6, best[0].seconds, ratio, memory, best[0].save_seconds,
                  disk);
    return DUEL_OK;
}

/* ---- the command ------------------------------------------------------------------------- */

typedef struct bench {
    const char *name;
    const char *about; /* a message */
    duel_status (*run)(const duel_console *c, duel_msg *why);
} bench;

static const bench benches[] = {
    {"solver", N_("the generic solver on Connect-4 5×4: speed, threads, memory, saving"),
     bench_solver},
    {"tiers", N_("solving on disk, Connect-4 5×5: speed, threads, room, look-ups"),
     bench_tiers},
    {"knowing", N_("games with secrets: how fast they are solved, and how far"), bench_knowing},
    {"files", N_("games from files in Lua: solved, beside their functions in a plain loop"),
     bench_files},
    {NULL, NULL, NULL}};

static void list_bench(const duel_console *c, const char *name, const char *about, json_t *list)
{
    if (c->json)
        json_array_append_new(
            list, json_pack("{ssss}", "name", name, "help", duel_text(c->lang, about)));
    else
        duel_putf(c->out, "  %-14s %s\n", name, duel_text(c->lang, about));
}

static void list_benches(const duel_console *c)
{
    json_t *list = json_array();
    for (int i = 0; benches[i].name; i++)
        list_bench(c, benches[i].name, benches[i].about, list);
    list_bench(c, "calibration GAME",
               N_("whether the estimates of an engine agree with results"), list);
    list_bench(c, "gdl FOLDER", N_("the rule sheets of a folder: play-outs, states a second"),
               list);
    list_bench(c, "sheets FOLDER", N_("the rule sheets of a folder as games: loaded, solved"),
               list);
    if (c->json)
        c->print_json(c, json_pack("{sO}", "benches", list));
    json_decref(list);
}

static const bench *find_bench(duel_str name)
{
    for (int i = 0; benches[i].name; i++)
        if (duel_str_is(name, benches[i].name))
            return &benches[i];
    return NULL;
}

static duel_status unknown_bench(duel_str name, duel_msg *why)
{
    static const char *const of_something[] = {"calibration", "gdl", "sheets", NULL};
    duel_nearest n;
    duel_nearest_begin(&n, name);
    duel_nearest_try_rows(&n, benches, sizeof *benches);
    for (int i = 0; of_something[i]; i++) {
        if (duel_str_is(name, of_something[i]))
            return duel_invalid(why, N_("Of what? “duel bench” lists what each measures."), "");
        duel_nearest_try(&n, duel_str_of(of_something[i]));
    }
    duel_invalid(why, N_("There is no benchmark “{0}”; “duel bench” lists them."), "s", name);
    return duel_nearest_ask(&n, DUEL_INVALID, why);
}

static duel_status run_bench(const duel_console *c, const duel_args *a, duel_msg *why)
{
    if (a->word_count == 0)
        return list_benches(c), DUEL_OK;
    if (a->word_count >= 2 && duel_str_is(a->word[0], "calibration"))
        return bench_calibration(c, a, why);
    if (a->word_count == 2 && duel_str_is(a->word[0], "gdl"))
        return gdl_bench(c, a->word[1].at, why);
    if (a->word_count == 2 && duel_str_is(a->word[0], "sheets"))
        return gdl_bench_games(c, a->word[1].at, why);
    const bench *found = find_bench(a->word[0]);
    if (found == NULL)
        return unknown_bench(a->word[0], why);
    if (a->word_count >= 2)
        return duel_invalid(why, N_("“{0}” is not understood here."), "s", a->word[1]);
    return found->run(c, why);
}

static const duel_option bench_options[] = {
    {"games", DUEL_NUMBER, 200, 1, 1000000, NULL, N_("calibration: games to play")},
    {"nodes", DUEL_NUMBER, 1000, 1, INT64_C(1) << 40, NULL,
     N_("calibration: positions looked at for a turn")},
    {"openings", DUEL_NUMBER, 0, 0, 100, NULL,
     N_("calibration: begin with 0 to so many plies at random")},
    {"every", DUEL_NUMBER, 1, 1, 1000, NULL, N_("calibration: compare at one turn in so many")},
    {NULL, DUEL_NUMBER, 0, 0, 0, NULL, NULL}};
static const duel_flag bench_texts[] = {
    SUBJECT_TEXTS,
    {"engine", "SPEC", N_("calibration: who plays (default: the engine that gives advice)")},
    SUBJECT_LAST_TEXT};

const duel_command command_bench = {"bench",
                                    "[NAME [FOLDER | GAME [opt=value…]]]",
                                    N_("Measures; without a name, lists what."),
                                    bench_options,
                                    bench_texts,
                                    DUEL_GAME_ARGS,
                                    run_bench};
