/* lab/verify.h -- claims checked by code that shares no file with the engines.
 *
 * A claim about a position is `value=win`, `score=4`, `remoteness=5`, `nimber=2` or
 * `line=MOVE,MOVE,…`: a line of best play, in which every move keeps the value of the position
 * before it and which runs to the end of the game. */
#pragma once

#include "core/game.h"

/* DUEL_OK: it holds. DUEL_REFUSED: it does not, and *why says what is true. DUEL_INVALID: not a
 * claim. DUEL_NO_SPACE: more than `most` positions would have to be looked at. */
duel_status verify_game_claim(const duel_variant *v, const void *state, duel_str claim,
                              size_t most, duel_msg *why);

/* ---- strategies (reference_best_response.c)
 * ---------------------------------------------------------- */

/* The plainest best reply to a strategy in a game with secrets, to check others; and what two
 * strategies come to against each other.
 *
 * It lists the histories that a seat cannot tell apart, moves on ply by ply, and parts the list
 * wherever the seat sees a difference. It keeps no tree and no hash of its own, compares views
 * byte by byte, and shares no file with the engines. */

/* Where a seat has a choice: what it has seen and done (core/play.h), what it sees, and the
 * moves it has. */
typedef struct policy_place {
    int seat;
    uint64_t known;
    const void *view;
    const duel_move *move;
    int count;
} policy_place;

/* A chance for each of the moves. False: the strategy says nothing there. */
typedef bool policy_fn(void *self, const policy_place *at, double chance[]);

/* What `seat` wins at most, a game, against the strategy of the other: the difference of the
 * scores where margins count, else 1 for a win and -1 for a loss. DUEL_NO_SPACE beyond `most`
 * histories; DUEL_REFUSED where the strategy says nothing, or no chances. */
duel_status reference_best_response(const duel_variant *v, int seat, policy_fn *strategy,
                                    void *self, uint64_t most, double *out, duel_msg *why);

/* What First gets, a game, if both seats play by the strategy, in the same unit; each history
 * is followed for itself. */
duel_status reference_expected_value(const duel_variant *v, policy_fn *strategy, void *self,
                                     uint64_t most, double *out, duel_msg *why);

/* A strategy for both seats of a game with secrets, and the bounds of the value that it claims:
 * each must be what a best reply leaves to one of its seats, to 10^-9. DUEL_REFUSED says what
 * that is. */
duel_status verify_policy(const duel_variant *v, double low, double high, policy_fn *strategy,
                          void *self, uint64_t most, duel_msg *why);
