/* wire/cleanup.c -- deletes games that were never really played from the database while the
 * server runs: store/store decides which, a hub knows at which of them somebody sits.
 *
 *     an hour has passed ──▶ crew: a piece is found ──▶ loop: live tables are spared
 *            ▲                       ▲                        │ the others are not taken up
 *            └── it was the last ────┴──── crew: they go ◀────┘ until they are gone
 *
 * Each house sweeps the tables that it alone has live: an annex those of its game, the loop's
 * hub all others. */
#include "store/store.h"
#include "wire/inside.h"

#include <stdlib.h>
#include <string.h>

enum { SWEEP_EVERY = 3600000 }; /* ms */

typedef struct wire_sweep {
    thread_job job; /* first, so that a job leads to its sweep */
    wire_hub *hub;
    store_sweep by;
    store_sweep_sums piece;
    bool busy;
    uint64_t due; /* when the next one begins, ms */
    int64_t gone;
    duel_status status;
    duel_msg why;
} wire_sweep;

/* Whether tables of this game are live here, and nowhere else. */
static bool sweeps_game(const void *self, duel_str game)
{
    const wire_hub *hub = self;
    if (hub->annex)
        return duel_str_is(game, slow_game_game(hub->annex)->id);
    for (int i = 0; hub->annexes[i]; i++)
        if (duel_str_is(game, slow_game_game(hub->annexes[i])->id))
            return false;
    return true;
}

static void look_for_piece(thread_job *job)
{
    wire_sweep *w = (wire_sweep *)job;
    w->status = store_sweep_find(w->hub->side, &w->by, sweeps_game, w->hub, &w->piece, &w->why);
}

static void sweep_piece(thread_job *job)
{
    wire_sweep *w = (wire_sweep *)job;
    w->status = store_sweep_away(w->hub->side, &w->by, &w->piece, &w->gone, &w->why);
}

static void send_crew(wire_sweep *w, void (*run)(thread_job *), void (*done)(thread_job *))
{
    w->busy = true;
    w->job = (thread_job){.lane = JOB_CLASS_KEEPING, .run = run, .done = done};
    thread_pool_submit(w->hub->crew, &w->job);
}

static void look_further(thread_job *job);

static void piece_is_gone(thread_job *job)
{
    wire_sweep *w = (wire_sweep *)job;
    bool more = w->status == DUEL_OK && !w->piece.last;
    w->busy = false;
    w->piece.count = 0; /* what is still there may be taken up again */
    hub_word_failure(w->hub, w->status, &w->why);
    if (more && !w->hub->ending)
        send_crew(w, look_for_piece, look_further);
}

static void look_further(thread_job *job)
{
    wire_sweep *w = (wire_sweep *)job;
    w->busy = false;
    if (w->hub->ending || w->status != DUEL_OK) {
        w->piece.count = 0;
        return;
    }
    for (int i = 0; i < w->piece.count; i++)
        w->piece.game[i].spared = wire_table_is_live(w->hub, w->piece.game[i].id);
    if (w->piece.count)
        send_crew(w, sweep_piece, piece_is_gone);
}

bool cleanup_takes(const wire_hub *hub, const char *id)
{
    const wire_sweep *w = hub->sweep;
    bool sweeping = w && w->busy && w->job.run == sweep_piece;
    for (int i = 0; sweeping && i < w->piece.count; i++)
        if (!w->piece.game[i].spared && strcmp(w->piece.game[i].id, id) == 0)
            return true;
    return false;
}

/* A hub without memory for it sweeps later. */
void cleanup_tick(wire_hub *hub, uint64_t now)
{
    wire_sweep *w = hub->sweep ? hub->sweep : calloc(1, sizeof *w);
    hub->sweep = w;
    if (w == NULL || w->busy || now < w->due || hub->ending)
        return;
    w->hub = hub;
    w->due = now + SWEEP_EVERY;
    w->by = (store_sweep){hub_time(), hub->setup.sweep_days, hub->setup.sweep_own};
    w->piece = (store_sweep_sums){.place = 0};
    send_crew(w, look_for_piece, look_further);
}

void cleanup_free(wire_hub *hub)
{
    free(hub->sweep);
    hub->sweep = NULL;
}
