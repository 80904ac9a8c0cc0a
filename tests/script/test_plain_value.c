/* Flat values: one value, one row of bytes, one text. */
#include "check.h"

#include "base/rng.h"
#include "script/plain_value.h"

/* What is written reads back, and is written the same again. */
static void same_again(const char *text, const char *canonical)
{
    CHECK_BUF(bytes);
    CHECK_BUF(back);
    CHECK_BUF(again);
    assert_true(plain_value_read(duel_str_of(text), &bytes, NULL));
    plain_value_print(duel_buf_str(&bytes), &back.sink);
    assert_string_equal(back.text, canonical);
    assert_true(plain_value_read(duel_buf_str(&back), &again, NULL));
    assert_int_equal(again.len, bytes.len);
    assert_memory_equal(again.text, bytes.text, bytes.len);
}

TEST(values_have_one_text)
{
    static const char *const texts[][2] = {
        {"0", "0"},
        {"-33", "-33"},
        {"127", "127"},
        {"128", "128"},
        {"-9223372036854775808", "-9223372036854775808"},
        {"3.0", "3"},
        {"0.5", "0.5"},
        {"1e999", "1e999"},
        {"true", "true"},
        {"X.O......", "X.O......"},
        {"''", "''"},
        {"'true'", "'true'"},
        {"'12'", "'12'"},
        {"'two\\032words'", "'two\\032words'"},
        {"[]", "[]"},
        {"[1,2,[3,x]]", "[1,2,[3,x]]"},
        {"[last=3,left=12]", "[last=3,left=12]"},
        {"[2=a,5=b]", "[2=a,5=b]"},
    };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        same_again(texts[i][0], texts[i][1]);
}

TEST(what_is_no_value_is_refused)
{
    static const char *const texts[] = {
        "",          "[",
        "[1,",       "[1",
        "]",         "1 2",
        "[a=1,2]",   "[b=1,a=2]",
        "[a=,b=1]",  "[a=1,a=2]",
        "'open",     "'\\9'",
        "[1=a,2=b]", "[[[[[[[[[[[[[[[[[[[[1]]]]]]]]]]]]]]]]]]]]",
        "[true=1]",  "a b"};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        size_t wrong = 0;
        CHECK_BUF(bytes);
        assert_false(plain_value_read(duel_str_of(texts[i]), &bytes, &wrong));
        assert_true(wrong <= strlen(texts[i]));
    }
}

/* Bytes from a child are believed only as far as they go. */
TEST(any_bytes_are_safe)
{
    duel_rng rng = check_rng(5);
    for (int i = 0; i < check_sample(20000, 2000000); i++) {
        char bytes[24];
        duel_str rest = {bytes, duel_rng_below(&rng, sizeof bytes)}, value;
        for (size_t j = 0; j < rest.len; j++)
            bytes[j] = (char)duel_rng_next(&rng);
        duel_str found;
        if (!plain_value_cut(&rest, &value))
            continue;
        CHECK_BUF(text);
        plain_value_print(value, &text.sink);
        plain_value_find(value, "x", &found);
        assert_true(text.len > 0 && value.len + rest.len <= sizeof bytes);
    }
}
