/* logic/truth_table.h -- truth tables: all there is to know about a formula, in 16 bits.
 *
 * Model number m (0..15) gives letter k the truth value of bit k of m; bit m of a table is the
 * formula's value in model m. Nothing here allocates. */
#pragma once

#include "logic/syntax.h"

typedef uint16_t logic_table;

#define LOGIC_TRUE  ((logic_table)0xFFFF)
#define LOGIC_FALSE ((logic_table)0x0000)

/* The table of a letter 0..3. */
static inline logic_table logic_letter_table(unsigned letter)
{
    static const logic_table table[LOGIC_LETTERS] = {0xAAAA, 0xCCCC, 0xF0F0, 0xFF00};
    return table[letter];
}

/* The table of a formula in reverse Polish; an empty line is true. */
logic_table logic_rpn_table(const logic_rpn *rpn);
/* Its value in one model, as the seed computes it; an empty line is true. */
bool logic_rpn_value(const logic_rpn *rpn, unsigned model);

/* For the card game, which asks this millions of times: are these symbols a well-formed line
 * (an empty one included), and which is its table? *table is written only if they are. */
bool logic_symbols_table(const uint8_t *symbols, size_t count, logic_precedence precedence,
                         logic_table *table);

/* What a proof says. Masks have bit k for letter k. */
typedef struct logic_verdict {
    logic_table models; /* those in which every line holds */
    uint8_t proven, disproven;
    bool paradox; /* no model; then nothing is proven nor disproven */
} logic_verdict;

/* The verdict of a set of models. */
logic_verdict logic_verdict_of(logic_table models);

/* Four premises, any of them empty. */
typedef struct logic_proof {
    logic_rpn line[LOGIC_LINES];
} logic_proof;

logic_verdict logic_proof_verdict(const logic_proof *proof);

/* 'T' proven, 'F' disproven, '?' undetermined. */
char logic_letter_verdict(const logic_verdict *v, unsigned letter);
