/* core/scene_diff.c -- see scene_diff.h. */
#include "core/scene_diff.h"
#include "core/play.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static bool is_thing(const duel_element *e)
{
    return e->kind == DUEL_PIECE || e->kind == DUEL_CARD;
}

static bool same_target(const duel_target *a, const duel_target *b)
{
    return strcmp(a->text, b->text) == 0;
}

static bool in_path(const duel_target *target, const duel_target path[], int count)
{
    for (int i = 0; i < count; i++)
        if (target->text[0] && same_target(target, &path[i]))
            return true;
    return false;
}

static const duel_element *element_named(const duel_scene *s, const char *id)
{
    for (int i = 0; i < s->count; i++)
        if (id[0] && strcmp(s->element[i].id, id) == 0)
            return &s->element[i];
    return NULL;
}

/* Whether something stands where this target is picked. */
static bool occupied(const duel_scene *s, const duel_target *target)
{
    for (int i = 0; i < s->count; i++)
        if (is_thing(&s->element[i]) && same_target(&s->element[i].target, target))
            return true;
    return false;
}

/* Whether a target is a place that things stand on; others are things picked themselves. */
static bool is_place(const duel_scene *s, const duel_target *target)
{
    for (int i = 0; i < s->count; i++)
        if (!is_thing(&s->element[i]) && same_target(&s->element[i].target, target))
            return true;
    return false;
}

static bool same_spot(const duel_element *a, const duel_element *b)
{
    const float near = 0.01F;
    return fabsf(a->x + a->w / 2 - b->x - b->w / 2) < near &&
           fabsf(a->y + a->h / 2 - b->y - b->h / 2) < near;
}

static bool same_look(const duel_element *a, const duel_element *b)
{
    return a->tone == b->tone && strcmp(a->face, b->face) == 0;
}

static bool same_shape(const duel_element *a, const duel_element *b)
{
    return strcmp(a->shape ? a->shape : "", b->shape ? b->shape : "") == 0;
}

/* A thing that stays what it is and where it is, and shows another side. */
static bool is_turned(const duel_element *old, const duel_element *now)
{
    return old && same_spot(old, now) && same_shape(old, now) && !same_look(old, now);
}

static bool has_moved(const duel_element *old, const duel_element *now)
{
    return old && !same_spot(old, now) && !same_target(&old->target, &now->target);
}

static bool belongs_to_seat(const duel_element *e)
{
    return e->tone >= DUEL_SEAT1 && e->tone <= DUEL_SEAT4;
}

static bool any_traced(const duel_scene *s)
{
    for (int i = 0; i < s->count; i++)
        if (s->element[i].last)
            return true;
    return false;
}

/* Whether something moved to where `e` is: what came there besides was brought to light. */
static bool another_moved_there(const duel_scene *before, const duel_scene *after,
                                const duel_element *e)
{
    for (int i = 0; i < after->count; i++) {
        const duel_element *other = &after->element[i];
        if (is_thing(other) && same_target(&other->target, &e->target) &&
            has_moved(element_named(before, other->id), other))
            return true;
    }
    return false;
}

/* What came to the places of the path. */
static void trace_places(const duel_scene *before, duel_scene *after, const duel_target path[],
                         int count)
{
    for (int i = 0; i < after->count; i++) {
        duel_element *e = &after->element[i];
        const duel_element *old = element_named(before, e->id);
        if (!is_thing(e) || !in_path(&e->target, path, count) || !is_place(after, &e->target))
            continue;
        if (has_moved(old, e) || is_turned(old, e))
            e->last = DUEL_LAST_PLACED;
        else if (old == NULL)
            e->last =
                another_moved_there(before, after, e) ? DUEL_LAST_CHANGED : DUEL_LAST_PLACED;
    }
}

/* Places may be named anew by a move: then it is somebody's piece that tells where it went. */
static void trace_moved(const duel_scene *before, duel_scene *after)
{
    for (int i = 0; i < after->count; i++) {
        duel_element *e = &after->element[i];
        const duel_element *old = element_named(before, e->id);
        if (belongs_to_seat(e) && e->kind == DUEL_PIECE && old && !same_spot(old, e))
            e->last = DUEL_LAST_PLACED;
    }
}

static void trace_turned(const duel_scene *before, duel_scene *after)
{
    for (int i = 0; i < after->count; i++) {
        duel_element *e = &after->element[i];
        if (!e->last && e->kind == DUEL_PIECE && is_turned(element_named(before, e->id), e))
            e->last = DUEL_LAST_CHANGED;
    }
}

static void trace_left(const duel_scene *before, duel_scene *after)
{
    for (int i = 0; i < after->count; i++) {
        duel_element *e = &after->element[i];
        if (e->kind == DUEL_CELL && e->target.text[0] && occupied(before, &e->target) &&
            !occupied(after, &e->target))
            e->last = DUEL_LAST_LEFT;
    }
}

/* `path` are the targets of all moves of the turn. */
static void compare_pictures(const duel_scene *before, duel_scene *after,
                             const duel_target path[], int count)
{
    if (!any_traced(after))
        trace_places(before, after, path, count);
    if (!any_traced(after))
        trace_moved(before, after);
    trace_turned(before, after);
    trace_left(before, after);
}

void duel_scene_diff_turn(const duel_variant *v, const void *state, const duel_move turn[],
                          int count, int seat, duel_scene *after)
{
    duel_target *path = malloc(((size_t)count * DUEL_PATH + 1) * sizeof *path);
    duel_state now, view;
    duel_scene before;
    int targets = 0;
    if (path == NULL)
        return; /* a picture without marks is still the picture */
    duel_scene_init(&before);
    duel_view(v, state, seat, &view);
    duel_scene_make(v, &view, seat, &before);
    memcpy(&now, state, v->state_size);
    for (int i = 0; i < count; i++) {
        duel_view(v, &now, seat, &view);
        targets += duel_path(v, &view, turn[i], path + targets);
        v->game->play(v, &now, turn[i]);
    }
    if (!before.failed)
        compare_pictures(&before, after, path, targets);
    duel_scene_fini(&before);
    free(path);
}
