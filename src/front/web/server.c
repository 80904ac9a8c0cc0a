/* front/web/server.c -- see server.h.
 *
 * One thread, one loop. Other threads reach it by uv_async_send only. */
#include "front/web/server.h"
#include "base/clock.h"
#include "front/web/server_door.h"
#include "front/web/server_lines.h"
#include "front/web/server_peer.h"
#include "players/catalogue.h"
#include "store/server_lock.h"

#include <signal.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <uv.h>

/* The base, programs, a few connections; and what a game from a file has open once it is
 * played: connections to the base, pipes to its process. */
enum { OWN_FILES = 128, FILES_OF_A_GAME = 12 };
_Static_assert((int)SERVER_NAME_TEXT <= (int)SERVER_LOCK_NAME, "the lock is signed with it");

struct server {
    uv_loop_t loop;
    uv_prepare_t turn; /* of the loop, which ends where it waits again */
    double turn_began;
    wire_pace pace;
    uv_async_t wake;
    uv_timer_t alarm;
    uv_signal_t interrupt, terminate;
    server_lock lock;
    server_door door;
    server_lines lines;
    duel_purse purse;
    governor governor;
    wire_hub *hub;
    server_names names;
    server_proxies proxies;
    bool ending;
};

/* ---- the loop -------------------------------------------------------------------------- */

static void hub_wake(void *self)
{
    server *s = self;
    uv_async_send(&s->wake);
}

static void on_wake(uv_async_t *handle)
{
    server *s = handle->data;
    if (!s->ending)
        wire_hub_collect(s->hub);
}

/* Waiting takes no time of the processor, so it does not matter where in a turn it is. */
static void on_turn(uv_prepare_t *handle)
{
    server *s = handle->data;
    double now = duel_clock_own(), took = now - s->turn_began;
    s->turn_began = now;
    s->pace.in_all += took;
    if (took > s->pace.longest)
        s->pace.longest = took;
    wire_hub_turned(s->hub, took);
}

static void on_alarm(uv_timer_t *handle)
{
    server *s = handle->data;
    wire_hub_tick(s->hub);
}

static void hub_alarm_in(void *self, uint64_t ms)
{
    server *s = self;
    if (!s->ending)
        uv_timer_start(&s->alarm, on_alarm, ms, 0);
}

static void hub_ready(void *self, void *socket)
{
    (void)self;
    server_line_ready(socket);
}

/* Not a polite close: that would wait until the other side reads. */
static void hub_cut(void *self, void *socket)
{
    (void)self;
    server_line_cut(socket);
}

static bool hub_owns(void *self, void *socket)
{
    (void)self;
    return server_peer_is_us(server_line_socket(socket));
}

/* Everything is closed, so that the loop runs dry. */
static void end(server *s)
{
    if (s->ending)
        return;
    s->ending = true;
    duel_hush_games();
    uv_close((uv_handle_t *)&s->alarm, NULL);
    uv_close((uv_handle_t *)&s->turn, NULL);
    uv_close((uv_handle_t *)&s->interrupt, NULL);
    uv_close((uv_handle_t *)&s->terminate, NULL);
    server_door_close(&s->door);
    server_lines_close(&s->lines);
}

static void on_end_signal(uv_signal_t *handle, int number)
{
    (void)number;
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
    server_lines_init(&s->lines, &s->loop, &s->names, &s->proxies);
    uv_unref((uv_handle_t *)&s->wake); /* closed only after the crew has ended */
    s->wake.data = s->alarm.data = s->turn.data = s->interrupt.data = s->terminate.data = s;
}

/* ---- beginning and ending -------------------------------------------------------------- */

/* Files that the system must let us open: our own, and those of games from files. */
static int64_t files_needed(void)
{
    int64_t files = OWN_FILES;
    for (int i = 0; duel_games[i]; i++)
        files += duel_games[i]->traits & DUEL_WAITS ? FILES_OF_A_GAME : 0;
    return files;
}

/* And one for each connection that may come, as far as the system lets us. */
static duel_status raise_limit(const governor *g, duel_msg *why)
{
    struct rlimit limit;
    int64_t needed = files_needed(), most = governor_at(g, LIMIT_ALL_CONNECTIONS) +
                                            governor_at(g, LIMIT_ALL_HALF_OPEN) + needed;
    if (getrlimit(RLIMIT_NOFILE, &limit))
        return DUEL_OK;
    if (limit.rlim_max < (rlim_t)needed)
        return duel_refuse(why,
                           N_("{0} open files are needed to serve these games, and the system "
                              "allows {1}: name fewer files, or allow more (ulimit -n)."),
                           "ii", needed, (int64_t)limit.rlim_max);
    limit.rlim_cur = limit.rlim_max < (rlim_t)most ? limit.rlim_max : (rlim_t)most;
    setrlimit(RLIMIT_NOFILE, &limit);
    return DUEL_OK;
}

static void let_in(void *self, int socket)
{
    server *s = self;
    server_lines_let_in(&s->lines, socket);
}

static void begin_serving(server *s)
{
    server_lines_open(&s->lines, s->hub, &s->governor);
    server_door_watch(&s->door, &s->loop, s, let_in);
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
        return duel_full(why);
    loop_init(s);
    duel_purse_init(&s->purse, setup->budget);
    governor_init(&s->governor, &setup->limits);
    wire_setup wire = {.store = setup->store,
                       .threads = setup->threads,
                       .memory = setup->memory,
                       .purse = &s->purse,
                       .governor = &s->governor,
                       .absence = setup->absence,
                       .sweep_days = setup->sweep_days,
                       .sweep_own = setup->sweep_own,
                       .local = server_is_local(setup->host) && setup->names == NULL &&
                                setup->proxies == NULL,
                       .pace = &s->pace,
                       .self = s,
                       .wake = hub_wake,
                       .alarm = hub_alarm_in,
                       .ready = hub_ready,
                       .cut = hub_cut,
                       .owns = hub_owns,
                       .programs = setup->programs,
                       .owner = setup->owner,
                       .complain = setup->complain};
    duel_status status = raise_limit(&s->governor, why);
    if (status == DUEL_OK)
        status = server_lock_take(&s->lock, duel_store_path(setup->store), why);
    if (status == DUEL_OK)
        status = server_proxies_read(setup->proxies, &s->proxies, why);
    if (status == DUEL_OK)
        status = wire_hub_new(&wire, &s->hub, why);
    if (status == DUEL_OK) /* nobody can come before all the rest stands */
        status = server_door_open(&s->door, setup->host, setup->port, setup->tries, why);
    if (status == DUEL_OK) {
        server_names_init(&s->names, setup->host, s->door.port);
        status = server_names_give(&s->names, setup->names, why);
    }
    if (status != DUEL_OK) {
        server_free(s);
        return status;
    }
    begin_serving(s);
    heed_signals(s);
    server_lock_sign(&s->lock, s->names.name[0]);
    *out = s;
    return DUEL_OK;
}

int server_port(const server *s)
{
    return s->door.port;
}

const server_names *server_known_as(const server *s)
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
    wire_hub_free(s->hub);
    uv_close((uv_handle_t *)&s->wake, NULL);
    uv_run(&s->loop, UV_RUN_DEFAULT);
    uv_loop_close(&s->loop);
    server_lines_fini(&s->lines);
    server_lock_drop(&s->lock);
    governor_fini(&s->governor);
    free(s);
}
