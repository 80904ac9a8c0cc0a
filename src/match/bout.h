/* match/bout.h -- one game of a match, from its opening to its record. */
#ifndef DUEL_MATCH_BOUT_H
#define DUEL_MATCH_BOUT_H

#include "core/record.h"
#include "match/opening.h"
#include "players/timing.h"

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

#endif
