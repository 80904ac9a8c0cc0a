/* front/args.h -- the command line, read by tables: flags, their values, their help.
 *
 * A command declares its flags; --help, --json, --lang, --data and --load belong to every
 * command. What is left over are the words: game, position, options of the game. */
#ifndef DUEL_FRONT_ARGS_H
#define DUEL_FRONT_ARGS_H

#include "base/screen.h"
#include "core/command.h"

#include <signal.h>

typedef struct flag {
    const char *name;  /* "--seed"; NULL ends a table */
    const char *value; /* what its value is called in the help; NULL: a switch */
    const char *help;  /* a message */
} flag;

typedef struct request request;

typedef struct command {
    const char *name;
    const char *usage; /* what follows the name */
    const char *help;  /* a message, one line */
    const flag *flags; /* may be NULL */
    int (*run)(request *r);
} command;

enum { ARGS_WORDS = 64, ARGS_FLAGS = 24 };

struct request {
    const command *command;
    duel_console console;
    duel_screen out, err;
    const char *data; /* --data DIR, or NULL */
    const char *load; /* --load FILE, or NULL */
    bool help;
    int word_count;
    duel_str word[ARGS_WORDS];
    const char *value[ARGS_FLAGS]; /* of command->flags; "" for a switch that is set */
};

/* Exit statuses. */
enum { EXIT_DONE = DUEL_EXIT_DONE, EXIT_NO = DUEL_EXIT_NO, EXIT_USAGE = DUEL_EXIT_USAGE };

/* Reads the arguments after the command's name. */
duel_status args_read(request *r, int argc, char **argv, duel_msg *why);
/* Takes --json, --lang and --help out of the arguments of a game's own command, which keep the
 * others. */
duel_status args_take_console(request *r, int *argc, char **argv, duel_msg *why);
void args_help(const request *r, duel_sink *out);

bool args_has(const request *r, const char *name);
const char *args_text(const request *r, const char *name); /* NULL if it was not given */
duel_status args_number(const request *r, const char *name, int64_t least, int64_t most,
                        int64_t initial, int64_t *out, duel_msg *why);
duel_status args_decimal(const request *r, const char *name, double initial, double *out,
                         duel_msg *why);

/* Prints the message on the error stream and gives the exit status that goes with it. */
int args_fail(const request *r, duel_status status, const duel_msg *why);

/* Prints one JSON object and a line end; takes over the reference. */
struct json_t;
void args_print_json(const request *r, struct json_t *object);

#endif
