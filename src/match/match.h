/* match/match.h -- players against players, many games, honest statistics.
 *
 *     schedule ──▶ a number ──▶ bout ──▶ match_kept (a file) ──▶ tally ──▶ evidence, sprt
 *
 * Who meets whom, and which game a number is, the schedule says. Each game has a seed of its
 * own, so a result does not depend on the number of threads, nor on how often the match was
 * interrupted and taken up again (with players limited by positions, not by time). */
#ifndef DUEL_MATCH_MATCH_H
#define DUEL_MATCH_MATCH_H

#include "match/tally.h"

typedef struct duel_match {
    const duel_variant *v;
    const duel_str *spec; /* of each player of the schedule */
    const duel_schedule *schedule;
    uint64_t seed;
    int threads;
    size_t memory;  /* for all engines together */
    double seconds; /* for a turn, where the spec says nothing; 0: the engine's default */
    uint64_t nodes; /* the same, in positions looked at */
    bool strict;    /* a turn that takes longer than it may loses, without a clock too */
    uint64_t prove; /* positions a solver may look at before each turn; 0: it ends no game */
    duel_openings openings;
    const char
        *openings_text; /* as they were written, for whoever keeps the match; may be NULL */
    duel_sprt sprt;     /* of a single encounter, for the first in it */
    const char *keep;   /* the folder for the games; NULL: they are not kept */
    const atomic_bool *stop;
    void (*progress)(void *watcher, const duel_tally *t); /* after each game; may be NULL */
    void *watcher;
} duel_match;

/* On success *out must be given to duel_tally_free; it points into the match's schedule. A
 * match that was stopped is one of fewer games. */
duel_status duel_match_run(const duel_match *m, duel_tally **out, duel_msg *why);

#endif
