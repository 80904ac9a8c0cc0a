/* table/table.h -- a table: a game, the seats around it, who sits there, and every decision
 * that is made about them. What the rules are stands in docs/table.md.
 *
 *     requests of people ──┐                              ┌──▶ wishes: write this, let that
 *     time ────────────────┼──▶ game_table ───────────────┤    machine think, stop it
 *     the writer's word ───┤    (no input or output, no   └──▶ notices: what somebody is to
 *     machines' answers ───┘     thread, no clock)             be told
 *
 * `duel play`, the terminal and the server are loops around it: they carry in what happens, do
 * what it wishes, and show what it tells. Events may come in any order; each is done wholly
 * before the next. After each, a loop takes all wishes and all notices.
 *
 * What the table waits for:
 *
 *      ┌────────────── TABLE_AT_PERSON ◀────────────┐        a machine that is stopped answers
 *      │ a turn, or another change                  │        too; requests that had to wait
 *      ▼                                            │        for that are done then, and it is
 *   (writing) ──on the disk──▶ whose turn is it? ───┼──▶ TABLE_OVER         asked anew if need
 *      ▲                                            ▼                       be
 *      └── TABLE_AT_PLANNED_MOVE ◀─answered─ TABLE_THINKING ◀─asked─ TABLE_AT_MACHINE
 *           until its moment                               until somebody is there
 *
 * Writing goes beside all of them: while a change is on its way to the disk, nothing else is
 * changed, everybody sees the game as it was, and requests that would change it wait. */
#pragma once

#include "core/engine.h"
#include "core/record.h"
#include "table/session.h"

typedef struct game_table game_table;

typedef enum table_stage_kind {
    TABLE_AT_PERSON,
    TABLE_AT_MACHINE,
    TABLE_THINKING,
    TABLE_AT_PLANNED_MOVE,
    TABLE_OVER
} table_stage_kind;

/* When something happens: on a clock that only goes on, and as a date. */
typedef struct table_moment {
    uint64_t ms;  /* never 0 */
    int64_t date; /* seconds since 1970 */
} table_moment;

/* How the people of a front end want it. */
typedef struct table_settings {
    uint64_t pace;    /* ms between a turn and a machine's answer, so that both are seen */
    uint64_t absence; /* ms after which the seat of one who has left can be taken over */
    int64_t number;   /* the table's first: above all that it had before a restart */
} table_settings;

/* Takes over the session, in any case; a new game's is stored first. `maker` (0: nobody) is
 * told once it is, by what is known as `re`. */
duel_status table_new(game_session *s, const table_settings *manners, uint64_t maker,
                      int64_t re, table_moment now, game_table **out, duel_msg *why);
void table_free(game_table *t); /* NULL is fine; no machine may be thinking */

/* ---- who is there ------------------------------------------------------------------------ */

/* A guest is a number that its front end gave it, never 0. `keys`: the seats that it has shown
 * to be its own, those that a machine keeps for it included. Coming again is another stay: what
 * it asked before is refused. A profile ("": none) becomes the name of one who holds one seat.
 */
duel_status table_join(game_table *t, uint64_t guest, unsigned keys, const char *profile,
                       table_moment now, duel_msg *why);
void table_leave(game_table *t, uint64_t guest, table_moment now);

/* ---- requests ---------------------------------------------------------------------------- */

typedef enum table_request_kind {
    TABLE_ASK_MOVE,    /* `text` adds a move to the turn */
    TABLE_ASK_CONFIRM, /* the turn is to count */
    TABLE_ASK_BACK,    /* takes back a step of the turn; without one, the last turn */
    TABLE_ASK_ANSWER,  /* `yes` or no to who asks for a turn back, or for a seat */
    TABLE_ASK_RESIGN,  /* for `seat`; DUEL_NOBODY: the only one it holds */
    TABLE_ASK_CLAIM,   /* a free `seat`; it need not have joined */
    TABLE_ASK_TAKE, /* the `seat` of one who is away, or its own from the machine keeping it */
    TABLE_ASK_MACHINE, /* `text` is to play at the `seat` of one who is away */
    TABLE_ASK_HELP,    /* about its own turn: advice, a hint, marks judged */
    TABLE_ASK_LENS,    /* to look through a lens */
    TABLE_ASK_OBSERVE, /* to see everything */
    TABLE_ASK_UNCOVER  /* it is there: at a shared screen, whoever is to move may be shown */
} table_request_kind;

typedef struct table_request {
    table_request_kind ask;
    uint64_t guest;
    int64_t re; /* what its answer is known by */
    int seat;
    bool yes;
    int64_t seen;  /* the number of the table that it speaks of; 0: whatever that is */
    int64_t nonce; /* of a move: one sent twice is played once; 0: none */
    duel_str text;
} table_request;

/* It is answered by a notice, at once or later, exactly once. Who asked for a seat and was told
 * that this is done hears by another one, TABLE_NOTICE_SEATED, when it is given. */
void table_ask(game_table *t, const table_request *r, table_moment now);

/* ---- the world's answers ----------------------------------------------------------------- */

/* The batch has its status. */
void table_written(game_table *t, table_moment now);
/* The machine has answered: with a plan, or with a failure; `forfeits`: by a fault of a program
 * from outside, which has lost. */
void table_thought(game_table *t, duel_status status, const duel_answer *answer, bool forfeits,
                   const duel_msg *why, table_moment now);
void table_tick(game_table *t, table_moment now);
uint64_t table_due(const game_table *t); /* when it is to be ticked, ms; 0: never */

/* ---- wishes ------------------------------------------------------------------------------ */

typedef enum table_effect_kind {
    TABLE_EFFECT_WRITE, /* store the batch, then say that it is written */
    TABLE_EFFECT_THINK, /* let the machine at the seat think about its view, and bring its
                         * answer
                         */
    TABLE_EFFECT_STOP   /* let it answer now */
} table_effect_kind;

typedef struct table_effect {
    table_effect_kind kind;
    store_changes *batch; /* the table's, until it is written */
    int seat;
} table_effect;

bool table_next_effect(game_table *t, table_effect *out); /* false: there is none */

/* ---- notices ----------------------------------------------------------------------------- */

typedef enum table_notice_kind {
    /* to `guest`, about its request `re` */
    TABLE_NOTICE_DONE,
    TABLE_NOTICE_REFUSED, /* status, why */
    TABLE_NOTICE_MADE,    /* the table is there */
    TABLE_NOTICE_SEATED,  /* `seats` are its own: it is to have the keys of their new hands */
    TABLE_NOTICE_GRANTED, /* it may be helped, looking as `seat` */
    /* to everybody: the table is another, and has another number */
    TABLE_NOTICE_DRAFT,    /* a step of the turn of `seat` */
    TABLE_NOTICE_TURN,     /* `seat` has played */
    TABLE_NOTICE_UNDONE,   /* turns were taken back */
    TABLE_NOTICE_ASKED,    /* `seats` are asked to agree that turns are taken back */
    TABLE_NOTICE_DECLINED, /* one of them did not */
    TABLE_NOTICE_ENDED,    /* `seat` has given up, or its time was up */
    TABLE_NOTICE_WANTED,   /* a guest asks for `seat`; DUEL_NOBODY: none does any more */
    TABLE_NOTICE_TROUBLE,  /* why: something went wrong */
    /* to everybody, and what was seen of the game still holds */
    TABLE_NOTICE_SEAT,     /* somebody else sits at `seat`, or a machine, or it has a name */
    TABLE_NOTICE_PRESENCE, /* somebody came or went, or has been away for long */
    TABLE_NOTICE_MARKED    /* the game counts as assisted, or all was shown */
} table_notice_kind;

typedef struct table_notice {
    table_notice_kind tell;
    uint64_t guest;
    int64_t re;
    table_request_kind ask; /* that is answered */
    int seat;
    unsigned seats;
    duel_status status;
    duel_msg why;
} table_notice;

bool table_next_notice(game_table *t, table_notice *out); /* false: there is none */
bool table_notice_is_for_all(table_notice_kind tell);     /* everybody, not one guest */
/* In words, without the end of the line: "granted help 0 to 3#17". */
void table_notice_print(const table_notice *n, duel_sink *out);

/* ---- looking ----------------------------------------------------------------------------- */

int64_t table_number(const game_table *t); /* grows when what was seen is out of date */
table_stage_kind table_stage(const game_table *t);
bool table_making(const game_table *t);          /* it is not on the disk yet */
bool table_writing(const game_table *t);         /* a change is on its way to the disk */
bool table_creation_failed(const game_table *t); /* it could not be made: to be freed */
bool table_is_idle(const game_table *t);         /* nobody is there, nothing is on its way */
const char *table_id(const game_table *t);
const duel_variant *table_variant(const game_table *t);
const duel_record *table_record(const game_table *t);
const game_terms *table_terms(const game_table *t);
const game_session *table_session(const game_table *t); /* for table/players.h */
const duel_msg *table_trouble(const game_table *t);     /* id NULL: none */
int table_turn(const game_table *t);
bool table_over(const game_table *t, int32_t score[]); /* score may be NULL */
bool table_assisted(const game_table *t);
bool table_observed(const game_table *t);
int table_drafted(const game_table *t, const duel_move **moves);
bool table_ready(const game_table *t); /* the draft is a whole turn */

/* A seat as everybody may know it. */
typedef struct table_chair_state {
    const char *spec;    /* of a machine; "human" */
    const char *profile; /* "": none */
    bool human, open, present, absent;
    bool kept; /* by a machine, until its player comes back */
    int hands; /* how often it changed hands */
} table_chair_state;

table_chair_state table_chair(const game_table *t, int seat, uint64_t now);
unsigned table_people(const game_table *t); /* seats of people, as bits */
int table_watching(const game_table *t);    /* guests */
unsigned table_asked(const game_table *t);  /* seats still to agree; 0: nothing is asked */
unsigned table_asker(const game_table *t);  /* seats of who asks for a turn back */
uint64_t table_wants(const game_table *t, int *seat); /* the guest who asks for a seat */
int table_clock_runs(const game_table *t);            /* a seat, or DUEL_NOBODY */
int64_t table_clock(const game_table *t, int seat, uint64_t now); /* ms left */

/* What a machine at the seat, or whoever gives advice to it, may see: its draft included. */
void table_seat_view(const game_table *t, int seat, void *view);

/* ---- through a guest's eyes -------------------------------------------------------------- */

unsigned table_seats(const game_table *t, uint64_t guest);
unsigned table_keys(const game_table *t, uint64_t guest);
int table_view_seat(const game_table *t,
                    uint64_t guest); /* a seat, DUEL_NOBODY, DUEL_SEES_ALL */
/* The game as this guest may see it. */
void table_view(const game_table *t, uint64_t guest, void *view);
int table_acting(const game_table *t, uint64_t guest);       /* whose move it may make */
int table_covered_seat(const game_table *t, uint64_t guest); /* whose coming it waits for */
/* Holds all seats of people, nobody else sits here, and nobody can come. */
bool table_alone(const game_table *t, uint64_t guest);
/* Whether it may be helped at all; whether what is known of the game may leave the table. */
bool table_helps(const game_table *t, uint64_t guest);
bool table_leaves(const game_table *t, uint64_t guest);
