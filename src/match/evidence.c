/* match/evidence.c -- see evidence.h. */
#include "match/evidence.h"

#include <math.h>

/* 97.5 % of a standard normal lie below. */
static const double normal_975 = 1.959964;

void duel_evidence_add(duel_evidence *e, double score, bool fresh)
{
    double away = score - 0.5, power = 1;
    for (int i = 0; i < 4; i++)
        e->power[i] += power *= away;
    e->five[(int)lround(score * (DUEL_FIVE - 1))]++;
    e->sets++;
    e->fresh += fresh;
}

void duel_evidence_merge(duel_evidence *to, const duel_evidence *more)
{
    to->sets += more->sets;
    to->fresh += more->fresh;
    for (int i = 0; i < 4; i++)
        to->power[i] += more->power[i];
    for (int i = 0; i < DUEL_FIVE; i++)
        to->five[i] += more->five[i];
}

/* The mean of a power of the distance from even. */
static double raw_moment(const duel_evidence *e, int power)
{
    return e->sets ? e->power[power - 1] / (double)e->sets : 0;
}

double duel_evidence_mean(const duel_evidence *e)
{
    return 0.5 + raw_moment(e, 1);
}

static double variance(const duel_evidence *e)
{
    double mean = raw_moment(e, 1), v = raw_moment(e, 2) - mean * mean;
    return v > 0 ? v : 0;
}

bool duel_evidence_enough(const duel_evidence *e)
{
    return e->fresh >= DUEL_FEWEST_SETS;
}

/* Student's 97.5 % for the sets at hand (Abramowitz and Stegun 26.7.5). */
static double quantile(const duel_evidence *e)
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
static double alikeness(const duel_evidence *e)
{
    double n = (double)e->sets, mean = duel_evidence_mean(e);
    double middle = (n * mean + 0.5) / (n + 1), imagined = middle * (1 - middle);
    return (n * variance(e) + imagined) / (n * mean * (1 - mean) + imagined);
}

bool duel_evidence_interval(const duel_evidence *e, double *low, double *high)
{
    if (!duel_evidence_enough(e))
        return false;
    double z = quantile(e), mean = duel_evidence_mean(e);
    double k = z * z * alikeness(e) / (double)e->fresh;
    double centre = (mean + k / 2) / (1 + k);
    double half = sqrt(k * mean * (1 - mean) + k * k / 4) / (1 + k);
    *low = centre > half ? centre - half : 0;
    *high = centre + half < 1 ? centre + half : 1;
    return true;
}

double duel_elo_of(double score)
{
    return 400 * log10(score / (1 - score));
}

bool duel_evidence_elo(const duel_evidence *e, double *elo, double *error)
{
    double low, high, mean = duel_evidence_mean(e);
    if (mean <= 0 || mean >= 1 || !duel_evidence_interval(e, &low, &high))
        return false;
    *elo = duel_elo_of(mean);
    *error = (duel_elo_of(high) - duel_elo_of(low)) / 2;
    return true;
}

/* What a normalised Elo is of the mean's distance from even in spreads of a set: the spread of
 * a game is taken as that of a pair's mean times the root of two. */
static double normalised_unit(void)
{
    return 800 / (log(10) * sqrt(2));
}

double duel_normalised_distance(double elo)
{
    return elo / normalised_unit();
}

/* The variance of mean over spread, by the delta method: skewness and kurtosis have a part. */
static double ratio_variance(const duel_evidence *e, double ratio, double spread)
{
    double m = raw_moment(e, 1), m2 = raw_moment(e, 2), m3 = raw_moment(e, 3);
    double third = m3 - 3 * m * m2 + 2 * m * m * m;
    double fourth = raw_moment(e, 4) - 4 * m * m3 + 6 * m * m * m2 - 3 * m * m * m * m;
    double skewness = third / pow(spread, 3), kurtosis = fourth / pow(spread, 4);
    return 1 - ratio * skewness + ratio * ratio * (kurtosis - 1) / 4;
}

bool duel_evidence_normalised(const duel_evidence *e, double *elo, double *error)
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
bool duel_evidence_superiority(const duel_evidence *e, double *chance)
{
    if (!duel_evidence_enough(e))
        return false;
    double z = raw_moment(e, 1) / sqrt(alikeness(e) / 4 / (double)e->fresh);
    *chance = erfc(-z / sqrt(2)) / 2;
    return true;
}
