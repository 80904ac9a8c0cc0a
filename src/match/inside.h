/* match/inside.h -- what the files of a match share: places in its schedule, openings drawn,
 * one game, games as files, and how they come to be counted. */
#pragma once

#include "match/match.h"

/* ---- the place of a game ----------------------------------------------------------------- */

typedef struct match_place { /* of a game */
    int encounter;
    uint64_t set;
    int rotation;
} match_place;

/* Numbers lie below this; not each of them is a game, where the last set is not whole. */
uint64_t match_schedule_numbers(const match_schedule *s);
/* False: no game has this number. */
bool match_schedule_place(const match_schedule *s, uint64_t number, match_place *out);

/* Who of an encounter sits at a seat: rotated by one from game to game. */
static inline int match_place_at(const match_schedule *s, const match_place *p, int seat)
{
    return (seat + p->rotation) % s->seats;
}

/* ---- an opening -------------------------------------------------------------------------- */

/* Refuses a variant for which nobody can say what is balanced. */
duel_status match_openings_fit(const match_openings *o, const duel_variant *v, duel_msg *why);

/* The opening of a set of games, as the beginning of a record: at the start of a turn, not
 * over. `judge` and `room`, for its answers, are used for balanced ones only. *out is
 * initialised, and stays so whatever happens. */
duel_status match_opening_draw(const match_openings *o, uint64_t set, duel_rng *rng,
                               machine_player *judge, duel_answer *room, duel_record *out,
                               duel_msg *why);

/* ---- one game, from its opening to its record -------------------------------------------- */

typedef enum match_game_end {
    MATCH_GAME_RULES,
    MATCH_GAME_FAILED, /* a player failed: it crashed, or played what is not legal */
    MATCH_GAME_TIME,   /* its clock ran out, or it answered too late */
    MATCH_GAME_PROVED, /* a solver knows how it ends */
    MATCH_GAME_LONG    /* it would never end: nobody has won, but for what was carried */
} match_game_end;

typedef struct match_game_result { /* what counts of a game */
    match_game_end end;
    int loser;                 /* the seat that failed or was late */
    char *reason;              /* how, in both languages (DUEL_BILINGUAL); NULL: it was not */
    int32_t score[DUEL_SEATS]; /* by seat, as everything here */
    uint64_t opening, plies;   /* moves of the opening; of the players after it */
    uint64_t hash;             /* of how it began and of all its moves */
    player_lateness late[DUEL_SEATS];
} match_game_result;

typedef struct match_game_table { /* who sits where, and by which rules */
    const duel_variant *v;
    machine_player *player[DUEL_SEATS];
    machine_player *judge;  /* of balanced openings */
    machine_player *solver; /* ends games it has solved; NULL: nobody does */
    duel_answer *room;
    const match_openings *openings;
    double seconds; /* for a turn, where a player has no time of its own; 0: no limit */
    uint64_t nodes; /* the same, in positions looked at */
    uint64_t solver_nodes;
    bool strict;                    /* who takes longer for a turn than it may has lost */
    const atomic_bool *stop, *halt; /* either ends it with DUEL_STOPPED; may be NULL */
} match_game_table;

/* Plays a game of a set; its opening comes from one generator, what players draw from the
 * other. On success *record must be given to duel_record_fini and *out to match_game_fini. */
duel_status match_game_play(const match_game_table *t, uint64_t set, duel_rng *opening,
                            duel_rng *lots, duel_record *record, match_game_result *out,
                            duel_msg *why);
void match_game_fini(match_game_result *b);

/* A message in both languages, as one text; NULL: no memory. */
char *match_game_reason(const duel_msg *m);
/* Fills in what the record says: its hash, and the scores if it ended by the rules or by
 * somebody's fault. */
void match_game_sum_up(const duel_record *r, const void *state, match_game_result *out);

/* ---- games as files, each written when it has ended -------------------------------------- */

/* DIR/match.txt        what is played: the same command goes on, another one is refused
 *     DIR/00000017.duel    a game, by its number from 1: a record (core/record.h) with notes
 *     DIR/stderr-2-1.txt   what the second player said on its standard error to thread 1
 *
 * Nothing else is remembered: who goes on reads the records again. One that is not whole, or
 * not of this match, is as if it had never been written. */

/* Makes the folder, or finds that it is of the same match; DUEL_REFUSED: it is of another one.
 */
duel_status match_files_begin(const char *folder, duel_str match, duel_msg *why);

/* Keeps a game. `seats` names who sat where. */
duel_status match_files_write(const char *folder, uint64_t number, const duel_record *r,
                              const match_game_result *b, const char *const seats[],
                              duel_msg *why);

/* Reads one again; DUEL_REFUSED: it is not whole, or of another game. */
duel_status match_files_parse(duel_str text, const duel_variant *v, match_game_result *out);

/* Hands over every game that is there, in no order; `take` takes over the bout on success, and
 * anything but DUEL_OK ends the reading. */
typedef duel_status match_files_fn(void *to, uint64_t number, match_game_result *b,
                                   duel_msg *why);
duel_status match_files_read(const char *folder, const duel_variant *v, match_files_fn *take,
                             void *to, duel_msg *why);

/* ---- counting ---------------------------------------------------------------------------- */

/* Both must outlive the tally; `test` may be no test. */
duel_status match_score_new(const duel_variant *v, const match_schedule *s,
                            const sprt_test *test, match_score **out, duel_msg *why);

/* Takes a game over, on success only. */
duel_status match_score_add(match_score *t, uint64_t number, match_game_result *bout,
                            duel_msg *why);
bool match_score_has(const match_score *t, uint64_t number);
/* No more will come: what waits for games before it is counted too, unless a test has ended. */
void match_score_close(match_score *t);

void statistics_add(match_evidence *e, double score, bool fresh);
void statistics_merge(match_evidence *to, const match_evidence *more);

/* 1/2 if there is none. */
double statistics_mean(const match_evidence *e);

/* Mean above even, in units of the spread of a set, that goes with a normalised Elo. */
double statistics_normalised_distance(double elo);

/* To be looked at after each set, in the order in which they were begun: those that end sooner
 * are not a fair sample. */
sprt_state sprt_look(const sprt_test *s, const match_evidence *e);
