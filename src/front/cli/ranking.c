/* front/cli/ranking.c -- `duel ranking GAME`: who did best, class by class (teach/ranking).
 */
#include "teach/ranking.h"
#include "front/commands.h"
#include "front/json.h"
#include "front/phrase.h"
#include "players/catalogue.h"

#include <stdlib.h>

static void print_class(const duel_console *c, const duel_game *game,
                        const duel_rank_class *class)
{
    phrase_settings(c->lang, c->out, game, duel_buf_str(&class->variant));
    duel_put(c->out, "\n");
    for (size_t i = 0; i < class->rows; i++) {
        const duel_ranked *r = &class->row[i];
        duel_putf(c->out, "%4zu  %6lld  ", i + 1, (long long)r->best);
        duel_put_str(c->out, duel_buf_str(&r->name));
        duel_put(c->out, "  ");
        duel_tell(c->lang, c->out, N_("({0} of {1} won)"), "ii", r->won, r->openings);
        duel_put(c->out, "\n");
    }
}

static void print_ranking(const duel_console *c, const duel_game *game, const duel_ranking *r)
{
    if (c->json) {
        c->print_json(c, json_pack("{ssso}", "game", game->id, "classes",
                                   json_ranking(game, r, c->lang)));
        return;
    }
    for (size_t i = 0; i < r->classes; i++)
        print_class(c, game, &r->class[i]);
    if (r->classes == 0) {
        duel_tell(c->lang, c->out, N_("No score has been kept yet."), "");
        duel_put(c->out, "\n");
    }
}

static duel_status run_ranking(const duel_console *c, const duel_args *a, duel_msg *why)
{
    duel_store *store = NULL;
    duel_ranking r;
    const duel_game *game;
    if (a->word_count == 0)
        return duel_bad(why, N_("Best scores of which game?"), "");
    duel_status status = duel_need_game(a->word[0], &game, why);
    if (status == DUEL_OK && game->museum.ranked == NULL)
        status = duel_refuse(why, N_("In this game scores are not ranked."), "");
    if (status == DUEL_OK)
        status = duel_store_open(c->data, &store, why);
    if (status == DUEL_OK)
        status = duel_ranking_make(store, game, &r, why);
    duel_store_close(store);
    if (status != DUEL_OK)
        return status;
    print_ranking(c, game, &r);
    duel_ranking_fini(&r);
    return DUEL_OK;
}

const duel_command command_ranking = {
    "ranking",
    "GAME",
    N_("Lists the best scores of everybody here, class by class; what was dealt counts once."),
    NULL,
    NULL,
    1,
    run_ranking};
