/* school/derivation_search.c -- the plain ways to a goal, hints, and goals to practise on: see
 * derivation_search.h. */
#include "school/derivation_search.h"
#include "base/rng.h"

#include <stdlib.h>
#include <string.h>

/* A hint may look at SEEK_AGAIN times what one search may, from all lines on together; where
 * there are more lines than SEEK_COUNTED each look takes longer, and there are fewer. */
enum { SEEK_AGAIN = 3, SEEK_COUNTED = 24 };
enum { SEEK_FACTS = 128, SEEK_LEVELS = 16, SEEK_DEEPEST = 14 };

typedef struct seeking {
    prop_pool *pool;
    int facts, lines, depth;
    int patience;
    bool sure;    /* by school_decide, not by the plain ways */
    prop_id last; /* what the last line says */
    prop_id fact[SEEK_FACTS];
    seek_line line[SEEK_LINES];
} seeking;

/* Where one was, to go back to. */
typedef struct mark {
    int facts, lines, depth;
    prop_id last;
} mark;

static mark mark_here(const seeking *s)
{
    return (mark){s->facts, s->lines, s->depth, s->last};
}

static bool back_to(seeking *s, mark m)
{
    s->facts = m.facts;
    s->lines = m.lines;
    s->depth = m.depth;
    s->last = m.last;
    return false;
}

/* What is left of a number of lines that may be written. */
static int lines_left(const seeking *s, mark m, int lines)
{
    return lines - (s->lines - m.lines);
}

static bool is_fact(const seeking *s, prop_id id)
{
    for (int i = 0; i < s->facts; i++)
        if (s->fact[i] == id)
            return true;
    return false;
}

/* A fact that is opposed to this; PROP_NONE: there is none. */
static prop_id fact_against(const seeking *s, prop_id id)
{
    for (int i = 0; i < s->facts; i++)
        if (prop_opposed(s->pool, s->fact[i], id))
            return s->fact[i];
    return PROP_NONE;
}

static prop_id denied(seeking *s, prop_id id)
{
    const prop_node *n = &s->pool->node[id];
    return n->op == PROP_NOT ? n->left : prop_make(s->pool, PROP_NOT, id, 0);
}

static prop_id absurd(seeking *s)
{
    return prop_make(s->pool, PROP_FALSE, 0, 0);
}

static bool write_line(seeking *s, prop_id id, bool assumed)
{
    if (s->lines == SEEK_LINES || s->facts == SEEK_FACTS || id == PROP_NONE)
        return false;
    s->depth += assumed;
    s->line[s->lines++] = (seek_line){s->depth, id, assumed};
    s->fact[s->facts++] = id;
    s->last = id;
    return true;
}

/* The end of a sub-derivation: what was found under its assumption is forgotten. */
static bool close_with(seeking *s, mark outside, prop_id conclusion)
{
    s->facts = outside.facts;
    s->depth = outside.depth;
    return write_line(s, conclusion, false);
}

/* ---- what follows in one line ------------------------------------------------------------ */

typedef struct consequences {
    int count;
    prop_id id[4];
} consequences;

static void follows(consequences *c, prop_id id)
{
    if (id != PROP_NONE)
        c->id[c->count++] = id;
}

static consequences of_pair(seeking *s, prop_node n)
{
    consequences c = {0};
    bool left = is_fact(s, n.left), right = is_fact(s, n.right);
    bool no_left = fact_against(s, n.left) != PROP_NONE;
    bool no_right = fact_against(s, n.right) != PROP_NONE;
    if (n.op == PROP_AND) {
        follows(&c, n.left);
        follows(&c, n.right);
    } else if (n.op == PROP_OR) {
        follows(&c, no_left ? n.right : PROP_NONE);
        follows(&c, no_right ? n.left : PROP_NONE);
    } else if (n.op == PROP_THEN) {
        follows(&c, left ? n.right : PROP_NONE);
        follows(&c, no_right ? denied(s, n.left) : PROP_NONE);
    } else if (n.op == PROP_SAME) {
        follows(&c, left ? n.right : no_left ? denied(s, n.right) : PROP_NONE);
        follows(&c, right ? n.left : no_right ? denied(s, n.left) : PROP_NONE);
    } else {
        follows(&c, left ? denied(s, n.right) : no_left ? n.right : PROP_NONE);
        follows(&c, right ? denied(s, n.left) : no_right ? n.left : PROP_NONE);
    }
    return c;
}

/* Of something negated: De Morgan's laws and their like. */
static consequences of_negation(seeking *s, prop_node n)
{
    consequences c = {0};
    if (n.op == PROP_NOT)
        follows(&c, n.left);
    else if (n.op == PROP_AND)
        follows(&c, prop_make(s->pool, PROP_OR, denied(s, n.left), denied(s, n.right)));
    else if (n.op == PROP_OR)
        follows(&c, prop_make(s->pool, PROP_AND, denied(s, n.left), denied(s, n.right)));
    else if (n.op == PROP_THEN)
        follows(&c, prop_make(s->pool, PROP_AND, n.left, denied(s, n.right)));
    else if (n.op == PROP_SAME)
        follows(&c, prop_make(s->pool, PROP_EITHER, n.left, n.right));
    return c;
}

static consequences consequences_of(seeking *s, prop_id id)
{
    prop_node n = s->pool->node[id];
    if (n.op == PROP_NOT)
        return of_negation(s, s->pool->node[n.left]);
    if (n.op > PROP_NOT)
        return of_pair(s, n);
    return (consequences){0};
}

static bool follows_at_once(seeking *s, prop_id goal)
{
    for (int i = 0; i < s->facts; i++) {
        consequences c = consequences_of(s, s->fact[i]);
        for (int k = 0; k < c.count; k++)
            if (c.id[k] == goal)
                return true;
        if (s->pool->node[goal].op == PROP_FALSE && fact_against(s, s->fact[i]) != PROP_NONE)
            return true;
    }
    return s->pool->node[goal].op == PROP_TRUE ? false : is_fact(s, absurd(s));
}

/* ---- ways -------------------------------------------------------------------------------- */

static bool solve(seeking *s, prop_id goal, int lines);

/* The goal is the last line, too, as the end of a sub-derivation has to be: if need be it is
 * said once more. */
static bool solve_last(seeking *s, prop_id goal, int lines)
{
    mark m = mark_here(s);
    if (!solve(s, goal, lines))
        return false;
    if (s->last == goal)
        return true;
    return (lines_left(s, m, lines) > 0 && write_line(s, goal, false)) || back_to(s, m);
}

/* Under an assumption, so many lines with it and the conclusion. */
static bool solve_under(seeking *s, prop_id assumed, prop_id goal, prop_id conclusion,
                        int lines)
{
    mark m = mark_here(s);
    if (lines < 2 || !write_line(s, assumed, true) || !solve_last(s, goal, lines - 2))
        return back_to(s, m);
    return close_with(s, m, conclusion) || back_to(s, m);
}

static bool solve_both(seeking *s, prop_id x, prop_id y, prop_id goal, int lines)
{
    mark m = mark_here(s);
    if (solve(s, x, lines - 1) && solve(s, y, lines_left(s, m, lines) - 1) &&
        write_line(s, goal, false))
        return true;
    return back_to(s, m);
}

static bool solve_one(seeking *s, prop_id part, prop_id goal, int lines)
{
    mark m = mark_here(s);
    return (solve(s, part, lines - 1) && write_line(s, goal, false)) || back_to(s, m);
}

/* What is wanted is put together from its parts. */
static bool put_together(seeking *s, prop_id goal, int lines)
{
    prop_node n = s->pool->node[goal];
    if (n.op == PROP_AND)
        return solve_both(s, n.left, n.right, goal, lines);
    if (n.op == PROP_OR)
        return solve_one(s, n.left, goal, lines) || solve_one(s, n.right, goal, lines);
    if (n.op == PROP_THEN)
        return solve_under(s, n.left, n.right, goal, lines);
    if (n.op == PROP_SAME)
        return solve_both(s, prop_make(s->pool, PROP_THEN, n.left, n.right),
                          prop_make(s->pool, PROP_THEN, n.right, n.left), goal, lines);
    return false;
}

/* A contradiction is wanted: to something denied, what it denies. */
static bool contradict(seeking *s, prop_id goal, int lines)
{
    for (int i = 0; i < s->facts; i++) {
        prop_node n = s->pool->node[s->fact[i]];
        if (n.op == PROP_NOT && solve_one(s, n.left, goal, lines))
            return true;
    }
    return false;
}

/* An implication that leads to the goal, or a disjunction both of whose parts do. */
static bool go_by_facts(seeking *s, prop_id goal, int lines)
{
    for (int i = 0; i < s->facts; i++) {
        prop_node n = s->pool->node[s->fact[i]];
        if (n.op == PROP_THEN && n.right == goal && solve_one(s, n.left, goal, lines))
            return true;
    }
    return false;
}

static bool split_cases(seeking *s, prop_id goal, int lines)
{
    for (int i = 0; i < s->facts && lines >= 3; i++) {
        prop_node n = s->pool->node[s->fact[i]];
        mark m = mark_here(s);
        if (n.op != PROP_OR || is_fact(s, n.left) || is_fact(s, n.right))
            continue;
        bool first = write_line(s, n.left, true) && solve_last(s, goal, lines - 3);
        s->facts = m.facts;
        s->depth = m.depth;
        if (first && write_line(s, n.right, true) &&
            solve_last(s, goal, lines_left(s, m, lines) - 1) && close_with(s, m, goal))
            return true;
        back_to(s, m);
    }
    return false;
}

/* What is given is taken apart. */
static bool take_apart(seeking *s, prop_id goal, int lines)
{
    for (int i = 0; i < s->facts; i++) {
        consequences c = consequences_of(s, s->fact[i]);
        for (int k = 0; k < c.count; k++) {
            mark m = mark_here(s);
            if (is_fact(s, c.id[k]))
                continue;
            if (write_line(s, c.id[k], false) && solve(s, goal, lines - 1))
                return true;
            back_to(s, m);
        }
    }
    return false;
}

static bool reduce(seeking *s, prop_id goal, int lines)
{
    prop_id opposite = denied(s, goal);
    return opposite != PROP_NONE && !is_fact(s, opposite) &&
           solve_under(s, opposite, absurd(s), goal, lines);
}

/* Lines that were found elsewhere, from here on. */
static bool take_decided(seeking *s, prop_id goal, int lines)
{
    seek_found way;
    if (!school_decide(s->pool, s->fact, s->facts, goal, s->patience, &way) ||
        way.count > lines || s->lines + way.count > SEEK_LINES)
        return false;
    for (int i = 0; i < way.count; i++) {
        seek_line l = way.line[i];
        if (l.depth == 0 && s->facts < SEEK_FACTS)
            s->fact[s->facts++] = l.formula;
        l.depth += s->depth;
        s->line[s->lines++] = l;
        s->last = l.formula;
    }
    return true;
}

/* The goal becomes a fact with at most so many lines; else nothing has changed. */
static bool solve(seeking *s, prop_id goal, int lines)
{
    if (s->sure)
        return take_decided(s, goal, lines);
    if (goal == PROP_NONE || --s->patience < 0)
        return false;
    if (is_fact(s, goal))
        return true;
    if (lines < 1)
        return false;
    if (follows_at_once(s, goal))
        return write_line(s, goal, false);
    bool is_absurd = s->pool->node[goal].op == PROP_FALSE;
    return put_together(s, goal, lines) ||
           (lines > 1 && (go_by_facts(s, goal, lines) || take_apart(s, goal, lines) ||
                          split_cases(s, goal, lines) ||
                          (is_absurd ? contradict(s, goal, lines) : reduce(s, goal, lines))));
}

/* ---- where somebody stands --------------------------------------------------------------- */

/* An assumption that stands open: what is wanted under it, and what its end gives. */
typedef struct opened {
    int scope; /* its line; -1: none, at the level of the premises */
    prop_id want, gives;
    prop_id other; /* of a case: the other one, which is to be gone through, too */
} opened;

/* Those that stand open, the outermost first; the goal is wanted at level 0. */
typedef struct stand {
    int levels;
    opened at[SEEK_LEVELS + 1];
    prop_id left_alone;       /* an assumption that leads nowhere; PROP_NONE: there is none */
    prop_id last;             /* what the last line says */
    int end[SEEK_LEVELS + 1]; /* where the facts of each level end */
    prop_id fact[SEEK_FACTS];
} stand;

static int scope_of_line(const fitch_derivation *d, int i)
{
    return d->line[i].rule == FITCH_ASSUMPTION ? i : d->line[i].parent;
}

/* For what an implication was assumed: it or an equivalence stands somewhere in what is given
 * or wanted. */
static bool for_implication(seeking *s, prop_id assumed, opened *o)
{
    for (unsigned i = 0; i < s->pool->count; i++) {
        prop_node n = s->pool->node[i];
        bool same = n.op == PROP_SAME && (n.left == assumed || n.right == assumed);
        if (!same && !(n.op == PROP_THEN && n.left == assumed))
            continue;
        o->want = n.left == assumed ? n.right : n.left;
        o->gives = prop_make(s->pool, PROP_THEN, assumed, o->want);
        return true;
    }
    return false;
}

static bool for_case(const fitch_derivation *d, const seeking *s, prop_id assumed,
                     prop_id outside, opened *o)
{
    for (int i = 0; i < d->count; i++) {
        prop_node n = s->pool->node[d->line[i].formula];
        if (n.op != PROP_OR || (n.left != assumed && n.right != assumed))
            continue;
        o->want = o->gives = outside;
        o->other = n.left == assumed ? n.right : n.left;
        return true;
    }
    return false;
}

/* For what an assumption was made, as far as that can be told. */
static bool what_for(seeking *s, const fitch_derivation *d, prop_id assumed, prop_id outside,
                     bool refutes, opened *o)
{
    prop_node n = s->pool->node[outside];
    o->other = PROP_NONE;
    o->gives = outside;
    o->want = n.op == PROP_THEN && n.left == assumed ? n.right : PROP_NONE;
    if (o->want == PROP_NONE && prop_opposed(s->pool, assumed, outside))
        o->want = absurd(s);
    if (o->want != PROP_NONE || for_case(d, s, assumed, outside, o) ||
        for_implication(s, assumed, o))
        return true;
    o->want = absurd(s);
    o->gives = denied(s, assumed);
    return refutes;
}

/* An assumption that leads nowhere is left, and all below it; or, if it `refutes`, it is taken
 * to be made to be refuted. */
static void find_stand(seeking *s, const fitch_derivation *d, prop_id goal, bool refutes,
                       stand *out)
{
    int chain[SEEK_LEVELS], count = 0;
    int scope = d->count ? scope_of_line(d, d->count - 1) : -1;
    for (; scope >= 0 && count < SEEK_LEVELS; scope = d->line[scope].parent)
        chain[count++] = scope;
    *out = (stand){.at = {{-1, goal, goal, PROP_NONE}}, .left_alone = PROP_NONE};
    while (count--) {
        opened *o = &out->at[out->levels + 1];
        prop_id assumed = d->line[chain[count]].formula;
        if (!what_for(s, d, assumed, out->at[out->levels].want, refutes, o)) {
            out->left_alone = assumed;
            return;
        }
        o->scope = chain[count];
        out->levels++;
    }
}

static int level_of(const stand *at, int scope)
{
    int level = at->levels;
    while (level >= 0 && at->at[level].scope != scope)
        level--;
    return level;
}

/* Whether the other case has been gone through before. */
static bool has_other_case(const fitch_derivation *d, const opened *o)
{
    int above = d->line[o->scope].parent;
    for (int i = 0; i < o->scope; i++) {
        const fitch_line *l = &d->line[i];
        if (l->rule == FITCH_ASSUMPTION && l->parent == above && l->formula == o->other &&
            d->line[l->last].formula == o->gives)
            return true;
    }
    return false;
}

/* Facts level by level, the outermost first. */
static bool take_facts(const fitch_derivation *d, stand *at)
{
    int facts = 0;
    for (int level = 0; level <= at->levels; level++) {
        for (int i = 0; i < d->count; i++) {
            if (level_of(at, scope_of_line(d, i)) != level)
                continue;
            if (facts == SEEK_FACTS)
                return false;
            at->fact[facts++] = d->line[i].formula;
        }
        at->end[level] = facts;
    }
    return true;
}

/* Ends the innermost assumption: of a case, once the other one has been gone through. */
static bool end_level(seeking *s, const fitch_derivation *d, const stand *at, int level,
                      int lines)
{
    const opened *o = &at->at[level];
    mark outside = {at->end[level - 1], 0, level - 1, PROP_NONE};
    if (o->other == PROP_NONE || has_other_case(d, o))
        return close_with(s, outside, o->gives);
    s->facts = outside.facts;
    s->depth = outside.depth;
    return write_line(s, o->other, true) && solve_last(s, o->want, lines - s->lines - level) &&
           close_with(s, outside, o->gives);
}

/* Solves what is wanted level by level, from the innermost out. */
static bool solve_from(seeking *s, const fitch_derivation *d, const stand *at, int lines)
{
    s->depth = at->levels;
    s->facts = at->end[at->levels];
    s->lines = 0;
    s->last = at->last;
    memcpy(s->fact, at->fact, sizeof s->fact);
    for (int level = at->levels; level > 0; level--)
        if (!solve_last(s, at->at[level].want, lines - s->lines - level) ||
            !end_level(s, d, at, level, lines))
            return false;
    s->last = s->lines ? s->last : PROP_NONE; /* under an assumption it is not the end */
    return solve_last(s, at->at[0].want, lines - s->lines);
}

/* Whether any rule of the checker's leads to what is wanted now, in one line. */
static bool one_line_does(fitch_derivation *d, prop_id goal, seek_found *out)
{
    fitch_line line = {.depth = 0, .formula = goal, .rule = FITCH_NO_RULE};
    if (d->count == FITCH_LINES || fitch_add(d, &line, NULL) != DUEL_OK)
        return false;
    fitch_line *added = &d->line[--d->count];
    d->wrong -= !added->holds;
    out->count = added->holds;
    out->line[0] = (seek_line){0, goal, false};
    return added->holds;
}

/* To make an assumption once more that was left alone leads round in a circle. */
static bool goes_round(const seeking *s, const stand *at)
{
    return s->lines && s->line[0].assumed && s->line[0].formula == at->left_alone;
}

static bool seek_from(fitch_derivation *d, prop_id goal, bool refutes, bool sure, int patience,
                      seek_found *out)
{
    seeking s = {.pool = &d->pool, .patience = patience, .sure = sure};
    stand at;
    find_stand(&s, d, goal, refutes, &at);
    at.last = d->count ? d->line[d->count - 1].formula : PROP_NONE;
    if (!take_facts(d, &at))
        return false;
    bool found = false;
    int most = sure ? SEEK_LINES : SEEK_DEEPEST;
    for (int lines = sure ? most : 1; lines <= most && s.patience > 0; lines++)
        if (solve_from(&s, d, &at, lines) && !goes_round(&s, &at)) {
            out->count = s.lines;
            memcpy(out->line, s.line, (size_t)s.lines * sizeof *s.line);
            found = true;
            break;
        }
    out->tried += patience - s.patience;
    return found;
}

/* Either way to take an assumption for which no purpose is seen; the shorter one. */
static bool seek_both(fitch_derivation *d, prop_id goal, bool sure, int patience,
                      seek_found *out)
{
    seek_found other = {0};
    bool found = seek_from(d, goal, true, sure, patience / 2, out);
    bool leaves = seek_from(d, goal, false, sure, patience / 2, &other);
    other.tried += out->tried;
    if (leaves && (!found || other.count < out->count))
        *out = other;
    out->tried = other.tried;
    return found || leaves;
}

bool school_seek(fitch_derivation *d, prop_id goal, int patience, seek_found *out)
{
    *out = (seek_found){.gave_up = true};
    if (d->wrong || goal == PROP_NONE)
        return false;
    return fitch_proves(d, goal) || one_line_does(d, goal, out) ||
           seek_both(d, goal, false, patience, out);
}

/* By a plain way, as long as some of *left is left for looking, or by any that is shorter. */
static bool seek_any(fitch_derivation *d, prop_id goal, int patience, int *left,
                     seek_found *out)
{
    seek_found other = {0};
    *out = (seek_found){.gave_up = true};
    bool plain = *left > 0 && school_seek(d, goal, patience, out);
    *left -= out->tried;
    if (d->wrong || goal == PROP_NONE || (plain && out->count < 2))
        return plain;
    bool any = seek_both(d, goal, true, patience, &other);
    if (any && (!plain || other.count < out->count))
        *out = other;
    return plain || any;
}

/* Whether what was written after the first lines is how this way begins. */
static bool begins_so(const fitch_derivation *d, int from, const seek_found *way)
{
    bool same = way->count > d->count - from;
    for (int i = 0; same && from + i < d->count; i++) {
        const fitch_line *l = &d->line[from + i];
        same = l->formula == way->line[i].formula && l->depth == way->line[i].depth &&
               (l->rule == FITCH_ASSUMPTION) == way->line[i].assumed;
    }
    return same;
}

static void leave_out_lines(seek_found *way, int count)
{
    way->count -= count;
    memmove(way->line, way->line + count, (size_t)way->count * sizeof *way->line);
}

bool school_hint(fitch_derivation *d, prop_id goal, int patience, seek_found *out)
{
    patience = d->count > SEEK_COUNTED ? patience / d->count * SEEK_COUNTED : patience;
    int left = SEEK_AGAIN * patience;
    bool found = seek_any(d, goal, patience, &left, out);
    fitch_derivation *before = malloc(sizeof *before);
    if (before == NULL)
        return found;
    fitch_init(before);
    before->pool = d->pool; /* formulas keep their numbers */
    for (int i = 0; i < d->count; i++) {
        seek_found way;
        int since = d->count - i;
        if (d->line[i].rule != FITCH_PREMISE && seek_any(before, goal, patience, &left, &way) &&
            begins_so(d, i, &way) && (!found || way.count - since < out->count)) {
            leave_out_lines(&way, since);
            *out = way;
            found = true;
        }
        if (fitch_add(before, &d->line[i], NULL) != DUEL_OK)
            break;
    }
    d->pool = before->pool;
    free(before);
    return found;
}

bool school_append(fitch_derivation *d, const seek_found *found)
{
    for (int i = 0; i < found->count; i++) {
        const seek_line *l = &found->line[i];
        fitch_line line = {.depth = l->depth,
                           .formula = l->formula,
                           .rule = l->assumed ? FITCH_ASSUMPTION : FITCH_NO_RULE};
        if (fitch_add(d, &line, NULL) != DUEL_OK || !d->line[d->count - 1].holds)
            return false;
    }
    return true;
}

/* ---- goals to practise on ---------------------------------------------------------------- */

/* Formulas at random, kept where something follows from all of them together and from no fewer,
 * in as many lines as a level has. */

enum { GOAL_TRIES = 40000, GOAL_PATIENCE = 4000, GOAL_LETTERS = 4 };

static const struct level {
    int premises, size; /* of each, in signs at most */
    int least, most;    /* lines */
} levels[GOAL_LEVELS] = {{2, 3, 1, 2}, {3, 4, 3, 5}, {3, 5, 6, 10}};

static prop_id random_formula(prop_pool *pool, duel_rng *rng, int size)
{
    static const prop_op ops[] = {PROP_THEN, PROP_OR, PROP_AND, PROP_THEN, PROP_OR, PROP_NOT};
    if (size <= 1)
        return prop_letter(pool, duel_rng_below(rng, GOAL_LETTERS));
    prop_op op = ops[duel_rng_below(rng, 6)];
    if (op == PROP_NOT) {
        prop_id part = random_formula(pool, rng, size - 1);
        return pool->node[part].op == PROP_NOT ? part : prop_make(pool, PROP_NOT, part, 0);
    }
    int left = 1 + (int)duel_rng_below(rng, (uint32_t)(size > 2 ? size - 2 : 1));
    prop_id x = random_formula(pool, rng, left), y = random_formula(pool, rng, size - left - 1);
    return x == y ? x : prop_make(pool, op, x, y);
}

/* Whether the goal follows from all premises, and from no fewer; and they from nothing. */
static bool is_worth_it(const fitch_derivation *d, prop_id goal)
{
    static const prop_letters four = {GOAL_LETTERS, {0, 1, 2, 3}};
    uint64_t all = UINT64_MAX, wanted = prop_table(&d->pool, goal, &four);
    for (int i = 0; i < d->count; i++)
        all &= prop_table(&d->pool, d->line[i].formula, &four);
    if (all == 0 || (all & ~wanted))
        return false;
    for (int left_out = 0; left_out < d->count; left_out++) {
        uint64_t rest = UINT64_MAX;
        for (int i = 0; i < d->count; i++)
            rest &=
                i == left_out ? UINT64_MAX : prop_table(&d->pool, d->line[i].formula, &four);
        if ((rest & ~wanted) == 0)
            return false;
    }
    return true;
}

static bool try_goal(const struct level *l, duel_rng *rng, fitch_derivation *d, prop_id *goal)
{
    seek_found found;
    fitch_init(d);
    for (int i = 0; i < l->premises; i++) {
        int size = 1 + (int)duel_rng_below(rng, (uint32_t)l->size);
        fitch_line line = {.formula = random_formula(&d->pool, rng, size),
                           .rule = FITCH_PREMISE};
        if (fitch_add(d, &line, NULL) != DUEL_OK)
            return false;
    }
    *goal = random_formula(&d->pool, rng, 1 + (int)duel_rng_below(rng, 3));
    return is_worth_it(d, *goal) && school_seek(d, *goal, GOAL_PATIENCE, &found) &&
           found.count >= l->least && found.count <= l->most;
}

bool school_goal(int level, unsigned number, fitch_derivation *d, prop_id *goal)
{
    duel_rng rng;
    duel_rng_init_number(&rng, ((uint64_t)level << 32) + number);
    for (int i = 0; i < GOAL_TRIES; i++)
        if (try_goal(&levels[level - 1], &rng, d, goal))
            return true;
    return false;
}
