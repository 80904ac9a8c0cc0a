/* games/chicago/command.c -- `duel chicago study | levels | new`. */
#include "base/file.h"
#include "games/chicago/chicago.h"
#include "games/chicago/study.h"

#include "base/clock.h"

static const chicago_rules two_players = {2, false};

/* ---- study ------------------------------------------------------------------------------- */

typedef struct meter {
    const duel_console *c;
    uint64_t total;
    double begin, shown;
} meter;

static void clear_progress(const meter *m)
{
    if (m->shown > 0)
        duel_put_command(m->c->err, "\r\033[K");
}

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
    duel_put_command(m->c->err, "\r\033[K");
    duel_putf(m->c->err, "[%.*s%.*s] %llu/%llu, %.0f s", full, "##############################",
              CELLS - full, "..............................", (unsigned long long)done,
              (unsigned long long)m->total, left);
    if (done == m->total)
        clear_progress(m);
}

static duel_status write_svg(const char *path, const chicago_spread *s, uint64_t seed,
                             duel_msg *why)
{
    duel_buf svg = duel_buf_empty();
    chicago_spread_svg(s, seed, &svg.sink);
    return duel_file_replace_with(path, &svg, why);
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

enum { OPENINGS, SEED, THREADS };
static const duel_option study_options[] = {
    [OPENINGS] = {"openings", DUEL_NUMBER, 1000, 1, INT64_C(1) << 40, NULL,
                  N_("how many openings")},
    [SEED] = {"seed", DUEL_NUMBER, 1, 0, INT64_MAX, NULL, N_("the seed of the draws")},
    [THREADS] = {"threads", DUEL_NUMBER, 1, 1, 64, NULL, N_("threads to use")},
    {NULL, DUEL_NUMBER, 0, 0, 0, NULL, NULL}};
static const duel_flag study_texts[] = {{"svg", "FILE", N_("draw the spread as a picture")},
                                        {NULL, NULL, NULL}};

static duel_status run_study(const duel_console *c, const duel_args *a, duel_msg *why)
{
    uint64_t openings = (uint64_t)a->value[OPENINGS], seed = (uint64_t)a->value[SEED];
    meter m = {c, openings, duel_clock(), 0};
    chicago_study study = {.rules = two_players,
                           .seed = seed,
                           .openings = openings,
                           .threads = (int)a->value[THREADS],
                           .progress = c->terminal ? show_progress : NULL,
                           .watcher = &m};
    chicago_spread spread;
    if (chicago_study_run(&study, &spread) != DUEL_OK)
        return duel_no_space(why);
    if (c->json)
        print_spread_json(c, &spread, seed);
    else
        print_spread(c, &spread, seed);
    return a->text[0] ? write_svg(a->text[0], &spread, seed, why) : DUEL_OK;
}

/* ---- levels ------------------------------------------------------------------------------ */

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

static const duel_option levels_options[] = {
    [OPENINGS] = {"openings", DUEL_NUMBER, 20, 1, 1000000, NULL, N_("how many openings")},
    [SEED] = {"seed", DUEL_NUMBER, 1, 0, INT64_MAX, NULL, N_("the seed of the draws")},
    {NULL, DUEL_NUMBER, 0, 0, 0, NULL, NULL}};

static duel_status run_levels(const duel_console *c, const duel_args *a, duel_msg *why)
{
    uint64_t openings = (uint64_t)a->value[OPENINGS], seed = (uint64_t)a->value[SEED];
    meter m = {c, openings, duel_clock(), 0};
    chicago_contest x;
    if (chicago_contest_run(seed, openings, c->terminal ? show_progress : NULL, &m, &x) !=
        DUEL_OK)
        return duel_no_space(why);
    if (c->json)
        print_contest_json(c, &x);
    else
        print_contest(c, &x);
    return DUEL_OK;
}

/* ---- new --------------------------------------------------------------------------------- */

enum { VALUE, NEW_SEED };
static const duel_option new_options[] = {
    [VALUE] = {"value", DUEL_NUMBER, 4, OPENING_LEAST, OPENING_MOST, NULL,
               N_("the difference of the scores if both play perfectly")},
    [NEW_SEED] = {"seed", DUEL_NUMBER, 1, 0, INT64_MAX, NULL, N_("the seed of the draws")},
    {NULL, DUEL_NUMBER, 0, 0, 0, NULL, NULL}};

static duel_status run_new(const duel_console *c, const duel_args *a, duel_msg *why)
{
    enum { MOST_OPENINGS = 2000 };
    int value = (int)a->value[VALUE];
    chicago_board board;
    meter m = {c, MOST_OPENINGS, duel_clock(), 0};
    chicago_wish wish = {.value = value,
                         .seed = (uint64_t)a->value[NEW_SEED],
                         .tries = MOST_OPENINGS,
                         .progress = c->terminal ? show_progress : NULL,
                         .watcher = &m};
    duel_status status = chicago_opening_of_value(&two_players, &wish, &board, why);
    clear_progress(&m);
    if (status != DUEL_OK)
        return status;
    duel_put(c->out, c->json ? "{\"position\": \"" : "");
    chicago_print(&two_players, &board, c->out);
    if (c->json)
        duel_putf(c->out, "\", \"score\": %d}", value);
    duel_put(c->out, "\n");
    return DUEL_OK;
}

const duel_command chicago_commands[] = {
    {"study", "", N_("Solves many openings and tells how their values are spread."),
     study_options, study_texts, 0, run_study},
    {"levels", "", N_("Lets all ways to play meet, each pair from both seats."), levels_options,
     NULL, 0, run_levels},
    {"new", "", N_("An opening with a chosen value for the first player."), new_options, NULL,
     0, run_new},
    {NULL, NULL, NULL, NULL, NULL, 0, NULL}};
