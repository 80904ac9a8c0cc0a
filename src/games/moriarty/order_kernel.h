/* games/moriarty/order_kernel.h -- template: the moves of a node, the one to be tried first in
 * front; follows endgame_kernel.h and pattern_kernel.h.
 *
 * The order decides the size of the tree: the table's moves first, then by a shallow estimate
 * where the tree below is large, by the mobility left to the other side where it is small, and
 * between them by both. */

enum {
    WEIGH_FROM = 11,    /* empties from which a view helps to order the moves of a proof, */
    ESTIMATE_FROM = 14, /* and from which estimates alone do */
    BONUS = 1 << 24     /* of a move that must come first */
};

typedef struct candidate {
    uint64_t flips;
    int square;
    int worth; /* greater is tried earlier */
} candidate;

static inline int ended_score(const moriarty_run *run, moriarty_board b, int proved)
{
    int score = run->plain ? moriarty_margin(b) : moriarty_final(b, run->playable);
    return proved ? score : score * MORIARTY_UNIT;
}

/* The mover has no move: is that the end? */
static inline bool ends_blocked(const moriarty_run *run, moriarty_board b)
{
    return run->blocked_ends || (kernel_moves(b.other, b.mover) & run->playable) == 0;
}

/* The view after a move, in the room given; NULL where the evaluation keeps none. */
static inline const moriarty_view *next_view(const moriarty_view *view, int square,
                                             uint64_t flips, moriarty_view *room)
{
    if (view == NULL)
        return NULL;
    view_after(view, square, flips, room);
    return room;
}

static inline const moriarty_view *passed_view(const moriarty_view *view, moriarty_view *room)
{
    if (view == NULL)
        return NULL;
    view_passed(view, room);
    return room;
}

static inline int estimate(const moriarty_worker *w, moriarty_board b,
                           const moriarty_view *view)
{
    const moriarty_eval *eval = w->run->eval;
    if (view)
        return weigh_view(eval->patterns, view, moriarty_count(~(b.mover | b.other)));
    return eval->estimate[MORIARTY_THIS_PATH](eval->weights, b, w->run->playable);
}

/* An estimated search of a few plies for ordering: no table, no order of its own. */
static int glance(moriarty_worker *w, moriarty_board b, const moriarty_view *view, int alpha,
                  int beta, int depth)
{
    w->nodes++;
    if (depth <= 0)
        return estimate(w, b, view);
    moriarty_view room;
    uint64_t moves = kernel_moves(b.mover, b.other) & w->run->playable;
    if (moves == 0) {
        if (ends_blocked(w->run, b))
            return ended_score(w->run, b, 0);
        return -glance(w, moriarty_passed(b), passed_view(view, &room), -beta, -alpha, depth);
    }
    int best = -MORIARTY_INFINITE;
    for (; moves; moves &= moves - 1) {
        int square = moriarty_first(moves);
        uint64_t flips = kernel_flips(b.mover, b.other, square);
        int score = -glance(w, moriarty_next(b, square, flips),
                            next_view(view, square, flips, &room), -beta, -alpha, depth - 1);
        if (score > best) {
            best = score;
            if (best > alpha)
                alpha = best;
            if (alpha >= beta)
                break;
        }
    }
    return best;
}

static int list_candidates(const moriarty_worker *w, moriarty_board b, candidate list[],
                           bool fetch)
{
    int count = 0;
    uint64_t moves = kernel_moves(b.mover, b.other) & w->run->playable;
    for (; moves; moves &= moves - 1) {
        int square = moriarty_first(moves);
        uint64_t flips = kernel_flips(b.mover, b.other, square);
        if (fetch)
            moriarty_prefetch(w->run->table, moriarty_next(b, square, flips));
        list[count++] = (candidate){flips, square, 0};
    }
    return count;
}

/* How dear squares are as such, by eighths of the board: corners first, X squares last. A small
 * board begins further in. */
static inline int square_worth(const moriarty_run *run, int square)
{
    static const int8_t by_place[4][4] = {
        {18, 4, 16, 12}, {4, 2, 6, 8}, {16, 6, 14, 10}, {12, 8, 10, 0}};
    int x = square & 7, y = square >> 3, from = moriarty_first(run->corners) & 7;
    return by_place[(y < 4 ? y : 7 - y) - from][(x < 4 ? x : 7 - x) - from];
}

/* Moves left to the other side, its corners twice: the fewer, the smaller the tree. */
static inline int freedom(const moriarty_run *run, moriarty_board child)
{
    uint64_t moves = kernel_moves(child.mover, child.other) & run->playable;
    return moriarty_count(moves) + moriarty_count(moves & run->corners);
}

static int quick_worth(const moriarty_run *run, moriarty_board child, int square, unsigned odd)
{
    uint64_t empty = run->playable & ~(child.mover | child.other);
    int worth = square_worth(run, square) - 64 * freedom(run, child);
    worth -= 16 * moriarty_count(squares_around(child.other) & empty);
    if (quarters[odd] & moriarty_bit(square))
        worth += 32;
    return worth;
}

static int glance_depth(int count)
{
    return count < 15 ? 0 : count < 18 ? 1 : count < 21 ? 2 : 3;
}

static int slow_worth(moriarty_worker *w, moriarty_board child, const moriarty_view *view,
                      int square, int depth)
{
    int worth = square_worth(w->run, square) - 128 * freedom(w->run, child);
    return worth - glance(w, child, view, -MORIARTY_INFINITE, MORIARTY_INFINITE, depth);
}

/* The number of answers first; what the board is worth decides between near ones. */
static int weighed_worth(moriarty_worker *w, moriarty_board child, const moriarty_view *view,
                         int square, unsigned odd)
{
    return 5 * quick_worth(w->run, child, square, odd) - estimate(w, child, view);
}

/* How moves are put into order, the cheapest way first. */
typedef enum ordering { BY_ANSWERS, BY_WEIGHT, BY_GLANCES } ordering;

static inline ordering ordering_of(const moriarty_view *view, int depth, int proved)
{
    if (!proved)
        return depth >= 3 ? BY_GLANCES : BY_ANSWERS;
    return depth >= ESTIMATE_FROM ? BY_GLANCES : view ? BY_WEIGHT : BY_ANSWERS;
}

static void value_moves(moriarty_worker *w, moriarty_board b, const moriarty_view *view,
                        candidate list[], int count, int depth, const moriarty_known *known,
                        int proved)
{
    moriarty_view room;
    uint64_t empties = w->run->playable & ~(b.mover | b.other);
    unsigned odd = odd_quarters(empties);
    ordering by = ordering_of(view, depth, proved);
    int look = proved ? glance_depth(depth) : depth >= 8 ? 1 : 0;
    for (int i = 0; i < count; i++) {
        candidate *m = &list[i];
        moriarty_board child = moriarty_next(b, m->square, m->flips);
        if (child.mover == 0)
            m->worth = 2 * BONUS;
        else if (m->square == known->move[0])
            m->worth = BONUS;
        else if (m->square == known->move[1])
            m->worth = BONUS / 2;
        else if (by == BY_ANSWERS)
            m->worth = quick_worth(w->run, child, m->square, odd);
        else {
            const moriarty_view *next = next_view(view, m->square, m->flips, &room);
            m->worth = by == BY_WEIGHT ? weighed_worth(w, child, next, m->square, odd)
                                       : slow_worth(w, child, next, m->square, look);
        }
    }
}

/* Brings the move to be tried next to the front: mostly one or two are enough, so that sorting
 * all of them would be in vain. Equal ones come by their squares, whatever came before. */
static inline void pick_move(candidate list[], int count)
{
    int best = 0;
    for (int i = 1; i < count; i++)
        if (list[i].worth > list[best].worth ||
            (list[i].worth == list[best].worth && list[i].square < list[best].square))
            best = i;
    candidate m = list[best];
    list[best] = list[0];
    list[0] = m;
}

/* A proved node looks at its view only to order moves by estimates: below that none is kept. */
static inline bool wants_view(int depth, int proved)
{
    return !proved || depth >= WEIGH_FROM;
}
