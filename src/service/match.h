/* service/match.h -- engines against engines, many games, honest statistics.
 *
 * Seats rotate so that every player sits everywhere equally often; games that differ only by
 * the rotation are played from the same opening. Each game has a seed of its own, so the result
 * does not depend on the number of threads (with engines limited by nodes, not by time). */
#ifndef DUEL_SERVICE_MATCH_H
#define DUEL_SERVICE_MATCH_H

#include "service/opening.h"

enum { DUEL_FORFEITS = 4 }; /* different reasons kept for a player */

/* Games lost by a program from outside that crashed, hung, or played what is not legal. */
typedef struct duel_forfeit {
    duel_msg reason;
    uint64_t games;
} duel_forfeit;

typedef struct duel_match_points {
    uint64_t wins, ties, losses;         /* alone at the top; sharing it; below it */
    double points;                       /* sum of the shares of wins */
    double squares;                      /* sum of their squares: for the error */
    double margin;                       /* sum of own score minus the best other's */
    uint64_t forfeits;                   /* of the losses, those by the player's own failure */
    duel_forfeit forfeit[DUEL_FORFEITS]; /* by reason, those with no games unused */
} duel_match_points;

typedef struct duel_match {
    const duel_variant *v;
    duel_str spec[DUEL_SEATS]; /* as many as the variant has seats */
    uint64_t games;
    uint64_t seed;
    int threads;
    size_t memory;  /* for all engines together */
    double seconds; /* for a turn, where the spec says nothing; 0: the engine's default */
    uint64_t nodes; /* the same, in positions looked at */
    duel_openings openings;
    const atomic_bool *stop;
    void (*progress)(void *watcher, uint64_t done);
    void *watcher;
} duel_match;

typedef struct duel_match_result {
    uint64_t games; /* played; fewer than asked for when stopped */
    duel_match_points player[DUEL_SEATS];
    uint64_t plies;
    double seconds;
} duel_match_result;

duel_status duel_match_run(const duel_match *m, duel_match_result *out, duel_msg *why);

/* Elo difference of the first player over the second and half the width of its 95 % interval;
 * false when it cannot be told (all games won by one). */
bool duel_match_elo(const duel_match_points *p, uint64_t games, double *elo, double *error);
/* The share of points with its 95 % interval (Wilson's, on points). */
void duel_match_interval(const duel_match_points *p, uint64_t games, double *low, double *high);

#endif
