/* core/command.h -- a command that belongs to one game, `duel ergo prove …`, and its arguments.
 *
 * A command says in tables what it takes; by them its arguments are read, checked and
 * explained, the same way for all: `--seed 7`, `--seed=7` and `seed=7` are the same, and a
 * yes-or-no option written `--explain` means yes. `--json`, `--lang` and `--help` belong to
 * every command and are not seen here (front/args.h). What is left over are the words: files,
 * positions, options of the game. */
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

/* A flag that takes any text. */
typedef struct duel_flag {
    const char *name;  /* "svg"; NULL ends a table */
    const char *value; /* what its value is called in the help: "FILE" */
    const char *help;  /* a message */
} duel_flag;

enum { DUEL_WORDS = 64, DUEL_TEXTS = 4 };

typedef struct duel_args {
    int64_t value[DUEL_OPTIONS];  /* in the order of the options; their default if not given */
    uint32_t given;               /* bit i: option i was written */
    const char *text[DUEL_TEXTS]; /* in the order of the texts; NULL: not written */
    int word_count;
    duel_str word[DUEL_WORDS]; /* each ends with a NUL */
} duel_args;

typedef struct duel_command {
    const char *name;           /* NULL ends a table */
    const char *words;          /* what follows the name, flags aside: "FILE"; may be empty */
    const char *help;           /* a message, in one line */
    const duel_option *options; /* ended by a NULL name; may be NULL */
    const duel_flag *texts;     /* may be NULL */
    int most_words;
    /* DUEL_OK: done. Else *why is printed, if it says something, and the exit status tells:
     * wrong usage for DUEL_BAD, a plain no for the others. */
    duel_status (*run)(const duel_console *c, const duel_args *a, duel_msg *why);
} duel_command;

/* `called` is how the command is written: "ergo prove". */
duel_status duel_args_read(const char *called, const duel_command *command, int argc,
                           char **argv, duel_args *out, duel_msg *why);
/* Reads, runs, says what went wrong; gives the exit status. */
int duel_command_run(const duel_console *c, const char *called, const duel_command *command,
                     int argc, char **argv);
/* "[--openings N] [--svg FILE]" behind the words, and a line for each flag. */
void duel_command_usage(const duel_command *command, duel_sink *out);
void duel_command_help(const duel_console *c, const duel_command *command);

static inline bool duel_given(const duel_args *a, int option)
{
    return a->given >> option & 1;
}

/* ---- the end ---------------------------------------------------------------------------- */

enum { DUEL_EXIT_DONE = 0, DUEL_EXIT_NO = 1, DUEL_EXIT_USAGE = 2 };

int duel_exit_status(duel_status status);
/* Says on the error stream what went wrong; gives the exit status that goes with it. */
int duel_command_fail(const duel_console *c, duel_status status, const duel_msg *why);
/* Prints one JSON object and a line end; takes over the reference. */
struct json_t; /* of jansson */
void duel_print_json(const duel_console *c, struct json_t *object);

#endif
