/* players/warden.h -- a program from outside, and the process that watches over it.
 *
 *     house ──fork──▶ warden ──fork──▶ program ──▶ whatever it starts
 *       └────line───────┘
 *
 * Nothing the program starts can leave its warden, in whatever process group or session it is.
 * Where the system lets us, the warden is the first of a PID namespace: the kernel ends
 * everybody in it when the warden ends. Elsewhere it is a subreaper: who loses its parent
 * becomes a child of the warden, and that ends them until none is left. When the line is
 * closed, by the house or by the kernel because the house was killed, the warden ends the
 * program. Neither the program nor what it starts can gain rights by what it executes
 * (no_new_privs). A house with threads may have any number of wardens. */
#ifndef DUEL_PLAYERS_WARDEN_H
#define DUEL_PLAYERS_WARDEN_H

#include <stdbool.h>
#include <sys/types.h>

typedef struct warden {
    pid_t pid; /* 0: nothing is running */
    int line;
} warden;

/* Starts the file `path`, which is told that it is called `name`, with `fd` as its standard
 * input and output, and `log` as its standard error (-1: that of the house); both stay the
 * caller's. 0, or the errno that says why it is not running. */
int warden_start(warden *g, const char *path, const char *name, int fd, int log);

/* Whether the program has ended by itself, waiting for it so long; *status as waitpid has it.
 */
bool warden_saw_end(const warden *g, int milliseconds, int *status);

/* Ends the program and everything it has started. Nothing, if nothing is running. */
void warden_end(warden *g);

#endif
