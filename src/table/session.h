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
 * how a stored game is taken up again (keeping.c).
 *
 * A seat's turn is drafted move by move; nobody else sees it. A turn of one move is validated
 * at once unless the game asks for confirmation.
 *
 * Undo is an event of its own in the log, since nothing there is rewritten. What may be taken
 * back, and who is asked, is decided above (table/table.h). */
#ifndef DUEL_TABLE_SESSION_H
#define DUEL_TABLE_SESSION_H

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

/* Its first change, the game itself, is pending. `now` is in seconds since 1970, as in the
 * store, here and below. */
duel_status duel_session_new(const duel_opening *o, int64_t now, duel_session **out,
                             duel_msg *why);
/* A stored game: its header, then its events, one after the other. */
duel_status duel_session_read(const duel_saved *game, duel_session **out, duel_msg *why);
duel_status duel_session_apply(duel_session *s, const duel_event *e, duel_msg *why);
bool duel_session_knows(duel_str kind);  /* events of another kind are passed over */
void duel_session_free(duel_session *s); /* NULL is fine */

const char *duel_session_id(const duel_session *s); /* "" when nothing is kept */
const duel_variant *duel_session_variant(const duel_session *s);
const duel_record *duel_session_record(const duel_session *s);
const char *duel_session_spec(const duel_session *s, int seat);
bool duel_session_human(const duel_session *s, int seat);
bool duel_session_assisted(const duel_session *s);
bool duel_session_observed(const duel_session *s);       /* everything was shown to a player */
bool duel_session_kept(const duel_session *s, int seat); /* by a machine, until its player
                                                            comes back */
const duel_terms *duel_session_terms(const duel_session *s);
int duel_session_hands(const duel_session *s, int seat);       /* how often it changed hands */
int duel_session_undone(const duel_session *s);                /* how often turns were */
const char *duel_session_who(const duel_session *s, int seat); /* a profile; "" if nobody */
int64_t duel_session_left(const duel_session *s, int seat);    /* milliseconds on its clock */

int duel_session_turn(const duel_session *s);
/* Also by resigning, and when time is up. */
bool duel_session_over(const duel_session *s, int32_t score[]);
/* What a seat sees: the seat to move sees its draft. DUEL_ALL is for finished games, and for
 * who holds all seats of people and may see everything: the draft too. */
void duel_session_view(const duel_session *s, int seat, void *view);

/* ---- a turn ------------------------------------------------------------------------------ */

/* Adds a move to the draft of the seat to move; validates a turn that needs no confirmation. */
duel_status duel_session_play(duel_session *s, duel_move move, int64_t now, duel_msg *why);
/* The same by its text, as the seat to move reads it; refused in the words of the game. */
duel_status duel_session_play_text(duel_session *s, duel_str text, int64_t now, duel_msg *why);
int duel_session_drafted(const duel_session *s, const duel_move **moves);
bool duel_session_ready(const duel_session *s); /* the draft is a whole turn */
duel_status duel_session_validate(duel_session *s, int64_t now, duel_msg *why);
bool duel_session_take_back(duel_session *s); /* false: the draft is empty */

/* What is left on the clock of the seat to move, to be kept with its turn; -1: nothing. */
void duel_session_stop_clock(duel_session *s, int64_t left);

/* The seat gives up, or has run out of time: the game is over, and lost for it. */
duel_status duel_session_end(duel_session *s, duel_ending how, int seat, int64_t now,
                             duel_msg *why);

/* How many moves there were before the last turn of one of these seats; -1: none has played.
 * *movers: the seats that have played since then, that one included. */
int64_t duel_session_before_turn(const duel_session *s, unsigned seats, unsigned *movers);
/* Takes back all but the first moves; the game counts as assisted. */
duel_status duel_session_undo(duel_session *s, int64_t keep, int64_t now, duel_msg *why);

/* ---- the table --------------------------------------------------------------------------- */

/* Another player takes the seat: "human" or a spec. `fresh`: not the one who had it before, so
 * that what opened the seat to that one does so no longer. */
duel_status duel_session_reseat(duel_session *s, int seat, duel_str spec, bool fresh,
                                int64_t now, duel_msg *why);
/* A free seat goes to somebody: it changes hands, too. */
duel_status duel_session_claim(duel_session *s, int seat, int64_t now, duel_msg *why);
/* The one at this seat is that profile. */
duel_status duel_session_name(duel_session *s, int seat, const char *profile, int64_t now,
                              duel_msg *why);
/* Help was used; `observed`: everything was shown. */
duel_status duel_session_mark(duel_session *s, bool observed, int64_t now, duel_msg *why);

/* ---- storing ----------------------------------------------------------------------------- */

/* What is to be stored; NULL: nothing waits. It belongs to the session until it is settled. */
duel_batch *duel_session_pending(duel_session *s);
/* Once the batch has its status: does what was stored, or drops it and says why. The draft of a
 * turn that could not be stored stays. */
duel_status duel_session_settle(duel_session *s, duel_msg *why);

/* ---- sessions and the store: keeping.c --------------------------------------------------- */

/* Games drawn, kept and taken up again: what a session leaves to its owner, chance, names and
 * the disk. `store` may be NULL everywhere: then nothing is kept. */

/* A new game; what the opening leaves empty is drawn: the seed, and the id where there is a
 * store. A profile (NULL: nobody minds) is not dealt the same twice. The game is pending. */
duel_status duel_keep_new(duel_store *store, const duel_opening *o, const char *profile,
                          int64_t now, duel_session **out, duel_msg *why);
duel_status duel_keep_load(duel_store *store, const char *id, duel_session **out,
                           duel_msg *why);
void duel_keep_drop(duel_session *s); /* one that is not wanted after all */
/* Stores what is pending, if anything is, and settles it: for those who may wait for the disk.
 */
duel_status duel_keep_change(duel_store *store, duel_session *s, duel_msg *why);

/* The record of a stored game. While a game with secrets runs, its deal stays secret. */
duel_status duel_keep_print(duel_store *store, const char *id, duel_sink *out, duel_msg *why);

#endif
