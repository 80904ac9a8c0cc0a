/* tests/wire/test_json_patch.c -- a change leads from the old value to the new one, whatever
 * they are; and it is short where little has changed. The values are drawn; changes are laid
 * over them as docs/wire.md says, by a reader of its own. */
#include "check.h"

#include "base/rng.h"
#include "wire/json_patch.h"

enum { ROUNDS = 4000, MOST = 6 };

/* ---- reading changes -------------------------------------------------------------------- */

static json_t *laid_over(json_t *old, json_t *change);

static json_t *object_over(json_t *old, json_t *change)
{
    json_t *made = json_copy(old), *one;
    const char *key;
    json_object_foreach(change, key, one)
    {
        const char *sign = json_string_value(json_array_get(one, 0));
        if (sign && strcmp(sign, "-") == 0)
            json_object_del(made, key);
        else
            json_object_set_new(made, key, laid_over(json_object_get(old, key), one));
    }
    return made;
}

static void add_run(json_t *made, json_t *old, json_t *changes, size_t from, size_t count)
{
    for (size_t i = from; i < from + count; i++) {
        char place[24];
        snprintf(place, sizeof place, "%zu", i);
        json_t *change = json_object_get(changes, place), *thing = json_array_get(old, i);
        assert_non_null(thing);
        json_array_append_new(made, change ? laid_over(thing, change) : json_incref(thing));
    }
}

static json_t *list_over(json_t *old, json_t *changes, json_t *script)
{
    json_t *made = json_array();
    for (size_t i = 0; i < json_array_size(script); i++) {
        json_t *part = json_array_get(script, i);
        if (json_is_array(part)) {
            json_array_extend(made, part);
            continue;
        }
        json_t *count = json_array_get(script, ++i);
        assert_true(json_is_integer(part) && json_is_integer(count));
        add_run(made, old, changes, (size_t)json_integer_value(part),
                (size_t)json_integer_value(count));
    }
    return made;
}

static json_t *laid_over(json_t *old, json_t *change)
{
    if (json_is_object(change))
        return object_over(old, change);
    if (strcmp(json_string_value(json_array_get(change, 0)), "=") == 0)
        return json_incref(json_array_get(change, 1));
    return list_over(old, json_array_get(change, 1), json_array_get(change, 2));
}

/* ---- drawing values --------------------------------------------------------------------- */

static json_t *drawn(duel_rng *rng, int depth);

static json_t *drawn_object(duel_rng *rng, int depth)
{
    static const char *const keys[] = {"x", "y", "label", "list"};
    json_t *made = json_object();
    if (duel_rng_below(rng, 2)) { /* few names, so that some come twice */
        char id[8];
        snprintf(id, sizeof id, "%u", (unsigned)duel_rng_below(rng, 2 * MOST));
        json_object_set_new(made, "id", json_string(id));
    }
    for (size_t i = 0; i < 4; i++)
        if (duel_rng_below(rng, 2))
            json_object_set_new(made, keys[i], drawn(rng, depth - 1));
    return made;
}

static json_t *drawn(duel_rng *rng, int depth)
{
    unsigned kind = depth > 0 ? (unsigned)duel_rng_below(rng, 5) : 0;
    if (kind >= 3) {
        json_t *made = json_array();
        for (unsigned i = (unsigned)duel_rng_below(rng, MOST); i > 0; i--)
            json_array_append_new(made, drawn(rng, depth - 1));
        return made;
    }
    if (kind >= 1)
        return drawn_object(rng, depth);
    return duel_rng_below(rng, 4) ? json_integer((json_int_t)duel_rng_below(rng, 3))
                                  : json_string("-");
}

/* The same with something else here and there: things moved, gone, come, changed. */
static json_t *disturbed(duel_rng *rng, json_t *old)
{
    json_t *made = json_is_array(old) ? json_array() : json_copy(old), *one;
    const char *key;
    size_t i;
    if (json_is_array(old)) {
        json_array_foreach(old, i, one)
        {
            if (duel_rng_below(rng, 4) == 0)
                json_array_append_new(made, drawn(rng, 2));
            if (duel_rng_below(rng, 4))
                json_array_insert_new(made, duel_rng_below(rng, 4) ? json_array_size(made) : 0,
                                      disturbed(rng, one));
        }
    } else if (json_is_object(old)) {
        json_object_foreach(old, key, one)
        {
            if (duel_rng_below(rng, 3) == 0)
                json_object_set_new(made, key, disturbed(rng, one));
        }
    }
    return made;
}

static void check(json_t *old, json_t *new)
{
    json_t *before = json_deep_copy(old), *change = wire_difference(old, new);
    json_t *made = change ? laid_over(old, change) : json_incref(old);
    assert_true(json_equal(made, new));
    assert_int_equal(change == NULL, json_equal(old, new));
    assert_true(json_equal(old, before)); /* which others still hold */
    json_decref(before);
    json_decref(change);
    json_decref(made);
}

TEST(test_changes_lead_there)
{
    duel_rng rng;
    duel_rng_init(&rng, duel_str_of("patch"));
    for (int i = 0; i < ROUNDS; i++) {
        json_t *old = drawn(&rng, 4), *new = i % 4 ? disturbed(&rng, old) : drawn(&rng, 4);
        check(old, new);
        json_decref(old);
        json_decref(new);
    }
}

/* A disc that comes in the middle of a board moves the others to other places of the list. */
TEST(test_what_comes_in_the_middle_is_short)
{
    enum { DISCS = 64 };
    json_t *old = json_array(), *new = json_array();
    for (int i = 0; i < DISCS; i++) {
        char id[20];
        snprintf(id, sizeof id, "disc:%d", i);
        json_t *disc = json_pack("{sssiss}", "id", id, "x", i, "label", "a disc of a seat");
        if (i != DISCS / 2)
            json_array_append(old, disc);
        json_array_append_new(new, disc);
    }
    json_t *change = wire_difference(old, new);
    assert_string_equal(json_string_value(json_array_get(change, 0)), "~");
    assert_true(json_dumpb(change, NULL, 0, JSON_COMPACT) < 100);
    check(old, new);
    check(new, old);
    json_decref(change);
    json_decref(old);
    json_decref(new);
}
