/* wire/hub.c -- the hub and its clients: what comes in, what goes out. See hub.h. */
#include "wire/hub.h"
#include "base/clock.h"
#include "wire/inside.h"

#include <sodium.h>
#include <stdlib.h>
#include <time.h>

/* ---- the world outside ----------------------------------------------------------------- */

uint64_t hub_now(void)
{
    return (uint64_t)(duel_clock() * 1000);
}

int64_t hub_time(void)
{
    return (int64_t)time(NULL);
}

int64_t hub_realtime(void)
{
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

table_moment hub_moment(void)
{
    return (table_moment){hub_now(), hub_time()};
}

uint64_t hub_seed(void)
{
    uint64_t seed;
    randombytes_buf(&seed, sizeof seed);
    return seed;
}

/* ---- the hub --------------------------------------------------------------------------- */

duel_status hub_open(const wire_hub_setup *setup, wire_hub **out, duel_msg *why)
{
    wire_hub *hub = calloc(1, sizeof *hub);
    if (hub == NULL)
        return duel_no_space(why);
    hub->setup = *setup;
    hub->begun = hub_now();
    duel_status status = wire_key_open(setup->store, &hub->key, why);
    if (status == DUEL_OK)
        status = thread_pool_new(setup->threads, setup->wake, setup->self, &hub->crew, why);
    if (status == DUEL_OK)
        status = store_writer_new(setup->store, setup->wake, setup->self, &hub->writer, why);
    if (status == DUEL_OK)
        status = store_open_second(setup->store, &hub->side, why);
    if (status == DUEL_OK)
        *out = hub;
    else
        wire_hub_free(hub);
    return status;
}

duel_status wire_hub_new(const wire_hub_setup *setup, wire_hub **out, duel_msg *why)
{
    wire_hub *hub = NULL;
    int annexes = 0;
    duel_status status = hub_open(setup, &hub, why);
    for (int i = 0; status == DUEL_OK && duel_games[i] && annexes < CATALOGUE_FILES_MAX; i++)
        if (duel_games[i]->traits & DUEL_SLOW)
            status = slow_game_new(hub, duel_games[i], &hub->annexes[annexes++], why);
    if (status == DUEL_OK) {
        slow_game_wait_cards(hub->annexes);
        hub_alarm(hub, hub_now()); /* there may be tables to sweep */
        *out = hub;
    } else {
        wire_hub_free(hub);
    }
    return status;
}

static void close_annexes(wire_hub *hub)
{
    for (int i = 0; hub->annexes[i]; i++)
        slow_game_end(hub->annexes[i]);
    for (int i = 0; hub->annexes[i]; i++)
        slow_game_free(hub->annexes[i]);
}

void wire_hub_free(wire_hub *hub)
{
    if (hub == NULL)
        return;
    close_annexes(hub);
    hub->ending = true;
    atomic_store(&hub->stop, true);
    for (wire_table *t = hub->tables; t; t = t->next)
        wire_table_stop(t);
    store_writer_free(hub->writer); /* writes down what still waits */
    while (hub->tables && wire_table_idle(hub->tables))
        wire_table_close(hub->tables);
    thread_pool_free(hub->crew); /* finishes what runs */
    hub->crew = NULL;
    cleanup_free(hub);
    while (hub->tables)
        wire_table_close(hub->tables);
    store_close(hub->side);
    home_forget_hello(hub);
    json_decref(hub->catalogue[0]);
    json_decref(hub->catalogue[1]);
    json_decref(hub->texts[0]);
    json_decref(hub->texts[1]);
    free(hub);
}

void wire_hub_collect(wire_hub *hub)
{
    hub_step step = step_begin(hub, "(made)", NULL);
    store_writer_collect(hub->writer);
    thread_pool_collect(hub->crew);
    bool crowded = atomic_exchange(&hub->crowded, false);
    for (int i = 0; hub->annexes[i]; i++) {
        slow_game_collect(hub->annexes[i]);
        if (crowded)
            slow_game_make_places(hub->annexes[i]);
    }
    if (crowded)
        wire_table_make_places(hub);
    if (atomic_exchange(&hub->progress, false))
        for (wire_table *t = hub->tables; t; t = t->next) {
            advice_tell_progress(t);
            review_tell_progress(t);
        }
    step_end(hub, &step);
}

void hub_alarm(wire_hub *hub, uint64_t at)
{
    uint64_t now = hub_now(), soonest = at;
    for (const wire_table *t = hub->tables; t; t = t->next) {
        uint64_t due = wire_table_due(t);
        if (due && due < soonest)
            soonest = due;
    }
    hub->setup.alarm(hub->setup.self, soonest > now ? soonest - now : 1);
}

void wire_hub_tick(wire_hub *hub)
{
    uint64_t now = hub_now(), soonest = now + HUB_KEEP;
    hub_step step = step_begin(hub, "(moment)", NULL);
    for (wire_table *t = hub->tables, *next; t; t = next) {
        next = t->next;
        wire_table_tick(t, now);
    }
    cleanup_tick(hub, now);
    hub_alarm(hub, soonest);
    step_end(hub, &step);
}

void hub_lobby_changed(wire_hub *hub)
{
    if (hub->annex)
        slow_game_lobby_changed(hub->annex);
    for (wire_client *c = hub->clients; c; c = c->next) {
        if (c->watches_lobby && !c->lobby_news) {
            c->lobby_news = true;
            client_wake(c);
        }
    }
}

/* ---- clients --------------------------------------------------------------------------- */

wire_client *client_add(wire_hub *hub, void *socket, quota_address *from)
{
    wire_client *c = calloc(1, sizeof *c);
    if (c == NULL)
        return NULL;
    c->address = from;
    c->hub = hub;
    c->socket = socket;
    c->number = ++hub->numbers;
    c->letters_end = &c->letters;
    c->next = hub->clients;
    if (c->next)
        c->next->before = c;
    hub->clients = c;
    return c;
}

void client_remove(wire_client *c)
{
    if (c->table)
        wire_table_leave(c);
    c->cut = true;
    prepared_let_go(c);
    send_queue_empty(c);
    wire_client_unsent(c, 0);
    if (c->before)
        c->before->next = c->next;
    else
        c->hub->clients = c->next;
    if (c->next)
        c->next->before = c->before;
    free(c);
}

wire_client *wire_client_new(wire_hub *hub, void *socket, const char *address, bool old,
                             duel_msg *why)
{
    quotas *g = hub->setup.quotas;
    quota_address *from;
    if (!quotas_arrive(g, address, &from)) {
        duel_no_space(why);
        return NULL;
    }
    wire_client *c = NULL;
    if (quotas_take(g, from, QUOTA_OF_CONNECTIONS, 1, why) == DUEL_OK) {
        c = client_add(hub, socket, from);
        if (c)
            c->old = old;
        else
            quotas_give(g, from, QUOTA_OF_CONNECTIONS, 1);
    }
    if (c == NULL)
        quotas_depart(g, from, hub_now());
    return c;
}

void wire_client_free(wire_client *c)
{
    if (c == NULL)
        return;
    quotas *g = c->hub->setup.quotas;
    while (c->guests)
        slow_client_exit(c->guests);
    quotas_give(g, c->address, QUOTA_OF_CONNECTIONS, 1);
    quotas_depart(g, c->address, hub_now());
    client_remove(c);
}

wire_client *hub_client(wire_hub *hub, uint64_t number)
{
    wire_client *c = number ? hub->clients : NULL;
    while (c && c->number != number)
        c = c->next;
    return c;
}

void client_wake(wire_client *c)
{
    c->hub->setup.ready(c->hub->setup.self, c->socket);
}

void client_has_news(wire_client *c)
{
    if (c->table)
        c->table->news++;
    c->table_news = true;
    client_wake(c);
}

unsigned client_seats(const wire_client *c)
{
    return c->table ? table_seats(c->table->table, c->number) : 0;
}

uint64_t wire_client_address(const wire_client *c)
{
    return c->address ? c->address->number : c->number;
}

thread_job client_job(const wire_client *c, job_class lane, void (*run)(thread_job *job),
                      void (*done)(thread_job *job))
{
    return (thread_job){
        .lane = lane, .address = wire_client_address(c), .run = run, .done = done};
}

duel_status client_may_ask(const wire_client *c, duel_msg *why)
{
    quotas *g = c->hub->setup.quotas;
    int all, own = thread_pool_waiting(c->hub->crew, wire_client_address(c), &all);
    duel_status status = quotas_allow(g, LIMIT_ADDRESS_JOBS, own + 1, why);
    return status == DUEL_OK ? quotas_allow(g, LIMIT_ALL_JOBS, all + 1, why) : status;
}

static int write_json(const char *bytes, size_t count, void *to)
{
    duel_sink *out = to;
    out->write(out, bytes, count);
    return 0;
}

static void take_lobby(wire_client *c, duel_sink *out)
{
    json_t *what = view_lobby(c->hub, c->lang);
    json_object_set_new(what, "is", json_string("lobby"));
    json_dump_callback(what, write_json, out, JSON_COMPACT);
    json_decref(what);
}

/* What is news is made at the last moment, so it is never stale and never queues up. */
static bool take_news(wire_client *c, duel_sink *out)
{
    if (c->table_news && c->table) {
        c->table_news = false;
        hub_step step = step_begin(c->hub, "(news)", c->table->v->game);
        bool taken = update_take(c, out);
        step_end(c->hub, &step);
        if (taken)
            return true;
    }
    if (c->lobby_news) {
        c->lobby_news = false;
        take_lobby(c, out);
        return true;
    }
    return false;
}

bool client_speaks(const wire_client *c)
{
    return !c->cut && (c->letters || c->table_news || c->lobby_news);
}

bool wire_client_take(wire_client *c, duel_buf *out)
{
    if (c->cut || (!send_queue_take(c, &out->sink) && !take_news(c, &out->sink) &&
                   !slow_client_take(c->guests, &out->sink)))
        return false;
    if (client_speaks(c) || c->guests)
        client_wake(c);
    return true;
}

/* ---- reading --------------------------------------------------------------------------- */

void hub_word_failure(wire_hub *hub, duel_status status, duel_msg *why)
{
    if (status != DUEL_NO_SPACE && status != DUEL_FAILED)
        return;
    if (!hub->disk_fails)
        hub->setup.complain(hub->setup.owner, why);
    hub->disk_fails = true;
    duel_say(why,
             status == DUEL_NO_SPACE
                 ? N_("There is no room left on the server: this was not done, "
                      "and all that was done before is safe.")
                 : N_("The server cannot save now: this was not done, and all "
                      "that was done before is safe."),
             "");
}

/* What a client sent; NULL with a reason, and by its number if one can be read. */
static json_t *read_request(duel_str text, json_int_t *re, duel_msg *why)
{
    json_error_t error;
    json_t *what = json_loadb(text.at, text.len, JSON_REJECT_DUPLICATES, &error);
    bool whole = json_is_object(what);
    duel_invalid(why, N_("A request is one JSON object."), "");
    if (what == NULL && json_error_code(&error) == json_error_null_character) {
        what = json_loadb(text.at, text.len, JSON_REJECT_DUPLICATES | JSON_ALLOW_NUL, &error);
        duel_invalid(why, N_("The character NUL stands in no text of a request."), "");
    }
    *re = json_integer_value(json_object_get(what, "n"));
    if (whole)
        return what;
    json_decref(what);
    return NULL;
}

/* Obeys a request that may be obeyed; any is answered. */
static bool hear_request(wire_client *c, duel_str text, duel_status status, duel_msg *why)
{
    json_int_t re;
    duel_msg unread;
    quotas *g = c->hub->setup.quotas;
    if (c->cut || c->letter_count >= quotas_at(g, LIMIT_CONNECTION_ANSWERS))
        return false;
    json_t *what = read_request(text, &re, &unread);
    if (status == DUEL_OK)
        status = send_queue_open(c, why);
    if (what == NULL) {
        status = DUEL_INVALID;
        *why = unread;
    }
    if (status == DUEL_OK)
        status = verb_run(c, what, re, NULL, why);
    if (status != DUEL_OK)
        client_refuse(c, re, json_kind(status), why);
    json_decref(what);
    return true;
}

bool client_hear(wire_client *c, duel_str text)
{
    duel_msg why;
    return hear_request(c, text, DUEL_OK, &why);
}

bool wire_client_receive(wire_client *c, duel_str text)
{
    duel_msg why;
    quotas *g = c->hub->setup.quotas;
    if (!quotas_draw_message(g, &c->messages, hub_now()))
        return false;
    duel_status status = quotas_draw_request(g, c->address, hub_now(), &why);
    if (status == DUEL_OK && c->waking && !c->cut)
        return prepared_hold(c, text);
    return hear_request(c, text, status, &why);
}
