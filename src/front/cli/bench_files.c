/* front/cli/bench_files.c -- `duel bench files`: how fast games from files in Lua are solved,
 * beside the speed of their own functions in one plain loop over the same positions. What is
 * counted is the processor's time, of the program and of the file's process together: they work
 * in turn, and others may work on the machine, too. The files are those of `examples/`, looked
 * for where the command is run. */
#include "front/cli/bench_files.h"
#include "base/clock.h"
#include "core/engine.h"
#include "core/play.h"
#include "core/variant.h"
#include "players/catalogue.h"
#include "players/player.h"

#include <jansson.h>
#include <stdlib.h>

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
    duel_player *p = NULL;
    duel_answer *a = malloc(sizeof *a);
    duel_status status = a ? duel_deal(v, duel_str_of("1"), &state) : duel_full(why);
    duel_think t = {.view = &state, .count = true};
    if (status == DUEL_OK)
        status = duel_player_open(duel_str_of("exact"), v, (size_t)4 << 30, NULL, &p, why);
    double begun = duel_clock_cpu();
    if (status == DUEL_OK)
        status = duel_player_think(p, &t, a, why);
    *seconds = duel_clock_cpu() - begun;
    if (status == DUEL_OK)
        *positions = a->positions;
    duel_player_close(p);
    free(a);
    return status;
}

/* The positions that were met while the file was opened tell what its process had used. */
static duel_status solve_and_loop(const duel_variant *v, int round, file_rates *r,
                                  duel_msg *why)
{
    uint64_t looped;
    double seconds, first, before, own;
    duel_status status = duel_pace_file(v, &looped, &first, &before, why);
    before += first;
    if (status == DUEL_OK)
        status = solve_file(v, &r->positions, &own, why);
    double used = before;
    if (status == DUEL_OK)
        status = duel_pace_file(v, &looped, &seconds, &used, why);
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
    duel_status status = duel_open_game(duel_str_of(m->path), &g, why);
    if (status != DUEL_OK)
        return status;
    status = duel_variant_read(g, duel_str_of(m->options), &v, why);
    if (status == DUEL_OK)
        status = solve_and_loop(&v, round, r, why);
    duel_close_game(g);
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

duel_status bench_files(const duel_console *c, duel_msg *why)
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
