/* wumpus/arguments.h -- what follows `duel wumpus COMMAND`: flags by a table of options, texts
 * and words. `--size 8`, `--size=8` and `size=8` are the same; a yes-or-no option written
 * `--explain` means yes, and a number whose default lies outside
 * its range may be left out: `--daily`. */
#ifndef DUEL_WUMPUS_ARGUMENTS_H
#define DUEL_WUMPUS_ARGUMENTS_H

#include "core/command.h"
#include "core/variant.h"

enum { WUMPUS_TEXTS = 4 };

typedef struct wumpus_arguments {
    int64_t value[DUEL_OPTIONS];    /* in the order of the options */
    uint32_t given;                 /* bit i: option i was written */
    const char *text[WUMPUS_TEXTS]; /* in the order of the texts; NULL: not written */
    const char *word;               /* the one word that is no flag; NULL: none */
    bool help;
} wumpus_arguments;

/* `options` ends with a NULL name; `texts`, names of flags that take any text, with NULL. */
duel_status wumpus_arguments_read(const duel_option *options, const char *const *texts,
                                  int argc, char **argv, wumpus_arguments *out, duel_msg *why);

static inline bool wumpus_given(const wumpus_arguments *a, int option)
{
    return a->given >> option & 1;
}

/* What --help prints. */
void wumpus_arguments_help(const duel_console *c, const duel_command *command,
                           const duel_option *options);

/* Says on the error stream what is wrong; gives the exit status that goes with it. */
int wumpus_fail(const duel_console *c, duel_status status, const duel_msg *why);

/* A command whose arguments are flags only: reads them, helps, or lets `run` do it, and says
 * what went wrong. `texts` may be NULL. */
typedef duel_status wumpus_run(const duel_console *c, const wumpus_arguments *a, duel_msg *why);
int wumpus_run_command(const duel_console *c, const duel_command *command,
                       const duel_option *options, const char *const *texts, wumpus_run *run,
                       int argc, char **argv);

/* Prints one JSON object and a line end; takes over the reference. */
struct json_t;
void wumpus_print_json(const duel_console *c, struct json_t *object);

#endif
