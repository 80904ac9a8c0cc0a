/* chicago/puzzle.c -- finding puzzles: see puzzle.h. Games are played half at random until few
 * enough tokens are left, and what comes about is tried. */
#include "games/chicago/puzzle.h"

#include "games/chicago/seedbots.h"

#include <stdlib.h>

static const chicago_rules rules = {2, false};

enum { TRIES = 20000, LEAST_TOKENS = 16, TOKENS_RANGE = 9 };

static int by_height(const void *a, const void *b)
{
    return *(const int *)a - *(const int *)b;
}

int chicago_least_plies(const chicago_board *board)
{
    int height[CHICAGO_PILES], least = 0;
    for (int i = 0; i < board->piles; i++)
        height[i] = chicago_height(board, i);
    qsort(height, board->piles, sizeof *height, by_height);
    for (int i = 0; i < board->piles - 2; i++)
        least += height[i];
    return (least + 1) / 2; /* a ply takes two */
}

static int tokens_left(const chicago_board *board)
{
    int count = 0;
    for (int i = 0; i < board->piles; i++)
        count += chicago_height(board, i);
    return count;
}

/* A game as people play it: sometimes with an eye on the next moves, sometimes not. */
static void play_somehow(duel_rng *rng, chicago_board *board)
{
    int wanted = LEAST_TOKENS + (int)duel_rng_below(rng, TOKENS_RANGE);
    chicago_deal(rng, board);
    while (!chicago_over(board) && tokens_left(board) > wanted) {
        chicago_move move[CHICAGO_MOVES];
        int value[CHICAGO_MOVES], count = chicago_moves(&rules, board, move);
        int chosen = (int)duel_rng_below(rng, (uint32_t)count);
        if (duel_rng_below(rng, 2)) {
            chicago_lookahead(&rules, board, 2, value);
            for (int i = 0; i < count; i++)
                chosen = value[i] > value[chosen] ? i : chosen;
        }
        chicago_play(&rules, board, move[chosen]);
    }
}

static int sign(int value)
{
    return (value > 0) - (value < 0);
}

/* Moves that keep the sign of the position's value. */
static int keeping(const chicago_answer *a)
{
    int count = 0;
    for (int i = 0; i < a->count; i++)
        count += sign(a->move_low[i]) == sign(a->low);
    return count;
}

/* Whether every move that gains most at once fails; *greedy is the first of them. */
static bool greed_fails(const chicago_answer *a, const int gain[], int *greedy)
{
    *greedy = 0;
    for (int i = 1; i < a->count; i++)
        *greedy = gain[i] > gain[*greedy] ? i : *greedy;
    for (int i = 0; i < a->count; i++)
        if (gain[i] == gain[*greedy] && a->move[i] == a->best)
            return false;
    return true;
}

static bool is_puzzle(chicago_solver *solver, chicago_puzzle *p)
{
    int gain[CHICAGO_MOVES], greedy;
    chicago_answer *a = &p->answer;
    if (chicago_least_plies(&p->board) < PUZZLE_PLIES)
        return false;
    chicago_solve_all(solver, &rules, &p->board, NULL, a);
    chicago_lookahead(&rules, &p->board, 1, gain);
    if (a->low < 0 || keeping(a) != 1 || !greed_fails(a, gain, &greedy) ||
        chicago_seedbot_move(CHICAGO_SEED_SCORE, &rules, &p->board) == a->best)
        return false;
    p->greedy = a->move[greedy];
    p->greedy_value = a->move_low[greedy];
    return true;
}

duel_status chicago_puzzle_make(uint64_t seed, chicago_puzzle *out, duel_msg *why)
{
    duel_rng root, rng;
    chicago_puzzle puzzle;
    chicago_solver *solver;
    void *memory = malloc(CHICAGO_SOLVER_MEMORY);
    if (memory == NULL ||
        chicago_solver_init(memory, CHICAGO_SOLVER_MEMORY, &solver) != DUEL_OK) {
        free(memory);
        return duel_full(why);
    }
    bool found = false;
    duel_rng_init_number(&root, seed);
    for (uint64_t i = 0; i < TRIES && !found; i++) {
        duel_rng_fork(&root, i, &rng);
        play_somehow(&rng, &puzzle.board);
        found = is_puzzle(solver, &puzzle);
    }
    free(memory);
    if (!found)
        return duel_refuse(why, N_("No puzzle was found; try another seed."), "");
    *out = puzzle;
    return DUEL_OK;
}
