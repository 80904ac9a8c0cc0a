/* gdl/terms.h -- numbers for sequences, and of these symbols, terms and patterns: terms with
 * variables in them.
 *
 * A pool gives the same sequence of numbers the same number, from 0 up. Symbols, terms, the
 * keys of joins and the gates of a circuit are all kept so.
 *
 * A term is a symbol, `noop`, or a list that begins with one, `(mark 1 2)`. Brackets count:
 * `(noop)` is a list of no arguments and not `noop`. The same term always has the same number,
 * so that equal means the same number. Case is kept and matters, but for the few words of the
 * language itself. */
#pragma once

#include "gdl/arena.h"

#define GDL_NOTHING UINT32_MAX /* no number is this one */

typedef struct gdl_pool {
    gdl_arena *job;
    uint32_t *word; /* the sequences, one behind the other */
    size_t words, word_room;
    uint32_t *start; /* where each begins; one more than there are */
    size_t start_room;
    uint32_t count;
    uint64_t
        *slot; /* hash, number + 1; 0: empty. Most that differ are told by the hash alone */
    uint32_t slot_bits;
} gdl_pool;

void gdl_pool_init(gdl_pool *p, gdl_arena *j);
void gdl_pool_clear(gdl_pool *p);
/* The number of a sequence, a new one if it has none yet. */
uint32_t gdl_pool_id(gdl_pool *p, const uint32_t *sequence, size_t length);
/* The same without numbering anything: GDL_NOTHING. */
uint32_t gdl_pool_find(const gdl_pool *p, const uint32_t *sequence, size_t length);

static inline const uint32_t *gdl_pool_at(const gdl_pool *p, uint32_t id)
{
    return p->word + p->start[id];
}

static inline uint32_t gdl_pool_length(const gdl_pool *p, uint32_t id)
{
    return p->start[id + 1] - p->start[id];
}

/* ---- terms ------------------------------------------------------------------------------ */

typedef uint32_t gdl_term;
typedef uint32_t gdl_functor; /* a symbol, and how many arguments follow it */

enum {
    GDL_PLAIN = -1, /* arity of a symbol without brackets */
    GDL_DEEPEST = 1000,
    GDL_VARIABLES = 64,  /* of one rule */
    GDL_ARGUMENTS = 255, /* of one list */
    GDL_SYMBOL_BYTES = 1000,
};

/* The words of the language; their symbols have these numbers in every sheet. */
typedef enum gdl_word {
    GDL_INIT,
    GDL_TRUE,
    GDL_NEXT,
    GDL_ROLE,
    GDL_DOES,
    GDL_GOAL,
    GDL_LEGAL,
    GDL_TERMINAL,
    GDL_BASE,
    GDL_INPUT,
    GDL_RANDOM,
    GDL_ANONYMOUS,
    GDL_WORDS
} gdl_word;

typedef struct gdl_terms {
    gdl_arena *job;
    gdl_pool symbols;  /* length in bytes, then the bytes, four to a number */
    gdl_pool functors; /* symbol, arity + 1 */
    gdl_pool terms;    /* functor, arguments */
    uint16_t *depth;   /* by term */
    size_t depth_room;
} gdl_terms;

void gdl_terms_init(gdl_terms *t, gdl_arena *j);
void gdl_terms_copy(const gdl_terms *from, gdl_terms *to, gdl_arena *j);

uint32_t gdl_symbol(gdl_terms *t, duel_str text);
duel_str gdl_symbol_text(const gdl_terms *t, uint32_t symbol); /* until the next symbol comes */
gdl_functor gdl_functor_of(gdl_terms *t, uint32_t symbol, int arity);
uint32_t gdl_functor_symbol(const gdl_terms *t, gdl_functor f);
int gdl_functor_arity(const gdl_terms *t, gdl_functor f); /* GDL_PLAIN: no brackets */

/* Leaves the job where a term is nested too deeply. */
gdl_term gdl_term_of(gdl_terms *t, gdl_functor f, const gdl_term *argument);
void gdl_put_term(const gdl_terms *t, gdl_term term, duel_sink *out);
/* By the bytes of their texts. */
void gdl_sort_terms(gdl_terms *t, gdl_term *term, size_t count);

static inline gdl_functor gdl_term_functor(const gdl_terms *t, gdl_term term)
{
    return gdl_pool_at(&t->terms, term)[0];
}

static inline gdl_term gdl_term_argument(const gdl_terms *t, gdl_term term, int i)
{
    return gdl_pool_at(&t->terms, term)[1 + i];
}

/* ---- patterns --------------------------------------------------------------------------- */

/* A pattern is code, read from left to right: a variable, a ground term, or a functor with the
 * code of its arguments behind it. */
#define GDL_VARIABLE (1u << 31)                      /* and its number */
#define GDL_CALL     (1u << 30)                      /* and a functor */
#define GDL_ANY      (GDL_VARIABLE | (GDL_CALL - 1)) /* whatever stands here */

static inline bool gdl_code_is_call(uint32_t word)
{
    return (word & (GDL_VARIABLE | GDL_CALL)) == GDL_CALL;
}

static inline uint32_t gdl_code_number(uint32_t word)
{
    return word & (GDL_CALL - 1);
}

/* The code behind the pattern that begins at `code`. */
const uint32_t *gdl_code_end(const gdl_terms *t, const uint32_t *code);
/* The functor of a pattern that is no variable. */
gdl_functor gdl_code_functor(const gdl_terms *t, const uint32_t *code);
/* The code of argument i of a pattern; where that is a ground term, *ground becomes it. */
const uint32_t *gdl_code_argument(const gdl_terms *t, const uint32_t *code, int i,
                                  uint32_t *ground);
bool gdl_code_same(const gdl_terms *t, const uint32_t *a, const uint32_t *b);
/* A bit for each variable in it. */
uint64_t gdl_code_variables(const gdl_terms *t, const uint32_t *code);
/* Whether a term is of that pattern. Values come in and go out in `value`, by variable;
 * GDL_NOTHING: none yet. */
bool gdl_match(const gdl_terms *t, const uint32_t *code, gdl_term term, gdl_term *value);
/* The term, all of whose variables have a value. */
gdl_term gdl_build(gdl_terms *t, const uint32_t *code, const gdl_term *value);
