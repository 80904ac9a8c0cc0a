/* core/fault_guard.c -- see fault_guard.h. The guards open in a thread are a chain, the
 * innermost first. */
#include "core/fault_guard.h"

/* The one thing here that is no parameter: between who opens a guard and the game that fails
 * stand functions that know nothing of either. */
static _Thread_local duel_fault_guard *innermost;

static void open_guard(duel_fault_guard *g, const duel_game *game, bool doubting)
{
    g->game = game;
    g->doubting = doubting || (game && duel_fault_guard_asks_twice(game));
    g->fault.id = NULL;
    g->outer = innermost;
    innermost = g;
}

void duel_fault_guard_begin(duel_fault_guard *g, const duel_game *game)
{
    open_guard(g, game, false);
}

void duel_fault_guard_begin_twice(duel_fault_guard *g, const duel_game *game)
{
    open_guard(g, game, true);
}

duel_status duel_fault_guard_take(duel_fault_guard *g, duel_msg *why)
{
    if (g->fault.id == NULL)
        return DUEL_OK;
    if (why)
        *why = g->fault;
    g->fault.id = NULL;
    return DUEL_FAILED;
}

duel_status duel_fault_guard_end(duel_fault_guard *g, duel_status status, duel_msg *why)
{
    DUEL_REQUIRE(g == innermost);
    innermost = g->outer;
    return duel_fault_guard_take(g, why) == DUEL_OK ? status : DUEL_FAILED;
}

static duel_fault_guard *guard_of(const duel_game *game)
{
    duel_fault_guard *g = innermost;
    while (g && g->game && g->game != game)
        g = g->outer;
    return g;
}

void duel_fault_guard_fault(const duel_game *game, const duel_msg *why)
{
    duel_fault_guard *g = guard_of(game);
    if (g && g->fault.id == NULL)
        g->fault = *why;
}

bool duel_fault_guard_has_fault(const duel_game *game)
{
    const duel_fault_guard *g = innermost;
    while (g && g->game != game)
        g = g->outer;
    return g && g->fault.id;
}

bool duel_fault_guard_asks_twice(const duel_game *game)
{
    const duel_fault_guard *g = innermost;
    while (g && g->game != game && !(g->game == NULL && g->doubting))
        g = g->outer;
    return g && g->doubting;
}
