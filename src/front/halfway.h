/* front/halfway.h -- a move that is begun: typed or picked in part.
 *
 * Where a text is how several legal moves begin, and all of them pick the same things first
 * (core/scene.h), it means those things; what is typed next is the rest of the move, or the
 * name of the thing to pick next. */
#ifndef DUEL_FRONT_HALFWAY_H
#define DUEL_FRONT_HALFWAY_H

#include "core/scene.h"

typedef struct halfway {
    duel_target step[DUEL_PATH];
    int depth; /* 0: nothing is begun */
} halfway;

typedef enum halfway_end {
    HALFWAY_LOST,    /* the text means nothing here; *h is untouched */
    HALFWAY_FURTHER, /* *h has come further, or is another beginning */
    HALFWAY_WHOLE    /* *move is it, and nothing is begun any more */
} halfway_end;

/* Reads what is typed, alone or behind what is begun. `seat` is to move in the view. */
halfway_end halfway_read(const duel_variant *v, const void *view, int seat, halfway *h,
                         duel_str text, duel_move *move);
/* What can be picked next, as a question: "keep: coffee or cocoa?" */
void halfway_ask(duel_lang lang, const duel_variant *v, const void *view, int seat,
                 const halfway *h, duel_sink *out);

#endif
