/* store/store_rows.c -- see store_rows.h. */
#include "store/store_rows.h"
#include "base/status.h"

#include <string.h>

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
