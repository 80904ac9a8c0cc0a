/* games/ergo/workshop/bench.c -- `./dev workshop ergo bench`: how fast the rules are, on one
 * core.
 *
 * Positions are met in random play. Time is that of the processor, and the best of several runs
 * counts, as the machine may be busy with other things. */
#include "base/clock.h"
#include "core/variant.h"
#include "games/ergo/turns.h"

#include <stdlib.h>
#include <string.h>

extern const duel_game duel_game_ergo;

enum { STATES = 2000, RUNS = 5 };

typedef struct place {
    ergo state; /* a turn begun or half made */
    logic_table table[LOGIC_LINES];
} place;

typedef struct bench {
    duel_variant v;
    duel_rng rng;
    uint64_t sink; /* what was found goes here, so that no work is left out */
    place place[STATES];
} bench;

static void keep_place(bench *b, const ergo *s, place *out)
{
    out->state = *s;
    for (unsigned line = 0; line < LOGIC_LINES; line++) {
        out->table[line] = LOGIC_TRUE;
        logic_symbols_table(s->line[line], s->length[line], ergo_precedence(&b->v),
                            &out->table[line]);
    }
}

static duel_status collect(bench *b, const char *options, duel_msg *why)
{
    int count = 0;
    duel_status status = duel_variant_read(&duel_game_ergo, duel_str_of(options), &b->v, why);
    duel_rng_init_number(&b->rng, 1);
    while (status == DUEL_OK && count < STATES) {
        ergo s;
        ergo_deal(&b->v, &b->rng, &s);
        while (s.stage != ERGO_ENDED && count < STATES) {
            if (s.stage == ERGO_PLAYING && duel_rng_below(&b->rng, 4) == 0)
                keep_place(b, &s, &b->place[count++]);
            ergo_play(&b->v, &s, ergo_sample(&b->v, &s, &b->rng));
        }
    }
    return status;
}

/* ---- what is measured: each gives how many things it did ------------------------- */

static uint64_t sampled_turns(bench *b)
{
    enum { GAMES = 40 };
    uint64_t turns = 0;
    for (int i = 0; i < GAMES; i++) {
        ergo s;
        ergo_deal(&b->v, &b->rng, &s);
        while (s.stage != ERGO_ENDED) {
            turns += s.stage == ERGO_PLAYING && s.used == 0;
            ergo_play(&b->v, &s, ergo_sample(&b->v, &s, &b->rng));
        }
        b->sink += s.score[0];
    }
    return turns;
}

static uint64_t move_lists(bench *b)
{
    duel_move list[ERGO_MOVES_MAX];
    for (int i = 0; i < STATES; i++)
        b->sink += (uint64_t)ergo_moves(&b->v, &b->place[i].state, list);
    return STATES;
}

static uint64_t outcomes(bench *b)
{
    uint64_t count = 0;
    for (int i = 0; i < STATES; i += 20) {
        ergo_turns t;
        ergo_turns_init(&t);
        ergo_turns_find(&b->v, &b->place[i].state, NULL, NULL, &t, NULL);
        count += t.count;
        b->sink += t.nodes;
        ergo_turns_fini(&t);
    }
    return count;
}

static uint64_t guesses(bench *b)
{
    for (int i = 0; i < STATES; i++) {
        ergo s = b->place[i].state;
        ergo_hide(&b->v, &s, s.turn);
        ergo_guess(&b->v, &s, &b->rng, NULL);
        b->sink += s.hand[0];
    }
    return STATES;
}

/* One line is read again, where it has cards; the tables of the three others are kept. */
static uint64_t verdicts(bench *b)
{
    enum { TIMES = 20 };
    uint64_t count = 0;
    for (unsigned i = 0; i < STATES * TIMES; i++) {
        const place *p = &b->place[i % STATES];
        unsigned line = i / STATES % LOGIC_LINES;
        logic_table models = LOGIC_TRUE;
        if (p->state.length[line] == 0)
            continue;
        logic_symbols_table(p->state.line[line], p->state.length[line], ergo_precedence(&b->v),
                            &models);
        for (unsigned k = 1; k < LOGIC_LINES; k++)
            models &= p->table[(line + k) % LOGIC_LINES];
        b->sink += logic_verdict_of(models).proven;
        count++;
    }
    return count;
}

typedef struct work {
    const char *name;  /* in JSON */
    const char *title; /* a message */
    uint64_t (*run)(bench *b);
    double goal; /* a second; 0 = none is set */
} work;

static const work works[] = {
    {"sampled_turns", "random turns by sampling", sampled_turns, 1e5},
    {"move_lists", "full lists of moves", move_lists, 2e4},
    {"verdicts", "verdicts after one line has changed", verdicts, 1e7},
    {"outcomes", "distinct outcomes of turns", outcomes, 0},
    {"guesses", "guesses of a view", guesses, 0},
};
enum { WORKS = sizeof works / sizeof *works };

static double rate_of(bench *b, const work *w)
{
    double best = 0;
    for (int i = 0; i < RUNS; i++) {
        double begin = duel_clock_cpu();
        uint64_t done = w->run(b);
        double rate = (double)done / (duel_clock_cpu() - begin);
        best = rate > best ? rate : best;
    }
    return best;
}

/* ---- the answer ------------------------------------------------------------------ */

static void put_rate_row(const duel_console *c, const work *w, double rate)
{
    const char *title = duel_text(c->lang, w->title);
    int width = 40 + (int)strlen(title);
    for (const char *p = title; *p; p++)
        width -= ((unsigned char)*p & 0xC0) != 0x80; /* by columns, not by bytes */
    duel_putf(c->out, "  %-*s %10.0f/s  %7.0f ns", width, title, rate, 1e9 / rate);
    if (w->goal > 0) {
        duel_put(c->out, "  ");
        duel_tell(c->lang, c->out,
                  rate >= w->goal ? "(goal reached: {0}/s)" : "(goal missed: {0}/s)", "i",
                  (int64_t)w->goal);
    }
    duel_put(c->out, "\n");
}

static duel_status measure_table(const duel_console *c, bench *b, const char *options,
                                 duel_msg *why)
{
    duel_status status = collect(b, options, why);
    if (status != DUEL_OK)
        return status;
    duel_putf(c->out, c->json ? "\"%s\": {" : "%s\n", options);
    for (int i = 0; i < WORKS; i++) {
        double rate = rate_of(b, &works[i]);
        if (c->json)
            duel_putf(c->out, "%s\"%s\": %.0f", i ? ", " : "", works[i].name, rate);
        else
            put_rate_row(c, &works[i], rate);
    }
    duel_put(c->out, c->json ? "}" : "");
    return DUEL_OK;
}

static duel_status bench_rules(const duel_console *c, const duel_args *a, duel_msg *why)
{
    static const char *const tables[] = {"players=2", "players=4", "players=4 preset=official"};
    enum { TABLES = sizeof tables / sizeof *tables };
    bench *b = calloc(1, sizeof *b);
    duel_status status = b ? DUEL_OK : duel_no_space(why);
    duel_put(c->out, c->json ? "{" : "");
    for (int i = 0; status == DUEL_OK && i < TABLES; i++) {
        duel_put(c->out, c->json && i ? ", " : "");
        status = measure_table(c, b, tables[i], why);
    }
    duel_put(c->out, c->json ? "}\n" : "");
    free(b);
    return status;
}

const duel_command ergo_workshop[] = {
    {"bench", "", "Measures how fast the rules of Ergo are.", NULL, NULL, 0, bench_rules},
    {NULL, NULL, NULL, NULL, NULL, 0, NULL}};
