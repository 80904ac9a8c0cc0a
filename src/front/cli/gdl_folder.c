/* front/cli/gdl_folder.c -- the rule sheets of a folder: listed, some drawn by chance, measured
 * as sheets and as games (`duel bench gdl`, `duel bench sheets`), and what is found to be drawn
 * of each (`duel gdl pictures`). */
#include "base/clock.h"
#include "base/grow.h"
#include "base/rng.h"
#include "core/play.h"
#include "core/scene.h"
#include "core/value.h"
#include "core/variant.h"
#include "front/cli/inside.h"
#include "front/json.h"
#include "gdl/playouts.h"
#include "players/catalogue.h"
#include "players/player.h"

#include <dirent.h>
#include <errno.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* ---- files ------------------------------------------------------------------------------ */

enum { DEEPEST_FOLDER = 16 };

static bool is_sheet_name(const char *name)
{
    size_t len = strlen(name);
    return len > 4 && strcmp(name + len - 4, ".kif") == 0;
}

/* "v0", "v12": a folder of an older version. */
static bool is_version_name(const char *name)
{
    return name[0] == 'v' && name[1] && strspn(name + 1, "0123456789") == strlen(name + 1);
}

static bool keep_path(gdl_folder *f, const char *path)
{
    if (!GROW(f->path, f->room, f->count + 1))
        return false;
    f->path[f->count] = strdup(path);
    return f->path[f->count] && ++f->count;
}

static bool read_below(const char *folder, int depth, gdl_folder *f);

static bool read_entry(const char *folder, const char *name, int depth, gdl_folder *f)
{
    char path[4096];
    struct stat st;
    int len = snprintf(path, sizeof path, "%s/%s", folder, name);
    if (name[0] == '.' || len >= (int)sizeof path || stat(path, &st) != 0)
        return true;
    if (S_ISDIR(st.st_mode))
        return is_version_name(name) || depth == 0 || read_below(path, depth - 1, f);
    return !is_sheet_name(name) || keep_path(f, path);
}

/* False: no memory. A folder below that cannot be read has no sheets. */
static bool read_below(const char *folder, int depth, gdl_folder *f)
{
    DIR *dir = opendir(folder);
    struct dirent *entry;
    bool good = true;
    while (dir && good && (entry = readdir(dir)))
        good = read_entry(folder, entry->d_name, depth, f);
    if (dir)
        closedir(dir);
    return good;
}

static int compare_paths(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

duel_status gdl_folder_read(const char *folder, gdl_folder *out, duel_msg *why)
{
    gdl_folder f = {0};
    DIR *dir = opendir(folder);
    if (dir == NULL)
        return duel_invalid(why, N_("Cannot read {0}: {1}."), "cc", folder, strerror(errno));
    closedir(dir);
    if (!read_below(folder, DEEPEST_FOLDER, &f)) {
        gdl_folder_fini(&f);
        return duel_no_space(why);
    }
    if (f.count)
        qsort(f.path, f.count, sizeof *f.path, compare_paths);
    *out = f;
    return DUEL_OK;
}

void gdl_folder_fini(gdl_folder *f)
{
    for (size_t i = 0; i < f->count; i++)
        free(f->path[i]);
    free(f->path);
}

/* ---- sample ----------------------------------------------------------------------------- */

static void tell_sample(const duel_console *c, const gdl_folder *f, size_t count)
{
    json_t *list = json_array();
    for (size_t i = 0; i < count; i++)
        if (c->json)
            json_array_append_new(list, json_string(f->path[i]));
        else
            duel_putf(c->out, "%s\n", f->path[i]);
    if (c->json)
        c->print_json(c, json_pack("{sO}", "sheets", list));
    json_decref(list);
}

/* The first of a shuffled pack, in the order of the folder. */
duel_status gdl_sample(const duel_console *c, const char *folder, int64_t seed, int64_t count,
                       duel_msg *why)
{
    gdl_folder f;
    duel_rng rng;
    duel_status status = gdl_folder_read(folder, &f, why);
    if (status != DUEL_OK)
        return status;
    size_t wanted = f.count < (size_t)count ? f.count : (size_t)count;
    duel_rng_init_number(&rng, (uint64_t)seed);
    for (size_t i = 0; i < wanted; i++) {
        size_t other = i + duel_rng_below(&rng, (uint32_t)(f.count - i));
        char *path = f.path[i];
        f.path[i] = f.path[other];
        f.path[other] = path;
    }
    if (wanted)
        qsort(f.path, wanted, sizeof *f.path, compare_paths);
    tell_sample(c, &f, wanted);
    gdl_folder_fini(&f);
    return DUEL_OK;
}

/* ---- bench ------------------------------------------------------------------------------ */

typedef struct sheet_speed {
    bool ground;
    uint32_t facts, moves;
    size_t gates, inputs;
    double seconds;          /* to ground it */
    double states, playouts; /* a second, of one core's time */
    duel_msg why;
} sheet_speed;

/* Twice as many states each time, until half a second has gone by. */
static duel_status measure_playouts(const gdl_bit_program *f, sheet_speed *s, duel_msg *why)
{
    gdl_playouts out = {0};
    duel_status status = DUEL_OK;
    double seconds = 0;
    for (uint64_t states = 4096; status == DUEL_OK && seconds < 0.5; states *= 2) {
        double begin = duel_clock_cpu();
        status = gdl_play_out(f, 1, states, 1000, &out, why);
        seconds = duel_clock_cpu() - begin;
    }
    s->states = (double)out.states / seconds;
    s->playouts = (double)out.games / seconds;
    return status;
}

static duel_status measure_sheet(const char *path, sheet_speed *s, duel_msg *why)
{
    gdl_sheet *sheet = NULL;
    gdl_bit_program *flat = NULL;
    *s = (sheet_speed){.ground = false};
    double begin = duel_clock_cpu();
    duel_status status = gdl_sheet_load(path, &sheet, &s->why);
    if (status == DUEL_OK)
        status = gdl_bit_program_make(
            sheet, (gdl_limits){.seconds = 10, .bytes = (size_t)1 << 30}, &flat, &s->why);
    s->seconds = duel_clock_cpu() - begin;
    s->ground = status == DUEL_OK;
    if (s->ground) {
        s->facts = flat->facts;
        s->moves = flat->moves;
        s->gates = flat->gates;
        s->inputs = flat->inputs;
        status = measure_playouts(flat, s, why);
    }
    gdl_bit_program_free(flat);
    gdl_sheet_free(sheet);
    return s->ground ? status : DUEL_OK; /* a sheet that does not ground is a result too */
}

static const char *name_in(const char *path, const char *folder)
{
    return path + strlen(folder) + 1;
}

static void print_speed(const duel_console *c, const char *name, const sheet_speed *s)
{
    if (s->ground)
        duel_putf(c->out, "%-44s %6u %6u %8zu %6.2f %9.3f %9.1f\n", name, s->facts, s->moves,
                  s->inputs, s->seconds, s->states / 1e6, s->playouts / 1e3);
    else {
        duel_putf(c->out, "%-44s ", name);
        tell_said(c, &s->why);
    }
}

static json_t *json_speed(const duel_console *c, const char *name, const sheet_speed *s)
{
    if (s->ground)
        return json_pack("{sssbsIsIsIsIsfsfsf}", "sheet", name, "ground", 1, "facts",
                         (json_int_t)s->facts, "moves", (json_int_t)s->moves, "gates",
                         (json_int_t)s->gates, "inputs", (json_int_t)s->inputs, "seconds",
                         s->seconds, "states_per_second", s->states, "playouts_per_second",
                         s->playouts);
    return json_pack("{sssbso}", "sheet", name, "ground", 0, "why", json_say(c->lang, &s->why));
}

static int compare_rates(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static duel_status measure_all(const duel_console *c, const gdl_folder *f, const char *folder,
                               double *rate, size_t *ground, json_t *list, duel_msg *why)
{
    duel_status status = DUEL_OK;
    for (size_t i = 0; i < f->count && status == DUEL_OK; i++) {
        sheet_speed s;
        status = measure_sheet(f->path[i], &s, why);
        if (status != DUEL_OK)
            break;
        if (s.ground)
            rate[(*ground)++] = s.states;
        if (c->json)
            json_array_append_new(list, json_speed(c, name_in(f->path[i], folder), &s));
        else
            print_speed(c, name_in(f->path[i], folder), &s);
    }
    if (*ground)
        qsort(rate, *ground, sizeof *rate, compare_rates);
    return status;
}

duel_status gdl_bench(const duel_console *c, const char *folder, duel_msg *why)
{
    gdl_folder f;
    size_t ground = 0;
    duel_status status = gdl_folder_read(folder, &f, why);
    if (status != DUEL_OK)
        return status;
    double *rate = calloc(f.count + 1, sizeof *rate);
    json_t *list = json_array();
    if (!c->json)
        duel_putf(c->out, "%-44s %6s %6s %8s %6s %9s %9s\n", "", "facts", "moves", "inputs",
                  "s", "M/s", "k/s");
    status = rate ? measure_all(c, &f, folder, rate, &ground, list, why) : duel_no_space(why);
    double median = ground ? rate[ground / 2] : 0;
    if (status == DUEL_OK && c->json)
        c->print_json(c, json_pack("{sOsIsf}", "sheets", list, "ground", (json_int_t)ground,
                                   "median_states_per_second", median));
    else if (status == DUEL_OK)
        TELL(c, N_("{0} of {1} {1:sheet|sheets} ground; in the median {2} states a second."),
             "iii", (int64_t)ground, (int64_t)f.count, (int64_t)median);
    json_decref(list);
    free(rate);
    gdl_folder_fini(&f);
    return status;
}

/* ---- as games ---------------------------------------------------------------------------- */

/* Which load, what is known of them, and which are solved in ten seconds. */

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
    machine_player *p = NULL;
    duel_msg why;
    duel_answer *a = malloc(sizeof *a);
    duel_think t = {.view = &state, .seconds = SOLVE_SECONDS, .count = true};
    if (a == NULL || duel_deal(v, duel_str_of("1"), &state) != DUEL_OK ||
        player_open(duel_str_of("exact"), v, SOLVE_MEMORY, NULL, &p, &why) != DUEL_OK) {
        free(a);
        return;
    }
    f->fits = true;
    t.seat = v->game->turn(v, &state);
    double begin = duel_clock_cpu();
    duel_status status = player_think(p, &t, a, &why);
    double seconds = duel_clock_cpu() - begin;
    f->positions = a->positions;
    f->rate = seconds > 0 ? (double)a->positions / seconds : 0;
    f->solved = status == DUEL_OK && a->proved && a->result.value != DUEL_UNSOLVED;
    f->value = a->result.value;
    player_close(p);
    free(a);
}

static void measure_game(const char *path, sheet_figures *f)
{
    const duel_game *g;
    duel_variant v;
    *f = (sheet_figures){.loads = false};
    double begin = duel_clock_cpu();
    f->loads = catalogue_open_game(duel_str_of(path), &g, &f->why) == DUEL_OK;
    f->seconds = duel_clock_cpu() - begin;
    if (!f->loads)
        return;
    if (duel_variant_make(g, NULL, 0, &v, &f->why) == DUEL_OK) {
        f->seats = v.seats;
        f->traits = v.traits;
        f->key_bits = v.key_bits;
        if (!(v.traits & DUEL_SLOW))
            solve_sheet(&v, f);
    }
    catalogue_close_game(g);
}

static const char *kind_of_sheet(const sheet_figures *f)
{
    return f->traits & DUEL_SLOW      ? "proved"
           : f->traits & DUEL_SECRETS ? "sealed"
           : f->traits & DUEL_LOOPY   ? "loopy"
                                      : "forward";
}

static void print_figures(const duel_console *c, const char *name, const sheet_figures *f)
{
    duel_putf(c->out, "%-44s ", name);
    if (!f->loads) {
        tell_said(c, &f->why);
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
    return json_pack("{sssbso}", "sheet", name, "loads", 0, "why", json_say(c->lang, &f->why));
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
    TELL(c,
         N_("{0} of {1} {1:sheet|sheets} load, {2} have keys, {3} are solved within {4} s; "
            "in the median {5} positions a second."),
         "iiiiii", (int64_t)t->loads, (int64_t)count, (int64_t)t->keyed, (int64_t)t->solved,
         (int64_t)SOLVE_SECONDS, (int64_t)median);
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
        const char *name = name_in(f.path[i], folder);
        measure_game(f.path[i], &one);
        add_up(&t, &one);
        if (c->json)
            json_array_append_new(list, json_figures(c, name, &one));
        else
            print_figures(c, name, &one);
    }
    if (t.rate)
        qsort(t.rate, t.rated, sizeof *t.rate, compare_rates);
    status = t.rate ? DUEL_OK : duel_no_space(why);
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
    if (catalogue_open_game(duel_str_of(path), &g, NULL) != DUEL_OK)
        return;
    if (duel_variant_make(g, NULL, 0, &v, NULL) == DUEL_OK) {
        json_t *j = json_picture(name, &v, t);
        if (!c->json)
            duel_putf(c->out, "%-44s %d %-5s %s\n", name, v.seats,
                      json_is_true(json_object_get(j, "turns")) ? "turns" : "",
                      json_string_value(json_object_get(j, "picture")));
        json_array_append_new(list, j);
    }
    catalogue_close_game(g);
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
        look_at_picture(c, f.path[i], name_in(f.path[i], folder), list, &t);
    if (c->json)
        c->print_json(c, json_pack("{sOsIsI}", "sheets", list, "duels", (json_int_t)t.duels,
                                   "drawn", (json_int_t)t.drawn));
    else
        TELL(c,
             N_("Of {0} {0:sheet|sheets} for two who take turns, {1} have a board, a row "
                "or piles."),
             "ii", (int64_t)t.duels, (int64_t)t.drawn);
    json_decref(list);
    gdl_folder_fini(&f);
    return status;
}
