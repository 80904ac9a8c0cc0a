/* chicago/seedbots.c -- the report's machines: see seedbots.h. */
#include "games/chicago/seedbots.h"

#include <assert.h>

static const struct {
    int depth, fewest_piles; /* below which it thinks one ply only */
} bots[] = {[CHICAGO_SEED_SCORE] = {1, 0},
            [CHICAGO_SEED_MINIMAX1] = {2, 5},
            [CHICAGO_SEED_MINIMAX2] = {4, 8}};

/* The score of `seat` after `depth` more plies, which the seat itself makes small and the other
 * one large. */
static int score_left(const chicago_rules *rules, const chicago_board *board, int seat,
                      int depth)
{
    if (depth == 0 || chicago_over(board))
        return chicago_score(board, seat);
    chicago_move move[CHICAGO_MOVES];
    int count = chicago_moves(rules, board, move), best = 0;
    for (int i = 0; i < count; i++) {
        chicago_board next = *board;
        chicago_play(rules, &next, move[i]);
        int score = score_left(rules, &next, seat, depth - 1);
        if (i == 0 || (board->side == seat ? score < best : score > best))
            best = score;
    }
    return best;
}

chicago_move chicago_seedbot_move(chicago_seedbot bot, const chicago_rules *rules,
                                  const chicago_board *board)
{
    int depth = board->piles < bots[bot].fewest_piles ? 1 : bots[bot].depth;
    int judged = depth == 1 ? board->side : !board->side; /* the seat whose score counts */
    assert(depth == 1 || rules->seats == 2);
    chicago_move move[CHICAGO_MOVES];
    int count = chicago_moves(rules, board, move), best = 0, best_score = 0;
    assert(count > 0);
    for (int i = 0; i < count; i++) {
        chicago_board next = *board;
        chicago_play(rules, &next, move[i]);
        int score = score_left(rules, &next, judged, depth - 1);
        if (i == 0 || score > best_score) {
            best = i;
            best_score = score;
        }
    }
    return move[best];
}
