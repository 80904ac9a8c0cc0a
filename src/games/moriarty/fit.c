/* moriarty/fit.c -- see fit.h. */
#include "games/moriarty/fit.h"

#include "core/variant.h"
#include "games/moriarty/arguments.h"
#include "games/moriarty/moriarty.h"

#include <math.h>
#include <pthread.h>
#include <stdlib.h>

enum {
    UNKNOWNS = MORIARTY_FEATURES * MORIARTY_STAGES,
    SCALE = 10,       /* weights between two stages are interpolated in tenths */
    PROVE_FROM = 14,  /* empties */
    RANDOM_PLIES = 6, /* at least, at the beginning of a game */
    MORE_PLIES = 10,  /* … and fewer than so many more */
    RARELY = 32,      /* one move in so many is random later on */
    KEPT_APART = 10,  /* one game in so many tests the fit */
    TABLE = 1 << 20,
    LONGEST = 128, /* positions of a game */
    MOST_THREADS = 64
};

/* How strongly the weights are held to the first ones: only where games say little. */
static const double hold = 2000;

/* The weights that play the games: guesses that stay as they are, so that a fit can be repeated
 * after its result has taken its place in the evaluation. */
static const moriarty_weights first_weights = {{
    [MORIARTY_MOBILITY] = {180, 175, 150, 130, 110, 90, 80},
    [MORIARTY_FRONTIER] = {-80, -60, -20, 10, 25, 30, 30},
    [MORIARTY_TAKE] = {300, 380, 460, 500, 500, 500, 500},
    [MORIARTY_THREAT] = {-200, -230, -270, -270, -270, -270, -270},
    [MORIARTY_CORNER] = {100, 200, 380, 560, 700, 800, 800},
    [MORIARTY_X_SQUARE] = {0, 0, -110, -220, -300, -350, -350},
    [MORIARTY_C_SQUARE] = {-50, -57, -60, -80, -100, -120, -120},
    [MORIARTY_EDGE] = {-40, -40, -10, 10, 20, 10, 0},
    [MORIARTY_STABLE] = {70, 80, 105, 115, 120, 120, 120},
    [MORIARTY_DISCS] = {10, -4, -30, -30, -25, -15, -10},
    [MORIARTY_ODD] = {40, 70, 95, 50, 20, 0, 0},
}};

/* What a set of positions adds up to. */
typedef struct sums {
    int64_t square[UNKNOWNS][UNKNOWNS]; /* of the regressors, upper half */
    int64_t product[UNKNOWNS];          /* regressor by label */
    int64_t labels;                     /* squares of the labels, in discs */
    uint64_t count;
} sums;

typedef struct player { /* one thread */
    const moriarty_fit *f;
    const duel_variant *v;
    uint64_t first, step; /* games first, first + step, … */
    moriarty_eval eval;
    moriarty_table table;
    sums fitted, test;
    pthread_t thread;
    duel_status status;
} player;

/* ---- playing ------------------------------------------------------------------------------
 */

typedef struct kept {
    moriarty_state state;
    bool labelled;
    int score; /* for its mover */
} kept;

static int empties_of(const moriarty_state *s)
{
    return 64 - moriarty_count(s->disc[0] | s->disc[1]);
}

static int random_move(const player *p, const moriarty_state *s, duel_rng *rng)
{
    return (int)p->v->game->accel->sample(p->v, s, rng);
}

/* False when the search failed; p->status tells how. */
static bool search_move(player *p, const moriarty_state *s, bool prove, kept *k, int *move)
{
    moriarty_answer a;
    moriarty_request q = moriarty_request_of(p->v, s);
    q.prove = prove;
    q.node_limit = prove ? 0 : p->f->nodes;
    q.table = &p->table;
    q.eval = &p->eval;
    p->status = moriarty_think(&q, &a, NULL);
    if (p->status == DUEL_STOPPED)
        p->status = DUEL_OK;
    if (p->status != DUEL_OK)
        return false;
    k->labelled = prove && a.proved;
    k->score = a.score / MORIARTY_UNIT;
    *move = a.move;
    return true;
}

/* Earlier positions get the label of the first one proved after them: from there on play was
 * perfect, so it is the score the game was heading for. */
static void spread_labels(kept *game, int count)
{
    for (int i = count - 2; i >= 0; i--) {
        if (game[i].labelled)
            continue;
        bool turned = game[i].state.seat != game[i + 1].state.seat;
        game[i].score = turned ? -game[i + 1].score : game[i + 1].score;
        game[i].labelled = true;
    }
}

static int play_labelled(player *p, duel_rng *rng, kept game[LONGEST])
{
    moriarty_state s = moriarty_begin();
    int count = 0, random = RANDOM_PLIES + (int)duel_rng_below(rng, MORE_PLIES);
    while (p->status == DUEL_OK && count < LONGEST) {
        kept *k = &game[count++];
        *k = (kept){.state = s};
        if (moriarty_ended(p->v, &s)) {
            k->score = moriarty_result(p->v, &s);
            k->labelled = true;
            break;
        }
        bool prove = empties_of(&s) <= PROVE_FROM;
        bool chance = count <= random || duel_rng_below(rng, RARELY) == 0;
        int move = MORIARTY_PASS;
        if ((prove || !chance) && !search_move(p, &s, prove, k, &move))
            break;
        moriarty_do(&s, chance ? random_move(p, &s, rng) : move);
    }
    spread_labels(game, count);
    return count;
}

/* ---- sums ---------------------------------------------------------------------------------
 */

/* The regressors of a position: each feature by the stages on both sides. */
static void regressors(const moriarty_state *s, int x[UNKNOWNS])
{
    int f[MORIARTY_FEATURES], empties = empties_of(s);
    int stage = empties / SCALE, into = empties % SCALE;
    moriarty_features(moriarty_board_of(s), MORIARTY_ALL, f);
    for (int i = 0; i < UNKNOWNS; i++)
        x[i] = 0;
    for (int i = 0; i < MORIARTY_FEATURES; i++) {
        x[i * MORIARTY_STAGES + stage] = f[i] * (SCALE - into);
        if (into)
            x[i * MORIARTY_STAGES + stage + 1] = f[i] * into;
    }
}

static void add_position(sums *to, const kept *k)
{
    int x[UNKNOWNS], used[UNKNOWNS], count = 0;
    regressors(&k->state, x);
    for (int i = 0; i < UNKNOWNS; i++)
        if (x[i])
            used[count++] = i;
    for (int i = 0; i < count; i++) {
        to->product[used[i]] += (int64_t)x[used[i]] * k->score;
        for (int j = i; j < count; j++)
            to->square[used[i]][used[j]] += (int64_t)x[used[i]] * x[used[j]];
    }
    to->labels += (int64_t)k->score * k->score;
    to->count++;
}

static void add_sums(sums *to, const sums *from)
{
    for (int i = 0; i < UNKNOWNS; i++) {
        to->product[i] += from->product[i];
        for (int j = i; j < UNKNOWNS; j++)
            to->square[i][j] += from->square[i][j];
    }
    to->labels += from->labels;
    to->count += from->count;
}

static void *play_games(void *self)
{
    player *p = self;
    kept game[LONGEST];
    duel_rng root, rng;
    duel_rng_init_number(&root, p->f->seed);
    for (uint64_t i = p->first; p->status == DUEL_OK && i < p->f->games; i += p->step) {
        duel_rng_fork(&root, i, &rng);
        moriarty_table_clear(&p->table);
        int count = play_labelled(p, &rng, game);
        for (int k = 0; k < count; k++)
            add_position(i % KEPT_APART == 0 ? &p->test : &p->fitted, &game[k]);
    }
    return NULL;
}

/* ---- solving ------------------------------------------------------------------------------
 */

/* Solves a·w = b for a symmetric, positive a given by its upper half, which is overwritten
 * (Cholesky). */
static void solve_normal_equations(double (*a)[UNKNOWNS], double *b)
{
    for (int i = 0; i < UNKNOWNS; i++) {
        for (int k = 0; k < i; k++)
            for (int j = i; j < UNKNOWNS; j++)
                a[i][j] -= a[k][i] * a[k][j];
        double root = sqrt(a[i][i]);
        for (int j = i; j < UNKNOWNS; j++)
            a[i][j] /= root;
    }
    for (int i = 0; i < UNKNOWNS; i++) {
        for (int k = 0; k < i; k++)
            b[i] -= a[k][i] * b[k];
        b[i] /= a[i][i];
    }
    for (int i = UNKNOWNS - 1; i >= 0; i--) {
        for (int k = i + 1; k < UNKNOWNS; k++)
            b[i] -= a[i][k] * b[k];
        b[i] /= a[i][i];
    }
}

static double first_weight(int i)
{
    return first_weights.of[i / MORIARTY_STAGES][i % MORIARTY_STAGES];
}

/* Labels are discs, weights units, regressors in tenths. */
static const double label_scale = (double)MORIARTY_UNIT * SCALE;

static bool fit_weights(const sums *s, moriarty_weights *out)
{
    double(*a)[UNKNOWNS] = malloc(UNKNOWNS * sizeof *a), b[UNKNOWNS];
    if (a == NULL)
        return false;
    for (int i = 0; i < UNKNOWNS; i++) {
        for (int j = i; j < UNKNOWNS; j++)
            a[i][j] = (double)s->square[i][j];
        a[i][i] += hold;
        b[i] = (double)s->product[i] * label_scale + hold * first_weight(i);
    }
    solve_normal_equations(a, b);
    for (int i = 0; i < UNKNOWNS; i++) {
        double w = fmax(-30000, fmin(30000, round(b[i])));
        out->of[i / MORIARTY_STAGES][i % MORIARTY_STAGES] = (int16_t)w;
    }
    free(a);
    return true;
}

/* Root mean square of label less estimate, in discs, from the sums alone. */
static double error_of(const sums *s, const moriarty_weights *weights)
{
    double sum = (double)s->labels, w[UNKNOWNS];
    for (int i = 0; i < UNKNOWNS; i++)
        w[i] = weights->of[i / MORIARTY_STAGES][i % MORIARTY_STAGES] / label_scale;
    for (int i = 0; i < UNKNOWNS; i++) {
        sum -= 2 * w[i] * (double)s->product[i];
        for (int j = i; j < UNKNOWNS; j++)
            sum += (i == j ? 1 : 2) * w[i] * w[j] * (double)s->square[i][j];
    }
    return s->count ? sqrt(fmax(0, sum) / (double)s->count) : 0;
}

/* ---- the whole ----------------------------------------------------------------------------
 */

static duel_status run_players(const moriarty_fit *f, const duel_variant *v, player *all,
                               duel_msg *why)
{
    int started = 0;
    duel_status status = DUEL_OK;
    for (int i = 0; status == DUEL_OK && i < f->threads; i++) {
        player *p = &all[i];
        p->f = f, p->v = v, p->first = (uint64_t)i, p->step = (uint64_t)f->threads;
        p->eval = moriarty_handmade;
        p->eval.weights = &first_weights;
        status = moriarty_table_init(&p->table, TABLE, why);
        if (status == DUEL_OK && pthread_create(&p->thread, NULL, play_games, p) != 0) {
            moriarty_table_fini(&p->table);
            status = duel_full(why);
        }
        started += status == DUEL_OK;
    }
    for (int i = 0; i < started; i++) {
        pthread_join(all[i].thread, NULL);
        moriarty_table_fini(&all[i].table);
        if (status == DUEL_OK && all[i].status != DUEL_OK)
            status = duel_full(why);
        if (i > 0) {
            add_sums(&all[0].fitted, &all[i].fitted);
            add_sums(&all[0].test, &all[i].test);
        }
    }
    return status;
}

duel_status moriarty_fit_run(const moriarty_fit *f, moriarty_fitted *out, duel_msg *why)
{
    duel_variant v;
    duel_status status = duel_variant_make(&duel_game_moriarty, NULL, 0, &v, why);
    player *all = calloc((size_t)f->threads, sizeof *all);
    if (status == DUEL_OK)
        status = all ? run_players(f, &v, all, why) : duel_full(why);
    if (status == DUEL_OK && !fit_weights(&all[0].fitted, &out->weights))
        status = duel_full(why);
    if (status == DUEL_OK) {
        out->positions = all[0].fitted.count;
        out->error = error_of(&all[0].fitted, &out->weights);
        out->test = error_of(&all[0].test, &out->weights);
        out->before = error_of(&all[0].test, &moriarty_handmade_weights);
    }
    free(all);
    return status;
}

/* ---- the command --------------------------------------------------------------------------
 */

static const char *const names[MORIARTY_FEATURES] = {[MORIARTY_MOBILITY] = "MOBILITY",
                                                     [MORIARTY_FRONTIER] = "FRONTIER",
                                                     [MORIARTY_TAKE] = "TAKE",
                                                     [MORIARTY_THREAT] = "THREAT",
                                                     [MORIARTY_CORNER] = "CORNER",
                                                     [MORIARTY_X_SQUARE] = "X_SQUARE",
                                                     [MORIARTY_C_SQUARE] = "C_SQUARE",
                                                     [MORIARTY_EDGE] = "EDGE",
                                                     [MORIARTY_STABLE] = "STABLE",
                                                     [MORIARTY_DISCS] = "DISCS",
                                                     [MORIARTY_ODD] = "ODD"};

/* The text of weights.def: what `fit` prints is what the evaluation includes. */
static void print_weights(const duel_console *c, const moriarty_fit *f,
                          const moriarty_fitted *r)
{
    duel_putf(
        c->out,
        "/* moriarty/weights.def -- made by `duel moriarty fit --games %llu --seed %llu "
        "--nodes\n * %llu`: %llu positions, root mean square error %.2f discs, %.2f on games "
        "kept apart. */\n",
        (unsigned long long)f->games, (unsigned long long)f->seed, (unsigned long long)f->nodes,
        (unsigned long long)r->positions, r->error, r->test);
    for (int i = 0; i < MORIARTY_FEATURES; i++) {
        duel_putf(c->out, "[MORIARTY_%s] = {", names[i]);
        for (int j = 0; j < MORIARTY_STAGES; j++)
            duel_putf(c->out, "%s%d", j ? ", " : "", r->weights.of[i][j]);
        duel_put(c->out, "},\n");
    }
}

static void print_json(const duel_console *c, const moriarty_fitted *r)
{
    duel_putf(c->out,
              "{\"positions\": %llu, \"after\": %.4f, \"test\": %.4f, \"before\": %.4f}\n",
              (unsigned long long)r->positions, r->error, r->test, r->before);
}

enum { GAMES, SEED, NODES, THREADS };
const duel_option moriarty_fit_options[] = {
    [GAMES] = {"games", DUEL_NUMBER, 1000, 1, INT64_C(1) << 32, NULL, N_("how many games")},
    [SEED] = {"seed", DUEL_NUMBER, 1, 0, INT64_MAX, NULL, N_("the seed of the draws")},
    [NODES] = {"nodes", DUEL_NUMBER, 3000, 1, INT64_C(1) << 32, NULL,
               N_("positions looked at for each move")},
    [THREADS] = {"threads", DUEL_NUMBER, 1, 1, MOST_THREADS, NULL, N_("threads to use")},
    {NULL, DUEL_NUMBER, 0, 0, 0, NULL, NULL}};

duel_status moriarty_run_fit(const duel_console *c, const duel_args *a, duel_msg *why)
{
    moriarty_fit f = {(uint64_t)a->value[SEED], (uint64_t)a->value[GAMES],
                      (uint64_t)a->value[NODES], (int)a->value[THREADS]};
    moriarty_fitted r;
    duel_status status = moriarty_fit_run(&f, &r, why);
    if (status != DUEL_OK)
        return status;
    if (c->json)
        print_json(c, &r);
    else
        print_weights(c, &f, &r);
    return DUEL_OK;
}
