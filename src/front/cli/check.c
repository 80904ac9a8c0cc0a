/* front/cli/check.c -- `duel check`: a game, or all, held to the laws. */
#include "core/play.h"
#include "core/variant.h"
#include "front/commands.h"
#include "front/work.h"
#include "lab/laws.h"
#include "service/catalogue.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const flag check_flags[] = {
    {"--games", "N", N_("random games in the default variant (default 40)")},
    {"--variants", "N", N_("other variants, drawn at random (default 12)")},
    {"--seed", "N", N_("the seed of the random games (default 1)")},
    {NULL, NULL, NULL}};

static void print_breach(const request *r, const duel_game *g, const duel_breach *b)
{
    duel_sink *err = r->console.err;
    duel_lang lang = r->console.lang;
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

static json_t *report_json(const duel_game *g, const duel_laws_report *x, duel_lang lang)
{
    json_t *j = json_pack("{sssIsIsIsb}", "game", g->id, "games", (json_int_t)x->games,
                          "positions", (json_int_t)x->positions, "checks",
                          (json_int_t)x->checks, "broken", x->broken);
    if (x->broken)
        json_object_update_new(
            j, json_pack("{ssssssssss}", "law", duel_text(lang, x->breach.law), "variant",
                         x->breach.variant.text, "seed", x->breach.seed, "moves",
                         x->breach.moves.text, "position", x->breach.position.text));
    return j;
}

static duel_status check_game(const request *r, const duel_game *g, const int64_t how[3],
                              json_t *list, bool *broken, duel_msg *why)
{
    duel_laws_report x;
    duel_status status =
        duel_laws_check(g, (uint64_t)how[2], (int)how[0], (int)how[1], &x, why);
    if (status != DUEL_OK)
        return status;
    if (r->console.json)
        json_array_append_new(list, report_json(g, &x, r->console.lang));
    else if (!x.broken)
        duel_putf(r->console.out, "%-12s ", g->id),
            duel_tell(r->console.lang, r->console.out,
                      N_("{0} games, {1} positions, {2} checks: all laws hold.\n"), "iii",
                      (int64_t)x.games, (int64_t)x.positions, (int64_t)x.checks);
    if (x.broken)
        print_breach(r, g, &x.breach);
    *broken = *broken || x.broken;
    duel_laws_report_fini(&x);
    return DUEL_OK;
}

static int run_check(request *r)
{
    duel_msg why;
    int64_t how[3];
    const duel_game *one = NULL;
    bool broken = false;
    json_t *list = json_array();
    duel_status status = args_number(r, "--games", 1, 1000000, 40, &how[0], &why);
    if (status == DUEL_OK)
        status = args_number(r, "--variants", 0, 100000, 12, &how[1], &why);
    if (status == DUEL_OK)
        status = args_number(r, "--seed", 0, INT64_MAX, 1, &how[2], &why);
    if (status == DUEL_OK && r->word_count)
        status = duel_open_game(r->word[0], &one, &why);
    for (int i = 0; status == DUEL_OK && duel_games[i]; i++)
        if (one == NULL || one == duel_games[i])
            status = check_game(r, duel_games[i], how, list, &broken, &why);
    if (status == DUEL_OK && r->console.json)
        args_print_json(r, json_pack("{sO}", "checked", list));
    json_decref(list);
    if (status != DUEL_OK)
        return args_fail(r, status, &why);
    return broken ? EXIT_NO : EXIT_DONE;
}

const command command_check = {"check", "[GAME]",
                               N_("Holds a game, or all, to the laws of the contract."),
                               check_flags, run_check};
