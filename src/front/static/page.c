/* front/static/page.c -- the page without a server: what server/server.c is to sockets, this
 * is to the messages of a browser.
 *
 *     page ──message──▶ program_worker.js ──page_hear──▶ hub
 *     page ◀──message── program_worker.js ◀──page_say── hub
 *
 * The hub and its threads are those of the server: the loop is that of a worker
 * (web/static/program_worker.js), its threads are workers of their own. What other threads want
 * of the loop comes by emscripten's queue. The functions that are exported are called on the
 * loop, by program_worker.js alone. */
#define _DEFAULT_SOURCE /* getentropy */
#include "front/static/inside.h"
#include "players/catalogue.h"
#include "wire/hub.h"

#include <emscripten/emscripten.h>
#include <emscripten/html5.h>
#include <emscripten/threading.h>
#include <sodium.h>
#include <stdlib.h>
#include <unistd.h>

enum { PLAYER_MEGABYTES = 24, BUDGET_MEGABYTES = 192, ABSENCE = 15 };

/* A page, as the hub knows it: its socket. */
typedef struct page_line {
    struct page_line *next;
    page *page;
    int number; /* program_worker.js's */
    wire_client *client;
    bool ready, cut;
} page_line;

struct page {
    data_store *store;
    memory_budget purse;
    quotas quotas;
    wire_hub *hub;
    page_line *lines;
    duel_buf out;
    long alarm;   /* a timer; 0: none is set */
    bool at_work; /* in the middle of something */
    bool again;   /* and when that is done there is something to collect */
    atomic_bool woken;
};

/* Tells a page something, or that its line is closed (NULL). */
EM_JS(void, page_say, (int line, const char *text, int len),
      { Module["say"](line, text ? UTF8ToString(text, len) : null); })
/* Tells whoever looks at the browser's console. */
EM_JS(void, page_complain, (const char *text), { console.error(UTF8ToString(text)); })

/* ---- saying ------------------------------------------------------------------------------ */

static void line_free(page_line *l)
{
    page_line **at = &l->page->lines;
    while (*at != l)
        at = &(*at)->next;
    *at = l->next;
    wire_client_free(l->client);
    free(l);
}

static void say_next(page_line *l)
{
    duel_buf *out = &l->page->out;
    l->ready = false;
    duel_buf_clear(out);
    if (!wire_client_take(l->client, out))
        return;
    if (out->failed)
        l->cut = true;
    else
        page_say(l->number, out->text, (int)out->len);
}

/* What is to be said is made after everything that came has been heard. */
static void say_all(page *p)
{
    for (page_line *l = p->lines, *next; l; l = next) {
        next = l->next;
        while (l->ready && !l->cut)
            say_next(l);
        if (l->cut) {
            page_say(l->number, NULL, 0);
            line_free(l);
        }
    }
}

static void line_ready(void *self, void *socket)
{
    ((page_line *)socket)->ready = true;
}

static void line_cut(void *self, void *socket)
{
    ((page_line *)socket)->cut = true;
}

static bool line_owns(void *self, void *socket)
{
    return true;
}

/* ---- the loop ------------------------------------------------------------------------------
 *
 * While the loop waits for a lock, emscripten lets it do what other threads have asked it for:
 * so being woken may come in the middle of anything, and waits until that is done. */

static void begin_work(page *p)
{
    p->at_work = true;
}

static void end_work(page *p)
{
    do {
        bool collect = p->again;
        p->again = false;
        if (collect)
            wire_hub_collect(p->hub);
        say_all(p);
    } while (p->again);
    p->at_work = false;
}

static void on_wake(int self)
{
    page *p = (page *)(intptr_t)self;
    atomic_store(&p->woken, false);
    p->again = true;
    if (p->at_work || p->hub == NULL)
        return;
    begin_work(p);
    end_work(p);
}

static void hub_wake(void *self)
{
    page *p = self;
    if (!atomic_exchange(&p->woken, true))
        emscripten_async_run_in_main_runtime_thread(EM_FUNC_SIG_VI, on_wake, (int)(intptr_t)p);
}

static void on_alarm(void *self)
{
    page *p = self;
    p->alarm = 0;
    begin_work(p);
    wire_hub_tick(p->hub);
    end_work(p);
}

static void hub_alarm_in(void *self, uint64_t ms)
{
    page *p = self;
    if (p->alarm)
        emscripten_clear_timeout(p->alarm);
    p->alarm = emscripten_set_timeout(on_alarm, (double)ms, p);
}

static void complain(void *owner, const duel_msg *why)
{
    duel_buf text;
    duel_buf_init(&text);
    duel_render(DUEL_EN, why, &text.sink);
    if (!text.failed)
        page_complain(text.text);
    duel_buf_fini(&text);
}

/* ---- beginning --------------------------------------------------------------------------- */

static const char *randomness_name(void)
{
    return "browser";
}

static void random_bytes(void *const to, const size_t count)
{
    enum { MOST = 256 };
    for (size_t done = 0; done < count; done += MOST)
        if (getentropy((char *)to + done, count - done < MOST ? count - done : MOST) != 0)
            abort();
}

static uint32_t random_number(void)
{
    uint32_t drawn;
    random_bytes(&drawn, sizeof drawn);
    return drawn;
}

static struct randombytes_implementation randomness = {
    .implementation_name = randomness_name, .random = random_number, .buf = random_bytes};

/* The letter-box of the disk, which must be read before page_open; NULL: there is no memory. */
EMSCRIPTEN_KEEPALIVE disk_mail *page_disk(void)
{
    randombytes_set_implementation(&randomness);
    return disk_begin();
}

static duel_status open_hub(page *p, int threads, duel_msg *why)
{
    quota_limits limits = quotas_usual_limits();
    memory_budget_init(&p->purse, (size_t)BUDGET_MEGABYTES << 20);
    quotas_init(&p->quotas, &limits);
    duel_status status = store_open("/data", &p->store, why);
    wire_hub_setup setup = {.store = p->store,
                            .threads = threads,
                            .memory = (size_t)PLAYER_MEGABYTES << 20,
                            .purse = &p->purse,
                            .quotas = &p->quotas,
                            .absence = ABSENCE,
                            .local = true,
                            .alone = true,
                            .self = p,
                            .wake = hub_wake,
                            .alarm = hub_alarm_in,
                            .ready = line_ready,
                            .cut = line_cut,
                            .owns = line_owns,
                            .complain = complain};
    return status == DUEL_OK ? wire_hub_new(&setup, &p->hub, why) : status;
}

/* With so many threads that think. NULL: it cannot be, and the console says why. It lasts as
 * long as its worker. */
EMSCRIPTEN_KEEPALIVE page *page_open(int threads)
{
    duel_msg why;
    page *p = calloc(1, sizeof *p);
    if (p == NULL)
        return NULL;
    duel_buf_init(&p->out);
    if (open_hub(p, threads, &why) == DUEL_OK)
        return p;
    complain(NULL, &why);
    return NULL;
}

data_store *page_store(const page *p)
{
    return p->store;
}

/* ---- pages ------------------------------------------------------------------------------- */

/* NULL: there is no room for another one. */
EMSCRIPTEN_KEEPALIVE page_line *page_connect(page *p, int number)
{
    duel_msg why;
    page_line *l = calloc(1, sizeof *l);
    if (l == NULL)
        return NULL;
    *l = (page_line){.page = p, .number = number, .next = p->lines};
    l->client = wire_client_new(p->hub, l, "127.0.0.1", false, &why);
    if (l->client == NULL) {
        free(l);
        return NULL;
    }
    p->lines = l;
    return l;
}

EMSCRIPTEN_KEEPALIVE void page_hear(page_line *l, const char *text, int len)
{
    page *p = l->page;
    begin_work(p);
    if (len > WIRE_MESSAGE || !wire_client_receive(l->client, (duel_str){text, (size_t)len}))
        l->cut = true;
    end_work(p);
}

EMSCRIPTEN_KEEPALIVE void page_leave(page_line *l)
{
    page *p = l->page;
    begin_work(p);
    line_free(l);
    end_work(p);
}
