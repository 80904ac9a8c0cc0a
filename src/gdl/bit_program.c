/* gdl/bit_program.c -- a sheet made into a flat program: see bit_program.h. */
#include "gdl/bit_program.h"
#include "base/clock.h"
#include "gdl/inside.h"

#include <stdlib.h>
#include <string.h>

/* Which answers a node has a part in. */
enum { FOR_LOOK = 1, FOR_NEXT = 2, FOR_GOAL = 4 };

typedef struct flattening {
    gdl_bit_program *flat;
    const gdl_sheet *sheet;
    gdl_sheet *rewritten;
    gdl_arena *work; /* given back at the end */
    gdl_ground ground;
    gdl_net net;
    uint8_t *part;      /* by node */
    uint32_t *value_of; /* by node */
    gdl_list code;
} flattening;

/* ---- which part a gate belongs to ------------------------------------------------------- */

static void mark_signal(flattening *f, gdl_signal s, uint8_t part, gdl_list *todo)
{
    uint32_t node = s >> 1;
    if ((f->part[node] & part) == part)
        return;
    f->part[node] |= part;
    gdl_push(f->work, todo, node);
}

/* Who uses one node of a loop needs the definitions of all. */
static void mark_loop(flattening *f, uint32_t loop_node, uint8_t part, gdl_list *todo)
{
    const gdl_net *n = &f->net;
    for (size_t i = 0; i < n->loops; i++) {
        const gdl_loop *l = &n->loop[i];
        if (loop_node < l->first || loop_node >= l->first + l->count)
            continue;
        for (uint32_t k = l->first; k < l->first + l->count; k++) {
            mark_signal(f, gdl_loop_signal(&n->circuit, k), part, todo);
            mark_signal(f, n->definition[k], part, todo);
        }
    }
}

static void mark_from(flattening *f, gdl_signal s, uint8_t part)
{
    const gdl_circuit *c = &f->net.circuit;
    uint32_t first_loop = gdl_loop_signal(c, 0) >> 1, first_gate = gdl_first_gate(c);
    gdl_list todo = {0};
    mark_signal(f, s, part, &todo);
    while (todo.count) {
        uint32_t node = todo.at[--todo.count];
        gdl_tick(f->work);
        if (node >= first_gate) {
            const gdl_signal *in = gdl_pool_at(&c->gates, node - first_gate);
            for (uint32_t i = 0; i < gdl_pool_length(&c->gates, node - first_gate); i++)
                mark_signal(f, in[i], part, &todo);
        } else if (node >= first_loop) {
            mark_loop(f, node - first_loop, part, &todo);
        }
    }
    gdl_arena_free(f->work, todo.at);
}

/* What looking needs is worked out there; so is what both others need. */
static void mark_parts(flattening *f)
{
    const gdl_net *n = &f->net;
    uint32_t nodes = gdl_first_gate(&n->circuit) + n->circuit.gates.count;
    f->part = gdl_arena_alloc(f->work, nodes, 1);
    for (uint32_t m = 0; m < n->circuit.moves; m++)
        mark_from(f, n->legal[m], FOR_LOOK);
    mark_from(f, n->terminal, FOR_LOOK);
    for (uint32_t i = 0; i < n->circuit.facts; i++)
        mark_from(f, n->next[i], FOR_NEXT);
    for (size_t i = 0; i < n->goals; i++)
        mark_from(f, n->goal[i].signal, FOR_GOAL);
    for (uint32_t i = 0; i < nodes; i++)
        if (f->part[i] & FOR_LOOK || f->part[i] == (FOR_NEXT | FOR_GOAL))
            f->part[i] = FOR_LOOK;
}

/* ---- code ------------------------------------------------------------------------------- */

static uint32_t flat_signal(const flattening *f, gdl_signal s)
{
    return f->value_of[s >> 1] << 1 | (s & 1);
}

/* How many hold, how many do not; then their values, in this order. */
static void emit_gate(flattening *f, uint32_t gate)
{
    const gdl_circuit *c = &f->net.circuit;
    const gdl_signal *in = gdl_pool_at(&c->gates, gate);
    uint32_t count = gdl_pool_length(&c->gates, gate), plain = 0;
    for (uint32_t i = 0; i < count; i++)
        plain += !(in[i] & 1);
    gdl_push(f->work, &f->code, GDL_CODE_GATE + plain);
    gdl_push(f->work, &f->code, count - plain);
    for (uint32_t negated = 0; negated < 2; negated++)
        for (uint32_t i = 0; i < count; i++)
            if ((in[i] & 1) == negated)
                gdl_push(f->work, &f->code, f->value_of[in[i] >> 1]);
    f->value_of[gdl_first_gate(c) + gate] = f->flat->values++;
    f->flat->gates++;
    f->flat->inputs += count;
}

static const gdl_loop *loop_at(const flattening *f, uint32_t gate, uint8_t part)
{
    uint32_t first = gdl_loop_signal(&f->net.circuit, 0) >> 1;
    for (size_t i = 0; i < f->net.loops; i++)
        if (f->net.loop[i].from_gate == gate && f->part[first + f->net.loop[i].first] == part)
            return &f->net.loop[i];
    return NULL;
}

static void emit_gates(flattening *f, uint32_t from, uint32_t to, uint8_t part)
{
    uint32_t first = gdl_first_gate(&f->net.circuit);
    for (uint32_t g = from; g < to; g++)
        if (f->part[first + g] == part && f->value_of[first + g] == 0)
            emit_gate(f, g);
}

/* The words of the loop's body, its nodes, its definitions; then the body. */
static void emit_loop(flattening *f, const gdl_loop *l, uint8_t part)
{
    size_t begin = f->code.count;
    uint32_t first = gdl_loop_signal(&f->net.circuit, l->first) >> 1;
    gdl_push(f->work, &f->code, GDL_CODE_LOOP);
    gdl_push(f->work, &f->code, 0);
    gdl_push(f->work, &f->code, l->count);
    gdl_push(f->work, &f->code, f->value_of[first]);
    for (uint32_t i = 0; i < l->count; i++)
        gdl_push(f->work, &f->code, 0);
    size_t body = f->code.count;
    emit_gates(f, l->from_gate, l->to_gate, part);
    f->code.at[begin + 1] = (uint32_t)(f->code.count - body);
    for (uint32_t i = 0; i < l->count; i++)
        f->code.at[begin + 4 + i] = flat_signal(f, f->net.definition[l->first + i]);
}

static void emit_part(flattening *f, uint8_t part, gdl_code *out)
{
    uint32_t gates = f->net.circuit.gates.count;
    f->code.count = 0;
    out->first = f->flat->values;
    for (uint32_t g = 0; g <= gates; g++) {
        const gdl_loop *l = loop_at(f, g, part);
        if (l)
            emit_loop(f, l, part);
        if (g < gates)
            emit_gates(f, g, g + 1, part);
    }
    out->words = f->code.count;
    out->at = gdl_arena_alloc(&f->flat->job, f->code.count, sizeof *out->at);
    if (f->code.count)
        memcpy(out->at, f->code.at, f->code.count * sizeof *out->at);
}

static void emit_program(flattening *f)
{
    const gdl_circuit *c = &f->net.circuit;
    uint32_t inputs = gdl_first_gate(c);
    f->value_of =
        gdl_arena_alloc(f->work, (size_t)inputs + c->gates.count, sizeof *f->value_of);
    for (uint32_t i = 0; i < inputs; i++)
        f->value_of[i] = i;
    f->flat->values = inputs;
    emit_part(f, FOR_LOOK, &f->flat->look);
    emit_part(f, FOR_NEXT, &f->flat->next);
    emit_part(f, FOR_GOAL, &f->flat->goal);
}

/* ---- what stays ------------------------------------------------------------------------- */

static void *keep(flattening *f, const void *from, size_t count, size_t size)
{
    void *to = gdl_arena_alloc(&f->flat->job, count, size);
    if (count)
        memcpy(to, from, count * size);
    return to;
}

static uint32_t *keep_signals(flattening *f, const gdl_signal *from, size_t count)
{
    uint32_t *to = keep(f, from, count, sizeof *to);
    for (size_t i = 0; i < count; i++)
        to[i] = flat_signal(f, to[i]);
    return to;
}

static void keep_answers(flattening *f)
{
    gdl_bit_program *flat = f->flat;
    const gdl_net *n = &f->net;
    flat->roles = n->roles;
    flat->role = keep(f, f->sheet->role, n->roles, sizeof *flat->role);
    flat->facts = n->circuit.facts;
    flat->moves = n->circuit.moves;
    flat->fact = keep(f, n->fact, flat->facts, sizeof *flat->fact);
    flat->start = keep(f, n->start, flat->facts, 1);
    flat->move = keep(f, n->move, flat->moves, sizeof *flat->move);
    flat->first_move = keep(f, n->first_move, (size_t)n->roles + 1, sizeof *flat->first_move);
    flat->legal = keep_signals(f, n->legal, flat->moves);
    flat->after = keep_signals(f, n->next, flat->facts);
    flat->over = flat_signal(f, n->terminal);
    flat->points_count = n->goals;
    flat->points = gdl_arena_alloc(&flat->job, n->goals, sizeof *flat->points);
    for (size_t i = 0; i < n->goals; i++)
        flat->points[i] =
            (gdl_points){n->goal[i].role, n->goal[i].points, flat_signal(f, n->goal[i].signal)};
    gdl_terms_copy(&f->ground.terms, &flat->terms, &flat->job);
}

/* ---- the door --------------------------------------------------------------------------- */

static void ground_and_weave(void *what)
{
    flattening *f = what;
    gdl_ground_make(&f->ground, f->work, f->rewritten);
    gdl_build_circuit(&f->net, f->work, &f->ground);
    mark_parts(f);
}

static void keep_program(void *what)
{
    flattening *f = what;
    emit_program(f);
    keep_answers(f);
}

/* Memory of the work and of what stays are two jobs; whoever takes from both is inside both. */
static void keep_inside(void *what)
{
    flattening *f = what;
    duel_status status = gdl_arena_do(&f->flat->job, keep_program, f, &f->work->why);
    if (status != DUEL_OK)
        gdl_arena_abort(f->work, status);
}

static void split_rewritten(void *what)
{
    gdl_split_rules(what);
}

static duel_status flatten(flattening *f, bool split, duel_msg *why)
{
    duel_status status = gdl_magic_sets(f->sheet, &f->rewritten, why);
    if (status == DUEL_OK && split)
        status = gdl_arena_do(&f->rewritten->job, split_rewritten, f->rewritten, why);
    if (status == DUEL_OK)
        status = gdl_arena_do(f->work, ground_and_weave, f, why);
    if (status == DUEL_OK)
        status = gdl_arena_do(f->work, keep_inside, f, why);
    gdl_sheet_free(f->rewritten);
    return status;
}

duel_status gdl_bit_program_try(const gdl_sheet *s, gdl_limits limits, bool split,
                                gdl_bit_program **out, duel_msg *why)
{
    gdl_arena work;
    gdl_bit_program *flat = calloc(1, sizeof *flat);
    flattening *f = calloc(1, sizeof *f);
    if (flat == NULL || f == NULL) {
        free(flat);
        free(f);
        return duel_no_space(why);
    }
    gdl_arena_init(&work, limits);
    gdl_arena_init(&flat->job, (gdl_limits){.bytes = limits.bytes});
    *f = (flattening){.flat = flat, .sheet = s, .work = &work};
    duel_status status = flatten(f, split, why);
    gdl_arena_fini(&work);
    free(f);
    if (status == DUEL_OK)
        *out = flat;
    else
        gdl_bit_program_free(flat);
    return status;
}

/* The rules as they stand make the smaller program. Where they take too long, which most that
 * ground at all do not, they are cut first. */
duel_status gdl_bit_program_make(const gdl_sheet *s, gdl_limits limits, gdl_bit_program **out,
                                 duel_msg *why)
{
    double begin = duel_clock();
    gdl_bit_program *flat = NULL;
    gdl_limits first = {.seconds = limits.seconds / 4, .bytes = limits.bytes / 2};
    duel_status status = gdl_bit_program_try(s, first, false, &flat, why);
    if (status == DUEL_STOPPED || status == DUEL_NO_SPACE)
        status = gdl_bit_program_try(
            s, (gdl_limits){.seconds = limits.seconds - first.seconds, .bytes = limits.bytes},
            true, &flat, why);
    if (status != DUEL_OK)
        return status;
    flat->seconds = duel_clock() - begin;
    *out = flat;
    return DUEL_OK;
}

void gdl_bit_program_free(gdl_bit_program *f)
{
    if (f == NULL)
        return;
    gdl_arena_fini(&f->job);
    free(f);
}
