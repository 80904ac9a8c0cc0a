/* store/inside.h -- the inside of the store, shared by its own files only.
 *
 * A base is a connection with its statements; see inside.c for the invariants. */
#pragma once

#include "store/maintenance.h"
#include "store/store.h"

#include <pthread.h>
#include <sqlite3.h>

enum sql {
    BEGIN,
    COMMIT,
    ROLLBACK,
    GET_VERSION,
    CHECK,
    DATA_VERSION,
    GAME_ADD,
    GAME_NEXT,
    GAME_TOUCH,
    GAME_FINISH,
    GAME_LOAD,
    GAME_LIST,
    GAME_LOOSE,
    GAME_SWEEPABLE,
    GAME_SWEEP,
    EVENT_ADD,
    EVENT_LIST,
    PROFILE_ADD,
    PROFILE_NAME,
    PROFILE_LOAD,
    PROFILE_NAMES,
    PROFILE_OTHERS,
    PROFILE_RESULTS,
    PROFILE_RECENT,
    PROFILE_LIST,
    PROFILE_MET,
    TALLY_ADD,
    TALLY_SCORED,
    DEAL_ADD,
    DEAL_KNOWN,
    DAILY_ADD,
    DAILY_LOAD,
    DAILY_LIST,
    REVIEW_MARK,
    REVIEW_LACKING,
    EXERCISE_ADD,
    EXERCISE_LOAD,
    EXERCISE_DUE,
    EXERCISE_SUMS,
    EXERCISE_PLAN,
    ATTEMPT_ADD,
    PUZZLE_LOAD,
    PUZZLE_TRIED,
    PUZZLE_SEEN,
    PUZZLE_DAYS,
    RATING_LOAD,
    RATING_SAVE,
    RUN_LIST,
    RUN_ADD,
    RUN_DELETE,
    TOPIC_ADD,
    TOPIC_LIST,
    TOPIC_DELETE,
    BLOCK_SEEK,
    STAGE_ADD,
    STAGE_MOVE,
    STAGE_CLEAR,
    SHRINK,
    FREE_PAGES,
    FOLD_LOG,
    FOLD_QUIETLY,
    SQL_COUNT
};
/* Whose turn it is to write to the base, among the connections of one program: one after the
 * other, in the order in which they came.
 *
 * SQLite alone lets whoever asks at the right moment write; the others sleep, up to a tenth of
 * a second, before they ask again. One that writes often then keeps others out for seconds.
 * Other programs are still met at SQLite's own lock. */
typedef struct write_turn write_turn;

write_turn *write_turn_new(void);      /* held once; NULL: no memory */
void write_turn_let_go(write_turn *g); /* whoever is the last frees it; NULL does nothing */

void write_turn_enter(write_turn *g); /* waits for its turn */
void write_turn_leave(write_turn *g);
int write_turn_waiting(write_turn *g); /* who has not had its turn */

typedef struct database {
    sqlite3 *db;
    const char *path;                   /* the store's */
    write_turn *gate;                   /* the store's, */
    bool inside;                        /* and whether it has its turn */
    sqlite3_stmt *statement[SQL_COUNT]; /* made when first needed */
} database;

struct data_store {
    database main;
    write_turn *gate; /* of all connections to this base that came from one */
    pthread_mutex_t lock;
    char *path;
    uint32_t page_limit;
};

#define BASE_FILE "duelliste.db"
/* Writes the folder that is meant: `dir`, or the usual one where that is NULL or empty. */
duel_status database_locate(const char *dir, duel_buf *path, duel_msg *why);
int64_t database_version(void); /* of the schema that this program makes */
/* Makes the file, for the user alone, where there is none. */
duel_status database_make_file(const char *path, duel_msg *why);
/* The base in this file, which is there; an empty one becomes a base. */
duel_status database_open(const char *path, uint32_t page_limit, data_store **out,
                          duel_msg *why);

/* An error of the system, in a sentence about a path and that error: {0} and {1}. */
duel_status database_fail_with(int error, const char *id, const char *path, duel_msg *why);
/* What went wrong last, as a status and a sentence. */
duel_status database_failure(database *b, duel_msg *why);
/* Runs text that is not a statement of the table: schemas, settings. */
duel_status database_execute(database *b, const char *text, duel_msg *why);

/* The rows of a statement, one after the other:
 *
 *     base_rows r = base_query(b, PROFILE_MET, "cs", profile, kind);
 *     while (base_next(&r) && take(to, database_text(r.st, 0)))
 *         ;
 *     return base_done(&r, why);
 *
 * Whatever fails ends the rows, and is told when they are done with, which puts the statement
 * away. The kinds have a letter for each argument: i = int64_t, c = const char *, s = duel_str,
 * b = const store_block *; these must live until then. */
typedef struct base_rows {
    database *of;
    sqlite3_stmt *st; /* NULL: it cannot be prepared */
    int result;       /* of the last step: SQLITE_ROW while there is a row */
} base_rows;
base_rows base_query(database *b, enum sql which, const char *kinds, ...);
bool base_next(base_rows *r);
duel_status base_done(base_rows *r, duel_msg *why);

/* Runs a statement whose rows, if any, are of no interest. */
duel_status database_run(database *b, enum sql which, duel_msg *why, const char *kinds, ...);
/* Begins a transaction that writes, when it is this connection's turn. */
duel_status database_begin(database *b, duel_msg *why);
/* Ends a transaction: keeps it if all went well, and if it can be kept. */
duel_status database_end(database *b, duel_status status, duel_msg *why);
duel_str database_text(sqlite3_stmt *st, int column);

/* The block a statement stands at: its first columns are first, last, count and data. */
void database_read_block(sqlite3_stmt *st, store_block *out);

/* A connection of one's own. */
duel_status database_attach(const data_store *s, database *b, duel_msg *why);
void database_detach(database *b);
/* The main connection, for the caller alone until it is given back. */
database *database_take(data_store *s);
duel_status database_give_back(data_store *s, duel_status status);

/* ---- rows of a base whose trees are broken: salvage.c --------------------------------------
 */

/* Receives a row, whose bytes are gone afterwards. False: enough. */
typedef bool salvage_fn(void *to, const store_row *row);

/* Every row found in the file and in the log beside it (`path`-wal). A row may come more than
 * once, and in no order. */
duel_status salvage_rows(const char *path, salvage_fn *take, void *to, duel_msg *why);

/* ---- maintenance.c: rows ------------------------------------------------------------------
 */

int table_columns(const store_table *t);
/* Whether a value can stand in a column of this letter. */
bool column_takes(char column, const store_value *v);
/* Fills the columns from `count` on with what they are by default. */
void row_complete(store_row *row, int count);
/* The row a statement `SELECT * FROM table` stands at; gone with its next step. */
void row_read(const store_table *of, sqlite3_stmt *st, store_row *out);
/* For a statement `INSERT … VALUES(?, …)` with as many arguments as there are columns. */
void row_bind(const store_row *row, sqlite3_stmt *st);

/* ---- store.c, inside.c: for the writer, and for tests -------------------------------- */

/* Reads the whole file and says whether it is sound. */
duel_status store_check(data_store *s, duel_msg *why);
/* No connection made from now on lets the file grow beyond so many pages of 4096 bytes, as if
 * the disk were full there; 0 = no limit. For tests. */
void store_limit(data_store *s, uint32_t pages);

/* Adds the batches in one transaction, on the disk when it returns. Each gets a status and
 * message of its own: DUEL_REFUSED if the game has gone on since, DUEL_INVALID if there is no
 * such game; the others are added nevertheless. When the transaction itself fails, all get its
 * status, which is also the one returned. */
duel_status store_append_all(data_store *s, store_changes *batch, size_t count, duel_msg *why);
