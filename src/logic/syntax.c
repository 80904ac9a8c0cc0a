/* logic/syntax.c -- see syntax.h.
 *
 * The grammar is checked by the automaton it amounts to: a state (what may come next) and the
 * number of open parentheses. */
#include "logic/syntax.h"

#include <string.h>

/* ---- the automaton ----------------------------------------------------------------------- */

typedef struct automaton {
    enum { BEFORE_OPERAND, AFTER_NOT, AFTER_OPERAND } state;
    size_t open;
} automaton;

/* What `a` can accept now; also what is missing if the line ends here. */
static logic_want wanted(const automaton *a)
{
    switch (a->state) {
    case BEFORE_OPERAND:
        return LOGIC_WANT_OPERAND;
    case AFTER_NOT:
        return LOGIC_WANT_NEGATED;
    case AFTER_OPERAND:
        return a->open ? LOGIC_WANT_CLOSE : LOGIC_WANT_OPERATOR;
    }
    return LOGIC_WANT_NOTHING;
}

static bool is_letter(unsigned symbol)
{
    return symbol < LOGIC_LETTERS;
}

static bool is_operator(unsigned symbol)
{
    return symbol >= LOGIC_AND && symbol <= LOGIC_THEN;
}

static bool accept_operand(automaton *a, unsigned symbol)
{
    if (is_letter(symbol)) {
        a->state = AFTER_OPERAND;
    } else if (symbol == LOGIC_OPEN) {
        a->state = BEFORE_OPERAND;
        a->open++;
    } else if (symbol == LOGIC_NOT && a->state == BEFORE_OPERAND) {
        a->state = AFTER_NOT;
    } else {
        return false;
    }
    return true;
}

static bool accept(automaton *a, unsigned symbol)
{
    if (a->state != AFTER_OPERAND)
        return accept_operand(a, symbol);
    if (is_operator(symbol)) {
        a->state = BEFORE_OPERAND;
        return true;
    }
    if (symbol != LOGIC_CLOSE || a->open == 0)
        return false;
    a->open--;
    return true;
}

/* May the line end here? Nothing read yet is a fine line too. */
static bool may_end(const automaton *a, size_t read)
{
    return read == 0 || (a->state == AFTER_OPERAND && a->open == 0);
}

logic_mistake logic_check(const uint8_t *symbols, size_t count)
{
    automaton a = {BEFORE_OPERAND, 0};
    for (size_t i = 0; i < count; i++) {
        logic_want want = wanted(&a);
        if (!accept(&a, symbols[i]))
            return (logic_mistake){i, want};
    }
    return (logic_mistake){count, may_end(&a, count) ? LOGIC_WANT_NOTHING : wanted(&a)};
}

/* ---- text -------------------------------------------------------------------------------- */

/* By symbol; ASCII first. */
static const char *const spelling[LOGIC_SYMBOLS][2] = {
    [LOGIC_A] = {"A", "A"},     [LOGIC_B] = {"B", "B"},   [LOGIC_C] = {"C", "C"},
    [LOGIC_D] = {"D", "D"},     [LOGIC_AND] = {"&", "∧"}, [LOGIC_OR] = {"|", "∨"},
    [LOGIC_THEN] = {">", "⇒"},  [LOGIC_NOT] = {"~", "¬"}, [LOGIC_OPEN] = {"(", "("},
    [LOGIC_CLOSE] = {")", ")"},
};

const char *logic_symbol_text(logic_symbol symbol, logic_style style)
{
    DUEL_REQUIRE(symbol < LOGIC_SYMBOLS);
    return spelling[symbol][style == LOGIC_UNICODE];
}

/* Cuts one character off: a byte and the UTF-8 continuation bytes behind it. */
static duel_str next_character(duel_str *rest)
{
    duel_str c = {rest->at, 1};
    while (c.len < rest->len && c.len < 4 && ((unsigned char)rest->at[c.len] & 0xC0) == 0x80)
        c.len++;
    rest->at += c.len;
    rest->len -= c.len;
    return c;
}

static bool is_blank(duel_str c)
{
    return c.len == 1 && memchr(" \t\r\n", c.at[0], 4) != NULL;
}

/* The symbol a character stands for; LOGIC_SYMBOLS for none. */
static logic_symbol symbol_of(duel_str c)
{
    for (logic_symbol s = 0; s < LOGIC_SYMBOLS; s++)
        if (duel_str_same_word(c, spelling[s][0]) || duel_str_is(c, spelling[s][1]))
            return s;
    return LOGIC_SYMBOLS;
}

static duel_status refuse_mistake(logic_mistake m, logic_mistake *mistake, duel_msg *why)
{
    static const char *const sentence[] = {
        [LOGIC_WANT_NOTHING] = "",
        [LOGIC_WANT_OPERAND] = N_("At position {0}, a letter, a negation or an opening "
                                  "parenthesis was expected."),
        [LOGIC_WANT_NEGATED] = N_("At position {0}, after a negation, a letter or an "
                                  "opening parenthesis was expected."),
        [LOGIC_WANT_OPERATOR] = N_("At position {0}, an operator (AND, OR, THEN) or the end "
                                   "of the line was expected."),
        [LOGIC_WANT_CLOSE] = N_("At position {0}, an operator (AND, OR, THEN) or a closing "
                                "parenthesis was expected."),
        [LOGIC_WANT_SHORTER] =
            N_("At position {0}, the line is too long: {1} symbols at most."),
    };
    if (mistake != NULL)
        *mistake = m;
    return duel_invalid(why, sentence[m.want], "ii", (int64_t)m.at, (int64_t)LOGIC_LINE_MAX);
}

duel_status logic_read(duel_str text, logic_line *line, logic_mistake *mistake, duel_msg *why)
{
    logic_line read = {0};
    automaton a = {BEFORE_OPERAND, 0};
    size_t at = 0;
    for (duel_str rest = text; rest.len; at++) {
        duel_str c = next_character(&rest);
        if (is_blank(c))
            continue;
        logic_symbol s = symbol_of(c);
        logic_want want = wanted(&a);
        if (!accept(&a, s))
            return refuse_mistake((logic_mistake){at, want}, mistake, why);
        if (read.count == LOGIC_LINE_MAX)
            return refuse_mistake((logic_mistake){at, LOGIC_WANT_SHORTER}, mistake, why);
        read.symbol[read.count++] = (uint8_t)s;
    }
    if (!may_end(&a, read.count))
        return refuse_mistake((logic_mistake){at, wanted(&a)}, mistake, why);
    *line = read;
    return DUEL_OK;
}

/* ---- reverse Polish ---------------------------------------------------------------------- */

int logic_rank(logic_precedence precedence, logic_symbol op)
{
    static const int rank[2][LOGIC_SYMBOLS] = {
        [LOGIC_SEED] = {[LOGIC_NOT] = 0, [LOGIC_AND] = 1, [LOGIC_OR] = 2, [LOGIC_THEN] = 3},
        [LOGIC_OFFICIAL] = {[LOGIC_NOT] = 0, [LOGIC_THEN] = 1, [LOGIC_OR] = 2, [LOGIC_AND] = 3},
    };
    DUEL_REQUIRE(op >= LOGIC_AND && op <= LOGIC_NOT);
    return rank[precedence][op];
}

/* Operators waiting for their right operand, and parentheses waiting to be closed. */
typedef struct yard {
    logic_rpn *out;
    unsigned count;
    uint8_t waiting[LOGIC_LINE_MAX];
} yard;

static void emit(yard *y, unsigned symbol)
{
    y->out->symbol[y->out->count++] = (uint8_t)symbol;
}

static void emit_until_parenthesis(yard *y)
{
    while (y->count && y->waiting[y->count - 1] != LOGIC_OPEN)
        emit(y, y->waiting[--y->count]);
}

/* Operators that bind at least as tightly as the one coming have all their operands. */
static void emit_tighter(yard *y, logic_precedence p, logic_symbol coming)
{
    while (y->count) {
        unsigned top = y->waiting[y->count - 1];
        if (top == LOGIC_OPEN || logic_rank(p, (logic_symbol)top) > logic_rank(p, coming))
            break;
        emit(y, top);
        y->count--;
    }
}

void logic_to_rpn(const logic_line *line, logic_precedence precedence, logic_rpn *rpn)
{
    *rpn = (logic_rpn){0};
    yard y = {.out = rpn};
    for (unsigned i = 0; i < line->count; i++) {
        unsigned s = line->symbol[i];
        if (is_letter(s)) {
            emit(&y, s);
        } else if (s == LOGIC_CLOSE) {
            emit_until_parenthesis(&y);
            DUEL_REQUIRE(y.count > 0);
            y.count--;
        } else {
            if (is_operator(s)) /* NOT and ( begin an operand: nothing is finished by them */
                emit_tighter(&y, precedence, (logic_symbol)s);
            y.waiting[y.count++] = (uint8_t)s;
        }
    }
    emit_until_parenthesis(&y);
    DUEL_REQUIRE(y.count == 0);
}
