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

const duel_game *annex_game(const wire_annex *a)
{
    return a->game;
}

int annex_jobs(const wire_annex *a, duel_lane lane)
{
    return duel_crew_jobs(a->hub->crew, lane);
}

static void set_and_wake(wire_annex *a, bool *what)
{
    pthread_mutex_lock(&a->lock);
    *what = true;
    pthread_cond_broadcast(&a->changed);
    pthread_mutex_unlock(&a->lock);
}

/* False: that moment has come. */
static bool wait_until(wire_annex *a, uint64_t ms)
{
    return duel_clock_wait(&a->changed, &a->lock, (double)ms / 1000);
}

/* Whether there was another one. */
static bool show_sign(wire_annex *a, annex_shows what, duel_lang lang)
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

void annex_collect(wire_annex *a)
{
    bool cut, gone, changed = false;
    for (wire_guest *g = guest_next_call(a, &cut, &gone); g;
         g = guest_next_call(a, &cut, &gone)) {
        if (gone)
            guest_free(g);
        else if (g->owner && cut)
            client_cut(g->owner);
        else if (g->owner)
            client_wake(g->owner);
    }
    for (int lang = 0; lang < 2; lang++) {
        if (show_sign(a, ANNEX_CARD, lang))
            home_forget_hello(a->home);
        changed = show_sign(a, ANNEX_OPEN, lang) || changed;
    }
    if (changed)
        hub_lobby_changed(a->home);
}

void annex_make_places(wire_annex *a)
{
    atomic_store(&a->hub->crowded, true);
    set_and_wake(a, &a->work);
}

wire_hub *annex_home(const wire_annex *a)
{
    return a->home;
}

json_t *annex_sign(const wire_annex *a, annex_shows what, duel_lang lang)
{
    return a->shown[what][lang];
}

/* ---- the thread: what its hub calls --------------------------------------------------- */

static void wake_annex(void *self) /* on the hub's own threads */
{
    wire_annex *a = self;
    set_and_wake(a, &a->work);
}

static void set_alarm(void *self, uint64_t ms)
{
    wire_annex *a = self;
    a->alarm = hub_now() + ms;
}

/* After each round all clients are looked at. */
static void note_ready(void *self, void *socket)
{
}

void annex_lobby_changed(wire_annex *a)
{
    a->lobby_changed = true;
}

/* Sets one of a guest's words true, and has the loop look at it; the lock is held. */
static void call_loop(wire_guest *g, bool *what)
{
    wire_annex *a = g->annex;
    *what = true;
    if (!g->called)
        duel_queue_add(&a->calls, &g->call);
    g->called = true;
    a->home->setup.wake(a->home->setup.self);
}

static void cut_guest(void *self, void *socket)
{
    wire_annex *a = self;
    wire_guest *g = socket;
    pthread_mutex_lock(&a->lock);
    call_loop(g, &g->cut);
    pthread_mutex_unlock(&a->lock);
}

/* ---- the thread: what is told --------------------------------------------------------- */

static void put_up(wire_annex *a, annex_shows what)
{
    for (int lang = 0; lang < 2; lang++) {
        json_t *made = what == ANNEX_CARD ? view_card(a->game, lang) : view_open(a->hub, lang);
        pthread_mutex_lock(&a->lock);
        json_decref(a->fresh[what][lang]);
        a->fresh[what][lang] = made;
        pthread_mutex_unlock(&a->lock);
    }
    a->home->setup.wake(a->home->setup.self);
}

/* Whether the slot is to be filled; if not, the loop is told that there is something for it. */
static bool is_wanted(wire_guest *g)
{
    pthread_mutex_lock(&g->annex->lock);
    bool wanted = g->wanted;
    g->wanted = false;
    if (!wanted && !g->speaks)
        call_loop(g, &g->speaks);
    pthread_mutex_unlock(&g->annex->lock);
    return wanted;
}

static void fill_slot(wire_guest *g)
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
static void tell_clients(wire_annex *a)
{
    for (wire_client *c = a->hub->clients; c; c = c->next)
        while (client_speaks(c) && is_wanted(c->socket))
            fill_slot(c->socket);
}

/* ---- the thread: slips ---------------------------------------------------------------- */

static bool is_known(wire_annex *a, wire_guest *g)
{
    if (g->client == NULL)
        g->client = client_add(a->hub, g, g->address);
    if (g->client == NULL)
        cut_guest(a, g);
    return g->client != NULL;
}

static void obey_slip(wire_annex *a, const wire_slip *s)
{
    wire_guest *g = s->guest;
    if (!is_known(a, g))
        return;
    wire_client *c = g->client;
    if (s->stay != g->told_stay && c->table)
        table_leave(c);
    g->told_stay = s->stay;
    c->lang = s->lang;
    memcpy(c->profile, s->profile, sizeof c->profile);
    if (s->text && !client_hear(c, (duel_str){s->text, s->len}))
        cut_guest(a, g);
    else if (s->text == NULL && c->table)
        client_has_news(c); /* in another language */
}

static void see_off(wire_guest *g)
{
    if (g->client)
        client_remove(g->client);
    pthread_mutex_lock(&g->annex->lock);
    call_loop(g, &g->gone);
    pthread_mutex_unlock(&g->annex->lock);
}

static void do_slip(wire_annex *a, wire_slip *s, bool obey)
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

static bool alarm_is_due(const wire_annex *a)
{
    return hub_now() >= a->alarm;
}

/* Gives the next slip, or NULL if there is something else to do; false: the annex closes. */
static bool await_work(wire_annex *a, wire_slip **out)
{
    pthread_mutex_lock(&a->lock);
    while (!a->inbox.first && !a->work && !a->leaving && !alarm_is_due(a))
        wait_until(a, a->alarm);
    wire_slip *s = (wire_slip *)duel_queue_take(&a->inbox);
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
static void do_round(wire_annex *a, wire_slip *s)
{
    if (s)
        do_slip(a, s, true);
    wire_hub_collect(a->hub);
    if (alarm_is_due(a))
        wire_hub_tick(a->hub); /* which sets the next one */
    tell_clients(a);
    if (a->lobby_changed)
        put_up(a, ANNEX_OPEN);
    a->lobby_changed = false;
}

/* In the end what was asked for and not done yet is left undone. */
static void *keep_annex(void *self)
{
    wire_annex *a = self;
    wire_slip *s;
    put_up(a, ANNEX_CARD);
    set_and_wake(a, &a->has_card);
    while (await_work(a, &s))
        do_round(a, s);
    for (; s; await_work(a, &s))
        do_slip(a, s, false);
    return NULL;
}

/* ---- beginning and ending ------------------------------------------------------------- */

static void init_shared(wire_annex *a)
{
    duel_clock_cond(&a->changed);
    pthread_mutex_init(&a->lock, NULL);
    duel_queue_init(&a->inbox);
    duel_queue_init(&a->calls);
    set_alarm(a, HUB_KEEP);
}

static duel_status open_hub(wire_annex *a, duel_msg *why)
{
    wire_setup setup = a->home->setup;
    duel_status status = duel_store_another(setup.store, &a->store, why);
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

static duel_status begin_thread(wire_annex *a, duel_msg *why)
{
    a->runs = pthread_create(&a->thread, NULL, keep_annex, a) == 0;
    return a->runs
               ? DUEL_OK
               : duel_fail(why, N_("No thread could be started for {0}."), "c", a->game->id);
}

duel_status annex_new(wire_hub *home, const duel_game *game, wire_annex **out, duel_msg *why)
{
    wire_annex *a = calloc(1, sizeof *a);
    if (a == NULL)
        return duel_full(why);
    a->home = home;
    a->game = game;
    init_shared(a);
    duel_status status = open_hub(a, why);
    if (status == DUEL_OK)
        status = begin_thread(a, why);
    if (status == DUEL_OK)
        *out = a;
    else
        annex_free(a);
    return status;
}

void annex_await_cards(wire_annex *const annexes[])
{
    uint64_t until = hub_now() + CARD_PATIENCE;
    for (int i = 0; annexes[i]; i++) {
        pthread_mutex_lock(&annexes[i]->lock);
        while (!annexes[i]->has_card && wait_until(annexes[i], until))
            continue;
        pthread_mutex_unlock(&annexes[i]->lock);
        annex_collect(annexes[i]);
    }
}

void annex_end(wire_annex *a)
{
    set_and_wake(a, &a->leaving);
}

void annex_free(wire_annex *a)
{
    if (a->runs)
        pthread_join(a->thread, NULL);
    annex_collect(a); /* the last guests */
    wire_hub_free(a->hub);
    for (int i = 0; i < ANNEX_SIGNS * 2; i++)
        json_decref(a->shown[i / 2][i % 2]);
    duel_store_close(a->store);
    pthread_cond_destroy(&a->changed);
    pthread_mutex_destroy(&a->lock);
    free(a);
}
