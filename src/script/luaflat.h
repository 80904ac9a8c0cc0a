/* script/luaflat.h -- Lua values to flat bytes and back. Lives in the child process only. */
#ifndef DUEL_SCRIPT_LUAFLAT_H
#define DUEL_SCRIPT_LUAFLAT_H

#include "base/text.h"
#include "script/talk.h"

#include <lua.h>

enum { LUAFLAT_PATH = 120 };

/* Where and why a value has no flat bytes. */
typedef struct luaflat_fault {
    talk_answer kind;        /* TALK_NO_VALUE, TALK_NAN, TALK_CYCLE or TALK_LARGE */
    char path[LUAFLAT_PATH]; /* "result.board[3]: function" */
} luaflat_fault;

/* Appends the bytes of the value at `index`; at most `most` bytes of them. */
bool luaflat_write(lua_State *L, int index, size_t most, duel_buf *out, luaflat_fault *fault);
/* Pushes the first value of *rest; false (and nothing pushed) if the bytes are not one. */
bool luaflat_push(lua_State *L, duel_str *rest);

#endif
