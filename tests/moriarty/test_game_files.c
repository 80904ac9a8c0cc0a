/* tests/moriarty/test_game_files.c -- games in the files of others: GGF and WTHOR, read,
 * refused, and written so that reading gives the same game. */
#include "check.h"

#include "games/moriarty/game_files.h"
#include "helper.h"

static duel_variant v;

/* ---- random games ----------------------------------------------------------------------- */

/* Played to its end, or not so far; passes are counted. */
static moriarty_game any_game(duel_rng *rng, int *passes)
{
    moriarty_state start = moriarty_begin();
    moriarty_game g = moriarty_game_of(&start);
    int plies = duel_rng_below(rng, 3) ? 200 : (int)duel_rng_below(rng, 60);
    while (plies-- > 0 && !moriarty_ended(&v, &g.now)) {
        uint64_t moves = naive_moves(moriarty_board_of(&g.now));
        int move = moves ? any_of(rng, moves) : MORIARTY_PASS;
        *passes += moves == 0;
        g.move[g.count++] = move;
        moriarty_do(&g.now, move);
    }
    return g;
}

static void check_same_game(const moriarty_game *a, const moriarty_game *b)
{
    assert_int_equal(a->count, b->count);
    assert_memory_equal(a->move, b->move, (size_t)a->count * sizeof a->move[0]);
    assert_memory_equal(&a->start, &b->start, sizeof a->start);
    assert_memory_equal(&a->now, &b->now, sizeof a->now);
}

/* ---- GGF -------------------------------------------------------------------------------- */

#define BOARD "BO[8 ---------------------------O*------*O--------------------------- *]"

TEST(ggf_games_are_read_or_refused)
{
    static const struct {
        const char *text;
        int count; /* moves; -1: refused */
    } cases[] = {
        {"(;GM[Othello]PC[X]RE[?]TI[15:00]TY[8]" BOARD "B[F5]W[F6//0.5]B[D3/1.5];)", 3},
        {" (;\nGM[Othello]\n" BOARD " B[F5]\nW[F6] ;)\n", 2},
        {"1 (;GM[Othello]" BOARD ";)", 0},
        {"(;B[f5];)", 1},
        {"(;GM[Othello]" BOARD "W[F5];)", -1},
        {"(;GM[Othello]" BOARD "B[A1];)", -1},
        {"(;GM[Othello]" BOARD "B[PA];)", -1},
        {"(;GM[Othello]" BOARD "B[F5]" BOARD ";)", -1},
        {"(;GM[Amazons]" BOARD "B[F5];)", -1},
        {"(;GM[Othello]BO[10 --- *];)", -1},
        {"(;GM[Othello]BO[8 --- *];)", -1},
        {"(;GM[Othello]" BOARD "B[F5]", -1},
        {"(;GM[Othello]" BOARD "B[F5])", -1},
        {"(;GM[Othello]" BOARD "[F5];)", -1},
        {"nothing", -1},
        {"(;B[f5", -1},
        {"(;", -1},
        {"", -1},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        moriarty_filed f = {.game.count = -7};
        duel_msg why = {0};
        duel_str text = duel_str_of(cases[i].text), rest = text;
        duel_status status = moriarty_ggf_read(&v, &rest, &f, &why);
        bool fine = cases[i].count >= 0;
        assert_int_equal(status == DUEL_OK, fine);
        assert_int_equal(f.game.count, fine ? cases[i].count : -7);
        assert_true(fine ? rest.len == 0 : rest.at == text.at && why.id != NULL);
    }
}

TEST(ggf_tells_how_games_end)
{
    static const struct {
        const char *text;
        duel_ending ending;
        int loser;
    } cases[] = {
        {"(;RE[+64.00:r]B[F5];)", DUEL_BY_RESIGNING, MORIARTY_INHIBITOR},
        {"(;RE[-64.00:r]B[F5];)", DUEL_BY_RESIGNING, MORIARTY_ACTIVATOR},
        {"(;RE[-4.00:t]B[F5];)", DUEL_BY_TIME, MORIARTY_ACTIVATOR},
        {"(;RE[+4.00:s]B[F5];)", DUEL_BY_RULES, 0},
        {"(;RE[?]B[F5];)", DUEL_BY_RULES, 0},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        moriarty_filed f;
        duel_str text = duel_str_of(cases[i].text);
        assert_ok(moriarty_ggf_read(&v, &text, &f, NULL));
        assert_int_equal(f.ending, cases[i].ending);
        assert_int_equal(f.loser, cases[i].loser);
    }
}

/* Two games in a row, so that where one ends is found, too. */
TEST(ggf_goes_there_and_back)
{
    int passes = 0;
    duel_rng rng = check_rng(31);
    for (int i = 0; i < 400; i++) {
        moriarty_filed there[2], back;
        CHECK_BUF(text);
        for (int k = 0; k < 2; k++) {
            bool given_up;
            there[k] = (moriarty_filed){.game = any_game(&rng, &passes)};
            given_up = !moriarty_ended(&v, &there[k].game.now) && duel_rng_below(&rng, 2);
            there[k].ending = given_up ? DUEL_BY_RESIGNING : DUEL_BY_RULES;
            there[k].loser = given_up ? (int)duel_rng_below(&rng, 2) : 0;
            moriarty_ggf_write(&v, &there[k], &text.sink);
        }
        duel_str rest = duel_buf_str(&text);
        for (int k = 0; k < 2; k++) {
            assert_ok(moriarty_ggf_read(&v, &rest, &back, NULL));
            check_same_game(&there[k].game, &back.game);
            assert_int_equal(there[k].ending, back.ending);
            assert_int_equal(there[k].loser, back.loser);
        }
        assert_int_equal(rest.len, 0);
    }
    assert_true(passes > 0);
}

/* ---- WTHOR ------------------------------------------------------------------------------ */

enum { GAMES = 30, SIZE = MORIARTY_WTHOR_HEAD + GAMES * MORIARTY_WTHOR_GAME };

static duel_str as_text(const uint8_t *bytes, size_t size)
{
    return (duel_str){(const char *)bytes, size};
}

static uint8_t *game_at(uint8_t *file, int number)
{
    return file + MORIARTY_WTHOR_HEAD + number * MORIARTY_WTHOR_GAME;
}

static int black_discs_counted(const moriarty_game *g)
{
    int black = 0, white = 0;
    for (int i = 0; i < 64; i++) {
        black += (g->now.disc[0] >> i & 1) != 0;
        white += (g->now.disc[1] >> i & 1) != 0;
    }
    return black > white ? 64 - white : black < white ? black : 32;
}

static void write_any_file(duel_rng *rng, uint8_t file[SIZE], moriarty_game games[GAMES],
                           int *passes)
{
    moriarty_wthor_head(GAMES, (moriarty_day){2026, 11, 16}, file);
    for (int i = 0; i < GAMES; i++) {
        games[i] = any_game(rng, passes);
        assert_ok(moriarty_wthor_write(&games[i], game_at(file, i), NULL));
        assert_int_equal(game_at(file, i)[6], black_discs_counted(&games[i]));
    }
}

/* A pass at the end of a game that goes no further cannot be told from none. */
static void drop_last_pass(moriarty_game *g)
{
    if (g->count && g->move[g->count - 1] == MORIARTY_PASS)
        moriarty_game_undo(g);
}

TEST(wthor_goes_there_and_back)
{
    static uint8_t file[SIZE];
    static moriarty_game games[GAMES];
    int passes = 0;
    duel_rng rng = check_rng(32);
    for (int i = 0; i < 15; i++) {
        uint32_t count;
        write_any_file(&rng, file, games, &passes);
        assert_ok(moriarty_wthor_open(as_text(file, SIZE), &count, NULL));
        assert_int_equal(count, GAMES);
        for (uint32_t k = 0; k < count; k++) {
            moriarty_game back;
            assert_ok(moriarty_wthor_read(&v, as_text(file, SIZE), k, &back, NULL));
            drop_last_pass(&games[k]);
            check_same_game(&games[k], &back);
        }
    }
    assert_true(passes > 0);
}

/* f5 d6 c3, as the description of the format has them: 56 64 33. */
TEST(wthor_squares_are_rows_and_columns)
{
    static const char *const moves[] = {"f5", "d6", "c3"};
    uint8_t bytes[MORIARTY_WTHOR_GAME];
    moriarty_state start = moriarty_begin();
    moriarty_game g = moriarty_game_of(&start);
    for (int i = 0; i < 3; i++)
        assert_ok(moriarty_game_play(&v, &g, duel_str_of(moves[i]), NULL));
    assert_ok(moriarty_wthor_write(&g, bytes, NULL));
    assert_true(bytes[8] == 56 && bytes[9] == 64 && bytes[10] == 33 && bytes[11] == 0);
}

TEST(wthor_refuses_what_is_not_whole)
{
    static uint8_t file[SIZE];
    static moriarty_game games[GAMES];
    static const uint8_t wrong[] = {1, 9, 10, 19, 90, 99, 200, 255, 44, 11};
    duel_msg why = {0};
    uint32_t count = 7;
    int passes = 0;
    moriarty_game out = {.count = -7};
    duel_rng rng = check_rng(33);
    write_any_file(&rng, file, games, &passes);
    for (size_t size = 0; size < SIZE; size += 61)
        assert_int_equal(moriarty_wthor_open(as_text(file, size), &count, &why), DUEL_INVALID);
    file[12] = 10;
    assert_int_equal(moriarty_wthor_open(as_text(file, SIZE), &count, &why), DUEL_INVALID);
    assert_true(count == 7 && why.id != NULL);
    for (size_t i = 0; i < sizeof wrong; i++) {
        uint8_t *move = game_at(file, 3) + 8, was = move[0];
        move[0] = wrong[i];
        assert_int_not_equal(moriarty_wthor_read(&v, as_text(file, SIZE), 3, &out, &why),
                             DUEL_OK);
        assert_int_equal(out.count, -7);
        move[0] = was;
    }
    game_at(file, 3)[8] = 0; /* a hole before other moves */
    assert_int_not_equal(moriarty_wthor_read(&v, as_text(file, SIZE), 3, &out, &why), DUEL_OK);
}

TEST(wthor_has_one_opening)
{
    uint8_t bytes[MORIARTY_WTHOR_GAME];
    moriarty_state start = moriarty_begin();
    start.seat = MORIARTY_INHIBITOR;
    moriarty_game g = moriarty_game_of(&start);
    assert_int_equal(moriarty_wthor_write(&g, bytes, NULL), DUEL_REFUSED);
}

static int choose_othello(void **state)
{
    (void)state;
    return duel_variant_make(&duel_game_moriarty, NULL, 0, &v, NULL) != DUEL_OK;
}

TESTS_BETWEEN(choose_othello, NULL)
