/* front/cli/meanwhile.c -- see meanwhile.h. */
#include "front/cli/meanwhile.h"

enum { LONGEST = 600 }; /* seconds: somebody may have gone away */

static void *think_meanwhile(void *self)
{
    meanwhile *m = self;
    duel_cast_ponder(m->cast, &m->call);
    return NULL;
}

void meanwhile_begin(meanwhile *m, host *at)
{
    int seat = duel_cast_ponderer(at->cast);
    if (seat == DUEL_NOBODY || duel_table_stage(at->table) != DUEL_AT_PERSON)
        return;
    m->cast = at->cast;
    duel_table_seat_view(at->table, seat, &m->view);
    m->call = (duel_think){
        .view = &m->view, .seat = seat, .seconds = LONGEST, .seed = 1, .stop = &m->stop};
    atomic_store(&m->stop, false);
    m->runs = pthread_create(&m->thread, NULL, think_meanwhile, m) == 0;
}

void meanwhile_end(meanwhile *m)
{
    if (!m->runs)
        return;
    atomic_store(&m->stop, true);
    pthread_join(m->thread, NULL);
    m->runs = false;
}
