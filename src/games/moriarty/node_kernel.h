/* games/moriarty/node_kernel.h -- template: the search of one node, proved or estimated;
 * follows order_kernel.h.
 *
 * One routine serves both: proved searches go to the end of the game and give discs; estimated
 * ones go to a depth and give units. Principal variation search, fail-soft: a result at most
 * alpha is an upper bound, at least beta a lower bound, between them the value. */

enum {
    TABLE_FROM = FEW + 1, /* empties from which proved nodes use the table */
    TRANSPOSE_FROM = 10,  /* … and look for cut-offs in their children's slots */
    SHARE_PROVED = 13,    /* … and share brothers between threads */
    SHARE_ESTIMATED = 6,  /* the same, for estimated nodes, in plies left */
    SELECT_FROM = 3,      /* plies left from which an estimated search is selective */
    SOLVE_FROM = 13       /* empties at which one that goes to the end becomes exact */
};

typedef struct shared_node {
    moriarty_split split; /* first: the crew knows only this part */
    moriarty_board board;
    const moriarty_view *view; /* NULL where none is kept */
    candidate *move;           /* those behind `next` in no order: see next_move */
    int next, count;           /* moves not yet taken */
    int alpha, beta, depth, proved;
    int best, best_move;
} shared_node;

static int search_node(moriarty_worker *w, moriarty_board b, const moriarty_view *view,
                       int alpha, int beta, int depth, int proved);

static inline bool full_game(const moriarty_run *run)
{
    return run->playable == MORIARTY_ALL && !run->plain && !run->blocked_ends;
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

/* The next move to be tried; `next` stays. */
static inline const candidate *next_move(shared_node *n)
{
    pick_move(n->move + n->next, n->count - n->next);
    return &n->move[n->next];
}

static void search_shared(moriarty_split *split, moriarty_worker *w)
{
    shared_node *n = (shared_node *)split;
    moriarty_crew *crew = w->run->crew;
    moriarty_crew_lock(crew);
    while (n->next < n->count && !moriarty_stopped(w)) {
        const candidate *m = next_move(n);
        n->next++;
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

static void take_score(shared_node *n, const candidate *m, int score)
{
    if (score <= n->best)
        return;
    n->best = score;
    n->best_move = m->square;
    if (score > n->alpha)
        n->alpha = score;
}

/* Searches the move that the table names, if it is one: what it refutes needs no order. */
static void search_known(moriarty_worker *w, shared_node *n, int square)
{
    int at = 0;
    while (at < n->count && n->move[at].square != square)
        at++;
    if (at == n->count)
        return;
    candidate m = n->move[at];
    n->move[at] = n->move[0];
    n->move[0] = m;
    int score = search_move(w, n, &n->move[0], n->alpha, n->beta);
    if (moriarty_stopped(w))
        return;
    take_score(n, &m, score);
    n->next = 1;
}

/* Searches the moves in their order; returns the best score and its move. */
static int search_moves(moriarty_worker *w, shared_node *n)
{
    for (; n->next < n->count && n->alpha < n->beta; n->next++) {
        const candidate *m = next_move(n);
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
        take_score(n, m, score);
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

/* Whoever has few discs left may lose all of them at a stroke, and with them the game: a
 * shallow search, to which few discs look good, does not see it. */
static bool near_extinction(moriarty_board b)
{
    enum { PART = 6 }; /* of all discs */
    int mover = moriarty_count(b.mover), other = moriarty_count(b.other);
    return PART * (mover < other ? mover : other) < mover + other;
}

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
        !near_extinction(b) && selective_cut(w, b, view, alpha, beta, depth, &score))
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
    if (known.move[0] != MORIARTY_NO_MOVE)
        search_known(w, &n, known.move[0]);
    if (n.alpha < n.beta && !moriarty_stopped(w)) {
        value_moves(w, b, view, list + n.next, count - n.next, depth, &known, proved);
        search_moves(w, &n);
    }
    score = n.best;
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
