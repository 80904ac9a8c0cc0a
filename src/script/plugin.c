/* script/plugin.c -- a game in a shared object: opened, checked, closed. */
#include "script/plugin.h"
#include "script/load.h"

#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

static void close_plugin(void *self)
{
    dlclose(self);
}

/* POSIX gives a data pointer for a function; the bytes are the same. */
static duel_plugin_entry *entry_of(void *object)
{
    duel_plugin_entry *entry = NULL;
    void *symbol = dlsym(object, "duel_plugin_open");
    memcpy(&entry, &symbol, sizeof entry);
    return entry;
}

static bool complete(const duel_game *g)
{
    return g && g->id && g->title && g->tagline && g->rules && g->variant && g->deal &&
           g->turn && g->over && g->moves && g->play && g->draw && g->min_seats >= 1 &&
           g->max_seats <= DUEL_SEATS && g->min_seats <= g->max_seats;
}

static duel_status check(const char *path, duel_plugin_entry *entry, const duel_plugin **out,
                         duel_msg *why)
{
    if (entry == NULL)
        return duel_bad(why, N_("{0}: it is no plug-in: it does not export duel_plugin_open."),
                        "c", path);
    *out = entry();
    if (*out == NULL || (*out)->contract != DUEL_CONTRACT || (*out)->size != sizeof(duel_game))
        return duel_bad(why,
                        N_("{0}: it was compiled for another version of this program; compile "
                           "it again."),
                        "c", path);
    if (!complete((*out)->game))
        return duel_bad(why, N_("{0}: its game lacks a function that every game has."), "c",
                        path);
    return DUEL_OK;
}

duel_status script_open_plugin(const char *path, script_file *out, duel_msg *why)
{
    char here[4096];
    const duel_plugin *plugin = NULL;
    /* without a slash, dlopen would look in the system's folders */
    snprintf(here, sizeof here, "%s%s", strchr(path, '/') ? "" : "./", path);
    void *object = dlopen(here, RTLD_NOW | RTLD_LOCAL);
    if (object == NULL)
        return duel_bad(why, N_("{0}: {1}"), "cc", path, dlerror());
    duel_status status = check(path, entry_of(object), &plugin, why);
    if (status == DUEL_OK)
        *out = (script_file){plugin->game, object, close_plugin};
    else
        dlclose(object);
    return status;
}
