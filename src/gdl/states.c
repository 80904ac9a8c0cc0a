/* gdl/states.c -- a flat program at work on 256 states: see flat.h. */
#include "gdl/inside.h"

#include <stdlib.h>
#include <string.h>

/* The same word, as the compiler computes with it. */
typedef uint64_t lanes __attribute__((vector_size(32), may_alias));

duel_status gdl_states_init(const gdl_flat *f, gdl_states *out, duel_msg *why)
{
    gdl_states s = {.flat = f};
    size_t bytes = (size_t)f->values * sizeof *s.value;
    size_t fresh = ((size_t)f->facts + 1) * sizeof *s.fresh;
    s.value = aligned_alloc(sizeof *s.value, bytes);
    s.fresh = aligned_alloc(sizeof *s.fresh, fresh);
    if (s.value == NULL || s.fresh == NULL) {
        gdl_states_fini(&s);
        return duel_full(why);
    }
    memset(s.value, 0, bytes);
    memset(s.value, 0xFF, sizeof *s.value);
    *out = s;
    return DUEL_OK;
}

void gdl_states_fini(gdl_states *s)
{
    free(s->value);
    free(s->fresh);
}

/* ---- running ---------------------------------------------------------------------------- */

/* The code behind a gate. */
static inline const uint32_t *run_gate(const uint32_t *code, lanes *value, uint32_t to)
{
    uint32_t plain = code[0] - GDL_CODE_GATE, negated = code[1];
    lanes all = ~(lanes){0};
    code += 2;
    for (; plain; plain--)
        all &= value[*code++];
    for (; negated; negated--)
        all &= ~value[*code++];
    value[to] = all;
    return code;
}

/* Gives the nodes of a loop what defines them; false: nothing changed. */
static bool close_loop(const uint32_t *definition, uint32_t count, lanes *value, uint32_t first)
{
    lanes changed = {0};
    for (uint32_t i = 0; i < count; i++) {
        lanes v = value[definition[i] >> 1];
        v = definition[i] & 1 ? ~v : v;
        changed |= v ^ value[first + i];
        value[first + i] = v;
    }
    return (changed[0] | changed[1] | changed[2] | changed[3]) != 0;
}

/* From "no", until nothing changes; conclusions only ever come to hold. Returns the value
 * behind the last gate. */
static uint32_t run_loop(const uint32_t *code, lanes *value, uint32_t to)
{
    uint32_t words = code[1], count = code[2], first = code[3], after = to;
    const uint32_t *definition = code + 4, *body = definition + count;
    memset(value + first, 0, count * sizeof *value);
    do {
        after = to;
        for (code = body; code < body + words;)
            code = run_gate(code, value, after++);
    } while (close_loop(definition, count, value, first));
    return after;
}

GDL_FOR_BOTH static void run_code(const gdl_code *c, lanes *value)
{
    uint32_t to = c->first;
    for (const uint32_t *code = c->at, *end = code + c->words; code < end;) {
        if (*code >= GDL_CODE_GATE) {
            code = run_gate(code, value, to++);
            continue;
        }
        to = run_loop(code, value, to);
        code += 4 + code[2] + code[1];
    }
}

void gdl_look(gdl_states *s)
{
    run_code(&s->flat->look, (lanes *)s->value);
}

void gdl_score(gdl_states *s)
{
    run_code(&s->flat->goal, (lanes *)s->value);
}

void gdl_step(gdl_states *s)
{
    const gdl_flat *f = s->flat;
    run_code(&f->next, (lanes *)s->value);
    for (uint32_t i = 0; i < f->facts; i++)
        for (int k = 0; k < GDL_LANES / 64; k++)
            s->fresh[i].at[k] = gdl_signal_word(s, f->after[i], k);
    memcpy(s->value + 1, s->fresh, f->facts * sizeof *s->fresh);
}

void gdl_clear_moves(gdl_states *s)
{
    memset(s->value + 1 + s->flat->facts, 0, s->flat->moves * sizeof *s->value);
}

/* ---- states in and out ------------------------------------------------------------------ */

void gdl_start(gdl_states *s, const gdl_word256 *anew)
{
    for (uint32_t i = 0; i < s->flat->facts; i++)
        for (int k = 0; k < GDL_LANES / 64; k++) {
            uint64_t kept = s->value[1 + i].at[k] & ~anew->at[k];
            s->value[1 + i].at[k] = s->flat->start[i] ? kept | anew->at[k] : kept;
        }
}

bool gdl_lane_points(const gdl_states *s, uint32_t lane, uint32_t role, int32_t *points)
{
    uint32_t found = 0;
    for (size_t i = 0; i < s->flat->points_count; i++) {
        const gdl_points *p = &s->flat->points[i];
        uint64_t word = gdl_signal_word(s, p->signal, (int)(lane / 64));
        if (p->role != role || !(word >> (lane % 64) & 1))
            continue;
        *points = p->points;
        found++;
    }
    return found == 1;
}
