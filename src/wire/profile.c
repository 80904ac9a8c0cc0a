/* wire/profile.c -- profiles: a name, a secret kept by the browser, and results.
 *
 * The base keeps a hash of the secret. Writing is done on the crew, since the
 * loop never waits for the disk. */
#include "players/catalogue.h"
#include "store/player_name.h"
#include "teach/level_advice.h"
#include "wire/inside.h"

#include <sodium.h>
#include <stdlib.h>
#include <string.h>

enum { SECRET_TEXT = 33, HASH_TEXT = 65 };

/* ---- secrets ------------------------------------------------------------------ */

static void hash_of(const char *secret, char out[HASH_TEXT])
{
    unsigned char hash[(HASH_TEXT - 1) / 2];
    crypto_generichash(hash, sizeof hash, (const unsigned char *)secret, strlen(secret), NULL,
                       0);
    sodium_bin2hex(out, HASH_TEXT, hash, sizeof hash);
}

/* ---- what a profile has done ------------------------------------------------------------ */

typedef struct rows {
    json_t *list;
    duel_lang lang;
} rows;

static bool take_result(void *to, const store_standing *row)
{
    rows *r = to;
    const duel_game *g = catalogue_find_game(row->who);
    json_t *j =
        json_pack("{sosssIsIsIsIsI}", "game", json_text(row->who), "title",
                  g ? duel_text(r->lang, g->title) : "", "games", (json_int_t)row->games, "won",
                  (json_int_t)row->won, "tied", (json_int_t)row->tied, "lost",
                  (json_int_t)row->lost, "assisted", (json_int_t)row->assisted);
    if (row->scored)
        json_object_set_new(j, "best", json_integer(row->best));
    json_object_set_new(j, "ranked", json_boolean(g && g->museum.ranked));
    json_array_append_new(r->list, j);
    return true;
}

static bool take_recent(void *to, const char *game, int64_t time, const store_result *row)
{
    static const char *const outcome[] = {"lost", "tied", "won"};
    rows *r = to;
    const duel_game *g = catalogue_find_game(row->kind);
    json_t *j =
        json_pack("{sssosssssIsb}", "table", game, "game", json_text(row->kind), "title",
                  g ? duel_text(r->lang, g->title) : "", "outcome", outcome[row->outcome + 1],
                  "time", (json_int_t)time, "assisted", row->assisted);
    if (row->scored)
        json_object_set_new(j, "score", json_integer(row->score));
    json_array_append_new(r->list, j);
    return true;
}

/* The level to suggest, in every game that was played. */
static void add_levels(const wire_client *c, json_t *results)
{
    size_t i;
    json_t *row;
    level_advice l;
    json_array_foreach(results, i, row)
    {
        const duel_game *g =
            catalogue_find_game(duel_str_of(json_string_value(json_object_get(row, "game"))));
        if (g && level_advice_of(c->hub->setup.store, c->profile, g, &l, NULL) == DUEL_OK)
            json_object_set_new(row, "level", json_integer(l.level));
    }
}

static void send_profile(wire_client *c, json_int_t re, duel_str name, const char *secret)
{
    rows results = {json_array(), c->lang}, recent = {json_array(), c->lang};
    data_store *store = c->hub->setup.store;
    store_results(store, c->profile, take_result, &results, NULL);
    add_levels(c, results.list);
    store_recent(store, c->profile, take_recent, &recent, NULL);
    json_t *j = json_pack("{sssososo}", "id", c->profile, "name", json_text(name), "results",
                          results.list, "recent", recent.list);
    if (secret)
        json_object_set_new(j, "secret", json_string(secret));
    client_send(c, "profile", re, j);
}

/* ---- making and naming ------------------------------------------------------------------ */

typedef struct errand {
    thread_job job;
    wire_hub *hub;
    uint64_t asker;
    json_int_t re;
    char id[STORE_PROFILE_TEXT], name[PLAYER_NAME_TEXT], secret[SECRET_TEXT];
    bool fresh;
    duel_status status;
    duel_msg why;
} errand;

static void run_errand(thread_job *job)
{
    errand *e = (errand *)job;
    char hash[HASH_TEXT];
    hash_of(e->secret, hash);
    duel_str name = duel_str_of(e->name);
    e->status = e->fresh ? store_profile_add(e->hub->side, e->id, name, duel_str_of(hash),
                                             hub_time(), &e->why)
                         : store_profile_rename(e->hub->side, e->id, name, &e->why);
}

static void done_errand(thread_job *job)
{
    errand *e = (errand *)job;
    wire_client *c = hub_client(e->hub, e->asker);
    hub_step step = step_begin_made(e->hub, "profile", NULL);
    if (c)
        c->naming = false;
    if (c && e->status == DUEL_OK) {
        memcpy(c->profile, e->id, sizeof c->profile);
        send_profile(c, e->re, duel_str_of(e->name), e->fresh ? e->secret : NULL);
    } else if (c) {
        hub_word_failure(e->hub, e->status, &e->why);
        client_refuse(c, e->re, json_kind(e->status), &e->why);
    }
    step_end(e->hub, &step);
    free(e);
}

static void draw_profile(errand *e)
{
    unsigned char bits[(SECRET_TEXT - 1) / 2];
    char seed[DUEL_SEED_TEXT];
    duel_rng rng;
    randombytes_buf(bits, sizeof bits);
    sodium_bin2hex(e->secret, sizeof e->secret, bits, sizeof bits);
    duel_seed_from_system(seed);
    duel_rng_init(&rng, duel_str_of(seed));
    store_draw_id(&rng, e->id);
}

static duel_status write_profile(const wire_asked *a, const char *id, const char *name,
                                 duel_msg *why)
{
    errand *e = a->c->naming ? NULL : calloc(1, sizeof *e);
    if (a->c->naming)
        return duel_refuse(why, N_("Your name is being written down: ask again in a moment."),
                           "");
    if (e == NULL)
        return duel_no_space(why);
    e->job = client_job(a->c, JOB_CLASS_KEEPING, run_errand, done_errand);
    e->hub = a->c->hub;
    e->asker = a->c->number;
    e->re = a->re;
    e->fresh = id == NULL;
    memcpy(e->name, name, strlen(name));
    if (e->fresh)
        draw_profile(e);
    else
        memcpy(e->id, id, strlen(id));
    a->c->naming = true;
    thread_pool_submit(a->c->hub->crew, &e->job);
    return DUEL_OK;
}

/* ---- the verbs -------------------------------------------------------------------------- */

/* `name`: that it wants to have from now on; NULL: the one it has. */
static duel_status open_profile(const wire_asked *a, const char *id, const char *name,
                                duel_msg *why)
{
    const char *secret;
    char hash[HASH_TEXT];
    duel_buf known, kept;
    duel_status status = asked_need(a, "secret", &secret, why);
    if (status == DUEL_OK &&
        (strlen(id) >= STORE_PROFILE_TEXT || strlen(secret) >= SECRET_TEXT))
        status = duel_refuse(why, N_("There is no such profile."), "");
    if (status != DUEL_OK)
        return status;
    duel_buf_init(&known);
    duel_buf_init(&kept);
    status = store_profile(a->c->hub->setup.store, id, &known, &kept, why);
    hash_of(secret, hash);
    if (status == DUEL_OK &&
        (kept.len != HASH_TEXT - 1 || sodium_memcmp(kept.text, hash, HASH_TEXT - 1)))
        status = duel_refuse(why, N_("There is no such profile."), "");
    if (status == DUEL_OK) {
        memset(a->c->profile, 0, sizeof a->c->profile);
        memcpy(a->c->profile, id, strlen(id));
    }
    if (status == DUEL_OK && name)
        status = write_profile(a, id, name, why);
    else if (status == DUEL_OK)
        send_profile(a->c, a->re, duel_buf_str(&known), NULL);
    duel_buf_fini(&known);
    duel_buf_fini(&kept);
    return status;
}

duel_status profile_request(const wire_asked *a, duel_msg *why)
{
    const char *id = asked_text(a, "id"), *given = asked_text(a, "name");
    char name[PLAYER_NAME_TEXT];
    duel_status status = DUEL_OK;
    if (id == NULL && given == NULL)
        return duel_invalid(why, N_("The request lacks “{0}”."), "c", "name");
    if (given)
        status = player_name_clean(duel_str_of(given), name, why);
    if (status == DUEL_OK && id == NULL)
        status = quotas_draw_table(a->c->hub->setup.quotas, a->c->address, hub_now(), why);
    if (status != DUEL_OK)
        return status;
    return id ? open_profile(a, id, given ? name : NULL, why)
              : write_profile(a, NULL, name, why);
}

/* ---- best scores ------------------------------------------------------------------------ */

/* Made on a thread of the crew, since what was dealt may have to be dealt again. */
typedef struct ranking_errand {
    thread_job job;
    wire_hub *hub;
    uint64_t asker;
    json_int_t re;
    const duel_game *game;
    high_scores ranking;
    duel_status status;
    duel_msg why;
} ranking_errand;

static void run_ranking_errand(thread_job *job)
{
    ranking_errand *e = (ranking_errand *)job;
    e->status = high_scores_make(e->hub->side, e->game, &e->ranking, &e->why);
}

static void done_ranking_errand(thread_job *job)
{
    ranking_errand *e = (ranking_errand *)job;
    wire_client *c = hub_client(e->hub, e->asker);
    hub_step step = step_begin_made(e->hub, "ranking", e->game);
    if (c)
        c->ranking = false;
    if (c && e->status == DUEL_OK)
        client_send(c, "ranking", e->re,
                    json_pack("{ssssso}", "game", e->game->id, "title",
                              duel_text(c->lang, e->game->title), "classes",
                              json_ranking(e->game, &e->ranking, c->lang)));
    else if (c)
        client_refuse(c, e->re, json_kind(e->status), &e->why);
    step_end(e->hub, &step);
    if (e->status == DUEL_OK)
        high_scores_fini(&e->ranking);
    free(e);
}

duel_status profile_ranking(const wire_asked *a, duel_msg *why)
{
    const duel_game *game;
    duel_status status = asked_game(a, &game, why);
    if (status != DUEL_OK)
        return status;
    if (game->museum.ranked == NULL)
        return duel_refuse(why, N_("In this game scores are not ranked."), "");
    if (a->c->ranking)
        return duel_refuse(why, N_("Best scores are being looked up: ask again in a moment."),
                           "");
    ranking_errand *e = calloc(1, sizeof *e);
    if (e == NULL)
        return duel_no_space(why);
    e->job = client_job(a->c, JOB_CLASS_KEEPING, run_ranking_errand, done_ranking_errand);
    e->hub = a->c->hub;
    e->asker = a->c->number;
    e->re = a->re;
    e->game = game;
    a->c->ranking = true;
    thread_pool_submit(a->c->hub->crew, &e->job);
    return DUEL_OK;
}

static bool take_standing(void *to, const store_standing *row)
{
    rows *r = to;
    json_t *j = json_pack("{sosIsI}", "name", json_text(row->who), "games",
                          (json_int_t)row->games, "won", (json_int_t)row->won);
    if (row->scored)
        json_object_set_new(j, "best", json_integer(row->best));
    json_array_append_new(r->list, j);
    return true;
}

duel_status profile_list(const wire_asked *a, duel_msg *why)
{
    const char *game = asked_text(a, "game");
    rows list = {json_array(), a->c->lang};
    duel_status status = store_standings(a->c->hub->setup.store, duel_str_of(game ? game : ""),
                                         take_standing, &list, why);
    if (status != DUEL_OK) {
        json_decref(list.list);
        return status;
    }
    client_send(a->c, "profiles", a->re, json_pack("{so}", "list", list.list));
    return DUEL_OK;
}
