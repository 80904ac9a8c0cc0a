/* match/inside.h -- what the files of a match share: places in its schedule, openings drawn,
 * one game, games as files, and how they come to be counted. */
#pragma once

#include "match/match.h"

/* ---- the place of a game ----------------------------------------------------------------- */

typedef struct duel_place { /* of a game */
    int encounter;
    uint64_t set;
    int rotation;
} duel_place;

/* Numbers lie below this; not each of them is a game, where the last set is not whole. */
uint64_t duel_schedule_numbers(const duel_schedule *s);
/* False: no game has this number. */
bool duel_schedule_place(const duel_schedule *s, uint64_t number, duel_place *out);

/* Who of an encounter sits at a seat: rotated by one from game to game. */
static inline int duel_place_at(const duel_schedule *s, const duel_place *p, int seat)
{
    return (seat + p->rotation) % s->seats;
}

/* ---- an opening -------------------------------------------------------------------------- */

/* Refuses a variant for which nobody can say what is balanced. */
duel_status duel_openings_fit(const duel_openings *o, const duel_variant *v, duel_msg *why);

/* The opening of a set of games, as the beginning of a record: at the start of a turn, not
 * over. `judge` and `room`, for its answers, are used for balanced ones only. *out is
 * initialised, and stays so whatever happens. */
duel_status duel_opening_draw(const duel_openings *o, uint64_t set, duel_rng *rng,
                              duel_player *judge, duel_answer *room, duel_record *out,
                              duel_msg *why);

/* ---- one game, from its opening to its record -------------------------------------------- */

typedef enum duel_bout_end {
    DUEL_BOUT_RULES,
    DUEL_BOUT_FAILED, /* a player failed: it crashed, or played what is not legal */
    DUEL_BOUT_TIME,   /* its clock ran out, or it answered too late */
    DUEL_BOUT_PROVED, /* a solver knows how it ends */
    DUEL_BOUT_LONG    /* it would never end: nobody has won, but for what was carried */
} duel_bout_end;

typedef struct duel_bout_result { /* what counts of a game */
    duel_bout_end end;
    int loser;                 /* the seat that failed or was late */
    char *reason;              /* how, in both languages (DUEL_BILINGUAL); NULL: it was not */
    int32_t score[DUEL_SEATS]; /* by seat, as everything here */
    uint64_t opening, plies;   /* moves of the opening; of the players after it */
    uint64_t hash;             /* of how it began and of all its moves */
    duel_lateness late[DUEL_SEATS];
} duel_bout_result;

typedef struct duel_bout_table { /* who sits where, and by which rules */
    const duel_variant *v;
    duel_player *player[DUEL_SEATS];
    duel_player *judge;  /* of balanced openings */
    duel_player *solver; /* ends games it has solved; NULL: nobody does */
    duel_answer *room;
    const duel_openings *openings;
    double seconds; /* for a turn, where a player has no time of its own; 0: no limit */
    uint64_t nodes; /* the same, in positions looked at */
    uint64_t solver_nodes;
    bool strict;                    /* who takes longer for a turn than it may has lost */
    const atomic_bool *stop, *halt; /* either ends it with DUEL_STOPPED; may be NULL */
} duel_bout_table;

/* Plays a game of a set; its opening comes from one generator, what players draw from the
 * other. On success *record must be given to duel_record_fini and *out to duel_bout_fini. */
duel_status duel_bout_play(const duel_bout_table *t, uint64_t set, duel_rng *opening,
                           duel_rng *lots, duel_record *record, duel_bout_result *out,
                           duel_msg *why);
void duel_bout_fini(duel_bout_result *b);

/* A message in both languages, as one text; NULL: no memory. */
char *duel_bout_reason(const duel_msg *m);
/* Fills in what the record says: its hash, and the scores if it ended by the rules or by
 * somebody's fault. */
void duel_bout_sum_up(const duel_record *r, const void *state, duel_bout_result *out);

/* ---- games as files, each written when it has ended -------------------------------------- */

/* DIR/match.txt        what is played: the same command goes on, another one is refused
 *     DIR/00000017.duel    a game, by its number from 1: a record (core/record.h) with notes
 *     DIR/stderr-2-1.txt   what the second player said on its standard error to thread 1
 *
 * Nothing else is remembered: who goes on reads the records again. One that is not whole, or
 * not of this match, is as if it had never been written. */

/* Makes the folder, or finds that it is of the same match; DUEL_NO: it is of another one. */
duel_status duel_kept_begin(const char *folder, duel_str match, duel_msg *why);

/* Keeps a game. `seats` names who sat where. */
duel_status duel_kept_write(const char *folder, uint64_t number, const duel_record *r,
                            const duel_bout_result *b, const char *const seats[],
                            duel_msg *why);

/* Reads one again; DUEL_NO: it is not whole, or of another game. */
duel_status duel_kept_parse(duel_str text, const duel_variant *v, duel_bout_result *out);

/* Hands over every game that is there, in no order; `take` takes over the bout on success, and
 * anything but DUEL_OK ends the reading. */
typedef duel_status duel_kept_take(void *to, uint64_t number, duel_bout_result *b,
                                   duel_msg *why);
duel_status duel_kept_read(const char *folder, const duel_variant *v, duel_kept_take *take,
                           void *to, duel_msg *why);

/* ---- counting ---------------------------------------------------------------------------- */

/* Both must outlive the tally; `test` may be no test. */
duel_status duel_tally_new(const duel_variant *v, const duel_schedule *s, const duel_sprt *test,
                           duel_tally **out, duel_msg *why);

/* Takes a game over, on success only. */
duel_status duel_tally_add(duel_tally *t, uint64_t number, duel_bout_result *bout,
                           duel_msg *why);
bool duel_tally_has(const duel_tally *t, uint64_t number);
/* No more will come: what waits for games before it is counted too, unless a test has ended. */
void duel_tally_close(duel_tally *t);

void duel_evidence_add(duel_evidence *e, double score, bool fresh);
void duel_evidence_merge(duel_evidence *to, const duel_evidence *more);

/* 1/2 if there is none. */
double duel_evidence_mean(const duel_evidence *e);

/* Mean above even, in units of the spread of a set, that goes with a normalised Elo. */
double duel_normalised_distance(double elo);

/* To be looked at after each set, in the order in which they were begun: those that end sooner
 * are not a fair sample. */
duel_sprt_state duel_sprt_look(const duel_sprt *s, const duel_evidence *e);
