/* front/orders.h -- what is typed at a table in place of a move: in French and English,
 * whatever its accents and capitals, and with a final point or without. */
#ifndef DUEL_FRONT_ORDERS_H
#define DUEL_FRONT_ORDERS_H

#include "base/typed.h"

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

#endif
