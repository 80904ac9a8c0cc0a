/* store/results_tiers.c -- folders of tiers beside the base, as part of what is learned: found,
 * looked up, listed and removed. See result_blocks.h. */
#include "base/grow.h"
#include "store/results_inside.h"
#include "tiers/lookup.h"

#include <dirent.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

bool tier_results_path(const data_store *store, char out[], size_t room)
{
    duel_buf path;
    duel_buf_init(&path);
    store_beside(store, "tiers", &path.sink);
    duel_str text = duel_buf_str(&path);
    bool fits = !path.failed && text.len < room;
    if (fits)
        snprintf(out, room, "%.*s", (int)text.len, text.at);
    duel_buf_fini(&path);
    return fits;
}

/* Calls `each` for every folder there is, until it returns false. */
static void walk_folders(const char *dir, bool (*each)(void *to, const char *path), void *to)
{
    DIR *d = opendir(dir);
    char path[PATH_MAX];
    bool going = true;
    for (struct dirent *e; d && going && (e = readdir(d)) != NULL;)
        if (e->d_name[0] != '.' &&
            snprintf(path, sizeof path, "%s/%s", dir, e->d_name) < PATH_MAX)
            going = each(to, path);
    if (d)
        closedir(d);
}

/* ---- of one variant ---------------------------------------------------------------------- */

struct tier_results {
    char dir[PATH_MAX];
    const duel_variant *v;
    bool fits;            /* the variant can be solved by tiers */
    pthread_mutex_t lock; /* over what follows; a look-up itself stays where it is */
    tiers_lookup **list;
    char (*name)[PATH_MAX];
    size_t count;
    struct timespec looked; /* when the folder had changed last, when it was looked at */
};

static bool has_folder(const tier_results *s, const char *path)
{
    for (size_t i = 0; i < s->count; i++)
        if (strcmp(s->name[i], path) == 0)
            return true;
    return false;
}

static bool add_folder(void *to, const char *path)
{
    tier_results *s = to;
    tiers_lookup *l;
    if (has_folder(s, path) || tiers_lookup_open(path, s->v, &l, NULL) != DUEL_OK)
        return true;
    if (!GROW_ONE(s->list, s->count) || !GROW_ONE(s->name, s->count)) {
        tiers_lookup_close(l);
        return false;
    }
    strcpy(s->name[s->count], path);
    s->list[s->count++] = l;
    return true;
}

/* Looks for folders that were not there before; true if there may be some. */
static bool look_for_folders(tier_results *s)
{
    struct stat st;
    if (stat(s->dir, &st) != 0 ||
        (st.st_mtim.tv_sec == s->looked.tv_sec && st.st_mtim.tv_nsec == s->looked.tv_nsec))
        return false;
    size_t before = s->count;
    s->looked = st.st_mtim;
    walk_folders(s->dir, add_folder, s);
    return s->count > before;
}

tier_results *tier_results_open(const data_store *store, const duel_variant *v)
{
    tier_results *s = calloc(1, sizeof *s);
    if (s == NULL || pthread_mutex_init(&s->lock, NULL) != 0) {
        free(s);
        return NULL;
    }
    s->v = v;
    s->fits = tiers_fit(v, NULL) == DUEL_OK && tier_results_path(store, s->dir, sizeof s->dir);
    if (s->fits)
        look_for_folders(s);
    return s;
}

void tier_results_close(tier_results *s)
{
    if (s == NULL)
        return;
    for (size_t i = 0; i < s->count; i++)
        tiers_lookup_close(s->list[i]);
    free(s->list);
    free(s->name);
    pthread_mutex_destroy(&s->lock);
    free(s);
}

static uint64_t look_in_folders(tier_results *s, uint64_t key)
{
    uint64_t code = 0;
    for (size_t i = 0; code == 0 && i < s->count; i++)
        code = tiers_lookup_find(s->list[i], key);
    return code;
}

uint64_t tier_results_find(tier_results *s, uint64_t pack, uint64_t canon)
{
    if (!s->fits)
        return 0;
    uint64_t code, key = s->v->game->accel->canon ? canon : pack;
    pthread_mutex_lock(&s->lock);
    do
        code = look_in_folders(s, key);
    while (code == 0 && look_for_folders(s));
    pthread_mutex_unlock(&s->lock);
    return code;
}

void tier_results_each(tier_results *s, duel_result_visitor *take, void *to, uint64_t *damaged)
{
    pthread_mutex_lock(&s->lock);
    for (size_t i = 0; i < s->count; i++)
        if (!tiers_lookup_each(s->list[i], take, to, damaged))
            break;
    pthread_mutex_unlock(&s->lock);
}

/* ---- of all ------------------------------------------------------------------------------ */

/* Whether it is of this game; an empty one: of any. */
static bool is_of_game(const tiers_about *about, duel_str game)
{
    return game.len == 0 ||
           (game.len == about->game.len && memcmp(game.at, about->game.at, game.len) == 0);
}

typedef struct tier_listing {
    duel_str game;
    stored_results_fn *take;
    void *to;
} tier_listing;

static bool list_folder(void *to, const char *path)
{
    tier_listing *l = to;
    duel_buf text;
    tiers_about about;
    tiers_folder f;
    bool going = true;
    duel_buf_init(&text);
    if (tiers_folder_peek(path, &text, &about, &f, NULL) == DUEL_OK &&
        is_of_game(&about, l->game)) {
        struct stat st;
        stored_results row = {.topic = {about.game, about.rules, about.variant}};
        tiers_folder_size(&f, &row.positions, &row.bytes);
        row.saved = stat(path, &st) == 0 ? (int64_t)st.st_mtime : 0;
        going = row.positions == 0 || l->take(l->to, &row);
    }
    duel_buf_fini(&text);
    return going;
}

void tier_results_walk(const data_store *store, bool (*each)(void *to, const char *path),
                       void *to)
{
    char dir[PATH_MAX];
    if (tier_results_path(store, dir, sizeof dir))
        walk_folders(dir, each, to);
}

void tier_results_list(const data_store *store, duel_str game, stored_results_fn *take,
                       void *to)
{
    tier_listing l = {game, take, to};
    tier_results_walk(store, list_folder, &l);
}

typedef struct tier_forgetting {
    duel_str game;
    duel_status status;
    duel_msg *why;
} tier_forgetting;

static bool forget_folder(void *to, const char *path)
{
    tier_forgetting *g = to;
    duel_buf text;
    tiers_about about;
    tiers_folder f;
    duel_buf_init(&text);
    bool known = tiers_folder_peek(path, &text, &about, &f, NULL) == DUEL_OK;
    if (known && is_of_game(&about, g->game))
        g->status = tiers_folder_remove(path, g->why);
    duel_buf_fini(&text);
    return g->status == DUEL_OK;
}

duel_status tier_results_forget(const data_store *store, duel_str game, duel_msg *why)
{
    tier_forgetting g = {game, DUEL_OK, why};
    tier_results_walk(store, forget_folder, &g);
    return g.status;
}
