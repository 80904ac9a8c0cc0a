/* gdl/lanes.c -- see lanes.h. A few lanes are filled and read bit by bit; many by turning
 * blocks of bits about. */
#include "gdl/lanes.h"
#include "gdl/run.h"

#include <string.h>

enum { GROUPS = GDL_LANES / 64, FEW = 6 };

/* Halves, then quarters, … (H. Warren, "Hacker's Delight", 7-3). */
GDL_FOR_BOTH void gdl_turn_block(gdl_word256 *row)
{
    uint64_t mask = UINT64_MAX >> 32;
    for (uint32_t half = 32; half; half >>= 1, mask ^= mask << half) {
        for (uint32_t i = 0; i < 64; i = (i + half + 1) & ~half) {
            for (int g = 0; g < GROUPS; g++) {
                uint64_t t = (row[i].at[g] >> half ^ row[i + half].at[g]) & mask;
                row[i].at[g] ^= t << half;
                row[i + half].at[g] ^= t;
            }
        }
    }
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
        gdl_word256 block[64] = {{{0}}};
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
        gdl_word256 block[64] = {{{0}}};
        for (uint32_t i = 0; i < up_to_64(bits, from); i++)
            block[i] = word_of(s, signal, from + i);
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
