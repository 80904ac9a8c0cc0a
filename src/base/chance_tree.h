/* base/chance_tree.h -- lists every way in which random draws can fall, with its weight.
 *
 *     duel_chance_tree_init(&tape);
 *     do {
 *         duel_rng_init_tree(&rng, &tape);
 *         …                                    whatever draws from rng, and draws alike again
 *         duel_chance_tree_weight(&tape)       how likely it was to fall so
 *     } while (duel_chance_tree_next(&tape));
 *
 * A number below n is a digit in base n: the first run reads noughts, each later one counts up
 * by one from the last digit. A draw that cannot be listed (a whole word, a fraction) is marked
 * and gives 0. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

enum { DUEL_CHANCE_TREE_DRAWS = 512 }; /* of one run */

typedef enum duel_chance_tree_fault {
    DUEL_CHANCE_TREE_FINE,
    DUEL_CHANCE_TREE_ENDLESS, /* a draw of more outcomes than there are digits */
    DUEL_CHANCE_TREE_LONG,    /* more draws than there is room for */
    DUEL_CHANCE_TREE_FICKLE   /* the same digits led to another draw than before */
} duel_chance_tree_fault;

typedef struct duel_chance_tree {
    uint32_t digit[DUEL_CHANCE_TREE_DRAWS], bound[DUEL_CHANCE_TREE_DRAWS];
    uint32_t length; /* digits that are written */
    uint32_t read;   /* of them, in this run */
    uint32_t beyond; /* draws answered after a fault */
    duel_chance_tree_fault fault;
} duel_chance_tree;

void duel_chance_tree_init(duel_chance_tree *t);
/* Writes a digit whose bound is told by the draw that reads it; false if there is no room. */
bool duel_chance_tree_write(duel_chance_tree *t, uint32_t digit);
/* The next digit, below n; a new one is 0. A draw among one is none, and takes no digit. */
uint32_t duel_chance_tree_draw(duel_chance_tree *t, uint32_t n);
/* Sets it to the next way; false: that was the last, or there is a fault. */
bool duel_chance_tree_next(duel_chance_tree *t);
/* Of the draws read: one over the product of their bounds. */
double duel_chance_tree_weight(const duel_chance_tree *t);
