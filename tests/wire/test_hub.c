/* tests/wire/test_hub.c -- the hub without sockets: it begins whole or not at all, what a game
 * that may wait has to say comes when there is room for it, and tables that nobody will miss
 * are swept. */
#include "table/inside.h"
#include "wire/hub_loop.h"

#include "base/long_work.h"
#include "examples.h"
#include "kept.h"
#include "wire/inside.h"

/* ---- time ---------------------------------------------------------------------------------
 * Of the processor's time a step takes a second for each thing that it tells, and else none. */

static _Thread_local double told_for;

double __wrap_duel_clock_own(void);
void __real_client_send(wire_client *c, const char *is, json_int_t re, json_t *what);
void __wrap_client_send(wire_client *c, const char *is, json_int_t re, json_t *what);
void __real_client_refuse(wire_client *c, json_int_t re, const char *kind, const duel_msg *why);
void __wrap_client_refuse(wire_client *c, json_int_t re, const char *kind, const duel_msg *why);
void __real_client_has_news(wire_client *c);
void __wrap_client_has_news(wire_client *c);

double __wrap_duel_clock_own(void)
{
    return told_for;
}

void __wrap_client_send(wire_client *c, const char *is, json_int_t re, json_t *what)
{
    told_for++;
    __real_client_send(c, is, re, what);
}

void __wrap_client_refuse(wire_client *c, json_int_t re, const char *kind, const duel_msg *why)
{
    told_for++;
    __real_client_refuse(c, re, kind, why);
}

void __wrap_client_has_news(wire_client *c)
{
    told_for++;
    __real_client_has_news(c);
}

/* ---- a hub with an annex ---------------------------------------------------------------- */

typedef struct house {
    place p;
    data_store *store;
    loop l;
    visitor host, guest; /* both at a table of a file */
    char table[11];
} house;

/* Not on the stack: the threads of a test that fails go on. */
static house *open_house(void)
{
    house *h = calloc(1, sizeof *h);
    char join[64];
    assert_non_null(h);
    example("chomp.lua", "");
    pthread_mutex_init(&h->l.lock, NULL);
    pthread_cond_init(&h->l.changed, NULL);
    place_init(&h->p);
    h->store = open_at(&h->p);
    duel_buf_init(&h->l.said);
    wire_hub_setup setup = setup_at(h->store, &h->l);
    assert_ok(wire_hub_new(&setup, &h->l.hub, NULL));
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
    store_close(h->store);
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
TEST(news_of_a_table_that_was_left_is_dropped)
{
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
TEST(what_was_asked_at_a_table_that_was_left_is_told)
{
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

TEST(news_of_the_table_is_told)
{
    house *h = open_house();
    have_slot_filled(h);
    h->host.ready = true;
    assert_non_null(strstr(hear(&h->host), "\"watching\":[\"=\",2]"));
    close_house(h);
}

/* Clients leave while their slots are full and their requests wait. */
TEST(a_house_closes_with_everything_under_way)
{
    house *h = open_house();
    have_slot_filled(h);
    for (int i = 0; i < 40; i++)
        ask(i % 2 ? &h->host : &h->guest, "{\"do\":\"look\",\"ply\":0}");
    close_house(h);
}

/* ---- the loop --------------------------------------------------------------------------- */

static void begin_loop(house *h, wire_hub_setup *setup)
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
TEST(a_deal_that_searches_is_the_crews)
{
    enum { POOLS_OF_A_STEP = 16 };
    house *h = calloc(1, sizeof *h);
    wire_hub_setup setup;
    begin_loop(h, &setup);
    assert_ok(wire_hub_new(&setup, &h->l.hub, NULL));
    enter(&h->host, &h->l);
    enter(&h->guest, &h->l);
    uint64_t before = duel_long_work_pools();
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
    assert_true(duel_long_work_pools() - before <= POOLS_OF_A_STEP);
    close_house(h);
}

/* A turn of the loop is as long as its owner says. */
TEST(a_slow_turn_is_told)
{
    house *h = calloc(1, sizeof *h);
    wire_hub_setup setup;
    CHECK_BUF(told);
    CHECK_BUF(health);
    begin_loop(h, &setup);
    setup.owner = &told;
    setup.complain = note_complaint;
    assert_ok(wire_hub_new(&setup, &h->l.hub, NULL));
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
TEST(an_answer_of_the_crew_has_the_name_of_its_request)
{
    static const struct asked {
        const char *request, *answer, *name;
    } asked[] = {
        {"{\"do\":\"logic\",\"of\":\"table\",\"text\":\"A<->B\"}", "\"is\":\"logic\"",
         "“logic”"},
        {"{\"do\":\"values\",\"ply\":0,\"effort\":1}", "\"is\":\"values\"", "“values wumpus”"},
        {"{\"do\":\"lens\",\"show\":[\"deduction\"]}", "\"is\":\"table\"", "“lens wumpus”"},
        {"{\"do\":\"profile\",\"name\":\"Ada\"}", "\"is\":\"profile\"", "“profile”"},
        {"{\"do\":\"ranking\",\"game\":\"wumpus\"}", "\"is\":\"ranking\"", "“ranking wumpus”"},
        {"{\"do\":\"gather\",\"nodes\":1}", "\"is\":\"mistakes\"", "“gather”"},
        {"{\"do\":\"exercise\"}", "\"is\":\"exercise\"", "“exercise”"},
        {"{\"do\":\"review\",\"nodes\":1}", "\"is\":\"review\"", "“review wumpus”"},
        {"{\"do\":\"daily\",\"game\":\"nim\",\"name\":\"1\"}", "\"is\":\"daily\"",
         "“daily nim”"},
        {"{\"do\":\"daily\",\"game\":\"nim\",\"name\":\"1\",\"move\":\"1\"}",
         "\"is\":\"daily\"", "“daily”"}};
    house *h = calloc(1, sizeof *h);
    wire_hub_setup setup;
    char text[160];
    CHECK_BUF(told);
    begin_loop(h, &setup);
    setup.owner = &told;
    setup.complain = note_complaint;
    assert_ok(wire_hub_new(&setup, &h->l.hub, NULL));
    enter(&h->host, &h->l);
    enter(&h->guest, &h->l);
    ask(&h->host,
        "{\"do\":\"analyse\",\"game\":\"wumpus\",\"options\":{\"size\":\"4\",\"pits\":\"1\"},"
        "\"position\":\"-T -. -. -. / -. -. -W -. / -. -. -. -. / . -. -. -G ; at 0,0 0\"}");
    hear_until(&h->host, "\"is\":\"created\"");
    memcpy(h->table, strstr(h->l.said.text, "\"table\":\"") + 9, 10);
    snprintf(text, sizeof text, "{\"do\":\"join\",\"table\":\"%s\",\"tokens\":[\"%.32s\"]}",
             h->table, strstr(h->l.said.text, "\"token\":\"") + 9);
    ask(&h->host, text);
    hear_until(&h->host, "\"is\":\"table\"");
    ask(&h->host, "{\"do\":\"move\",\"move\":\"1:0\"}");
    hear_until(&h->host, "\"is\":\"done\"");
    for (size_t i = 0; i < sizeof asked / sizeof *asked; i++) {
        ask(&h->host, asked[i].request);
        wire_hub_turned(h->l.hub, 0);
        duel_buf_clear(&told);
        do {
            turn_slowly_until(h, asked[i].answer);
        } while (strstr(told.text, asked[i].name) == NULL); /* of a lens the second picture */
    }
    close_house(h);
}

TEST(what_cannot_be_read_is_refused_by_its_number)
{
    house *h = calloc(1, sizeof *h);
    wire_hub_setup setup;
    begin_loop(h, &setup);
    assert_ok(wire_hub_new(&setup, &h->l.hub, NULL));
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

/* ---- beginning -------------------------------------------------------------------------- */

static void put_key(const char *path, const char *text)
{
    FILE *f = fopen(path, "w");
    assert_non_null(f);
    fputs(text, f);
    assert_int_equal(fclose(f), 0);
}

/* Several times, since of a single one a trace may be left on the stack: memory that is lost is
 * then not called lost. */
TEST(a_hub_that_cannot_begin_leaves_nothing)
{
    char key[PLACE_TEXT];
    loop nobody = {.lock = PTHREAD_MUTEX_INITIALIZER, .changed = PTHREAD_COND_INITIALIZER};
    PLACE(p);
    STORE(s, &p);
    wire_hub_setup setup = setup_at(s, &nobody);
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
    assert_ok(wire_hub_new(&setup, &hub, NULL));
    wire_hub_free(hub);
    unlink(key);
}

/* ---- tables that nobody will miss ------------------------------------------------------- */

/* So long ago that every table of no moves may go. */
static void begin_long_ago(data_store *s, char id[STORE_ID_TEXT])
{
    duel_variant v = check_variant("nim");
    session_opening o = {.variant = &v,
                         .seats = {duel_str_of("human"), duel_str_of("level:1")}};
    game_session *g = NULL;
    assert_ok(session_store_new(s, &o, NULL, 1000, &g, NULL));
    assert_ok(session_store_change(s, g, NULL));
    snprintf(id, STORE_ID_TEXT, "%s", session_id(g));
    session_free(g);
}

static bool count_game(void *to, const saved_game *g)
{
    (void)g;
    ++*(int *)to;
    return true;
}

static int games_left(data_store *s)
{
    int count = 0;
    assert_ok(store_list(s, count_game, &count, NULL));
    return count;
}

/* More than two pieces of them, and somebody sits at one. */
TEST(tables_are_swept_but_where_somebody_sits)
{
    enum { OLD = 40 };
    char key[PLACE_TEXT + 16], text[96], id[OLD][STORE_ID_TEXT];
    loop l = {.lock = PTHREAD_MUTEX_INITIALIZER, .changed = PTHREAD_COND_INITIALIZER};
    visitor v;
    PLACE(p);
    data_store *s = open_at(&p);
    for (int i = 0; i < OLD; i++)
        begin_long_ago(s, id[i]);
    wire_hub_setup setup = setup_at(s, &l);
    duel_buf_init(&l.said);
    assert_ok(wire_hub_new(&setup, &l.hub, NULL));
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
    store_close(s);
    snprintf(key, sizeof key, "%s/page.key", p.dir);
    unlink(key);
}
