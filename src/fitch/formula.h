/* fitch/formula.h -- formulas of propositional logic, in any usual notation.
 *
 *     not      ¬ ~ ! not non               tightest
 *     and      ∧ & && . /\ and et
 *     or       ∨ | || + \/ or ou           as tight as: either  ⊕ ^ xor
 *     then     ⇒ → > -> => ⊃ implies implique
 *     same     ⇔ ↔ <-> <=> ≡ = iff ssi     loosest
 *     ⊥ # false faux     ⊤ true vrai       letters A to Z, in either case
 *
 * Equal operators group to the left, implications to the right: A>B>C is A>(B>C). A formula is
 * read by Dijkstra's shunting-yard into a pool, where equal formulas have equal numbers and the
 * parts of a formula smaller ones. */
#pragma once

#include "base/status.h"

typedef uint16_t prop_id;

typedef enum prop_op {
    PROP_LETTER,
    PROP_FALSE,
    PROP_TRUE,
    PROP_NOT,
    PROP_AND,
    PROP_OR,
    PROP_EITHER, /* one of the two, not both */
    PROP_THEN,
    PROP_SAME,
    PROP_OPS
} prop_op;

typedef struct prop_node {
    uint8_t op;
    uint8_t letter;      /* 0..25; 0 unless it is one */
    prop_id left, right; /* NOT has a left part only; parts not there are 0 */
    uint32_t letters;    /* of the whole formula: bit k for letter k */
} prop_node;

enum {
    PROP_MAX = 8192,
    PROP_SLOTS = 2 * PROP_MAX,
    PROP_NONE = 0xFFFF, /* no formula: the pool is full */
    PROP_SIGNS = 512,   /* of one formula */
    PROP_TABLED = 6     /* letters a truth table may have: its rows are the bits of a word */
};

/* Large: keep it on the heap. It owns nothing. */
typedef struct prop_pool {
    unsigned count;
    prop_node node[PROP_MAX];
    prop_id slot[PROP_SLOTS];
} prop_pool;

void prop_pool_init(prop_pool *pool);
prop_id prop_letter(prop_pool *pool, unsigned letter);
/* PROP_NONE if the pool is full, or a part is PROP_NONE. `right` is left out of a negation,
 * both parts of a constant. */
prop_id prop_make(prop_pool *pool, prop_op op, prop_id left, prop_id right);

/* Reads a whole text. On failure *why says what was expected, and *at (which may be NULL) is
 * the place, in characters from 0. */
duel_status prop_read(prop_pool *pool, duel_str text, prop_id *out, size_t *at, duel_msg *why);

/* What the shunting-yard does with a sign, for who wants to look on. */
typedef enum prop_deed {
    PROP_PUT_OUT, /* a letter or a constant is a formula by itself */
    PROP_WAITS,   /* an operator or parenthesis, for what comes behind it */
    PROP_SETTLED, /* an operator has taken its parts */
    PROP_DROPPED  /* a parenthesis that its partner has met */
} prop_deed;
typedef struct prop_watch prop_watch;
struct prop_watch {
    void (*saw)(prop_watch *self, prop_deed deed, duel_str sign);
};
/* The same as prop_read, with somebody looking on, who may be NULL. */
duel_status prop_read_watched(prop_pool *pool, duel_str text, prop_watch *watch, prop_id *out,
                              size_t *at, duel_msg *why);

typedef enum prop_style { PROP_ASCII, PROP_UNICODE, PROP_LATEX, PROP_STYLES } prop_style;
/* With no more parentheses than it needs to be read back as the same formula. */
void prop_put(const prop_pool *pool, prop_id id, prop_style style, duel_sink *out);

/* How tightly an operator binds, 0 the tightest. */
int prop_rank(prop_op op);
/* Whether one of the two is the negation of the other. */
bool prop_opposed(const prop_pool *pool, prop_id a, prop_id b);

/* ---- truth ------------------------------------------------------------------------------- */

/* The letters of a table, from the first in the alphabet on. */
typedef struct prop_letters {
    unsigned count;
    uint8_t letter[PROP_TABLED];
} prop_letters;

/* Of a set of letters; false if they are more than a table has. */
bool prop_letters_of(uint32_t set, prop_letters *out);
/* Bit m: the value where letter k of the list is true exactly if bit k of m is set. Rows beyond
 * 2^count repeat the others. */
uint64_t prop_table(const prop_pool *pool, prop_id id, const prop_letters *letters);
