/* front/primer.c -- lessons listed and shown: see primer.h. */
#include "front/primer.h"
#include "base/typed.h"

const primer_lesson *primer_find(duel_str id, duel_msg *why)
{
    for (const primer_lesson *l = primer_lessons; l->id; l++)
        if (duel_str_is(id, l->id))
            return l;
    duel_ask_nearest(duel_refuse(why, N_("There is no lesson “{0}”."), "s", id), why, id,
                     primer_lessons, sizeof *primer_lessons);
    return NULL;
}

static int exercises_in(const primer_lesson *l)
{
    int count = 0;
    for (const primer_part *p = l->part; p->text; p++)
        count += primer_is_exercise(p);
    return count;
}

static json_t *json_heading(const primer_lesson *l, duel_lang lang)
{
    return json_pack("{sssssssi}", "id", l->id, "title", duel_text(lang, l->title), "about",
                     duel_text(lang, l->about), "exercises", exercises_in(l));
}

json_t *primer_list(duel_lang lang)
{
    json_t *list = json_array();
    for (const primer_lesson *l = primer_lessons; l->id; l++)
        json_array_append_new(list, json_heading(l, lang));
    return json_pack("{so}", "lessons", list);
}

/* ---- parts --------------------------------------------------------------------------------
 */

static const char *kind_name(primer_kind kind)
{
    static const char *const names[PRIMER_KINDS] = {
        "say",   "trace",   "logic",    "move",   "first",  "plays", "worth", "cuts",
        "claim", "follows", "together", "models", "forced", "model", "means", "derive"};
    return names[kind];
}

static void set_given(json_t *j, const char *key, const char *text)
{
    if (text)
        json_set(j, key, json_string(text));
}

/* The question of a formula to be written would give it away. */
static bool shows_question(const primer_part *p)
{
    return p->kind != PRIMER_MEANS;
}

static json_t *json_part(const primer_part *p, duel_lang lang)
{
    json_t *j = json_pack("{sssssb}", "kind", kind_name(p->kind), "text",
                          duel_text(lang, p->text), "exercise", primer_is_exercise(p));
    set_given(j, "game", p->game);
    set_given(j, "variant", p->variant);
    set_given(j, "position", p->position);
    set_given(j, "of", p->of);
    set_given(j, "lines", p->lines);
    if (shows_question(p))
        set_given(j, "ask", p->ask);
    return j;
}

json_t *primer_show(const primer_lesson *l, duel_lang lang)
{
    json_t *j = json_heading(l, lang), *parts = json_array();
    for (const primer_part *p = l->part; p->text; p++)
        json_array_append_new(parts, json_part(p, lang));
    json_set(j, "parts", parts);
    return j;
}

duel_status primer_try(const primer_lesson *l, int64_t part, duel_str tried, duel_lang lang,
                       json_t **out, duel_msg *why)
{
    int64_t count = 0;
    while (l->part[count].text)
        count++;
    if (part < 0 || part >= count || !primer_is_exercise(&l->part[part]))
        return duel_bad(why, N_("The lesson has no such exercise."), "");
    return primer_judge(&l->part[part], tried, lang, out, why);
}
