/* match/match_kept.h -- the games of a match as files, each written when it has ended.
 *
 *     DIR/match.txt        what is played: the same command goes on, another one is refused
 *     DIR/00000017.duel    a game, by its number from 1: a record (core/record.h) with notes
 *     DIR/stderr-2-1.txt   what the second player said on its standard error to thread 1
 *
 * Nothing else is remembered: who goes on reads the records again. One that is not whole, or
 * not of this match, is as if it had never been written. */
#ifndef DUEL_MATCH_MATCH_KEPT_H
#define DUEL_MATCH_MATCH_KEPT_H

#include "match/bout.h"

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

#endif
