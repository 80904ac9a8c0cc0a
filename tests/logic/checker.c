/* tests/logic/checker.c -- see checker.h. */
#include "logic/checker.h"

/* ---- trees -------------------------------------------------------------------------- */

/* A formula: its pool and number, so that patterns read well. */
typedef struct tree {
    const logic_pool *pool;
    logic_id id;
} tree;

static unsigned op(tree t)
{
    return t.pool->node[t.id].op;
}

static tree left(tree t)
{
    return (tree){t.pool, t.pool->node[t.id].left};
}

static tree right(tree t)
{
    return (tree){t.pool, t.pool->node[t.id].right};
}

static bool is(tree t, unsigned wanted)
{
    return op(t) == wanted;
}

static bool same(tree a, tree b)
{
    if (op(a) != op(b))
        return false;
    if (op(a) < LOGIC_LETTERS || op(a) == LOGIC_FALSUM)
        return true;
    if (!same(left(a), left(b)))
        return false;
    return op(a) == LOGIC_NOT || same(right(a), right(b));
}

static bool is_not(tree t, tree inside)
{
    return is(t, LOGIC_NOT) && same(left(t), inside);
}

static bool opposed(tree p, tree q)
{
    return is_not(p, q) || is_not(q, p);
}

/* Is c the contrary of x: x without its negation, or with one? */
static bool contrary(tree x, tree c)
{
    return is(x, LOGIC_NOT) ? same(left(x), c) : is_not(c, x);
}

static bool not_of(tree t, unsigned inside)
{
    return is(t, LOGIC_NOT) && is(left(t), inside);
}

/* ---- rules: r[0], r[1], r[2] are cited, t is concluded ------------------------------ */

typedef bool pattern(const tree *r, tree t);

static bool excluded_middle(const tree *r, tree t)
{
    (void)r;
    return is(t, LOGIC_OR) && opposed(left(t), right(t));
}

static bool non_contradiction(const tree *r, tree t)
{
    (void)r;
    return not_of(t, LOGIC_AND) && opposed(left(left(t)), right(left(t)));
}

static bool identity(const tree *r, tree t)
{
    (void)r;
    if (!is(t, LOGIC_THEN))
        return false;
    tree a = left(t), b = right(t);
    return same(a, b) || (is(a, LOGIC_AND) && (same(left(a), b) || same(right(a), b))) ||
           (is(b, LOGIC_OR) && (same(left(b), a) || same(right(b), a)));
}

static bool simplification(const tree *r, tree t)
{
    return is(r[0], LOGIC_AND) && (same(left(r[0]), t) || same(right(r[0]), t));
}

static bool conjunction(const tree *r, tree t)
{
    return is(t, LOGIC_AND) && same(left(t), r[0]) && same(right(t), r[1]);
}

static bool addition(const tree *r, tree t)
{
    return is(t, LOGIC_OR) && (same(left(t), r[0]) || same(right(t), r[0]));
}

static bool modus_ponens(const tree *r, tree t)
{
    return is(r[0], LOGIC_THEN) && same(left(r[0]), r[1]) && same(right(r[0]), t);
}

static bool modus_tollens(const tree *r, tree t)
{
    return is(r[0], LOGIC_THEN) && opposed(right(r[0]), r[1]) && contrary(left(r[0]), t);
}

static bool disjunctive_syllogism(const tree *r, tree t)
{
    return is(r[0], LOGIC_OR) && ((opposed(left(r[0]), r[1]) && same(right(r[0]), t)) ||
                                  (opposed(right(r[0]), r[1]) && same(left(r[0]), t)));
}

static bool ponendo_tollens(const tree *r, tree t)
{
    if (!not_of(r[0], LOGIC_AND))
        return false;
    tree a = left(left(r[0])), b = right(left(r[0]));
    return (same(a, r[1]) && contrary(b, t)) || (same(b, r[1]) && contrary(a, t));
}

static bool double_negation(const tree *r, tree t)
{
    return (not_of(r[0], LOGIC_NOT) && same(left(left(r[0])), t)) ||
           (not_of(t, LOGIC_NOT) && same(left(left(t)), r[0]));
}

/* ~(X op Y) against c(X) dual c(Y) */
static bool is_dual(tree negated, tree t)
{
    if (!not_of(negated, LOGIC_AND) && !not_of(negated, LOGIC_OR))
        return false;
    tree inside = left(negated);
    return is(t, is(inside, LOGIC_AND) ? LOGIC_OR : LOGIC_AND) &&
           contrary(left(inside), left(t)) && contrary(right(inside), right(t));
}

static bool de_morgan(const tree *r, tree t)
{
    return is_dual(r[0], t) || is_dual(t, r[0]);
}

/* X>Y against c(X)|Y */
static bool is_material(tree then, tree or)
{
    return is(then, LOGIC_THEN) && is(or, LOGIC_OR) && contrary(left(then), left(or)) &&
           same(right(then), right(or));
}

static bool material_implication(const tree *r, tree t)
{
    if (is_material(r[0], t) || is_material(t, r[0]))
        return true;
    return is(r[0], LOGIC_OR) && is(t, LOGIC_THEN) &&
           ((contrary(left(r[0]), left(t)) && same(right(r[0]), right(t))) ||
            (contrary(right(r[0]), left(t)) && same(left(r[0]), right(t))));
}

static bool is_counterexample(tree negated, tree t)
{
    return not_of(negated, LOGIC_THEN) && is(t, LOGIC_AND) &&
           same(left(left(negated)), left(t)) && contrary(right(left(negated)), right(t));
}

static bool negated_implication(const tree *r, tree t)
{
    return is_counterexample(r[0], t) || is_counterexample(t, r[0]);
}

static bool contraposition(const tree *r, tree t)
{
    return is(r[0], LOGIC_THEN) && is(t, LOGIC_THEN) && contrary(right(r[0]), left(t)) &&
           contrary(left(r[0]), right(t));
}

static bool hypothetical_syllogism(const tree *r, tree t)
{
    return is(r[0], LOGIC_THEN) && is(r[1], LOGIC_THEN) && is(t, LOGIC_THEN) &&
           same(right(r[0]), left(r[1])) && same(left(r[0]), left(t)) &&
           same(right(r[1]), right(t));
}

static bool clavius(const tree *r, tree t)
{
    return is(r[0], LOGIC_THEN) && opposed(left(r[0]), right(r[0])) && same(right(r[0]), t);
}

static bool idempotence(const tree *r, tree t)
{
    return is(r[0], LOGIC_OR) && same(left(r[0]), t) && same(right(r[0]), t);
}

static bool is_half(tree whole, unsigned joined_by, tree half)
{
    return is(whole, joined_by) && (same(left(whole), half) || same(right(whole), half));
}

static bool distribution(const tree *r, tree t)
{
    tree f = r[0];
    if (op(f) != op(t) || (!is(f, LOGIC_OR) && !is(f, LOGIC_THEN)))
        return false;
    unsigned before = is(f, LOGIC_OR) ? LOGIC_AND : LOGIC_OR;
    return (same(left(f), left(t)) && is_half(right(f), LOGIC_AND, right(t))) ||
           (same(right(f), right(t)) && is_half(left(f), before, left(t)));
}

static bool dilemma_of_three(const tree *r, tree t)
{
    return is(r[0], LOGIC_OR) && is(r[1], LOGIC_THEN) && is(r[2], LOGIC_THEN) &&
           same(left(r[0]), left(r[1])) && same(right(r[0]), left(r[2])) &&
           same(right(r[1]), t) && same(right(r[2]), t);
}

static bool dilemma(const tree *r, tree t)
{
    return is(r[0], LOGIC_THEN) && is(r[1], LOGIC_THEN) && opposed(left(r[0]), left(r[1])) &&
           same(right(r[0]), t) && same(right(r[1]), t);
}

static bool contradiction(const tree *r, tree t)
{
    return opposed(r[0], r[1]) && is(t, LOGIC_FALSUM);
}

static const struct {
    unsigned cited;
    pattern *holds;
} patterns[LOGIC_RULE_COUNT] = {
    [LOGIC_RULE_EXCLUDED_MIDDLE] = {0, excluded_middle},
    [LOGIC_RULE_NON_CONTRADICTION] = {0, non_contradiction},
    [LOGIC_RULE_IDENTITY] = {0, identity},
    [LOGIC_RULE_SIMPLIFICATION] = {1, simplification},
    [LOGIC_RULE_CONJUNCTION] = {2, conjunction},
    [LOGIC_RULE_ADDITION] = {1, addition},
    [LOGIC_RULE_MODUS_PONENS] = {2, modus_ponens},
    [LOGIC_RULE_MODUS_TOLLENS] = {2, modus_tollens},
    [LOGIC_RULE_DISJUNCTIVE_SYLLOGISM] = {2, disjunctive_syllogism},
    [LOGIC_RULE_PONENDO_TOLLENS] = {2, ponendo_tollens},
    [LOGIC_RULE_DOUBLE_NEGATION] = {1, double_negation},
    [LOGIC_RULE_DE_MORGAN] = {1, de_morgan},
    [LOGIC_RULE_MATERIAL_IMPLICATION] = {1, material_implication},
    [LOGIC_RULE_NEGATED_IMPLICATION] = {1, negated_implication},
    [LOGIC_RULE_CONTRAPOSITION] = {1, contraposition},
    [LOGIC_RULE_HYPOTHETICAL_SYLLOGISM] = {2, hypothetical_syllogism},
    [LOGIC_RULE_CLAVIUS] = {1, clavius},
    [LOGIC_RULE_IDEMPOTENCE] = {1, idempotence},
    [LOGIC_RULE_DISTRIBUTION] = {1, distribution},
    [LOGIC_RULE_DILEMMA] = {2, dilemma},
    [LOGIC_RULE_CONTRADICTION] = {2, contradiction},
};

bool checker_rule_holds(const logic_pool *pool, logic_rule rule, const logic_id *from,
                        unsigned count, logic_id to)
{
    tree r[LOGIC_CITED_MAX], t = {pool, to};
    for (unsigned i = 0; i < count; i++)
        r[i] = (tree){pool, from[i]};
    if (rule == LOGIC_RULE_DILEMMA && count == 3)
        return dilemma_of_three(r, t);
    return patterns[rule].holds != NULL && patterns[rule].cited == count &&
           patterns[rule].holds(r, t);
}

/* ---- truth -------------------------------------------------------------------------- */

bool checker_value(const logic_pool *pool, logic_id id, unsigned model)
{
    tree t = {pool, id};
    if (op(t) < LOGIC_LETTERS)
        return model >> op(t) & 1;
    if (is(t, LOGIC_FALSUM))
        return false;
    bool a = checker_value(pool, left(t).id, model);
    if (is(t, LOGIC_NOT))
        return !a;
    bool b = checker_value(pool, right(t).id, model);
    return is(t, LOGIC_AND) ? a && b : is(t, LOGIC_OR) ? a || b : !a || b;
}

/* Does what a step cites make its conclusion true, in every model? */
static bool follows(const logic_explanation *e, const logic_step *s)
{
    for (unsigned model = 0; model < 16; model++) {
        bool all = true;
        for (unsigned i = 0; i < s->count; i++)
            all = all && checker_value(&e->pool, e->step[s->cited[i]].conclusion, model);
        if (all && !checker_value(&e->pool, s->conclusion, model))
            return false;
    }
    return true;
}

/* ---- scopes ------------------------------------------------------------------------- */

static unsigned parts_of(const logic_step *s)
{
    return s->rule == LOGIC_RULE_CASES ? 2 : s->rule == LOGIC_RULE_REDUCTIO ? 1 : 0;
}

static bool inside(const logic_step *closing, unsigned part, unsigned step)
{
    return closing->part[part].first <= step && step <= closing->part[part].last;
}

/* A step may be cited if every sub-derivation it stands in holds the citing step too. */
static bool visible(const logic_explanation *e, unsigned cited, unsigned from)
{
    if (cited >= from)
        return false;
    for (unsigned i = 0; i < e->count; i++)
        for (unsigned p = 0; p < parts_of(&e->step[i]); p++)
            if (inside(&e->step[i], p, cited) && !inside(&e->step[i], p, from))
                return false;
    return true;
}

/* How many sub-derivations a step stands in, and begins. */
static unsigned depth_of(const logic_explanation *e, unsigned step, unsigned *begun)
{
    unsigned depth = 0;
    *begun = 0;
    for (unsigned i = 0; i < e->count; i++)
        for (unsigned p = 0; p < parts_of(&e->step[i]); p++) {
            depth += inside(&e->step[i], p, step);
            *begun += e->step[i].part[p].first == step;
        }
    return depth;
}

/* ---- steps -------------------------------------------------------------------------- */

/* Writes a tree in reverse Polish, to compare it with a line. */
static void write_rpn(tree t, logic_rpn *out)
{
    if (op(t) >= LOGIC_LETTERS) {
        write_rpn(left(t), out);
        if (!is(t, LOGIC_NOT))
            write_rpn(right(t), out);
    }
    if (out->count < LOGIC_LINE_MAX)
        out->symbol[out->count++] = (uint8_t)op(t);
}

static bool is_line(const logic_explanation *e, const logic_step *s, const logic_proof *proof)
{
    if (s->line >= LOGIC_LINES || proof->line[s->line].count == 0 || s->count || s->depth)
        return false;
    const logic_rpn *line = &proof->line[s->line];
    logic_rpn written = {0};
    write_rpn((tree){&e->pool, s->conclusion}, &written);
    if (written.count != line->count)
        return false;
    for (unsigned i = 0; i < line->count; i++)
        if (written.symbol[i] != line->symbol[i])
            return false;
    return true;
}

/* The parts of a split stand directly before it, one after the other, each from its assumption
 * to what is concluded. */
static const char *split_objection(const logic_explanation *e, unsigned at)
{
    const logic_step *s = &e->step[at];
    tree goal = {&e->pool, s->conclusion}, assumed[2];
    unsigned parts = parts_of(s), end = at;
    if (s->count)
        return "a split cites steps";
    for (unsigned p = parts; p-- > 0; end = s->part[p].first) {
        if (s->part[p].last + 1U != end || s->part[p].first > s->part[p].last)
            return "a part of a split is not where it should be";
        assumed[p] = (tree){&e->pool, e->step[s->part[p].first].conclusion};
        tree got = {&e->pool, e->step[s->part[p].last].conclusion};
        if (e->step[s->part[p].first].rule != LOGIC_RULE_ASSUMPTION ||
            e->step[s->part[p].last].depth != s->depth + 1)
            return "a part does not begin with its assumption or end at its level";
        if (!is(got, LOGIC_FALSUM) && (parts == 1 || !same(got, goal)))
            return "a part does not reach the goal";
    }
    if (parts == 1)
        return contrary(assumed[0], goal) ? NULL : "reductio concludes something else";
    return is_not(assumed[1], assumed[0]) ? NULL : "the cases are not all cases";
}

static const char *inference_objection(const logic_explanation *e, unsigned at)
{
    const logic_step *s = &e->step[at];
    logic_id from[LOGIC_CITED_MAX];
    if (s->count > LOGIC_CITED_MAX)
        return "too many steps are cited";
    for (unsigned i = 0; i < s->count; i++) {
        if (!visible(e, s->cited[i], at))
            return "a step is cited that cannot be";
        from[i] = e->step[s->cited[i]].conclusion;
    }
    if (!checker_rule_holds(&e->pool, (logic_rule)s->rule, from, s->count, s->conclusion))
        return "the rule does not conclude this";
    return follows(e, s) ? NULL : "the conclusion does not follow";
}

static const char *step_objection(const logic_explanation *e, unsigned at,
                                  const logic_proof *proof)
{
    const logic_step *s = &e->step[at];
    unsigned begun;
    if (s->rule >= LOGIC_RULE_COUNT || s->conclusion >= e->pool.count)
        return "no such rule or formula";
    if (depth_of(e, at, &begun) != s->depth)
        return "the depth is wrong";
    if (begun != (s->rule == LOGIC_RULE_ASSUMPTION))
        return "an assumption that begins no part, or a part that begins with none";
    if (s->rule == LOGIC_RULE_PREMISE)
        return is_line(e, s, proof) ? NULL : "a premise is not the line it is said to be";
    if (s->rule == LOGIC_RULE_ASSUMPTION)
        return NULL;
    return parts_of(s) ? split_objection(e, at) : inference_objection(e, at);
}

/* ---- the whole ---------------------------------------------------------------------- */

static bool holds_in(const logic_proof *proof, unsigned lines, unsigned model)
{
    for (unsigned i = 0; i < LOGIC_LINES; i++)
        if (lines >> i & 1 && !logic_rpn_value(&proof->line[i], model))
            return false;
    return true;
}

/* Is the goal true in every model of these lines? A paradox has no model at all. */
static bool entailed(const logic_explanation *e, const logic_proof *proof, unsigned lines)
{
    for (unsigned model = 0; model < 16; model++) {
        bool letter = model >> e->letter & 1;
        bool goal =
            e->why == LOGIC_WHY_PROVEN ? letter : e->why == LOGIC_WHY_DISPROVEN && !letter;
        if (holds_in(proof, lines, model) && !goal)
            return false;
    }
    return true;
}

static const char *lines_objection(const logic_explanation *e, const logic_proof *proof)
{
    unsigned cited = 0;
    for (unsigned i = 0; i < e->count; i++)
        if (e->step[i].rule == LOGIC_RULE_PREMISE)
            cited |= 1U << e->step[i].line;
    if (cited != e->lines)
        return "the lines are not those of the premises";
    for (unsigned lines = 0; lines < 16; lines++)
        if (__builtin_popcount(lines) < __builtin_popcount(e->lines) &&
            entailed(e, proof, lines))
            return "fewer lines would do";
    return NULL;
}

static bool is_goal(const logic_explanation *e, const logic_step *last)
{
    tree t = {&e->pool, last->conclusion};
    if (last->depth)
        return false;
    if (e->why == LOGIC_WHY_PARADOX)
        return is(t, LOGIC_FALSUM);
    if (e->why == LOGIC_WHY_PROVEN)
        return is(t, e->letter);
    return not_of(t, e->letter);
}

static const char *models_objection(const logic_explanation *e, const logic_proof *proof)
{
    for (unsigned value = 0; value < 2; value++)
        if ((e->model[value] >> e->letter & 1U) != value ||
            !holds_in(proof, 0xF, e->model[value]))
            return "a model is not one, or does not give the letter its value";
    return e->count == 0 && e->lines == 0 ? NULL : "steps to an undetermined letter";
}

const char *checker_objection(const logic_explanation *e, const logic_proof *proof)
{
    if (e->why == LOGIC_WHY_UNDETERMINED)
        return models_objection(e, proof);
    if (e->count == 0 || !is_goal(e, &e->step[e->count - 1]))
        return "the last step is not the goal";
    for (unsigned i = 0; i < e->count; i++) {
        const char *objection = step_objection(e, i, proof);
        if (objection != NULL)
            return objection;
    }
    return lines_objection(e, proof);
}
