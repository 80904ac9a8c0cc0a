/* tests/moriarty/test_bitboard.c -- moves, flips, stability and notation against naive rules.
 */
#include "check.h"

#include "games/moriarty/kernel.h"
#include "games/moriarty/moriarty.h"
#include "helper.h"

/* What AVX-512 adds is tried where it is missing too: its one instruction is counted out by
 * hand here, and what is built on it runs with AVX2. */
#if defined __x86_64__
#include <immintrin.h>
#pragma GCC push_options
#pragma GCC target("avx2,bmi,bmi2,popcnt")
static __m256i counted_zeros(__m256i words)
{
    uint64_t word[4];
    _mm256_storeu_si256((__m256i *)(void *)word, words);
    for (int i = 0; i < 4; i++)
        word[i] = word[i] ? (uint64_t)__builtin_clzll(word[i]) : 64;
    return _mm256_loadu_si256((const __m256i *)(const void *)word);
}
#define MORIARTY_VECTOR        2
#define MORIARTY_LEADING_ZEROS counted_zeros
#include "games/moriarty/bitboard_kernel.h"
#pragma GCC pop_options
static const moriarty_kernel avx512_by_hand = {.moves = kernel_moves, .flips = kernel_flips};
#else
static const moriarty_kernel avx512_by_hand;
#endif

static void check_board(const moriarty_kernel *kernel, moriarty_board b)
{
    uint64_t moves = 0;
    for (int square = 0; square < 64; square++) {
        if ((b.mover | b.other) & moriarty_bit(square))
            continue;
        uint64_t flips = naive_flips(b, square);
        assert_true(kernel->flips(b.mover, b.other, square) == flips);
        if (flips)
            moves |= moriarty_bit(square);
    }
    assert_true(kernel->moves(b.mover, b.other) == moves);
}

/* Half of the positions come from games, half are strewn. */
static moriarty_board some_board(duel_rng *rng, int i)
{
    moriarty_board b;
    int empties = (int)duel_rng_below(rng, 60);
    if (i % 2 && random_game(rng, empties, &b))
        return b;
    return random_discs(rng, empties, 1 + duel_rng_below(rng, 7));
}

TEST(kernels_follow_the_rules)
{
    duel_rng rng = check_rng(64);
    for (int i = 0; i < 100000; i++) {
        /* games cost the naive rules much: one in ten, unless all is wanted */
        moriarty_board b = some_board(&rng, check_full() || i % 10 == 1 ? i : 0);
        for (int path = 0; path < MORIARTY_PATHS; path++)
            if (moriarty_path_works((moriarty_path)path))
                check_board(moriarty_kernel_of((moriarty_path)path), b);
        if (moriarty_path_works(MORIARTY_AVX2))
            check_board(&avx512_by_hand, b);
    }
}

/* Each player of a stable disc tries to have it turned: random play must never succeed. */
TEST(stable_discs_stay)
{
    duel_rng rng = check_rng(8);
    int seen = 0;
    for (int i = 0; i < (check_full() ? 20000 : 1500); i++) {
        moriarty_board b = i % 2 ? random_discs(&rng, 14, 4) : (moriarty_board){0, 0};
        if (i % 2 == 0 && !random_game(&rng, 20, &b))
            continue;
        uint64_t mine = moriarty_stable(b.mover, b.other);
        uint64_t theirs = moriarty_stable(b.other, b.mover);
        assert_true((mine & ~b.mover) == 0 && (theirs & ~b.other) == 0);
        seen += moriarty_count(mine | theirs);
        bool swapped = false;
        for (int passes = 0; passes < 2;) {
            uint64_t moves = moriarty_moves(b, MORIARTY_ALL);
            passes = moves ? 0 : passes + 1;
            b = moriarty_play(b, moves ? any_of(&rng, moves) : MORIARTY_PASS);
            swapped = !swapped;
            assert_true((mine & ~(swapped ? b.other : b.mover)) == 0);
            assert_true((theirs & ~(swapped ? b.mover : b.other)) == 0);
        }
    }
    assert_true(seen > 1000);
}

TEST(stable_discs_are_found)
{
    static const struct {
        const char *board;
        int count;
    } cases[] = {
        {"X------- -------- -------- -------- -------- -------- -------- --------", 1},
        {"XXX----- XX------ X------- -------- -------- -------- -------- --------", 6},
        {"-XXX---- -------- -------- -------- -------- -------- -------- --------", 0},
        {"XOOXXOOX -------- -------- -------- -------- -------- -------- --------", 4},
        {"XXXXXXXX XXXXXXXX XXXXXXXX XXXXXXXX XXXXXXXX XXXXXXXX XXXXXXXX XXXXXXX-", 63},
        {"X--O--O- -O-O-O-- --OOO--- OOOXOOOO --OOO--- -O-O-O-- O--O--O- ---O---O", 2},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        moriarty_board b = board_of(cases[i].board, 'X');
        assert_int_equal(moriarty_count(moriarty_stable(b.mover, b.other)), cases[i].count);
    }
}

/* The report's own figure: d3, e3, then d6 refused and f3 turning two. */
TEST(the_seeds_figure)
{
    moriarty_board b = moriarty_opening();
    assert_int_equal(moriarty_margin(b), 0);
    b = moriarty_play(b, 2 * 8 + 3);
    assert_int_equal(moriarty_count(b.other), 4);
    assert_int_equal(moriarty_count(b.mover), 1);
    b = moriarty_play(b, 2 * 8 + 4);
    assert_int_equal(moriarty_count(b.mover), 3);
    assert_int_equal(moriarty_count(b.other), 3);
    assert_true(moriarty_flips(b, 5 * 8 + 3) == 0);
    assert_false(moriarty_moves(b, MORIARTY_ALL) & moriarty_bit(5 * 8 + 3));
    uint64_t flips = moriarty_flips(b, 2 * 8 + 5);
    assert_true(flips == (moriarty_bit(2 * 8 + 4) | moriarty_bit(3 * 8 + 4)));
    b = moriarty_play(b, 2 * 8 + 5);
    assert_int_equal(moriarty_count(b.other), 6);
    assert_int_equal(moriarty_count(b.mover), 1);
}

TEST(final_scores)
{
    moriarty_board b =
        board_of("XXXX---- OO------ -------- -------- -------- -------- -------- "
                 "--------",
                 'X');
    assert_int_equal(moriarty_margin(b), 2);
    assert_int_equal(moriarty_final(b, MORIARTY_ALL), 60);
    assert_int_equal(moriarty_final(moriarty_passed(b), MORIARTY_ALL), -60);
    b.mover &= ~UINT64_C(3);
    assert_int_equal(moriarty_final(b, MORIARTY_ALL), 0);
}

TEST(small_boards)
{
    assert_int_equal(moriarty_count(moriarty_playable(4)), 16);
    assert_int_equal(moriarty_count(moriarty_playable(6)), 36);
    assert_true(moriarty_playable(8) == MORIARTY_ALL && moriarty_playable(5) == 0);
    /* A row of the 4x4 board that only a square outside would close. */
    moriarty_board b = {moriarty_bit(3 * 8 + 2), moriarty_bit(3 * 8 + 3) |
                                                     moriarty_bit(3 * 8 + 4) |
                                                     moriarty_bit(3 * 8 + 5)};
    assert_true(moriarty_moves(b, MORIARTY_ALL) == moriarty_bit(3 * 8 + 6));
    assert_true(moriarty_moves(b, moriarty_playable(4)) == 0);
    assert_true(moriarty_over(b, moriarty_playable(4)));
}

TEST(notation)
{
    for (int each = 0; each < MORIARTY_SQUARES; each++) {
        int back = -1;
        const char name[] = {(char)('a' + each % 8), (char)('1' + each / 8)};
        assert_true(moriarty_read_square((duel_str){name, sizeof name}, &back));
        assert_int_equal(back, each);
    }
    int square = 0;
    assert_true(moriarty_read_square(duel_str_of("pass"), &square));
    assert_int_equal(square, MORIARTY_PASS);
    square = 7;
    static const char *const no[] = {"", "d", "i1", "a9", "a0", "d33", "3d"};
    for (size_t i = 0; i < sizeof no / sizeof no[0]; i++)
        assert_false(moriarty_read_square(duel_str_of(no[i]), &square));
    assert_int_equal(square, 7);
    assert_true(moriarty_read_square(duel_str_of("D3"), &square));
    assert_int_equal(square, 19);
}
