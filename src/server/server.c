/* server/server.c -- see server.h.
 *
 * One thread, one loop. Other threads reach it by uv_async_send only. */
#include "server/server.h"
#include "base/clock.h"
#include "server/connection.h"
#include "server/listener.h"

#include <signal.h>
#include <stdlib.h>
#include <uv.h>

struct server {
    uv_loop_t loop;
    uv_prepare_t turn; /* of the loop, which ends where it waits again */
    double turn_began;
    uv_async_t wake;
    uv_timer_t alarm;
    uv_signal_t interrupt, terminate;
    server_listener door;
    server_connections lines;
    const server_setup *setup;
    server_hub *hub; /* NULL: it is not open */
    host_names names;
    server_proxies proxies;
    bool ending;
};

/* ---- the loop -------------------------------------------------------------------------- */

void server_wake(void *self)
{
    server *s = self;
    uv_async_send(&s->wake);
}

static void on_wake(uv_async_t *handle)
{
    server *s = handle->data;
    if (!s->ending)
        s->setup->protocol->collect(s->hub);
}

/* Waiting takes no time of the processor, so it does not matter where in a turn it is. */
static void on_turn(uv_prepare_t *handle)
{
    server *s = handle->data;
    double now = duel_clock_own(), took = now - s->turn_began;
    s->turn_began = now;
    s->setup->protocol->turned(s->hub, took);
}

static void on_alarm(uv_timer_t *handle)
{
    server *s = handle->data;
    s->setup->protocol->tick(s->hub);
}

void server_alarm(void *self, uint64_t ms)
{
    server *s = self;
    if (!s->ending)
        uv_timer_start(&s->alarm, on_alarm, ms, 0);
}

/* Everything is closed, so that the loop runs dry. */
static void end(server *s)
{
    if (s->ending)
        return;
    s->ending = true;
    s->setup->protocol->hush();
    uv_close((uv_handle_t *)&s->alarm, NULL);
    uv_close((uv_handle_t *)&s->turn, NULL);
    uv_close((uv_handle_t *)&s->interrupt, NULL);
    uv_close((uv_handle_t *)&s->terminate, NULL);
    server_listener_close(&s->door);
    server_connections_close(&s->lines);
}

static void on_end_signal(uv_signal_t *handle, int number)
{
    end(handle->data);
}

static void loop_init(server *s)
{
    uv_loop_init(&s->loop);
    uv_async_init(&s->loop, &s->wake, on_wake);
    uv_timer_init(&s->loop, &s->alarm);
    uv_prepare_init(&s->loop, &s->turn);
    uv_signal_init(&s->loop, &s->interrupt);
    uv_signal_init(&s->loop, &s->terminate);
    uv_unref((uv_handle_t *)&s->wake); /* closed only after the protocol has ended */
    s->wake.data = s->alarm.data = s->turn.data = s->interrupt.data = s->terminate.data = s;
}

/* ---- beginning and ending -------------------------------------------------------------- */

static void let_in(void *self, int socket)
{
    server *s = self;
    server_connections_let_in(&s->lines, socket);
}

/* From here on a signal ends the loop, also one that comes before it runs. */
static void heed_signals(server *s)
{
    struct sigaction ignore = {.sa_handler = SIG_IGN};
    sigaction(SIGPIPE, &ignore, NULL);
    sigaction(SIGXFSZ, &ignore, NULL); /* a file that may not grow is a disk that is full */
    uv_signal_start(&s->interrupt, on_end_signal, SIGINT);
    uv_signal_start(&s->terminate, on_end_signal, SIGTERM);
}

duel_status server_new(const server_setup *setup, server **out, duel_msg *why)
{
    server *s = calloc(1, sizeof *s);
    if (s == NULL)
        return duel_no_space(why);
    s->setup = setup;
    loop_init(s);
    server_connections_init(&s->lines, &s->loop, setup, &s->names, &s->proxies);
    duel_status status = server_proxies_read(setup->proxies, &s->proxies, why);
    if (status == DUEL_OK)
        *out = s;
    else
        server_free(s);
    return status;
}

duel_status server_open(server *s, server_hub *hub, duel_msg *why)
{
    const server_setup *setup = s->setup;
    s->hub = hub;
    duel_status status =
        server_listener_open(&s->door, setup->host, setup->port, setup->tries, why);
    if (status != DUEL_OK)
        return status;
    host_names_init(&s->names, setup->host, s->door.port);
    status = host_names_give(&s->names, setup->names, why);
    if (status != DUEL_OK)
        return status;
    server_connections_open(&s->lines, hub);
    server_listener_watch(&s->door, &s->loop, s, let_in);
    heed_signals(s);
    return DUEL_OK;
}

const host_names *server_known_as(const server *s)
{
    return &s->names;
}

void server_run(server *s)
{
    s->turn_began = duel_clock_own();
    uv_prepare_start(&s->turn, on_turn);
    uv_run(&s->loop, UV_RUN_DEFAULT);
}

void server_free(server *s)
{
    if (s == NULL)
        return;
    end(s);
    uv_run(&s->loop, UV_RUN_DEFAULT);
    s->setup->protocol->free(s->hub);
    uv_close((uv_handle_t *)&s->wake, NULL);
    uv_run(&s->loop, UV_RUN_DEFAULT);
    uv_loop_close(&s->loop);
    server_connections_fini(&s->lines);
    free(s);
}
