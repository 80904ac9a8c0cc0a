/* tests/kept.h -- for tests of sessions that may wait for the disk: what was changed is stored,
 * then done. */
#ifndef TESTS_KEPT_H
#define TESTS_KEPT_H

#include "table/inside.h"
#include "table/session.h"

/* `status` is what a change of the session gave; `store` may be NULL. */
static inline duel_status kept(data_store *store, game_session *s, duel_status status)
{
    return status == DUEL_OK ? session_store_change(store, s, NULL) : status;
}

/* Takes the last turn of a person back. */
static inline duel_status undo_last(game_session *s, int64_t now, duel_msg *why)
{
    unsigned people = 0, movers;
    for (int i = 0; i < session_variant(s)->seats; i++)
        people |= (unsigned)session_human(s, i) << i;
    int64_t keep = session_before_turn(s, people, &movers);
    return keep < 0 ? DUEL_REFUSED : session_undo(s, keep, now, why);
}

#endif
