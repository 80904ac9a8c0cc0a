/* script/cell.h -- the walls around the process of a file.
 *
 * It holds no file but its socket and may open none; it starts no process, writes no core, has
 * so much memory. Of the system's calls it has those that computing, its memory and its socket
 * need, and no others: whoever makes another is ended by the kernel (seccomp). */
#ifndef DUEL_SCRIPT_CELL_H
#define DUEL_SCRIPT_CELL_H

#include <stdbool.h>

enum {
    CELL_SOCKET = 3, /* to the house: all else is closed */
    CELL_OPEN = 3    /* how a process ends that could not be shut in: no file has been run */
};

/* Shuts this process in, for good. False: it may not be, and must end. */
bool cell_shut(void);

#endif
