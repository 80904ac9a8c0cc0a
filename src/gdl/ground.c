/* gdl/ground.c -- the rules of a sheet with every variable replaced by what it can be.
 *
 * First what never changes is proved, once. Then everything that may ever hold: a fact of a
 * state is one of the start or a possible `next`, a move a possible `legal`, and what is
 * negated may or may not hold. Last, each rule is run over what may hold, and each time it fits
 * makes an instance: a conclusion, and the changing conditions under which it holds. What never
 * changes has been looked at and is gone. */
#include "gdl/inside.h"

bool gdl_changes(const gdl_ground *g, gdl_functor relation)
{
    return relation < g->sheet->relations &&
           (g->sheet->relation[relation].on_state || g->sheet->relation[relation].on_moves);
}

static bool changes(const gdl_ground *g, const uint32_t *code)
{
    return gdl_changes(g, gdl_code_functor(&g->terms, code));
}

/* ---- what never changes ----------------------------------------------------------------- */

static bool is_constant_rule(const void *context, const gdl_rule *r)
{
    const gdl_ground *g = context;
    gdl_functor f = gdl_code_functor(&g->terms, r->head);
    return g->sheet->relation[f].needed && !gdl_changes(g, f);
}

static void prove_constants(gdl_ground *g)
{
    gdl_seminaive r = {.facts = &g->facts};
    gdl_seminaive_collect(&r, g->sheet, gdl_in_circle, is_constant_rule, g);
    gdl_seminaive_by_rank(&r);
}

/* ---- what may hold ---------------------------------------------------------------------- */

static bool is_changing_rule(const void *context, const gdl_rule *r)
{
    const gdl_ground *g = context;
    return !is_constant_rule(context, r) &&
           g->sheet->relation[gdl_code_functor(&g->terms, r->head)].needed;
}

static bool is_changing_condition(const gdl_sheet *s, const gdl_rule *r, const gdl_literal *l)
{
    const gdl_relation_fact *f = &s->relation[gdl_code_functor(&s->terms, l->code)];
    return f->on_state || f->on_moves;
}

static bool is_uncertain(const void *context, const gdl_literal *l)
{
    const gdl_ground *g = context;
    return l->kind == GDL_NOT && changes(g, l->code);
}

/* `to` holds of what `from` holds of: the same arguments. */
static void add_bridge(gdl_ground *g, gdl_word from, gdl_word to, uint32_t arguments)
{
    gdl_sheet *s = g->sheet;
    gdl_rule r = {.variables = arguments, .count = 1};
    uint32_t *code[2] = {gdl_arena_alloc(&s->job, 3, sizeof *code[0]),
                         gdl_arena_alloc(&s->job, 3, sizeof *code[0])};
    for (uint32_t a = 0; a < arguments; a++)
        code[0][1 + a] = code[1][1 + a] = GDL_VARIABLE | a;
    code[0][0] = GDL_CALL | g->functor[to];
    code[1][0] = GDL_CALL | g->functor[from];
    r.head = code[0];
    r.body = gdl_arena_alloc(&s->job, 1, sizeof *r.body);
    r.body[0] = (gdl_literal){.kind = GDL_HOLDS, .code = code[1]};
    gdl_add_rule(s, r);
}

static void find_possible(gdl_ground *g)
{
    gdl_seminaive r = {
        .facts = &g->facts, .ignores = is_uncertain, .context = g, .replan = true};
    size_t own = g->sheet->count;
    add_bridge(g, GDL_INIT, GDL_TRUE, 1);
    add_bridge(g, GDL_NEXT, GDL_TRUE, 1);
    add_bridge(g, GDL_LEGAL, GDL_DOES, 2);
    gdl_seminaive_collect(&r, g->sheet, is_changing_condition, is_changing_rule, g);
    gdl_seminaive_together(&r);
    g->sheet->count = own;
}

/* ---- instances -------------------------------------------------------------------------- */

typedef struct instancing {
    gdl_run run;
    gdl_ground *g;
} instancing;

static void push_part(gdl_ground *g, uint32_t id, gdl_part kind)
{
    gdl_push(g->facts.job, &g->parts, id << 2 | kind);
}

/* The facts behind a row: one where the pattern shows each of them. */
static void push_row(gdl_ground *g, uint32_t view, uint32_t row)
{
    const gdl_view *v = &g->facts.view[view];
    if (v->exact)
        push_part(g, v->trace.at[2 * row], GDL_ATOM);
    else
        push_part(g, gdl_pool_id(&g->rows, (const uint32_t[]){view, row}, 2), GDL_SOME);
}

static bool is_condition(const gdl_ground *g, const gdl_literal *l)
{
    gdl_functor f = gdl_code_functor(&g->terms, l->code);
    return l->kind == GDL_HOLDS && gdl_changes(g, f) && !g->sheet->relation[f].request;
}

/* What may not hold at all is no condition; so where the negated sentence is unknown. */
static void push_negations(gdl_ground *g, const gdl_run *run)
{
    const gdl_rule *r = run->plan->rule;
    for (uint32_t i = 0; i < r->count; i++) {
        if (!is_uncertain(g, &r->body[i]))
            continue;
        gdl_term fact = gdl_build(&g->terms, r->body[i].code, run->value);
        if (gdl_fact_holds(&g->facts, fact))
            push_part(g, fact, GDL_NO_ATOM);
    }
}

static void keep_instance(gdl_run *run)
{
    gdl_ground *g = ((instancing *)run)->g;
    gdl_arena *j = g->facts.job;
    const gdl_plan *p = run->plan;
    if (g->parts.count > UINT32_MAX / 2)
        duel_no_space(&j->why), gdl_arena_abort(j, DUEL_NO_SPACE);
    gdl_push(j, &g->heads, gdl_build(&g->terms, p->rule->head, run->value));
    gdl_push(j, &g->heads, (uint32_t)g->parts.count);
    size_t begin = g->parts.count;
    gdl_push(j, &g->parts, 0);
    for (uint32_t i = 0; i < p->steps; i++)
        if (is_condition(g, p->step[i].literal))
            push_row(g, p->step[i].view, run->row[p->step[i].number]);
    push_negations(g, run);
    g->parts.at[begin] = (uint32_t)(g->parts.count - begin - 1);
}

static void make_instances(gdl_ground *g, const gdl_rule *r)
{
    gdl_plan p;
    gdl_plan_init(&p, g->facts.job, r, GDL_NOTHING);
    gdl_plan_make(&p, &g->facts, is_uncertain, g);
    for (uint32_t i = 0; i < p.steps; i++)
        if (is_condition(g, p.step[i].literal))
            gdl_view_trace(&g->facts, p.step[i].view);
    instancing in = {.run = {.facts = &g->facts, .plan = &p, .found = keep_instance}, .g = g};
    in.run.row = gdl_arena_alloc(g->facts.job, r->count, sizeof *in.run.row);
    gdl_join(&in.run);
    gdl_arena_free(g->facts.job, in.run.row);
    gdl_plan_fini(&p, g->facts.job);
}

void gdl_ground_make(gdl_ground *g, gdl_arena *j, gdl_sheet *rewritten)
{
    *g = (gdl_ground){.sheet = rewritten};
    gdl_terms_copy(&rewritten->terms, &g->terms, j);
    gdl_facts_init(&g->facts, &g->terms);
    gdl_pool_init(&g->rows, j);
    for (gdl_word w = 0; w < GDL_WORDS; w++)
        g->functor[w] = gdl_sheet_functor(&g->terms, w);
    if (gdl_changes(g, g->functor[GDL_INIT])) {
        duel_say(&j->why, N_("The start of the game depends on a state."), "");
        gdl_arena_abort(j, DUEL_REFUSED);
    }
    prove_constants(g);
    find_possible(g);
    for (size_t i = 0; i < rewritten->count; i++) {
        gdl_functor f = gdl_code_functor(&g->terms, rewritten->rule[i].head);
        if (is_changing_rule(g, &rewritten->rule[i]) && !rewritten->relation[f].request)
            make_instances(g, &rewritten->rule[i]);
    }
}
