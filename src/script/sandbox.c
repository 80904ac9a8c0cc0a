/* script/sandbox.c -- see sandbox.h.
 *
 * A table becomes bytes with lua_next, never through metamethods, so that writing runs no code
 * of the script. */
#include "script/sandbox.h"
#include "script/plain_value.h"

#include <lauxlib.h>
#include <lualib.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- limits ----------------------------------------------------------------------------- */

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

/* ---- libraries -------------------------------------------------------------------------- */

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

/* ---- failures --------------------------------------------------------------------------- */

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

/* ---- opening ---------------------------------------------------------------------------- */

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

enum { DEPTHS = 64, STEP = 64 };

/* The order of `pairs` comes from a seed that Lua makes of the second and of addresses. One
 * state after another would stand at the same: so each is made elsewhere in the stack. */
static lua_State *make_state(sandbox *s, unsigned depth)
{
    volatile char step[STEP] = {0};
    lua_State *L = depth ? make_state(s, depth - 1) : lua_newstate(allocate, s);
    return step[0] ? NULL : L;
}

bool sandbox_open(sandbox *s, const char *name, duel_str source, sandbox_fault *fault)
{
    static unsigned opened;
    *s = (sandbox){.left = SANDBOX_INSTRUCTIONS};
    *fault = (sandbox_fault){.kind = TALK_MEMORY, .function = ""};
    s->L = make_state(s, opened++ % DEPTHS);
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

/* ---- values to flat bytes --------------------------------------------------------------- */

typedef struct writer {
    lua_State *L;
    duel_buf *out;
    size_t limit; /* out->len may not go beyond */
    lua_value_fault *fault;
    const void *above[PLAIN_VALUE_DEPTH + 1]; /* the tables around the present one, */
    const char
        *name[PLAIN_VALUE_DEPTH + 1]; /* and in each the key that is being written: a name, */
    lua_Integer number[PLAIN_VALUE_DEPTH + 1]; /* or without one a number */
    int depth;
} writer;

static bool write_value(writer *w, int index);

/* "result.board[3]" */
static void write_path(const writer *w, char path[], size_t room)
{
    size_t at = (size_t)snprintf(path, room, "result");
    for (int i = 0; i < w->depth && at < room; i++) {
        if (w->name[i])
            at += (size_t)snprintf(path + at, room - at, ".%.30s", w->name[i]);
        else
            at += (size_t)snprintf(path + at, room - at, "[%lld]", (long long)w->number[i]);
    }
}

static bool refuse(const writer *w, talk_answer kind, const char *what)
{
    char path[LUA_VALUE_PATH];
    write_path(w, path, sizeof path);
    w->fault->kind = kind;
    snprintf(w->fault->path, sizeof w->fault->path, "%.90s%s%.24s", path, what[0] ? ": " : "",
             what);
    return false;
}

static bool write_number(writer *w, int index)
{
    if (lua_isinteger(w->L, index)) {
        plain_value_put_int(w->out, lua_tointeger(w->L, index));
        return true;
    }
    double d = lua_tonumber(w->L, index);
    if (isnan(d))
        return refuse(w, TALK_NAN, "");
    plain_value_put_float(w->out, d);
    return true;
}

/* ---- tables ----------------------------------------------------------------------------- */

/* The number of entries; *list: the keys are exactly 1..count. */
static bool look_over(writer *w, int index, uint32_t *count, bool *list)
{
    lua_State *L = w->L;
    lua_Unsigned border = lua_rawlen(L, index);
    *count = 0;
    bool whole = true;
    for (lua_pushnil(L); lua_next(L, index); lua_pop(L, 1)) {
        bool number = lua_isinteger(L, -2), text = lua_type(L, -2) == LUA_TSTRING;
        if (!number && !text) {
            char what[64];
            snprintf(what, sizeof what, "[%s]", luaL_typename(L, -2));
            lua_pop(L, 2);
            return refuse(w, TALK_NO_VALUE, what);
        }
        lua_Integer key = number ? lua_tointeger(L, -2) : 0;
        whole = whole && key >= 1 && (lua_Unsigned)key <= border;
        ++*count;
    }
    *list = whole && *count == border;
    return true;
}

static bool write_list(writer *w, int index, uint32_t count)
{
    plain_value_put_list(w->out, count);
    w->name[w->depth - 1] = NULL;
    for (uint32_t i = 1; i <= count; i++) {
        w->number[w->depth - 1] = i;
        lua_rawgeti(w->L, index, i);
        bool right = write_value(w, lua_gettop(w->L));
        lua_pop(w->L, 1);
        if (!right)
            return false;
    }
    return true;
}

typedef struct entry { /* places in a scratch buffer */
    size_t key, value, end;
    const char *base;
} entry;

static int by_key(const void *a, const void *b)
{
    const entry *x = a, *y = b;
    size_t nx = x->value - x->key, ny = y->value - y->key;
    int order = memcmp(x->base + x->key, y->base + y->key, nx < ny ? nx : ny);
    return order ? order : (nx > ny) - (nx < ny);
}

static void name_entry(writer *w)
{
    bool number = lua_isinteger(w->L, -2);
    w->name[w->depth - 1] = number ? NULL : lua_tostring(w->L, -2);
    w->number[w->depth - 1] = number ? lua_tointeger(w->L, -2) : 0;
}

/* In the order lua_next gives them. */
static bool write_entries(writer *w, int index, entry *list)
{
    size_t n = 0;
    for (lua_pushnil(w->L); lua_next(w->L, index); lua_pop(w->L, 1)) {
        name_entry(w);
        list[n].key = w->out->len;
        int top = lua_gettop(w->L);
        if (!write_value(w, top - 1)) /* an integer or a text: never fails but for room */
            return lua_settop(w->L, top - 2), false;
        list[n].value = w->out->len;
        if (!write_value(w, top))
            return lua_settop(w->L, top - 2), false;
        list[n++].end = w->out->len;
    }
    return true;
}

/* Sorts the entries that were written from `begin` on. */
static bool put_in_order(duel_buf *out, size_t begin, entry *list, uint32_t count)
{
    enum { SMALL = 512 };
    char small[SMALL];
    size_t bytes = out->len - begin;
    char *copy = bytes <= SMALL ? small : malloc(bytes);
    if (copy == NULL)
        return false;
    memcpy(copy, out->text + begin, bytes);
    for (uint32_t i = 0; i < count; i++)
        list[i] =
            (entry){list[i].key - begin, list[i].value - begin, list[i].end - begin, copy};
    qsort(list, count, sizeof *list, by_key);
    out->len = begin;
    for (uint32_t i = 0; i < count; i++)
        duel_put_str(&out->sink, (duel_str){copy + list[i].key, list[i].end - list[i].key});
    if (copy != small)
        free(copy);
    return true;
}

static bool write_map(writer *w, int index, uint32_t count)
{
    enum { FEW = 16 };
    entry few[FEW], *list = count <= FEW ? few : calloc(count, sizeof *list);
    plain_value_put_map(w->out, count);
    size_t begin = w->out->len;
    bool right = list && write_entries(w, index, list) && !w->out->failed &&
                 put_in_order(w->out, begin, list, count);
    if (list != few)
        free(list);
    return right;
}

static bool write_table(writer *w, int index)
{
    uint32_t count = 0;
    bool list = false;
    const void *self = lua_topointer(w->L, index);
    for (int i = 0; i < w->depth; i++)
        if (w->above[i] == self)
            return refuse(w, TALK_CYCLE, "");
    if (w->depth >= PLAIN_VALUE_DEPTH)
        return refuse(w, TALK_LARGE, "");
    if (!lua_checkstack(w->L, 8) || !look_over(w, index, &count, &list))
        return false;
    w->above[w->depth++] = self;
    bool right = list ? write_list(w, index, count) : write_map(w, index, count);
    w->depth--;
    return right;
}

static bool write_value(writer *w, int index)
{
    bool right = true;
    size_t len;
    const char *text;
    switch (lua_type(w->L, index)) {
    case LUA_TBOOLEAN:
        plain_value_put_bool(w->out, lua_toboolean(w->L, index));
        break;
    case LUA_TNUMBER:
        right = write_number(w, index);
        break;
    case LUA_TSTRING:
        text = lua_tolstring(w->L, index, &len);
        if (len > w->limit)
            return refuse(w, TALK_LARGE, "");
        plain_value_put_text(w->out, (duel_str){text, len});
        break;
    case LUA_TTABLE:
        right = write_table(w, index);
        break;
    default:
        right = refuse(w, TALK_NO_VALUE, luaL_typename(w->L, index));
    }
    return right && (w->out->len <= w->limit || refuse(w, TALK_LARGE, ""));
}

bool lua_value_write(lua_State *L, int index, size_t most, duel_buf *out,
                     lua_value_fault *fault)
{
    writer w = {.L = L, .out = out, .limit = out->len + most, .fault = fault};
    return write_value(&w, lua_absindex(L, index));
}

/* ---- bytes to values -------------------------------------------------------------------- */

static bool push_inside(lua_State *L, duel_str *rest, int depth);

static bool push_table(lua_State *L, duel_str *rest, const plain_value_item *head, int depth)
{
    lua_createtable(L, head->kind == PLAIN_VALUE_LIST ? (int)head->count : 0,
                    head->kind == PLAIN_VALUE_MAP ? (int)head->count : 0);
    for (uint32_t i = 1; i <= head->count; i++) {
        if (head->kind == PLAIN_VALUE_MAP && !push_inside(L, rest, depth))
            return lua_pop(L, 1), false;
        if (!push_inside(L, rest, depth))
            return lua_pop(L, head->kind == PLAIN_VALUE_MAP ? 2 : 1), false;
        if (head->kind == PLAIN_VALUE_MAP)
            lua_rawset(L, -3);
        else
            lua_rawseti(L, -2, i);
    }
    return true;
}

static bool push_inside(lua_State *L, duel_str *rest, int depth)
{
    plain_value_item item;
    if (depth > PLAIN_VALUE_DEPTH || !lua_checkstack(L, 8) || !plain_value_take(rest, &item))
        return false;
    switch (item.kind) {
    case PLAIN_VALUE_NIL:
        lua_pushnil(L);
        break;
    case PLAIN_VALUE_BOOL:
        lua_pushboolean(L, (int)item.number);
        break;
    case PLAIN_VALUE_INT:
        lua_pushinteger(L, item.number);
        break;
    case PLAIN_VALUE_FLOAT:
        lua_pushnumber(L, item.decimal);
        break;
    case PLAIN_VALUE_TEXT:
        lua_pushlstring(L, item.text.at, item.text.len);
        break;
    case PLAIN_VALUE_LIST:
    case PLAIN_VALUE_MAP:
        return push_table(L, rest, &item, depth + 1);
    }
    return true;
}

bool lua_value_push(lua_State *L, duel_str *rest)
{
    return push_inside(L, rest, 0);
}
