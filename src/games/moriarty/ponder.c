/* moriarty/ponder.c -- see ponder.h. */
#include "games/moriarty/ponder.h"

/* Nobody is heated for a night by a game that was left open. */
static const double longest = 600;

static void *ponder_on(void *self)
{
    moriarty_ponder *p = self;
    moriarty_answer unused;
    moriarty_think(&p->request, &unused, NULL);
    return NULL;
}

void moriarty_ponder_begin(moriarty_ponder *p, const moriarty_request *request)
{
    p->request = *request;
    p->request.stop = &p->stop;
    p->request.seconds = longest;
    p->request.progress = NULL;
    atomic_store(&p->stop, false);
    p->runs = pthread_create(&p->thread, NULL, ponder_on, p) == 0;
}

void moriarty_ponder_end(moriarty_ponder *p)
{
    if (!p->runs)
        return;
    atomic_store(&p->stop, true);
    pthread_join(p->thread, NULL);
    p->runs = false;
}
