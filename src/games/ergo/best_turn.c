/* games/ergo/best_turn.c -- the best turn by truth tables, for playouts: see turns.h.
 *
 * First the uses of single cards that leave every line well formed are listed (each outcome
 * once), then all pairs of them in different lines, then pairs of cards placed in one line. */
#include "games/ergo/turns.h"
#include "games/ergo/well_formed.h"

#include <string.h>

enum {
    NO_LINE = -1,   /* the proof stays as it is */
    ALL_LINES = -2, /* `table` is that of the whole proof */
    SINGLES = 640,  /* 214 swaps, 44 erasures, and 18 symbols in at most 20 places that fit */
    SYMBOLS = 18
};

/* A card used so that every line stays well formed. */
typedef struct single {
    ergo_use use;
    int32_t gain;
    logic_table table; /* of the line, afterwards */
    int8_t line;
    int8_t grows;    /* cards more in the proof */
    uint8_t letters; /* standing in the proof afterwards, a bit each */
} single;

/* A card of the hand that can stand in the proof as this symbol. */
typedef struct symbol {
    uint8_t kind, symbol, sort;
    uint64_t fits[LOGIC_LINES]; /* bit i: in gap i */
} symbol;

typedef struct desk {
    const duel_variant *v;
    const ergo *s;
    const ergo_scale *scale;
    duel_rng *rng;
    ergo_cards hand;
    logic_precedence precedence;
    ergo_end end; /* of a turn without Ergo */
    fit_line line[LOGIC_LINES];
    logic_table table[LOGIC_LINES];
    logic_table others[LOGIC_LINES]; /* the proof without that line */
    logic_table models;
    unsigned size, letters;
    unsigned lines;  /* that differ: of empty ones only the first counts */
    unsigned places; /* the same with two empty ones, for two cards in different lines */
    unsigned symbol_count, count;
    symbol symbol[SYMBOLS];
    single one[SINGLES];
    int32_t best;
    uint32_t ties;
    ergo_use use[ERGO_DRAWN];
    uint8_t uses;
} desk;

/* ---- the best so far --------------------------------------------------------------------- */

static void offer_uses(desk *d, int32_t worth, const ergo_use *first, const ergo_use *second)
{
    if (d->uses && worth < d->best)
        return;
    if (d->uses == 0 || worth > d->best)
        d->ties = 0;
    d->best = worth;
    if (d->ties++ && duel_rng_below(d->rng, d->ties))
        return;
    d->use[0] = *first;
    d->uses = second ? 2 : 1;
    if (second)
        d->use[1] = *second;
}

/* ---- laying out -------------------------------------------------------------------------- */

static unsigned letters_of(const ergo *s, unsigned skip_line, unsigned skip_at)
{
    unsigned seen = 0;
    for (unsigned line = 0; line < LOGIC_LINES; line++)
        for (unsigned at = 0; at < s->length[line]; at++)
            if (line != skip_line || at != skip_at)
                seen |= 1U << s->line[line][at];
    return seen & 15;
}

static void lay_lines(desk *d)
{
    unsigned empty = 0;
    for (unsigned i = 0; i < LOGIC_LINES; i++) {
        fit_line_of(d->s, i, &d->line[i]);
        d->table[i] = LOGIC_TRUE;
        logic_symbols_table(d->s->line[i], d->s->length[i], d->precedence, &d->table[i]);
        empty += d->s->length[i] == 0;
        d->lines |= (unsigned)(d->s->length[i] || empty <= 1) << i;
        d->places |= (unsigned)(d->s->length[i] || empty <= 2) << i;
    }
    for (unsigned i = 0; i < LOGIC_LINES; i++) {
        d->others[i] = LOGIC_TRUE;
        for (unsigned k = 0; k < LOGIC_LINES; k++)
            d->others[i] &= k == i ? LOGIC_TRUE : d->table[k];
    }
    d->models = d->others[0] & d->table[0];
}

static uint64_t gaps_that_fit(const fit_line *l, unsigned sort)
{
    uint64_t gaps = 0;
    for (unsigned at = 0; at <= l->count; at++)
        gaps |= (uint64_t)fit_between(l->sort[at], sort, l->sort[at + 1]) << at;
    return gaps;
}

static void lay_symbols(desk *d)
{
    for (unsigned kind = 0; kind < ERGO_KINDS; kind++)
        for (unsigned s = 0; ergo_count(d->hand, kind) && s < LOGIC_SYMBOLS; s++) {
            if (!ergo_can_be(d->v, kind, s))
                continue;
            symbol *x = &d->symbol[d->symbol_count++];
            *x = (symbol){(uint8_t)kind, (uint8_t)s, (uint8_t)fit_sort_of(s), {0}};
            for (unsigned line = 0; line < LOGIC_LINES; line++)
                if (d->places >> line & 1)
                    x->fits[line] = gaps_that_fit(&d->line[line], x->sort);
        }
}

/* ---- single cards ------------------------------------------------------------------------ */

static bool listed(const desk *d, unsigned from, const single *x)
{
    for (unsigned i = from; i < d->count; i++)
        if (d->one[i].table == x->table && d->one[i].line == x->line)
            return true;
    return false;
}

/* `from`: where the uses of this card as this symbol begin. */
static void add_single(desk *d, unsigned from, single x)
{
    if (d->count == SINGLES || (x.line != NO_LINE && listed(d, from, &x)))
        return;
    x.gain = ergo_rate_use(d->scale, d->s, &x.use, d->s->fallacy[x.use.victim]);
    d->one[d->count++] = x;
}

static bool line_table(const desk *d, const uint8_t *text, unsigned count, logic_table *out)
{
    return logic_symbols_table(text, count, d->precedence, out);
}

/* The line with a symbol more before card `at`. */
static unsigned with(const ergo *s, unsigned line, unsigned sym, unsigned at, uint8_t *text)
{
    unsigned count = s->length[line];
    memcpy(text, s->line[line], at);
    text[at] = (uint8_t)sym;
    memcpy(text + at + 1, s->line[line] + at, count - at);
    return count + 1;
}

static ergo_use placing(const symbol *x, unsigned line, unsigned at)
{
    return (ergo_use){.act = ERGO_PLACE,
                      .card = x->kind,
                      .symbol = x->symbol,
                      .line = (uint8_t)line,
                      .at = (uint8_t)at};
}

static void list_placings(desk *d, const symbol *x)
{
    unsigned from = d->count;
    for (unsigned line = 0; line < LOGIC_LINES; line++)
        for (uint64_t gaps = x->fits[line]; gaps; gaps &= gaps - 1) {
            uint8_t text[ERGO_PROOF + 4];
            unsigned at = (unsigned)__builtin_ctzll(gaps);
            single one = {.use = placing(x, line, at),
                          .line = (int8_t)line,
                          .grows = 1,
                          .letters = (uint8_t)(d->letters | (1U << x->symbol & 15))};
            if (line_table(d, text, with(d->s, line, x->symbol, at, text), &one.table))
                add_single(d, from, one);
        }
}

static void list_erasures(desk *d)
{
    unsigned from = d->count;
    for (unsigned line = 0; line < LOGIC_LINES; line++)
        for (unsigned at = 0; at < d->s->length[line]; at++) {
            uint8_t text[ERGO_PROOF];
            unsigned rest = d->s->length[line] - at - 1U;
            single one = {.use = {.act = ERGO_ERASE,
                                  .card = ERGO_RASA,
                                  .line = (uint8_t)line,
                                  .at = (uint8_t)at},
                          .line = (int8_t)line,
                          .grows = -1,
                          .letters = (uint8_t)letters_of(d->s, line, at)};
            memcpy(text, d->s->line[line], at);
            memcpy(text + at, d->s->line[line] + at + 1, rest);
            if (line_table(d, text, at + rest, &one.table))
                add_single(d, from, one);
        }
}

static void list_swap(desk *d, unsigned from, ergo *changed, const ergo_use *u)
{
    uint8_t *a = &changed->line[u->line][u->at], *b = &changed->line[u->line2][u->at2];
    uint8_t kept = *a;
    logic_table table = LOGIC_TRUE, all = LOGIC_TRUE;
    *a = *b;
    *b = kept;
    for (unsigned i = 0; i < LOGIC_LINES; i++) {
        table = d->table[i];
        if (i == u->line || i == u->line2)
            line_table(d, changed->line[i], changed->length[i], &table);
        all &= table;
    }
    *b = *a;
    *a = kept;
    add_single(
        d, from,
        (single){.use = *u, .table = all, .line = ALL_LINES, .letters = (uint8_t)d->letters});
}

/* Two cards of one sort which are not the same. */
static void list_swaps(desk *d)
{
    ergo changed = *d->s;
    unsigned from = d->count, count = 0;
    uint8_t at[ERGO_PROOF][2];
    for (unsigned line = 0; line < LOGIC_LINES; line++)
        for (unsigned i = 0; i < d->s->length[line]; i++)
            if (fit_sort_of(d->s->line[line][i]) <= FIT_OPERATOR) {
                at[count][0] = (uint8_t)line;
                at[count++][1] = (uint8_t)i;
            }
    for (unsigned i = 0; i < count; i++)
        for (unsigned k = i + 1; k < count; k++) {
            unsigned a = d->s->line[at[i][0]][at[i][1]], b = d->s->line[at[k][0]][at[k][1]];
            ergo_use u = {.act = ERGO_SWAP,
                          .card = ERGO_REVOLUTION,
                          .line = at[i][0],
                          .at = at[i][1],
                          .line2 = at[k][0],
                          .at2 = at[k][1]};
            if (a != b && fit_sort_of(a) == fit_sort_of(b))
                list_swap(d, from, &changed, &u);
        }
}

/* Uses that leave the proof as it is. */
static void list_aside(desk *d)
{
    single one = {.line = NO_LINE, .letters = (uint8_t)d->letters};
    for (unsigned kind = 0; kind < ERGO_KINDS; kind++) {
        if (ergo_count(d->hand, kind) == 0)
            continue;
        one.use = (ergo_use){.act = ERGO_DISCARD, .card = (uint8_t)kind};
        add_single(d, 0, one);
        if (d->s->fallacy[d->s->turn] && ergo_can_justify(d->v, kind)) {
            one.use.act = ERGO_JUSTIFY;
            add_single(d, 0, one);
        }
        for (int seat = 0; kind == ERGO_FALLACY && seat < d->v->seats; seat++)
            if (ergo_can_block(d->v, d->s, seat)) {
                one.use = (ergo_use){
                    .act = ERGO_BLOCK, .card = ERGO_FALLACY, .victim = (uint8_t)seat};
                add_single(d, 0, one);
            }
    }
}

static void list_proof(desk *d)
{
    lay_symbols(d);
    for (unsigned i = 0; i < d->symbol_count; i++)
        if (d->symbol[i].symbol < LOGIC_OPEN)
            list_placings(d, &d->symbol[i]);
    if (ergo_count(d->hand, ERGO_RASA))
        list_erasures(d);
    if (ergo_count(d->hand, ERGO_REVOLUTION))
        list_swaps(d);
}

/* ---- turns ------------------------------------------------------------------------------- */

static bool both_in_hand(const desk *d, unsigned a, unsigned b)
{
    return a != b || ergo_count(d->hand, a) > 1;
}

static logic_table proof_with(const desk *d, const single *x)
{
    return x->line == NO_LINE ? d->models
           : x->line < 0      ? x->table
                              : d->others[x->line] & x->table;
}

static bool compatible(const desk *d, const single *a, const single *b)
{
    if (!both_in_hand(d, a->use.card, b->use.card))
        return false;
    if (a->line == NO_LINE || b->line == NO_LINE)
        return a->use.act != ERGO_BLOCK || b->use.act != ERGO_BLOCK ||
               a->use.victim != b->use.victim;
    return a->line >= 0 && b->line >= 0 && a->line != b->line;
}

static logic_table proof_with_both(const desk *d, const single *a, const single *b)
{
    if (a->line == NO_LINE)
        return proof_with(d, b);
    if (b->line == NO_LINE)
        return proof_with(d, a);
    logic_table models = a->table & b->table;
    for (int i = 0; i < LOGIC_LINES; i++)
        models &= i == a->line || i == b->line ? LOGIC_TRUE : d->table[i];
    return models;
}

static void offer_pair(desk *d, const single *a, const single *b)
{
    if (!compatible(d, a, b))
        return;
    unsigned size = (unsigned)((int)d->size + a->grows + b->grows);
    offer_uses(d,
               a->gain + b->gain +
                   ergo_rate_proof(d->scale, proof_with_both(d, a, b), size, d->end),
               &a->use, &b->use);
}

/* Ergo after the card, if that can be. */
static void offer_ergo(desk *d, const single *x)
{
    for (unsigned kind = 0; x->letters == 15 && kind < ERGO_KINDS; kind++) {
        ergo_use u = {.act = ERGO_END, .card = (uint8_t)kind};
        if (!ergo_count(d->hand, kind) || !ergo_can_end(d->v, kind) ||
            !both_in_hand(d, kind, x->use.card))
            continue;
        unsigned size = (unsigned)((int)d->size + x->grows);
        offer_uses(d,
                   x->gain + ergo_rate_use(d->scale, d->s, &u, 0) +
                       ergo_rate_proof(d->scale, proof_with(d, x), size, ERGO_BY_ERGO),
                   &x->use, &u);
    }
}

static void offer_ergo_alone(desk *d)
{
    for (unsigned kind = 0; d->letters == 15 && kind < ERGO_KINDS; kind++) {
        ergo_use u = {.act = ERGO_END, .card = (uint8_t)kind};
        if (ergo_count(d->hand, kind) && ergo_can_end(d->v, kind))
            offer_uses(d,
                       ergo_rate_use(d->scale, d->s, &u, 0) +
                           ergo_rate_proof(d->scale, d->models, d->size, ERGO_BY_ERGO),
                       &u, NULL);
    }
}

/* ---- two cards in one line --------------------------------------------------------------- */

/* `a` before card `i`, `b` before card `j` of the line as it is, i <= j. */
static void offer_two(desk *d, unsigned line, const symbol *a, unsigned i, const symbol *b,
                      unsigned j)
{
    uint8_t text[ERGO_PROOF + 4];
    const uint8_t *old = d->s->line[line];
    unsigned count = d->s->length[line];
    logic_table table;
    memcpy(text, old, i);
    text[i] = a->symbol;
    memcpy(text + i + 1, old + i, j - i);
    text[j + 1] = b->symbol;
    memcpy(text + j + 2, old + j, count - j);
    if (!line_table(d, text, count + 2, &table))
        return;
    int32_t worth = ergo_rate_proof(d->scale, d->others[line] & table, d->size + 2, d->end) -
                    d->scale->cost[a->kind] - d->scale->cost[b->kind];
    if (d->uses && worth < d->best)
        return;
    ergo_use first = placing(a, line, i), second = placing(b, line, j + 1);
    offer_uses(d, worth, &first, &second);
}

static void offer_same_gap(desk *d, unsigned line, const symbol *a, const symbol *b)
{
    const fit_line *l = &d->line[line];
    if (!fit_pair(a->sort, b->sort))
        return;
    for (unsigned at = 0; at <= l->count; at++)
        if (fit_pair(l->sort[at], a->sort) && fit_pair(b->sort, l->sort[at + 1]))
            offer_two(d, line, a, at, b, at);
}

static void offer_in_order(desk *d, unsigned line, const symbol *a, const symbol *b)
{
    offer_same_gap(d, line, a, b);
    for (uint64_t left = a->fits[line]; left; left &= left - 1) {
        unsigned i = (unsigned)__builtin_ctzll(left);
        for (uint64_t right = b->fits[line] >> i >> 1 << 1 << i; right; right &= right - 1)
            offer_two(d, line, a, i, b, (unsigned)__builtin_ctzll(right));
    }
}

/* Parentheses go in pairs, opened first; other cards do not go with one of them. */
static bool in_order(const symbol *a, const symbol *b)
{
    bool pa = a->symbol >= LOGIC_OPEN, pb = b->symbol >= LOGIC_OPEN;
    return pa == pb && (!pa || (a->symbol == LOGIC_OPEN && b->symbol == LOGIC_CLOSE));
}

static void offer_lines(desk *d)
{
    for (unsigned a = 0; a < d->symbol_count; a++)
        for (unsigned b = 0; b < d->symbol_count; b++) {
            const symbol *x = &d->symbol[a], *y = &d->symbol[b];
            if (!both_in_hand(d, x->kind, y->kind) || !in_order(x, y))
                continue;
            for (unsigned line = 0; line < LOGIC_LINES; line++)
                if (d->lines >> line & 1)
                    offer_in_order(d, line, x, y);
        }
}

/* ---- the reply --------------------------------------------------------------------------- */

static void reply_free(desk *d)
{
    list_aside(d);
    list_proof(d);
    offer_ergo_alone(d);
    for (unsigned i = 0; i < d->count; i++) {
        offer_ergo(d, &d->one[i]);
        for (unsigned k = i + (d->one[i].line != NO_LINE ? 1U : 0U); k < d->count; k++)
            offer_pair(d, &d->one[i], &d->one[k]);
    }
    offer_lines(d);
}

/* Blocked: nothing but discards and Fallacies, or Justification and then any card. */
static void reply_blocked(desk *d)
{
    bool justified = false;
    list_aside(d);
    unsigned aside = d->count;
    for (unsigned i = 0; i < aside; i++)
        justified |= d->one[i].use.act == ERGO_JUSTIFY;
    if (justified)
        list_proof(d);
    for (unsigned i = 0; i < aside; i++) {
        bool frees = d->one[i].use.act == ERGO_JUSTIFY;
        if (frees)
            offer_ergo(d, &d->one[i]);
        for (unsigned k = 0; k < (frees ? d->count : aside); k++)
            if (d->one[k].use.act != ERGO_JUSTIFY)
                offer_pair(d, &d->one[i], &d->one[k]);
    }
}

void ergo_reply(const duel_variant *v, const ergo *s, const ergo_scale *scale, duel_rng *rng,
                ergo_way *out)
{
    desk d;
    d.v = v;
    d.s = s;
    d.scale = scale;
    d.rng = rng;
    d.hand = s->hand[s->turn];
    d.precedence = ergo_precedence(v);
    d.end = s->emptied ? ERGO_BY_PILE : ERGO_GOES_ON;
    d.size = ergo_size(s);
    d.letters = letters_of(s, LOGIC_LINES, 0);
    d.lines = d.places = d.symbol_count = d.count = 0;
    d.best = 0;
    d.ties = d.uses = 0;
    lay_lines(&d);
    if (s->fallacy[s->turn])
        reply_blocked(&d);
    else
        reply_free(&d);
    *out = (ergo_way){.count = d.uses, .worth = d.best};
    for (int i = 0; i < d.uses; i++)
        out->move[i] = ergo_pack(d.use[i]);
}
