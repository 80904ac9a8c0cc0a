/* chicago/seedbots.c -- the report's machines: see seedbots.h. */
#include "games/chicago/seedbots.h"

static const struct {
    int depth, fewest_piles; /* below which it thinks one ply only */
} bots[] = {[CHICAGO_SEED_SCORE] = {1, 0},
            [CHICAGO_SEED_MINIMAX1] = {2, 5},
            [CHICAGO_SEED_MINIMAX2] = {4, 8}};

typedef struct look {
    const chicago_rules *rules;
    int seat; /* whose score counts */
    duel_witness *witness;
} look;

static int score_left(const look *l, const chicago_board *board, int depth, int ply);

/* The score after a move, and it is told who looks on. */
static int score_after(const look *l, const chicago_board *board, chicago_move move, int depth,
                       int ply)
{
    chicago_board next = *board;
    duel_sight e = {.deed = DUEL_DEED_ENTERS,
                    .ply = ply,
                    .move = move,
                    .low = -DUEL_NO_BOUND,
                    .high = DUEL_NO_BOUND};
    if (l->witness)
        l->witness->saw(l->witness, &e);
    chicago_play(l->rules, &next, move);
    int score = score_left(l, &next, depth - 1, ply + 1);
    e.deed = DUEL_DEED_LEAVES;
    e.worth = score;
    e.by = depth > 1 && !chicago_over(&next) ? DUEL_BY_SEARCH
           : chicago_over(&next)             ? DUEL_BY_END
                                             : DUEL_BY_LOOKS;
    if (l->witness)
        l->witness->saw(l->witness, &e);
    return score;
}

/* The score of the seat after `depth` more plies, which the seat itself makes small and the
 * other one large. */
static int score_left(const look *l, const chicago_board *board, int depth, int ply)
{
    if (depth == 0 || chicago_over(board))
        return chicago_score(board, l->seat);
    chicago_move move[CHICAGO_MOVES];
    int count = chicago_moves(l->rules, board, move), best = 0;
    for (int i = 0; i < count; i++) {
        int score = score_after(l, board, move[i], depth, ply);
        if (i == 0 || (board->side == l->seat ? score < best : score > best))
            best = score;
    }
    return best;
}

chicago_move chicago_seedbot_move(chicago_seedbot bot, const chicago_rules *rules,
                                  const chicago_board *board, duel_witness *witness)
{
    int depth = board->piles < bots[bot].fewest_piles ? 1 : bots[bot].depth;
    look l = {rules, depth == 1 ? board->side : !board->side, witness};
    DUEL_REQUIRE(depth == 1 || rules->seats == 2);
    chicago_move move[CHICAGO_MOVES];
    int count = chicago_moves(rules, board, move), best = 0, best_score = 0;
    DUEL_REQUIRE(count > 0);
    for (int i = 0; i < count; i++) {
        int score = score_after(&l, board, move[i], depth, 1);
        if (i == 0 || score > best_score) {
            best = i;
            best_score = score;
        }
    }
    return move[best];
}
