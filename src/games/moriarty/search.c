/* moriarty/search.c -- which depths, and when to prove: see search.h. */
#include "games/moriarty/search.h"

#include "base/clock.h"
#include "games/moriarty/root.h"
#include <math.h>

/* Empties from which a selective search to the end comes before a proof: it nearly always finds
 * the value and the moves, for a tenth of the cost. */
enum { SELECTIVE_FIRST = 17 };

static bool selective_first(const moriarty_root *root)
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
static double end_nodes(const moriarty_root *root)
{
    double nodes = proof_nodes(root->empties);
    return selective_first(root) ? nodes / 10 : nodes;
}

/* Whether the budget left is likely to see so many nodes through. A clock is taken at a speed
 * that a slow machine reaches; without any budget there is no hurry. */
static bool affords(const moriarty_root *root, double nodes)
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
static int plies_before_proof(const moriarty_root *root)
{
    int empties = root->empties;
    if (empties <= 12)
        return root->request->node_limit ? 1 : 0;
    return empties <= 30 ? (empties - 8) / 2 : 11;
}

/* The first ply is always finished, however few nodes are allowed: without it the answer would
 * be no more than the first legal move. */
static bool look_once(moriarty_root *root, moriarty_answer *a)
{
    moriarty_run *run = &root->run;
    run->node_limit = 0;
    moriarty_worker_init(&root->worker, run);
    bool done = moriarty_root_search(root, 1, root->empties == 1, a);
    run->node_limit = root->request->node_limit;
    moriarty_worker_poll(&root->worker);
    return done;
}

static void report_answer(const moriarty_root *root, moriarty_answer *a, double begin)
{
    a->nodes = root->worker.nodes - root->worker.reported + atomic_load(&root->run.spent);
    a->seconds = duel_clock() - begin;
    if (root->request->progress)
        root->request->progress(root->request->user, a);
}

/* Searches to the end of the game: what is likely, then what is proved if there is the time, or
 * if it must be. */
static void finish_search(moriarty_root *root, moriarty_answer *a, bool must_prove,
                          double begin)
{
    if (selective_first(root)) {
        if (!moriarty_root_search(root, root->empties, false, a))
            return;
        report_answer(root, a, begin);
        if (!must_prove && !affords(root, proof_nodes(root->empties)))
            return;
    }
    if (moriarty_root_search(root, root->empties, true, a))
        report_answer(root, a, begin);
}

/* Deepens until the request is met or the run halted. */
static void deepen(moriarty_root *root, moriarty_answer *a, double begin)
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
        if (!moriarty_root_search(root, depth, false, a))
            return;
        report_answer(root, a, begin);
    }
}

/* What can be said without a search: the first legal move, or the final score. */
static void begin_answer(const moriarty_root *root, moriarty_answer *a)
{
    const moriarty_request *q = root->request;
    *a = (moriarty_answer){.move = MORIARTY_NO_MOVE};
    a->move_count = moriarty_root_moves(root, q->board, a->moves);
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

/* The first and last squares of the first and last rows that can be played on. */
static uint64_t corners_of(uint64_t playable)
{
    int first = moriarty_first(playable), last = 63 - __builtin_clzll(playable);
    return moriarty_bit(first) | moriarty_bit(last) | moriarty_bit((first & 56) | (last & 7)) |
           moriarty_bit((last & 56) | (first & 7));
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

static void root_init(moriarty_root *root, const moriarty_request *q, double begin)
{
    *root = (moriarty_root){
        .request = q,
        .kernel = moriarty_kernel_of(q->path),
        .run = {.table = q->table,
                .eval = q->eval,
                .playable = q->playable,
                .corners = corners_of(q->playable),
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
    moriarty_root root;
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
