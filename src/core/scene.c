/* core/scene.c -- building scenes: see scene.h. */
#include "core/scene.h"
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

static bool reserve(duel_scene *s)
{
    if (s->count < s->room)
        return true;
    int room = s->room ? 2 * s->room : 64;
    duel_element *bigger = realloc(s->element, (size_t)room * sizeof *bigger);
    if (bigger == NULL)
        return false;
    s->element = bigger;
    s->room = room;
    return true;
}

/* Where elements go when memory has run out: written, never read. */
static _Thread_local duel_element spill;

duel_element *duel_scene_add(duel_scene *s, duel_kind kind, const char *id, float x, float y,
                             float w, float h)
{
    duel_element *e = &spill;
    if (reserve(s))
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

void duel_scene_make(const duel_variant *v, const void *view, int seat, duel_scene *s)
{
    s->count = 0;
    if (v->game->scene)
        v->game->scene(v, view, seat, s);
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
