/* sheets/proof.c -- see proof.h.
 *
 * Values of the flat program are variables of the same numbers; value 0, which always holds,
 * has the number after the last. Behind it come those by which groups are switched on and asked
 * about. "One of these before this one holds" is a variable for each fact of a group
 * ("sequential counter": C. Sinz, "Towards an optimal CNF encoding of Boolean cardinality
 * constraints", 2005). All groups are believed together, and each that a step can break is
 * taken back: what remains is the greatest set that proves itself (C. Flanagan and K. R. M.
 * Leino, "Houdini", 2001). */
#include "sheets/proof.h"
#include "gdl/run.h"
#include "sat/base.h"

#include <stdlib.h>
#include <string.h>

enum {
    MOST_INPUTS = 40000,
    PATIENCE = 1000,      /* conflicts for one question */
    QUESTIONS = 4000,     /* of one sheet, */
    ALL_INPUTS = 20000000 /* and fewer, the larger it is */
};

typedef struct group_names {
    int alone, some;   /* it is believed */
    int doubled, none; /* the state that follows has two of them, or none */
    int backward[2];   /* its fact is followed by itself or one before it, or behind it */
} group_names;

struct proof {
    const gdl_flat *flat;
    sat_base *base;
    sat_sink *sink;
    int variables;
    group_names *names;
    uint32_t groups;
    int questions;
};

/* ---- clauses ---------------------------------------------------------------------------- */

static int fresh_variable(proof *p)
{
    return ++p->variables;
}

static void add_two(proof *p, int a, int b)
{
    p->sink->clause(p->sink, 0, (int[]){a, b}, 2);
}

static void add_three(proof *p, int a, int b, int c)
{
    p->sink->clause(p->sink, 0, (int[]){a, b, c}, 3);
}

static int value_literal(const proof *p, uint32_t value)
{
    return value ? (int)value : (int)p->flat->values;
}

static int signal_literal(const proof *p, uint32_t signal)
{
    int literal = value_literal(p, signal >> 1);
    return signal & 1 ? -literal : literal;
}

static int fact_now(uint32_t fact)
{
    return (int)fact + 1;
}

static int fact_next(const proof *p, uint32_t fact)
{
    return signal_literal(p, p->flat->after[fact]);
}

/* ---- the program ------------------------------------------------------------------------ */

static const uint32_t *encode_gate(proof *p, const uint32_t *code, uint32_t to, int *all)
{
    uint32_t plain = code[0] - GDL_CODE_GATE, negated = code[1];
    int gate = value_literal(p, to), count = 0;
    code += 2;
    for (uint32_t i = 0; i < plain + negated; i++) {
        int input = value_literal(p, code[i]);
        input = i < plain ? input : -input;
        add_two(p, -gate, input);
        all[count++] = -input;
    }
    all[count++] = gate;
    p->sink->clause(p->sink, 0, all, count);
    return code + plain + negated;
}

/* Of conclusions that need each other only that they fit is said: there may be more ways to fit
 * than the one that is meant, so nothing is proved that is not so. */
static const uint32_t *encode_loop(proof *p, const uint32_t *code)
{
    uint32_t count = code[2], first = code[3];
    for (uint32_t i = 0; i < count; i++) {
        int node = value_literal(p, first + i), defined = signal_literal(p, code[4 + i]);
        add_two(p, -node, defined);
        add_two(p, node, -defined);
    }
    return code + 4 + count;
}

static void encode_code(proof *p, const gdl_code *c, int *scratch)
{
    uint32_t to = c->first;
    for (const uint32_t *code = c->at, *end = code + c->words; code < end;) {
        if (*code >= GDL_CODE_GATE)
            code = encode_gate(p, code, to++, scratch);
        else
            code = encode_loop(p, code);
    }
}

/* One legal move of each role, exactly where that can be counted. */
static void encode_moves(proof *p, int *scratch)
{
    const gdl_flat *f = p->flat;
    for (uint32_t r = 0; r < f->roles; r++) {
        uint32_t from = f->first_move[r], count = f->first_move[r + 1] - from;
        int first = value_literal(p, 1 + f->facts + from);
        for (uint32_t i = 0; i < count; i++) {
            scratch[i] = first + (int)i;
            add_two(p, -scratch[i], signal_literal(p, f->legal[from + i]));
        }
        p->sink->clause(p->sink, 0, scratch, (int)count);
        if (count > 1 && count <= SAT_COUNTED)
            sat_exactly(p->sink, 0, first, (int)count, 1, &p->variables);
    }
}

static bool encode_program(proof *p)
{
    const gdl_flat *f = p->flat;
    int *scratch = malloc(((size_t)f->values + 2) * sizeof *scratch);
    if (scratch == NULL)
        return false;
    p->variables = (int)f->values;
    scratch[0] = value_literal(p, 0);
    p->sink->clause(p->sink, 0, scratch, 1);
    encode_code(p, &f->look, scratch);
    encode_code(p, &f->next, scratch);
    scratch[0] = -signal_literal(p, f->over);
    p->sink->clause(p->sink, 0, scratch, 1);
    encode_moves(p, scratch);
    free(scratch);
    return true;
}

/* ---- groups ----------------------------------------------------------------------------- */

/* While `on` holds, at most one of the facts does. */
static void believe_alone(proof *p, const fact_group *g, int on)
{
    int before = 0;
    for (uint32_t i = 0; i < g->count; i++) {
        int fact = fact_now(g->fact[i]), upto = fresh_variable(p);
        add_three(p, -on, -fact, upto);
        if (before) {
            add_three(p, -on, -before, upto);
            add_three(p, -on, -before, -fact);
        }
        before = upto;
    }
}

/* While `asked` holds, two of the facts do in the state that follows. */
static void ask_doubled(proof *p, const fact_group *g, int asked, int *scratch)
{
    int before = 0, count = 0;
    scratch[count++] = -asked;
    for (uint32_t i = 0; i < g->count; i++) {
        int fact = fact_next(p, g->fact[i]), upto = fresh_variable(p);
        if (before) {
            int both = fresh_variable(p);
            add_two(p, -both, fact);
            add_two(p, -both, before);
            scratch[count++] = both;
            add_three(p, -upto, before, fact);
        } else {
            add_two(p, -upto, fact);
        }
        before = upto;
    }
    p->sink->clause(p->sink, 0, scratch, count);
}

/* While `asked` holds, a fact of the group is followed by itself or one before it, or with
 * `falling` one behind it. */
static void ask_backward(proof *p, const fact_group *g, bool falling, int asked, int *scratch)
{
    int before = 0, count = 0;
    scratch[count++] = -asked;
    for (uint32_t i = 0; i < g->count; i++) {
        uint32_t fact = g->fact[falling ? g->count - 1 - i : i];
        int upto = fresh_variable(p), back = fresh_variable(p), next = fact_next(p, fact);
        if (before)
            add_three(p, -upto, before, next);
        else
            add_two(p, -upto, next);
        add_two(p, -back, fact_now(fact));
        add_two(p, -back, upto);
        scratch[count++] = back;
        before = upto;
    }
    p->sink->clause(p->sink, 0, scratch, count);
}

static void encode_group(proof *p, const fact_group *g, group_names *n, int *scratch)
{
    *n = (group_names){.alone = fresh_variable(p), .some = fresh_variable(p)};
    n->doubled = fresh_variable(p);
    n->none = fresh_variable(p);
    n->backward[0] = fresh_variable(p);
    n->backward[1] = fresh_variable(p);
    believe_alone(p, g, n->alone);
    ask_doubled(p, g, n->doubled, scratch);
    ask_backward(p, g, false, n->backward[0], scratch);
    ask_backward(p, g, true, n->backward[1], scratch);
    scratch[0] = -n->some;
    for (uint32_t i = 0; i < g->count; i++) {
        scratch[1 + i] = fact_now(g->fact[i]);
        add_two(p, -n->none, -fact_next(p, g->fact[i]));
    }
    p->sink->clause(p->sink, 0, scratch, (int)g->count + 1);
}

static bool encode_groups(proof *p, const fact_group *group)
{
    int *scratch = malloc(((size_t)p->flat->facts + 2) * sizeof *scratch);
    p->names = calloc((size_t)p->groups + 1, sizeof *p->names);
    for (uint32_t i = 0; scratch && p->names && i < p->groups; i++)
        encode_group(p, &group[i], &p->names[i], scratch);
    free(scratch);
    return scratch && p->names;
}

proof *proof_new(const gdl_flat *f, const fact_group *group, uint32_t groups)
{
    proof *p = f->inputs <= MOST_INPUTS ? calloc(1, sizeof *p) : NULL;
    if (p == NULL)
        return NULL;
    *p = (proof){.flat = f, .groups = groups, .base = sat_base_new()};
    if (p->base == NULL) {
        free(p);
        return NULL;
    }
    p->sink = sat_base_sink(p->base);
    p->sink->compact = true;
    if (!encode_program(p) || !encode_groups(p, group)) {
        proof_free(p);
        return NULL;
    }
    sat_base_settle(p->base, p->variables);
    return p;
}

void proof_free(proof *p)
{
    if (p == NULL)
        return;
    sat_base_free(p->base);
    free(p->names);
    free(p);
}

/* ---- proving ---------------------------------------------------------------------------- */

static void believe(proof *p, int literal)
{
    p->sink->clause(p->sink, 0, &literal, 1);
}

static void believe_groups(proof *p, const fact_group *group)
{
    sat_base_forget(p->base);
    for (uint32_t i = 0; i < p->groups; i++) {
        believe(p, group[i].alone ? p->names[i].alone : -p->names[i].alone);
        believe(p, group[i].some ? p->names[i].some : -p->names[i].some);
    }
}

static uint32_t followed_by(const proof *p, const fact_group *g)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < g->count; i++)
        count += sat_base_holds(p->base, fact_next(p, g->fact[i]));
    return count;
}

/* The step that was found breaks this one, and perhaps others. */
static void take_back_broken(proof *p, fact_group *group)
{
    for (uint32_t i = 0; i < p->groups; i++) {
        uint32_t count = followed_by(p, &group[i]);
        group[i].alone = group[i].alone && count <= 1;
        group[i].some = group[i].some && count >= 1;
    }
}

static sat_answer ask(proof *p, int one, int other)
{
    bool patient =
        p->questions < QUESTIONS && (size_t)p->questions * p->flat->inputs < ALL_INPUTS;
    p->questions++;
    return patient ? sat_base_try(p->base, one, other, PATIENCE) : SAT_GIVEN_UP;
}

/* False: it does not stand, and was taken back. */
static bool stands(proof *p, fact_group *group, uint32_t i, bool alone)
{
    sat_answer answer = ask(p, alone ? p->names[i].doubled : p->names[i].none, 0);
    if (answer == SAT_NO)
        return true;
    if (answer == SAT_YES)
        take_back_broken(p, group);
    if (alone)
        group[i].alone = false;
    else
        group[i].some = false;
    believe_groups(p, group);
    return false;
}

void proof_keep_true(proof *p, fact_group *group)
{
    believe_groups(p, group);
    for (bool again = true; again;) {
        again = false;
        for (uint32_t i = 0; i < p->groups; i++) {
            again |= group[i].alone && !stands(p, group, i, true);
            again |= group[i].some && !stands(p, group, i, false);
        }
    }
}

/* ---- leading on ------------------------------------------------------------------------- */

static bool group_leads_on(proof *p, const fact_group *group, uint32_t *longest)
{
    for (uint32_t i = 0; i < p->groups; i++)
        if (group[i].alone && group[i].some && group[i].count > 1 &&
            (ask(p, p->names[i].backward[0], 0) == SAT_NO ||
             ask(p, p->names[i].backward[1], 0) == SAT_NO)) {
            *longest = group[i].count;
            return true;
        }
    return false;
}

/* A step on which nothing that only vanishes vanishes, and nothing that only appears appears.
 */
bool proof_leads_on(proof *p, const fact_group *group, uint32_t *longest)
{
    enum { MOST_FACTS = 600 };
    uint32_t count = 0;
    believe_groups(p, group);
    if (group_leads_on(p, group, longest))
        return true;
    if (p->flat->facts > MOST_FACTS)
        return false;
    for (uint32_t i = 0; i < p->flat->facts; i++) {
        int now = fact_now(i), next = fact_next(p, i);
        bool stays = ask(p, now, -next) == SAT_NO, never = ask(p, -now, next) == SAT_NO;
        if (stays)
            add_two(p, now, -next);
        if (never)
            add_two(p, -now, next);
        count += stays || never;
    }
    *longest = count + 1;
    return ask(p, 0, 0) == SAT_NO;
}
