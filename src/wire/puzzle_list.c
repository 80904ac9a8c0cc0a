/* wire/puzzle_list.c -- the list of puzzles: what a profile has solved, what it is rated, and
 * tries kept. Asking and judging is puzzle.c. */
#include "wire/puzzle_list.h"
#include "teach/mistakes.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { DAYS_SHOWN = 28 };

duel_status puzzles_read(const wire_asked *a, const duel_game **g, char name[PUZZLE_NAME],
                         duel_msg *why)
{
    const char *given = asked_text(a, "name");
    duel_status status = asked_game(a, g, why);
    if (status == DUEL_OK && !puzzle_exists_on_day(*g))
        status = duel_refuse(why, N_("This game has no puzzles."), "");
    if (status == DUEL_OK && given)
        return puzzle_named(duel_str_of(given), hub_time(), name, why);
    if (status == DUEL_OK)
        puzzle_day(hub_time(), name);
    return status;
}

/* ---- the puzzle -------------------------------------------------------------------------- */

void puzzles_add_standing(json_t *j, const wire_client *c, const found_puzzle *f,
                          const char *name)
{
    const duel_game *g = f->record.variant.game;
    glicko_rated_at at = {.rating = puzzle_rating(f)};
    puzzle_solver s = {c->hub->setup.store, c->profile, hub_time()};
    bool seen;
    store_puzzle_rating(s.store, duel_str_of(g->id), g->version, name, &at, NULL);
    json_set(j, "rating", json_integer(llround(at.rating.rating)));
    if (c->profile[0] && puzzle_path_seen(&s, f, &seen, NULL) == DUEL_OK)
        json_set(j, "seen", json_boolean(seen));
}

/* ---- a try ------------------------------------------------------------------------------- */

typedef struct wire_try {
    thread_job job;
    wire_hub *hub;
    wire_request from;
    char profile[STORE_PROFILE_TEXT], name[PUZZLE_NAME];
    found_puzzle *found;
    json_t *answer;
    puzzle_tried tried;
    duel_status status;
    duel_msg why;
} wire_try;

static void run_try(thread_job *job)
{
    wire_try *t = (wire_try *)job;
    puzzle_solver s = {t->hub->side, t->profile, hub_time()};
    bool right = json_is_true(json_object_get(t->answer, "right"));
    t->status = puzzle_path_try(&s, t->name, t->found, right, &t->tried, &t->why);
}

static json_t *tried_json(const puzzle_tried *t)
{
    json_t *j = json_pack("{si}", "streak", t->streak);
    if (t->counted)
        json_object_update_new(
            j, json_pack("{sIsI}", "rating", (json_int_t)llround(t->own.rating), "change",
                         (json_int_t)(llround(t->own.rating) - llround(t->was.rating))));
    return j;
}

static void try_free(wire_try *t)
{
    found_puzzle_fini(t->found);
    json_decref(t->answer);
    free(t->found);
    free(t);
}

static void try_done(thread_job *job)
{
    wire_try *t = (wire_try *)job;
    wire_client *c = request_asker(t->hub, &t->from);
    hub_step step = step_begin_made(t->hub, "daily", NULL);
    if (t->status != DUEL_OK) {
        hub_word_failure(t->hub, t->status, &t->why);
        request_answer(t->hub, &t->from, t->status, &t->why);
    } else if (c) {
        if (strcmp(c->profile, t->profile) == 0)
            json_set(t->answer, "path", tried_json(&t->tried));
        client_send(c, "daily", t->from.re, json_incref(t->answer));
    }
    step_end(t->hub, &step);
    try_free(t);
}

duel_status puzzles_keep(const wire_asked *a, found_puzzle **f, const char *name,
                         json_t *answer, duel_msg *why)
{
    wire_try *t = calloc(1, sizeof *t);
    duel_status status = t ? client_may_ask(a->c, why) : duel_no_space(why);
    if (status != DUEL_OK) {
        json_decref(answer);
        free(t);
        return status;
    }
    *t = (wire_try){.job = client_job(a->c, JOB_CLASS_KEEPING, run_try, try_done),
                    .hub = a->c->hub,
                    .from = request_by(a->c, a->re),
                    .found = *f,
                    .answer = answer};
    memcpy(t->profile, a->c->profile, sizeof t->profile);
    memcpy(t->name, name, sizeof t->name);
    *f = NULL;
    thread_pool_submit(t->hub->crew, &t->job);
    return DUEL_OK;
}

/* ---- the path ---------------------------------------------------------------------------- */

static bool take_tried(void *to, const char *name, int64_t step)
{
    json_array_append_new(
        to, json_pack("{sssbsb}", "name", name, "solved", step > 0, "first", step > 1));
    return true;
}

static json_t *last_days(int64_t now)
{
    json_t *list = json_array();
    for (int i = 0; i < DAYS_SHOWN; i++) {
        char day[PUZZLE_NAME];
        puzzle_day(now - (int64_t)i * SPACING_DAY, day);
        json_array_append_new(list, json_string(day));
    }
    return list;
}

/* Which puzzles that were found here have which theme, in the order of their names. */
typedef struct theme_list {
    json_t *list;
    duel_lang lang;
} theme_list;

static json_t *names_of_theme(json_t *list, const char *theme)
{
    size_t i;
    json_t *row, *names = json_array();
    json_array_foreach(
        list, i, row) if (strcmp(json_string_value(json_object_get(row, "theme")), theme) == 0)
    {
        json_decref(names);
        return json_object_get(row, "names");
    }
    json_array_append_new(list, json_pack("{ssso}", "theme", theme, "names", names));
    return names;
}

static bool take_theme(void *to, const char *name, duel_str answer)
{
    theme_list *t = to;
    json_t *kept = json_loadb(answer.at, answer.len, 0, NULL);
    const char *theme =
        json_string_value(json_array_get(json_object_get(kept, "theme"), t->lang == DUEL_FR));
    if (theme)
        json_array_append_new(names_of_theme(t->list, theme), json_string(name));
    json_decref(kept);
    return true;
}

static json_t *themes_json(const wire_client *c, const duel_game *g)
{
    theme_list t = {json_array(), c->lang};
    store_dailies(c->hub->setup.store, duel_str_of(g->id), g->version, take_theme, &t, NULL);
    return t.list;
}

/* Of nobody nothing is kept: the path begins at its first puzzle. */
static duel_status read_standing(const wire_client *c, const duel_game *g, json_t *tried,
                                 puzzle_standing_at *out, duel_msg *why)
{
    puzzle_solver s = {c->hub->setup.store, c->profile, hub_time()};
    *out = (puzzle_standing_at){.next = 1};
    if (c->profile[0] == '\0')
        return DUEL_OK;
    duel_status status = puzzle_path_standing(&s, g, out, why);
    return status == DUEL_OK ? store_puzzle_tried(s.store, s.profile, duel_str_of(g->id),
                                                  g->version, take_tried, tried, why)
                             : status;
}

duel_status puzzles_path(const wire_asked *a, duel_msg *why)
{
    const duel_game *g;
    char name[PUZZLE_NAME];
    puzzle_standing_at at;
    json_t *tried = json_array();
    duel_status status = puzzles_read(a, &g, name, why);
    if (status == DUEL_OK)
        status = read_standing(a->c, g, tried, &at, why);
    if (status != DUEL_OK) {
        json_decref(tried);
        return status;
    }
    json_t *j = json_pack("{sssssosososisisisisisi}", "game", g->id, "title",
                          duel_text(a->c->lang, g->title), "days", last_days(hub_time()),
                          "tried", tried, "rating",
                          at.rated ? json_integer(llround(at.own.rating)) : json_null(),
                          "deviation", (int)lround(at.own.deviation), "count", PUZZLE_NUMBERS,
                          "next", at.next <= PUZZLE_NUMBERS ? at.next : PUZZLE_NUMBERS,
                          "solved", at.solved, "streak", at.streak, "longest", at.longest);
    json_set(j, "themes", themes_json(a->c, g));
    client_send(a->c, "puzzles", a->re, j);
    return DUEL_OK;
}
