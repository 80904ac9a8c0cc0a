/* tests/web/test_hub.c -- the hub without sockets: it begins whole or not at all. */
#include "service/place.h"

#include "front/web/wire.h"

static void wake_nobody(void *self)
{
    (void)self;
}

static wire_setup setup_at(duel_store *s)
{
    return (wire_setup){.store = s, .threads = 1, .memory = 1 << 20, .wake = wake_nobody};
}

static void put_key(const char *path, const char *text)
{
    FILE *f = fopen(path, "w");
    assert_non_null(f);
    fputs(text, f);
    assert_int_equal(fclose(f), 0);
}

/* Several times, since of a single one a trace may be left on the stack: memory that is lost is
 * then not called lost. */
static void a_hub_that_cannot_begin_leaves_nothing(void **state)
{
    (void)state;
    place p;
    char key[PLACE_TEXT];
    place_init(&p);
    duel_store *s = open_at(&p);
    wire_setup setup = setup_at(s);
    snprintf(key, sizeof key, "%s/page.key", p.dir);
    put_key(key, "damaged");
    for (int i = 0; i < 4; i++) {
        wire_hub *hub = NULL;
        duel_msg why = {.id = NULL};
        assert_int_not_equal(wire_hub_new(&setup, &hub, &why), DUEL_OK);
        assert_non_null(why.id);
        assert_null(hub);
    }
    unlink(key);
    wire_hub *hub = NULL;
    assert_int_equal(wire_hub_new(&setup, &hub, NULL), DUEL_OK);
    wire_hub_free(hub);
    duel_store_close(s);
    unlink(key);
    place_fini(&p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_hub_that_cannot_begin_leaves_nothing)};
    return cmocka_run_group_tests_name("hub", tests, NULL, NULL);
}
