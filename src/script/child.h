/* script/child.h -- the process in which a file runs: it answers questions and does nothing
 * else.
 *
 * It is this program once more, started by exec with a word of its own, so that it has nothing
 * of the house in its memory, and nothing of its threads. It shuts itself in (cell.h) before it
 * reads a byte; its memory and its processor time for a question are limited. The questions are
 * those of script/talk.h. */
#ifndef DUEL_SCRIPT_CHILD_H
#define DUEL_SCRIPT_CHILD_H

/* Its first argument; the second is the file's name, for whoever looks at a list of processes.
 * Its socket to the house is CELL_SOCKET. */
extern const char child_word[];

#endif
