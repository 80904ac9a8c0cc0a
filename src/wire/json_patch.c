/* wire/json_patch.c -- what changed between two JSON values.
 *
 * In a list the things that have an "id" are found again by it, wherever they stand now; the
 * others by their place. A list is told whole where that is shorter. */
#include "wire/json_patch.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static json_t *operation(const char *sign, json_t *what)
{
    return json_pack("[so]", sign, what);
}

static json_t *object_difference(json_t *old, json_t *new)
{
    json_t *changed = json_object(), *value;
    const char *key;
    json_object_foreach(old, key, value)
    {
        if (json_object_get(new, key) == NULL)
            json_object_set_new(changed, key, json_pack("[s]", "-"));
    }
    json_object_foreach(new, key, value)
    {
        json_t *before = json_object_get(old, key);
        json_t *patch =
            before ? wire_difference(before, value) : operation("=", json_incref(value));
        if (patch)
            json_object_set_new(changed, key, patch);
    }
    if (json_object_size(changed))
        return changed;
    json_decref(changed);
    return NULL;
}

/* ---- lists ------------------------------------------------------------------------------- */

static const char *id_of(const json_t *thing)
{
    return json_string_value(json_object_get(thing, "id"));
}

/* Where in the old list a thing of the new one stood; its size: nowhere. Things mostly keep
 * their order, so it is looked for from `after` on first. */
static size_t find_old(json_t *old, const json_t *thing, size_t place, size_t after)
{
    size_t count = json_array_size(old);
    const char *id = id_of(thing);
    if (id == NULL)
        return place < count && id_of(json_array_get(old, place)) == NULL ? place : count;
    for (size_t step = 0; step < count; step++) {
        size_t at = (after + step) % count;
        const char *there = id_of(json_array_get(old, at));
        if (there && strcmp(there, id) == 0)
            return at;
    }
    return count;
}

/* A list being told: changes of what stays, and how the new one is put together. */
typedef struct telling {
    json_t *old, *changed, *script;
    size_t from, count; /* a run of the old list, not in the script yet */
    json_t *fresh;      /* or new things; NULL: none */
} telling;

static void end_run(telling *t)
{
    if (t->count) {
        json_array_append_new(t->script, json_integer((json_int_t)t->from));
        json_array_append_new(t->script, json_integer((json_int_t)t->count));
    }
    if (t->fresh)
        json_array_append_new(t->script, t->fresh);
    t->count = 0;
    t->fresh = NULL;
}

static void tell_kept(telling *t, size_t at, json_t *thing)
{
    char place[24];
    json_t *patch = wire_difference(json_array_get(t->old, at), thing);
    if (patch) {
        snprintf(place, sizeof place, "%zu", at);
        json_object_set_new(t->changed, place, patch);
    }
    if (t->count == 0 || t->from + t->count != at) {
        end_run(t);
        t->from = at;
    }
    t->count++;
}

static void tell_fresh(telling *t, json_t *thing)
{
    if (t->count)
        end_run(t);
    if (t->fresh == NULL)
        t->fresh = json_array();
    json_array_append(t->fresh, thing);
}

/* A thing of the old list may be told of once. */
static void tell_list(telling *t, json_t *new, bool *used)
{
    size_t before = json_array_size(t->old), i, after = 0;
    json_t *thing;
    json_array_foreach(new, i, thing)
    {
        size_t at = find_old(t->old, thing, i, after);
        if (at == before || used[at]) {
            tell_fresh(t, thing);
        } else {
            used[at] = true;
            tell_kept(t, at, thing);
            after = at + 1;
        }
    }
    end_run(t);
}

static bool is_shorter(const json_t *a, const json_t *b)
{
    return json_dumpb(a, NULL, 0, JSON_COMPACT) < json_dumpb(b, NULL, 0, JSON_COMPACT);
}

/* NULL: no memory for it. */
static json_t *list_patch(json_t *old, json_t *new)
{
    bool *used = calloc(json_array_size(old) + 1, sizeof *used);
    telling t = {.old = old, .changed = json_object(), .script = json_array()};
    if (used)
        tell_list(&t, new, used);
    json_t *patch = json_pack("[soo]", "~", t.changed, t.script);
    if (used == NULL) {
        json_decref(patch);
        patch = NULL;
    }
    free(used);
    return patch;
}

static json_t *array_difference(json_t *old, json_t *new)
{
    if (json_equal(old, new))
        return NULL;
    json_t *patch = list_patch(old, new);
    if (patch && is_shorter(patch, new))
        return patch;
    json_decref(patch);
    return operation("=", json_incref(new));
}

json_t *wire_difference(json_t *old, json_t *new)
{
    if (json_is_object(old) && json_is_object(new))
        return object_difference(old, new);
    if (json_is_array(old) && json_is_array(new))
        return array_difference(old, new);
    return json_equal(old, new) ? NULL : operation("=", json_incref(new));
}
