/* games/moriarty/workshop/regression.c -- the weights of patterns that come nearest to labels.
 *
 * Least squares, each weight held to zero as if a few positions more had said so: where games
 * say little a weight stays small. The equations are solved by conjugate gradients (Hestenes
 * and Stiefel, "Methods of conjugate gradients for solving linear systems", 1952), each
 * unknown in the measure of its own positions; one pass over the positions a step. How
 * positions are parted for threads depends on the labels alone, and the parts are added up in
 * one order: the same labels give the same weights, with any number of threads. */
#include "games/moriarty/workshop/workshop.h"

#include <math.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

enum { EMPTIES = 61, MOST_SLICES = 16, SLICE_LABELS = 20000 };

typedef struct equations {
    const moriarty_labels *labels;
    uint32_t *weight_of; /* by entry; see patterns.h */
    double *solution, *residual, *direction, *image, *measure;
    double *sum[MOST_SLICES]; /* what the positions of a slice add up to */
    int slices, threads;
} equations;

/* A position as the equations see it: the weights it has, and how much of each stage. */
typedef struct equation {
    uint32_t weight[MORIARTY_LANES]; /* of its first stage */
    double now, next;
} equation;

static void set_up(const equations *s, const moriarty_labelled *p, equation *e)
{
    static const int centre[MORIARTY_LANES] = MORIARTY_LANE_CENTRES;
    int empties = moriarty_empties(p->board), stage = empties / MORIARTY_STAGE_EMPTIES;
    if (stage > MORIARTY_TRAINED_STAGES - 2)
        stage = MORIARTY_TRAINED_STAGES - 2;
    moriarty_view view;
    moriarty_view_of(p->board, &view);
    for (int i = 0; i < MORIARTY_LANES; i++)
        e->weight[i] = (uint32_t)stage * MORIARTY_PACKED + s->weight_of[centre[i] + view.at[i]];
    e->next = (double)(empties - stage * MORIARTY_STAGE_EMPTIES) / MORIARTY_STAGE_EMPTIES;
    e->now = 1 - e->next;
}

static double value_in(const equation *e, const double *weights)
{
    double now = 0, next = 0;
    for (int i = 0; i < MORIARTY_LANES; i++) {
        now += weights[e->weight[i]];
        next += weights[e->weight[i] + MORIARTY_PACKED];
    }
    return e->now * now + e->next * next;
}

static void add_scaled(const equation *e, double by, double *to)
{
    for (int i = 0; i < MORIARTY_LANES; i++) {
        to[e->weight[i]] += e->now * by;
        to[e->weight[i] + MORIARTY_PACKED] += e->next * by;
    }
}

/* ---- sums over all positions ----------------------------------------------------- */

/* What one position adds to a sum. */
typedef void (*contribution)(const equations *s, const moriarty_labelled *p, const equation *e,
                             double *to);

static void ask_for_label(const equations *s, const moriarty_labelled *p, const equation *e,
                          double *to)
{
    add_scaled(e, p->score, to);
}

static void measure_weights(const equations *s, const moriarty_labelled *p, const equation *e,
                            double *to)
{
    for (int i = 0; i < MORIARTY_LANES; i++) {
        to[e->weight[i]] += e->now * e->now;
        to[e->weight[i] + MORIARTY_PACKED] += e->next * e->next;
    }
}

static void apply_direction(const equations *s, const moriarty_labelled *p, const equation *e,
                            double *to)
{
    add_scaled(e, value_in(e, s->direction), to);
}

typedef struct share { /* of one thread: slices first, first + threads, … */
    const equations *s;
    contribution add;
    int first;
    pthread_t thread;
    bool started;
} share;

static void *sum_slices(void *self)
{
    const share *mine = self;
    const equations *s = mine->s;
    size_t count = s->labels->count, slices = (size_t)s->slices;
    for (size_t k = (size_t)mine->first; k < slices; k += (size_t)s->threads) {
        memset(s->sum[k], 0, MORIARTY_WEIGHTS * sizeof(double));
        for (size_t i = count * k / slices; i < count * (k + 1) / slices; i++) {
            equation e;
            set_up(s, &s->labels->at[i], &e);
            mine->add(s, &s->labels->at[i], &e, s->sum[k]);
        }
    }
    return NULL;
}

/* Adds to `out` what all positions contribute. A thread that cannot be had is done without. */
static void add_all(const equations *s, contribution add, double *out)
{
    share all[MOST_SLICES];
    for (int i = 0; i < s->threads; i++) {
        all[i] = (share){.s = s, .add = add, .first = i};
        all[i].started =
            i > 0 && pthread_create(&all[i].thread, NULL, sum_slices, &all[i]) == 0;
    }
    for (int i = 0; i < s->threads; i++)
        if (all[i].started)
            pthread_join(all[i].thread, NULL);
        else
            sum_slices(&all[i]);
    for (int k = 0; k < s->slices; k++)
        for (int i = 0; i < MORIARTY_WEIGHTS; i++)
            out[i] += s->sum[k][i];
}

/* At the beginning all weights are 0: the residual is what the labels ask for. */
static double begin_system(const equations *s, double hold)
{
    double labels = 0;
    for (int i = 0; i < MORIARTY_WEIGHTS; i++)
        s->measure[i] = hold;
    add_all(s, ask_for_label, s->residual);
    add_all(s, measure_weights, s->measure);
    for (size_t i = 0; i < s->labels->count; i++)
        labels += s->labels->at[i].score * s->labels->at[i].score;
    return labels;
}

/* image = what the equations make of the direction. */
static void apply_system(const equations *s, double hold)
{
    for (int i = 0; i < MORIARTY_WEIGHTS; i++)
        s->image[i] = hold * s->direction[i];
    add_all(s, apply_direction, s->image);
}

/* ---- the steps ------------------------------------------------------------------- */

static double dot(const double *a, const double *b)
{
    double sum = 0;
    for (int i = 0; i < MORIARTY_WEIGHTS; i++)
        sum += a[i] * b[i];
    return sum;
}

/* The residual's length, each unknown in its own measure. */
static double measured_length(const equations *s)
{
    double sum = 0;
    for (int i = 0; i < MORIARTY_WEIGHTS; i++)
        sum += s->residual[i] * s->residual[i] / s->measure[i];
    return sum;
}

static void conjugate_gradients(const equations *s, const moriarty_regression *r)
{
    double left = begin_system(s, r->hold), length = measured_length(s), before = 0;
    for (int step = 1; step <= r->steps && length > 0; step++) {
        double along = before > 0 ? length / before : 0;
        for (int i = 0; i < MORIARTY_WEIGHTS; i++)
            s->direction[i] = s->residual[i] / s->measure[i] + along * s->direction[i];
        apply_system(s, r->hold);
        double far = length / dot(s->direction, s->image);
        for (int i = 0; i < MORIARTY_WEIGHTS; i++) {
            s->solution[i] += far * s->direction[i];
            s->residual[i] -= far * s->image[i];
        }
        left -= far * length; /* what the step takes off the sum of squares */
        before = length;
        length = measured_length(s);
        if (r->progress)
            r->progress(r->user, step, sqrt(fmax(0, left) / (double)s->labels->count));
    }
}

/* ---- around it ------------------------------------------------------------------- */

/* Positions of a stage lie together, so that their weights stay within reach. */
static bool sort_by_empties(moriarty_labels *l)
{
    size_t begin[EMPTIES + 1] = {0};
    moriarty_labelled *sorted = malloc((l->count + 1) * sizeof *sorted);
    if (sorted == NULL)
        return false;
    for (size_t i = 0; i < l->count; i++)
        begin[moriarty_empties(l->at[i].board) + 1]++;
    for (int i = 0; i < EMPTIES; i++)
        begin[i + 1] += begin[i];
    for (size_t i = 0; i < l->count; i++)
        sorted[begin[moriarty_empties(l->at[i].board)]++] = l->at[i];
    free(l->at);
    l->at = sorted;
    l->room = l->count + 1;
    return true;
}

static bool slices_init(equations *s, int threads)
{
    size_t slices = 1 + s->labels->count / SLICE_LABELS;
    s->slices = slices < MOST_SLICES ? (int)slices : MOST_SLICES;
    s->threads = threads < 1 ? 1 : threads < s->slices ? threads : s->slices;
    for (int i = 0; i < s->slices; i++)
        if ((s->sum[i] = malloc(MORIARTY_WEIGHTS * sizeof(double))) == NULL)
            return false;
    return true;
}

static bool system_init(equations *s, const moriarty_labels *labels, int threads)
{
    double **vector[] = {&s->solution, &s->residual, &s->direction, &s->image, &s->measure};
    bool got = true;
    *s = (equations){.labels = labels,
                     .weight_of = malloc(MORIARTY_ENTRIES * sizeof *s->weight_of)};
    for (size_t i = 0; i < sizeof vector / sizeof vector[0]; i++) {
        *vector[i] = calloc(MORIARTY_WEIGHTS, sizeof(double));
        got = got && *vector[i];
    }
    if (s->weight_of)
        moriarty_pack(s->weight_of);
    return slices_init(s, threads) && got && s->weight_of;
}

static void system_fini(equations *s)
{
    for (int i = 0; i < MOST_SLICES; i++)
        free(s->sum[i]);
    free(s->weight_of);
    free(s->solution);
    free(s->residual);
    free(s->direction);
    free(s->image);
    free(s->measure);
}

/* Labels are discs, weights eighths of one. */
static void round_weights(const double *solution, moriarty_packed_weights *out)
{
    const double scale = 64.0 / MORIARTY_WEIGHT_UNITS;
    for (int i = 0; i < MORIARTY_WEIGHTS; i++)
        out->of[i / MORIARTY_PACKED][i % MORIARTY_PACKED] =
            (int8_t)fmax(INT8_MIN, fmin(INT8_MAX, round(solution[i] * scale)));
}

duel_status moriarty_regress(const moriarty_regression *r, moriarty_labels *labels,
                             moriarty_packed_weights *out, duel_msg *why)
{
    equations s = {0};
    bool ready = sort_by_empties(labels) && system_init(&s, labels, r->threads);
    if (ready) {
        conjugate_gradients(&s, r);
        round_weights(s.solution, out);
    }
    system_fini(&s);
    return ready ? DUEL_OK : duel_no_space(why);
}
