/* gdl/prover.c -- see prover.h. */
#include "gdl/inside.h"

#include <stdlib.h>

/* When a relation has to be worked out again. */
typedef enum moment { ALWAYS_TRUE, WITH_STATE, WITH_MOVES, MOMENTS } moment;

struct gdl_prover {
    gdl_arena job;
    gdl_sheet *sheet; /* rewritten, so that only what is asked for is proved */
    double seconds;
    bool explains;
    gdl_terms terms;
    gdl_facts facts;
    gdl_seminaive rounds[MOMENTS]; /* the rules to apply at that moment, by rank */
    gdl_functor functor[GDL_WORDS];
    bool *now; /* by functor: legal, goal or terminal need it */
    gdl_list start, state, legal;
    /* what a call asks of its work */
    const gdl_term *given;
    size_t given_count;
    duel_str text;
    gdl_term read;
};

/* ---- which rules when ------------------------------------------------------------------- */

static bool spread_need(gdl_prover *p)
{
    bool changed = false;
    for (size_t i = 0; i < p->sheet->count; i++) {
        const gdl_rule *r = &p->sheet->rule[i];
        if (!p->now[gdl_code_functor(&p->terms, r->head)])
            continue;
        for (uint32_t k = 0; k < r->count; k++) {
            if (r->body[k].other)
                continue;
            bool *part = &p->now[gdl_code_functor(&p->terms, r->body[k].code)];
            changed |= !*part;
            *part = true;
        }
    }
    return changed;
}

static void find_needed_now(gdl_prover *p)
{
    p->now = gdl_arena_alloc(&p->job, p->sheet->relations, sizeof *p->now);
    p->now[p->functor[GDL_LEGAL]] = true;
    p->now[p->functor[GDL_GOAL]] = true;
    p->now[p->functor[GDL_TERMINAL]] = true;
    while (spread_need(p))
        gdl_tick(&p->job);
}

typedef struct timed_rules {
    const gdl_prover *prover;
    moment when;
} timed_rules;

/* Whether a rule is applied at a moment. What depends on moves is worked out with the state
 * too, as if there were none, where legal, goal or terminal ask for it. */
static bool belongs_to(const void *context, const gdl_rule *r)
{
    const gdl_prover *p = ((const timed_rules *)context)->prover;
    moment when = ((const timed_rules *)context)->when;
    gdl_functor f = gdl_code_functor(&p->terms, r->head);
    const gdl_relation_fact *relation = &p->sheet->relation[f];
    if (!relation->needed)
        return false;
    if (!relation->on_state && !relation->on_moves)
        return when == ALWAYS_TRUE;
    if (when == WITH_STATE)
        return p->now[f];
    return when == WITH_MOVES && (relation->on_moves || !p->now[f]);
}

static void collect_rounds(gdl_prover *p, moment when)
{
    timed_rules t = {p, when};
    p->rounds[when] = (gdl_seminaive){.facts = &p->facts};
    gdl_seminaive_collect(&p->rounds[when], p->sheet, gdl_in_circle, belongs_to, &t);
}

/* ---- states ----------------------------------------------------------------------------- */

/* The arguments of a relation's facts, in order: from `next` and `init` a state. */
static void list_arguments(gdl_prover *p, gdl_functor relation, gdl_list *out)
{
    const gdl_list *facts = gdl_facts_of(&p->facts, relation);
    out->count = 0;
    for (size_t i = 0; i < facts->count; i++)
        gdl_push(&p->job, out, gdl_term_argument(&p->terms, facts->at[i], 0));
    gdl_sort(out->at, out->count);
}

static void clear_changing(gdl_prover *p, bool moves_only)
{
    for (gdl_functor f = 0; f < p->sheet->relations; f++)
        if (p->sheet->relation[f].on_moves || (p->sheet->relation[f].on_state && !moves_only))
            gdl_facts_clear(&p->facts, f);
}

/* Works out what holds in p->state. */
static void enter_state(gdl_prover *p)
{
    clear_changing(p, false);
    for (size_t i = 0; i < p->state.count; i++)
        gdl_fact_add(&p->facts, gdl_term_of(&p->terms, p->functor[GDL_TRUE], &p->state.at[i]));
    gdl_seminaive_by_rank(&p->rounds[WITH_STATE]);
}

static void copy_list(gdl_prover *p, const gdl_term *from, size_t count, gdl_list *to)
{
    to->count = 0;
    for (size_t i = 0; i < count; i++)
        gdl_push(&p->job, to, from[i]);
}

static void begin_game(void *what)
{
    gdl_prover *p = what;
    gdl_terms_copy(&p->sheet->terms, &p->terms, &p->job);
    gdl_facts_init(&p->facts, &p->terms);
    p->facts.ordered = p->explains;
    for (gdl_word w = 0; w < GDL_WORDS; w++)
        p->functor[w] = gdl_sheet_functor(&p->terms, w);
    find_needed_now(p);
    for (moment when = 0; when < MOMENTS; when++)
        collect_rounds(p, when);
    gdl_seminaive_by_rank(&p->rounds[ALWAYS_TRUE]);
    enter_state(p); /* `init` may use what depends on a state: there is none */
    gdl_seminaive_by_rank(&p->rounds[WITH_MOVES]);
    list_arguments(p, p->functor[GDL_INIT], &p->start);
    copy_list(p, p->start.at, p->start.count, &p->state);
    enter_state(p);
}

static void set_state(void *what)
{
    gdl_prover *p = what;
    copy_list(p, p->given, p->given_count, &p->state);
    gdl_sort(p->state.at, p->state.count);
    enter_state(p);
}

static void play_moves(void *what)
{
    gdl_prover *p = what;
    clear_changing(p, true);
    for (uint32_t r = 0; r < p->sheet->roles; r++) {
        gdl_term pair[] = {p->sheet->role[r], p->given[r]};
        gdl_fact_add(&p->facts, gdl_term_of(&p->terms, p->functor[GDL_DOES], pair));
    }
    gdl_seminaive_by_rank(&p->rounds[WITH_MOVES]);
    list_arguments(p, p->functor[GDL_NEXT], &p->state);
    enter_state(p);
}

/* ---- the door --------------------------------------------------------------------------- */

duel_status gdl_prover_choose(gdl_prover *p, void (*work)(void *), void *what, duel_msg *why)
{
    gdl_arena_restart(&p->job, p->seconds);
    return gdl_arena_do(&p->job, work, what, why);
}

static duel_status prove(gdl_prover *p, void (*work)(void *), duel_msg *why)
{
    return gdl_prover_choose(p, work, p, why);
}

static duel_status new_prover(const gdl_sheet *s, gdl_limits limits, bool explains,
                              gdl_prover **out, duel_msg *why)
{
    gdl_prover *p = calloc(1, sizeof *p);
    if (p == NULL)
        return duel_no_space(why);
    gdl_arena_init(&p->job, limits);
    p->seconds = limits.seconds;
    p->explains = explains;
    duel_status status = gdl_magic_sets(s, &p->sheet, why);
    if (status == DUEL_OK)
        status = prove(p, begin_game, why);
    if (status == DUEL_OK)
        *out = p;
    else
        gdl_prover_free(p);
    return status;
}

duel_status gdl_prover_new(const gdl_sheet *s, gdl_limits limits, gdl_prover **out,
                           duel_msg *why)
{
    return new_prover(s, limits, false, out, why);
}

duel_status gdl_prover_new_explaining(const gdl_sheet *s, gdl_limits limits, gdl_prover **out,
                                      duel_msg *why)
{
    return new_prover(s, limits, true, out, why);
}

void gdl_prover_free(gdl_prover *p)
{
    if (p == NULL)
        return;
    gdl_arena_fini(&p->job);
    gdl_sheet_free(p->sheet);
    free(p);
}

gdl_terms *gdl_prover_terms(gdl_prover *p)
{
    return &p->terms;
}

const gdl_sheet *gdl_prover_sheet(const gdl_prover *p)
{
    return p->sheet;
}

gdl_facts *gdl_prover_facts(gdl_prover *p)
{
    return &p->facts;
}

const gdl_list *gdl_prover_state(const gdl_prover *p)
{
    return &p->state;
}

duel_status gdl_prover_set(gdl_prover *p, const gdl_term *fact, size_t count, duel_msg *why)
{
    p->given = fact;
    p->given_count = count;
    return prove(p, set_state, why);
}

duel_status gdl_prover_restart(gdl_prover *p, duel_msg *why)
{
    return gdl_prover_set(p, p->start.at, p->start.count, why);
}

duel_status gdl_prover_play(gdl_prover *p, const gdl_term *move, duel_msg *why)
{
    p->given = move;
    return prove(p, play_moves, why);
}

static void read_given_term(void *what)
{
    gdl_prover *p = what;
    p->read = gdl_term_read(&p->terms, p->text);
}

duel_status gdl_prover_term(gdl_prover *p, duel_str text, gdl_term *out, duel_msg *why)
{
    p->text = text;
    duel_status status = prove(p, read_given_term, why);
    if (status == DUEL_OK)
        *out = p->read;
    return status;
}

/* ---- answers ---------------------------------------------------------------------------- */

bool gdl_prover_over(const gdl_prover *p)
{
    gdl_term over = gdl_pool_find(&p->terms.terms, &p->functor[GDL_TERMINAL], 1);
    return over != GDL_NOTHING && gdl_fact_holds(&p->facts, over);
}

static void list_legal(void *what)
{
    gdl_prover *p = what;
    const gdl_list *facts = gdl_facts_of(&p->facts, p->functor[GDL_LEGAL]);
    p->legal.count = 0;
    for (size_t i = 0; i < facts->count; i++)
        if (gdl_term_argument(&p->terms, facts->at[i], 0) == p->read)
            gdl_push(&p->job, &p->legal, gdl_term_argument(&p->terms, facts->at[i], 1));
    gdl_sort_terms(&p->terms, p->legal.at, p->legal.count);
}

const gdl_list *gdl_prover_legal(gdl_prover *p, uint32_t role)
{
    p->read = p->sheet->role[role];
    if (prove(p, list_legal, NULL) != DUEL_OK)
        p->legal.count = 0;
    return &p->legal;
}

bool gdl_goal_points(duel_str text, int32_t *points)
{
    int64_t number;
    if (text.len > 1 && text.at[0] == '+' && text.at[1] != '-')
        text.at++, text.len--;
    if (!duel_str_number(text, &number) || number < INT32_MIN || number > INT32_MAX)
        return false;
    *points = (int32_t)number;
    return true;
}

gdl_goal gdl_prover_goal(gdl_prover *p, uint32_t role, int32_t *points)
{
    const gdl_list *facts = gdl_facts_of(&p->facts, p->functor[GDL_GOAL]);
    gdl_goal found = GDL_GOAL_NONE;
    for (size_t i = 0; i < facts->count; i++) {
        gdl_term goal = gdl_term_argument(&p->terms, facts->at[i], 1);
        gdl_functor f = gdl_term_functor(&p->terms, goal);
        duel_str text = gdl_symbol_text(&p->terms, gdl_functor_symbol(&p->terms, f));
        int32_t value;
        if (gdl_term_argument(&p->terms, facts->at[i], 0) != p->sheet->role[role] ||
            gdl_functor_arity(&p->terms, f) != GDL_PLAIN || !gdl_goal_points(text, &value))
            continue;
        if (found == GDL_GOAL_ONE)
            return GDL_GOAL_MANY;
        *points = value;
        found = GDL_GOAL_ONE;
    }
    return found;
}
