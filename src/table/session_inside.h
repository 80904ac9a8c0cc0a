/* table/session_inside.h -- the inside of a session, shared by the session*.c files only.
 *
 * Invariant: while `pending`, nothing but settling changes the session. */
#ifndef DUEL_TABLE_SESSION_INSIDE_H
#define DUEL_TABLE_SESSION_INSIDE_H

#include "table/session.h"

/* A change is a list of events with the texts they point to. It is sealed when the texts will
 * grow no more, then stored, then applied. */
typedef struct change change;
struct change {
    duel_batch batch;
    duel_saved header;
    duel_buf variant, seats, terms, result;
    duel_event *event;
    duel_buf *data; /* of each event */
    size_t room;
    size_t drafted; /* so many events, the first ones, are the draft of the session */
    duel_profile_result tally[DUEL_SEATS];
    duel_dealt dealt; /* points to the two below */
    char profile[DUEL_PROFILE_TEXT];
    char opening[DUEL_POSITION_HASH];
};

typedef struct seat {
    char spec[DUEL_SPEC_TEXT];
    int hands; /* how often it changed hands */
    bool kept; /* a machine has taken it over from a person, who may come back */
    char who[DUEL_PROFILE_TEXT];
    int64_t left; /* on its clock, in milliseconds */
} seat;

struct duel_session {
    char id[DUEL_ID_TEXT];
    int64_t events; /* of its log */
    duel_record record;
    duel_state state, draft; /* validated; with the moves drafted on top */
    duel_move drafted[DUEL_SESSION_DRAFT];
    duel_buf drafted_text[DUEL_SESSION_DRAFT]; /* as they are stored */
    int drafted_count;
    seat seat[DUEL_SEATS];
    int undone; /* how often turns were taken back */
    bool assisted, observed;
    duel_terms terms;
    int64_t stopped; /* the clock of the seat to move, to be kept with its turn; -1: as it is */
    struct change *pending; /* on its way to the disk: nothing else may change */
};

static inline const duel_variant *session_variant(const duel_session *s)
{
    return &s->record.variant;
}

duel_status session_set_seat(duel_session *s, int i, duel_str spec, duel_msg *why);

/* ---- session_change.c -------------------------------------------------------------------- */

/* Room for so many events; NULL if memory is short. */
change *change_new(const duel_session *s, size_t room, int64_t now);
void change_free(change *c); /* NULL does nothing */
/* The text of the next event, to be written by the caller. */
duel_sink *change_add(change *c, const char *kind, int place);
/* One event that says it all; NULL if memory is short. */
change *change_one(const duel_session *s, const char *kind, int place, int64_t now,
                   const char *data);
/* How the game ends with this change, for the list of games and for the profiles. */
void change_result(const duel_session *s, change *c, const int32_t score[], bool by_rules);

/* Refuses while a change is on its way. */
duel_status session_busy(const duel_session *s, duel_msg *why);
/* Takes over the change, which is pending from now on. */
duel_status session_commit(duel_session *s, change *c, duel_msg *why);
/* The turn begins anew where the state is. */
void session_drop_draft(duel_session *s);

void terms_print(const duel_terms *t, duel_sink *out);
void terms_read(duel_terms *t, duel_str word); /* one word of what was printed */
void session_set_terms(duel_session *s, const duel_terms *t);

#endif
