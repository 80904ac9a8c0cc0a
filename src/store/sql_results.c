/* store/sql_results.c -- the SQL of stored results, the values of solved positions: see
 * store.h. */
#include "base/grow.h"
#include "store/inside.h"
#include "store/results_inside.h"

#include <stdlib.h>
#include <string.h>

static const char staging[] =
    "PRAGMA temp_store = FILE; PRAGMA temp.journal_mode = OFF;"
    "CREATE TEMP TABLE IF NOT EXISTS staged(first INTEGER, last INTEGER, count INTEGER,"
    " data BLOB);";

struct sql_results {
    database database;
    duel_buf game, variant;
    store_topic topic;
    int64_t data_version;
};

/* ---- learned positions: reading ---------------------------------------------------------- */

/* Order-preserving, between unsigned keys and SQLite's signed numbers. */
static int64_t key_in(uint64_t key)
{
    return (int64_t)(key ^ UINT64_C(1) << 63);
}

static uint64_t key_out(int64_t stored)
{
    return (uint64_t)stored ^ UINT64_C(1) << 63;
}

duel_status sql_results_open(data_store *s, const store_topic *topic, sql_results **out,
                             duel_msg *why)
{
    sql_results *shelf = calloc(1, sizeof *shelf);
    if (shelf == NULL)
        return duel_no_space(why);
    duel_buf_init(&shelf->game);
    duel_buf_init(&shelf->variant);
    duel_put_str(&shelf->game.sink, topic->game);
    duel_put_str(&shelf->variant.sink, topic->variant);
    shelf->topic =
        (store_topic){duel_buf_str(&shelf->game), topic->rules, duel_buf_str(&shelf->variant)};
    duel_status status = database_attach(s, &shelf->database, why);
    if (status == DUEL_OK && (shelf->game.failed || shelf->variant.failed))
        status = duel_no_space(why);
    if (status == DUEL_OK)
        *out = shelf;
    else
        sql_results_close(shelf);
    return status;
}

void sql_results_close(sql_results *shelf)
{
    if (shelf == NULL)
        return;
    database_detach(&shelf->database);
    duel_buf_fini(&shelf->game);
    duel_buf_fini(&shelf->variant);
    free(shelf);
}

const store_topic *sql_results_topic(const sql_results *shelf)
{
    return &shelf->topic;
}

static base_rows of_topic(sql_results *shelf, enum sql which)
{
    return base_query(&shelf->database, which, "sis", shelf->topic.game,
                      (int64_t)shelf->topic.rules, shelf->topic.variant);
}

duel_status sql_results_runs(sql_results *shelf, store_run **out, size_t *count, duel_msg *why)
{
    base_rows r = of_topic(shelf, RUN_LIST);
    store_run *list = NULL;
    size_t found = 0;
    bool room = true;
    while (base_next(&r) && (room = GROW_ONE(list, found)))
        list[found++] = (store_run){
            sqlite3_column_int64(r.st, 0), sqlite3_column_int(r.st, 1) != 0,
            (uint64_t)sqlite3_column_int64(r.st, 2), (uint64_t)sqlite3_column_int64(r.st, 3)};
    duel_status status = base_done(&r, why);
    if (!room)
        status = duel_no_space(why);
    if (status != DUEL_OK) {
        free(list);
        return status;
    }
    *out = list;
    *count = found;
    return DUEL_OK;
}

bool sql_results_changed(sql_results *shelf)
{
    int64_t before = shelf->data_version;
    base_rows r = base_query(&shelf->database, DATA_VERSION, "");
    if (base_next(&r))
        shelf->data_version = sqlite3_column_int64(r.st, 0);
    base_done(&r, NULL);
    return shelf->data_version != before;
}

void database_read_block(sqlite3_stmt *st, store_block *out)
{
    const void *data = sqlite3_column_blob(st, 3);
    int size = sqlite3_column_bytes(st, 3);
    out->first = key_out(sqlite3_column_int64(st, 0));
    out->last = key_out(sqlite3_column_int64(st, 1));
    out->count = (uint32_t)sqlite3_column_int64(st, 2);
    out->size = data && size <= STORE_BLOCK ? (uint32_t)size : 0;
    if (out->size)
        memcpy(out->data, data, out->size);
}

duel_status sql_results_seek(sql_results *shelf, int64_t run_id, uint64_t key, store_block *out)
{
    base_rows r = base_query(&shelf->database, BLOCK_SEEK, "ii", run_id, key_in(key));
    if (base_next(&r))
        database_read_block(r.st, out);
    base_done(&r, NULL);
    if (r.result == SQLITE_ROW) /* what is no number at all SQLite finds behind every number */
        return out->last >= key ? DUEL_OK : DUEL_FAILED;
    return r.result == SQLITE_DONE ? DUEL_REFUSED : DUEL_FAILED;
}

/* ---- learned positions: writing ---------------------------------------------------------- */

duel_status sql_results_stage(sql_results *shelf, const store_block *row, duel_msg *why)
{
    database *b = &shelf->database;
    if (b->statement[STAGE_ADD] == NULL) {
        duel_status status = database_execute(b, staging, why);
        if (status != DUEL_OK)
            return status;
    }
    return database_run(b, STAGE_ADD, why, "iiib", key_in(row->first), key_in(row->last),
                        (int64_t)row->count, row);
}

static duel_status delete_runs(database *b, const int64_t *old, size_t count, duel_msg *why)
{
    for (size_t i = 0; i < count; i++) {
        duel_status status = database_run(b, RUN_DELETE, why, "i", old[i]);
        if (status != DUEL_OK)
            return status;
        if (sqlite3_changes(b->db) == 0)
            return DUEL_REFUSED;
    }
    return DUEL_OK;
}

static duel_status add_run(sql_results *shelf, const store_run *r, int64_t now, duel_msg *why)
{
    database *b = &shelf->database;
    const store_topic *t = &shelf->topic;
    int64_t rules = t->rules;
    duel_status status = database_run(b, TOPIC_ADD, why, "sis", t->game, rules, t->variant);
    if (status == DUEL_OK)
        status =
            database_run(b, RUN_ADD, why, "sisiiii", t->game, rules, t->variant,
                         (int64_t)r->symmetric, (int64_t)r->positions, (int64_t)r->bytes, now);
    if (status == DUEL_OK)
        status =
            database_run(b, STAGE_MOVE, why, "i", (int64_t)sqlite3_last_insert_rowid(b->db));
    return status;
}

duel_status sql_results_write(sql_results *shelf, const store_run *r, int64_t now,
                              const int64_t *old, size_t old_count, duel_msg *why)
{
    database *b = &shelf->database;
    duel_status status = database_begin(b, why);
    if (status != DUEL_OK)
        return status;
    status = delete_runs(b, old, old_count, why);
    if (status == DUEL_OK)
        status = add_run(shelf, r, now, why);
    status = database_end(b, status, why);
    if (b->statement[STAGE_ADD])
        database_run(b, STAGE_CLEAR, NULL, "");
    return status;
}

static int64_t free_pages(database *b)
{
    base_rows r = base_query(b, FREE_PAGES, "");
    int64_t pages = base_next(&r) ? sqlite3_column_int64(r.st, 0) : 0;
    base_done(&r, NULL);
    return pages;
}

/* A few pages at a time, so that nobody waits long. */
static duel_status shrink_base(database *b, duel_msg *why)
{
    duel_status status = DUEL_OK;
    for (int64_t left = free_pages(b), before = left + 1; status == DUEL_OK && left < before;) {
        status = database_run(b, SHRINK, why, "");
        before = left;
        left = free_pages(b);
    }
    if (status == DUEL_OK)
        database_run(b, FOLD_LOG, NULL, ""); /* cannot while others read; they will */
    return status;
}

duel_status sql_results_shrink(sql_results *shelf, duel_msg *why)
{
    return shrink_base(&shelf->database, why);
}

/* ---- learned positions: as a whole ------------------------------------------------------- */

static duel_status each_topic(database *b, duel_str game, stored_results_fn *take, void *to,
                              duel_msg *why)
{
    base_rows r = base_query(b, TOPIC_LIST, "s", game);
    while (base_next(&r)) {
        sqlite3_stmt *st = r.st;
        stored_results row = {
            {database_text(st, 0), (unsigned)sqlite3_column_int64(st, 1), database_text(st, 2)},
            (uint64_t)sqlite3_column_int64(st, 3),
            (uint64_t)sqlite3_column_int64(st, 4),
            sqlite3_column_int64(st, 5)};
        if (!take(to, &row))
            break;
    }
    return base_done(&r, why);
}

duel_status sql_results_list(data_store *s, duel_str game, stored_results_fn *take, void *to,
                             duel_msg *why)
{
    return database_give_back(s, each_topic(database_take(s), game, take, to, why));
}

/* On a connection of its own, since it may take long. */
duel_status sql_results_forget(data_store *s, duel_str game, duel_msg *why)
{
    database b;
    duel_status status = database_attach(s, &b, why);
    if (status != DUEL_OK)
        return status;
    status = database_begin(&b, why);
    if (status == DUEL_OK)
        status = database_end(&b, database_run(&b, TOPIC_DELETE, why, "s", game), why);
    if (status == DUEL_OK)
        status = shrink_base(&b, why);
    database_detach(&b);
    return status;
}
