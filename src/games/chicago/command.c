/* chicago/command.c -- `duel chicago study | levels | puzzle | new | bench`. */
#include "games/chicago/chicago.h"
#include "games/chicago/contest.h"
#include "games/chicago/notation.h"
#include "games/chicago/puzzle.h"
#include "games/chicago/study.h"

#include "base/clock.h"
#include "core/variant.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

extern const duel_game duel_game_chicago;

static const chicago_rules two_players = {2, false};

enum { DONE = 0, NO = 1, WRONG_USAGE = 2 };

/* ---- arguments ---------------------------------------------------------------------- */

/* A flag is a name with a value; `text` or `number` receives it. */
typedef struct flag {
    const char *name;
    int64_t least, most;
    int64_t *number;
    const char **text;
} flag;

static int fail(const duel_console *c, duel_status status, const duel_msg *why)
{
    duel_put(c->err, "duel: ");
    duel_render(c->lang, why, c->err);
    duel_put(c->err, "\n");
    return status == DUEL_BAD ? WRONG_USAGE : NO;
}

static duel_status read_flag(const flag *f, const char *value, duel_msg *why)
{
    duel_option o = {f->name, DUEL_NUMBER, 0, f->least, f->most, NULL, NULL};
    if (value == NULL)
        return duel_bad(why, N_("{0} needs a value."), "c", f->name);
    if (f->number)
        return duel_option_read(&o, duel_str_of(value), f->number, why);
    *f->text = value;
    return DUEL_OK;
}

/* Flags are ended by a NULL name. */
static duel_status read_flags(const flag flags[], int argc, char **argv, duel_msg *why)
{
    duel_status status = DUEL_OK;
    for (int i = 0; i < argc && status == DUEL_OK; i += 2) {
        const flag *f = flags;
        while (f->name && strcmp(f->name, argv[i]) != 0)
            f++;
        if (f->name == NULL)
            return duel_bad(why, N_("“{0}” is not understood here."), "c", argv[i]);
        status = read_flag(f, i + 1 < argc ? argv[i + 1] : NULL, why);
    }
    return status;
}

/* ---- study -------------------------------------------------------------------------- */

typedef struct meter {
    const duel_console *c;
    uint64_t total;
    double begin, shown;
} meter;

static void show_progress(void *watcher, uint64_t done)
{
    enum { CELLS = 30 };
    meter *m = watcher;
    double now = duel_clock();
    if (now - m->shown < 0.2 && done < m->total)
        return;
    m->shown = now;
    int full = (int)(CELLS * done / m->total);
    double left = (now - m->begin) / (double)done * (double)(m->total - done);
    duel_putf(m->c->err, "\r\033[K[%.*s%.*s] %llu/%llu, %.0f s", full,
              "##############################", CELLS - full, "..............................",
              (unsigned long long)done, (unsigned long long)m->total, left);
    if (done == m->total)
        duel_put(m->c->err, "\r\033[K");
}

static duel_status write_svg(const char *path, const chicago_spread *s, uint64_t seed,
                             duel_msg *why)
{
    duel_stream stream;
    FILE *file = fopen(path, "w");
    if (file == NULL)
        return duel_fail(why, N_("Cannot write {0}: {1}."), "cc", path, strerror(errno));
    duel_stream_init(&stream, file);
    chicago_spread_svg(s, seed, &stream.sink);
    bool failed = ferror(file) != 0;
    if (fclose(file) != 0 || failed)
        return duel_fail(why, N_("Cannot write {0}: {1}."), "cc", path, strerror(errno));
    return DUEL_OK;
}

static void put_opening(uint64_t seed, uint64_t number, duel_sink *out)
{
    chicago_board board;
    chicago_study_deal(seed, number, &board);
    chicago_print(&two_players, &board, out);
}

static void print_spread_json(const duel_console *c, const chicago_spread *s, uint64_t seed)
{
    int least = chicago_spread_least(s), most = chicago_spread_most(s);
    duel_putf(c->out, "{\"openings\": %llu, \"seed\": %llu, \"values\": {",
              (unsigned long long)s->openings, (unsigned long long)seed);
    for (int value = least; value <= most; value++)
        duel_putf(c->out, "%s\"%d\": %llu", value > least ? ", " : "", value,
                  (unsigned long long)s->count[value + STUDY_MOST]);
    duel_putf(c->out,
              "}, \"mean\": %.6f, \"deviation\": %.6f, \"nodes\": %llu, \"seconds\": %.3f, "
              "\"lowest\": \"",
              chicago_spread_mean(s), chicago_spread_deviation(s), (unsigned long long)s->nodes,
              s->seconds);
    put_opening(seed, s->lowest, c->out);
    duel_put(c->out, "\", \"highest\": \"");
    put_opening(seed, s->highest, c->out);
    duel_put(c->out, "\"}\n");
}

/* The first player's wins, ties and losses when the second is given `komi` points. */
static void print_komi(const duel_console *c, const chicago_spread *s, int komi)
{
    uint64_t sum[3] = {0, 0, 0};
    for (int i = 0; i < STUDY_VALUES; i++) {
        int left = i - STUDY_MOST - komi;
        sum[left > 0 ? 0 : left == 0 ? 1 : 2] += s->count[i];
    }
    duel_tell(c->lang, c->out,
              N_("With komi {0} the first player wins {1}, ties {2} and loses {3}."), "iiii",
              (int64_t)komi, (int64_t)sum[0], (int64_t)sum[1], (int64_t)sum[2]);
    duel_put(c->out, "\n");
}

static void print_spread(const duel_console *c, const chicago_spread *s, uint64_t seed)
{
    int least = chicago_spread_least(s), most = chicago_spread_most(s);
    duel_tell(c->lang, c->out, N_("{0} openings of seed {1}, value for the first player:"),
              "ii", (int64_t)s->openings, (int64_t)seed);
    duel_put(c->out, "\n");
    for (int value = least; value <= most; value++) {
        uint64_t count = s->count[value + STUDY_MOST];
        duel_putf(c->out, "  %+3d %9llu %8.3f %%\n", value, (unsigned long long)count,
                  100 * (double)count / (double)s->openings);
    }
    duel_putf(c->out, "  %+.4f ± %.4f\n", chicago_spread_mean(s), chicago_spread_deviation(s));
    print_komi(c, s, 0);
    print_komi(c, s, 4);
    duel_tell(c->lang, c->out, N_("The first opening of value {0}: "), "i", (int64_t)least);
    put_opening(seed, s->lowest, c->out);
    duel_put(c->out, "\n");
    duel_tell(c->lang, c->out, N_("The first opening of value {0}: "), "i", (int64_t)most);
    put_opening(seed, s->highest, c->out);
    duel_put(c->out, "\n");
    duel_tell(c->lang, c->out, N_("{0} positions searched in {1} s of solving."), "ii",
              (int64_t)s->nodes, (int64_t)s->seconds);
    duel_put(c->out, "\n");
}

static int run_study(const duel_console *c, int argc, char **argv)
{
    duel_msg why;
    int64_t openings = 1000, seed = 1, threads = 1;
    const char *svg = NULL;
    const flag flags[] = {{"--openings", 1, INT64_C(1) << 40, &openings, NULL},
                          {"--seed", 0, INT64_MAX, &seed, NULL},
                          {"--threads", 1, 64, &threads, NULL},
                          {"--svg", 0, 0, NULL, &svg},
                          {NULL, 0, 0, NULL, NULL}};
    duel_status status = read_flags(flags, argc, argv, &why);
    if (status != DUEL_OK)
        return fail(c, status, &why);
    meter m = {c, (uint64_t)openings, duel_clock(), 0};
    chicago_study study = {.rules = two_players,
                           .seed = (uint64_t)seed,
                           .openings = (uint64_t)openings,
                           .threads = (int)threads,
                           .progress = c->terminal ? show_progress : NULL,
                           .watcher = &m};
    chicago_spread spread;
    if (chicago_study_run(&study, &spread) != DUEL_OK)
        return fail(c, duel_full(&why), &why);
    if (c->json)
        print_spread_json(c, &spread, (uint64_t)seed);
    else
        print_spread(c, &spread, (uint64_t)seed);
    if (svg)
        status = write_svg(svg, &spread, (uint64_t)seed, &why);
    return status == DUEL_OK ? DONE : fail(c, status, &why);
}

/* ---- levels ------------------------------------------------------------------------- */

static void print_contest_json(const duel_console *c, const chicago_contest *x)
{
    duel_putf(c->out, "{\"openings\": %llu, \"pairs\": [", (unsigned long long)x->openings);
    for (int i = 0; i < CONTEST_ENTRANTS * CONTEST_ENTRANTS; i++) {
        int first = i / CONTEST_ENTRANTS, second = i % CONTEST_ENTRANTS;
        const chicago_tally *t = &x->pair[first][second];
        duel_putf(c->out,
                  "%s{\"first\": \"%s\", \"second\": \"%s\", \"wins\": %llu, \"ties\": %llu, "
                  "\"losses\": %llu, \"mean\": %.3f}",
                  i ? ", " : "", chicago_entrant_name(first), chicago_entrant_name(second),
                  (unsigned long long)t->wins, (unsigned long long)t->ties,
                  (unsigned long long)t->losses, (double)t->margin / (double)x->openings);
    }
    duel_put(c->out, "]}\n");
}

/* A row for each first player: wins and mean difference against each second player. */
static void print_contest(const duel_console *c, const chicago_contest *x)
{
    duel_tell(c->lang, c->out,
              N_("{0} games of each pair. Row: the first player; column: the second, numbered "
                 "alike. Wins of the first in %, and its mean difference."),
              "i", (int64_t)x->openings);
    duel_put(c->out, "\n                     ");
    for (int i = 0; i < CONTEST_ENTRANTS; i++)
        duel_putf(c->out, "         %d", i + 1);
    duel_put(c->out, "\n");
    for (int i = 0; i < CONTEST_ENTRANTS; i++) {
        duel_putf(c->out, "%d %-19s", i + 1, chicago_entrant_name(i));
        for (int j = 0; j < CONTEST_ENTRANTS; j++)
            duel_putf(c->out, " %3.0f %+5.1f",
                      100 * (double)x->pair[i][j].wins / (double)x->openings,
                      (double)x->pair[i][j].margin / (double)x->openings);
        duel_put(c->out, "\n");
    }
}

static int run_levels(const duel_console *c, int argc, char **argv)
{
    duel_msg why;
    int64_t openings = 20, seed = 1;
    const flag flags[] = {{"--openings", 1, 1000000, &openings, NULL},
                          {"--seed", 0, INT64_MAX, &seed, NULL},
                          {NULL, 0, 0, NULL, NULL}};
    duel_status status = read_flags(flags, argc, argv, &why);
    if (status != DUEL_OK)
        return fail(c, status, &why);
    meter m = {c, (uint64_t)openings, duel_clock(), 0};
    chicago_contest x;
    if (chicago_contest_run((uint64_t)seed, (uint64_t)openings,
                            c->terminal ? show_progress : NULL, &m, &x) != DUEL_OK)
        return fail(c, duel_full(&why), &why);
    if (c->json)
        print_contest_json(c, &x);
    else
        print_contest(c, &x);
    return DONE;
}

/* ---- puzzle ------------------------------------------------------------------------- */

static void put_line(const chicago_move line[], int count, const char *between, duel_sink *out)
{
    for (int i = 0; i < count; i++) {
        duel_put(out, i ? between : "");
        chicago_print_move(line[i], out);
    }
}

static void print_puzzle_json(const duel_console *c, const chicago_puzzle *p)
{
    const chicago_answer *a = &p->answer;
    duel_put(c->out, "{\"position\": \"");
    chicago_print(&two_players, &p->board, c->out);
    duel_putf(c->out, "\", \"score\": %d, \"solution\": \"", a->low);
    chicago_print_move(a->best, c->out);
    duel_put(c->out, "\", \"greedy\": \"");
    chicago_print_move(p->greedy, c->out);
    duel_put(c->out, "\", \"line\": [\"");
    put_line(a->line, a->length, "\", \"", c->out);
    duel_put(c->out, "\"], \"moves\": [");
    for (int i = 0; i < a->count; i++) {
        duel_put(c->out, i ? ", {\"move\": \"" : "{\"move\": \"");
        chicago_print_move(a->move[i], c->out);
        duel_putf(c->out, "\", \"score\": %d}", a->move_low[i]);
    }
    duel_put(c->out, "]}\n");
}

static void print_puzzle(const duel_console *c, const duel_variant *v, const chicago_puzzle *p)
{
    duel_puzzle told;
    chicago_puzzle_tell(v, p, &told);
    chicago_print(&two_players, &p->board, c->out);
    duel_put(c->out, "\n");
    duel_render(c->lang, &told.question, c->out);
    duel_put(c->out, "\n\n");
    duel_tell(c->lang, c->out, N_("Solution: "), "");
    duel_render(c->lang, &told.why.fact[0].text, c->out);
    duel_put(c->out, "\n");
    put_line(p->answer.line, p->answer.length, " ", c->out);
    duel_put(c->out, "\n");
}

static int run_puzzle(const duel_console *c, int argc, char **argv)
{
    duel_msg why;
    int64_t seed = 1;
    const flag flags[] = {{"--seed", 0, INT64_MAX, &seed, NULL}, {NULL, 0, 0, NULL, NULL}};
    chicago_puzzle p;
    duel_variant v;
    duel_status status = read_flags(flags, argc, argv, &why);
    if (status == DUEL_OK)
        status = duel_variant_make(&duel_game_chicago, NULL, 0, &v, &why);
    if (status == DUEL_OK)
        status = chicago_puzzle_make(&v, (uint64_t)seed, NULL, &p, &why);
    if (status != DUEL_OK)
        return fail(c, status, &why);
    if (c->json)
        print_puzzle_json(c, &p);
    else
        print_puzzle(c, &v, &p);
    return DONE;
}

/* ---- new ---------------------------------------------------------------------------- */

static duel_status read_value(int argc, char **argv, int64_t *value, duel_msg *why)
{
    static const duel_option option = {"value",    DUEL_NUMBER, 4,   -STUDY_MOST,
                                       STUDY_MOST, NULL,        NULL};
    duel_str text = argc ? duel_str_of(argv[0]) : (duel_str){"", 0}, name;
    duel_str_part(&text, '=', &name);
    if (!duel_str_is(name, "value") || text.at == NULL)
        return duel_bad(why, N_("Which value? Write value=4."), "");
    return duel_option_read(&option, text, value, why);
}

static int run_new(const duel_console *c, int argc, char **argv)
{
    enum { OPENINGS = 2000 };
    duel_msg why;
    int64_t seed = 1, value = 0;
    const flag flags[] = {{"--seed", 0, INT64_MAX, &seed, NULL}, {NULL, 0, 0, NULL, NULL}};
    chicago_board board;
    duel_status status = read_value(argc, argv, &value, &why);
    if (status == DUEL_OK)
        status = read_flags(flags, argc - 1, argv + 1, &why);
    if (status == DUEL_OK)
        status = chicago_opening_of_value(&two_players, (int)value, (uint64_t)seed, OPENINGS,
                                          &board, &why);
    if (status != DUEL_OK)
        return fail(c, status, &why);
    duel_put(c->out, c->json ? "{\"position\": \"" : "");
    chicago_print(&two_players, &board, c->out);
    if (c->json)
        duel_putf(c->out, "\", \"score\": %d}", (int)value);
    duel_put(c->out, "\n");
    return DONE;
}

/* ---- bench -------------------------------------------------------------------------- */

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

static int run_bench(const duel_console *c, int argc, char **argv)
{
    duel_msg why;
    int64_t seed = 1, openings = 100;
    const flag flags[] = {{"--openings", 1, 1000000, &openings, NULL},
                          {"--seed", 0, INT64_MAX, &seed, NULL},
                          {NULL, 0, 0, NULL, NULL}};
    duel_status status = read_flags(flags, argc, argv, &why);
    if (status != DUEL_OK)
        return fail(c, status, &why);
    duel_put(c->out, c->json ? "{" : "");
    for (int all = 0; all <= 1; all++) {
        chicago_pace p;
        if (chicago_pace_measure(&two_players, (uint64_t)seed, (int)openings, all, &p) !=
            DUEL_OK)
            return fail(c, duel_full(&why), &why);
        duel_put(c->out, all && c->json ? ", " : "");
        print_pace(c, all ? "moves" : "value", &p);
        chicago_pace_fini(&p);
    }
    duel_put(c->out, c->json ? "}\n" : "");
    return DONE;
}

const duel_command chicago_commands[] = {
    {"study", "[--openings N] [--seed S] [--threads T] [--svg FILE]",
     N_("Solves many openings and tells how their values are spread."), run_study},
    {"levels", "[--openings N] [--seed S]",
     N_("Lets all ways to play meet, each pair from both seats."), run_levels},
    {"puzzle", "[--seed N]", N_("A position where one move only keeps the result."),
     run_puzzle},
    {"new", "value=V [--seed N]", N_("An opening with a chosen value for the first player."),
     run_new},
    {"bench", "[--openings N] [--seed S]", N_("Measures how fast openings are solved."),
     run_bench},
    {NULL, NULL, NULL, NULL}};
