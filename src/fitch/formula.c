/* fitch/formula.c -- formulas: kept, written, their truth, and read as people write them, by
 * Dijkstra's shunting-yard. See formula.h. */
#include "fitch/formula.h"

#include <string.h>

/* ---- the pool ---------------------------------------------------------------------------- */

void prop_pool_init(prop_pool *pool)
{
    pool->count = 0;
    memset(pool->slot, 0xFF, sizeof pool->slot);
}

static bool same_node(const prop_node *a, const prop_node *b)
{
    return a->op == b->op && a->letter == b->letter && a->left == b->left &&
           a->right == b->right;
}

static unsigned node_slot(const prop_node *n)
{
    uint64_t mixed =
        (uint64_t)n->op << 40 | (uint64_t)n->letter << 32 | (uint64_t)n->left << 16 | n->right;
    return (unsigned)(mixed * UINT64_C(0x9E3779B97F4A7C15) >> 32) % PROP_SLOTS;
}

static prop_id keep_node(prop_pool *pool, prop_node n)
{
    unsigned at = node_slot(&n);
    while (pool->slot[at] != PROP_NONE) {
        if (same_node(&pool->node[pool->slot[at]], &n))
            return pool->slot[at];
        at = (at + 1) % PROP_SLOTS;
    }
    if (pool->count == PROP_MAX)
        return PROP_NONE;
    pool->node[pool->count] = n;
    return pool->slot[at] = (prop_id)pool->count++;
}

prop_id prop_letter(prop_pool *pool, unsigned letter)
{
    return keep_node(pool, (prop_node){.op = PROP_LETTER,
                                       .letter = (uint8_t)letter,
                                       .letters = UINT32_C(1) << letter});
}

static unsigned parts_of(prop_op op)
{
    return op < PROP_NOT ? 0 : op == PROP_NOT ? 1 : 2;
}

prop_id prop_make(prop_pool *pool, prop_op op, prop_id left, prop_id right)
{
    unsigned parts = parts_of(op);
    prop_node n = {.op = (uint8_t)op};
    if ((parts > 0 && left == PROP_NONE) || (parts > 1 && right == PROP_NONE))
        return PROP_NONE;
    if (parts > 0) {
        n.left = left;
        n.letters = pool->node[left].letters;
    }
    if (parts > 1) {
        n.right = right;
        n.letters |= pool->node[right].letters;
    }
    return keep_node(pool, n);
}

bool prop_opposed(const prop_pool *pool, prop_id a, prop_id b)
{
    const prop_node *x = &pool->node[a], *y = &pool->node[b];
    return (x->op == PROP_NOT && x->left == b) || (y->op == PROP_NOT && y->left == a);
}

/* ---- writing ----------------------------------------------------------------------------- */

static const char *const signs[PROP_STYLES][PROP_OPS] = {
    [PROP_ASCII] = {"", "#", "true", "~", "&", "|", "^", ">", "="},
    [PROP_UNICODE] = {"", "⊥", "⊤", "¬", " ∧ ", " ∨ ", " ⊕ ", " ⇒ ", " ⇔ "},
    [PROP_LATEX] = {"", "\\bot", "\\top", "\\lnot ", " \\land ", " \\lor ", " \\oplus ",
                    " \\Rightarrow ", " \\Leftrightarrow "},
};

/* Whether a part stands in parentheses: it binds less tightly, or as much on the side to which
 * its operator does not group. */
static bool is_wrapped(const prop_pool *pool, prop_id part, prop_op around, bool right)
{
    prop_op op = (prop_op)pool->node[part].op;
    if (parts_of(op) < 2)
        return false;
    if (prop_rank(op) != prop_rank(around))
        return prop_rank(op) > prop_rank(around);
    return right != (around == PROP_THEN);
}

static void put_part(const prop_pool *pool, prop_id part, prop_op around, bool right,
                     prop_style style, duel_sink *out)
{
    bool wrapped = is_wrapped(pool, part, around, right);
    duel_put(out, wrapped ? "(" : "");
    prop_put(pool, part, style, out);
    duel_put(out, wrapped ? ")" : "");
}

void prop_put(const prop_pool *pool, prop_id id, prop_style style, duel_sink *out)
{
    const prop_node *n = &pool->node[id];
    prop_op op = (prop_op)n->op;
    if (op == PROP_LETTER)
        duel_put_char(out, (char)('A' + n->letter));
    if (parts_of(op) == 2)
        put_part(pool, n->left, op, false, style, out);
    duel_put(out, signs[style][op]);
    if (parts_of(op) == 1)
        put_part(pool, n->left, op, true, style, out);
    if (parts_of(op) == 2)
        put_part(pool, n->right, op, true, style, out);
}

/* ---- truth ------------------------------------------------------------------------------- */

bool prop_letters_of(uint32_t set, prop_letters *out)
{
    out->count = 0;
    if (__builtin_popcount(set) > PROP_TABLED)
        return false;
    for (uint8_t k = 0; k < 26; k++)
        if (set >> k & 1)
            out->letter[out->count++] = k;
    return true;
}

static uint64_t letter_table(const prop_letters *letters, uint8_t letter)
{
    static const uint64_t column[PROP_TABLED] = {
        UINT64_C(0xAAAAAAAAAAAAAAAA), UINT64_C(0xCCCCCCCCCCCCCCCC),
        UINT64_C(0xF0F0F0F0F0F0F0F0), UINT64_C(0xFF00FF00FF00FF00),
        UINT64_C(0xFFFF0000FFFF0000), UINT64_C(0xFFFFFFFF00000000)};
    unsigned k = 0;
    while (k < letters->count && letters->letter[k] != letter)
        k++;
    DUEL_REQUIRE(k < letters->count);
    return column[k];
}

static uint64_t joined(prop_op op, uint64_t x, uint64_t y)
{
    return op == PROP_AND      ? x & y
           : op == PROP_OR     ? x | y
           : op == PROP_EITHER ? x ^ y
           : op == PROP_THEN   ? ~x | y
                               : ~(x ^ y);
}

/* Deep formulas are read to a depth of PROP_SIGNS only, so this is no deeper. */
uint64_t prop_table(const prop_pool *pool, prop_id id, const prop_letters *letters)
{
    const prop_node *n = &pool->node[id];
    if (n->op == PROP_LETTER)
        return letter_table(letters, n->letter);
    if (n->op == PROP_FALSE || n->op == PROP_TRUE)
        return n->op == PROP_TRUE ? UINT64_MAX : 0;
    uint64_t left = prop_table(pool, n->left, letters);
    return n->op == PROP_NOT
               ? ~left
               : joined((prop_op)n->op, left, prop_table(pool, n->right, letters));
}

/* ---- reading ----------------------------------------------------------------------------- */

/* ---- signs ------------------------------------------------------------------------------- */

enum { SIGN_OPEN = PROP_OPS, SIGN_CLOSE, SIGN_END, SIGN_UNKNOWN };

static const struct {
    const char *text;
    uint8_t sign;
} spellings[] = {
    {"¬", PROP_NOT},        {"~", PROP_NOT},         {"!", PROP_NOT},   {"not", PROP_NOT},
    {"non", PROP_NOT},      {"∧", PROP_AND},         {"&", PROP_AND},   {"&&", PROP_AND},
    {".", PROP_AND},        {"/\\", PROP_AND},       {"and", PROP_AND}, {"et", PROP_AND},
    {"∨", PROP_OR},         {"|", PROP_OR},          {"||", PROP_OR},   {"+", PROP_OR},
    {"\\/", PROP_OR},       {"or", PROP_OR},         {"ou", PROP_OR},   {"⊕", PROP_EITHER},
    {"^", PROP_EITHER},     {"xor", PROP_EITHER},    {"⇒", PROP_THEN},  {"→", PROP_THEN},
    {">", PROP_THEN},       {"->", PROP_THEN},       {"=>", PROP_THEN}, {"⊃", PROP_THEN},
    {"implies", PROP_THEN}, {"implique", PROP_THEN}, {"⇔", PROP_SAME},  {"↔", PROP_SAME},
    {"<->", PROP_SAME},     {"<=>", PROP_SAME},      {"≡", PROP_SAME},  {"=", PROP_SAME},
    {"iff", PROP_SAME},     {"ssi", PROP_SAME},      {"⊥", PROP_FALSE}, {"#", PROP_FALSE},
    {"false", PROP_FALSE},  {"faux", PROP_FALSE},    {"⊤", PROP_TRUE},  {"true", PROP_TRUE},
    {"vrai", PROP_TRUE},    {"(", SIGN_OPEN},        {")", SIGN_CLOSE}};

typedef struct sign {
    uint8_t kind, letter;
    duel_str text;
    size_t at; /* characters before it */
} sign;

static bool is_alphabetic(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

/* Letters in a row are one word. */
static duel_str word_at(duel_str rest)
{
    duel_str word = {rest.at, 0};
    while (word.len < rest.len && is_alphabetic(rest.at[word.len]))
        word.len++;
    return word;
}

static sign word_sign(duel_str word)
{
    sign s = {.kind = SIGN_UNKNOWN, .text = word};
    for (size_t i = 0; i < sizeof spellings / sizeof *spellings; i++)
        if (duel_str_same_word(word, spellings[i].text))
            s.kind = spellings[i].sign;
    if (s.kind == SIGN_UNKNOWN && word.len == 1) {
        s.kind = PROP_LETTER;
        s.letter = (uint8_t)((word.at[0] | 0x20) - 'a');
    }
    return s;
}

/* The longest spelling the rest begins with; else its first character, unknown. */
static sign symbol_sign(duel_str rest)
{
    duel_str after = rest;
    uint32_t code;
    duel_str_character(&after, &code);
    sign s = {.kind = SIGN_UNKNOWN, .text = {rest.at, rest.len - after.len}};
    for (size_t i = 0, most = 0; i < sizeof spellings / sizeof *spellings; i++) {
        size_t len = strlen(spellings[i].text);
        if (len > most && len <= rest.len && memcmp(rest.at, spellings[i].text, len) == 0) {
            most = s.text.len = len;
            s.kind = spellings[i].sign;
        }
    }
    return s;
}

static size_t characters_of(duel_str s)
{
    size_t count = 0;
    for (size_t i = 0; i < s.len; i++)
        count += !duel_char_goes_on(s.at[i]);
    return count;
}

/* The next sign; *at counts the characters passed. */
static sign next_sign(duel_str *rest, size_t *at)
{
    while (rest->len && rest->at[0] && strchr(" \t\r\n", rest->at[0])) {
        rest->at++, rest->len--;
        ++*at;
    }
    duel_str word = word_at(*rest);
    sign s = rest->len == 0 ? (sign){.kind = SIGN_END, .text = *rest}
             : word.len     ? word_sign(word)
                            : symbol_sign(*rest);
    s.at = *at;
    rest->at += s.text.len;
    rest->len -= s.text.len;
    *at += characters_of(s.text);
    return s;
}

/* ---- the yard ---------------------------------------------------------------------------- */

int prop_rank(prop_op op)
{
    static const int rank[PROP_OPS] = {
        [PROP_AND] = 1, [PROP_OR] = 2, [PROP_EITHER] = 2, [PROP_THEN] = 3, [PROP_SAME] = 4};
    return rank[op];
}

typedef struct yard {
    prop_pool *pool;
    prop_watch *watch;        /* may be NULL */
    prop_id part[PROP_SIGNS]; /* formulas done */
    sign wait[PROP_SIGNS];    /* operators and parentheses that wait for their right side */
    unsigned parts, waiting, read;
    bool after_operand;
    sign wrong; /* where it failed */
} yard;

static void show(const yard *y, prop_deed deed, const sign *s)
{
    if (y->watch)
        y->watch->saw(y->watch, deed, s->text);
}

static void let_wait(yard *y, const sign *s)
{
    y->wait[y->waiting++] = *s;
    show(y, PROP_WAITS, s);
}

/* The operator that waited last takes its parts. */
static void settle(yard *y)
{
    prop_op op = (prop_op)y->wait[--y->waiting].kind;
    show(y, PROP_SETTLED, &y->wait[y->waiting]);
    unsigned count = op == PROP_NOT ? 1 : 2;
    prop_id right = y->part[y->parts - 1], left = y->part[y->parts - count];
    y->parts -= count;
    y->part[y->parts++] = prop_make(y->pool, op, left, right);
}

static bool goes_first(const sign *waiting, prop_op op)
{
    if (waiting->kind == SIGN_OPEN)
        return false;
    int before = prop_rank((prop_op)waiting->kind), now = prop_rank(op);
    return before < now || (before == now && op != PROP_THEN);
}

static duel_status refuse_at(yard *y, const sign *s, const char *id, duel_msg *why)
{
    y->wrong = *s;
    return duel_refuse(why, id, "s", s->text);
}

static duel_status take_operand(yard *y, const sign *s, duel_msg *why)
{
    bool constant = s->kind == PROP_FALSE || s->kind == PROP_TRUE;
    if (s->kind == PROP_NOT || s->kind == SIGN_OPEN) {
        let_wait(y, s);
        return DUEL_OK;
    }
    if (s->kind == SIGN_UNKNOWN)
        return refuse_at(y, s, N_("“{0}” is no sign of a formula: letters stand alone."), why);
    if (s->kind != PROP_LETTER && !constant)
        return refuse_at(y, s, N_("A letter, a negation or an opening parenthesis is missing."),
                         why);
    y->part[y->parts++] =
        constant ? prop_make(y->pool, (prop_op)s->kind, 0, 0) : prop_letter(y->pool, s->letter);
    y->after_operand = true;
    show(y, PROP_PUT_OUT, s);
    return DUEL_OK;
}

static duel_status close_bracket(yard *y, const sign *s, duel_msg *why)
{
    while (y->waiting && y->wait[y->waiting - 1].kind != SIGN_OPEN)
        settle(y);
    if (y->waiting == 0)
        return refuse_at(y, s, N_("This parenthesis was never opened."), why);
    y->waiting--;
    show(y, PROP_DROPPED, s);
    return DUEL_OK;
}

static duel_status take_operator(yard *y, const sign *s, duel_msg *why)
{
    if (s->kind == SIGN_CLOSE)
        return close_bracket(y, s, why);
    if (s->kind < PROP_AND || s->kind >= PROP_OPS)
        return refuse_at(y, s, N_("An operator is missing before “{0}”."), why);
    while (y->waiting && goes_first(&y->wait[y->waiting - 1], (prop_op)s->kind))
        settle(y);
    let_wait(y, s);
    y->after_operand = false;
    return DUEL_OK;
}

static duel_status settle_all(yard *y, const sign *end, prop_id *out, duel_msg *why)
{
    if (!y->after_operand)
        return refuse_at(y, end,
                         N_("A letter, a negation or an opening parenthesis is missing."), why);
    while (y->waiting) {
        if (y->wait[y->waiting - 1].kind == SIGN_OPEN)
            return refuse_at(y, &y->wait[y->waiting - 1],
                             N_("This parenthesis is never closed."), why);
        settle(y);
    }
    *out = y->part[0];
    return *out == PROP_NONE ? duel_no_space(why) : DUEL_OK;
}

duel_status prop_read(prop_pool *pool, duel_str text, prop_id *out, size_t *at, duel_msg *why)
{
    return prop_read_watched(pool, text, NULL, out, at, why);
}

duel_status prop_read_watched(prop_pool *pool, duel_str text, prop_watch *watch, prop_id *out,
                              size_t *at, duel_msg *why)
{
    yard y = {.pool = pool, .watch = watch};
    size_t passed = 0;
    sign s = next_sign(&text, &passed);
    duel_status status = DUEL_OK;
    while (status == DUEL_OK && s.kind != SIGN_END) {
        if (++y.read > PROP_SIGNS)
            status = refuse_at(&y, &s, N_("The formula is too long."), why);
        else
            status = y.after_operand ? take_operator(&y, &s, why) : take_operand(&y, &s, why);
        s = status == DUEL_OK ? next_sign(&text, &passed) : s;
    }
    if (status == DUEL_OK)
        status = settle_all(&y, &s, out, why);
    if (status == DUEL_REFUSED && at)
        *at = y.wrong.at;
    return status;
}
