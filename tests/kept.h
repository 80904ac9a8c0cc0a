/* tests/kept.h -- for tests of sessions that may wait for the disk: what was changed is stored,
 * then done. */
#ifndef TESTS_KEPT_H
#define TESTS_KEPT_H

#include "service/keeping.h"

/* `status` is what a change of the session gave; `store` may be NULL. */
static inline duel_status kept(duel_store *store, duel_session *s, duel_status status)
{
    return status == DUEL_OK ? duel_keep_change(store, s, NULL) : status;
}

#endif
