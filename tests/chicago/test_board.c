/* tests/chicago/test_board.c -- the rules: drawn moves, the same game played by other code,
 * laws that hold for any number of players, refused moves, hidden tokens. */
#include "games/chicago/board.h"
#include "plain.h"

#include "check.h"

static const chicago_rules usual = {2, false};

static chicago_board read_board(const chicago_rules *rules, const char *text)
{
    chicago_board board;
    duel_msg why = {0};
    if (chicago_parse(rules, duel_str_of(text), &board, &why) != DUEL_OK)
        fail_msg("%s refused: %s", text, why.id);
    return board;
}

/* ---- moves drawn by hand ------------------------------------------------------------ */

static const struct {
    const char *what, *before, *move, *after;
    int seats;
    bool expert;
} drawn[] = {
    {"the example of the rules",
     "MRWW/WMSR/CSKR/CMSM/KMWS/RCSW/CWSK/MKKC/RRCK 2 7,6,6,6,6,6 - - 1", "2CK",
     "MRWW/WMSR/SKR/CMSM/MWS/RCSW/CWSK/MKKC/RRCK 4 7,6,6,6,6,5 C - 2", 2, false},
    {"no pile vanishes: the index is that of the landing", "WM/RS/CK/WC 1 7,6,6,6,6,6 - - 1",
     "1WC", "M/RS/K/WC 2 7,6,6,6,5,6 W - 2", 2, false},
    {"the pile before vanishes: one less", "W/RS/CK/WCM 1 7,6,6,6,6,6 - - 1", "1WC",
     "RS/K/WCM 1 7,6,6,6,5,6 W - 2", 2, false},
    {"the pile after vanishes: the same index", "WM/RS/C/WCM 1 7,6,6,6,6,6 - - 1", "1WC",
     "M/RS/WCM 2 7,6,6,6,5,6 W - 2", 2, false},
    {"both vanish around the trader: one less", "W/RS/C/KM/SM 1 7,6,6,6,6,6 - - 1", "1CW",
     "RS/KM/SM 1 6,6,6,6,6,6 C - 2", 2, false},
    {"landing on the last pile, both vanish: two less", "W/MR/CS/K/RM 3 7,6,6,6,6,6 - - 1",
     "2KW", "MR/CS/RM 3 6,6,6,6,6,6 K - 2", 2, false},
    {"landing on the last pile, the first one vanishes: one less",
     "W/MR/CS/KS/R 4 7,6,6,6,6,6 - - 1", "1KW", "MR/CS/S/R 4 6,6,6,6,6,6 K - 2", 2, false},
    {"landing on the first pile, both vanish: still the first",
     "RM/C/SK/MR/W 4 7,6,6,6,6,6 - - 2", "2CW", "RM/SK/MR 1 6,6,6,6,6,6 - C 1", 2, false},
    {"three piles, a step of three is a full lap", "KS/SM/CW 2 7,6,6,6,6,6 - - 1", "3KC",
     "S/SM/W 2 7,6,6,6,5,6 K - 2", 2, false},
    {"the end with one pile", "KS/S/C 1 6,4,2,3,3,3 WWWMMCCK WWMMRRSK 1", "3CS",
     "KS 1 6,4,2,2,3,3 WWWMMCCCK WWMMRRSK 2", 2, false},
    {"the end with two piles", "KSM/S/CC 1 7,6,6,6,6,6 - - 2", "2SK",
     "SM/CC 2 7,6,6,6,6,5 - S 1", 2, false},
    {"four piles, step 1", "SM/CW/SK/KC 4 7,6,6,6,6,6 - - 1", "1KC",
     "SM/W/SK/C 1 7,6,6,6,5,6 K - 2", 2, false},
    {"four piles, step 3: the same tokens, the trader elsewhere",
     "SM/CW/SK/KC 4 7,6,6,6,6,6 - - 1", "3KC", "SM/W/SK/C 3 7,6,6,6,5,6 K - 2", 2, false},
    {"both tops equal: one kept, one sold", "SM/CW/SK/KC 3 7,6,6,6,6,6 - - 1", "1SS",
     "M/CW/K/KC 4 7,6,6,5,6,6 S - 2", 2, false},
    {"the third of three players, then the first", "WM/RS/CK/WC 1 7,6,6,6,6,6 - - - 3", "2RW",
     "WM/S/CK/C 3 6,6,6,6,6,6 - - R 1", 3, false},
    {"the fourth of four players", "WM/RS/CK/WC 1 7,6,6,6,6,6 - - - - 4", "3CW",
     "M/RS/K/WC 4 6,6,6,6,6,6 - - - C 1", 4, false},
    {"expert: five piles on, to the first topped like the one left",
     "WM/RS/CK/MC/SK/WC 1 7,6,6,6,6,6 - - 1", "5SW", "M/RS/CK/MC/K/WC 6 6,6,6,6,6,6 S - 2", 2,
     true},
    {"expert: no other pile topped like it, a full lap", "WM/RS/CK/MC 1 7,6,6,6,6,6 - - 1",
     "4RM", "WM/S/CK/C 1 7,5,6,6,6,6 R - 2", 2, true},
};

TEST(drawn_moves)
{
    for (size_t i = 0; i < sizeof drawn / sizeof *drawn; i++) {
        const chicago_rules rules = {drawn[i].seats, drawn[i].expert};
        chicago_board board = read_board(&rules, drawn[i].before);
        chicago_move move;
        duel_msg why = {0};
        if (chicago_parse_move(&rules, &board, duel_str_of(drawn[i].move), &move, &why) !=
            DUEL_OK)
            fail_msg("%s: %s refused: %s", drawn[i].what, drawn[i].move, why.id);
        chicago_play(&rules, &board, move);
        CHECK_BUF(text);
        chicago_print(&rules, &board, &text.sink);
        if (strcmp(text.text, drawn[i].after) != 0)
            fail_msg("%s: got %s", drawn[i].what, text.text);
    }
}

TEST(listed_moves)
{
    static const struct {
        const char *position, *moves;
        bool expert;
    } lists[] = {
        {"MRWW/WMSR/CSKR/CMSM/KMWS/RCSW/CWSK/MKKC/RRCK 2 7,6,6,6,6,6 - - 1",
         "1WC 1CW 2CK 2KC 3CR 3RC", false},
        {"SM/CW/SK/KC 3 7,6,6,6,6,6 - - 1", "1SS 2KC 2CK 3SS", false},
        {"SM/SK 1 7,6,6,6,6,6 - - 1", "", false},
        {"WM/RS/CK/MC/SK/WC 1 7,6,6,6,6,6 - - 1", "1WC 1CW 2RM 2MR 3CS 3SC 4MW 4WM 5SW 5WS",
         true},
        {"WM/WS/CK/MC/SK/WC 1 7,6,6,6,6,6 - - 1", "1WC 1CW", true},
    };
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++) {
        const chicago_rules rules = {2, lists[i].expert};
        chicago_board board = read_board(&rules, lists[i].position);
        chicago_move move[CHICAGO_MOVES];
        int count = chicago_moves(&rules, &board, move);
        CHECK_BUF(text);
        for (int j = 0; j < count; j++) {
            duel_put(&text.sink, j ? " " : "");
            chicago_print_move(move[j], &text.sink);
        }
        assert_string_equal(text.text, lists[i].moves);
    }
}

/* ---- the same game by other code ---------------------------------------------------- */

static void print_plain(const plain *b, duel_sink *out)
{
    for (int i = 0; i < b->piles; i++)
        duel_putf(out, "%s%s", i ? "/" : "", b->pile[i]);
    duel_putf(out, " %d ", b->trader + 1);
    for (int i = 0; i < 6; i++)
        duel_putf(out, "%s%d", i ? "," : "", b->price[i]);
    for (int seat = 0; seat < 2; seat++) {
        duel_put(out, b->held[seat][0] ? " " : " -");
        for (const char *good = "WMRSCK"; *good; good++)
            for (const char *held = b->held[seat]; *held; held++)
                if (*held == *good)
                    duel_put_char(out, *held);
    }
    duel_putf(out, " %d", b->side + 1);
}

static int count_moves(const plain *b)
{
    int count = 0;
    for (int i = 0; i < 6 && b->piles > 2; i++) {
        char keep, sell;
        plain_play(*b, 1 + i / 2, i % 2, &keep, &sell);
        count += i % 2 == 0 || keep != sell;
    }
    return count;
}

static void same_text(const chicago_board *board, const plain *other)
{
    CHECK_BUF(ours);
    CHECK_BUF(theirs);
    chicago_print(&usual, board, &ours.sink);
    print_plain(other, &theirs.sink);
    assert_string_equal(ours.text, theirs.text);
}

TEST(random_games_agree_with_plain_rules)
{
    for (uint64_t seed = 1; seed <= check_sample(300, 20000); seed++) {
        chicago_board board;
        duel_rng rng = check_rng(seed);
        chicago_deal(&rng, &board);
        CHECK_BUF(text);
        chicago_print(&usual, &board, &text.sink);
        plain other = plain_read(text.text);
        chicago_move move[CHICAGO_MOVES];
        int plies = 0;
        for (int count; (count = chicago_moves(&usual, &board, move)) > 0; plies++) {
            assert_int_equal(count, count_moves(&other));
            chicago_move chosen = move[duel_rng_below(&rng, (uint32_t)count)];
            char left, right;
            int step = chicago_step(chosen);
            plain next = plain_play(other, step, 0, &left, &right);
            if (left != chicago_good_letter(chicago_keep(chosen)))
                next = plain_play(other, step, 1, &left, &right);
            other = next;
            chicago_play(&usual, &board, chosen);
            same_text(&board, &other);
        }
        assert_in_range(plies, 14, 17);
        assert_int_equal(count_moves(&other), 0);
        for (int seat = 0; seat < 2; seat++)
            assert_int_equal(chicago_score(&board, seat), plain_score(&other, seat));
    }
}

/* ---- laws for every number of players and both rules -------------------------------- */

static void nothing_is_lost(const chicago_rules *rules, const chicago_board *board, int plies)
{
    duel_msg why = {0};
    if (chicago_check(rules, board, &why) != DUEL_OK)
        fail_msg("after %d plies: %s", plies, why.id);
    assert_int_equal(board->side, plies % rules->seats);
    assert_true(board->trader < board->piles);
    int kept = 0, sold = 0, left = 0;
    for (int good = 0; good < CHICAGO_GOODS; good++) {
        int mine = 0, down = chicago_opening_price(good) - board->price[good];
        for (int seat = 0; seat < CHICAGO_SEATS; seat++)
            mine += board->held[seat][good];
        int standing = chicago_on_board(board, good + 1);
        assert_int_equal(mine + down + standing, CHICAGO_EACH);
        kept += mine;
        sold += down;
        left += standing;
    }
    assert_int_equal(kept, plies);
    assert_int_equal(sold, plies);
    assert_int_equal(left, CHICAGO_TOKENS - 2 * plies);
    for (int pile = board->piles; pile < CHICAGO_PILES; pile++)
        for (int i = 0; i < CHICAGO_TALL; i++)
            assert_int_equal(board->pile[pile][i], CHICAGO_NOTHING);
}

/* The rule as the box says it, token by token around the circle. */
static bool may_walk(const chicago_rules *rules, const chicago_board *board, int step)
{
    if (!rules->expert)
        return step >= 1 && step <= 3;
    for (int i = 1; i < step; i++)
        if (board->pile[(board->trader + i) % board->piles][0] == board->pile[board->trader][0])
            return false;
    return step >= 1;
}

static void listed_is_legal(const chicago_rules *rules, const chicago_board *board)
{
    chicago_move move[CHICAGO_MOVES];
    int count = chicago_moves(rules, board, move), legal = 0;
    for (int step = 0; step <= CHICAGO_PILES + 2; step++) {
        int q = (board->trader + step) % board->piles;
        int left = board->pile[(q + board->piles - 1) % board->piles][0] - 1;
        int right = board->pile[(q + 1) % board->piles][0] - 1;
        for (int pair = 0; pair < 36; pair++) {
            int keep = pair / 6, sell = pair % 6;
            bool fits = (keep == left && sell == right) || (keep == right && sell == left);
            bool allowed = !chicago_over(board) && fits && may_walk(rules, board, step);
            chicago_move one = chicago_move_of(step, keep, sell);
            assert_int_equal(chicago_legal(rules, board, one, NULL) == DUEL_OK, allowed);
            bool listed = false;
            for (int i = 0; i < count; i++)
                listed |= move[i] == one;
            assert_int_equal(listed, allowed);
            legal += allowed;
        }
    }
    assert_int_equal(legal, count);
    assert_int_equal(count == 0, board->piles <= 2);
}

TEST(laws_of_play)
{
    for (uint64_t seed = 1; seed <= check_sample(90, 3000); seed++) {
        const chicago_rules rules = {2 + (int)(seed % 3), seed % 2 == 0};
        chicago_board board;
        duel_rng rng = check_rng(seed);
        memset(&board, 0xAA, sizeof board);
        chicago_deal(&rng, &board);
        chicago_move move[CHICAGO_MOVES];
        int plies = 0;
        for (int count; (count = chicago_moves(&rules, &board, move)) > 0; plies++) {
            nothing_is_lost(&rules, &board, plies);
            listed_is_legal(&rules, &board);
            chicago_play(&rules, &board, move[duel_rng_below(&rng, (uint32_t)count)]);
        }
        nothing_is_lost(&rules, &board, plies);
        listed_is_legal(&rules, &board);
        assert_in_range(plies, 14, CHICAGO_PLIES);
    }
}

TEST(deals_are_fair)
{
    enum { DEALS = 3600 };
    int trader[CHICAGO_PILES] = {0}, top[CHICAGO_GOODS] = {0};
    for (uint64_t seed = 0; seed < DEALS; seed++) {
        chicago_board board;
        duel_rng rng = check_rng(seed);
        chicago_deal(&rng, &board);
        trader[board.trader]++;
        top[board.pile[seed % CHICAGO_PILES][seed % CHICAGO_TALL] - 1]++;
    }
    for (int i = 0; i < CHICAGO_PILES; i++) /* five standard deviations */
        assert_in_range(trader[i], 400 - 95, 400 + 95);
    for (int i = 0; i < CHICAGO_GOODS; i++)
        assert_in_range(top[i], 600 - 112, 600 + 112);
}

/* ---- hidden tokens ------------------------------------------------------------------ */

TEST(hide_and_guess)
{
    for (uint64_t seed = 1; seed <= 200; seed++) {
        const chicago_rules rules = {2 + (int)(seed % 3), false};
        chicago_board board;
        chicago_move move[CHICAGO_MOVES], seen[CHICAGO_MOVES];
        duel_rng rng = check_rng(seed);
        chicago_deal(&rng, &board);
        for (uint64_t ply = 0; ply < seed % 14; ply++) {
            int count = chicago_moves(&rules, &board, move);
            chicago_play(&rules, &board, move[duel_rng_below(&rng, (uint32_t)count)]);
        }
        chicago_board view = board;
        chicago_hide_lower(&view);
        assert_ok(chicago_check(&rules, &view, NULL));
        assert_int_equal(chicago_moves(&rules, &board, move),
                         chicago_moves(&rules, &view, seen));
        assert_memory_equal(move, seen, 3 * sizeof *move);
        chicago_board guess = view;
        assert_ok(chicago_guess_lower(&guess, &rng, NULL));
        assert_int_equal(chicago_on_board(&guess, CHICAGO_UNKNOWN), 0);
        assert_ok(chicago_check(&rules, &guess, NULL));
        for (int good = 1; good <= CHICAGO_GOODS; good++)
            assert_int_equal(chicago_on_board(&guess, good), chicago_on_board(&board, good));
        chicago_hide_lower(&guess);
        assert_memory_equal(&guess, &view, sizeof view);
    }
}

/* Two unknown places, tokens W and M unseen: both ways, about equally often. */
TEST(guesses_are_uniform)
{
    chicago_board view = read_board(&usual, "S?/C?/CK/RK 1 2,1,6,6,6,6 - - 1"), guess;
    int wheat_first = 0, draws = 2000;
    view.held[0][2] = 5; /* all of rice, sugar, coffee and cocoa are accounted for */
    view.held[0][3] = 5;
    view.held[0][4] = 4;
    view.held[0][5] = 4;
    duel_rng rng = check_rng(5);
    for (int i = 0; i < draws; i++) {
        guess = view;
        assert_ok(chicago_guess_lower(&guess, &rng, NULL));
        assert_int_equal(guess.pile[0][1] + guess.pile[1][1], 1 + 2);
        wheat_first += guess.pile[0][1] == 1;
    }
    assert_in_range(wheat_first, draws / 2 - 112, draws / 2 + 112);
    view.held[0][0]++;
    guess = view;
    duel_msg why;
    assert_int_equal(chicago_guess_lower(&guess, &rng, &why), DUEL_INVALID);
    assert_string_equal(why.id, "More tokens are hidden than the game has left.");
    assert_memory_equal(&guess, &view, sizeof view);
}
