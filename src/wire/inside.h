/* wire/inside.h -- the inside of the hub, shared by the files of this room only.
 *
 * What is decided at a table is decided by table/table; here it has people, threads and a
 * disk. Invariants: (1) a client at a table is in that table's list of members, once, and a
 * guest of the table by its number; (2) while machine->busy, the machine of the seat to move
 * belongs to the crew; (3) after every event of a table, wire_table_serve is called. */
#pragma once

#include "core/engine.h"
#include "core/reason.h"
#include "front/json.h"
#include "players/catalogue.h"
#include "players/thread_pool.h"
#include "store/player_name.h"
#include "store/writer.h"
#include "table/players.h"
#include "table/table.h"
#include "teach/review.h"
#include "wire/hub.h"
#include "wire/seat_token.h"
#include "wire/slow_game.h"

#include <pthread.h>

enum {
    HUB_PACE = 450,    /* ms between a move and a machine's answer, so that both are seen */
    HUB_KEEP = 60000,  /* ms a table that nobody looks at stays live */
    HUB_TOLD = 250,    /* ms between two words about what a machine thinks */
    HUB_RETURNS = 16,  /* requests that may wait for a return game */
    HUB_CHECKED = 128, /* marks that may be checked at once */
    HUB_EFFORTS = 4,   /* of thinking about values, each longer than the one before */
    HUB_MINE = 32      /* games a client may ask about at once */
};

typedef struct wire_table wire_table;
typedef struct wire_face wire_face;
typedef struct wire_pane wire_pane;
typedef struct wire_asked wire_asked;
typedef struct wire_prepared wire_prepared;
typedef struct wire_draft wire_draft;

/* A request that is answered later. What its asker is given then is what it had a right to when
 * it asked, which stands here: meanwhile it may sit at another table, or come back to this one
 * as somebody else, and others may have asked for other things. */
typedef struct wire_request {
    uint64_t asker; /* the client's number; 0: nobody waits for an answer */
    json_int_t re;
    uint64_t visit; /* its stay at the table where it asked; 0: at none */
    unsigned seats; /* that it held there */
} wire_request;

typedef enum wire_task {
    TASK_ADVICE,
    TASK_HINT,
    TASK_VALUES,
    TASK_GRAPH,
    TASK_CHECK
} wire_task;

/* What a question is about. */
typedef struct wire_topic {
    wire_task task;
    json_int_t ply; /* of values */
    int effort;     /* how long they may be thought about: 1 to HUB_EFFORTS */
    int64_t number; /* of the table when it was asked */
} wire_topic;

/* A question waiting for the adviser. */
typedef struct wire_question {
    struct wire_question *next;
    wire_topic topic;
    wire_request from;
    char *text;
} wire_question;

/* A mark that a person wants to have checked. */
typedef struct wire_claim {
    duel_target target;
    duel_mark_verdict claim;
    duel_reason why;
} wire_claim;

/* A point of the value graph. */
typedef struct wire_point {
    int seat; /* to move; DUEL_NOBODY: nothing is known */
    bool known;
    json_worth worth; /* for the seat to move */
    judge_result judged;
} wire_point;

/* The value graph of a game. It takes long, so others are answered between two points. */
typedef struct wire_curve {
    wire_request from;
    wire_topic topic;
    unsigned char *states; /* the views of its positions, one after the other; NULL: none */
    wire_point *point;
    size_t points, left; /* in all; still to be valued, from the end back */
} wire_curve;

/* What hints are read from, step after step: whatever is found out meanwhile, none may deny
 * another. */
typedef struct wire_hinted {
    duel_state view;
    int seat;
    table_advice advice;
} wire_hinted;

/* Work of a table on the crew; at most one of each kind at a time. */
typedef struct wire_work {
    thread_job job;
    wire_table *table;
    bool busy;
    atomic_bool stop;
    duel_status status;
    duel_msg why;
    wire_topic topic;
    int seat, step;
    bool compare;
    duel_move instead;
    wire_request from;   /* of the question */
    char *asked;         /* its text, until the table grants it; NULL: it has */
    duel_answer *answer; /* a machine's turn; both are large, and there while they are needed */
    table_advice *advice;
    json_about about;    /* what it is about, but for a hint */
    wire_hinted *hinted; /* NULL: no hint was given yet */
    wire_curve curve;
    wire_claim *mark; /* a check: so many marks */
    size_t mark_count;
    pthread_mutex_t lock; /* of the two below, which the crew writes */
    duel_progress progress;
    bool news;
    double told;             /* the crew's own: seconds of thinking when it last told */
    unsigned char *imagined; /* room for a state, behind the view */
    _Alignas(max_align_t) unsigned char view[]; /* what is thought about */
} wire_work;
enum { NEVER_TOLD = -1 }; /* so that the first word of every search is told at once */

struct wire_table {
    wire_table *next;
    wire_hub *hub;
    char id[STORE_ID_TEXT];
    game_table *table;
    table_players *cast;
    const duel_variant *v;
    const char *kind[DUEL_SEATS]; /* what was asked for when it was made; "" for machines */
    struct {
        char profile[STORE_PROFILE_TEXT], name[PLAYER_NAME_TEXT];
    } known[DUEL_SEATS]; /* who sits there, by name */
    wire_client *members;
    int member_count;
    wire_work *machine, *adviser;
    uint64_t number;                      /* no other table has it while the hub is there */
    uint64_t address;                     /* of the first who came: see wire_client_address */
    uint64_t idle_at;                     /* when to look here again, ms; 0: never */
    bool listed;                          /* in the lobby */
    bool returns;                         /* it is a return game: */
    wire_request return_for[HUB_RETURNS]; /* who waits until it is there */
    int return_count;
    char again[STORE_ID_TEXT]; /* the table of the return game, once there is one */
    struct wire_change {
        store_write write;
        wire_table *table;
    } change;
    wire_question *questions;    /* to the adviser, the next one first */
    struct wire_review *reviews; /* of its game, the newest first */
    uint64_t news;               /* how often there were any */
    wire_face *faces;            /* made of the last ones */
    json_int_t face_count;       /* ever made */
    wire_pane *panes;            /* what lenses show, the newest first */
};

/* A long text that is the same for many: the members of an object, without its end. */
typedef struct wire_text {
    int holders;
    size_t len;
    char bytes[];
} wire_text;

typedef struct wire_message_out {
    struct wire_message_out *next;
    wire_text *shared; /* what comes first; NULL: nothing */
    char *text;
    size_t len; /* of both */
} wire_message_out;

struct server_client {
    wire_client *next, *before; /* in the hub */
    wire_client *beside;        /* at the same table */
    wire_hub *hub;
    void *socket;
    uint64_t number;
    duel_lang lang;
    wire_table *table;
    uint64_t visit;           /* a number of its own for each stay at a table; 0: at none */
    slow_game_client *guests; /* what annexes know it as */
    slow_game_client *away; /* the one of the annex where it sits, or tries to; NULL: in none */
    bool table_news, lobby_news, watches_lobby, greeted, old;
    bool naming;                      /* its profile is on its way to the disk */
    bool ranking;                     /* best scores are being looked up for it */
    bool drilling;                    /* an exercise of its own is with the crew */
    bool studying;                    /* something it wants to watch is being made */
    wire_face *shown;                 /* of its table, the last it was sent; NULL: none */
    unsigned lenses, lenses_asked;    /* bit i: looks through lens i of its table's game */
    char profile[STORE_PROFILE_TEXT]; /* that it has shown the secret of; "" if
                                        none */
    quota_address *address;           /* NULL: it is not counted */
    wire_message_out *letters, **letters_end;
    int letter_count;
    size_t waiting; /* bytes of its letters, and of what its socket holds: */
    size_t unsent;
    bool cut;   /* it is being cut off: nothing is said or heard any more */
    int waking; /* tables it is on its way to; what it asks meanwhile: */
    struct wire_held *held;
    quota_bucket messages; /* it has sent lately */
};

/* Of the steps of a turn of the loop the one that took longest; name NULL: there was none. */
typedef struct hub_longest {
    const char *name;
    const duel_game *game; /* NULL: of none */
    double seconds;
} hub_longest;

struct server_hub {
    wire_hub_setup setup;
    slow_game *annexes[CATALOGUE_FILES_MAX + 1]; /* NULL-ended */
    slow_game *annex;                            /* whose hub this is; NULL: the loop's */
    wire_key key;
    thread_pool *crew;
    store_writer *writer;
    data_store *side; /* for the crew's threads */
    bool ending;
    uint64_t begun;       /* ms */
    atomic_bool stop;     /* the same, for the crew */
    atomic_bool crowded;  /* idle tables are to make room for those of other houses */
    atomic_bool progress; /* some machine has news of its thinking */
    wire_client *clients;
    size_t waiting; /* bytes of all letters */
    uint64_t numbers, visits;
    wire_table *tables;
    struct wire_search *searches;      /* for puzzles of the day */
    struct wire_gathering *gatherings; /* of people's mistakes */
    wire_prepared *aheads;             /* what is made before requests can be obeyed */
    struct wire_sweep *sweep;          /* of tables that nobody will miss; NULL: not yet */
    json_t *catalogue[2], *texts[2];   /* by language; NULL until somebody asks */
    wire_text *hello[2];               /* what is said of them, the same */
    bool disk_fails;                   /* its owner has been told */
    hub_longest longest;
    double inner;                /* seconds of steps inside the one that is being done */
    double turned, longest_turn; /* of the loop: seconds of the processor, in all and at once */
    int64_t slow_turns;          /* of it; the slowest, and what took most of it: */
    double slow_seconds;
    char slow[64];
    uint64_t slow_told; /* when its owner heard of one, ms; 0: never */
};

/* ---- hub.c ----------------------------------------------------------------------------- */

uint64_t hub_now(void);        /* ms, monotonic */
int64_t hub_time(void);        /* seconds since 1970 */
table_moment hub_moment(void); /* both */
int64_t hub_realtime(void);    /* ms since 1970 */
uint64_t hub_seed(void);

void client_wake(wire_client *c);
void client_has_news(wire_client *c);        /* it is to be shown its table again */
unsigned client_seats(const wire_client *c); /* that it holds at its table, as bits */
/* Whether something may be thought about for it. */
duel_status client_may_ask(const wire_client *c, duel_msg *why);
/* A job of its own, which waits with the others of its address. */
thread_job client_job(const wire_client *c, job_class lane, void (*run)(thread_job *job),
                      void (*done)(thread_job *job));
void hub_lobby_changed(wire_hub *hub);
void hub_alarm(wire_hub *hub, uint64_t at);

/* A hub without annexes: the one of an annex, or the loop's as it begins. */
duel_status hub_open(const wire_hub_setup *setup, wire_hub **out, duel_msg *why);
wire_client *hub_client(wire_hub *hub, uint64_t number); /* NULL if it has left */
/* One that is not counted again; NULL: no memory. */
wire_client *client_add(wire_hub *hub, void *socket, quota_address *from);
void client_remove(wire_client *c);
bool client_speaks(const wire_client *c); /* there is something to be said to it */
/* Obeys one request, however many came before; false: it is to be cut off. */
bool client_hear(wire_client *c, duel_str text);
/* Says a failure of the disk as people at a table need it, without the name of any file; who
 * runs the server is told the cause, once until the disk takes something again. */
void hub_word_failure(wire_hub *hub, duel_status status, duel_msg *why);

/* ---- send_queue.c: what waits until a client reads it ---------------------------------------
 */

/* Takes over `what`. `re` is the number of the request answered, 0 if none. What does not fit
 * into the outbox is refused in its place, or left out where nobody asked. */
void client_send(wire_client *c, const char *is, json_int_t re, json_t *what);
void client_refuse(wire_client *c, json_int_t re, const char *kind, const duel_msg *why);
/* What many are told is written once: takes over `what`; NULL: no memory. */
wire_text *text_new(json_t *what);
void text_let_go(wire_text *t); /* NULL does nothing */
void client_send_shared(wire_client *c, const char *is, json_int_t re, wire_text *t);
/* Whether work may be begun for it. */
duel_status send_queue_open(const wire_client *c, duel_msg *why);
bool send_queue_take(wire_client *c, duel_sink *out); /* the next letter; false: none */
void send_queue_empty(wire_client *c);
void client_cut(wire_client *c); /* nothing is said or heard any more, and it is closed soon */

/* ---- table.c: tables, who is there, the machines ---------------------------------------- */

/* What a new table is made of. */
typedef struct table_plan {
    duel_variant v;
    char seat[DUEL_SEATS][PLAYER_SPEC_TEXT]; /* "here", "elsewhere", "open" or a machine */
    game_terms terms;
    duel_str start;          /* a position; empty: dealt */
    const duel_record *from; /* a game to copy; may be NULL */
} table_plan;

/* A table that is on its way to the disk; the client is told once it is there. NULL: it is
 * being dealt, and the request will be obeyed again. */
duel_status wire_table_create(const wire_asked *a, const table_plan *plan, wire_table **out,
                              duel_msg *why);
/* The game of a new table, dealt; on any thread. */
duel_status wire_table_draw(data_store *store, const table_plan *plan, const char *profile,
                            game_session **out, duel_msg *why);
/* A live table, or one taken up from the base; NULL: that is being done, and the request will
 * be obeyed again. */
duel_status wire_table_find(const wire_asked *a, duel_str id, wire_table **out, duel_msg *why);
bool wire_table_is_live(const wire_hub *hub, const char *id);
duel_status wire_table_join(wire_table *t, wire_client *c, unsigned keys, duel_msg *why);
void wire_table_leave(wire_client *c);
void wire_table_tell(wire_table *t); /* those around it are to be shown it again */
void wire_table_tick(wire_table *t, uint64_t now);
uint64_t wire_table_due(const wire_table *t); /* when it is to be ticked; 0: never */
bool wire_table_idle(const wire_table *t);
/* Where few places are left: closes those that nobody uses. */
void wire_table_make_places(wire_hub *hub);
void wire_table_close(wire_table *t); /* removes it from the hub */
void wire_table_stop(wire_table *t);
void wire_table_wake_at(wire_table *t, uint64_t *which, uint64_t at);
bool wire_table_over(const wire_table *t);
void wire_table_learn_names(wire_table *t); /* of the profiles at the table */

/* ---- loop_steps.c: what each step of the loop may do, and which was long
 * ---------------------- */

typedef struct hub_step {
    const char *name; /* a verb, or a word in brackets */
    const duel_game *game;
    double began, inner;
    unsigned before;
} hub_step;
/* Steps end in the order in which they began, the last first. */
hub_step step_begin(wire_hub *hub, const char *name, const duel_game *game);
/* The same where what the crew has made for a request is told. */
hub_step step_begin_made(wire_hub *hub, const char *request, const duel_game *game);
void step_end(wire_hub *hub, const hub_step *s);

/* ---- prepare_request.c: what the crew makes before a request can be obeyed
 * ------------------------- */

/* Whether a verb has to have made ahead what may take long. */
bool prepared_is_needed(const wire_asked *a);
duel_status prepared_table(const wire_asked *a, const char id[STORE_ID_TEXT], duel_msg *why);
duel_status prepared_deal(const wire_asked *a, const table_plan *plan, duel_msg *why);
duel_status prepared_record(const wire_asked *a, duel_msg *why); /* the one of the request */
/* Of a position that is set up at a table with this record. */
duel_status prepared_draft(const wire_asked *a, const duel_record *r, duel_msg *why);
/* What was made for this request: a game, once; NULL: none. The record, while it is obeyed. */
game_session *prepared_session(const wire_asked *a);
const duel_record *prepared_record_of(const wire_asked *a);
const wire_draft *prepared_draft_of(const wire_asked *a);
bool prepared_wakes(const wire_hub *hub, const char *id);
void prepared_woken(wire_hub *hub, const char *id); /* what else was made of it is old */
/* Keeps a request of a client on its way; false: there are too many. Later it is obeyed. */
bool prepared_hold(wire_client *c, duel_str text);
void prepared_let_go(wire_client *c); /* of all that it need not, or cannot, wait for */

/* ---- cleanup.c: tables that nobody will miss -----------------------------------------------
 */

void cleanup_tick(wire_hub *hub, uint64_t now);
/* Whether a table that is not live is just leaving the base: it is not taken up. */
bool cleanup_takes(const wire_hub *hub, const char *id);
void cleanup_free(wire_hub *hub); /* once the crew is gone */

/* ---- table_loop.c: the loop around a table
 * --------------------------------------------------- */

/* What the table wishes is done, what it tells is sent on. */
void wire_table_serve(wire_table *t);
/* Of a client, which need not be at that table; guest and number are filled in. It is answered
 * by a notice. */
void wire_table_ask(wire_client *c, wire_table *t, json_int_t re, table_request r);
/* To the crew with it; `address`: whose turn is taken by that. */
void work_submit(wire_work *w, job_class lane, uint64_t address);
void machine_run(thread_job *job); /* on a crew thread */
void machine_done(thread_job *job);

wire_request request_by(const wire_client *c, json_int_t re);
/* NULL if it has left the server. */
wire_client *request_asker(wire_hub *hub, const wire_request *r);
/* The same, and NULL if it has left the table where it asked, be it to come back. */
wire_client *request_asker_there(wire_hub *hub, const wire_request *r);
/* Tells the asker, wherever it is, that it is done or why not. */
void request_answer(wire_hub *hub, const wire_request *r, duel_status status,
                    const duel_msg *why);
/* Refuses what an asker who has left that table could only be given there. */
void request_refuse_gone(wire_hub *hub, const wire_request *r);
/* A request that has to wait is kept as text (free it; NULL: no memory), and read again when
 * its turn comes, if its asker is still there. */
char *request_text(const json_t *what);
duel_status request_read(wire_client *c, json_int_t re, const char *text, duel_msg *why);
void request_run(wire_hub *hub, const wire_request *r, const char *text);

/* ---- seat.c: seats over the network ------------------------------------------------------ */

bool seat_is_free(const wire_table *t, int seat);
duel_status seat_take_over(wire_client *c, json_int_t re, int seat, const char *by,
                           duel_msg *why);
json_t *seat_token(const wire_table *t, int seat, const char *kind);
/* Answers with the tokens of these seats, as bits. */
void seat_send_tokens(const wire_table *t, unsigned seats, wire_client *c, json_int_t re);
bool seat_fits(const wire_table *t, int seat, const char *token);
/* program.c: programs named by whoever runs the server */
bool program_is(const char *seat);
duel_status program_spec(const wire_hub *hub, const char *seat, char out[PLAYER_SPEC_TEXT],
                         duel_msg *why);
/* Whether the programs of a new table may sit down there, and are there to be started. */
duel_status program_may_sit(const wire_hub *hub, const table_plan *plan, duel_msg *why);
/* A program has lost by its own fault. The owner is told how, and where it lies; *why becomes
 * what people read. */
void program_word_failure(const wire_hub *hub, const char *spec, duel_msg *why);
/* Their names, null in the place of one that does not play this game. */
json_t *program_list(const wire_hub *hub, const duel_game *g);
json_t *program_name(const char *spec); /* of a spec that names a program */

bool seat_machine_allowed(const duel_game *g, const char *spec);

/* ---- advice.c: what the machine tells people -------------------------------------------- */

/* A whole position or record may leave once nothing in it is a secret any more, and never as a
 * way around a table without advice. */
duel_status advice_may_leave(const wire_client *c, duel_msg *why);
/* Fills in what the crew needs to answer a question of kind w->task. */
duel_status advice_read(wire_client *c, json_t *what, wire_work *w, duel_msg *why);
void advice_run(thread_job *job); /* on a crew thread */
json_t *advice_answer(const wire_work *w, duel_lang lang);
void advice_progress(void *watcher, const duel_progress *p); /* on a crew thread */
void advice_tell_progress(wire_table *t);
/* ---- advice_queue.c: whose question is answered next
 * ----------------------------------------- */

void advice_queue_done(thread_job *job); /* what follows advice_run */
duel_status advice_queue_ask(wire_client *c, json_t *what, json_int_t re, wire_task task,
                             duel_msg *why);
void advice_queue_leave(const wire_client *c); /* its own question need not be thought about */
void advice_queue_drop(wire_table *t);         /* all that waits, without an answer */
/* Its question may be answered, looking as that seat; or it has been refused. */
void advice_queue_granted(wire_table *t, int seat);
void advice_queue_refused(wire_table *t);

/* ---- review.c: games gone through again -------------------------------------------------- */

duel_status review_ask(const wire_asked *a, duel_msg *why);
void review_leave(const wire_client *c); /* it does not want to know any more */
void review_tell_progress(wire_table *t);
bool review_busy(const wire_table *t);
void review_stop(wire_table *t); /* all of them */
void review_drop(wire_table *t); /* when the table goes */
/* The latest that is complete, of the game as it is; false: there is none. */
bool review_found(const wire_table *t, const duel_record **record, const game_review **review);

/* ---- view.c ----------------------------------------------------------------------------- */

json_t *view_table(wire_client *c);
duel_status view_past(const wire_asked *a, duel_msg *why); /* a verb: an earlier position */

/* ---- lens.c: what lenses show, and why it is over ---------------------------------------- */

/* Adds what the lenses of a client show to the picture of a view; or, if that is not known yet,
 * has it made, and the client is shown its table again. */
void lens_add(json_t *scene, const wire_client *c, const void *view, int seat);
/* Why the game is over, as reasons, if that is known yet; a new reference. */
json_t *lens_ending(const wire_client *c, const void *view, int seat);
/* *waits: the request is obeyed once what its lenses show of this view is there. */
duel_status lens_wait(const wire_asked *a, const void *view, int seat, bool *waits,
                      duel_msg *why);
bool lens_busy(const wire_table *t); /* the crew has something of this table's */
void lens_drop(wire_table *t);       /* all, when the table goes */

/* ---- update.c: what changed since what a client was shown ----------------------------------
 */

/* Writes the news of a client's table; false: there are none after all. */
bool update_take(wire_client *c, duel_sink *out);
void update_forget(wire_client *c); /* it is to be sent a whole */
void update_drop(wire_table *t);    /* all faces, when the table goes */

/* ---- lobby.c: the lobby, games to take up again, the catalogue --------------------------- */

json_t *view_lobby(wire_hub *hub, duel_lang lang);
json_t *view_open(wire_hub *hub, duel_lang lang); /* the rows of its own tables */
/* A game, as the page lists it; NULL: it does not. Asks the game for a picture. */
json_t *view_card(const duel_game *g, duel_lang lang);
json_t *view_hello(wire_client *c);
/* The same, written once for all; NULL: no memory. */
wire_text *home_hello(wire_client *c);
void home_forget_hello(wire_hub *hub); /* there are other games */
json_t *view_mine(wire_client *c, json_t *list);

/* ---- requests.c ----------------------------------------------------------------------------
 */

/* `ahead`: what was made for this request before; NULL: nothing yet. */
duel_status verb_run(wire_client *c, json_t *what, json_int_t re, wire_prepared *ahead,
                     duel_msg *why);

const char *verb_name(const json_t *what); /* of a request, for good; "": of none */

/* A request, for the files that answer some. */
struct wire_asked {
    wire_client *c;
    json_t *what;
    json_int_t re;
    wire_prepared *ahead;
};
const char *asked_text(const wire_asked *a, const char *key); /* NULL if it is not there */
duel_status asked_need(const wire_asked *a, const char *key, const char **out, duel_msg *why);
duel_status asked_game(const wire_asked *a, const duel_game **out, duel_msg *why);
/* A limit of nodes for a search; 0: none was given. */
duel_status asked_nodes(const wire_asked *a, uint64_t *out, duel_msg *why);
void asked_done(const wire_asked *a);

/* ---- field_types.c
 * ---------------------------------------------------------------------------- */

/* Whether the fields of a request are what they have to be. */
duel_status fields_check(json_t *what, duel_msg *why);

/* ---- choose_hub.c: which hub a request is for -----------------------------------------------
 */

/* What a verb is about. */
typedef enum wire_about {
    ABOUT_HOUSE,  /* none of the following */
    ABOUT_GAME,   /* the game it names */
    ABOUT_RECORD, /* the game of a record, or the one it names */
    ABOUT_TABLE,  /* the table it names */
    ABOUT_STAY,   /* the same, where the client is to sit from now on */
    ABOUT_HERE    /* the table where the client sits */
} wire_about;

/* NULL: it is for this hub. */
slow_game *dispatch_annex(const wire_asked *a, wire_about about);
duel_status dispatch_ask(slow_game *annex, const wire_asked *a, wire_about about,
                         duel_msg *why);
void client_leave_table(wire_client *c); /* from its table, in whichever house */

/* ---- new_table.c: new tables
 * ------------------------------------------------------------------ */

/* The options of a request, {"matches":"11"…}, as a variant. */
duel_status new_table_variant(const wire_asked *a, duel_variant *v, duel_msg *why);
duel_status new_table_create(const wire_asked *a, duel_msg *why);
duel_status new_table_again(const wire_asked *a, duel_msg *why);
void new_table_report(wire_table *t, wire_client *c,
                      json_int_t re); /* it is there, with these seats */
/* The return game is there, or why it is not: to all who wait for it. */
void new_table_return_ready(wire_table *t, duel_status status, const duel_msg *why);
duel_status new_table_branch(const wire_asked *a, duel_msg *why);
/* Where the page shows a machine at work on the position after some moves. */
duel_status new_table_watched(const wire_asked *a, duel_msg *why);
/* Once more from an earlier position: the asker where somebody moved, machines elsewhere. */
duel_status new_table_retry(const wire_asked *a, duel_msg *why);
duel_status new_table_analyse(const wire_asked *a, duel_msg *why);
/* A board to analyse on, from a position (empty: dealt) or a game to copy (may be NULL). */
duel_status new_table_analysis(const wire_asked *a, const duel_variant *v, duel_str start,
                               const duel_record *from, duel_msg *why);

/* ---- edit_position.c: positions set up by hand
 * --------------------------------------------------- */

bool edit_allowed(const wire_client *c);
duel_status edit_position(const wire_asked *a, duel_msg *why);
/* What a request to set a position up comes to, on any thread; to be freed. */
duel_status edit_draft(const duel_record *r, const json_t *what, wire_draft **out,
                       duel_msg *why);
void edit_free(wire_draft *d);

/* ---- lesson.c, puzzle.c, profile.c ---------------------------------------------------------
 */

duel_status learn_lesson(const wire_asked *a, duel_msg *why);
struct wire_turn;
/* Adds the picture a seat sees, with what a turn did to it, and its moves if it is to move. */
void learn_add_position(json_t *j, const duel_variant *v, const void *state,
                        const struct wire_turn *turn, int seat, duel_lang lang);
duel_status puzzle_start(const wire_asked *a, duel_msg *why);
bool puzzle_exists_on_day(const duel_game *g);
duel_status puzzles_path(const wire_asked *a, duel_msg *why); /* puzzle_list.c */
duel_status profile_request(const wire_asked *a, duel_msg *why);
duel_status profile_list(const wire_asked *a, duel_msg *why);
duel_status profile_ranking(const wire_asked *a, duel_msg *why);

/* ---- mistakes.c: learning from one's own mistakes ---------------------------------------- */

duel_status practice_agenda(const wire_asked *a, duel_msg *why);
duel_status practice_gather(const wire_asked *a, duel_msg *why);
/* A finished game has been reviewed with the usual limits: the mistakes of those who have a
 * profile are kept. */
void practice_keep_review(wire_table *t, const duel_record *record, const game_review *review);
/* exercise.c: an exercise of a profile, or of the game at the table */
duel_status exercise_start(const wire_asked *a, duel_msg *why);
duel_status exercise_mend(const wire_asked *a, duel_msg *why);

/* ---- films.c: what is made to be watched ------------------------------------------------- */

duel_status films_logic(const wire_asked *a, duel_msg *why);
duel_status films_derivation(const wire_asked *a, duel_msg *why);
duel_status films_goal(const wire_asked *a, duel_msg *why);
duel_status films_rules(const wire_asked *a, duel_msg *why);
duel_status films_learn(const wire_asked *a, duel_msg *why);
duel_status films_trace(const wire_asked *a, duel_msg *why);
duel_status films_explored(const wire_asked *a, duel_msg *why);

/* ---- page_texts.c
 * ---------------------------------------------------------------------------- */

json_t *wire_texts(duel_lang lang);
duel_status texts_words(const wire_asked *a, duel_msg *why); /* a verb */
