/* match/match.h -- players against players, many games, honest statistics.
 *
 *     schedule ──▶ a number ──▶ bout ──▶ match_kept (a file) ──▶ tally ──▶ evidence, sprt
 *
 * Who meets whom, and which game a number is, the schedule says. Each game has a seed of its
 * own, so a result does not depend on the number of threads, nor on how often the match was
 * interrupted and taken up again (with players limited by positions, not by time). */
#pragma once

#include "core/record.h"
#include "players/player.h"

/* ---- who meets whom ---------------------------------------------------------------------- */

/* Who meets whom, and the number each game has.
 *
 * An encounter is as many players as there are seats. It is played in sets: one opening, and
 * the players rotated over the seats until each has sat everywhere. Numbers run through the
 * sets of all encounters in turn, so that a tournament grows evenly, and a number means the
 * same game whatever was played before. */

typedef struct match_encounter {
    int player[DUEL_SEATS];
} match_encounter;

typedef struct match_schedule {
    int seats, players;
    int encounters;
    match_encounter *encounter;
    uint64_t games; /* of each encounter */
} match_schedule;

/* All together, once; everybody with everybody; the first with all others. The number of games
 * is still to be set. Refused if there are too few players, or too many. */
duel_status match_schedule_together(int seats, int players, match_schedule *out, duel_msg *why);
duel_status match_schedule_round(int seats, int players, match_schedule *out, duel_msg *why);
duel_status match_schedule_gauntlet(int seats, int players, match_schedule *out, duel_msg *why);
/* One encounter more. */
duel_status match_schedule_add(match_schedule *s, const match_encounter *e, duel_msg *why);
void match_schedule_fini(match_schedule *s);
/* How many games all of it has. */
uint64_t match_schedule_games(const match_schedule *s);

/* ---- how a game begins ------------------------------------------------------------------- */

/* Openings for matches: a deal and a few plies at random, or a book.
 *
 * Drawn from the generator given, so that equal seeds give equal openings. A balanced opening
 * is the most even of several, as the judge sees them: taking the best of a few needs no bound,
 * and so means the same for every game and every scale of estimates. A book is used line by
 * line, and from the front again if there are more sets of games than lines. */

/* Openings from a file, one a line.
 *
 *     # a comment
 *     moves d3 c5 d6                 from the deal, in games that are always dealt alike
 *     ---- … OX … X                  or a position, in the game's notation
 *
 * The whole file is checked before anything is played; a wrong line is named by its number. */

typedef struct opening_book opening_book;

duel_status opening_book_read(const char *path, const duel_variant *v, opening_book **out,
                              duel_msg *why);
void opening_book_free(opening_book *b);

enum { MATCH_OPENING_PLIES = 60 }; /* the longest */

typedef struct match_openings {
    int plies;                /* 0: the deal itself */
    bool balanced;            /* two seats and no secrets only */
    const opening_book *book; /* its lines instead; NULL: none */
} match_openings;

/* Reads "8" or "8,balanced". */
duel_status match_openings_read(duel_str text, match_openings *out, duel_msg *why);

/* ---- what may be said of the results ----------------------------------------------------- */

/* What the results of games allow one to say: functions of counts alone.
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

enum {
    MATCH_FEWEST_SETS = 5, /* fresh ones, below which nothing is said */
    MATCH_PENTANOMIAL = 5  /* what a pair can score: 0, 1/2, 1, 3/2, 2 */
};

typedef struct match_evidence {
    uint64_t sets, fresh;
    double power[4]; /* sums over all sets of (score - 1/2) to the first … fourth */
    uint64_t
        five[MATCH_PENTANOMIAL]; /* sets by score in quarters; of two seats these are all */
} match_evidence;

/* 95 % of the score: Wilson's interval, by the spread that the sets have instead of that of
 * single games. */
bool statistics_interval(const match_evidence *e, double *low, double *high);

/* Elo by the logistic curve, and half the width of its 95 % interval. Not if all was won, or
 * all lost. */
bool statistics_elo(const match_evidence *e, double *elo, double *error);
double statistics_elo_of(double score);

/* Normalised Elo (M. Van den Bergh): how far the mean is from even, in units of the spread of a
 * game. It is what decides how many games a difference takes to be seen, whatever the game,
 * its ties and its openings. Not if all sets scored the same. */
bool statistics_normalised(const match_evidence *e, double *elo, double *error);

/* Likelihood of superiority: how sure it is that the true score is above 1/2. */
bool statistics_superiority(const match_evidence *e, double *chance);

/* ---- a test that ends itself ------------------------------------------------------------- */

/* A test that ends itself: is a player better by elo1, or only by elo0?
 *
 * Wald's sequential probability ratio test, generalised to a spread that is not known (M. Van
 * den Bergh, "The generalized SPRT for normalized Elo"), in normalised Elo on sets of games
 * (above). If the truth is elo0 it says elo1 in at most alpha of all tests; if it is elo1 it
 * says elo0 in at most beta of them. */

typedef struct sprt_test {
    double elo0, elo1, alpha, beta; /* elo0 == elo1: there is no test */
} sprt_test;

typedef enum sprt_verdict {
    SPRT_OPEN,
    SPRT_ELO0, /* accepted */
    SPRT_ELO1
} sprt_verdict;

typedef struct sprt_state {
    double llr, lower, upper; /* logarithm of the likelihood ratio, and where it ends */
    sprt_verdict verdict;
} sprt_state;

/* Reads "elo0=0,elo1=5", perhaps with alpha and beta, which are 0.05 otherwise. */
duel_status sprt_read(duel_str text, sprt_test *out, duel_msg *why);

static inline bool sprt_is(const sprt_test *s)
{
    return s->elo0 < s->elo1;
}

/* ---- games, counted ---------------------------------------------------------------------- */

/* The games of a match, counted in the order of their numbers.
 *
 * Games may come in any order, from threads or from files. What is said of them depends on the
 * numbers alone: sets are counted one after the other, each when it is whole, so the same games
 * give the same table, and a test that ends itself is not led astray by short games. */

enum { MATCH_FORFEITS = 4 }; /* different reasons kept for a player */

/* Games lost by a program that crashed, hung, or played what is not legal, or by the clock. */
typedef struct match_forfeit {
    char *reason; /* in both languages; belongs to the tally */
    uint64_t games;
} match_forfeit;

typedef struct match_points {    /* of a player: its games, and what they are worth */
    uint64_t wins, ties, losses; /* alone at the top; sharing it; below it */
    double points;               /* sum of the shares of wins */
    double margin;               /* sum of own score minus the best other's */
    match_evidence share;        /* of whole sets: the share of the win, */
    match_evidence rank;         /* and of the others how many are below, ties half */
    uint64_t forfeits;           /* of the losses, those by the player's own failure */
    match_forfeit forfeit[MATCH_FORFEITS]; /* by reason, those with no games unused */
    player_lateness late;
} match_points;

typedef enum match_score_end {
    MATCH_SCORE_OPEN,
    MATCH_SCORE_TESTED,  /* the test has come to a verdict */
    MATCH_SCORE_REPEATS, /* it never will: nothing new is played any more */
} match_score_end;

typedef struct match_score match_score;
void match_score_free(match_score *t);

typedef struct duel_sums {
    match_score_end end;
    uint64_t played;        /* games that have come */
    uint64_t games;         /* of them, counted; the rest is of these */
    uint64_t different;     /* without those played before */
    uint64_t plies, proved; /* ended by a solver */
} duel_sums;
const duel_sums *match_score_sums(const match_score *t);
/* Of one in an encounter, counted from 0, and of a player over all its encounters. */
const match_points *match_score_standing(const match_score *t, int encounter, int one);
match_points match_score_total(const match_score *t, int player);
sprt_state match_score_test(const match_score *t);

static inline uint64_t match_points_games(const match_points *s)
{
    return s->wins + s->ties + s->losses;
}

/* ---- the strengths of all who took part -------------------------------------------------- */

/* The Elo of all who took part, from everything they played together.
 *
 * Two players' score is the logistic curve of the difference of their Elo (R. Bradley and M.
 * Terry 1952; ties count half): the strengths are those that make the scores most likely. The
 * errors come from the spread of sets of games, not from single games, so that they are not too
 * small where openings decide much or games repeat. At a table of more than two everybody is
 * compared with everybody, by who ended above whom. */

typedef struct match_strength {
    double elo, error; /* the mean of all is 0; half the width of the 95 % interval */
    bool told;         /* there is an error: enough was played, and not all of it won or lost */
} match_strength;

typedef struct match_meeting { /* of two */
    int a, b;
    match_evidence score; /* of `a` */
} match_meeting;

/* Strengths of players 0 to count - 1. */
duel_status match_strengths(const match_meeting meeting[], int meetings, int count,
                            match_strength out[], duel_msg *why);

/* ---- the match --------------------------------------------------------------------------- */

typedef struct match_setup {
    const duel_variant *v;
    const duel_str *spec; /* of each player of the schedule */
    const match_schedule *schedule;
    uint64_t seed;
    int threads;
    size_t memory;  /* for all engines together */
    double seconds; /* for a turn, where the spec says nothing; 0: the engine's default */
    uint64_t nodes; /* the same, in positions looked at */
    bool strict;    /* a turn that takes longer than it may loses, without a clock too */
    uint64_t prove; /* positions a solver may look at before each turn; 0: it ends no game */
    match_openings openings;
    const char
        *openings_text; /* as they were written, for whoever keeps the match; may be NULL */
    sprt_test sprt;     /* of a single encounter, for the first in it */
    const char *keep;   /* the folder for the games; NULL: they are not kept */
    const atomic_bool *stop;
    void (*progress)(void *watcher, const match_score *t); /* after each game; may be NULL */
    void *watcher;
} match_setup;

/* On success *out must be given to match_score_free; it points into the match's schedule. A
 * match that was stopped is one of fewer games. */
duel_status match_run(const match_setup *m, match_score **out, duel_msg *why);
