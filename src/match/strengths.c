/* match/strengths.c -- see strengths.h.
 *
 * In natural units an Elo is r = elo · ln 10 / 400, and a expects p = 1 / (1 + exp(r_b - r_a))
 * of b. With n sets of mean score s the gradient of the likelihood is g_a = Σ n (s - p), its
 * second derivative the matrix H with n p (1 - p) between any two. Newton's steps lead to g =
 * 0; the error is that of H⁻¹ G H⁻¹ (P. Huber 1967), where G has what the sets really spread.
 */
#include "match/strengths.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { STEPS = 100, PRIOR = 1 };

typedef struct fit {
    const duel_meeting *meeting;
    int meetings, count;
    double *r;        /* strengths, in natural units */
    double *gradient; /* of the likelihood */
    double *h, *g;    /* matrices, count × count */
} fit;

static double *cell(const fit *f, double *matrix, int row, int column)
{
    return &matrix[(size_t)row * (size_t)f->count + (size_t)column];
}

static double expected_score(double difference)
{
    return 1 / (1 + exp(-difference));
}

/* Adds to a matrix what two players share. */
static void couple(const fit *f, double *matrix, const duel_meeting *m, double weight)
{
    *cell(f, matrix, m->a, m->a) += weight;
    *cell(f, matrix, m->b, m->b) += weight;
    *cell(f, matrix, m->a, m->b) -= weight;
    *cell(f, matrix, m->b, m->a) -= weight;
}

/* Each met a player of strength 0 once more, in a set that it tied: so that who won everything
 * has a strength too, and the whole does not float. */
static void begin_step(const fit *f)
{
    size_t cells = (size_t)f->count * (size_t)f->count;
    memset(f->h, 0, cells * sizeof *f->h);
    memset(f->g, 0, cells * sizeof *f->g);
    for (int i = 0; i < f->count; i++) {
        double p = expected_score(f->r[i]);
        f->gradient[i] = PRIOR * (0.5 - p);
        *cell(f, f->h, i, i) = PRIOR * p * (1 - p);
    }
}

static double spread_of(const duel_evidence *e)
{
    double n = (double)e->sets, mean = e->power[0] / n, v = e->power[1] / n - mean * mean;
    double repeated = e->fresh ? n / (double)e->fresh : n;
    return (v > 0 ? v : 0) * repeated;
}

static void add_meetings(const fit *f)
{
    for (int i = 0; i < f->meetings; i++) {
        const duel_meeting *m = &f->meeting[i];
        double n = (double)m->score.sets, p = expected_score(f->r[m->a] - f->r[m->b]);
        if (n <= 0)
            continue;
        double more = n * (duel_evidence_mean(&m->score) - p);
        f->gradient[m->a] += more;
        f->gradient[m->b] -= more;
        couple(f, f->h, m, n * p * (1 - p));
        couple(f, f->g, m, n * spread_of(&m->score));
    }
}

/* Turns the matrix in `h` into its inverse, by elimination; it has a positive diagonal that
 * outweighs the rest, so no row has to be moved. */
static void invert(const fit *f)
{
    for (int k = 0; k < f->count; k++) {
        double pivot = *cell(f, f->h, k, k);
        *cell(f, f->h, k, k) = 1;
        for (int j = 0; j < f->count; j++)
            *cell(f, f->h, k, j) /= pivot;
        for (int i = 0; i < f->count; i++) {
            double factor = *cell(f, f->h, i, k);
            if (i == k)
                continue;
            *cell(f, f->h, i, k) = 0;
            for (int j = 0; j < f->count; j++)
                *cell(f, f->h, i, j) -= factor * *cell(f, f->h, k, j);
        }
    }
}

/* One of Newton's steps, never a wild one; how far it went. */
static double step(const fit *f)
{
    double most = 0;
    begin_step(f);
    add_meetings(f);
    invert(f);
    for (int i = 0; i < f->count; i++) {
        double by = 0;
        for (int j = 0; j < f->count; j++)
            by += *cell(f, f->h, i, j) * f->gradient[j];
        by = by > 1 ? 1 : by < -1 ? -1 : by;
        f->r[i] += by;
        most = fabs(by) > most ? fabs(by) : most;
    }
    return most;
}

/* The variance of one strength: its row of the inverse around G. */
static double variance_of(const fit *f, int i)
{
    double v = 0;
    for (int a = 0; a < f->count; a++)
        for (int b = 0; b < f->count; b++)
            v += *cell(f, f->h, i, a) * *cell(f, f->g, a, b) * *cell(f, f->h, i, b);
    return v;
}

/* Whether enough was played by somebody, and not all of it won or lost. */
static bool can_be_told(const fit *f, int player)
{
    double points = 0, sets = 0;
    uint64_t fresh = 0;
    for (int i = 0; i < f->meetings; i++) {
        const duel_meeting *m = &f->meeting[i];
        double score = duel_evidence_mean(&m->score), n = (double)m->score.sets;
        if (m->a != player && m->b != player)
            continue;
        points += n * (m->a == player ? score : 1 - score);
        sets += n;
        fresh += m->score.fresh;
    }
    return fresh >= DUEL_FEWEST_SETS && points > 0 && points < sets;
}

static void tell_strengths(const fit *f, duel_strength out[])
{
    const double elo = 400 / log(10), normal_975 = 1.959964;
    double mean = 0;
    for (int i = 0; i < f->count; i++)
        mean += f->r[i] / f->count;
    for (int i = 0; i < f->count; i++)
        out[i] = (duel_strength){(f->r[i] - mean) * elo,
                                 normal_975 * sqrt(variance_of(f, i)) * elo, can_be_told(f, i)};
}

static bool fit_open(fit *f)
{
    size_t n = (size_t)f->count;
    f->r = calloc(2 * n + 2 * n * n, sizeof *f->r);
    if (f->r == NULL)
        return false;
    f->gradient = f->r + n;
    f->h = f->gradient + n;
    f->g = f->h + n * n;
    return true;
}

duel_status duel_strengths(const duel_meeting meeting[], int meetings, int count,
                           duel_strength out[], duel_msg *why)
{
    fit f = {.meeting = meeting, .meetings = meetings, .count = count};
    if (!fit_open(&f))
        return duel_full(why);
    for (int i = 0; i < STEPS && step(&f) > 1e-10; i++)
        continue;
    tell_strengths(&f, out);
    free(f.r);
    return DUEL_OK;
}
