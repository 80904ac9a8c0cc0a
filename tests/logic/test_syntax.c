/* tests/logic/test_syntax.c -- reading lines, refusing broken ones, reverse Polish, printing.
 */
#include "check.h"

#include "logic/formula.h"
#include "logic/random_proof.h"

/* ---- broken lines ------------------------------------------------------------------- */

static const struct {
    const char *text;
    size_t at;
    logic_want want;
} broken[] = {
    {"AB", 1, LOGIC_WANT_OPERATOR},      {"|A", 0, LOGIC_WANT_OPERAND},
    {"A&|B", 2, LOGIC_WANT_OPERAND},     {"~", 1, LOGIC_WANT_NEGATED},
    {"~~A", 1, LOGIC_WANT_NEGATED},      {"~&A", 1, LOGIC_WANT_NEGATED},
    {"(A", 2, LOGIC_WANT_CLOSE},         {"((A)", 4, LOGIC_WANT_CLOSE},
    {")A(", 0, LOGIC_WANT_OPERAND},      {"A)", 1, LOGIC_WANT_OPERATOR},
    {"(A)B", 3, LOGIC_WANT_OPERATOR},    {"(A)(B)", 3, LOGIC_WANT_OPERATOR},
    {"A~B", 1, LOGIC_WANT_OPERATOR},     {"(A~B)", 2, LOGIC_WANT_CLOSE},
    {"(A&)", 3, LOGIC_WANT_OPERAND},     {"()", 1, LOGIC_WANT_OPERAND},
    {"(~)A", 2, LOGIC_WANT_NEGATED},     {"(", 1, LOGIC_WANT_OPERAND},
    {"A>", 2, LOGIC_WANT_OPERAND},       {"A&E", 2, LOGIC_WANT_OPERAND},
    {"E", 0, LOGIC_WANT_OPERAND},        {"A B", 2, LOGIC_WANT_OPERATOR},
    {"  A  & ", 7, LOGIC_WANT_OPERAND},  {"A∧∨B", 2, LOGIC_WANT_OPERAND},
    {"¬A⇒(B∨¬)", 7, LOGIC_WANT_NEGATED}, {"A é", 2, LOGIC_WANT_OPERATOR},
    {"A-B", 1, LOGIC_WANT_OPERATOR},     {"\xE2\x88", 0, LOGIC_WANT_OPERAND},
    {"A\x80", 0, LOGIC_WANT_OPERAND}, /* one character, though not a good one */
    {"A&\xFF", 2, LOGIC_WANT_OPERAND},
};

TEST(broken_lines_are_refused_where_they_break)
{
    for (size_t i = 0; i < sizeof broken / sizeof *broken; i++) {
        logic_line line = {.count = 77};
        logic_mistake m;
        duel_msg why;
        assert_int_equal(logic_read(duel_str_of(broken[i].text), &line, &m, &why),
                         DUEL_INVALID);
        if (m.at != broken[i].at || m.want != broken[i].want)
            print_error("%s: at %zu, want %d\n", broken[i].text, m.at, (int)m.want);
        assert_int_equal(m.at, broken[i].at);
        assert_int_equal(m.want, broken[i].want);
        assert_int_equal(line.count, 77);
        assert_non_null(why.id);
        assert_int_equal(why.arg[0].number, broken[i].at);
    }
}

TEST(long_lines_are_refused)
{
    char text[LOGIC_LINE_MAX + 4];
    for (size_t i = 0; i < sizeof text; i++)
        text[i] = i % 2 ? '&' : 'A';
    logic_line line;
    logic_mistake m;
    duel_str fits = {text, LOGIC_LINE_MAX - 1}, not = {text, LOGIC_LINE_MAX + 1};
    assert_ok(logic_read(fits, &line, &m, NULL));
    assert_int_equal(line.count, LOGIC_LINE_MAX - 1);
    assert_int_equal(logic_read(not, &line, &m, NULL), DUEL_INVALID);
    assert_int_equal(m.at, LOGIC_LINE_MAX);
    assert_int_equal(m.want, LOGIC_WANT_SHORTER);
}

TEST(bytes_after_the_end_are_not_read)
{
    logic_line line;
    assert_ok(logic_read((duel_str){"A&B|", 3}, &line, NULL, NULL));
    assert_int_equal(line.count, 3);
    assert_int_equal(logic_read((duel_str){"A\0&B", 4}, &line, NULL, NULL), DUEL_INVALID);
    char *cut = malloc(2); /* a character begun but not ended, and nothing behind it */
    assert_non_null(cut);
    memcpy(cut, "\xE2\x88", 2);
    assert_int_equal(logic_read((duel_str){cut, 2}, &line, NULL, NULL), DUEL_INVALID);
    free(cut);
}

/* ---- the grammar, read literally ---------------------------------------------------- */

/* A recogniser that follows the rules of the grammar one by one. */
typedef struct reader {
    const uint8_t *at, *end;
} reader;

static bool read_expression(reader *r);

static bool read_primary(reader *r)
{
    if (r->at == r->end)
        return false;
    unsigned s = *r->at++;
    if (s < LOGIC_LETTERS)
        return true;
    return s == LOGIC_OPEN && read_expression(r) && r->at < r->end && *r->at++ == LOGIC_CLOSE;
}

static bool read_unary(reader *r)
{
    if (r->at < r->end && *r->at == LOGIC_NOT)
        r->at++;
    return read_primary(r);
}

static bool read_expression(reader *r)
{
    if (!read_unary(r))
        return false;
    while (r->at < r->end && *r->at >= LOGIC_AND && *r->at <= LOGIC_THEN) {
        r->at++;
        if (!read_unary(r))
            return false;
    }
    return true;
}

static bool is_sentence(const uint8_t *symbols, size_t count)
{
    reader r = {symbols, symbols + count};
    return count == 0 || (read_expression(&r) && r.at == r.end);
}

/* Can some sentence begin so? If one can, then by adding a letter or none, and parentheses. */
static bool can_go_on(const uint8_t *symbols, size_t count)
{
    uint8_t longer[32];
    memcpy(longer, symbols, count);
    for (unsigned letter = 0; letter < 2; letter++) {
        size_t size = count;
        if (letter)
            longer[size++] = LOGIC_A;
        for (size_t closing = 0; closing <= count; closing++) {
            if (is_sentence(longer, size))
                return true;
            longer[size++] = LOGIC_CLOSE;
        }
    }
    return false;
}

static size_t first_mistake(const uint8_t *symbols, size_t count)
{
    for (size_t i = 1; i <= count; i++)
        if (!can_go_on(symbols, i))
            return i - 1;
    return count;
}

/* How many sentences of at most `longest` symbols the grammar has, counted rule by rule. */
static unsigned count_sentences(unsigned longest)
{
    unsigned e[16] = {0}, p[16] = {0}, u[16] = {0}, total = 1; /* the empty line */
    for (unsigned n = 1; n <= longest; n++) {
        p[n] = n == 1 ? LOGIC_LETTERS : e[n - 2];
        u[n] = p[n] + p[n - 1];
        e[n] = u[n];
        for (unsigned i = 1; i + 1 < n; i++)
            e[n] += e[i] * 3 * u[n - 1 - i];
        total += e[n];
    }
    return total;
}

/* Every string of symbols up to a length: well formed or not, where it breaks, and its table.
 */
TEST(every_short_line_is_judged_right)
{
    unsigned longest = check_sample(6, 7), good = 0;
    for (unsigned length = 0, strings = 1; length <= longest;
         length++, strings *= LOGIC_SYMBOLS)
        for (unsigned n = 0; n < strings; n++) {
            uint8_t s[8];
            unsigned rest = n;
            for (unsigned i = 0; i < length; i++, rest /= LOGIC_SYMBOLS)
                s[i] = (uint8_t)(rest % LOGIC_SYMBOLS);
            bool sentence = is_sentence(s, length);
            logic_mistake m = logic_check(s, length);
            logic_table t;
            assert_int_equal(m.want == LOGIC_WANT_NOTHING, sentence);
            assert_int_equal(logic_symbols_table(s, length, LOGIC_SEED, &t), sentence);
            assert_int_equal(logic_symbols_table(s, length, LOGIC_OFFICIAL, &t), sentence);
            if (!sentence)
                assert_int_equal(m.at, first_mistake(s, length));
            good += sentence;
        }
    assert_int_equal(good, count_sentences(longest));
}

/* ---- reverse Polish ----------------------------------------------------------------- */

static const struct {
    const char *line, *seed, *official;
} polish[] = {
    {"", "", ""},
    {"A", "A", "A"},
    {" a & b ", "AB&", "AB&"},
    {"A>B>C", "AB>C>", "AB>C>"},
    {"A>(B>C)", "ABC>>", "ABC>>"},
    {"A&B>C|D", "AB&CD|>", "ABC>D|&"},
    {"A|B&C", "ABC&|", "AB|C&"},
    {"A&B|C", "AB&C|", "ABC|&"},
    {"~A&B", "A~B&", "A~B&"},
    {"~(A&B)>C", "AB&~C>", "AB&~C>"},
    {"A>B&C>D", "ABC&>D>", "AB>CD>&"},
    {"¬A∧B∨C⇒D", "A~B&C|D>", "A~BCD>|&"},
    {"((A))", "A", "A"},
    {"~(~A)", "A~~", "A~~"},
    {"A|B|C&D&A", "AB|CD&A&|", "AB|C|D&A&"},
};

TEST(lines_become_reverse_polish)
{
    for (size_t i = 0; i < sizeof polish / sizeof *polish; i++)
        for (int p = LOGIC_SEED; p <= LOGIC_OFFICIAL; p++) {
            logic_line line;
            logic_rpn rpn;
            assert_ok(logic_read(duel_str_of(polish[i].line), &line, NULL, NULL));
            logic_to_rpn(&line, (logic_precedence)p, &rpn);
            CHECK_BUF(out);
            for (unsigned k = 0; k < rpn.count; k++)
                duel_put(&out.sink,
                         logic_symbol_text((logic_symbol)rpn.symbol[k], LOGIC_ASCII));
            assert_string_equal(out.text,
                                p == LOGIC_SEED ? polish[i].seed : polish[i].official);
        }
}

/* ---- printing ----------------------------------------------------------------------- */

static logic_id tree_of(logic_pool *pool, const logic_line *line, logic_precedence p)
{
    logic_rpn rpn;
    logic_to_rpn(line, p, &rpn);
    return logic_of_rpn(pool, &rpn);
}

static void print_line(const logic_pool *pool, logic_id id, logic_precedence p,
                       logic_style style, logic_line *line)
{
    CHECK_BUF(out);
    logic_put_formula(pool, id, p, style, &out.sink);
    assert_ok(logic_read(duel_buf_str(&out), line, NULL, NULL));
}

/* The partner of the opening parenthesis at `open`. */
static unsigned partner(const logic_line *line, unsigned open)
{
    unsigned depth = 0, i = open;
    do {
        depth += line->symbol[i] == LOGIC_OPEN;
        depth -= line->symbol[i] == LOGIC_CLOSE;
        i++;
    } while (depth);
    return i - 1;
}

static logic_line without(const logic_line *line, unsigned a, unsigned b)
{
    logic_line out = {0};
    for (unsigned i = 0; i < line->count; i++)
        if (i != a && i != b)
            out.symbol[out.count++] = line->symbol[i];
    return out;
}

/* Any pair of parentheses left out makes another formula, or none. */
static void assert_no_pair_to_spare(logic_pool *pool, const logic_line *line, logic_id id,
                                    logic_precedence p)
{
    for (unsigned i = 0; i < line->count; i++) {
        if (line->symbol[i] != LOGIC_OPEN)
            continue;
        logic_line less = without(line, i, partner(line, i));
        if (logic_check(less.symbol, less.count).want == LOGIC_WANT_NOTHING)
            assert_int_not_equal(tree_of(pool, &less, p), id);
    }
}

TEST(printed_formulas_read_back_with_fewest_parentheses)
{
    logic_pool *pool = malloc(sizeof *pool);
    assert_non_null(pool);
    duel_rng rng = check_rng(4);
    for (unsigned i = 0; i < check_sample(4000, 100000); i++) {
        logic_pool_init(pool);
        logic_line line, printed;
        logic_precedence p = i % 2 ? LOGIC_OFFICIAL : LOGIC_SEED;
        random_long_line(&rng, 1 + duel_rng_below(&rng, 9), &line);
        logic_id id = tree_of(pool, &line, p);
        print_line(pool, id, p, i % 4 < 2 ? LOGIC_ASCII : LOGIC_UNICODE, &printed);
        assert_int_equal(tree_of(pool, &printed, p), id);
        assert_true(printed.count <= line.count);
        assert_no_pair_to_spare(pool, &printed, id, p);
        print_line(pool, id, (logic_precedence)!p, LOGIC_ASCII, &printed);
        assert_int_equal(tree_of(pool, &printed, (logic_precedence)!p), id);
    }
    free(pool);
}

TEST(a_full_pool_says_so)
{
    logic_pool *pool = malloc(sizeof *pool);
    assert_non_null(pool);
    logic_pool_init(pool);
    logic_id id = LOGIC_A, last = id;
    while ((id = logic_make(pool, LOGIC_NOT, id, 0)) != LOGIC_NONE)
        last = id;
    assert_int_equal(pool->count, LOGIC_POOL_MAX);
    assert_int_equal(logic_make(pool, LOGIC_AND, LOGIC_A, LOGIC_B), LOGIC_NONE);
    assert_int_equal(logic_make(pool, LOGIC_AND, LOGIC_NONE, LOGIC_B), LOGIC_NONE);
    assert_int_equal(logic_make(pool, LOGIC_NOT, pool->node[last].left, 0), last);
    free(pool);
}
