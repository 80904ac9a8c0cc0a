/* games/moriarty/perft_kernel.h -- template of the leaf counter; follows bitboard_kernel.h.
 *
 * Nearly all the work is in the last three plies. They are counted by loops in which no move
 * waits for the one before it, so that a processor works on several at once. */

static uint64_t kernel_perft(moriarty_board b, uint64_t playable, int depth, int pass_cost);

static uint64_t perft_passed(moriarty_board b, uint64_t playable, int depth, int pass_cost)
{
    if ((kernel_moves(b.other, b.mover) & playable) == 0)
        return 1;
    return kernel_perft(moriarty_passed(b), playable, depth - pass_cost, pass_cost);
}

/* The leaves two plies below, one of `moves` being the first. */
static uint64_t perft_two(moriarty_board b, uint64_t playable, uint64_t moves, int pass_cost)
{
    uint64_t leaves = 0;
    for (; moves; moves &= moves - 1) {
        int square = moriarty_first(moves);
        uint64_t answers = kernel_answers(b, square) & playable;
        leaves += (uint64_t)moriarty_count(answers);
        if (answers == 0) {
            uint64_t flips = kernel_flips(b.mover, b.other, square);
            leaves += perft_passed(moriarty_next(b, square, flips), playable, 1, pass_cost);
        }
    }
    return leaves;
}

/* Three plies below: the answers to all first moves are found before anything below one of them
 * is counted, which would have to wait for its own. */
static uint64_t perft_three(moriarty_board b, uint64_t playable, uint64_t moves, int pass_cost)
{
    moriarty_board child[MORIARTY_SQUARES];
    uint64_t answers[MORIARTY_SQUARES], leaves = 0;
    int count = 0;
    for (; moves; moves &= moves - 1, count++) {
        int square = moriarty_first(moves);
        child[count] = moriarty_next(b, square, kernel_flips(b.mover, b.other, square));
        answers[count] = kernel_moves(child[count].mover, child[count].other) & playable;
    }
    for (int i = 0; i < count; i++)
        leaves += answers[i] ? perft_two(child[i], playable, answers[i], pass_cost)
                             : perft_passed(child[i], playable, 2, pass_cost);
    return leaves;
}

static uint64_t kernel_perft(moriarty_board b, uint64_t playable, int depth, int pass_cost)
{
    if (depth == 0)
        return 1;
    uint64_t moves = kernel_moves(b.mover, b.other) & playable;
    if (moves == 0)
        return perft_passed(b, playable, depth, pass_cost);
    if (depth == 1)
        return (uint64_t)moriarty_count(moves);
    if (depth == 2)
        return perft_two(b, playable, moves, pass_cost);
    if (depth == 3)
        return perft_three(b, playable, moves, pass_cost);
    uint64_t leaves = 0;
    for (; moves; moves &= moves - 1) {
        int square = moriarty_first(moves);
        uint64_t flips = kernel_flips(b.mover, b.other, square);
        leaves += kernel_perft(moriarty_next(b, square, flips), playable, depth - 1, pass_cost);
    }
    return leaves;
}
