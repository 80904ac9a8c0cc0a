/* service/store.c -- the SQLite file: see store.h.
 *
 * Invariants: (1) every statement is in the table below or in the list of schemas; (2) the main
 * connection is used by the holder of the lock only, a shelf's by its owner only; (3) nothing
 * is written outside a transaction that begins IMMEDIATE, so that no writer finds in the middle
 * that another one was faster; (4) no statement is left half read: a forgotten reader would
 * keep the write-ahead log from being folded into the base. */
#include "service/store.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <sqlite3.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* ---- the schema ------------------------------------------------------------------------- */

/* Step i brings a base from version i to i+1. The number in application_id is "Duel". Keys are
 * unsigned and SQLite's numbers are not: see key_in. */
static const char *const schema[] = {
    "CREATE TABLE game(id TEXT PRIMARY KEY, game TEXT NOT NULL, rules INTEGER NOT NULL,"
    " variant TEXT NOT NULL, seed TEXT NOT NULL, start TEXT NOT NULL, seats TEXT NOT NULL,"
    " created INTEGER NOT NULL, updated INTEGER NOT NULL, moves INTEGER NOT NULL,"
    " result TEXT) STRICT;"
    "CREATE INDEX game_updated ON game(updated);"
    "CREATE TABLE event(game TEXT NOT NULL REFERENCES game(id) ON DELETE CASCADE,"
    " seq INTEGER NOT NULL, time INTEGER NOT NULL, seat INTEGER NOT NULL, kind TEXT NOT NULL,"
    " data TEXT NOT NULL, PRIMARY KEY(game, seq)) STRICT, WITHOUT ROWID;"
    "CREATE TABLE topic(id INTEGER PRIMARY KEY, game TEXT NOT NULL, rules INTEGER NOT NULL,"
    " variant TEXT NOT NULL, UNIQUE(game, rules, variant)) STRICT;"
    "CREATE TABLE run(id INTEGER PRIMARY KEY AUTOINCREMENT,"
    " topic INTEGER NOT NULL REFERENCES topic(id) ON DELETE CASCADE,"
    " symmetric INTEGER NOT NULL, positions INTEGER NOT NULL, bytes INTEGER NOT NULL,"
    " saved INTEGER NOT NULL) STRICT;"
    "CREATE INDEX run_topic ON run(topic);"
    "CREATE TABLE block(run INTEGER NOT NULL REFERENCES run(id) ON DELETE CASCADE,"
    " first INTEGER NOT NULL, last INTEGER NOT NULL, count INTEGER NOT NULL,"
    " data BLOB NOT NULL) STRICT;"
    "CREATE UNIQUE INDEX block_last ON block(run, last);"
    "PRAGMA application_id = 1148544364;"
    "PRAGMA user_version = 1;"};

enum { VERSION = sizeof schema / sizeof *schema, APPLICATION = 1148544364 };

/* Before the first table is made, since a base keeps these for life. */
static const char new_base[] = "PRAGMA page_size = 4096; PRAGMA auto_vacuum = INCREMENTAL;";
/* The log is cut back to 4 MB after a large transaction. */
static const char every_connection[] =
    "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON;"
    "PRAGMA journal_size_limit = 4194304;";
static const char staging[] =
    "PRAGMA temp_store = FILE; PRAGMA temp.journal_mode = OFF;"
    "CREATE TEMP TABLE IF NOT EXISTS staged(first INTEGER, last INTEGER, count INTEGER,"
    " data BLOB);";

enum { BUSY_MILLISECONDS = 10000, ID_TRIES = 16 };

/* ---- the statements --------------------------------------------------------------------- */

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
    GAME_DELETE,
    EVENT_ADD,
    EVENT_LIST,
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
    SQL_COUNT
};

#define GAME_COLUMNS                                                                           \
    "id, game, rules, variant, seed, start, seats, created, updated, moves, result,"           \
    " coalesce((SELECT max(seq) + 1 FROM event WHERE event.game = game.id), 0)"
#define THE_TOPIC "topic.game = ?1 AND topic.rules = ?2 AND topic.variant = ?3"

static const char *const sql_text[SQL_COUNT] = {
    [BEGIN] = "BEGIN IMMEDIATE",
    [COMMIT] = "COMMIT",
    [ROLLBACK] = "ROLLBACK",
    [GET_VERSION] = "SELECT user_version, application_id, (SELECT count(*) FROM sqlite_schema)"
                    " FROM pragma_user_version, pragma_application_id",
    [CHECK] = "SELECT integrity_check FROM pragma_integrity_check(1)",
    [DATA_VERSION] = "PRAGMA data_version",
    [GAME_ADD] =
        "INSERT OR IGNORE INTO game VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?8, 0, NULL)",
    [GAME_NEXT] = "SELECT (SELECT coalesce(max(seq) + 1, 0) FROM event WHERE event.game = ?1)"
                  " FROM game WHERE id = ?1",
    [GAME_TOUCH] = "UPDATE game SET updated = ?2, moves = ?3 WHERE id = ?1",
    [GAME_FINISH] = "UPDATE game SET updated = ?2, result = ?3 WHERE id = ?1",
    [GAME_LOAD] = "SELECT " GAME_COLUMNS " FROM game WHERE id = ?1",
    [GAME_LIST] = "SELECT " GAME_COLUMNS " FROM game ORDER BY updated DESC, rowid DESC",
    [GAME_DELETE] = "DELETE FROM game WHERE id = ?1",
    [EVENT_ADD] = "INSERT INTO event VALUES(?1, ?2, ?3, ?4, ?5, ?6)",
    [EVENT_LIST] = "SELECT seq, time, seat, kind, data FROM event WHERE game = ?1 AND seq >= ?2"
                   " ORDER BY seq",
    [RUN_LIST] = "SELECT run.id, symmetric, positions, bytes FROM topic JOIN run"
                 " ON run.topic = topic.id WHERE " THE_TOPIC " ORDER BY positions DESC, run.id",
    [RUN_ADD] = "INSERT INTO run(topic, symmetric, positions, bytes, saved)"
                " SELECT topic.id, ?4, ?5, ?6, ?7 FROM topic WHERE " THE_TOPIC,
    [RUN_DELETE] = "DELETE FROM run WHERE id = ?1",
    [TOPIC_ADD] = "INSERT OR IGNORE INTO topic(game, rules, variant) VALUES(?1, ?2, ?3)",
    [TOPIC_LIST] = "SELECT game, rules, variant, sum(positions), sum(bytes), max(saved)"
                   " FROM topic JOIN run ON run.topic = topic.id WHERE ?1 IN ('', game)"
                   " GROUP BY topic.id ORDER BY game, rules, variant",
    [TOPIC_DELETE] = "DELETE FROM topic WHERE ?1 IN ('', game)",
    [BLOCK_SEEK] = "SELECT first, last, count, data FROM block WHERE run = ?1 AND last >= ?2"
                   " ORDER BY last LIMIT 1",
    [STAGE_ADD] = "INSERT INTO staged VALUES(?1, ?2, ?3, ?4)",
    [STAGE_MOVE] = "INSERT INTO block SELECT ?1, first, last, count, data FROM staged"
                   " ORDER BY staged.rowid",
    [STAGE_CLEAR] = "DELETE FROM staged",
    [SHRINK] = "PRAGMA incremental_vacuum(2000)",
    [FREE_PAGES] = "PRAGMA freelist_count",
    [FOLD_LOG] = "PRAGMA wal_checkpoint(TRUNCATE)",
};

/* ---- connections ------------------------------------------------------------------------ */

typedef struct base {
    sqlite3 *db;
    const char *path;                   /* the store's */
    sqlite3_stmt *statement[SQL_COUNT]; /* made when first needed */
} base;

struct duel_store {
    base main;
    pthread_mutex_t lock;
    char *path;
    uint32_t page_limit;
};

struct store_shelf {
    base base;
    duel_buf game, variant;
    store_topic topic;
    int64_t data_version;
};

/* What went wrong last, as a status and a sentence. */
static duel_status failure(base *b, duel_msg *why)
{
    const char *text = sqlite3_errmsg(b->db);
    switch (sqlite3_errcode(b->db) & 0xFF) {
    case SQLITE_NOMEM:
        return duel_full(why);
    case SQLITE_FULL:
        duel_say(why, N_("There is no room left on the disk for {0}; it was left as it was."),
                 "c", b->path);
        return DUEL_FULL;
    case SQLITE_NOTADB:
        return duel_fail(why, N_("{0} is not a base of Duelliste; it was left as it was."), "c",
                         b->path);
    case SQLITE_CORRUPT:
        return duel_fail(why, N_("The base {0} is damaged: {1}."), "cc", b->path, text);
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
        return duel_fail(why, N_("Another program keeps {0} busy; try again later."), "c",
                         b->path);
    case SQLITE_READONLY:
    case SQLITE_CANTOPEN:
    case SQLITE_PERM:
        return duel_fail(why, N_("The base {0} cannot be written: {1}."), "cc", b->path, text);
    default:
        return duel_fail(why, N_("The base {0} failed: {1}."), "cc", b->path, text);
    }
}

static duel_status fail_with_errno(int error, const char *id, const char *path, duel_msg *why)
{
    char text[128] = "?";
    strerror_r(error, text, sizeof text);
    if (error == ENOSPC || error == EDQUOT) {
        duel_say(why, N_("There is no room left on the disk for {0}; it was left as it was."),
                 "c", path);
        return DUEL_FULL;
    }
    return duel_fail(why, id, "cc", path, text);
}

static duel_status execute(base *b, const char *text, duel_msg *why)
{
    return sqlite3_exec(b->db, text, NULL, NULL, NULL) == SQLITE_OK ? DUEL_OK : failure(b, why);
}

static void bind_text(sqlite3_stmt *st, int at, duel_str s)
{
    sqlite3_bind_text64(st, at, s.at ? s.at : "", s.len, SQLITE_STATIC, SQLITE_UTF8);
}

static void bind_all(sqlite3_stmt *st, const char *kinds, va_list *args)
{
    for (int at = 1; *kinds; kinds++, at++) {
        switch (*kinds) {
        case 'i':
            sqlite3_bind_int64(st, at, va_arg(*args, int64_t));
            break;
        case 'c':
            bind_text(st, at, duel_str_of(va_arg(*args, const char *)));
            break;
        case 's':
            bind_text(st, at, va_arg(*args, duel_str));
            break;
        case 'b': {
            const store_block *block = va_arg(*args, const store_block *);
            sqlite3_bind_blob(st, at, block->data, (int)block->size, SQLITE_STATIC);
            break;
        }
        default:
            assert(!"a kind of argument is one of i c s b");
        }
    }
}

/* The statement ready to run, with its arguments bound as they stand: they must live until it
 * is reset. NULL: it cannot be prepared (failure() tells why). */
static sqlite3_stmt *prepare(base *b, enum sql which, const char *kinds, va_list *args)
{
    sqlite3_stmt **st = &b->statement[which];
    if (*st == NULL && sqlite3_prepare_v3(b->db, sql_text[which], -1, SQLITE_PREPARE_PERSISTENT,
                                          st, NULL) != SQLITE_OK)
        return NULL;
    bind_all(*st, kinds, args);
    return *st;
}

static sqlite3_stmt *ready(base *b, enum sql which, const char *kinds, ...)
{
    va_list args;
    va_start(args, kinds);
    sqlite3_stmt *st = prepare(b, which, kinds, &args);
    va_end(args);
    return st;
}

/* The status of a statement that was stepped to its end, which is then put away. */
static duel_status put_away(base *b, sqlite3_stmt *st, int result, duel_msg *why)
{
    duel_status status =
        result == SQLITE_DONE || result == SQLITE_ROW ? DUEL_OK : failure(b, why);
    sqlite3_reset(st);
    sqlite3_clear_bindings(st);
    return status;
}

/* Runs a statement whose rows, if any, are of no interest. */
static duel_status run(base *b, enum sql which, duel_msg *why, const char *kinds, ...)
{
    va_list args;
    va_start(args, kinds);
    sqlite3_stmt *st = prepare(b, which, kinds, &args);
    va_end(args);
    if (st == NULL)
        return failure(b, why);
    int result;
    while ((result = sqlite3_step(st)) == SQLITE_ROW)
        ;
    return put_away(b, st, result, why);
}

/* Ends a transaction: keeps it if all went well, and if it can be kept. */
static duel_status end(base *b, duel_status status, duel_msg *why)
{
    if (status == DUEL_OK)
        status = run(b, COMMIT, why, "");
    if (!sqlite3_get_autocommit(b->db)) /* some failures have rolled back already */
        run(b, ROLLBACK, NULL, "");
    return status;
}

static duel_str text_at(sqlite3_stmt *st, int column)
{
    const char *text = (const char *)sqlite3_column_text(st, column);
    return (duel_str){text ? text : "", (size_t)sqlite3_column_bytes(st, column)};
}

static void disconnect(base *b)
{
    for (int i = 0; i < SQL_COUNT; i++)
        sqlite3_finalize(b->statement[i]);
    sqlite3_close(b->db);
    *b = (base){.path = b->path};
}

/* ---- opening ---------------------------------------------------------------------------- */

typedef struct version {
    int64_t schema, application, tables;
} version;

static duel_status read_version(base *b, version *out, duel_msg *why)
{
    sqlite3_stmt *st = ready(b, GET_VERSION, "");
    if (st == NULL)
        return failure(b, why);
    int result = sqlite3_step(st);
    if (result == SQLITE_ROW)
        *out = (version){sqlite3_column_int64(st, 0), sqlite3_column_int64(st, 1),
                         sqlite3_column_int64(st, 2)};
    return put_away(b, st, result, why);
}

static duel_status check_version(base *b, version *v, duel_msg *why)
{
    duel_status status = read_version(b, v, why);
    if (status != DUEL_OK)
        return status;
    if (v->schema == 0 && v->tables == 0)
        return DUEL_OK; /* just made */
    if (v->application != APPLICATION || v->schema < 1)
        return duel_fail(why, N_("{0} is not a base of Duelliste; it was left as it was."), "c",
                         b->path);
    if (v->schema > VERSION)
        return duel_fail(why,
                         N_("The base {0} was made by a newer Duelliste (format {1}; this "
                            "one knows {2}); it was left as it was."),
                         "cii", b->path, v->schema, (int64_t)VERSION);
    return DUEL_OK;
}

/* All steps in one transaction; another program may have done them in the meantime. */
static duel_status migrate(base *b, duel_msg *why)
{
    version v = {0, 0, 0};
    duel_status status = run(b, BEGIN, why, "");
    if (status != DUEL_OK)
        return status;
    status = check_version(b, &v, why);
    for (int64_t step = v.schema; status == DUEL_OK && step < VERSION; step++)
        status = execute(b, schema[step], why);
    return end(b, status, why);
}

static duel_status limit_pages(base *b, uint32_t pages, duel_msg *why)
{
    if (pages == 0)
        return DUEL_OK;
    char text[64];
    sqlite3_snprintf(sizeof text, text, "PRAGMA max_page_count = %u", pages);
    return execute(b, text, why);
}

/* A refused base must stay as it is, so its version is read before anything else is done. */
static duel_status set_up(base *b, uint32_t page_limit, duel_msg *why)
{
    version v;
    sqlite3_extended_result_codes(b->db, 1);
    sqlite3_busy_timeout(b->db, BUSY_MILLISECONDS);
    duel_status status = check_version(b, &v, why);
    if (status != DUEL_OK) {
        sqlite3_db_config(b->db, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, NULL);
        return status;
    }
    if (v.tables == 0)
        status = execute(b, new_base, why);
    if (status == DUEL_OK)
        status = execute(b, every_connection, why);
    if (status == DUEL_OK)
        status = limit_pages(b, page_limit, why);
    if (status == DUEL_OK && v.schema < VERSION)
        status = migrate(b, why);
    return status;
}

static duel_status attach(const duel_store *s, base *b, duel_msg *why)
{
    *b = (base){.path = s->path};
    int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX;
    duel_status status = DUEL_OK;
    if (sqlite3_open_v2(s->path, &b->db, flags, NULL) != SQLITE_OK)
        status = b->db ? failure(b, why) : duel_full(why);
    if (status == DUEL_OK)
        status = set_up(b, s->page_limit, why);
    if (status != DUEL_OK)
        disconnect(b);
    return status;
}

/* ---- the file and its folder ------------------------------------------------------------ */

/* Makes `path` and the folders above it that are missing. */
static duel_status make_folder(char *path, duel_msg *why)
{
    for (char *cut = path + 1;; cut++) {
        if (*cut != '/' && *cut != '\0')
            continue;
        char kept = *cut;
        *cut = '\0';
        bool made = mkdir(path, 0700) == 0 || errno == EEXIST;
        int error = errno;
        struct stat info;
        made = made || (stat(path, &info) == 0 && S_ISDIR(info.st_mode));
        if (!made)
            return fail_with_errno(error, N_("The folder {0} cannot be made: {1}."), path, why);
        *cut = kept;
        if (kept == '\0')
            return DUEL_OK;
    }
}

/* Seeds of running games are in the file: it is made for the user alone, and SQLite gives the
 * files beside it the same rights. An existing one is not opened here, since closing it would
 * drop the locks that another connection of this program holds on it. */
static duel_status make_file(const char *path, duel_msg *why)
{
    int file = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    if (file >= 0)
        close(file);
    else if (errno != EEXIST)
        return fail_with_errno(errno, N_("The base {0} cannot be written: {1}."), path, why);
    else if (access(path, R_OK | W_OK) != 0)
        return fail_with_errno(errno, N_("The base {0} cannot be written: {1}."), path, why);
    return DUEL_OK;
}

/* By the XDG Base Directory Specification, which has relative paths ignored. */
static duel_status default_folder(duel_buf *out, duel_msg *why)
{
    const char *data = getenv("XDG_DATA_HOME"), *home = getenv("HOME");
    if (data && data[0] == '/')
        duel_putf(&out->sink, "%s/duelliste", data);
    else if (home && home[0] == '/')
        duel_putf(&out->sink, "%s/.local/share/duelliste", home);
    else
        return duel_fail(why, N_("There is no home folder to keep the base in: give a folder."),
                         "");
    return DUEL_OK;
}

static duel_status make_place(const char *dir, duel_buf *path, duel_msg *why)
{
    duel_status status = DUEL_OK;
    if (dir && dir[0])
        duel_put(&path->sink, dir);
    else
        status = default_folder(path, why);
    if (path->failed)
        return duel_full(why);
    if (status == DUEL_OK)
        status = make_folder(path->text, why);
    if (status != DUEL_OK)
        return status;
    duel_put(&path->sink, "/duelliste.db");
    return path->failed ? duel_full(why) : make_file(path->text, why);
}

static duel_store *new_store(const duel_buf *path)
{
    duel_store *s = calloc(1, sizeof *s);
    if (s == NULL)
        return NULL;
    s->path = strdup(path->text);
    if (s->path && pthread_mutex_init(&s->lock, NULL) == 0)
        return s;
    free(s->path);
    free(s);
    return NULL;
}

duel_status duel_store_open(const char *dir, duel_store **out, duel_msg *why)
{
    duel_buf path;
    duel_buf_init(&path);
    duel_status status = make_place(dir, &path, why);
    duel_store *s = status == DUEL_OK ? new_store(&path) : NULL;
    duel_buf_fini(&path);
    if (status != DUEL_OK)
        return status;
    if (s == NULL)
        return duel_full(why);
    status = attach(s, &s->main, why);
    if (status == DUEL_OK)
        *out = s;
    else
        duel_store_close(s);
    return status;
}

void duel_store_close(duel_store *s)
{
    if (s == NULL)
        return;
    disconnect(&s->main);
    pthread_mutex_destroy(&s->lock);
    free(s->path);
    free(s);
}

const char *duel_store_path(const duel_store *s)
{
    return s->path;
}

/* The main connection, for the caller alone until give_back. */
static base *take_main(duel_store *s)
{
    pthread_mutex_lock(&s->lock);
    return &s->main;
}

static duel_status give_back(duel_store *s, duel_status status)
{
    pthread_mutex_unlock(&s->lock);
    return status;
}

void duel_store_limit(duel_store *s, uint32_t pages)
{
    base *b = take_main(s);
    s->page_limit = pages;
    limit_pages(b, pages ? pages : UINT32_MAX - 1, NULL);
    give_back(s, DUEL_OK);
}

static duel_status check_base(base *b, duel_msg *why)
{
    sqlite3_stmt *st = ready(b, CHECK, "");
    if (st == NULL)
        return failure(b, why);
    int result = sqlite3_step(st);
    duel_status status = DUEL_OK;
    if (result == SQLITE_ROW && !duel_str_is(text_at(st, 0), "ok"))
        status =
            duel_fail(why, N_("The base {0} is damaged: {1}."), "cs", b->path, text_at(st, 0));
    duel_status end_status = put_away(b, st, result, why);
    return status == DUEL_OK ? end_status : status;
}

duel_status duel_store_check(duel_store *s, duel_msg *why)
{
    return give_back(s, check_base(take_main(s), why));
}

/* ---- saved games: writing --------------------------------------------------------------- */

static duel_status no_such_game(const char *id, duel_msg *why)
{
    return duel_bad(why, N_("There is no saved game “{0}”."), "c", id);
}

/* Crockford's digits: none looks like another. */
static void draw_id(duel_rng *rng, char id[DUEL_ID_TEXT])
{
    static const char digits[] = "0123456789abcdefghjkmnpqrstvwxyz";
    uint64_t bits = duel_rng_next(rng);
    for (int i = 0; i < DUEL_ID_TEXT - 1; i++, bits >>= 5)
        id[i] = digits[bits & 31];
    id[DUEL_ID_TEXT - 1] = '\0';
}

/* Draws again while the id is taken. */
static duel_status add_game(base *b, const duel_saved *h, int64_t now, duel_rng *rng,
                            char id[DUEL_ID_TEXT], duel_msg *why)
{
    for (int tries = 0; tries < ID_TRIES; tries++) {
        draw_id(rng, id);
        duel_status status = run(b, GAME_ADD, why, "csissssi", id, h->game, (int64_t)h->rules,
                                 h->variant, h->seed, h->start, h->seats, now);
        if (status != DUEL_OK || sqlite3_changes(b->db) == 1)
            return status;
    }
    return duel_fail(why, N_("No free name was found for the game; try again."), "");
}

duel_status duel_store_create(duel_store *s, const duel_saved *header, int64_t now,
                              duel_rng *rng, char id[DUEL_ID_TEXT], duel_msg *why)
{
    char drawn[DUEL_ID_TEXT];
    base *b = take_main(s);
    duel_status status = run(b, BEGIN, why, "");
    if (status == DUEL_OK)
        status = end(b, add_game(b, header, now, rng, drawn, why), why);
    if (status == DUEL_OK)
        memcpy(id, drawn, sizeof drawn);
    return give_back(s, status);
}

/* The number the next event of a game gets. */
static duel_status next_event(base *b, const char *id, int64_t *out, duel_msg *why)
{
    sqlite3_stmt *st = ready(b, GAME_NEXT, "c", id);
    if (st == NULL)
        return failure(b, why);
    int result = sqlite3_step(st);
    if (result == SQLITE_ROW)
        *out = sqlite3_column_int64(st, 0);
    duel_status status = put_away(b, st, result, why);
    return status == DUEL_OK && result == SQLITE_DONE ? no_such_game(id, why) : status;
}

/* Whether a batch may be added, before anything of it is. */
static duel_status judge(base *b, const duel_batch *batch, duel_msg *why)
{
    int64_t next;
    duel_status status = next_event(b, batch->id, &next, why);
    if (status == DUEL_OK && next != batch->next)
        return duel_refuse(why, N_("The game {0} has gone on: it has {1} events, not {2}."),
                           "cii", batch->id, next, batch->next);
    return status;
}

static duel_status add_batch(base *b, const duel_batch *batch, duel_msg *why)
{
    duel_status status = DUEL_OK;
    for (size_t i = 0; status == DUEL_OK && i < batch->count; i++) {
        const duel_event *e = &batch->event[i];
        status = run(b, EVENT_ADD, why, "ciiiss", batch->id, batch->next + (int64_t)i, e->time,
                     (int64_t)e->seat, e->kind, e->data);
    }
    if (status == DUEL_OK)
        status = run(b, GAME_TOUCH, why, "cii", batch->id, batch->time, batch->moves);
    if (status == DUEL_OK && batch->result.at)
        status = run(b, GAME_FINISH, why, "cis", batch->id, batch->time, batch->result);
    return status;
}

/* Refusals stay with their batch; a failure ends everything. */
static duel_status add_batches(base *b, duel_batch *batch, size_t count, duel_msg *why)
{
    for (size_t i = 0; i < count; i++) {
        duel_status status = judge(b, &batch[i], &batch[i].why);
        if (status == DUEL_OK)
            status = add_batch(b, &batch[i], &batch[i].why);
        batch[i].status = status;
        if (status != DUEL_OK && status != DUEL_NO && status != DUEL_BAD) {
            if (why)
                *why = batch[i].why;
            return status;
        }
    }
    return DUEL_OK;
}

duel_status duel_store_append_all(duel_store *s, duel_batch *batch, size_t count, duel_msg *why)
{
    duel_msg unread = {.id = NULL};
    if (why == NULL)
        why = &unread;
    for (size_t i = 0; i < count; i++)
        duel_say(&batch[i].why, NULL, "");
    base *b = take_main(s);
    duel_status status = run(b, BEGIN, why, "");
    if (status == DUEL_OK)
        status = end(b, add_batches(b, batch, count, why), why);
    for (size_t i = 0; status != DUEL_OK && i < count; i++)
        batch[i].status = status, batch[i].why = *why;
    return give_back(s, status);
}

duel_status duel_store_append(duel_store *s, duel_batch *batch, duel_msg *why)
{
    duel_store_append_all(s, batch, 1, NULL);
    if (why && batch->status != DUEL_OK)
        *why = batch->why;
    return batch->status;
}

/* Runs a statement about one game, which must exist. */
static duel_status change_game(duel_store *s, enum sql which, const char *id, int64_t now,
                               duel_str result, duel_msg *why)
{
    base *b = take_main(s);
    duel_status status = run(b, BEGIN, why, "");
    if (status != DUEL_OK)
        return give_back(s, status);
    if (which == GAME_DELETE)
        status = run(b, GAME_DELETE, why, "c", id);
    else
        status = run(b, which, why, "cis", id, now, result);
    if (status == DUEL_OK && sqlite3_changes(b->db) == 0)
        status = no_such_game(id, why);
    return give_back(s, end(b, status, why));
}

duel_status duel_store_finish(duel_store *s, const char *id, int64_t now, duel_str result,
                              duel_msg *why)
{
    return change_game(s, GAME_FINISH, id, now, result, why);
}

duel_status duel_store_delete(duel_store *s, const char *id, duel_msg *why)
{
    return change_game(s, GAME_DELETE, id, 0, (duel_str){NULL, 0}, why);
}

/* ---- saved games: reading --------------------------------------------------------------- */

static void read_game(sqlite3_stmt *st, duel_saved *out)
{
    *out = (duel_saved){
        .game = text_at(st, 1),
        .rules = (unsigned)sqlite3_column_int64(st, 2),
        .variant = text_at(st, 3),
        .seed = text_at(st, 4),
        .start = text_at(st, 5),
        .seats = text_at(st, 6),
        .created = sqlite3_column_int64(st, 7),
        .updated = sqlite3_column_int64(st, 8),
        .moves = sqlite3_column_int64(st, 9),
        .finished = sqlite3_column_type(st, 10) != SQLITE_NULL,
        .result = text_at(st, 10),
        .events = sqlite3_column_int64(st, 11),
    };
    duel_str id = text_at(st, 0);
    memcpy(out->id, id.at, id.len < sizeof out->id ? id.len : sizeof out->id - 1);
}

static duel_status each_game(base *b, sqlite3_stmt *st, duel_saved_take *take, void *to,
                             int64_t *count, duel_msg *why)
{
    if (st == NULL)
        return failure(b, why);
    int result;
    *count = 0;
    while ((result = sqlite3_step(st)) == SQLITE_ROW) {
        duel_saved game;
        read_game(st, &game);
        ++*count;
        if (!take(to, &game))
            break;
    }
    return put_away(b, st, result, why);
}

duel_status duel_store_load(duel_store *s, const char *id, duel_saved_take *take, void *to,
                            duel_msg *why)
{
    int64_t count = 0;
    base *b = take_main(s);
    duel_status status = each_game(b, ready(b, GAME_LOAD, "c", id), take, to, &count, why);
    give_back(s, status);
    return status == DUEL_OK && count == 0 ? no_such_game(id, why) : status;
}

duel_status duel_store_list(duel_store *s, duel_saved_take *take, void *to, duel_msg *why)
{
    int64_t count;
    base *b = take_main(s);
    return give_back(s, each_game(b, ready(b, GAME_LIST, ""), take, to, &count, why));
}

static duel_status each_event(base *b, const char *id, int64_t from, duel_event_take *take,
                              void *to, duel_msg *why)
{
    sqlite3_stmt *st = ready(b, EVENT_LIST, "ci", id, from);
    if (st == NULL)
        return failure(b, why);
    int result;
    while ((result = sqlite3_step(st)) == SQLITE_ROW) {
        duel_event e = {sqlite3_column_int64(st, 0), sqlite3_column_int64(st, 1),
                        sqlite3_column_int(st, 2), text_at(st, 3), text_at(st, 4)};
        if (!take(to, &e))
            break;
    }
    return put_away(b, st, result, why);
}

duel_status duel_store_events(duel_store *s, const char *id, int64_t from,
                              duel_event_take *take, void *to, duel_msg *why)
{
    int64_t next;
    base *b = take_main(s);
    duel_status status = next_event(b, id, &next, why);
    if (status == DUEL_OK)
        status = each_event(b, id, from, take, to, why);
    return give_back(s, status);
}

/* ---- learned positions: reading --------------------------------------------------------- */

/* Order-preserving, between unsigned keys and SQLite's signed numbers. */
static int64_t key_in(uint64_t key)
{
    return (int64_t)(key ^ UINT64_C(1) << 63);
}

static uint64_t key_out(int64_t stored)
{
    return (uint64_t)stored ^ UINT64_C(1) << 63;
}

duel_status store_shelf_open(duel_store *s, const store_topic *topic, store_shelf **out,
                             duel_msg *why)
{
    store_shelf *shelf = calloc(1, sizeof *shelf);
    if (shelf == NULL)
        return duel_full(why);
    duel_buf_init(&shelf->game);
    duel_buf_init(&shelf->variant);
    duel_put_str(&shelf->game.sink, topic->game);
    duel_put_str(&shelf->variant.sink, topic->variant);
    shelf->topic =
        (store_topic){duel_buf_str(&shelf->game), topic->rules, duel_buf_str(&shelf->variant)};
    duel_status status = attach(s, &shelf->base, why);
    if (status == DUEL_OK && (shelf->game.failed || shelf->variant.failed))
        status = duel_full(why);
    if (status == DUEL_OK)
        *out = shelf;
    else
        store_shelf_close(shelf);
    return status;
}

void store_shelf_close(store_shelf *shelf)
{
    if (shelf == NULL)
        return;
    disconnect(&shelf->base);
    duel_buf_fini(&shelf->game);
    duel_buf_fini(&shelf->variant);
    free(shelf);
}

static sqlite3_stmt *of_topic(store_shelf *shelf, enum sql which)
{
    return ready(&shelf->base, which, "sis", shelf->topic.game, (int64_t)shelf->topic.rules,
                 shelf->topic.variant);
}

static bool grow_runs(store_run **list, size_t count)
{
    if (count & (count - 1))
        return true; /* room doubles at each power of two */
    store_run *more = realloc(*list, (count ? 2 * count : 1) * sizeof *more);
    if (more)
        *list = more;
    return more != NULL;
}

duel_status store_shelf_runs(store_shelf *shelf, store_run **out, size_t *count, duel_msg *why)
{
    sqlite3_stmt *st = of_topic(shelf, RUN_LIST);
    if (st == NULL)
        return failure(&shelf->base, why);
    store_run *list = NULL;
    size_t found = 0;
    bool room = true;
    int result;
    while ((result = sqlite3_step(st)) == SQLITE_ROW && (room = grow_runs(&list, found)))
        list[found++] = (store_run){sqlite3_column_int64(st, 0), sqlite3_column_int(st, 1) != 0,
                                    (uint64_t)sqlite3_column_int64(st, 2),
                                    (uint64_t)sqlite3_column_int64(st, 3)};
    duel_status status = put_away(&shelf->base, st, result, why);
    if (!room)
        status = duel_full(why);
    if (status != DUEL_OK) {
        free(list);
        return status;
    }
    *out = list;
    *count = found;
    return DUEL_OK;
}

bool store_shelf_changed(store_shelf *shelf)
{
    sqlite3_stmt *st = ready(&shelf->base, DATA_VERSION, "");
    if (st == NULL)
        return false;
    int64_t before = shelf->data_version;
    if (sqlite3_step(st) == SQLITE_ROW)
        shelf->data_version = sqlite3_column_int64(st, 0);
    sqlite3_reset(st);
    return shelf->data_version != before;
}

static void read_block(sqlite3_stmt *st, store_block *out)
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

duel_status store_shelf_seek(store_shelf *shelf, int64_t run_id, uint64_t key, store_block *out)
{
    sqlite3_stmt *st = ready(&shelf->base, BLOCK_SEEK, "ii", run_id, key_in(key));
    if (st == NULL)
        return DUEL_FAILED;
    int result = sqlite3_step(st);
    if (result == SQLITE_ROW)
        read_block(st, out);
    sqlite3_reset(st);
    return result == SQLITE_ROW ? DUEL_OK : result == SQLITE_DONE ? DUEL_NO : DUEL_FAILED;
}

/* ---- learned positions: writing --------------------------------------------------------- */

duel_status store_shelf_stage(store_shelf *shelf, const store_block *block, duel_msg *why)
{
    base *b = &shelf->base;
    if (b->statement[STAGE_ADD] == NULL) {
        duel_status status = execute(b, staging, why);
        if (status != DUEL_OK)
            return status;
    }
    return run(b, STAGE_ADD, why, "iiib", key_in(block->first), key_in(block->last),
               (int64_t)block->count, block);
}

static duel_status delete_runs(base *b, const int64_t *old, size_t count, duel_msg *why)
{
    for (size_t i = 0; i < count; i++) {
        duel_status status = run(b, RUN_DELETE, why, "i", old[i]);
        if (status != DUEL_OK)
            return status;
        if (sqlite3_changes(b->db) == 0)
            return DUEL_NO;
    }
    return DUEL_OK;
}

static duel_status add_run(store_shelf *shelf, const store_run *r, int64_t now, duel_msg *why)
{
    base *b = &shelf->base;
    const store_topic *t = &shelf->topic;
    int64_t rules = t->rules;
    duel_status status = run(b, TOPIC_ADD, why, "sis", t->game, rules, t->variant);
    if (status == DUEL_OK)
        status = run(b, RUN_ADD, why, "sisiiii", t->game, rules, t->variant,
                     (int64_t)r->symmetric, (int64_t)r->positions, (int64_t)r->bytes, now);
    if (status == DUEL_OK)
        status = run(b, STAGE_MOVE, why, "i", (int64_t)sqlite3_last_insert_rowid(b->db));
    return status;
}

duel_status store_shelf_shelve(store_shelf *shelf, const store_run *r, int64_t now,
                               const int64_t *old, size_t old_count, duel_msg *why)
{
    base *b = &shelf->base;
    duel_status status = run(b, BEGIN, why, "");
    if (status != DUEL_OK)
        return status;
    status = delete_runs(b, old, old_count, why);
    if (status == DUEL_OK)
        status = add_run(shelf, r, now, why);
    status = end(b, status, why);
    if (b->statement[STAGE_ADD])
        run(b, STAGE_CLEAR, NULL, "");
    return status;
}

static int64_t free_pages(base *b)
{
    sqlite3_stmt *st = ready(b, FREE_PAGES, "");
    int64_t pages = st && sqlite3_step(st) == SQLITE_ROW ? sqlite3_column_int64(st, 0) : 0;
    sqlite3_reset(st);
    return pages;
}

/* A few pages at a time, so that nobody waits long. */
static duel_status shrink(base *b, duel_msg *why)
{
    duel_status status = DUEL_OK;
    for (int64_t left = free_pages(b), before = left + 1; status == DUEL_OK && left < before;) {
        status = run(b, SHRINK, why, "");
        before = left;
        left = free_pages(b);
    }
    if (status == DUEL_OK)
        run(b, FOLD_LOG, NULL, ""); /* cannot while others read; they will */
    return status;
}

duel_status store_shelf_shrink(store_shelf *shelf, duel_msg *why)
{
    return shrink(&shelf->base, why);
}

/* ---- learned positions: as a whole ------------------------------------------------------ */

static duel_status each_topic(base *b, duel_str game, store_learned_take *take, void *to,
                              duel_msg *why)
{
    sqlite3_stmt *st = ready(b, TOPIC_LIST, "s", game);
    if (st == NULL)
        return failure(b, why);
    int result;
    while ((result = sqlite3_step(st)) == SQLITE_ROW) {
        store_learned row = {
            {text_at(st, 0), (unsigned)sqlite3_column_int64(st, 1), text_at(st, 2)},
            (uint64_t)sqlite3_column_int64(st, 3),
            (uint64_t)sqlite3_column_int64(st, 4),
            sqlite3_column_int64(st, 5)};
        if (!take(to, &row))
            break;
    }
    return put_away(b, st, result, why);
}

duel_status store_learned_list(duel_store *s, duel_str game, store_learned_take *take, void *to,
                               duel_msg *why)
{
    return give_back(s, each_topic(take_main(s), game, take, to, why));
}

/* On a connection of its own, since it may take long. */
duel_status store_learned_forget(duel_store *s, duel_str game, duel_msg *why)
{
    base b;
    duel_status status = attach(s, &b, why);
    if (status != DUEL_OK)
        return status;
    status = run(&b, BEGIN, why, "");
    if (status == DUEL_OK)
        status = end(&b, run(&b, TOPIC_DELETE, why, "s", game), why);
    if (status == DUEL_OK)
        status = shrink(&b, why);
    disconnect(&b);
    return status;
}
