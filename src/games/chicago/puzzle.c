/* games/chicago/puzzle.c -- finding puzzles: see puzzle.h. Games are played half at random
 * until few enough tokens are left, and what comes about is tried. */
#include "games/chicago/puzzle.h"

#include "core/play.h"
#include "games/chicago/chicago.h"

#include <stdlib.h>
#include <string.h>

enum { TRIES = 20000, LEAST_TOKENS = 16, TOKENS_RANGE = 9 };

static int by_height(const void *a, const void *b)
{
    return *(const int *)a - *(const int *)b;
}

int chicago_least_plies(const chicago_board *board)
{
    int height[CHICAGO_PILES], least = 0;
    for (int i = 0; i < board->piles; i++)
        height[i] = chicago_height(board, i);
    qsort(height, board->piles, sizeof *height, by_height);
    for (int i = 0; i < board->piles - 2; i++)
        least += height[i];
    return (least + 1) / 2; /* a ply takes two */
}

static int tokens_left(const chicago_board *board)
{
    int count = 0;
    for (int i = 0; i < board->piles; i++)
        count += chicago_height(board, i);
    return count;
}

/* A game as people play it: sometimes with an eye on the next moves, sometimes not. */
static void play_somehow(const chicago_rules *rules, duel_rng *rng, chicago_board *board)
{
    int wanted = LEAST_TOKENS + (int)duel_rng_below(rng, TOKENS_RANGE);
    chicago_deal(rng, board);
    while (!chicago_over(board) && tokens_left(board) > wanted) {
        chicago_move move[CHICAGO_MOVES];
        int value[CHICAGO_MOVES], count = chicago_moves(rules, board, move);
        int chosen = (int)duel_rng_below(rng, (uint32_t)count);
        if (duel_rng_below(rng, 2)) {
            chicago_lookahead(rules, board, 2, value);
            for (int i = 0; i < count; i++)
                chosen = value[i] > value[chosen] ? i : chosen;
        }
        chicago_play(rules, board, move[chosen]);
    }
}

static int sign(int value)
{
    return (value > 0) - (value < 0);
}

/* Moves that keep the sign of the position's value, komi included. */
static int keeping(const chicago_answer *a, int given)
{
    int count = 0;
    for (int i = 0; i < a->count; i++)
        count += sign(a->move_low[i] + given) == sign(a->low + given);
    return count;
}

/* Whether every move that gains most at once fails; *greedy is the first of them. */
static bool greed_fails(const chicago_answer *a, const int gain[], int *greedy)
{
    *greedy = 0;
    for (int i = 1; i < a->count; i++)
        *greedy = gain[i] > gain[*greedy] ? i : *greedy;
    for (int i = 0; i < a->count; i++)
        if (gain[i] == gain[*greedy] && a->move[i] == a->best)
            return false;
    return true;
}

static bool is_puzzle(chicago_solver *solver, const chicago_rules *rules, chicago_puzzle *p)
{
    int gain[CHICAGO_MOVES], greedy;
    chicago_answer *a = &p->answer;
    if (chicago_least_plies(&p->board) < PUZZLE_PLIES)
        return false;
    chicago_solve_all(solver, rules, &p->board, NULL, a);
    chicago_lookahead(rules, &p->board, 1, gain);
    if (a->low + p->given < 0 || keeping(a, p->given) != 1 || !greed_fails(a, gain, &greedy) ||
        chicago_seedbot_move(CHICAGO_SEED_SCORE, rules, &p->board, NULL) == a->best)
        return false;
    p->greedy = a->move[greedy];
    p->greedy_value = a->move_low[greedy];
    return true;
}

static duel_status variant_fits(const duel_variant *v, duel_msg *why)
{
    if (v->seats == 2 && !duel_has_secrets(v))
        return DUEL_OK;
    return duel_refuse(why, N_("There are puzzles for two players with open piles only."), "");
}

/* What the side to move was given more than the other. */
static int given_to_mover(const duel_variant *v, const chicago_board *board)
{
    return chicago_komi(v, board->side) - chicago_komi(v, !board->side);
}

static duel_status search_puzzle(const duel_variant *v, chicago_solver *solver, uint64_t seed,
                                 const atomic_bool *stop, chicago_puzzle *out, duel_msg *why)
{
    duel_rng root, rng;
    chicago_rules rules = chicago_rules_of(v);
    duel_rng_init_number(&root, seed);
    for (uint64_t i = 0; i < TRIES; i++) {
        chicago_puzzle puzzle;
        if (stop && atomic_load(stop)) {
            duel_say(why, N_("Stopped before a puzzle was found."), "");
            return DUEL_STOPPED;
        }
        duel_rng_fork(&root, i, &rng);
        play_somehow(&rules, &rng, &puzzle.board);
        puzzle.given = given_to_mover(v, &puzzle.board);
        if (is_puzzle(solver, &rules, &puzzle)) {
            *out = puzzle;
            return DUEL_OK;
        }
    }
    return duel_refuse(why, N_("No puzzle was found; try another seed."), "");
}

duel_status chicago_puzzle_make(const duel_variant *v, uint64_t seed, const atomic_bool *stop,
                                chicago_puzzle *out, duel_msg *why)
{
    duel_status status = variant_fits(v, why);
    if (status != DUEL_OK)
        return status;
    chicago_solver *solver = chicago_solver_new();
    if (solver == NULL)
        return duel_no_space(why);
    status = search_puzzle(v, solver, seed, stop, out, why);
    free(solver);
    return status;
}

/* ---- as the house tells it --------------------------------------------------------------- */

static void say_solution(const chicago_puzzle *p, duel_msg *out)
{
    duel_buf best = duel_buf_empty(), greedy = duel_buf_empty();
    int value = p->answer.low + p->given;
    chicago_print_move(p->answer.best, &best.sink);
    chicago_print_move(p->greedy, &greedy.sink);
    duel_say(out,
             value > 0 ? N_("{0} wins by {1} {1:point|points}; the move that gains most at "
                            "once, {2}, does not win.")
                       : N_("{0} ties; the move that gains most at once, {2}, loses."),
             "sis", duel_buf_str(&best), (int64_t)value, duel_buf_str(&greedy));
    duel_buf_fini(&best);
    duel_buf_fini(&greedy);
}

static void tell_chicago_puzzle(const duel_variant *v, const chicago_puzzle *p,
                                duel_puzzle *out)
{
    enum { ENOUGH = 3 }; /* facts about the move */
    const chicago_answer *a = &p->answer;
    duel_reason facts = {.count = 0};
    memset(out, 0, sizeof *out);
    memcpy(&out->state, &p->board, sizeof p->board);
    duel_say(&out->question,
             a->low + p->given > 0
                 ? N_("Player {0} to move: find the only move that wins.")
                 : N_("Player {0} to move: find the only move that does not lose."),
             "i", (int64_t)p->board.side + 1);
    out->count = 1;
    out->answer[0] = a->best;
    out->line_count = a->length;
    for (int i = 0; i < a->length; i++)
        out->line[i] = a->line[i];
    say_solution(p, &duel_reason_add(&out->why, -1)->text);
    chicago_explain(v, &p->board, p->board.side, &a->best, 1, &facts);
    for (int i = 0; i < facts.count && i < ENOUGH; i++)
        out->why.fact[out->why.count++] = facts.fact[i];
}

static duel_status make(const duel_variant *v, uint64_t seed, const atomic_bool *stop,
                        duel_puzzle *out, duel_msg *why)
{
    chicago_puzzle p;
    duel_status status = chicago_puzzle_make(v, seed, stop, &p, why);
    if (status == DUEL_OK)
        tell_chicago_puzzle(v, &p, out);
    return status;
}

/* What a wrong move comes to: the best reply shows it. */
static duel_status refuse_move(chicago_solver *solver, const chicago_rules *rules,
                               const chicago_board *board, chicago_move move, int value,
                               duel_msg *why)
{
    chicago_board after = *board;
    chicago_answer a;
    duel_buf reply = duel_buf_empty();
    chicago_play(rules, &after, move);
    chicago_solve(solver, rules, &after, NULL, &a);
    chicago_print_move(a.best, &reply.sink);
    duel_status status = duel_refuse(
        why,
        value == 0 ? N_("That only ties: the other side replies {0}. Try another one.")
                   : N_("That loses: the other side replies {0}. Try another one."),
        "s", duel_buf_str(&reply));
    duel_buf_fini(&reply);
    return status;
}

/* Solved anew: a puzzle stands near the end, where that takes a moment only, but more than one
 * ply before it. */
static duel_status judge(const duel_variant *v, const void *state, const duel_move turn[],
                         int count, duel_msg *why)
{
    const chicago_board *board = state;
    chicago_rules rules = chicago_rules_of(v);
    chicago_answer a;
    int given = given_to_mover(v, board), value = 0;
    chicago_solver *solver = chicago_solver_new();
    if (solver == NULL)
        return duel_no_space(why);
    chicago_solve_all(solver, &rules, board, NULL, &a);
    for (int i = 0; i < a.count; i++)
        value = a.move[i] == turn[0] ? a.move_low[i] + given : value;
    duel_status status = sign(value) == sign(a.low + given)
                             ? DUEL_OK
                             : refuse_move(solver, &rules, board, turn[0], value, why);
    free(solver);
    return status;
}

const duel_puzzler chicago_puzzles = {.make = make, .judge = judge};
