/* school/decide.c -- a goal that follows reached for certain: see derivation_search.h.
 *
 * Invariants: (1) a fact is a line that may be cited from here, or is given; (2) each line
 * knows the lines it comes from, so what the goal does not need can be left out at the end. */
#include "school/derivation_search.h"

#include <stdlib.h>

enum { DECIDE_LINES = 512, DECIDE_FACTS = 256, GIVEN = -1, USES = 2 };
enum { FIRST_KNOWN, LAST_KNOWN, LARGEST, SMALLEST, DECIDE_ORDERS };

typedef struct decide_line {
    seek_line is;
    int use[USES]; /* lines it comes from; GIVEN: none */
} decide_line;

typedef struct deciding {
    prop_pool *pool;
    int patience, depth, facts, lines;
    int order; /* in which parts are decided: DECIDE_ORDERS ways, the shortest derivation counts
                */
    bool full;
    prop_id fact[DECIDE_FACTS];
    int line_of[DECIDE_FACTS]; /* of a fact */
    decide_line line[DECIDE_LINES];
} deciding;

static prop_id opposite_of(const deciding *d, prop_id id)
{
    const prop_node *n = &d->pool->node[id];
    return n->op == PROP_NOT ? n->left : prop_make(d->pool, PROP_NOT, id, 0);
}

static int place_of_fact(const deciding *d, prop_id id)
{
    for (int i = 0; i < d->facts; i++)
        if (d->fact[i] == id)
            return i;
    return -1;
}

static int place_against(const deciding *d, prop_id id)
{
    for (int i = 0; i < d->facts; i++)
        if (prop_opposed(d->pool, d->fact[i], id))
            return i;
    return -1;
}

static bool is_known(const deciding *d, prop_id id)
{
    return place_of_fact(d, id) >= 0;
}

static bool is_decided(const deciding *d, prop_id id)
{
    return is_known(d, id) || place_against(d, id) >= 0;
}

static bool put_fact(deciding *d, prop_id id, int line)
{
    if (d->facts == DECIDE_FACTS || id == PROP_NONE)
        d->full = true;
    else
        d->fact[d->facts] = id, d->line_of[d->facts++] = line;
    return !d->full;
}

/* A line from at most two others. */
static bool put_line(deciding *d, prop_id id, bool assumed, int from, int also)
{
    if (d->lines == DECIDE_LINES || !put_fact(d, id, d->lines))
        return !(d->full = true);
    d->line[d->lines++] = (decide_line){{d->depth, id, assumed}, {from, also}};
    return true;
}

/* What comes of facts, if it is new; `also` may be -1. */
static void conclude(deciding *d, prop_id id, int fact, int also)
{
    if (id != PROP_NONE && !is_known(d, id))
        put_line(d, id, false, d->line_of[fact], also < 0 ? GIVEN : d->line_of[also]);
}

/* ---- what is known, taken apart ---------------------------------------------------------- */

/* From a fact whose part is known, or denied, its other part: `then` is concluded if so. */
static void conclude_if(deciding *d, int fact, int known, prop_id then)
{
    if (known >= 0)
        conclude(d, then, fact, known);
}

/* An implication that others lead to, link by link. */
static void conclude_chain(deciding *d, prop_id id)
{
    prop_node n = d->pool->node[id];
    for (int i = 0; n.op == PROP_THEN && i < d->facts; i++) {
        prop_node first = d->pool->node[d->fact[i]];
        for (int k = 0; first.op == PROP_THEN && first.left == n.left && k < d->facts; k++) {
            prop_node second = d->pool->node[d->fact[k]];
            if (second.op == PROP_THEN && second.left == first.right && second.right == n.right)
                conclude(d, id, i, k);
        }
    }
}

/* What some fact could use is put together from what is known, if that is all it takes. */
static void conclude_wanted(deciding *d, prop_id id)
{
    prop_node n = d->pool->node[id];
    if (is_known(d, id) || n.op < PROP_AND)
        return;
    conclude_wanted(d, n.left);
    conclude_wanted(d, n.right);
    int left = place_of_fact(d, n.left), right = place_of_fact(d, n.right);
    if (n.op == PROP_AND && left >= 0 && right >= 0)
        conclude(d, id, left, right);
    else if (n.op == PROP_OR && (left >= 0 || right >= 0))
        conclude(d, id, left >= 0 ? left : right, -1);
    else
        conclude_chain(d, id);
}

static void open_pair(deciding *d, int fact, prop_node n)
{
    int left = place_of_fact(d, n.left), right = place_of_fact(d, n.right);
    int no_left = place_against(d, n.left), no_right = place_against(d, n.right);
    if (n.op == PROP_AND) {
        conclude(d, n.left, fact, -1);
        conclude(d, n.right, fact, -1);
    } else if (n.op == PROP_OR) {
        conclude_if(d, fact, no_left, n.right);
        conclude_if(d, fact, no_right, n.left);
    } else if (n.op == PROP_THEN) {
        conclude_if(d, fact, left, n.right);
        conclude_if(d, fact, no_right, opposite_of(d, n.left));
        if (prop_opposed(d->pool, n.left, n.right))
            conclude(d, n.right, fact, -1); /* it is refuted by itself */
        conclude_wanted(d, n.left);
    } else {
        bool same = n.op == PROP_SAME;
        conclude_if(d, fact, left, same ? n.right : opposite_of(d, n.right));
        conclude_if(d, fact, right, same ? n.left : opposite_of(d, n.left));
        conclude_if(d, fact, no_left, same ? opposite_of(d, n.right) : n.right);
        conclude_if(d, fact, no_right, same ? opposite_of(d, n.left) : n.left);
        conclude_wanted(d, n.left);
        conclude_wanted(d, n.right);
    }
}

static void open_negation(deciding *d, int fact, prop_node n)
{
    prop_pool *p = d->pool;
    if (n.op == PROP_NOT)
        conclude(d, n.left, fact, -1);
    else if (n.op == PROP_AND)
        conclude(d, prop_make(p, PROP_OR, opposite_of(d, n.left), opposite_of(d, n.right)),
                 fact, -1);
    else if (n.op == PROP_OR)
        conclude(d, prop_make(p, PROP_AND, opposite_of(d, n.left), opposite_of(d, n.right)),
                 fact, -1);
    else if (n.op == PROP_THEN)
        conclude(d, prop_make(p, PROP_AND, n.left, opposite_of(d, n.right)), fact, -1);
    else if (n.op == PROP_SAME)
        conclude(d, prop_make(p, PROP_EITHER, n.left, n.right), fact, -1);
}

static void open_facts(deciding *d)
{
    for (int before = -1; before != d->facts && !d->full;) {
        before = d->facts;
        for (int i = 0; i < d->facts && !d->full; i++) {
            prop_node n = d->pool->node[d->fact[i]];
            if (n.op == PROP_NOT)
                open_negation(d, i, d->pool->node[n.left]);
            else if (n.op > PROP_NOT)
                open_pair(d, i, n);
        }
    }
}

/* ---- ways -------------------------------------------------------------------------------- */

static prop_id falsum(const deciding *d)
{
    return prop_make(d->pool, PROP_FALSE, 0, 0);
}

static bool reach_goal(deciding *d, prop_id goal);

/* A line once more, so that it ends its sub-derivation. */
static bool end_with(deciding *d, prop_id want)
{
    const seek_line *last = &d->line[d->lines - 1].is;
    if (last->formula == want && last->depth == d->depth)
        return true;
    return put_line(d, want, false, d->line_of[place_of_fact(d, want)], GIVEN);
}

static bool reach_under(deciding *d, prop_id assumed, prop_id want, prop_id conclusion)
{
    int facts = d->facts, first = d->lines;
    d->depth++;
    bool reached =
        put_line(d, assumed, true, GIVEN, GIVEN) && reach_goal(d, want) && end_with(d, want);
    d->depth--;
    d->facts = facts;
    return reached && put_line(d, conclusion, false, first, d->lines - 1);
}

static bool reach_both(deciding *d, prop_id one, prop_id other, prop_id goal)
{
    if (!reach_goal(d, one) || !reach_goal(d, other))
        return false;
    conclude(d, goal, place_of_fact(d, one), place_of_fact(d, other));
    return !d->full;
}

static bool reach_from(deciding *d, prop_id part, prop_id goal)
{
    if (!reach_goal(d, part))
        return false;
    conclude(d, goal, place_of_fact(d, part), -1);
    return !d->full;
}

/* A part of a fact of which nothing is known yet; PROP_NONE: there is none, or it is not
 * wanted. */
static prop_id undecided_part(const deciding *d, prop_id fact)
{
    prop_node n = d->pool->node[fact];
    bool either = n.op == PROP_NOT && d->pool->node[n.left].op == PROP_EITHER;
    if (either)
        n = d->pool->node[n.left];
    bool left = is_decided(d, n.left), right = n.op > PROP_NOT && is_decided(d, n.right);
    bool spent = n.op <= PROP_NOT || n.op == PROP_AND ||
                 (right && (n.op == PROP_OR || n.op == PROP_THEN));
    if (!spent && !left)
        return n.left;
    return either && !right ? n.right : PROP_NONE;
}

static int signs_of(const deciding *d, prop_id id)
{
    prop_node n = d->pool->node[id];
    if (n.op < PROP_NOT)
        return 1;
    return 1 + signs_of(d, n.left) + (n.op > PROP_NOT ? signs_of(d, n.right) : 0);
}

static bool comes_before(const deciding *d, prop_id part, prop_id other)
{
    if (d->order == FIRST_KNOWN || d->order == LAST_KNOWN)
        return d->order == LAST_KNOWN;
    int size = signs_of(d, part), than = signs_of(d, other);
    return d->order == LARGEST ? size > than : size < than;
}

/* The part to be decided next. */
static prop_id next_part(const deciding *d)
{
    prop_id best = PROP_NONE;
    for (int i = 0; i < d->facts; i++) {
        prop_id part = undecided_part(d, d->fact[i]);
        if (part != PROP_NONE && (best == PROP_NONE || comes_before(d, part, best)))
            best = part;
    }
    return best;
}

/* Of two things known, one holds and the other does not, and it is said that this is not so. */
static prop_id wrong_either(const deciding *d)
{
    for (int i = 0; i < d->facts; i++) {
        prop_node n = d->pool->node[d->fact[i]], e = d->pool->node[n.left];
        if (n.op == PROP_NOT && e.op == PROP_EITHER &&
            is_known(d, e.left) != is_known(d, e.right))
            return n.left;
    }
    return PROP_NONE;
}

static bool reach_absurd(deciding *d, prop_id goal)
{
    prop_id either = wrong_either(d), part;
    if (either != PROP_NONE)
        return reach_goal(d, either) && reach_goal(d, goal);
    part = next_part(d);
    return part != PROP_NONE && reach_under(d, part, goal, opposite_of(d, part)) &&
           reach_goal(d, goal);
}

/* The goal put together, or its opposite refuted. */
static bool build_goal(deciding *d, prop_id goal)
{
    prop_node n = d->pool->node[goal];
    prop_pool *p = d->pool;
    if (n.op == PROP_FALSE)
        return reach_absurd(d, goal);
    if (n.op == PROP_AND)
        return reach_both(d, n.left, n.right, goal);
    if (n.op == PROP_SAME)
        return reach_both(d, prop_make(p, PROP_THEN, n.left, n.right),
                          prop_make(p, PROP_THEN, n.right, n.left), goal);
    if (n.op == PROP_THEN)
        return reach_under(d, n.left, n.right, goal);
    if (n.op == PROP_EITHER)
        return reach_from(
            d, prop_make(p, PROP_NOT, prop_make(p, PROP_SAME, n.left, n.right), 0), goal);
    if (n.op == PROP_OR && (is_known(d, n.left) || is_known(d, n.right)))
        return reach_from(d, is_known(d, n.left) ? n.left : n.right, goal);
    return reach_under(d, opposite_of(d, goal), falsum(d), goal);
}

/* Facts that contradict each other, the first that do, lead to everything. */
static bool end_absurd(deciding *d, prop_id goal)
{
    prop_id absurd = falsum(d);
    for (int i = 0; i < d->facts && !is_known(d, absurd); i++) {
        int against = place_against(d, d->fact[i]);
        if (against >= 0 && against < i)
            conclude(d, absurd, i, against);
    }
    if (!is_known(d, absurd))
        return false;
    conclude(d, goal, place_of_fact(d, absurd), -1);
    return true;
}

static bool reach_goal(deciding *d, prop_id goal)
{
    if (goal == PROP_NONE || --d->patience < 0 || d->full)
        return false;
    if (is_known(d, goal))
        return true;
    open_facts(d);
    conclude_wanted(d, goal);
    bool reached = is_known(d, goal) || end_absurd(d, goal) || build_goal(d, goal);
    return reached && !d->full;
}

/* ---- the lines that are needed ----------------------------------------------------------- */

static bool keep_needed(const deciding *d, prop_id goal, seek_found *out)
{
    bool needed[DECIDE_LINES] = {false};
    int last = d->line_of[place_of_fact(d, goal)];
    *out = (seek_found){.count = 0};
    if (last == GIVEN)
        return true;
    needed[last] = true;
    for (int i = last; i >= 0; i--)
        for (int k = 0; needed[i] && k < USES; k++)
            if (d->line[i].use[k] != GIVEN)
                needed[d->line[i].use[k]] = true;
    for (int i = 0; i <= last; i++) {
        const seek_line *l = &d->line[i].is, *before = &out->line[out->count - !!out->count];
        bool again = out->count && !l->assumed && before->formula == l->formula &&
                     before->depth == l->depth;
        if (!needed[i] || again)
            continue;
        if (out->count == SEEK_LINES)
            return false;
        out->line[out->count++] = d->line[i].is;
    }
    return true;
}

bool school_decide(prop_pool *pool, const prop_id *fact, int facts, prop_id goal, int patience,
                   seek_found *out)
{
    deciding *d = malloc(sizeof *d);
    if (d == NULL)
        return false;
    bool found = false;
    for (int order = 0; order < DECIDE_ORDERS; order++) {
        seek_found way;
        *d = (deciding){.pool = pool, .patience = patience, .order = order};
        for (int i = 0; i < facts; i++)
            put_fact(d, fact[i], GIVEN);
        if (reach_goal(d, goal) && keep_needed(d, goal, &way) &&
            (!found || way.count < out->count)) {
            *out = way;
            found = true;
        }
    }
    free(d);
    return found;
}
