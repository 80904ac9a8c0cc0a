/* logic/truth_table.c -- see truth_table.h. */
#include "logic/truth_table.h"

static logic_table apply(logic_symbol op, logic_table a, logic_table b)
{
    if (op == LOGIC_AND)
        return a & b;
    if (op == LOGIC_OR)
        return a | b;
    DUEL_REQUIRE(op == LOGIC_THEN);
    return (logic_table)(~a | b);
}

/* The classical stack machine, on any truth values at once: one bit for each. */
static logic_table evaluate(const logic_rpn *rpn, const logic_table letter[LOGIC_LETTERS])
{
    logic_table stack[LOGIC_LINE_MAX];
    unsigned top = 0;
    for (unsigned i = 0; i < rpn->count; i++) {
        unsigned s = rpn->symbol[i];
        if (s < LOGIC_LETTERS) {
            stack[top++] = letter[s];
        } else if (s == LOGIC_NOT) {
            DUEL_REQUIRE(top >= 1);
            stack[top - 1] = (logic_table)~stack[top - 1];
        } else {
            DUEL_REQUIRE(top >= 2);
            top--;
            stack[top - 1] = apply((logic_symbol)s, stack[top - 1], stack[top]);
        }
    }
    DUEL_REQUIRE(top <= 1);
    return top ? stack[0] : LOGIC_TRUE;
}

logic_table logic_rpn_table(const logic_rpn *rpn)
{
    logic_table letter[LOGIC_LETTERS];
    for (unsigned k = 0; k < LOGIC_LETTERS; k++)
        letter[k] = logic_letter_table(k);
    return evaluate(rpn, letter);
}

bool logic_rpn_value(const logic_rpn *rpn, unsigned model)
{
    logic_table letter[LOGIC_LETTERS];
    for (unsigned k = 0; k < LOGIC_LETTERS; k++)
        letter[k] = model >> k & 1;
    return evaluate(rpn, letter) & 1;
}

/* ---- straight from symbols --------------------------------------------------------------- */

/* One level of parentheses, read up to some place. Because there is one operator a rank and
 * equals associate to the left, all that waits for a right operand is one left operand for each
 * of the three. The one that is not there is the operator's left identity (true & x = x,
 * false | x = x, true > x = x), so nothing needs to be asked before folding. */
typedef struct level {
    logic_table conjunct, disjunct, condition;
    logic_table negated; /* all ones if NOT stands before the operand coming */
} level;

static const level fresh = {LOGIC_TRUE, LOGIC_FALSE, LOGIC_TRUE, 0};

static inline logic_table then(logic_table condition, logic_table x)
{
    return (logic_table)(~condition | x);
}

/* `x op` was read: folds what binds at least as tightly as `op` and leaves it waiting. */
static inline void wait_seed(level *l, unsigned op, logic_table x)
{
    x &= l->conjunct;
    if (op != LOGIC_AND) {
        x |= l->disjunct;
        l->conjunct = LOGIC_TRUE;
        if (op == LOGIC_OR) {
            l->disjunct = x;
        } else {
            l->condition = then(l->condition, x);
            l->disjunct = LOGIC_FALSE;
        }
    } else {
        l->conjunct = x;
    }
}

static inline void wait_official(level *l, unsigned op, logic_table x)
{
    x = then(l->condition, x);
    if (op != LOGIC_THEN) {
        x |= l->disjunct;
        l->condition = LOGIC_TRUE;
        if (op == LOGIC_OR) {
            l->disjunct = x;
        } else {
            l->conjunct &= x;
            l->disjunct = LOGIC_FALSE;
        }
    } else {
        l->condition = x;
    }
}

static inline logic_table finish_level(const level *l, logic_precedence p, logic_table x)
{
    if (p == LOGIC_SEED)
        return then(l->condition, l->disjunct | (l->conjunct & x));
    return l->conjunct & (l->disjunct | then(l->condition, x));
}

/* Inlined once for each precedence, which is then a constant. The loop is an operand (with what
 * opens before it), then what may follow one; it is long for the sake of speed. */
static inline bool read_symbols(const uint8_t *s, const uint8_t *end, logic_precedence p,
                                logic_table *table)
{
    level stack[LOGIC_LINE_MAX / 2 + 1], *l = stack;
    *l = fresh;
    for (;;) {
        if (s == end)
            return false;
        if (*s == LOGIC_NOT) {
            l->negated = LOGIC_TRUE;
            if (++s == end)
                return false;
        }
        if (*s == LOGIC_OPEN) {
            if (l == stack + LOGIC_LINE_MAX / 2) /* could not be closed within the limit */
                return false;
            *++l = fresh;
            s++;
            continue;
        }
        if (*s >= LOGIC_LETTERS)
            return false;
        logic_table x = logic_letter_table(*s++) ^ l->negated;
        while (s != end && *s == LOGIC_CLOSE) {
            if (l == stack)
                return false;
            x = finish_level(l, p, x);
            l--;
            x ^= l->negated;
            s++;
        }
        if (s == end) {
            if (l != stack)
                return false;
            *table = finish_level(l, p, x);
            return true;
        }
        if (*s < LOGIC_AND || *s > LOGIC_THEN)
            return false;
        l->negated = 0;
        if (p == LOGIC_SEED)
            wait_seed(l, *s++, x);
        else
            wait_official(l, *s++, x);
    }
}

bool logic_symbols_table(const uint8_t *symbols, size_t count, logic_precedence precedence,
                         logic_table *table)
{
    if (count == 0) {
        *table = LOGIC_TRUE;
        return true;
    }
    if (count > LOGIC_LINE_MAX)
        return false;
    if (precedence == LOGIC_SEED)
        return read_symbols(symbols, symbols + count, LOGIC_SEED, table);
    return read_symbols(symbols, symbols + count, LOGIC_OFFICIAL, table);
}

/* ---- verdicts ---------------------------------------------------------------------------- */

logic_verdict logic_verdict_of(logic_table models)
{
    logic_verdict v = {.models = models, .paradox = models == LOGIC_FALSE};
    for (unsigned k = 0; k < LOGIC_LETTERS; k++) {
        logic_table letter = logic_letter_table(k);
        v.proven |= (uint8_t)((unsigned)((models & ~letter) == 0) << k);
        v.disproven |= (uint8_t)((unsigned)((models & letter) == 0) << k);
    }
    if (v.paradox)
        v.proven = v.disproven = 0;
    return v;
}

logic_verdict logic_proof_verdict(const logic_proof *proof)
{
    logic_table models = LOGIC_TRUE;
    for (unsigned i = 0; i < LOGIC_LINES; i++)
        models &= logic_rpn_table(&proof->line[i]);
    return logic_verdict_of(models);
}

char logic_letter_verdict(const logic_verdict *v, unsigned letter)
{
    if (v->proven >> letter & 1)
        return 'T';
    return v->disproven >> letter & 1 ? 'F' : '?';
}
