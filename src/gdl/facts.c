/* gdl/facts.c -- what holds, relation by relation, and how it is looked up.
 *
 * A fact is a ground term. A view is what a condition of a rule sees of a relation: for every
 * fact of its pattern the values of its variables, each such row once. An index finds the rows
 * of a view by some of their columns. Both follow their relation when they are refreshed, so
 * that rows stay where they are while a rule runs over them. */
#include "gdl/inside.h"

void gdl_facts_init(gdl_facts *f, gdl_terms *t)
{
    *f = (gdl_facts){.job = t->job, .terms = t};
    gdl_pool_init(&f->view_codes, f->job);
    gdl_pool_init(&f->index_keys, f->job);
}

/* Functors may come after the facts were made: a move read from outside has its own. */
static void have_relation(gdl_facts *f, gdl_functor relation)
{
    if (relation < f->relations)
        return;
    size_t count = f->terms->functors.count;
    f->relation =
        gdl_arena_grow(f->job, f->relation, &f->relation_room, count, sizeof *f->relation);
    f->views_of =
        gdl_arena_grow(f->job, f->views_of, &f->views_room, count, sizeof *f->views_of);
    for (; f->relations < count; f->relations++)
        f->views_of[f->relations] = GDL_NOTHING;
}

/* ---- facts ------------------------------------------------------------------------------ */

bool gdl_fact_holds(const gdl_facts *f, gdl_term fact)
{
    return fact < f->holds_room && f->holds[fact];
}

static void keep_order(gdl_facts *f, gdl_term fact)
{
    f->since =
        gdl_arena_grow(f->job, f->since, &f->since_room, (size_t)fact + 1, sizeof *f->since);
    f->since[fact] = f->come++;
}

bool gdl_fact_add(gdl_facts *f, gdl_term fact)
{
    if (gdl_fact_holds(f, fact))
        return false;
    gdl_functor relation = gdl_term_functor(f->terms, fact);
    have_relation(f, relation);
    f->holds =
        gdl_arena_grow(f->job, f->holds, &f->holds_room, (size_t)fact + 1, sizeof *f->holds);
    gdl_push(f->job, &f->relation[relation], fact);
    f->holds[fact] = 1;
    if (f->ordered)
        keep_order(f, fact);
    return true;
}

const gdl_list *gdl_facts_of(gdl_facts *f, gdl_functor relation)
{
    have_relation(f, relation);
    return &f->relation[relation];
}

static void clear_view(gdl_view *v)
{
    v->seen = 0;
    v->times++;
    v->trace.count = 0;
    gdl_pool_clear(&v->rows);
}

void gdl_facts_clear(gdl_facts *f, gdl_functor relation)
{
    have_relation(f, relation);
    gdl_list *facts = &f->relation[relation];
    if (facts->count == 0)
        return;
    for (size_t i = 0; i < facts->count; i++)
        f->holds[facts->at[i]] = 0;
    facts->count = 0;
    for (uint32_t v = f->views_of[relation]; v != GDL_NOTHING; v = f->view[v].same)
        clear_view(&f->view[v]);
}

/* ---- views ------------------------------------------------------------------------------ */

/* The code of a view: its variables renumbered. Returns how many columns it has. */
static uint32_t view_code(const gdl_terms *t, const uint32_t *code, uint64_t kept,
                          gdl_list *out, gdl_arena *j, uint8_t *variable)
{
    uint32_t columns = 0;
    for (const uint32_t *end = gdl_code_end(t, code); code < end; code++) {
        uint32_t word = *code, v = gdl_code_number(word), c = 0;
        if (word & GDL_VARIABLE && word != GDL_ANY && kept >> v & 1) {
            while (c < columns && variable[c] != v)
                c++;
            if (c == columns)
                variable[columns++] = (uint8_t)v;
            word = GDL_VARIABLE | c;
        } else if (word & GDL_VARIABLE) {
            word = GDL_ANY;
        }
        gdl_push(j, out, word);
    }
    return columns;
}

static void add_view(gdl_facts *f, uint32_t v, const gdl_list *code, uint32_t columns)
{
    f->view = gdl_arena_grow(f->job, f->view, &f->view_room, (size_t)v + 1, sizeof *f->view);
    gdl_view *view = &f->view[v];
    gdl_functor relation = gdl_code_functor(f->terms, code->at);
    have_relation(f, relation);
    *view = (gdl_view){.functor = relation,
                       .code = code->at,
                       .columns = columns,
                       .same = f->views_of[relation]};
    view->exact = true;
    for (size_t i = 0; i < code->count; i++)
        view->exact &= code->at[i] != GDL_ANY;
    gdl_pool_init(&view->rows, f->job);
    f->views_of[relation] = v;
}

uint32_t gdl_view_of(gdl_facts *f, const uint32_t *code, uint64_t kept, uint8_t *variable)
{
    gdl_list own = {0};
    uint32_t columns = view_code(f->terms, code, kept, &own, f->job, variable);
    uint32_t before = f->view_codes.count;
    uint32_t v = gdl_pool_id(&f->view_codes, own.at, own.count);
    if (v == before)
        add_view(f, v, &own, columns);
    else
        gdl_arena_free(f->job, own.at);
    return v;
}

void gdl_view_trace(gdl_facts *f, uint32_t view)
{
    if (!f->view[view].traced)
        clear_view(&f->view[view]);
    f->view[view].traced = true;
}

void gdl_view_refresh(gdl_facts *f, uint32_t view)
{
    gdl_view *v = &f->view[view];
    const gdl_list *facts = &f->relation[v->functor];
    gdl_term value[GDL_VARIABLES];
    for (; v->seen < facts->count; v->seen++) {
        for (uint32_t c = 0; c < v->columns; c++)
            value[c] = GDL_NOTHING;
        gdl_tick(f->job);
        if (!gdl_match(f->terms, v->code, facts->at[v->seen], value))
            continue;
        uint32_t row = gdl_pool_id(&v->rows, value, v->columns);
        if (v->traced) {
            gdl_push(f->job, &v->trace, facts->at[v->seen]);
            gdl_push(f->job, &v->trace, row);
        }
    }
}

/* ---- indexes ---------------------------------------------------------------------------- */

uint32_t gdl_index_of(gdl_facts *f, uint32_t view, uint64_t mask)
{
    uint32_t key[] = {view, (uint32_t)mask, (uint32_t)(mask >> 32)};
    uint32_t before = f->index_keys.count, i = gdl_pool_id(&f->index_keys, key, 3);
    if (i < before)
        return i;
    f->index =
        gdl_arena_grow(f->job, f->index, &f->index_room, (size_t)i + 1, sizeof *f->index);
    f->index[i] = (gdl_index){.view = view, .mask = mask};
    gdl_pool_init(&f->index[i].keys, f->job);
    return i;
}

/* The columns of the mask, one behind the other. */
static uint32_t key_of_row(uint64_t mask, const gdl_term *row, gdl_term *key)
{
    uint32_t count = 0;
    for (; mask; mask &= mask - 1)
        key[count++] = row[__builtin_ctzll(mask)];
    return count;
}

void gdl_index_refresh(gdl_facts *f, uint32_t index)
{
    gdl_index *i = &f->index[index];
    const gdl_view *v = &f->view[i->view];
    gdl_term key[GDL_VARIABLES];
    if (i->times != v->times) {
        i->times = v->times;
        gdl_pool_clear(&i->keys);
        i->first.count = i->next.count = 0;
    }
    for (uint32_t row = (uint32_t)i->next.count; row < v->rows.count; row++) {
        uint32_t count = key_of_row(i->mask, gdl_pool_at(&v->rows, row), key);
        uint32_t k = gdl_pool_id(&i->keys, key, count);
        if (k == i->first.count)
            gdl_push(f->job, &i->first, GDL_NOTHING);
        gdl_push(f->job, &i->next, i->first.at[k]);
        i->first.at[k] = row;
    }
}

uint32_t gdl_index_find(const gdl_facts *f, uint32_t index, const gdl_term *key, uint32_t count)
{
    const gdl_index *i = &f->index[index];
    uint32_t k = gdl_pool_find(&i->keys, key, count);
    return k == GDL_NOTHING ? GDL_NOTHING : i->first.at[k];
}
