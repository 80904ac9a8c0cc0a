/* gdl/build_circuit.c -- makes a circuit of the ground rules of a sheet.
 *
 * Each fact that may hold is a sum of products: one of its instances, all of whose conditions
 * hold. Facts are made after all that they need; those that need each other become a loop. */
#include "gdl/inside.h"

#include <stdlib.h>
#include <string.h>

/* A state tells what is legal, over and won; with moves, what comes next. The first is worked
 * out as if no move were made. */
typedef enum view_of { OF_STATE, OF_MOVES, VIEWS } view_of;

typedef struct weaving {
    gdl_arena *job;
    gdl_ground *g;
    gdl_net *net;
    view_of now;
    gdl_graph bodies;  /* by term: places of its instances */
    gdl_graph members; /* by row: its facts */
    gdl_graph needs;   /* terms, then rows: what each is made of */
    uint32_t terms, nodes;
    uint8_t *wanted;    /* by node: bits of view_of */
    gdl_signal *signal; /* by node, in the view of now; GDL_NOTHING: not made yet */
    uint32_t *input;    /* by term: the fact or move it is, + 1 */
    gdl_list product;   /* scratch */
} weaving;

/* ---- inputs ----------------------------------------------------------------------------- */

static void number_facts(weaving *w)
{
    const gdl_list *facts = gdl_facts_of(&w->g->facts, w->g->functor[GDL_TRUE]);
    gdl_net *n = w->net;
    gdl_functor init = w->g->functor[GDL_INIT];
    n->fact = gdl_arena_alloc(w->job, facts->count, sizeof *n->fact);
    n->start = gdl_arena_alloc(w->job, facts->count, 1);
    for (size_t i = 0; i < facts->count; i++) {
        n->fact[i] = gdl_term_argument(&w->g->terms, facts->at[i], 0);
        n->start[i] =
            gdl_fact_holds(&w->g->facts, gdl_term_of(&w->g->terms, init, &n->fact[i]));
    }
}

/* By role, and within a role by text. */
static void number_moves(weaving *w)
{
    const gdl_list *facts = gdl_facts_of(&w->g->facts, w->g->functor[GDL_DOES]);
    const gdl_sheet *s = w->g->sheet;
    gdl_net *n = w->net;
    uint32_t count = 0;
    n->roles = s->roles;
    n->move = gdl_arena_alloc(w->job, facts->count, sizeof *n->move);
    n->first_move = gdl_arena_alloc(w->job, (size_t)s->roles + 1, sizeof *n->first_move);
    for (uint32_t r = 0; r < s->roles; r++) {
        n->first_move[r] = count;
        for (size_t i = 0; i < facts->count; i++)
            if (gdl_term_argument(&w->g->terms, facts->at[i], 0) == s->role[r])
                n->move[count++] = gdl_term_argument(&w->g->terms, facts->at[i], 1);
        gdl_sort_terms(&w->g->terms, n->move + n->first_move[r], count - n->first_move[r]);
    }
    n->first_move[s->roles] = count;
}

static gdl_term pair_term(weaving *w, gdl_word word, uint32_t role, gdl_term second)
{
    gdl_term pair[] = {w->g->sheet->role[role], second};
    return gdl_term_of(&w->g->terms, w->g->functor[word], pair);
}

static void find_inputs(weaving *w)
{
    gdl_net *n = w->net;
    for (uint32_t f = 0; f < n->circuit.facts; f++)
        w->input[gdl_term_of(&w->g->terms, w->g->functor[GDL_TRUE], &n->fact[f])] = f + 1;
    for (uint32_t r = 0; r < n->roles; r++)
        for (uint32_t m = n->first_move[r]; m < n->first_move[r + 1]; m++)
            w->input[pair_term(w, GDL_DOES, r, n->move[m])] = m + 1;
}

/* ---- what needs what -------------------------------------------------------------------- */

static uint32_t part_node(const weaving *w, uint32_t part)
{
    return (part & 3) == GDL_SOME ? w->terms + (part >> 2) : part >> 2;
}

static void link_instances(weaving *w, gdl_list *needs)
{
    gdl_ground *g = w->g;
    w->bodies = gdl_graph_of(w->job, w->terms, &g->heads);
    for (size_t i = 0; i < g->heads.count; i += 2) {
        const uint32_t *part = g->parts.at + g->heads.at[i + 1];
        for (uint32_t k = 1; k <= part[0]; k++) {
            gdl_push(w->job, needs, g->heads.at[i]);
            gdl_push(w->job, needs, part_node(w, part[k]));
        }
    }
}

static void link_rows(weaving *w, gdl_list *needs)
{
    gdl_ground *g = w->g;
    gdl_list pairs = {0};
    for (uint32_t v = 0; v < g->facts.view_codes.count; v++) {
        const gdl_list *trace = &g->facts.view[v].trace;
        for (size_t i = 0; i < trace->count && !g->facts.view[v].exact; i += 2) {
            uint32_t row = gdl_pool_find(&g->rows, (const uint32_t[]){v, trace->at[i + 1]}, 2);
            if (row == GDL_NOTHING)
                continue;
            gdl_push(w->job, &pairs, row);
            gdl_push(w->job, &pairs, trace->at[i]);
            gdl_push(w->job, needs, w->terms + row);
            gdl_push(w->job, needs, trace->at[i]);
        }
    }
    w->members = gdl_graph_of(w->job, g->rows.count, &pairs);
    gdl_arena_free(w->job, pairs.at);
}

static void link_all(weaving *w)
{
    gdl_list needs = {0};
    link_instances(w, &needs);
    link_rows(w, &needs);
    w->needs = gdl_graph_of(w->job, w->nodes, &needs);
    gdl_arena_free(w->job, needs.at);
}

/* Marks what a view's answers are made of. */
static void want_from(weaving *w, uint32_t node, gdl_list *todo)
{
    uint8_t bit = (uint8_t)(1 << w->now);
    if (w->wanted[node] & bit)
        return;
    w->wanted[node] |= bit;
    gdl_push(w->job, todo, node);
    while (todo->count) {
        uint32_t at = todo->at[--todo->count];
        for (uint32_t e = w->needs.start[at]; e < w->needs.start[at + 1]; e++) {
            uint32_t to = w->needs.edge[e];
            if (w->wanted[to] & bit)
                continue;
            w->wanted[to] |= bit;
            gdl_push(w->job, todo, to);
        }
    }
}

static void want_answers(weaving *w, view_of when, gdl_word word)
{
    const gdl_list *facts = gdl_facts_of(&w->g->facts, w->g->functor[word]);
    gdl_list todo = {0};
    w->now = when;
    for (size_t i = 0; i < facts->count; i++)
        want_from(w, facts->at[i], &todo);
    gdl_arena_free(w->job, todo.at);
}

/* ---- signals ---------------------------------------------------------------------------- */

static gdl_signal input_signal(const weaving *w, gdl_term fact)
{
    gdl_functor f = gdl_term_functor(&w->g->terms, fact);
    uint32_t number = w->input[fact];
    if (f == w->g->functor[GDL_TRUE] && number)
        return gdl_fact_signal(number - 1);
    if (f == w->g->functor[GDL_DOES] && number && w->now == OF_MOVES)
        return gdl_move_signal(&w->net->circuit, number - 1);
    return GDL_NO;
}

static gdl_signal node_signal(const weaving *w, uint32_t node)
{
    DUEL_REQUIRE(w->signal[node] != GDL_NOTHING);
    return w->signal[node];
}

/* A fact holds as an input, or by one of its instances. */
static gdl_signal weave_fact(weaving *w, gdl_term fact)
{
    gdl_circuit *c = &w->net->circuit;
    w->product.count = 0;
    if (input_signal(w, fact) != GDL_NO) {
        gdl_push(w->job, &w->product, 1);
        gdl_push(w->job, &w->product, input_signal(w, fact));
    }
    for (uint32_t b = w->bodies.start[fact]; b < w->bodies.start[fact + 1]; b++) {
        const uint32_t *part = w->g->parts.at + w->bodies.edge[b];
        gdl_push(w->job, &w->product, part[0]);
        for (uint32_t k = 1; k <= part[0]; k++)
            gdl_push(w->job, &w->product,
                     node_signal(w, part_node(w, part[k])) ^ ((part[k] & 3) == GDL_NO_ATOM));
    }
    return gdl_sum_of(c, w->product.at, w->product.count);
}

static gdl_signal weave_row(weaving *w, uint32_t row)
{
    w->product.count = 0;
    for (uint32_t m = w->members.start[row]; m < w->members.start[row + 1]; m++)
        gdl_push(w->job, &w->product, node_signal(w, w->members.edge[m]));
    return gdl_one_of(&w->net->circuit, w->product.at, w->product.count);
}

static gdl_signal weave_node(weaving *w, uint32_t node)
{
    return node < w->terms ? weave_fact(w, node) : weave_row(w, node - w->terms);
}

/* ---- components ------------------------------------------------------------------------- */

static bool needs_itself(const weaving *w, uint32_t node)
{
    for (uint32_t e = w->needs.start[node]; e < w->needs.start[node + 1]; e++)
        if (w->needs.edge[e] == node)
            return true;
    return false;
}

/* The nodes of a loop get loop nodes, then each its definition in terms of them. */
static void weave_loop(weaving *w, const uint32_t *node, uint32_t count, uint32_t *used)
{
    gdl_net *n = w->net;
    gdl_loop loop = {.first = *used, .count = count, .from_gate = n->circuit.gates.count};
    for (uint32_t i = 0; i < count; i++)
        w->signal[node[i]] = gdl_loop_signal(&n->circuit, (*used)++);
    for (uint32_t i = 0; i < count; i++)
        n->definition[loop.first + i] = weave_node(w, node[i]);
    loop.to_gate = n->circuit.gates.count;
    n->loop = gdl_arena_grow(w->job, n->loop, &n->loop_room, n->loops + 1, sizeof *n->loop);
    n->loop[n->loops++] = loop;
}

/* Nodes in the order in which they can be made. */
typedef struct sequence {
    uint32_t *node, *begin; /* of component i: node[begin[i]] … */
    uint32_t components;
} sequence;

static sequence order_nodes(weaving *w)
{
    sequence s;
    uint32_t *component = gdl_arena_alloc(w->job, w->nodes, sizeof *component);
    s.components = gdl_components(w->job, &w->needs, component);
    s.node = gdl_arena_alloc(w->job, w->nodes, sizeof *s.node);
    s.begin = gdl_arena_alloc(w->job, (size_t)s.components + 2, sizeof *s.begin);
    for (uint32_t i = 0; i < w->nodes; i++)
        s.begin[component[i] + 2]++;
    for (uint32_t i = 0; i < s.components; i++)
        s.begin[i + 2] += s.begin[i + 1];
    for (uint32_t i = 0; i < w->nodes; i++)
        s.node[s.begin[component[i] + 1]++] = i;
    gdl_arena_free(w->job, component);
    return s;
}

static bool is_loop(const weaving *w, const sequence *s, uint32_t component)
{
    uint32_t first = s->node[s->begin[component]];
    return s->begin[component + 1] - s->begin[component] > 1 || needs_itself(w, first);
}

static uint32_t count_loop_nodes(const weaving *w, const sequence *s)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < s->components; i++)
        if (is_loop(w, s, i))
            count += s->begin[i + 1] - s->begin[i];
    return count * VIEWS;
}

/* What no move has a part in is the same in both views. */
static bool is_made(const weaving *w, uint32_t node)
{
    if (node >= w->terms || w->signal[node] == GDL_NOTHING)
        return false;
    return !w->g->sheet->relation[gdl_term_functor(&w->g->terms, node)].on_moves;
}

static void weave_view(weaving *w, const sequence *s, view_of when, uint32_t *used)
{
    w->now = when;
    for (uint32_t i = 0; i < s->components; i++) {
        const uint32_t *node = s->node + s->begin[i];
        uint32_t count = s->begin[i + 1] - s->begin[i];
        gdl_tick(w->job);
        if (!(w->wanted[node[0]] >> when & 1) || is_made(w, node[0]))
            continue;
        if (is_loop(w, s, i))
            weave_loop(w, node, count, used);
        else
            w->signal[node[0]] = weave_node(w, node[0]);
    }
}

/* ---- answers ---------------------------------------------------------------------------- */

static gdl_signal answer(const weaving *w, gdl_term fact)
{
    if (fact >= w->terms || !gdl_fact_holds(&w->g->facts, fact))
        return GDL_NO;
    return gdl_changes(w->g, gdl_term_functor(&w->g->terms, fact)) ? node_signal(w, fact)
                                                                   : GDL_YES;
}

static void take_goals(weaving *w)
{
    gdl_net *n = w->net;
    const gdl_terms *t = &w->g->terms;
    const gdl_list *facts = gdl_facts_of(&w->g->facts, w->g->functor[GDL_GOAL]);
    for (size_t i = 0; i < facts->count; i++) {
        gdl_goal_signal goal = {.signal = answer(w, facts->at[i])};
        gdl_functor f = gdl_term_functor(t, gdl_term_argument(t, facts->at[i], 1));
        while (goal.role < n->roles &&
               w->g->sheet->role[goal.role] != gdl_term_argument(t, facts->at[i], 0))
            goal.role++;
        if (goal.role == n->roles || gdl_functor_arity(t, f) != GDL_PLAIN ||
            !gdl_goal_points(gdl_symbol_text(t, gdl_functor_symbol(t, f)), &goal.points))
            continue;
        n->goal = gdl_arena_grow(w->job, n->goal, &n->goal_room, n->goals + 1, sizeof *n->goal);
        n->goal[n->goals++] = goal;
    }
}

static void take_state_answers(weaving *w)
{
    gdl_net *n = w->net;
    gdl_term over = gdl_term_of(&w->g->terms, w->g->functor[GDL_TERMINAL], NULL);
    n->terminal = answer(w, over);
    for (uint32_t r = 0; r < n->roles; r++)
        for (uint32_t m = n->first_move[r]; m < n->first_move[r + 1]; m++)
            n->legal[m] = answer(w, pair_term(w, GDL_LEGAL, r, n->move[m]));
    take_goals(w);
}

static void take_next(weaving *w)
{
    gdl_net *n = w->net;
    for (uint32_t f = 0; f < n->circuit.facts; f++)
        n->next[f] = answer(w, gdl_term_of(&w->g->terms, w->g->functor[GDL_NEXT], &n->fact[f]));
}

static void make_terms(weaving *w)
{
    gdl_net *n = w->net; /* those asked for later, so that none is new then */
    for (uint32_t r = 0; r < n->roles; r++)
        for (uint32_t m = n->first_move[r]; m < n->first_move[r + 1]; m++)
            pair_term(w, GDL_LEGAL, r, n->move[m]);
    for (uint32_t f = 0; f < gdl_facts_of(&w->g->facts, w->g->functor[GDL_TRUE])->count; f++)
        gdl_term_of(&w->g->terms, w->g->functor[GDL_NEXT], &n->fact[f]);
    gdl_term_of(&w->g->terms, w->g->functor[GDL_TERMINAL], NULL);
}

static void weave_all(weaving *w)
{
    gdl_net *n = w->net;
    uint32_t used = 0;
    uint32_t facts = (uint32_t)gdl_facts_of(&w->g->facts, w->g->functor[GDL_TRUE])->count;
    sequence s = order_nodes(w);
    gdl_circuit_init(&n->circuit, w->job, facts, count_loop_nodes(w, &s), n->roles,
                     n->first_move);
    n->definition = gdl_arena_alloc(w->job, n->circuit.loops, sizeof *n->definition);
    find_inputs(w);
    weave_view(w, &s, OF_STATE, &used);
    take_state_answers(w);
    weave_view(w, &s, OF_MOVES, &used);
    take_next(w);
}

void gdl_build_circuit(gdl_net *n, gdl_arena *j, gdl_ground *g)
{
    weaving w = {.job = j, .g = g, .net = n};
    *n = (gdl_net){.roles = 0};
    number_facts(&w);
    number_moves(&w);
    make_terms(&w);
    w.terms = g->terms.terms.count;
    w.nodes = w.terms + g->rows.count;
    link_all(&w);
    w.wanted = gdl_arena_alloc(j, w.nodes, 1);
    w.signal = gdl_arena_alloc(j, w.nodes, sizeof *w.signal);
    w.input = gdl_arena_alloc(j, w.terms, sizeof *w.input);
    memset(w.signal, 0xFF, w.nodes * sizeof *w.signal);
    want_answers(&w, OF_STATE, GDL_LEGAL);
    want_answers(&w, OF_STATE, GDL_GOAL);
    want_answers(&w, OF_STATE, GDL_TERMINAL);
    want_answers(&w, OF_MOVES, GDL_NEXT);
    n->next = gdl_arena_alloc(j, gdl_facts_of(&g->facts, g->functor[GDL_TRUE])->count,
                              sizeof *n->next);
    n->legal = gdl_arena_alloc(j, n->first_move[n->roles], sizeof *n->legal);
    weave_all(&w);
}
