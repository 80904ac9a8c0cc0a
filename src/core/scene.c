/* core/scene.c -- building scenes: see scene.h. */
#include "core/scene.h"
#include "base/grow.h"
#include "base/long_work.h"
#include "core/play.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void duel_scene_init(duel_scene *s)
{
    memset(s, 0, sizeof *s);
}

void duel_scene_fini(duel_scene *s)
{
    free(s->element);
    memset(s, 0, sizeof *s);
}

duel_target duel_target_of(const char *format, ...)
{
    duel_target t = {""};
    va_list args;
    va_start(args, format);
    vsnprintf(t.text, sizeof t.text, format, args);
    va_end(args);
    return t;
}

/* Where elements go when memory has run out: written, never read. */
static _Thread_local duel_element spill;

duel_element *duel_scene_add(duel_scene *s, duel_kind kind, const char *id, float x, float y,
                             float w, float h)
{
    duel_element *e = &spill;
    if (GROW(s->element, s->room, s->count + 1))
        e = &s->element[s->count++];
    else
        s->failed = true;
    memset(e, 0, sizeof *e);
    snprintf(e->id, sizeof e->id, "%s", id);
    e->kind = kind;
    e->x = x, e->y = y, e->w = w, e->h = h;
    return e;
}

duel_element *duel_scene_grid(duel_scene *s, int columns, int rows)
{
    int first = s->count;
    s->width = (float)columns, s->height = (float)rows;
    for (int y = 0; y < rows; y++) {
        for (int x = 0; x < columns; x++) {
            duel_target id = duel_target_of("cell:%d:%d", x, y);
            duel_element *e = duel_scene_add(s, DUEL_CELL, id.text, (float)x, (float)y, 1, 1);
            e->target = id;
            duel_say(&e->label, N_("column {0}, row {1}"), "ii", (int64_t)x + 1,
                     (int64_t)y + 1);
        }
    }
    return s->failed ? &spill : &s->element[first];
}

duel_element *duel_scene_piece(duel_scene *s, const char *id, int x, int y, duel_tone tone,
                               const char *shape)
{
    duel_element *e = duel_scene_add(s, DUEL_PIECE, id, (float)x, (float)y, 1, 1);
    e->tone = tone;
    e->shape = shape;
    e->target = duel_target_of("cell:%d:%d", x, y);
    return e;
}

duel_axis_name duel_axis(char first, int number)
{
    duel_axis_name name = {""};
    if (first == 'a' && number < 26)
        name.text[0] = (char)('a' + number);
    else if (first >= '0' && first <= '9')
        snprintf(name.text, sizeof name.text, "%d", first - '0' + number);
    return name;
}

const duel_shape *duel_shape_named(const char *name)
{
#define ROW(name, carries, utf8, ascii) {#name, DUEL_SHAPE_##carries, {ascii, utf8}},
    static const duel_shape shapes[] = {DUEL_SHAPES(ROW)};
#undef ROW
    for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++)
        if (strcmp(shapes[i].name, name) == 0)
            return &shapes[i];
    return NULL;
}

bool duel_cell_of(duel_str id, int *x, int *y)
{
    duel_str rest = id, word, across;
    int64_t column, row;
    if (!duel_str_part(&rest, ':', &word) || !duel_str_is(word, "cell") ||
        !duel_str_part(&rest, ':', &across) || !duel_str_number(across, &column) ||
        !duel_str_number(rest, &row) || column < 0 || column > INT16_MAX || row < 0 ||
        row > INT16_MAX)
        return false;
    *x = (int)column, *y = (int)row;
    return true;
}

void duel_scene_make(const duel_variant *v, const void *view, int seat, duel_scene *s)
{
    duel_long_work_door(DUEL_LONG_WORK_DRAW);
    s->count = 0;
    s->axes = (duel_axes){0, 0, false};
    if (v->game->scene)
        v->game->scene(v, view, seat, s);
}

static bool can_edit(const duel_variant *v, const void *state, const char *id)
{
    duel_state copy;
    memcpy(&copy, state, v->state_size);
    return id[0] && (duel_edit(v, &copy, duel_str_of(id), 1) ||
                     duel_edit(v, &copy, duel_str_of(id), -1));
}

void duel_scene_edit(const duel_variant *v, const void *state, int seat, duel_scene *s)
{
    int kept = 0;
    duel_scene_make(v, state, seat, s);
    for (int i = 0; i < s->count; i++) {
        duel_element *e = &s->element[i];
        if (e->kind == DUEL_BUTTON || e->kind == DUEL_CHOICE_ITEM)
            continue;
        if (can_edit(v, state, e->id))
            e->target = duel_target_of("%s", e->id);
        else if (!can_edit(v, state, e->target.text))
            e->target = duel_target_of("%s", "");
        e->alternative = duel_target_of("%s", "");
        s->element[kept++] = *e;
    }
    s->count = kept;
}

int duel_path(const duel_variant *v, const void *view, duel_move move,
              duel_target out[DUEL_PATH])
{
    if (v->game->path)
        return v->game->path(v, view, move, out);
    duel_buf text;
    duel_buf_init(&text);
    duel_print_move(v, view, move, &text.sink);
    out[0] = duel_target_of("move:%s", text.text);
    duel_buf_fini(&text);
    return 1;
}

const char *duel_face(const duel_element *e, duel_lang lang)
{
    return e->letter ? duel_text(lang, e->letter) : e->face;
}
