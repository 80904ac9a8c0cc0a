/* base/chance_tree.h -- lists every way in which random draws can fall, with its weight.
 *
 *     duel_tape_init(&tape);
 *     do {
 *         duel_rng_init_tape(&rng, &tape);
 *         …                                    whatever draws from rng, and draws alike again
 *         duel_tape_weight(&tape)              how likely it was to fall so
 *     } while (duel_tape_next(&tape));
 *
 * A number below n is a digit in base n: the first run reads noughts, each later one counts up
 * by one from the last digit. A draw that cannot be listed (a whole word, a fraction) is marked
 * and gives 0. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

enum { DUEL_TAPE_DRAWS = 512 }; /* of one run */

typedef enum duel_tape_fault {
    DUEL_TAPE_FINE,
    DUEL_TAPE_ENDLESS, /* a draw of more outcomes than there are digits */
    DUEL_TAPE_LONG,    /* more draws than there is room for */
    DUEL_TAPE_FICKLE   /* the same digits led to another draw than before */
} duel_tape_fault;

typedef struct duel_tape {
    uint32_t digit[DUEL_TAPE_DRAWS], bound[DUEL_TAPE_DRAWS];
    uint32_t length; /* digits that are written */
    uint32_t read;   /* of them, in this run */
    uint32_t beyond; /* draws answered after a fault */
    duel_tape_fault fault;
} duel_tape;

void duel_tape_init(duel_tape *t);
/* Writes a digit whose bound is told by the draw that reads it; false if there is no room. */
bool duel_tape_write(duel_tape *t, uint32_t digit);
/* The next digit, below n; a new one is 0. A draw among one is none, and takes no digit. */
uint32_t duel_tape_draw(duel_tape *t, uint32_t n);
/* Sets it to the next way; false: that was the last, or there is a fault. */
bool duel_tape_next(duel_tape *t);
/* Of the draws read: one over the product of their bounds. */
double duel_tape_weight(const duel_tape *t);
