/* tests/wire/test_hub.c -- the hub without sockets: it begins whole or not at all, what a game
 * that may wait has to say comes when there is room for it, and tables that nobody will miss
 * are swept. */
#include "table/table_inside.h"
#include "wire/hub_loop.h"

#include "base/heavy.h"
#include "check.h"
#include "kept.h"
#include "players/catalogue.h"
#include "wire/hub.h"

/* ---- a hub with an annex ------------------------------------------------------------------
 */

typedef struct house {
    place p;
    duel_store *store;
    loop l;
    visitor host, guest; /* both at a table of a file */
    char table[11];
} house;

/* Not on the stack: the threads of a test that fails go on. */
static house *open_house(void)
{
    house *h = calloc(1, sizeof *h);
    char path[512], join[64];
    const duel_game *g;
    const char *folder = getenv("DUEL_EXAMPLES");
    snprintf(path, sizeof path, "%s/chomp.lua", folder ? folder : "examples");
    assert_int_equal(duel_open_game(duel_str_of(path), &g, NULL), DUEL_OK);
    assert_non_null(h);
    pthread_mutex_init(&h->l.lock, NULL);
    pthread_cond_init(&h->l.changed, NULL);
    place_init(&h->p);
    h->store = open_at(&h->p);
    duel_buf_init(&h->l.said);
    wire_setup setup = setup_at(h->store, &h->l);
    assert_int_equal(wire_hub_new(&setup, &h->l.hub, NULL), DUEL_OK);
    enter(&h->host, &h->l);
    enter(&h->guest, &h->l);
    ask(&h->host, "{\"do\":\"create\",\"game\":\"chomp.lua\",\"seats\":[\"here\",\"here\"]}");
    hear_until(&h->host, "created");
    memcpy(h->table, strstr(h->l.said.text, "\"table\":\"") + 9, 10);
    snprintf(join, sizeof join, "{\"do\":\"join\",\"table\":\"%s\"}", h->table);
    ask(&h->host, join);
    hear_until(&h->host, "\"is\":\"table\"");
    ask(&h->guest, join);
    hear_until(&h->guest, "\"is\":\"table\"");
    return h;
}

static void close_house(house *h)
{
    char key[PLACE_TEXT];
    wire_client_free(h->host.client);
    wire_client_free(h->guest.client);
    wire_hub_free(h->l.hub);
    duel_buf_fini(&h->l.said);
    duel_store_close(h->store);
    snprintf(key, sizeof key, "%s/page.key", h->p.dir);
    unlink(key);
    place_fini(&h->p);
    free(h);
}

/* The socket has room once, and then none: what is made for it meanwhile stays in its slot. */
static void have_slot_filled(house *h)
{
    await_ready(&h->host); /* there is news of the guest, or an answer, */
    duel_buf_clear(&h->l.said);
    assert_false(wire_client_take(h->host.client, &h->l.said)); /* which is asked for now, */
    await_ready(&h->host);                                      /* and has been written */
}

/* What was asked for is told all the same, though it stands behind what is dropped. */
static void news_of_a_table_that_was_left_is_dropped(void **state)
{
    (void)state;
    house *h = open_house();
    have_slot_filled(h);
    ask(&h->host, "{\"do\":\"look\",\"ply\":0,\"n\":7}");
    await_ready(&h->host);
    ask(&h->host, "{\"do\":\"home\",\"n\":8}");
    assert_non_null(strstr(hear(&h->host), "\"is\":\"mine\""));
    assert_non_null(strstr(hear(&h->host), "\"is\":\"lobby\""));
    const char *last = hear(&h->host);
    assert_non_null(strstr(last, "\"is\":\"past\""));
    assert_non_null(strstr(last, "\"re\":7"));
    close_house(h);
}

/* Though it was made before, and lay ready in its slot. */
static void what_was_asked_at_a_table_that_was_left_is_told(void **state)
{
    (void)state;
    house *h = open_house();
    have_slot_filled(h);
    h->host.ready = true;
    hear_until(&h->host, "\"is\":\"table\"");
    h->host.ready = false;
    ask(&h->host, "{\"do\":\"look\",\"ply\":0,\"n\":7}");
    ask(&h->host, "{\"do\":\"rules\",\"game\":\"chomp.lua\",\"n\":8}");
    have_slot_filled(h);
    ask(&h->host, "{\"do\":\"home\",\"n\":9}");
    hear_until(&h->host, "\"is\":\"lobby\"");
    assert_non_null(strstr(hear(&h->host), "\"re\":7"));
    assert_non_null(strstr(hear(&h->host), "\"re\":8"));
    close_house(h);
}

static void news_of_the_table_is_told(void **state)
{
    (void)state;
    house *h = open_house();
    have_slot_filled(h);
    h->host.ready = true;
    assert_non_null(strstr(hear(&h->host), "\"watching\":[\"=\",2]"));
    close_house(h);
}

/* Clients leave while their slots are full and their requests wait. */
static void a_house_closes_with_everything_under_way(void **state)
{
    (void)state;
    house *h = open_house();
    have_slot_filled(h);
    for (int i = 0; i < 40; i++)
        ask(i % 2 ? &h->host : &h->guest, "{\"do\":\"look\",\"ply\":0}");
    close_house(h);
}

/* ---- the loop -----------------------------------------------------------------------------
 */

static void begin_loop(house *h, wire_setup *setup)
{
    pthread_mutex_init(&h->l.lock, NULL);
    pthread_cond_init(&h->l.changed, NULL);
    place_init(&h->p);
    h->store = open_at(&h->p);
    duel_buf_init(&h->l.said);
    *setup = setup_at(h->store, &h->l);
}

static void note_complaint(void *owner, const duel_msg *why)
{
    duel_render(DUEL_EN, why, &((duel_buf *)owner)->sink);
}

/* Where a deal searches, this thread draws nothing of it, and answers others meanwhile. */
static void a_deal_that_searches_is_the_crews(void **state)
{
    (void)state;
    enum { POOLS_OF_A_STEP = 16 };
    house *h = calloc(1, sizeof *h);
    wire_setup setup;
    begin_loop(h, &setup);
    assert_int_equal(wire_hub_new(&setup, &h->l.hub, NULL), DUEL_OK);
    enter(&h->host, &h->l);
    enter(&h->guest, &h->l);
    uint64_t before = duel_heavy_pools();
    ask(&h->host, "{\"do\":\"create\",\"game\":\"wumpus\",\"options\":{\"id\":\"108201\"},"
                  "\"seats\":[\"here\"],\"n\":1}");
    ask(&h->guest, "{\"do\":\"variant\",\"game\":\"nim\",\"n\":2}");
    h->guest.ready = true;
    assert_non_null(strstr(hear(&h->guest), "\"is\":\"variant\""));
    hear_until(&h->host, "\"is\":\"created\"");
    memcpy(h->table, strstr(h->l.said.text, "\"table\":\"") + 9, 10);
    char text[96];
    snprintf(text, sizeof text, "{\"do\":\"join\",\"table\":\"%s\"}", h->table);
    ask(&h->host, text);
    hear_until(&h->host, "\"is\":\"table\"");
    ask(&h->host, "{\"do\":\"look\",\"ply\":0}");
    hear_until(&h->host, "\"is\":\"past\"");
    assert_true(duel_heavy_pools() - before <= POOLS_OF_A_STEP);
    close_house(h);
}

/* A turn of the loop is as long as its owner says. */
static void a_slow_turn_is_told(void **state)
{
    (void)state;
    house *h = calloc(1, sizeof *h);
    wire_setup setup;
    duel_buf told, health;
    duel_buf_init(&told);
    duel_buf_init(&health);
    begin_loop(h, &setup);
    setup.owner = &told;
    setup.complain = note_complaint;
    assert_int_equal(wire_hub_new(&setup, &h->l.hub, NULL), DUEL_OK);
    enter(&h->host, &h->l);
    enter(&h->guest, &h->l);
    ask(&h->host, "{\"do\":\"variant\",\"game\":\"nim\"}");
    wire_hub_turned(h->l.hub, 0.1);
    assert_int_equal(told.len, 0);
    ask(&h->host, "{\"do\":\"rules\",\"game\":\"chomp\"}");
    wire_hub_turned(h->l.hub, 0.4);
    assert_non_null(strstr(told.text, "400 ms"));
    assert_non_null(strstr(told.text, "rules chomp"));
    wire_hub_turned(h->l.hub, 0.3);
    wire_hub_health(h->l.hub, &health.sink);
    assert_non_null(strstr(health.text, "\"request\":\"rules chomp\""));
    assert_non_null(strstr(health.text, "\"turns\":2"));

    /* A minute later another one is told by its own name; the slowest of all keeps its. */
    h->l.hub->slow_told -= 60000;
    duel_buf_clear(&told);
    duel_buf_clear(&health);
    ask(&h->host, "{\"do\":\"rules\",\"game\":\"wumpus\"}");
    wire_hub_turned(h->l.hub, 0.3);
    assert_non_null(strstr(told.text, "300 ms"));
    assert_non_null(strstr(told.text, "rules wumpus"));
    wire_hub_health(h->l.hub, &health.sink);
    assert_non_null(strstr(health.text, "\"longest_ms\":400"));
    assert_non_null(strstr(health.text, "\"request\":\"rules chomp\""));
    duel_buf_fini(&told);
    duel_buf_fini(&health);
    close_house(h);
}

/* Every turn is slow, and told, until the host hears this. */
static void turn_slowly_until(house *h, const char *is)
{
    do {
        while (!h->host.ready) {
            h->l.hub->slow_told = 0;
            run_once(&h->l);
            wire_hub_turned(h->l.hub, 0.3);
        }
        h->host.ready = false;
        duel_buf_clear(&h->l.said);
        wire_client_take(h->host.client, &h->l.said);
    } while (strstr(h->l.said.text, is) == NULL);
}

/* What the crew has made for a request is told in a step of that name. */
static void an_answer_of_the_crew_has_the_name_of_its_request(void **state)
{
    (void)state;
    static const char *const asked[] = {
        "{\"do\":\"logic\",\"of\":\"table\",\"text\":\"(A<->B)<->(C<->(D<->(E<->F)))\"}",
        "{\"do\":\"values\",\"ply\":0,\"effort\":1}"};
    static const char *const is[] = {"\"is\":\"logic\"", "\"is\":\"values\""};
    static const char *const name[] = {"“logic”", "“values moriarty”"};
    house *h = calloc(1, sizeof *h);
    wire_setup setup;
    duel_buf told;
    char text[160];
    duel_buf_init(&told);
    begin_loop(h, &setup);
    setup.owner = &told;
    setup.complain = note_complaint;
    assert_int_equal(wire_hub_new(&setup, &h->l.hub, NULL), DUEL_OK);
    enter(&h->host, &h->l);
    enter(&h->guest, &h->l);
    ask(&h->host, "{\"do\":\"analyse\",\"game\":\"moriarty\"}");
    hear_until(&h->host, "\"is\":\"created\"");
    memcpy(h->table, strstr(h->l.said.text, "\"table\":\"") + 9, 10);
    snprintf(text, sizeof text, "{\"do\":\"join\",\"table\":\"%s\",\"tokens\":[\"%.32s\"]}",
             h->table, strstr(h->l.said.text, "\"token\":\"") + 9);
    ask(&h->host, text);
    hear_until(&h->host, "\"is\":\"table\"");
    for (int i = 0; i < 2; i++) {
        ask(&h->host, asked[i]);
        wire_hub_turned(h->l.hub, 0);
        duel_buf_clear(&told);
        turn_slowly_until(h, is[i]);
        assert_non_null(strstr(told.text, name[i]));
    }
    duel_buf_fini(&told);
    close_house(h);
}

static void what_cannot_be_read_is_refused_by_its_number(void **state)
{
    (void)state;
    house *h = calloc(1, sizeof *h);
    wire_setup setup;
    begin_loop(h, &setup);
    assert_int_equal(wire_hub_new(&setup, &h->l.hub, NULL), DUEL_OK);
    enter(&h->host, &h->l);
    enter(&h->guest, &h->l);
    ask(&h->host, "{\"do\":\"variant\",\"game\":\"ni\\u0000m\",\"n\":7}");
    const char *answer = hear(&h->host);
    assert_non_null(strstr(answer, "\"re\":7"));
    assert_non_null(strstr(answer, "NUL"));
    ask(&h->host, "[1]");
    h->host.ready = true;
    assert_non_null(strstr(hear(&h->host), "one JSON object"));
    close_house(h);
}

/* ---- beginning ----------------------------------------------------------------------------
 */

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
    loop nobody = {.lock = PTHREAD_MUTEX_INITIALIZER, .changed = PTHREAD_COND_INITIALIZER};
    place_init(&p);
    duel_store *s = open_at(&p);
    wire_setup setup = setup_at(s, &nobody);
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

/* ---- tables that nobody will miss ---------------------------------------------------------
 */

/* So long ago that every table of no moves may go. */
static void begin_long_ago(duel_store *s, char id[DUEL_ID_TEXT])
{
    duel_variant v = check_variant("nim");
    duel_opening o = {.variant = &v, .seats = {duel_str_of("human"), duel_str_of("level:1")}};
    duel_session *g = NULL;
    assert_int_equal(duel_keep_new(s, &o, NULL, 1000, &g, NULL), DUEL_OK);
    assert_int_equal(duel_keep_change(s, g, NULL), DUEL_OK);
    snprintf(id, DUEL_ID_TEXT, "%s", duel_session_id(g));
    duel_session_free(g);
}

static bool count_game(void *to, const duel_saved *g)
{
    (void)g;
    ++*(int *)to;
    return true;
}

static int games_left(duel_store *s)
{
    int count = 0;
    assert_int_equal(duel_store_list(s, count_game, &count, NULL), DUEL_OK);
    return count;
}

/* More than two pieces of them, and somebody sits at one. */
static void tables_are_swept_but_where_somebody_sits(void **state)
{
    (void)state;
    enum { OLD = 40 };
    place p;
    char key[PLACE_TEXT + 16], text[96], id[OLD][DUEL_ID_TEXT];
    loop l = {.lock = PTHREAD_MUTEX_INITIALIZER, .changed = PTHREAD_COND_INITIALIZER};
    visitor v;
    place_init(&p);
    duel_store *s = open_at(&p);
    for (int i = 0; i < OLD; i++)
        begin_long_ago(s, id[i]);
    wire_setup setup = setup_at(s, &l);
    duel_buf_init(&l.said);
    assert_int_equal(wire_hub_new(&setup, &l.hub, NULL), DUEL_OK);
    enter(&v, &l);
    snprintf(text, sizeof text, "{\"do\":\"join\",\"n\":1,\"table\":\"%s\"}", id[7]);
    ask(&v, text);
    hear_until(&v, "\"done\"");
    wire_hub_tick(l.hub);
    while (games_left(s) > 1)
        run_once(&l);
    snprintf(text, sizeof text, "{\"do\":\"join\",\"n\":2,\"table\":\"%s\"}", id[8]);
    ask(&v, text);
    hear_until(&v, "refused");
    snprintf(text, sizeof text, "{\"do\":\"join\",\"n\":3,\"table\":\"%s\"}", id[7]);
    ask(&v, text);
    hear_until(&v, "\"done\"");
    wire_client_free(v.client);
    wire_hub_free(l.hub);
    duel_buf_fini(&l.said);
    duel_store_close(s);
    snprintf(key, sizeof key, "%s/page.key", p.dir);
    unlink(key);
    place_fini(&p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_deal_that_searches_is_the_crews),
        cmocka_unit_test(a_slow_turn_is_told),
        cmocka_unit_test(an_answer_of_the_crew_has_the_name_of_its_request),
        cmocka_unit_test(what_cannot_be_read_is_refused_by_its_number),
        cmocka_unit_test(tables_are_swept_but_where_somebody_sits),
        cmocka_unit_test(a_hub_that_cannot_begin_leaves_nothing),
        cmocka_unit_test(what_was_asked_at_a_table_that_was_left_is_told),
        cmocka_unit_test(news_of_the_table_is_told),
        cmocka_unit_test(news_of_a_table_that_was_left_is_dropped),
        cmocka_unit_test(a_house_closes_with_everything_under_way)};
    return cmocka_run_group_tests_name("hub", tests, NULL, NULL);
}
