/* moriarty/node_kernel.h -- template: the search of one node, proved or estimated.
 *
 * One routine serves both: proved searches go to the end of the game and give discs; estimated
 * ones go to a depth and give units. Principal variation search, fail-soft: a result at most
 * alpha is an upper bound, at least beta a lower bound, between them the value. The order of
 * moves decides the size of the tree: the table's moves first, then by a shallow estimate
 * where the tree below is large, by the mobility left to the other side where it is small, and
 * between them by both. */

enum {
    SOLVE_FROM = 13,      /* empties at which an estimated search to the end becomes exact */
    TABLE_FROM = FEW + 1, /* empties from which proved nodes use the table */
    TRANSPOSE_FROM = 10,  /* … and look for cut-offs in their children's slots */
    WEIGH_FROM = 9,       /* … and let what a view is worth help to order moves, */
    ESTIMATE_FROM = 14,   /* or order them by estimates alone */
    SELECT_FROM = 3,      /* plies from which an estimated search is selective */
    SHARE_PROVED = 13,    /* … and share brothers between threads */
    SHARE_ESTIMATED = 6,  /* the same, for estimated nodes, in plies left */
    BONUS = 1 << 24       /* of a move that must come first */
};

typedef struct candidate {
    uint64_t flips;
    int square;
    int worth; /* greater is tried earlier */
} candidate;

typedef struct shared_node {
    moriarty_split split; /* first: the crew knows only this part */
    moriarty_board board;
    const moriarty_view *view; /* NULL where none is kept */
    const candidate *move;
    int next, count; /* moves not yet taken */
    int alpha, beta, depth, proved;
    int best, best_move;
} shared_node;

static int search_node(moriarty_worker *w, moriarty_board b, const moriarty_view *view,
                       int alpha, int beta, int depth, int proved);

static inline bool full_game(const moriarty_run *run)
{
    return run->playable == MORIARTY_ALL && !run->plain && !run->blocked_ends;
}

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

static void sort_moves(candidate list[], int count)
{
    for (int i = 1; i < count; i++) {
        candidate m = list[i];
        int j = i;
        for (; j > 0 && list[j - 1].worth < m.worth; j--)
            list[j] = list[j - 1];
        list[j] = m;
    }
}

/* The bounds in *known say enough for this search. */
static inline bool deep_enough(const moriarty_worker *w, const moriarty_known *known, int depth,
                               int proved)
{
    if (proved || known->proved)
        return known->proved;
    return known->depth >= depth && (w->run->selective || !known->selective);
}

/* Puts proved bounds in the unit of an estimated search. */
static inline void convert(moriarty_known *known, int proved)
{
    if (known->proved && !proved) {
        known->lower *= MORIARTY_UNIT;
        known->upper *= MORIARTY_UNIT;
    }
}

/* A child whose stored upper bound already refutes: the best such score, or -infinite. */
static int transposition_cut(const moriarty_worker *w, moriarty_board b, const candidate list[],
                             int count, int beta, int depth, int proved)
{
    for (int i = 0; i < count; i++) {
        moriarty_known known;
        moriarty_board child = moriarty_next(b, list[i].square, list[i].flips);
        if (!moriarty_table_get(w->run->table, child, &known) ||
            !deep_enough(w, &known, depth - 1, proved))
            continue;
        convert(&known, proved);
        if (-known.upper >= beta)
            return -known.upper;
    }
    return -MORIARTY_INFINITE;
}

/* A proved node looks at its view only to order moves by estimates: below that none is kept. */
static inline bool wants_view(int depth, int proved)
{
    return !proved || depth >= WEIGH_FROM;
}

static inline int search_move(moriarty_worker *w, const shared_node *n, const candidate *m,
                              int alpha, int beta)
{
    moriarty_view room;
    const moriarty_view *view = wants_view(n->depth - 1, n->proved) ? n->view : NULL;
    moriarty_board child = moriarty_next(n->board, m->square, m->flips);
    return -search_node(w, child, next_view(view, m->square, m->flips, &room), -beta, -alpha,
                        n->depth - 1, n->proved);
}

/* A brother need only be shown not to beat alpha; when it does, its value is found. */
static int search_brother(moriarty_worker *w, const shared_node *n, const candidate *m,
                          int alpha)
{
    int score = search_move(w, n, m, alpha, alpha + 1);
    if (score > alpha && score < n->beta && !moriarty_stopped(w))
        score = search_move(w, n, m, alpha, n->beta);
    return score;
}

static void search_shared(moriarty_split *split, moriarty_worker *w)
{
    shared_node *n = (shared_node *)split;
    moriarty_crew *crew = w->run->crew;
    moriarty_crew_lock(crew);
    while (n->next < n->count && !moriarty_stopped(w)) {
        const candidate *m = &n->move[n->next++];
        int alpha = n->alpha;
        if (n->next == n->count)
            moriarty_crew_withdraw(crew, split);
        moriarty_crew_unlock(crew);
        int score = search_brother(w, n, m, alpha);
        moriarty_crew_lock(crew);
        if (moriarty_stopped(w) || score <= n->best)
            continue;
        n->best = score;
        n->best_move = m->square;
        if (score > n->alpha)
            n->alpha = score;
        if (score >= n->beta)
            atomic_store(&split->stop, true);
    }
    moriarty_crew_withdraw(crew, split);
    moriarty_crew_unlock(crew);
}

static inline bool worth_sharing(const moriarty_worker *w, int depth, int proved)
{
    return w->run->crew && depth >= (proved ? SHARE_PROVED : SHARE_ESTIMATED) &&
           moriarty_crew_idle(w->run->crew);
}

/* Searches the moves in their order; returns the best score and its move. */
static int search_moves(moriarty_worker *w, shared_node *n)
{
    for (; n->next < n->count && n->alpha < n->beta; n->next++) {
        const candidate *m = &n->move[n->next];
        if (n->next > 0 && n->count - n->next > 1 && worth_sharing(w, n->depth, n->proved)) {
            n->split = (moriarty_split){.above = w->under, .work = search_shared};
            moriarty_crew_share(w->run->crew, &n->split, w);
            break;
        }
        int score;
        if (n->next == 0)
            score = search_move(w, n, m, n->alpha, n->beta);
        else
            score = search_brother(w, n, m, n->alpha);
        if (moriarty_stopped(w))
            break;
        if (score > n->best) {
            n->best = score;
            n->best_move = m->square;
            if (score > n->alpha)
                n->alpha = score;
        }
    }
    return n->best;
}

static void remember(moriarty_worker *w, const shared_node *n, int alpha, int beta)
{
    int most = n->proved ? 64 : 64 * MORIARTY_UNIT;
    moriarty_known known = {.lower = n->best > alpha ? n->best : -most,
                            .upper = n->best < beta ? n->best : most,
                            .depth = n->depth,
                            .proved = n->proved,
                            .move = {n->best_move, MORIARTY_NO_MOVE},
                            .selective =
                                !n->proved && w->run->selective && n->depth >= SELECT_FROM};
    moriarty_table_put(w->run->table, n->board, known);
}

/* Neither side's last word: the mover passes, or the game is over. */
static int search_pass(moriarty_worker *w, moriarty_board b, const moriarty_view *view,
                       int alpha, int beta, int depth, int proved)
{
    moriarty_view room;
    if (ends_blocked(w->run, b))
        return ended_score(w->run, b, proved);
    return -search_node(w, moriarty_passed(b), passed_view(view, &room), -beta, -alpha, depth,
                        proved);
}

/* An upper bound by the other side's stable discs, when that may be low enough to matter. */
static inline int stable_bound(const moriarty_worker *w, moriarty_board b, int alpha, int depth)
{
    if (alpha < stable_from[depth] || !full_game(w->run))
        return 64;
    return 64 - 2 * moriarty_count(kernel_stable(b.other, b.mover));
}

/* The table's part: true when it settles the node; *score is then the result. Otherwise
 * narrows the window and gives the moves to try first. */
static bool look_up(const moriarty_worker *w, moriarty_board b, int *alpha, int *beta,
                    int depth, int proved, moriarty_known *known, int *score)
{
    *known = (moriarty_known){.move = {MORIARTY_NO_MOVE, MORIARTY_NO_MOVE}};
    if (!moriarty_table_get(w->run->table, b, known) || !deep_enough(w, known, depth, proved))
        return false;
    convert(known, proved);
    *score = known->lower;
    if (known->lower >= *beta || known->lower == known->upper)
        return true;
    *score = known->upper;
    if (known->upper <= *alpha)
        return true;
    if (known->lower > *alpha)
        *alpha = known->lower;
    if (known->upper < *beta)
        *beta = known->upper;
    return false;
}

/* ---- selective search ---------------------------------------------------------------------
 * What a shallow search finds far outside the window, a deep one most likely finds outside too
 * (Buro, "ProbCut: an effective selective extension of the alpha-beta algorithm", ICCA Journal
 * 18(2), 1995). Estimated searches only: a proof leaves nothing out. */

/* True when a search to `shallow` plies is clear enough; *score is then the bound. */
static bool selective_cut(moriarty_worker *w, moriarty_board b, const moriarty_view *view,
                          int alpha, int beta, int depth, int *score)
{
    const int most = 64 * MORIARTY_UNIT, margin = w->run->margin[depth];
    int shallow = moriarty_shallow(depth), high = beta + margin, low = alpha - margin;
    bool upwards = estimate(w, b, view) >= beta;
    if (upwards && high < most) {
        *score = beta;
        return search_node(w, b, view, high - 1, high, shallow, 0) >= high;
    }
    if (!upwards && low > -most) {
        *score = alpha;
        return search_node(w, b, view, low, low + 1, shallow, 0) <= low;
    }
    return false;
}

static inline int floor_discs(int units)
{
    return (units + 64 * MORIARTY_UNIT * 2) / MORIARTY_UNIT - 128;
}

/* The end of an estimated search that goes to the end of the game: from here on it is exact. */
static int solve_end(moriarty_worker *w, moriarty_board b, const moriarty_view *view, int alpha,
                     int beta, int empties)
{
    int low = floor_discs(alpha), high = -floor_discs(-beta);
    return MORIARTY_UNIT *
           search_node(w, b, view, low, high > low ? high : low + 1, empties, 1);
}

static int search_inside(moriarty_worker *w, moriarty_board b, const moriarty_view *view,
                         int alpha, int beta, int depth, int proved)
{
    bool tabled = proved ? depth >= TABLE_FROM || beta - alpha > 1 : depth >= 2;
    moriarty_known known = {.move = {MORIARTY_NO_MOVE, MORIARTY_NO_MOVE}};
    int score;
    if (tabled && look_up(w, b, &alpha, &beta, depth, proved, &known, &score))
        return score;
    if (!proved && w->run->selective && depth >= SELECT_FROM && beta - alpha == 1 &&
        selective_cut(w, b, view, alpha, beta, depth, &score))
        return score;
    candidate list[MORIARTY_MAX_MOVES];
    int count = list_candidates(w, b, list, depth > (proved ? TABLE_FROM : 2));
    if (count == 0)
        return search_pass(w, b, view, alpha, beta, depth, proved);
    if (depth >= (proved ? TRANSPOSE_FROM : 4)) {
        score = transposition_cut(w, b, list, count, beta, depth, proved);
        if (score >= beta)
            return score;
    }
    value_moves(w, b, view, list, count, depth, &known, proved);
    sort_moves(list, count);
    shared_node n = {.board = b,
                     .view = view,
                     .move = list,
                     .count = count,
                     .alpha = alpha,
                     .beta = beta,
                     .depth = depth,
                     .proved = proved,
                     .best = -MORIARTY_INFINITE,
                     .best_move = MORIARTY_NO_MOVE};
    score = search_moves(w, &n);
    if (tabled && !moriarty_stopped(w))
        remember(w, &n, alpha, beta);
    return score;
}

static int search_node(moriarty_worker *w, moriarty_board b, const moriarty_view *view,
                       int alpha, int beta, int depth, int proved)
{
    if (proved && depth <= FEW && beta - alpha == 1 && full_game(w->run))
        return kernel_few(w, b, alpha, ~(b.mover | b.other), depth);
    if (!proved && w->run->selective && depth <= SOLVE_FROM &&
        depth == moriarty_count(~(b.mover | b.other)))
        return solve_end(w, b, view, alpha, beta, depth);
    w->nodes++;
    if (w->nodes >= w->quota)
        moriarty_worker_poll(w);
    if (moriarty_stopped(w))
        return alpha;
    if (!proved && depth <= 0)
        return estimate(w, b, view);
    if (proved) {
        int bound = stable_bound(w, b, alpha, depth);
        if (bound <= alpha)
            return bound;
    }
    return search_inside(w, b, view, alpha, beta, depth, proved);
}

static int kernel_search(moriarty_worker *w, moriarty_board b, int alpha, int beta, int depth,
                         int proved)
{
    moriarty_view view;
    if (w->run->eval->patterns)
        moriarty_view_of(b, &view);
    return search_node(w, b, w->run->eval->patterns ? &view : NULL, alpha, beta, depth, proved);
}
