/* script/loop.h -- a file's functions in one plain Lua loop. Lives in the child process only.
 */
#ifndef DUEL_SCRIPT_LOOP_H
#define DUEL_SCRIPT_LOOP_H

#include "script/sandbox.h"

/* Asks turn, over, moves and play of each position (seat and state, one after the other), as a
 * program in Lua would, and throws away what they say. *nanoseconds is the processor's time
 * that took, *before what the process had used until then. */
bool loop_run(sandbox *s, duel_str positions, int64_t *before, int64_t *nanoseconds,
              sandbox_fault *fault);

#endif
