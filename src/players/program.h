/* players/program.h -- programs from outside, for the files about them only: the warden of one,
 * the program and its lines, and the languages that they speak. */
#pragma once

#include "base/status.h"
#include "core/engine.h"
#include "players/program_player.h"

#include <stdatomic.h>
#include <stdbool.h>
#include <sys/types.h>

/* ---- the process that watches over a program --------------------------------------------- */

/* house ──fork──▶ warden ──fork──▶ program ──▶ whatever it starts
 *       └────line───────┘
 *
 * Nothing the program starts can leave its warden, in whatever process group or session it is.
 * Where the system lets us, the warden is the first of a PID namespace: the kernel ends
 * everybody in it when the warden ends. Elsewhere it is a subreaper: who loses its parent
 * becomes a child of the warden, and that ends them until none is left. When the line is
 * closed, by the house or by the kernel because the house was killed, the warden ends the
 * program. Neither the program nor what it starts can gain rights by what it executes
 * (no_new_privs). A house with threads may have any number of wardens. */

typedef struct supervisor {
    pid_t pid; /* 0: nothing is running */
    int line;
} supervisor;

/* Starts the file `path`, which is told that it is called `name`, with `fd` as its standard
 * input and output, and `log` as its standard error (-1: that of the house); both stay the
 * caller's. 0, or the errno that says why it is not running. */
int supervisor_start(supervisor *g, const char *path, const char *name, int fd, int log);

/* Whether the program has ended by itself, waiting for it so long; *status as waitpid has it.
 */
bool supervisor_saw_end(const supervisor *g, int milliseconds, int *status);

/* Ends the program and everything it has started. Nothing, if nothing is running. */
void supervisor_end(supervisor *g);

/* ---- the program, and its lines ---------------------------------------------------------- */

/* Whatever it does, it cannot hold up the house: whoever waits for a line says until when, and
 * a line and an answer have a length limit. A program that fails is ended with all it started,
 * and its failure is a message with DUEL_REFUSED. */

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
    supervisor watch;
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

/* Unless it runs. DUEL_INVALID: it cannot be started, and *why says what is the matter. */
duel_status program_start(program *p, duel_msg *why);
bool program_runs(const program *p);

duel_status program_send(program *p, const duel_buf *text, duel_msg *why);
/* From here on what it says counts as a new answer. */
void program_begin_answer(program *p);
/* The next line, without its end. */
duel_status program_hear(program *p, program_wait *w, char line[PROGRAM_LINE], duel_msg *why);

/* Ends it with a message about its command ({0}) and a detail ({1}); DUEL_REFUSED. */
duel_status program_fail(program *p, const char *id, duel_str detail, duel_msg *why);
/* What of a line can be shown in a message. */
duel_str program_printable(const char *line);

/* ---- the languages that programs speak --------------------------------------------------- */

/* A dialect greets a program that has just been started, and asks it for one move. What it
 * hears is read strictly: anything else than an answer, and the program has lost. */

typedef struct program_protocol program_protocol;

struct program_player {
    const duel_variant *v;
    const program_protocol *speaks;
    program program;
    int seat;     /* where it sits in this game */
    bool ready;   /* it has been greeted */
    bool fresh;   /* no move of this game yet */
    size_t told;  /* gtp: moves of this game that it knows */
    bool replied; /* gtp: what is still to come of its last reply may be passed over */
    double took;
};

typedef struct program_question { /* a move is wanted */
    const void *view;
    const duel_think *think; /* the limits of the whole turn */
    int depth;               /* 0: no limit */
    int made;                /* moves of this turn that it has answered with already */
} program_question;

struct program_protocol {
    const char *name; /* before the colon of a spec */
    /* Refuses a game that cannot be told in it; NULL: every one can. */
    duel_status (*fits)(const duel_variant *v, duel_msg *why);
    duel_status (*greet)(program_player *b, program_wait *w, duel_msg *why);
    /* A legal move of the view; DUEL_REFUSED: it has failed and was ended. */
    duel_status (*ask)(program_player *b, const program_question *q, program_wait *w,
                       duel_move *move, duel_msg *why);
    const char *urge; /* the line for "answer at once"; NULL: it has none */
    const char *farewell;
};

extern const program_protocol dialect_house, dialect_gtp, dialect_nboard;
