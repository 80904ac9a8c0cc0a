/* core/record.h -- a game as text: everything needed to play it again.
 *
 *     duelliste 1
 *     game nim 1              the game and the version of its rules
 *     variant matches=11
 *     seed 42                 or: start POSITION
 *     moves 3 1 2 1
 *     ended resigned 1        or: time 1; only if the game did not end by its rules
 *     result 1 0              only once it is over
 *     check 5d1c…             hash of the final position's text, so that a drift is noticed
 *     note …                  any number of them, for people and for whoever wrote the record
 *
 * Reading replays the moves, so a record that was read is a legal game. */
#pragma once

#include "core/play.h"

/* Who resigns, or runs out of time, has lost: the others have 1 and that seat 0 (alone: -1). */
typedef enum duel_ending { DUEL_BY_RULES, DUEL_BY_RESIGNING, DUEL_BY_TIME } duel_ending;

typedef struct duel_record {
    duel_variant variant;
    char seed[DUEL_SEED_TEXT]; /* "" when the game began from `start` */
    duel_buf start; /* the text of the start position; empty when dealt from the seed */
    bool dealt;     /* `start` is what the seed deals, kept since that deal searches */
    duel_move *move;
    size_t count, room;
    duel_ending ending;
    int loser; /* the seat, unless it ended by the rules */
} duel_record;

void duel_record_init(duel_record *r, const duel_variant *v);
void duel_record_fini(duel_record *r);
duel_status duel_record_add(duel_record *r, duel_move move, duel_msg *why);
/* The game up to its first `count` moves; how it was ended goes with the last. *out is
 * initialised on success only. */
duel_status duel_record_copy(const duel_record *r, size_t count, duel_record *out,
                             duel_msg *why);

/* Whether it begins as its seed deals. */
static inline bool duel_record_is_dealt(const duel_record *r)
{
    return r->start.len == 0 || r->dealt;
}
/* Keeps this state, which the seed deals, if that deal searches: nobody deals it again. */
duel_status duel_record_keep_deal(duel_record *r, const void *state, duel_msg *why);
/* The state before the first move. */
duel_status duel_record_begin(const duel_record *r, void *state, duel_msg *why);
/* The state after the first `count` moves. */
duel_status duel_record_replay(const duel_record *r, size_t count, void *state, duel_msg *why);

/* What the seats have seen and done by then (core/play.h); false: the game began from a
 * position, of which nobody knows what came before, or cannot be replayed. */
bool duel_record_info_set(const duel_record *r, size_t count, duel_info_set *out);

/* Whether the game is over in `state`, the one after its last move, and with which scores. */
bool duel_record_over(const duel_record *r, const void *state, int32_t score[]);

enum { DUEL_COMMITMENT_TEXT = 65 };
/* A hash of game, options and seed, in hexadecimal digits: shown before a game with secrets, it
 * binds whoever dealt; the record shows afterwards that the deal was that one. */
void duel_record_commitment(const duel_record *r, char out[DUEL_COMMITMENT_TEXT]);

/* The version of the rules of a game that is a file, where it names none: a file that was
 * changed is another game, and what was learned or recorded with the old one is not mixed up
 * with the new. */
unsigned duel_source_version(duel_str source);

enum { DUEL_POSITION_HASH = 33 };
/* A hash of a position's text, in hexadecimal digits. */
void duel_position_hash(const duel_variant *v, const void *state, char out[DUEL_POSITION_HASH]);

void duel_record_print(const duel_record *r, duel_sink *out);
/* Finds a game by its id; NULL if there is none. The service's catalogue, handed in. */
typedef const duel_game *duel_finder(duel_str id);
/* *out is initialised on success only. A wrong line is named by its number. */
duel_status duel_record_read(duel_str text, duel_finder *find, duel_record *out, duel_msg *why);
/* The same for a game at hand, whatever the catalogue knows. */
duel_status duel_record_read_as(duel_str text, const duel_game *game, duel_record *out,
                                duel_msg *why);
/* The game that a record is of, if it is one at all: nothing else of the text is looked at, and
 * nothing is asked of the game. NULL if it names none that is known. */
const duel_game *duel_record_game(duel_str text, duel_finder *find);
