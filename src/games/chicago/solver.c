/* games/chicago/solver.c -- exact values of boards, their moves and best lines: see solver.h.
 *
 * Invariant: every board given since the origin was set embeds in it, pile by pile, so that
 * what search.h remembers holds for all of them. */
#include "games/chicago/solver.h"

#include "base/clock.h"
#include "games/chicago/search.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

enum { NIBBLE = SEARCH_NIBBLE, BEYOND = SEARCH_BEYOND, CACHE_LINE = 64, FIRST_GUESS = 4 };

struct chicago_solver {
    chicago_search search;
    int origin_piles; /* 0 = none yet */
    uint8_t origin_height[CHICAGO_PILES];
    uint8_t origin_parity;
};

/* ---- from boards to places --------------------------------------------------------------- */

/* For each good, whether its price, the tokens held and those on the board add up to an odd
 * number. No turn changes that; boards of one origin must agree in it, see search.h. */
static uint8_t parities(const chicago_board *board)
{
    uint8_t odd = 0;
    for (int good = 0; good < CHICAGO_GOODS; good++) {
        int sum = board->price[good] + board->held[0][good] + board->held[1][good] +
                  chicago_on_board(board, good + 1);
        odd = (uint8_t)(odd | (sum & 1) << good);
    }
    return odd;
}

static bool rests_on(const chicago_solver *s, const chicago_board *board, int pile, int origin)
{
    int height = chicago_height(board, pile);
    if (height > s->origin_height[origin])
        return false;
    for (int i = 0; i < height; i++)
        if (s->search.content[origin][height - i] != board->pile[pile][i] - 1)
            return false;
    return true;
}

/* Finds each pile of the board in the origin, in order. */
static bool embed(const chicago_solver *s, const chicago_board *board,
                  uint8_t found[CHICAGO_PILES])
{
    int origin = 0;
    for (int i = 0; i < board->piles; i++, origin++) {
        while (origin < s->origin_piles && !rests_on(s, board, i, origin))
            origin++;
        if (origin == s->origin_piles)
            return false;
        found[i] = (uint8_t)origin;
    }
    return true;
}

static void set_origin(chicago_solver *s, const chicago_rules *rules,
                       const chicago_board *board)
{
    memset(s->search.content, 0, sizeof s->search.content);
    s->search.stamp++;
    s->search.expert = rules->expert;
    s->origin_parity = parities(board);
    s->origin_piles = board->piles;
    for (int i = 0; i < board->piles; i++) {
        int height = chicago_height(board, i);
        s->origin_height[i] = (uint8_t)height;
        for (int j = 0; j < height; j++)
            s->search.content[i][height - j] = (uint8_t)(board->pile[i][j] - 1);
    }
}

/* Sets a board up for the search, as a descendant of the origin if it can be one. */
static void enter_board(chicago_solver *s, const chicago_rules *rules,
                        const chicago_board *board, position *at)
{
    DUEL_REQUIRE(rules->seats == 2 && !chicago_over(board));
    uint8_t found[CHICAGO_PILES];
    if (s->search.expert != rules->expert || s->origin_parity != parities(board) ||
        !embed(s, board, found)) {
        set_origin(s, rules, board);
        embed(s, board, found);
    }
    memset(at, 0, sizeof *at);
    at->here.piles = board->piles;
    for (int i = 0; i < board->piles; i++) {
        int height = chicago_height(board, i);
        at->here.tokens += height;
        at->here.height |= (uint64_t)height << (NIBBLE * found[i]);
        at->here.ring |= (uint64_t)found[(board->trader + i) % board->piles] << (NIBBLE * i);
    }
    for (int good = 0; good < CHICAGO_GOODS; good++) {
        at->market.price[good] = (int8_t)board->price[good];
        at->market.diff[good] =
            (int8_t)(board->held[board->side][good] - board->held[!board->side][good]);
    }
    chicago_search_expand(&s->search, at);
}

/* Goes to where an option leads; false if the game ends there. */
static bool follow_option(const chicago_solver *s, position *at, int index)
{
    option o = at->list[index];
    if (o.ends)
        return false;
    at->here = at->next[o.landing];
    at->market = o.after;
    chicago_search_expand(&s->search, at);
    return true;
}

static chicago_move move_of(const option *o)
{
    return chicago_move_of(o->landing + 1, o->keep, o->sell);
}

static int difference(const chicago_board *board)
{
    return chicago_score(board, board->side) - chicago_score(board, !board->side);
}

/* ---- exact values ------------------------------------------------------------------------ */

/* Narrows [*low, *high] to a point by null-window searches, the first at `guess` (MTD(f), A.
 * Plaat et al., 1996). `index` is an option, or -1 for the position itself. */
static void narrow(chicago_solver *s, position *at, int index, int guess, int *low, int *high)
{
    while (*low < *high) {
        int beta = guess <= *low ? *low + 1 : guess > *high ? *high : guess;
        int value = index < 0 ? chicago_search_test(&s->search, at, beta)
                              : chicago_search_test_option(&s->search, at, index, beta);
        if (s->search.halted)
            return;
        if (value >= beta)
            *low = value;
        else
            *high = value;
        guess = value;
    }
}

static void set_limits(chicago_solver *s, const chicago_limits *limits)
{
    s->search.nodes = 0;
    s->search.poll_at = 0;
    s->search.halted = false;
    s->search.node_limit = limits ? limits->nodes : 0;
    s->search.stop = limits ? limits->stop : NULL;
    s->search.deadline = limits && limits->seconds > 0 ? duel_clock() + limits->seconds : 0;
}

/* The moves of both sides from a position of known relative value, to the end of the game. */
static void find_line(chicago_solver *s, position *at, int value, chicago_answer *answer)
{
    for (;;) {
        chicago_search_test(&s->search, at, value);
        if (s->search.halted)
            return;
        answer->line[answer->length++] = move_of(&at->list[0]);
        value = at->list[0].gain - value;
        if (!follow_option(s, at, 0))
            return;
    }
}

static void start_answer(const position *at, const chicago_board *board, chicago_answer *answer)
{
    int base = difference(board);
    memset(answer, 0, sizeof *answer);
    answer->low = base - BEYOND;
    answer->high = base + BEYOND;
    answer->count = at->count;
    for (int i = 0; i < at->count; i++) {
        answer->move[i] = move_of(&at->list[i]);
        answer->move_low[i] = answer->low;
        answer->move_high[i] = answer->high;
    }
}

/* The value of the position, relative; the best move known comes to the front of its list. */
static void solve_position(chicago_solver *s, position *at, int base, chicago_answer *answer)
{
    int low = -BEYOND, high = BEYOND;
    narrow(s, at, -1, FIRST_GUESS, &low, &high);
    answer->low = base + low;
    answer->high = base + high;
    chicago_search_pick(at->list, 0, at->count);
    answer->best = move_of(&at->list[0]);
    if (low == high) {
        position walk = *at;
        find_line(s, &walk, low, answer);
    }
}

/* The value of every move: none is better than the position itself. */
static void solve_options(chicago_solver *s, position *at, int base, chicago_answer *answer)
{
    int best = answer->high - base;
    for (int i = 0; i < at->count && !s->search.halted; i++) {
        int low = -BEYOND, high = best;
        narrow(s, at, i, best, &low, &high);
        answer->move_low[i] = base + low;
        answer->move_high[i] = base + high;
    }
}

static duel_status end_solving(chicago_solver *s, double began, chicago_answer *answer)
{
    answer->nodes = s->search.nodes;
    answer->seconds = duel_clock() - began;
    return s->search.halted ? DUEL_STOPPED : DUEL_OK;
}

static duel_status solve_board(chicago_solver *s, const chicago_rules *rules,
                               const chicago_board *board, const chicago_limits *limits,
                               bool all, chicago_answer *answer)
{
    double began = duel_clock();
    int base = difference(board);
    if (chicago_over(board)) {
        *answer = (chicago_answer){.low = base, .high = base};
        return DUEL_OK;
    }
    position at, listed;
    enter_board(s, rules, board, &at);
    set_limits(s, limits);
    start_answer(&at, board, answer);
    listed = at;
    solve_position(s, &at, base, answer);
    if (all)
        solve_options(s, &listed, base, answer);
    return end_solving(s, began, answer);
}

duel_status chicago_solve(chicago_solver *solver, const chicago_rules *rules,
                          const chicago_board *board, const chicago_limits *limits,
                          chicago_answer *answer)
{
    return solve_board(solver, rules, board, limits, false, answer);
}

duel_status chicago_solve_all(chicago_solver *solver, const chicago_rules *rules,
                              const chicago_board *board, const chicago_limits *limits,
                              chicago_answer *answer)
{
    return solve_board(solver, rules, board, limits, true, answer);
}

/* ---- life cycle -------------------------------------------------------------------------- */

duel_status chicago_solver_init(void *memory, size_t bytes, chicago_solver **solver)
{
    chicago_solver *s = memory;
    uintptr_t start =
        ((uintptr_t)memory + sizeof *s + CACHE_LINE - 1) & ~(uintptr_t)(CACHE_LINE - 1);
    uintptr_t end = (uintptr_t)memory + bytes;
    size_t room = end > start ? (end - start) / (SEARCH_WAYS * sizeof(search_entry)) : 0;
    int bits = 0;
    while (room >> (bits + 1) != 0)
        bits++;
    if (bits < 1)
        return DUEL_NO_SPACE;
    memset(s, 0, sizeof *s);
    chicago_search_set_steps(&s->search);
    s->search.shift = 64 - bits;
    s->search.table = (search_entry *)start;
    memset(s->search.table, 0, ((size_t)SEARCH_WAYS << bits) * sizeof(search_entry));
    *solver = s;
    return DUEL_OK;
}

chicago_solver *chicago_solver_new(void)
{
    chicago_solver *solver = NULL;
    void *memory = malloc(CHICAGO_SOLVER_MEMORY);
    if (memory && chicago_solver_init(memory, CHICAGO_SOLVER_MEMORY, &solver) != DUEL_OK)
        free(memory);
    return solver; /* at the start of its memory */
}

void chicago_solver_forget(chicago_solver *solver)
{
    solver->origin_piles = 0; /* no board embeds in nothing: the next one is a new origin */
}

/* ---- look-ahead -------------------------------------------------------------------------- */

static int look_to_horizon(chicago_solver *s, position *at, int depth, int alpha, int beta);

/* What a move is worth `depth` plies on, within the window. Worthless once halted. */
static int look_behind(chicago_solver *s, const position *at, int index, int depth, int alpha,
                       int beta)
{
    const option *o = &at->list[index];
    s->search.nodes++;
    if (s->search.node_limit && s->search.nodes > s->search.node_limit)
        s->search.halted = true;
    if (depth <= 1 || o->ends || s->search.halted)
        return o->gain;
    position next = {.here = at->next[o->landing], .market = o->after};
    chicago_search_expand(&s->search, &next);
    return o->gain - look_to_horizon(s, &next, depth - 1, o->gain - beta, o->gain - alpha);
}

/* Plain alpha-beta on the difference; the horizon counts what is held at its prices. */
static int look_to_horizon(chicago_solver *s, position *at, int depth, int alpha, int beta)
{
    int best = INT_MIN;
    for (int i = 0; i < at->count && best < beta; i++) {
        chicago_search_pick(at->list, i, at->count);
        int value = look_behind(s, at, i, depth, alpha, beta);
        best = value > best ? value : best;
        alpha = best > alpha ? best : alpha;
    }
    return best;
}

/* Sets up the root; the solver has no table: only its rules are used. */
static void begin_look(chicago_solver *s, const chicago_rules *rules,
                       const chicago_board *board, uint64_t nodes, position *at)
{
    memset(s, 0, sizeof *s);
    s->search.node_limit = nodes;
    chicago_search_set_steps(&s->search);
    enter_board(s, rules, board, at);
}

int chicago_lookahead(const chicago_rules *rules, const chicago_board *board, int depth,
                      int value[CHICAGO_MOVES])
{
    chicago_solver s;
    position at;
    int base = difference(board);
    if (chicago_over(board))
        return 0;
    begin_look(&s, rules, board, 0, &at);
    for (int i = 0; i < at.count; i++)
        value[i] = base + look_behind(&s, &at, i, depth, -BEYOND, BEYOND);
    return at.count;
}

int chicago_deepen(const chicago_rules *rules, const chicago_board *board, uint64_t nodes,
                   int value[CHICAGO_MOVES], uint64_t *used)
{
    chicago_solver s;
    position at;
    int base = difference(board), found[CHICAGO_MOVES] = {0}, depth = 0;
    begin_look(&s, rules, board, nodes, &at);
    for (int i = 0; i < at.count; i++)
        value[i] = base;
    uint64_t before = 0, last = 0; /* a depth that meets no more than the last sees the end */
    do {
        last = s.search.nodes - before;
        before = s.search.nodes;
        for (int i = 0; i < at.count && !s.search.halted; i++)
            found[i] = base + look_behind(&s, &at, i, depth + 1, -BEYOND, BEYOND);
        if (!s.search.halted) {
            memcpy(value, found, sizeof found);
            depth++;
        }
    } while (!s.search.halted && s.search.nodes - before != last);
    *used = s.search.nodes;
    return depth;
}
