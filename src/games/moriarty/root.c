/* moriarty/root.c -- see root.h. */
#include "games/moriarty/root.h"

#include <stdlib.h>

enum { PROVED_WIDTH = 3, ESTIMATED_WIDTH = 2 * MORIARTY_UNIT };

static int most(bool proved)
{
    return proved ? 64 : 64 * MORIARTY_UNIT;
}

static int search_below(moriarty_root *root, moriarty_board b, int alpha, int beta, int depth,
                        bool proved)
{
    return root->kernel->search(&root->worker, b, alpha, beta, depth, proved);
}

/* The value, beginning with a small window around the guess; each miss opens the missed side
 * further. A proved bound in the table may contradict the estimates below it: once both sides
 * were missed the whole window is searched, which cannot miss. Meaningless when the run is
 * halted. */
static int value_near(moriarty_root *root, moriarty_board b, int guess, int depth, bool proved)
{
    int width = proved ? PROVED_WIDTH : ESTIMATED_WIDTH, end = most(proved) + 1;
    int alpha = guess - width, beta = guess + width;
    bool low = false, high = false;
    for (;;) {
        if (alpha < -end || (low && high))
            alpha = -end;
        if (beta > end || (low && high))
            beta = end;
        int score = search_below(root, b, alpha, beta, depth, proved);
        if (moriarty_stopped(&root->worker) || (score > alpha && score < beta))
            return score;
        width *= 2;
        low = low || score <= alpha;
        high = high || score >= beta;
        if (score <= alpha) {
            beta = score + 1;
            alpha = score - width;
        } else {
            alpha = score - 1;
            beta = score + width;
        }
    }
}

int moriarty_root_moves(const moriarty_root *root, moriarty_board b,
                        moriarty_scored moves[MORIARTY_MAX_MOVES])
{
    uint64_t playable = root->run.playable;
    int count = 0;
    for (uint64_t set = moriarty_moves(b, playable); set; set &= set - 1)
        moves[count++] = (moriarty_scored){.move = moriarty_first(set)};
    if (count == 0 && !root->run.blocked_ends && !moriarty_over(b, playable))
        moves[count++] = (moriarty_scored){.move = MORIARTY_PASS};
    return count;
}

/* The table's move for a board, if it is legal and as deep as asked (and proved, if asked);
 * else MORIARTY_NO_MOVE. */
static int stored_move(const moriarty_root *root, moriarty_board b, int depth, bool proved)
{
    moriarty_known known;
    if (!moriarty_table_get(root->run.table, b, &known) || known.depth != depth ||
        (proved && !known.proved) || known.move[0] >= MORIARTY_SQUARES)
        return MORIARTY_NO_MOVE;
    bool legal = moriarty_moves(b, root->run.playable) & moriarty_bit(known.move[0]);
    return legal ? known.move[0] : MORIARTY_NO_MOVE;
}

/* What a move is worth, as far as needed to compare it with `score`. */
static int reached_by(moriarty_root *root, moriarty_board b, int move, int score, int depth,
                      bool proved)
{
    int left = depth - (move != MORIARTY_PASS);
    return -search_below(root, moriarty_play(b, move), -score, -score + 1, left, proved);
}

/* A move which keeps the value `score` of the board; MORIARTY_NO_MOVE when halted. Bounds in a
 * slot may come from several searches, so a stored move is only the first to be tried: a proof
 * is checked. Estimates may differ from one search to the next: there the stored move, that
 * of the last search, stands; and if there is none, the best that can be found. */
static int best_move(moriarty_root *root, moriarty_board b, int score, int depth, bool proved)
{
    int stored = stored_move(root, b, depth, proved), best = MORIARTY_NO_MOVE;
    if (stored != MORIARTY_NO_MOVE && !proved)
        return stored;
    moriarty_scored moves[MORIARTY_MAX_MOVES];
    int count = moriarty_root_moves(root, b, moves), most_reached = -MORIARTY_INFINITE;
    if (stored == MORIARTY_NO_MOVE)
        stored = moves[0].move;
    for (int i = -1; i < count && most_reached < score; i++) {
        int move = i < 0 ? stored : moves[i].move;
        if (count == 1)
            return move;
        int reached = reached_by(root, b, move, score, depth, proved);
        if (moriarty_stopped(&root->worker))
            return MORIARTY_NO_MOVE;
        if (reached > most_reached) {
            most_reached = reached;
            best = move;
        }
    }
    return best;
}

/* Plays best moves from a board of known value; the first may be given. */
static void follow_score(moriarty_root *root, moriarty_answer *a, int score)
{
    moriarty_board b = root->request->board;
    int move = a->move, depth = a->depth;
    a->line_length = 0;
    while (move != MORIARTY_NO_MOVE && a->line_length < MORIARTY_MAX_LINE) {
        a->line[a->line_length++] = move;
        b = moriarty_play(b, move);
        score = -score;
        depth -= move != MORIARTY_PASS;
        moriarty_scored next[MORIARTY_MAX_MOVES];
        if (moriarty_root_moves(root, b, next) == 0 || (depth <= 0 && !a->proved))
            return;
        move = best_move(root, b, score, depth, a->proved);
    }
}

static int in_units(int score, bool proved)
{
    return proved ? score * MORIARTY_UNIT : score;
}

/* A score in units as a guess for a search: proved values are even on a full board. */
static int as_guess(int units, bool proved)
{
    if (!proved)
        return units;
    int discs = units / MORIARTY_UNIT;
    return discs / 2 * 2;
}

static bool search_best(moriarty_root *root, int depth, bool proved, moriarty_answer *a)
{
    moriarty_board b = root->request->board;
    int score = value_near(root, b, as_guess(a->score, proved), depth, proved);
    if (moriarty_stopped(&root->worker))
        return false;
    int move = best_move(root, b, score, depth, proved);
    if (move == MORIARTY_NO_MOVE)
        return false;
    a->move = move;
    a->score = in_units(score, proved);
    for (int i = 0; i < a->move_count; i++)
        if (a->moves[i].move == move)
            a->moves[i] = (moriarty_scored){move, a->score, depth, proved};
    return true;
}

static int by_score(const void *left, const void *right)
{
    const moriarty_scored *l = left, *r = right;
    if (l->score != r->score)
        return l->score < r->score ? 1 : -1;
    return l->move < r->move ? -1 : 1;
}

static bool search_every(moriarty_root *root, int depth, bool proved, moriarty_answer *a)
{
    moriarty_scored moves[MORIARTY_MAX_MOVES];
    for (int i = 0; i < a->move_count; i++) {
        int move = a->moves[i].move;
        moriarty_board child = moriarty_play(root->request->board, move);
        int guess = as_guess(a->moves[i].known ? a->moves[i].score : a->score, proved);
        int left = depth - (move != MORIARTY_PASS);
        int score = -value_near(root, child, -guess, left, proved);
        if (moriarty_stopped(&root->worker))
            return false;
        moves[i] = (moriarty_scored){move, in_units(score, proved), depth, proved};
    }
    qsort(moves, (size_t)a->move_count, sizeof moves[0], by_score);
    for (int i = 0; i < a->move_count; i++)
        a->moves[i] = moves[i];
    a->move = moves[0].move;
    a->score = moves[0].score;
    return true;
}

static int swing_since(int depth, int score, const moriarty_answer *a)
{
    bool swings = depth > 0 && (a->depth - depth) % 2 != 0;
    return swings && !a->proved ? (a->score - score) / 2 : 0;
}

bool moriarty_root_search(moriarty_root *root, int depth, bool proved, moriarty_answer *answer)
{
    int last_depth = answer->depth, last_score = answer->score;
    bool done = root->request->every_move ? search_every(root, depth, proved, answer)
                                          : search_best(root, depth, proved, answer);
    if (!done)
        return false;
    answer->depth = depth;
    answer->proved = proved;
    answer->swing = swing_since(last_depth, last_score, answer);
    follow_score(root, answer, proved ? answer->score / MORIARTY_UNIT : answer->score);
    return true;
}
