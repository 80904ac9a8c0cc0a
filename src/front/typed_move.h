/* front/typed_move.h -- reads what is typed at a table and is not a whole move: a move that is
 * begun, typed or picked in part; and orders.
 *
 * Where a text is how several legal moves begin, and all of them pick the same things first
 * (core/scene.h), it means those things; what is typed next is the rest of the move, or the
 * name of the thing to pick next. */
#pragma once

#include "base/spelling.h"
#include "core/scene.h"

typedef struct typed_turn {
    duel_target step[DUEL_PATH];
    int depth; /* 0: nothing is begun */
} typed_turn;

typedef enum typed_move_end {
    TYPED_MOVE_LOST,    /* the text means nothing here; *h is untouched */
    TYPED_MOVE_FURTHER, /* *h has come further, or is another beginning */
    TYPED_MOVE_WHOLE    /* *move is it, and nothing is begun any more */
} typed_move_end;

/* Reads what is typed, alone or behind what is begun. `seat` is to move in the view. */
typed_move_end typed_move_read(const duel_variant *v, const void *view, int seat, typed_turn *h,
                               duel_str text, duel_move *move);
/* What can be picked next, as a question: "keep: coffee or cocoa?" */
void typed_move_ask(duel_lang lang, const duel_variant *v, const void *view, int seat,
                    const typed_turn *h, duel_sink *out);

/* ---- what is typed in place of a move ---------------------------------------------------- */

/* In French and English, whatever its accents and capitals, and with a final point or
 * without. */

typedef enum order {
    ORDER_NONE,
    ORDER_ADVICE,
    ORDER_UNDO,
    ORDER_BACK, /* within the turn */
    ORDER_MOVES,
    ORDER_RULES,
    ORDER_HELP,
    ORDER_RESIGN,
    ORDER_SAVE,
    ORDER_LEAVE,
    ORDER_FLAG, /* these three may have more behind them */
    ORDER_CHECK,
    ORDER_OBSERVE
} order;

/* Cuts the first word off *rest, if it is an order; orders of one word stand alone. */
order order_read(duel_str *rest);
/* Whether the word says that one is sure. */
bool order_is_yes(duel_str word);
/* The order that was perhaps meant. */
void order_nearest(duel_str typed, duel_nearest *n);
