/* games/wumpus/generate.c -- `duel wumpus generate`: certified grids, and what they need. */
#include "base/file.h"
#include "base/grow.h"
#include "games/wumpus/command.h"

#include "base/clock.h"
#include "core/variant.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { SIZE, DIFFICULTY, COUNT, SEED, METHOD, THREADS, WUMPUSES, GOLDS, ALL_GOLDS };

const duel_option wumpus_generate_options[] = {
    {"size", DUEL_NUMBER, 8, 4, WUMPUS_SIDE, NULL, N_("the side of the grids")},
    {"difficulty", DUEL_CHOICE, WUMPUS_MEDIUM, 0, WUMPUS_DIFFICULTIES - 1,
     wumpus_difficulty_names, N_("easy, medium or hard; risky: some risk must be taken")},
    {"count", DUEL_NUMBER, 1, 1, 1000000, NULL, N_("how many grids")},
    {"seed", DUEL_NUMBER, 0, 0, 999999999, NULL, N_("another seed gives other grids")},
    {"method", DUEL_CHOICE, WUMPUS_PERTURB, 0, WUMPUS_METHODS - 1, wumpus_method_names,
     N_("how grids are made: perturb, or the seed’s uniform, spaced and path")},
    {"threads", DUEL_NUMBER, 1, 1, 64, NULL, N_("threads to use")},
    {"wumpuses", DUEL_NUMBER, 1, 1, WUMPUS_MOST, NULL, N_("how many wumpuses there are")},
    {"golds", DUEL_NUMBER, 1, 1, WUMPUS_MOST, NULL, N_("how many golds there are")},
    {"goal", DUEL_CHOICE, 0, 0, 1, wumpus_goal_names,
     N_("what must be found: one gold, or all")},
    {NULL, DUEL_NUMBER, 0, 0, 0, NULL, NULL}};

enum { WITHOUT, DAY };
const duel_flag wumpus_generate_texts[] = {
    [WITHOUT] = {"without", "FILE", N_("ids of grids that are not wanted again")},
    [DAY] = {"daily", "DATE", N_("the grid of a day, written 20260131, or today")},
    {NULL, NULL, NULL}};

typedef struct made {
    bool found;
    wumpus_grid_id id;
    wumpus_world world;
    wumpus_certificate certificate;
} made;

typedef struct order {
    const duel_args *a;
    int64_t day; /* 20260131; 0: none is asked for */
    made *grid;
    int64_t count;
} order;

/* ---- ids that are not wanted again --------------------------------------------------- */

typedef struct played {
    int64_t *id; /* ascending */
    size_t count;
} played;

static int by_size(const void *a, const void *b)
{
    int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
    return (x > y) - (x < y);
}

static bool was_played(const played *p, int64_t id)
{
    return p->count && bsearch(&id, p->id, p->count, sizeof *p->id, by_size);
}

static duel_status read_ids(duel_str rest, played *out, duel_msg *why)
{
    duel_str word;
    for (size_t room = 0; duel_str_word(&rest, " \t\r\n", &word); out->count++) {
        if (!GROW(out->id, room, out->count + 1))
            return duel_no_space(why);
        if (!duel_str_number(word, &out->id[out->count]))
            return duel_invalid(
                why, N_("Write ids of grids, with blanks or line ends between."), "");
    }
    if (out->count)
        qsort(out->id, out->count, sizeof *out->id, by_size);
    return DUEL_OK;
}

/* The ids in the file; none without a file. The caller frees out->id, also on failure. */
static duel_status read_played(const char *name, played *out, duel_msg *why)
{
    *out = (played){NULL, 0};
    if (name == NULL)
        return DUEL_OK;
    duel_buf text = duel_buf_empty();
    duel_status status = duel_file_read(name, DUEL_FILE_MOST, &text, why);
    if (status == DUEL_OK)
        status = read_ids(duel_buf_str(&text), out, why);
    duel_buf_fini(&text);
    return status;
}

/* ---- making ------------------------------------------------------------------------- */

/* The date by UTC as a number, 20260131. */
static int64_t as_number(time_t moment)
{
    struct tm day;
    gmtime_r(&moment, &day);
    return (day.tm_year + 1900) * INT64_C(10000) + (day.tm_mon + 1) * 100 + day.tm_mday;
}

/* Days from 1970 on, counted as the calendar does: a date that is none comes out as another. */
static bool exists(int64_t date)
{
    int64_t year = date / 10000, month = date / 100 % 100, day = date % 100;
    int64_t shifted = month > 2 ? year : year - 1, since_march = (month + 9) % 12;
    int64_t days = 365 * shifted + shifted / 4 - shifted / 100 + shifted / 400 +
                   (153 * since_march + 2) / 5 + day - 1 - 719468;
    return month >= 1 && month <= 12 && as_number((time_t)(days * 86400)) == date;
}

static duel_status read_day(const char *text, int64_t *day, duel_msg *why)
{
    static const duel_option date = {"daily", DUEL_NUMBER, 0, 19700101, 99991231, NULL, NULL};
    *day = 0;
    if (text == NULL)
        return DUEL_OK;
    if (strcmp(text, "today") == 0)
        *day = as_number(time(NULL));
    else if (duel_option_read(&date, duel_str_of(text), day, why) != DUEL_OK)
        return DUEL_INVALID;
    return exists(*day) ? DUEL_OK : duel_invalid(why, N_("{0} is no day."), "c", text);
}

/* An id without its serial. */
static wumpus_grid_id id_wanted(const int64_t value[])
{
    bool several = value[WUMPUSES] > 1 || value[GOLDS] > 1;
    return (wumpus_grid_id){.size = (int)value[SIZE],
                            .difficulty = (wumpus_difficulty)value[DIFFICULTY],
                            .method = (wumpus_method)value[METHOD],
                            .version = several ? WUMPUS_SEVERAL : WUMPUS_ONE_OF_EACH,
                            .wumpuses = (int)value[WUMPUSES],
                            .golds = (int)value[GOLDS],
                            .all_golds = value[ALL_GOLDS] && value[GOLDS] > 1};
}

/* Serials of one seed follow each other, those played left out; a day is its own serial. */
static duel_status choose_ids(const order *o, const played *without, duel_msg *why)
{
    enum { SERIALS_FOR_A_SEED = 1000 };
    const int64_t *value = o->a->value;
    const wumpus_grid_id wanted = id_wanted(value);
    int64_t serial = o->day ? o->day - 1 : value[SEED] * SERIALS_FOR_A_SEED;
    for (int64_t i = 0; i < o->count; i++) {
        wumpus_grid_id *id = &o->grid[i].id;
        *id = wanted;
        do
            id->serial = ++serial;
        while (o->day == 0 && was_played(without, wumpus_id_number(id)));
    }
    if (serial > wumpus_serial_most(wanted.version))
        return duel_invalid(why, N_("With several wumpuses or golds, seeds go up to {0}."), "i",
                            wumpus_serial_most(wanted.version) / SERIALS_FOR_A_SEED - 1);
    return DUEL_OK;
}

static duel_status make_one(void *self, int64_t number, duel_msg *why)
{
    made *m = &((const order *)self)->grid[number];
    duel_status status = wumpus_id_grid(&m->id, &m->world, why);
    if (status == DUEL_REFUSED) /* an id without a grid is left out, not an error */
        return DUEL_OK;
    wumpus_rules rules = wumpus_id_rules(&m->id);
    if (status == DUEL_OK)
        status = wumpus_certify(&rules, &m->world, &m->certificate, why);
    m->found = status == DUEL_OK;
    return status;
}

/* The whole grid, from the top row: T W G and dots. */
static void print_world(const wumpus_world *w, duel_sink *out)
{
    for (int y = w->n - 1; y >= 0; y--) {
        for (int x = 0; x < w->n; x++)
            duel_put_char(out, wumpus_has(&w->pit, x, y)      ? 'T'
                               : wumpus_has(&w->wumpus, x, y) ? 'W'
                               : wumpus_has(&w->gold, x, y)   ? 'G'
                                                              : '.');
        if (y > 0)
            duel_put_char(out, '/');
    }
}

static json_t *grid_json(const made *m)
{
    const wumpus_certificate *c = &m->certificate;
    duel_buf text = duel_buf_empty();
    print_world(&m->world, &text.sink);
    json_t *hardest =
        c->deducible ? json_string(wumpus_kind_names[c->hardness.hardest]) : json_null();
    json_t *j = json_pack(
        "{sIsisisisisbsssssbsbsbsisosiss}", "id", (json_int_t)wumpus_id_number(&m->id), "size",
        m->id.size, "pits", wumpus_count(&m->world.pit), "wumpuses",
        wumpus_count(&m->world.wumpus), "golds", wumpus_count(&m->world.gold), "all_golds",
        wumpus_id_rules(&m->id).all_golds, "difficulty", wumpus_difficulty_names[c->difficulty],
        "method", wumpus_method_names[m->id.method], "valid", c->valid, "deducible",
        c->deducible, "by_arrow", c->by_arrow, "interest", c->interest, "hardest", hardest,
        "hardest_steps", c->hardness.steps[c->hardness.hardest], "grid", text.text);
    duel_buf_fini(&text);
    return j;
}

typedef struct summary {
    int64_t made, missing, by_kind[WUMPUS_KINDS];
} summary;

static summary sum_up(const made *grid, int64_t count)
{
    summary s = {.made = 0};
    for (int64_t i = 0; i < count; i++) {
        s.made += grid[i].found;
        s.missing += !grid[i].found;
        if (grid[i].found && grid[i].certificate.deducible)
            s.by_kind[grid[i].certificate.hardness.hardest]++;
    }
    return s;
}

static void print_as_json(const duel_console *c, const made *grid, int64_t count,
                          const summary *s, double seconds)
{
    json_t *list = json_array(), *kinds = json_object();
    for (int64_t i = 0; i < count; i++)
        if (grid[i].found)
            json_array_append_new(list, grid_json(&grid[i]));
    for (int k = 0; k < WUMPUS_KINDS; k++)
        json_object_set_new(kinds, wumpus_kind_names[k],
                            json_integer((json_int_t)s->by_kind[k]));
    c->print_json(c, json_pack("{sososIsf}", "grids", list, "hardest", kinds, "missing",
                               (json_int_t)s->missing, "seconds", seconds));
}

static void print_grid(const duel_console *c, const made *m)
{
    const wumpus_certificate *x = &m->certificate;
    duel_putf(c->out, "%-12lld ", (long long)wumpus_id_number(&m->id));
    print_world(&m->world, c->out);
    duel_putf(c->out, "  %s, %d T, ", wumpus_difficulty_names[x->difficulty],
              wumpus_count(&m->world.pit));
    if (x->deducible)
        duel_tell(c->lang, c->out, N_("interest {0}, hardest {1} ({2})"), "ici",
                  (int64_t)x->interest, wumpus_kind_names[x->hardness.hardest],
                  (int64_t)x->hardness.steps[x->hardness.hardest]);
    else
        duel_tell(c->lang, c->out,
                  x->by_arrow ? N_("a risk, or the arrow") : N_("a risk must be taken"), "");
    duel_put(c->out, "\n");
}

static void print_as_text(const duel_console *c, const made *grid, int64_t count,
                          const summary *s, double seconds)
{
    for (int64_t i = 0; i < count; i++)
        if (grid[i].found)
            print_grid(c, &grid[i]);
    duel_tell(c->lang, c->err, N_("{0} {0:grid|grids}, {1} without success"), "ii", s->made,
              s->missing);
    for (int k = 0; k < WUMPUS_KINDS; k++)
        duel_putf(c->err, ", %s %lld", wumpus_kind_names[k], (long long)s->by_kind[k]);
    duel_putf(c->err, ", %.2f s\n", seconds);
}

duel_status wumpus_run_generate(const duel_console *c, const duel_args *a, duel_msg *why)
{
    order o = {.a = a, .count = a->text[DAY] ? 1 : a->value[COUNT]};
    duel_status status = read_day(a->text[DAY], &o.day, why);
    if (status != DUEL_OK)
        return status;
    o.grid = calloc((size_t)o.count, sizeof *o.grid);
    if (o.grid == NULL)
        return duel_no_space(why);
    played without;
    status = read_played(a->text[WITHOUT], &without, why);
    if (status == DUEL_OK)
        status = choose_ids(&o, &without, why);
    free(without.id);
    double start = duel_clock();
    if (status == DUEL_OK)
        status = wumpus_share(c, o.count, (int)a->value[THREADS], make_one, &o, why);
    double seconds = duel_clock() - start;
    summary s = sum_up(o.grid, o.count);
    if (status == DUEL_OK && s.made == 0)
        status = duel_refuse(why, N_("The method {0} finds no {1} grid of side {2} here."),
                             "cci", wumpus_method_names[a->value[METHOD]],
                             wumpus_difficulty_names[a->value[DIFFICULTY]], a->value[SIZE]);
    if (status == DUEL_OK)
        (c->json ? print_as_json : print_as_text)(c, o.grid, o.count, &s, seconds);
    free(o.grid);
    return status;
}
