/* script/load.h -- a game from a file: Lua or Prolog in a process of its own, a rule sheet, or
 * a C plug-in.
 *
 * A .lua or .pl file can do no harm (script/child.h), and nothing in a .kif
 * file is executed (sheets/load.h). A .so file is trusted code: it runs inside the program and
 * can do whatever the program can. */
#pragma once

#include "core/game.h"

typedef struct script_file {
    const duel_game *game;
    void *self;
    void (*hush)(void *self); /* NULL: it never keeps anybody waiting */
    void (*close)(void *self);
} script_file;

/* Whether a name is that of such a file, by its end. */
bool script_is_file(duel_str name);
/* On success the game lives until script_close. */
duel_status script_open(const char *path, script_file *out, duel_msg *why);
void script_close(script_file *f);
/* On any thread, for a program that ends: whoever waits for an answer of the file is told that
 * it has failed, and so is everybody who asks from now on. */
void script_stop_all(const script_file *f);

/* Positions of a Lua file that it was asked about since it was opened (all, or some hundred
 * thousand), asked about once more in one plain loop, without anything of the house around its
 * functions: how long that takes. */
typedef struct script_times { /* of the processor, for the process of the file */
    uint64_t positions;
    double seconds; /* for the loop over them */
    double before;  /* for all that came before */
} script_times;
duel_status script_time_functions(const duel_variant *v, script_times *out, duel_msg *why);

/* Whether a name that is none of those was meant for a file; and its refusal, which names the
 * kinds that there are. */
bool script_looks_like_file(duel_str name);
duel_status script_refuse_kind(duel_str name, duel_msg *why);

/* Two of the kinds, whatever the name ends in. */
duel_status script_open_lua(const char *path, script_file *out, duel_msg *why);
duel_status script_open_plugin(const char *path, script_file *out, duel_msg *why);
