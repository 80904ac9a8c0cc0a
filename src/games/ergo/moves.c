/* games/ergo/moves.c -- which cards can be used, and how: all of them, or any one.
 *
 * A turn is two cards and ends with every line well formed. The first may break a line if some
 * second card in hand can mend it. What can mend is known without trying the second cards:
 *
 *   a letter, operator or NOT that does not fit   one of these beside it, or Tabula Rasa there
 *   a parenthesis, always alone                   any other parenthesis: ( fits before every
 *                                                 operand, and then ) fits at the line's end,
 *                                                 as ( does at its beginning; or Tabula Rasa
 *   Tabula Rasa on a parenthesis                  another, put in its place
 *   Tabula Rasa on any other card                 what fits between its neighbours
 *
 * No other card repairs a line: Revolution exchanges cards of one sort. What fits is the affair
 * of the first part, which has its own header, well_formed.h; the last part gives moves
 * numbers. */
#include "games/ergo/well_formed.h"

#include <string.h>

/* ---- well-formed lines ------------------------------------------------------------------- */

/* One reader for all: the sorts in reading order, edges left out. */
typedef struct reader {
    unsigned last;
    int depth;
    bool good;
} reader;

static inline void read_sort(reader *r, unsigned sort)
{
    r->good &= fit_pair(r->last, sort);
    r->depth += (sort == FIT_OPEN) - (sort == FIT_CLOSE);
    r->good &= r->depth >= 0;
    r->last = sort;
}

static inline bool read_end(const reader *r)
{
    return r->good && r->depth == 0 && fit_pair(r->last, FIT_EDGE);
}

static const reader begin = {FIT_EDGE, 0, true};

bool fit_well_formed(const fit_line *l)
{
    reader r = begin;
    for (unsigned i = 1; i <= l->count; i++)
        read_sort(&r, l->sort[i]);
    return l->count == 0 || read_end(&r);
}

/* The same with one card more, before card `at`, and with card `at` left out. */
static bool with_card(const fit_line *l, unsigned sort, unsigned at)
{
    reader r = begin;
    for (unsigned i = 0; i < at; i++)
        read_sort(&r, l->sort[i + 1]);
    read_sort(&r, sort);
    for (unsigned i = at; i < l->count; i++)
        read_sort(&r, l->sort[i + 1]);
    return read_end(&r);
}

static bool without_card(const fit_line *l, unsigned at)
{
    reader r = begin;
    for (unsigned i = 0; i < l->count; i++)
        if (i != at)
            read_sort(&r, l->sort[i + 1]);
    return l->count == 1 || read_end(&r);
}

/* Whether leaving out some card other than `kept` makes it well formed. */
static bool without_some_card(const fit_line *l, unsigned kept)
{
    for (unsigned at = 0; at < l->count; at++)
        if (at != kept && without_card(l, at))
            return true;
    return false;
}

static void insert_sort(fit_line *l, unsigned sort, unsigned at)
{
    memmove(l->sort + at + 2, l->sort + at + 1, l->count - at + 1);
    l->sort[at + 1] = (uint8_t)sort;
    l->count++;
}

static bool broken(const ergo *s, unsigned line)
{
    fit_line l;
    fit_line_of(s, line, &l);
    return !fit_well_formed(&l);
}

int fit_broken_line(const ergo *s)
{
    for (unsigned line = 0; line < LOGIC_LINES; line++)
        if (broken(s, line))
            return (int)line;
    return -1;
}

int fit_broken_lines(const ergo *s)
{
    int count = 0;
    for (unsigned line = 0; line < LOGIC_LINES; line++)
        count += broken(s, line);
    return count;
}

/* What is the same for all cards of the hand. */
typedef struct table {
    const duel_variant *v;
    const ergo *s;
    ergo_cards hand;
    bool first;   /* card of the turn */
    bool blocked; /* by a Fallacy */
    int broken;   /* the line to be mended by the second card, or -1 */
    fit_line line[LOGIC_LINES];
} table;

static void lay_out_table(const duel_variant *v, const ergo *s, table *t)
{
    t->v = v;
    t->s = s;
    t->hand = s->hand[s->turn];
    t->first = s->used == 0;
    t->blocked = s->fallacy[s->turn] > 0;
    t->broken = -1;
    for (unsigned line = 0; line < LOGIC_LINES; line++) {
        fit_line_of(s, line, &t->line[line]);
        if (!t->first && !fit_well_formed(&t->line[line]))
            t->broken = (int)line;
    }
}

/* ---- what the second card could be ------------------------------------------------------- */

/* The sorts without parentheses that make `sort` fit there when they come beside it. */
static unsigned helping_sorts(unsigned left, unsigned sort, unsigned right)
{
    unsigned set = 0;
    if (fit_pair(sort, right))
        set |= fit_after(left) & fit_before(sort);
    if (fit_pair(left, sort))
        set |= fit_after(sort) & fit_before(right);
    return set & FIT_PLAIN;
}

typedef struct helpers {
    unsigned sorts; /* without parentheses */
    bool paren, rasa;
} helpers;

/* The cards in hand when `kind` has been used. */
static helpers helpers_beside(const table *t, unsigned kind)
{
    const ergo_cards one = 15, letters = 0xFFFF | one << (4 * ERGO_WILDVAR),
                     operators = UINT64_C(0xFFF) << (4 * ERGO_AND) | one << (4 * ERGO_WILDOP);
    ergo_cards rest = t->hand - ergo_one(kind);
    bool not_wild = ergo_count(rest, ERGO_WILDOP) && ergo_has(t->v, ERGO_OPT_WILD_NOT);
    return (helpers){.sorts = (rest & letters ? FIT_LETTER_BIT : 0U) |
                              (rest & operators ? FIT_OPERATOR_BIT : 0U) |
                              (ergo_count(rest, ERGO_NOT) || not_wild ? FIT_NOT_BIT : 0U),
                     .paren = ergo_count(rest, ERGO_PAREN) > 0,
                     .rasa = ergo_count(rest, ERGO_RASA) > 0};
}

static bool rasa_mends(const fit_line *l, unsigned sort, unsigned at)
{
    fit_line broken = *l;
    insert_sort(&broken, sort, at);
    return without_some_card(&broken, at);
}

/* Whether a first card may be placed there. */
static bool first_fits(const table *t, const helpers *h, const fit_line *l, unsigned sort,
                       unsigned at)
{
    unsigned left = l->sort[at], right = l->sort[at + 1];
    bool paren = sort == FIT_OPEN || sort == FIT_CLOSE;
    bool fits = fit_between(left, sort, right);
    if (paren && fits && h->paren)
        return true;
    if (!paren && (fits || (helping_sorts(left, sort, right) & h->sorts)))
        return true;
    return h->rasa && !(paren && ergo_has(t->v, ERGO_OPT_PAIRED)) && rasa_mends(l, sort, at);
}

static bool second_fits(const table *t, unsigned line, unsigned sort, unsigned at)
{
    const fit_line *l = &t->line[line];
    if (t->broken >= 0)
        return (unsigned)t->broken == line && with_card(l, sort, at);
    return sort < FIT_OPEN && fit_between(l->sort[at], sort, l->sort[at + 1]);
}

static bool may_place(const table *t, const helpers *h, unsigned line, unsigned sort,
                      unsigned at)
{
    return t->first ? first_fits(t, h, &t->line[line], sort, at)
                    : second_fits(t, line, sort, at);
}

static bool first_erases(const table *t, const helpers *h, const fit_line *l, unsigned at)
{
    unsigned left = l->sort[at], sort = l->sort[at + 1], right = l->sort[at + 2];
    if (sort == FIT_OPEN || sort == FIT_CLOSE)
        return h->paren && !ergo_has(t->v, ERGO_OPT_PAIRED);
    return l->count == 1 || fit_pair(left, right) ||
           (fit_after(left) & fit_before(right) & h->sorts);
}

/* A parenthesis placed in this turn asks for its pair where they come in pairs. */
static bool pair_wanted(const table *t)
{
    const ergo *s = t->s;
    return ergo_has(t->v, ERGO_OPT_PAIRED) && s->fresh_line &&
           s->line[s->fresh_line - 1][s->fresh_at] >= LOGIC_OPEN;
}

static bool may_erase(const table *t, const helpers *h, unsigned line, unsigned at)
{
    if (t->first)
        return first_erases(t, h, &t->line[line], at);
    if (t->s->fresh_line == line + 1 && t->s->fresh_at == at)
        return false;
    if (t->broken >= 0 && ((unsigned)t->broken != line || pair_wanted(t)))
        return false;
    return without_card(&t->line[line], at);
}

static bool may_end(const table *t)
{
    return !t->blocked && t->broken < 0 && ergo_has_letters(t->s);
}

static bool may_swap(const ergo *s, const ergo_use *u)
{
    unsigned a = fit_sort_of(s->line[u->line][u->at]);
    return a <= FIT_OPERATOR && a == fit_sort_of(s->line[u->line2][u->at2]);
}

/* ---- all moves --------------------------------------------------------------------------- */

typedef struct listing {
    table t;
    helpers h; /* beside the card being listed */
    duel_move *out;
    int count;
} listing;

static void add_use(listing *l, ergo_use u)
{
    l->out[l->count++] = ergo_pack(u);
}

static void list_places(listing *l, unsigned kind, unsigned symbol)
{
    unsigned sort = fit_sort_of(symbol);
    for (unsigned line = 0; line < LOGIC_LINES; line++)
        for (unsigned at = 0; at <= l->t.line[line].count; at++)
            if (may_place(&l->t, &l->h, line, sort, at))
                add_use(l, (ergo_use){.act = ERGO_PLACE,
                                      .card = (uint8_t)kind,
                                      .symbol = (uint8_t)symbol,
                                      .line = (uint8_t)line,
                                      .at = (uint8_t)at});
}

static void list_erasures(listing *l)
{
    for (unsigned line = 0; line < LOGIC_LINES; line++)
        for (unsigned at = 0; at < l->t.line[line].count; at++)
            if (may_erase(&l->t, &l->h, line, at))
                add_use(l, (ergo_use){.act = ERGO_ERASE,
                                      .card = ERGO_RASA,
                                      .line = (uint8_t)line,
                                      .at = (uint8_t)at});
}

/* The card after (line, at) in reading order; false after the last. */
static bool next_card(const ergo *s, uint8_t *line, uint8_t *at)
{
    for (++*at; *line < LOGIC_LINES && *at >= s->length[*line]; *at = 0)
        ++*line;
    return *line < LOGIC_LINES;
}

static void list_swaps(listing *l)
{
    const ergo *s = l->t.s;
    ergo_use u = {.act = ERGO_SWAP, .card = ERGO_REVOLUTION};
    bool more = s->length[0] > 0 || next_card(s, &u.line, &u.at);
    for (; more; more = next_card(s, &u.line, &u.at)) {
        u.line2 = u.line;
        u.at2 = u.at;
        while (next_card(s, &u.line2, &u.at2))
            if (may_swap(s, &u))
                add_use(l, u);
    }
}

static void list_fallacies(listing *l)
{
    for (int seat = 0; seat < l->t.v->seats; seat++)
        if (ergo_can_block(l->t.v, l->t.s, seat))
            add_use(l, (ergo_use){
                           .act = ERGO_BLOCK, .card = ERGO_FALLACY, .victim = (uint8_t)seat});
}

static void list_symbols(listing *l, unsigned kind)
{
    for (unsigned symbol = 0; symbol < LOGIC_SYMBOLS; symbol++)
        if (ergo_can_be(l->t.v, kind, symbol))
            list_places(l, kind, symbol);
}

/* Uses of a card as a special; when a line is to be mended, only Tabula Rasa. */
static void list_special(listing *l, unsigned kind)
{
    const table *t = &l->t;
    if (kind == ERGO_RASA && !t->blocked)
        list_erasures(l);
    if (t->broken >= 0)
        return;
    if (kind == ERGO_REVOLUTION && !t->blocked)
        list_swaps(l);
    if (kind == ERGO_FALLACY)
        list_fallacies(l);
    if (ergo_can_justify(t->v, kind) && t->blocked)
        add_use(l, (ergo_use){.act = ERGO_JUSTIFY, .card = (uint8_t)kind});
    if (ergo_can_end(t->v, kind) && may_end(t))
        add_use(l, (ergo_use){.act = ERGO_END, .card = (uint8_t)kind});
    add_use(l, (ergo_use){.act = ERGO_DISCARD, .card = (uint8_t)kind});
}

int ergo_moves(const duel_variant *v, const void *state, duel_move out[])
{
    const ergo *s = state;
    listing l = {.out = out};
    if (s->stage == ERGO_BETWEEN)
        add_use(&l, (ergo_use){.act = ERGO_NEXT});
    if (s->stage != ERGO_PLAYING)
        return l.count;
    lay_out_table(v, s, &l.t);
    for (unsigned kind = 0; kind < ERGO_KINDS; kind++) {
        if (ergo_count(l.t.hand, kind) == 0)
            continue;
        l.h = helpers_beside(&l.t, kind);
        if (!l.t.blocked)
            list_symbols(&l, kind);
        list_special(&l, kind);
    }
    return l.count;
}

bool ergo_can_move(const duel_variant *v, const ergo *s)
{
    duel_move list[ERGO_MOVES_MAX];
    return ergo_moves(v, s, list) > 0;
}

/* ---- any move ---------------------------------------------------------------------------- */

/* A card of the hand, each as likely. */
static unsigned any_card(const table *t, duel_rng *rng)
{
    unsigned pick = duel_rng_below(rng, ergo_total(t->hand)), kind = 0;
    while (pick >= ergo_count(t->hand, kind))
        pick -= ergo_count(t->hand, kind++);
    return kind;
}

static unsigned any_symbol(const duel_variant *v, unsigned kind, duel_rng *rng)
{
    if (kind == ERGO_PAREN)
        return LOGIC_OPEN + duel_rng_below(rng, 2);
    if (kind == ERGO_WILDVAR)
        return duel_rng_below(rng, LOGIC_LETTERS);
    if (kind == ERGO_WILDOP)
        return LOGIC_AND + duel_rng_below(rng, ergo_has(v, ERGO_OPT_WILD_NOT) ? 4 : 3);
    return kind;
}

static bool try_place(const table *t, unsigned kind, duel_rng *rng, ergo_use *u)
{
    unsigned symbol = any_symbol(t->v, kind, rng), line = duel_rng_below(rng, LOGIC_LINES);
    unsigned at = duel_rng_below(rng, t->line[line].count + 1);
    helpers h = helpers_beside(t, kind);
    *u = (ergo_use){.act = ERGO_PLACE,
                    .card = (uint8_t)kind,
                    .symbol = (uint8_t)symbol,
                    .line = (uint8_t)line,
                    .at = (uint8_t)at};
    return !t->blocked && may_place(t, &h, line, fit_sort_of(symbol), at);
}

/* A card of the proof; false if the line chosen is empty. */
static bool any_place(const table *t, duel_rng *rng, uint8_t *line, uint8_t *at)
{
    *line = (uint8_t)duel_rng_below(rng, LOGIC_LINES);
    unsigned count = t->line[*line].count;
    *at = (uint8_t)(count ? duel_rng_below(rng, count) : 0);
    return count > 0;
}

static bool try_erase(const table *t, duel_rng *rng, ergo_use *u)
{
    helpers h = helpers_beside(t, ERGO_RASA);
    *u = (ergo_use){.act = ERGO_ERASE, .card = ERGO_RASA};
    return any_place(t, rng, &u->line, &u->at) && !t->blocked &&
           may_erase(t, &h, u->line, u->at);
}

static bool try_swap(const table *t, duel_rng *rng, ergo_use *u)
{
    *u = (ergo_use){.act = ERGO_SWAP, .card = ERGO_REVOLUTION};
    return any_place(t, rng, &u->line, &u->at) && any_place(t, rng, &u->line2, &u->at2) &&
           !t->blocked && (u->line < u->line2 || (u->line == u->line2 && u->at < u->at2)) &&
           may_swap(t->s, u);
}

static bool try_special(const table *t, unsigned kind, duel_rng *rng, ergo_use *u)
{
    if (kind == ERGO_RASA)
        return try_erase(t, rng, u);
    if (kind == ERGO_REVOLUTION)
        return try_swap(t, rng, u);
    *u = (ergo_use){.card = (uint8_t)kind};
    if (kind == ERGO_FALLACY) {
        u->act = ERGO_BLOCK;
        u->victim = (uint8_t)duel_rng_below(rng, (uint32_t)t->v->seats);
        return ergo_can_block(t->v, t->s, u->victim);
    }
    u->act = t->blocked ? ERGO_JUSTIFY : ERGO_END;
    return t->blocked ? ergo_can_justify(t->v, kind) : ergo_can_end(t->v, kind) && may_end(t);
}

static bool is_symbol(unsigned kind)
{
    return kind <= ERGO_PAREN || kind == ERGO_WILDVAR || kind == ERGO_WILDOP;
}

/* For play-outs: a card at random in a way at random, tried until one is legal. A discard
 * always is; it is tried once in eight times. Every legal move can come, not each as likely. */
duel_move ergo_sample(const duel_variant *v, const void *state, duel_rng *rng)
{
    const ergo *s = state;
    duel_move list[ERGO_MOVES_MAX];
    ergo_use u = {.act = ERGO_NEXT};
    table t;
    if (s->stage != ERGO_PLAYING)
        return ergo_pack(u);
    lay_out_table(v, s, &t);
    if (t.broken >= 0) /* few moves are left, and they are hard to hit */
        return list[duel_rng_below(rng, (uint32_t)ergo_moves(v, s, list))];
    for (;;) {
        unsigned kind = any_card(&t, rng);
        if (duel_rng_below(rng, 8) == 0)
            return ergo_pack((ergo_use){.act = ERGO_DISCARD, .card = (uint8_t)kind});
        bool symbol = is_symbol(kind) && (kind <= ERGO_PAREN || duel_rng_below(rng, 4));
        if (symbol ? try_place(&t, kind, rng, &u) : try_special(&t, kind, rng, &u))
            return ergo_pack(u);
    }
}

/* ---- moves as numbers -------------------------------------------------------------------- */

/* For programs that learn by playing: the acts one behind the other, each with a number for
 * each way to do it. See core/action.h. */

enum {
    FACES = 18, /* cards as symbols: 8 as they are, 2 parentheses, wilds */
    GAPS = LOGIC_LINES * (ERGO_PROOF + 1),
    PLACES = LOGIC_LINES * ERGO_PROOF,
    PAIRS = PLACES * (PLACES - 1) / 2 /* of places, the first one first */
};

static const uint32_t ways[ERGO_NEXT + 1] = {
    [ERGO_PLACE] = FACES * GAPS, [ERGO_DISCARD] = ERGO_KINDS,
    [ERGO_BLOCK] = DUEL_SEATS,   [ERGO_JUSTIFY] = ERGO_KINDS,
    [ERGO_ERASE] = PLACES,       [ERGO_SWAP] = PAIRS,
    [ERGO_END] = ERGO_KINDS,     [ERGO_NEXT] = 1};

/* Where the numbers of an act begin. */
static uint32_t first_of_act(unsigned act)
{
    uint32_t sum = 0;
    for (unsigned i = 0; i < act; i++)
        sum += ways[i];
    return sum;
}

uint32_t ergo_action_count(void)
{
    return first_of_act(ERGO_NEXT + 1);
}

static uint32_t face_of(const ergo_use *u)
{
    if (u->card == ERGO_WILDVAR)
        return 10u + u->symbol;
    if (u->card == ERGO_WILDOP)
        return 14u + u->symbol - LOGIC_AND;
    return u->symbol;
}

static uint32_t place_number(unsigned line, unsigned at)
{
    return line * ERGO_PROOF + at;
}

static uint32_t way_of(const ergo_use *u)
{
    uint32_t first = place_number(u->line, u->at), second = place_number(u->line2, u->at2);
    switch ((ergo_act)u->act) {
    case ERGO_PLACE:
        return face_of(u) * GAPS + u->line * (ERGO_PROOF + 1u) + u->at;
    case ERGO_DISCARD:
    case ERGO_JUSTIFY:
    case ERGO_END:
        return u->card;
    case ERGO_BLOCK:
        return u->victim;
    case ERGO_ERASE:
        return first;
    case ERGO_SWAP:
        return second * (second - 1) / 2 + first;
    case ERGO_NEXT:
        break;
    }
    return 0;
}

uint32_t ergo_action(const duel_variant *v, duel_move move)
{
    ergo_use u = ergo_unpack(move);
    return first_of_act(u.act) + way_of(&u);
}
