/* front/static/no_programs.c -- what stands where no program can be started: files that are
 * games answer inside this one, and players that are programs there are none.
 *
 * What walls a file in Lua off is the browser, which lets nothing of a page reach the machine,
 * and what bounds it is the sandbox, which counts memory and instructions. Files in Prolog and
 * plug-ins need what is not there, and say so. */
#include "players/program_player.h"
#include "script/child.h"
#include "script/load.h"
#include "script/parent.h"

#include <stdlib.h>

/* ---- files that are games (script/child.h, script/parent.h, script/load.h) -----------------
 */

const char child_word[] = "lua";
const char prolog_word[] = "prolog";

/* Nothing can be shut in here: a process that wants to be is not run. */
bool jail_enter(void)
{
    return false;
}

duel_status process_begin(script_parent *h, duel_msg *why)
{
    if (h->kind != &script_kind_lua)
        return duel_refuse(why, N_("{0}: files in Prolog need a server (docs/static.md)."), "c",
                           h->name);
    h->child = child_new();
    if (h->child == NULL)
        return duel_no_space(why);
    h->pid = 1;
    h->starts++;
    return DUEL_OK;
}

duel_status process_ask(script_parent *h, duel_str question, duel_msg *why)
{
    duel_buf_clear(&h->in);
    if (!h->hushed && child_answer(h->child, question, &h->in) && !h->in.failed)
        return DUEL_OK;
    process_end(h);
    return duel_fail(why, N_("{0}: the process of the file answers nonsense."), "c", h->name);
}

void process_end(script_parent *h)
{
    child_free(h->child);
    h->child = NULL;
    h->pid = 0;
}

/* Nobody waits here for long: a call ends after so many instructions. */
void script_refuse_all(script_parent *h)
{
    pthread_mutex_lock(&h->life);
    h->hushed = true;
    pthread_mutex_unlock(&h->life);
}

duel_status script_open_plugin(const char *path, script_file *out, duel_msg *why)
{
    return duel_refuse(why, N_("{0}: plug-ins need a server (docs/static.md)."), "c", path);
}

/* ---- players that are programs (players/program_player.h)
 * ------------------------------------------- */

/* No player is one, so nothing of the rest is ever asked for. */
bool program_player_is(duel_str spec)
{
    return false;
}

duel_status program_player_open(duel_str spec, const duel_variant *v, program_player **out,
                                duel_msg *why)
{
    return duel_invalid(why, N_("{0}: programs cannot be started in a browser."), "s", spec);
}

void program_player_close(program_player *b)
{
}

duel_status program_player_start(program_player *b, duel_msg *why)
{
    abort();
}

duel_status program_player_log(program_player *b, const char *path, duel_msg *why)
{
    abort();
}

duel_status program_player_think(program_player *b, const duel_think *t, int depth,
                                 duel_answer *out, duel_msg *why)
{
    abort();
}

double program_player_seconds(const program_player *b)
{
    abort();
}

void program_player_forget(program_player *b)
{
    abort();
}
