/* table/inside.h -- the inside of a table, shared by the table*.c files only; below it
 * what this room alone uses of sessions, of the judge and of mixes.
 *
 * Invariants of a table: (1) `writing` exactly while the session has a change pending; (2) the
 * machine is asked at most once at a time, and the state does not change while it thinks; (3) a
 * request is its guest's in that stay, and what was granted goes to whom it was granted,
 * whatever has been asked since; (4) a request is in `parked`, in `change`, or answered. */
#pragma once

#include "base/queue.h"
#include "table/advice.h"
#include "table/table.h"

enum {
    TABLE_PARKED = 16,   /* requests that may wait */
    TABLE_NOTICES = 160, /* unheard ones for which there is room at first */
    TABLE_SOON = 20,     /* ms until a flag is looked at again */
    TABLE_RETRY = 3000   /* ms until what could not be written is tried again */
};

typedef struct table_guest {
    struct table_guest *next;
    uint64_t number;
    uint64_t stay;        /* which of its stays, and anybody's, this is */
    unsigned seats, keys; /* held; shown to be its own */
    int uncovered;        /* DUEL_NOBODY: none */
    char profile[DUEL_PROFILE_TEXT];
    bool unnamed; /* its name could not be written */
} table_guest;

/* A request with what its guest was when it asked. */
typedef struct table_request {
    duel_request r;
    uint64_t stay;    /* 0: it was not at the table */
    uint64_t taker;   /* of a seat that is handed over: the guest who is to have it, */
    int64_t taker_re; /* and what it asked for it by */
} table_request;

typedef struct table_parked {
    duel_link link; /* first */
    table_request from;
    char text[];
} table_parked;

/* A notice that has not been heard. Few have a reason, which is large: it stands elsewhere. */
typedef struct table_notice {
    duel_telling tell;
    duel_ask ask;
    int seat;
    unsigned seats;
    duel_status status;
    uint64_t guest;
    int64_t re;
    duel_msg *why; /* its own; NULL: none, or there was no memory for it */
    bool reasoned;
} table_notice;

extern const table_request table_nobody; /* a change that nobody asked for */

/* What a change is, which decides what follows once it is written. */
typedef enum table_change {
    CHANGE_MADE,
    CHANGE_TURN,
    CHANGE_PLAN,
    CHANGE_UNDO,
    CHANGE_END,
    CHANGE_CLAIM,
    CHANGE_MACHINE,
    CHANGE_BACK_FROM_MACHINE,
    CHANGE_HAND_OVER,
    CHANGE_MARK,
    CHANGE_NAME
} table_change;

typedef struct table_seat {
    int present;   /* guests that hold it */
    uint64_t gone; /* since when nobody does */
    int64_t nonce; /* of the last move taken */
} table_seat;

struct duel_table {
    duel_session *session;
    const duel_variant *v;
    duel_manners manners;
    int64_t number;
    uint64_t stays;
    table_guest *guests;
    table_seat seat[DUEL_SEATS];

    enum {
        MACHINE_IDLE,
        MACHINE_WISHED,
        MACHINE_BUSY,
        MACHINE_STOPPED,
        MACHINE_PLANNED
    } machine;
    bool wishes_stop, wishes_write;
    bool stuck; /* it failed, and is not asked again before something else happens */
    int machine_seat;
    duel_status plan_status; /* not DUEL_OK: it forfeits, because of plan_why */
    duel_msg plan_why;
    duel_move plan[DUEL_PLAN];
    int plan_count;

    bool writing, doomed, made;
    table_change change; /* being written */
    table_request change_for;
    int turn_seat; /* whose turn is being written */
    duel_queue parked;
    int parked_count;

    unsigned asker, asked; /* seats: of who asks for a turn back; who are still to agree */
    uint64_t wants;        /* the guest who asks for a seat; 0: nobody */
    int64_t wants_re;
    int wants_seat;
    duel_msg trouble;

    uint64_t moved, turn_began; /* ms */
    uint64_t play_at, flag_at;  /* 0: never */
    uint64_t presence_told;     /* when everybody was last shown who is there, and who is not */

    table_notice *notice;
    int notice_room, notices, heard;
};

/* ---- table.c ----------------------------------------------------------------------------- */

void table_tell_guest(duel_table *t, duel_telling tell, const table_request *from);
void table_refuse(duel_table *t, const table_request *from, duel_status status,
                  const duel_msg *why);
/* DUEL_OK: it is done. */
void table_answer(duel_table *t, const table_request *from, duel_status status,
                  const duel_msg *why);
void table_tell_all(duel_table *t, duel_telling tell, int seat, unsigned seats);
void table_tell_trouble(duel_table *t, const duel_msg *why);
/* The session has taken a change: it is to be written. */
void table_write(duel_table *t, table_change change, const table_request *from);
void table_forget_plan(duel_table *t);

/* ---- turns.c ------------------------------------------------------------------------ */

duel_status turn_move(duel_table *t, const table_request *from, duel_moment now, duel_msg *why);
/* A move that was sent twice. */
bool turn_taken_before(const duel_table *t, const table_request *from);
duel_status turn_confirm(duel_table *t, const table_request *from, duel_moment now,
                         duel_msg *why);
duel_status turn_back(duel_table *t, const table_request *from, duel_moment now, duel_msg *why);
duel_status turn_answer(duel_table *t, const table_request *from, duel_moment now,
                        duel_msg *why);
duel_status turn_resign(duel_table *t, const table_request *from, duel_moment now,
                        duel_msg *why);
/* The plan of the machine is played. */
void turn_play_plan(duel_table *t, duel_moment now);
void turn_flag(duel_table *t, duel_moment now);
void turn_start_clock(duel_table *t, uint64_t now);
/* Once it is written: what each kind of change means for turns. */
void turn_written(duel_table *t, table_change change, const table_request *from,
                  duel_status status, const duel_msg *why, duel_moment now);

/* ---- seats.c ------------------------------------------------------------------------ */

table_guest *seating_guest(const duel_table *t, uint64_t number); /* NULL: it is not there */
bool seating_absent(const duel_table *t, int seat, uint64_t now);
/* When everybody is to be told that one more has been away for long; 0: never. */
uint64_t seating_next_absence(const duel_table *t);
void seating_tell_presence(duel_table *t, unsigned seats, uint64_t now);
duel_status seating_claim(duel_table *t, const table_request *from, duel_moment now,
                          duel_msg *why);
duel_status seating_take(duel_table *t, const table_request *from, duel_moment now,
                         duel_msg *why);
duel_status seating_machine(duel_table *t, const table_request *from, duel_moment now,
                            duel_msg *why);
duel_status seating_allow(duel_table *t, const table_request *from, duel_moment now,
                          duel_msg *why);
void seating_write_names(duel_table *t, duel_moment now);
void seating_written(duel_table *t, table_change change, const table_request *from,
                     duel_status status, const duel_msg *why, duel_moment now);

/* ---- view.c ------------------------------------------------------------------------ */

unsigned look_awaited(const duel_table *t); /* seats that somebody may still sit down at */
duel_status look_help(duel_table *t, const table_request *from, duel_moment now, duel_msg *why);
duel_status look_lens(duel_table *t, const table_request *from, duel_moment now, duel_msg *why);
duel_status look_observe(duel_table *t, const table_request *from, duel_moment now,
                         duel_msg *why);
duel_status look_uncover(duel_table *t, const table_request *from, duel_moment now,
                         duel_msg *why);
void look_written(duel_table *t, const table_request *from, duel_status status,
                  const duel_msg *why);

/* ---- session.c: everything that changes a session, and what a table alone looks at ------- */

/* Its first change, the game itself, is pending. `now` is in seconds since 1970, as in the
 * store, here and below. */
duel_status duel_session_new(const duel_opening *o, int64_t now, duel_session **out,
                             duel_msg *why);

const char *duel_session_spec(const duel_session *s, int seat);
bool duel_session_assisted(const duel_session *s);
bool duel_session_observed(const duel_session *s);       /* everything was shown to a player */
bool duel_session_kept(const duel_session *s, int seat); /* by a machine, until its player
                                                            comes back */
const duel_terms *duel_session_terms(const duel_session *s);
int duel_session_hands(const duel_session *s, int seat);    /* how often it changed hands */
int duel_session_undone(const duel_session *s);             /* how often turns were */
int64_t duel_session_left(const duel_session *s, int seat); /* milliseconds on its clock */

/* What a seat sees: the seat to move sees its draft. DUEL_ALL is for finished games, and for
 * who holds all seats of people and may see everything: the draft too. */
void duel_session_view(const duel_session *s, int seat, void *view);

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

/* What is to be stored; NULL: nothing waits. It belongs to the session until it is settled. */
duel_batch *duel_session_pending(duel_session *s);
/* Once the batch has its status: does what was stored, or drops it and says why. The draft of a
 * turn that could not be stored stays. */
duel_status duel_session_settle(duel_session *s, duel_msg *why);

/* ---- session_store.c
 * --------------------------------------------------------------------------- */

/* Stores what is pending, if anything is, and settles it: for those who may wait for the disk.
 */
duel_status duel_keep_change(duel_store *store, duel_session *s, duel_msg *why);

/* ---- judge.c ----------------------------------------------------------------------------- */

/* As duel_judge_ask, for the position behind a legal move of t->view, where nothing is hidden;
 * *seen is what the move is worth from there. What is proved there of the move is known of
 * t->view from then on, too, and so is an estimate where there was none; its judgement has a
 * higher number if that is news. */
duel_status duel_judge_look_behind(duel_judge *j, const duel_think *t, duel_move move,
                                   duel_answer *out, duel_worth *seen, duel_msg *why);

/* What the one who judged such an answer plays elsewhere, and what a habit of it would cost: as
 * duel_engine.mix and .habit; `self` is the judge. */
bool duel_judge_mix(void *self, int seat, uint64_t known, int count, double chance[],
                    double worth[]);
bool duel_judge_habit(void *self, int seat, uint64_t known, int count, double cost[]);

/* Keeps what was proved; *saved = positions that are new. */
duel_status duel_judge_learn(duel_judge *j, int64_t now, uint64_t *saved, duel_msg *why);

/* ---- why_mix.c --------------------------------------------------------------------------- */

/* A player that has solved the game: as duel_engine.mix and .habit. */
typedef struct duel_solution {
    void *self;
    bool (*mix)(void *self, int seat, uint64_t known, int count, double chance[],
                double worth[]);
    bool (*habit)(void *self, int seat, uint64_t known, int count, double cost[]);
} duel_solution;

/* Adds the facts of an answer that mixes, given in t->view. */
void duel_mixture_explain(const duel_variant *v, const duel_think *t, const duel_answer *a,
                          const duel_solution *solution, duel_reason *out);

/* ---- notice_words.c -----------------------------------------------------------------------
 */

const char *duel_telling_word(duel_telling tell);
const char *duel_ask_word(duel_ask ask);
