/* script/plugin.c -- a game in a shared object: opened, checked, closed.
 *
 * The house plays a copy of its table, in which `variant` is ours, so that every variant that
 * is made of it is looked at first, and in which what it answers later is watched. */
#include "script/plugin.h"
#include "core/variant.h"
#include "script/border.h"
#include "script/load.h"
#include "script/watched.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct plugin {
    watched_game played; /* first: a variant leads back here */
    void *object;
} plugin;

static void close_plugin(void *self)
{
    plugin *p = self;
    dlclose(p->object);
    free(p);
}

static duel_status make_variant(duel_variant *v, duel_msg *why)
{
    const plugin *p = (const plugin *)v->game;
    duel_status status = p->played.its_own->variant(v, why);
    if (status == DUEL_OK)
        status = duel_variant_check(v, why);
    duel_variant unwatched = *v;
    unwatched.game = p->played.its_own;
    return status == DUEL_OK ? border_first_look(&unwatched, why) : status;
}

/* Which edition of the contract it was compiled for; 0: it is no plug-in. */
static uint32_t edition_of(void *object)
{
    const uint32_t *edition = dlsym(object, "duel_plugin_edition");
    if (edition)
        return *edition;
    return dlsym(object, "duel_plugin_open") ? 1 : 0;
}

static duel_status take_in(const duel_game *g, void *object, script_file *out, duel_msg *why)
{
    plugin *p = malloc(sizeof *p);
    if (p == NULL)
        return duel_full(why);
    watched_init(&p->played, g);
    p->played.game.variant = make_variant;
    p->object = object;
    *out = (script_file){&p->played.game, p, NULL, close_plugin};
    return DUEL_OK;
}

static duel_status check_edition(const char *path, void *object, duel_msg *why)
{
    uint32_t edition = edition_of(object);
    if (edition == DUEL_EDITION)
        return DUEL_OK;
    if (edition == 0)
        return duel_bad(why, N_("{0}: it is no plug-in: it has no DUEL_PLUGIN(game)."), "c",
                        path);
    return duel_bad(why,
                    N_("{0}: it was compiled for edition {1} of the contract, and this program "
                       "has edition {2}; compile it again."),
                    "cii", path, (int64_t)edition, (int64_t)DUEL_EDITION);
}

static duel_status check_table(const char *path, const duel_plugin *table, duel_msg *why)
{
    if (table == NULL || table->game_size != sizeof(duel_game) ||
        table->variant_size != sizeof(duel_variant))
        return duel_bad(why,
                        N_("{0}: it was compiled for another version of this program; compile "
                           "it again."),
                        "c", path);
    return border_check_game(path, table->game, why);
}

/* Its functions are bound only once its edition is known: what another edition has no more
 * would be missed first, by a name that says nothing to whoever plays. */
static duel_status bind_plugin(const char *path, const char *here, void *object,
                               const duel_plugin **out, duel_msg *why)
{
    duel_status status = check_edition(path, object, why);
    if (status != DUEL_OK)
        return status;
    if (dlopen(here, RTLD_NOW | RTLD_LOCAL) == NULL)
        return duel_bad(why, N_("{0}: {1}"), "cc", path, dlerror());
    dlclose(object); /* it was opened twice, and stays bound */
    *out = dlsym(object, "duel_plugin_table");
    return check_table(path, *out, why);
}

duel_status script_open_plugin(const char *path, script_file *out, duel_msg *why)
{
    char here[4096];
    const duel_plugin *table = NULL;
    /* without a slash, dlopen would look in the system's folders */
    snprintf(here, sizeof here, "%s%s", strchr(path, '/') ? "" : "./", path);
    void *object = dlopen(here, RTLD_LAZY | RTLD_LOCAL);
    if (object == NULL)
        return duel_bad(why, N_("{0}: {1}"), "cc", path, dlerror());
    duel_status status = bind_plugin(path, here, object, &table, why);
    if (status == DUEL_OK)
        status = take_in(table->game, object, out, why);
    if (status != DUEL_OK)
        dlclose(object);
    return status;
}
