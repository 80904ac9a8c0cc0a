/* players/catalogue.c -- see catalogue.h. */
#include "players/catalogue.h"
#include "base/grow.h"
#include "base/messages.h"
#include "base/spelling.h"
#include "script/load.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { DUEL_PATH_TEXT = 4096 };

#define GAME(id)   extern const duel_game duel_game_##id;
#define ENGINE(id) extern const duel_engine duel_engine_##id;
#define STUDY(id)                                                                              \
    extern void id##_study(const duel_variant *v, const void *view, duel_sink *out);
#include "catalogue.def"

enum {
#define GAME(id) COUNT_##id,
#include "catalogue.def"
    BUILT_IN
};

/* The games built in, then the shelf; always NULL-ended. */
static const duel_game *all_games[BUILT_IN + CATALOGUE_FILES_MAX + 1] = {
#define GAME(id) &duel_game_##id,
#include "catalogue.def"
    NULL};

/* What stands behind all_games[BUILT_IN + i]. A file read again leaves its former self behind,
 * for tables that still play it. */
static struct shelf {
    script_file file, *former;
    int formers;
    char path[DUEL_PATH_TEXT];
    struct stat read; /* the file as it was */
} shelf[CATALOGUE_FILES_MAX];

const duel_game *const *const duel_games = all_games;

const duel_engine *const duel_engines[] = {
#define ENGINE(id) &duel_engine_##id,
#include "catalogue.def"
    NULL};

const duel_game *catalogue_find_game(duel_str id)
{
    for (int i = 0; duel_games[i]; i++)
        if (duel_str_is(id, duel_games[i]->id))
            return duel_games[i];
    return NULL;
}

duel_status catalogue_need_game(duel_str id, const duel_game **out, duel_msg *why)
{
    *out = catalogue_find_game(id);
    if (*out)
        return DUEL_OK;
    if (script_is_file(id))
        return duel_invalid(why, N_("The game “{0}” comes from a file; name it with --load."),
                            "s", id);
    duel_buf names;
    duel_nearest near;
    duel_buf_init(&names);
    duel_nearest_begin(&near, id);
    for (int i = 0; duel_games[i]; i++) {
        if (catalogue_group_of(duel_games[i]) ==
            CATALOGUE_TEMPLATE_GAME) /* which nobody plays */
            continue;
        duel_putf(&names.sink, "%s%s", names.len ? ", " : "", duel_games[i]->id);
        duel_nearest_try(&near, duel_str_of(duel_games[i]->id));
    }
    duel_status status =
        duel_nearest_found(&near)
            ? duel_nearest_ask(&near, duel_invalid(why, N_("There is no game “{0}”."), "s", id),
                               why)
            : duel_invalid(why, N_("There is no game “{0}”; there are {1}."), "ss", id,
                           duel_buf_str(&names));
    duel_buf_fini(&names);
    return status;
}

/* By its name or its title in any language, as people type them. */
static const duel_game *game_typed(duel_str name)
{
    for (int i = 0; duel_games[i]; i++) {
        const duel_game *g = duel_games[i];
        if (duel_alike(name, duel_str_of(g->id)) ||
            duel_alike(name, duel_str_of(duel_text(DUEL_EN, g->title))) ||
            duel_alike(name, duel_str_of(duel_text(DUEL_FR, g->title))))
            return g;
    }
    duel_str pointless;
    return duel_str_pointless(name, &pointless) ? game_typed(pointless) : NULL;
}

/* Where a file stands on the shelf, or can be put. */
static int place_for(const char *path)
{
    int at = 0;
    while (at < CATALOGUE_FILES_MAX && shelf[at].file.game && strcmp(shelf[at].path, path) != 0)
        at++;
    return at;
}

static duel_status retire(struct shelf *s, duel_msg *why)
{
    if (s->file.game == NULL)
        return DUEL_OK;
    if (!GROW_ONE(s->former, s->formers))
        return duel_no_space(why);
    s->former[s->formers++] = s->file;
    return DUEL_OK;
}

static duel_status put_up(int at, const char *path, script_file *file, duel_msg *why)
{
    const duel_game *known = catalogue_find_game(duel_str_of(file->game->id));
    if (known && known != all_games[BUILT_IN + at])
        return duel_invalid(why, N_("{0}: there is a game of that name already."), "c",
                            file->game->id);
    duel_status status = retire(&shelf[at], why);
    if (status != DUEL_OK)
        return status;
    shelf[at].file = *file;
    snprintf(shelf[at].path, sizeof shelf[at].path, "%s", path);
    all_games[BUILT_IN + at] = file->game;
    return DUEL_OK;
}

/* The file has not been written to since it was read. */
static bool still_the_same(const struct shelf *s, const struct stat *now)
{
    return s->file.game && s->read.st_ino == now->st_ino && s->read.st_size == now->st_size &&
           s->read.st_mtim.tv_sec == now->st_mtim.tv_sec &&
           s->read.st_mtim.tv_nsec == now->st_mtim.tv_nsec;
}

static duel_status load_game_file(const char *path, const duel_game **out, duel_msg *why)
{
    script_file file;
    struct stat now;
    int at = place_for(path);
    if (stat(path, &now) != 0)
        return duel_invalid(why, N_("Cannot read {0}: {1}."), "cc", path, strerror(errno));
    if (at < CATALOGUE_FILES_MAX && still_the_same(&shelf[at], &now)) {
        *out = shelf[at].file.game;
        return DUEL_OK;
    }
    if (at == CATALOGUE_FILES_MAX)
        return duel_refuse(why, N_("No more than {0} games can be loaded from files."), "i",
                           (int64_t)CATALOGUE_FILES_MAX);
    duel_status status = script_open(path, &file, why);
    if (status != DUEL_OK)
        return status;
    status = put_up(at, path, &file, why);
    if (status != DUEL_OK) {
        script_close(&file);
        return status;
    }
    shelf[at].read = now;
    *out = file.game;
    return DUEL_OK;
}

duel_status catalogue_open_game(duel_str name, const duel_game **out, duel_msg *why)
{
    char path[DUEL_PATH_TEXT];
    const duel_game *known = script_is_file(name) ? NULL : catalogue_find_game(name);
    if (known == NULL && !script_is_file(name))
        known = game_typed(name);
    if (known) {
        *out = known;
        return DUEL_OK;
    }
    if (!script_is_file(name) && script_looks_like_file(name))
        return script_refuse_kind(name, why);
    if (!script_is_file(name) || name.len >= sizeof path)
        return catalogue_need_game(name, out, why);
    memcpy(path, name.at, name.len);
    path[name.len] = '\0';
    return load_game_file(path, out, why);
}

duel_status catalogue_time_file(const duel_variant *v, uint64_t *positions, double *seconds,
                                double *before, duel_msg *why)
{
    script_times t;
    duel_status status = script_time_functions(v, &t, why);
    *positions = t.positions;
    *seconds = t.seconds;
    *before = t.before;
    return status;
}

void catalogue_stop_files(void)
{
    for (int i = 0; i < CATALOGUE_FILES_MAX; i++)
        script_stop_all(&shelf[i].file);
}

static void clear_place(int at)
{
    while (shelf[at].formers)
        script_close(&shelf[at].former[--shelf[at].formers]);
    script_close(&shelf[at].file);
    free(shelf[at].former);
    shelf[at] = (struct shelf){.formers = 0};
    all_games[BUILT_IN + at] = NULL;
}

/* The last one on the shelf takes its place, so that there is no gap. */
void catalogue_close_game(const duel_game *game)
{
    int at = 0, last = 0;
    while (at < CATALOGUE_FILES_MAX && all_games[BUILT_IN + at] != game)
        at++;
    if (at == CATALOGUE_FILES_MAX)
        return;
    clear_place(at);
    for (last = at; last + 1 < CATALOGUE_FILES_MAX && all_games[BUILT_IN + last + 1]; last++)
        continue;
    if (last == at)
        return;
    shelf[at] = shelf[last];
    all_games[BUILT_IN + at] = all_games[BUILT_IN + last];
    shelf[last] = (struct shelf){.formers = 0};
    all_games[BUILT_IN + last] = NULL;
}

void catalogue_close_games(void)
{
    for (int i = 0; i < CATALOGUE_FILES_MAX; i++)
        clear_place(i);
}

static const duel_engine *find_in(const duel_engine *const *list, duel_str name)
{
    for (int i = 0; list && list[i]; i++)
        if (duel_str_is(name, list[i]->name))
            return list[i];
    return NULL;
}

const duel_engine *catalogue_find_engine(const duel_game *game, duel_str name)
{
    const duel_engine *own = find_in(game->engines, name);
    return own ? own : find_in(duel_engines, name);
}

catalogue_group catalogue_group_of(const duel_game *game)
{
    static const struct {
        const duel_game *game;
        catalogue_group group;
    } groups[] = {
#define GAME(id)       {&duel_game_##id, CATALOGUE_MAIN_GAME},
#define LABORATORY(id) {&duel_game_##id, CATALOGUE_LABORATORY_GAME},
#define TEMPLATE(id)   {&duel_game_##id, CATALOGUE_TEMPLATE_GAME},
#include "catalogue.def"
    };
    for (size_t i = 0; i < sizeof groups / sizeof groups[0]; i++)
        if (groups[i].game == game)
            return groups[i].group;
    return CATALOGUE_LABORATORY_GAME;
}

void catalogue_analysis_address(const duel_variant *v, const void *view, duel_sink *out)
{
    static const struct {
        const duel_game *game;
        void (*study)(const duel_variant *v, const void *view, duel_sink *out);
    } studies[] = {
#define STUDY(id) {&duel_game_##id, id##_study},
#include "catalogue.def"
    };
    for (size_t i = 0; i < sizeof studies / sizeof studies[0]; i++)
        if (studies[i].game == v->game)
            studies[i].study(v, view, out);
}
