/* tests/lab/held.h -- a game held to the laws: what broke, and how to see it again, is told. */
#ifndef DUEL_TESTS_LAB_HELD_H
#define DUEL_TESTS_LAB_HELD_H

#include "check.h"

#include "lab/laws.h"

/* In more than `least` positions of so many games of each of so many variants. */
static inline void keeps_laws(const duel_game *g, uint64_t seed, int games, int variants,
                              int64_t least)
{
    laws_report r;
    duel_msg why = {0};
    assert_ok(laws_check(g, seed, games, variants, &r, &why));
    if (r.broken)
        fail_msg("%s: %s %s (%s; --seed %s --play %s) %s", g->id, r.breach.law,
                 check_english(&r.breach.detail), r.breach.variant.text, r.breach.seed,
                 r.breach.moves.text, r.breach.position.text);
    assert_true((int64_t)r.positions > least);
    laws_report_fini(&r);
}

#endif
