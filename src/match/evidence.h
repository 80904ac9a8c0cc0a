/* match/evidence.h -- what the results of games allow one to say: functions of counts alone.
 *
 * Games from one opening are not independent: whoever has the better side tends to win them
 * all. So what counts as one observation is a set, all rotations of the players over the seats
 * from one opening (with two seats a pair), by its mean score. Scores lie between 0 and 1.
 *
 * A set is fresh if at least one of its games had not been played before, move by move. Players
 * who draw lots may repeat a short game by chance; to leave such games out would favour the
 * rare ones and bias the mean. So the mean is that of all sets, and only its error comes from
 * the number of fresh ones: never too small, and without end where players repeat themselves.
 */
#ifndef DUEL_MATCH_EVIDENCE_H
#define DUEL_MATCH_EVIDENCE_H

#include <stdbool.h>
#include <stdint.h>

enum {
    DUEL_FEWEST_SETS = 5, /* fresh ones, below which nothing is said */
    DUEL_FIVE = 5         /* what a pair can score: 0, 1/2, 1, 3/2, 2 */
};

typedef struct duel_evidence {
    uint64_t sets, fresh;
    double power[4];          /* sums over all sets of (score - 1/2) to the first … fourth */
    uint64_t five[DUEL_FIVE]; /* sets by score in quarters; of two seats these are all */
} duel_evidence;

void duel_evidence_add(duel_evidence *e, double score, bool fresh);
void duel_evidence_merge(duel_evidence *to, const duel_evidence *more);

/* 1/2 if there is none. */
double duel_evidence_mean(const duel_evidence *e);

/* Whether anything may be said; each of the following tells nothing (false) otherwise. */
bool duel_evidence_enough(const duel_evidence *e);

/* 95 % of the score: Wilson's interval, by the spread that the sets have instead of that of
 * single games. */
bool duel_evidence_interval(const duel_evidence *e, double *low, double *high);

/* Elo by the logistic curve, and half the width of its 95 % interval. Not if all was won, or
 * all lost. */
bool duel_evidence_elo(const duel_evidence *e, double *elo, double *error);
double duel_elo_of(double score);

/* Normalised Elo (M. Van den Bergh): how far the mean is from even, in units of the spread of a
 * game. It is what decides how many games a difference takes to be seen, whatever the game,
 * its ties and its openings. Not if all sets scored the same. */
bool duel_evidence_normalised(const duel_evidence *e, double *elo, double *error);
/* Mean above even, in units of the spread of a set, that goes with a normalised Elo. */
double duel_normalised_distance(double elo);

/* Likelihood of superiority: how sure it is that the true score is above 1/2. */
bool duel_evidence_superiority(const duel_evidence *e, double *chance);

#endif
