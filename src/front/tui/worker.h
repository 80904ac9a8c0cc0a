/* front/tui/worker.h -- thinking beside the keyboard: one job at a time, in a thread of its
 * own.
 *
 *     start ──▶ (progress…) ──▶ finished ──▶ the results are read
 *           └── stop: the engine answers the best it has
 *
 * While a job runs, the session, the players and the results belong to the thread: the loop may
 * look at the session but not change it. The thread wakes the loop (wake.h) about ten times
 * a second with news, and at the end. */
#ifndef DUEL_FRONT_TUI_WORKER_H
#define DUEL_FRONT_TUI_WORKER_H

#include "front/explored.h"
#include "front/phrase.h"
#include "front/tui/table.h"
#include "teach/review.h"

#include <pthread.h>

typedef enum tui_job {
    TUI_THINK_MOVE,
    TUI_THINK_ADVICE,
    TUI_GO_THROUGH,
    TUI_COUNT_SOLVED,
    TUI_LOOK_UP, /* the view, in what was solved: its answer is that of the advice */
    TUI_CLOSE
} tui_job;

typedef struct tui_order {
    tui_job job;
    duel_cast *cast;
    const duel_variant *v;
    host closed;     /* TUI_CLOSE: belongs to the job */
    duel_state view; /* what the seat sees */
    int seat;
    double seconds;
    uint64_t seed;
    phrase_chair chair; /* of who reads what it comes to */
    int reader;         /* whose chair that is, DUEL_NOBODY: nobody's in particular */
    bool explain;       /* the move chosen may be explained: nothing is hidden in this game */
    bool hint;          /* the advice is asked for in steps */
    bool compare;       /* with a move the player thinks of */
    duel_move instead;
    duel_review_request review; /* TUI_GO_THROUGH */
    duel_store *store;          /* TUI_COUNT_SOLVED */
    explored *solved;           /* opened by TUI_COUNT_SOLVED; for TUI_LOOK_UP with */
    size_t memory;
} tui_order;

typedef struct tui_worker {
    pthread_t thread;
    bool running; /* a thread is there and was not joined */
    atomic_bool stop, done;
    double began, told;
    pthread_mutex_t lock; /* of progress and news */
    duel_progress progress;
    bool news;
    tui_order order;
    duel_status status;
    duel_msg why;
    duel_advice *advice;    /* the answer, with its reason */
    atomic_size_t reviewed; /* TUI_GO_THROUGH: moves, so far; */
    duel_review found;      /* and what was found, for whoever takes it */
    uint64_t saved;         /* TUI_CLOSE: positions that are new */
} tui_worker;

duel_status tui_worker_init(tui_worker *w, duel_msg *why);
void tui_worker_fini(tui_worker *w); /* stops a job and waits for it */

duel_status tui_worker_start(tui_worker *w, const tui_order *order, duel_msg *why);
void tui_worker_stop(tui_worker *w);
/* True once after the end of a job: its thread is gone and the results can be read. */
bool tui_worker_finished(tui_worker *w);
/* Waits for the end, having asked for it. */
void tui_worker_wait(tui_worker *w);
/* The latest news; false: none has come yet. */
bool tui_worker_progress(tui_worker *w, duel_progress *out);

#endif
