/* tests/games/test_awari.c -- awari: what is sown and taken, who must be fed, how it ends; and
 * what every position with few seeds is worth, beside a second solver that knows the rules
 * alone and shares nothing with the game. */
#define _XOPEN_SOURCE 700
#include "check.h"

#include "core/engine.h"
#include "core/value.h"
#include "tiers/lookup.h"
#include "tiers/solve.h"

#include <unistd.h>

extern const duel_engine duel_engine_exact;

/* The legal moves, in the order of the rules, with blanks between. */
static const char *moves_at(const char *position)
{
    static char text[64];
    duel_variant v = check_variant("awari");
    duel_move list[DUEL_MOVES_MAX];
    duel_state state = check_state(&v, position);
    CHECK_BUF(out);
    int count = v.game->moves(&v, &state, list);
    for (int i = 0; i < count; i++) {
        duel_put(&out.sink, i ? " " : "");
        duel_print_move(&v, &state, list[i], &out.sink);
    }
    snprintf(text, sizeof text, "%s", out.text ? out.text : "");
    return text;
}

/* What a move makes of a position, as text. */
static const char *after(const char *position, const char *move)
{
    static char text[64];
    duel_variant v = check_variant("awari");
    duel_state state = check_state(&v, position);
    check_play(&v, &state, move);
    CHECK_BUF(out);
    duel_print(&v, &state, &out.sink);
    snprintf(text, sizeof text, "%s", out.text);
    return text;
}

TEST(seeds_are_sown_against_the_clock)
{
    assert_string_equal(after("4,4,4,4,4,4/4,4,4,4,4,4:1,0,0", "c1"),
                        "4,4,0,5,5,5/5,4,4,4,4,4:2,0,0");
    assert_string_equal(after("4,4,0,5,5,5/5,4,4,4,4,4:2,0,0", "a2"),
                        "5,5,1,6,5,5/5,4,4,4,4,0:1,0,0");
    /* a pit of twelve passes over itself, one of twenty-three twice */
    assert_string_equal(after("12,0,0,0,0,0/0,0,0,0,0,0:1,0,0", "a1"),
                        "0,2,1,1,1,1/1,1,1,1,1,1:2,0,0");
    assert_string_equal(after("23,0,0,0,0,0/0,0,0,0,0,0:1,0,0", "a1"),
                        "0,3,2,2,2,2/2,2,2,2,2,2:2,0,0");
}

TEST(twos_and_threes_are_taken)
{
    assert_string_equal(after("2,0,0,3,0,2/4,1,0,5,0,3:1,14,14", "f1"),
                        "2,0,0,3,0,0/5,0,0,5,0,3:2,16,14");
    assert_string_equal(after("1,0,4,0,3,0/1,2,0,6,0,2:1,15,14", "e1"),
                        "1,0,4,0,0,1/0,0,0,6,0,2:2,20,14");
    /* backwards only as far as the row is not broken, and on the other side only */
    assert_string_equal(after("0,0,0,0,0,3/2,3,2,0,1,0:1,0,0", "f1"),
                        "0,0,0,0,0,0/3,4,0,0,1,0:2,3,0");
    assert_string_equal(after("0,0,0,0,1,1/0,0,0,0,0,1:1,0,0", "e1"),
                        "0,0,0,0,0,2/0,0,0,0,0,1:2,0,0");
}

TEST(the_other_player_is_fed)
{
    assert_string_equal(moves_at("4,4,4,4,4,4/4,4,4,4,4,4:1,0,0"), "a1 b1 c1 d1 e1 f1");
    assert_string_equal(moves_at("1,0,0,4,0,1/0,0,0,0,0,0:1,21,21"), "d1 f1");
    /* f1 would take all that the other has */
    assert_string_equal(moves_at("1,0,0,0,0,1/1,0,0,0,0,0:1,0,0"), "a1");
    assert_string_equal(moves_at("0,0,0,0,0,1/1,0,0,0,0,0:1,0,0"), "f1");
    /* nothing reaches that far: all is allowed, and ends it */
    assert_string_equal(moves_at("1,1,0,0,0,0/0,0,0,0,0,0:1,0,0"), "a1 b1");
    assert_string_equal(moves_at("0,0,0,0,0,0/1,0,0,0,0,0:1,0,0"), "");
}

TEST(who_cannot_sow_ends_it)
{
    duel_variant v = check_variant("awari");
    duel_state position;
    int32_t score[DUEL_SEATS];
    check_position(&v, "0,0,0,0,0,0/1,0,5,0,0,2:1,20,20", &position);
    assert_true(v.game->over(&v, &position, score));
    assert_int_equal(score[0], 20);
    assert_int_equal(score[1], 28);
    check_position(&v, "0,0,0,0,0,1/0,0,0,0,0,0:1,20,20", &position);
    assert_false(v.game->over(&v, &position, score));
}

/* ---- a second solver -------------------------------------------------------------------- */

/* By the rules alone: pits 0 to 5 are the mover's, 6 to 11 the other's. Those with fewer seeds
 * come first; then what a game is worth to the mover that is broken off after so many plies
 * without a capture, what is left counting for nobody, until another ply changes nothing. */
enum { FEW = 8, HOLES = 12, ALL_FEW = 125970 }; /* 20 choose 12 */

typedef struct few {
    uint8_t hole[ALL_FEW][HOLES]; /* in the order of memcmp */
    int count;
    int child[ALL_FEW][6]; /* -1: no such move */
    int gain[ALL_FEW][6];
    int worth[ALL_FEW], next[ALL_FEW];
} few;

static void list_few(few *f, uint8_t hole[HOLES], int at, int left)
{
    if (at == HOLES) {
        memcpy(f->hole[f->count++], hole, HOLES);
        return;
    }
    for (int n = 0; n <= left; n++) {
        hole[at] = (uint8_t)n;
        list_few(f, hole, at + 1, left - n);
    }
}

static int number_of(const few *f, const uint8_t hole[HOLES])
{
    int low = 0, high = f->count;
    while (high - low > 1) {
        int middle = (low + high) / 2;
        if (memcmp(f->hole[middle], hole, HOLES) <= 0)
            low = middle;
        else
            high = middle;
    }
    assert_memory_equal(f->hole[low], hole, HOLES);
    return low;
}

/* Sows hole h; what is taken, and the board as the other sees it. */
static int sow_hole(const uint8_t before[HOLES], int h, uint8_t turned[HOLES])
{
    uint8_t board[HOLES];
    int last = h, taken = 0;
    memcpy(board, before, HOLES);
    board[h] = 0;
    for (int left = before[h]; left > 0;) {
        last = (last + 1) % HOLES;
        if (last != h)
            board[last]++, left--;
    }
    while (last >= 6 && board[last] >= 2 && board[last] <= 3) {
        taken += board[last];
        board[last--] = 0;
    }
    for (int i = 0; i < HOLES; i++)
        turned[i] = board[(i + 6) % HOLES];
    return taken;
}

static int sum_of(const uint8_t *hole)
{
    return hole[0] + hole[1] + hole[2] + hole[3] + hole[4] + hole[5];
}

static void note_moves(few *f, int i)
{
    uint8_t next[6][HOLES];
    bool feeds = false;
    for (int h = 0; h < 6; h++) {
        f->child[i][h] = -1;
        if (f->hole[i][h] == 0)
            continue;
        f->gain[i][h] = sow_hole(f->hole[i], h, next[h]);
        feeds = feeds || sum_of(next[h]);
    }
    for (int h = 0; h < 6; h++)
        if (f->hole[i][h] && (sum_of(next[h]) || !feeds))
            f->child[i][h] = number_of(f, next[h]);
}

static int best_of(const few *f, int i, const int *worth)
{
    int best = -1000;
    if (sum_of(f->hole[i]) == 0)
        return -sum_of(f->hole[i] + 6);
    for (int h = 0; h < 6; h++)
        if (f->child[i][h] >= 0 && f->gain[i][h] - worth[f->child[i][h]] > best)
            best = f->gain[i][h] - worth[f->child[i][h]];
    return best;
}

static bool one_ply_later(few *f, int seeds)
{
    bool changed = false;
    for (int i = 0; i < f->count; i++)
        if (sum_of(f->hole[i]) + sum_of(f->hole[i] + 6) == seeds)
            f->next[i] = best_of(f, i, f->worth);
    for (int i = 0; i < f->count; i++)
        if (sum_of(f->hole[i]) + sum_of(f->hole[i] + 6) == seeds && f->next[i] != f->worth[i]) {
            f->worth[i] = f->next[i];
            changed = true;
        }
    return changed;
}

static void solve_few(few *f, int seeds)
{
    uint8_t hole[HOLES];
    list_few(f, hole, 0, seeds);
    for (int i = 0; i < f->count; i++)
        note_moves(f, i);
    for (int n = 0; n <= seeds; n++)
        while (one_ply_later(f, n))
            continue;
}

/* ---- the two beside each other ---------------------------------------------------------- */

static void remove_folder(const char *path)
{
    assert_ok(tiers_folder_remove(path, NULL));
}

static duel_result look_up_position(tiers_lookup *l, const duel_variant *v,
                                    const uint8_t hole[HOLES])
{
    char text[64];
    size_t used = 0;
    value_format format = value_format_of(v);
    for (int i = 0; i < HOLES; i++)
        used += (size_t)snprintf(text + used, sizeof text - used, "%s%d",
                                 i == 0   ? ""
                                 : i == 6 ? "/"
                                          : ",",
                                 hole[i]);
    snprintf(text + used, sizeof text - used, ":1,0,0");
    duel_state position = check_state(v, text);
    return value_decode(&format, tiers_lookup_find(l, v->game->accel->canon(v, &position)));
}

TEST(scores_are_those_of_the_second_solver)
{
    char dir[] = "/tmp/duel-awari-XXXXXX";
    int seeds = check_sample(6, FEW);
    duel_variant v = check_variant("awari");
    tiers_folder folder;
    tiers_report report;
    tiers_lookup *l;
    few *f = calloc(1, sizeof *f);
    assert_non_null(f);
    assert_non_null(mkdtemp(dir));
    duel_state root = check_dealt(&v, 1);
    assert_ok(tiers_folder_make_all(dir, &v, (uint32_t)seeds, &folder, NULL));
    tiers_job job = {.v = &v, .root = &root, .memory = 256 << 20, .threads = 2};
    assert_ok(tiers_solve(&job, &folder, &report, NULL));
    solve_few(f, seeds);
    assert_int_equal(report.positions, f->count);
    assert_int_equal(report.result.value, DUEL_UNSOLVED);
    assert_ok(tiers_lookup_open(folder.path, &v, &l, NULL));
    for (int i = 0; i < f->count; i++) {
        duel_result r = look_up_position(l, &v, f->hole[i]);
        assert_int_not_equal(r.value, DUEL_UNSOLVED);
        assert_int_equal(r.score, f->worth[i]);
    }
    tiers_lookup_close(l);
    free(f);
    remove_folder(folder.path);
    assert_int_equal(rmdir(dir), 0);
}

/* What was taken before adds up: the same pits with other seeds taken are worth so much more.
 */
TEST(what_was_taken_adds_up)
{
    duel_variant v = check_variant("awari");
    duel_settings settings = {.option = {1}};
    static const struct {
        const char *at;
        int score;
    } cases[] = {{"0,0,1,0,1,1/2,0,0,1,0,0:1,0,0", 0},
                 {"0,0,1,0,1,1/2,0,0,1,0,0:1,20,10", 10},
                 {"0,0,1,0,1,1/2,0,0,1,0,0:1,3,20", -17}};
    CHECK_ANSWER(answer);
    void *self;
    int ahead = 0;
    assert_ok(duel_engine_exact.open(&v, &settings, 256 << 20, &self, NULL));
    for (int i = 0; i < 3; i++) {
        duel_state position = check_state(&v, cases[i].at);
        duel_think t = {.view = &position, .seat = 0};
        assert_ok(duel_engine_exact.think(self, &t, answer, NULL));
        assert_true(answer->proved);
        ahead = i ? ahead : answer->result.score;
        assert_int_equal(answer->result.score, ahead + cases[i].score);
        assert_int_equal(answer->result.value, answer->result.score > 0   ? DUEL_WIN
                                               : answer->result.score < 0 ? DUEL_LOSS
                                                                          : DUEL_TIE);
    }
    duel_engine_exact.close(self);
}
