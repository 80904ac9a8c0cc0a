/* games/moriarty/search.c -- one search of the root position to a depth, which depths to
 * search, and when to prove: see search.h. */
#include "games/moriarty/search.h"

#include "base/clock.h"
#include "games/moriarty/search_thread.h"

#include <math.h>
#include <stdlib.h>

typedef struct root_search {
    const moriarty_request *request;
    const moriarty_kernel *kernel;
    moriarty_run run;
    moriarty_worker worker; /* of the calling thread */
    int empties;
} root_search;

/* ---- to one depth: the value, the values of moves, the line ---------------------- */

enum { PROVED_WIDTH = 3, ESTIMATED_WIDTH = 2 * MORIARTY_UNIT };

static int most(bool proved)
{
    return proved ? 64 : 64 * MORIARTY_UNIT;
}

static int search_below(root_search *root, moriarty_board b, int alpha, int beta, int depth,
                        bool proved)
{
    return root->kernel->search(&root->worker, b, alpha, beta, depth, proved);
}

/* The value, beginning with a small window around the guess; each miss opens the missed side
 * further. A proved bound in the table may contradict the estimates below it: once both sides
 * were missed the whole window is searched, which cannot miss. Meaningless when the run is
 * halted. */
static int value_near(root_search *root, moriarty_board b, int guess, int depth, bool proved)
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

/* The legal moves, one MORIARTY_PASS when there is none but the game goes on. */
static int legal_moves(const root_search *root, moriarty_board b,
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
static int stored_move(const root_search *root, moriarty_board b, int depth, bool proved)
{
    moriarty_known known;
    if (!moriarty_table_get(root->run.table, b, &known) || known.depth != depth ||
        (proved && !known.proved) || known.move[0] >= MORIARTY_SQUARES)
        return MORIARTY_NO_MOVE;
    bool legal = moriarty_moves(b, root->run.playable) & moriarty_bit(known.move[0]);
    return legal ? known.move[0] : MORIARTY_NO_MOVE;
}

/* What a move is worth, as far as needed to compare it with `score`. */
static int reached_by(root_search *root, moriarty_board b, int move, int score, int depth,
                      bool proved)
{
    int left = depth - (move != MORIARTY_PASS);
    return -search_below(root, moriarty_play(b, move), -score, -score + 1, left, proved);
}

/* A move which keeps the value `score` of the board; MORIARTY_NO_MOVE when halted. Bounds in a
 * slot may come from several searches, so a stored move is only the first to be tried: a proof
 * is checked. Estimates may differ from one search to the next: there the stored move, that
 * of the last search, stands; and if there is none, the best that can be found. */
static int best_move(root_search *root, moriarty_board b, int score, int depth, bool proved)
{
    int stored = stored_move(root, b, depth, proved), best = MORIARTY_NO_MOVE;
    if (stored != MORIARTY_NO_MOVE && !proved)
        return stored;
    moriarty_scored moves[MORIARTY_MAX_MOVES];
    int count = legal_moves(root, b, moves), most_reached = -MORIARTY_INFINITE;
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
static void follow_score(root_search *root, moriarty_answer *a, int score)
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
        if (legal_moves(root, b, next) == 0 || (depth <= 0 && !a->proved))
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

static bool search_best(root_search *root, int depth, bool proved, moriarty_answer *a)
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

static bool search_every(root_search *root, int depth, bool proved, moriarty_answer *a)
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

/* Searches to `depth` plies, or to the end when `proved`; answer->score is the guess to begin
 * with. False when the run was halted first: *answer is then as it was. */
static bool search_to_depth(root_search *root, int depth, bool proved, moriarty_answer *answer)
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

/* ---- which depths, and when to prove --------------------------------------------- */

/* Empties from which a selective search to the end comes before a proof: it nearly always finds
 * the value and the moves, for a tenth of the cost. */
enum { SELECTIVE_FIRST = 17 };

static bool selective_first(const root_search *root)
{
    return root->run.selective && root->empties >= SELECTIVE_FIRST;
}

/* Nodes of a proof, roughly: a tenfold for every three empties, ten million at twenty. Only
 * used to decide whether one is worth trying. */
static double proof_nodes(int empties)
{
    double nodes = 1e7;
    for (; empties > 20; empties--)
        nodes *= 2.2;
    for (; empties < 20; empties++)
        nodes /= 2.2;
    return nodes;
}

/* Nodes of the first search that goes to the end: a selective one, if it comes first. */
static double end_nodes(const root_search *root)
{
    double nodes = proof_nodes(root->empties);
    return selective_first(root) ? nodes / 10 : nodes;
}

/* Whether the budget left is likely to see so many nodes through. A clock is taken at a speed
 * that a slow machine reaches; without any budget there is no hurry. */
static bool affords(const root_search *root, double nodes)
{
    const double nodes_per_second = 1e7;
    const moriarty_run *run = &root->run;
    if (root->request->max_depth && root->request->max_depth < root->empties &&
        !root->request->prove)
        return false;
    if (run->node_limit && nodes + (double)root->worker.nodes > (double)run->node_limit)
        return false;
    if (run->deadline > 0 &&
        nodes > (run->deadline - duel_clock()) * nodes_per_second * run->threads)
        return false;
    return run->node_limit || run->deadline > 0;
}

/* Estimated plies that prepare a proof: they fill the table with good first moves. Where a
 * proof may run out of nodes, one at least: the choice must not fall back on any move. */
static int plies_before_proof(const root_search *root)
{
    int empties = root->empties;
    if (empties <= 12)
        return root->request->node_limit ? 1 : 0;
    return empties <= 30 ? (empties - 8) / 2 : 11;
}

/* The first ply is always finished, however few nodes are allowed: without it the answer would
 * be no more than the first legal move. */
static bool look_once(root_search *root, moriarty_answer *a)
{
    moriarty_run *run = &root->run;
    run->node_limit = 0;
    moriarty_worker_init(&root->worker, run);
    bool done = search_to_depth(root, 1, root->empties == 1, a);
    run->node_limit = root->request->node_limit;
    moriarty_worker_poll(&root->worker);
    return done;
}

static void report_answer(const root_search *root, moriarty_answer *a, double begin)
{
    a->nodes = root->worker.nodes - root->worker.reported + atomic_load(&root->run.spent);
    a->seconds = duel_clock() - begin;
    if (root->request->progress)
        root->request->progress(root->request->user, a);
}

/* Searches to the end of the game: what is likely, then what is proved if there is the time, or
 * if it must be. */
static void finish_search(root_search *root, moriarty_answer *a, bool must_prove, double begin)
{
    if (selective_first(root)) {
        if (!search_to_depth(root, root->empties, false, a))
            return;
        report_answer(root, a, begin);
        if (!must_prove && !affords(root, proof_nodes(root->empties)))
            return;
    }
    if (search_to_depth(root, root->empties, true, a))
        report_answer(root, a, begin);
}

/* Deepens until the request is met or the run halted. */
static void deepen(root_search *root, moriarty_answer *a, double begin)
{
    const moriarty_request *q = root->request;
    int last = q->max_depth && q->max_depth < root->empties ? q->max_depth : root->empties;
    int prepared = plies_before_proof(root), first = 1;
    if (q->node_limit && !q->prove) {
        if (!look_once(root, a) || a->proved)
            return;
        report_answer(root, a, begin);
        first++;
    }
    for (int depth = first; depth <= last || q->prove; depth++) {
        bool must_prove = q->prove || depth == root->empties;
        if (depth == root->empties ||
            (depth > prepared && (q->prove || affords(root, end_nodes(root))))) {
            finish_search(root, a, must_prove, begin);
            return;
        }
        if (!search_to_depth(root, depth, false, a))
            return;
        report_answer(root, a, begin);
    }
}

/* What can be said without a search: the first legal move, or the final score. */
static void begin_answer(const root_search *root, moriarty_answer *a)
{
    const moriarty_request *q = root->request;
    *a = (moriarty_answer){.move = MORIARTY_NO_MOVE};
    a->move_count = legal_moves(root, q->board, a->moves);
    if (a->move_count == 0) {
        int discs =
            q->plain ? moriarty_margin(q->board) : moriarty_final(q->board, q->playable);
        a->score = discs * MORIARTY_UNIT;
        a->proved = true;
        return;
    }
    a->move = a->line[0] = a->moves[0].move;
    a->line_length = 1;
    moriarty_path path = moriarty_path_chosen(q->path);
    a->score = q->eval->estimate[path](q->eval->weights, q->board, q->playable);
}

/* A margin so wide that a cut is wrong about one time in fourteen. */
static void allow_selective_search(moriarty_run *run, const moriarty_eval *eval)
{
    const double widths = 1.5;
    run->selective = true;
    for (int depth = 1; depth < MORIARTY_SQUARES; depth++) {
        int shallow = moriarty_shallow(depth);
        double steps = (double)(depth - shallow) / (shallow + 1);
        run->margin[depth] =
            (int)(widths * MORIARTY_UNIT * eval->spread * pow(steps, eval->power));
    }
}

/* Up to two milliseconds before the time is over: who asks has a table to make and an answer to
 * tell, and what is given includes that. */
static double deadline_of(const moriarty_request *q, double begin)
{
    double aside = q->seconds * 0.02 < 0.002 ? q->seconds * 0.02 : 0.002;
    return q->seconds > 0 ? begin + q->seconds - aside : 0;
}

static void root_init(root_search *root, const moriarty_request *q, double begin)
{
    *root = (root_search){
        .request = q,
        .kernel = moriarty_kernel_of(q->path),
        .run = {.table = q->table,
                .eval = q->eval,
                .playable = q->playable,
                .corners = moriarty_corners(q->playable),
                .plain = q->plain,
                .blocked_ends = q->blocked_ends,
                .node_limit = q->node_limit,
                .deadline = deadline_of(q, begin),
                .stop = q->stop,
                .threads = q->threads < 1                      ? 1
                           : q->threads > MORIARTY_MAX_THREADS ? MORIARTY_MAX_THREADS
                                                               : q->threads},
        .empties = moriarty_count(q->playable & ~(q->board.mover | q->board.other)),
    };
    if (q->eval->spread > 0 && !q->sure)
        allow_selective_search(&root->run, q->eval);
    moriarty_worker_init(&root->worker, &root->run);
}

duel_status moriarty_think(const moriarty_request *request, moriarty_answer *out, duel_msg *why)
{
    DUEL_REQUIRE((request->board.mover & request->board.other) == 0);
    double begin = duel_clock();
    root_search root;
    root_init(&root, request, begin);
    moriarty_answer answer;
    begin_answer(&root, &answer);
    if (answer.move_count > 0) {
        if (root.run.threads > 1) {
            duel_status status =
                moriarty_crew_new(&root.run, root.run.threads, &root.run.crew, why);
            if (status != DUEL_OK)
                return status;
        }
        moriarty_table_new_search(request->table);
        deepen(&root, &answer, begin);
        moriarty_crew_free(root.run.crew);
    }
    answer.nodes = root.worker.nodes - root.worker.reported + atomic_load(&root.run.spent);
    answer.seconds = duel_clock() - begin;
    *out = answer;
    bool met = answer.proved || (!request->prove && answer.depth > 0);
    return met ? DUEL_OK : DUEL_STOPPED;
}
