/* tests/kept.h -- for tests of sessions that may wait for the disk: what was changed is stored,
 * then done. */
#ifndef TESTS_KEPT_H
#define TESTS_KEPT_H

#include "table/inside.h"
#include "table/session.h"

/* `status` is what a change of the session gave; `store` may be NULL. */
static inline duel_status kept(duel_store *store, duel_session *s, duel_status status)
{
    return status == DUEL_OK ? duel_keep_change(store, s, NULL) : status;
}

/* Takes the last turn of a person back. */
static inline duel_status undo_last(duel_session *s, int64_t now, duel_msg *why)
{
    unsigned people = 0, movers;
    for (int i = 0; i < duel_session_variant(s)->seats; i++)
        people |= (unsigned)duel_session_human(s, i) << i;
    int64_t keep = duel_session_before_turn(s, people, &movers);
    return keep < 0 ? DUEL_NO : duel_session_undo(s, keep, now, why);
}

#endif
