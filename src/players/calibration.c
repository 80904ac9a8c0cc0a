/* players/calibration.c -- see calibration.h.
 *
 * Estimates are corrected by isotonic regression: their tenths from the smallest to the
 * largest, and what was reached after each, made to rise (R. Barlow and others, 1972). The
 * moves of one game are not independent: the error of a bin is that of a ratio of two sums over
 * games (W. Cochran, Sampling Techniques, 1977, section 6), and of shares never less than if
 * each game had been tossed for. */
#include "players/calibration.h"
#include "core/engine.h"
#include "core/variant.h"
#include "core/worth.h"
#include "players/catalogue.h"
#include "players/inside.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- the tables -------------------------------------------------------------------------- */

typedef struct kept_table {
    const char *game, *variant, *engine;
    duel_calibration table;
} kept_table;

static const kept_table tables[] = {
#define KNOTS(...)                                                                             \
    {                                                                                          \
        __VA_ARGS__                                                                            \
    }
#define BINS(...)                                                                              \
    {                                                                                          \
        __VA_ARGS__                                                                            \
    }
#define CALIBRATION(game, variant, engine, unit, nodes, games, turns, agrees, low, width,      \
                    knots, first, bins)                                                        \
    {#game, variant, #engine, {nodes, low, width, knots, first, bins}},
#include "players/calibration.def"
#undef CALIBRATION
#undef BINS
#undef KNOTS
    {NULL, NULL, NULL, {0}}};

const duel_calibration *calibration_of(const duel_variant *v, const char *engine)
{
    const duel_calibration *found = NULL;
    duel_buf text;
    duel_buf_init(&text);
    duel_variant_print(v, &text.sink);
    for (const kept_table *t = tables; t->game && found == NULL; t++)
        if (strcmp(t->game, v->game->id) == 0 && strcmp(t->variant, text.text) == 0 &&
            strcmp(t->engine, engine) == 0)
            found = &t->table;
    duel_buf_fini(&text);
    return found && catalogue_find_game(duel_str_of(v->game->id)) == v->game ? found : NULL;
}

/* ---- knots ------------------------------------------------------------------------------- */

enum { FOLDS = 10, EVERYTHING = -1 };

typedef struct fitting {
    const calibration_sample **by_said; /* all samples, the smallest estimate first */
    size_t count;
    bool shares;
} fitting;

static int by_said(const void *a, const void *b)
{
    const calibration_sample *x = *(const calibration_sample *const *)a,
                             *y = *(const calibration_sample *const *)b;
    if (x->said < y->said || x->said > y->said)
        return x->said < y->said ? -1 : 1;
    return (x > y) - (x < y);
}

/* The best rising sequence, of equal weights: the largest of the smallest means around. */
static double risen(const duel_knot knot[], int i)
{
    double most = -INFINITY;
    for (int from = 0; from <= i; from++) {
        double sum = 0, least = INFINITY;
        for (int to = from; to < DUEL_KNOTS; to++) {
            sum += knot[to].reached;
            least = to >= i ? fmin(least, sum / (to - from + 1)) : least;
        }
        most = fmax(most, least);
    }
    return most;
}

/* By all games but those of a fold. */
static duel_calibration knots_of(const fitting *f, int fold)
{
    duel_calibration c = {.width = 1};
    duel_knot mean[DUEL_KNOTS] = {{0, 0}};
    size_t number[DUEL_KNOTS] = {0}, kept = 0, at = 0;
    for (size_t i = 0; i < f->count; i++)
        kept += f->by_said[i]->game % FOLDS != fold;
    for (size_t i = 0; i < f->count; i++) {
        const calibration_sample *s = f->by_said[i];
        if (s->game % FOLDS == fold)
            continue;
        size_t part = at++ * DUEL_KNOTS / kept;
        mean[part].said += s->said;
        mean[part].reached += s->reached;
        number[part]++;
    }
    for (int i = 0; i < DUEL_KNOTS; i++) {
        double n = number[i] ? (double)number[i] : 1;
        mean[i] = (duel_knot){mean[i].said / n, mean[i].reached / n};
    }
    for (int i = 0; i < DUEL_KNOTS; i++)
        c.knot[i] = (duel_knot){mean[i].said, risen(mean, i)};
    return c;
}

/* ---- bins -------------------------------------------------------------------------------- */

typedef struct counted {
    double moves, told, reached;
} counted;

typedef struct sums {
    counted all, game; /* of the bin, and of the game now read */
    double moves2, rest2, both;
    int number, games;
} sums;

static void end_game(sums *s)
{
    double rest = s->game.reached - s->game.told;
    s->games += s->game.moves > 0;
    s->moves2 += s->game.moves * s->game.moves;
    s->both += s->game.moves * rest;
    s->rest2 += rest * rest;
    s->game = (counted){0};
}

static void add_sample(sums *s, const calibration_sample *x, double told)
{
    if (s->number != x->game)
        end_game(s);
    s->number = x->game;
    s->game = (counted){s->game.moves + 1, s->game.told + told, s->game.reached + x->reached};
    s->all = (counted){s->all.moves + 1, s->all.told + told, s->all.reached + x->reached};
}

static duel_bin bin_of(sums *s, bool shares)
{
    end_game(s);
    if (s->games == 0)
        return (duel_bin){0};
    double moves = s->all.moves, told = s->all.told / moves, reached = s->all.reached / moves;
    double off = reached - told, few = s->games > 1 ? s->games / (s->games - 1.0) : 1;
    double spread = s->rest2 - 2 * off * s->both + off * off * s->moves2;
    double error = sqrt(fmax(0, few * spread)) / moves;
    double tossed = shares ? sqrt(told * (1 - told) / s->games) : 0;
    return (duel_bin){told, reached, fmax(error, tossed), s->games};
}

static int bin_at(const duel_calibration *c, double told)
{
    int at = (int)floor((told - c->low) / c->width);
    return at < 0 ? 0 : at < DUEL_BINS ? at : DUEL_BINS - 1;
}

/* Of each sample, by the knots of all games but a tenth that its own is in. */
static void tell_across(const fitting *f, const calibration_sample sample[], double told[])
{
    for (int fold = 0; fold < FOLDS; fold++) {
        duel_calibration c = knots_of(f, fold);
        for (size_t i = 0; i < f->count; i++)
            if (sample[i].game % FOLDS == fold)
                told[i] = duel_calibrated(&c, f->shares, sample[i].said);
    }
}

static void spread_bins(const double told[], size_t count, bool shares, duel_calibration *c)
{
    double low = INFINITY, high = -INFINITY;
    for (size_t i = 0; i < count; i++) {
        low = fmin(low, told[i]);
        high = fmax(high, told[i]);
    }
    c->low = shares ? 0 : low;
    c->width = (shares ? 1 : fmax(high - low, 1e-6)) / DUEL_BINS;
}

static void count_bins(const calibration_sample sample[], const double told[], size_t count,
                       bool shares, duel_calibration *c)
{
    sums bin[DUEL_BINS], first = {.number = -1};
    for (int i = 0; i < DUEL_BINS; i++)
        bin[i] = (sums){.number = -1};
    for (size_t i = 0; i < count; i++) {
        add_sample(&bin[bin_at(c, told[i])], &sample[i], told[i]);
        if (first.number != sample[i].game)
            add_sample(&first, &sample[i], told[i]);
    }
    for (int i = 0; i < DUEL_BINS; i++)
        c->bin[i] = bin_of(&bin[i], shares);
    c->first = bin_of(&first, shares);
}

bool calibration_fit(const calibration_sample sample[], size_t count, bool shares,
                     duel_calibration *out)
{
    fitting f = {malloc(count * sizeof *f.by_said), count, shares};
    double *told = malloc(count * sizeof *told);
    bool room = f.by_said && told;
    for (size_t i = 0; room && i < count; i++)
        f.by_said[i] = &sample[i];
    if (room) {
        qsort(f.by_said, count, sizeof *f.by_said, by_said);
        *out = knots_of(&f, EVERYTHING);
        tell_across(&f, sample, told);
        spread_bins(told, count, shares, out);
        count_bins(sample, told, count, shares, out);
    }
    free(f.by_said);
    free(told);
    return room;
}

/* ---- levels ------------------------------------------------------------------------------ */

typedef struct grades {
    const char *game;
    int elo[DUEL_LEVELS]; /* from the mean; level 1 first */
} grades;

static const grades measured[] = {
#define LEVELS(game, nodes, ...) {#game, {__VA_ARGS__}},
#define ERRORS(game, ...)
#include "players/levels.def"
#undef LEVELS
#undef ERRORS
};

int level_rating_of(const duel_game *g, int level)
{
    for (size_t i = 0; i < sizeof measured / sizeof *measured; i++)
        if (strcmp(measured[i].game, g->id) == 0)
            return LEVEL_RATING_MEAN + measured[i].elo[level - 1];
    return 0;
}

int level_rating_points(int rating, int against)
{
    return (int)lround(100 / (1 + pow(10, (against - rating) / 400.0)));
}
