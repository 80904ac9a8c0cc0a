/* gdl/terms.c -- see terms.h. A pool is a table with open addressing, at most half full. */
#include "gdl/terms.h"

#include <stdlib.h>
#include <string.h>

/* ---- sequences -------------------------------------------------------------------------- */

enum { FIRST_BITS = 4 };

void gdl_pool_init(gdl_pool *p, gdl_arena *j)
{
    *p = (gdl_pool){.job = j, .slot_bits = FIRST_BITS};
    p->slot = gdl_arena_alloc(j, (size_t)1 << FIRST_BITS, sizeof *p->slot);
    p->start = gdl_arena_grow(j, NULL, &p->start_room, 1, sizeof *p->start);
}

static void gdl_pool_copy(const gdl_pool *from, gdl_pool *to, gdl_arena *j)
{
    gdl_pool p = *from;
    size_t slots = (size_t)1 << p.slot_bits;
    p.job = j;
    p.word = gdl_arena_alloc(j, p.word_room, sizeof *p.word);
    p.start = gdl_arena_alloc(j, p.start_room, sizeof *p.start);
    p.slot = gdl_arena_alloc(j, slots, sizeof *p.slot);
    if (from->words)
        memcpy(p.word, from->word, p.words * sizeof *p.word);
    memcpy(p.start, from->start, ((size_t)p.count + 1) * sizeof *p.start);
    memcpy(p.slot, from->slot, slots * sizeof *p.slot);
    *to = p;
}

static uint32_t hash_sequence(const uint32_t *sequence, size_t length)
{
    uint64_t h = 0x9E3779B97F4A7C15u ^ length;
    for (size_t i = 0; i < length; i++) {
        h = (h ^ sequence[i]) * 0xBF58476D1CE4E5B9u;
        h ^= h >> 29;
    }
    return (uint32_t)(h >> 32 ^ h);
}

static bool holds(const gdl_pool *p, uint32_t id, const uint32_t *sequence, size_t length)
{
    return gdl_pool_length(p, id) == length &&
           (length == 0 ||
            memcmp(gdl_pool_at(p, id), sequence, length * sizeof *sequence) == 0);
}

/* The slot where it is, or where it would be. */
static uint64_t *sequence_slot(const gdl_pool *p, uint32_t hash, const uint32_t *sequence,
                               size_t length)
{
    uint32_t mask = ((uint32_t)1 << p->slot_bits) - 1, at = hash & mask;
    for (uint64_t slot; (slot = p->slot[at]) != 0; at = (at + 1) & mask)
        if (slot >> 32 == hash && holds(p, (uint32_t)slot - 1, sequence, length))
            break;
    return &p->slot[at];
}

static void widen(gdl_pool *p)
{
    uint64_t *old = p->slot;
    size_t count = (size_t)1 << p->slot_bits;
    p->slot = gdl_arena_alloc(p->job, count * 2, sizeof *p->slot);
    p->slot_bits++;
    for (size_t i = 0; i < count; i++) {
        size_t at = old[i] >> 32 & (count * 2 - 1);
        while (old[i] && p->slot[at])
            at = (at + 1) & (count * 2 - 1);
        if (old[i])
            p->slot[at] = old[i];
    }
    gdl_arena_free(p->job, old);
}

void gdl_pool_clear(gdl_pool *p)
{
    if (p->count == 0)
        return;
    memset(p->slot, 0, sizeof *p->slot << p->slot_bits);
    p->count = 0;
    p->words = 0;
}

uint32_t gdl_pool_find(const gdl_pool *p, const uint32_t *sequence, size_t length)
{
    uint32_t hash = hash_sequence(sequence, length);
    return (uint32_t)*sequence_slot(p, hash, sequence, length) - 1; /* 0 - 1: GDL_NOTHING */
}

uint32_t gdl_pool_id(gdl_pool *p, const uint32_t *sequence, size_t length)
{
    uint32_t hash = hash_sequence(sequence, length);
    uint64_t *slot = sequence_slot(p, hash, sequence, length);
    if (*slot)
        return (uint32_t)*slot - 1;
    if (p->count >= UINT32_MAX / 4 || p->words + length > UINT32_MAX / 2)
        duel_no_space(&p->job->why), gdl_arena_abort(p->job, DUEL_NO_SPACE);
    p->start = gdl_arena_grow(p->job, p->start, &p->start_room, (size_t)p->count + 2,
                              sizeof *p->start);
    p->word =
        gdl_arena_grow(p->job, p->word, &p->word_room, p->words + length, sizeof *p->word);
    if (length)
        memcpy(p->word + p->words, sequence, length * sizeof *sequence);
    p->words += length;
    p->start[p->count + 1] = (uint32_t)p->words;
    *slot = (uint64_t)hash << 32 | ++p->count;
    if (p->count * 2 > (uint32_t)1 << p->slot_bits)
        widen(p);
    return p->count - 1;
}

/* ---- symbols ---------------------------------------------------------------------------- */

static const char *const words[GDL_WORDS] = {
    [GDL_INIT] = "init",   [GDL_TRUE] = "true",         [GDL_NEXT] = "next",
    [GDL_ROLE] = "role",   [GDL_DOES] = "does",         [GDL_GOAL] = "goal",
    [GDL_LEGAL] = "legal", [GDL_TERMINAL] = "terminal", [GDL_BASE] = "base",
    [GDL_INPUT] = "input", [GDL_RANDOM] = "random",     [GDL_ANONYMOUS] = "_",
};

/* Longer ones do not come this far: the reader refuses them. */
static uint32_t intern_symbol(gdl_terms *t, duel_str text)
{
    uint32_t packed[1 + GDL_SYMBOL_BYTES / 4] = {(uint32_t)text.len};
    DUEL_REQUIRE(text.len <= GDL_SYMBOL_BYTES);
    memcpy(packed + 1, text.at, text.len);
    return gdl_pool_id(&t->symbols, packed, 1 + (text.len + 3) / 4);
}

uint32_t gdl_symbol(gdl_terms *t, duel_str text)
{
    for (uint32_t w = 0; w < GDL_WORDS; w++)
        if (duel_str_same_word(text, words[w]))
            return w;
    return intern_symbol(t, text);
}

duel_str gdl_symbol_text(const gdl_terms *t, uint32_t symbol)
{
    const uint32_t *packed = gdl_pool_at(&t->symbols, symbol);
    return (duel_str){(const char *)(packed + 1), packed[0]};
}

void gdl_terms_init(gdl_terms *t, gdl_arena *j)
{
    *t = (gdl_terms){.job = j};
    gdl_pool_init(&t->symbols, j);
    gdl_pool_init(&t->functors, j);
    gdl_pool_init(&t->terms, j);
    for (uint32_t w = 0; w < GDL_WORDS; w++)
        intern_symbol(t, duel_str_of(words[w]));
}

void gdl_terms_copy(const gdl_terms *from, gdl_terms *to, gdl_arena *j)
{
    gdl_terms t = {.job = j, .depth_room = from->depth_room};
    gdl_pool_copy(&from->symbols, &t.symbols, j);
    gdl_pool_copy(&from->functors, &t.functors, j);
    gdl_pool_copy(&from->terms, &t.terms, j);
    t.depth = gdl_arena_alloc(j, t.depth_room, sizeof *t.depth);
    if (from->terms.count)
        memcpy(t.depth, from->depth, from->terms.count * sizeof *t.depth);
    *to = t;
}

gdl_functor gdl_functor_of(gdl_terms *t, uint32_t symbol, int arity)
{
    return gdl_pool_id(&t->functors, (const uint32_t[]){symbol, (uint32_t)(arity + 1)}, 2);
}

uint32_t gdl_functor_symbol(const gdl_terms *t, gdl_functor f)
{
    return gdl_pool_at(&t->functors, f)[0];
}

int gdl_functor_arity(const gdl_terms *t, gdl_functor f)
{
    return (int)gdl_pool_at(&t->functors, f)[1] - 1;
}

/* ---- terms ------------------------------------------------------------------------------ */

static uint32_t argument_count(const gdl_terms *t, gdl_functor f)
{
    int arity = gdl_functor_arity(t, f);
    return arity > 0 ? (uint32_t)arity : 0;
}

static uint16_t depth_over(const gdl_terms *t, const uint32_t *sequence, uint32_t count)
{
    uint16_t deepest = 0;
    for (uint32_t i = 0; i < count; i++)
        if (t->depth[sequence[1 + i]] > deepest)
            deepest = t->depth[sequence[1 + i]];
    return (uint16_t)(deepest + 1);
}

/* The sequence of a term: functor and arguments. */
static gdl_term keep_term(gdl_terms *t, const uint32_t *sequence, uint32_t count)
{
    uint32_t before = t->terms.count;
    gdl_term term = gdl_pool_id(&t->terms, sequence, 1 + count);
    if (term < before)
        return term;
    t->depth = gdl_arena_grow(t->job, t->depth, &t->depth_room, before + 1, sizeof *t->depth);
    t->depth[term] = depth_over(t, sequence, count);
    if (t->depth[term] > GDL_DEEPEST) {
        duel_say(&t->job->why, N_("A term of the sheet grows without end: {0}."), "s",
                 gdl_symbol_text(t, gdl_functor_symbol(t, sequence[0])));
        gdl_arena_abort(t->job, DUEL_REFUSED);
    }
    return term;
}

gdl_term gdl_term_of(gdl_terms *t, gdl_functor f, const gdl_term *argument)
{
    uint32_t sequence[1 + GDL_ARGUMENTS], count = argument_count(t, f);
    DUEL_REQUIRE(count <= GDL_ARGUMENTS);
    sequence[0] = f;
    for (uint32_t i = 0; i < count; i++)
        sequence[1 + i] = argument[i];
    return keep_term(t, sequence, count);
}

void gdl_put_term(const gdl_terms *t, gdl_term term, duel_sink *out)
{
    gdl_functor f = gdl_term_functor(t, term);
    int arity = gdl_functor_arity(t, f);
    if (arity != GDL_PLAIN)
        duel_put_char(out, '(');
    duel_put_str(out, gdl_symbol_text(t, gdl_functor_symbol(t, f)));
    for (int i = 0; i < arity; i++) {
        duel_put_char(out, ' ');
        gdl_put_term(t, gdl_term_argument(t, term, i), out);
    }
    if (arity != GDL_PLAIN)
        duel_put_char(out, ')');
}

typedef struct written_term {
    const char *text; /* ended by a NUL, which no symbol holds */
    size_t at;
    gdl_term term;
} written_term;

static int compare_texts(const void *a, const void *b)
{
    return strcmp(((const written_term *)a)->text, ((const written_term *)b)->text);
}

void gdl_sort_terms(gdl_terms *t, gdl_term *term, size_t count)
{
    duel_buf text = duel_buf_empty();
    written_term *written = gdl_arena_alloc(t->job, count, sizeof *written);
    for (size_t i = 0; i < count; i++) {
        written[i] = (written_term){.at = text.len, .term = term[i]};
        gdl_put_term(t, term[i], &text.sink);
        duel_put_char(&text.sink, '\0');
    }
    for (size_t i = 0; i < count && !text.failed; i++)
        written[i].text = text.text + written[i].at;
    if (count && !text.failed)
        qsort(written, count, sizeof *written, compare_texts);
    for (size_t i = 0; i < count; i++)
        term[i] = written[i].term;
    bool failed = text.failed;
    duel_buf_fini(&text);
    gdl_arena_free(t->job, written);
    if (failed)
        duel_no_space(&t->job->why), gdl_arena_abort(t->job, DUEL_NO_SPACE);
}

/* ---- patterns --------------------------------------------------------------------------- */

const uint32_t *gdl_code_end(const gdl_terms *t, const uint32_t *code)
{
    uint32_t word = *code++;
    if (gdl_code_is_call(word))
        for (uint32_t i = argument_count(t, gdl_code_number(word)); i > 0; i--)
            code = gdl_code_end(t, code);
    return code;
}

gdl_functor gdl_code_functor(const gdl_terms *t, const uint32_t *code)
{
    DUEL_REQUIRE(!(*code & GDL_VARIABLE));
    return gdl_code_is_call(*code) ? gdl_code_number(*code) : gdl_term_functor(t, *code);
}

uint64_t gdl_code_variables(const gdl_terms *t, const uint32_t *code)
{
    uint64_t found = 0;
    for (const uint32_t *end = gdl_code_end(t, code); code < end; code++)
        if (*code & GDL_VARIABLE && *code != GDL_ANY)
            found |= (uint64_t)1 << gdl_code_number(*code);
    return found;
}

const uint32_t *gdl_code_argument(const gdl_terms *t, const uint32_t *code, int i,
                                  uint32_t *ground)
{
    if (!gdl_code_is_call(*code)) {
        *ground = gdl_term_argument(t, *code, i);
        return ground;
    }
    for (code++; i > 0; i--)
        code = gdl_code_end(t, code);
    return code;
}

bool gdl_code_same(const gdl_terms *t, const uint32_t *a, const uint32_t *b)
{
    size_t length = (size_t)(gdl_code_end(t, a) - a);
    return length == (size_t)(gdl_code_end(t, b) - b) && memcmp(a, b, length * sizeof *a) == 0;
}

static bool match_variable(uint32_t word, gdl_term term, gdl_term *value)
{
    gdl_term *known = &value[gdl_code_number(word)];
    if (*known == GDL_NOTHING)
        *known = term;
    return *known == term;
}

/* The code behind the pattern; NULL: the term is not of it. */
static const uint32_t *match_code(const gdl_terms *t, const uint32_t *code, gdl_term term,
                                  gdl_term *value)
{
    uint32_t word = *code++;
    if (word == GDL_ANY)
        return code;
    if (word & GDL_VARIABLE)
        return match_variable(word, term, value) ? code : NULL;
    if (!gdl_code_is_call(word))
        return word == term ? code : NULL;
    const uint32_t *sequence = gdl_pool_at(&t->terms, term);
    if (sequence[0] != gdl_code_number(word))
        return NULL;
    for (uint32_t i = 1; i < gdl_pool_length(&t->terms, term) && code; i++)
        code = match_code(t, code, sequence[i], value);
    return code;
}

bool gdl_match(const gdl_terms *t, const uint32_t *code, gdl_term term, gdl_term *value)
{
    return match_code(t, code, term, value) != NULL;
}

static gdl_term build_code(gdl_terms *t, const uint32_t **code, const gdl_term *value)
{
    uint32_t word = *(*code)++;
    if (word & GDL_VARIABLE)
        return value[gdl_code_number(word)];
    if (!gdl_code_is_call(word))
        return word;
    uint32_t sequence[1 + GDL_ARGUMENTS], count = argument_count(t, gdl_code_number(word));
    sequence[0] = gdl_code_number(word);
    for (uint32_t i = 1; i <= count; i++)
        sequence[i] = build_code(t, code, value);
    return keep_term(t, sequence, count);
}

gdl_term gdl_build(gdl_terms *t, const uint32_t *code, const gdl_term *value)
{
    return build_code(t, &code, value);
}
