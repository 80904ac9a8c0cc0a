/* tests/chicago/test_notation.c -- texts: what is understood, what is refused and why. */
#include "games/chicago/board.h"

#include "check.h"

#define OPENING   "MRWW/WMSR/CSKR/CMSM/KMWS/RCSW/CWSK/MKKC/RRCK 2 "
#define LOW       "\?\?\?/" /* escaped, lest it be a trigraph */
#define TOPS_ONLY "M" LOW "W" LOW "C" LOW "C" LOW "K" LOW "R" LOW "C" LOW "M" LOW "R\?\?\? 2 "

/* ---- positions ---------------------------------------------------------------------- */

static const struct {
    int seats;
    const char *text, *rule; /* the beginning of the message's id */
} refused[] = {
    {2, "", "A position has {0} parts"},
    {2, OPENING "7,6,6,6,6,6 - -", "A position has {0} parts"},
    {2, OPENING "7,6,6,6,6,6 - - 1 1", "A position has {0} parts"},
    {3, OPENING "7,6,6,6,6,6 - - 1", "A position has {0} parts"},
    {2, "WM/RXS/CK 1 7,6,6,6,6,6 - - 1", "“{0}” is not a good"},
    {2, "WM/R\xC3\xA9/CK 1 7,6,6,6,6,6 - - 1", "“{0}” is not a good"},
    {2, "WM//CK 1 7,6,6,6,6,6 - - 1", "Pile {0} has {1} tokens"},
    {2, "WM/CK/ 1 7,6,6,6,6,6 - - 1", "Pile {0} has {1} tokens"},
    {2, "WM/RSCKM/CKM 1 7,6,6,6,6,6 - - 1", "Pile {0} has {1} tokens"},
    {2, "W/M/R/S/C/K/W/M/R/S 1 7,6,6,6,6,6 - - 1", "A board has at most 9 piles"},
    {2, "WM/RS/CK 0 7,6,6,6,6,6 - - 1", "The trader stands on a pile"},
    {2, "WM/RS/CK 4 7,6,6,6,6,6 - - 1", "The trader stands on a pile"},
    {2, "WM/RS/CK x 7,6,6,6,6,6 - - 1", "The trader stands on a pile"},
    {2, "WM/RS/CK 99999999999999999999 7,6,6,6,6,6 - - 1", "The trader stands on a pile"},
    {2, "WM/RS/CK 1 7,6,6,6,6 - - 1", "“{0}”: six prices are needed"},
    {2, "WM/RS/CK 1 7,6,6,6,6,6,6 - - 1", "“{0}”: six prices are needed"},
    {2, "WM/RS/CK 1 7,6,,6,6,6 - - 1", "“{0}” is not a price"},
    {2, "WM/RS/CK 1 7,6,-1,6,6,6 - - 1", "“{0}” is not a price"},
    {2, "WM/RS/CK 1 7,6,256,6,6,6 - - 1", "“{0}” is not a price"},
    {2, "WM/RS/CK 1 8,6,6,6,6,6 - - 1", "The price of {0} is between"},
    {2, "WM/RS/CK 1 7,7,6,6,6,6 - - 1", "The price of {0} is between"},
    {2, "MM/RS/CK 1 0,6,6,6,6,6 - - 1", "The price of {0} is between"},
    {2, "WM/RS/CK 1 7,0,6,6,6,6 - - 1", "The price of {0} is {1}, but"},
    {2, "WM/RM/MK 1 7,2,6,6,6,6 - - 1", "The price of {0} is {1}, but"},
    {2, "WW/WW/RS 1 3,6,6,6,6,6 - - 1", "The price of {0} is {1}, but"},
    {2, "WW/WW/RS 1 4,6,6,6,6,6 - - 1", "There are 6 tokens of {0}"},
    {2, "MMM/MMM/MS 1 7,6,6,6,6,6 - - 1", "The price of {0} is {1}, but"},
    {2, "MM/MM/RS 1 7,6,6,6,6,6 MM M 1", "There are 6 tokens of {0}"},
    {2, "MM/MM/RS 1 7,4,6,6,6,6 M - 1", "There are 6 tokens of {0}"},
    {2, "MM/MM/RS 1 7,6,6,6,6,6 WWWWWWW - 1", "A reserve has more than 6"},
    {2, "WM/RS/CK 1 7,6,6,6,6,6 WX - 1", "“{0}” is not a good"},
    {2, "WM/RS/CK 1 7,6,6,6,6,6 W- - 1", "“{0}” is not a good"},
    {2, "WM/RS/CK 1 7,6,6,6,6,6 W? - 1", "“{0}” is not a good"},
    {2, "WM/RS/CKM 1 7,6,6,6,6,6 - - 1", "{0} {0:token is|tokens are} on the board"},
    {2, "WM/RS/CK 1 7,6,6,6,6,6 - - 0", "The player to move is from 1"},
    {2, "WM/RS/CK 1 7,6,6,6,6,6 - - 3", "The player to move is from 1"},
    {3, "WM/RS/CK 1 7,6,6,6,6,6 - - - 4", "The player to move is from 1"},
    {2, "?W/RS/CK 1 7,6,6,6,6,6 - - 1", "The top of pile {0} must be known"},
    {2, OPENING "7,6,6,6,6,6 - - 2", "After {0} {0:turn|turns} player {1} is to move"},
    {2, "MCR/SRR/MS/CS/KCW/KKS/KMW/CCWR/KMR 4 4,5,6,6,5,6 SSKM R 2",
     "After {0} {0:turn|turns} player {1} has kept"},
    {2, "MCR/SRR/MS/CS/KCW/KKS/KMW/CCWR/KMR 4 4,5,6,6,5,6 SSK MR 1",
     "After {0} {0:turn|turns} player {1} is to move"},
    {2, "MCR/SRR/MS/CS/KCW/KKS/KMW/CCWR/KMR 4 4,6,6,6,5,6 SSKM MR 1",
     "Every turn keeps one token"},
    {2, TOPS_ONLY "7,6,6,6,6,6 W - 2", "There are 36 tokens"},
};

TEST(refused_positions)
{
    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++) {
        const chicago_rules rules = {refused[i].seats, false};
        chicago_board board, before;
        duel_msg why = {0};
        memset(&board, 0x5A, sizeof board);
        before = board;
        if (chicago_parse(&rules, duel_str_of(refused[i].text), &board, &why) != DUEL_INVALID)
            fail_msg("accepted: %s", refused[i].text);
        if (strncmp(why.id, refused[i].rule, strlen(refused[i].rule)) != 0)
            fail_msg("%s: wrong reason: %s", refused[i].text, why.id);
        assert_memory_equal(&board, &before, sizeof board);
    }
}

static const struct {
    int seats;
    const char *text, *printed; /* NULL: the same */
} accepted[] = {
    {2, OPENING "7,6,6,6,6,6 - - 1", NULL},
    {3, OPENING "7,6,6,6,6,6 - - - 1", NULL},
    {4, OPENING "7,6,6,6,6,6 - - - - 1", NULL},
    {2, "MCR/SRR/MS/CS/KCW/KKS/KMW/CCWR/KMR 4 4,5,6,6,5,6 SSK MR 2", NULL},
    {2, TOPS_ONLY "7,6,6,6,6,6 - - 1", NULL},
    {2, "WM/RS/CK 1 7,6,6,6,6,6 - - 2", NULL}, /* the past left out: either may move */
    {2, "KS 1 6,4,2,2,3,3 WWWMMCCCK WWMMRRSK 2", NULL},
    {2, "  wm/rs/ck\t3 7,6,6,6,6,6 kcw sm 2\n", "WM/RS/CK 3 7,6,6,6,6,6 WCK MS 2"},
};

TEST(accepted_positions)
{
    for (size_t i = 0; i < sizeof accepted / sizeof *accepted; i++) {
        const chicago_rules rules = {accepted[i].seats, false};
        chicago_board board;
        duel_msg why = {0};
        if (chicago_parse(&rules, duel_str_of(accepted[i].text), &board, &why) != DUEL_OK)
            fail_msg("%s refused: %s", accepted[i].text, why.id);
        CHECK_BUF(text);
        chicago_print(&rules, &board, &text.sink);
        assert_string_equal(text.text,
                            accepted[i].printed ? accepted[i].printed : accepted[i].text);
    }
}

static void same_after_reading(const chicago_rules *rules, const chicago_board *board)
{
    chicago_board again;
    duel_msg why = {0};
    CHECK_BUF(text);
    memset(&again, 0xAA, sizeof again);
    chicago_print(rules, board, &text.sink);
    if (chicago_parse(rules, duel_buf_str(&text), &again, &why) != DUEL_OK)
        fail_msg("%s refused: %s", text.text, why.id);
    assert_memory_equal(&again, board, sizeof again);
}

static void moves_after_reading(const chicago_rules *rules, const chicago_board *board,
                                const chicago_move *move, int count)
{
    for (int i = 0; i < count; i++) {
        chicago_move again;
        CHECK_BUF(text);
        chicago_print_move(move[i], &text.sink);
        assert_ok(chicago_parse_move(rules, board, duel_buf_str(&text), &again, NULL));
        assert_true(again == move[i]);
    }
}

TEST(round_trips)
{
    for (uint64_t seed = 1; seed <= check_sample(150, 5000); seed++) {
        const chicago_rules rules = {2 + (int)(seed % 3), seed % 2 == 0};
        chicago_board board;
        chicago_move move[CHICAGO_MOVES];
        duel_rng rng = check_rng(seed);
        chicago_deal(&rng, &board);
        for (int count; (count = chicago_moves(&rules, &board, move)) > 0;) {
            chicago_board view = board;
            chicago_hide_lower(&view);
            same_after_reading(&rules, &board);
            same_after_reading(&rules, &view);
            moves_after_reading(&rules, &board, move, count);
            chicago_play(&rules, &board, move[duel_rng_below(&rng, (uint32_t)count)]);
        }
        same_after_reading(&rules, &board);
    }
}

/* Bytes changed at random: never accepted half-read, and what is accepted prints and reads
 * the same again. */
TEST(damaged_texts)
{
    static const char alphabet[] = "WMRSCK?/ ,-0123456789x\xC3";
    const chicago_rules rules = {2, false};
    int read = 0;
    duel_rng rng = check_rng(3);
    for (int i = 0; i < check_sample(20000, 500000); i++) {
        char text[] = "SM/CW/S/KSC 4 5,4,2,5,4,3 WMRSSCK WWMMRCK 1";
        for (uint32_t j = 1 + duel_rng_below(&rng, 3); j > 0; j--)
            text[duel_rng_below(&rng, sizeof text - 1)] =
                alphabet[duel_rng_below(&rng, sizeof alphabet - 1)];
        chicago_board board;
        if (chicago_parse(&rules, (duel_str){text, sizeof text - 1}, &board, NULL) == DUEL_OK) {
            read++;
            same_after_reading(&rules, &board);
        }
    }
    assert_true(read > 0);
}

/* ---- moves -------------------------------------------------------------------------- */

static const char *const two_ck[] = {"2CK",
                                     "2ck",
                                     " 2 C K ",
                                     "2 CK",
                                     "2C K",
                                     "2,C,K",
                                     "2 café cacao",
                                     "2 cafe cacao",
                                     "2 CAFÉ CACAO",
                                     "2 cafe\xCC\x81 cacao",
                                     "2 Coffee Cocoa",
                                     "2 coffee cacao",
                                     "2café cacao",
                                     "2 keep coffee, sell cocoa",
                                     "2 throw cocoa keep coffee",
                                     "2 garder café jeter cacao",
                                     "2 vendre cacao garder café",
                                     "2 C cocoa",
                                     "2C",
                                     "2 café",
                                     "2 keep coffee",
                                     "2 sell cocoa"};

TEST(typed_moves)
{
    const chicago_rules rules = {2, false};
    chicago_board board;
    assert_ok(chicago_parse(&rules, duel_str_of(OPENING "7,6,6,6,6,6 - - 1"), &board, NULL));
    for (size_t i = 0; i < sizeof two_ck / sizeof *two_ck; i++) {
        chicago_move move = 0;
        duel_msg why = {0};
        if (chicago_parse_move(&rules, &board, duel_str_of(two_ck[i]), &move, &why) != DUEL_OK)
            fail_msg("“%s” refused: %s", two_ck[i], why.id);
        assert_true(move == chicago_move_of(2, 4, 5));
    }
}

/* Every name of every good, in a place where it is on both sides of the trader. */
TEST(names_of_goods)
{
    static const char *const words[CHICAGO_GOODS][5] = {
        {"W", "blé", "BLE", "wheat", "BLÉ"},  {"M", "maïs", "mais", "maize", "MAÏS"},
        {"R", "riz", "Riz", "rice", "r"},     {"S", "sucre", "SUCRE", "sugar", "Sugar"},
        {"C", "café", "cafe", "coffee", "c"}, {"K", "cacao", "CACAO", "cocoa", "k"}};
    const chicago_rules rules = {2, false};
    for (int good = 0; good < CHICAGO_GOODS; good++) {
        char text[] = "?W/MS/?C/RK 1 7,6,6,6,6,6 - - 1";
        text[0] = text[6] = chicago_good_letter(good);
        chicago_board board;
        assert_ok(chicago_parse(&rules, duel_str_of(text), &board, NULL));
        for (size_t i = 0; i < 5; i++) {
            chicago_move move;
            CHECK_BUF(typed);
            duel_putf(&typed.sink, "1 %s %s", words[good][i], words[good][4 - i]);
            duel_msg why = {0};
            if (chicago_parse_move(&rules, &board, duel_buf_str(&typed), &move, &why) !=
                DUEL_OK)
                fail_msg("“%s” refused: %s", typed.text, why.id);
            assert_true(move == chicago_move_of(1, good, good));
        }
    }
}

static const struct {
    bool expert;
    const char *text;
    duel_status status;
    const char *rule;
} refused_moves[] = {
    {false, "", DUEL_INVALID, "“{0}” is not a move"},
    {false, "CK", DUEL_INVALID, "“{0}” is not a move"},
    {false, "-2CK", DUEL_INVALID, "“{0}” is not a move"},
    {false, "222222222222222222222CK", DUEL_INVALID, "“{0}” is not a move"},
    {false, "2", DUEL_INVALID, "“{0}” is not complete"},
    {false, "2W", DUEL_INVALID, "“{0}” is not complete"},
    {false, "4", DUEL_REFUSED, "The trader moves 1, 2 or 3 piles"},
    {false, "2 keep", DUEL_INVALID, "“{0}” is not complete"},
    {false, "2 café caco", DUEL_INVALID, "“{0}” is not a good"},
    {false, "2CX", DUEL_INVALID, "“{0}” is not a good"},
    {false, "2 cafésupercalifragilistic cacao", DUEL_INVALID, "“{0}” is not a good"},
    {false, "2 \xFF\xC3", DUEL_INVALID, "“{0}” is not a good"},
    {false, "2CK\xC3", DUEL_INVALID, "“{0}” is not a good"},
    {false, "2CKC", DUEL_INVALID, "“{0}” is not a good"},
    {false, "2 C K C", DUEL_INVALID, "“{0}” is one good too many"},
    {false, "2 keep C keep K", DUEL_INVALID, "“{0}” is one good too many"},
    {false, "0CK", DUEL_REFUSED, "The trader moves 1, 2 or 3 piles"},
    {false, "4CK", DUEL_REFUSED, "The trader moves 1, 2 or 3 piles"},
    {false, "45CK", DUEL_REFUSED, "The trader moves 1, 2 or 3 piles"},
    {false, "2CC", DUEL_REFUSED, "After {0} {0:pile|piles} the tokens"},
    {false, "2WM", DUEL_REFUSED, "After {0} {0:pile|piles} the tokens"},
    {false, "1CK", DUEL_REFUSED, "After {0} {0:pile|piles} the tokens"},
    {true, "0CK", DUEL_REFUSED, "The trader moves at least 1 pile"},
    {true, "10WC", DUEL_REFUSED, "The trader moves at least 1 pile"},
};

TEST(refused_moves_say_why)
{
    for (size_t i = 0; i < sizeof refused_moves / sizeof *refused_moves; i++) {
        const chicago_rules rules = {2, refused_moves[i].expert};
        chicago_board board;
        chicago_move move = 77;
        duel_msg why = {0};
        assert_ok(
            chicago_parse(&rules, duel_str_of(OPENING "7,6,6,6,6,6 - - 1"), &board, NULL));
        duel_status got =
            chicago_parse_move(&rules, &board, duel_str_of(refused_moves[i].text), &move, &why);
        if (got != refused_moves[i].status)
            fail_msg("“%s”: status %d", refused_moves[i].text, (int)got);
        if (strncmp(why.id, refused_moves[i].rule, strlen(refused_moves[i].rule)) != 0)
            fail_msg("“%s”: wrong reason: %s", refused_moves[i].text, why.id);
        assert_true(move == 77);
    }
}

TEST(no_move_after_the_end)
{
    const chicago_rules rules = {2, false};
    chicago_board board;
    chicago_move move;
    duel_msg why = {0};
    assert_ok(chicago_parse(&rules, duel_str_of("CS/KS 1 7,6,6,6,6,6 - - 1"), &board, NULL));
    assert_int_equal(chicago_parse_move(&rules, &board, duel_str_of("1KK"), &move, &why),
                     DUEL_REFUSED);
    assert_string_equal(why.id, "The game is over: no more than 2 piles are left.");
}
