/* gdl/rounds.c -- see rounds.h. */
#include "gdl/rounds.h"

/* ---- which rules ------------------------------------------------------------------------ */

static void init_ruling(gdl_ruling *r, gdl_facts *f, const gdl_rule *rule,
                        gdl_circular *circular, const gdl_sheet *s)
{
    *r = (gdl_ruling){.circular = 0};
    gdl_plan_init(&r->all, f->job, rule, GDL_NOTHING);
    r->fresh = gdl_take(f->job, rule->count, sizeof *r->fresh);
    r->used = gdl_take(f->job, rule->count, sizeof *r->used);
    for (uint32_t i = 0; i < rule->count; i++)
        if (gdl_is_looked_up(&rule->body[i]) && circular(s, rule, &rule->body[i]))
            gdl_plan_init(&r->fresh[r->circular++], f->job, rule, i);
}

/* By rank; a counting sort keeps the order of the sheet within one. */
static void sort_rules(gdl_job *j, const gdl_sheet *s, gdl_list *sorted)
{
    uint32_t *begin = gdl_take(j, (size_t)s->ranks + 1, sizeof *begin);
    sorted->at = gdl_take(j, s->count, sizeof *sorted->at);
    sorted->count = sorted->room = s->count;
    for (size_t i = 0; i < s->count; i++)
        begin[s->rule[i].rank + 1]++;
    for (uint32_t r = 0; r < s->ranks; r++)
        begin[r + 1] += begin[r];
    for (size_t i = 0; i < s->count; i++)
        sorted->at[begin[s->rule[i].rank]++] = (uint32_t)i;
    gdl_give(j, begin);
}

void gdl_rounds_collect(gdl_rounds *r, const gdl_sheet *s, gdl_circular *circular,
                        gdl_chooses *chooses, const void *context)
{
    gdl_list sorted = {0};
    sort_rules(r->facts->job, s, &sorted);
    r->ruling = gdl_take(r->facts->job, s->count, sizeof *r->ruling);
    for (size_t i = 0; i < sorted.count; i++) {
        const gdl_rule *rule = &s->rule[sorted.at[i]];
        if (chooses(context, rule))
            init_ruling(&r->ruling[r->count++], r->facts, rule, circular, s);
    }
    gdl_give(r->facts->job, sorted.at);
}

/* ---- applying them ---------------------------------------------------------------------- */

/* A condition on a relation of which nothing holds: no need to look further. */
static bool is_hopeless(const gdl_rounds *r, const gdl_rule *rule)
{
    for (uint32_t i = 0; i < rule->count; i++) {
        const gdl_literal *l = &rule->body[i];
        if (gdl_is_looked_up(l) &&
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

/* The rules from ruling[begin] to ruling[end - 1], together. */
static void apply_to_the_end(gdl_rounds *r, uint32_t begin, uint32_t end)
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

void gdl_rounds_together(gdl_rounds *r)
{
    apply_to_the_end(r, 0, r->count);
}

void gdl_rounds_by_rank(gdl_rounds *r)
{
    for (uint32_t begin = 0, end; begin < r->count; begin = end) {
        uint32_t rank = r->ruling[begin].all.rule->rank;
        end = begin + 1;
        while (end < r->count && r->ruling[end].all.rule->rank == rank)
            end++;
        apply_to_the_end(r, begin, end);
    }
}
