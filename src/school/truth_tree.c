/* school/truth_tree.c -- see truth_tree.h. */
#include "school/truth_tree.h"

#include <stdio.h>
#include <stdlib.h>

enum { TREE_PATIENCE = 200000000 };

/* ---- taking apart ------------------------------------------------------------------------ */

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

/* ---- branches ---------------------------------------------------------------------------- */

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

static bool is_used(school_tree *t, int leaf, int node)
{
    int i = leaf;
    for (; i > node && t->node[i].from != node; i = t->node[i].parent)
        t->patience--;
    return i > node;
}

/* What is taken apart next on a branch: the first that does not fork, else the first; -1: all
 * has been. */
static int next_on(school_tree *t, int leaf)
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
    if (t->patience < 0)
        return TOO_LARGE;
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
    t->patience = TREE_PATIENCE;
    growth g = grow_branch(t, -1, -1, given, count, 0);
    if (g == TOO_LARGE)
        return duel_refuse(why, N_("The tree gets too large to be grown here."), "");
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

/* ---- the film ---------------------------------------------------------------------------- */

static int forks_above(const school_tree *t, int node)
{
    int depth = 0;
    for (int i = node; i >= 0; i = t->node[i].parent)
        depth += t->node[i].fork > 0;
    return depth;
}

/* Nodes of the film: those of the tree, and a leaf below each branch that has ended. */
typedef struct growing {
    const school_tree *t;
    prop_style style;
    duel_film *film;
    int *shown; /* by node of the tree: its number in the film */
    int count;
} growing;

static void say_node(const growing *g, int i, duel_str text)
{
    const school_node *n = &g->t->node[i];
    duel_msg *say = film_next(g->film, forks_above(g->t, i));
    int64_t number = i + 1, from = n->from + 1;
    if (say && n->from < 0)
        duel_say(say, N_("({0}) {1}"), "is", number, text);
    else if (say)
        duel_say(say, n->fork ? N_("({0}) {1}: a case of ({2})") : N_("({0}) {1}, from ({2})"),
                 "isi", number, text, from);
    if (n->from >= 0)
        film_look(g->film, g->shown[n->from]);
}

static void show_node(growing *g, int i)
{
    const school_node *n = &g->t->node[i];
    char note[32];
    duel_buf text = duel_buf_empty();
    prop_put(g->t->pool, n->formula, g->style, &text.sink);
    if (n->from < 0)
        snprintf(note, sizeof note, "(%d)", i + 1);
    else
        snprintf(note, sizeof note, "(%d) ← (%d)", i + 1, n->from + 1);
    say_node(g, i, duel_buf_str(&text));
    g->shown[i] = g->count;
    film_set(g->film, &(film_thing){.id = g->count++,
                                    .in = n->parent < 0 ? FILM_NOWHERE : g->shown[n->parent],
                                    .tone = n->fork ? FILM_GUESS : FILM_PLAIN,
                                    .text = text.text,
                                    .note = note});
    duel_buf_fini(&text);
}

static void show_closed(growing *g, int i)
{
    int closes = g->t->node[i].closes;
    char note[32];
    duel_msg *say = film_next(g->film, forks_above(g->t, i));
    if (say && closes == i)
        duel_say(say, N_("({0}) is never true: the branch is closed."), "i", (int64_t)i + 1);
    else if (say)
        duel_say(say, N_("({0}) contradicts ({1}): the branch is closed."), "ii",
                 (int64_t)i + 1, (int64_t)closes + 1);
    snprintf(note, sizeof note, "(%d) (%d)", i + 1, closes + 1);
    film_set(
        g->film,
        &(film_thing){
            .id = g->count++, .in = g->shown[i], .tone = FILM_NO, .text = "✗", .note = note});
    film_look(g->film, g->shown[i]);
    film_look(g->film, g->shown[closes]);
}

static void show_end(growing *g)
{
    int open = g->t->open;
    duel_msg *say = film_next(g->film, open >= 0 ? forks_above(g->t, open) : 0);
    if (say)
        duel_say(say,
                 open >= 0 ? N_("Nothing is left to take apart: the branch is a model.")
                           : N_("Every branch is closed."),
                 "");
    if (open >= 0)
        film_set(g->film, &(film_thing){.id = g->count++,
                                        .in = g->shown[open],
                                        .tone = FILM_YES,
                                        .text = "✓",
                                        .note = N_("a model")});
}

void school_show_tree(const school_tree *t, prop_style style, duel_film *film)
{
    growing g = {t, style, film, malloc(((size_t)t->count + 1) * sizeof *g.shown), 0};
    film->failed = film->failed || g.shown == NULL;
    for (int i = 0; !film->failed && !film->cut && i < t->count; i++) {
        show_node(&g, i);
        if (t->node[i].closes >= 0)
            show_closed(&g, i);
    }
    if (!film->failed)
        show_end(&g);
    free(g.shown);
}
