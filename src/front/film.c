/* front/film.c -- see film.h. */
#include "front/film.h"

#include <stdio.h>

static void set_words(json_t *j, const char *key, const char *text, duel_lang lang)
{
    if (*text)
        json_set(j, key, json_string(duel_text(lang, text)));
}

/* What is usual is left out: no note, no column, a plain tone. */
static json_t *json_thing(const duel_film *f, const film_put *p, duel_lang lang)
{
    json_t *j = json_pack("{sisi}", "id", p->id, "in", p->in);
    set_words(j, "text", film_text(f, p->text), lang);
    set_words(j, "note", film_text(f, p->note), lang);
    if (p->tone != FILM_PLAIN)
        json_set(j, "tone", json_string(film_tone_name(p->tone)));
    if (f->kind == FILM_TABLE)
        json_set(j, "column", json_integer(p->column));
    if (f->kind == FILM_TREE)
        json_set(j, "at", json_pack("[iii]", p->x, p->y, p->w));
    return j;
}

static json_t *json_step(const duel_film *f, int i, duel_lang lang)
{
    const film_step *s = &f->step[i];
    json_t *put = json_array(), *look = json_array();
    for (size_t k = s->first; k < film_puts_end(f, i); k++)
        json_array_append_new(put, json_thing(f, &f->put[k], lang));
    for (int k = 0; k < 3 && s->look[k] != FILM_NOWHERE; k++)
        json_array_append_new(look, json_integer(s->look[k]));
    return json_pack("{sisososo}", "depth", s->depth, "text", json_say(lang, &s->say), "put",
                     put, "look", look);
}

duel_status film_tell(duel_film *f, duel_lang lang, json_t *to, duel_msg *why)
{
    json_t *steps = json_array(), *heads = json_array();
    film_lay_out(f);
    if (f->failed) {
        json_decref(steps);
        json_decref(heads);
        return duel_full(why);
    }
    for (int i = 0; i < FILM_HEADS && f->head[i]; i++)
        json_array_append_new(heads, json_string(duel_text(lang, f->head[i])));
    for (int i = 0; i < f->count; i++)
        json_array_append_new(steps, json_step(f, i, lang));
    json_set(to, "kind", json_string(film_kind_name(f->kind)));
    json_set(to, "heads", heads);
    json_set(to, "steps", steps);
    json_set(to, "cut", json_boolean(f->cut));
    return DUEL_OK;
}

void film_print_steps(const json_t *film, duel_sink *out)
{
    const json_t *step;
    size_t i;
    json_array_foreach(json_object_get(film, "steps"), i, step)
        duel_putf(out, "%*s%s\n", 2 * (int)json_integer_value(json_object_get(step, "depth")),
                  "", json_string_value(json_object_get(step, "text")));
    if (json_is_true(json_object_get(film, "cut")))
        duel_put(out, "…\n");
}

/* ---- as a picture -------------------------------------------------------------------------
 */

enum { LETTER = 9, LEVEL = 68, MARGIN = 40, BOX = 40 };

/* Where a node stands, in points. */
typedef struct spot {
    int x, y, w;
} spot;

static spot node_spot(const json_t *thing)
{
    int x = 0, y = 0, w = 0;
    json_unpack(json_object_get(thing, "at"), "[iii]", &x, &y, &w);
    return (spot){MARGIN + x * LETTER, MARGIN + y * LEVEL, w * LETTER + 14};
}

static void put_escaped(const char *text, duel_sink *out)
{
    for (; text && *text; text++)
        if (*text == '<' || *text == '&')
            duel_put(out, *text == '<' ? "&lt;" : "&amp;");
        else
            duel_put_char(out, *text);
}

static void put_label(const json_t *thing, const char *key, int x, int y, int size,
                      duel_sink *out)
{
    duel_putf(out, "<text x=\"%d\" y=\"%d\" font-size=\"%d\">", x, y, size);
    put_escaped(json_string_value(json_object_get(thing, key)), out);
    duel_put(out, "</text>\n");
}

static void put_node(const json_t *thing, const json_t *above, duel_sink *out)
{
    spot s = node_spot(thing), a = node_spot(above);
    const char *tone = json_string_value(json_object_get(thing, "tone"));
    if (above)
        duel_putf(out, "<path d=\"M%d %dL%d %d\"/>\n", a.x, a.y + BOX / 2, s.x, s.y - BOX / 2);
    duel_putf(out, "<rect class=\"%s\" x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\"/>\n",
              tone ? tone : "plain", s.x - s.w / 2, s.y - BOX / 2, s.w, BOX);
    put_label(thing, "text", s.x, s.y - 1, 14, out);
    put_label(thing, "note", s.x, s.y + 14, 11, out);
}

/* Every thing as it is last, by its number. */
static json_t *last_things(const json_t *film)
{
    json_t *all = json_object(), *step, *thing;
    size_t i, k;
    json_array_foreach(json_object_get(film, "steps"), i, step)
        json_array_foreach(json_object_get(step, "put"), k, thing)
    {
        char id[24];
        snprintf(id, sizeof id, "%lld",
                 (long long)json_integer_value(json_object_get(thing, "id")));
        json_object_set(all, id, thing);
    }
    return all;
}

static const json_t *thing_above(const json_t *all, const json_t *thing)
{
    char id[24];
    snprintf(id, sizeof id, "%lld",
             (long long)json_integer_value(json_object_get(thing, "in")));
    return json_object_get(all, id);
}

static void put_svg_head(json_t *all, duel_sink *out)
{
    int width = 0, height = 0;
    const char *id;
    json_t *thing;
    json_object_foreach(all, id, thing)
    {
        spot s = node_spot(thing);
        width = s.x + s.w > width ? s.x + s.w : width;
        height = s.y > height ? s.y : height;
    }
    duel_putf(out,
              "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" "
              "font-family=\"serif\" text-anchor=\"middle\"><style>rect{fill:#fffdf9;"
              "stroke:#5d6470;rx:8px}path{stroke:#5d6470}.yes{stroke:#1f7a54;stroke-width:2}"
              ".no{stroke:#c0392b;stroke-width:2}.cut,.guess{stroke-dasharray:4 3}</style>\n",
              width + MARGIN, height + MARGIN);
}

void film_put_svg(const json_t *film, duel_sink *out)
{
    json_t *all = last_things(film), *thing;
    const char *id;
    put_svg_head(all, out);
    json_object_foreach(all, id, thing) put_node(thing, thing_above(all, thing), out);
    duel_put(out, "</svg>\n");
    json_decref(all);
}
