/* tests/chicago/test_solver.c -- exact values: the table of cases, a plain minimax that shares
 * no code, the best line played out, limits, and boards of one game sharing a solver. */
#include "games/chicago/solver.h"
#include "plain.h"

#include "check.h"
#include <pthread.h>

static const chicago_rules usual = {2, false}, expert = {2, true};

static int setup(void **state)
{
    void *memory = malloc(CHICAGO_SOLVER_MEMORY);
    chicago_solver *solver;
    if (!memory || chicago_solver_init(memory, CHICAGO_SOLVER_MEMORY, &solver) != DUEL_OK)
        return -1;
    *state = solver;
    return 0;
}

static int teardown(void **state)
{
    free(*state);
    return 0;
}

static chicago_board read_board(const char *text)
{
    chicago_board board;
    duel_msg why = {0};
    if (chicago_parse(&usual, duel_str_of(text), &board, &why) != DUEL_OK)
        fail_msg("%s refused: %s", text, why.id);
    return board;
}

/* A board after random play, with `least` to `most` piles; false if play went past them. */
static bool random_board(const chicago_rules *rules, uint64_t seed, int least, int most,
                         chicago_board *board)
{
    duel_rng rng = check_rng(seed);
    chicago_deal(&rng, board);
    while (board->piles > most) {
        chicago_move move[CHICAGO_MOVES];
        int count = chicago_moves(rules, board, move);
        chicago_play(rules, board, move[duel_rng_below(&rng, (uint32_t)count)]);
    }
    return board->piles >= least;
}

/* "1WC=4,1CW=2,…", as the solver found it */
static void print_values(const chicago_answer *answer, duel_sink *out)
{
    for (int i = 0; i < answer->count; i++) {
        assert_int_equal(answer->move_low[i], answer->move_high[i]);
        duel_put(out, i ? "," : "");
        chicago_print_move(answer->move[i], out);
        duel_putf(out, "=%d", answer->move_low[i]);
    }
}

/* Plays the line; the difference at its end, for the side to move at its beginning. */
static int play_line(const chicago_rules *rules, chicago_board board,
                     const chicago_answer *answer)
{
    int seat = board.side;
    for (int i = 0; i < answer->length; i++) {
        assert_ok(chicago_legal(rules, &board, answer->line[i], NULL));
        chicago_play(rules, &board, answer->line[i]);
    }
    assert_true(chicago_over(&board));
    return chicago_score(&board, seat) - chicago_score(&board, !seat);
}

static bool has_word(const char *list, const char *word)
{
    size_t len = strlen(word);
    for (const char *at = strstr(list, word); at; at = strstr(at + 1, word))
        if ((at == list || at[-1] == ',') && (at[len] == '\0' || at[len] == ','))
            return true;
    return false;
}

static void check_case(void *solver, char *field[])
{
    chicago_board board = read_board(field[1]);
    chicago_answer answer;
    CHECK_BUF(found);
    CHECK_BUF(best);
    assert_ok(chicago_solve_all(solver, &usual, &board, NULL, &answer));
    print_values(&answer, &found.sink);
    chicago_print_move(answer.best, &best.sink);
    assert_false(found.failed || best.failed);
    assert_int_equal(answer.low, atoi(field[2]));
    assert_int_equal(answer.high, atoi(field[2]));
    assert_true(has_word(field[3], best.text));
    assert_string_equal(found.text, field[4]);
    assert_int_equal(play_line(&usual, board, &answer), atoi(field[2]));
}

TEST(cases)
{
    assert_true(check_rows("chicago_cases.tsv", 7, check_case, *group_state) >= 10);
}

/* The values of all moves by the plain minimax, in the same form. */
static void print_plain(const char *text, duel_sink *out)
{
    plain board = plain_read(text);
    for (int i = 0; i < 6; i++) {
        char keep, sell;
        plain next = plain_play(board, 1 + i / 2, i % 2, &keep, &sell);
        if (i % 2 == 1 && keep == sell)
            continue;
        duel_putf(out, "%s%d%c%c=%d", i ? "," : "", 1 + i / 2, keep, sell, -plain_value(&next));
    }
}

static void check_against_plain(chicago_solver *solver, const chicago_board *board)
{
    chicago_answer answer;
    CHECK_BUF(text);
    CHECK_BUF(found);
    CHECK_BUF(expected);
    chicago_print(&usual, board, &text.sink);
    print_plain(text.text, &expected.sink);
    assert_ok(chicago_solve_all(solver, &usual, board, NULL, &answer));
    print_values(&answer, &found.sink);
    if (strcmp(found.text, expected.text) != 0)
        fail_msg("%s: found %s, expected %s", text.text, found.text, expected.text);
    plain same = plain_read(text.text);
    assert_int_equal(answer.low, plain_value(&same));
    assert_int_equal(play_line(&usual, *board, &answer), answer.low);
}

/* The plain minimax takes too long on boards with many tokens. */
static bool small(const chicago_board *board, int tokens)
{
    int left = 0;
    for (int i = 0; i < board->piles; i++)
        left += chicago_height(board, i);
    return left <= tokens;
}

TEST(random_positions)
{
    int wanted = check_full() ? 2000 : 150, done = 0;
    for (uint64_t seed = 1; done < wanted; seed++) {
        chicago_board board;
        int most = 3 + (int)(seed % 4);
        if (!random_board(&usual, seed, 3, most, &board) ||
            !small(&board, check_full() ? 14 : 12))
            continue;
        check_against_plain(*group_state, &board);
        done++;
    }
}

/* Positions of one game reach a solver that remembers the others: last first, then first. */
TEST(one_game_shares_its_table)
{
    for (uint64_t seed = 1; seed <= (check_full() ? 40u : 5u); seed++) {
        chicago_board game[CHICAGO_PLIES + 1];
        int plies = 0;
        duel_rng rng = check_rng(seed);
        chicago_deal(&rng, &game[0]);
        chicago_move move[CHICAGO_MOVES];
        for (int count; (count = chicago_moves(&usual, &game[plies], move)) > 0; plies++) {
            game[plies + 1] = game[plies];
            chicago_play(&usual, &game[plies + 1], move[duel_rng_below(&rng, (uint32_t)count)]);
        }
        chicago_answer first, answer;
        chicago_solve(*group_state, &usual, &game[0], NULL, &first);
        for (int i = 1; i < plies; i++) {
            if (small(&game[i], 10))
                check_against_plain(*group_state, &game[i]);
            else
                chicago_solve_all(*group_state, &usual, &game[i], NULL, &answer);
        }
        chicago_solve(*group_state, &usual, &game[0], NULL, &answer);
        assert_int_equal(answer.low, first.low);
        assert_int_equal(play_line(&usual, game[0], &answer), first.low);
    }
}

/* Another past for the same piles: prices and holdings redrawn, the tokens gone staying even or
 * odd, so that the solver goes on using what it remembers. */
static void redraw_market(chicago_board *board, duel_rng *rng)
{
    for (int good = 0; good < CHICAGO_GOODS; good++) {
        int opening = chicago_opening_price(good);
        int gone = opening - board->price[good] + board->held[0][good] + board->held[1][good];
        int most = CHICAGO_EACH - chicago_on_board(board, good + 1), sold, kept;
        do {
            sold = (int)duel_rng_below(rng, (uint32_t)most + 1);
            kept = (int)duel_rng_below(rng, (uint32_t)(most - sold) + 1);
        } while ((sold + kept - gone) % 2 != 0);
        int mine = (int)duel_rng_below(rng, (uint32_t)kept + 1);
        board->price[good] = (uint8_t)(opening - sold);
        board->held[0][good] = (uint8_t)mine;
        board->held[1][good] = (uint8_t)(kept - mine);
    }
}

TEST(many_markets_share_a_table)
{
    int boards = check_full() ? 60 : 12, done = 0;
    for (uint64_t seed = 1; done < boards; seed++) {
        chicago_board board;
        random_board(&usual, seed, 3, 3 + (int)(seed % 5), &board);
        if (chicago_over(&board) || !small(&board, 12) || small(&board, 8))
            continue;
        duel_rng rng = check_rng(seed);
        for (int i = 0; i < 60; i++) {
            check_against_plain(*group_state, &board);
            redraw_market(&board, &rng);
        }
        done++;
    }
}

/* Two boards with the same piles whose goods differ by an odd count must not be confused. */
TEST(unlike_markets_do_not_share)
{
    static const char *const boards[] = {
        "SMW/CWS/SK/KSCM 4 5,4,2,5,4,3 WMK WMC 1", "SMW/CWS/SK/KSCM 4 5,4,2,5,4,3 - - 1",
        "SMW/CWS/SK/KSCM 4 5,4,2,5,4,3 W - 1",     "SMW/CWS/SK/KSCM 4 4,4,2,5,4,3 W - 1",
        "SMW/CWS/SK/KSCM 4 4,3,2,4,4,3 W K 2",     "SMW/CWS/SK/KSCM 4 4,4,2,4,5,3 WC - 1",
        "SMW/CWS/SK/KSCM 4 5,5,2,5,5,4 C - 2",     "SMW/CWS/SK/KSCM 4 6,5,2,4,4,3 - C 2"};
    for (size_t i = 0; i < sizeof boards / sizeof *boards; i++) {
        chicago_board board = read_board(boards[i]);
        check_against_plain(*group_state, &board);
    }
}

TEST(ended_games_have_their_score)
{
    chicago_board board = read_board("W/M 1 5,4,6,6,6,6 WWM WM 1");
    chicago_answer answer;
    assert_ok(chicago_solve_all(*group_state, &usual, &board, NULL, &answer));
    assert_int_equal(answer.low, 5);
    assert_int_equal(answer.high, 5);
    assert_int_equal(answer.count, 0);
    assert_int_equal(answer.length, 0);
}

TEST(limits_are_kept)
{
    chicago_board board;
    random_board(&usual, 7, 9, 9, &board);
    chicago_answer whole, answer;
    atomic_bool stop = true;
    const chicago_limits limits[] = {{.nodes = 5000}, {.seconds = 1e-4}, {.stop = &stop}};
    for (size_t i = 0; i < sizeof limits / sizeof *limits; i++) {
        random_board(&usual, 70 + i, 9, 9, &board); /* a new board: nothing remembered */
        assert_int_equal(chicago_solve_all(*group_state, &usual, &board, &limits[i], &answer),
                         DUEL_STOPPED);
        assert_true(limits[i].nodes == 0 || answer.nodes <= limits[i].nodes);
        assert_true(answer.nodes < 100000);
        assert_ok(chicago_legal(&usual, &board, answer.best, NULL));
        assert_ok(chicago_solve(*group_state, &usual, &board, NULL, &whole));
        assert_true(answer.low <= whole.low && whole.low <= answer.high);
        assert_int_equal(play_line(&usual, board, &whole), whole.low);
    }
}

/* The number of nodes is the same on every machine, so that a speed-up that changes it shows.
 */
TEST(node_limit_is_deterministic)
{
    chicago_board board, other;
    chicago_answer first, second;
    random_board(&usual, 11, 9, 9, &board);
    random_board(&usual, 12, 9, 9, &other);
    chicago_solve(*group_state, &usual, &board, NULL, &first);
    chicago_solve(*group_state, &usual, &other, NULL, &second);
    chicago_solver *fresh;
    void *memory = malloc(CHICAGO_SOLVER_MEMORY);
    assert_ok(chicago_solver_init(memory, CHICAGO_SOLVER_MEMORY, &fresh));
    chicago_solve(fresh, &usual, &board, NULL, &second);
    assert_int_equal(second.nodes, first.nodes);
    assert_memory_equal(second.line, first.line, sizeof first.line);
    free(memory);
}

TEST(little_memory_gives_the_same_values)
{
    enum { LITTLE = 1 << 14 };
    void *memory = malloc(LITTLE);
    chicago_solver *little;
    assert_int_equal(chicago_solver_init(memory, 64, &little), DUEL_NO_SPACE);
    assert_ok(chicago_solver_init(memory, LITTLE, &little));
    for (uint64_t seed = 1; seed <= 20; seed++) {
        chicago_board board;
        chicago_answer a, b;
        random_board(&usual, seed, 7, 7, &board);
        if (chicago_over(&board))
            continue;
        chicago_solve_all(little, &usual, &board, NULL, &a);
        chicago_solve_all(*group_state, &usual, &board, NULL, &b);
        assert_memory_equal(a.move_low, b.move_low, sizeof a.move_low);
        assert_int_equal(a.low, b.low);
    }
    free(memory);
}

/* Two solvers at once answer as one alone. */
typedef struct worker {
    uint64_t seed;
    int value;
    uint64_t nodes;
} worker;

static void *solve_one(void *argument)
{
    worker *w = argument;
    void *memory = malloc(CHICAGO_SOLVER_MEMORY);
    chicago_solver *solver;
    chicago_board board;
    chicago_answer answer = {0};
    random_board(&usual, w->seed, 9, 9, &board);
    if (memory && chicago_solver_init(memory, CHICAGO_SOLVER_MEMORY, &solver) == DUEL_OK)
        chicago_solve(solver, &usual, &board, NULL, &answer);
    w->value = answer.low;
    w->nodes = answer.nodes;
    free(memory);
    return NULL;
}

TEST(solvers_run_side_by_side)
{
    enum { WORKERS = 4 };
    worker together[WORKERS];
    pthread_t thread[WORKERS];
    for (int i = 0; i < WORKERS; i++) {
        together[i] = (worker){.seed = 300 + (uint64_t)i / 2}; /* each board twice */
        assert_int_equal(pthread_create(&thread[i], NULL, solve_one, &together[i]), 0);
    }
    for (int i = 0; i < WORKERS; i++)
        assert_int_equal(pthread_join(thread[i], NULL), 0);
    for (int i = 0; i < WORKERS; i++) {
        worker alone = {.seed = together[i].seed};
        solve_one(&alone);
        assert_int_equal(together[i].value, alone.value);
        assert_int_equal(together[i].nodes, alone.nodes);
    }
}

/* Minimax on the program's own rules, for what the plain one does not know. */
static int slow_value(const chicago_rules *rules, const chicago_board *board, int depth)
{
    chicago_move move[CHICAGO_MOVES];
    int count = depth ? chicago_moves(rules, board, move) : 0, best = -1000;
    if (count == 0)
        return chicago_score(board, board->side) - chicago_score(board, !board->side);
    for (int i = 0; i < count; i++) {
        chicago_board next = *board;
        chicago_play(rules, &next, move[i]);
        int value = -slow_value(rules, &next, depth - 1);
        best = value > best ? value : best;
    }
    return best;
}

TEST(expert_values)
{
    int done = 0;
    for (uint64_t seed = 1; done < (check_full() ? 400 : 60); seed++) {
        chicago_board board;
        if (!random_board(&expert, seed, 3, 3 + (int)(seed % 4), &board) || !small(&board, 12))
            continue;
        chicago_answer answer;
        assert_ok(chicago_solve_all(*group_state, &expert, &board, NULL, &answer));
        assert_int_equal(answer.low, slow_value(&expert, &board, 99));
        for (int i = 0; i < answer.count; i++) {
            chicago_board next = board;
            chicago_play(&expert, &next, answer.move[i]);
            assert_int_equal(answer.move_low[i], -slow_value(&expert, &next, 99));
        }
        assert_int_equal(play_line(&expert, board, &answer), answer.low);
        done++;
    }
}

TEST(lookahead_is_minimax_cut_short)
{
    for (uint64_t seed = 1; seed <= (check_full() ? 100u : 12u); seed++) {
        chicago_board board;
        const chicago_rules *rules = seed % 3 ? &usual : &expert;
        random_board(rules, seed, 1, 4 + (int)(seed % 6), &board);
        for (int depth = 1; depth <= (rules == &usual ? 5 : 3); depth++) {
            int value[CHICAGO_MOVES];
            chicago_move move[CHICAGO_MOVES];
            int count = chicago_moves(rules, &board, move);
            assert_int_equal(chicago_lookahead(rules, &board, depth, value), count);
            for (int i = 0; i < count; i++) {
                chicago_board next = board;
                chicago_play(rules, &next, move[i]);
                assert_int_equal(value[i], -slow_value(rules, &next, depth - 1));
            }
        }
    }
}

TEST(deepening_is_lookahead_within_a_limit)
{
    static const uint64_t limits[] = {3, 6, 60, 1000, 20000};
    for (uint64_t seed = 1; seed <= 10; seed++) {
        chicago_board board;
        int value[CHICAGO_MOVES], same[CHICAGO_MOVES], last = 0;
        random_board(&usual, seed, 3, 4 + (int)(seed % 6), &board);
        if (chicago_over(&board))
            continue;
        for (size_t i = 0; i < sizeof limits / sizeof *limits; i++) {
            uint64_t used;
            int depth = chicago_deepen(&usual, &board, limits[i], value, &used);
            assert_true(depth >= last && used <= limits[i] + CHICAGO_MOVES);
            last = depth;
            int count = chicago_lookahead(&usual, &board, depth, same);
            if (depth > 0)
                assert_memory_equal(value, same, (size_t)count * sizeof *value);
        }
        if (!small(&board, 12))
            continue;
        uint64_t used; /* without a limit, to the end */
        chicago_answer answer;
        chicago_deepen(&usual, &board, 0, value, &used);
        chicago_solve_all(*group_state, &usual, &board, NULL, &answer);
        assert_memory_equal(value, answer.move_low, (size_t)answer.count * sizeof *value);
    }
}

TEST(what_is_forgotten_is_searched_again)
{
    chicago_board board;
    chicago_answer first, known, again;
    random_board(&usual, 21, 9, 9, &board);
    chicago_solve(*group_state, &usual, &board, NULL, &first);
    chicago_solve(*group_state, &usual, &board, NULL, &known);
    assert_true(known.nodes < first.nodes / 10);
    chicago_solver_forget(*group_state);
    chicago_solve(*group_state, &usual, &board, NULL, &again);
    assert_int_equal(again.nodes, first.nodes);
    assert_int_equal(again.low, first.low);
}

TESTS_BETWEEN(setup, teardown)
