/* service/session.h -- a game being played: the only thing that changes a state.
 *
 *     moves ──▶ draft ──validate──▶ store ──▶ state ──hide──▶ views
 *                 ▲ take back                            │
 *                 └────────── seat to move ◀─────────────┘
 *
 * A seat's turn is drafted move by move; nobody else sees it. Validating stores the whole turn
 * in one transaction and only then changes the state, so a move is on disk before anybody is
 * told of it. A turn of one move is validated at once unless the game asks for confirmation.
 *
 * Undo is free for a person who plays alone against machines, and marks the game as assisted;
 * in the log it is an event of its own, since nothing there is rewritten. */
#ifndef DUEL_SERVICE_SESSION_H
#define DUEL_SERVICE_SESSION_H

#include "core/record.h"
#include "service/player.h"
#include "service/store.h"

typedef struct duel_session duel_session;

enum { DUEL_SESSION_DRAFT = 32 };

/* What a new game is made from. */
typedef struct duel_opening {
    const duel_variant *variant;
    duel_str seed;              /* empty: 256 bits from the system */
    duel_str start;             /* a position, or empty: dealt from the seed */
    duel_str seats[DUEL_SEATS]; /* "human" or the spec of an engine */
} duel_opening;

/* `store` may be NULL: then nothing is kept. It must outlive the session. `now` is in seconds
 * since 1970, as in the store. */
duel_status duel_session_new(duel_store *store, const duel_opening *o, size_t memory,
                             int64_t now, duel_session **out, duel_msg *why);
/* Takes a stored game up where it was left. */
duel_status duel_session_resume(duel_store *store, const char *id, size_t memory,
                                duel_session **out, duel_msg *why);
/* NULL is fine. Learns first; `now` as above. */
void duel_session_close(duel_session *s, int64_t now);

const char *duel_session_id(const duel_session *s); /* "" when nothing is kept */
const duel_variant *duel_session_variant(const duel_session *s);
const duel_record *duel_session_record(const duel_session *s);
const char *duel_session_spec(const duel_session *s, int seat);
bool duel_session_human(const duel_session *s, int seat);
bool duel_session_assisted(const duel_session *s);

int duel_session_turn(const duel_session *s);
bool duel_session_over(const duel_session *s, int32_t score[]);
/* What a seat sees: the seat to move sees its draft. DUEL_ALL is for finished games only. */
void duel_session_view(const duel_session *s, int seat, void *view);

/* ---- a turn -------------------------------------------------------------------------------
 */

/* Adds a move to the draft of the seat to move; validates a turn that needs no confirmation. */
duel_status duel_session_play(duel_session *s, duel_move move, int64_t now, duel_msg *why);
int duel_session_drafted(const duel_session *s, const duel_move **moves);
bool duel_session_ready(const duel_session *s); /* the draft is a whole turn */
duel_status duel_session_validate(duel_session *s, int64_t now, duel_msg *why);
bool duel_session_take_back(duel_session *s); /* false: the draft is empty */

/* Back to the last decision of a person; refused when several people play. */
duel_status duel_session_undo(duel_session *s, int64_t now, duel_msg *why);

/* ---- machines -----------------------------------------------------------------------------
 */

/* The machine at the seat to move thinks; its plan is in *out and is not played. `t` gives
 * limits, stop and progress; view and seat are filled in here. */
duel_status duel_session_think(duel_session *s, const duel_think *t, duel_answer *out,
                               duel_msg *why);
/* Keeps what the machines have proved so far; closing the session does so, too. */
duel_status duel_session_learn(duel_session *s, int64_t now, uint64_t *saved, duel_msg *why);

#endif
