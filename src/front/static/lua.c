/* front/static/lua.c -- files that are games where there are no processes: a file in Lua
 * answers inside the program. What walls it off is the browser, which lets nothing of a page
 * reach the machine, and what bounds it is the sandbox, which counts memory and instructions.
 * Files in Prolog and plug-ins need what is not there, and say so. */
#include "script/child.h"
#include "script/host.h"
#include "script/load.h"

const char child_word[] = "lua";
const char prolog_word[] = "prolog";

/* Nothing can be shut in here: a process that wants to be is not run. */
bool cell_shut(void)
{
    return false;
}

duel_status process_begin(script_host *h, duel_msg *why)
{
    if (h->kind != &script_kind_lua)
        return duel_refuse(why, N_("{0}: files in Prolog need a server (docs/static.md)."), "c",
                           h->name);
    h->child = child_new();
    if (h->child == NULL)
        return duel_full(why);
    h->pid = 1;
    h->starts++;
    return DUEL_OK;
}

duel_status process_ask(script_host *h, duel_str question, duel_msg *why)
{
    duel_buf_clear(&h->in);
    if (!h->hushed && child_answer(h->child, question, &h->in) && !h->in.failed)
        return DUEL_OK;
    process_end(h);
    return duel_fail(why, N_("{0}: the process of the file answers nonsense."), "c", h->name);
}

void process_end(script_host *h)
{
    child_free(h->child);
    h->child = NULL;
    h->pid = 0;
}

/* Nobody waits here for long: a call ends after so many instructions. */
void script_host_hush(script_host *h)
{
    pthread_mutex_lock(&h->life);
    h->hushed = true;
    pthread_mutex_unlock(&h->life);
}

duel_status script_open_plugin(const char *path, script_file *out, duel_msg *why)
{
    (void)out;
    return duel_refuse(why, N_("{0}: plug-ins need a server (docs/static.md)."), "c", path);
}
