/* match/statistics.c -- statistics of the results of games: intervals and Elo of one encounter,
 * a test that ends itself, the strengths of all in a tournament. See match.h. */
#include "core/variant.h"
#include "match/inside.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- of one encounter -------------------------------------------------------------------- */

/* 97.5 % of a standard normal lie below. */
static const double normal_975 = 1.959964;

void statistics_add(match_evidence *e, double score, bool fresh)
{
    double away = score - 0.5, power = 1;
    for (int i = 0; i < 4; i++)
        e->power[i] += power *= away;
    e->five[(int)lround(score * (MATCH_PENTANOMIAL - 1))]++;
    e->sets++;
    e->fresh += fresh;
}

void statistics_merge(match_evidence *to, const match_evidence *more)
{
    to->sets += more->sets;
    to->fresh += more->fresh;
    for (int i = 0; i < 4; i++)
        to->power[i] += more->power[i];
    for (int i = 0; i < MATCH_PENTANOMIAL; i++)
        to->five[i] += more->five[i];
}

/* The mean of a power of the distance from even. */
static double raw_moment(const match_evidence *e, int power)
{
    return e->sets ? e->power[power - 1] / (double)e->sets : 0;
}

double statistics_mean(const match_evidence *e)
{
    return 0.5 + raw_moment(e, 1);
}

static double variance(const match_evidence *e)
{
    double mean = raw_moment(e, 1), v = raw_moment(e, 2) - mean * mean;
    return v > 0 ? v : 0;
}

/* Whether anything may be said; each of the following tells nothing (false) otherwise. */
static bool duel_evidence_enough(const match_evidence *e)
{
    return e->fresh >= MATCH_FEWEST_SETS;
}

/* Student's 97.5 % for the sets at hand (Abramowitz and Stegun 26.7.5). */
static double quantile(const match_evidence *e)
{
    double z = normal_975, f = (double)e->fresh - 1;
    double z3 = z * z * z, z5 = z3 * z * z, z7 = z5 * z * z;
    return z + (z3 + z) / (4 * f) + (5 * z5 + 16 * z3 + 3 * z) / (96 * f * f) +
           (3 * z7 + 19 * z5 + 17 * z3 - 15 * z) / (384 * f * f * f);
}

/* The variance of a set's score over that of a single game of the same mean: 1 if the games of
 * a set all end alike, less if they make up for each other. As if one more set had been seen
 * whose games end alike: without it twenty pairs of a win and a loss each would leave no error
 * at all, and of twenty pairs won nothing could be said. */
static double alikeness(const match_evidence *e)
{
    double n = (double)e->sets, mean = statistics_mean(e);
    double middle = (n * mean + 0.5) / (n + 1), imagined = middle * (1 - middle);
    return (n * variance(e) + imagined) / (n * mean * (1 - mean) + imagined);
}

bool statistics_interval(const match_evidence *e, double *low, double *high)
{
    if (!duel_evidence_enough(e))
        return false;
    double z = quantile(e), mean = statistics_mean(e);
    double k = z * z * alikeness(e) / (double)e->fresh;
    double centre = (mean + k / 2) / (1 + k);
    double half = sqrt(k * mean * (1 - mean) + k * k / 4) / (1 + k);
    *low = centre > half ? centre - half : 0;
    *high = centre + half < 1 ? centre + half : 1;
    return true;
}

double statistics_elo_of(double score)
{
    return 400 * log10(score / (1 - score));
}

bool statistics_elo(const match_evidence *e, double *elo, double *error)
{
    double low, high, mean = statistics_mean(e);
    if (mean <= 0 || mean >= 1 || !statistics_interval(e, &low, &high))
        return false;
    *elo = statistics_elo_of(mean);
    *error = (statistics_elo_of(high) - statistics_elo_of(low)) / 2;
    return true;
}

/* What a normalised Elo is of the mean's distance from even in spreads of a set: the spread of
 * a game is taken as that of a pair's mean times the root of two. */
static double normalised_unit(void)
{
    return 800 / (log(10) * sqrt(2));
}

double statistics_normalised_distance(double elo)
{
    return elo / normalised_unit();
}

/* The variance of mean over spread, by the delta method: skewness and kurtosis have a part. */
static double ratio_variance(const match_evidence *e, double ratio, double spread)
{
    double m = raw_moment(e, 1), m2 = raw_moment(e, 2), m3 = raw_moment(e, 3);
    double third = m3 - 3 * m * m2 + 2 * m * m * m;
    double fourth = raw_moment(e, 4) - 4 * m * m3 + 6 * m * m * m2 - 3 * m * m * m * m;
    double skewness = third / pow(spread, 3), kurtosis = fourth / pow(spread, 4);
    return 1 - ratio * skewness + ratio * ratio * (kurtosis - 1) / 4;
}

bool statistics_normalised(const match_evidence *e, double *elo, double *error)
{
    double spread = sqrt(variance(e));
    if (spread <= 0 || !duel_evidence_enough(e))
        return false;
    double ratio = raw_moment(e, 1) / spread, v = ratio_variance(e, ratio, spread);
    *elo = ratio * normalised_unit();
    *error = quantile(e) * sqrt(v / (double)e->fresh) * normalised_unit();
    return true;
}

/* By the spread that sets would have if the true score were even, so that it says the same as
 * the interval does. */
bool statistics_superiority(const match_evidence *e, double *chance)
{
    if (!duel_evidence_enough(e))
        return false;
    double z = raw_moment(e, 1) / sqrt(alikeness(e) / 4 / (double)e->fresh);
    *chance = erfc(-z / sqrt(2)) / 2;
    return true;
}

/* ---- a test that ends itself ------------------------------------------------------------- */

enum { ELO_MOST = 10000 };

/* In millionths, as decimals are read; Elo may have a minus before it. */
static const duel_option sprt_options[] = {
    {"elo0", DUEL_DECIMAL, 0, 0, ELO_MOST *INT64_C(1000000), NULL, NULL},
    {"elo1", DUEL_DECIMAL, 5000000, 0, ELO_MOST *INT64_C(1000000), NULL, NULL},
    {"alpha", DUEL_DECIMAL, 50000, 1, 499999, NULL, NULL},
    {"beta", DUEL_DECIMAL, 50000, 1, 499999, NULL, NULL},
    {NULL, DUEL_NUMBER, 0, 0, 0, NULL, NULL}};
enum { ELO0, ELO1, ALPHA, BETA, SPRT_OPTIONS };

static bool cut_minus(duel_str *text)
{
    bool minus = text->len && text->at[0] == '-';
    if (minus)
        *text = (duel_str){text->at + 1, text->len - 1};
    return minus;
}

static duel_status read_sprt_part(duel_str part, int64_t value[], duel_msg *why)
{
    duel_str text = part, name;
    duel_str_part(&text, '=', &name);
    int i = duel_option_find(sprt_options, name);
    if (i < 0 || text.at == NULL)
        return duel_invalid(
            why,
            N_("A test is written elo0=0,elo1=5 and perhaps alpha=0.05,beta=0.05; "
               "not “{0}”."),
            "s", part);
    bool minus = (i == ELO0 || i == ELO1) && cut_minus(&text);
    duel_status status = duel_option_read(&sprt_options[i], text, &value[i], why);
    if (status == DUEL_OK && minus)
        value[i] = -value[i];
    return status;
}

duel_status sprt_read(duel_str text, sprt_test *out, duel_msg *why)
{
    int64_t value[SPRT_OPTIONS];
    duel_str part;
    duel_status status = DUEL_OK;
    for (int i = 0; i < SPRT_OPTIONS; i++)
        value[i] = sprt_options[i].initial;
    while (status == DUEL_OK && duel_str_part(&text, ',', &part))
        status = read_sprt_part(part, value, why);
    if (status == DUEL_OK && value[ELO0] >= value[ELO1])
        status = duel_invalid(why, N_("A test needs elo0 below elo1."), "");
    if (status == DUEL_OK)
        *out = (sprt_test){(double)value[ELO0] * 1e-6, (double)value[ELO1] * 1e-6,
                           (double)value[ALPHA] * 1e-6, (double)value[BETA] * 1e-6};
    return status;
}

/* What a set costs, as minus the logarithm of its likelihood, if the mean lies `distance`
 * spreads above even and the spread is whatever explains the sets best. With s that spread, m1
 * and m2 the mean distance from even and the mean of its square, it is the least of
 *     log s + (m2 - 2 distance s m1 + distance² s²) / (2 s²). */
static double best_cost(double m1, double m2, double distance)
{
    double turn = distance * m1;
    double s = (sqrt(turn * turn + 4 * m2) - turn) / 2;
    return log(s) + (m2 / s - 2 * turn) / (2 * s) + distance * distance / 2;
}

sprt_state sprt_look(const sprt_test *s, const match_evidence *e)
{
    double m1 = e->sets ? e->power[0] / (double)e->sets : 0;
    double m2 = e->sets ? e->power[1] / (double)e->sets : 0;
    double d0 = statistics_normalised_distance(s->elo0),
           d1 = statistics_normalised_distance(s->elo1);
    sprt_state now = {.lower = log(s->beta / (1 - s->alpha)),
                      .upper = log((1 - s->beta) / s->alpha)};
    if (m2 > 0)
        now.llr = (double)e->fresh * (best_cost(m1, m2, d0) - best_cost(m1, m2, d1));
    if (duel_evidence_enough(e) && now.llr >= now.upper)
        now.verdict = SPRT_ELO1;
    if (duel_evidence_enough(e) && now.llr <= now.lower)
        now.verdict = SPRT_ELO0;
    return now;
}

/* ---- the strengths of all ---------------------------------------------------------------- */

/* In natural units an Elo is r = elo · ln 10 / 400, and a expects p = 1 / (1 + exp(r_b - r_a))
 * of b. With n sets of mean score s the gradient of the likelihood is g_a = Σ n (s - p), its
 * second derivative the matrix H with n p (1 - p) between any two. Newton's steps lead to g =
 * 0; the error is that of H⁻¹ G H⁻¹ (P. Huber 1967), where G has what the sets really spread.
 */

enum { STEPS = 100, PRIOR = 1 };

typedef struct fit {
    const match_meeting *meeting;
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
static void couple(const fit *f, double *matrix, const match_meeting *m, double weight)
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

static double spread_of(const match_evidence *e)
{
    double n = (double)e->sets, repeated = e->fresh ? n / (double)e->fresh : n;
    return variance(e) * repeated;
}

static void add_meetings(const fit *f)
{
    for (int i = 0; i < f->meetings; i++) {
        const match_meeting *m = &f->meeting[i];
        double n = (double)m->score.sets, p = expected_score(f->r[m->a] - f->r[m->b]);
        if (n <= 0)
            continue;
        double more = n * (statistics_mean(&m->score) - p);
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
        const match_meeting *m = &f->meeting[i];
        double score = statistics_mean(&m->score), n = (double)m->score.sets;
        if (m->a != player && m->b != player)
            continue;
        points += n * (m->a == player ? score : 1 - score);
        sets += n;
        fresh += m->score.fresh;
    }
    return fresh >= MATCH_FEWEST_SETS && points > 0 && points < sets;
}

static void tell_strengths(const fit *f, match_strength out[])
{
    const double elo = 400 / log(10);
    double mean = 0;
    for (int i = 0; i < f->count; i++)
        mean += f->r[i] / f->count;
    for (int i = 0; i < f->count; i++)
        out[i] =
            (match_strength){(f->r[i] - mean) * elo, normal_975 * sqrt(variance_of(f, i)) * elo,
                             can_be_told(f, i)};
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

duel_status match_strengths(const match_meeting meeting[], int meetings, int count,
                            match_strength out[], duel_msg *why)
{
    fit f = {.meeting = meeting, .meetings = meetings, .count = count};
    if (!fit_open(&f))
        return duel_no_space(why);
    for (int i = 0; i < STEPS && step(&f) > 1e-10; i++)
        continue;
    tell_strengths(&f, out);
    free(f.r);
    return DUEL_OK;
}
