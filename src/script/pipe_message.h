/* script/pipe_message.h -- what parent and child of a script say to each other: messages of
 * bytes.
 *
 * One socket, question and answer in turn. A message is its length (4 bytes) and its bytes; the
 * bytes are flat values (script/plain_value.h) one after the other. The parent believes nothing
 * it reads: a message too long, cut short or late ends the child. */
#pragma once

#include "base/text.h"

enum { TALK_MOST = 8 << 20 };                                     /* bytes of a message */
enum { TALK_SCORE_MOST = 1000000000, TALK_VALUE_MOST = 1000000 }; /* and the least, negative */

/* Questions. Every question begins: what, the option values (a list), whether the answer must
 * be confirmed by a second interpreter (others are now and then), then: */
typedef enum talk_what {
    TALK_LOAD,   /* name, source               -> a map that describes the game */
    TALK_EXPAND, /* seats, children, then of each of many positions: seat, state
                  *                            -> of the first of them, see below */
    TALK_LOOP,   /* seats, children, positions -> the nanoseconds of processor time that all of
                  * them took when they were asked about in one plain loop, and those before */
    TALK_CALL    /* function, chance, arguments (a list) -> two values, and bounds */
} talk_what;

/* A position is answered by TALK_OK, who is to move, the scores (an empty list: it goes on),
 * the moves, where children are asked for what follows from each move (TALK_OK and a state, or
 * a fault), and where the file has `evaluate` a number for each seat; or by a fault. The answer
 * about many positions is how many were answered, one at least, and those answers: whoever has
 * worked or said enough leaves the rest to the next question. */

/* The chance of a call is the seed of a stream, "" for none; or a tape (base/chance_tree.h),
 * the list of its digits. The bounds in the answer are the list of those of all draws from the
 * tape; nil where one cannot be listed, and where there was no tape. */

/* Answers begin with one of these. All but TALK_OK go on: line (0: none), function, detail. */
typedef enum talk_answer {
    TALK_OK,
    TALK_ERROR,     /* detail: what Lua or Prolog says */
    TALK_ENDLESS,   /* more instructions than allowed */
    TALK_MEMORY,    /* more memory than allowed */
    TALK_NO_VALUE,  /* detail: where a value stands that is no plain value, and what it is */
    TALK_NAN,       /* detail: where */
    TALK_CYCLE,     /* detail: where */
    TALK_LARGE,     /* detail: how large */
    TALK_MISSING,   /* function: which */
    TALK_NO_LIST,   /* moves gives something else than a list; detail: what */
    TALK_SCORES,    /* over gives no list of scores; detail: what */
    TALK_TURN,      /* turn gives no seat; detail: what */
    TALK_MANY,      /* too many moves; detail: how many */
    TALK_UNORDERED, /* a list in another order when asked again */
    TALK_FICKLE,    /* another answer when asked again */
    TALK_NUMBER,    /* a number was expected; detail: what came */
    TALK_FAILS,     /* no answer where there must be one */
    TALK_OUTSIDE,   /* detail: what was called that reaches outside the game */
    TALK_SITUATION, /* nothing is known from which a game begins */
    TALK_ANSWERS
} talk_answer;

/* The functions a file can have, in the order of their numbers; the first TALK_NEEDED must be
 * there (`rules` may be a text as well). */
#define TALK_FUNCTIONS(X)                                                                      \
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
    X(ending)                                                                                  \
    X(explain)                                                                                 \
    X(lens)                                                                                    \
    X(mark)                                                                                    \
    X(edit)                                                                                    \
    X(symmetries)                                                                              \
    X(order)                                                                                   \
    X(evaluate)                                                                                \
    X(claim)
#define TALK_NUMBER_OF(name) FN_##name,
typedef enum talk_function { TALK_FUNCTIONS(TALK_NUMBER_OF) FN_COUNT } talk_function;
#undef TALK_NUMBER_OF
enum { TALK_NEEDED = FN_play + 1 };
/* Those from here on are of files whose text has statements: no functions that a file defines
 * by that name. */
enum { TALK_STATED = FN_claim };
extern const char *const talk_function_name[FN_COUNT];

/* Sends one message; false when the other side is gone. */
bool talk_send(int fd, duel_str bytes);
/* Receives one message into *in, cleared first; false when the other side is gone, is late (the
 * socket's own time-out), or says too much. */
bool talk_receive(int fd, duel_buf *in);

/* ---- the life of a process -------------------------------------------------------------- */

/* It is shut in, then questions come and answers go, with so much processor time for each. */

enum { CHILD_SECONDS = 2 }; /* of processor time, for a question */

/* Writes the answer to *out, which is empty. False: the question makes no sense. */
typedef bool child_loop_answer(void *self, duel_str question, duel_buf *out);

_Noreturn void child_loop_run(child_loop_answer *answer, void *self);
/* Processor time from now until the signal that kills; 0: none. */
void child_loop_timer(int seconds);
/* Whether enough was done for one answer, begun at this time of duel_clock: there is a limit to
 * its length, and to its time. */
bool child_loop_enough(double begun, size_t bytes);

/* Which answers are confirmed by asking again: the first ones, and now and then one. */
bool child_asks_twice(int *answers);
