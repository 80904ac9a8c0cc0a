/* gdl/lanes.c -- see lanes.h. A few lanes are filled and read bit by bit; many by turning
 * blocks of bits about. */
#include "gdl/lanes.h"
#include "gdl/inside.h"

#include <string.h>

enum { GROUPS = GDL_LANES / 64, FEW = 6 };

/* A row of a block, as the compiler computes with it. */
typedef uint64_t row256 __attribute__((vector_size(32), may_alias));

/* Exchanges the upper parts of one row's pieces of 2 * half bits with the lower ones of the
 * other's. */
GDL_PART_OF_BOTH void swap_parts(row256 *upper, row256 *lower, int half, uint64_t mask)
{
    row256 t = (*upper >> half ^ *lower) & mask;
    *upper ^= t << half;
    *lower ^= t;
}

/* Three of the six steps, of which each halves the pieces, for eight rows at a time that stay
 * in registers: `apart` is the distance of those rows. */
GDL_PART_OF_BOTH void turn_eight(row256 *row, int apart, int half, uint64_t m4, uint64_t m2,
                                 uint64_t m1)
{
    row256 v[8];
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
GDL_FOR_BOTH void gdl_turn_block(gdl_word256 *block)
{
    row256 *row = (row256 *)block;
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

static void put_bit_by_bit(gdl_states *s, const uint64_t *const *facts, uint32_t count)
{
    gdl_word256 *value = s->value + 1;
    for (uint32_t i = 0; i < s->flat->facts; i++) {
        uint64_t word = 0;
        for (uint32_t lane = 0; lane < count; lane++)
            word |= (facts[lane][i / 64] >> (i % 64) & 1) << lane;
        value[i] = (gdl_word256){{word}};
    }
}

void gdl_put_states(gdl_states *s, const uint64_t *const *facts, uint32_t count)
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
        gdl_turn_block(block);
        memcpy(s->value + 1 + from, block, up_to_64(s->flat->facts, from) * sizeof *block);
    }
}

/* ---- out -------------------------------------------------------------------------------- */

/* `signal` NULL: the facts themselves. */
static gdl_word256 word_of(const gdl_states *s, const uint32_t *signal, uint32_t i)
{
    if (signal == NULL)
        return s->value[1 + i];
    gdl_word256 word = s->value[signal[i] >> 1];
    uint64_t turned = -(uint64_t)(signal[i] & 1);
    for (int g = 0; g < GROUPS; g++)
        word.at[g] ^= turned;
    return word;
}

static void get_bit_by_bit(const gdl_states *s, const uint32_t *signal, uint32_t bits,
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

static void get_bits(const gdl_states *s, const uint32_t *signal, uint32_t bits, uint32_t count,
                     uint64_t *const *out)
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
        gdl_turn_block(block);
        for (uint32_t lane = 0; lane < count; lane++)
            out[lane][from / 64] = block[lane % 64].at[lane / 64];
    }
}

void gdl_get_states(const gdl_states *s, uint32_t count, uint64_t *const *facts)
{
    get_bits(s, NULL, s->flat->facts, count, facts);
}

void gdl_get_legal(const gdl_states *s, uint32_t count, uint64_t *const *legal)
{
    get_bits(s, s->flat->legal, s->flat->moves, count, legal);
}

GDL_FOR_BOTH void gdl_count_legal(const gdl_states *s, uint32_t from, uint32_t to,
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
