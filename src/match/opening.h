/* match/opening.h -- openings for matches: a deal and a few plies at random, or a book.
 *
 * Drawn from the generator given, so that equal seeds give equal openings. A balanced opening
 * is the most even of several, as the judge sees them: taking the best of a few needs no
 * bound, and so means the same for every game and every scale of estimates. A book is used line
 * by line, and from the front again if there are more sets of games than lines. */
#ifndef DUEL_MATCH_OPENING_H
#define DUEL_MATCH_OPENING_H

#include "match/book.h"
#include "players/player.h"

enum { DUEL_OPENING_PLIES = 60 }; /* the longest */

typedef struct duel_openings {
    int plies;             /* 0: the deal itself */
    bool balanced;         /* two seats and no secrets only */
    const duel_book *book; /* its lines instead; NULL: none */
} duel_openings;

/* Reads "8" or "8,balanced". */
duel_status duel_openings_read(duel_str text, duel_openings *out, duel_msg *why);

/* Refuses a variant for which nobody can say what is balanced. */
duel_status duel_openings_fit(const duel_openings *o, const duel_variant *v, duel_msg *why);

/* The opening of a set of games, as the beginning of a record: at the start of a turn, not
 * over. `judge` and `room`, for its answers, are used for balanced ones only. *out is
 * initialised, and stays so whatever happens. */
duel_status duel_opening_draw(const duel_openings *o, uint64_t set, duel_rng *rng,
                              duel_player *judge, duel_answer *room, duel_record *out,
                              duel_msg *why);

#endif
