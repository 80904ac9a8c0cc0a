/* front/lib/game.c -- libduel: its lists, games with their options, failures as texts. */
#include "core/play.h"
#include "core/variant.h"
#include "front/json.h"
#include "front/lib/inside.h"
#include "players/catalogue.h"

#include <stdio.h>
#include <stdlib.h>

const char *libduel_version(void)
{
    return DUEL_VERSION;
}

_Static_assert(sizeof DUEL_VERSION == sizeof LIBDUEL_VERSION, "one version for both");

void libduel_free(char *text)
{
    free(text);
}

/* ---- failures ---------------------------------------------------------------------------- */

_Static_assert((int)LIBDUEL_NO == DUEL_REFUSED && (int)LIBDUEL_FAILED == DUEL_FAILED,
               "a status is the same inside and outside");

libduel_status lib_fail(const libduel_game *g, duel_status status, const duel_msg *why,
                        libduel_error *error)
{
    if (error) {
        duel_buf text;
        duel_buf_init(&text);
        duel_render(g ? g->lang : DUEL_EN, why, &text.sink);
        error->status = (libduel_status)status;
        snprintf(error->text, sizeof error->text, "%s", text.text ? text.text : "");
        duel_buf_fini(&text);
    }
    return (libduel_status)status;
}

libduel_status lib_full(const libduel_game *g, libduel_error *error)
{
    duel_msg why;
    duel_no_space(&why);
    return lib_fail(g, DUEL_NO_SPACE, &why, error);
}

/* ---- lists ------------------------------------------------------------------------------- */

/* Games from files stand behind the others: they are no part of what comes with the library,
 * nor is the one to copy. */
const char *libduel_game_name(int number)
{
    for (int i = 0;
         duel_games[i] && catalogue_group_of(duel_games[i]) != CATALOGUE_TEMPLATE_GAME; i++)
        if (number-- == 0)
            return duel_games[i]->id;
    return NULL;
}

const char *libduel_engine_name(int number)
{
    for (int i = 0; duel_engines[i]; i++)
        if (number-- == 0)
            return duel_engines[i]->name;
    return NULL;
}

/* ---- games ------------------------------------------------------------------------------- */

static duel_status make_game(const char *name, const char *options, libduel_game *g,
                             duel_msg *why)
{
    const duel_game *game;
    duel_status status = catalogue_open_game(duel_str_of(name), &game, why);
    return status == DUEL_OK
               ? duel_variant_read(game, duel_str_of(options ? options : ""), &g->v, why)
               : status;
}

libduel_game *libduel_game_open(const char *name, const char *options, const char *lang,
                                libduel_error *error)
{
    duel_msg why = {0};
    libduel_game *g = calloc(1, sizeof *g);
    if (g == NULL) {
        lib_full(NULL, error);
        return NULL;
    }
    g->lang = duel_lang_of(lang ? lang : "en");
    duel_status status = make_game(name, options, g, &why);
    if (status == DUEL_OK)
        return g;
    lib_fail(g, status, &why, error);
    free(g);
    return NULL;
}

/* A file may be open under several games, with other options: it stays on the shelf. */
void libduel_game_close(libduel_game *g)
{
    free(g);
}

void libduel_end(void)
{
    catalogue_close_games();
}

void libduel_game_shape(const libduel_game *g, libduel_shape *out)
{
    const duel_variant *v = &g->v;
    *out = (libduel_shape){.seats = v->seats,
                           .actions = duel_action_count(v),
                           .fixed_actions = duel_actions_fixed(v),
                           .tensor = duel_tensor_size(v),
                           .max_plies = v->max_plies,
                           .max_score = v->max_score,
                           .secrets = (v->traits & DUEL_SECRETS) != 0,
                           .loopy = (v->traits & DUEL_LOOPY) != 0,
                           .margin = (v->traits & DUEL_MARGIN) != 0};
}

static json_t *roles_of_game(const libduel_game *g)
{
    json_t *roles = json_array();
    for (int seat = 0; seat < g->v.seats; seat++)
        json_array_append_new(roles, json_tell(g->lang, duel_role(&g->v, seat), ""));
    return roles;
}

char *libduel_game_about(const libduel_game *g)
{
    const duel_game *game = g->v.game;
    json_t *j =
        json_pack("{sssosososi}", "id", game->id, "title", json_tell(g->lang, game->title, ""),
                  "tagline", json_tell(g->lang, game->tagline, ""), "rules",
                  json_rules(game, g->lang), "version", (int)game->version);
    json_set(j, "roles", roles_of_game(g));
    json_set(j, "options", json_game_options(game, g->lang));
    char *text = json_dumps(j, JSON_COMPACT);
    json_decref(j);
    return text;
}
