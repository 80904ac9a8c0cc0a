/* front/cli/meanwhile.h -- a machine that goes on thinking while a person does: in a thread of
 * its own, until the person has typed something. */
#ifndef DUEL_CLI_MEANWHILE_H
#define DUEL_CLI_MEANWHILE_H

#include "front/host.h"

#include <pthread.h>
#include <stdatomic.h>

typedef struct meanwhile {
    duel_cast *cast;
    duel_state view;
    duel_think call;
    atomic_bool stop;
    pthread_t thread;
    bool runs;
} meanwhile;

/* Begins, if there is such a machine at the table. Nobody else may use it until the end. */
void meanwhile_begin(meanwhile *m, host *at);
void meanwhile_end(meanwhile *m); /* fine if nothing was begun */

#endif
