/* tests/ergo/hands.h -- tables of Ergo and states of play that several tests draw. */
#ifndef TESTS_ERGO_HANDS_H
#define TESTS_ERGO_HANDS_H

#include "check.h"
#include "games/ergo/rules.h"

static inline duel_variant table_for(int players, bool official)
{
    char text[64];
    snprintf(text, sizeof text, "players=%d preset=%s", players,
             official ? "official" : "seed");
    return check_settings("ergo", text);
}

/* Two to four players by either rules, in turn. */
static inline duel_variant numbered_table(int i)
{
    return table_for(2 + i % 3, i / 3 % 2);
}

/* Fewer than `most` moves into a game. */
static inline void draw_state(const duel_variant *v, uint32_t most, duel_rng *rng, ergo *s)
{
    ergo_deal(v, rng, s);
    for (uint32_t i = duel_rng_below(rng, most); i && s->stage != ERGO_ENDED; i--)
        ergo_play(v, s, ergo_sample(v, s, rng));
}

/* The same at the beginning of a turn. */
static inline void draw_turn(const duel_variant *v, duel_rng *rng, ergo *s)
{
    do
        draw_state(v, 60, rng, s);
    while (s->stage != ERGO_PLAYING || s->used);
}

static inline void think_once(const duel_variant *v, const duel_engine *e, const duel_think *t,
                              duel_answer *out)
{
    void *self;
    duel_settings settings = {.learned = NULL};
    assert_ok(e->fits(v, NULL));
    assert_ok(e->open(v, &settings, 1 << 20, &self, NULL));
    assert_ok(e->think(self, t, out, NULL));
    e->close(self);
}

#endif
