/* table/table.h -- a table: a game, the seats around it, who sits there, and every decision
 * that is made about them. What the rules are stands in docs/table.md.
 *
 *     requests of people ──┐                              ┌──▶ wishes: write this, let that
 *     time ────────────────┼──▶ duel_table ───────────────┤    machine think, stop it
 *     the writer's word ───┤    (no input or output, no   └──▶ notices: what somebody is to
 *     machines' answers ───┘     thread, no clock)             be told
 *
 * `duel play`, the terminal and the server are loops around it: they carry in what happens, do
 * what it wishes, and show what it tells. Events may come in any order; each is done wholly
 * before the next. After each, a loop takes all wishes and all notices.
 *
 * What the table waits for:
 *
 *      ┌────────────── DUEL_AT_PERSON ◀─────────────┐        a machine that is stopped answers
 *      │ a turn, or another change                  │        too; requests that had to wait
 *      ▼                                            │        for that are done then, and it is
 *   (writing) ──on the disk──▶ whose turn is it? ───┼──▶ DUEL_OVER          asked anew if need
 *      ▲                                            ▼                       be
 *      └── DUEL_AT_PLAN ◀─answered─ DUEL_THINKING ◀─asked─ DUEL_AT_MACHINE
 *           until its moment                               until somebody is there
 *
 * Writing goes beside all of them: while a change is on its way to the disk, nothing else is
 * changed, everybody sees the game as it was, and requests that would change it wait. */
#pragma once

#include "core/engine.h"
#include "core/record.h"
#include "table/session.h"

typedef struct duel_table duel_table;

typedef enum duel_stage {
    DUEL_AT_PERSON,
    DUEL_AT_MACHINE,
    DUEL_THINKING,
    DUEL_AT_PLAN,
    DUEL_OVER
} duel_stage;

/* When something happens: on a clock that only goes on, and as a date. */
typedef struct duel_moment {
    uint64_t ms;  /* never 0 */
    int64_t date; /* seconds since 1970 */
} duel_moment;

/* How the people of a front end want it. */
typedef struct duel_manners {
    uint64_t pace;    /* ms between a turn and a machine's answer, so that both are seen */
    uint64_t absence; /* ms after which the seat of one who has left can be taken over */
    int64_t number;   /* the table's first: above all that it had before a restart */
} duel_manners;

/* Takes over the session, in any case; a new game's is stored first. `maker` (0: nobody) is
 * told once it is, by what is known as `re`. */
duel_status duel_table_new(duel_session *s, const duel_manners *manners, uint64_t maker,
                           int64_t re, duel_moment now, duel_table **out, duel_msg *why);
void duel_table_free(duel_table *t); /* NULL is fine; no machine may be thinking */

/* ---- who is there ------------------------------------------------------------------------ */

/* A guest is a number that its front end gave it, never 0. `keys`: the seats that it has shown
 * to be its own, those that a machine keeps for it included. Coming again is another stay: what
 * it asked before is refused. A profile ("": none) becomes the name of one who holds one seat.
 */
duel_status duel_table_join(duel_table *t, uint64_t guest, unsigned keys, const char *profile,
                            duel_moment now, duel_msg *why);
void duel_table_leave(duel_table *t, uint64_t guest, duel_moment now);

/* ---- requests ---------------------------------------------------------------------------- */

typedef enum duel_ask {
    DUEL_ASK_MOVE,    /* `text` adds a move to the turn */
    DUEL_ASK_CONFIRM, /* the turn is to count */
    DUEL_ASK_BACK,    /* takes back a step of the turn; without one, the last turn */
    DUEL_ASK_ANSWER,  /* `yes` or no to who asks for a turn back, or for a seat */
    DUEL_ASK_RESIGN,  /* for `seat`; DUEL_NOBODY: the only one it holds */
    DUEL_ASK_CLAIM,   /* a free `seat`; it need not have joined */
    DUEL_ASK_TAKE, /* the `seat` of one who is away, or its own from the machine keeping it */
    DUEL_ASK_MACHINE, /* `text` is to play at the `seat` of one who is away */
    DUEL_ASK_HELP,    /* about its own turn: advice, a hint, marks judged */
    DUEL_ASK_LENS,    /* to look through a lens */
    DUEL_ASK_OBSERVE, /* to see everything */
    DUEL_ASK_UNCOVER  /* it is there: at a shared screen, whoever is to move may be shown */
} duel_ask;

typedef struct duel_request {
    duel_ask ask;
    uint64_t guest;
    int64_t re; /* what its answer is known by */
    int seat;
    bool yes;
    int64_t seen;  /* the number of the table that it speaks of; 0: whatever that is */
    int64_t nonce; /* of a move: one sent twice is played once; 0: none */
    duel_str text;
} duel_request;

/* It is answered by a notice, at once or later, exactly once. Who asked for a seat and was told
 * that this is done hears by another one, DUEL_TELL_SEATED, when it is given. */
void duel_table_ask(duel_table *t, const duel_request *r, duel_moment now);

/* ---- the world's answers ----------------------------------------------------------------- */

/* The batch has its status. */
void duel_table_written(duel_table *t, duel_moment now);
/* The machine has answered: with a plan, or with a failure; `forfeits`: by a fault of a program
 * from outside, which has lost. */
void duel_table_thought(duel_table *t, duel_status status, const duel_answer *answer,
                        bool forfeits, const duel_msg *why, duel_moment now);
void duel_table_tick(duel_table *t, duel_moment now);
uint64_t duel_table_due(const duel_table *t); /* when it is to be ticked, ms; 0: never */

/* ---- wishes ------------------------------------------------------------------------------ */

typedef enum duel_wish_kind {
    DUEL_WISH_WRITE, /* store the batch, then say that it is written */
    DUEL_WISH_THINK, /* let the machine at the seat think about its view, and bring its answer
                      */
    DUEL_WISH_STOP   /* let it answer now */
} duel_wish_kind;

typedef struct duel_wish {
    duel_wish_kind kind;
    duel_batch *batch; /* the table's, until it is written */
    int seat;
} duel_wish;

bool duel_table_wish(duel_table *t, duel_wish *out); /* false: there is none */

/* ---- notices ----------------------------------------------------------------------------- */

typedef enum duel_telling {
    /* to `guest`, about its request `re` */
    DUEL_TELL_DONE,
    DUEL_TELL_REFUSED, /* status, why */
    DUEL_TELL_MADE,    /* the table is there */
    DUEL_TELL_SEATED,  /* `seats` are its own: it is to have the keys of their new hands */
    DUEL_TELL_GRANTED, /* it may be helped, looking as `seat` */
    /* to everybody: the table is another, and has another number */
    DUEL_TELL_DRAFT,    /* a step of the turn of `seat` */
    DUEL_TELL_TURN,     /* `seat` has played */
    DUEL_TELL_UNDONE,   /* turns were taken back */
    DUEL_TELL_ASKED,    /* `seats` are asked to agree that turns are taken back */
    DUEL_TELL_DECLINED, /* one of them did not */
    DUEL_TELL_ENDED,    /* `seat` has given up, or its time was up */
    DUEL_TELL_WANTED,   /* a guest asks for `seat`; DUEL_NOBODY: none does any more */
    DUEL_TELL_TROUBLE,  /* why: something went wrong */
    /* to everybody, and what was seen of the game still holds */
    DUEL_TELL_HANDS,    /* somebody else sits at `seat`, or a machine, or it has a name */
    DUEL_TELL_PRESENCE, /* somebody came or went, or has been away for long */
    DUEL_TELL_MARKED    /* the game counts as assisted, or all was shown */
} duel_telling;

typedef struct duel_notice {
    duel_telling tell;
    uint64_t guest;
    int64_t re;
    duel_ask ask; /* that is answered */
    int seat;
    unsigned seats;
    duel_status status;
    duel_msg why;
} duel_notice;

bool duel_table_hear(duel_table *t, duel_notice *out); /* false: there is none */
bool duel_tells_all(duel_telling tell);                /* everybody, not one guest */
/* In words, without the end of the line: "granted help 0 to 3#17". */
void duel_notice_print(const duel_notice *n, duel_sink *out);

/* ---- looking ----------------------------------------------------------------------------- */

int64_t duel_table_number(const duel_table *t); /* grows when what was seen is out of date */
duel_stage duel_table_stage(const duel_table *t);
bool duel_table_making(const duel_table *t);  /* it is not on the disk yet */
bool duel_table_writing(const duel_table *t); /* a change is on its way to the disk */
bool duel_table_doomed(const duel_table *t);  /* it could not be made: to be freed */
bool duel_table_quiet(const duel_table *t);   /* nobody is there, nothing is on its way */
const char *duel_table_id(const duel_table *t);
const duel_variant *duel_table_variant(const duel_table *t);
const duel_record *duel_table_record(const duel_table *t);
const duel_terms *duel_table_terms(const duel_table *t);
const duel_session *duel_table_session(const duel_table *t); /* for table/players.h */
const duel_msg *duel_table_trouble(const duel_table *t);     /* id NULL: none */
int duel_table_turn(const duel_table *t);
bool duel_table_over(const duel_table *t, int32_t score[]); /* score may be NULL */
bool duel_table_assisted(const duel_table *t);
bool duel_table_observed(const duel_table *t);
int duel_table_drafted(const duel_table *t, const duel_move **moves);
bool duel_table_ready(const duel_table *t); /* the draft is a whole turn */

/* A seat as everybody may know it. */
typedef struct duel_chair {
    const char *spec;    /* of a machine; "human" */
    const char *profile; /* "": none */
    bool human, open, present, absent;
    bool kept; /* by a machine, until its player comes back */
    int hands; /* how often it changed hands */
} duel_chair;

duel_chair duel_table_chair(const duel_table *t, int seat, uint64_t now);
unsigned duel_table_people(const duel_table *t); /* seats of people, as bits */
int duel_table_watching(const duel_table *t);    /* guests */
unsigned duel_table_asked(const duel_table *t);  /* seats still to agree; 0: nothing is asked */
unsigned duel_table_asker(const duel_table *t);  /* seats of who asks for a turn back */
uint64_t duel_table_wants(const duel_table *t, int *seat); /* the guest who asks for a seat */
int duel_table_clock_runs(const duel_table *t);            /* a seat, or DUEL_NOBODY */
int64_t duel_table_clock(const duel_table *t, int seat, uint64_t now); /* ms left */

/* What a machine at the seat, or whoever gives advice to it, may see: its draft included. */
void duel_table_seat_view(const duel_table *t, int seat, void *view);

/* ---- through a guest's eyes -------------------------------------------------------------- */

unsigned duel_table_seats(const duel_table *t, uint64_t guest);
unsigned duel_table_keys(const duel_table *t, uint64_t guest);
int duel_table_eyes(const duel_table *t, uint64_t guest); /* a seat, DUEL_NOBODY, DUEL_ALL */
/* The game as this guest may see it. */
void duel_table_view(const duel_table *t, uint64_t guest, void *view);
int duel_table_acting(const duel_table *t, uint64_t guest); /* whose move it may make */
int duel_table_cover(const duel_table *t, uint64_t guest);  /* whose coming it waits for */
/* Holds all seats of people, nobody else sits here, and nobody can come. */
bool duel_table_alone(const duel_table *t, uint64_t guest);
/* Whether it may be helped at all; whether what is known of the game may leave the table. */
bool duel_table_helps(const duel_table *t, uint64_t guest);
bool duel_table_leaves(const duel_table *t, uint64_t guest);
