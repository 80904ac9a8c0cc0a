/* front/tui/think_thread.c -- thinking beside the keyboard, one job at a time: see table.h. */
#include "base/clock.h"
#include "front/tui/screen.h"
#include "front/tui/table.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>

static const double BETWEEN_NEWS = 0.1;

duel_status tui_worker_init(tui_worker *w, duel_msg *why)
{
    memset(w, 0, sizeof *w);
    w->advice = malloc(sizeof *w->advice);
    if (w->advice == NULL || pthread_mutex_init(&w->lock, NULL) != 0) {
        free(w->advice);
        return duel_no_space(why);
    }
    return DUEL_OK;
}

void tui_worker_fini(tui_worker *w)
{
    tui_worker_wait(w);
    pthread_mutex_destroy(&w->lock);
    game_review_fini(&w->found);
    free(w->advice);
}

/* ---- in the thread ----------------------------------------------------------------------- */

static void hear(void *watcher, const duel_progress *p)
{
    tui_worker *w = watcher;
    double now = duel_clock();
    pthread_mutex_lock(&w->lock);
    w->progress = *p;
    w->news = true;
    pthread_mutex_unlock(&w->lock);
    if (now - w->told < BETWEEN_NEWS)
        return;
    w->told = now;
    tui_wake_from_worker();
}

/* Why a machine plays so, for the people around it. */
static void explain_machine(const tui_order *o, const duel_answer *a, duel_reason *out)
{
    duel_explain_why(o->v, &o->view, o->seat, a->plan, 1, out);
    duel_reason_drop_against(out);
    wording_keep_reasons(o->reader, o->seat, out);
}

static void think_move(tui_worker *w, const duel_think *call)
{
    const tui_order *o = &w->order;
    table_advice *a = w->advice;
    memset(a, 0, sizeof *a);
    w->status = table_players_think(o->cast, call, &a->answer, &w->why);
    if (w->status == DUEL_OK && o->explain && a->answer.plan_count)
        explain_machine(o, &a->answer, &a->why);
}

static void count_reviewed(void *watcher, uint64_t done)
{
    tui_worker *w = watcher;
    atomic_store(&w->reviewed, (size_t)done);
    tui_wake_from_worker();
}

static void go_through(tui_worker *w)
{
    game_review_request q = w->order.review;
    q.stop = &w->stop;
    q.progress = count_reviewed;
    q.watcher = w;
    w->status = game_review_run(&q, &w->found, &w->why);
}

static void count_solved(tui_worker *w)
{
    const tui_order *o = &w->order;
    w->status = table_players_learn(o->cast, local_table_now().date, &w->saved, &w->why);
    if (w->status == DUEL_OK)
        w->status = solved_stats_open(o->store, o->v, o->seed, &w->stop, o->solved, &w->why);
}

static void *run(void *self)
{
    tui_worker *w = self;
    tui_order *o = &w->order;
    duel_think call = {.view = &o->view,
                       .seat = o->seat,
                       .seconds = o->seconds,
                       .seed = o->seed,
                       .stop = &w->stop,
                       .progress = hear,
                       .watcher = w};
    switch (o->job) {
    case TUI_THINK_MOVE:
        think_move(w, &call);
        break;
    case TUI_THINK_ADVICE:
        w->status = table_players_advise(o->cast, &call, o->compare ? &o->instead : NULL,
                                         w->advice, &w->why);
        break;
    case TUI_GO_THROUGH:
        go_through(w);
        break;
    case TUI_COUNT_SOLVED:
        count_solved(w);
        break;
    case TUI_LOOK_UP:
        w->status = solved_stats_look(o->solved, &o->view, o->memory, &w->stop,
                                      &w->advice->answer, &w->why);
        break;
    case TUI_CLOSE:
        w->status = local_table_close(&o->closed, &w->saved, &w->why);
        break;
    }
    atomic_store(&w->done, true);
    tui_wake_from_worker();
    return NULL;
}

/* ---- in the loop ------------------------------------------------------------------------- */

/* Signals are the loop's business: a thread is born with all of them blocked. */
static int create(tui_worker *w)
{
    enum { STACK = 16 << 20 }; /* engines search deep */
    sigset_t all, kept;
    pthread_attr_t attributes;
    sigfillset(&all);
    pthread_attr_init(&attributes);
    pthread_attr_setstacksize(&attributes, STACK);
    pthread_sigmask(SIG_SETMASK, &all, &kept);
    int failed = pthread_create(&w->thread, &attributes, run, w);
    pthread_sigmask(SIG_SETMASK, &kept, NULL);
    pthread_attr_destroy(&attributes);
    return failed;
}

duel_status tui_worker_start(tui_worker *w, const tui_order *order, duel_msg *why)
{
    w->order = *order;
    w->news = false;
    w->saved = 0;
    atomic_store(&w->reviewed, 0);
    w->began = w->told = duel_clock();
    atomic_store(&w->stop, false);
    atomic_store(&w->done, false);
    w->running = create(w) == 0;
    return w->running ? DUEL_OK : duel_no_space(why);
}

void tui_worker_stop(tui_worker *w)
{
    atomic_store(&w->stop, true);
}

bool tui_worker_finished(tui_worker *w)
{
    if (!w->running || !atomic_load(&w->done))
        return false;
    pthread_join(w->thread, NULL);
    w->running = false;
    return true;
}

void tui_worker_wait(tui_worker *w)
{
    if (!w->running)
        return;
    tui_worker_stop(w);
    pthread_join(w->thread, NULL);
    w->running = false;
}

bool tui_worker_progress(tui_worker *w, duel_progress *out)
{
    pthread_mutex_lock(&w->lock);
    bool news = w->news;
    if (news)
        *out = w->progress;
    pthread_mutex_unlock(&w->lock);
    return news;
}
