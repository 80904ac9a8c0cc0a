/* core/command.h -- a command that belongs to one game: `duel ergo prove …`. */
#ifndef DUEL_CORE_COMMAND_H
#define DUEL_CORE_COMMAND_H

#include "core/game.h"

/* What a command finds around it. Answers go to `out`, everything else to `err`. */
typedef struct duel_console {
    duel_sink *out, *err;
    duel_lang lang;
    bool json;
    bool terminal; /* somebody watches err: progress may be shown */
} duel_console;

typedef struct duel_command {
    const char *name;  /* NULL ends a table */
    const char *usage; /* what follows the name: "PREMISE… [--method table|dpll]" */
    const char *help;  /* a message, in one line */
    /* Exit status: 0 done, 1 the answer is no, 2 wrong usage. */
    int (*run)(const duel_console *c, int argc, char **argv);
} duel_command;

#endif
