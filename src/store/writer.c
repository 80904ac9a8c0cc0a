/* store/writer.c -- see writer.h.
 * Invariant, under the lock: a write is in exactly one of waiting and finished, or in the hands
 * of the thread. */
#include "store/writer.h"
#include "base/clock.h"
#include "store/inside.h"

#include <pthread.h>
#include <stdlib.h>

enum {
    GROUP = 256,      /* changes in one commit, at most */
    FOLD_AFTER = 2000 /* commits without a pause; a pause is a second */
};

struct store_writer {
    data_store *store, *folding; /* its own, for each of the two threads */
    pthread_t thread, folder;
    pthread_mutex_t lock;
    pthread_cond_t work, fold;
    int commits; /* since the log was last folded */
    duel_queue waiting, finished;
    bool leaving;
    void (*wake)(void *self);
    void *self;
};

/* Everything that waits, up to a group; 0 once the writer is leaving and nothing waits. */
static size_t next_group(store_writer *w, store_write *group[GROUP])
{
    size_t count = 0;
    pthread_mutex_lock(&w->lock);
    while (w->waiting.first == NULL && !w->leaving)
        pthread_cond_wait(&w->work, &w->lock);
    while (count < GROUP && w->waiting.first)
        group[count++] = (store_write *)duel_queue_take(&w->waiting);
    pthread_mutex_unlock(&w->lock);
    return count;
}

/* One transaction for the whole group; the store leaves a status with each batch. */
static void commit(store_writer *w, store_write *group[GROUP], size_t count)
{
    store_changes batch[GROUP];
    for (size_t i = 0; i < count; i++)
        batch[i] = *group[i]->batch;
    store_append_all(w->store, batch, count, NULL);
    for (size_t i = 0; i < count; i++)
        *group[i]->batch = batch[i];
}

/* Waits for commits, then for a pause after them; false once the writer is leaving. */
static bool await_pause(store_writer *w)
{
    int seen = 0;
    while (!w->leaving && w->commits < FOLD_AFTER) {
        if (w->commits == 0)
            pthread_cond_wait(&w->fold, &w->lock);
        else if (!duel_clock_wait(&w->fold, &w->lock, duel_clock() + 1) && w->commits == seen)
            break;
        seen = w->commits;
    }
    return !w->leaving;
}

/* Folding the log into the base takes the disk a while, and a move made then would wait: so it
 * is done when nobody moves, and otherwise seldom. */
static void *fold_log(void *self)
{
    store_writer *w = self;
    pthread_mutex_lock(&w->lock);
    while (await_pause(w)) {
        w->commits = 0;
        pthread_mutex_unlock(&w->lock);
        store_checkpoint(w->folding, NULL); /* what cannot be folded now is so later */
        pthread_mutex_lock(&w->lock);
    }
    pthread_mutex_unlock(&w->lock);
    return NULL;
}

static void *write_groups(void *self)
{
    store_writer *w = self;
    store_write *group[GROUP];
    for (size_t count = next_group(w, group); count; count = next_group(w, group)) {
        commit(w, group, count);
        pthread_mutex_lock(&w->lock);
        for (size_t i = 0; i < count; i++)
            duel_queue_add(&w->finished, &group[i]->link);
        if (++w->commits == 1 || w->commits == FOLD_AFTER)
            pthread_cond_signal(&w->fold);
        pthread_mutex_unlock(&w->lock);
        w->wake(w->self);
    }
    return NULL;
}

static bool start_threads(store_writer *w)
{
    pthread_attr_t attr; /* a group of batches stands on the stack */
    pthread_attr_init(&attr);
    pthread_attr_setstacksize(&attr, (size_t)2 << 20);
    bool writes = pthread_create(&w->thread, &attr, write_groups, w) == 0;
    bool folds = writes && pthread_create(&w->folder, &attr, fold_log, w) == 0;
    pthread_attr_destroy(&attr);
    if (writes && !folds) {
        pthread_mutex_lock(&w->lock);
        w->leaving = true;
        pthread_cond_signal(&w->work);
        pthread_mutex_unlock(&w->lock);
        pthread_join(w->thread, NULL);
    }
    return folds;
}

static void writer_free(store_writer *w)
{
    store_close(w->store);
    store_close(w->folding);
    pthread_cond_destroy(&w->work);
    pthread_cond_destroy(&w->fold);
    pthread_mutex_destroy(&w->lock);
    free(w);
}

duel_status store_writer_new(const data_store *store, void (*wake)(void *self), void *self,
                             store_writer **out, duel_msg *why)
{
    store_writer *w = calloc(1, sizeof *w);
    if (w == NULL)
        return duel_no_space(why);
    pthread_mutex_init(&w->lock, NULL);
    pthread_cond_init(&w->work, NULL);
    duel_clock_cond(&w->fold);
    duel_queue_init(&w->waiting);
    duel_queue_init(&w->finished);
    w->wake = wake;
    w->self = self;
    duel_status status = store_open_second(store, &w->store, why);
    if (status == DUEL_OK)
        status = store_open_second(store, &w->folding, why);
    if (status == DUEL_OK)
        store_leave_log(w->store);
    if (status == DUEL_OK && !start_threads(w))
        status = duel_fail(why, N_("No thread could be started to keep the games."), "");
    if (status == DUEL_OK)
        *out = w;
    else
        writer_free(w);
    return status;
}

void store_writer_free(store_writer *w)
{
    if (w == NULL)
        return;
    pthread_mutex_lock(&w->lock);
    w->leaving = true;
    pthread_cond_signal(&w->work);
    pthread_cond_signal(&w->fold);
    pthread_mutex_unlock(&w->lock);
    pthread_join(w->thread, NULL);
    pthread_join(w->folder, NULL);
    store_writer_collect(w);
    writer_free(w);
}

void store_writer_submit(store_writer *w, store_write *write)
{
    pthread_mutex_lock(&w->lock);
    duel_queue_add(&w->waiting, &write->link);
    pthread_cond_signal(&w->work);
    pthread_mutex_unlock(&w->lock);
}

void store_writer_collect(store_writer *w)
{
    pthread_mutex_lock(&w->lock);
    duel_link *write = duel_queue_empty(&w->finished);
    pthread_mutex_unlock(&w->lock);
    while (write) {
        duel_link *next = write->next;
        ((store_write *)write)->done((store_write *)write);
        write = next;
    }
}
