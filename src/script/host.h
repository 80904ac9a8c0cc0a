/* script/host.h -- the parent's side of a file: its process, its failures.
 *
 *     start ──▶ ask ──▶ ask ──▶ … ──▶ stop
 *
 * A child that dies, hangs or says too much is ended and reported; the next question starts a
 * new one. Not safe for threads by itself: the caller holds a lock. Only hush is for others:
 * from then on no question is answered, also not the one that is being asked. */
#ifndef DUEL_SCRIPT_HOST_H
#define DUEL_SCRIPT_HOST_H

#include "base/status.h"
#include "script/talk.h"

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

typedef struct script_host {
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
} script_host;

/* Reads the file and runs it; *description is the answer to TALK_LOAD, valid until the next
 * question. On failure nothing is kept. */
duel_status script_host_start(script_host *h, const script_kind *kind, const char *path,
                              duel_str *description, duel_msg *why);
void script_host_stop(script_host *h);
void script_host_hush(script_host *h);

/* Begins a question in h->out: what it is, and the options (a flat map). */
void script_host_begin(script_host *h, talk_what what, duel_str options);
/* Sends it; *answer is what follows TALK_OK. Any other answer is a failure, in words. */
duel_status script_host_ask(script_host *h, duel_str *answer, duel_msg *why);

/* Turns a fault that stands in an answer into words; DUEL_BAD if it does not even parse. */
duel_status script_host_fault(const script_host *h, duel_str *answer, duel_msg *why);

#endif
