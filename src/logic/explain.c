/* logic/explain.c -- choosing premises, searching splits, writing derivations, and telling them
 * in words: see explain.h. */
#include "logic/explain.h"
#include "logic/derive.h"

#include <stdlib.h>
#include <string.h>

enum {
    LEVELS = LOGIC_LETTERS + 1, /* no assumption, up to one for each letter */
    SCOPES = (1 << LEVELS) - 1, /* a full binary tree of splits: node n has parts 2n+1, 2n+2 */
    IMPOSSIBLE = 1000000,       /* a cost */
    NO_STEP = 0xFFFF
};

/* How each scope of a derivation reaches its goal: at once, or by assuming a literal and its
 * contrary. */
typedef struct plan {
    struct {
        enum { DIRECT, BY_REDUCTIO, BY_CASES } how;
        unsigned letter; /* of the cases */
    } node[SCOPES];
} plan;

/* A fact chosen for the derivation. It stands in the scope of the last assumption it needs. */
typedef struct pick {
    unsigned scope;
    logic_id id;
    derive_reason why;
} pick;

typedef struct explainer {
    logic_explanation *e;
    const logic_proof *proof;
    logic_id premise[LOGIC_LINES]; /* of every line; LOGIC_NONE for an empty one */
    logic_id goal;                 /* a literal, or falsum */
    derive_universe universe;
    derive_graph graph;
    derive_facts facts[LEVELS]; /* what is known at each level */
    unsigned open[LEVELS];      /* the scope being written at each level */
    unsigned pick_count;
    pick picks[LOGIC_STEPS_MAX];
    bool picked[LEVELS][LOGIC_POOL_MAX];     /* in the scope open at each level */
    uint16_t number[LEVELS][LOGIC_POOL_MAX]; /* its step there */
    bool overflow;
} explainer;

static logic_id goal_of(logic_explanation *e)
{
    if (e->why == LOGIC_WHY_PARADOX)
        return logic_falsum(&e->pool);
    if (e->why == LOGIC_WHY_PROVEN)
        return e->letter;
    return logic_make(&e->pool, LOGIC_NOT, e->letter, 0);
}

/* Empties the pool but for the goal and the lines, whose numbers are the same every time. */
static void load_lines(explainer *x)
{
    logic_pool_init(&x->e->pool);
    x->goal = goal_of(x->e);
    for (unsigned i = 0; i < LOGIC_LINES; i++)
        x->premise[i] = logic_of_rpn(&x->e->pool, &x->proof->line[i]);
}

/* ---- premises ---------------------------------------------------------------------------- */

static const logic_node *node_of(const explainer *x, logic_id id)
{
    return &x->e->pool.node[id];
}

/* A goal is entailed by the premises of a set of lines if it holds in all their models. */
static bool entails(const explainer *x, unsigned lines)
{
    logic_table models = LOGIC_TRUE;
    for (unsigned i = 0; i < LOGIC_LINES; i++)
        if (lines >> i & 1 && x->premise[i] != LOGIC_NONE)
            models &= node_of(x, x->premise[i])->table;
    return (models & (logic_table)~node_of(x, x->goal)->table) == 0;
}

/* The sets of lines that entail the goal and are as small as any. */
static unsigned smallest_sets(const explainer *x, unsigned sets[1 << LOGIC_LINES])
{
    unsigned count = 0;
    for (int size = 1; size <= LOGIC_LINES && count == 0; size++)
        for (unsigned lines = 1; lines < 1 << LOGIC_LINES; lines++)
            if (__builtin_popcount(lines) == size && entails(x, lines))
                sets[count++] = lines;
    return count;
}

static unsigned premises_of(const explainer *x, unsigned lines, logic_id out[LOGIC_LINES])
{
    unsigned count = 0;
    for (unsigned i = 0; i < LOGIC_LINES; i++)
        if (lines >> i & 1)
            out[count++] = x->premise[i];
    return count;
}

/* ---- searching --------------------------------------------------------------------------- */

/* Derives from the premises of these lines alone, at level 0. Returns what was reached. */
static logic_id derive_from_lines(explainer *x, unsigned lines)
{
    logic_id given[LOGIC_LINES];
    load_lines(x);
    unsigned count = premises_of(x, lines, given);
    if (!derive_universe_init(&x->universe, &x->e->pool, given, count)) {
        x->overflow = true;
        return LOGIC_NONE;
    }
    derive_facts_init(&x->facts[0]);
    derive_graph_init(&x->graph);
    x->universe.graph = &x->graph;
    logic_id reached =
        derive_run(&x->universe, &x->facts[0], 0, LOGIC_RULE_PREMISE, given, count, x->goal);
    x->universe.graph = NULL;
    return reached;
}

/* Adds an assumption to what is known at `level`, on the level above. */
static logic_id assume(explainer *x, unsigned level, logic_id literal, logic_id goal)
{
    DUEL_REQUIRE(level + 1 < LEVELS);
    derive_facts_copy(&x->facts[level], x->e->pool.count, &x->facts[level + 1]);
    return derive_run(&x->universe, &x->facts[level + 1], level + 1, LOGIC_RULE_ASSUMPTION,
                      &literal, 1, goal);
}

/* Steps needed for a known formula, each counted once. */
static unsigned size_of(const derive_facts *f, logic_id id, bool seen[LOGIC_POOL_MAX])
{
    const derive_reason *why = &f->why[id];
    if (seen[id] || logic_rule_is_given(why->rule))
        return 0;
    seen[id] = true;
    unsigned size = 1;
    for (unsigned i = 0; i < why->count; i++)
        size += size_of(f, why->from[i], seen);
    return size;
}

static unsigned derivation_size(const explainer *x, unsigned level, logic_id id)
{
    bool seen[LOGIC_POOL_MAX] = {false};
    return size_of(&x->facts[level], id, seen);
}

static logic_id literal_of(const explainer *x, unsigned letter, int side)
{
    return side == 0 ? (logic_id)letter : node_of(x, (logic_id)letter)->negation;
}

/* Worth a split: a letter of the premises about which nothing is known. */
static bool is_open(const explainer *x, unsigned level, unsigned letter)
{
    const derive_facts *f = &x->facts[level];
    return x->universe.member[letter] && !derive_knows(f, (logic_id)letter) &&
           !derive_knows(f, literal_of(x, letter, 1));
}

static unsigned cheapest_plan(explainer *x, unsigned level, unsigned node, unsigned depth,
                              plan *best);

static unsigned try_cases(explainer *x, unsigned level, unsigned node, unsigned depth,
                          plan *trial)
{
    unsigned cost = 1;
    for (unsigned side = 0; side < 2; side++) {
        unsigned part = 2 * node + 1 + side;
        logic_id literal = literal_of(x, trial->node[node].letter, (int)side);
        logic_id reached = assume(x, level, literal, x->goal);
        trial->node[part].how = DIRECT;
        if (reached != LOGIC_NONE)
            cost += 1 + derivation_size(x, level + 1, reached);
        else if (depth > 1)
            cost += 1 + cheapest_plan(x, level + 1, part, depth - 1, trial);
        else
            return IMPOSSIBLE;
        if (cost >= IMPOSSIBLE)
            return IMPOSSIBLE;
    }
    return cost;
}

static unsigned try_reductio(explainer *x, unsigned level)
{
    logic_id contrary = derive_contrary(&x->e->pool, x->goal);
    if (assume(x, level, contrary, LOGIC_NONE) == LOGIC_NONE)
        return IMPOSSIBLE;
    return 2 + derivation_size(x, level + 1, x->universe.falsum);
}

/* The cheapest way to the goal with at most `depth` nested splits, when facts[level] has all
 * that follows without one. Writes `best` from `node` down; IMPOSSIBLE if there is none. */
static unsigned cheapest_plan(explainer *x, unsigned level, unsigned node, unsigned depth,
                              plan *best)
{
    unsigned least = IMPOSSIBLE;
    if (x->goal != x->universe.falsum) {
        least = try_reductio(x, level);
        best->node[node].how = BY_REDUCTIO;
    }
    for (unsigned letter = 0; letter < LOGIC_LETTERS; letter++) {
        if (!is_open(x, level, letter))
            continue;
        plan trial = *best;
        trial.node[node].how = BY_CASES;
        trial.node[node].letter = letter;
        unsigned cost = try_cases(x, level, node, depth, &trial);
        if (cost < least) {
            least = cost;
            *best = trial;
        }
    }
    return least;
}

/* ---- picking the facts a plan needs ------------------------------------------------------ */

/* Picks a fact and those it rests on, into the scopes open at their levels. */
static void pick_fact(explainer *x, const derive_facts *f, logic_id id)
{
    unsigned level = f->level[id];
    if (x->picked[level][id])
        return;
    x->picked[level][id] = true;
    for (unsigned i = 0; i < f->why[id].count; i++)
        pick_fact(x, f, f->why[id].from[i]);
    if (x->pick_count == LOGIC_STEPS_MAX) {
        x->overflow = true;
        return;
    }
    x->picks[x->pick_count++] = (pick){x->open[level], id, f->why[id]};
}

static void open_scope(explainer *x, unsigned level, unsigned node)
{
    x->open[level] = node;
    memset(x->picked[level], 0, sizeof x->picked[level]);
}

/* `reached` is what the scope of this node came to at once, LOGIC_NONE if it has parts. */
static void pick_scope(explainer *x, const plan *p, unsigned level, unsigned node,
                       logic_id reached)
{
    if (p->node[node].how == DIRECT) {
        DUEL_REQUIRE(reached != LOGIC_NONE);
        pick_fact(x, &x->facts[level], reached);
        return;
    }
    if (p->node[node].how == BY_REDUCTIO) {
        open_scope(x, level + 1, 2 * node + 1);
        logic_id contrary = derive_contrary(&x->e->pool, x->goal);
        pick_fact(x, &x->facts[level + 1], assume(x, level, contrary, LOGIC_NONE));
        return;
    }
    for (unsigned side = 0; side < 2; side++) {
        open_scope(x, level + 1, 2 * node + 1 + side);
        logic_id literal = literal_of(x, p->node[node].letter, (int)side);
        logic_id got = assume(x, level, literal, x->goal);
        pick_scope(x, p, level + 1, 2 * node + 1 + side, got);
    }
}

/* ---- writing steps ----------------------------------------------------------------------- */

static unsigned add_step(explainer *x, logic_step step)
{
    logic_explanation *e = x->e;
    if (e->count == LOGIC_STEPS_MAX) {
        x->overflow = true;
        return e->count - 1;
    }
    x->number[step.depth][step.conclusion] = (uint16_t)e->count;
    e->step[e->count] = step;
    return e->count++;
}

static uint16_t number_of_step(const explainer *x, unsigned level, logic_id id)
{
    for (unsigned l = 0; l <= level; l++)
        if (x->number[l][id] != NO_STEP)
            return x->number[l][id];
    DUEL_REQUIRE(x->overflow);
    return 0;
}

static void write_premises(explainer *x, unsigned lines)
{
    for (unsigned i = 0; i < LOGIC_LINES; i++)
        if (lines >> i & 1)
            add_step(x, (logic_step){.rule = LOGIC_RULE_PREMISE,
                                     .line = (uint8_t)i,
                                     .conclusion = x->premise[i]});
}

static void write_picks(explainer *x, unsigned level, unsigned node)
{
    for (unsigned i = 0; i < x->pick_count; i++) {
        const pick *p = &x->picks[i];
        if (p->scope != node || logic_rule_is_given(p->why.rule))
            continue; /* premises and assumptions stand first in any case */
        logic_step s = {.rule = p->why.rule,
                        .depth = (uint8_t)level,
                        .count = p->why.count,
                        .conclusion = p->id};
        for (unsigned k = 0; k < p->why.count; k++)
            s.cited[k] = number_of_step(x, level, p->why.from[k]);
        add_step(x, s);
    }
}

static void write_scope(explainer *x, const plan *p, unsigned level, unsigned node);

static void write_part(explainer *x, const plan *p, unsigned level, unsigned node,
                       logic_id assumption, logic_step *closing)
{
    unsigned side = (node + 1) % 2;
    memset(x->number[level], 0xFF, sizeof x->number[level]);
    closing->part[side].first =
        (uint16_t)add_step(x, (logic_step){.rule = LOGIC_RULE_ASSUMPTION,
                                           .depth = (uint8_t)level,
                                           .conclusion = assumption});
    write_scope(x, p, level, node);
    closing->part[side].last = (uint16_t)(x->e->count - 1);
}

static void write_scope(explainer *x, const plan *p, unsigned level, unsigned node)
{
    write_picks(x, level, node);
    logic_step closing = {.depth = (uint8_t)level, .conclusion = x->goal};
    switch (p->node[node].how) {
    case DIRECT:
        return;
    case BY_REDUCTIO:
        closing.rule = LOGIC_RULE_REDUCTIO;
        write_part(x, p, level + 1, 2 * node + 1, derive_contrary(&x->e->pool, x->goal),
                   &closing);
        break;
    case BY_CASES:
        closing.rule = LOGIC_RULE_CASES;
        for (unsigned side = 0; side < 2; side++)
            write_part(x, p, level + 1, 2 * node + 1 + side,
                       literal_of(x, p->node[node].letter, (int)side), &closing);
        break;
    }
    add_step(x, closing);
}

static void write_derivation(explainer *x, const plan *p, unsigned lines, logic_id reached)
{
    memset(x->number, 0xFF, sizeof x->number);
    open_scope(x, 0, 0);
    pick_scope(x, p, 0, 0, reached);
    x->e->lines = (uint8_t)lines;
    write_premises(x, lines);
    write_scope(x, p, 0, 0);
}

/* ---- the whole --------------------------------------------------------------------------- */

/* The size of the derivation at level 0, made as short as can be. */
static unsigned shortest_size(explainer *x, logic_id reached)
{
    unsigned size = derivation_size(x, 0, reached);
    x->e->truncated |= !shorten(&x->graph, &x->facts[0], reached, &size);
    return size;
}

/* Of the smallest sets, one with the shortest derivation without a split, if any has one. */
static bool choose_direct(explainer *x, const unsigned *sets, unsigned count, unsigned *lines)
{
    unsigned least = IMPOSSIBLE;
    for (unsigned i = 0; i < count; i++) {
        logic_id reached = derive_from_lines(x, sets[i]);
        x->e->truncated |= x->universe.truncated;
        if (reached == LOGIC_NONE)
            continue;
        unsigned size = shortest_size(x, reached);
        if (size < least) {
            least = size;
            *lines = sets[i];
        }
    }
    return least != IMPOSSIBLE;
}

static void derive(explainer *x)
{
    load_lines(x);
    unsigned sets[1 << LOGIC_LINES], lines = 0;
    unsigned count = smallest_sets(x, sets);
    DUEL_REQUIRE(count > 0);
    plan p = {0};
    bool direct = choose_direct(x, sets, count, &lines);
    if (!direct)
        lines = sets[0];
    logic_id reached = derive_from_lines(x, lines);
    if (direct) {
        shortest_size(x, reached);
    } else {
        unsigned depth = 1;
        while (!x->overflow && cheapest_plan(x, 0, 0, depth, &p) == IMPOSSIBLE &&
               depth < LOGIC_LETTERS)
            depth++;
    }
    if (!x->overflow)
        write_derivation(x, &p, lines, reached);
}

/* Two models that differ on the letter, and otherwise as little as can be. */
static void find_models(logic_explanation *e, logic_table models)
{
    int least = LOGIC_LETTERS + 1;
    for (unsigned a = 0; a < 16; a++)
        for (unsigned b = 0; b < 16; b++) {
            int difference = __builtin_popcount(a ^ b);
            if ((models >> a & 1) && (models >> b & 1) && !(a >> e->letter & 1) &&
                (b >> e->letter & 1) && difference < least) {
                least = difference;
                e->model[0] = (uint8_t)a;
                e->model[1] = (uint8_t)b;
            }
        }
}

static logic_why why_of(const logic_verdict *v, unsigned letter)
{
    if (v->paradox)
        return LOGIC_WHY_PARADOX;
    if (v->proven >> letter & 1)
        return LOGIC_WHY_PROVEN;
    return v->disproven >> letter & 1 ? LOGIC_WHY_DISPROVEN : LOGIC_WHY_UNDETERMINED;
}

static duel_status explain_by_steps(logic_explanation *e, const logic_proof *proof)
{
    explainer *x = calloc(1, sizeof *x);
    if (x == NULL)
        return DUEL_NO_SPACE;
    x->e = e;
    x->proof = proof;
    derive(x);
    bool overflow = x->overflow;
    free(x);
    return overflow ? DUEL_NO_SPACE : DUEL_OK;
}

duel_status logic_explain(const logic_proof *proof, unsigned letter, logic_explanation **out)
{
    DUEL_REQUIRE(letter < LOGIC_LETTERS);
    logic_explanation *e = calloc(1, sizeof *e);
    if (e == NULL)
        return DUEL_NO_SPACE;
    logic_pool_init(&e->pool);
    logic_verdict v = logic_proof_verdict(proof);
    e->letter = (uint8_t)letter;
    e->why = why_of(&v, letter);
    duel_status status = DUEL_OK;
    if (e->why == LOGIC_WHY_UNDETERMINED)
        find_models(e, v.models);
    else
        status = explain_by_steps(e, proof);
    if (status != DUEL_OK) {
        free(e);
        return status;
    }
    *out = e;
    return DUEL_OK;
}

void logic_explanation_free(logic_explanation *e)
{
    free(e);
}

/* ---- in words ---------------------------------------------------------------------------- */

const char *logic_rule_name(logic_rule rule)
{
#define LOGIC_RULE_NAME(identifier, name) name,
    static const char *const names[LOGIC_RULE_COUNT] = {LOGIC_RULES(LOGIC_RULE_NAME)};
#undef LOGIC_RULE_NAME
    DUEL_REQUIRE(rule < LOGIC_RULE_COUNT);
    return names[rule];
}

/* "(1) (4)" */
static void put_cited(const logic_step *s, duel_sink *out)
{
    for (unsigned i = 0; i < s->count; i++)
        duel_putf(out, "%s(%d)", i ? " " : "", s->cited[i] + 1);
}

/* "(3–5) (6–9)" */
static void put_parts(const logic_step *s, unsigned count, duel_sink *out)
{
    for (unsigned i = 0; i < count; i++)
        duel_putf(out, "%s(%d–%d)", i ? " " : "", s->part[i].first + 1, s->part[i].last + 1);
}

static void say_step(const logic_step *s, int64_t number, duel_str formula, duel_str cited,
                     duel_msg *msg)
{
    const char *name = logic_rule_name((logic_rule)s->rule);
    if (s->rule == LOGIC_RULE_PREMISE)
        duel_say(msg, N_("({0}) {1}, premise of line {2}"), "isi", number, formula,
                 (int64_t)s->line + 1);
    else if (s->rule == LOGIC_RULE_ASSUMPTION)
        duel_say(msg, N_("({0}) suppose {1}"), "is", number, formula);
    else if (cited.len == 0)
        duel_say(msg, N_("({0}) {1}, by {2}"), "isw", number, formula, name);
    else if (s->rule == LOGIC_RULE_CONTRADICTION)
        duel_say(msg, N_("({0}) contradiction between {1}"), "is", number, cited);
    else
        duel_say(msg, N_("({0}) {1}, by {2}: {3}"), "isws", number, formula, name, cited);
}

void logic_say_step(const logic_explanation *e, unsigned step, logic_wording wording,
                    duel_msg *msg)
{
    DUEL_REQUIRE(step < e->count);
    const logic_step *s = &e->step[step];
    duel_buf formula = duel_buf_empty(), cited = duel_buf_empty();
    logic_put_formula(&e->pool, s->conclusion, wording.precedence, wording.style,
                      &formula.sink);
    put_cited(s, &cited.sink);
    if (s->rule == LOGIC_RULE_REDUCTIO)
        put_parts(s, 1, &cited.sink);
    else if (s->rule == LOGIC_RULE_CASES)
        put_parts(s, 2, &cited.sink);
    say_step(s, (int64_t)step + 1, duel_buf_str(&formula), duel_buf_str(&cited), msg);
    duel_buf_fini(&formula);
    duel_buf_fini(&cited);
}

/* "1, 3" */
static void put_lines(unsigned lines, duel_sink *out)
{
    const char *between = "";
    for (unsigned i = 0; i < LOGIC_LINES; i++)
        if (lines >> i & 1) {
            duel_putf(out, "%s%u", between, i + 1);
            between = ", ";
        }
}

/* "A ¬B C D" */
static void put_model(unsigned model, logic_style style, duel_sink *out)
{
    for (unsigned k = 0; k < LOGIC_LETTERS; k++) {
        duel_put(out, k ? " " : "");
        if (!(model >> k & 1))
            duel_put(out, logic_symbol_text(LOGIC_NOT, style));
        duel_put(out, logic_symbol_text((logic_symbol)k, style));
    }
}

static void say_lines(const logic_explanation *e, duel_msg *msg)
{
    const char *letter = logic_symbol_text((logic_symbol)e->letter, LOGIC_ASCII);
    int64_t count = __builtin_popcount(e->lines);
    duel_buf lines = duel_buf_empty();
    put_lines(e->lines, &lines.sink);
    if (e->why == LOGIC_WHY_PARADOX)
        duel_say(msg, N_("Paradox: a contradiction follows from {0:line|lines} {1}."), "is",
                 count, duel_buf_str(&lines));
    else if (e->why == LOGIC_WHY_PROVEN)
        duel_say(msg, N_("{2} is proven by {0:line|lines} {1}."), "isc", count,
                 duel_buf_str(&lines), letter);
    else
        duel_say(msg, N_("{2} is disproven by {0:line|lines} {1}."), "isc", count,
                 duel_buf_str(&lines), letter);
    duel_buf_fini(&lines);
}

void logic_say_why(const logic_explanation *e, logic_wording wording, duel_msg *msg)
{
    if (e->why != LOGIC_WHY_UNDETERMINED) {
        say_lines(e, msg);
        return;
    }
    duel_buf without = duel_buf_empty(), with = duel_buf_empty();
    put_model(e->model[0], wording.style, &without.sink);
    put_model(e->model[1], wording.style, &with.sink);
    duel_say(msg, N_("{0} is undetermined: every line holds with {1}, and also with {2}."),
             "css", logic_symbol_text((logic_symbol)e->letter, LOGIC_ASCII),
             duel_buf_str(&with), duel_buf_str(&without));
    duel_buf_fini(&without);
    duel_buf_fini(&with);
}
