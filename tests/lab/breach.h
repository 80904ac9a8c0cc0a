/* tests/lab/breach.h -- games with a planted fault, held to the laws: copies of games of the
 * catalogue in which one function is wrong. */
#ifndef DUEL_TESTS_LAB_BREACH_H
#define DUEL_TESTS_LAB_BREACH_H

#include "check.h"

#include "lab/laws.h"

extern const duel_game duel_game_connect4, duel_game_duo, duel_game_nim, duel_game_tictactoe,
    duel_game_allumettes, duel_game_awari, duel_game_template, duel_game_wumpus;

/* The report on a game that breaks this law; whoever gets it closes it. */
static inline laws_report breach_of(const duel_game *g, const char *law)
{
    laws_report r;
    assert_ok(laws_check(g, 3, 200, 0, &r, NULL));
    if (!r.broken)
        fail_msg("not found: %s", law);
    if (strstr(r.breach.law, law) == NULL)
        fail_msg("expected “%s”, got “%s”", law, r.breach.law);
    return r;
}

/* The law is broken, and so many moves show it. */
static inline void hold(const duel_game *g, const char *law, size_t most_moves)
{
    laws_report r = breach_of(g, law);
    size_t moves = r.breach.moves.len ? 1 : 0;
    for (const char *c = r.breach.moves.text; *c; c++)
        moves += *c == ',';
    if (moves > most_moves)
        fail_msg("%s: %zu moves: %s", law, moves, r.breach.moves.text);
    laws_report_fini(&r);
}

/* The law is broken, and this is told of what was seen. */
static inline void hold_telling(const duel_game *g, const char *law, const char *detail)
{
    laws_report r = breach_of(g, law);
    assert_string_equal(check_english(&r.breach.detail), detail);
    laws_report_fini(&r);
}

/* The game keeps all laws. */
static inline void hold_sound(const duel_game *g)
{
    laws_report r;
    assert_ok(laws_check(g, 3, 20, 0, &r, NULL));
    assert_false(r.broken);
    laws_report_fini(&r);
}

#endif
