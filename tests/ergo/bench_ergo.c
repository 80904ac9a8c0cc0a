/* tests/ergo/bench_ergo.c -- how fast the rules are, on one core.
 *
 * Goals: 100,000 random turns a second by sampling, 20,000 full move lists a second, a verdict
 * after one line changed in at most 100 ns. Best of several runs, as the machine may be busy.
 */
#include "base/clock.h"
#include "core/play.h"
#include "core/variant.h"
#include "games/ergo/turns.h"

#include <stdio.h>
#include <stdlib.h>

extern const duel_game duel_game_ergo;

enum { STATES = 2000, RUNS = 5 };

typedef struct bench {
    duel_variant v;
    ergo state[STATES]; /* met in random play, turn begun or half made */
    duel_rng rng;
    uint64_t sink; /* so that nothing is left out */
} bench;

static void collect(bench *b, const char *options)
{
    int count = 0;
    if (duel_variant_read(&duel_game_ergo, duel_str_of(options), &b->v, NULL) != DUEL_OK)
        abort();
    duel_rng_init_number(&b->rng, 1);
    while (count < STATES) {
        ergo s;
        ergo_deal(&b->v, &b->rng, &s);
        while (s.stage != ERGO_ENDED && count < STATES) {
            if (s.stage == ERGO_PLAYING && duel_rng_below(&b->rng, 4) == 0)
                b->state[count++] = s;
            ergo_play(&b->v, &s, ergo_sample(&b->v, &s, &b->rng));
        }
    }
}

/* What one run of each kind does; gives how many things it did. */
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
    static duel_move list[DUEL_MOVES_MAX];
    for (int i = 0; i < STATES; i++)
        b->sink += (uint64_t)ergo_moves(&b->v, &b->state[i], list);
    return STATES;
}

static uint64_t whole_turns(bench *b)
{
    uint64_t outcomes = 0;
    for (int i = 0; i < STATES / 20; i++) {
        ergo_turns t;
        ergo_turns_init(&t);
        ergo_turns_find(&b->v, &b->state[i], NULL, NULL, &t, NULL);
        outcomes += t.count;
        b->sink += t.nodes;
        ergo_turns_fini(&t);
    }
    return outcomes;
}

static uint64_t guesses(bench *b)
{
    for (int i = 0; i < STATES; i++) {
        ergo s = b->state[i];
        ergo_hide(&b->v, &s, s.turn);
        ergo_guess(&b->v, &s, &b->rng, NULL);
        b->sink += s.hand[0];
    }
    return STATES;
}

/* One line read again, the three others kept. */
static uint64_t verdicts(bench *b)
{
    enum { TIMES = 20 };
    for (int i = 0; i < STATES * TIMES; i++) {
        const ergo *s = &b->state[i % STATES];
        logic_table table = LOGIC_TRUE;
        unsigned line = (unsigned)i / STATES % LOGIC_LINES;
        logic_symbols_table(s->line[line], s->length[line], ergo_precedence(&b->v), &table);
        b->sink += logic_verdict_of(table & 0xFFF1).proven;
    }
    return STATES * TIMES;
}

static void measure(bench *b, const char *what, uint64_t (*run)(bench *))
{
    double best = 0;
    for (int i = 0; i < RUNS; i++) {
        double begin = duel_clock_cpu();
        uint64_t done = run(b);
        double rate = (double)done / (duel_clock_cpu() - begin);
        best = rate > best ? rate : best;
    }
    printf("  %-28s %12.0f a second, %8.0f ns each\n", what, best, 1e9 / best);
}

int main(void)
{
    static const char *const tables[] = {"players=2", "players=4", "players=4 preset=official"};
    static bench b;
    for (size_t i = 0; i < sizeof tables / sizeof *tables; i++) {
        collect(&b, tables[i]);
        printf("%s\n", tables[i]);
        measure(&b, "random turns by sampling", sampled_turns);
        measure(&b, "full move lists", move_lists);
        measure(&b, "distinct outcomes of turns", whole_turns);
        measure(&b, "guesses of a view", guesses);
        measure(&b, "verdicts after a line", verdicts);
    }
    return b.sink == 0;
}
