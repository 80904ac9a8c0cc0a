/* script/wire.h -- what parent and child of a script say to each other: messages of bytes.
 *
 * One socket, question and answer in turn. A message is its length (4 bytes) and its bytes; the
 * bytes are flat values (script/flat.h) one after the other. The parent believes nothing it
 * reads: a message too long, cut short or late ends the child. */
#ifndef DUEL_SCRIPT_WIRE_H
#define DUEL_SCRIPT_WIRE_H

#include "base/text.h"

enum { WIRE_MOST = 8 << 20 };                                     /* bytes of a message */
enum { WIRE_SCORE_MOST = 1000000000, WIRE_VALUE_MOST = 1000000 }; /* and the least, negative */

/* Questions. Every question begins: what, the option values (a list), whether the answer must
 * be confirmed by a second interpreter (others are now and then), then: */
typedef enum wire_what {
    WIRE_LOAD,   /* name, source               -> a map that describes the game */
    WIRE_EXPAND, /* seat, state                -> see expansion in script/child.c */
    WIRE_CALL    /* function, seed or "", arguments (a list) -> two values */
} wire_what;

/* Answers begin with one of these. All but WIRE_OK go on: line (0: none), function, detail. */
typedef enum wire_answer {
    WIRE_OK,
    WIRE_LUA,       /* detail: what Lua says */
    WIRE_ENDLESS,   /* more instructions than allowed */
    WIRE_MEMORY,    /* more memory than allowed */
    WIRE_NO_VALUE,  /* detail: where a value stands that is no plain value, and what it is */
    WIRE_NAN,       /* detail: where */
    WIRE_CYCLE,     /* detail: where */
    WIRE_LARGE,     /* detail: how large */
    WIRE_MISSING,   /* function: which */
    WIRE_NO_LIST,   /* moves gives something else than a list; detail: what */
    WIRE_SCORES,    /* over gives no list of scores; detail: what */
    WIRE_TURN,      /* turn gives no seat; detail: what */
    WIRE_MANY,      /* too many moves; detail: how many */
    WIRE_UNORDERED, /* a list in another order when asked again */
    WIRE_FICKLE,    /* another answer when asked again */
    WIRE_NUMBER,    /* a number was expected; detail: what came */
    WIRE_ANSWERS
} wire_answer;

/* The functions a file can have, in the order of their numbers; the first WIRE_NEEDED must be
 * there (`rules` may be a text as well). */
#define WIRE_FUNCTIONS(X)                                                                      \
    X(init)                                                                                    \
    X(over)                                                                                    \
    X(moves)                                                                                   \
    X(play)                                                                                    \
    X(draw)                                                                                    \
    X(turn)                                                                                    \
    X(hide)                                                                                    \
    X(guess)                                                                                   \
    X(print)                                                                                   \
    X(parse)                                                                                   \
    X(print_move)                                                                              \
    X(parse_move)                                                                              \
    X(grid)                                                                                    \
    X(cell)                                                                                    \
    X(explain)                                                                                 \
    X(evaluate)
#define WIRE_NUMBER_OF(name) FN_##name,
typedef enum wire_function { WIRE_FUNCTIONS(WIRE_NUMBER_OF) FN_COUNT } wire_function;
#undef WIRE_NUMBER_OF
enum { WIRE_NEEDED = FN_draw + 1 };
extern const char *const wire_function_name[FN_COUNT];

/* Sends one message; false when the other side is gone. */
bool wire_send(int fd, duel_str bytes);
/* Receives one message into *in, cleared first; false when the other side is gone, is late (the
 * socket's own time-out), or says too much. */
bool wire_receive(int fd, duel_buf *in);

#endif
