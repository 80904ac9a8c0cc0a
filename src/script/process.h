/* script/process.h -- the process of a file, for script/host.c: begun, asked, ended.
 *
 * It is this program once more, started by a word (child.h, prolog.h). A child that dies, hangs
 * or says too much is ended, and how is told in words. Where no process can be, something else
 * stands behind these four (front/static/lua.c). */
#ifndef DUEL_SCRIPT_PROCESS_H
#define DUEL_SCRIPT_PROCESS_H

#include "script/host.h"

/* None runs yet. */
duel_status process_begin(script_host *h, duel_msg *why);
/* One question; h->in is its answer, whatever it says. On failure none runs any more. */
duel_status process_ask(script_host *h, duel_str question, duel_msg *why);
/* Does nothing where none runs. */
void process_end(script_host *h);

#endif
