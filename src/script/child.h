/* script/child.h -- a file in Lua that answers questions and does nothing else, and the process
 * in which it runs.
 *
 * The process is this program once more, started by exec with a word of its own, so that it has
 * nothing of the house in its memory, and nothing of its threads. It shuts itself in (cell.h)
 * before it reads a byte; its memory and its processor time for a question are limited. The
 * questions are those of script/talk.h. */
#ifndef DUEL_SCRIPT_CHILD_H
#define DUEL_SCRIPT_CHILD_H

#include "base/text.h"

/* Its first argument; the second is the file's name, for whoever looks at a list of processes.
 * Its socket to the house is CELL_SOCKET. */
extern const char child_word[];

typedef struct child child;
child *child_new(void); /* NULL: no memory */
void child_free(child *c);
/* Writes the answer to *out, which is empty. False: the question makes no sense. */
bool child_answer(child *c, duel_str question, duel_buf *out);

#endif
