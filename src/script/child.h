/* script/child.h -- the process in which a file runs: it answers questions and does nothing
 * else.
 *
 * It holds no file but its socket, may open none, start no process, write no core; its memory
 * and its processor time for a question are limited. The questions are those of script/talk.h.
 */
#ifndef DUEL_SCRIPT_CHILD_H
#define DUEL_SCRIPT_CHILD_H

/* How it ends when it could not close what it had inherited: no file has been run then. */
enum { CHILD_UNCONFINED = 3 };

/* Called after fork, in the child; never returns. */
_Noreturn void child_run(int fd);

#endif
