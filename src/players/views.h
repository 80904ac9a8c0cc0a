/* players/views.h -- every view of a game with secrets in which a seat has a choice.
 *
 * Games are followed from every deal by every move; each thing that a seat can know is given
 * once, with a view that shows it. */
#ifndef DUEL_PLAYERS_VIEWS_H
#define DUEL_PLAYERS_VIEWS_H

#include "core/game.h"

typedef struct duel_seen_view {
    int seat;       /* to move */
    uint64_t known; /* what it has seen and done (core/play.h) */
    const void *view;
    const duel_move *move;
    int count; /* of moves: at least 2 */
} duel_seen_view;

/* False: enough. */
typedef bool duel_view_take(void *to, const duel_seen_view *met);

/* `first`: of each seat only the first choice it has in a game. */
duel_status duel_views_each(const duel_variant *v, bool first, duel_view_take *meet, void *to,
                            duel_msg *why);

#endif
