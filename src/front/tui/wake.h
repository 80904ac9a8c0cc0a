/* front/tui/wake.h -- what wakes the terminal's loop besides keys: signals and worker threads.
 *
 * Both write a letter into a pipe, so that the loop can sleep in one poll() and miss nothing.
 */
#ifndef DUEL_FRONT_TUI_WAKE_H
#define DUEL_FRONT_TUI_WAKE_H

#include "base/status.h"

typedef enum tui_event {
    TUI_KEYS = 1,      /* the terminal has something to read */
    TUI_WORKER = 2,    /* a worker reports */
    TUI_RESIZED = 4,   /* another size, or back from Ctrl-Z */
    TUI_INTERRUPT = 8, /* Ctrl-C */
    TUI_LOST = 16,     /* the terminal is gone, or the program is asked to end */
    TUI_SUSPEND = 32   /* Ctrl-Z */
} tui_event;

/* Opens the pipe and takes the signals over, after the terminal library has taken its own. */
duel_status tui_wake_open(duel_msg *why);
void tui_wake_close(void);
/* Sleeps until something happens or `seconds` are over (negative: no limit). Gives the events,
 * 0 when the time is over. */
unsigned tui_wake_wait(double seconds);
/* Stops the whole program, as Ctrl-Z does, until it is told to go on. */
void tui_wake_suspend(void);
/* For worker threads. */
void tui_wake_from_worker(void);

#endif
