/* front/cli/bench_knowing.c -- `duel bench knowing`: games with secrets, how fast they are
 * solved and how far. The files are those of `examples/`, looked for where the command is run.
 */
#include "front/cli/bench_knowing.h"
#include "core/engine.h"
#include "core/variant.h"
#include "players/catalogue.h"
#include "players/player.h"

#include <jansson.h>

static const struct measured {
    const char *game;
    double seconds;
} games[] = {{"examples/kuhn.lua", 10},
             {"examples/leduc.lua", 10},
             {"examples/goofspiel.lua", 30},
             {"examples/liarsdice.lua", 30},
             {"duo", 60}};
enum { GAMES = sizeof games / sizeof *games };

static duel_status measure_game(const struct measured *m, duel_whole *w, duel_msg *why)
{
    duel_variant v;
    const duel_game *g;
    duel_player *p = NULL;
    duel_think t = {.seconds = m->seconds};
    duel_status status = duel_open_game(duel_str_of(m->game), &g, why);
    if (status == DUEL_OK)
        status = duel_variant_make(g, NULL, 0, &v, why);
    if (status == DUEL_OK)
        status =
            duel_player_open(duel_str_of("equilibrium"), &v, (size_t)2 << 30, NULL, &p, why);
    if (status == DUEL_OK)
        status = duel_player_whole(p, &t, w, why);
    duel_player_close(p);
    return status;
}

static double rate_of(const duel_whole *w)
{
    return (double)w->iterations / (w->seconds - w->unfolded);
}

static json_t *measured_json(const struct measured *m, const duel_whole *w)
{
    return json_pack("{sssIsIsIsIsfsfsfsfsfsI}", "game", m->game, "deals", (json_int_t)w->deals,
                     "ends", (json_int_t)w->ends, "views", (json_int_t)w->sets, "iterations",
                     (json_int_t)w->iterations, "per_second", rate_of(w), "unfold_seconds",
                     w->unfolded, "seconds", w->seconds, "low", w->low, "high", w->high,
                     "memory", (json_int_t)w->memory);
}

static void print_measured(const duel_console *c, const struct measured *m, const duel_whole *w)
{
    duel_putf(c->out,
              "%-24s %9llu ends %8llu views  laid out in %.2f s  %9.1f iterations/s  "
              "%.9f … %.9f  %llu MB  %.1f s\n",
              m->game, (unsigned long long)w->ends, (unsigned long long)w->sets, w->unfolded,
              rate_of(w), w->low, w->high, (unsigned long long)(w->memory >> 20) + 1,
              w->seconds);
}

duel_status bench_knowing(const duel_console *c, duel_msg *why)
{
    json_t *list = json_array();
    duel_status status = DUEL_OK;
    for (int i = 0; status == DUEL_OK && i < GAMES; i++) {
        duel_whole w;
        status = measure_game(&games[i], &w, why);
        if (status == DUEL_OK && c->json)
            json_array_append_new(list, measured_json(&games[i], &w));
        else if (status == DUEL_OK)
            print_measured(c, &games[i], &w);
    }
    if (status == DUEL_OK && c->json)
        c->print_json(c, json_pack("{sO}", "knowing", list));
    json_decref(list);
    return status;
}
