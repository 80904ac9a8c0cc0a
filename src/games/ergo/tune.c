/* games/ergo/tune.c -- a genetic search for weights (see tune.h), and `duel ergo tune`, which
 * searches numbers for the opponent `tuned`.
 *
 * The state of the search is written after every generation, in one piece, and read again by
 * the next call. Ctrl-C ends the search after the games being played; what was found is
 * printed. Exit status: 0 done or stopped, 2 for wrong usage, files included. */
#include "games/ergo/tune.h"
#include "base/file.h"
#include "core/play.h"
#include "core/variant.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

extern const duel_game duel_game_ergo;

enum { WEIGHT_MOST = 3000, TWELFTHS = 12 };

/* ---- games of two sets of weights -------------------------------------------------------- */

static duel_variant table_of(int players)
{
    duel_variant v;
    duel_status status = duel_variant_read(
        &duel_game_ergo, duel_str_of(players == 2 ? "players=2" : "players=4"), &v, NULL);
    DUEL_REQUIRE(status == DUEL_OK);
    return v;
}

/* The share of `seat`, in twelfths, when everybody looks one turn ahead. */
static int64_t play_bred_game(const duel_variant *v, const ergo_weights *const by_seat[],
                              int seat, duel_rng *rng)
{
    ergo_scale scale[DUEL_SEATS];
    int32_t score[DUEL_SEATS] = {0};
    ergo s;
    for (int i = 0; i < v->seats; i++)
        ergo_scale_init(v, by_seat[i], i, &scale[i]);
    ergo_deal(v, rng, &s);
    while (!ergo_over(v, &s, score)) {
        ergo_way way = {.move = {ergo_pack((ergo_use){.act = ERGO_NEXT})}, .count = 1};
        if (s.stage == ERGO_PLAYING)
            ergo_reply(v, &s, &scale[s.turn], rng, &way);
        for (int i = 0; i < way.count; i++)
            ergo_play(v, &s, way.move[i]);
    }
    return (int64_t)(duel_share(v, score, seat) * TWELFTHS + 0.5);
}

static int64_t play_against(const duel_variant *v, const ergo_weights *a, const ergo_weights *b,
                            int seat, duel_rng *rng)
{
    const ergo_weights *by_seat[DUEL_SEATS];
    for (int i = 0; i < v->seats; i++)
        by_seat[i] = i == seat ? a : b;
    return play_bred_game(v, by_seat, seat, rng);
}

double breed_match(const ergo_weights *a, const ergo_weights *b, int players, int64_t games,
                   int64_t seed)
{
    duel_variant v = table_of(players);
    duel_rng root, rng;
    int64_t sum = 0;
    duel_rng_init_number(&root, (uint64_t)seed);
    for (int64_t i = 0; i < games; i++) {
        duel_rng_fork(&root, (uint64_t)(i / players), &rng);
        sum += play_against(&v, a, b, (int)(i % players), &rng);
    }
    return (double)sum / TWELFTHS / (double)games;
}

/* ---- generations ------------------------------------------------------------------------- */

static int32_t around_zero(duel_rng *rng, int32_t reach)
{
    int32_t n = 0; /* the sum of three dice: small changes are likelier */
    for (int i = 0; i < 3; i++)
        n += (int32_t)duel_rng_below(rng, (uint32_t)(2 * reach / 3 + 1)) - reach / 3;
    return n;
}

static void mutate(ergo_weights *x, duel_rng *rng, unsigned one_in)
{
    for (int i = 0; i < ERGO_WEIGHTS; i++) {
        if (duel_rng_below(rng, one_in))
            continue;
        int32_t w = x->w[i] + around_zero(rng, 30 + abs(x->w[i]));
        x->w[i] = (int16_t)(w > WEIGHT_MOST    ? WEIGHT_MOST
                            : w < -WEIGHT_MOST ? -WEIGHT_MOST
                                               : w);
    }
}

static ergo_weights cross(const ergo_weights *a, const ergo_weights *b, duel_rng *rng)
{
    ergo_weights child;
    for (int i = 0; i < ERGO_WEIGHTS; i++)
        child.w[i] = duel_rng_below(rng, 2) ? a->w[i] : b->w[i];
    return child;
}

void breed_begin(breed *b, int64_t seed, int64_t size, int64_t games)
{
    duel_rng rng;
    DUEL_REQUIRE(size >= BREED_LEAST && size <= BREED_MOST);
    memset(b, 0, sizeof *b);
    b->seed = seed;
    b->size = size;
    b->games = games;
    duel_rng_init_number(&rng, (uint64_t)seed);
    for (int64_t i = 0; i < size; i++) {
        b->one[i].weights = ergo_seed_weights;
        if (i)
            mutate(&b->one[i].weights, &rng, 3);
    }
}

/* Deal i of a generation: tables of two and of four in turn, seats in turn, and two thirds of
 * the opponents seed-score. */
static int64_t play_deal(const breed *b, const ergo_weights *who, const duel_rng *root,
                         int64_t i, const duel_variant table[2])
{
    const duel_variant *v = &table[i % 2];
    duel_rng rng;
    duel_rng_fork(root, (uint64_t)i, &rng);
    const ergo_weights *other = i / 2 % 3 < 2 ? &ergo_seed_weights : &b->one[0].weights;
    int64_t share = play_against(v, who, other, (int)(i / 2 % v->seats), &rng);
    return share * (v->seats - 1);
}

/* Points in a game, as if everybody had begun with some games of seed-score's: who has played
 * little must do better to be the best. */
static double mean(const breed_one *x)
{
    const double games = 600, points = 7.5;
    return ((double)x->points + games * points) / ((double)x->games + games);
}

static int by_mean(const void *a, const void *b)
{
    double x = mean(a), y = mean(b);
    if (x != y)
        return x < y ? 1 : -1;
    return memcmp(a, b, sizeof(ergo_weights)); /* an order that sorting cannot change */
}

/* The upper half has children; the better of two is a parent. */
static void have_children(breed *b, duel_rng *rng)
{
    int64_t half = b->size / 2;
    for (int64_t i = half; i < b->size; i++) {
        const breed_one *parent[2];
        for (int k = 0; k < 2; k++) {
            uint32_t x = duel_rng_below(rng, (uint32_t)half);
            uint32_t y = duel_rng_below(rng, (uint32_t)half);
            parent[k] = &b->one[x < y ? x : y];
        }
        breed_one child = {.weights = cross(&parent[0]->weights, &parent[1]->weights, rng)};
        mutate(&child.weights, rng, 8);
        b->one[i] = child;
    }
}

duel_status breed_step(breed *b, const breed_watch *watch)
{
    duel_variant table[2] = {table_of(2), table_of(4)};
    duel_rng seed, root, rng;
    breed *next = malloc(sizeof *next);
    if (next == NULL)
        return DUEL_NO_SPACE;
    *next = *b;
    duel_rng_init_number(&seed, (uint64_t)b->seed);
    duel_rng_fork(&seed, (uint64_t)b->generation, &root);
    for (int64_t i = 0; i < b->size; i++) {
        if (watch->stop && watch->stop(watch->self)) {
            free(next);
            return DUEL_STOPPED;
        }
        for (int64_t k = 0; k < b->games; k++)
            next->one[i].points += play_deal(b, &b->one[i].weights, &root, k, table);
        next->one[i].games += b->games;
        if (watch->progress)
            watch->progress(watch->self, i + 1, b->size);
    }
    qsort(next->one, (size_t)b->size, sizeof *next->one, by_mean);
    duel_rng_fork(&root, UINT64_MAX, &rng);
    have_children(next, &rng);
    next->generation++;
    *b = *next;
    free(next);
    return DUEL_OK;
}

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

/* ---- the state file ---------------------------------------------------------------------- */

#define TITLE "duel ergo tune 1"

static void put_state(duel_sink *out, const breed *b)
{
    duel_putf(out, TITLE "\n%" PRId64 " %" PRId64 " %" PRId64 " %" PRId64 "\n", b->seed,
              b->size, b->games, b->generation);
    for (int64_t i = 0; i < b->size; i++) {
        duel_putf(out, "%" PRId64 " %" PRId64, b->one[i].points, b->one[i].games);
        for (int k = 0; k < ERGO_WEIGHTS; k++)
            duel_putf(out, " %d", b->one[i].weights.w[k]);
        duel_put(out, "\n");
    }
}

static duel_status write_state(const char *path, const breed *b, duel_msg *why)
{
    duel_buf text = duel_buf_empty();
    put_state(&text.sink, b);
    return duel_file_replace_with(path, &text, why);
}

static bool get_number(duel_str *rest, int64_t least, int64_t most, int64_t *out)
{
    duel_str word;
    return duel_str_word(rest, " \n", &word) && duel_str_number(word, out) && *out >= least &&
           *out <= most;
}

static bool get_one(duel_str *rest, breed_one *out)
{
    int64_t w;
    bool good = get_number(rest, 0, INT64_MAX, &out->points) &&
                get_number(rest, 0, INT64_MAX, &out->games);
    for (int k = 0; good && k < ERGO_WEIGHTS; k++) {
        good = get_number(rest, INT16_MIN, INT16_MAX, &w);
        out->weights.w[k] = good ? (int16_t)w : 0;
    }
    return good;
}

static bool get_state(duel_str rest, breed *b)
{
    duel_str title;
    memset(b, 0, sizeof *b);
    if (!duel_str_part(&rest, '\n', &title) || !duel_str_is(title, TITLE))
        return false;
    if (!get_number(&rest, 0, INT64_MAX, &b->seed) ||
        !get_number(&rest, BREED_LEAST, BREED_MOST, &b->size) ||
        !get_number(&rest, 1, INT64_MAX, &b->games) ||
        !get_number(&rest, 0, INT64_MAX - 1, &b->generation))
        return false;
    for (int64_t i = 0; i < b->size; i++)
        if (!get_one(&rest, &b->one[i]))
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
            return duel_invalid(why, N_("The search in {0} was begun with {1} {2}."), "cci",
                                t->state, ergo_tune_options[pair[i].option].name, pair[i].kept);
    return DUEL_OK;
}

static duel_status begin_or_resume(task *t, duel_msg *why)
{
    if (t->state == NULL || (access(t->state, F_OK) != 0 && errno == ENOENT)) {
        breed_begin(&t->b, t->args->value[SEED], t->args->value[POPULATION],
                    t->args->value[GAMES]);
        return DUEL_OK;
    }
    duel_buf text = duel_buf_empty();
    duel_status status = duel_file_read(t->state, DUEL_FILE_MOST, &text, why);
    bool good = status == DUEL_OK && get_state(duel_buf_str(&text), &t->b);
    duel_buf_fini(&text);
    if (status != DUEL_OK)
        return status;
    return good ? check_settings(t, why)
                : duel_fail(why, N_("{0} holds no search of duel ergo tune."), "c", t->state);
}

/* ---- searching --------------------------------------------------------------------------- */

static bool interrupted(void *self)
{
    sigset_t set;
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
        else if (status == DUEL_NO_SPACE)
            duel_no_space(why);
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

/* ---- the answer -------------------------------------------------------------------------- */

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
        return duel_no_space(why);
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
