/* tests/moriarty/test_book.c -- the opening book: the one that the program carries, square by
 * square and value by value; its file; how it grows; what the expert says from it. */
#include "check.h"

#include "games/moriarty/moriarty.h"
#include "games/moriarty/workshop/workshop.h"
#include "helper.h"

#include <math.h>

static const moriarty_book *const carried = &moriarty_carried_book;

/* ---- symmetries, square by square ------------------------------------------------------- */

/* Mirrored for odd n, then turned by quarters. */
static int image_of(int square, int n)
{
    int x = square % 8, y = square / 8;
    if (n % 2)
        x = 7 - x;
    for (int turn = n / 2; turn > 0; turn--) {
        int was = x;
        x = 7 - y;
        y = was;
    }
    return 8 * y + x;
}

static uint64_t image_of_set(uint64_t set, int n)
{
    uint64_t out = 0;
    for (; set; set &= set - 1)
        out |= UINT64_C(1) << image_of(__builtin_ctzll(set), n);
    return out;
}

static moriarty_board image_of_board(moriarty_board b, int n)
{
    return (moriarty_board){image_of_set(b.mover, n), image_of_set(b.other, n)};
}

/* The entry of any board, looked for under all of its images. */
static const moriarty_book_entry *entry_of(const moriarty_book *book, moriarty_board b)
{
    const moriarty_book_entry *found = NULL;
    for (int n = 0; n < 8; n++) {
        const moriarty_book_entry *e = moriarty_book_find(book, image_of_board(b, n));
        assert_true(e == NULL || found == NULL || e == found);
        found = e ? e : found;
    }
    return found;
}

/* ---- every entry ------------------------------------------------------------------------ */

static int best_of_entry(const moriarty_book *book, const moriarty_book_entry *e)
{
    int best = -128;
    for (int i = __builtin_popcountll(naive_moves(e->board)) - 1; i >= 0; i--)
        if (book->value[e->first + (uint32_t)i] > best)
            best = book->value[e->first + (uint32_t)i];
    return best;
}

/* What follows is worth what the move is, from the other side. */
static void check_move(const moriarty_book *book, const moriarty_book_entry *e, int square,
                       int value)
{
    moriarty_board next = naive_play(e->board, square);
    int sign = -1;
    assert_true(value >= -127);
    if (naive_moves(next) == 0) {
        next = (moriarty_board){next.other, next.mover};
        sign = 1;
    }
    if (naive_moves(next) == 0)
        return;
    const moriarty_book_entry *after = entry_of(book, next);
    if (after)
        assert_int_equal(value, sign * best_of_entry(book, after));
}

static void check_entry(const moriarty_book *book, const moriarty_book_entry *e)
{
    uint64_t moves = naive_moves(e->board);
    const int8_t *value = &book->value[e->first];
    assert_true((e->board.mover & e->board.other) == 0);
    assert_true(moves != 0);
    assert_ptr_equal(entry_of(book, e->board), e);
    for (; moves; moves &= moves - 1)
        check_move(book, e, __builtin_ctzll(moves), *value++);
}

static void check_book(const moriarty_book *book, uint32_t step)
{
    for (uint32_t i = 0; i < book->count; i += step) {
        check_entry(book, &book->entry[i]);
        if (i > 0)
            assert_true(book->entry[i - 1].board.mover <= book->entry[i].board.mover);
    }
}

TEST(carried_entries_are_legal_and_agree)
{
    assert_true(carried->count >= 100);
    check_book(carried, check_full() || carried->count < 500 ? 1 : carried->count / 500);
    assert_non_null(entry_of(carried, moriarty_opening()));
}

static int value_on(const moriarty_book_page *page, int square)
{
    for (int i = 0; i < page->count; i++)
        if (page->move[i].move == square)
            return page->move[i].value;
    fail();
    return 0;
}

TEST(images_are_looked_up_alike)
{
    duel_rng rng = check_rng(4);
    for (int i = 0; i < 200; i++) {
        moriarty_book_page page, image;
        moriarty_board b = carried->entry[duel_rng_below(&rng, carried->count)].board;
        assert_true(moriarty_book_open(carried, b, &page));
        for (int n = 1; n < 8; n++) {
            assert_true(moriarty_book_open(carried, image_of_board(b, n), &image));
            assert_int_equal(image.count, page.count);
            assert_int_equal(image.doubt, page.doubt);
            for (int k = 0; k < page.count; k++) {
                assert_int_equal(image.move[k].value, page.move[k].value);
                assert_int_equal(value_on(&image, image_of(page.move[k].move, n)),
                                 page.move[k].value);
            }
        }
    }
}

/* ---- the file --------------------------------------------------------------------------- */

static moriarty_book_draft grown(uint32_t positions, int threads, const char *file)
{
    moriarty_book_draft d = {0};
    moriarty_growing g = {
        .positions = positions, .depth = 3, .seed = 5, .threads = threads, .file = file};
    assert_ok(moriarty_book_grow(&g, &d, NULL));
    return d;
}

typedef struct book_file {
    uint8_t *bytes;
    size_t size;
} book_file;

static book_file written(const moriarty_book_draft *d)
{
    book_file f = {malloc(moriarty_draft_size(d) + 1), moriarty_draft_size(d)};
    assert_non_null(f.bytes);
    moriarty_draft_write(d, "a test", f.bytes);
    return f;
}

static bool is_read(const book_file *f, size_t size)
{
    char made[MORIARTY_FILE_MADE];
    moriarty_book_draft d = {0};
    bool read = moriarty_draft_read(f->bytes, size, &d, made);
    moriarty_draft_fini(&d);
    return read;
}

TEST(files_are_read_or_refused)
{
    moriarty_book_draft d = grown(60, 1, NULL), back = {0};
    char made[MORIARTY_FILE_MADE];
    book_file f = written(&d), again;
    assert_true(moriarty_draft_read(f.bytes, f.size, &back, made));
    assert_string_equal(made, "a test");
    again = written(&back);
    assert_int_equal(again.size, f.size);
    assert_memory_equal(again.bytes, f.bytes, f.size);
    for (size_t i = 0; i < f.size; i++) {
        f.bytes[i] ^= (uint8_t)(1 << i % 8);
        assert_false(is_read(&f, f.size));
        f.bytes[i] ^= (uint8_t)(1 << i % 8);
    }
    for (size_t size = 0; size < f.size; size += 7)
        assert_false(is_read(&f, size));
    assert_true(is_read(&f, f.size));
    free(again.bytes);
    free(f.bytes);
    moriarty_draft_fini(&back);
    moriarty_draft_fini(&d);
}

typedef void harm(book_file *f);

static void harm_overlap(book_file *f)
{
    memcpy(f->bytes + MORIARTY_FILE_HEAD + 8, f->bytes + MORIARTY_FILE_HEAD, 8);
}

/* Another image of the first board, which is not the least of them. */
static void harm_image(book_file *f)
{
    for (int i = 0; i < 16; i++) {
        uint8_t *byte = f->bytes + MORIARTY_FILE_HEAD + i, turned = 0;
        for (int bit = 0; bit < 8; bit++)
            turned = (uint8_t)(turned | (*byte >> bit & 1) << (7 - bit));
        *byte = turned;
    }
}

static void harm_value(book_file *f)
{
    f->bytes[f->size - 1] = 0x80;
}

static void harm_blocked(book_file *f)
{
    memset(f->bytes + MORIARTY_FILE_HEAD + 8, 0, 8);
}

/* The checksum of a file may be right, and what it holds wrong all the same. */
TEST(what_a_file_holds_is_looked_at)
{
    static harm *const harms[] = {harm_overlap, harm_image, harm_value, harm_blocked};
    moriarty_book_draft d = grown(20, 1, NULL);
    for (size_t i = 0; i <= sizeof harms / sizeof harms[0]; i++) {
        book_file f = written(&d);
        moriarty_head head;
        assert_true(moriarty_head_read(f.bytes, f.size, "MORIBOOK", 1, &head));
        if (i < sizeof harms / sizeof harms[0])
            harms[i](&f);
        else
            head.count++;
        moriarty_head_write(&head, f.bytes, f.size);
        assert_false(is_read(&f, f.size));
        free(f.bytes);
    }
    moriarty_draft_fini(&d);
}

/* ---- growing ---------------------------------------------------------------------------- */

static void check_same_draft(const moriarty_book_draft *a, const moriarty_book_draft *b)
{
    book_file first = written(a), second = written(b);
    assert_int_equal(first.size, second.size);
    assert_memory_equal(first.bytes, second.bytes, first.size);
    free(first.bytes);
    free(second.bytes);
}

/* Not on threads, nor on having been stopped on the way, depends what a book becomes. */
TEST(a_book_depends_on_its_settings_alone)
{
    moriarty_book_draft one = grown(150, 1, NULL), three = grown(150, 3, NULL),
                        small = grown(40, 2, NULL);
    moriarty_growing on = {.positions = 150, .depth = 3, .seed = 5, .threads = 1};
    check_same_draft(&one, &three);
    assert_true(small.count < one.count);
    assert_ok(moriarty_book_grow(&on, &small, NULL));
    check_same_draft(&one, &small);
    moriarty_book book = moriarty_draft_book(&one);
    check_book(&book, 1);
    moriarty_draft_fini(&one);
    moriarty_draft_fini(&three);
    moriarty_draft_fini(&small);
}

/* A move that is not in the book is worth what a plain search of three and of two plies says,
 * in the middle. */
static int plain_search(moriarty_board b, int depth)
{
    uint64_t moves = naive_moves(b);
    int best = -MORIARTY_SQUARES * MORIARTY_UNIT - 1;
    if (moves == 0 && naive_moves((moriarty_board){b.other, b.mover}) == 0)
        return MORIARTY_UNIT * moriarty_final(b, MORIARTY_ALL);
    if (depth == 0)
        return moriarty_trained.estimate[MORIARTY_PORTABLE](moriarty_trained.weights, b,
                                                            MORIARTY_ALL);
    if (moves == 0)
        return -plain_search((moriarty_board){b.other, b.mover}, depth);
    for (; moves; moves &= moves - 1) {
        int value = -plain_search(naive_play(b, __builtin_ctzll(moves)), depth - 1);
        best = value > best ? value : best;
    }
    return best;
}

TEST(values_are_what_searches_say)
{
    moriarty_book_draft d = grown(60, 1, NULL);
    for (uint32_t i = 0; i < d.count; i++) {
        const moriarty_book_entry *e = &d.entry[i];
        const int8_t *searched = &d.searched[e->first];
        for (uint64_t set = naive_moves(e->board); set; set &= set - 1) {
            moriarty_board next = naive_play(e->board, __builtin_ctzll(set));
            double units = -(plain_search(next, 2) + plain_search(next, 1)) / 2.0;
            double quarters = fmax(-127, fmin(127, units / MORIARTY_BOOK_UNITS));
            assert_true(fabs(*searched++ - quarters) <= 0.6);
        }
    }
    moriarty_draft_fini(&d);
}

/* ---- playing ---------------------------------------------------------------------------- */

static duel_answer *answer;

static bool answers(const duel_variant *v, const moriarty_state *s, uint64_t nodes,
                    uint64_t seed, bool every_move)
{
    duel_think t = {.view = s, .nodes = nodes, .seed = seed, .every_move = every_move};
    memset(answer, 0, sizeof *answer);
    return moriarty_book_answer(carried, v, &t, answer);
}

TEST(answers_are_legal_estimates)
{
    duel_variant v = check_settings("moriarty", "");
    int answered = 0;
    for (uint32_t i = 0; i < carried->count; i += 1 + carried->count / 200) {
        moriarty_board b = carried->entry[i].board;
        moriarty_state s = {{b.mover, b.other}, MORIARTY_ACTIVATOR};
        if (!answers(&v, &s, 0, i, true))
            continue;
        answered++;
        assert_true(answer->book && !answer->proved && answer->result.value == DUEL_UNSOLVED);
        assert_int_equal(answer->rated_count, __builtin_popcountll(naive_moves(b)));
        assert_int_equal(answer->plan[0], answer->rated[0].move);
        assert_int_equal(answer->estimate, answer->rated[0].estimate);
        for (int k = 0; k < answer->line_count; k++) {
            duel_move m = answer->line[k];
            assert_true(m == MORIARTY_PASS ? naive_moves(b) == 0 : naive_moves(b) >> m & 1);
            b = moriarty_play(b, (int)m);
        }
    }
    assert_true(answered > 20);
}

/* How many different moves come from so many seeds, and how much the worst of them gives away.
 */
static int variety(const duel_variant *v, const moriarty_state *s, uint64_t nodes,
                   int32_t *lost)
{
    uint64_t seen = 0;
    int32_t best = INT32_MIN, worst = INT32_MAX;
    for (uint64_t seed = 0; seed < 60; seed++) {
        assert_true(answers(v, s, nodes, seed, false));
        seen |= UINT64_C(1) << answer->plan[0];
        best = answer->estimate > best ? answer->estimate : best;
        worst = answer->estimate < worst ? answer->estimate : worst;
    }
    *lost = best - worst;
    return __builtin_popcountll(seen);
}

TEST(weaker_players_choose_among_more)
{
    duel_variant v = check_settings("moriarty", "");
    moriarty_state s = moriarty_begin();
    int32_t lost;
    assert_int_equal(variety(&v, &s, 0, &lost), 4);
    assert_int_equal(lost, 0);
    moriarty_do(&s, 19); /* d3: three answers, the one beside it much worse */
    int strong = variety(&v, &s, 0, &lost);
    assert_true(lost <= 25);
    int weak = variety(&v, &s, 20, &lost);
    assert_true(lost <= 325 && weak >= strong && weak >= 2);
}

TEST(other_boards_are_not_in_it)
{
    static const char *const others[] = {"size=6", "size=4", "rules=seed", "empties=nobody"};
    moriarty_state s = moriarty_begin();
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++) {
        duel_variant v = check_settings("moriarty", others[i]);
        assert_false(answers(&v, &s, 0, 0, true));
    }
}

/* A position whose line ends in doubt is left to the search; so is one whose best move leads
 * out of the book. */
TEST(unclear_lines_are_left)
{
    duel_variant v = check_settings("moriarty", "");
    moriarty_book_page page;
    int unclear = 0, open = 0;
    for (uint32_t i = 0; i < carried->count; i++) {
        moriarty_board b = carried->entry[i].board;
        moriarty_state s = {{b.mover, b.other}, MORIARTY_ACTIVATOR};
        assert_true(moriarty_book_open(carried, b, &page));
        bool doubtful = page.doubt >= MORIARTY_BOOK_UNCLEAR, leads_out = !page.move[0].followed;
        unclear += doubtful;
        open += leads_out;
        if (doubtful || leads_out)
            assert_false(answers(&v, &s, 0, 0, false));
    }
    assert_true(unclear > 0 && open > 0);
}

static int begin_answers(void **state)
{
    (void)state;
    answer = malloc(sizeof *answer);
    return answer == NULL;
}

static int end_answers(void **state)
{
    (void)state;
    free(answer);
    return 0;
}

TESTS_BETWEEN(begin_answers, end_answers)
