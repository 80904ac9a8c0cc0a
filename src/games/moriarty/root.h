/* moriarty/root.h -- one search of the root position to one depth: its value, its moves'
 * values, its line. Internal to the search; search.c decides which depths to run. */
#ifndef MORIARTY_ROOT_H
#define MORIARTY_ROOT_H

#include "games/moriarty/search.h"
#include "games/moriarty/worker.h"

typedef struct moriarty_root {
    const moriarty_request *request;
    const moriarty_kernel *kernel;
    moriarty_run run;
    moriarty_worker worker; /* of the calling thread */
    int empties;
} moriarty_root;

/* The legal moves, one MORIARTY_PASS when there is none but the game goes on. */
int moriarty_root_moves(const moriarty_root *root, moriarty_board b,
                        moriarty_scored moves[MORIARTY_MAX_MOVES]);

/* Searches to `depth` plies, or to the end when `proved`; answer->score is the guess to begin
 * with. False when the run was halted first: *answer is then as it was. */
bool moriarty_root_search(moriarty_root *root, int depth, bool proved, moriarty_answer *answer);

#endif
