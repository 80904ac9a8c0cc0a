/* gdl/bit_states.c -- runs a bit program on 256 states at once, and moves states into its lanes
 * and out again: see bit_program.h. A few lanes are filled and read bit by bit; many by turning
 * blocks of bits about. */
#include "gdl/inside.h"

#include <stdlib.h>
#include <string.h>

/* The same word, as the compiler computes with it. */
typedef uint64_t lanes __attribute__((vector_size(32), may_alias));

duel_status gdl_bit_states_init(const gdl_bit_program *f, gdl_bit_states *out, duel_msg *why)
{
    gdl_bit_states s = {.flat = f};
    size_t bytes = (size_t)f->values * sizeof *s.value;
    size_t fresh = ((size_t)f->facts + 1) * sizeof *s.fresh;
    s.value = aligned_alloc(sizeof *s.value, bytes);
    s.fresh = aligned_alloc(sizeof *s.fresh, fresh);
    if (s.value == NULL || s.fresh == NULL) {
        gdl_bit_states_fini(&s);
        return duel_no_space(why);
    }
    memset(s.value, 0, bytes);
    memset(s.value, 0xFF, sizeof *s.value);
    *out = s;
    return DUEL_OK;
}

void gdl_bit_states_fini(gdl_bit_states *s)
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

void gdl_find_legal(gdl_bit_states *s)
{
    run_code(&s->flat->look, (lanes *)s->value);
}

void gdl_score(gdl_bit_states *s)
{
    run_code(&s->flat->goal, (lanes *)s->value);
}

void gdl_step(gdl_bit_states *s)
{
    const gdl_bit_program *f = s->flat;
    run_code(&f->next, (lanes *)s->value);
    for (uint32_t i = 0; i < f->facts; i++)
        for (int k = 0; k < GDL_LANES / 64; k++)
            s->fresh[i].at[k] = gdl_signal_word(s, f->after[i], k);
    memcpy(s->value + 1, s->fresh, f->facts * sizeof *s->fresh);
}

void gdl_clear_moves(gdl_bit_states *s)
{
    memset(s->value + 1 + s->flat->facts, 0, s->flat->moves * sizeof *s->value);
}

/* ---- states in and out ------------------------------------------------------------------ */

void gdl_start(gdl_bit_states *s, const gdl_word256 *anew)
{
    for (uint32_t i = 0; i < s->flat->facts; i++)
        for (int k = 0; k < GDL_LANES / 64; k++) {
            uint64_t kept = s->value[1 + i].at[k] & ~anew->at[k];
            s->value[1 + i].at[k] = s->flat->start[i] ? kept | anew->at[k] : kept;
        }
}

bool gdl_lane_points(const gdl_bit_states *s, uint32_t lane, uint32_t role, int32_t *points)
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

/* ---- blocks of bits --------------------------------------------------------------------- */

enum { GROUPS = GDL_LANES / 64, FEW = 6 };

/* Exchanges the upper parts of one row's pieces of 2 * half bits with the lower ones of the
 * other's. */
GDL_PART_OF_BOTH void swap_parts(lanes *upper, lanes *lower, int half, uint64_t mask)
{
    lanes t = (*upper >> half ^ *lower) & mask;
    *upper ^= t << half;
    *lower ^= t;
}

/* Three of the six steps, of which each halves the pieces, for eight rows at a time that stay
 * in registers: `apart` is the distance of those rows. */
GDL_PART_OF_BOTH void turn_eight(lanes *row, int apart, int half, uint64_t m4, uint64_t m2,
                                 uint64_t m1)
{
    lanes v[8];
    for (int i = 0; i < 8; i++)
        v[i] = row[i * apart];
    for (int i = 0; i < 4; i++)
        swap_parts(&v[i], &v[i + 4], 4 * half, m4);
    for (int i = 0; i < 8; i += 4)
        for (int j = i; j < i + 2; j++)
            swap_parts(&v[j], &v[j + 2], 2 * half, m2);
    for (int i = 0; i < 8; i += 2)
        swap_parts(&v[i], &v[i + 1], half, m1);
    for (int i = 0; i < 8; i++)
        row[i * apart] = v[i];
}

/* Halves, then quarters, … (H. Warren, "Hacker's Delight", 7-3). */
GDL_FOR_BOTH void gdl_transpose_block(gdl_word256 *block)
{
    lanes *row = (lanes *)block;
    for (int i = 0; i < 8; i++)
        turn_eight(row + i, 8, 8, 0x00000000FFFFFFFFu, 0x0000FFFF0000FFFFu,
                   0x00FF00FF00FF00FFu);
    for (int i = 0; i < 64; i += 8)
        turn_eight(row + i, 1, 1, 0x0F0F0F0F0F0F0F0Fu, 0x3333333333333333u,
                   0x5555555555555555u);
}

static uint32_t up_to_64(uint32_t all, uint32_t from)
{
    return all - from < 64 ? all - from : 64;
}

/* ---- in --------------------------------------------------------------------------------- */

static void put_bit_by_bit(gdl_bit_states *s, const uint64_t *const *facts, uint32_t count)
{
    gdl_word256 *value = s->value + 1;
    for (uint32_t i = 0; i < s->flat->facts; i++) {
        uint64_t word = 0;
        for (uint32_t lane = 0; lane < count; lane++)
            word |= (facts[lane][i / 64] >> (i % 64) & 1) << lane;
        value[i] = (gdl_word256){{word}};
    }
}

void gdl_put_states(gdl_bit_states *s, const uint64_t *const *facts, uint32_t count)
{
    if (count <= FEW) {
        put_bit_by_bit(s, facts, count);
        return;
    }
    for (uint32_t from = 0; from < s->flat->facts; from += 64) {
        gdl_word256 block[64];
        if (count < GDL_LANES)
            memset(block, 0, sizeof block);
        for (uint32_t lane = 0; lane < count; lane++)
            block[lane % 64].at[lane / 64] = facts[lane][from / 64];
        gdl_transpose_block(block);
        memcpy(s->value + 1 + from, block, up_to_64(s->flat->facts, from) * sizeof *block);
    }
}

/* ---- out -------------------------------------------------------------------------------- */

/* `signal` NULL: the facts themselves. */
static gdl_word256 word_of(const gdl_bit_states *s, const uint32_t *signal, uint32_t i)
{
    if (signal == NULL)
        return s->value[1 + i];
    gdl_word256 word = s->value[signal[i] >> 1];
    uint64_t turned = -(uint64_t)(signal[i] & 1);
    for (int g = 0; g < GROUPS; g++)
        word.at[g] ^= turned;
    return word;
}

static void get_bit_by_bit(const gdl_bit_states *s, const uint32_t *signal, uint32_t bits,
                           uint32_t count, uint64_t *const *out)
{
    for (uint32_t lane = 0; lane < count; lane++)
        memset(out[lane], 0, (bits + 63) / 64 * sizeof **out);
    for (uint32_t i = 0; i < bits; i++) {
        uint64_t word = signal ? gdl_signal_word(s, signal[i], 0) : s->value[1 + i].at[0];
        for (uint32_t lane = 0; lane < count; lane++)
            out[lane][i / 64] |= (word >> lane & 1) << (i % 64);
    }
}

static void get_bits(const gdl_bit_states *s, const uint32_t *signal, uint32_t bits,
                     uint32_t count, uint64_t *const *out)
{
    if (count <= FEW) {
        get_bit_by_bit(s, signal, bits, count, out);
        return;
    }
    for (uint32_t from = 0; from < bits; from += 64) {
        gdl_word256 block[64];
        uint32_t here = up_to_64(bits, from);
        for (uint32_t i = 0; i < here; i++)
            block[i] = word_of(s, signal, from + i);
        memset(block + here, 0, (64 - here) * sizeof *block);
        gdl_transpose_block(block);
        for (uint32_t lane = 0; lane < count; lane++)
            out[lane][from / 64] = block[lane % 64].at[lane / 64];
    }
}

void gdl_get_states(const gdl_bit_states *s, uint32_t count, uint64_t *const *facts)
{
    get_bits(s, NULL, s->flat->facts, count, facts);
}

void gdl_get_legal(const gdl_bit_states *s, uint32_t count, uint64_t *const *legal)
{
    get_bits(s, s->flat->legal, s->flat->moves, count, legal);
}

GDL_FOR_BOTH void gdl_count_legal(const gdl_bit_states *s, uint32_t from, uint32_t to,
                                  gdl_word256 *any, gdl_word256 *several)
{
    *any = *several = (gdl_word256){{0}};
    for (uint32_t i = from; i < to; i++) {
        gdl_word256 word = word_of(s, s->flat->legal, i);
        for (int g = 0; g < GROUPS; g++) {
            several->at[g] |= any->at[g] & word.at[g];
            any->at[g] |= word.at[g];
        }
    }
}
