/* tests/logic/random_proof.h -- random well-formed proofs of about what the Ergo deck holds.
 */
#ifndef TESTS_LOGIC_RANDOM_PROOF_H
#define TESTS_LOGIC_RANDOM_PROOF_H

#include "base/rng.h"
#include "logic/truth_table.h"

/* Four lines from one deck: 4 of each letter, AND, OR and THEN, 6 NOT, 8 parentheses. About one
 * line in six is empty. If the letters run out while an operand is due, it is an A too many. */
void random_lines(duel_rng *rng, logic_line line[LOGIC_LINES]);
void proof_of_lines(const logic_line line[LOGIC_LINES], logic_precedence precedence,
                    logic_proof *proof);

/* One line, from as many cards as wanted: up to `letters` letters, at most 20 (with each
 * operand negated and grouped that stays below LOGIC_LINE_MAX symbols). */
void random_long_line(duel_rng *rng, unsigned letters, logic_line *line);

/* The line as it was typed, without blanks. */
void put_line(const logic_line *line, logic_style style, duel_sink *out);

#endif
