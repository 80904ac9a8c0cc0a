/* games/moriarty/protocols.h -- the protocols of Othello programs, GTP and NBoard, over lines
 * of text. Each loop ends at `quit` or at the end of its input. */
#pragma once

#include "games/moriarty/moriarty.h"

#include <pthread.h>
#include <stdio.h>

typedef struct moriarty_talk {
    FILE *in;
    duel_sink *out;
    void (*flush)(void); /* called after every answer; may be NULL */
    double seconds;      /* for a move */
    int threads;
    bool ponder; /* thinks while the other side does, once it has moved */
} moriarty_talk;

/* Go Text Protocol 2 (Gunnar Farnebäck, 2002), as far as it makes sense for this game: black is
 * the Activator. A square is named as on our boards, A1 in the upper left corner. */
duel_status moriarty_gtp(const moriarty_talk *t, duel_msg *why);
/* NBoard protocol 2 (Chris Welty), full board only. */
duel_status moriarty_nboard(const moriarty_talk *t, duel_msg *why);

/* ---- what both use --------------------------------------------------------------- */

/* Thinking while the other side does: a search in a thread of its own, whose finds stay in the
 * table. It ends when it is told to, or when nothing is left to find. */
typedef struct moriarty_ponder {
    moriarty_request request;
    pthread_t thread;
    atomic_bool stop;
    bool runs;
} moriarty_ponder;

/* Begins, unless there is no thread to be had; nothing else may use the table until the end. */
void moriarty_ponder_begin(moriarty_ponder *p, const moriarty_request *request);
void moriarty_ponder_end(moriarty_ponder *p); /* fine if it was never begun */

/* The next line without its end, in `line`; longer lines are cut. False at the end of input.
 * Unless it is NULL, `ahead` is thought about meanwhile, if that is wished. */
bool moriarty_hear(const moriarty_talk *t, const duel_variant *v, const moriarty_state *ahead,
                   moriarty_table *table, char *line, size_t room);
