/* moriarty/workshop/selfplay.h -- games that the engine plays against itself, every position
 * labelled with the score it leads to.
 *
 * A game begins with random moves, mixed with quick ones after the first few; then it is played
 * on by short searches until so few squares are empty that a proof ends it. From the last
 * random move on each position is labelled with the proved score: play was as good as the
 * engine knows, then perfect. A game depends on the settings and its number alone. */
#ifndef MORIARTY_SELFPLAY_H
#define MORIARTY_SELFPLAY_H

#include "games/moriarty/search.h"

enum { MORIARTY_MOST_LABELS = 64 }; /* of a game */

typedef struct moriarty_labelled {
    moriarty_board board;
    int8_t score; /* for the mover, in discs */
} moriarty_labelled;

typedef struct moriarty_labelled_game {
    int count;
    moriarty_labelled position[MORIARTY_MOST_LABELS];
} moriarty_labelled_game;

typedef struct moriarty_selfplay {
    uint64_t seed, nodes; /* nodes: of a search */
    const moriarty_eval *eval;
    int threads;
} moriarty_selfplay;

/* Plays the games numbered first, first + 1, … */
duel_status moriarty_play_games(const moriarty_selfplay *settings, uint64_t first, int count,
                                moriarty_labelled_game out[], duel_msg *why);

#endif
