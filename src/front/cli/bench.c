/* front/cli/bench.c -- `duel bench`: how fast, and how much memory. */
#include "base/clock.h"
#include "core/play.h"
#include "core/variant.h"
#include "front/cli/bench_calibration.h"
#include "front/cli/bench_files.h"
#include "front/cli/bench_knowing.h"
#include "front/cli/bench_tiers.h"
#include "front/cli/gdl_folder.h"
#include "front/cli/subject.h"
#include "front/commands.h"
#include "front/work.h"
#include "players/catalogue.h"
#include "players/player.h"
#include "store/learned.h"

#include <jansson.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/* Each benchmark prints its own figures; memory is measured in a process of its own. */
typedef struct bench {
    const char *name;
    const char *about; /* a message */
    duel_status (*run)(const duel_console *c, duel_msg *why);
} bench;

typedef struct solve_figures {
    double seconds, save_seconds;
    uint64_t positions, memory, disk;
} solve_figures;

static uint64_t peak_memory(void)
{
    struct rusage u;
    getrusage(RUSAGE_SELF, &u);
    return (uint64_t)u.ru_maxrss * 1024;
}

static uint64_t disk_bytes(duel_store *store, uint64_t *positions);

static bool add_bytes(void *to, const store_learned *row)
{
    uint64_t *sums = to;
    sums[0] += row->bytes;
    sums[1] += row->positions;
    return true;
}

static uint64_t disk_bytes(duel_store *store, uint64_t *positions)
{
    uint64_t sums[2] = {0, 0};
    duel_learned_list(store, (duel_str){"", 0}, add_bytes, sums, NULL);
    *positions = sums[1];
    return sums[0];
}

/* Solves Connect-4 5×4 with every position valued, and saves it in a throw-away base. */
static duel_status measure_solve(int threads, solve_figures *f, duel_msg *why)
{
    duel_variant v;
    duel_state state;
    duel_store *store = NULL;
    duel_player *p = NULL;
    duel_answer *a = malloc(sizeof *a);
    char dir[] = "/tmp/duel-bench-XXXXXX";
    duel_str settings[] = {duel_str_of("width=5"), duel_str_of("height=4")};
    duel_status status =
        duel_variant_make(duel_find_game(duel_str_of("connect4")), settings, 2, &v, why);
    if (status != DUEL_OK || a == NULL || mkdtemp(dir) == NULL)
        return a ? status : duel_full(why);
    duel_deal(&v, duel_str_of("1"), &state);
    status = duel_player_open(duel_str_of("exact"), &v, (size_t)4 << 30, NULL, &p, why);
    uint64_t before = peak_memory();
    duel_think t = {.view = &state, .threads = threads, .count = true};
    if (status == DUEL_OK)
        status = duel_player_think(p, &t, a, why);
    f->memory = peak_memory() - before;
    f->seconds = a->seconds;
    f->positions = a->positions;
    if (status == DUEL_OK)
        status = duel_store_open(dir, &store, why);
    if (status == DUEL_OK) {
        const duel_engine *engine;
        void *self;
        uint64_t saved = 0;
        double begin = duel_clock();
        duel_player_prover(p, &engine, &self);
        status =
            duel_learned_harvest(store, &v, engine, self, (int64_t)time(NULL), &saved, why);
        f->save_seconds = duel_clock() - begin;
        f->disk = disk_bytes(store, &saved);
        duel_learned_forget(store, (duel_str){"", 0}, NULL);
    }
    duel_player_close(p);
    duel_store_close(store);
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
            return duel_bad(why, N_("Of what? “duel bench” lists what each measures."), "");
        duel_nearest_try(&n, duel_str_of(of_something[i]));
    }
    duel_bad(why, N_("There is no benchmark “{0}”; “duel bench” lists them."), "s", name);
    return duel_nearest_ask(&n, DUEL_BAD, why);
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
        return duel_bad(why, N_("“{0}” is not understood here."), "s", a->word[1]);
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
                                    DUEL_GAME_WORDS,
                                    run_bench};
