/* fitch/prop.c -- formulas: kept, written, and their truth. Reading is in read.c. */
#include "fitch/prop.h"

#include <string.h>

/* ---- the pool ----------------------------------------------------------------------- */

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

/* ---- writing ------------------------------------------------------------------------ */

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

/* ---- truth -------------------------------------------------------------------------- */

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
