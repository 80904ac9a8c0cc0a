/* moriarty/talk.h -- talking to Othello programs: GTP and the NBoard protocol, over lines of
 * text. Each loop ends at `quit` or at the end of its input. */
#ifndef MORIARTY_TALK_H
#define MORIARTY_TALK_H

#include "games/moriarty/lists.h"

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

/* ---- what both use ------------------------------------------------------------------------
 */

/* The next line without its end, in `line`; longer lines are cut. False at the end of input. */
bool moriarty_hear(FILE *in, char *line, size_t room);

#endif
