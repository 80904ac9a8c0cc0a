/* front/web/wire_json.c -- see wire_json.h. */
#include "front/web/wire_json.h"
#include "core/play.h"
#include "core/scene.h"
#include "core/value.h"
#include "core/variant.h"
#include "front/phrase.h"

#include <stdlib.h>
#include <string.h>

/* ---- texts ----------------------------------------------------------------------------- */

json_t *wire_string(duel_str s)
{
    json_t *j = json_stringn(s.at ? s.at : "", s.at ? s.len : 0);
    return j ? j : json_string("?");
}

static json_t *take_text(duel_buf *b)
{
    json_t *j = wire_string(duel_buf_str(b));
    duel_buf_fini(b);
    return j;
}

json_t *wire_say(duel_lang lang, const duel_msg *m)
{
    duel_buf text;
    duel_buf_init(&text);
    duel_render(lang, m, &text.sink);
    return take_text(&text);
}

json_t *wire_tell(duel_lang lang, const char *id, const char *kinds, ...)
{
    duel_msg m;
    va_list args;
    va_start(args, kinds);
    duel_say_list(&m, id, kinds, &args);
    va_end(args);
    return wire_say(lang, &m);
}

/* ---- pictures -------------------------------------------------------------------------- */

static const char *const kind_name[] = {
    [DUEL_BOARD] = "board",         [DUEL_CELL] = "cell",       [DUEL_GAP] = "gap",
    [DUEL_PIECE] = "piece",         [DUEL_CARD] = "card",       [DUEL_PILE] = "pile",
    [DUEL_SEAT] = "seat",           [DUEL_COUNTER] = "counter", [DUEL_LABEL] = "label",
    [DUEL_ARROW] = "arrow",         [DUEL_BUTTON] = "button",   [DUEL_CHOICE_ITEM] = "choice",
    [DUEL_NUMBER_ENTRY] = "number",
};

static const char *const tone_name[] = {
    [DUEL_PLAIN] = "",        [DUEL_SEAT1] = "seat1",     [DUEL_SEAT2] = "seat2",
    [DUEL_SEAT3] = "seat3",   [DUEL_SEAT4] = "seat4",     [DUEL_SOFT] = "soft",
    [DUEL_LAST] = "last",     [DUEL_PICK] = "pick",       [DUEL_SAFE] = "safe",
    [DUEL_DANGER] = "danger", [DUEL_UNKNOWN] = "unknown",
};

static void set_text(json_t *j, const char *key, const char *text)
{
    if (text && text[0])
        json_object_set_new(j, key, wire_string(duel_str_of(text)));
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
    set_text(j, "face", e->face);
    if (e->last)
        json_object_set_new(j, "last", json_true());
    if (e->course)
        json_object_set_new(j, "past", json_array());
    if (e->kind == DUEL_COUNTER || e->kind == DUEL_NUMBER_ENTRY || e->kind == DUEL_PILE)
        json_object_set_new(j, "n", json_integer(e->number));
    bool speaks = e->kind == DUEL_COUNTER || e->kind == DUEL_LABEL || e->kind == DUEL_CARD;
    if (e->label.id && (!bare || speaks))
        json_object_set_new(j, "label", wire_say(lang, &e->label));
    if (bare)
        return j;
    set_text(j, "id", e->id);
    set_text(j, "t", e->target.text);
    set_text(j, "alt", e->alternative.text);
    return j;
}

/* Adds what the lens with number `which` shows to a list of elements, marked as its own. */
static void add_lens(json_t *list, const duel_variant *v, const void *view, int seat,
                     duel_lang lang, const duel_lens *lens, duel_scene *s)
{
    int before = s->count;
    if (lens->scene)
        lens->scene(v, view, seat, s);
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

json_t *wire_scene(const duel_variant *v, const void *view, int seat, duel_lang lang,
                   unsigned lenses, bool bare)
{
    const duel_lens *lens = v->game->lenses;
    duel_scene s;
    duel_scene_init(&s);
    duel_scene_make(v, view, seat, &s);
    json_t *j = NULL;
    if (s.count && !s.failed) {
        json_t *list = json_array();
        for (int i = 0; i < s.count; i++)
            json_array_append_new(list, element_json(&s.element[i], lang, bare));
        for (int i = 0; lens && lens[i].id && i < 32; i++)
            if (lenses >> i & 1)
                add_lens(list, v, view, seat, lang, &lens[i], &s);
        j = framed(&s, list);
    }
    duel_scene_fini(&s);
    return j;
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
    v->game->draw(v, view, seat, &pen);
    return take_text(&text);
}

/* ---- moves ----------------------------------------------------------------------------- */

json_t *wire_move(const duel_variant *v, const void *view, duel_move move)
{
    duel_buf text;
    duel_buf_init(&text);
    duel_print_move(v, view, move, &text.sink);
    return take_text(&text);
}

json_t *wire_path(const duel_variant *v, const void *view, duel_move move)
{
    duel_target path[DUEL_PATH];
    json_t *list = json_array();
    int count = duel_path(v, view, move, path);
    for (int i = 0; i < count; i++)
        json_array_append_new(list, wire_string(duel_str_of(path[i].text)));
    return list;
}

json_t *wire_moves(const duel_variant *v, const void *view)
{
    duel_move list[DUEL_MOVES_MAX];
    json_t *out = json_array();
    if (duel_is_over(v, view))
        return out;
    int count = v->game->moves(v, view, list);
    for (int i = 0; i < count; i++)
        json_array_append_new(out, json_pack("{soso}", "m", wire_move(v, view, list[i]), "p",
                                             wire_path(v, view, list[i])));
    return out;
}

/* ---- games ----------------------------------------------------------------------------- */

static json_t *option_json(const duel_option *o, duel_lang lang)
{
    static const char *const kind[] = {"number", "yesno", "choice", "set", "decimal"};
    duel_buf initial;
    duel_buf_init(&initial);
    duel_option_print(o, o->initial, &initial.sink);
    json_t *j = json_pack("{sssssoss}", "name", o->name, "kind", kind[o->kind], "default",
                          take_text(&initial), "help", duel_text(lang, o->help));
    if (o->kind == DUEL_NUMBER) {
        json_object_set_new(j, "least", json_integer(o->least));
        json_object_set_new(j, "most", json_integer(o->most));
    }
    if (o->choices) {
        json_t *list = json_array();
        for (int i = 0; o->choices[i]; i++)
            json_array_append_new(list, json_string(o->choices[i]));
        json_object_set_new(j, "choices", list);
    }
    return j;
}

json_t *wire_options(const duel_game *g, duel_lang lang)
{
    json_t *list = json_array();
    for (int i = 0; g->options && g->options[i].name; i++)
        json_array_append_new(list, option_json(&g->options[i], lang));
    return list;
}

json_t *wire_rules(const duel_game *g, duel_lang lang)
{
    json_t *list = json_array();
    for (int i = 0; g->rules && g->rules[i]; i++)
        json_array_append_new(list, json_string(duel_text(lang, g->rules[i])));
    return list;
}

/* ---- advice ---------------------------------------------------------------------------- */

json_t *wire_value(const duel_variant *v, const duel_result *r, duel_lang lang)
{
    duel_buf text;
    duel_buf_init(&text);
    phrase_value(lang, &text.sink, v, r);
    return take_text(&text);
}

json_t *wire_judged(const duel_variant *v, const duel_result *r, int32_t estimate, int32_t unit,
                    duel_lang lang)
{
    duel_buf text;
    if (r->value != DUEL_UNSOLVED)
        return wire_value(v, r, lang);
    if (unit <= 0)
        return wire_tell(lang, N_("an estimate, not a proof"), "");
    duel_buf_init(&text);
    phrase_lead(lang, &text.sink, (double)estimate / unit);
    return take_text(&text);
}

double wire_worth(const duel_result *r, int32_t estimate, int32_t unit)
{
    if (r->value != DUEL_UNSOLVED)
        return r->value == DUEL_WIN ? 1 : r->value == DUEL_LOSS ? -1 : 0;
    double scale = unit > 0 ? 8.0 * unit : 400, e = estimate;
    return e / ((e < 0 ? -e : e) + scale);
}

const char *wire_value_word(duel_value value)
{
    static const char *const word[] = {[DUEL_UNSOLVED] = "unknown",
                                       [DUEL_LOSS] = "loss",
                                       [DUEL_DRAW] = "draw",
                                       [DUEL_TIE] = "tie",
                                       [DUEL_WIN] = "win"};
    return word[value];
}

static json_t *fact_json(const duel_fact *f, duel_lang lang)
{
    json_t *targets = json_array();
    for (int i = 0; i < f->targets; i++)
        json_array_append_new(targets, wire_string(duel_str_of(f->target[i].text)));
    json_t *j = json_pack("{soso}", "text", wire_say(lang, &f->text), "targets", targets);
    if (f->groups.size)
        json_object_set_new(j, "groups",
                            json_pack("{sssisisi}", "of", f->groups.of, "from", f->groups.from,
                                      "count", f->groups.count, "size", f->groups.size));
    return j;
}

json_t *wire_facts(const duel_reason *r, duel_lang lang)
{
    json_t *list = json_array();
    for (int i = 0; i < r->count; i++)
        json_array_append_new(list, fact_json(&r->fact[i], lang));
    return list;
}

/* Moves in a row, each written in the position it is played in. */
static json_t *line_json(const duel_variant *v, const void *view, const duel_move *move,
                         int count)
{
    duel_state state;
    json_t *list = json_array();
    memcpy(&state, view, v->state_size);
    for (int i = 0; i < count && !duel_is_over(v, &state) && duel_legal(v, &state, move[i]);
         i++) {
        json_array_append_new(list, wire_move(v, &state, move[i]));
        v->game->play(v, &state, move[i]);
    }
    return list;
}

/* ---- values: every move, for a board to analyse on --------------------------------------- */

static bool rated_better(const duel_rated *a, const duel_rated *b)
{
    if (a->result.value != DUEL_UNSOLVED && b->result.value != DUEL_UNSOLVED)
        return value_better(&a->result, &b->result);
    if (a->result.value == b->result.value)
        return a->estimate > b->estimate;
    return (a->result.value == DUEL_UNSOLVED ? b : a)->result.value == DUEL_WIN
               ? a->result.value == DUEL_WIN
               : a->result.value == DUEL_UNSOLVED;
}

static json_t *value_json(const duel_variant *v, const void *view, const duel_rated *r,
                          int32_t unit, duel_lang lang)
{
    bool proved = r->result.value != DUEL_UNSOLVED;
    json_t *j = json_pack("{sososssosbsf}", "m", wire_move(v, view, r->move), "p",
                          wire_path(v, view, r->move), "v", wire_value_word(r->result.value),
                          "text", wire_judged(v, &r->result, r->estimate, unit, lang), "proved",
                          proved, "n", wire_worth(&r->result, r->estimate, unit));
    if (!proved && unit > 0)
        json_object_set_new(j, "points", json_real((double)r->estimate / unit));
    return j;
}

/* Insertion: lists are short, and equals stay in the order of the game's own. */
static void sort_rated(duel_rated *list, int count)
{
    for (int i = 1; i < count; i++) {
        duel_rated moved = list[i];
        int at = i;
        for (; at > 0 && rated_better(&moved, &list[at - 1]); at--)
            list[at] = list[at - 1];
        list[at] = moved;
    }
}

/* Every move with its value, the best first. */
static json_t *rated_json(const duel_variant *v, const void *view, const duel_answer *a,
                          duel_lang lang)
{
    json_t *list = json_array();
    duel_rated *sorted = malloc(((size_t)a->rated_count + 1) * sizeof *sorted);
    if (sorted == NULL)
        return list;
    memcpy(sorted, a->rated, (size_t)a->rated_count * sizeof *sorted);
    sort_rated(sorted, a->rated_count);
    for (int i = 0; i < a->rated_count; i++)
        json_array_append_new(list, value_json(v, view, &sorted[i], a->unit, lang));
    free(sorted);
    return list;
}

json_t *wire_values(const duel_variant *v, const void *view, const duel_answer *a,
                    duel_lang lang)
{
    json_t *moves = rated_json(v, view, a, lang);
    json_t *value = wire_judged(v, &a->result, a->estimate, a->unit, lang);
    return json_pack("{sososssosbsosf}", "m", wire_move(v, view, a->plan[0]), "p",
                     wire_path(v, view, a->plan[0]), "v", wire_value_word(a->result.value),
                     "value", value, "proved", a->proved, "moves", moves, "n",
                     wire_worth(&a->result, a->estimate, a->unit));
}

static json_t *other_move(const duel_variant *v, const duel_advice *a, duel_lang lang)
{
    duel_buf text;
    if (a->instead_result.value != DUEL_UNSOLVED)
        return wire_value(v, &a->instead_result, lang);
    duel_buf_init(&text);
    phrase_other_move(lang, &text.sink, v, a);
    return take_text(&text);
}

static json_t *instead_json(const duel_variant *v, const void *view, const duel_advice *a,
                            duel_lang lang)
{
    json_t *facts = json_array();
    if (a->instead_differs >= 0)
        json_array_append_new(facts, fact_json(&a->instead_why.fact[a->instead_differs], lang));
    if (a->differs >= 0)
        json_array_append_new(facts, fact_json(&a->why.fact[a->differs], lang));
    json_t *j = json_pack("{sosssoso}", "m", wire_move(v, view, a->instead), "v",
                          wire_value_word(a->instead_result.value), "facts", facts, "p",
                          wire_path(v, view, a->instead));
    json_object_set_new(j, "same", json_boolean(a->instead == a->answer.plan[0]));
    json_object_set_new(j, "value", other_move(v, a, lang));
    return j;
}

json_t *wire_advice(const duel_variant *v, const void *view, const duel_advice *a,
                    duel_lang lang)
{
    const duel_answer *answer = &a->answer;
    json_t *value = wire_judged(v, &answer->result, answer->estimate, answer->unit, lang);
    json_t *j =
        json_pack("{sosososossso}", "m", wire_move(v, view, answer->plan[0]), "p",
                  wire_path(v, view, answer->plan[0]), "plan",
                  line_json(v, view, answer->plan, answer->plan_count), "value", value, "v",
                  wire_value_word(answer->result.value), "facts", wire_facts(&a->why, lang));
    json_object_set_new(j, "proved", json_boolean(answer->proved));
    json_object_set_new(j, "nodes", json_integer((json_int_t)answer->nodes));
    /* imagined continuations of hidden games say nothing: only facts are shown */
    if (!duel_has_secrets(v))
        json_object_set_new(j, "line", line_json(v, view, answer->line, answer->line_count));
    bool told =
        answer->proved || answer->unit > 0; /* else an estimate means nothing to people */
    json_object_set_new(j, "moves", told ? rated_json(v, view, answer, lang) : json_array());
    if (a->compared)
        json_object_set_new(j, "instead", instead_json(v, view, a, lang));
    return j;
}
