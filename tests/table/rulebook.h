/* tests/table/rulebook.h -- a table as docs/table.md has it: what is known of one, what a
 * request comes to, and what a change does. For tests/table/referee.c.
 *
 * Where the rules leave something open, a ruling says so (`or_refused`, BOOK_OPEN), or what is
 * known is `loose`: the table may settle it, once. */
#ifndef TESTS_TABLE_RULEBOOK_H
#define TESTS_TABLE_RULEBOOK_H

#include "table/table.h"

enum { BOOK_STAYS = 8, BOOK_MOVES = 2048, BOOK_TEXT = PLAYER_SPEC_TEXT };

/* A guest at the table. */
typedef struct book_stay {
    uint64_t guest;
    unsigned keys;
    int uncovered; /* the seat whose person has said to be there; DUEL_NOBODY: none */
    char profile[STORE_PROFILE_TEXT];
} book_stay;

typedef struct book_seat {
    char spec[PLAYER_SPEC_TEXT], who[STORE_PROFILE_TEXT];
    bool kept;
    int hands;
    int64_t left, stored; /* on its clock; as the disk has it */
    uint64_t gone;        /* since when nobody holds it */
    int64_t nonce;        /* of the last move taken for it */
} book_seat;

/* A request that is not answered yet. */
typedef struct book_plea {
    table_request r;
    char text[BOOK_TEXT];
    bool stale; /* speaks of another table than there is */
} book_plea;

/* Somebody's wish that others have to agree to. */
typedef struct book_question {
    bool on, loose;
    uint64_t guest;
    int64_t re;
    unsigned asker, asked; /* turns to be taken back: whose wish, who is still to agree */
    int keep, seat;        /* moves that stay; the seat that is wanted */
} book_question;

typedef struct book {
    duel_variant v;
    table_settings manners;
    game_terms terms;               /* `open` as it is now */
    duel_state first, state, tried; /* without moves; with them; with the draft, too */
    duel_move move[BOOK_MOVES], draft[SESSION_DRAFT];
    int moves, drafted;
    duel_ending ending;
    int loser;
    bool assisted, observed;
    book_seat seat[DUEL_SEATS];
    book_stay stay[BOOK_STAYS];
    int stays;
    book_question back, want;
    uint64_t now, ticking; /* since when the clock of the seat to move runs */
    int64_t spent;         /* by the seat whose clock was stopped without a turn … */
    int stopped;           /* … this one; the rules leave open whether that counts */
} book;

/* ---- what changes, once it is on the disk ------------------------------------------------ */

typedef enum book_kind {
    BOOK_MADE,
    BOOK_TURN,
    BOOK_UNDO,
    BOOK_RESIGNED,
    BOOK_TIME,
    BOOK_SEAT,
    BOOK_CLAIM,
    BOOK_NAME,
    BOOK_ASSISTED,
    BOOK_OBSERVED
} book_kind;

typedef struct book_change {
    book_kind kind;
    int seat; /* it is about; DUEL_NOBODY: none */
    char data[BOOK_TEXT];
    int keep;       /* of moves, when some are taken back */
    uint64_t taker; /* the guest whose the seat is from then on; 0: nobody new */
    duel_move move[SESSION_DRAFT];
    int moves;
    bool by_machine;
    int64_t nonce, clock; /* clock: what the disk gets, -1: nothing */
} book_change;

void book_apply(book *b, const book_change *c);
/* Its name in the log, as in a stored game. */
const char *book_kind_name(book_kind kind);

/* ---- what a request comes to ------------------------------------------------------------- */

typedef enum book_verdict {
    BOOK_REFUSED,
    BOOK_DONE,    /* at once, with an effect */
    BOOK_GRANTED, /* at once */
    BOOK_WRITES,  /* a change, first */
    BOOK_ASKS,    /* others, whether turns may be taken back */
    BOOK_WANTS,   /* a seat, and others are asked */
    BOOK_OPEN     /* the rules do not say */
} book_verdict;

typedef enum book_effect {
    BOOK_NOTHING,
    BOOK_STEP,      /* the draft grows */
    BOOK_STEP_BACK, /* the draft shrinks */
    BOOK_AGREED,    /* to turns taken back; others are still to agree */
    BOOK_DECLINED,  /* that */
    BOOK_KEPT_AWAY, /* the seat is not given away */
    BOOK_UNCOVERED
} book_effect;

typedef struct book_ruling {
    book_verdict verdict;
    book_effect effect;
    book_change change;
    duel_move step;
    int seat;
    unsigned asked;
    bool or_refused; /* the rules do not say */
    bool or_writes;  /* `change`, although it is so already */
} book_ruling;

book_ruling book_rule(const book *b, const book_plea *p);
void book_do(book *b, const book_plea *p, const book_ruling *ruling); /* its effect */
void book_ask_others(book *b, const book_plea *p, const book_ruling *ruling);
/* Whether it stops a machine that is thinking, and waits for it. */
bool book_stops(const book *b, const book_plea *p);

/* ---- what is known ----------------------------------------------------------------------- */

void book_replay(book *b); /* after its moves or its draft were changed */
bool book_human(const book *b, int seat);
unsigned book_people(const book *b);
bool book_free(const book *b, int seat);
int book_turn(const book *b);
bool book_over(const book *b);
bool book_complete(const book *b); /* the draft is a whole turn */
book_stay *book_find(book *b, uint64_t guest);
const book_stay *book_guest(const book *b, uint64_t guest); /* NULL: it is not there */
unsigned book_held(const book *b, uint64_t guest);
bool book_present(const book *b, int seat);
uint64_t book_absence(const book *b, int seat); /* when it is, or will be, absent; 0: never */
bool book_away(const book *b, int seat);      /* absent for so long that it may be taken over */
bool book_just_away(const book *b, int seat); /* at this very moment */
/* After guests or seats changed: who is gone since now; `before` were present. */
void book_note_presence(book *b, unsigned before);
unsigned book_presence(const book *b);
bool book_alone(const book *b, uint64_t guest);
int book_eyes(const book *b, uint64_t guest);
int book_cover(const book *b, uint64_t guest);
int book_acting(const book *b, uint64_t guest);
bool book_helps(const book *b, uint64_t guest);
bool book_leaves(const book *b, uint64_t guest);
/* What these eyes see, `tried` being the state with the draft. */
void book_view(const book *b, int eyes, const duel_state *tried, duel_state *out);
int book_clock_runs(const book *b);
int64_t book_clock(const book *b, int seat);
/* Whether these moves, after the draft, make a whole turn and no more. */
bool book_whole_turn(const book *b, const duel_move move[], int count, duel_state *after);

#endif
