/* front/cli/gdl_folder.c -- see gdl_folder.h. */
#include "front/cli/gdl_folder.h"
#include "base/clock.h"
#include "base/rng.h"
#include "gdl/playouts.h"

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
    if (f->count == f->room) {
        size_t room = f->room ? f->room * 2 : 64;
        char **more = realloc(f->path, room * sizeof *more);
        if (more == NULL)
            return false;
        f->path = more;
        f->room = room;
    }
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
        return duel_fail(why, N_("{0}: {1}"), "cc", folder, strerror(errno));
    closedir(dir);
    if (!read_below(folder, DEEPEST_FOLDER, &f)) {
        gdl_folder_fini(&f);
        return duel_full(why);
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
static duel_status measure_playouts(const gdl_flat *f, sheet_speed *s, duel_msg *why)
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
    gdl_flat *flat = NULL;
    *s = (sheet_speed){.ground = false};
    double begin = duel_clock_cpu();
    duel_status status = gdl_sheet_load(path, &sheet, &s->why);
    if (status == DUEL_OK)
        status = gdl_flat_make(sheet, (gdl_limits){.seconds = 10, .bytes = (size_t)1 << 30},
                               &flat, &s->why);
    s->seconds = duel_clock_cpu() - begin;
    s->ground = status == DUEL_OK;
    if (s->ground) {
        s->facts = flat->facts;
        s->moves = flat->moves;
        s->gates = flat->gates;
        s->inputs = flat->inputs;
        status = measure_playouts(flat, s, why);
    }
    gdl_flat_free(flat);
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
        duel_render(c->lang, &s->why, c->out);
        duel_put(c->out, "\n");
    }
}

static json_t *json_speed(const duel_console *c, const char *name, const sheet_speed *s)
{
    duel_buf why;
    if (s->ground)
        return json_pack("{sssbsIsIsIsIsfsfsf}", "sheet", name, "ground", 1, "facts",
                         (json_int_t)s->facts, "moves", (json_int_t)s->moves, "gates",
                         (json_int_t)s->gates, "inputs", (json_int_t)s->inputs, "seconds",
                         s->seconds, "states_per_second", s->states, "playouts_per_second",
                         s->playouts);
    duel_buf_init(&why);
    duel_render(c->lang, &s->why, &why.sink);
    json_t *j = json_pack("{sssbss}", "sheet", name, "ground", 0, "why", why.text);
    duel_buf_fini(&why);
    return j;
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
    status = rate ? measure_all(c, &f, folder, rate, &ground, list, why) : duel_full(why);
    double median = ground ? rate[ground / 2] : 0;
    if (status == DUEL_OK && c->json)
        c->print_json(c, json_pack("{sOsIsf}", "sheets", list, "ground", (json_int_t)ground,
                                   "median_states_per_second", median));
    else if (status == DUEL_OK) {
        duel_tell(c->lang, c->out,
                  N_("{0} of {1} {1:sheet|sheets} ground; in the median {2} states a second."),
                  "iii", (int64_t)ground, (int64_t)f.count, (int64_t)median);
        duel_put(c->out, "\n");
    }
    json_decref(list);
    free(rate);
    gdl_folder_fini(&f);
    return status;
}
