/* front/film.c -- see film.h. */
#include "front/film.h"

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
