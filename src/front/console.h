/* front/console.h -- what all commands share with the person at the terminal: the flags every
 * command has, its help, its failures, in words or as JSON; progress on the terminal, Ctrl-C.
 * */
#pragma once

#include "base/terminal_safe.h"
#include "core/command.h"
#include "core/engine.h"

typedef struct console {
    duel_console to; /* what the commands see */
    duel_terminal_safe out, err;
    bool help;        /* --help was written */
    const char *load; /* --load FILE, or NULL */
} console;

/* On the standard streams, in the language of the locale. Stays where it is: it points into
 * itself. */
void console_init(console *c);
/* Takes --json, --lang, --data, --load and --help out of the arguments, wherever they are. */
duel_status console_take_flags(console *c, int *argc, char **argv, duel_msg *why);

/* Runs a command, tells what went wrong and gives the exit status. */
int console_run(const duel_console *c, const char *called, const duel_command *command,
                int argc, char **argv);

/* ---- long work in front of a person: progress on the terminal, Ctrl-C, memory ------------ */

/* Set by Ctrl-C (and a terminating signal) from progress_begin on. */
extern atomic_bool work_stop;
void progress_begin(void);

/* Bytes an engine may use: --memory MB, or half of the machine's. */
size_t progress_memory(const duel_args *a);

/* Options that several commands have; seconds are in millionths. */
#define WORK_MEMORY                                                                            \
    {                                                                                          \
        "memory", DUEL_NUMBER, 0, 16, INT64_C(1) << 24, NULL,                                  \
            N_("megabytes the machine may use (default: half of its memory)")                  \
    }
#define WORK_THREADS                                                                           \
    {                                                                                          \
        "threads", DUEL_NUMBER, 1, 1, 64, NULL, N_("threads to use")                           \
    }
#define WORK_SECONDS(initial, help)                                                            \
    {                                                                                          \
        "seconds", DUEL_DECIMAL, initial, 0, INT64_C(1000000000000), NULL, help                \
    }
#define WORK_LAST                                                                              \
    {                                                                                          \
        NULL, DUEL_NUMBER, 0, 0, 0, NULL, NULL                                                 \
    }

/* A duel_think.progress that shows a line on the error stream, a few times a second. */
typedef struct progress_meter {
    const duel_console *c;
    double shown; /* when; -1: never */
} progress_meter;
void progress_show(void *meter, const duel_progress *p);
void progress_clear(progress_meter *m); /* wipes the line */
/* For those who show a line of their own: whether it is time for one, which is then shown. */
bool progress_due(progress_meter *m);

/* A bar for work whose size is known. */
void progress_bar(progress_meter *m, uint64_t done, uint64_t total);
/* The same for work that counts its steps and knows nothing of a meter: `watcher` is one of
 * these. */
typedef struct progress_steps {
    progress_meter meter;
    uint64_t total;
} progress_steps;
void progress_step(void *watcher, uint64_t done);
