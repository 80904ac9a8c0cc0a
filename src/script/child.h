/* script/child.h -- the processes in which files run: the words that start them, the walls
 * around them, and a file in Lua that answers questions and does nothing else.
 *
 * A process is this program once more, started by exec with a word of its own, so that it has
 * nothing of the house in its memory, and nothing of its threads. It shuts itself in before it
 * reads a byte; its memory and its processor time for a question are limited. The questions are
 * those of script/pipe_message.h.
 *
 * It holds no file but its socket and may open none; it starts no process, writes no core, has
 * so much memory. Of the system's calls it has those that computing, its memory and its socket
 * need, and no others: whoever makes another is ended by the kernel (seccomp). */
#pragma once

#include "base/text.h"

/* The first argument of one for a file in Lua, and for one in Prolog; the second is the file's
 * name, for whoever looks at a list of processes. Its socket to the house is JAIL_SOCKET. */
extern const char child_word[], prolog_word[];

enum {
    JAIL_SOCKET = 3,   /* to the house: all else is closed */
    JAIL_OPEN = 3,     /* how a process ends that could not be shut in: no file has been run */
    PROLOG_MISSING = 4 /* and one where there is no SWI-Prolog */
};

/* Shuts this process in, for good. False: it may not be, and must end. */
bool jail_enter(void);

/* script/six.pl as a text: made from it when the program is built. */
extern const char six_source[];

typedef struct child child;
child *child_new(void); /* NULL: no memory */
void child_free(child *c);
/* Writes the answer to *out, which is empty. False: the question makes no sense. */
bool child_answer(child *c, duel_str question, duel_buf *out);
