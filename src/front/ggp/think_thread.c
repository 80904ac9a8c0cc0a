/* front/ggp/think_thread.c -- the thread on which a player follows its match: see inside.h. */
#include "base/queue.h"
#include "front/ggp/inside.h"

#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_ERRANDS = 16 };

typedef struct errand {
    duel_link link;
    uint64_t ticket;
    char *text;
    ggp_message message; /* points into the text */
    double due;
    atomic_bool stop;
    /* under the lock of the mind: */
    duel_buf answer; /* the best so far */
    bool given_up;   /* nobody waits for it */
} errand;

struct ggp_think_thread {
    ggp_think_thread_setup setup;
    pthread_t thread;
    pthread_mutex_t lock;
    pthread_cond_t changed;
    /* under the lock: */
    duel_queue waiting, done;
    errand *current;
    int errands; /* in all */
    bool ending;
    /* the thread's: */
    ggp_match *match;
    ggp_sheet_loader studies;
};

/* ---- errands ---------------------------------------------------------------------------- */

static void free_errand(errand *e)
{
    duel_buf_fini(&e->answer);
    free(e->text);
    free(e);
}

static errand *new_errand(uint64_t ticket, duel_str text, double due)
{
    errand *e = calloc(1, sizeof *e);
    if (e == NULL)
        return NULL;
    e->ticket = ticket;
    e->due = due;
    duel_buf_init(&e->answer);
    e->text = malloc(text.len + 1);
    if (e->text)
        memcpy(e->text, text.at, text.len);
    if (e->text && ggp_message_read((duel_str){e->text, text.len}, &e->message))
        return e;
    free_errand(e);
    return NULL;
}

static void set_answer(ggp_think_thread *m, errand *e, const char *text)
{
    pthread_mutex_lock(&m->lock);
    duel_buf_clear(&e->answer);
    duel_put(&e->answer.sink, text);
    pthread_mutex_unlock(&m->lock);
}

/* ---- on the thread ---------------------------------------------------------------------- */

typedef struct mind_and_errand {
    ggp_think_thread *m;
    errand *e;
} mind_and_errand;

static void take_better(void *watcher, const char *move)
{
    const mind_and_errand *w = watcher;
    set_answer(w->m, w->e, move);
}

/* What is left after thinking goes into saying it. */
static ggp_thinking thinking_of(const ggp_think_thread *m, const errand *e)
{
    static const double saying = 0.05;
    return (ggp_thinking){.until = e->due - saying, .most = m->setup.most, .stop = &e->stop};
}

static void do_start(ggp_think_thread *m, errand *e)
{
    duel_msg why = {0};
    ggp_match_free(m->match);
    m->match = NULL;
    duel_status status = ggp_match_new(&e->message, &m->studies, &m->match, &why);
    set_answer(m, e, status == DUEL_OK ? "ready" : "busy");
    ggp_thinking t = thinking_of(m, e);
    if (status == DUEL_OK)
        ggp_match_prepare(m->match, &t);
    else
        m->setup.complain(m->setup.owner, &why);
}

static void do_play(ggp_think_thread *m, errand *e)
{
    duel_msg why = {0};
    mind_and_errand both = {m, e};
    if (m->match == NULL)
        return;
    if (e->message.moves.at && ggp_match_advance(m->match, e->message.moves, &why) != DUEL_OK)
        m->setup.complain(m->setup.owner, &why);
    const char *move = ggp_match_anything(m->match);
    if (move[0] == '\0')
        return;
    set_answer(m, e, move);
    ggp_thinking t = thinking_of(m, e);
    t.watcher = &both;
    t.better = take_better;
    if ((move = ggp_match_choose(m->match, &t)))
        set_answer(m, e, move);
}

static void do_errand(ggp_think_thread *m, errand *e)
{
    if (e->message.kind == GGP_START) {
        do_start(m, e);
    } else if (e->message.kind == GGP_PLAY) {
        do_play(m, e);
    } else {
        ggp_match_free(m->match);
        m->match = NULL;
    }
}

/* With the lock. */
static void hand_over(ggp_think_thread *m, errand *e)
{
    m->current = NULL;
    if (e->given_up) {
        free_errand(e);
        m->errands--;
        return;
    }
    duel_queue_add(&m->done, &e->link);
    m->setup.wake(m->setup.owner);
}

static void *run_mind(void *what)
{
    ggp_think_thread *m = what;
    pthread_mutex_lock(&m->lock);
    while (!m->ending) {
        errand *e = (errand *)duel_queue_take(&m->waiting);
        if (e == NULL) {
            pthread_cond_wait(&m->changed, &m->lock);
            continue;
        }
        m->current = e;
        pthread_mutex_unlock(&m->lock);
        do_errand(m, e);
        pthread_mutex_lock(&m->lock);
        hand_over(m, e);
    }
    pthread_mutex_unlock(&m->lock);
    return NULL;
}

/* ---- life ------------------------------------------------------------------------------- */

/* Signals are the loop's: threads made here, and by them, have none. */
static bool start_thread(ggp_think_thread *m)
{
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    bool started = pthread_create(&m->thread, NULL, run_mind, m) == 0;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return started;
}

static void free_parts(ggp_think_thread *m)
{
    for (duel_link *l; (l = duel_queue_take(&m->waiting)) || (l = duel_queue_take(&m->done));)
        free_errand((errand *)l);
    pthread_cond_destroy(&m->changed);
    pthread_mutex_destroy(&m->lock);
    free(m);
}

duel_status ggp_think_thread_new(const ggp_think_thread_setup *setup, ggp_think_thread **out,
                                 duel_msg *why)
{
    ggp_think_thread *m = calloc(1, sizeof *m);
    if (m == NULL)
        return duel_no_space(why);
    m->setup = *setup;
    duel_queue_init(&m->waiting);
    duel_queue_init(&m->done);
    pthread_mutex_init(&m->lock, NULL);
    pthread_cond_init(&m->changed, NULL);
    if (!start_thread(m)) {
        free_parts(m);
        return duel_no_space(why);
    }
    *out = m;
    return DUEL_OK;
}

void ggp_think_thread_free(ggp_think_thread *m)
{
    if (m == NULL)
        return;
    ggp_think_thread_hurry(m);
    pthread_mutex_lock(&m->lock);
    m->ending = true;
    pthread_cond_signal(&m->changed);
    pthread_mutex_unlock(&m->lock);
    pthread_join(m->thread, NULL);
    ggp_match_free(m->match);
    ggp_sheet_loader_end(&m->studies);
    free_parts(m);
}

/* ---- for the loop ----------------------------------------------------------------------- */

bool ggp_think_thread_ask(ggp_think_thread *m, uint64_t ticket, duel_str text, double due)
{
    errand *e = new_errand(ticket, text, due);
    if (e == NULL)
        return false;
    e->given_up = e->message.kind == GGP_STOP || e->message.kind == GGP_ABORT;
    duel_put(&e->answer.sink, e->message.kind == GGP_START ? "ready" : "nil");
    pthread_mutex_lock(&m->lock);
    bool room = m->errands < MOST_ERRANDS || e->given_up;
    if (room) {
        duel_queue_add(&m->waiting, &e->link);
        m->errands++;
        pthread_cond_signal(&m->changed);
    }
    pthread_mutex_unlock(&m->lock);
    if (!room)
        free_errand(e);
    return room;
}

bool ggp_think_thread_collect(ggp_think_thread *m, uint64_t *ticket, duel_buf *answer)
{
    pthread_mutex_lock(&m->lock);
    errand *e = (errand *)duel_queue_take(&m->done);
    if (e) {
        *ticket = e->ticket;
        duel_put_str(&answer->sink, duel_buf_str(&e->answer));
        free_errand(e);
        m->errands--;
    }
    pthread_mutex_unlock(&m->lock);
    return e != NULL;
}

/* With the lock. */
static errand *find_errand(ggp_think_thread *m, uint64_t ticket)
{
    if (m->current && m->current->ticket == ticket)
        return m->current;
    for (duel_link *l = m->waiting.first; l; l = l->next)
        if (((errand *)l)->ticket == ticket)
            return (errand *)l;
    for (duel_link *l = m->done.first; l; l = l->next)
        if (((errand *)l)->ticket == ticket)
            return (errand *)l;
    return NULL;
}

void ggp_think_thread_give_up(ggp_think_thread *m, uint64_t ticket, duel_buf *answer)
{
    pthread_mutex_lock(&m->lock);
    errand *e = find_errand(m, ticket);
    if (e) {
        e->given_up = true;
        atomic_store(&e->stop, true);
    }
    duel_put_str(&answer->sink, e ? duel_buf_str(&e->answer) : duel_str_of("nil"));
    pthread_mutex_unlock(&m->lock);
}

void ggp_think_thread_hurry(ggp_think_thread *m)
{
    pthread_mutex_lock(&m->lock);
    if (m->current)
        atomic_store(&m->current->stop, true);
    for (duel_link *l = m->waiting.first; l; l = l->next)
        atomic_store(&((errand *)l)->stop, true);
    pthread_mutex_unlock(&m->lock);
}
