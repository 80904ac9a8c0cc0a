/* store/rating.c -- how strong somebody is, by results: the Glicko-2 system (see store.h), in
 * its paper's letters. Pure arithmetic on values. */
#include "store/store.h"

#include <math.h>

static const double mean = 1500, largest_deviation = 350, first_volatility = 0.06;
static const double scale = 173.7178; /* a point of his scale in points of ours */
static const double tau = 0.5;        /* how much a volatility may change */
static const double precision = 1e-6; /* of a volatility */
static const double pi = 3.14159265358979323846;

glicko_rating glicko_new(void)
{
    return (glicko_rating){mean, largest_deviation, first_volatility};
}

/* ---- step 2: his scale ------------------------------------------------------------------- */

typedef struct point {
    double mu, phi;
} point;

static point scaled(glicko_rating r)
{
    return (point){(r.rating - mean) / scale, r.deviation / scale};
}

static double within(double deviation)
{
    return deviation < largest_deviation ? deviation : largest_deviation;
}

/* ---- step 3: how much results say -------------------------------------------------------- */

/* What is uncertain about the other makes a result say less. */
static double weight(double phi)
{
    return 1 / sqrt(1 + 3 * phi * phi / (pi * pi));
}

/* Nobody is so much stronger that a result would say nothing. */
static double expected(double mu, point other)
{
    const double least = 1e-9;
    double share = 1 / (1 + exp(-weight(other.phi) * (mu - other.mu)));
    return fmin(fmax(share, least), 1 - least);
}

/* The sums over a period: 1/v, and delta/v. */
typedef struct evidence {
    double information, surprise;
} evidence;

static evidence gather_evidence(double mu, const glicko_game bout[], size_t count)
{
    evidence e = {0, 0};
    for (size_t i = 0; i < count; i++) {
        point other = scaled(bout[i].other);
        double g = weight(other.phi), share = expected(mu, other);
        e.information += g * g * share * (1 - share);
        e.surprise += g * (bout[i].score - share);
    }
    return e;
}

/* ---- step 5: the volatility, by the Illinois algorithm ----------------------------------- */

typedef struct puzzlement {
    double delta2, phi2, v, a;
} puzzlement;

static double slope(const puzzlement *p, double x)
{
    double e = exp(x), sum = p->phi2 + p->v + e;
    return e * (p->delta2 - sum) / (2 * sum * sum) - (x - p->a) / (tau * tau);
}

/* A place to the left of the root, or the right one where that is known. */
static double other_side(const puzzlement *p)
{
    if (p->delta2 > p->phi2 + p->v)
        return log(p->delta2 - p->phi2 - p->v);
    double b = p->a - tau;
    while (slope(p, b) < 0)
        b -= tau;
    return b;
}

static double new_volatility(const puzzlement *p)
{
    double a = p->a, b = other_side(p), fa = slope(p, a), fb = slope(p, b);
    while (fabs(b - a) > precision) {
        double c = a + (a - b) * fa / (fb - fa), fc = slope(p, c);
        if (fc * fb <= 0) {
            a = b;
            fa = fb;
        } else {
            fa /= 2;
        }
        b = c;
        fb = fc;
    }
    return exp(a / 2);
}

/* ---- steps 6 to 8 ------------------------------------------------------------------------ */

glicko_rating glicko_rest(glicko_rating r, double periods)
{
    double phi = r.deviation / scale;
    r.deviation = within(scale * sqrt(phi * phi + periods * r.volatility * r.volatility));
    return r;
}

glicko_rating glicko_after(glicko_rating r, const glicko_game bout[], size_t count)
{
    if (count == 0)
        return glicko_rest(r, 1);
    point at = scaled(r);
    evidence e = gather_evidence(at.mu, bout, count);
    double v = 1 / e.information, delta = v * e.surprise;
    puzzlement p = {delta * delta, at.phi * at.phi, v, 2 * log(r.volatility)};
    double sigma = new_volatility(&p);
    double before = at.phi * at.phi + sigma * sigma;
    double phi = 1 / sqrt(1 / before + e.information);
    return (glicko_rating){mean + scale * (at.mu + phi * phi * e.surprise), within(scale * phi),
                           sigma};
}
