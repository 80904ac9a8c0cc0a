/* script/sandbox.c -- see sandbox.h. */
#include "script/sandbox.h"

#include <lauxlib.h>
#include <lualib.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- limits -------------------------------------------------------------------------------
 */

static void *allocate(void *self, void *old, size_t old_size, size_t size)
{
    sandbox *s = self;
    size_t before = old ? old_size : 0; /* without a block, Lua passes a kind, not a size */
    if (size == 0) {
        s->used -= before;
        free(old);
        return NULL;
    }
    if (size > before && s->used + (size - before) > SANDBOX_MEMORY)
        return NULL;
    void *block = realloc(old, size);
    if (block)
        s->used = s->used - before + size;
    return block;
}

static sandbox *sandbox_of(lua_State *L)
{
    sandbox *s;
    memcpy(&s, lua_getextraspace(L), sizeof s);
    return s;
}

enum { HOOK_EVERY = 10000 };

static void count_down(lua_State *L, lua_Debug *at)
{
    sandbox *s = sandbox_of(L);
    s->left -= HOOK_EVERY;
    if (s->left > 0)
        return;
    if (!s->exhausted && lua_getinfo(L, "l", at))
        s->line = at->currentline;
    s->exhausted = true;
    luaL_error(L, "too many instructions");
}

/* ---- libraries ----------------------------------------------------------------------------
 */

/* math.random of the reference manual, from the deal's own stream. */
static int chance(lua_State *L)
{
    sandbox *s = sandbox_of(L);
    if (!s->chance)
        return luaL_error(L, "math.random belongs in init and guess alone");
    int count = lua_gettop(L);
    if (count == 0) {
        lua_pushnumber(L, duel_rng_unit(&s->rng));
        return 1;
    }
    lua_Integer low = count > 1 ? luaL_checkinteger(L, 1) : 1;
    lua_Integer high = luaL_checkinteger(L, count > 1 ? 2 : 1);
    luaL_argcheck(L, low <= high, count > 1 ? 2 : 1, "interval is empty");
    uint64_t span = (uint64_t)high - (uint64_t)low;
    uint64_t draw = span < UINT32_MAX ? duel_rng_below(&s->rng, (uint32_t)span + 1)
                                      : duel_rng_next(&s->rng) % (span + 1 ? span + 1 : span);
    lua_pushinteger(L, (lua_Integer)((uint64_t)low + draw));
    return 1;
}

/* win(seat), lose(seat), tie(): the score lists of games for two. */
static int push_scores(lua_State *L, lua_Integer first, lua_Integer second)
{
    lua_createtable(L, 2, 0);
    lua_pushinteger(L, first);
    lua_rawseti(L, -2, 1);
    lua_pushinteger(L, second);
    lua_rawseti(L, -2, 2);
    return 1;
}

static int win(lua_State *L)
{
    lua_Integer seat = luaL_checkinteger(L, 1);
    return push_scores(L, seat == 1, seat == 2);
}

static int lose(lua_State *L)
{
    lua_Integer seat = luaL_checkinteger(L, 1);
    return push_scores(L, seat != 1, seat != 2);
}

static int tie(lua_State *L)
{
    return push_scores(L, 0, 0);
}

static void forget(lua_State *L, const char *library, const char *const *names)
{
    lua_getglobal(L, library);
    for (int i = 0; names[i]; i++) {
        lua_pushnil(L);
        lua_setfield(L, -2, names[i]);
    }
    lua_pop(L, 1);
}

static void open_libraries(lua_State *L)
{
    static const luaL_Reg libraries[] = {{LUA_GNAME, luaopen_base},
                                         {LUA_MATHLIBNAME, luaopen_math},
                                         {LUA_STRLIBNAME, luaopen_string},
                                         {LUA_TABLIBNAME, luaopen_table},
                                         {NULL, NULL}};
    static const char *const base[] = {"collectgarbage", "dofile",  "load", "loadfile", "print",
                                       "rawset",         "require", "warn", "_G",       NULL};
    static const char *const math[] = {"randomseed", NULL};
    static const char *const string[] = {"dump", NULL};
    for (const luaL_Reg *lib = libraries; lib->name; lib++) {
        luaL_requiref(L, lib->name, lib->func, 1);
        lua_pop(L, 1);
    }
    forget(L, LUA_MATHLIBNAME, math);
    forget(L, LUA_STRLIBNAME, string);
    lua_getglobal(L, LUA_MATHLIBNAME);
    lua_pushcfunction(L, chance);
    lua_setfield(L, -2, "random");
    lua_pop(L, 1);
    lua_register(L, "win", win);
    lua_register(L, "lose", lose);
    lua_register(L, "tie", tie);
    forget(L, LUA_GNAME, base); /* last: _G is how the others are reached */
}

/* ---- failures -----------------------------------------------------------------------------
 */

/* Lua writes "name:line: what"; the name is the caller's, the line a number of its own. */
static void split_message(const char *text, sandbox_fault *fault)
{
    const char *colon = strchr(text, ':');
    char *end = NULL;
    long line = colon ? strtol(colon + 1, &end, 10) : 0;
    bool placed = colon && end > colon + 1 && end[0] == ':' && line > 0;
    fault->line = placed ? (int)line : 0;
    if (placed)
        text = end + 1;
    snprintf(fault->detail, sizeof fault->detail, "%s", text + strspn(text, " "));
}

/* Takes the error value off the stack. */
static bool fail(sandbox *s, int status, const char *function, sandbox_fault *fault)
{
    const char *text = lua_tostring(s->L, -1);
    *fault = (sandbox_fault){.kind = TALK_ERROR, .function = function};
    split_message(text ? text : luaL_typename(s->L, -1), fault);
    if (s->exhausted) {
        fault->kind = TALK_ENDLESS;
        fault->line = s->line;
    } else if (status == LUA_ERRMEM) {
        fault->kind = TALK_MEMORY;
    }
    lua_settop(s->L, 0);
    return false;
}

bool sandbox_run(sandbox *s, const char *name, int arguments, int results, sandbox_fault *fault)
{
    s->left = SANDBOX_INSTRUCTIONS;
    s->exhausted = false;
    int status = lua_pcall(s->L, arguments, results, 0);
    /* a script may have caught the error of its budget: it does not count */
    if (status == LUA_OK && s->exhausted) {
        lua_pushstring(s->L, "");
        status = LUA_ERRRUN;
    }
    return status == LUA_OK || fail(s, status, name, fault);
}

bool sandbox_call(sandbox *s, talk_function f, int arguments, int results, sandbox_fault *fault)
{
    lua_rawgeti(s->L, LUA_REGISTRYINDEX, s->function[f]);
    lua_insert(s->L, -1 - arguments);
    return sandbox_run(s, talk_function_name[f], arguments, results, fault);
}

/* ---- opening ------------------------------------------------------------------------------
 */

static int refuse_global(lua_State *L)
{
    return luaL_error(L, "“%s” is not declared here: write “local %s”", lua_tostring(L, 2),
                      lua_tostring(L, 2));
}

/* Moves everything global into a table behind the globals, which refuse what is new. */
static void close_globals(sandbox *s)
{
    lua_State *L = s->L;
    lua_newtable(L);
    lua_pushglobaltable(L);
    for (lua_pushnil(L); lua_next(L, -2);) {
        lua_pushvalue(L, -2);
        lua_insert(L, -2); /* hidden, globals, key, key, value */
        lua_rawset(L, -5);
    }
    for (lua_pushnil(L); lua_next(L, -2);) {
        lua_pop(L, 1);
        lua_pushvalue(L, -1);
        lua_pushnil(L);
        lua_rawset(L, -4);
    }
    lua_createtable(L, 0, 3);
    lua_pushvalue(L, -3);
    lua_setfield(L, -2, "__index");
    lua_pushcfunction(L, refuse_global);
    lua_setfield(L, -2, "__newindex");
    lua_pushboolean(L, 0);
    lua_setfield(L, -2, "__metatable");
    lua_setmetatable(L, -2);
    lua_pop(L, 1);
    s->names = luaL_ref(L, LUA_REGISTRYINDEX);
}

void sandbox_push(sandbox *s, const char *name)
{
    lua_rawgeti(s->L, LUA_REGISTRYINDEX, s->names);
    lua_pushstring(s->L, name);
    lua_rawget(s->L, -2);
    lua_remove(s->L, -2);
}

void sandbox_options(sandbox *s)
{
    lua_rawgeti(s->L, LUA_REGISTRYINDEX, s->names);
    lua_insert(s->L, -2);
    lua_setfield(s->L, -2, "option");
    lua_pop(s->L, 1);
}

/* A file may also return a table of what it defines. */
static void take_returned(sandbox *s)
{
    lua_State *L = s->L;
    if (!lua_istable(L, -1)) {
        lua_pop(L, 1);
        return;
    }
    lua_pushglobaltable(L);
    for (lua_pushnil(L); lua_next(L, -3);) {
        lua_pushvalue(L, -2);
        lua_insert(L, -2);
        lua_rawset(L, -4);
    }
    lua_pop(L, 2);
}

static bool find_functions(sandbox *s, sandbox_fault *fault)
{
    for (int f = 0; f < FN_COUNT; f++) {
        sandbox_push(s, talk_function_name[f]);
        bool there = lua_isfunction(s->L, -1);
        s->function[f] = there ? luaL_ref(s->L, LUA_REGISTRYINDEX) : LUA_NOREF;
        if (there)
            continue;
        bool nothing = lua_isnil(s->L, -1);
        *fault = (sandbox_fault){.kind = TALK_MISSING, .function = talk_function_name[f]};
        lua_pop(s->L, 1);
        if (f < TALK_NEEDED || !nothing)
            return false;
    }
    return true;
}

static int prepare(lua_State *L)
{
    open_libraries(L);
    return 0;
}

static int finish(lua_State *L)
{
    sandbox *s = sandbox_of(L);
    take_returned(s);
    close_globals(s);
    return 0;
}

static bool load(sandbox *s, const char *name, duel_str source, sandbox_fault *fault)
{
    char chunk[80];
    snprintf(chunk, sizeof chunk, "@%.70s", name);
    lua_pushcfunction(s->L, prepare);
    if (!sandbox_run(s, "", 0, 0, fault))
        return false;
    int status = luaL_loadbufferx(s->L, source.at, source.len, chunk, "t");
    if (status != LUA_OK)
        return fail(s, status, "", fault);
    if (!sandbox_run(s, "", 0, 1, fault))
        return false;
    lua_pushcfunction(s->L, finish);
    lua_insert(s->L, -2);
    return sandbox_run(s, "", 1, 0, fault) && find_functions(s, fault);
}

bool sandbox_open(sandbox *s, const char *name, duel_str source, sandbox_fault *fault)
{
    *s = (sandbox){.left = SANDBOX_INSTRUCTIONS};
    *fault = (sandbox_fault){.kind = TALK_MEMORY, .function = ""};
    s->L = lua_newstate(allocate, s);
    if (s->L == NULL)
        return false;
    memcpy(lua_getextraspace(s->L), &s, sizeof s);
    lua_sethook(s->L, count_down, LUA_MASKCOUNT, HOOK_EVERY);
    if (load(s, name, source, fault))
        return true;
    sandbox_close(s);
    return false;
}

void sandbox_close(sandbox *s)
{
    if (s->L)
        lua_close(s->L);
    s->L = NULL;
}
