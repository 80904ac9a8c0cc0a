/* logic/cnf.c -- see cnf.h. */
#include "logic/cnf.h"

#include <string.h>

/* ---- steps 1 to 3: rewriting trees -------------------------------------------------- */

static logic_id without_implications(logic_pool *pool, logic_id id)
{
    if (id == LOGIC_NONE)
        return id;
    logic_node n = pool->node[id];
    if (n.op < LOGIC_LETTERS)
        return id;
    logic_id left = without_implications(pool, n.left);
    if (n.op == LOGIC_NOT)
        return logic_make(pool, LOGIC_NOT, left, 0);
    logic_id right = without_implications(pool, n.right);
    if (n.op != LOGIC_THEN)
        return logic_make(pool, n.op, left, right);
    return logic_make(pool, LOGIC_OR, logic_make(pool, LOGIC_NOT, left, 0), right);
}

static logic_id negate(logic_pool *pool, logic_id id, unsigned times)
{
    for (; times; times--)
        id = logic_make(pool, LOGIC_NOT, id, 0);
    return id;
}

/* The formula under `negations` signs, all of them driven down to the letters. They are kept,
 * double ones too: each one turns an AND into an OR and back. */
static logic_id negations_inward(logic_pool *pool, logic_id id, unsigned negations)
{
    if (id == LOGIC_NONE)
        return id;
    logic_node n = pool->node[id];
    if (n.op < LOGIC_LETTERS)
        return negate(pool, id, negations);
    if (n.op == LOGIC_NOT)
        return negations_inward(pool, n.left, negations + 1);
    DUEL_REQUIRE(n.op == LOGIC_AND || n.op == LOGIC_OR);
    unsigned dual = n.op == LOGIC_AND ? LOGIC_OR : LOGIC_AND;
    logic_id left = negations_inward(pool, n.left, negations);
    logic_id right = negations_inward(pool, n.right, negations);
    return logic_make(pool, negations % 2 ? dual : n.op, left, right);
}

static logic_id without_double_negations(logic_pool *pool, logic_id id)
{
    if (id == LOGIC_NONE)
        return id;
    logic_node n = pool->node[id];
    if (n.op < LOGIC_LETTERS)
        return id;
    if (n.op == LOGIC_NOT) {
        const logic_node *inner = &pool->node[n.left];
        return inner->op == LOGIC_NOT ? without_double_negations(pool, inner->left) : id;
    }
    logic_id left = without_double_negations(pool, n.left);
    return logic_make(pool, n.op, left, without_double_negations(pool, n.right));
}

/* ---- step 4: distribution, on sets of clauses --------------------------------------- */

static bool is_tautology(logic_literals clause)
{
    return (clause & logic_opposite(clause)) != 0;
}

/* A set as one flag for each of the 256 bytes. */
typedef struct clause_set {
    bool has[256];
} clause_set;

static void list_of(const clause_set *set, logic_clauses *list)
{
    list->count = 0;
    for (unsigned c = 0; c < 256; c++)
        if (set->has[c]) {
            DUEL_REQUIRE(list->count < LOGIC_CLAUSES_MAX);
            list->clause[list->count++] = (logic_literals)c;
        }
}

static void unite(const logic_clauses *a, const logic_clauses *b, logic_clauses *out)
{
    clause_set set = {{false}};
    for (unsigned i = 0; i < a->count; i++)
        set.has[a->clause[i]] = true;
    for (unsigned i = 0; i < b->count; i++)
        set.has[b->clause[i]] = true;
    list_of(&set, out);
}

static void multiply(const logic_clauses *a, const logic_clauses *b, logic_clauses *out)
{
    clause_set set = {{false}};
    for (unsigned i = 0; i < a->count; i++)
        for (unsigned j = 0; j < b->count; j++) {
            logic_literals c = a->clause[i] | b->clause[j];
            if (!is_tautology(c))
                set.has[c] = true;
        }
    list_of(&set, out);
}

/* The clauses of a formula in which only letters are negated, and once. */
static void distribute(const logic_pool *pool, logic_id id, logic_clauses *out)
{
    const logic_node *n = &pool->node[id];
    if (n->op < LOGIC_LETTERS || n->op == LOGIC_NOT) {
        unsigned letter = n->op == LOGIC_NOT ? pool->node[n->left].op : n->op;
        DUEL_REQUIRE(letter < LOGIC_LETTERS);
        *out =
            (logic_clauses){.count = 1, .clause = {logic_literal(letter, n->op != LOGIC_NOT)}};
        return;
    }
    logic_clauses left, right;
    distribute(pool, n->left, &left);
    distribute(pool, n->right, &right);
    if (n->op == LOGIC_AND)
        unite(&left, &right, out);
    else
        multiply(&left, &right, out);
}

static bool has_smaller(const logic_clauses *list, logic_literals clause)
{
    for (unsigned i = 0; i < list->count; i++)
        if (list->clause[i] != clause && (list->clause[i] & clause) == list->clause[i])
            return true;
    return false;
}

static void drop_subsumed(const logic_clauses *list, logic_clauses *out)
{
    logic_clauses kept = {0};
    for (unsigned i = 0; i < list->count; i++)
        if (!has_smaller(list, list->clause[i]))
            kept.clause[kept.count++] = list->clause[i];
    *out = kept;
}

/* ---- clauses back to formulas ------------------------------------------------------- */

static logic_id join(logic_pool *pool, unsigned op, logic_id first, bool any, logic_id next)
{
    return any ? logic_make(pool, op, first, next) : next;
}

static logic_id clause_formula(logic_pool *pool, logic_literals clause)
{
    logic_id f = LOGIC_NONE;
    bool any = false;
    for (unsigned k = 0; k < LOGIC_LETTERS; k++) {
        if (clause & logic_literal(k, true)) {
            f = join(pool, LOGIC_OR, f, any, (logic_id)k);
            any = true;
        }
        if (clause & logic_literal(k, false)) {
            f = join(pool, LOGIC_OR, f, any, logic_make(pool, LOGIC_NOT, (logic_id)k, 0));
            any = true;
        }
    }
    return f;
}

/* The first letter, in reading order, of a formula. */
static unsigned first_letter(const logic_pool *pool, logic_id id)
{
    while (pool->node[id].op >= LOGIC_LETTERS)
        id = pool->node[id].left;
    return pool->node[id].op;
}

/* All clauses joined. If none is left, the formula was always true, and is shown as X|~X with
 * its first letter. */
static logic_id clauses_formula(logic_pool *pool, const logic_clauses *list, unsigned letter)
{
    if (list->count == 0)
        return clause_formula(pool, logic_literal(letter, true) | logic_literal(letter, false));
    logic_id f = clause_formula(pool, list->clause[0]);
    for (unsigned i = 1; i < list->count; i++)
        f = logic_make(pool, LOGIC_AND, f, clause_formula(pool, list->clause[i]));
    return f;
}

/* ---- the whole ---------------------------------------------------------------------- */

duel_status logic_cnf_of(logic_pool *pool, logic_id formula, logic_cnf *cnf)
{
    DUEL_REQUIRE(formula != LOGIC_NONE);
    logic_cnf made;
    logic_id *step = made.step;
    step[LOGIC_CNF_GIVEN] = formula;
    step[LOGIC_CNF_IMPLICATIONS] = without_implications(pool, formula);
    step[LOGIC_CNF_DE_MORGAN] = negations_inward(pool, step[LOGIC_CNF_IMPLICATIONS], 0);
    step[LOGIC_CNF_DOUBLE_NEGATION] = without_double_negations(pool, step[LOGIC_CNF_DE_MORGAN]);
    if (step[LOGIC_CNF_DOUBLE_NEGATION] == LOGIC_NONE)
        return DUEL_FULL;
    logic_clauses all;
    distribute(pool, step[LOGIC_CNF_DOUBLE_NEGATION], &all);
    step[LOGIC_CNF_DISTRIBUTION] = clauses_formula(pool, &all, first_letter(pool, formula));
    if (step[LOGIC_CNF_DISTRIBUTION] == LOGIC_NONE)
        return DUEL_FULL;
    drop_subsumed(&all, &made.clauses);
    *cnf = made;
    return DUEL_OK;
}

duel_status logic_proof_clauses(logic_pool *pool, const logic_proof *proof,
                                logic_clauses *clauses)
{
    logic_clauses all = {0};
    for (unsigned i = 0; i < LOGIC_LINES; i++) {
        if (proof->line[i].count == 0)
            continue;
        logic_id formula = logic_of_rpn(pool, &proof->line[i]);
        logic_cnf cnf;
        if (formula == LOGIC_NONE || logic_cnf_of(pool, formula, &cnf) != DUEL_OK)
            return DUEL_FULL;
        unite(&all, &cnf.clauses, &all);
    }
    drop_subsumed(&all, clauses);
    return DUEL_OK;
}

const char *logic_cnf_step_name(logic_cnf_step step)
{
    static const char *const name[LOGIC_CNF_STEPS] = {
        [LOGIC_CNF_GIVEN] = N_("the formula"),
        [LOGIC_CNF_IMPLICATIONS] = N_("without implications"),
        [LOGIC_CNF_DE_MORGAN] = N_("by De Morgan's laws"),
        [LOGIC_CNF_DOUBLE_NEGATION] = N_("without double negations"),
        [LOGIC_CNF_DISTRIBUTION] = N_("by distribution"),
    };
    return name[step];
}

logic_table logic_clause_table(logic_literals clause)
{
    logic_table t = LOGIC_FALSE;
    for (unsigned k = 0; k < LOGIC_LETTERS; k++) {
        if (clause & logic_literal(k, true))
            t |= logic_letter_table(k);
        if (clause & logic_literal(k, false))
            t |= (logic_table)~logic_letter_table(k);
    }
    return t;
}

void logic_put_clause(logic_literals clause, logic_style style, duel_sink *out)
{
    const char *between = "";
    for (unsigned bit = 0; bit < 2 * LOGIC_LETTERS; bit++) {
        unsigned letter = bit / 2;
        bool positive = bit % 2 == 0;
        if (!(clause & logic_literal(letter, positive)))
            continue;
        duel_put(out, between);
        if (!positive)
            duel_put(out, logic_symbol_text(LOGIC_NOT, style));
        duel_put(out, logic_symbol_text((logic_symbol)letter, style));
        between = logic_symbol_text(LOGIC_OR, style);
    }
    if (clause == 0)
        duel_put(out, style == LOGIC_UNICODE ? "⊥" : "#");
}

void logic_put_dimacs(const logic_clauses *clauses, duel_sink *out)
{
    duel_putf(out, "p cnf %d %u\n", LOGIC_LETTERS, clauses->count);
    for (unsigned i = 0; i < clauses->count; i++) {
        for (unsigned k = 0; k < LOGIC_LETTERS; k++) {
            if (clauses->clause[i] & logic_literal(k, true))
                duel_putf(out, "%u ", k + 1);
            if (clauses->clause[i] & logic_literal(k, false))
                duel_putf(out, "-%u ", k + 1);
        }
        duel_put(out, "0\n");
    }
}
