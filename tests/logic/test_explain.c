/* tests/logic/test_explain.c -- explanations, held to an independent checker. */
#include "check.h"

#include "logic/checker.h"
#include "logic/random_proof.h"

/* Steps that apply a rule: all but premises and assumptions. */
static unsigned inferences(const logic_explanation *e)
{
    unsigned count = 0;
    for (unsigned i = 0; i < e->count; i++)
        count +=
            e->step[i].rule != LOGIC_RULE_PREMISE && e->step[i].rule != LOGIC_RULE_ASSUMPTION;
    return count;
}

static bool has_split(const logic_explanation *e)
{
    for (unsigned i = 0; i < e->count; i++)
        if (e->step[i].rule == LOGIC_RULE_REDUCTIO || e->step[i].rule == LOGIC_RULE_CASES)
            return true;
    return false;
}

static void print_case(const logic_line line[LOGIC_LINES], logic_precedence p, unsigned letter)
{
    CHECK_BUF(text);
    for (unsigned i = 0; i < LOGIC_LINES; i++) {
        put_line(&line[i], LOGIC_ASCII, &text.sink);
        duel_put(&text.sink, " ; ");
    }
    print_error("%s precedence %d, letter %u\n", text.text, (int)p, letter);
}

/* ---- written cases ------------------------------------------------------------------ */

static void read_proof(const char *text, logic_precedence precedence, logic_proof *proof)
{
    logic_line line[LOGIC_LINES] = {{0}};
    duel_str rest = duel_str_of(text), part;
    for (unsigned i = 0; duel_str_part(&rest, ';', &part); i++)
        assert_ok(logic_read(part, &line[i], NULL, NULL));
    proof_of_lines(line, precedence, proof);
}

/* "A&B simplification A, …": conclusions and rules of all but the premises. */
static void write_steps(const logic_explanation *e, duel_buf *out)
{
    const char *between = "";
    for (unsigned i = 0; i < e->count; i++) {
        const logic_step *s = &e->step[i];
        if (s->rule == LOGIC_RULE_PREMISE)
            continue;
        duel_put(&out->sink, between);
        logic_put_formula(&e->pool, s->conclusion, LOGIC_SEED, LOGIC_ASCII, &out->sink);
        duel_putf(&out->sink, " %s", logic_rule_name((logic_rule)s->rule));
        between = ", ";
    }
}

static const struct {
    const char *proof;
    char letter;
    logic_why why;
    unsigned lines;
    const char *steps;
} written[] = {
    {"A", 'A', LOGIC_WHY_PROVEN, 1, ""},
    {"A&B", 'B', LOGIC_WHY_PROVEN, 1, "B simplification"},
    {"A>B;A", 'B', LOGIC_WHY_PROVEN, 3, "B modus ponens"},
    {"A>B;~B", 'A', LOGIC_WHY_DISPROVEN, 3, "~A modus tollens"},
    {"A>~B;B", 'A', LOGIC_WHY_DISPROVEN, 3, "~A modus tollens"},
    {"C;A|B;~A", 'B', LOGIC_WHY_PROVEN, 6, "B disjunctive syllogism"},
    {"~(A&B);A", 'B', LOGIC_WHY_DISPROVEN, 3, "~B modus ponendo tollens"},
    {"~(~A)", 'A', LOGIC_WHY_PROVEN, 1, "A double negation"},
    {"~(A|B)", 'B', LOGIC_WHY_DISPROVEN, 1, "~A&~B De Morgan's law, ~B simplification"},
    {"~(A>B)", 'A', LOGIC_WHY_PROVEN, 1, "A&~B negated implication, A simplification"},
    {"B>~B", 'B', LOGIC_WHY_DISPROVEN, 1, "~B Clavius's law"},
    {"A|A", 'A', LOGIC_WHY_PROVEN, 1, "A idempotence"},
    {"A|B;A>C;B>C", 'C', LOGIC_WHY_PROVEN, 7, "C dilemma"},
    {"A>C;~A>C", 'C', LOGIC_WHY_PROVEN, 3, "C dilemma"},
    {"A&~A|B", 'B', LOGIC_WHY_PROVEN, 1, "~(A&~A) non-contradiction, B disjunctive syllogism"},
    {"(A>A)>B", 'B', LOGIC_WHY_PROVEN, 1, "A>A identity, B modus ponens"},
    {"A|~A>B", 'B', LOGIC_WHY_PROVEN, 1, "A|~A excluded middle, B modus ponens"},
    {"A;B;A&B>C", 'C', LOGIC_WHY_PROVEN, 7, "A&B conjunction, C modus ponens"},
    {"A;A|B>C", 'C', LOGIC_WHY_PROVEN, 3, "A|B addition, C modus ponens"},
    {"A>B;B>~A", 'A', LOGIC_WHY_DISPROVEN, 3, "A>~A hypothetical syllogism, ~A Clavius's law"},
    {"A;B;~A", 'C', LOGIC_WHY_PARADOX, 5, "# contradiction"},
    {"B|~((A>C)&(C>A))", 'A', LOGIC_WHY_UNDETERMINED, 0, ""},
    {"B;B;B&C>C>A&~A|D;A>~C|A&D>B", 'D', LOGIC_WHY_PROVEN, 4,
     "B&C>C identity, A&~A|D modus ponens, ~(A&~A) non-contradiction, "
     "D disjunctive syllogism"},
    {"A|~(B&A>C)", 'A', LOGIC_WHY_PROVEN, 1,
     "~A assumption, ~(B&A>C) disjunctive syllogism, B&A&~C negated implication, "
     "B&A simplification, A simplification, # contradiction, A reductio ad absurdum"},
};

TEST(explains_written_cases)
{
    for (size_t i = 0; i < sizeof written / sizeof *written; i++) {
        logic_proof proof;
        logic_explanation *e;
        read_proof(written[i].proof, LOGIC_SEED, &proof);
        assert_ok(logic_explain(&proof, (unsigned)(written[i].letter - 'A'), &e));
        CHECK_BUF(steps);
        write_steps(e, &steps);
        if (strcmp(steps.text, written[i].steps) != 0 || e->lines != written[i].lines)
            print_error("%s: lines %u, steps %s\n", written[i].proof, e->lines, steps.text);
        assert_string_equal(steps.text, written[i].steps);
        assert_int_equal(e->lines, written[i].lines);
        assert_int_equal(e->why, written[i].why);
        assert_null(checker_objection(e, &proof));
        logic_explanation_free(e);
    }
}

/* ---- random proofs ------------------------------------------------------------------ */

typedef void visitor(logic_explanation *e, const logic_proof *proof, void *with);

/* Explains random proofs, all letters (once for a paradox), under both precedences in turn. */
static void visit_random(unsigned seed, unsigned proofs, visitor *visit, void *with)
{
    duel_rng rng = check_rng(seed);
    for (unsigned i = 0; i < proofs; i++) {
        logic_line line[LOGIC_LINES];
        logic_proof proof;
        logic_precedence precedence = i % 2 ? LOGIC_OFFICIAL : LOGIC_SEED;
        random_lines(&rng, line);
        proof_of_lines(line, precedence, &proof);
        bool paradox = logic_proof_verdict(&proof).paradox;
        for (unsigned letter = 0; letter < (paradox ? 1U : LOGIC_LETTERS); letter++) {
            logic_explanation *e;
            assert_ok(logic_explain(&proof, letter, &e));
            const char *objection = checker_objection(e, &proof);
            if (objection != NULL || e->truncated)
                print_case(line, precedence, letter);
            if (objection != NULL)
                fail_msg("%s", objection);
            assert_false(e->truncated);
            visit(e, &proof, with);
            logic_explanation_free(e);
        }
    }
}

typedef struct counts {
    unsigned of[4], splits, rules[LOGIC_RULE_COUNT];
} counts;

static void count(logic_explanation *e, const logic_proof *proof, void *with)
{
    counts *c = with;
    c->of[e->why]++;
    c->splits += has_split(e);
    for (unsigned i = 0; i < e->count; i++)
        c->rules[e->step[i].rule]++;
    logic_verdict v = logic_proof_verdict(proof);
    char said = logic_letter_verdict(&v, e->letter);
    assert_int_equal(e->why == LOGIC_WHY_PROVEN, said == 'T');
    assert_int_equal(e->why == LOGIC_WHY_DISPROVEN, said == 'F');
    assert_int_equal(e->why == LOGIC_WHY_PARADOX, v.paradox);
}

TEST(checker_accepts_random_explanations)
{
    counts c = {0};
    visit_random(1, check_sample(500, 10000), count, &c);
    for (unsigned i = 0; i < 4; i++)
        assert_true(c.of[i] > 50);
    assert_true(c.splits > 5);
    for (unsigned r = 0; r < LOGIC_RULE_COUNT; r++)
        if (c.rules[r] == 0 && r != LOGIC_RULE_CONTRAPOSITION && r != LOGIC_RULE_IDEMPOTENCE &&
            r != LOGIC_RULE_HYPOTHETICAL_SYLLOGISM)
            fail_msg("no derivation used %s", logic_rule_name((logic_rule)r));
}

/* ---- falsified derivations ---------------------------------------------------------- */

typedef struct forger {
    duel_rng rng;
    unsigned tried[3];
} forger;

static bool entails(const logic_explanation *e, const logic_step *s, logic_id to)
{
    for (unsigned model = 0; model < 16; model++) {
        bool all = true;
        for (unsigned i = 0; i < s->count; i++)
            all = all && checker_value(&e->pool, e->step[s->cited[i]].conclusion, model);
        if (all && !checker_value(&e->pool, to, model))
            return false;
    }
    return true;
}

/* X>~X with X gives ~X by modus ponens and by modus tollens alike: no falsification. */
static bool is_both_modes(const logic_step *s, unsigned rule)
{
    return (s->rule == LOGIC_RULE_MODUS_PONENS && rule == LOGIC_RULE_MODUS_TOLLENS) ||
           (s->rule == LOGIC_RULE_MODUS_TOLLENS && rule == LOGIC_RULE_MODUS_PONENS);
}

static void expect_refusal(const logic_explanation *e, const logic_proof *proof,
                           const char *what)
{
    if (checker_objection(e, proof) == NULL)
        fail_msg("a derivation with %s was accepted", what);
}

static void forge_rule(logic_explanation *e, const logic_proof *proof, forger *f, unsigned at)
{
    logic_step *s = &e->step[at], kept = *s;
    for (unsigned rule = 0; rule < LOGIC_RULE_COUNT; rule++) {
        if (rule == kept.rule || is_both_modes(&kept, rule))
            continue;
        s->rule = (uint8_t)rule;
        expect_refusal(e, proof, "a wrong rule");
        f->tried[0]++;
    }
    *s = kept;
}

/* A step that is not before, or one from which the conclusion does not follow. */
static void forge_premise(logic_explanation *e, const logic_proof *proof, forger *f,
                          unsigned at)
{
    logic_step *s = &e->step[at], kept = *s;
    for (unsigned i = 0; i < kept.count; i++)
        for (unsigned other = 0; other < e->count; other++) {
            s->cited[i] = (uint16_t)other;
            if (other < at && entails(e, s, s->conclusion))
                continue;
            expect_refusal(e, proof, "a wrong premise");
            f->tried[1]++;
        }
    *s = kept;
}

static void forge_conclusion(logic_explanation *e, const logic_proof *proof, forger *f,
                             unsigned at)
{
    logic_step *s = &e->step[at], kept = *s;
    for (unsigned tries = 0; tries < 5; tries++) {
        s->conclusion = (logic_id)duel_rng_below(&f->rng, e->pool.count);
        if (entails(e, s, s->conclusion))
            continue;
        expect_refusal(e, proof, "a changed conclusion");
        f->tried[2]++;
    }
    *s = kept;
}

static void forge(logic_explanation *e, const logic_proof *proof, void *with)
{
    for (unsigned at = 0; at < e->count; at++) {
        if (e->step[at].count == 0)
            continue;
        forge_rule(e, proof, with, at);
        forge_premise(e, proof, with, at);
        forge_conclusion(e, proof, with, at);
    }
    assert_null(checker_objection(e, proof));
}

TEST(checker_refuses_falsified_derivations)
{
    forger f = {.tried = {0}};
    duel_rng_init_number(&f.rng, 99);
    visit_random(2, check_sample(100, 2000), forge, &f);
    for (unsigned i = 0; i < 3; i++)
        assert_true(f.tried[i] > 100);
}

/* Splits: another order, another assumption, a part cited from outside, a part cut short. */
TEST(checker_refuses_falsified_splits)
{
    logic_proof proof;
    logic_explanation *e;
    read_proof("A|~(B&A>C);D", LOGIC_SEED, &proof);
    assert_ok(logic_explain(&proof, 0, &e));
    assert_null(checker_objection(e, &proof));
    logic_step *last = &e->step[e->count - 1], kept = *last;
    assert_int_equal(last->rule, LOGIC_RULE_REDUCTIO);
    last->part[0].first++;
    assert_non_null(checker_objection(e, &proof));
    *last = kept;
    last->part[0].last--;
    assert_non_null(checker_objection(e, &proof));
    *last = kept;
    last->rule = LOGIC_RULE_CASES;
    assert_non_null(checker_objection(e, &proof));
    *last = (logic_step){.rule = LOGIC_RULE_SIMPLIFICATION,
                         .count = 1,
                         .cited = {kept.part[0].last - 2},
                         .conclusion = kept.conclusion};
    assert_non_null(checker_objection(e, &proof));
    *last = kept;
    e->lines |= 2;
    assert_non_null(checker_objection(e, &proof));
    logic_explanation_free(e);
}

/* ---- splits only where needed ------------------------------------------------------- */

/* All that follows, found the slow way: every formula of the universe, tried with every rule
 * and every choice of known formulas. */
typedef struct closure {
    logic_pool pool;
    unsigned basis_count, count;
    logic_id basis[64];
    logic_id formula[4096]; /* the universe */
    bool member[4096], known[4096];
} closure;

static logic_id contrary_of(closure *c, logic_id id)
{
    const logic_node *n = &c->pool.node[id];
    return n->op == LOGIC_NOT ? n->left : logic_make(&c->pool, LOGIC_NOT, id, 0);
}

static void add_to_basis(closure *c, logic_id id)
{
    for (unsigned i = 0; i < c->basis_count; i++)
        if (c->basis[i] == id)
            return;
    c->basis[c->basis_count++] = id;
    logic_node n = c->pool.node[id];
    add_to_basis(c, contrary_of(c, id));
    if (n.op >= LOGIC_LETTERS)
        add_to_basis(c, n.left);
    if (n.op >= LOGIC_AND && n.op <= LOGIC_THEN)
        add_to_basis(c, n.right);
}

static void add_formula(closure *c, logic_id id, bool member)
{
    for (unsigned i = 0; i < c->count; i++)
        if (c->formula[i] == id) {
            c->member[i] |= member;
            return;
        }
    c->formula[c->count] = id;
    c->member[c->count] = member;
    c->known[c->count++] = false;
}

static void add_form(closure *c, logic_id id)
{
    logic_node n = c->pool.node[id];
    if (n.op == LOGIC_THEN)
        add_formula(c, logic_make(&c->pool, LOGIC_OR, contrary_of(c, n.left), n.right), true);
    if (n.op != LOGIC_NOT || c->pool.node[n.left].op < LOGIC_AND)
        return;
    logic_node in = c->pool.node[n.left];
    logic_id x = contrary_of(c, in.left), y = contrary_of(c, in.right);
    if (in.op == LOGIC_AND)
        add_formula(c, logic_make(&c->pool, LOGIC_OR, x, y), true);
    else if (in.op == LOGIC_OR)
        add_formula(c, logic_make(&c->pool, LOGIC_AND, x, y), true);
    else if (in.op == LOGIC_THEN)
        add_formula(c, logic_make(&c->pool, LOGIC_AND, in.left, y), true);
}

static void build_universe(closure *c)
{
    for (unsigned i = 0; i < c->basis_count; i++)
        add_formula(c, c->basis[i], true);
    for (unsigned i = 0; i < c->basis_count; i++)
        add_form(c, c->basis[i]);
    for (unsigned i = 0; i < c->basis_count; i++)
        for (unsigned j = 0; j < c->basis_count; j++)
            for (unsigned op = LOGIC_AND; op <= LOGIC_THEN; op++) {
                logic_id id = logic_make(&c->pool, op, c->basis[i], c->basis[j]);
                if (c->pool.node[id].table != LOGIC_TRUE)
                    add_formula(c, id, false);
            }
    add_formula(c, logic_falsum(&c->pool), true);
}

/* Rules that put formulas together at will conclude members only. */
static bool may_conclude(const closure *c, unsigned rule, unsigned to)
{
    return c->member[to] ||
           (rule != LOGIC_RULE_CONJUNCTION && rule != LOGIC_RULE_ADDITION &&
            rule != LOGIC_RULE_EXCLUDED_MIDDLE && rule != LOGIC_RULE_IDENTITY &&
            rule != LOGIC_RULE_NON_CONTRADICTION);
}

static bool concludes(const closure *c, const logic_id *from, unsigned cited, unsigned to)
{
    for (unsigned r = 0; r < LOGIC_RULE_COUNT; r++)
        if (may_conclude(c, r, to) &&
            checker_rule_holds(&c->pool, (logic_rule)r, from, cited, c->formula[to]))
            return true;
    return false;
}

static bool follows_by_three(const closure *c, logic_id either, logic_id one, unsigned to)
{
    for (unsigned k = 0; k < c->count; k++)
        if (c->known[k] && c->pool.node[c->formula[k]].op == LOGIC_THEN) {
            logic_id from[3] = {either, one, c->formula[k]};
            if (checker_rule_holds(&c->pool, LOGIC_RULE_DILEMMA, from, 3, c->formula[to]))
                return true;
        }
    return false;
}

static bool follows_from_known(const closure *c, unsigned to)
{
    if (concludes(c, NULL, 0, to))
        return true;
    for (unsigned i = 0; i < c->count; i++) {
        if (!c->known[i])
            continue;
        if (concludes(c, &c->formula[i], 1, to))
            return true;
        for (unsigned j = 0; j < c->count; j++) {
            logic_id from[2] = {c->formula[i], c->formula[j]};
            if (!c->known[j])
                continue;
            if (concludes(c, from, 2, to) || (c->pool.node[from[0]].op == LOGIC_OR &&
                                              c->pool.node[from[1]].op == LOGIC_THEN &&
                                              follows_by_three(c, from[0], from[1], to)))
                return true;
        }
    }
    return false;
}

static bool closure_has(closure *c, logic_id goal)
{
    for (bool again = true; again;) {
        again = false;
        for (unsigned to = 0; to < c->count; to++)
            if (!c->known[to] && follows_from_known(c, to)) {
                c->known[to] = again = true;
                if (c->formula[to] == goal)
                    return true;
            }
    }
    return false;
}

/* Is there a derivation of at most this many steps? */
static bool reaches_within(closure *c, unsigned goal, unsigned steps)
{
    if (c->known[goal] || (steps > 0 && follows_from_known(c, goal)))
        return true;
    for (unsigned to = 0; to < c->count && steps > 1; to++) {
        if (c->known[to] || !follows_from_known(c, to))
            continue;
        c->known[to] = true;
        bool reached = reaches_within(c, goal, steps - 1);
        c->known[to] = false;
        if (reached)
            return true;
    }
    return false;
}

static unsigned count_double_negations(const logic_rpn *rpn)
{
    unsigned most = 0;
    for (unsigned i = 1; i < rpn->count; i++)
        most += rpn->symbol[i] == LOGIC_NOT && rpn->symbol[i - 1] == LOGIC_NOT;
    return most;
}

/* Fills the closure with the premises of these lines; false if that is too large for the slow
 * way, or has double negations, for which the universe has finer rules. */
static bool prepare(closure *c, const logic_proof *proof, unsigned lines)
{
    logic_pool_init(&c->pool);
    c->basis_count = c->count = 0;
    for (unsigned i = 0; i < LOGIC_LINES; i++)
        if (lines >> i & 1) {
            if (proof->line[i].count > 9 || count_double_negations(&proof->line[i]))
                return false;
            add_to_basis(c, logic_of_rpn(&c->pool, &proof->line[i]));
        }
    if (c->basis_count > 14)
        return false;
    build_universe(c);
    for (unsigned i = 0; i < LOGIC_LINES; i++)
        if (lines >> i & 1)
            for (unsigned k = 0; k < c->count; k++)
                c->known[k] |= c->formula[k] == logic_of_rpn(&c->pool, &proof->line[i]);
    return true;
}

typedef struct slow {
    closure c;
    unsigned with_split, without, most;
} slow;

/* The formula concluded by the last step, in the closure's own pool. */
static logic_id goal_in(closure *c, const logic_explanation *e)
{
    const logic_node *n = &e->pool.node[e->step[e->count - 1].conclusion];
    if (n->op == LOGIC_FALSUM)
        return logic_falsum(&c->pool);
    return n->op == LOGIC_NOT ? logic_make(&c->pool, LOGIC_NOT, n->left, 0) : (logic_id)n->op;
}

static void compare_with_closure(logic_explanation *e, const logic_proof *proof, void *with)
{
    slow *s = with;
    bool split = has_split(e);
    if (e->why == LOGIC_WHY_UNDETERMINED || inferences(e) < 3 ||
        (split ? s->with_split : s->without) >= s->most || !prepare(&s->c, proof, e->lines))
        return;
    logic_id goal = goal_in(&s->c, e);
    assert_int_equal(closure_has(&s->c, goal), !split);
    *(split ? &s->with_split : &s->without) += 1;
}

TEST(splits_only_where_nothing_else_helps)
{
    slow *s = calloc(1, sizeof *s);
    assert_non_null(s);
    s->most = check_sample(8, 60);
    visit_random(3, check_sample(500, 5000), compare_with_closure, s);
    assert_true(s->with_split == s->most && s->without == s->most);
    free(s);
}

/* From its lines there is no shorter derivation than the one shown. */
static void look_for_shorter(logic_explanation *e, const logic_proof *proof, void *with)
{
    slow *s = with;
    unsigned size = inferences(e);
    if (has_split(e) || size < 2 || size > 4 || s->without >= s->most ||
        !prepare(&s->c, proof, e->lines))
        return;
    logic_id id = goal_in(&s->c, e);
    unsigned goal = 0;
    while (s->c.formula[goal] != id)
        goal++;
    assert_false(reaches_within(&s->c, goal, size - 1));
    assert_true(size == 4 || reaches_within(&s->c, goal, size));
    s->without++;
}

TEST(short_derivations_are_shortest)
{
    slow *s = calloc(1, sizeof *s);
    assert_non_null(s);
    s->most = check_sample(12, 200);
    visit_random(5, check_sample(500, 5000), look_for_shorter, s);
    assert_int_equal(s->without, s->most);
    free(s);
}

/* ---- long lines, words -------------------------------------------------------------- */

TEST(long_lines_are_explained)
{
    duel_rng rng = check_rng(7);
    unsigned explained = 0;
    for (unsigned i = 0; i < check_sample(20, 400); i++) {
        logic_line line[LOGIC_LINES] = {{0}};
        logic_proof proof;
        for (unsigned k = 0; k < LOGIC_LINES; k++)
            random_long_line(&rng, 1 + duel_rng_below(&rng, 20), &line[k]);
        proof_of_lines(line, i % 2 ? LOGIC_OFFICIAL : LOGIC_SEED, &proof);
        logic_explanation *e;
        duel_status status = logic_explain(&proof, i % LOGIC_LETTERS, &e);
        assert_ok(status);
        assert_null(checker_objection(e, &proof));
        explained += e->why != LOGIC_WHY_UNDETERMINED;
        logic_explanation_free(e);
    }
    assert_true(explained > 5);
}

static const struct {
    const char *proof;
    char letter;
    int step; /* -1: the whole */
    const char *id, *text;
} worded[] = {
    {"A>B;A", 'B', -1, "{2} is proven by {0:line|lines} {1}.", "1, 2"},
    {"A>B;A", 'B', 0, "({0}) {1}, premise of line {2}", "A⇒B"},
    {"A>B;A", 'B', 2, "({0}) {1}, by {2}: {3}", "B"},
    {"C;~C", 'B', 2, "({0}) contradiction between {1}", "(1) (2)"},
    {"A|~A>B", 'B', 1, "({0}) {1}, by {2}", "A∨¬A"},
    {"A|~(B&A>C)", 'A', 1, "({0}) suppose {1}", "¬A"},
    {"A|B", 'B', -1, "{0} is undetermined: every line holds with {1}, and also with {2}.", "B"},
};

TEST(steps_are_put_into_words)
{
    logic_wording wording = {LOGIC_SEED, LOGIC_UNICODE};
    for (size_t i = 0; i < sizeof worded / sizeof *worded; i++) {
        logic_proof proof;
        logic_explanation *e;
        duel_msg m;
        read_proof(worded[i].proof, LOGIC_SEED, &proof);
        assert_ok(logic_explain(&proof, (unsigned)(worded[i].letter - 'A'), &e));
        if (worded[i].step < 0)
            logic_say_why(e, wording, &m);
        else
            logic_say_step(e, (unsigned)worded[i].step, wording, &m);
        assert_string_equal(m.id, worded[i].id);
        assert_string_equal(m.text, worded[i].text); /* its first text argument */
        logic_explanation_free(e);
    }
}
