/* front/wire_hub.h -- the inside of the hub, shared by the wire_*.c files only.
 *
 * Invariants: (1) a table in hub->tables has a session; (2) a client at a table is in that
 * table's list of members, once; (3) while machine->busy, the session's machine at the seat to
 * move belongs to the crew and the state does not change; (4) rev grows with every change. */
#ifndef DUEL_FRONT_WIRE_HUB_H
#define DUEL_FRONT_WIRE_HUB_H

#include "core/engine.h"
#include "front/wire.h"
#include "front/wire_key.h"
#include "service/advice.h"
#include "service/session.h"
#include "service/worker.h"

#include <jansson.h>

enum {
    HUB_CLIENTS = 8192,
    HUB_TABLES = 2048, /* live at once; the others wait in the base */
    HUB_MEMBERS = 256, /* at one table, spectators included */
    HUB_JOBS = 64,     /* that may wait for a thread */
    HUB_PACE = 450,    /* ms between a move and a machine's answer, so that both are seen */
    HUB_KEEP = 60000,  /* ms a table that nobody looks at stays live */
    HUB_OUTBOX = 64,   /* answers that may wait for a slow reader */
    HUB_MINE = 32      /* games a client may ask about at once */
};

typedef struct wire_table wire_table;

/* Work of a table on the crew; at most one of each kind at a time. */
typedef struct wire_work {
    duel_job job;
    wire_table *table;
    bool busy;
    atomic_bool stop;
    duel_status status;
    duel_msg why;
    duel_state view; /* advice: what it is about */
    int seat;
    bool compare;
    duel_move instead;
    uint64_t asker; /* advice: the client's number */
    json_int_t re;
    duel_answer *answer; /* a machine's turn */
    duel_advice *advice;
} wire_work;

typedef struct wire_seat {
    bool open;        /* offered in the lobby to whoever comes first */
    int present;      /* clients that hold it now */
    json_int_t nonce; /* of the last move taken, so that one sent twice is played once */
} wire_seat;

struct wire_table {
    wire_table *next;
    wire_hub *hub;
    char id[DUEL_ID_TEXT];
    duel_session *session;
    const duel_variant *v;
    int64_t rev;
    wire_seat seat[DUEL_SEATS];
    wire_client *members;
    int member_count;
    wire_work *machine, *adviser;
    duel_player *expert;      /* gives advice; opened by the first job that needs it */
    bool planned;             /* machine->answer waits to be played when due */
    uint64_t moved;           /* when the last change was, ms */
    uint64_t due;             /* when tick is to look here again, ms; 0: never */
    bool undo_waits;          /* for the machine to stop thinking */
    bool busy;                /* the crew had no room for its machine */
    unsigned asked;           /* seats that asked to take a turn back; 0: nobody */
    bool advice;              /* also when several people play, each at a screen of their own */
    duel_msg trouble;         /* what went wrong last; id NULL: nothing */
    char again[DUEL_ID_TEXT]; /* the table of the return game, once there is one */
};

typedef struct wire_letter {
    struct wire_letter *next;
    json_t *what;
} wire_letter;

struct wire_client {
    wire_client *next, *before; /* in the hub */
    wire_client *beside;        /* at the same table */
    wire_hub *hub;
    void *socket;
    uint64_t number;
    duel_lang lang;
    wire_table *table;
    unsigned seats; /* bit i: holds seat i of its table */
    int uncovered;  /* hot seat with secrets: whose cards may be shown; DUEL_NOBODY: none */
    bool table_news, lobby_news, watches_lobby, greeted;
    wire_letter *letters, **letters_end;
    int letter_count;
    double tokens;    /* messages it may still send: a leaking bucket */
    uint64_t counted; /* when tokens was brought up to date, ms */
};

struct wire_hub {
    wire_setup setup;
    wire_key key;
    duel_crew *crew;
    wire_client *clients;
    int client_count;
    uint64_t numbers;
    wire_table *tables;
    int table_count;
    json_t *catalogue[2]; /* by language; NULL until somebody asks */
};

/* ---- wire.c ---------------------------------------------------------------------------- */

uint64_t hub_now(void); /* ms, monotonic */
int64_t hub_time(void); /* seconds since 1970 */
uint64_t hub_seed(void);

/* Takes over `what`. `re` is the number of the request answered, 0 if none. */
void client_send(wire_client *c, const char *is, json_int_t re, json_t *what);
void client_refuse(wire_client *c, json_int_t re, const char *code, const duel_msg *why);
void client_wake(wire_client *c);
void hub_lobby_changed(wire_hub *hub);
void hub_alarm(wire_hub *hub, uint64_t at);

/* ---- wire_table.c ---------------------------------------------------------------------- */

/* What a new table is made of. */
typedef struct table_plan {
    duel_variant v;
    char seat[DUEL_SEATS][DUEL_SPEC_TEXT]; /* "here", "elsewhere", "open" or a machine */
    bool advice;
    duel_str start; /* a position; empty: dealt */
} table_plan;

duel_status table_create(wire_hub *hub, const table_plan *plan, wire_table **out,
                         duel_msg *why);
/* A live table, or one taken up from the base. */
duel_status table_find(wire_hub *hub, duel_str id, wire_table **out, duel_msg *why);
void table_join(wire_table *t, wire_client *c, unsigned seats);
void table_leave(wire_client *c);
void table_tell(wire_table *t);    /* those around it are to be shown it again */
void table_changed(wire_table *t); /* the same, and what was seen before is out of date */
/* Lets the machine think if it is its turn. */
void table_go_on(wire_table *t);
void table_tick(wire_table *t, uint64_t now);
bool table_idle(const wire_table *t);
void table_close(wire_table *t); /* removes it from the hub */
void table_stop(wire_table *t);

unsigned table_people(const wire_table *t); /* seats of people, as bits */
bool table_advises(const wire_client *c);
duel_status table_move(wire_client *c, duel_str text, duel_msg *why);
duel_status table_undo(wire_client *c, duel_msg *why);
duel_status table_advise(wire_client *c, json_int_t re, const char *instead, duel_msg *why);

/* ---- wire_view.c ----------------------------------------------------------------------- */

/* The seat whose eyes a client looks through; DUEL_ALL once the game is over. */
int view_seat(const wire_client *c);
/* The seat a client may move for now, or DUEL_NOBODY. */
int view_acting(const wire_client *c);
json_t *view_table(wire_client *c);
json_t *view_past(wire_client *c, json_int_t ply);
json_t *view_lobby(wire_hub *hub, duel_lang lang);
json_t *view_hello(wire_client *c);
json_t *view_mine(wire_client *c, json_t *list);

/* ---- wire_verbs.c ---------------------------------------------------------------------- */

duel_status verb_obey(wire_client *c, json_t *what, json_int_t re, duel_msg *why);

/* ---- wire_texts.c ---------------------------------------------------------------------- */

json_t *wire_texts(duel_lang lang);

#endif
