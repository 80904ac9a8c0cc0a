/* fuzz/rows.c -- a base whose rows are anything at all, as a failing disk or a stranger's hand
 * may leave it: whatever reads them refuses what makes no sense, in a sentence.
 *
 * The tables have lost their types and their rules here. An input has a line a row: the name of
 * a table, then its columns with tabs between, each with a letter before it: t a text (^ ends a
 * line of it), b bytes (hexadecimal), i a whole number, r another one; n: nothing.
 *
 * All of it is examined as by `duel keep check`, listed and taken up as the command line does,
 * and asked for by a page (house.h). */
#include "care/care.h"
#include "fuzz.h"
#include "house.h"
#include "store/inside.h"
#include "store/maintenance.h"
#include "store/results.h"
#include "store/store.h"
#include "table/session.h"
#include "teach/mistakes.h"

enum { MOST_IDS = 16, NOW = 1800000000 };

typedef struct ids { /* of things that are to be asked for, once nothing is being read */
    char id[MOST_IDS][STORE_ID_TEXT];
    int count;
} ids;

/* ---- rows -------------------------------------------------------------------------------- */

static const store_table *find_table(duel_str name)
{
    for (int i = 0; i < TABLE_COUNT; i++)
        if (duel_str_is(name, store_tables[i].name))
            return &store_tables[i];
    return NULL;
}

static int hex_digit(char c)
{
    return c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : 0;
}

static void bind_bytes(sqlite3_stmt *st, int column, duel_str hex)
{
    unsigned char bytes[STORE_BLOCK + 8];
    size_t count = hex.len / 2 < sizeof bytes ? hex.len / 2 : sizeof bytes;
    for (size_t i = 0; i < count; i++)
        bytes[i] =
            (unsigned char)(hex_digit(hex.at[2 * i]) << 4 | hex_digit(hex.at[2 * i + 1]));
    sqlite3_bind_blob(st, column, bytes, (int)count, SQLITE_TRANSIENT);
}

static void bind_lines(sqlite3_stmt *st, int column, duel_str text)
{
    char bytes[4096];
    size_t count = text.len < sizeof bytes ? text.len : sizeof bytes;
    for (size_t i = 0; i < count; i++)
        bytes[i] = (char)(text.at[i] == '^' ? '\n' : text.at[i]);
    sqlite3_bind_text(st, column, bytes, (int)count, SQLITE_TRANSIENT);
}

static void bind_column(sqlite3_stmt *st, int column, duel_str text)
{
    duel_str value = {text.at + 1, text.len ? text.len - 1 : 0};
    int64_t number = 0;
    switch (text.len ? text.at[0] : 'n') {
    case 't':
        bind_lines(st, column, value);
        break;
    case 'b':
        bind_bytes(st, column, value);
        break;
    case 'i':
        duel_str_number(value, &number);
        sqlite3_bind_int64(st, column, number);
        break;
    case 'r':
        sqlite3_bind_double(st, column, (double)value.len + 0.5);
        break;
    default:
        sqlite3_bind_null(st, column);
    }
}

static void add_row(sqlite3 *db, duel_str line)
{
    char text[96];
    duel_str column;
    sqlite3_stmt *st;
    duel_str_part(&line, '\t', &column);
    const store_table *t = find_table(column);
    if (t == NULL)
        return;
    int len = snprintf(text, sizeof text, "INSERT OR IGNORE INTO %s VALUES(?", t->name);
    for (int i = 1; i < table_columns(t); i++)
        len += snprintf(text + len, sizeof text - (size_t)len, ",?");
    snprintf(text + len, sizeof text - (size_t)len, ")");
    FUZZ_MUST(sqlite3_prepare_v2(db, text, -1, &st, NULL) == SQLITE_OK);
    for (int i = 1; i <= table_columns(t) && duel_str_part(&line, '\t', &column); i++)
        bind_column(st, i, column);
    sqlite3_step(st);
    sqlite3_finalize(st);
}

/* Anything may stand anywhere from now on. */
static void loosen_tables(sqlite3 *db)
{
    static const char loosen[] =
        "PRAGMA foreign_keys = OFF; PRAGMA writable_schema = ON;"
        "UPDATE sqlite_schema SET sql = replace(replace(replace(sql, ' STRICT, WITHOUT', ' "
        "WITHOUT'), ') STRICT', ')'), ' NOT NULL', '') WHERE type = 'table';"
        "PRAGMA writable_schema = RESET;";
    FUZZ_MUST(sqlite3_exec(db, loosen, NULL, NULL, NULL) == SQLITE_OK);
}

static void fill_base(duel_str rest)
{
    static bool loose;
    duel_str line;
    sqlite3 *db = database_take(house_store())->db;
    if (!loose)
        loosen_tables(db);
    loose = true;
    while (rest.len && duel_str_part(&rest, '\n', &line))
        add_row(db, line);
    database_give_back(house_store(), DUEL_OK);
}

/* ---- what the command line reads --------------------------------------------------------- */

static bool keep_id(void *to, const char *id)
{
    ids *l = to;
    snprintf(l->id[l->count++], STORE_ID_TEXT, "%s", id);
    return l->count < MOST_IDS;
}

static bool keep_game_id(void *to, const saved_game *g)
{
    return keep_id(to, g->id);
}

static bool keep_profile_id(void *to, const char *id, duel_str name)
{
    (void)name;
    return keep_id(to, id);
}

static bool any_game(void *to, const saved_game *g)
{
    (void)to, (void)g;
    return true;
}

static bool any_standing(void *to, const store_standing *row)
{
    (void)to, (void)row;
    return true;
}

static bool any_tally(void *to, const char *game, int64_t time, const store_result *row)
{
    (void)to, (void)game, (void)time, (void)row;
    return true;
}

static bool any_step(void *self, int64_t done, int64_t total)
{
    (void)self, (void)done, (void)total;
    return true;
}

/* A fault is told in words. */
static void hear_fault(void *self, const care_fault *f)
{
    (void)self;
    FUZZ_MUST(f->why.id && f->kind < CARE_FAULT_KINDS);
}

/* And so is whatever cannot be done. */
static void says_why(duel_status status, const duel_msg *why)
{
    FUZZ_MUST(status == DUEL_OK || why->id);
}

static void examine(data_store *s)
{
    care_setup care = {.found = hear_fault, .step = any_step};
    care_health health;
    duel_msg why = {.id = NULL};
    says_why(care_check(s, &care, &health, &why), &why);
}

static void read_games(data_store *s, ids *games)
{
    duel_buf out;
    store_sweep_sums piece = {.place = 0};
    store_list(s, keep_game_id, games, NULL);
    store_list_resumable(s, any_game, NULL, NULL);
    store_sweep_find(s, &(store_sweep){.now = NOW, .days = 1, .own = true}, NULL, NULL, &piece,
                     NULL);
    duel_buf_init(&out);
    for (int i = 0; i < games->count; i++) {
        duel_msg why = {.id = NULL};
        says_why(session_store_print(s, games->id[i], &out.sink, &why), &why);
    }
    duel_msg why = {.id = NULL};
    says_why(results_export(s, catalogue_find_game, duel_str_of(""), &out.sink, &why), &why);
    duel_buf_fini(&out);
}

static void read_practice(data_store *s, const char *profile)
{
    practice_setup p = {.store = s, .profile = profile, .game = "", .now = NOW};
    exercise_agenda agenda;
    exercise_asked asked;
    duel_msg why = {.id = NULL};
    says_why(mistakes_agenda(&p, &agenda, &why), &why);
    why.id = NULL;
    duel_status status = mistakes_next(&p, &asked, &why);
    says_why(status, &why);
    if (status != DUEL_OK)
        return;
    why.id = NULL;
    says_why(mistakes_answer(&p, &asked, NULL, &why), &why);
    exercise_asked_fini(&asked);
}

static void read_people(data_store *s)
{
    ids people = {.count = 0};
    store_profiles(s, keep_profile_id, &people, NULL);
    store_standings(s, duel_str_of(""), any_standing, NULL, NULL);
    for (int i = 0; i < people.count; i++) {
        store_results(s, people.id[i], any_standing, NULL, NULL);
        store_recent(s, people.id[i], any_tally, NULL, NULL);
        read_practice(s, people.id[i]);
    }
}

/* ---- what a page asks for ---------------------------------------------------------------- */

static void nothing(void *self)
{
    (void)self;
}

static void no_alarm(void *self, uint64_t ms)
{
    (void)self, (void)ms;
}

static void no_socket(void *self, void *socket)
{
    (void)self, (void)socket;
}

static void hear_complaint(void *owner, const duel_msg *why)
{
    (void)owner;
    FUZZ_MUST(why->id);
}

/* It is asked, everything is done, and all is read. */
static void ask(wire_client *c, const char *text)
{
    duel_buf said;
    bool busy = wire_client_receive(c, duel_str_of(text));
    duel_buf_init(&said);
    while (busy) {
        busy = house_write(true);
        while (house_work(0))
            busy = true;
        wire_hub_collect(c->hub);
        while (wire_client_take(c, &said))
            duel_buf_clear(&said);
    }
    duel_buf_fini(&said);
}

static void ask_about(wire_client *c, const char *id)
{
    static const char *const then[] = {"{\"do\":\"look\",\"ply\":0}", "{\"do\":\"record\"}",
                                       "{\"do\":\"graph\"}", "{\"do\":\"review\",\"nodes\":9}"};
    json_t *join = json_pack("{ssss%}", "do", "join", "table", id, strlen(id));
    char *text = join ? json_dumps(join, JSON_COMPACT) : NULL;
    if (text)
        ask(c, text);
    for (size_t i = 0; c->table && i < sizeof then / sizeof *then; i++)
        ask(c, then[i]);
    free(text);
    json_decref(join);
}

static void ask_everything(wire_hub *hub, const ids *games)
{
    wire_client *c = wire_client_new(hub, hub, "127.0.0.1", false, NULL);
    ask(c, "{\"do\":\"home\",\"mine\":[]}");
    ask(c, "{\"do\":\"profiles\"}");
    ask(c, "{\"do\":\"daily\",\"game\":\"tictactoe\"}");
    for (int i = 0; i < games->count; i++)
        ask_about(c, games->id[i]);
    wire_client_free(c);
}

static void serve(const ids *games)
{
    quotas g;
    quota_limits usual = quotas_usual_limits();
    quotas_init(&g, &usual);
    wire_hub_setup setup = {.quotas = &g,
                            .threads = 1,
                            .nodes = 1,
                            .wake = nothing,
                            .alarm = no_alarm,
                            .ready = no_socket,
                            .cut = no_socket,
                            .complain = hear_complaint};
    wire_hub *hub = house_open(&setup, true);
    wire_hub_tick(hub);
    ask_everything(hub, games);
    house_close(hub);
    quotas_fini(&g);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    ids games = {.count = 0};
    fill_base((duel_str){(const char *)data, size});
    examine(house_store());
    read_games(house_store(), &games);
    read_people(house_store());
    serve(&games);
    return 0;
}
