/* tests/gdl/test_sheet.c -- rule sheets read, and refused with line and rule. */
#include "check.h"
#include "gdl/sheet.h"

#define ROLE "(role you)\n"

/* What is refused, and what the message must hold. */
static const struct {
    const char *text, *line, *about;
} refused[] = {
    {ROLE "(init (a)", "Line 2, column 1", "never closed"},
    {ROLE "(init a)\n )", "Line 3, column 2", "closes nothing"},
    {ROLE "(<= (p ?x)\n (q ?y))", "Line 2", "(<= (p ?x) (q ?y))"},
    {ROLE "(<= p ; why\n (q ?x) (not (r ?y)))", "Line 2", "(<= p (q ?x) (not (r ?y)))"},
    {ROLE "(<= p (q ?x) (distinct ?x ?y))", "Line 2", "bound by no other condition"},
    {ROLE "(<= p (or (q ?x) (r ?x)) (distinct ?x ?y))", "Line 2", "bound by no other"},
    {ROLE "(<= (p ?x) (or (q ?x) r))", "Line 2", "bound by no condition"},
    {ROLE "\n(p ?x)", "Line 3", "bound by no condition"},
    {ROLE "(<= p (not q))\n(<= q p)", "Line 2", "its own negation"},
    {ROLE "(<= q p)\n(<= p r)\n(<= r (not q))", "Line 4", "its own negation"},
    {ROLE "(<= (goal ?r 0) (role ?r) (not (goal ?r ?n)) (n ?n))", "Line 2", "own negation"},
    {ROLE "(nat 0)\n(<= (nat (s ?x)) (nat ?x))", "Line 3", "grows without end"},
    {ROLE "(<= p (and q r))", "Line 2", "“and”"},
    {ROLE "(<= p (not q r))", "Line 2", "“not”"},
    {ROLE "(<= p (distinct a))", "Line 2", "“distinct”"},
    {ROLE "(<= p ?x)", "Line 2", "no sentence"},
    {ROLE "(<= p ((q) r))", "Line 2", "begins with a symbol"},
    {ROLE "(<= p ())", "Line 2", "begins with a symbol"},
    {ROLE "(<= p (q r)\n(<= s t))", "Line 2", "is a bracket missing?"},
    {ROLE "(does you it)", "Line 2", "cannot conclude"},
    {ROLE "(<= (true x) (true y))", "Line 2", "cannot conclude"},
    {ROLE "(<=)", "Line 2", "without a head"},
    {"(init a)", "no role", "(role NAME)"},
    {"", "no role", "(role NAME)"},
};

TEST(faults_are_named_with_line_and_rule)
{
    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++) {
        gdl_sheet *s = NULL;
        duel_msg why = {0};
        duel_status status = gdl_sheet_read(duel_str_of(refused[i].text), &s, &why);
        const char *said = check_english(&why);
        if (status != DUEL_INVALID || !strstr(said, refused[i].line) ||
            !strstr(said, refused[i].about))
            print_error("%s\n→ %s\n", refused[i].text, said);
        assert_int_equal(status, DUEL_INVALID);
        assert_null(s);
        assert_non_null(strstr(said, refused[i].line));
        assert_non_null(strstr(said, refused[i].about));
    }
}

static gdl_sheet *sheet_of(const char *text)
{
    gdl_sheet *s = NULL;
    duel_msg why = {0};
    if (gdl_sheet_read(duel_str_of(text), &s, &why) != DUEL_OK)
        print_error("%s\n→ %s\n", text, check_english(&why));
    assert_non_null(s);
    return s;
}

TEST(alternatives_are_written_out)
{
    static const struct {
        const char *text;
        size_t rules;
    } known[] = {
        {ROLE "(<= p (or a b) (or c d e))", 7},
        {ROLE "(<= p (not (or a b)) (or c (not (or d e))))", 3},
        {ROLE "(<= p (or))", 1},
        {ROLE "(<= p (not (or)))", 2},
        {ROLE "(<= p (or a (or b c)) (not (not d)))", 4},
        {ROLE "(<= p (not (distinct a b)))", 2},
        {ROLE "(<= (goal ?r 0) (role ?r) (not (goal ?r 100)))(<= (goal ?r 100) (role ?r))", 3},
        {ROLE "(<= (r ?a (f ?a)) (r ?b ?a) (q ?b))", 2},
        {ROLE "(<= (nat (s ?x)) (less ?x 9) (nat ?x))(less 1 9)", 3},
    };
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        gdl_sheet *s = sheet_of(known[i].text);
        assert_int_equal(s->count, known[i].rules);
        gdl_sheet_free(s);
    }
}

TEST(doubts_are_warned_of)
{
    static const struct {
        const char *text;
        uint32_t warnings;
    } known[] = {
        {ROLE "(p a)\n(q (f 1))", 0},  {ROLE "(p a)\n(p a b)", 1},
        {ROLE "(p (f 1) (f 1 2))", 1}, {ROLE "(<= p)", 1},
        {ROLE "(<= p (terminal))", 1}, {ROLE "(<= p (f f))", 0},
        {ROLE "(<= (terminal) q)", 1}, {ROLE "(p 1 (f (f 1)))", 0},
    };
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        gdl_sheet *s = sheet_of(known[i].text);
        if (s->warnings != known[i].warnings)
            print_error("%s\n", known[i].text);
        assert_int_equal(s->warnings, known[i].warnings);
        gdl_sheet_free(s);
    }
}

/* Case matters but in the words of the language; brackets count; a role is told once. */
TEST(words_are_read_in_any_case)
{
    gdl_sheet *s =
        sheet_of("(ROLE White) (Role black) (role White)\n(<= Terminal (TRUE (a B)))");
    CHECK_BUF(text);
    assert_int_equal(s->roles, 2);
    gdl_put_term(&s->terms, s->role[0], &text.sink);
    gdl_put_term(&s->terms, s->role[1], &text.sink);
    gdl_put_term(&s->terms, s->rule[3].head[0], &text.sink);
    gdl_put_term(&s->terms, s->rule[3].body[0].code[0], &text.sink);
    assert_string_equal(text.text, "Whiteblackterminal(true (a B))");
    gdl_sheet_free(s);
}

TEST(deep_and_long_sheets_are_refused)
{
    char text[4096];
    gdl_sheet *s = NULL;
    duel_msg why;
    memset(text, '(', 300);
    assert_int_equal(gdl_sheet_read((duel_str){text, 300}, &s, &why), DUEL_INVALID);
    memset(text, 'a', 2000);
    assert_int_equal(gdl_sheet_read((duel_str){text, 2000}, &s, &why), DUEL_INVALID);
    assert_int_equal(gdl_sheet_read((duel_str){text, GDL_SHEET_BYTES + 1}, &s, &why),
                     DUEL_INVALID);
    int used = snprintf(text, sizeof text, ROLE "(<= p");
    for (int i = 0; i < 20; i++)
        used += snprintf(text + used, sizeof text - (size_t)used, "(or a b c)");
    snprintf(text + used, sizeof text - (size_t)used, ")");
    assert_int_equal(gdl_sheet_read(duel_str_of(text), &s, &why), DUEL_INVALID);
    assert_non_null(strstr(check_english(&why), "too many rules"));
}
