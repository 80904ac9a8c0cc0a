/* games/ergo/tune.c -- `duel ergo tune`: searches numbers for the opponent `tuned`.
 *
 * The state of the search is written after every generation, in one piece, and read again by
 * the next call. Ctrl-C ends the search after the games being played; what was found is
 * printed. Exit status: 0 done or stopped, 1 if a file cannot be read or written, 2 for wrong
 * usage. */
#include "core/variant.h"
#include "games/ergo/breed.h"
#include "games/ergo/expert.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { GENERATIONS, POPULATION, GAMES, SEED, TEST };

const duel_option ergo_tune_options[] = {
    [GENERATIONS] = {"generations", DUEL_NUMBER, 40, 0, 1000000, NULL,
                     N_("how many generations")},
    [POPULATION] = {"population", DUEL_NUMBER, 24, BREED_LEAST, BREED_MOST, NULL,
                    N_("players in a generation")},
    [GAMES] = {"games", DUEL_NUMBER, 240, 4, 1000000, NULL, N_("games that judge a player")},
    [SEED] = {"seed", DUEL_NUMBER, 1, 0, INT64_MAX, NULL, N_("the seed of the draws")},
    [TEST] = {"test", DUEL_NUMBER, 4000, 0, 100000000, NULL, N_("games that test the result")},
    {NULL, DUEL_NUMBER, 0, 0, 0, NULL, NULL}};
const duel_flag ergo_tune_texts[] = {
    {"state", "FILE", N_("where the search is kept, to go on with it")}, {NULL, NULL, NULL}};

typedef struct task {
    const duel_console *c;
    const duel_args *args;
    const char *state; /* the file; NULL: none */
    breed b;
} task;

/* ---- the state file --------------------------------------------------------------------- */

#define TITLE "duel ergo tune 1"

static void put_state(FILE *f, const breed *b)
{
    fprintf(f, TITLE "\n%" PRId64 " %" PRId64 " %" PRId64 " %" PRId64 "\n", b->seed, b->size,
            b->games, b->generation);
    for (int64_t i = 0; i < b->size; i++) {
        fprintf(f, "%" PRId64 " %" PRId64, b->one[i].points, b->one[i].games);
        for (int k = 0; k < ERGO_WEIGHTS; k++)
            fprintf(f, " %d", b->one[i].weights.w[k]);
        fputc('\n', f);
    }
}

static duel_status cannot_write(const char *path, duel_msg *why)
{
    return duel_fail(why, N_("Cannot write {0}: {1}."), "cc", path, strerror(errno));
}

/* Beside the file first, then in its place: a reader never sees half of it. */
static duel_status write_state(const char *path, const breed *b, duel_msg *why)
{
    duel_buf beside;
    duel_buf_init(&beside);
    duel_putf(&beside.sink, "%s.new", path);
    duel_status status = beside.failed ? duel_full(why) : DUEL_OK;
    FILE *f = status == DUEL_OK ? fopen(beside.text, "w") : NULL;
    if (f) {
        put_state(f, b);
        bool bad = ferror(f);
        bad |= fclose(f) != 0;
        if (bad || rename(beside.text, path) != 0)
            status = cannot_write(path, why);
    } else if (status == DUEL_OK) {
        status = cannot_write(path, why);
    }
    duel_buf_fini(&beside);
    return status;
}

static bool get_number(FILE *f, int64_t least, int64_t most, int64_t *out)
{
    return fscanf(f, "%" SCNd64, out) == 1 && *out >= least && *out <= most;
}

static bool get_one(FILE *f, breed_one *out)
{
    int64_t w;
    bool good =
        get_number(f, 0, INT64_MAX, &out->points) && get_number(f, 0, INT64_MAX, &out->games);
    for (int k = 0; good && k < ERGO_WEIGHTS; k++) {
        good = get_number(f, INT16_MIN, INT16_MAX, &w);
        out->weights.w[k] = good ? (int16_t)w : 0;
    }
    return good;
}

static bool get_state(FILE *f, breed *b)
{
    char title[sizeof TITLE + 1] = "";
    memset(b, 0, sizeof *b);
    if (fgets(title, sizeof title, f) == NULL || strcmp(title, TITLE "\n") != 0)
        return false;
    if (!get_number(f, 0, INT64_MAX, &b->seed) ||
        !get_number(f, BREED_LEAST, BREED_MOST, &b->size) ||
        !get_number(f, 1, INT64_MAX, &b->games) ||
        !get_number(f, 0, INT64_MAX - 1, &b->generation))
        return false;
    for (int64_t i = 0; i < b->size; i++)
        if (!get_one(f, &b->one[i]))
            return false;
    return true;
}

/* The search of the file goes on with the settings it began with. */
static duel_status check_settings(const task *t, duel_msg *why)
{
    const struct {
        int option;
        int64_t kept;
    } pair[] = {{POPULATION, t->b.size}, {GAMES, t->b.games}, {SEED, t->b.seed}};
    for (size_t i = 0; i < sizeof pair / sizeof *pair; i++)
        if (duel_given(t->args, pair[i].option) &&
            t->args->value[pair[i].option] != pair[i].kept)
            return duel_bad(why, N_("The search in {0} was begun with {1} {2}."), "cci",
                            t->state, ergo_tune_options[pair[i].option].name, pair[i].kept);
    return DUEL_OK;
}

static duel_status begin_or_resume(task *t, duel_msg *why)
{
    FILE *f = t->state ? fopen(t->state, "r") : NULL;
    if (t->state && f == NULL && errno != ENOENT)
        return duel_fail(why, N_("Cannot read {0}: {1}."), "cc", t->state, strerror(errno));
    if (f == NULL) {
        breed_begin(&t->b, t->args->value[SEED], t->args->value[POPULATION],
                    t->args->value[GAMES]);
        return DUEL_OK;
    }
    bool good = get_state(f, &t->b);
    fclose(f);
    return good ? check_settings(t, why)
                : duel_fail(why, N_("{0} holds no search of duel ergo tune."), "c", t->state);
}

/* ---- searching -------------------------------------------------------------------------- */

static bool interrupted(void *self)
{
    sigset_t set;
    (void)self;
    sigpending(&set);
    return sigismember(&set, SIGINT) == 1;
}

static double mean_of(const breed *b)
{
    const breed_one *best = &b->one[0];
    return best->games ? (double)best->points / (12 * (double)best->games) : 0;
}

static void show_generation(void *self, int64_t done, int64_t total)
{
    const task *t = self;
    duel_putf(t->c->err, "\r%" PRId64 "/%" PRId64 "  %" PRId64 "/%" PRId64 "  %.3f ",
              t->b.generation, t->args->value[GENERATIONS], done, total, mean_of(&t->b));
}

static duel_status breed_on(task *t, duel_msg *why)
{
    breed_watch watch = {interrupted, t->c->terminal ? show_generation : NULL, t};
    duel_status status = DUEL_OK;
    while (status == DUEL_OK && t->b.generation < t->args->value[GENERATIONS]) {
        status = breed_step(&t->b, &watch);
        if (status == DUEL_OK && t->state)
            status = write_state(t->state, &t->b, why);
        else if (status == DUEL_FULL)
            duel_full(why);
    }
    if (t->c->terminal)
        duel_put(t->c->err, "\n");
    return status == DUEL_STOPPED ? DUEL_OK : status;
}

/* Ctrl-C is kept waiting while the search looks for it, and is used up by it. */
static duel_status search_until_stopped(task *t, duel_msg *why)
{
    sigset_t interrupt, before;
    int number;
    sigemptyset(&interrupt);
    sigaddset(&interrupt, SIGINT);
    pthread_sigmask(SIG_BLOCK, &interrupt, &before);
    duel_status status = breed_on(t, why);
    if (interrupted(NULL))
        sigwait(&interrupt, &number);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return status;
}

/* ---- the answer ------------------------------------------------------------------------- */

static void put_weights(const ergo_weights *x, const char *between, duel_sink *out)
{
    for (int i = 0; i < ERGO_WEIGHTS; i++)
        duel_putf(out, "%s%d", i ? between : "", x->w[i]);
}

/* Wilson's interval, at 95 %. */
static void interval(double share, double n, double *low, double *high)
{
    const double z = 1.96;
    double centre = (share + z * z / (2 * n)) / (1 + z * z / n);
    double half = z / (1 + z * z / n) * sqrt(share * (1 - share) / n + z * z / (4 * n * n));
    *low = centre - half;
    *high = centre + half;
}

/* On deals that the search has not seen. */
static void put_match(const task *t, int players)
{
    const duel_console *c = t->c;
    double low, high, n = (double)t->args->value[TEST];
    double share = breed_match(&t->b.one[0].weights, &ergo_seed_weights, players,
                               t->args->value[TEST], t->b.seed + 1);
    interval(share, n, &low, &high);
    if (c->json) {
        duel_putf(c->out, ", \"%s\": {\"share\": %.4f, \"interval\": [%.4f, %.4f]}",
                  players == 2 ? "against_one" : "against_three", share, low, high);
        return;
    }
    duel_tell(c->lang, c->out, N_("Against {0} seed-score, {1} games: "), "ii",
              (int64_t)players - 1, t->args->value[TEST]);
    duel_putf(c->out, "%.1f %% [%.1f, %.1f]\n", 100 * share, 100 * low, 100 * high);
}

static void put_answer(const task *t)
{
    const duel_console *c = t->c;
    if (c->json) {
        duel_putf(c->out, "{\"generation\": %" PRId64 ", \"weights\": [", t->b.generation);
        put_weights(&t->b.one[0].weights, ", ", c->out);
        duel_put(c->out, "]");
    } else {
        duel_tell(c->lang, c->out, N_("The best after {0} {0:generation|generations}:"), "i",
                  t->b.generation);
        duel_put(c->out, "\n");
        put_weights(&t->b.one[0].weights, ", ", c->out);
        duel_put(c->out, "\n");
    }
    for (int players = 2; t->args->value[TEST] && players <= 4; players += 2)
        put_match(t, players);
    duel_put(c->out, c->json ? "}\n" : "");
}

duel_status ergo_tune(const duel_console *c, const duel_args *a, duel_msg *why)
{
    task *t = calloc(1, sizeof *t);
    if (t == NULL)
        return duel_full(why);
    t->c = c;
    t->args = a;
    t->state = a->text[0];
    duel_status status = begin_or_resume(t, why);
    if (status == DUEL_OK)
        status = search_until_stopped(t, why);
    if (status == DUEL_OK)
        put_answer(t);
    free(t);
    return status;
}
