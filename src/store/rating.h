/* store/rating.h -- how strong somebody is, from results: the Glicko-2 system.
 *
 *     new ──▶ after (results of a period) ──▶ rest (periods without any) ──▶ after ──▶ …
 *
 * A rating is a number, how far it may be from the truth (the deviation: with 95 % certainty
 * the strength lies within two of them), and how steady the strength is (the volatility).
 * Whatever wins and loses can have one: people, machines, puzzles, which win when they are not
 * solved. After M. Glickman, "Example of the Glicko-2 system" (2013), whose steps 2 to 8 are
 * named in rating.c. Nothing here knows a game, a store or the time. */
#ifndef DUEL_STORE_RATING_H
#define DUEL_STORE_RATING_H

#include <stddef.h>

typedef struct duel_rating {
    double rating, deviation, volatility;
} duel_rating;

/* Of whom nothing is known: 1500, give or take 700. */
duel_rating duel_rating_new(void);

/* A result against somebody as strong as this when the period began. */
typedef struct duel_bout {
    duel_rating other;
    double score; /* 1 won, 0.5 tied, 0 lost */
} duel_bout;

/* What a period with these results makes of a rating; with none it is a period of rest. */
duel_rating duel_rating_after(duel_rating r, const duel_bout bout[], size_t count);
/* So many periods without a result: only the deviation grows, and never beyond a new one's. */
duel_rating duel_rating_rest(duel_rating r, double periods);
/* The share of points to be expected against another, 0 to 1. */
double duel_rating_expected(duel_rating r, duel_rating other);

#endif
