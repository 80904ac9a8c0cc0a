/* core/command.h -- a command, `duel solve …` or a game's own `duel ergo prove …`, and its
 * arguments.
 *
 * A command says in tables what it takes; by them its arguments are read, checked and
 * explained, the same way for all: `--seed 7`, `--seed=7` and `seed=7` are the same, and a
 * yes-or-no option written `--explain` means yes. `--json`, `--lang`, `--data`, `--load` and
 * `--help` belong to every command and are taken out beforehand (front/console.h). What is left
 * over are the words: files, positions, options of the game. */
#pragma once

#include "core/game.h"

/* What a command finds around it. Answers go to `out`, everything else to `err`. */
typedef struct duel_console duel_console;
struct json_t; /* of jansson, which this room knows by name only */

struct duel_console {
    duel_sink *out, *err;
    duel_lang lang;
    bool json;        /* the answer is one JSON object */
    bool terminal;    /* somebody watches err: progress may be shown */
    bool utf8;        /* out may have signs beyond ASCII */
    const char *data; /* the folder where things are kept; NULL: the usual one */
    /* Prints one object and a line end; takes over the reference. */
    void (*print_json)(const duel_console *c, struct json_t *object);
};

/* A flag that takes any text. */
typedef struct duel_flag {
    const char *name;  /* "svg"; NULL ends a table */
    const char *value; /* what its value is called in the help: "FILE" */
    const char *help;  /* a message */
} duel_flag;

enum { DUEL_WORDS = 64, DUEL_TEXTS = 6 };

typedef struct duel_args {
    const struct duel_command *command;
    int64_t value[DUEL_OPTIONS];  /* in the order of the options; their default if not given */
    uint32_t given;               /* bit i: option i was written */
    const char *text[DUEL_TEXTS]; /* in the order of the texts; NULL: not written */
    int word_count;
    duel_str word[DUEL_WORDS]; /* each ends with a NUL */
} duel_args;

/* As `most_words`: a game, perhaps a position, and settings of that game. So name=value is the
 * game's, and the command's own options are written with dashes. */
enum { DUEL_GAME_ARGS = -1 };

typedef struct duel_command {
    const char *name;  /* NULL ends a table */
    const char *words; /* what follows the name, flags aside: "FILE"; may be empty */
    const char *help;  /* a message, in one line */
    /* Ended by a NULL name; may be NULL. A default below the least stands for none: the help
     * says what is done then. */
    const duel_option *options;
    const duel_flag *texts; /* may be NULL */
    int most_words;
    /* DUEL_OK: done. Else *why is told, if it says something, and the exit status tells: wrong
     * usage for DUEL_INVALID, a plain no for the others. */
    duel_status (*run)(const duel_console *c, const duel_args *a, duel_msg *why);
} duel_command;

/* `called` is how the command is written: "ergo prove". */
duel_status duel_args_read(const char *called, const duel_command *command, int argc,
                           char **argv, duel_args *out, duel_msg *why);
/* Reads the flags of the command's tables only and takes them out of the arguments, up to "--";
 * whatever else is there stays. */
duel_status duel_args_take(const duel_command *command, int *argc, char **argv, duel_args *out,
                           duel_msg *why);
/* A flag that the command does not have; and the nearest of those it has, asked for behind the
 * message. */
bool duel_args_strange(const duel_command *command, const char *argument, duel_str *name);
void duel_ask_flag(const duel_command *command, duel_str name, duel_msg *why);
/* Reads and runs. *why may be left without anything to say (its id is NULL). */
duel_status duel_command_run(const duel_console *c, const char *called,
                             const duel_command *command, int argc, char **argv, duel_msg *why);
/* Whether nothing written means the default of the option: see `options`. A set may be empty.
 */
bool duel_option_has_default(const duel_option *o);
/* "FILE [--openings N] [--svg FILE]", and a line for each flag. */
void duel_command_usage(const duel_command *command, duel_sink *out);
void duel_command_help(const duel_console *c, const duel_command *command);

static inline bool duel_given(const duel_args *a, int option)
{
    return a->given >> option & 1;
}

/* The same by names, which must be in the tables of the command. */
bool duel_args_has(const duel_args *a, const char *name); /* an option or a text was written */
int64_t duel_args_value(const duel_args *a, const char *option);
double duel_args_decimal(const duel_args *a, const char *option);
const char *duel_args_text(const duel_args *a, const char *text, const char *otherwise);

/* ---- the end ---------------------------------------------------------------------------- */

enum { DUEL_EXIT_DONE = 0, DUEL_EXIT_NO = 1, DUEL_EXIT_USAGE = 2 };

int duel_exit_status(duel_status status);
/* For a command that is a dialogue: refused where JSON is wanted. */
duel_status duel_need_words(const duel_console *c, duel_msg *why);
