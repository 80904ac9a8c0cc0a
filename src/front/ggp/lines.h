/* front/ggp/lines.h -- the connections of a player: each brings one request and takes one
 * answer.
 *
 *     reading ──▶ waiting (heard) ──▶ writing ──▶ leaving ──▶ closed
 *
 * There are few places. When all are taken, whoever has been longest about its request makes
 * room, so that those who never end theirs keep nobody out. A loop of its own over poll: what
 * there is to do is so little that a library for it would be more. */
#ifndef DUEL_FRONT_GGP_LINES_H
#define DUEL_FRONT_GGP_LINES_H

#include "base/status.h"

typedef struct ggp_lines ggp_lines;

typedef struct ggp_lines_setup {
    const char *host;
    int port; /* 0: any that is free */
    void *owner;
    /* A whole request, and when its connection came. It is answered by ggp_lines_answer, now
     * or later; until the moment that is returned, when `late` is called instead. */
    double (*heard)(void *owner, uint64_t ticket, duel_str body, double since);
    void (*late)(void *owner, uint64_t ticket);
    void (*woken)(void *owner); /* after ggp_lines_wake */
} ggp_lines_setup;

duel_status ggp_lines_new(const ggp_lines_setup *setup, ggp_lines **out, duel_msg *why);
void ggp_lines_free(ggp_lines *l); /* NULL does nothing */
int ggp_lines_port(const ggp_lines *l);

/* One round: waits, for a short while, and serves whoever has something. */
void ggp_lines_round(ggp_lines *l);
void ggp_lines_answer(ggp_lines *l, uint64_t ticket, int status, duel_str body);
/* On any thread: the loop calls `woken`. */
void ggp_lines_wake(ggp_lines *l);

#endif
