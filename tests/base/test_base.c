/* tests/base/test_base.c -- slices, buffers, messages and chance. */
#include "check.h"

static void numbers_are_read_whole_or_not_at_all(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        bool good;
        int64_t value;
    } cases[] = {{"0", true, 0},
                 {"-7", true, -7},
                 {"9223372036854775807", true, INT64_MAX},
                 {"-9223372036854775808", true, INT64_MIN},
                 {"9223372036854775808", false, 0},
                 {"99999999999999999999", false, 0},
                 {"", false, 0},
                 {"-", false, 0},
                 {"1x", false, 0},
                 {" 1", false, 0},
                 {"+1", false, 0}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        int64_t n = 42;
        assert_int_equal(duel_str_number(duel_str_of(cases[i].text), &n), cases[i].good);
        assert_int_equal(n, cases[i].good ? cases[i].value : 42);
    }
}

static void parts_may_be_empty_and_words_not(void **state)
{
    (void)state;
    duel_str rest = duel_str_of("a//b"), part, word;
    int parts = 0, words = 0;
    while (duel_str_part(&rest, '/', &part))
        parts++;
    rest = duel_str_of("a//b");
    while (duel_str_word(&rest, "/", &word))
        words++;
    assert_int_equal(parts, 3);
    assert_int_equal(words, 2);
}

static void a_buffer_keeps_what_it_was_given(void **state)
{
    (void)state;
    duel_buf b;
    char expected[3 * 5000 + 1] = "";
    duel_buf_init(&b);
    assert_string_equal(b.text, "");
    for (int i = 0; i < 5000; i++) {
        duel_putf(&b.sink, "%03d", i % 1000);
        snprintf(expected + 3 * i, 4, "%03d", i % 1000);
    }
    assert_string_equal(b.text, expected);
    duel_buf_clear(&b);
    assert_string_equal(b.text, "");
    duel_buf_fini(&b);
}

static const char *say(duel_lang lang, const duel_msg *m)
{
    static char text[600];
    duel_buf b;
    duel_buf_init(&b);
    duel_render(lang, m, &b.sink);
    snprintf(text, sizeof text, "%s", b.text);
    duel_buf_fini(&b);
    return text;
}

static void messages_count_as_their_language_does(void **state)
{
    (void)state;
    static const struct {
        int64_t n;
        const char *english, *french;
    } cases[] = {
        {0, "0 matches", "0 allumette"},
        {1, "1 match", "1 allumette"},
        {2, "2 matches", "2 allumettes"},
        {-1, "-1 match", "-1 allumette"},
        {INT64_MAX, "9223372036854775807 matches", "9223372036854775807 allumettes"},
        {INT64_MIN, "-9223372036854775808 matches", "-9223372036854775808 allumettes"}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        duel_msg m;
        duel_say(&m, "{0} {0:match|matches}", "i", cases[i].n);
        assert_string_equal(say(DUEL_EN, &m), cases[i].english);
        assert_string_equal(say(DUEL_FR, &m), cases[i].french);
    }
}

static void a_message_stays_one_line_whatever_it_quotes(void **state)
{
    (void)state;
    char huge[4000];
    duel_msg m;
    memset(huge, 'x', sizeof huge);
    huge[10] = '\n', huge[11] = '\0', huge[12] = 0x1b;
    duel_say(&m, "Not “{0}” but {1}", "sc", (duel_str){huge, sizeof huge}, "short");
    const char *text = say(DUEL_EN, &m);
    assert_null(strpbrk(text, "\n\x1b"));
    assert_true(strlen(text) < 300);
    assert_non_null(strstr(text, "…"));
}

static void a_seed_gives_the_same_numbers_for_ever(void **state)
{
    (void)state;
    duel_rng a, b, c;
    duel_rng_init(&a, duel_str_of("42"));
    duel_rng_init_number(&b, 42);
    duel_rng_init(&c, duel_str_of("43"));
    /* pinned: changing them would change every game that was ever shared by its seed */
    uint64_t first = duel_rng_next(&a);
    assert_int_equal(first, duel_rng_next(&b));
    assert_int_not_equal(first, duel_rng_next(&c));
    assert_int_equal(first, UINT64_C(0xCEC5E4408BD948AD));
    for (int i = 0; i < 1000; i++)
        assert_int_equal(duel_rng_next(&a), duel_rng_next(&b));
}

/* Chi-square with 9 degrees of freedom: below 27.9 with probability 0.999. */
static void below_is_uniform(void **state)
{
    (void)state;
    enum { N = 100000, CELLS = 10 };
    duel_rng rng;
    int count[CELLS] = {0};
    double chi = 0;
    duel_rng_init_number(&rng, 7);
    for (int i = 0; i < N; i++)
        count[duel_rng_below(&rng, CELLS)]++;
    for (int i = 0; i < CELLS; i++)
        chi += (count[i] - N / CELLS) * (double)(count[i] - N / CELLS) / (N / CELLS);
    assert_true(chi < 27.9);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(numbers_are_read_whole_or_not_at_all),
        cmocka_unit_test(parts_may_be_empty_and_words_not),
        cmocka_unit_test(a_buffer_keeps_what_it_was_given),
        cmocka_unit_test(messages_count_as_their_language_does),
        cmocka_unit_test(a_message_stays_one_line_whatever_it_quotes),
        cmocka_unit_test(a_seed_gives_the_same_numbers_for_ever),
        cmocka_unit_test(below_is_uniform),
    };
    return cmocka_run_group_tests_name("base", tests, NULL, NULL);
}
