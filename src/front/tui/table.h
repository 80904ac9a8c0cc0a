/* front/tui/table.h -- the game at the table: what was chosen, the table itself, the lesson.
 *
 *     choose ──▶ (setup) ──▶ begin or resume ──▶ give ──▶ clear
 *            └─▶ learn ──▶ stop learning
 *
 * A lesson (core/lesson.h) lies over the game: while there is one, its position is the one
 * shown and played.
 *
 * Knows nothing of windows. Everything that is shown of a state comes from tui_table_view,
 * which gives what the person before the screen may see. */
#ifndef DUEL_FRONT_TUI_TABLE_H
#define DUEL_FRONT_TUI_TABLE_H

#include "core/lesson.h"
#include "front/host.h"
#include "front/tui/setup.h"

typedef struct tui_table {
    host at; /* its table is NULL: no game begun */
    size_t memory;
    double seconds;
    const duel_game *game; /* NULL: none chosen; then nothing below is in use */
    tui_setup setup;
    bool shown_setup;      /* the situation was asked for, and is played next */
    duel_learner *learner; /* NULL: no lesson */
} tui_table;

duel_status tui_table_choose(tui_table *t, const duel_game *g, duel_msg *why);
void tui_table_clear(tui_table *t);

duel_status tui_table_begin(tui_table *t, duel_msg *why);
duel_status tui_table_resume(tui_table *t, const char *id, duel_msg *why);
/* Leaves no game; what it was is the caller's, to be closed: keeping what was learned takes
 * long, so another thread does it. */
host tui_table_give(tui_table *t);

duel_status tui_table_learn(tui_table *t, duel_msg *why);
void tui_table_stop_learning(tui_table *t);

const duel_variant *tui_table_variant(const tui_table *t);
bool tui_table_over(const tui_table *t);
bool tui_table_secrets(const tui_table *t);
/* A person is to move. */
bool tui_table_waits(const tui_table *t);
/* The seat to move. */
int tui_table_turn(const tui_table *t);
/* The turn drafted is a whole one: it waits to be confirmed. */
bool tui_table_ready(const tui_table *t);
/* What the seat to move sees, with its draft. */
void tui_table_mover(const tui_table *t, duel_state *view);
/* The next person must come to the screen first: something is hidden, and another one is there.
 */
bool tui_table_needs_cover(const tui_table *t);
/* What may be shown now, and as whom. Without a game, the situation prepared. */
duel_status tui_table_view(const tui_table *t, duel_state *view, int *seat, duel_msg *why);

int tui_table_people(const tui_table *t); /* how many sit at the game begun */

#endif
