/* players/program.h -- a program from outside: started under a warden, spoken to in lines.
 *
 * Whatever it does, it cannot hold up the house: whoever waits for a line says until when, and
 * a line and an answer have a length limit. A program that fails is ended with all it started,
 * and its failure is a message with DUEL_NO. */
#ifndef DUEL_PLAYERS_PROGRAM_H
#define DUEL_PLAYERS_PROGRAM_H

#include "base/status.h"
#include "players/warden.h"

#include <stdatomic.h>

enum {
    PROGRAM_LINE = 4096,            /* bytes of a line */
    PROGRAM_ANSWER = 64 << 10,      /* bytes of an answer, all its lines together */
    PROGRAM_HANDSHAKE_SECONDS = 10, /* to be ready, and to read what it is told */
    PROGRAM_PATIENT_SECONDS = 60,   /* for a turn without a limit */
    PROGRAM_GRACE_SECONDS = 1       /* to obey when it is to answer at once */
};

typedef struct program {
    char *command;
    int log; /* where its standard error goes; -1: to that of the house */
    warden watch;
    int fd;
    char in[PROGRAM_LINE];
    size_t held; /* bytes in `in` */
    size_t said; /* bytes of this answer */
} program;

typedef struct program_wait { /* until when, and who may interrupt */
    double until;
    const atomic_bool *stop; /* may be NULL */
    const char *urge;        /* the line that asks for an answer at once; NULL: there is none */
    bool urged;
} program_wait;

/* `command` is a path, or a name found in PATH; without blanks. */
duel_status program_init(program *p, duel_str command, duel_msg *why);
/* Says goodbye, if there is a word for it, and ends it. */
void program_fini(program *p, const char *farewell);
/* The file for its standard error: what comes is added at its end. */
duel_status program_log(program *p, const char *path, duel_msg *why);

/* Unless it runs. DUEL_BAD: it cannot be started, and *why says what is the matter. */
duel_status program_start(program *p, duel_msg *why);
bool program_runs(const program *p);
/* Ends it, and everything it has started. */
void program_end(program *p);

duel_status program_send(program *p, const duel_buf *text, duel_msg *why);
/* From here on what it says counts as a new answer. */
void program_begin_answer(program *p);
/* The next line, without its end. */
duel_status program_hear(program *p, program_wait *w, char line[PROGRAM_LINE], duel_msg *why);

/* Ends it with a message about its command ({0}) and a detail ({1}); DUEL_NO. */
duel_status program_fail(program *p, const char *id, duel_str detail, duel_msg *why);
/* What of a line can be shown in a message. */
duel_str program_printable(const char *line);

#endif
