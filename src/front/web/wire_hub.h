/* front/web/wire_hub.h -- the inside of the hub, shared by the wire_*.c files only.
 *
 * Invariants: (1) a table in hub->tables has a session; (2) a client at a table
 * is in that table's list of members, once; (3) while machine->busy, the
 * session's machine at the seat to move belongs to the crew and the state does
 * not change; (4) rev grows with every change; (5) while `writing`, the session
 * has a change on its way to the disk and nothing else is changed: requests
 * that would wait in `parked`, in their order. */
#ifndef DUEL_FRONT_WEB_WIRE_HUB_H
#define DUEL_FRONT_WEB_WIRE_HUB_H

#include "core/engine.h"
#include "core/reason.h"
#include "front/json.h"
#include "front/web/wire.h"
#include "front/web/wire_key.h"
#include "service/cast.h"
#include "service/keeping.h"
#include "service/worker.h"
#include "service/writer.h"

#include <pthread.h>

enum {
    HUB_CLIENTS = 8192,
    HUB_TABLES = 2048, /* live at once; the others wait in the base */
    HUB_MEMBERS = 256, /* at one table, spectators included */
    HUB_JOBS = 64,     /* that may wait for a thread */
    HUB_PACE = 450,    /* ms between a move and a machine's answer, so that both are seen */
    HUB_KEEP = 60000,  /* ms a table that nobody looks at stays live */
    HUB_TOLD = 250,    /* ms between two words about what a machine thinks */
    HUB_OUTBOX = 64,   /* answers that may wait for a slow reader */
    HUB_PARKED = 16,   /* requests that may wait for the disk at one table */
    HUB_CHECKED = 128, /* marks that may be checked at once */
    HUB_MINE = 32      /* games a client may ask about at once */
};

typedef struct wire_table wire_table;

/* A request that is answered later. What its asker is given then is what it had a right to when
 * it asked, which stands here: meanwhile it may sit at another table, or come back to this one
 * as somebody else, and others may have asked for other things. */
typedef struct wire_request {
    uint64_t asker; /* the client's number; 0: nobody waits for an answer */
    json_int_t re;
    uint64_t visit; /* its stay at the table where it asked; 0: at none */
    unsigned seats; /* that it held there */
    int seat;       /* that a change is about */
    uint64_t taker; /* the client that is to have this seat */
} wire_request;

typedef enum wire_task {
    TASK_ADVICE,
    TASK_HINT,
    TASK_VALUES,
    TASK_GRAPH,
    TASK_CHECK
} wire_task;

/* A request waiting for its turn at a table: as text, since a tree of it may be fifty times as
 * large. */
typedef struct wire_parked {
    struct wire_parked *next;
    wire_request from;
    char *text;
} wire_parked;

/* What follows once a change is on the disk (DUEL_OK), or could not be put there. */
typedef void table_after(wire_table *t, const wire_request *from, duel_status status,
                         const duel_msg *why);

/* A question waiting for the adviser. */
typedef struct wire_question {
    struct wire_question *next;
    wire_task task;
    wire_request from;
    char *text;
} wire_question;

/* A mark that a person wants to have checked. */
typedef struct wire_claim {
    duel_target target;
    duel_claim claim;
    duel_reason why;
} wire_claim;

/* A point of the value graph. */
typedef struct wire_point {
    int seat; /* to move; DUEL_NOBODY: nothing is known */
    bool known;
    json_worth worth; /* for the seat to move */
} wire_point;

/* The value graph of a game. It takes long, so others are answered between two points. */
typedef struct wire_curve {
    wire_request from;
    unsigned char *states; /* the views of its positions, one after the other; NULL: none */
    wire_point *point;
    size_t points, left; /* in all; still to be valued, from the end back */
} wire_curve;

/* Work of a table on the crew; at most one of each kind at a time. */
typedef struct wire_work {
    duel_job job;
    wire_table *table;
    bool busy;
    atomic_bool stop, pause; /* pause: before the next point of the curve */
    duel_status status;
    duel_msg why;
    wire_task task;
    duel_state view; /* what the adviser thinks about */
    int seat, step;
    json_int_t ply;
    bool compare;
    duel_move instead;
    wire_request from;   /* of the question */
    duel_answer *answer; /* a machine's turn */
    duel_advice *advice;
    wire_curve curve;
    wire_claim *mark; /* a check: so many marks */
    size_t mark_count;
    pthread_mutex_t lock; /* of the two below, which the crew writes */
    duel_progress progress;
    bool news;
    double told; /* the crew's own: seconds of thinking when it last told */
} wire_work;
enum { NEVER_TOLD = -1 }; /* so that the first word of every search is told at once */

typedef struct wire_seat {
    int present;      /* clients that hold it now */
    uint64_t gone;    /* since when nobody does, ms */
    json_int_t nonce; /* of the last move taken, so that one sent twice is played once */
    char wanted[DUEL_PROFILE_TEXT]; /* the profile that sits there, once it is
                                       written down */
    char name[DUEL_NAME_TEXT];      /* of the profile the session knows; "" if none */
} wire_seat;

struct wire_table {
    wire_table *next;
    wire_hub *hub;
    char id[DUEL_ID_TEXT];
    duel_session *session;
    const duel_variant *v;
    int64_t rev;
    wire_seat seat[DUEL_SEATS];
    const char *kind[DUEL_SEATS]; /* what was asked for when it was made; "" for
                                     machines */
    wire_client *members;
    int member_count;
    wire_work *machine, *adviser;
    duel_cast *cast;
    bool planned;        /* what came of machine waits to be played */
    uint64_t moved;      /* when the last change was, ms */
    uint64_t turn_began; /* when the clock of the seat to move began to run, ms */
    /* When tick is to look here again, ms; 0: not for that. */
    uint64_t play_at, retry_at, idle_at, absent_at, flag_at;
    bool busy;      /* the crew had no room for its machine */
    bool listed;    /* in the lobby */
    unsigned asked; /* seats that asked to take a turn back; 0: nobody */
    uint64_t wants; /* the client that asks for a seat; 0: nobody */
    int wants_seat;
    duel_msg trouble;         /* what went wrong last; id NULL: nothing */
    char again[DUEL_ID_TEXT]; /* the table of the return game, once there is one */

    struct wire_change {
        duel_write write;
        wire_table *table;
    } change;
    bool writing, doomed; /* doomed: it could not be made, and is closed */
    table_after *after;
    wire_request after_for;
    wire_parked *parked;
    int parked_count;
    wire_question *questions; /* to the adviser, the next one first */
};

/* What came from one address. */
typedef struct wire_address {
    struct wire_address *next;
    char text[48];
    int connections;
    double tables;    /* it may still make: a leaking bucket */
    uint64_t counted; /* ms */
} wire_address;

typedef struct wire_letter {
    struct wire_letter *next;
    char *text;
    size_t len;
} wire_letter;

struct wire_client {
    wire_client *next, *before; /* in the hub */
    wire_client *beside;        /* at the same table */
    wire_hub *hub;
    void *socket;
    uint64_t number;
    duel_lang lang;
    wire_table *table;
    uint64_t visit; /* a number of its own for each stay at a table; 0: at none */
    unsigned seats; /* bit i: holds seat i of its table */
    unsigned keys;  /* bit i: has shown the token of seat i, which a machine may be
                       keeping; until the seat changes hands */
    int uncovered;  /* hot seat with secrets: whose cards may be shown;
                       DUEL_NOBODY: none */
    bool table_news, lobby_news, watches_lobby, greeted;
    unsigned lenses;                 /* bit i: looks through lens i of its table's game */
    char profile[DUEL_PROFILE_TEXT]; /* that it has shown the secret of; "" if
                                        none */
    wire_address *address;
    wire_letter *letters, **letters_end;
    int letter_count;
    size_t waiting;   /* bytes of its letters */
    bool cut;         /* it is being cut off: nothing is said or heard any more */
    double tokens;    /* messages it may still send: a leaking bucket */
    uint64_t counted; /* when tokens was brought up to date, ms */
};

struct wire_hub {
    wire_setup setup;
    wire_key key;
    duel_crew *crew;
    duel_writer *writer;
    duel_store *side; /* for the crew's threads */
    bool ending;
    atomic_bool stop;     /* the same, for the crew */
    atomic_bool progress; /* some machine has news of its thinking */
    wire_address *addresses;
    wire_client *clients;
    int client_count;
    size_t waiting; /* bytes of all letters */
    uint64_t numbers, visits;
    wire_table *tables;
    int table_count;
    json_t *catalogue[2], *texts[2]; /* by language; NULL until somebody asks */
    bool disk_fails;                 /* its owner has been told */
};

/* ---- wire.c ----------------------------------------------------------------------------- */

uint64_t hub_now(void);   /* ms, monotonic */
int64_t hub_time(void);   /* seconds since 1970 */
int64_t hub_moment(void); /* the same in ms */
uint64_t hub_seed(void);

void client_wake(wire_client *c);
void hub_lobby_changed(wire_hub *hub);
void hub_alarm(wire_hub *hub, uint64_t at);

wire_client *hub_client(wire_hub *hub, uint64_t number); /* NULL if it has left */
/* Whether this client may make another table now. */
duel_status client_may_create(wire_client *c, duel_msg *why);
/* Says a failure of the disk as people at a table need it, without the name of any file; who
 * runs the server is told the cause, once until the disk takes something again. */
void hub_word_failure(wire_hub *hub, duel_status status, duel_msg *why);

/* ---- wire_outbox.c: what waits until a client reads it ---------------------------------- */

/* Takes over `what`. `re` is the number of the request answered, 0 if none. What does not fit
 * into the outbox is refused in its place, or left out where nobody asked. */
void client_send(wire_client *c, const char *is, json_int_t re, json_t *what);
void client_refuse(wire_client *c, json_int_t re, const char *kind, const duel_msg *why);
bool outbox_full(const wire_client *c); /* no work is to be begun for it */
duel_status outbox_refuse(duel_msg *why);
bool outbox_take(wire_client *c, duel_sink *out); /* the next letter; false: none */
void outbox_empty(wire_client *c);

/* ---- wire_table.c: tables, who is there, the machines ----------------------------------- */

/* What a new table is made of. */
typedef struct table_plan {
    duel_variant v;
    char seat[DUEL_SEATS][DUEL_SPEC_TEXT]; /* "here", "elsewhere", "open" or a machine */
    duel_terms terms;
    duel_str start;          /* a position; empty: dealt */
    const duel_record *from; /* a game to copy; may be NULL */
} table_plan;

/* A table that is on its way to the disk: `after` is told. */
duel_status table_create(wire_client *c, json_int_t re, const table_plan *plan,
                         table_after *after, wire_table **out, duel_msg *why);
/* A live table, or one taken up from the base. */
duel_status table_find(wire_hub *hub, duel_str id, wire_table **out, duel_msg *why);
void table_join(wire_table *t, wire_client *c, unsigned keys); /* shows these tokens */
void table_leave(wire_client *c);
void table_tell(wire_table *t);    /* those around it are to be shown it again */
void table_changed(wire_table *t); /* the same, and what was seen before is out of date */
/* Lets the machine think if it is its turn. */
void table_go_on(wire_table *t);
void table_tick(wire_table *t, uint64_t now);
uint64_t table_due(const wire_table *t); /* when it is to be ticked; 0: never */
bool table_idle(const wire_table *t);
void table_close(wire_table *t); /* removes it from the hub */
void table_stop(wire_table *t);
void table_wake_at(wire_table *t, uint64_t *which, uint64_t at);

bool table_over(const wire_table *t);
unsigned table_people(const wire_table *t); /* seats of people, as bits */
/* Seats that somebody may still sit down at: a machine keeps them until their player comes
 * back, or they are free. */
unsigned table_awaited(const wire_table *t);
/* Holds all seats of people, nobody else sits here, and nobody can come. */
bool table_alone(const wire_client *c);
bool table_absent(const wire_table *t, int seat, uint64_t now);
void table_learn_names(wire_table *t); /* of the profiles at the table */

/* ---- wire_write.c: requests that are answered later, changes on their way to the disk --- */

wire_request request_by(const wire_client *c, json_int_t re); /* NULL: nobody asks */
/* NULL if it has left the server. */
wire_client *request_asker(wire_hub *hub, const wire_request *r);
/* The same, and NULL if it has left the table where it asked, be it to come back. */
wire_client *request_asker_there(wire_hub *hub, const wire_request *r);
/* Tells the asker, wherever it is, that it is done or why not. */
void request_answer(wire_hub *hub, const wire_request *r, duel_status status,
                    const duel_msg *why);
/* Refuses what an asker who has left that table could only be given there. */
void request_refuse_gone(wire_hub *hub, const wire_request *r);

/* Once the session has taken a change: `after` is called when it is on the
 * disk, or could not be put there; at once if there is nothing to store. */
void table_commit(wire_table *t, wire_request from, table_after *after);
/* Keeps a request until the table is free; refused when too many wait. */
duel_status table_park(wire_table *t, wire_client *c, json_t *what, duel_msg *why);
void table_unpark(wire_table *t);
void table_drop_parked(wire_table *t);
/* A request that has to wait is kept as text (free it; NULL: no memory), and read again when
 * its turn comes: whatever may have become of its asker, or only of one who is still there. */
char *request_text(const json_t *what);
duel_status request_read(wire_client *c, json_int_t re, const char *text, duel_msg *why);
void request_obey(wire_hub *hub, const wire_request *r, const char *text);

/* ---- wire_play.c: what people do -------------------------------------------------------- */

duel_status play_move(wire_client *c, json_int_t re, json_int_t nonce, duel_str text,
                      duel_msg *why);
duel_status play_confirm(wire_client *c, json_int_t re, duel_msg *why);
duel_status play_undo(wire_client *c, json_int_t re, duel_msg *why);
duel_status play_resign(wire_client *c, json_int_t re, int seat, duel_msg *why);
/* What is left on a seat's clock, in milliseconds. */
int64_t play_clock(const wire_table *t, int seat, uint64_t now);
int play_clock_running(const wire_table *t); /* a seat, or DUEL_NOBODY */
void play_start_clock(wire_table *t);        /* a turn begins */
void play_flag(wire_table *t);               /* the time of the seat to move may be up */

/* ---- wire_seat.c: who sits where -------------------------------------------------------- */

bool seat_is_free(const wire_table *t, int seat);
duel_status seat_claim(wire_client *c, json_int_t re, wire_table *t, int seat, duel_msg *why);
duel_status seat_take_over(wire_client *c, json_int_t re, int seat, const char *by,
                           duel_msg *why);
duel_status seat_allow(wire_client *c, json_int_t re, bool yes, duel_msg *why);
json_t *seat_token(const wire_table *t, int seat, const char *kind);
/* Answers with the tokens of these seats, as bits. */
void seat_send_tokens(const wire_table *t, unsigned seats, wire_client *c, json_int_t re);
bool seat_fits(const wire_table *t, int seat, const char *token);
/* The profile of one who holds a single seat is the seat's, once that is written down. */
void seat_want_name(wire_client *c);
/* Writes down who has joined and who has used help, if anything waits for that.
 */
void seat_write_names(wire_table *t);
/* wire_program.c: programs named by whoever runs the server */
bool program_is(const char *seat);
duel_status program_spec(const wire_hub *hub, const char *seat, char out[DUEL_SPEC_TEXT],
                         duel_msg *why);
/* Whether the programs of a new table may sit down there, and are there to be started. */
duel_status program_may_sit(const wire_hub *hub, const table_plan *plan, duel_msg *why);
/* A program has lost by its own fault. The owner is told how, and where it lies; *why becomes
 * what people read. */
void program_word_failure(const wire_hub *hub, const char *spec, duel_msg *why);
json_t *program_list(const wire_hub *hub); /* their names */
json_t *program_name(const char *spec);    /* of a spec that names a program */

bool seat_machine_allowed(const duel_game *g, const char *spec);

/* ---- wire_advice.c: what the machine tells people --------------------------------------- */

bool advice_allowed(const wire_client *c); /* advice, hints and lenses */
/* A whole position or record may leave once nothing in it is a secret any more, and never as a
 * way around a table without advice. */
duel_status advice_may_leave(const wire_client *c, duel_msg *why);
bool advice_leaves(const wire_client *c); /* values, records: nothing is given away */
/* Fills in what the crew needs to answer a question of kind w->task. */
duel_status advice_read(wire_client *c, json_t *what, wire_work *w, duel_msg *why);
void advice_run(duel_job *job); /* on a crew thread */
json_t *advice_answer(const wire_work *w, duel_lang lang);
void advice_progress(void *watcher, const duel_progress *p); /* on a crew thread */
void advice_tell_progress(wire_table *t);
/* Whether the game of this one is still to be marked: it plays alone, and has not used help. */
bool advice_to_mark(const wire_client *c, bool observed);
/* Marks the game of one who plays alone; `after` follows in any case. */
void advice_mark(wire_client *c, json_int_t re, bool observed, table_after *after);

/* ---- wire_adviser.c: whose question is answered next ------------------------------------ */

void adviser_done(duel_job *job); /* what follows advice_run */
duel_status adviser_ask(wire_client *c, json_t *what, json_int_t re, wire_task task,
                        duel_msg *why);
void adviser_leave(const wire_client *c); /* its own question need not be thought about */
void adviser_drop(wire_table *t);         /* all that waits, without an answer */

/* ---- wire_view.c ------------------------------------------------------------------------ */

/* The seat whose eyes a client looks through; DUEL_ALL once the game is over.
 */
int view_seat(const wire_client *c);
/* The seat a client may move for now, or DUEL_NOBODY. */
int view_acting(const wire_client *c);
json_t *view_table(wire_client *c);
json_t *view_past(wire_client *c, json_int_t ply);

/* ---- wire_home.c: the lobby, games to take up again, the catalogue ---------------------- */

json_t *view_lobby(wire_hub *hub, duel_lang lang);
json_t *view_hello(wire_client *c);
json_t *view_mine(wire_client *c, json_t *list);

/* ---- wire_verbs.c ----------------------------------------------------------------------- */

duel_status verb_obey(wire_client *c, json_t *what, json_int_t re, duel_msg *why);

/* A request, for the files that answer some. */
typedef struct wire_asked {
    wire_client *c;
    json_t *what;
    json_int_t re;
} wire_asked;
const char *asked_text(const wire_asked *a, const char *key); /* NULL if it is not there */
duel_status asked_need(const wire_asked *a, const char *key, const char **out, duel_msg *why);
duel_status asked_game(const wire_asked *a, const duel_game **out, duel_msg *why);
void asked_done(const wire_asked *a);

/* ---- wire_make.c: new tables ------------------------------------------------------------- */

/* The options of a request, {"matches":"11"…}, as a variant. */
duel_status make_variant(const wire_asked *a, duel_variant *v, duel_msg *why);
duel_status make_create(const wire_asked *a, duel_msg *why);
duel_status make_again(const wire_asked *a, duel_msg *why);
duel_status make_branch(const wire_asked *a, duel_msg *why);
duel_status make_analyse(const wire_asked *a, duel_msg *why);
/* A board to analyse on, from a position (empty: dealt) or a game to copy (may be NULL). */
duel_status make_analysis(const wire_asked *a, const duel_variant *v, duel_str start,
                          const duel_record *from, duel_msg *why);

/* ---- wire_setup.c: positions set up by hand ---------------------------------------------- */

bool setup_allowed(const wire_client *c);
duel_status setup_position(const wire_asked *a, duel_msg *why);

/* ---- wire_learn.c, wire_daily.c, wire_people.c ------------------------------------------ */

duel_status learn_lesson(const wire_asked *a, duel_msg *why);
/* Adds the picture a seat sees, and its moves if it is to move. */
void learn_add_position(json_t *j, const duel_variant *v, const void *state, int seat,
                        duel_lang lang);
duel_status daily_puzzle(const wire_asked *a, duel_msg *why);
bool daily_exists(const duel_game *g);
duel_status people_profile(const wire_asked *a, duel_msg *why);
duel_status people_list(const wire_asked *a, duel_msg *why);

/* ---- wire_texts.c ----------------------------------------------------------------------- */

json_t *wire_texts(duel_lang lang);

#endif
