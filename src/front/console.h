/* front/console.h -- what stands between a command and the one who typed it: the flags every
 * command has, its help, its failures, in words or as JSON. */
#ifndef DUEL_FRONT_CONSOLE_H
#define DUEL_FRONT_CONSOLE_H

#include "base/screen.h"
#include "core/command.h"

typedef struct console {
    duel_console to; /* what the commands see */
    duel_screen out, err;
    bool help;        /* --help was written */
    const char *load; /* --load FILE, or NULL */
} console;

/* On the standard streams, in the language of the locale. Stays where it is: it points into
 * itself. */
void console_init(console *c);
/* Takes --json, --lang, --data, --load and --help out of the arguments, wherever they are. */
duel_status console_take_flags(console *c, int *argc, char **argv, duel_msg *why);

/* "duel solve GAME …", what it does, its flags and those of every command. */
void console_help(const duel_console *c, const char *called, const duel_command *command);
/* Runs a command, tells what went wrong and gives the exit status. */
int console_run(const duel_console *c, const char *called, const duel_command *command,
                int argc, char **argv);

/* Tells a failure: a line on the error stream, or as JSON the one object of the answer. Gives
 * the exit status that goes with it. */
int console_fail(const duel_console *c, duel_status status, const duel_msg *why);

#endif
