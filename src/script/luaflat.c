/* script/luaflat.c -- see luaflat.h.
 *
 * A table is read with lua_next, never through metamethods, so that writing runs no code of
 * the script. */
#include "script/luaflat.h"
#include "script/flat.h"

#include <lauxlib.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct writer {
    lua_State *L;
    duel_buf *out;
    size_t limit; /* out->len may not go beyond */
    luaflat_fault *fault;
    const void *above[FLAT_DEPTH + 1];  /* the tables around the present one, */
    const char *name[FLAT_DEPTH + 1];   /* and in each the key that is being written: a name, */
    lua_Integer number[FLAT_DEPTH + 1]; /* or without one a number */
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
    char path[LUAFLAT_PATH];
    write_path(w, path, sizeof path);
    w->fault->kind = kind;
    snprintf(w->fault->path, sizeof w->fault->path, "%.90s%s%.24s", path, what[0] ? ": " : "",
             what);
    return false;
}

static bool write_number(writer *w, int index)
{
    if (lua_isinteger(w->L, index)) {
        flat_put_int(w->out, lua_tointeger(w->L, index));
        return true;
    }
    double d = lua_tonumber(w->L, index);
    if (isnan(d))
        return refuse(w, TALK_NAN, "");
    flat_put_float(w->out, d);
    return true;
}

/* ---- tables -------------------------------------------------------------------------------
 */

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
    flat_put_list(w->out, count);
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
    flat_put_map(w->out, count);
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
    if (w->depth >= FLAT_DEPTH)
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
        flat_put_bool(w->out, lua_toboolean(w->L, index));
        break;
    case LUA_TNUMBER:
        right = write_number(w, index);
        break;
    case LUA_TSTRING:
        text = lua_tolstring(w->L, index, &len);
        if (len > w->limit)
            return refuse(w, TALK_LARGE, "");
        flat_put_text(w->out, (duel_str){text, len});
        break;
    case LUA_TTABLE:
        right = write_table(w, index);
        break;
    default:
        right = refuse(w, TALK_NO_VALUE, luaL_typename(w->L, index));
    }
    return right && (w->out->len <= w->limit || refuse(w, TALK_LARGE, ""));
}

bool luaflat_write(lua_State *L, int index, size_t most, duel_buf *out, luaflat_fault *fault)
{
    writer w = {.L = L, .out = out, .limit = out->len + most, .fault = fault};
    return write_value(&w, lua_absindex(L, index));
}

/* ---- back ---------------------------------------------------------------------------------
 */

static bool push_inside(lua_State *L, duel_str *rest, int depth);

static bool push_table(lua_State *L, duel_str *rest, const flat_item *head, int depth)
{
    lua_createtable(L, head->kind == FLAT_LIST ? (int)head->count : 0,
                    head->kind == FLAT_MAP ? (int)head->count : 0);
    for (uint32_t i = 1; i <= head->count; i++) {
        if (head->kind == FLAT_MAP && !push_inside(L, rest, depth))
            return lua_pop(L, 1), false;
        if (!push_inside(L, rest, depth))
            return lua_pop(L, head->kind == FLAT_MAP ? 2 : 1), false;
        if (head->kind == FLAT_MAP)
            lua_rawset(L, -3);
        else
            lua_rawseti(L, -2, i);
    }
    return true;
}

static bool push_inside(lua_State *L, duel_str *rest, int depth)
{
    flat_item item;
    if (depth > FLAT_DEPTH || !lua_checkstack(L, 8) || !flat_take(rest, &item))
        return false;
    switch (item.kind) {
    case FLAT_NIL:
        lua_pushnil(L);
        break;
    case FLAT_BOOL:
        lua_pushboolean(L, (int)item.number);
        break;
    case FLAT_INT:
        lua_pushinteger(L, item.number);
        break;
    case FLAT_FLOAT:
        lua_pushnumber(L, item.decimal);
        break;
    case FLAT_TEXT:
        lua_pushlstring(L, item.text.at, item.text.len);
        break;
    case FLAT_LIST:
    case FLAT_MAP:
        return push_table(L, rest, &item, depth + 1);
    }
    return true;
}

bool luaflat_push(lua_State *L, duel_str *rest)
{
    return push_inside(L, rest, 0);
}
