/* store/store_rows.h -- rows of any table of the base, as values: for copying, carving and
 * moving aside, which treat all tables alike. Inside of the store. */
#ifndef DUEL_STORE_STORE_ROWS_H
#define DUEL_STORE_STORE_ROWS_H

#include "base/text.h"

#include <sqlite3.h>

/* A table, as its rows are stored. */
typedef struct store_table {
    const char *name;
    /* A letter a column, in their order: t text, i number, b bytes; a capital: or nothing. */
    const char *columns;
    int least;     /* columns of rows that the first edition wrote; others have their default */
    bool keyed;    /* WITHOUT ROWID: its tree is one of keys */
    bool numbered; /* the first column is the number of the row, and not in the row itself */
} store_table;

/* Every table of the schema, those that others belong to first. */
enum {
    TABLE_TOPIC,
    TABLE_RUN,
    TABLE_BLOCK,
    TABLE_PROFILE,
    TABLE_GAME,
    TABLE_EVENT,
    TABLE_TALLY,
    TABLE_DAILY,
    TABLE_DEAL,
    TABLE_EXERCISE,
    TABLE_ATTEMPT,
    TABLE_RATING,
    TABLE_COUNT
};
extern const store_table store_tables[TABLE_COUNT];

typedef struct store_value {
    enum { VALUE_NOTHING, VALUE_NUMBER, VALUE_TEXT, VALUE_BYTES } kind;
    int64_t number;
    duel_str bytes; /* of a text, or bytes */
} store_value;

enum { ROW_COLUMNS = 16 };
typedef struct store_row {
    const store_table *of;
    store_value value[ROW_COLUMNS]; /* as many as `of` has columns */
} store_row;

int table_columns(const store_table *t);
/* Whether a value can stand in a column of this letter. */
bool column_takes(char column, const store_value *v);
/* Fills the columns from `count` on with what they are by default. */
void row_complete(store_row *row, int count);
/* The row a statement `SELECT * FROM table` stands at; gone with its next step. */
void row_read(const store_table *of, sqlite3_stmt *st, store_row *out);
/* For a statement `INSERT … VALUES(?, …)` with as many arguments as there are columns. */
void row_bind(const store_row *row, sqlite3_stmt *st);
/* As a line of SQL that puts it back: "INSERT INTO event VALUES('9f3k…', 3, …);". */
void row_print(const store_row *row, duel_sink *out);

#endif
