/* script/help.c -- what a file gives to learn by: the lesson, lenses over the picture.
 *
 * A lesson is a table of the file's, read when the file is; whether its positions and moves
 * are those of the game is a law (lab/laws_help.c), as for any other game. */
#include "core/lesson.h"
#include "core/scene.h"
#include "core/sketch.h"
#include "script/loaded.h"

#include <stdlib.h>
#include <string.h>

/* ---- the lesson ---------------------------------------------------------------------------
 */

/* Words of a step in both languages; NULL where it has none, false for what is no text. */
static bool read_words_of(script_game *s, duel_str step, const char *name, const char **out)
{
    duel_str value;
    *out = NULL;
    return !flat_find(step, name, &value) || (*out = script_text(s, value)) != NULL;
}

/* A position or moves, in the game's notation. */
static bool read_notation(script_game *s, duel_str step, const char *name, const char **out)
{
    duel_str value, text;
    *out = NULL;
    return !flat_find(step, name, &value) ||
           (script_plain(value, &text) && (*out = script_copy(s, text)) != NULL);
}

static bool read_step(script_game *s, duel_str map, duel_step *out)
{
    return read_words_of(s, map, "say", &out->say) && read_notation(s, map, "at", &out->at) &&
           read_notation(s, map, "good", &out->good) &&
           read_words_of(s, map, "right", &out->right) &&
           read_words_of(s, map, "wrong", &out->wrong) &&
           read_notation(s, map, "reply", &out->reply) && out->say && out->good &&
           (out->wrong || strcmp(out->good, "*") == 0);
}

/* NULL-ended, as the house wants it; NULL if one of them is not right. */
static const duel_step *read_steps(script_game *s, duel_str list)
{
    enum { STEPS_MOST = 64 };
    flat_item head;
    duel_str map;
    if (!flat_take(&list, &head) || head.kind != FLAT_LIST || head.count == 0 ||
        head.count > STEPS_MOST)
        return NULL;
    duel_step *steps = script_keep(s, calloc(head.count + 1, sizeof *steps));
    for (uint32_t i = 0; steps && i < head.count; i++)
        if (!flat_cut(&list, &map) || !read_step(s, map, &steps[i]))
            return NULL;
    return steps;
}

duel_status script_read_lesson(script_game *s, duel_str description, duel_msg *why)
{
    duel_str map, list;
    if (!flat_find(description, "lesson", &map))
        return DUEL_OK;
    duel_lesson *lesson = script_keep(s, calloc(1, sizeof *lesson));
    if (lesson == NULL)
        return duel_full(why);
    bool right = read_notation(s, map, "options", &lesson->options);
    if (lesson->options == NULL)
        lesson->options = "";
    if (right && flat_find(map, "steps", &list))
        lesson->steps = read_steps(s, list);
    if (lesson->steps == NULL)
        return script_wrong(
            s, "lesson",
            N_("steps = a list of tables with say, good and wrong, perhaps at, right and reply"),
            why);
    s->game.teaching.lesson = lesson;
    return DUEL_OK;
}

/* ---- lenses -------------------------------------------------------------------------------
 *
 * What a file shows through a lens is a list of sentences. One with cells is laid over them as
 * a face in a tone; one without stands in a row of words under the picture. */

enum { LENSES = 4, LENS_CELLS = 256 };

/* Any text is cut to what an element carries, at the beginning of a character. */
static void set_face(duel_str note, duel_element *e)
{
    duel_str value, text = duel_str_of("•");
    if (flat_find(note, "face", &value))
        script_plain(value, &text);
    size_t len = text.len < sizeof e->face ? text.len : sizeof e->face - 1;
    while (len < text.len && len && ((unsigned char)text.at[len] & 0xC0) == 0x80)
        len--;
    memcpy(e->face, text.at, len);
}

/* On each of its cells a strip, so that what stands there can still be seen. */
static bool lay_over(duel_str note, duel_str cells, int lens, const duel_msg *said,
                     duel_scene *out)
{
    duel_target at[LENS_CELLS];
    duel_str tone;
    int count = script_cells(cells, at, LENS_CELLS), x, y;
    for (int i = 0; i < count; i++) {
        if (!duel_cell_of(duel_str_of(at[i].text), &x, &y) || (float)x >= out->width ||
            (float)y >= out->height)
            return false;
        duel_element *e =
            duel_scene_add(out, DUEL_PIECE, duel_target_of("lens%d:%d:%d", lens, x, y).text,
                           (float)x + 0.1F, (float)y + 0.3F, 0.8F, 0.4F);
        e->target = at[i];
        e->shape = "token";
        e->tone = flat_find(note, "tone", &tone) ? script_tone(tone) : DUEL_PLAIN;
        e->label = *said;
        set_face(note, e);
    }
    return count > 0;
}

static void add_words(int lens, int number, const duel_msg *said, duel_scene *out)
{
    duel_element *e =
        duel_scene_add(out, DUEL_LABEL, duel_target_of("lens%d:%d", lens, number).text, 0,
                       out->height, out->width, 0.5F);
    e->label = *said;
    out->height += 0.5F;
}

static bool put_note(script_game *s, duel_str note, int lens, int number, duel_scene *out)
{
    int64_t arg[4] = {0};
    duel_str cells;
    duel_msg said;
    if (!script_say(s, note, arg, &said))
        return false;
    if (flat_find(note, "cells", &cells))
        return lay_over(note, cells, lens, &said, out);
    add_words(lens, number, &said, out);
    return true;
}

/* A list of notes; nil is an empty one. */
static bool put_notes(script_game *s, duel_str list, int lens, duel_scene *out)
{
    enum { NOTES_MOST = 64 };
    flat_item head;
    duel_str note;
    if (!flat_take(&list, &head) || (head.kind != FLAT_LIST && head.kind != FLAT_NIL) ||
        head.count > NOTES_MOST)
        return false;
    uint32_t count = head.kind == FLAT_LIST ? head.count : 0;
    for (uint32_t i = 0; i < count; i++)
        if (!flat_cut(&list, &note) || !put_note(s, note, lens, (int)i, out))
            return false;
    return true;
}

static void show_lens(const duel_variant *v, const void *view, int seat, int lens,
                      duel_scene *out)
{
    script_game *s;
    script_variant *sv;
    script_call c;
    duel_str list, second;
    duel_msg why;
    if (script_is_dead(view))
        return;
    script_lock(v, &s, &sv);
    script_call_begin(&c, FN_lens);
    script_call_state(&c, view);
    script_call_int(&c, seat + 1 > 0 ? seat + 1 : 0);
    script_call_text(&c, duel_str_of(s->game.teaching.lenses[lens].id));
    duel_status status = script_call_end(&c, s, sv, &list, &second, &why);
    if (status == DUEL_OK && !put_notes(s, list, lens, out))
        status = duel_fail(&why,
                           N_("{0}: lens gives no list of texts, each plain or with en, fr, "
                              "args, cells, tone and face."),
                           "c", s->id);
    if (status != DUEL_OK)
        script_fault(s, &why);
    script_unlock(s);
}

/* The board as the lens shows it, and what each sign says once. */
static void draw_lens(const duel_variant *v, const void *view, int seat, int lens,
                      duel_pen *pen)
{
    duel_scene scene;
    duel_scene_init(&scene);
    duel_scene_make(v, view, seat, &scene);
    int plain = scene.count;
    show_lens(v, view, seat, lens, &scene);
    duel_sketch(&scene, pen);
    const char *before = "";
    for (int i = plain; i < scene.count; i++) {
        const duel_element *e = &scene.element[i];
        if (e->kind == DUEL_LABEL || strcmp(e->face, before) == 0)
            continue;
        duel_putf(pen->out, "  %s  ", e->face);
        duel_render(pen->lang, &e->label, pen->out);
        duel_put(pen->out, "\n");
        before = e->face;
    }
    duel_scene_fini(&scene);
}

/* The contract hands a lens no name of its own: there is a pair of functions for each. */
#define LENS(n)                                                                                \
    static void show_lens_##n(const duel_variant *v, const void *view, int seat,               \
                              duel_scene *out)                                                 \
    {                                                                                          \
        show_lens(v, view, seat, n, out);                                                      \
    }                                                                                          \
    static void draw_lens_##n(const duel_variant *v, const void *view, int seat,               \
                              duel_pen *pen)                                                   \
    {                                                                                          \
        draw_lens(v, view, seat, n, pen);                                                      \
    }
LENS(0)
LENS(1)
LENS(2)
LENS(3)
#undef LENS

static bool read_lens(script_game *s, duel_str map, int number, duel_lens *out)
{
    static const duel_lens place[LENSES] = {{NULL, NULL, show_lens_0, draw_lens_0},
                                            {NULL, NULL, show_lens_1, draw_lens_1},
                                            {NULL, NULL, show_lens_2, draw_lens_2},
                                            {NULL, NULL, show_lens_3, draw_lens_3}};
    duel_str value;
    *out = place[number];
    if (flat_find(map, "title", &value))
        out->title = script_text(s, value);
    return read_notation(s, map, "id", &out->id) && out->id && out->title && out->id[0];
}

static bool read_lens_table(script_game *s, duel_str list)
{
    flat_item head;
    duel_str map;
    if (!flat_take(&list, &head) || head.kind != FLAT_LIST || head.count == 0 ||
        head.count > LENSES)
        return false;
    duel_lens *lenses = script_keep(s, calloc(head.count + 1, sizeof *lenses));
    for (int i = 0; lenses && i < (int)head.count; i++)
        if (!flat_cut(&list, &map) || !read_lens(s, map, i, &lenses[i]))
            return false;
    s->game.teaching.lenses = lenses;
    return lenses != NULL;
}

duel_status script_read_lenses(script_game *s, duel_str description, duel_msg *why)
{
    duel_str list;
    bool there = flat_find(description, "lenses", &list);
    if (there != s->has[FN_lens])
        return duel_bad(why, N_("{0}: {1} needs {2} beside it."), "ccc", s->id,
                        there ? "lenses" : "lens", there ? "lens" : "lenses");
    if (there && !read_lens_table(s, list))
        return script_wrong(s, "lenses", N_("a list of at most 4 tables with id and title"),
                            why);
    return DUEL_OK;
}
