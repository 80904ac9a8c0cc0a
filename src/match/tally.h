/* match/tally.h -- the games of a match, counted in the order of their numbers.
 *
 * Games may come in any order, from threads or from files. What is said of them depends on the
 * numbers alone: sets are counted one after the other, each when it is whole, so the same games
 * give the same table, and a test that ends itself is not led astray by short games. */
#ifndef DUEL_MATCH_TALLY_H
#define DUEL_MATCH_TALLY_H

#include "match/bout.h"
#include "match/schedule.h"
#include "match/sprt.h"

enum { DUEL_FORFEITS = 4 }; /* different reasons kept for a player */

/* Games lost by a program that crashed, hung, or played what is not legal, or by the clock. */
typedef struct duel_forfeit {
    char *reason; /* in both languages; belongs to the tally */
    uint64_t games;
} duel_forfeit;

typedef struct duel_points {             /* of a player: its games, and what they are worth */
    uint64_t wins, ties, losses;         /* alone at the top; sharing it; below it */
    double points;                       /* sum of the shares of wins */
    double margin;                       /* sum of own score minus the best other's */
    duel_evidence share;                 /* of whole sets: the share of the win, */
    duel_evidence rank;                  /* and of the others how many are below, ties half */
    uint64_t forfeits;                   /* of the losses, those by the player's own failure */
    duel_forfeit forfeit[DUEL_FORFEITS]; /* by reason, those with no games unused */
    duel_lateness late;
} duel_points;

typedef enum duel_tally_end {
    DUEL_TALLY_OPEN,
    DUEL_TALLY_TESTED,  /* the test has come to a verdict */
    DUEL_TALLY_REPEATS, /* it never will: nothing new is played any more */
} duel_tally_end;

typedef struct duel_tally duel_tally;

/* Both must outlive the tally; `test` may be no test. */
duel_status duel_tally_new(const duel_variant *v, const duel_schedule *s, const duel_sprt *test,
                           duel_tally **out, duel_msg *why);
void duel_tally_free(duel_tally *t);

/* Takes a game over, on success only. */
duel_status duel_tally_add(duel_tally *t, uint64_t number, duel_bout_result *bout,
                           duel_msg *why);
bool duel_tally_has(const duel_tally *t, uint64_t number);
/* No more will come: what waits for games before it is counted too, unless a test has ended. */
void duel_tally_close(duel_tally *t);

duel_tally_end duel_tally_ended(const duel_tally *t);
uint64_t duel_tally_played(const duel_tally *t);    /* games that have come */
uint64_t duel_tally_games(const duel_tally *t);     /* of them, counted; the rest is of these */
uint64_t duel_tally_different(const duel_tally *t); /* without those played before */
uint64_t duel_tally_plies(const duel_tally *t);
uint64_t duel_tally_proved(const duel_tally *t); /* ended by a solver */
/* Of one in an encounter, counted from 0, and of a player over all its encounters. */
const duel_points *duel_tally_standing(const duel_tally *t, int encounter, int one);
duel_points duel_tally_total(const duel_tally *t, int player);
duel_sprt_state duel_tally_test(const duel_tally *t);

static inline uint64_t duel_points_games(const duel_points *s)
{
    return s->wins + s->ties + s->losses;
}

#endif
