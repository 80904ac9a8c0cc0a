/* moriarty/ponder.h -- thinking while the other side does: a search in a thread of its own,
 * whose finds stay in the table. It ends when it is told to, or when nothing is left to find.
 */
#ifndef MORIARTY_PONDER_H
#define MORIARTY_PONDER_H

#include "games/moriarty/search.h"

#include <pthread.h>

typedef struct moriarty_ponder {
    moriarty_request request;
    pthread_t thread;
    atomic_bool stop;
    bool runs;
} moriarty_ponder;

/* Begins, unless there is no thread to be had; nothing else may use the table until the end. */
void moriarty_ponder_begin(moriarty_ponder *p, const moriarty_request *request);
void moriarty_ponder_end(moriarty_ponder *p); /* fine if it was never begun */

#endif
