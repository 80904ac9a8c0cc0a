/* front/wire_learn.c -- lessons, of which the server keeps nothing, and the
 * puzzle of the day.
 *
 * A puzzle is looked for on the crew by the first who asks, then kept in the
 * base. */
#include "core/lesson.h"
#include "core/play.h"
#include "core/variant.h"
#include "front/wire_hub.h"
#include "front/wire_json.h"
#include "service/catalogue.h"
#include "service/puzzle.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static void add_position(json_t *j, const duel_variant *v, const void *state, duel_lang lang)
{
    duel_state view;
    int seat = v->game->turn(v, state);
    duel_view(v, state, seat, &view);
    json_t *scene = wire_scene(v, &view, seat, lang, 0, false);
    if (scene)
        json_object_set_new(j, "scene", scene);
    else
        json_object_set_new(j, "drawing", wire_drawing(v, &view, seat, lang));
    json_object_set_new(j, "seat", json_integer(seat));
    json_object_set_new(j, "moves", wire_moves(v, &view));
}

/* ---- lessons ---------------------------------------------------------------------------- */

static void show_step(const wire_asked *a, const duel_learner *l)
{
    json_t *j = json_pack("{sssisi}", "game", l->v.game->id, "step", l->step, "steps",
                          duel_lesson_length(l->lesson));
    json_object_set_new(j, "text",
                        json_string(duel_text(a->c->lang, duel_learner_step(l)->say)));
    add_position(j, &l->v, &l->state, a->c->lang);
    client_send(a->c, "lesson", a->re, j);
}

static void answer_step(const wire_asked *a, duel_learner *l, const char *move)
{
    duel_msg word = {.id = NULL};
    int step = l->step;
    bool right = duel_learner_try(l, duel_str_of(move), &word) == DUEL_OK;
    json_t *j = json_pack("{sssisi}", "game", l->v.game->id, "step", step, "steps",
                          duel_lesson_length(l->lesson));
    json_object_set_new(j, "right", json_boolean(right));
    json_object_set_new(j, "text", word.id ? wire_say(a->c->lang, &word) : json_string(""));
    add_position(j, &l->v, &l->state, a->c->lang);
    if (right && duel_learner_step(l))
        json_object_set_new(j, "next", json_integer(l->step));
    client_send(a->c, "lesson", a->re, j);
}

duel_status learn_lesson(const wire_asked *a, duel_msg *why)
{
    const duel_game *g;
    duel_learner l;
    const char *move = asked_text(a, "m");
    json_int_t step = json_integer_value(json_object_get(a->what, "step"));
    duel_status status = asked_game(a, &g, why);
    if (status == DUEL_OK)
        status = duel_learner_begin(g, &l, why);
    if (status == DUEL_OK && (step < 0 || step >= duel_lesson_length(l.lesson)))
        status = duel_bad(why, N_("The lesson has no such step."), "");
    if (status == DUEL_OK)
        status = duel_learner_go(&l, (int)step, why);
    if (status != DUEL_OK)
        return status;
    if (move)
        answer_step(a, &l, move);
    else
        show_step(a, &l);
    return DUEL_OK;
}

/* ---- the puzzle of the day -------------------------------------------------------------- */

enum { DAY_TEXT = 16 };

bool learn_has_daily(const duel_game *g)
{
    duel_variant v;
    return g->print && g->parse && duel_variant_make(g, NULL, 0, &v, NULL) == DUEL_OK &&
           v.seats == 2 && !duel_has_secrets(&v);
}

static void today(char out[DAY_TEXT])
{
    time_t now = time(NULL);
    struct tm day;
    gmtime_r(&now, &day);
    strftime(out, DAY_TEXT, "%Y-%m-%d", &day);
}

/* The same for everybody, and different from game to game. */
static uint64_t seed_of(const char *day, const char *game)
{
    uint64_t hash = UINT64_C(14695981039346656037); /* FNV-1a */
    for (const char *c = day; *c; c++)
        hash = (hash ^ (unsigned char)*c) * UINT64_C(1099511628211);
    for (const char *c = game; *c; c++)
        hash = (hash ^ (unsigned char)*c) * UINT64_C(1099511628211);
    return hash >> 1;
}

typedef struct search {
    duel_job job;
    wire_hub *hub;
    const duel_game *game;
    char day[DAY_TEXT];
    uint64_t asker;
    json_t *what;
    duel_status status;
    duel_msg why;
} search;

/* The record up to the position, and the one move that keeps the result. */
static duel_status keep_puzzle(search *s, const duel_puzzle *p)
{
    duel_buf record, answer;
    duel_move best[DUEL_MOVES_MAX];
    duel_buf_init(&record);
    duel_buf_init(&answer);
    duel_record_print(&p->record, &record.sink);
    if (duel_best_moves(&p->record.variant, p->answer, best) > 0)
        duel_print_move(&p->record.variant, &p->state, best[0], &answer.sink);
    duel_status status =
        duel_store_daily_add(s->hub->side, s->day, duel_str_of(s->game->id), s->game->version,
                             duel_buf_str(&record), duel_buf_str(&answer), &s->why);
    duel_buf_fini(&record);
    duel_buf_fini(&answer);
    return status;
}

/* Many positions at a glance, then some with patience: half a minute at the worst. */
static duel_status find_puzzle(const search *s, const duel_variant *v, duel_puzzle *out,
                               duel_msg *why)
{
    static const struct {
        double seconds;
        int tries;
    } pass[] = {{0.04, 300}, {0.5, 40}};
    duel_status status = DUEL_NO;
    for (size_t i = 0; status == DUEL_NO && i < sizeof pass / sizeof pass[0]; i++) {
        duel_search how = {.memory = s->hub->setup.memory,
                           .seconds = pass[i].seconds,
                           .tries = pass[i].tries,
                           .stop = &s->hub->stop};
        status = duel_puzzle_find(v, seed_of(s->day, s->game->id) + i, &how, out, why);
    }
    return status;
}

static void run_search(duel_job *job)
{
    search *s = (search *)job;
    duel_variant v;
    duel_puzzle p;
    s->status = duel_variant_make(s->game, NULL, 0, &v, &s->why);
    if (s->status == DUEL_OK)
        s->status = find_puzzle(s, &v, &p, &s->why);
    if (s->status == DUEL_OK) {
        s->status = keep_puzzle(s, &p);
        duel_puzzle_fini(&p);
    } else if (s->status == DUEL_NO && !atomic_load(&s->hub->stop)) {
        /* not looked for again today */
        s->status =
            duel_store_daily_add(s->hub->side, s->day, duel_str_of(s->game->id),
                                 s->game->version, duel_str_of(""), duel_str_of(""), &s->why);
    }
}

static void done_search(duel_job *job)
{
    search *s = (search *)job;
    wire_client *c = hub_client(s->hub, s->asker);
    json_int_t re = json_integer_value(json_object_get(s->what, "n"));
    if (c && s->status == DUEL_OK)
        s->status = verb_obey(c, s->what, re, &s->why);
    if (c && s->status != DUEL_OK)
        client_refuse(c, re, wire_code(s->status), &s->why);
    json_decref(s->what);
    free(s);
}

static duel_status begin_search(const wire_asked *a, const duel_game *g, const char *day,
                                duel_msg *why)
{
    search *s = calloc(1, sizeof *s);
    if (s == NULL)
        return duel_full(why);
    *s = (search){.job = {run_search, done_search, NULL},
                  .hub = a->c->hub,
                  .game = g,
                  .asker = a->c->number,
                  .what = json_incref(a->what)};
    snprintf(s->day, sizeof s->day, "%s", day);
    if (duel_crew_submit(a->c->hub->crew, &s->job))
        return DUEL_OK;
    json_decref(s->what);
    free(s);
    return duel_refuse(why, N_("The machine is busy with other tables: ask again in a moment."),
                       "");
}

static json_t *puzzle_json(const wire_asked *a, const duel_record *r, const duel_state *state,
                           const char *day)
{
    const duel_variant *v = &r->variant;
    duel_buf variant, position;
    duel_buf_init(&variant);
    duel_buf_init(&position);
    duel_variant_print(v, &variant.sink);
    duel_print(v, state, &position.sink);
    json_t *j = json_pack("{sssssssoso}", "game", v->game->id, "title",
                          duel_text(a->c->lang, v->game->title), "date", day, "variant",
                          wire_string(duel_buf_str(&variant)), "position",
                          wire_string(duel_buf_str(&position)));
    duel_buf_fini(&variant);
    duel_buf_fini(&position);
    return j;
}

static duel_status send_puzzle(const wire_asked *a, const duel_record *r, const char *answer,
                               const char *day, duel_msg *why)
{
    const duel_variant *v = &r->variant;
    const char *text = asked_text(a, "m");
    duel_state state;
    duel_move move;
    duel_status status = duel_record_replay(r, r->count, &state, why);
    if (status == DUEL_OK && text)
        status = duel_read_move(v, &state, duel_str_of(text), &move, why);
    if (status != DUEL_OK)
        return status;
    json_t *j = puzzle_json(a, r, &state, day);
    const char *say = N_("One move keeps the result; all others give it away. Which one?");
    if (text) {
        duel_buf played;
        duel_buf_init(&played);
        duel_print_move(v, &state, move, &played.sink);
        bool right = strcmp(played.text, answer) == 0;
        duel_buf_fini(&played);
        json_object_set_new(j, "right", json_boolean(right));
        say = right ? N_("That is it.") : N_("That gives the result away. Try another one.");
        if (right)
            v->game->play(v, &state, move);
    }
    json_object_set_new(j, "text", json_string(duel_text(a->c->lang, say)));
    add_position(j, v, &state, a->c->lang);
    client_send(a->c, "daily", a->re, j);
    return DUEL_OK;
}

duel_status learn_daily(const wire_asked *a, duel_msg *why)
{
    const duel_game *g;
    char day[DAY_TEXT];
    duel_buf record, answer;
    duel_record r;
    duel_status status = asked_game(a, &g, why);
    if (status == DUEL_OK && !learn_has_daily(g))
        status = duel_refuse(why, N_("This game has no puzzles."), "");
    if (status != DUEL_OK)
        return status;
    today(day);
    duel_buf_init(&record);
    duel_buf_init(&answer);
    status = duel_store_daily(a->c->hub->setup.store, day, duel_str_of(g->id), g->version,
                              &record, &answer, why);
    if (status == DUEL_NO) {
        status = begin_search(a, g, day, why);
    } else if (status == DUEL_OK && record.len == 0) {
        status = duel_refuse(why, N_("No puzzle was found for today."), "");
    } else if (status == DUEL_OK) {
        status = duel_record_read(duel_buf_str(&record), duel_find_game, &r, why);
        if (status == DUEL_OK) {
            status = send_puzzle(a, &r, answer.text, day, why);
            duel_record_fini(&r);
        }
    }
    duel_buf_fini(&record);
    duel_buf_fini(&answer);
    return status;
}
