/* tests/wire/hub_loop.h -- the hub without sockets: a loop around it that does what a test
 * says, and visitors who ask and hear. */
#ifndef TESTS_WIRE_HUB_LOOP_H
#define TESTS_WIRE_HUB_LOOP_H

#include "store/place.h"

#include "wire/hub.h"

#include <pthread.h>
#include <time.h>

typedef struct loop {
    pthread_mutex_t lock;
    pthread_cond_t changed;
    bool woken; /* by any thread */
    wire_hub *hub;
    quotas quotas;
    duel_buf said;
} loop;

typedef struct visitor { /* a socket */
    loop *at;
    wire_client *client;
    bool ready;
} visitor;

static inline void wake(void *self)
{
    loop *l = self;
    pthread_mutex_lock(&l->lock);
    l->woken = true;
    pthread_cond_signal(&l->changed);
    pthread_mutex_unlock(&l->lock);
}

static inline void no_alarm(void *self, uint64_t ms)
{
    (void)self, (void)ms;
}

static inline void close_nothing(void *self, void *socket)
{
    (void)self, (void)socket;
}

static inline void tell_nobody(void *owner, const duel_msg *why)
{
    (void)owner, (void)why;
}

static inline void ready(void *self, void *socket)
{
    (void)self;
    ((visitor *)socket)->ready = true;
}

static inline wire_hub_setup setup_at(data_store *s, loop *l)
{
    quota_limits usual = quotas_usual_limits();
    quotas_init(&l->quotas, &usual);
    return (wire_hub_setup){.store = s,
                            .quotas = &l->quotas,
                            .threads = 1,
                            .memory = 1 << 20,
                            .self = l,
                            .wake = wake,
                            .alarm = no_alarm,
                            .ready = ready,
                            .cut = close_nothing,
                            .complain = tell_nobody};
}

/* Once the hub has been woken. A hub that is never woken again has lost something. */
static inline void run_once(loop *l)
{
    struct timespec end;
    clock_gettime(CLOCK_REALTIME, &end);
    end.tv_sec += 120;
    pthread_mutex_lock(&l->lock);
    while (!l->woken)
        assert_int_equal(pthread_cond_timedwait(&l->changed, &l->lock, &end), 0);
    l->woken = false;
    pthread_mutex_unlock(&l->lock);
    wire_hub_collect(l->hub);
}

static inline void await_ready(visitor *v)
{
    while (!v->ready)
        run_once(v->at);
    v->ready = false;
}

static inline void ask(visitor *v, const char *text)
{
    assert_true(wire_client_receive(v->client, duel_str_of(text)));
}

/* What it is told next. */
static inline const char *hear(visitor *v)
{
    do {
        await_ready(v);
        duel_buf_clear(&v->at->said);
    } while (!wire_client_take(v->client, &v->at->said));
    return v->at->said.text;
}

static inline void hear_until(visitor *v, const char *is)
{
    while (strstr(hear(v), is) == NULL)
        continue;
}

static inline void enter(visitor *v, loop *l)
{
    *v = (visitor){.at = l};
    v->client = wire_client_new(l->hub, v, "127.0.0.1", false, NULL);
    assert_non_null(v->client);
}

#endif
