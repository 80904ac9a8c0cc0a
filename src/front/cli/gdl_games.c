/* front/cli/gdl_games.c -- `duel bench sheets FOLDER`: the rule sheets of a folder as games.
 * Which load, what is known of them, and which are solved in ten seconds. And `duel gdl
 * pictures FOLDER`: what is found to be drawn of each. */
#include "base/clock.h"
#include "core/play.h"
#include "core/scene.h"
#include "core/value.h"
#include "core/variant.h"
#include "front/cli/gdl_folder.h"
#include "players/catalogue.h"
#include "players/player.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

enum { SOLVE_SECONDS = 10, SOLVE_MEMORY = 1 << 30 };

typedef struct sheet_figures {
    bool loads, fits, solved; /* fits: the solver takes it */
    double seconds;           /* of work, to load it */
    int seats;
    unsigned traits;
    uint32_t key_bits;
    uint64_t positions;
    double rate; /* positions a second */
    duel_value value;
    duel_msg why;
} sheet_figures;

typedef struct sheet_totals {
    size_t loads, solved, keyed, rated;
    double *rate; /* of those that took long enough to tell */
} sheet_totals;

static void solve_sheet(const duel_variant *v, sheet_figures *f)
{
    duel_state state;
    duel_player *p = NULL;
    duel_msg why;
    duel_answer *a = malloc(sizeof *a);
    duel_think t = {.view = &state, .seconds = SOLVE_SECONDS, .count = true};
    if (a == NULL || duel_deal(v, duel_str_of("1"), &state) != DUEL_OK ||
        duel_player_open(duel_str_of("exact"), v, SOLVE_MEMORY, NULL, &p, &why) != DUEL_OK) {
        free(a);
        return;
    }
    f->fits = true;
    t.seat = v->game->turn(v, &state);
    double begin = duel_clock_cpu();
    duel_status status = duel_player_think(p, &t, a, &why);
    double seconds = duel_clock_cpu() - begin;
    f->positions = a->positions;
    f->rate = seconds > 0 ? (double)a->positions / seconds : 0;
    f->solved = status == DUEL_OK && a->proved && a->result.value != DUEL_UNSOLVED;
    f->value = a->result.value;
    duel_player_close(p);
    free(a);
}

static void measure_game(const char *path, sheet_figures *f)
{
    const duel_game *g;
    duel_variant v;
    *f = (sheet_figures){.loads = false};
    double begin = duel_clock_cpu();
    f->loads = duel_open_game(duel_str_of(path), &g, &f->why) == DUEL_OK;
    f->seconds = duel_clock_cpu() - begin;
    if (!f->loads)
        return;
    if (duel_variant_make(g, NULL, 0, &v, &f->why) == DUEL_OK) {
        f->seats = v.seats;
        f->traits = v.traits;
        f->key_bits = v.key_bits;
        if (!(v.traits & DUEL_WAITS))
            solve_sheet(&v, f);
    }
    duel_close_game(g);
}

static const char *kind_of_sheet(const sheet_figures *f)
{
    return f->traits & DUEL_WAITS     ? "proved"
           : f->traits & DUEL_SECRETS ? "sealed"
           : f->traits & DUEL_LOOPY   ? "loopy"
                                      : "forward";
}

static void print_figures(const duel_console *c, const char *name, const sheet_figures *f)
{
    duel_putf(c->out, "%-44s ", name);
    if (!f->loads) {
        duel_render(c->lang, &f->why, c->out);
        duel_put(c->out, "\n");
        return;
    }
    duel_putf(c->out, "%5d %-8s %4u %6.2f %10llu %8.0f %s\n", f->seats, kind_of_sheet(f),
              f->key_bits, f->seconds, (unsigned long long)f->positions, f->rate / 1e3,
              f->solved ? "solved"
              : f->fits ? "-"
                        : "");
}

static json_t *json_figures(const duel_console *c, const char *name, const sheet_figures *f)
{
    if (f->loads)
        return json_pack("{sssbsisssisfsIsfsb}", "sheet", name, "loads", 1, "seats", f->seats,
                         "kind", kind_of_sheet(f), "key_bits", (int)f->key_bits, "seconds",
                         f->seconds, "positions", (json_int_t)f->positions,
                         "positions_per_second", f->rate, "solved", f->solved);
    duel_buf why;
    duel_buf_init(&why);
    duel_render(c->lang, &f->why, &why.sink);
    json_t *j = json_pack("{sssbss}", "sheet", name, "loads", 0, "why", why.text);
    duel_buf_fini(&why);
    return j;
}

static int compare_speeds(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static void add_up(sheet_totals *t, const sheet_figures *f)
{
    enum { ENOUGH = 100000 };
    t->loads += f->loads;
    t->solved += f->solved;
    t->keyed += f->key_bits > 0;
    if (f->positions >= ENOUGH)
        t->rate[t->rated++] = f->rate;
}

static void tell_totals(const duel_console *c, const sheet_totals *t, size_t count,
                        json_t *list)
{
    double median = t->rated ? t->rate[t->rated / 2] : 0;
    if (c->json) {
        c->print_json(c, json_pack("{sOsIsIsf}", "sheets", list, "load", (json_int_t)t->loads,
                                   "solved", (json_int_t)t->solved,
                                   "median_positions_per_second", median));
        return;
    }
    duel_tell(
        c->lang, c->out,
        N_("{0} of {1} {1:sheet|sheets} load, {2} have keys, {3} are solved within {4} s; "
           "in the median {5} positions a second."),
        "iiiiii", (int64_t)t->loads, (int64_t)count, (int64_t)t->keyed, (int64_t)t->solved,
        (int64_t)SOLVE_SECONDS, (int64_t)median);
    duel_put(c->out, "\n");
}

duel_status gdl_bench_games(const duel_console *c, const char *folder, duel_msg *why)
{
    gdl_folder f;
    sheet_totals t = {.loads = 0};
    duel_status status = gdl_folder_read(folder, &f, why);
    if (status != DUEL_OK)
        return status;
    json_t *list = json_array();
    t.rate = calloc(f.count + 1, sizeof *t.rate);
    if (!c->json)
        duel_putf(c->out, "%-44s %5s %-8s %4s %6s %10s %8s\n", "", "seats", "", "key", "s",
                  "positions", "k/s");
    for (size_t i = 0; i < f.count && t.rate; i++) {
        sheet_figures one;
        const char *name = f.path[i] + strlen(folder) + 1;
        measure_game(f.path[i], &one);
        add_up(&t, &one);
        if (c->json)
            json_array_append_new(list, json_figures(c, name, &one));
        else
            print_figures(c, name, &one);
    }
    if (t.rate)
        qsort(t.rate, t.rated, sizeof *t.rate, compare_speeds);
    status = t.rate ? DUEL_OK : duel_full(why);
    if (status == DUEL_OK)
        tell_totals(c, &t, f.count, list);
    json_decref(list);
    free(t.rate);
    gdl_folder_fini(&f);
    return status;
}

/* ---- pictures --------------------------------------------------------------------------- */

/* At the start: a board, a row, piles, or words alone. */
static const char *kind_of_picture(const duel_variant *v)
{
    duel_state state;
    duel_scene scene;
    bool cells = false, several = false, pieces = false;
    float first = 0;
    duel_scene_init(&scene);
    if (duel_deal(v, duel_str_of("1"), &state) == DUEL_OK)
        duel_scene_make(v, &state, 0, &scene);
    for (int i = 0; i < scene.count; i++) {
        const duel_element *e = &scene.element[i];
        pieces = pieces || e->kind == DUEL_PIECE;
        if (e->kind != DUEL_CELL)
            continue;
        first = cells ? first : e->y;
        cells = true;
        several = several || e->y < first || e->y > first;
    }
    duel_scene_fini(&scene);
    return several ? "board" : cells ? "row" : pieces ? "piles" : "words";
}

typedef struct picture_totals {
    size_t duels, drawn; /* of two who take turns, and those with more than words */
} picture_totals;

static json_t *json_picture(const char *name, const duel_variant *v, picture_totals *t)
{
    bool turns = !(v->traits & DUEL_SECRETS);
    const char *kind = kind_of_picture(v);
    t->duels += v->seats == 2 && turns;
    t->drawn += v->seats == 2 && turns && strcmp(kind, "words") != 0;
    return json_pack("{sssisbss}", "sheet", name, "seats", v->seats, "turns", turns, "picture",
                     kind);
}

/* Sheets that are no games here are left out. */
static void look_at_picture(const duel_console *c, const char *path, const char *name,
                            json_t *list, picture_totals *t)
{
    const duel_game *g;
    duel_variant v;
    if (duel_open_game(duel_str_of(path), &g, NULL) != DUEL_OK)
        return;
    if (duel_variant_make(g, NULL, 0, &v, NULL) == DUEL_OK) {
        json_t *j = json_picture(name, &v, t);
        if (!c->json)
            duel_putf(c->out, "%-44s %d %-5s %s\n", name, v.seats,
                      json_is_true(json_object_get(j, "turns")) ? "turns" : "",
                      json_string_value(json_object_get(j, "picture")));
        json_array_append_new(list, j);
    }
    duel_close_game(g);
}

duel_status gdl_tell_pictures(const duel_console *c, const char *folder, duel_msg *why)
{
    gdl_folder f;
    picture_totals t = {.duels = 0};
    duel_status status = gdl_folder_read(folder, &f, why);
    if (status != DUEL_OK)
        return status;
    json_t *list = json_array();
    for (size_t i = 0; i < f.count; i++)
        look_at_picture(c, f.path[i], f.path[i] + strlen(folder) + 1, list, &t);
    if (c->json)
        c->print_json(c, json_pack("{sOsIsI}", "sheets", list, "duels", (json_int_t)t.duels,
                                   "drawn", (json_int_t)t.drawn));
    else {
        duel_tell(c->lang, c->out,
                  N_("Of {0} {0:sheet|sheets} for two who take turns, {1} have a board, a row "
                     "or piles."),
                  "ii", (int64_t)t.duels, (int64_t)t.drawn);
        duel_put(c->out, "\n");
    }
    json_decref(list);
    gdl_folder_fini(&f);
    return status;
}
