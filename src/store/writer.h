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

typedef struct duel_write duel_write;
struct duel_write {
    duel_link link;    /* the writer's own */
    duel_batch *batch; /* gets its status and its message */
    void (*done)(duel_write *w);
};

typedef struct duel_writer duel_writer;

/* Writes through a connection of its own to the base of `store`. `wake` is called on the
 * writer's thread when something can be collected (uv_async_send is safe there). */
duel_status duel_writer_new(const duel_store *store, void (*wake)(void *self), void *self,
                            duel_writer **out, duel_msg *why);
/* Commits what still waits, ends the thread, collects, and frees. NULL does nothing. */
void duel_writer_free(duel_writer *w);

void duel_writer_submit(duel_writer *w, duel_write *write);
void duel_writer_collect(duel_writer *w); /* calls `done` of what is on the disk, or failed */
