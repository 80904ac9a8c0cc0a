/* script/loop.c -- see loop.h. */
#include "script/loop.h"
#include "base/clock.h"
#include "script/flat.h"
#include "script/luaflat.h"

#include <lauxlib.h>
#include <string.h>

/* `play` may change a table that it is given: it gets one of its own. */
static const char loop_source[] = "local seats, states, turn, over, moves, play = ...\n"
                                  "local function copy(t)\n"
                                  "  local own = {}\n"
                                  "  for k, v in pairs(t) do\n"
                                  "    own[k] = type(v) == 'table' and copy(v) or v\n"
                                  "  end\n"
                                  "  return own\n"
                                  "end\n"
                                  "for i = 1, #states do\n"
                                  "  local state, seat = states[i], seats[i]\n"
                                  "  local tables = type(state) == 'table'\n"
                                  "  if turn then seat = turn(state) end\n"
                                  "  over(state, seat)\n"
                                  "  for _, move in ipairs(moves(state, seat)) do\n"
                                  "    play(tables and copy(state) or state, move, seat)\n"
                                  "  end\n"
                                  "end\n";

static bool push_positions(lua_State *L, duel_str positions)
{
    flat_item seat;
    lua_newtable(L);
    lua_newtable(L);
    for (lua_Integer i = 1; positions.len; i++) {
        if (!flat_take(&positions, &seat))
            return false;
        lua_pushinteger(L, seat.number);
        lua_rawseti(L, -3, i);
        if (!luaflat_push(L, &positions))
            return false;
        lua_rawseti(L, -2, i);
    }
    return true;
}

static void push_functions(sandbox *s)
{
    static const talk_function asked[] = {FN_turn, FN_over, FN_moves, FN_play};
    for (size_t i = 0; i < sizeof asked / sizeof *asked; i++)
        lua_rawgeti(s->L, LUA_REGISTRYINDEX, s->function[asked[i]]);
}

/* Of the processor's time, since others work on the machine, too; and of the thread's, which is
 * the only one: while a timer of the process is armed, as it is here, Linux moves the clock of
 * the process from tick to tick, and a loop shorter than some ticks would seem shorter still.
 */
static int64_t nanoseconds_used(void)
{
    return (int64_t)(duel_clock_own() * 1e9);
}

bool loop_run(sandbox *s, duel_str positions, int64_t *before, int64_t *nanoseconds,
              sandbox_fault *fault)
{
    *fault = (sandbox_fault){.kind = TALK_NO_VALUE, .function = ""};
    if (luaL_loadbufferx(s->L, loop_source, strlen(loop_source), "=loop", "t") != LUA_OK ||
        !push_positions(s->L, positions))
        return false;
    push_functions(s);
    *before = nanoseconds_used();
    bool right = sandbox_run(s, "", 6, 0, fault);
    *nanoseconds = nanoseconds_used() - *before;
    return right;
}
