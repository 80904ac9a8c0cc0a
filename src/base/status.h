/* base/status.h -- what can fail says how: a status and a message.
 *
 * A message is the English sentence itself (its id), with {0} {1} … for its arguments; the
 * catalogue of translations is keyed by it. {0:match|matches} picks a word by the number in
 * argument 0. Messages are values: they can be kept, compared and sent, and are turned into
 * French or English only when somebody reads them (base/messages.h). */
#pragma once

#include "base/text.h"

#include <stdarg.h>

typedef enum duel_status {
    DUEL_OK = 0,
    DUEL_REFUSED,  /* understood, and the answer is no: an illegal move, a refused claim */
    DUEL_INVALID,  /* not understood: malformed input, an option out of range */
    DUEL_NO_SPACE, /* no room left: memory or disk */
    DUEL_STOPPED,  /* asked to stop, or out of time */
    DUEL_FAILED    /* the outside world failed: a file, a database, a socket */
} duel_status;

/* Marks a text for translation where no call renders it at once. */
#define N_(text) text

enum { DUEL_MSG_ARGS = 6, DUEL_MSG_TEXT = 224 };

typedef struct duel_arg {
    enum { DUEL_ARG_NUMBER, DUEL_ARG_TEXT, DUEL_ARG_WORD, DUEL_ARG_MEANT } kind;
    int64_t number;   /* a number */
    size_t at;        /* a text: where it begins in the message's own bytes */
    const char *word; /* a static text which is itself translated */
} duel_arg;

typedef struct duel_msg {
    const char *id; /* static; NULL = nothing to say */
    int count;
    duel_arg arg[DUEL_MSG_ARGS];
    char text[DUEL_MSG_TEXT]; /* the bytes of its texts; longer ones are cut, "…" added */
    size_t used;
} duel_msg;

/* Fills *m. `kinds` has a letter for each argument: i = int64_t, s = duel_str, c = const char *
 * (copied as they are), w = const char * marked with N_ (translated with the message). */
void duel_say(duel_msg *m, const char *id, const char *kinds, ...);
void duel_say_list(duel_msg *m, const char *id, const char *kinds, va_list *args);

/* Asks behind the sentence whether this name was meant, if there is room and nothing is asked
 * yet; NULL is fine. */
void duel_say_meant(duel_msg *m, const char *name);

/* Says, then returns the status: `return duel_refuse(why, N_("…"), "i", (int64_t)3);`
 * `why` may be NULL when nobody wants to know. */
duel_status duel_refuse(duel_msg *why, const char *id, const char *kinds,
                        ...); /* DUEL_REFUSED */
duel_status duel_invalid(duel_msg *why, const char *id, const char *kinds,
                         ...);            /* DUEL_INVALID */
duel_status duel_no_space(duel_msg *why); /* DUEL_NO_SPACE: out of memory */
duel_status duel_fail(duel_msg *why, const char *id, const char *kinds, ...); /* DUEL_FAILED */

/* Ends the program with a sentence on its error output. For a rule that must answer and cannot
 * for want of memory: any answer would be part of the game, and another one than the same
 * record gets elsewhere. */
_Noreturn void duel_out_of_memory(void);

/* What the program relies on, checked in every build: where it does not hold, the program ends
 * with a sentence before memory or stored data is harmed. What people, files or connections can
 * cause is refused by a status instead. */
#define DUEL_REQUIRE(rule) ((rule) ? (void)0 : duel_broken(#rule, __FILE__, __LINE__))
_Noreturn void duel_broken(const char *rule, const char *file, int line);
