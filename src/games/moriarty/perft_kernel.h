/* moriarty/perft_kernel.h -- template of the leaf counter; follows bits_kernel.h.
 *
 * Nearly all the work is in the last two plies. They are counted in one loop without a call: no
 * move waits for the one before it, so a processor works on several at once. */

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
        moriarty_board child = moriarty_next(b, square, kernel_flips(b.mover, b.other, square));
        uint64_t answers = kernel_moves(child.mover, child.other) & playable;
        if (answers)
            leaves += (uint64_t)moriarty_count(answers);
        else
            leaves += perft_passed(child, playable, 1, pass_cost);
    }
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
    uint64_t leaves = 0;
    for (; moves; moves &= moves - 1) {
        int square = moriarty_first(moves);
        uint64_t flips = kernel_flips(b.mover, b.other, square);
        leaves += kernel_perft(moriarty_next(b, square, flips), playable, depth - 1, pass_cost);
    }
    return leaves;
}
