/* script/parent.h -- a file and its process, as the house sees them; and what begins, asks and
 * ends the process. */
#pragma once

#include "base/status.h"
#include "script/pipe_message.h"

#include <pthread.h>
#include <sys/types.h>

/* In what the processes of one kind of file differ from those of another. */
typedef struct script_kind {
    const char *process;      /* the word that starts one */
    const char *const *words; /* by talk_answer: {0} the file, {1} the function, {2} the
                               * detail, {3} the line; NULL: it never answers so */
    const char *may_loop;     /* what a file writes that may come back to a position */
    void (*prepare)(duel_buf *source); /* before it is run; NULL: it is as it is */
} script_kind;
extern const script_kind script_kind_lua, script_kind_prolog;

typedef struct script_parent {
    const script_kind *kind;
    char name[80];        /* of the file, for messages */
    duel_buf source;      /* the file as it was read */
    duel_buf in, out;     /* the last answer; the question being written */
    pthread_mutex_t life; /* of the two below, where they are written or another thread's */
    bool hushed;
    pid_t pid; /* 0: none runs */
    int fd;
    struct child *child; /* the file itself, where it needs no process */
    int starts;
    bool doubting; /* every answer is to be confirmed */
} script_parent;

/* ---- process.c -------------------------------------------------------------------------- */

/* Where no process can be, something else stands behind these (front/static/no_programs.c). */

/* None runs yet. */
duel_status process_begin(script_parent *h, duel_msg *why);
/* One question; h->in is its answer, whatever it says. On failure none runs any more. */
duel_status process_ask(script_parent *h, duel_str question, duel_msg *why);
/* Does nothing where none runs. */
void process_end(script_parent *h);
/* On any thread: from now on no question is answered, also not the one that is being asked. */
void script_refuse_all(script_parent *h);
