/* script/sandbox.h -- a Lua state in which a file can do nothing but compute, and its values as
 * flat bytes. Lives in the child process only.
 *
 * It has the libraries base, math, string and table without what reaches outside (load, files,
 * the debugger); its memory and the instructions of a call are counted; after the file has run,
 * its globals are closed, so that a function that forgets `local` says so instead of changing
 * the game behind everybody's back. Chance (math.random) is given to init and guess alone. */
#pragma once

#include "base/rng.h"
#include "script/pipe_message.h"

#include <lua.h>

enum {
    SANDBOX_MEMORY = 64 << 20,       /* bytes */
    SANDBOX_INSTRUCTIONS = 50000000, /* of one call */
    SANDBOX_DETAIL = 200
};

typedef struct sandbox {
    lua_State *L;
    size_t used;    /* bytes */
    int64_t left;   /* instructions of the present call */
    bool exhausted; /* the present call had no instructions left */
    int line;       /* where it stood then */
    bool chance;    /* math.random may be called */
    duel_rng rng;
    int names;              /* registry: what the file defined, by name */
    int function[FN_COUNT]; /* registry; LUA_NOREF: the file has none */
} sandbox;

/* What went wrong, in the words of script/pipe_message.h. */
typedef struct sandbox_fault {
    talk_answer kind;
    int line;
    const char *function; /* "" = the file itself */
    char detail[SANDBOX_DETAIL];
} sandbox_fault;

/* Runs the file. On failure the sandbox is closed and *fault filled. */
bool sandbox_open(sandbox *s, const char *name, duel_str source, sandbox_fault *fault);
void sandbox_close(sandbox *s);

/* The variant's options, as the global `option`: pops a table. */
void sandbox_options(sandbox *s);
/* Pushes what the file calls `name`, nil if nothing. */
void sandbox_push(sandbox *s, const char *name);
/* Calls a function of the file with `arguments` values on the stack (popped), leaves
 * `results`. On failure leaves nothing. */
bool sandbox_call(sandbox *s, talk_function f, int arguments, int results,
                  sandbox_fault *fault);
/* The same for a function on the stack below its arguments. */
bool sandbox_run(sandbox *s, const char *name, int arguments, int results,
                 sandbox_fault *fault);

/* ---- values as flat bytes --------------------------------------------------------------- */

enum { LUA_VALUE_PATH = 120 };

/* Where and why a value has no flat bytes. */
typedef struct lua_value_fault {
    talk_answer kind;          /* TALK_NO_VALUE, TALK_NAN, TALK_CYCLE or TALK_LARGE */
    char path[LUA_VALUE_PATH]; /* "result.board[3]: function" */
} lua_value_fault;

/* Appends the bytes of the value at `index`; at most `most` bytes of them. */
bool lua_value_write(lua_State *L, int index, size_t most, duel_buf *out,
                     lua_value_fault *fault);
/* Pushes the first value of *rest; false (and nothing pushed) if the bytes are not one. */
bool lua_value_push(lua_State *L, duel_str *rest);
