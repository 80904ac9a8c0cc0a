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

typedef struct game_session game_session;

enum {
    SESSION_DRAFT = 32,
    SESSION_MOVES = 4000 /* of a game: all that is told of it is made from its moves */
};

typedef enum advice_rule { ADVICE_OFF, ADVICE_ALL, ADVICE_SHOWN } advice_rule;

/* What was agreed when the table was made. */
typedef struct game_terms {
    bool table;         /* made at a table of the page */
    unsigned open;      /* bit i: seat i goes to whoever comes first; claims take it away */
    advice_rule advice; /* among several people */
    int64_t main, more; /* of a clock, in milliseconds; main 0: no clocks */
    bool analysis;      /* all seats are one person's, who sees everything */
} game_terms;

/* What a new game is made from. */
typedef struct session_opening {
    const duel_variant *variant;
    const char *id;             /* NULL: it is kept nowhere */
    duel_str seed;              /* a valid one */
    duel_str start;             /* a position, or empty: dealt from the seed */
    bool dealt;                 /* `start` is what that seed deals (core/record.h) */
    duel_str seats[DUEL_SEATS]; /* "human" or the spec of an engine */
    game_terms terms;
    const duel_record *from;    /* takes seed, start and moves from here; may be NULL */
    const store_deal *dealt_to; /* to be stored with it: who has seen this deal; may be NULL */
} session_opening;

/* A stored game: its header, then its events, one after the other. */
duel_status session_read(const saved_game *game, game_session **out, duel_msg *why);
duel_status session_apply(game_session *s, const store_event *e, duel_msg *why);
bool session_is_event(duel_str kind); /* events of another kind are passed over */
void session_free(game_session *s);   /* NULL is fine */

const char *session_id(const game_session *s); /* "" when nothing is kept */
const duel_variant *session_variant(const game_session *s);
const duel_record *session_record(const game_session *s);
bool session_human(const game_session *s, int seat);
const char *session_who(const game_session *s, int seat); /* a profile; "" if nobody */

int session_turn(const game_session *s);
/* Also by resigning, and when time is up. */
bool session_over(const game_session *s, int32_t score[]);

/* ---- sessions and the store: session_store.c
 * --------------------------------------------------- */

/* Games drawn, kept and taken up again: what a session leaves to its owner, chance, names and
 * the disk. `store` may be NULL everywhere: then nothing is kept. */

/* A new game; what the opening leaves empty is drawn: the seed, and the id where there is a
 * store. A profile (NULL: nobody minds) is not dealt the same twice. The game is pending. */
duel_status session_store_new(data_store *store, const session_opening *o, const char *profile,
                              int64_t now, game_session **out, duel_msg *why);
duel_status session_store_load(data_store *store, const char *id, game_session **out,
                               duel_msg *why);
void session_store_drop(game_session *s); /* one that is not wanted after all */

/* The record of a stored game. While a game with secrets runs, its deal stays secret. */
duel_status session_store_print(data_store *store, const char *id, duel_sink *out,
                                duel_msg *why);
