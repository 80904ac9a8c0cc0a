/* table/session.h -- a game being played, as values: its record, its state, the turn being
 * drafted, who sits where and what was agreed. The only thing that changes a state.
 *
 *     moves ──▶ draft ──validate──▶ a batch ──▶ the disk ──settle──▶ state ──hide──▶ views
 *                 ▲ take back                                                   │
 *                 └────────────────────── seat to move ◀────────────────────────┘
 *
 * It does no input or output, opens no player and reads no clock. A change is first made into a
 * batch of events; its owner stores that and settles it, and only then it is done: a move is on
 * the disk before anybody is told of it. Until then nothing else can be changed, and everybody
 * sees the game as it was. What settling does is what reading these events would do, which is
 * how a stored game is taken up again (session_store.c).
 *
 * A seat's turn is drafted move by move; nobody else sees it. A turn of one move is validated
 * at once unless the game asks for confirmation.
 *
 * Undo is an event of its own in the log, since nothing there is rewritten. What may be taken
 * back, and who is asked, is decided above (table/table.h), which alone changes a session: by
 * what inside.h has of it. */
#pragma once

#include "core/record.h"
#include "players/player.h"
#include "store/store.h"

typedef struct duel_session duel_session;

enum {
    DUEL_SESSION_DRAFT = 32,
    DUEL_SESSION_MOVES = 4000 /* of a game: all that is told of it is made from its moves */
};

typedef enum duel_advice_rule {
    DUEL_ADVICE_OFF,
    DUEL_ADVICE_ALL,
    DUEL_ADVICE_SHOWN
} duel_advice_rule;

/* What was agreed when the table was made. */
typedef struct duel_terms {
    bool table;    /* made at a table of the page */
    unsigned open; /* bit i: seat i goes to whoever comes first; claims take it away */
    duel_advice_rule advice; /* among several people */
    int64_t main, more;      /* of a clock, in milliseconds; main 0: no clocks */
    bool analysis;           /* all seats are one person's, who sees everything */
} duel_terms;

/* What a new game is made from. */
typedef struct duel_opening {
    const duel_variant *variant;
    const char *id;             /* NULL: it is kept nowhere */
    duel_str seed;              /* a valid one */
    duel_str start;             /* a position, or empty: dealt from the seed */
    bool dealt;                 /* `start` is what that seed deals (core/record.h) */
    duel_str seats[DUEL_SEATS]; /* "human" or the spec of an engine */
    duel_terms terms;
    const duel_record *from;    /* takes seed, start and moves from here; may be NULL */
    const duel_dealt *dealt_to; /* to be stored with it: who has seen this deal; may be NULL */
} duel_opening;

/* A stored game: its header, then its events, one after the other. */
duel_status duel_session_read(const duel_saved *game, duel_session **out, duel_msg *why);
duel_status duel_session_apply(duel_session *s, const duel_event *e, duel_msg *why);
bool duel_session_knows(duel_str kind);  /* events of another kind are passed over */
void duel_session_free(duel_session *s); /* NULL is fine */

const char *duel_session_id(const duel_session *s); /* "" when nothing is kept */
const duel_variant *duel_session_variant(const duel_session *s);
const duel_record *duel_session_record(const duel_session *s);
bool duel_session_human(const duel_session *s, int seat);
const char *duel_session_who(const duel_session *s, int seat); /* a profile; "" if nobody */

int duel_session_turn(const duel_session *s);
/* Also by resigning, and when time is up. */
bool duel_session_over(const duel_session *s, int32_t score[]);

/* ---- sessions and the store: session_store.c
 * --------------------------------------------------- */

/* Games drawn, kept and taken up again: what a session leaves to its owner, chance, names and
 * the disk. `store` may be NULL everywhere: then nothing is kept. */

/* A new game; what the opening leaves empty is drawn: the seed, and the id where there is a
 * store. A profile (NULL: nobody minds) is not dealt the same twice. The game is pending. */
duel_status duel_keep_new(duel_store *store, const duel_opening *o, const char *profile,
                          int64_t now, duel_session **out, duel_msg *why);
duel_status duel_keep_load(duel_store *store, const char *id, duel_session **out,
                           duel_msg *why);
void duel_keep_drop(duel_session *s); /* one that is not wanted after all */

/* The record of a stored game. While a game with secrets runs, its deal stays secret. */
duel_status duel_keep_print(duel_store *store, const char *id, duel_sink *out, duel_msg *why);
