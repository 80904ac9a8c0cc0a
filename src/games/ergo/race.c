/* games/ergo/race.c -- see race.h. */
#include "games/ergo/race.h"
#include "core/play.h"

#include <math.h>
#include <stdlib.h>

enum { LEAST = 5, SIZES = 30 }; /* points of a round that are thought possible */

struct ergo_race {
    const duel_variant *v;
    int rounds, points;
    float reached[]; /* [rounds played][points needed]: the chance to have them */
};

static float *row(ergo_race *r, int rounds)
{
    return r->reached + (size_t)rounds * (size_t)(r->points + 1);
}

static const float *reached(const ergo_race *r, int rounds)
{
    return r->reached + (size_t)rounds * (size_t)(r->points + 1);
}

/* The chance that a seat scores in a round, by the number of players. */
static double scoring_chance(const duel_variant *v)
{
    static const double chance[] = {0, 0, 0.57, 0.41, 0.31};
    return chance[v->seats];
}

/* How likely a round that scores is worth so many points: a triangle. */
static double size_chance(int points)
{
    const double mode = 14, end = LEAST + SIZES, sum = (end - LEAST) / 2;
    double height = points < mode ? (points - LEAST + 1) / (mode - LEAST + 1)
                                  : (end - points) / (end - mode);
    return height / sum;
}

static void fill_chances(ergo_race *r)
{
    double total = 0, score = scoring_chance(r->v);
    for (int i = 0; i < SIZES; i++)
        total += size_chance(LEAST + i);
    for (int need = 0; need <= r->points; need++)
        row(r, 0)[need] = need == 0;
    for (int n = 1; n <= r->rounds; n++)
        for (int need = 0; need <= r->points; need++) {
            double sum = (1 - score) * (double)row(r, n - 1)[need];
            for (int i = 0; i < SIZES; i++) {
                int left = need > LEAST + i ? need - LEAST - i : 0;
                sum += score * size_chance(LEAST + i) / total * (double)row(r, n - 1)[left];
            }
            row(r, n)[need] = (float)sum;
        }
}

ergo_race *ergo_race_new(const duel_variant *v)
{
    int rounds = ergo_last_round(v), points = (int)v->option[ERGO_OPT_POINTS];
    size_t cells = (size_t)(rounds + 1) * (size_t)(points + 1);
    ergo_race *r = malloc(sizeof *r + cells * sizeof *r->reached);
    if (r == NULL)
        return NULL;
    r->v = v;
    r->rounds = rounds;
    r->points = points;
    fill_chances(r);
    return r;
}

void ergo_race_free(ergo_race *r)
{
    free(r);
}

static int needs(const ergo_race *r, const ergo *s, int seat)
{
    return s->score[seat] < r->points ? r->points - s->score[seat] : 0;
}

/* The chance that nobody else has enough points when `seat` gets there in this round: those who
 * get there in the same one count half. */
static double others_behind(const ergo_race *r, const ergo *s, int seat, int round)
{
    double chance = 1;
    for (int other = 0; other < r->v->seats; other++) {
        int need = needs(r, s, other);
        if (other != seat)
            chance *=
                1 - ((double)reached(r, round - 1)[need] + (double)reached(r, round)[need]) / 2;
    }
    return chance;
}

/* Nobody got there in the rounds left: the lead counts, the less the more rounds there were. */
static double share_of_the_rest(const ergo_race *r, const ergo *s, int seat, int left)
{
    const double usual = 5; /* points by which a round moves a score */
    double sum = 0, spread = usual * sqrt((double)left);
    for (int other = 0; other < r->v->seats; other++)
        sum += exp((s->score[other] - s->score[seat]) / spread);
    return 1 / sum;
}

double ergo_race_chance(const ergo_race *r, const ergo *s, int seat)
{
    int32_t score[DUEL_SEATS] = {0};
    if (ergo_over(r->v, s, score))
        return duel_share(r->v, score, seat);
    int left = r->rounds - s->round, need = needs(r, s, seat);
    double chance = 0, nobody = 1;
    for (int n = 1; n <= left; n++) {
        double now = (double)reached(r, n)[need] - (double)reached(r, n - 1)[need];
        chance += now * others_behind(r, s, seat, n);
    }
    for (int other = 0; other < r->v->seats; other++)
        nobody *= 1 - (double)reached(r, left)[needs(r, s, other)];
    return chance + nobody * share_of_the_rest(r, s, seat, left > 0 ? left : 1);
}
