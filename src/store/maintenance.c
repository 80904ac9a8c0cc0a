/* store/maintenance.c -- looking after a base, by SQL: see maintenance.h.
 *
 * Statements here are made from the names of tables and columns of the schema, never from
 * anything that was read. */
#include "store/maintenance.h"
#include "store/inside.h"

#include <stdio.h>
#include <string.h>

enum { QUERY_TEXT = 256 };

/* ---- rows of any table, as values -------------------------------------------------------- */

const store_table store_tables[TABLE_COUNT] = {
    [TABLE_TOPIC] = {"topic", "itit", 4, .numbered = true},
    [TABLE_RUN] = {"run", "iiiiii", 6, .numbered = true},
    [TABLE_BLOCK] = {"block", "iiiib", 5},
    [TABLE_PROFILE] = {"profile", "ttti", 4},
    [TABLE_GAME] = {"game", "ttittttiiiTt", 11},
    [TABLE_EVENT] = {"event", "tiiitt", 6, .keyed = true},
    [TABLE_TALLY] = {"tally", "tttiIiiI", 7, .keyed = true},
    [TABLE_DAILY] = {"daily", "ttitt", 5, .keyed = true},
    [TABLE_DEAL] = {"deal", "ttit", 4, .keyed = true},
    [TABLE_EXERCISE] = {"exercise", "itttittttiiii", 13, .numbered = true},
    [TABLE_ATTEMPT] = {"attempt", "iiii", 4, .numbered = true},
    [TABLE_RATING] = {"rating", "ttiiii", 6, .keyed = true},
};

int table_columns(const store_table *t)
{
    int count = (int)strlen(t->columns);
    DUEL_REQUIRE(count <= ROW_COLUMNS);
    return count;
}

bool column_takes(char column, const store_value *v)
{
    switch (column) {
    case 't':
        return v->kind == VALUE_TEXT;
    case 'T':
        return v->kind == VALUE_TEXT || v->kind == VALUE_NOTHING;
    case 'i':
        return v->kind == VALUE_NUMBER;
    case 'I':
        return v->kind == VALUE_NUMBER || v->kind == VALUE_NOTHING;
    default:
        return v->kind == VALUE_BYTES;
    }
}

void row_complete(store_row *row, int count)
{
    for (int i = count; i < table_columns(row->of); i++)
        row->value[i] = (store_value){
            .kind = row->of->columns[i] == 't' ? VALUE_TEXT : VALUE_NOTHING, .bytes = {"", 0}};
}

static store_value read_value(sqlite3_stmt *st, int column)
{
    const void *bytes;
    switch (sqlite3_column_type(st, column)) {
    case SQLITE_INTEGER:
        return (store_value){VALUE_NUMBER, sqlite3_column_int64(st, column), {NULL, 0}};
    case SQLITE_TEXT:
        bytes = sqlite3_column_text(st, column);
        return (store_value){
            VALUE_TEXT, 0, {bytes ? bytes : "", (size_t)sqlite3_column_bytes(st, column)}};
    case SQLITE_BLOB:
        bytes = sqlite3_column_blob(st, column);
        return (store_value){
            VALUE_BYTES, 0, {bytes ? bytes : "", (size_t)sqlite3_column_bytes(st, column)}};
    default:
        return (store_value){VALUE_NOTHING, 0, {NULL, 0}};
    }
}

void row_read(const store_table *of, sqlite3_stmt *st, store_row *out)
{
    int columns = table_columns(of), there = sqlite3_column_count(st);
    int count = there < columns ? there : columns;
    out->of = of;
    for (int i = 0; i < count; i++)
        out->value[i] = read_value(st, i);
    row_complete(out, count);
}

void row_bind(const store_row *row, sqlite3_stmt *st)
{
    for (int i = 0; i < table_columns(row->of); i++) {
        const store_value *v = &row->value[i];
        if (v->kind == VALUE_NUMBER)
            sqlite3_bind_int64(st, i + 1, v->number);
        else if (v->kind == VALUE_TEXT)
            sqlite3_bind_text64(st, i + 1, v->bytes.at, v->bytes.len, SQLITE_STATIC,
                                SQLITE_UTF8);
        else if (v->kind == VALUE_BYTES)
            sqlite3_bind_blob64(st, i + 1, v->bytes.at, v->bytes.len, SQLITE_STATIC);
        else
            sqlite3_bind_null(st, i + 1);
    }
}

static void print_bytes(duel_str bytes, duel_sink *out)
{
    for (size_t i = 0; i < bytes.len; i++)
        duel_putf(out, "%02x", (unsigned char)bytes.at[i]);
}

/* A text that a line cannot hold as it is (a newline, a NUL, broken UTF-8) is told by its
 * bytes. */
static void print_text(duel_str text, duel_sink *out)
{
    if (!duel_str_is_readable(text) || memchr(text.at, '\n', text.len)) {
        duel_put(out, "CAST(X'");
        print_bytes(text, out);
        duel_put(out, "' AS TEXT)");
        return;
    }
    duel_put(out, "'");
    for (size_t i = 0; i < text.len; i++) {
        if (text.at[i] == '\'')
            duel_put(out, "'");
        duel_put_char(out, text.at[i]);
    }
    duel_put(out, "'");
}

static void print_value(const store_value *v, duel_sink *out)
{
    if (v->kind == VALUE_NUMBER) {
        duel_putf(out, "%lld", (long long)v->number);
    } else if (v->kind == VALUE_TEXT) {
        print_text(v->bytes, out);
    } else if (v->kind == VALUE_BYTES) {
        duel_put(out, "X'");
        print_bytes(v->bytes, out);
        duel_put(out, "'");
    } else {
        duel_put(out, "NULL");
    }
}

void row_print(const store_row *row, duel_sink *out)
{
    duel_putf(out, "INSERT INTO %s VALUES(", row->of->name);
    for (int i = 0; i < table_columns(row->of); i++) {
        duel_put(out, i ? ", " : "");
        print_value(&row->value[i], out);
    }
    duel_put(out, ");\n");
}

/* ---- a moment ---------------------------------------------------------------------------- */

duel_status maintain_begin(data_store *s, bool writing, duel_msg *why)
{
    return writing ? database_begin(&s->main, why) : database_execute(&s->main, "BEGIN", why);
}

duel_status maintain_end(data_store *s, duel_status status, duel_msg *why)
{
    return database_end(&s->main, status, why);
}

duel_status maintain_unbind(data_store *s, duel_msg *why)
{
    return database_execute(&s->main, "PRAGMA foreign_keys = OFF", why);
}

/* ---- queries ----------------------------------------------------------------------------- */

/* A question asked once: ?1 in it is the key, ?2 the number, ?3 another key. */
typedef struct query {
    const char *text;
    duel_str key;
    int64_t number;
    duel_str other;
} query;

static void bind_key(sqlite3_stmt *st, int at, duel_str key)
{
    sqlite3_bind_text64(st, at, key.at ? key.at : "", key.len, SQLITE_STATIC, SQLITE_UTF8);
}

static base_rows ask(data_store *s, query q)
{
    base_rows r = {.of = &s->main};
    if (sqlite3_prepare_v2(s->main.db, q.text, -1, &r.st, NULL) != SQLITE_OK)
        return r;
    int arguments = sqlite3_bind_parameter_count(r.st);
    if (arguments >= 1)
        bind_key(r.st, 1, q.key);
    if (arguments >= 2)
        sqlite3_bind_int64(r.st, 2, q.number);
    if (arguments >= 3)
        bind_key(r.st, 3, q.other);
    return r;
}

static duel_status answered(base_rows *r, duel_msg *why)
{
    bool well = r->result == SQLITE_DONE || r->result == SQLITE_ROW;
    duel_status status = well ? DUEL_OK : database_failure(r->of, why);
    sqlite3_finalize(r->st);
    return status;
}

/* Of a question whose answer has no rows. */
static duel_status change(data_store *s, query q, duel_msg *why)
{
    base_rows r = ask(s, q);
    while (base_next(&r))
        ;
    return answered(&r, why);
}

/* ---- everything in it -------------------------------------------------------------------- */

duel_status maintain_file(data_store *s, store_text_take *take, void *to, duel_msg *why)
{
    base_rows r = ask(s, (query){.text = "PRAGMA integrity_check(100)"});
    while (base_next(&r) &&
           (duel_str_is(database_text(r.st, 0), "ok") || take(to, database_text(r.st, 0))))
        ;
    return answered(&r, why);
}

/* Which column of which table names a row of which other. Those that others belong to come
 * first: a row that goes may leave others. */
static const struct reference {
    int child;
    const char *column;
    int parent;
} references[] = {
    {TABLE_RUN, "topic", TABLE_TOPIC},          {TABLE_BLOCK, "run", TABLE_RUN},
    {TABLE_EVENT, "game", TABLE_GAME},          {TABLE_TALLY, "game", TABLE_GAME},
    {TABLE_TALLY, "profile", TABLE_PROFILE},    {TABLE_DEAL, "profile", TABLE_PROFILE},
    {TABLE_EXERCISE, "profile", TABLE_PROFILE}, {TABLE_ATTEMPT, "exercise", TABLE_EXERCISE}};

static duel_status find_orphans(data_store *s, const struct reference *by,
                                store_orphans_take *take, void *to, duel_msg *why)
{
    char text[QUERY_TEXT];
    const char *parent = store_tables[by->parent].name;
    snprintf(text, sizeof text,
             "SELECT %s, count(*) FROM %s WHERE %s NOT IN (SELECT id FROM %s) GROUP BY 1",
             by->column, store_tables[by->child].name, by->column, parent);
    base_rows r = ask(s, (query){.text = text});
    while (base_next(&r)) {
        store_orphans o = {by->child, by->column, parent, database_text(r.st, 0),
                           sqlite3_column_int64(r.st, 1)};
        if (!take(to, &o))
            break;
    }
    return answered(&r, why);
}

duel_status maintain_orphans(data_store *s, store_orphans_take *take, void *to, duel_msg *why)
{
    duel_status status = DUEL_OK;
    for (size_t i = 0; status == DUEL_OK && i < sizeof references / sizeof *references; i++)
        status = find_orphans(s, &references[i], take, to, why);
    return status;
}

duel_status maintain_sizes(data_store *s, store_sizes *out, duel_msg *why)
{
    base_rows r =
        ask(s, (query){.text = "SELECT (SELECT count(*) FROM game), (SELECT count(*) FROM run),"
                               " (SELECT count(*) FROM profile), (SELECT count(*) FROM "
                               "exercise), (SELECT count(*) FROM daily)"});
    if (base_next(&r))
        *out = (store_sizes){sqlite3_column_int64(r.st, 0), sqlite3_column_int64(r.st, 1),
                             sqlite3_column_int64(r.st, 2), sqlite3_column_int64(r.st, 3),
                             sqlite3_column_int64(r.st, 4)};
    return answered(&r, why);
}

duel_status maintain_games(data_store *s, store_text_take *take, void *to, duel_msg *why)
{
    base_rows r = ask(s, (query){.text = "SELECT id FROM game ORDER BY rowid"});
    while (base_next(&r) && take(to, database_text(r.st, 0)))
        ;
    return answered(&r, why);
}

duel_status maintain_topics(data_store *s, store_topic_take *take, void *to, duel_msg *why)
{
    base_rows r =
        ask(s, (query){.text = "SELECT id, game, rules, variant FROM topic ORDER BY id"});
    while (base_next(&r)) {
        store_topic topic = {database_text(r.st, 1), (unsigned)sqlite3_column_int64(r.st, 2),
                             database_text(r.st, 3)};
        if (!take(to, sqlite3_column_int64(r.st, 0), &topic))
            break;
    }
    return answered(&r, why);
}

duel_status maintain_runs(data_store *s, int64_t topic, store_run_take *take, void *to,
                          duel_msg *why)
{
    base_rows r = ask(s, (query){.text = "SELECT id, symmetric, positions, bytes FROM run"
                                         " WHERE topic = ?2 ORDER BY id",
                                 .number = topic});
    while (base_next(&r)) {
        store_run run = {sqlite3_column_int64(r.st, 0), sqlite3_column_int(r.st, 1) != 0,
                         (uint64_t)sqlite3_column_int64(r.st, 2),
                         (uint64_t)sqlite3_column_int64(r.st, 3)};
        if (!take(to, &run))
            break;
    }
    return answered(&r, why);
}

duel_status maintain_blocks(data_store *s, int64_t run, store_block_take *take, void *to,
                            duel_msg *why)
{
    base_rows r = ask(s, (query){.text = "SELECT first, last, count, data, rowid FROM block"
                                         " WHERE run = ?2 ORDER BY last",
                                 .number = run});
    while (base_next(&r)) {
        store_block row;
        database_read_block(r.st, &row);
        if (!take(to, sqlite3_column_int64(r.st, 4), &row))
            break;
    }
    return answered(&r, why);
}

duel_status maintain_profiles(data_store *s, store_profile_take *take, void *to, duel_msg *why)
{
    base_rows r = ask(s, (query){.text = "SELECT id, name FROM profile ORDER BY rowid"});
    while (base_next(&r) && take(to, database_text(r.st, 0), database_text(r.st, 1)))
        ;
    return answered(&r, why);
}

duel_status maintain_records(data_store *s, int table, store_kept_record_take *take, void *to,
                             duel_msg *why)
{
    base_rows r =
        ask(s, (query){.text = table == TABLE_EXERCISE
                                   ? "SELECT id, game, rules, record, id FROM exercise"
                                   : "SELECT day, game, rules, record, 0 FROM daily"});
    while (base_next(&r)) {
        store_kept_record kept = {
            database_text(r.st, 0), sqlite3_column_int64(r.st, 4), database_text(r.st, 1),
            (unsigned)sqlite3_column_int64(r.st, 2), database_text(r.st, 3)};
        if (!take(to, &kept))
            break;
    }
    return answered(&r, why);
}

/* ---- changing ---------------------------------------------------------------------------- */

/* A key that is a number may be given as a text: it is compared as what the column holds. */
static query which_rows(char text[QUERY_TEXT], const char *verb, const store_which *w)
{
    int len = snprintf(text, QUERY_TEXT, "%s FROM %s WHERE %s = ?1", verb,
                       store_tables[w->table].name, w->column);
    if (w->and_from)
        len += snprintf(text + len, QUERY_TEXT - (size_t)len, " AND %s >= ?2", w->and_from);
    if (w->and_is)
        snprintf(text + len, QUERY_TEXT - (size_t)len, " AND %s = ?3", w->and_is);
    return (query){text, w->key, w->from, w->is};
}

duel_status maintain_show(data_store *s, const store_which *w, store_row_take *take, void *to,
                          duel_msg *why)
{
    char text[QUERY_TEXT];
    bool failed = false;
    base_rows r = ask(s, which_rows(text, "SELECT *", w));
    while (!failed && base_next(&r)) {
        store_row row;
        row_read(&store_tables[w->table], r.st, &row);
        failed = !take(to, &row);
    }
    duel_status status = answered(&r, why);
    return status == DUEL_OK && failed
               ? duel_fail(why, N_("What is broken could not be moved aside."), "")
               : status;
}

duel_status maintain_remove(data_store *s, const store_which *w, store_row_take *take, void *to,
                            duel_msg *why)
{
    char text[QUERY_TEXT];
    duel_status status = maintain_show(s, w, take, to, why);
    return status == DUEL_OK ? change(s, which_rows(text, "DELETE", w), why) : status;
}

duel_status maintain_summary(data_store *s, const char *id, int64_t moves, duel_str result,
                             duel_msg *why)
{
    int64_t updated = 0;
    base_rows r = base_query(&s->main, GAME_LOAD, "c", id);
    if (base_next(&r))
        updated = sqlite3_column_int64(r.st, 8);
    duel_status status = base_done(&r, why);
    if (status == DUEL_OK)
        status = database_run(&s->main, GAME_TOUCH, why, "cii", id, updated, moves);
    return status == DUEL_OK
               ? database_run(&s->main, GAME_FINISH, why, "cis", id, updated, result)
               : status;
}

duel_status maintain_sums(data_store *s, int64_t run, duel_msg *why)
{
    const query q = {.text =
                         "UPDATE run SET (positions, bytes) = (SELECT coalesce(sum(count), 0),"
                         " coalesce(sum(length(data)), 0) FROM block WHERE block.run = run.id)"
                         " WHERE id = ?2",
                     .number = run};
    return change(s, q, why);
}

duel_status maintain_rename(data_store *s, duel_str profile, duel_msg *why)
{
    const query q = {.text = "UPDATE profile SET name = hex(id) WHERE id = ?1", .key = profile};
    return change(s, q, why);
}
