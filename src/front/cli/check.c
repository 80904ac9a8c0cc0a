/* front/cli/check.c -- `duel check`: a game, or all, held to the laws. */
#include "front/cli/inside.h"
#include "front/commands.h"
#include "front/json.h"
#include "lab/laws.h"
#include "players/catalogue.h"

#include <sys/stat.h>

enum { GAMES, VARIANTS, SEED };
static const duel_option check_options[] = {
    [GAMES] = {"games", DUEL_NUMBER, 40, 1, 1000000, NULL,
               N_("random games in the default variant")},
    [VARIANTS] = {"variants", DUEL_NUMBER, 12, 0, 100000, NULL,
                  N_("other variants, drawn at random")},
    [SEED] = {"seed", DUEL_NUMBER, 1, 0, INT64_MAX, NULL, N_("the seed of the random games")},
    {NULL, DUEL_NUMBER, 0, 0, 0, NULL, NULL}};

static void print_breach(const duel_console *c, const duel_game *g, const law_breach *b)
{
    duel_sink *err = c->err;
    duel_lang lang = c->lang;
    duel_putf(err, "duel: %s: ", g->id);
    duel_tell(lang, err, N_("law broken: {0}"), "w", b->law);
    if (b->detail.id) {
        duel_put(err, " — ");
        duel_render(lang, &b->detail, err);
    }
    duel_putf(err, "\n  duel show %s %s --seed %s", g->id, b->variant.text, b->seed);
    if (b->moves.len)
        duel_putf(err, " --play %s", b->moves.text);
    duel_putf(err, "\n  %s\n", b->position.text);
}

static json_t *report_json(const duel_game *g, const laws_report *x, duel_lang lang)
{
    json_t *j = json_pack("{sssIsIsIsb}", "game", g->id, "games", (json_int_t)x->games,
                          "positions", (json_int_t)x->positions, "checks",
                          (json_int_t)x->checks, "broken", x->broken);
    if (x->broken)
        json_object_update_new(
            j, json_pack("{ssssssssss}", "law", duel_text(lang, x->breach.law), "variant",
                         x->breach.variant.text, "seed", x->breach.seed, "moves",
                         x->breach.moves.text, "position", x->breach.position.text));
    if (x->broken && x->breach.detail.id)
        json_set(j, "detail", json_say(lang, &x->breach.detail));
    return j;
}

static void print_report(const duel_console *c, const duel_game *g, const laws_report *x)
{
    if (!x->broken)
        duel_putf(c->out, "%-12s ", g->id),
            duel_tell(c->lang, c->out,
                      N_("{0} games, {1} positions, {2} checks: all laws hold.\n"), "iii",
                      (int64_t)x->games, (int64_t)x->positions, (int64_t)x->checks);
    else
        print_breach(c, g, &x->breach);
}

static duel_status check_game(const duel_console *c, const duel_args *a, const duel_game *g,
                              json_t *list, bool *broken, duel_msg *why)
{
    laws_report x;
    duel_status status = laws_check(g, (uint64_t)a->value[SEED], (int)a->value[GAMES],
                                    (int)a->value[VARIANTS], &x, why);
    if (status != DUEL_OK)
        return status;
    if (c->json)
        json_array_append_new(list, report_json(g, &x, c->lang));
    else
        print_report(c, g, &x);
    *broken = *broken || x.broken;
    laws_report_fini(&x);
    return DUEL_OK;
}

/* A sheet that cannot be played is told and passed over. */
static duel_status check_sheet(const duel_console *c, const duel_args *a, const char *path,
                               json_t *list, bool *broken, duel_msg *why)
{
    const duel_game *g;
    duel_msg refused;
    if (catalogue_open_game(duel_str_of(path), &g, &refused) != DUEL_OK) {
        if (c->json)
            json_array_append_new(list, json_pack("{ssso}", "game", path, "refused",
                                                  json_say(c->lang, &refused)));
        else
            duel_putf(c->out, "%-12s ", path), duel_render(c->lang, &refused, c->out),
                duel_put(c->out, "\n");
        return DUEL_OK;
    }
    duel_status status = check_game(c, a, g, list, broken, why);
    catalogue_close_game(g);
    return status;
}

static duel_status check_folder(const duel_console *c, const duel_args *a, json_t *list,
                                bool *broken, duel_msg *why)
{
    gdl_folder f;
    duel_status status = gdl_folder_read(a->word[0].at, &f, why);
    if (status != DUEL_OK)
        return status;
    for (size_t i = 0; i < f.count && status == DUEL_OK; i++)
        status = check_sheet(c, a, f.path[i], list, broken, why);
    gdl_folder_fini(&f);
    return status;
}

static bool is_folder(duel_str name)
{
    struct stat st;
    return stat(name.at, &st) == 0 && S_ISDIR(st.st_mode);
}

static duel_status check_games(const duel_console *c, const duel_args *a, json_t *list,
                               bool *broken, duel_msg *why)
{
    const duel_game *one = NULL;
    duel_status status = a->word_count ? catalogue_open_game(a->word[0], &one, why) : DUEL_OK;
    for (int i = 0; status == DUEL_OK && duel_games[i]; i++)
        if (one == NULL || one == duel_games[i])
            status = check_game(c, a, duel_games[i], list, broken, why);
    return status;
}

/* DUEL_REFUSED without a word: a law is broken, and was told. */
static duel_status run_check(const duel_console *c, const duel_args *a, duel_msg *why)
{
    bool broken = false;
    json_t *list = json_array();
    duel_status status = a->word_count && is_folder(a->word[0])
                             ? check_folder(c, a, list, &broken, why)
                             : check_games(c, a, list, &broken, why);
    if (status == DUEL_OK && c->json)
        c->print_json(c, json_pack("{sO}", "checked", list));
    json_decref(list);
    return status == DUEL_OK && broken ? DUEL_REFUSED : status;
}

const duel_command command_check = {
    "check",
    "[GAME | FOLDER]",
    N_("Holds a game, all, or the rule sheets of a folder to the laws of the contract."),
    check_options,
    NULL,
    1,
    run_check};
