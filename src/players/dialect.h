/* players/dialect.h -- the languages that programs speak.
 *
 * A dialect greets a program that has just been started, and asks it for one move. What it
 * hears is read strictly: anything else than an answer, and the program has lost. */
#ifndef DUEL_PLAYERS_DIALECT_H
#define DUEL_PLAYERS_DIALECT_H

#include "core/engine.h"
#include "players/bot.h"
#include "players/program.h"

typedef struct dialect dialect;

struct duel_bot {
    const duel_variant *v;
    const dialect *speaks;
    program program;
    int seat;     /* where it sits in this game */
    bool ready;   /* it has been greeted */
    bool fresh;   /* no move of this game yet */
    size_t told;  /* gtp: moves of this game that it knows */
    bool replied; /* gtp: what is still to come of its last reply may be passed over */
    double took;
};

typedef struct question { /* a move is wanted */
    const void *view;
    const duel_think *think; /* the limits of the whole turn */
    int depth;               /* 0: no limit */
    int made;                /* moves of this turn that it has answered with already */
} question;

struct dialect {
    const char *name; /* before the colon of a spec */
    /* Refuses a game that cannot be told in it; NULL: every one can. */
    duel_status (*fits)(const duel_variant *v, duel_msg *why);
    duel_status (*greet)(duel_bot *b, program_wait *w, duel_msg *why);
    /* A legal move of the view; DUEL_NO: it has failed and was ended. */
    duel_status (*ask)(duel_bot *b, const question *q, program_wait *w, duel_move *move,
                       duel_msg *why);
    const char *urge; /* the line for "answer at once"; NULL: it has none */
    const char *farewell;
};

extern const dialect dialect_house, dialect_gtp, dialect_nboard;

#endif
