/* chicago/contest.c -- see contest.h. */
#include "games/chicago/contest.h"

#include "games/chicago/seedbots.h"
#include "games/chicago/study.h"

#include <stdlib.h>
#include <string.h>

static const chicago_rules rules = {2, false};

static const char *const names[] = {
    [CONTEST_RANDOM] = "random",           [CONTEST_DEPTH1] = "seed-depth1",
    [CONTEST_MINIMAX2] = "seed-minimax2",  [CONTEST_MINIMAX4] = "seed-minimax4",
    [CONTEST_LOOK2] = "lookahead:depth=2", [CONTEST_LOOK4] = "lookahead:depth=4",
    [CONTEST_LOOK6] = "lookahead:depth=6", [CONTEST_EXACT] = "exact"};
_Static_assert(sizeof names / sizeof *names == CONTEST_ENTRANTS, "a name for each");

const char *chicago_entrant_name(int entrant)
{
    return names[entrant];
}

/* A move of the largest value so far ahead; among equals by chance. */
static chicago_move move_by_lookahead(const chicago_board *board, int depth, duel_rng *rng)
{
    chicago_move move[CHICAGO_MOVES];
    int value[CHICAGO_MOVES], best = 0, count = chicago_moves(&rules, board, move);
    uint32_t equals = 1;
    chicago_lookahead(&rules, board, depth, value);
    for (int i = 1; i < count; i++) {
        if (value[i] > value[best])
            best = i, equals = 1;
        else if (value[i] == value[best] && duel_rng_below(rng, ++equals) == 0)
            best = i;
    }
    return move[best];
}

static chicago_move choose_for(chicago_entrant who, chicago_solver *solver,
                               const chicago_board *board, duel_rng *rng)
{
    chicago_move move[CHICAGO_MOVES];
    chicago_answer answer;
    switch (who) {
    case CONTEST_DEPTH1:
        return chicago_seedbot_move(CHICAGO_SEED_SCORE, &rules, board, NULL);
    case CONTEST_MINIMAX2:
        return chicago_seedbot_move(CHICAGO_SEED_MINIMAX1, &rules, board, NULL);
    case CONTEST_MINIMAX4:
        return chicago_seedbot_move(CHICAGO_SEED_MINIMAX2, &rules, board, NULL);
    case CONTEST_LOOK2:
        return move_by_lookahead(board, 2, rng);
    case CONTEST_LOOK4:
        return move_by_lookahead(board, 4, rng);
    case CONTEST_LOOK6:
        return move_by_lookahead(board, 6, rng);
    case CONTEST_EXACT:
        chicago_solve(solver, &rules, board, NULL, &answer);
        return answer.best;
    case CONTEST_RANDOM:
    case CONTEST_ENTRANTS:
        break;
    }
    return move[duel_rng_below(rng, (uint32_t)chicago_moves(&rules, board, move))];
}

/* The final difference for the first player. */
static int play_contest_game(const chicago_entrant who[2], chicago_solver *solver,
                             chicago_board board, duel_rng *rng)
{
    while (!chicago_over(&board))
        chicago_play(&rules, &board, choose_for(who[board.side], solver, &board, rng));
    return chicago_score(&board, 0) - chicago_score(&board, 1);
}

static void count_game(chicago_tally *t, int margin)
{
    t->wins += margin > 0;
    t->ties += margin == 0;
    t->losses += margin < 0;
    t->margin += margin;
}

duel_status chicago_contest_run(uint64_t seed, uint64_t openings,
                                void (*progress)(void *watcher, uint64_t done), void *watcher,
                                chicago_contest *out)
{
    duel_rng root, rng;
    chicago_solver *solver;
    void *memory = malloc(CHICAGO_SOLVER_MEMORY);
    if (memory == NULL ||
        chicago_solver_init(memory, CHICAGO_SOLVER_MEMORY, &solver) != DUEL_OK) {
        free(memory);
        return DUEL_FULL;
    }
    memset(out, 0, sizeof *out);
    duel_rng_init_number(&root, seed);
    for (uint64_t i = 0; i < openings;
         i++) { /* one board after another: the solver remembers */
        chicago_board board;
        chicago_study_deal(seed, i, &board);
        duel_rng_fork(&root, ~i, &rng);
        for (int a = 0; a < CONTEST_ENTRANTS; a++)
            for (int b = 0; b < CONTEST_ENTRANTS; b++)
                count_game(&out->pair[a][b],
                           play_contest_game((const chicago_entrant[]){(chicago_entrant)a,
                                                                       (chicago_entrant)b},
                                             solver, board, &rng));
        out->openings++;
        if (progress)
            progress(watcher, i + 1);
    }
    free(memory);
    return DUEL_OK;
}
