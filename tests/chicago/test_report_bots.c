/* tests/chicago/test_report_bots.c -- the report's machines: drawn choices, and the same rule
 * written out a second time on the plain board. */
#include "games/chicago/chicago.h"
#include "plain.h"

#include "check.h"

static const chicago_rules usual = {2, false};

static void print_choice(chicago_seedbot bot, const chicago_board *board, duel_sink *out)
{
    chicago_print_move(chicago_seedbot_move(bot, &usual, board, NULL), out);
}

static const struct {
    const char *what, *position;
    chicago_seedbot bot;
    const char *move;
} drawn[] = {
    {"wheat is worth most", "MRWW/WMSR/CSKR/CMSM/KMWS/RCSW/CWSK/MKKC/RRCK 2 7,6,6,6,6,6 - - 1",
     CHICAGO_SEED_SCORE, "1WC"},
    {"all equal: the first, keeping the token before the pile",
     "MRWW/RMSR/CSKR/CMSM/KMWS/RCSW/CWSK/MKKC/WRCK 2 7,6,6,6,6,6 - - 1", CHICAGO_SEED_SCORE,
     "1RC"},
    {"its own holding falls with what it sells", "SM/CW/SK/KC/RM 3 7,6,6,6,5,5 CC - 1",
     CHICAGO_SEED_SCORE, "1SR"},
    {"below five piles, depth 2 looks one ply ahead", "SM/CW/SK/KC 4 7,6,6,6,3,6 - - 1",
     CHICAGO_SEED_MINIMAX1, "1KC"},
    {"below eight piles, depth 4 looks one ply ahead",
     "SM/CW/SK/KC/MR/RM/WS 5 7,6,6,6,6,6 - - 1", CHICAGO_SEED_MINIMAX2, "1WM"},
};

TEST(drawn_choices)
{
    for (size_t i = 0; i < sizeof drawn / sizeof *drawn; i++) {
        chicago_board board;
        duel_msg why = {0};
        if (chicago_parse(&usual, duel_str_of(drawn[i].position), &board, &why) != DUEL_OK)
            fail_msg("%s: %s", drawn[i].what, why.id);
        CHECK_BUF(text);
        print_choice(drawn[i].bot, &board, &text.sink);
        if (strcmp(text.text, drawn[i].move) != 0)
            fail_msg("%s: played %s", drawn[i].what, text.text);
    }
}

/* The report's words: one's own score at depth 1; else the largest of the smallest scores of
 * the opponent, the plies between taking turns. */
static int judged(plain b, int plies, int seat)
{
    int best = 0, found = 0;
    for (int i = 0; i < 6 && plies > 0 && b.piles > 2; i++) {
        char keep, sell;
        plain next = plain_play(b, 1 + i / 2, i % 2, &keep, &sell);
        if (i % 2 == 1 && keep == sell)
            continue;
        int score = judged(next, plies - 1, seat);
        if (!found || (b.side == seat && score < best) || (b.side != seat && score > best))
            best = score;
        found = 1;
    }
    return found ? best : plain_score(&b, seat);
}

static void plain_choice(plain b, int depth, char text[4])
{
    int best = -30000;
    for (int i = 0; i < 6; i++) {
        char keep, sell;
        plain next = plain_play(b, 1 + i / 2, i % 2, &keep, &sell);
        int score = judged(next, depth - 1, depth == 1 ? b.side : 1 - b.side);
        if (score <= best)
            continue;
        best = score;
        text[0] = (char)('1' + i / 2);
        text[1] = keep;
        text[2] = sell;
        text[3] = '\0';
    }
}

static void same_choice(chicago_seedbot bot, const chicago_board *board, int depth)
{
    char expected[4] = "";
    CHECK_BUF(text);
    CHECK_BUF(move);
    chicago_print(&usual, board, &text.sink);
    plain_choice(plain_read(text.text), depth, expected);
    print_choice(bot, board, &move.sink);
    assert_string_equal(move.text, expected);
}

TEST(random_games)
{
    int deep = 0, fallen_back = 0;
    for (uint64_t seed = 1; seed <= check_sample(6, 200); seed++) {
        chicago_board board;
        chicago_move move[CHICAGO_MOVES];
        duel_rng rng = check_rng(seed);
        chicago_deal(&rng, &board);
        for (int count; (count = chicago_moves(&usual, &board, move)) > 0;) {
            same_choice(CHICAGO_SEED_SCORE, &board, 1);
            same_choice(CHICAGO_SEED_MINIMAX1, &board, board.piles < 5 ? 1 : 2);
            same_choice(CHICAGO_SEED_MINIMAX2, &board, board.piles < 8 ? 1 : 4);
            deep += board.piles >= 8;
            fallen_back += board.piles < 5;
            chicago_play(&usual, &board, move[duel_rng_below(&rng, (uint32_t)count)]);
        }
    }
    assert_true(deep > 0 && fallen_back > 0);
}

/* "About as badly as chance": it wins between a quarter and three quarters of its games. */
TEST(minimax_plays_like_chance)
{
    int wins = 0, games = check_sample(200, 2000);
    for (int game = 0; game < games; game++) {
        chicago_board board;
        chicago_move move[CHICAGO_MOVES];
        duel_rng rng = check_rng((uint64_t)game);
        chicago_deal(&rng, &board);
        for (int count; (count = chicago_moves(&usual, &board, move)) > 0;) {
            bool machine = board.side == game % 2;
            chicago_move random = move[duel_rng_below(&rng, (uint32_t)count)];
            chicago_play(&usual, &board,
                         machine
                             ? chicago_seedbot_move(CHICAGO_SEED_MINIMAX1, &usual, &board, NULL)
                             : random);
        }
        wins += chicago_score(&board, game % 2) > chicago_score(&board, !(game % 2));
    }
    assert_in_range(wins, games / 4, games * 3 / 4);
}
