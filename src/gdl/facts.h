/* gdl/facts.h -- what holds, relation by relation, and how it is looked up.
 *
 * A fact is a ground term. A view is what a condition of a rule sees of a relation: for every
 * fact of its pattern the values of its variables, each such row once. An index finds the rows
 * of a view by some of their columns. Both follow their relation when they are refreshed, so
 * that rows stay where they are while a rule runs over them. */
#ifndef DUEL_GDL_FACTS_H
#define DUEL_GDL_FACTS_H

#include "gdl/terms.h"

typedef struct gdl_view {
    gdl_functor functor;
    uint32_t *code; /* variables are its columns, in the order of their coming */
    uint32_t columns;
    uint32_t seen; /* facts of the relation looked at so far */
    gdl_pool rows;
    uint32_t times; /* that it was emptied */
    bool exact;     /* each fact has a row of its own */
    bool traced;    /* its facts are kept by row */
    gdl_list trace; /* fact, row, fact, row … */
    uint32_t same;  /* the next view of this relation; GDL_NOTHING */
} gdl_view;

typedef struct gdl_index {
    uint32_t view;
    uint64_t mask;  /* the columns asked by */
    uint32_t times; /* that its view had been emptied when it looked */
    gdl_pool keys;
    gdl_list first; /* by key: a row */
    gdl_list next;  /* by row: another one of the same key; GDL_NOTHING */
} gdl_index;

typedef struct gdl_facts {
    gdl_job *job;
    gdl_terms *terms;
    gdl_list *relation; /* by functor: its facts, in the order of their coming */
    uint32_t *views_of; /* by functor: a view; GDL_NOTHING */
    size_t relations, relation_room, views_room;
    uint8_t *holds; /* by term */
    size_t holds_room;
    bool ordered;    /* the order of coming is kept, across relations: */
    uint32_t *since; /* by term, of those that hold: how many had come by then */
    size_t since_room;
    uint32_t come;
    gdl_pool view_codes, index_keys;
    gdl_view *view;
    gdl_index *index;
    size_t view_room, index_room;
} gdl_facts;

void gdl_facts_init(gdl_facts *f, gdl_terms *t);
bool gdl_fact_add(gdl_facts *f, gdl_term fact); /* false: it held already */
bool gdl_fact_holds(const gdl_facts *f, gdl_term fact);
void gdl_facts_clear(gdl_facts *f, gdl_functor relation);
const gdl_list *gdl_facts_of(gdl_facts *f, gdl_functor relation); /* until one is added */

/* The view of a condition: of its variables those of `kept` are columns, the others, of which
 * each stands in it once, may be anything. variable[i] becomes the variable of column i. */
uint32_t gdl_view_of(gdl_facts *f, const uint32_t *code, uint64_t kept, uint8_t *variable);
/* Keeps the facts of each row too, from now on. */
void gdl_view_trace(gdl_facts *f, uint32_t view);
void gdl_view_refresh(gdl_facts *f, uint32_t view);
uint32_t gdl_index_of(gdl_facts *f, uint32_t view, uint64_t mask);
void gdl_index_refresh(gdl_facts *f, uint32_t index);
/* The first row of a key; GDL_NOTHING. The key has the values of the columns asked by. */
uint32_t gdl_index_find(const gdl_facts *f, uint32_t index, const gdl_term *key,
                        uint32_t count);

#endif
