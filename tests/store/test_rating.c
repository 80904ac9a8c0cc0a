/* tests/store/test_rating.c -- Glicko-2 against the example of its paper, against a second
 * way of finding the volatility, and by what must hold of all ratings. */
#include "check.h"

#include "store/store.h"

#include <math.h>

static void assert_near(double got, double wanted, double within)
{
    if (!(fabs(got - wanted) <= within))
        fail_msg("%.9g is not %.9g", got, wanted);
}

/* The numbers are those of M. Glickman, "Example of the Glicko-2 system". */
TEST(test_example_of_the_paper)
{
    static const glicko_game bouts[] = {
        {{1400, 30, 0.06}, 1}, {{1550, 100, 0.06}, 0}, {{1700, 300, 0.06}, 0}};
    glicko_rating r = glicko_after((glicko_rating){1500, 200, 0.06}, bouts, 3);
    assert_near(r.rating, 1464.06, 0.01);
    assert_near(r.deviation, 151.52, 0.01);
    assert_near(r.volatility, 0.05999, 0.00001);
}

/* ---- a second way ----------------------------------------------------------------------- */

/* The volatility by halving, where the paper has something faster. */
typedef struct equation {
    double delta2, phi2, v, a;
} equation;

static double left_side(const equation *q, double x)
{
    double e = exp(x), sum = q->phi2 + q->v + e;
    return e * (q->delta2 - sum) / (2 * sum * sum) - (x - q->a) / 0.25;
}

/* The root next to `a`: where results were beyond belief there are others. */
static double volatility_by_halving(const equation *q)
{
    double step = left_side(q, q->a) > 0 ? 0.01 : -0.01, near = q->a, far = near + step;
    while ((left_side(q, far) > 0) == (step > 0))
        far += step;
    for (int i = 0; i < 200; i++) {
        double middle = (near + far) / 2;
        *((left_side(q, middle) > 0) == (step > 0) ? &near : &far) = middle;
    }
    return exp(near / 2);
}

static glicko_rating after_by_halving(glicko_rating r, const glicko_game *bout, int count)
{
    const double pi = acos(-1);
    double mu = (r.rating - 1500) / 173.7178, phi = r.deviation / 173.7178, inverse = 0,
           sum = 0;
    for (int i = 0; i < count; i++) {
        double other = bout[i].other.deviation / 173.7178;
        double g = 1 / sqrt(1 + 3 * other * other / (pi * pi));
        double e = 1 / (1 + exp(-g * (mu - (bout[i].other.rating - 1500) / 173.7178)));
        inverse += g * g * e * (1 - e);
        sum += g * (bout[i].score - e);
    }
    equation q = {sum / inverse * sum / inverse, phi * phi, 1 / inverse,
                  log(r.volatility * r.volatility)};
    double sigma = volatility_by_halving(&q);
    double now = 1 / sqrt(1 / (phi * phi + sigma * sigma) + inverse);
    return (glicko_rating){1500 + 173.7178 * (mu + now * now * sum), fmin(350, 173.7178 * now),
                           sigma};
}

static double drawn(duel_rng *rng, double least, double most)
{
    return least + (most - least) * duel_rng_unit(rng);
}

static glicko_rating draw_rating(duel_rng *rng)
{
    return (glicko_rating){drawn(rng, 400, 2800), drawn(rng, 20, 350), drawn(rng, 0.02, 0.12)};
}

TEST(test_two_ways_agree)
{
    duel_rng rng = check_rng(22);
    for (int i = 0; i < 3000; i++) {
        glicko_game bout[8];
        int count = 1 + (int)duel_rng_below(&rng, 8);
        glicko_rating before = draw_rating(&rng);
        for (int k = 0; k < count; k++)
            bout[k] = (glicko_game){draw_rating(&rng), duel_rng_below(&rng, 3) / 2.0};
        glicko_rating one = glicko_after(before, bout, (size_t)count);
        glicko_rating other = after_by_halving(before, bout, count);
        assert_near(one.rating, other.rating, 1e-3);
        assert_near(one.deviation, other.deviation, 1e-3);
        assert_near(one.volatility, other.volatility, 1e-6);
    }
}

/* The share of points that Glicko expects: Glickman, "The Glicko-2 system", step 3. */
static double expected_share(glicko_rating r, glicko_rating other)
{
    const double scale = 173.7178, pi = 3.14159265358979323846;
    double phi2 =
        (r.deviation * r.deviation + other.deviation * other.deviation) / (scale * scale);
    double g = 1 / sqrt(1 + 3 * phi2 / (pi * pi));
    return 1 / (1 + exp(-g * (r.rating - other.rating) / scale));
}

/* ---- what must hold --------------------------------------------------------------------- */

TEST(test_results_move_ratings_their_way)
{
    duel_rng rng = check_rng(7);
    for (int i = 0; i < 1000; i++) {
        glicko_rating a = draw_rating(&rng), b = draw_rating(&rng);
        glicko_game won = {b, 1}, tied = {b, 0.5}, lost = {b, 0};
        double up = glicko_after(a, &won, 1).rating;
        double middle = glicko_after(a, &tied, 1).rating;
        double down = glicko_after(a, &lost, 1).rating;
        assert_true(up > a.rating && a.rating > down && up > middle && middle > down);
    }
}

TEST(test_rest_makes_uncertain)
{
    glicko_rating r = {1700, 60, 0.06}, rested = glicko_rest(r, 1);
    assert_true(rested.deviation > r.deviation);
    assert_near(rested.rating, r.rating, 0);
    assert_near(glicko_after(r, NULL, 0).deviation, rested.deviation, 0);
    assert_near(glicko_rest(rested, 1).deviation, glicko_rest(r, 2).deviation, 1e-9);
    assert_near(glicko_rest(r, 1e6).deviation, 350, 0);
    assert_near(glicko_new().deviation, 350, 0);
}

/* Who wins as often as a strength says is found to have it. */
TEST(test_strength_is_found)
{
    enum { GAMES = 4000 };
    static const double strength[] = {1100, 1500, 1900};
    duel_rng rng = check_rng(1);
    for (int s = 0; s < 3; s++) {
        glicko_rating r = glicko_new(), truth = {strength[s], 0, 0.06};
        double sum = 0;
        for (int i = 0; i < GAMES; i++) {
            glicko_rating other = {drawn(&rng, 1000, 2000), 0, 0.06};
            double chance = expected_share(truth, other);
            glicko_game bout = {other, duel_rng_unit(&rng) < chance ? 1 : 0};
            r = glicko_after(r, &bout, 1);
            sum += i >= GAMES / 2 ? r.rating : 0;
        }
        assert_near(sum / (GAMES / 2.0), strength[s], 30);
        assert_true(r.deviation < 120);
    }
}

/* However far apart two are, what comes of it is a number. */
TEST(test_extremes_stay_numbers)
{
    for (double far = 0; far <= 1e6; far = 10 * far + 1) {
        for (int score = 0; score < 2; score++) {
            glicko_game bout = {{1500 + far, 1, 0.06}, score};
            glicko_rating r = glicko_after((glicko_rating){1500, 350, 0.06}, &bout, 1);
            assert_true(isfinite(r.rating) && r.deviation > 0 && r.deviation <= 350);
            assert_true(r.volatility > 0 && r.volatility < 0.1);
        }
    }
}
