/* wire/slow_game.c -- the thread of an annex, its beginning and its end, and what it has
 * to show: see slow_game.h. */
#include "base/clock.h"
#include "wire/slow_game_inside.h"

#include <stdlib.h>
#include <string.h>

enum {
    CREW = 2,            /* threads: a machine, and advice beside it */
    CARD_PATIENCE = 3000 /* ms */
};

const duel_game *slow_game_game(const slow_game *a)
{
    return a->game;
}

int slow_game_jobs(const slow_game *a, job_class lane)
{
    return thread_pool_jobs(a->hub->crew, lane);
}

static void set_and_wake(slow_game *a, bool *what)
{
    pthread_mutex_lock(&a->lock);
    *what = true;
    pthread_cond_broadcast(&a->changed);
    pthread_mutex_unlock(&a->lock);
}

/* False: that moment has come. */
static bool wait_until(slow_game *a, uint64_t ms)
{
    return duel_clock_wait(&a->changed, &a->lock, (double)ms / 1000);
}

/* Whether there was another one. */
static bool show_sign(slow_game *a, slow_game_shown what, duel_lang lang)
{
    pthread_mutex_lock(&a->lock);
    json_t *fresh = a->fresh[what][lang];
    a->fresh[what][lang] = NULL;
    pthread_mutex_unlock(&a->lock);
    if (fresh == NULL)
        return false;
    json_decref(a->shown[what][lang]);
    a->shown[what][lang] = fresh;
    return true;
}

void slow_game_collect(slow_game *a)
{
    bool cut, gone, changed = false;
    for (slow_game_client *g = slow_client_next_call(a, &cut, &gone); g;
         g = slow_client_next_call(a, &cut, &gone)) {
        if (gone)
            slow_client_free(g);
        else if (g->owner && cut)
            client_cut(g->owner);
        else if (g->owner)
            client_wake(g->owner);
    }
    for (int lang = 0; lang < 2; lang++) {
        if (show_sign(a, SLOW_GAME_CARD, lang))
            home_forget_hello(a->home);
        changed = show_sign(a, SLOW_GAME_OPEN, lang) || changed;
    }
    if (changed)
        hub_lobby_changed(a->home);
}

void slow_game_make_places(slow_game *a)
{
    atomic_store(&a->hub->crowded, true);
    set_and_wake(a, &a->work);
}

wire_hub *slow_game_home(const slow_game *a)
{
    return a->home;
}

json_t *slow_game_summary(const slow_game *a, slow_game_shown what, duel_lang lang)
{
    return a->shown[what][lang];
}

/* ---- the thread: what its hub calls --------------------------------------------------- */

static void wake_annex(void *self) /* on the hub's own threads */
{
    slow_game *a = self;
    set_and_wake(a, &a->work);
}

static void set_alarm(void *self, uint64_t ms)
{
    slow_game *a = self;
    a->alarm = hub_now() + ms;
}

/* After each round all clients are looked at. */
static void note_ready(void *self, void *socket)
{
}

void slow_game_lobby_changed(slow_game *a)
{
    a->lobby_changed = true;
}

/* Sets one of a guest's words true, and has the loop look at it; the lock is held. */
static void call_loop(slow_game_client *g, bool *what)
{
    slow_game *a = g->annex;
    *what = true;
    if (!g->called)
        duel_queue_add(&a->calls, &g->call);
    g->called = true;
    a->home->setup.wake(a->home->setup.self);
}

static void cut_guest(void *self, void *socket)
{
    slow_game *a = self;
    slow_game_client *g = socket;
    pthread_mutex_lock(&a->lock);
    call_loop(g, &g->cut);
    pthread_mutex_unlock(&a->lock);
}

/* ---- the thread: what is told --------------------------------------------------------- */

static void put_up(slow_game *a, slow_game_shown what)
{
    for (int lang = 0; lang < 2; lang++) {
        json_t *made =
            what == SLOW_GAME_CARD ? view_card(a->game, lang) : view_open(a->hub, lang);
        pthread_mutex_lock(&a->lock);
        json_decref(a->fresh[what][lang]);
        a->fresh[what][lang] = made;
        pthread_mutex_unlock(&a->lock);
    }
    a->home->setup.wake(a->home->setup.self);
}

/* Whether the slot is to be filled; if not, the loop is told that there is something for it. */
static bool is_wanted(slow_game_client *g)
{
    pthread_mutex_lock(&g->annex->lock);
    bool wanted = g->wanted;
    g->wanted = false;
    if (!wanted && !g->speaks)
        call_loop(g, &g->speaks);
    pthread_mutex_unlock(&g->annex->lock);
    return wanted;
}

static void fill_slot(slow_game_client *g)
{
    duel_buf text;
    bool is_news = g->client->letters == NULL;
    duel_buf_init(&text);
    if (!wire_client_take(g->client, &text) || text.failed) {
        if (text.failed)
            cut_guest(g->annex, g);
        duel_buf_fini(&text);
        return;
    }
    pthread_mutex_lock(&g->annex->lock);
    g->out = text;
    g->is_news = is_news;
    g->made_in = g->told_stay;
    call_loop(g, &g->full);
    pthread_mutex_unlock(&g->annex->lock);
}

/* Nothing is made before it can be sent, so that it is neither kept nor stale. */
static void tell_clients(slow_game *a)
{
    for (wire_client *c = a->hub->clients; c; c = c->next)
        while (client_speaks(c) && is_wanted(c->socket))
            fill_slot(c->socket);
}

/* ---- the thread: slips ---------------------------------------------------------------- */

static bool is_known(slow_game *a, slow_game_client *g)
{
    if (g->client == NULL)
        g->client = client_add(a->hub, g, g->address);
    if (g->client == NULL)
        cut_guest(a, g);
    return g->client != NULL;
}

static void obey_slip(slow_game *a, const slow_game_request *s)
{
    slow_game_client *g = s->guest;
    if (!is_known(a, g))
        return;
    wire_client *c = g->client;
    if (s->stay != g->told_stay && c->table)
        wire_table_leave(c);
    g->told_stay = s->stay;
    c->lang = s->lang;
    memcpy(c->profile, s->profile, sizeof c->profile);
    if (s->text && !client_hear(c, (duel_str){s->text, s->len}))
        cut_guest(a, g);
    else if (s->text == NULL && c->table)
        client_has_news(c); /* in another language */
}

static void see_off(slow_game_client *g)
{
    if (g->client)
        client_remove(g->client);
    pthread_mutex_lock(&g->annex->lock);
    call_loop(g, &g->gone);
    pthread_mutex_unlock(&g->annex->lock);
}

static void do_slip(slow_game *a, slow_game_request *s, bool obey)
{
    if (s == &s->guest->exit) {
        see_off(s->guest);
        return;
    }
    if (obey)
        obey_slip(a, s);
    free(s->text);
    free(s);
}

/* ---- the thread ----------------------------------------------------------------------- */

static bool alarm_is_due(const slow_game *a)
{
    return hub_now() >= a->alarm;
}

/* Gives the next slip, or NULL if there is something else to do; false: the annex closes. */
static bool await_work(slow_game *a, slow_game_request **out)
{
    pthread_mutex_lock(&a->lock);
    while (!a->inbox.first && !a->work && !a->leaving && !alarm_is_due(a))
        wait_until(a, a->alarm);
    slow_game_request *s = (slow_game_request *)duel_queue_take(&a->inbox);
    if (s) {
        s->guest->waiting--;
        a->inbox_bytes -= s->len;
    }
    *out = s;
    a->work = false;
    bool leaving = a->leaving;
    pthread_mutex_unlock(&a->lock);
    return !leaving;
}

/* One request and no more before those who wait are told. */
static void do_round(slow_game *a, slow_game_request *s)
{
    if (s)
        do_slip(a, s, true);
    wire_hub_collect(a->hub);
    if (alarm_is_due(a))
        wire_hub_tick(a->hub); /* which sets the next one */
    tell_clients(a);
    if (a->lobby_changed)
        put_up(a, SLOW_GAME_OPEN);
    a->lobby_changed = false;
}

/* In the end what was asked for and not done yet is left undone. */
static void *keep_annex(void *self)
{
    slow_game *a = self;
    slow_game_request *s;
    put_up(a, SLOW_GAME_CARD);
    set_and_wake(a, &a->has_card);
    while (await_work(a, &s))
        do_round(a, s);
    for (; s; await_work(a, &s))
        do_slip(a, s, false);
    return NULL;
}

/* ---- beginning and ending ------------------------------------------------------------- */

static void init_shared(slow_game *a)
{
    duel_clock_cond(&a->changed);
    pthread_mutex_init(&a->lock, NULL);
    duel_queue_init(&a->inbox);
    duel_queue_init(&a->calls);
    set_alarm(a, HUB_KEEP);
}

static duel_status open_hub(slow_game *a, duel_msg *why)
{
    wire_hub_setup setup = a->home->setup;
    duel_status status = store_open_second(setup.store, &a->store, why);
    setup.store = a->store;
    setup.threads = CREW;
    setup.self = a;
    setup.wake = wake_annex;
    setup.alarm = set_alarm;
    setup.ready = note_ready;
    setup.cut = cut_guest;
    if (status == DUEL_OK)
        status = hub_open(&setup, &a->hub, why);
    if (status == DUEL_OK)
        a->hub->annex = a;
    return status;
}

static duel_status begin_thread(slow_game *a, duel_msg *why)
{
    a->runs = pthread_create(&a->thread, NULL, keep_annex, a) == 0;
    return a->runs
               ? DUEL_OK
               : duel_fail(why, N_("No thread could be started for {0}."), "c", a->game->id);
}

duel_status slow_game_new(wire_hub *home, const duel_game *game, slow_game **out, duel_msg *why)
{
    slow_game *a = calloc(1, sizeof *a);
    if (a == NULL)
        return duel_no_space(why);
    a->home = home;
    a->game = game;
    init_shared(a);
    duel_status status = open_hub(a, why);
    if (status == DUEL_OK)
        status = begin_thread(a, why);
    if (status == DUEL_OK)
        *out = a;
    else
        slow_game_free(a);
    return status;
}

void slow_game_wait_cards(slow_game *const annexes[])
{
    uint64_t until = hub_now() + CARD_PATIENCE;
    for (int i = 0; annexes[i]; i++) {
        pthread_mutex_lock(&annexes[i]->lock);
        while (!annexes[i]->has_card && wait_until(annexes[i], until))
            continue;
        pthread_mutex_unlock(&annexes[i]->lock);
        slow_game_collect(annexes[i]);
    }
}

void slow_game_end(slow_game *a)
{
    set_and_wake(a, &a->leaving);
}

void slow_game_free(slow_game *a)
{
    if (a->runs)
        pthread_join(a->thread, NULL);
    slow_game_collect(a); /* the last guests */
    wire_hub_free(a->hub);
    for (int i = 0; i < SLOW_GAME_SIGNS * 2; i++)
        json_decref(a->shown[i / 2][i % 2]);
    store_close(a->store);
    pthread_cond_destroy(&a->changed);
    pthread_mutex_destroy(&a->lock);
    free(a);
}
