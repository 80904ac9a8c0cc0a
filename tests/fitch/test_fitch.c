/* tests/fitch/test_fitch.c -- formulas, rules and derivations of the learner, held to truth
 * tables and to the derivations that the prover of src/logic makes. */
#include "check.h"

#include "base/messages.h"
#include "base/rng.h"
#include "fitch/derivation.h"
#include "logic/explain.h"
#include "logic/random_proof.h"

static fitch_derivation *derivation;

static int set_up(void **state)
{
    (void)state;
    derivation = malloc(sizeof *derivation);
    return derivation == NULL;
}

static int tear_down(void **state)
{
    (void)state;
    free(derivation);
    return 0;
}

static prop_pool *fresh_pool(void)
{
    fitch_init(derivation);
    return &derivation->pool;
}

static const char *written(const prop_pool *pool, prop_id id, prop_style style)
{
    static char text[4096];
    CHECK_BUF(b);
    prop_put(pool, id, style, &b.sink);
    assert_true(b.len < sizeof text);
    memcpy(text, b.text, b.len + 1);
    return text;
}

static const char *told(const duel_msg *m)
{
    static char text[1024];
    CHECK_BUF(b);
    duel_render(DUEL_EN, m, &b.sink);
    assert_true(b.len < sizeof text);
    memcpy(text, b.text, b.len + 1);
    return text;
}

/* ---- formulas ----------------------------------------------------------------------- */

TEST(notations_mean_the_same)
{
    static const char *const same[][6] = {
        {"A&~B>C", "A and not B implies C", "a ET NON b IMPLIQUE c", "A ∧ ¬B ⇒ C",
         "A /\\ !B -> C", "((A && (~B)) => C)"},
        {"A|B=C", "A ou B ssi C", "(A or B) iff C", "A ∨ B ⇔ C", "A + B <-> C", "A \\/ B ≡ C"},
        {"A^B", "A xor B", "A ⊕ B", "(A^B)", "a^b", " A\t^ B "},
        {"A>B>C", "A>(B>C)", "A → B → C", "A ⊃ (B ⊃ C)", "A->B->C", "A=>B=>C"},
        {"#|true", "⊥ ∨ ⊤", "faux ou vrai", "false or true", "(#)|(true)", "#||⊤"},
        {"~~A", "¬¬A", "!!A", "not not A", "non non A", "~(~A)"},
    };
    prop_pool *pool = fresh_pool();
    for (size_t i = 0; i < sizeof same / sizeof *same; i++) {
        prop_id first = PROP_NONE, other;
        for (int k = 0; k < 6; k++) {
            assert_ok(prop_read(pool, duel_str_of(same[i][k]), &other, NULL, NULL));
            first = k ? first : other;
            assert_int_equal(other, first);
        }
        assert_string_equal(written(pool, first, PROP_ASCII), same[i][0]);
    }
}

TEST(mistakes_have_a_place)
{
    static const struct {
        const char *text;
        size_t at;
        const char *says;
    } wrong[] = {
        {"", 0, "missing"},        {"A&", 2, "missing"},
        {"A B", 2, "operator"},    {"(A|B", 0, "never closed"},
        {"A)", 1, "never opened"}, {"A ∧ pq", 4, "“pq”"},
        {"¬ ∨ A", 2, "missing"},   {"A & $", 4, "“$”"},
        {"()", 1, "missing"},      {"A ⇒ (B & ) C", 9, "missing"},
    };
    prop_pool *pool = fresh_pool();
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        prop_id id;
        size_t at = 99;
        duel_msg why = {0};
        assert_int_equal(prop_read(pool, duel_str_of(wrong[i].text), &id, &at, &why),
                         DUEL_REFUSED);
        if (at != wrong[i].at || strstr(told(&why), wrong[i].says) == NULL)
            fail_msg("%s: at %zu, %s", wrong[i].text, at, told(&why));
    }
}

static prop_id random_formula(prop_pool *pool, duel_rng *rng, int size, unsigned letters)
{
    if (size <= 1) {
        unsigned k = duel_rng_below(rng, 20);
        return k < 2 ? prop_make(pool, k ? PROP_TRUE : PROP_FALSE, 0, 0)
                     : prop_letter(pool, duel_rng_below(rng, letters));
    }
    prop_op op = (prop_op)(PROP_NOT + duel_rng_below(rng, PROP_OPS - PROP_NOT));
    int left = op == PROP_NOT ? size - 1 : 1 + (int)duel_rng_below(rng, (uint32_t)size - 1);
    prop_id a = random_formula(pool, rng, left, letters);
    return prop_make(pool, op, a,
                     op == PROP_NOT ? 0 : random_formula(pool, rng, size - left, letters));
}

static bool value_of(const prop_pool *pool, prop_id id, unsigned model)
{
    const prop_node *n = &pool->node[id];
    bool left = n->op >= PROP_NOT && value_of(pool, n->left, model);
    bool right = n->op > PROP_NOT && value_of(pool, n->right, model);
    switch ((prop_op)n->op) {
    case PROP_LETTER:
        return model >> n->letter & 1;
    case PROP_NOT:
        return !left;
    case PROP_AND:
        return left && right;
    case PROP_OR:
        return left || right;
    case PROP_EITHER:
        return left != right;
    case PROP_THEN:
        return !left || right;
    case PROP_SAME:
        return left == right;
    case PROP_FALSE:
    case PROP_TRUE:
    case PROP_OPS:
        break;
    }
    return n->op == PROP_TRUE;
}

TEST(formulas_are_read_back_and_evaluated)
{
    duel_rng rng = check_rng(5);
    const prop_letters six = {6, {0, 1, 2, 3, 4, 5}};
    for (unsigned i = 0; i < check_sample(2000, 100000); i++) {
        prop_pool *pool = fresh_pool();
        prop_id id = random_formula(pool, &rng, 1 + (int)duel_rng_below(&rng, 30), 6), back;
        for (prop_style style = PROP_ASCII; style < PROP_LATEX; style++) {
            assert_ok(
                prop_read(pool, duel_str_of(written(pool, id, style)), &back, NULL, NULL));
            assert_int_equal(back, id);
        }
        uint64_t table = prop_table(pool, id, &six);
        for (unsigned model = 0; model < 64; model++)
            assert_int_equal(table >> model & 1, value_of(pool, id, model));
    }
}

/* ---- rules -------------------------------------------------------------------------- */

/* "X ⇒ Y, [X … Z] ⊢ Y" says of itself, as text, whether it is sound. */
TEST(every_rule_is_sound)
{
    size_t count;
    const fitch_schema *s = fitch_schemas(&count);
    for (size_t i = 0; i < count; i++) {
        prop_pool *pool = fresh_pool();
        const prop_letters xyz = {3, {'X' - 'A', 'Y' - 'A', 'Z' - 'A'}};
        uint64_t holds = UINT64_MAX;
        CHECK_BUF(text);
        fitch_put_schema(pool, &s[i], PROP_ASCII, &text.sink);
        char *gives = strstr(text.text, "⊢ "), *rest = text.text;
        assert_non_null(gives);
        for (char *part; rest < gives; rest = part + 1 + strspn(part + 1, " ")) {
            part = rest + strcspn(rest, ",\xE2");
            char *dots = strstr(rest, " … ");
            prop_id from, to;
            bool sub = *rest == '[';
            if (sub) {
                part = strchr(rest, ']');
                assert_ok(prop_read(pool, (duel_str){rest + 1, (size_t)(dots - rest - 1)},
                                    &from, NULL, NULL));
                dots += strlen(" … ");
                assert_ok(
                    prop_read(pool, (duel_str){dots, (size_t)(part - dots)}, &to, NULL, NULL));
                holds &= ~prop_table(pool, from, &xyz) | prop_table(pool, to, &xyz);
                part += part[1] == ',';
            } else {
                assert_ok(
                    prop_read(pool, (duel_str){rest, (size_t)(part - rest)}, &to, NULL, NULL));
                holds &= prop_table(pool, to, &xyz);
            }
        }
        prop_id to;
        assert_ok(prop_read(pool, duel_str_of(gives + strlen("⊢ ")), &to, NULL, NULL));
        if (holds & ~prop_table(pool, to, &xyz))
            fail_msg("%s is not sound", text.text);
    }
}

TEST(rules_have_names_of_their_own)
{
    for (int r = 0; r < FITCH_RULE_COUNT; r++) {
        const char *name = fitch_rule_name((fitch_rule)r);
        assert_int_equal(fitch_rule_of(duel_str_of(name)), r);
        assert_int_equal(fitch_rule_of(duel_str_of(fitch_rule_sign((fitch_rule)r))), r);
        assert_int_equal(fitch_rule_of(duel_str_of(duel_text(DUEL_FR, name))), r);
    }
    assert_int_equal(fitch_rule_of(duel_str_of("guessing")), FITCH_NO_RULE);
}

/* ---- derivations -------------------------------------------------------------------- */

static void read_derivation(const char *text)
{
    assert_ok(fitch_read(derivation, duel_str_of(text), NULL));
}

TEST(right_derivations_hold)
{
    static const struct {
        const char *text, *goal;
    } right[] = {
        {"A>B : premise\n~B : P\n| A : assumption\n| B : MP 1, 3\n| # : contradiction 2, 4\n"
         "~A : reductio ad absurdum 3-5",
         "~A"},
        {"1. A>B : premise\n2. B>C : premise\n3. │ A : H\n4. │ B : modus ponens 3, 1\n"
         "5. │ C : modus ponens 2,4\n6. A>C : conditional proof 3–5",
         "A>C"},
        {"A|B : P\n| A : H\n| B|A : addition 2\n| B : H\n| B|A : addition 4\n"
         "B|A : case split 1, 2-3, 4-5",
         "B|A"},
        {"| A : H\nA>A : conditional proof 1", "A>A"},
        {"% what is not written is found\n\n| A : H\n| | B : H\n| | A\n| B>A\nA>B>A",
         "A>(B>A)"},
        {"A=B : P\n~B : P\n~A : ?", "~A"},
    };
    for (size_t i = 0; i < sizeof right / sizeof *right; i++) {
        prop_id goal;
        read_derivation(right[i].text);
        for (int l = 0; l < derivation->count; l++)
            if (!derivation->line[l].holds)
                fail_msg("line %d of %s: %s", l + 1, right[i].text,
                         told(&derivation->line[l].why));
        assert_ok(prop_read(&derivation->pool, duel_str_of(right[i].goal), &goal, NULL, NULL));
        assert_true(fitch_proves(derivation, goal));
    }
}

TEST(wrong_lines_are_told)
{
    static const struct {
        const char *text;
        int line;
        const char *says, *more;
    } wrong[] = {
        {"A>B : P\nA : P\nC : MP 1, 2", 3, "one gets B from that, not C", "with A B ¬C"},
        {"A>B : P\nB : P\nA : MP 1, 2", 3, "X ⇒ Y, X ⊢ Y", "with ¬A B"},
        {"A&B : P\nB&A : simplification 1", 2, "one gets A", "another rule: commutation"},
        {"A : P\n| B : H\n| A : R 1\nB : R 2", 4, "holds no longer", NULL},
        {"A : P\n| B : H\n| A : R 1\n| A>B : ⇒I 2-3", 4, "not one whole", NULL},
        {"A : P\nB : R 3", 2, "Line 3 does not stand before", NULL},
        {"A : H", 1, "one bar more", NULL},
        {"A : P\n| A : R 1", 2, "begins with an assumption", NULL},
        {"A : P\n| B : P", 2, "begins with an assumption", NULL},
        {"A : P\nB : guessing 1", 2, "no rule “guessing”", NULL},
        {"A : P\nA&A : ∧I 1, x", 2, "“x” is no line", NULL},
        {"A : P 1", 1, "cites nothing", NULL},
        {"A : P\nB", 2, "No rule leads here", NULL},
        {"A & : P", 1, "missing", NULL},
        {"A & : P\nA : R 1", 2, "Line 1 could not be read", NULL},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        read_derivation(wrong[i].text);
        const fitch_line *l = &derivation->line[wrong[i].line - 1];
        assert_false(l->holds);
        if (strstr(told(&l->why), wrong[i].says) == NULL)
            fail_msg("%s: %s", wrong[i].text, told(&l->why));
        if (wrong[i].more && (l->more.id == NULL || !strstr(told(&l->more), wrong[i].more)))
            fail_msg("%s: %s", wrong[i].text, l->more.id ? told(&l->more) : "nothing more");
    }
}

/* ---- derivations of the prover ------------------------------------------------------ */

static prop_id carried_over(const logic_pool *from, logic_id id, prop_pool *to)
{
    static const prop_op ops[] = {[LOGIC_AND] = PROP_AND,
                                  [LOGIC_OR] = PROP_OR,
                                  [LOGIC_THEN] = PROP_THEN,
                                  [LOGIC_NOT] = PROP_NOT,
                                  [LOGIC_FALSUM] = PROP_FALSE};
    const logic_node *n = &from->node[id];
    if (n->op < LOGIC_LETTERS)
        return prop_letter(to, n->op);
    if (n->op == LOGIC_FALSUM)
        return prop_make(to, PROP_FALSE, 0, 0);
    prop_id left = carried_over(from, n->left, to);
    return prop_make(to, ops[n->op], left,
                     n->op == LOGIC_NOT ? 0 : carried_over(from, n->right, to));
}

/* By their English names, which are the same in both rooms. */
static fitch_line line_of(const logic_explanation *e, unsigned at, prop_pool *pool)
{
    const logic_step *s = &e->step[at];
    const char *name = logic_rule_name((logic_rule)s->rule);
    fitch_line l = {.depth = s->depth,
                    .formula = carried_over(&e->pool, s->conclusion, pool),
                    .rule = fitch_rule_of(duel_str_of(name))};
    int parts = s->rule == LOGIC_RULE_REDUCTIO ? 1 : s->rule == LOGIC_RULE_CASES ? 2 : 0;
    for (unsigned i = 0; i < s->count; i++)
        l.cite[l.cited++] = (fitch_cite){s->cited[i], s->cited[i]};
    for (int i = 0; i < parts; i++)
        l.cite[l.cited++] = (fitch_cite){s->part[i].first, s->part[i].last};
    return l;
}

static void copy_out(const logic_explanation *e)
{
    fitch_init(derivation);
    for (unsigned i = 0; i < e->count; i++) {
        fitch_line l = line_of(e, i, &derivation->pool);
        assert_ok(fitch_add(derivation, &l, NULL));
    }
}

/* Calls for explanations of random proofs that say something. */
static void with_explanations(uint64_t seed, unsigned count,
                              void (*look)(const logic_explanation *, duel_rng *))
{
    duel_rng rng = check_rng(seed);
    while (count) {
        logic_line line[LOGIC_LINES];
        logic_proof proof;
        random_lines(&rng, line);
        proof_of_lines(line, LOGIC_SEED, &proof);
        for (unsigned letter = 0; letter < LOGIC_LETTERS && count; letter++) {
            logic_explanation *e;
            assert_ok(logic_explain(&proof, letter, &e));
            if (e->count) {
                look(e, &rng);
                count--;
            }
            logic_explanation_free(e);
        }
    }
}

static void expect_all(const logic_explanation *e, duel_rng *unused)
{
    (void)unused;
    copy_out(e);
    for (int i = 0; i < derivation->count; i++)
        if (!derivation->line[i].holds) {
            duel_buf b;
            duel_buf_init(&b);
            for (int k = 0; k <= i; k++) {
                fitch_put_line(derivation, k, DUEL_EN, PROP_ASCII, &b.sink);
                duel_put(&b.sink, "\n");
            }
            fail_msg("%s%s", b.text, told(&derivation->line[i].why));
        }
}

TEST(derivations_of_the_prover_hold)
{
    with_explanations(1, check_sample(1000, 100000), expect_all);
}

/* As text, with the rules left out, the same lines are proved again. */
static void expect_found(const logic_explanation *e, duel_rng *unused)
{
    expect_all(e, unused);
    CHECK_BUF(text);
    for (int i = 0; i < derivation->count; i++) {
        duel_buf line;
        const fitch_line *l = &derivation->line[i];
        bool given = l->rule == FITCH_PREMISE || l->rule == FITCH_ASSUMPTION;
        duel_buf_init(&line);
        fitch_put_line(derivation, i, DUEL_EN, i % 2 ? PROP_ASCII : PROP_UNICODE, &line.sink);
        size_t len = given ? line.len : (size_t)(strchr(line.text, ':') - line.text);
        duel_put_str(&text.sink, (duel_str){line.text, len});
        duel_put(&text.sink, "\n");
        duel_buf_fini(&line);
    }
    read_derivation(text.text);
    if (derivation->wrong)
        fail_msg("%s%d lines were not found", text.text, derivation->wrong);
}

TEST(rules_left_out_are_found)
{
    with_explanations(2, check_sample(150, 5000), expect_found);
}

/* What follows from what a line cites, by the truth of it. */
static bool is_entailed(const fitch_derivation *d, const fitch_line *l)
{
    const prop_letters four = {4, {0, 1, 2, 3}};
    uint64_t all = UINT64_MAX;
    for (int i = 0; i < l->cited; i++) {
        const fitch_line *first = &d->line[l->cite[i].first], *last = &d->line[l->cite[i].last];
        uint64_t says = prop_table(&d->pool, last->formula, &four);
        bool sub = l->rule == FITCH_REDUCTIO || l->rule == FITCH_CASES;
        all &= sub ? ~prop_table(&d->pool, first->formula, &four) | says : says;
    }
    return (all & ~prop_table(&d->pool, l->formula, &four)) == 0;
}

static bool is_given(const logic_step *s)
{
    return s->rule == LOGIC_RULE_PREMISE || s->rule == LOGIC_RULE_ASSUMPTION;
}

/* Another formula of the prover's pool, which does not follow from what the line cites. */
static bool falsify(const logic_explanation *e, duel_rng *rng, fitch_line *l)
{
    for (int tries = 0; tries < 50; tries++) {
        l->formula = carried_over(&e->pool, (logic_id)duel_rng_below(rng, e->pool.count),
                                  &derivation->pool);
        if (!is_entailed(derivation, l))
            return true;
    }
    return false;
}

static unsigned falsified;

static void expect_refusal(const logic_explanation *e, duel_rng *rng)
{
    unsigned at = duel_rng_below(rng, e->count);
    if (is_given(&e->step[at]))
        return;
    fitch_init(derivation);
    for (unsigned i = 0; i <= at; i++) {
        fitch_line l = line_of(e, i, &derivation->pool);
        if (i == at && !falsify(e, rng, &l))
            return;
        assert_ok(fitch_add(derivation, &l, NULL));
    }
    falsified++;
    if (derivation->line[at].holds)
        fail_msg("line %u was taken", at + 1);
}

TEST(falsified_steps_do_not_hold)
{
    falsified = 0;
    while (falsified < check_sample(800, 100000))
        with_explanations(3 + falsified, check_sample(400, 20000), expect_refusal);
}

TESTS_BETWEEN(set_up, tear_down)
