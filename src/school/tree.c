/* school/tree.c -- see tree.h. */
#include "school/tree.h"

/* ---- taking apart ------------------------------------------------------------------- */

/* What a formula is taken apart into: one branch of up to two parts, or two of them. */
typedef struct parts {
    int branches, each;
    prop_id part[2][2];
} parts;

static prop_id opposite(prop_pool *pool, prop_id id)
{
    return prop_make(pool, PROP_NOT, id, 0);
}

static parts both(prop_id x, prop_id y)
{
    return (parts){1, 2, {{x, y}}};
}

static parts either(prop_id x, prop_id y)
{
    return (parts){2, 1, {{x}, {y}}};
}

/* X and Y alike, or different. */
static parts compared(prop_pool *pool, prop_id x, prop_id y, bool alike)
{
    prop_id no_x = opposite(pool, x), no_y = opposite(pool, y);
    return (parts){2, 2, {{x, alike ? y : no_y}, {no_x, alike ? no_y : y}}};
}

static parts parts_of_pair(prop_pool *pool, prop_node n, bool negated)
{
    prop_id x = n.left, y = n.right;
    bool alike = (n.op == PROP_SAME) != negated;
    if (n.op == PROP_SAME || n.op == PROP_EITHER)
        return compared(pool, x, y, alike);
    if (n.op == PROP_AND)
        return negated ? either(opposite(pool, x), opposite(pool, y)) : both(x, y);
    if (n.op == PROP_OR)
        return negated ? both(opposite(pool, x), opposite(pool, y)) : either(x, y);
    return negated ? both(x, opposite(pool, y)) : either(opposite(pool, x), y);
}

/* No branches: a literal, or a constant. */
static parts parts_of(prop_pool *pool, prop_id id)
{
    prop_node n = pool->node[id];
    bool negated = n.op == PROP_NOT;
    if (negated)
        n = pool->node[n.left];
    if (negated && n.op == PROP_NOT)
        return (parts){1, 1, {{n.left}}};
    if (n.op <= PROP_NOT)
        return (parts){0};
    return parts_of_pair(pool, n, negated);
}

/* ---- branches ----------------------------------------------------------------------- */

static bool is_never_true(const prop_pool *pool, prop_id id)
{
    const prop_node *n = &pool->node[id];
    return n->op == PROP_FALSE || (n->op == PROP_NOT && pool->node[n->left].op == PROP_TRUE);
}

/* The node above that says the opposite; -1: none does. */
static int contradicted_by(const school_tree *t, int leaf)
{
    prop_id id = t->node[leaf].formula;
    if (is_never_true(t->pool, id))
        return leaf;
    for (int i = t->node[leaf].parent; i >= 0; i = t->node[i].parent)
        if (prop_opposed(t->pool, id, t->node[i].formula))
            return i;
    return -1;
}

/* False if there is no room. */
static bool add_node(school_tree *t, school_node n)
{
    if (t->count == SCHOOL_NODES || n.formula == PROP_NONE)
        return false;
    t->node[t->count] = n;
    t->node[t->count].closes = contradicted_by(t, t->count);
    t->count++;
    return true;
}

static bool is_used(const school_tree *t, int leaf, int node)
{
    int i = leaf;
    while (i > node && t->node[i].from != node)
        i = t->node[i].parent;
    return i > node;
}

/* What is taken apart next on a branch: the first that does not fork, else the first; -1: all
 * has been. */
static int next_on(const school_tree *t, int leaf)
{
    int chosen = -1;
    bool forks = true;
    for (int i = leaf; i >= 0; i = t->node[i].parent) {
        int branches = parts_of(t->pool, t->node[i].formula).branches;
        if (branches == 0 || is_used(t, leaf, i) || (branches == 2 && !forks))
            continue;
        chosen = i;
        forks = branches == 2;
    }
    return chosen;
}

typedef enum growth { CLOSED, OPEN, TOO_LARGE } growth;

static growth grow(school_tree *t, int leaf);

static growth grow_branch(school_tree *t, int leaf, int from, const prop_id *part, int count,
                          int fork)
{
    for (int i = 0; i < count; i++) {
        if (!add_node(t, (school_node){part[i], leaf, from, i ? 0 : fork, -1}))
            return TOO_LARGE;
        leaf = t->count - 1;
        if (t->node[leaf].closes >= 0)
            return CLOSED;
    }
    return grow(t, leaf);
}

static growth grow(school_tree *t, int leaf)
{
    int from = next_on(t, leaf);
    if (from < 0) {
        t->open = leaf;
        return OPEN;
    }
    parts p = parts_of(t->pool, t->node[from].formula);
    growth g = CLOSED;
    for (int b = 0; g == CLOSED && b < p.branches; b++)
        g = grow_branch(t, leaf, from, p.part[b], p.each, p.branches == 2 ? b + 1 : 0);
    return g;
}

duel_status school_grow(school_tree *t, prop_pool *pool, const prop_id *given, int count,
                        duel_msg *why)
{
    t->pool = pool;
    t->count = 0;
    t->open = -1;
    growth g = grow_branch(t, -1, -1, given, count, 0);
    if (g == TOO_LARGE)
        return duel_refuse(why, N_("The tree has more than {0} nodes."), "i",
                           (int64_t)SCHOOL_NODES);
    return DUEL_OK;
}

void school_tree_model(const school_tree *t, uint32_t *yes, uint32_t *no)
{
    *yes = *no = 0;
    for (int i = t->open; i >= 0; i = t->node[i].parent) {
        const prop_node *n = &t->pool->node[t->node[i].formula];
        if (n->op == PROP_LETTER)
            *yes |= n->letters;
        if (n->op == PROP_NOT && t->pool->node[n->left].op == PROP_LETTER)
            *no |= n->letters;
    }
}

/* ---- the story ---------------------------------------------------------------------- */

static int forks_above(const school_tree *t, int node)
{
    int depth = 0;
    for (int i = node; i >= 0; i = t->node[i].parent)
        depth += t->node[i].fork > 0;
    return depth;
}

static void tell_node(const school_tree *t, int i, prop_style style, school_story *story)
{
    const school_node *n = &t->node[i];
    int depth = forks_above(t, i);
    int64_t number = i + 1, from = n->from + 1, closes = n->closes + 1;
    duel_buf text;
    duel_buf_init(&text);
    prop_put(t->pool, n->formula, style, &text.sink);
    if (n->from < 0)
        duel_say(school_next(story, depth), N_("({0}) {1}"), "is", number, duel_buf_str(&text));
    else
        duel_say(school_next(story, depth),
                 n->fork ? N_("({0}) {1}: a case of ({2})") : N_("({0}) {1}, from ({2})"),
                 "isi", number, duel_buf_str(&text), from);
    if (n->closes == i)
        duel_say(school_next(story, depth), N_("({0}) is never true: the branch is closed."),
                 "i", number);
    else if (n->closes >= 0)
        duel_say(school_next(story, depth),
                 N_("({0}) contradicts ({1}): the branch is closed."), "ii", number, closes);
    duel_buf_fini(&text);
}

void school_tell_tree(const school_tree *t, prop_style style, school_story *story)
{
    for (int i = 0; i < t->count; i++)
        tell_node(t, i, style, story);
    if (t->open >= 0)
        duel_say(school_next(story, forks_above(t, t->open)),
                 N_("Nothing is left to take apart: the branch is a model."), "");
    else
        duel_say(school_next(story, 0), N_("Every branch is closed."), "");
}
