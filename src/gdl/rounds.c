/* gdl/rounds.c -- see rounds.h. */
#include "gdl/rounds.h"

void gdl_ruling_init(gdl_ruling *r, gdl_facts *f, const gdl_rule *rule,
                     bool (*circular)(const gdl_sheet *s, const gdl_rule *r,
                                      const gdl_literal *l),
                     const gdl_sheet *s)
{
    *r = (gdl_ruling){.circular = 0};
    gdl_plan_init(&r->all, f->job, rule, GDL_NOTHING);
    r->fresh = gdl_take(f->job, rule->count, sizeof *r->fresh);
    r->used = gdl_take(f->job, rule->count, sizeof *r->used);
    for (uint32_t i = 0; i < rule->count; i++)
        if (rule->body[i].kind == GDL_HOLDS && circular(s, rule, &rule->body[i]))
            gdl_plan_init(&r->fresh[r->circular++], f->job, rule, i);
}

/* A condition on a relation of which nothing holds: no need to look further. */
static bool is_hopeless(const gdl_rounds *r, const gdl_rule *rule)
{
    for (uint32_t i = 0; i < rule->count; i++) {
        const gdl_literal *l = &rule->body[i];
        if (l->kind == GDL_HOLDS &&
            gdl_facts_of(r->facts, gdl_code_functor(r->facts->terms, l->code))->count == 0)
            return true;
    }
    return false;
}

static void add_conclusion(gdl_run *run)
{
    gdl_fact_add(run->facts, gdl_build(run->facts->terms, run->plan->rule->head, run->value));
}

static void apply_plan(gdl_rounds *r, gdl_plan *p, uint32_t from, uint32_t to)
{
    gdl_run run = {
        .facts = r->facts, .plan = p, .from = from, .to = to, .found = add_conclusion};
    gdl_join(&run);
}

static void have_plan(gdl_rounds *r, gdl_plan *p)
{
    if (!p->ready || r->replan)
        gdl_plan_make(p, r->facts, r->ignores, r->context);
}

/* How many rows the condition that a plan begins with has by now. */
static uint32_t rows_by_now(gdl_rounds *r, gdl_plan *p)
{
    have_plan(r, p);
    gdl_view_refresh(r->facts, p->step[0].view);
    return gdl_plan_rows(p, r->facts);
}

/* Everything there is at first: rows present then are used then. */
static void apply_first(gdl_rounds *r, gdl_ruling *ruling)
{
    for (uint32_t i = 0; i < ruling->circular; i++)
        ruling->used[i] = rows_by_now(r, &ruling->fresh[i]);
    if (is_hopeless(r, ruling->all.rule))
        return;
    have_plan(r, &ruling->all);
    apply_plan(r, &ruling->all, 0, 0);
}

/* True: there were new rows. */
static bool apply_again(gdl_rounds *r, gdl_ruling *ruling)
{
    bool any = false;
    for (uint32_t i = 0; i < ruling->circular; i++) {
        uint32_t to = rows_by_now(r, &ruling->fresh[i]), from = ruling->used[i];
        if (from == to)
            continue;
        ruling->used[i] = to;
        any = true;
        if (!is_hopeless(r, ruling->all.rule))
            apply_plan(r, &ruling->fresh[i], from, to);
    }
    return any;
}

void gdl_rounds_run(gdl_rounds *r, uint32_t begin, uint32_t end)
{
    bool circular = false, any = true;
    for (uint32_t i = begin; i < end; i++) {
        apply_first(r, &r->ruling[i]);
        circular |= r->ruling[i].circular > 0;
    }
    while (circular && any) {
        any = false;
        for (uint32_t i = begin; i < end; i++)
            any |= apply_again(r, &r->ruling[i]);
    }
}
