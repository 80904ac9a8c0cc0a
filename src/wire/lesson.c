/* wire/lesson.c -- lessons, of which the server keeps nothing. */
#include "core/lesson.h"
#include "core/play.h"
#include "wire/inside.h"
#include "wire/json.h"

void learn_add_position(json_t *j, const duel_variant *v, const void *state,
                        const wire_turn *turn, int seat, duel_lang lang)
{
    duel_state view;
    duel_view(v, state, seat, &view);
    json_t *scene = wire_scene_after(v, &view, seat, lang, turn);
    if (scene)
        json_object_set_new(j, "scene", scene);
    else
        json_object_set_new(j, "drawing", wire_drawing(v, &view, seat, lang));
    json_object_set_new(j, "seat", json_integer(seat));
    bool to_move = v->game->turn(v, &view) == seat;
    json_object_set_new(j, "moves", to_move ? json_moves(v, &view, lang) : json_array());
}

/* The position of a step, with what the last turn did to it. */
static void add_step_position(json_t *j, const duel_learner *l, duel_lang lang)
{
    wire_turn turn = {.before = l->before, .move = l->turn, .count = l->turn_count};
    learn_add_position(j, &l->v, &l->state, &turn, l->v.game->turn(&l->v, &l->state), lang);
}

static void show_step(const wire_asked *a, const duel_learner *l)
{
    json_t *j = json_pack("{sssisi}", "game", l->v.game->id, "step", l->step + 1, "steps",
                          duel_lesson_length(l->lesson));
    json_object_set_new(j, "text",
                        json_string(duel_text(a->c->lang, duel_learner_step(l)->say)));
    add_step_position(j, l, a->c->lang);
    json_t *opening = l->step == 0 ? wire_opening(l, a->c->lang) : NULL;
    if (opening)
        json_object_set_new(j, "opening", opening);
    client_send(a->c, "lesson", a->re, j);
}

static void answer_step(const wire_asked *a, duel_learner *l, const char *move)
{
    duel_msg word = {.id = NULL};
    int step = l->step;
    bool right = duel_learner_try(l, duel_str_of(move), &word) == DUEL_OK;
    json_t *j = json_pack("{sssisi}", "game", l->v.game->id, "step", step + 1, "steps",
                          duel_lesson_length(l->lesson));
    json_object_set_new(j, "right", json_boolean(right));
    json_object_set_new(j, "text", word.id ? json_say(a->c->lang, &word) : json_string(""));
    add_step_position(j, l, a->c->lang);
    if (right && duel_learner_step(l))
        json_object_set_new(j, "next", json_integer(l->step + 1));
    client_send(a->c, "lesson", a->re, j);
}

duel_status learn_lesson(const wire_asked *a, duel_msg *why)
{
    const duel_game *g;
    duel_learner l;
    const char *move = asked_text(a, "move");
    json_int_t step = json_integer_value(json_object_get(a->what, "step"));
    duel_status status = asked_game(a, &g, why);
    if (status == DUEL_OK)
        status = duel_learner_begin(g, &l, why);
    if (status == DUEL_OK && (step < 1 || step > duel_lesson_length(l.lesson)))
        status = duel_invalid(why, N_("The lesson has no such step."), "");
    if (status == DUEL_OK)
        status = duel_learner_go(&l, (int)step - 1, why);
    if (status != DUEL_OK)
        return status;
    if (move)
        answer_step(a, &l, move);
    else
        show_step(a, &l);
    return DUEL_OK;
}
