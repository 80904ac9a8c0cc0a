/* tests/tiers/hall.h -- several programs at one solve as threads of one, for the tests: the
 * table of tiers/peers.h without MPI.
 *
 * Few blocks may be on their way to each, so that those who send have to wait. */
#ifndef TESTS_TIERS_HALL_H
#define TESTS_TIERS_HALL_H

#include "tiers/peers.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

enum { HALL_MOST = 8, HALL_BLOCKS = 2 };

typedef struct hall_block {
    struct hall_block *next;
    int from;
    size_t size;
    unsigned char bytes[];
} hall_block;

typedef struct hall hall;
typedef struct hall_seat {
    hall *hall;
    tiers_peers peers;
    hall_block *first, *last; /* come and not taken */
    int waiting[HALL_MOST];   /* of each */
} hall_seat;

struct hall {
    pthread_mutex_t lock;
    pthread_cond_t all_here;
    int count, here;
    unsigned round;
    unsigned char *shared;
    uint64_t sent; /* bytes */
    hall_seat seat[HALL_MOST];
};

/* With the lock held. */
static inline void hall_meet(hall *h)
{
    unsigned round = h->round;
    if (++h->here == h->count) {
        h->here = 0;
        h->round++;
        pthread_cond_broadcast(&h->all_here);
    }
    while (round == h->round)
        pthread_cond_wait(&h->all_here, &h->lock);
}

static inline void hall_share(void *self, const void *mine, size_t size, void *all)
{
    hall_seat *s = self;
    hall *h = s->hall;
    pthread_mutex_lock(&h->lock);
    if (h->shared == NULL)
        h->shared = malloc((size_t)h->count * size);
    memcpy(h->shared + (size_t)s->peers.rank * size, mine, size);
    hall_meet(h);
    memcpy(all, h->shared, (size_t)h->count * size);
    hall_meet(h);
    if (s->peers.rank == 0) {
        free(h->shared);
        h->shared = NULL;
    }
    hall_meet(h);
    pthread_mutex_unlock(&h->lock);
}

static inline bool hall_post(void *self, int to, const void *block, size_t size)
{
    hall_seat *s = self, *other = &s->hall->seat[to];
    pthread_mutex_lock(&s->hall->lock);
    bool fits = other->waiting[s->peers.rank] < HALL_BLOCKS;
    if (fits) {
        hall_block *b = malloc(sizeof *b + size);
        *b = (hall_block){.from = s->peers.rank, .size = size};
        if (size)
            memcpy(b->bytes, block, size);
        if (other->last)
            other->last->next = b;
        else
            other->first = b;
        other->last = b;
        other->waiting[s->peers.rank]++;
        s->hall->sent += size;
    }
    pthread_mutex_unlock(&s->hall->lock);
    return fits;
}

static inline bool hall_take(void *self, int from, void *block, size_t *size)
{
    hall_seat *s = self;
    pthread_mutex_lock(&s->hall->lock);
    hall_block **at = &s->first, *before = NULL;
    while (*at && from != PEERS_ANYBODY && (*at)->from != from) {
        before = *at;
        at = &(*at)->next;
    }
    hall_block *b = *at;
    if (b) {
        *at = b->next;
        s->last = s->last == b ? before : s->last;
        s->waiting[b->from]--;
        *size = b->size;
        memcpy(block, b->bytes, b->size);
        free(b);
    }
    pthread_mutex_unlock(&s->hall->lock);
    return b != NULL;
}

static inline void hall_init(hall *h, int count)
{
    *h = (hall){.count = count};
    pthread_mutex_init(&h->lock, NULL);
    pthread_cond_init(&h->all_here, NULL);
    for (int i = 0; i < count; i++) {
        h->seat[i].hall = h;
        h->seat[i].peers = (tiers_peers){.rank = i,
                                         .count = count,
                                         .self = &h->seat[i],
                                         .share = hall_share,
                                         .post = hall_post,
                                         .take = hall_take};
    }
}

/* How many blocks nobody has taken: none, if all went as it should. */
static inline int hall_fini(hall *h)
{
    int left = 0;
    for (int i = 0; i < h->count; i++)
        for (hall_block *b = h->seat[i].first, *next; b; b = next, left++) {
            next = b->next;
            free(b);
        }
    pthread_cond_destroy(&h->all_here);
    pthread_mutex_destroy(&h->lock);
    return left;
}

#endif
