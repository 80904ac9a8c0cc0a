/* wire/json.c -- see json.h. */
#include "wire/json.h"
#include "base/long_work.h"
#include "core/play.h"
#include "core/scene.h"
#include "core/scene_diff.h"
#include "core/scene_text.h"

#include <string.h>

/* ---- pictures -------------------------------------------------------------------------- */

static const char *const kind_name[] = {
    [DUEL_BOARD] = "board",   [DUEL_CELL] = "cell",          [DUEL_GAP] = "gap",
    [DUEL_PIECE] = "piece",   [DUEL_CARD] = "card",          [DUEL_PILE] = "pile",
    [DUEL_SEAT] = "seat",     [DUEL_COUNTER] = "counter",    [DUEL_LABEL] = "label",
    [DUEL_BUTTON] = "button", [DUEL_CHOICE_ITEM] = "choice",
};

static const char *const tone_name[] = {
    [DUEL_PLAIN] = "",        [DUEL_SEAT1] = "seat1",     [DUEL_SEAT2] = "seat2",
    [DUEL_SEAT3] = "seat3",   [DUEL_SEAT4] = "seat4",     [DUEL_SOFT] = "soft",
    [DUEL_LAST] = "last",     [DUEL_PICK] = "pick",       [DUEL_SAFE] = "safe",
    [DUEL_DANGER] = "danger", [DUEL_UNKNOWN] = "unknown",
};

static const char *const done_name[] = {[DUEL_LAST_NOTHING] = "",
                                        [DUEL_LAST_PLACED] = "placed",
                                        [DUEL_LAST_CHANGED] = "changed",
                                        [DUEL_LAST_LEFT] = "left"};

static void set_text(json_t *j, const char *key, const char *text)
{
    if (text && text[0])
        json_object_set_new(j, key, json_text(duel_str_of(text)));
}

/* Places in thousandths are exact enough, and short to write. */
static void set_place(json_t *j, const char *key, float at)
{
    double milli = (double)at * 1000;
    json_int_t n = (json_int_t)(milli < 0 ? milli - 0.5 : milli + 0.5);
    json_object_set_new(j, key,
                        n % 1000 ? json_real((double)n / 1000) : json_integer(n / 1000));
}

static json_t *element_json(const duel_element *e, duel_lang lang, bool bare)
{
    json_t *j = json_object();
    set_text(j, "k", kind_name[e->kind]);
    set_place(j, "x", e->x);
    set_place(j, "y", e->y);
    set_place(j, "w", e->w);
    set_place(j, "h", e->h);
    set_text(j, "tone", tone_name[e->tone]);
    set_text(j, "shape", e->shape);
    set_text(j, "face", duel_face(e, lang));
    set_text(j, "last", done_name[e->last]);
    if (e->course)
        json_object_set_new(j, "past", json_array());
    if (e->kind == DUEL_COUNTER || e->kind == DUEL_PILE)
        json_object_set_new(j, "n", json_integer(e->number));
    bool speaks = e->kind == DUEL_COUNTER || e->kind == DUEL_LABEL || e->kind == DUEL_CARD;
    if (e->label.id && (!bare || speaks))
        json_object_set_new(j, "label", json_say(lang, &e->label));
    if (bare)
        return j;
    set_text(j, "id", e->id);
    set_text(j, "t", e->target.text);
    set_text(j, "alt", e->alternative.text);
    return j;
}

/* What a lens without a picture has to say stands beside the board, as it was written. */
static void add_lens_text(json_t *list, const duel_variant *v, const void *view, int seat,
                          duel_lang lang, const duel_lens *lens)
{
    duel_buf text;
    duel_buf_init(&text);
    duel_pen pen = {.out = &text.sink, .lang = lang, .utf8 = true};
    lens->draw(v, view, seat, &pen);
    json_array_append_new(list,
                          json_pack("{sssssisisisiso}", "k", "text", "lens", lens->id, "x", 0,
                                    "y", 0, "w", 0, "h", 0, "label", json_take_text(&text)));
}

/* Adds what a lens shows to a list of elements, marked as its own. */
static void add_lens(json_t *list, const duel_variant *v, const void *view, int seat,
                     duel_lang lang, const duel_lens *lens, duel_scene *s)
{
    int before = s->count;
    duel_long_work_door(DUEL_LONG_WORK_LENS);
    if (lens->scene)
        lens->scene(v, view, seat, s);
    else if (lens->draw)
        add_lens_text(list, v, view, seat, lang, lens);
    for (int i = before; i < s->count; i++) {
        json_t *j = element_json(&s->element[i], lang, false);
        json_object_set_new(j, "lens", json_string(lens->id));
        json_array_append_new(list, j);
    }
}

static json_t *framed(const duel_scene *s, json_t *elements)
{
    json_t *j = json_object();
    set_place(j, "w", s->width);
    set_place(j, "h", s->height);
    json_object_set_new(j, "el", elements);
    return j;
}

/* The number of a look in a list; a new one is added. Takes over the reference. */
static json_int_t look_number(json_t *looks, json_t *look)
{
    size_t at = 0;
    while (at < json_array_size(looks) && !json_equal(json_array_get(looks, at), look))
        at++;
    if (at == json_array_size(looks))
        json_array_append(looks, look);
    json_decref(look);
    return (json_int_t)at;
}

/* A miniature in short: looks, each once, and where things of each look stand. */
static json_t *short_scene(const duel_scene *s, duel_lang lang)
{
    json_t *looks = json_array(), *at = json_array(), *j = json_object();
    for (int i = 0; i < s->count; i++) {
        json_t *look = element_json(&s->element[i], lang, true);
        json_t *x = json_incref(json_object_get(look, "x"));
        json_t *y = json_incref(json_object_get(look, "y"));
        json_object_del(look, "x");
        json_object_del(look, "y");
        json_array_append_new(at, json_pack("[Ioo]", look_number(looks, look), x, y));
    }
    set_place(j, "w", s->width);
    set_place(j, "h", s->height);
    json_object_set_new(j, "looks", looks);
    json_object_set_new(j, "at", at);
    return j;
}

static json_t *whole_scene(const duel_scene *s, duel_lang lang, bool bare)
{
    if (s->count == 0 || s->failed)
        return NULL;
    if (bare)
        return short_scene(s, lang);
    json_t *list = json_array();
    for (int i = 0; i < s->count; i++)
        json_array_append_new(list, element_json(&s->element[i], lang, bare));
    return framed(s, list);
}

json_t *wire_scene(const duel_variant *v, const void *view, int seat, duel_lang lang, bool bare)
{
    duel_scene s;
    duel_scene_init(&s);
    duel_scene_make(v, view, seat, &s);
    json_t *j = whole_scene(&s, lang, bare);
    duel_scene_fini(&s);
    return j;
}

json_t *wire_scene_after(const duel_variant *v, const void *view, int seat, duel_lang lang,
                         const wire_turn *turn)
{
    duel_scene s;
    duel_scene_init(&s);
    duel_scene_make(v, view, seat, &s);
    if (turn->count)
        duel_scene_diff_turn(v, &turn->before, turn->move, turn->count, seat, &s);
    json_t *j = whole_scene(&s, lang, false);
    duel_scene_fini(&s);
    return j;
}

json_t *wire_lens_layer(const duel_variant *v, const void *view, int seat, duel_lang lang,
                        unsigned lenses)
{
    const duel_lens *lens = v->game->teaching.lenses;
    duel_scene s;
    duel_scene_init(&s);
    duel_scene_make(v, view, seat, &s);
    json_t *list = s.count && !s.failed ? json_array() : NULL;
    for (int i = 0; list && lens && lens[i].id && i < 32; i++)
        if (lenses >> i & 1)
            add_lens(list, v, view, seat, lang, &lens[i], &s);
    duel_scene_fini(&s);
    return list;
}

json_t *wire_ending(const duel_variant *v, const void *view, int seat, duel_lang lang)
{
    duel_reason why;
    duel_explain_ending(v, view, seat, &why);
    return json_reasons(&why, lang);
}

/* The elements of a scene that is whole, else NULL. */
static json_t *elements_json(const duel_scene *s, duel_lang lang)
{
    json_t *list = json_array();
    for (int i = 0; i < s->count; i++)
        json_array_append_new(list, element_json(&s->element[i], lang, false));
    return s->failed ? (json_decref(list), NULL) : list;
}

json_t *wire_setup_scene(const duel_variant *v, const void *state, int seat, duel_lang lang)
{
    duel_scene s;
    duel_scene_init(&s);
    duel_scene_edit(v, state, seat, &s);
    json_t *list = elements_json(&s, lang), *j = list ? framed(&s, list) : NULL;
    duel_scene_fini(&s);
    return j;
}

bool wire_has_course(json_t *scene)
{
    json_t *e;
    size_t i;
    json_array_foreach(json_object_get(scene, "el"), i, e)
    {
        if (json_object_get(e, "past"))
            return true;
    }
    return false;
}

void wire_add_course(json_t *scene, const duel_scene *earlier)
{
    json_t *e;
    size_t i;
    json_array_foreach(json_object_get(scene, "el"), i, e)
    {
        json_t *past = json_object_get(e, "past");
        const char *id = json_string_value(json_object_get(e, "id"));
        for (int k = 0; past && id && k < earlier->count; k++)
            if (strcmp(earlier->element[k].id, id) == 0)
                json_array_append_new(past, json_integer(earlier->element[k].number));
    }
}

json_t *wire_opening(const duel_learner *l, duel_lang lang)
{
    duel_scene s;
    if (l->lesson->scene == NULL)
        return NULL;
    duel_scene_init(&s);
    l->lesson->scene(&l->v, &s);
    json_t *list = elements_json(&s, lang), *j = list ? framed(&s, list) : NULL;
    duel_scene_fini(&s);
    return j;
}

json_t *wire_drawing(const duel_variant *v, const void *view, int seat, duel_lang lang)
{
    duel_buf text;
    duel_buf_init(&text);
    duel_pen pen = {.out = &text.sink, .lang = lang, .utf8 = true};
    duel_draw(v, view, seat, &pen);
    return json_take_text(&text);
}

/* ---- answers --------------------------------------------------------------------------- */

static json_t *without_imagined(json_t *j, const duel_variant *v)
{
    if (duel_has_secrets(v))
        json_object_del(j, "line");
    return j;
}

json_t *wire_values(const json_about *s, const duel_answer *a, duel_lang lang)
{
    return without_imagined(json_answer(s, a, lang), s->v);
}

json_t *wire_advice(const json_about *s, const table_advice *a, duel_lang lang)
{
    return without_imagined(json_advice(s, a, lang), s->v);
}
