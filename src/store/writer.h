/* store/writer.h -- a thread that puts changes of games on the disk, many at a time.
 *
 *     loop ──submit──▶ waiting ──▶ one synchronous commit of all that wait
 *     loop ◀──collect── finished ◀──wake──┘
 *
 * The loop never waits for the disk, and what comes while the disk is busy shares the next
 * commit. A write belongs to the writer from submit to collect, with everything its batch
 * points to. Another thread folds SQLite's log into the base when nobody moves, so that no
 * commit waits for that. Writes are committed, and collected, in the order they were submitted.
 */
#pragma once

#include "base/queue.h"
#include "store/store.h"

typedef struct store_write store_write;
struct store_write {
    duel_link link;       /* the writer's own */
    store_changes *batch; /* gets its status and its message */
    void (*done)(store_write *w);
};

typedef struct store_writer store_writer;

/* Writes through a connection of its own to the base of `store`. `wake` is called on the
 * writer's thread when something can be collected (uv_async_send is safe there). */
duel_status store_writer_new(const data_store *store, void (*wake)(void *self), void *self,
                             store_writer **out, duel_msg *why);
/* Commits what still waits, ends the thread, collects, and frees. NULL does nothing. */
void store_writer_free(store_writer *w);

void store_writer_submit(store_writer *w, store_write *write);
void store_writer_collect(store_writer *w); /* calls `done` of what is on the disk, or failed */
