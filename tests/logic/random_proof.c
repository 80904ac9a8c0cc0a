/* tests/logic/random_proof.c -- see random_proof.h. */
#include "logic/random_proof.h"

#include <stdlib.h>

typedef struct dealer {
    duel_rng *rng;
    unsigned left[LOGIC_SYMBOLS]; /* cards left; those of OPEN are pairs */
    logic_line *line;
} dealer;

static bool one_in(dealer *d, unsigned n)
{
    return duel_rng_below(d->rng, n) == 0;
}

static void put(dealer *d, unsigned symbol)
{
    d->line->symbol[d->line->count++] = (uint8_t)symbol;
}

/* Takes a card between two symbols, if any is left. */
static bool take(dealer *d, unsigned first, unsigned last, unsigned *symbol)
{
    unsigned total = 0;
    for (unsigned s = first; s <= last; s++)
        total += d->left[s];
    if (total == 0)
        return false;
    unsigned n = duel_rng_below(d->rng, total);
    for (*symbol = first; n >= d->left[*symbol]; (*symbol)++)
        n -= d->left[*symbol];
    d->left[*symbol]--;
    return true;
}

static void put_negation(dealer *d)
{
    if (d->left[LOGIC_NOT] && one_in(d, 4)) {
        d->left[LOGIC_NOT]--;
        put(d, LOGIC_NOT);
    }
}

static void put_expression(dealer *d, unsigned letters);

/* One operand with at most this many letters, in a group if there are more than one. */
static void put_operand(dealer *d, unsigned letters)
{
    put_negation(d);
    bool group = d->left[LOGIC_OPEN] && (letters > 1 || one_in(d, 12));
    if (group) {
        d->left[LOGIC_OPEN]--;
        put(d, LOGIC_OPEN);
        put_expression(d, letters);
        put(d, LOGIC_CLOSE);
        return;
    }
    unsigned letter;
    if (!take(d, LOGIC_A, LOGIC_D, &letter))
        letter = LOGIC_A; /* the deck ran out while an operand was due */
    put(d, letter);
}

static void put_expression(dealer *d, unsigned letters)
{
    for (unsigned done = 0; done < letters;) {
        unsigned rest = letters - done;
        unsigned size = one_in(d, 3) ? 1 + duel_rng_below(d->rng, rest) : 1;
        unsigned op;
        if (done) {
            if (!take(d, LOGIC_AND, LOGIC_THEN, &op))
                return;
            put(d, op);
        }
        put_operand(d, size);
        done += size;
    }
}

void random_lines(duel_rng *rng, logic_line line[LOGIC_LINES])
{
    dealer d = {.rng = rng, .left = {4, 4, 4, 4, 4, 4, 4, 6, 4, 0}};
    for (unsigned i = 0; i < LOGIC_LINES; i++) {
        line[i] = (logic_line){0};
        d.line = &line[i];
        if (!one_in(&d, 6))
            put_expression(&d, 1 + duel_rng_below(rng, 5));
    }
}

void random_long_line(duel_rng *rng, unsigned letters, logic_line *line)
{
    dealer d = {.rng = rng, .left = {99, 99, 99, 99, 99, 99, 99, 99, letters, 0}, .line = line};
    if (letters > 20)
        abort();
    *line = (logic_line){0};
    put_expression(&d, letters);
}

void proof_of_lines(const logic_line line[LOGIC_LINES], logic_precedence precedence,
                    logic_proof *proof)
{
    for (unsigned i = 0; i < LOGIC_LINES; i++)
        logic_to_rpn(&line[i], precedence, &proof->line[i]);
}

void put_line(const logic_line *line, logic_style style, duel_sink *out)
{
    for (unsigned i = 0; i < line->count; i++)
        duel_put(out, logic_symbol_text((logic_symbol)line->symbol[i], style));
}
