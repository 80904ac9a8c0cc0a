/* front/ggp/inside.h -- what the files of the player for game servers share.
 *
 *     lines      connections: a request comes, and its answer goes
 *     message    what is in a request, and around an answer, as bytes
 *     player     what is answered to which message, and when
 *     mind       the thread that follows a match and thinks; the loop never waits for it
 *     match      what may be played, and what is best */
#pragma once

#include "core/engine.h"

/* ---- message.c --------------------------------------------------------------------------- */

/* One HTTP request with a message in it, and its answer, as bytes.
 *
 * Servers of General Game Playing are of many hands and years: the version is 1.0 or 1.1, lines
 * end with CR LF or LF alone, fields are anything. All that is asked for is POST and a length.
 * No input, no output. */

enum {
    POST_HEAD_BYTES = 8192,
    POST_BODY_BYTES = (1 << 20) + (1 << 16), /* a sheet, and room around it */
};

typedef enum post_step { POST_MORE, POST_WHOLE, POST_REFUSED } post_step;

typedef struct post {
    duel_str body; /* once whole */
    size_t wanted; /* bytes in all, as far as is known */
    int status;    /* once refused: 400, 405, 411, 413 */
} post;

/* Of the bytes of a connection so far. */
post_step post_read(duel_str bytes, post *out);
/* An answer, after which the connection ends. */
void post_answer(int status, duel_str body, duel_sink *out);

/* What a server of General Game Playing says to a player.
 *
 *     (INFO)                                        is it there?
 *     (START match role (sheet…) startclock playclock)
 *     (PLAY match (move…))                          moves of all roles; nil: the first step
 *     (STOP match (move…))   (ABORT match)
 *
 * as M. Genesereth and others describe it ("General Game Playing", chapter "Game Management").
 * No input, no output: a text is put in, a message comes out that points into it. */
typedef enum ggp_kind {
    GGP_INFO,
    GGP_START,
    GGP_PLAY,
    GGP_STOP,
    GGP_ABORT,
    GGP_KINDS
} ggp_kind;

typedef struct ggp_message {
    ggp_kind kind;
    duel_str match;
    duel_str role, sheet;           /* of START; the sheet without the brackets around it */
    double start_clock, play_clock; /* seconds */
    duel_str moves;                 /* of PLAY, without the brackets; at == NULL: nil */
} ggp_message;

enum { GGP_CLOCK_MOST = 86400, GGP_MATCH_BYTES = 200 };

/* False: it is none of these. */
bool ggp_message_read(duel_str text, ggp_message *out);

/* ---- connections.c
 * ----------------------------------------------------------------------------- */

/* The connections of a player: each brings one request and takes one answer.
 *
 *     reading ──▶ waiting (heard) ──▶ writing ──▶ leaving ──▶ closed
 *
 * There are few places. When all are taken, whoever has been longest about its request makes
 * room, so that those who never end theirs keep nobody out. A loop of its own over poll: what
 * there is to do is so little that a library for it would be more. */

typedef struct ggp_connections ggp_connections;

typedef struct ggp_connections_setup {
    const char *host;
    int port; /* 0: any that is free */
    void *owner;
    /* A whole request, and when its connection came. It is answered by ggp_connections_answer,
     * now or later; until the moment that is returned, when `late` is called instead. */
    double (*heard)(void *owner, uint64_t ticket, duel_str body, double since);
    void (*late)(void *owner, uint64_t ticket);
    void (*woken)(void *owner); /* after ggp_connections_wake */
} ggp_connections_setup;

duel_status ggp_connections_new(const ggp_connections_setup *setup, ggp_connections **out,
                                duel_msg *why);
void ggp_connections_free(ggp_connections *l); /* NULL does nothing */
int ggp_connections_port(const ggp_connections *l);

/* One round: waits, for a short while, and serves whoever has something. */
void ggp_connections_round(ggp_connections *l);
void ggp_connections_answer(ggp_connections *l, uint64_t ticket, int status, duel_str body);
/* On any thread: the loop calls `woken`. */
void ggp_connections_wake(ggp_connections *l);

/* ---- match.c ----------------------------------------------------------------------------- */

/* A match that a player is in: what holds, what may be played, what is best.
 *
 * The prover follows the match, so that a legal move is known in every sheet that can be read,
 * with any number of roles. Where the sheet is a game of ours too, an engine chooses among
 * them. To find that out may take many seconds: it is studied on a thread of its own.
 *
 *     new ──▶ prepare ──▶ [advance] ──▶ anything ──▶ choose ──▶ … ──▶ free
 *
 * One thread's. */

typedef struct ggp_match ggp_match;

/* The sheets that are studied, for this match and for those that were left. */
enum { GGP_STUDIES = 3 };
typedef struct ggp_sheet_loader {
    struct ggp_study *at[GGP_STUDIES];
} ggp_sheet_loader;

/* How long one may think, and who hears of what is found meanwhile. */
typedef struct ggp_thinking {
    double until; /* a moment of the clock */
    double most;  /* seconds in any case; 0: until then */
    const atomic_bool *stop;
    void *watcher;
    void (*better)(void *watcher, const char *move); /* the best so far */
} ggp_thinking;

/* Of a START. DUEL_INVALID: the sheet is at fault, or has no such role. */
duel_status ggp_match_new(const ggp_message *start, ggp_sheet_loader *studies, ggp_match **out,
                          duel_msg *why);
void ggp_match_free(ggp_match *m);
/* Waits for all. */
void ggp_sheet_loader_end(ggp_sheet_loader *all);

/* Gets to know the game. */
void ggp_match_prepare(ggp_match *m, const ggp_thinking *t);
/* What all roles played, as the server says it. */
duel_status ggp_match_advance(ggp_match *m, duel_str moves, duel_msg *why);
/* Some legal move, by chance; "" where the sheet gives none. The match's, until it goes on. */
const char *ggp_match_anything(ggp_match *m);
/* The move to play; NULL: nobody knows better than `anything`. */
const char *ggp_match_choose(ggp_match *m, const ggp_thinking *t);

/* ---- think_thread.c
 * ------------------------------------------------------------------------------ */

/* The thread on which a player follows its match and thinks.
 *
 *     loop: ask ──▶ queue ──▶ thread: start, play, end ──▶ collect   (after `wake`)
 *           give_up ──▶ the best answer so far, at once
 *
 * The loop never waits for it. Whoever gives up takes what there is to say by then, and the
 * errand is hurried to its end: it is still done, since a match goes on from it. */

typedef struct ggp_think_thread ggp_think_thread;

typedef struct ggp_think_thread_setup {
    double most;               /* seconds of thought a turn; 0: as the clock allows */
    void *owner;               /* is told, on the mind's thread: */
    void (*wake)(void *owner); /* something can be collected; */
    void (*complain)(void *owner, const duel_msg *why);
} ggp_think_thread_setup;

duel_status ggp_think_thread_new(const ggp_think_thread_setup *setup, ggp_think_thread **out,
                                 duel_msg *why);
void ggp_think_thread_free(ggp_think_thread *m); /* NULL does nothing */

/* A START or PLAY, to be answered until `due`, a moment of the clock; `ticket` tells it from
 * all others. False: too many wait. STOP and ABORT end the match and have no answer. */
bool ggp_think_thread_ask(ggp_think_thread *m, uint64_t ticket, duel_str text, double due);
/* An answer that is there. False: none. */
bool ggp_think_thread_collect(ggp_think_thread *m, uint64_t *ticket, duel_buf *answer);
/* What can be said now; the errand has no other answer. */
void ggp_think_thread_give_up(ggp_think_thread *m, uint64_t ticket, duel_buf *answer);
/* Whatever is being done or waits is to be done with as soon as possible. */
void ggp_think_thread_hurry(ggp_think_thread *m);
