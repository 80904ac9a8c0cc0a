/* logic/formula.c -- see formula.h. */
#include "logic/formula.h"

#include <string.h>

/* ---- the pool ---------------------------------------------------------------------------- */

static unsigned hash_node(unsigned op, logic_id left, logic_id right)
{
    uint32_t h = (op * 0x9E3779B1U) ^ (left * 0x85EBCA6BU) ^ (right * 0xC2B2AE35U);
    h ^= h >> 15;
    return (h * 0x2C1B3C6DU) >> 8;
}

/* The slot that holds the formula, or the free one where it belongs. There always is one: the
 * table has twice as many slots as the pool has formulas. */
static unsigned slot_of(const logic_pool *pool, unsigned op, logic_id left, logic_id right)
{
    unsigned i = hash_node(op, left, right) % LOGIC_POOL_SLOTS;
    for (; pool->slot[i] != LOGIC_NONE; i = (i + 1) % LOGIC_POOL_SLOTS) {
        const logic_node *n = &pool->node[pool->slot[i]];
        if (n->op == op && n->left == left && n->right == right)
            break;
    }
    return i;
}

static logic_table table_of(const logic_pool *pool, unsigned op, logic_id left, logic_id right)
{
    if (op < LOGIC_LETTERS)
        return logic_letter_table(op);
    if (op == LOGIC_FALSUM)
        return LOGIC_FALSE;
    logic_table a = pool->node[left].table;
    if (op == LOGIC_NOT)
        return (logic_table)~a;
    logic_table b = pool->node[right].table;
    if (op == LOGIC_AND)
        return a & b;
    DUEL_REQUIRE(op == LOGIC_OR || op == LOGIC_THEN);
    return op == LOGIC_OR ? a | b : (logic_table)(~a | b);
}

static logic_id add_node(logic_pool *pool, unsigned slot, unsigned op, logic_id left,
                         logic_id right)
{
    if (pool->count == LOGIC_POOL_MAX)
        return LOGIC_NONE;
    logic_id id = (logic_id)pool->count++;
    pool->node[id] =
        (logic_node){(uint8_t)op, left, right, LOGIC_NONE, table_of(pool, op, left, right)};
    pool->slot[slot] = id;
    if (op == LOGIC_NOT)
        pool->node[left].negation = id;
    return id;
}

static logic_id make_any(logic_pool *pool, unsigned op, logic_id left, logic_id right)
{
    unsigned slot = slot_of(pool, op, left, right);
    logic_id id = pool->slot[slot];
    return id != LOGIC_NONE ? id : add_node(pool, slot, op, left, right);
}

void logic_pool_init(logic_pool *pool)
{
    pool->count = 0;
    memset(pool->slot, 0xFF, sizeof pool->slot);
    for (unsigned k = 0; k < LOGIC_LETTERS; k++)
        make_any(pool, k, LOGIC_NONE, LOGIC_NONE);
}

logic_id logic_make(logic_pool *pool, unsigned op, logic_id left, logic_id right)
{
    DUEL_REQUIRE(op >= LOGIC_AND && op <= LOGIC_NOT);
    if (op == LOGIC_NOT)
        right = left;
    if (left == LOGIC_NONE || right == LOGIC_NONE)
        return LOGIC_NONE;
    return make_any(pool, op, left, right);
}

logic_id logic_find(const logic_pool *pool, unsigned op, logic_id left, logic_id right)
{
    if (op == LOGIC_NOT)
        right = left;
    return pool->slot[slot_of(pool, op, left, right)];
}

logic_id logic_falsum(logic_pool *pool)
{
    return make_any(pool, LOGIC_FALSUM, LOGIC_NONE, LOGIC_NONE);
}

logic_id logic_of_rpn(logic_pool *pool, const logic_rpn *rpn)
{
    logic_id stack[LOGIC_LINE_MAX];
    unsigned top = 0;
    for (unsigned i = 0; i < rpn->count; i++) {
        unsigned s = rpn->symbol[i];
        if (s < LOGIC_LETTERS) {
            stack[top++] = (logic_id)s;
        } else if (s == LOGIC_NOT) {
            DUEL_REQUIRE(top >= 1);
            stack[top - 1] = logic_make(pool, LOGIC_NOT, stack[top - 1], 0);
        } else {
            DUEL_REQUIRE(top >= 2);
            top--;
            stack[top - 1] = logic_make(pool, s, stack[top - 1], stack[top]);
        }
    }
    DUEL_REQUIRE(top <= 1);
    return top ? stack[0] : (logic_id)LOGIC_NONE;
}

/* ---- printing ---------------------------------------------------------------------------- */

typedef struct printer {
    const logic_pool *pool;
    logic_precedence precedence;
    logic_style style;
    duel_sink *out;
} printer;

static void put_symbol(const printer *p, unsigned symbol)
{
    duel_put(p->out, logic_symbol_text((logic_symbol)symbol, p->style));
}

static bool is_atom(unsigned op)
{
    return op < LOGIC_LETTERS || op == LOGIC_FALSUM;
}

/* Must a part with operator `part` stand in parentheses beside `op`? NOT takes letters and
 * groups only; on the right even the same operator would be read the other way. */
static bool needs_parentheses(const printer *p, unsigned op, unsigned part, bool on_the_right)
{
    if (is_atom(part))
        return false;
    if (op == LOGIC_NOT)
        return true;
    int outer = logic_rank(p->precedence, (logic_symbol)op);
    int inner = logic_rank(p->precedence, (logic_symbol)part);
    return inner > outer || (inner == outer && on_the_right);
}

static void put_tree(const printer *p, logic_id id);

static void put_part(const printer *p, unsigned op, logic_id part, bool on_the_right)
{
    bool group = needs_parentheses(p, op, p->pool->node[part].op, on_the_right);
    if (group)
        put_symbol(p, LOGIC_OPEN);
    put_tree(p, part);
    if (group)
        put_symbol(p, LOGIC_CLOSE);
}

static void put_tree(const printer *p, logic_id id)
{
    const logic_node *n = &p->pool->node[id];
    if (n->op == LOGIC_FALSUM) {
        duel_put(p->out, p->style == LOGIC_UNICODE ? "⊥" : "#");
    } else if (n->op < LOGIC_LETTERS) {
        put_symbol(p, n->op);
    } else if (n->op == LOGIC_NOT) {
        put_symbol(p, LOGIC_NOT);
        put_part(p, LOGIC_NOT, n->left, false);
    } else {
        put_part(p, n->op, n->left, false);
        put_symbol(p, n->op);
        put_part(p, n->op, n->right, true);
    }
}

void logic_put_formula(const logic_pool *pool, logic_id id, logic_precedence precedence,
                       logic_style style, duel_sink *out)
{
    printer p = {pool, precedence, style, out};
    put_tree(&p, id);
}
