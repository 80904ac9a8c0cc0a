/* tests/store/test_player_name.c -- names of people: what becomes of them, which are refused,
 * which could be taken for another. */
#include "check.h"

#include "store/player_name.h"

/* ---- cleaned
 * ------------------------------------------------------------------------------
 */

TEST(test_names_are_cleaned)
{
    static const struct {
        const char *given, *kept;
    } cases[] = {
        {"Ada", "Ada"},
        {"  Ada   Lovelace ", "Ada Lovelace"},
        {"Ada\u00a0\u2003Lovelace", "Ada Lovelace"},        /* blanks of other widths */
        {"Ada\u2028Lovelace", "Ada Lovelace"},              /* and between lines */
        {"E\u0301milie", "\u00c9milie"},                    /* composed */
        {"\u202eadA", "adA"},                               /* turned about */
        {"Ada\u202c\u2066\u2069\u200e\u200f\u061c", "Ada"}, /* directions of all kinds */
        {"A\u200bd\u2060a\ufeff", "Ada"},                   /* of no width */
        {"A\u00add\u034fa\u180e", "Ada"},                   /* hyphens that are not there */
        {"Ada\u200d", "Ada"},                               /* joins nothing */
        {"A\u200cda", "Ada"},
        {"e\u200b\u0301", "\u00e9"}, /* what went had kept two apart */
        {"Ada\ufe0f", "Ada"},
        {"Ada\U000e0061\U000e007f", "Ada"}, /* tags */
        {"Ada \u3164", "Ada"},              /* a letter that is a blank */
        {"\u0639\u0644\u06cc\u200c\u0631\u0636\u0627",
         "\u0639\u0644\u06cc\u200c\u0631\u0636\u0627"}, /* Persian is written with it */
        {"\u0915\u094d\u200d\u0937", "\u0915\u094d\u200d\u0937"},     /* Hindi */
        {"\U0001f469\u200d\U0001f680", "\U0001f469\u200d\U0001f680"}, /* an astronaut */
        {"\u2764\ufe0f", "\u2764\ufe0f"},                             /* a red heart */
        {"\u5f20\u4f1f", "\u5f20\u4f1f"},
        {"O\u2019Neill-D\u017eani\u0107", "O\u2019Neill-D\u017eani\u0107"},
        {"Nguy\u1ec5n", "Nguy\u1ec5n"},
        {"x", "x"},
        {"abcdefghijklmnopqrstuvwx", "abcdefghijklmnopqrstuvwx"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char name[PLAYER_NAME_TEXT] = "untouched", again[PLAYER_NAME_TEXT];
        duel_msg why;
        assert_ok(player_name_clean(duel_str_of(cases[i].given), name, &why));
        assert_string_equal(name, cases[i].kept);
        assert_ok(player_name_clean(duel_str_of(name), again, &why));
        assert_string_equal(again, name);
    }
}

TEST(test_names_are_refused)
{
    static const struct {
        const char *given, *because;
    } cases[] = {
        {"", "1 to 24"},
        {"   ", "1 to 24"},
        {"\u200b", "1 to 24"},
        {"\u202e\u202c", "1 to 24"},
        {"\u3164\u115f", "1 to 24"},
        {"abcdefghijklmnopqrstuvwxy", "1 to 24"},
        {"\U00010330\U00010331\U00010332\U00010333\U00010334\U00010335\U00010336\U00010337"
         "\U00010338\U00010339\U0001033a",
         "1 to 24"}, /* forty bytes are the most */
        {"a\nb", "U+000A"},
        {"a\tb", "U+0009"},
        {"a\x7f", "U+007F"},
        {"a\xc2\x85", "U+0085"},
        {"a\x1b[31m", "U+001B"},
        {"\xff", "U+FFFD"},
        {"a\xc3", "U+FFFD"},
        {"\ue000", "U+E000"},
        {"\uffff", "U+FFFF"},
        {"\U000f0000", "U+0F0000"},
        {"\u0378", "U+0378"},
        {"a\u0300\u0301\u0302\u0303\u0304", "marks"},
        {"\u0301", "marks"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char name[PLAYER_NAME_TEXT] = "untouched";
        duel_msg why;
        assert_int_equal(player_name_clean(duel_str_of(cases[i].given), name, &why),
                         DUEL_INVALID);
        assert_string_equal(name, "untouched");
        CHECK_BUF(said);
        duel_render(DUEL_EN, &why, &said.sink);
        if (strstr(said.text, cases[i].because) == NULL)
            fail_msg("case %zu: %s", i, said.text);
    }
}

/* ---- likenesses ------------------------------------------------------------------------- */

static bool alike(const char *one, const char *other)
{
    name_likeness *l;
    assert_ok(name_likeness_new(duel_str_of(one), &l, NULL));
    bool fits = name_likeness_fits(l, duel_str_of(other));
    name_likeness_free(l);
    return fits;
}

TEST(test_names_that_look_alike)
{
    static const char *const pairs[][2] = {
        {"Ada", "Ada"},
        {"Ada", "ada"},
        {"ALICE", "alice"},
        {"Alice", "A\u217cice"}, /* a Roman fifty */
        {"Alice", "\u0410lice"}, /* Cyrillic */
        {"Alice", "Al\u0456ce"},
        {"paypal", "\u0440\u0430\u0443\u0440\u0430l"},
        {"Bob", "B\u043eb"},
        {"Bob", "\u0392ob"}, /* Greek */
        {"Ida", "lda"},
        {"Ida", "1da"},
        {"Otto", "0tto"},
        {"modern", "rnodern"},
        {"Ada", "\uff21\uff44\uff41"},             /* wide */
        {"Ada", "\U0001d4d0\U0001d4ed\U0001d4ea"}, /* letters of mathematics */
        {"\u00c9milie", "E\u0301milie"},
        {"Stra\u00dfe", "STRASSE"},
        {"Ada", "A\u200bda"}, /* kept by an older edition */
        {"Ada", "\u202eAda"},
    };
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
        if (!alike(pairs[i][0], pairs[i][1]) || !alike(pairs[i][1], pairs[i][0]))
            fail_msg("%s is not like %s", pairs[i][0], pairs[i][1]);
    }
}

TEST(test_names_that_do_not)
{
    static const char *const pairs[][2] = {
        {"Ada", "Eve"},
        {"Ada", "Ada B."},
        {"Emilie", "\u00c9milie"},
        {"Anna", "Hanna"},
        {"L\u00e9a", "L\u00e9o"},
        {"Tim", "Tom"},
        {"Ada 1", "Ada 2"},
        {"\u5f20\u4f1f", "\u738b\u4f1f"},
        {"Jean Luc", "JeanLuc"},
        {"Ada", "\xff\xfe"},
        {"Ada", ""},
    };
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++)
        if (alike(pairs[i][0], pairs[i][1]))
            fail_msg("%s is like %s", pairs[i][0], pairs[i][1]);
}
