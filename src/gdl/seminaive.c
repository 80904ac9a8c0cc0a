/* gdl/seminaive.c -- semi-naive evaluation: a rule is run over the facts: all values of its
 * variables for which its conditions hold; and rules applied so until nothing new follows
 * (semi-naive evaluation: F. Bancilhon and R. Ramakrishnan, "An amateur's introduction to
 * recursive query processing strategies", 1986).
 *
 * A plan says in which order the conditions are looked up, and by which columns. Conditions
 * that only test (distinct, not) are asked as soon as their variables are bound. A plan may
 * begin with the new rows of one condition: so what follows from new facts is found without
 * finding again what followed from the old. */
#include "gdl/inside.h"

#include <math.h>
#include <string.h>

/* ---- plans ------------------------------------------------------------------------------ */

void gdl_plan_init(gdl_plan *p, gdl_arena *j, const gdl_rule *r, uint32_t first)
{
    *p = (gdl_plan){.rule = r, .first = first};
    p->step = gdl_arena_alloc(j, r->count, sizeof *p->step);
    p->test = gdl_arena_alloc(j, r->count, sizeof *p->test);
    p->tests_before = gdl_arena_alloc(j, (size_t)r->count + 1, sizeof *p->tests_before);
}

/* Variables that stand once in the whole rule can be anything: each row without them is looked
 * at once. A variable twice in one condition and nowhere else is kept. */
static uint64_t repeated_variables(const gdl_terms *t, const gdl_rule *r)
{
    uint64_t once = gdl_code_variables(t, r->head), twice = once;
    for (uint32_t i = 0; i < r->count; i++) {
        const gdl_literal *l = &r->body[i];
        for (const uint32_t *c = l->code, *end = gdl_code_end(t, c); c < end; c++) {
            uint64_t bit = *c & GDL_VARIABLE ? (uint64_t)1 << (gdl_code_number(*c) & 63) : 0;
            twice |= once & bit;
            once |= bit;
        }
        if (l->other)
            twice |= gdl_code_variables(t, l->code) | gdl_code_variables(t, l->other);
    }
    return twice;
}

static gdl_lookup look_at(gdl_facts *f, const gdl_rule *r, uint32_t number, uint64_t kept)
{
    const gdl_literal *l = &r->body[number];
    uint8_t variable[GDL_VARIABLES];
    gdl_lookup look = {.literal = l, .number = number};
    if (l->other)
        return look;
    look.view = gdl_view_of(f, l->code, kept, variable);
    look.columns = f->view[look.view].columns;
    look.variable = gdl_arena_alloc(f->job, look.columns, 1);
    if (look.columns)
        memcpy(look.variable, variable, look.columns);
    return look;
}

static uint64_t bound_columns(const gdl_lookup *l, uint64_t bound)
{
    uint64_t mask = 0;
    for (uint32_t c = 0; c < l->columns; c++)
        mask |= (bound >> l->variable[c] & 1) << c;
    return mask;
}

/* About how many rows there are for one key, as a logarithm: a relation of n rows is taken for
 * one whose columns each multiply alike. Small numbers first. */
static double spread_of(const gdl_facts *f, const gdl_lookup *l, uint64_t bound)
{
    double rows = (double)f->relation[f->view[l->view].functor].count;
    int open = (int)l->columns - __builtin_popcountll(bound_columns(l, bound));
    return open == 0 ? -1 : log2(rows + 1) * open / (double)l->columns;
}

/* Moves the best of step[at…] to `at`. */
static void choose_step(gdl_plan *p, const gdl_facts *f, uint32_t at, uint64_t bound)
{
    uint32_t best = at;
    for (uint32_t i = at; i < p->steps; i++) {
        if (at == 0 && p->first != GDL_NOTHING) {
            if (p->step[i].number == p->first)
                best = i;
        } else if (spread_of(f, &p->step[i], bound) < spread_of(f, &p->step[best], bound)) {
            best = i;
        }
    }
    gdl_lookup chosen = p->step[best];
    p->step[best] = p->step[at];
    p->step[at] = chosen;
}

/* Brings the tests that can be made now to the front; returns how many can. */
static uint32_t choose_tests(gdl_plan *p, const gdl_terms *t, uint32_t done, uint64_t bound)
{
    for (uint32_t i = done; i < p->tests; i++) {
        gdl_lookup test = p->test[i];
        if (gdl_literal_variables(t, test.literal) & ~bound)
            continue;
        p->test[i] = p->test[done];
        p->test[done++] = test;
    }
    return done;
}

static void drop_conditions(gdl_plan *p, gdl_arena *j)
{
    for (uint32_t i = 0; i < p->steps; i++)
        gdl_arena_free(j, p->step[i].variable);
    for (uint32_t i = 0; i < p->tests; i++)
        gdl_arena_free(j, p->test[i].variable);
    p->steps = p->tests = 0;
}

void gdl_plan_fini(gdl_plan *p, gdl_arena *j)
{
    drop_conditions(p, j);
    gdl_arena_free(j, p->step);
    gdl_arena_free(j, p->test);
    gdl_arena_free(j, p->tests_before);
}

static void collect_conditions(gdl_plan *p, gdl_facts *f, gdl_ignores *ignores,
                               const void *context)
{
    uint64_t kept = repeated_variables(f->terms, p->rule);
    drop_conditions(p, f->job);
    for (uint32_t i = 0; i < p->rule->count; i++) {
        const gdl_literal *l = &p->rule->body[i];
        if (ignores && ignores(context, l))
            continue;
        if (gdl_is_looked_up(l))
            p->step[p->steps++] = look_at(f, p->rule, i, kept);
        else
            p->test[p->tests++] = look_at(f, p->rule, i, UINT64_MAX);
    }
}

static void find_index(gdl_facts *f, gdl_lookup *l, uint64_t bound)
{
    l->mask = bound_columns(l, bound);
    l->whole = __builtin_popcountll(l->mask) == (int)l->columns;
    l->index = l->whole || l->mask == 0 ? GDL_NOTHING : gdl_index_of(f, l->view, l->mask);
}

void gdl_plan_make(gdl_plan *p, gdl_facts *f, gdl_ignores *ignores, const void *context)
{
    uint64_t bound = 0;
    uint32_t done = 0;
    collect_conditions(p, f, ignores, context);
    for (uint32_t i = 0; i < p->steps; i++) {
        p->tests_before[i] = done = choose_tests(p, f->terms, done, bound);
        choose_step(p, f, i, bound);
        find_index(f, &p->step[i], bound);
        bound |= gdl_literal_variables(f->terms, p->step[i].literal);
    }
    p->tests_before[p->steps] = p->tests;
    for (uint32_t i = 0; i < p->tests; i++)
        if (p->test[i].literal->kind == GDL_NOT)
            find_index(f, &p->test[i], bound);
    p->ready = true;
}

/* ---- running ---------------------------------------------------------------------------- */

static uint32_t key_of_lookup(const gdl_lookup *l, const gdl_term *value, gdl_term *key)
{
    uint32_t count = 0;
    for (uint32_t c = 0; c < l->columns; c++)
        if (l->mask >> c & 1)
            key[count++] = value[l->variable[c]];
    return count;
}

/* The first row for the values so far; GDL_NOTHING. */
static uint32_t find_first_row(const gdl_run *r, const gdl_lookup *l)
{
    gdl_term key[GDL_VARIABLES];
    uint32_t count = key_of_lookup(l, r->value, key);
    if (l->mask == 0 && !l->whole)
        return r->facts->view[l->view].rows.count ? 0 : GDL_NOTHING;
    return l->index == GDL_NOTHING ? gdl_pool_find(&r->facts->view[l->view].rows, key, count)
                                   : gdl_index_find(r->facts, l->index, key, count);
}

static bool passes(gdl_run *r, const gdl_lookup *test)
{
    const gdl_literal *l = test->literal;
    if (l->kind == GDL_NOT)
        return find_first_row(r, test) == GDL_NOTHING;
    bool same = gdl_build(r->facts->terms, l->code, r->value) ==
                gdl_build(r->facts->terms, l->other, r->value);
    return same == (l->kind == GDL_SAME);
}

static void descend(gdl_run *r, uint32_t depth);

static bool passes_tests(gdl_run *r, uint32_t depth)
{
    const gdl_plan *p = r->plan;
    for (uint32_t i = depth ? p->tests_before[depth - 1] : 0; i < p->tests_before[depth]; i++)
        if (!passes(r, &p->test[i]))
            return false;
    return true;
}

static void take_row(gdl_run *r, uint32_t depth, uint32_t row)
{
    const gdl_lookup *l = &r->plan->step[depth];
    const gdl_term *from = gdl_pool_at(&r->facts->view[l->view].rows, row);
    for (uint32_t c = 0; c < l->columns; c++)
        r->value[l->variable[c]] = from[c];
    if (r->row)
        r->row[l->number] = row;
    gdl_tick(r->facts->job);
    descend(r, depth + 1);
}

static void descend(gdl_run *r, uint32_t depth)
{
    const gdl_plan *p = r->plan;
    if (!passes_tests(r, depth))
        return;
    if (depth == p->steps) {
        r->found(r);
        return;
    }
    const gdl_lookup *l = &p->step[depth];
    bool scan = l->mask == 0 && !l->whole, part = depth == 0 && p->first != GDL_NOTHING;
    if (scan || part) {
        uint32_t to = part ? r->to : r->facts->view[l->view].rows.count;
        for (uint32_t row = part ? r->from : 0; row < to; row++)
            take_row(r, depth, row);
        return;
    }
    for (uint32_t row = find_first_row(r, l), next; row != GDL_NOTHING; row = next) {
        next = l->whole ? GDL_NOTHING : r->facts->index[l->index].next.at[row];
        take_row(r, depth, row);
    }
}

static void refresh(gdl_facts *f, const gdl_lookup *l)
{
    gdl_view_refresh(f, l->view);
    if (l->index != GDL_NOTHING)
        gdl_index_refresh(f, l->index);
}

void gdl_join(gdl_run *r)
{
    for (uint32_t i = 0; i < r->plan->steps; i++)
        refresh(r->facts, &r->plan->step[i]);
    for (uint32_t i = 0; i < r->plan->tests; i++)
        if (r->plan->test[i].literal->kind == GDL_NOT)
            refresh(r->facts, &r->plan->test[i]);
    descend(r, 0);
}

/* ---- which rules ------------------------------------------------------------------------ */

static void init_ruling(gdl_ruling *r, gdl_facts *f, const gdl_rule *rule,
                        gdl_circular *circular, const gdl_sheet *s)
{
    *r = (gdl_ruling){.circular = 0};
    gdl_plan_init(&r->all, f->job, rule, GDL_NOTHING);
    r->fresh = gdl_arena_alloc(f->job, rule->count, sizeof *r->fresh);
    r->used = gdl_arena_alloc(f->job, rule->count, sizeof *r->used);
    for (uint32_t i = 0; i < rule->count; i++)
        if (gdl_is_looked_up(&rule->body[i]) && circular(s, rule, &rule->body[i]))
            gdl_plan_init(&r->fresh[r->circular++], f->job, rule, i);
}

/* By rank; a counting sort keeps the order of the sheet within one. */
static void sort_rules(gdl_arena *j, const gdl_sheet *s, gdl_list *sorted)
{
    uint32_t *begin = gdl_arena_alloc(j, (size_t)s->ranks + 1, sizeof *begin);
    sorted->at = gdl_arena_alloc(j, s->count, sizeof *sorted->at);
    sorted->count = sorted->room = s->count;
    for (size_t i = 0; i < s->count; i++)
        begin[s->rule[i].rank + 1]++;
    for (uint32_t r = 0; r < s->ranks; r++)
        begin[r + 1] += begin[r];
    for (size_t i = 0; i < s->count; i++)
        sorted->at[begin[s->rule[i].rank]++] = (uint32_t)i;
    gdl_arena_free(j, begin);
}

void gdl_seminaive_collect(gdl_seminaive *r, const gdl_sheet *s, gdl_circular *circular,
                           gdl_chooses *chooses, const void *context)
{
    gdl_list sorted = {0};
    sort_rules(r->facts->job, s, &sorted);
    r->ruling = gdl_arena_alloc(r->facts->job, s->count, sizeof *r->ruling);
    for (size_t i = 0; i < sorted.count; i++) {
        const gdl_rule *rule = &s->rule[sorted.at[i]];
        if (chooses(context, rule))
            init_ruling(&r->ruling[r->count++], r->facts, rule, circular, s);
    }
    gdl_arena_free(r->facts->job, sorted.at);
}

/* ---- applying them ---------------------------------------------------------------------- */

/* A condition on a relation of which nothing holds: no need to look further. */
static bool is_hopeless(const gdl_seminaive *r, const gdl_rule *rule)
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

static void apply_plan(gdl_seminaive *r, gdl_plan *p, uint32_t from, uint32_t to)
{
    gdl_run run = {
        .facts = r->facts, .plan = p, .from = from, .to = to, .found = add_conclusion};
    gdl_join(&run);
}

static void have_plan(gdl_seminaive *r, gdl_plan *p)
{
    if (!p->ready || r->replan)
        gdl_plan_make(p, r->facts, r->ignores, r->context);
}

/* How many rows the condition that a plan begins with has by now. */
static uint32_t rows_by_now(gdl_seminaive *r, gdl_plan *p)
{
    have_plan(r, p);
    gdl_view_refresh(r->facts, p->step[0].view);
    return p->steps ? r->facts->view[p->step[0].view].rows.count : 0;
}

/* Everything there is at first: rows present then are used then. */
static void apply_first(gdl_seminaive *r, gdl_ruling *ruling)
{
    for (uint32_t i = 0; i < ruling->circular; i++)
        ruling->used[i] = rows_by_now(r, &ruling->fresh[i]);
    if (is_hopeless(r, ruling->all.rule))
        return;
    have_plan(r, &ruling->all);
    apply_plan(r, &ruling->all, 0, 0);
}

/* True: there were new rows. */
static bool apply_again(gdl_seminaive *r, gdl_ruling *ruling)
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
static void apply_to_the_end(gdl_seminaive *r, uint32_t begin, uint32_t end)
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

void gdl_seminaive_together(gdl_seminaive *r)
{
    apply_to_the_end(r, 0, r->count);
}

void gdl_seminaive_by_rank(gdl_seminaive *r)
{
    for (uint32_t begin = 0, end; begin < r->count; begin = end) {
        uint32_t rank = r->ruling[begin].all.rule->rank;
        end = begin + 1;
        while (end < r->count && r->ruling[end].all.rule->rank == rank)
            end++;
        apply_to_the_end(r, begin, end);
    }
}
