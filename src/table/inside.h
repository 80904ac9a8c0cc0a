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

typedef struct table_participant {
    struct table_participant *next;
    uint64_t number;
    uint64_t stay;        /* which of its stays, and anybody's, this is */
    unsigned seats, keys; /* held; shown to be its own */
    int uncovered;        /* DUEL_NOBODY: none */
    char profile[STORE_PROFILE_TEXT];
    bool unnamed; /* its name could not be written */
} table_participant;

/* A request with what its guest was when it asked. */
typedef struct table_queued_request {
    table_request r;
    uint64_t stay;    /* 0: it was not at the table */
    uint64_t taker;   /* of a seat that is handed over: the guest who is to have it, */
    int64_t taker_re; /* and what it asked for it by */
} table_queued_request;

typedef struct table_parked {
    duel_link link; /* first */
    table_queued_request from;
    char text[];
} table_parked;

/* A notice that has not been heard. Few have a reason, which is large: it stands elsewhere. */
typedef struct table_queued_notice {
    table_notice_kind tell;
    table_request_kind ask;
    int seat;
    unsigned seats;
    duel_status status;
    uint64_t guest;
    int64_t re;
    duel_msg *why; /* its own; NULL: none, or there was no memory for it */
    bool reasoned;
} table_queued_notice;

extern const table_queued_request table_nobody; /* a change that nobody asked for */

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

struct game_table {
    game_session *session;
    const duel_variant *v;
    table_settings manners;
    int64_t number;
    uint64_t stays;
    table_participant *guests;
    table_seat seat[DUEL_SEATS];

    enum {
        MACHINE_IDLE,
        MACHINE_WANTED,
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
    table_queued_request change_for;
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

    table_queued_notice *notice;
    int notice_room, notices, heard;
};

/* ---- table.c ----------------------------------------------------------------------------- */

void table_tell_participant(game_table *t, table_notice_kind tell,
                            const table_queued_request *from);
void table_refuse(game_table *t, const table_queued_request *from, duel_status status,
                  const duel_msg *why);
/* DUEL_OK: it is done. */
void table_answer(game_table *t, const table_queued_request *from, duel_status status,
                  const duel_msg *why);
void table_tell_all(game_table *t, table_notice_kind tell, int seat, unsigned seats);
void table_tell_trouble(game_table *t, const duel_msg *why);
/* The session has taken a change: it is to be written. */
void table_write(game_table *t, table_change change, const table_queued_request *from);
void table_forget_plan(game_table *t);

/* ---- turns.c ------------------------------------------------------------------------ */

duel_status turn_move(game_table *t, const table_queued_request *from, table_moment now,
                      duel_msg *why);
/* A move that was sent twice. */
bool turn_taken_before(const game_table *t, const table_queued_request *from);
duel_status turn_confirm(game_table *t, const table_queued_request *from, table_moment now,
                         duel_msg *why);
duel_status turn_back(game_table *t, const table_queued_request *from, table_moment now,
                      duel_msg *why);
duel_status turn_answer(game_table *t, const table_queued_request *from, table_moment now,
                        duel_msg *why);
duel_status turn_resign(game_table *t, const table_queued_request *from, table_moment now,
                        duel_msg *why);
/* The plan of the machine is played. */
void turn_play_plan(game_table *t, table_moment now);
void turn_flag(game_table *t, table_moment now);
void turn_start_clock(game_table *t, uint64_t now);
/* Once it is written: what each kind of change means for turns. */
void turn_written(game_table *t, table_change change, const table_queued_request *from,
                  duel_status status, const duel_msg *why, table_moment now);

/* ---- seats.c ------------------------------------------------------------------------ */

table_participant *seating_participant(const game_table *t,
                                       uint64_t number); /* NULL: it is not there */
bool seating_absent(const game_table *t, int seat, uint64_t now);
/* When everybody is to be told that one more has been away for long; 0: never. */
uint64_t seating_next_absence(const game_table *t);
void seating_tell_presence(game_table *t, unsigned seats, uint64_t now);
duel_status seating_claim(game_table *t, const table_queued_request *from, table_moment now,
                          duel_msg *why);
duel_status seating_take(game_table *t, const table_queued_request *from, table_moment now,
                         duel_msg *why);
duel_status seating_machine(game_table *t, const table_queued_request *from, table_moment now,
                            duel_msg *why);
duel_status seating_allow(game_table *t, const table_queued_request *from, table_moment now,
                          duel_msg *why);
void seating_write_names(game_table *t, table_moment now);
void seating_written(game_table *t, table_change change, const table_queued_request *from,
                     duel_status status, const duel_msg *why, table_moment now);

/* ---- view.c ------------------------------------------------------------------------ */

unsigned look_awaited(const game_table *t); /* seats that somebody may still sit down at */
duel_status look_help(game_table *t, const table_queued_request *from, table_moment now,
                      duel_msg *why);
duel_status look_lens(game_table *t, const table_queued_request *from, table_moment now,
                      duel_msg *why);
duel_status look_observe(game_table *t, const table_queued_request *from, table_moment now,
                         duel_msg *why);
duel_status look_uncover(game_table *t, const table_queued_request *from, table_moment now,
                         duel_msg *why);
void look_written(game_table *t, const table_queued_request *from, duel_status status,
                  const duel_msg *why);

/* ---- session.c: everything that changes a session, and what a table alone looks at ------- */

/* Its first change, the game itself, is pending. `now` is in seconds since 1970, as in the
 * store, here and below. */
duel_status session_new(const session_opening *o, int64_t now, game_session **out,
                        duel_msg *why);

const char *session_spec(const game_session *s, int seat);
bool session_assisted(const game_session *s);
bool session_observed(const game_session *s);       /* everything was shown to a player */
bool session_kept(const game_session *s, int seat); /* by a machine, until its player
                                                            comes back */
const game_terms *session_terms(const game_session *s);
int session_seat_changes(const game_session *s, int seat); /* how often it changed hands */
int session_undone(const game_session *s);                 /* how often turns were */
int64_t session_left(const game_session *s, int seat);     /* milliseconds on its clock */

/* What a seat sees: the seat to move sees its draft. DUEL_SEES_ALL is for finished games, and
 * for who holds all seats of people and may see everything: the draft too. */
void session_view(const game_session *s, int seat, void *view);

/* Adds a move to the draft of the seat to move; validates a turn that needs no confirmation. */
duel_status session_play(game_session *s, duel_move move, int64_t now, duel_msg *why);
/* The same by its text, as the seat to move reads it; refused in the words of the game. */
duel_status session_play_text(game_session *s, duel_str text, int64_t now, duel_msg *why);
int session_drafted(const game_session *s, const duel_move **moves);
bool session_ready(const game_session *s); /* the draft is a whole turn */
duel_status session_validate(game_session *s, int64_t now, duel_msg *why);
bool session_take_back(game_session *s); /* false: the draft is empty */

/* What is left on the clock of the seat to move, to be kept with its turn; -1: nothing. */
void session_stop_clock(game_session *s, int64_t left);

/* The seat gives up, or has run out of time: the game is over, and lost for it. */
duel_status session_end(game_session *s, duel_ending how, int seat, int64_t now, duel_msg *why);

/* How many moves there were before the last turn of one of these seats; -1: none has played.
 * *movers: the seats that have played since then, that one included. */
int64_t session_before_turn(const game_session *s, unsigned seats, unsigned *movers);
/* Takes back all but the first moves; the game counts as assisted. */
duel_status session_undo(game_session *s, int64_t keep, int64_t now, duel_msg *why);

/* Another player takes the seat: "human" or a spec. `fresh`: not the one who had it before, so
 * that what opened the seat to that one does so no longer. */
duel_status session_reseat(game_session *s, int seat, duel_str spec, bool fresh, int64_t now,
                           duel_msg *why);
/* A free seat goes to somebody: it changes hands, too. */
duel_status session_claim(game_session *s, int seat, int64_t now, duel_msg *why);
/* The one at this seat is that profile. */
duel_status session_name(game_session *s, int seat, const char *profile, int64_t now,
                         duel_msg *why);
/* Help was used; `observed`: everything was shown. */
duel_status session_mark(game_session *s, bool observed, int64_t now, duel_msg *why);

/* What is to be stored; NULL: nothing waits. It belongs to the session until it is settled. */
store_changes *session_pending(game_session *s);
/* Once the batch has its status: does what was stored, or drops it and says why. The draft of a
 * turn that could not be stored stays. */
duel_status session_settle(game_session *s, duel_msg *why);

/* ---- session_store.c
 * --------------------------------------------------------------------------- */

/* Stores what is pending, if anything is, and settles it: for those who may wait for the disk.
 */
duel_status session_store_change(data_store *store, game_session *s, duel_msg *why);

/* ---- judge.c ----------------------------------------------------------------------------- */

/* As judge_ask, for the position behind a legal move of t->view, where nothing is hidden;
 * *seen is what the move is worth from there. What is proved there of the move is known of
 * t->view from then on, too, and so is an estimate where there was none; its judgement has a
 * higher number if that is news. */
duel_status judge_after_move(table_judge *j, const duel_think *t, duel_move move,
                             duel_answer *out, duel_worth *seen, duel_msg *why);

/* What the one who judged such an answer plays elsewhere, and what a habit of it would cost: as
 * duel_engine.mix and .habit; `self` is the judge. */
bool judge_mix(void *self, int seat, uint64_t known, int count, double chance[],
               double worth[]);
bool judge_habit(void *self, int seat, uint64_t known, int count, double cost[]);

/* Keeps what was proved; *saved = positions that are new. */
duel_status judge_learn(table_judge *j, int64_t now, uint64_t *saved, duel_msg *why);

/* ---- why_mix.c --------------------------------------------------------------------------- */

/* A player that has solved the game: as duel_engine.mix and .habit. */
typedef struct advice_solution {
    void *self;
    bool (*mix)(void *self, int seat, uint64_t known, int count, double chance[],
                double worth[]);
    bool (*habit)(void *self, int seat, uint64_t known, int count, double cost[]);
} advice_solution;

/* Adds the facts of an answer that mixes, given in t->view. */
void why_mix_explain(const duel_variant *v, const duel_think *t, const duel_answer *a,
                     const advice_solution *solution, duel_reason *out);

/* ---- notice_words.c -----------------------------------------------------------------------
 */

const char *table_notice_word(table_notice_kind tell);
const char *table_request_word(table_request_kind ask);
