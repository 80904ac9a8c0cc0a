/* store/inside.c -- the SQLite file itself: schema, statements, connections, opening.
 *
 * Invariants: (1) every statement is in the table below, in the list of schemas or, where it is
 * about looking after all tables alike, in maintenance.c; (2) the main
 * connection is used by the holder of the lock only, a shelf's by its owner only; (3) nothing
 * is written outside a transaction that begins IMMEDIATE, so that no writer finds in the middle
 * that another one was faster; (4) no statement is left half read: a forgotten reader would
 * keep the write-ahead log from being folded into the base. */
#include "store/inside.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* ---- the schema -------------------------------------------------------------------------- */

/* Step i brings a base from version i to i+1; a new column needs its letter in store_tables
 * (maintenance.c), by which repair copies rows. The number in application_id is "Duel". Keys
 * are unsigned and SQLite's numbers are not: see key_in. */
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
    "PRAGMA user_version = 1;",
    "ALTER TABLE game ADD COLUMN terms TEXT NOT NULL DEFAULT '';"
    "CREATE INDEX game_loose ON game(updated) WHERE terms = '' AND result IS NULL;"
    "CREATE TABLE profile(id TEXT PRIMARY KEY, name TEXT NOT NULL, secret TEXT NOT NULL,"
    " created INTEGER NOT NULL) STRICT;"
    "CREATE TABLE tally(profile TEXT NOT NULL REFERENCES profile(id) ON DELETE CASCADE,"
    " game TEXT NOT NULL REFERENCES game(id) ON DELETE CASCADE, kind TEXT NOT NULL,"
    " outcome INTEGER NOT NULL, score INTEGER, assisted INTEGER NOT NULL,"
    " time INTEGER NOT NULL, PRIMARY KEY(profile, game)) STRICT, WITHOUT ROWID;"
    "CREATE TABLE daily(day TEXT NOT NULL, game TEXT NOT NULL, rules INTEGER NOT NULL,"
    " record TEXT NOT NULL, answer TEXT NOT NULL, PRIMARY KEY(day, game, rules))"
    " STRICT, WITHOUT ROWID;"
    "PRAGMA user_version = 2;",
    "CREATE TABLE deal(profile TEXT NOT NULL REFERENCES profile(id) ON DELETE CASCADE,"
    " game TEXT NOT NULL, rules INTEGER NOT NULL, opening TEXT NOT NULL,"
    " PRIMARY KEY(profile, game, rules, opening)) STRICT, WITHOUT ROWID;"
    "PRAGMA user_version = 3;",
    "ALTER TABLE tally ADD COLUMN reviewed INTEGER;"
    "CREATE TABLE exercise(id INTEGER PRIMARY KEY AUTOINCREMENT,"
    " profile TEXT NOT NULL REFERENCES profile(id) ON DELETE CASCADE,"
    " source TEXT NOT NULL, game TEXT NOT NULL, rules INTEGER NOT NULL,"
    " variant TEXT NOT NULL, position TEXT NOT NULL, origin TEXT NOT NULL,"
    " record TEXT NOT NULL, told TEXT NOT NULL, made INTEGER NOT NULL, step INTEGER NOT NULL,"
    " due INTEGER NOT NULL,"
    " UNIQUE(profile, source, game, rules, variant, position)) STRICT;"
    "CREATE INDEX exercise_due ON exercise(profile, due);"
    "CREATE TABLE attempt(id INTEGER PRIMARY KEY AUTOINCREMENT,"
    " exercise INTEGER NOT NULL REFERENCES exercise(id) ON DELETE CASCADE,"
    " time INTEGER NOT NULL, success INTEGER NOT NULL) STRICT;"
    "CREATE INDEX attempt_exercise ON attempt(exercise, time);"
    "PRAGMA user_version = 4;",
    "CREATE TABLE rating(game TEXT NOT NULL, who TEXT NOT NULL, rating INTEGER NOT NULL,"
    " deviation INTEGER NOT NULL, volatility INTEGER NOT NULL, time INTEGER NOT NULL,"
    " PRIMARY KEY(game, who)) STRICT, WITHOUT ROWID;"
    "PRAGMA user_version = 5;"};

enum { VERSION = sizeof schema / sizeof *schema, APPLICATION = 1148544364 };

/* Before the first table is made, since a base keeps these for life. */
static const char new_base[] = "PRAGMA page_size = 4096; PRAGMA auto_vacuum = INCREMENTAL;";
/* The log is cut back to 4 MB after a large transaction. */
static const char every_connection[] =
    "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON;"
    "PRAGMA journal_size_limit = 4194304;";

enum { BUSY_MILLISECONDS = 10000 };

/* ---- the statements ---------------------------------------------------------------------- */

#define GAME_COLUMNS                                                                           \
    "id, game, rules, variant, seed, start, seats, created, updated, moves, result, terms,"    \
    " coalesce((SELECT max(seq) + 1 FROM event WHERE event.game = game.id), 0)"
/* ?1 a day ago, ?2 so many days ago as somebody invited has, ?3 as what was played has (the
 * beginning of time: it stays), ?4 whether games of profiles may go, too. */
#define SWEEPABLE                                                                              \
    "updated < max(?1, ?3) AND CASE WHEN moves = 0 AND result IS NULL THEN"                    \
    " updated < CASE WHEN terms LIKE '% open=%' OR"                                            \
    " length(seats) - length(replace(seats, 'human', '')) > length('human')"                   \
    " THEN ?2 ELSE ?1 END"                                                                     \
    " ELSE updated < ?3 AND (?4 OR NOT (EXISTS (SELECT 1 FROM tally WHERE tally.game ="        \
    " game.id) OR EXISTS (SELECT 1 FROM event WHERE event.game = game.id AND kind = 'name'"    \
    " AND data <> ''))) END"
#define EXERCISE_COLUMNS                                                                       \
    "id, source, game, rules, variant, position, origin, record, told, step, due"
/* ?1 the profile, ?2 the source, ?3 one game of which they are or '', ?4 the time from which
 * attempts count: `tried` is the last of them. */
#define EXERCISES_TRIED                                                                        \
    "(SELECT *, coalesce((SELECT max(attempt.id) FROM attempt WHERE attempt.exercise ="        \
    " exercise.id AND attempt.time >= ?4), 0) AS tried FROM exercise"                          \
    " WHERE profile = ?1 AND source = ?2 AND ?3 IN ('', origin))"
#define THE_TOPIC "topic.game = ?1 AND topic.rules = ?2 AND topic.variant = ?3"

static const char *const sql_text[SQL_COUNT] = {
    [BEGIN] = "BEGIN IMMEDIATE",
    [COMMIT] = "COMMIT",
    [ROLLBACK] = "ROLLBACK",
    [GET_VERSION] = "SELECT user_version, application_id, (SELECT count(*) FROM sqlite_schema)"
                    " FROM pragma_user_version, pragma_application_id",
    [CHECK] = "PRAGMA integrity_check(1)",
    [DATA_VERSION] = "PRAGMA data_version",
    [GAME_ADD] =
        "INSERT OR IGNORE INTO game VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?9, ?9, 0, NULL, ?8)",
    [GAME_NEXT] = "SELECT (SELECT coalesce(max(seq) + 1, 0) FROM event WHERE event.game = ?1)"
                  " FROM game WHERE id = ?1",
    [GAME_TOUCH] = "UPDATE game SET updated = ?2, moves = ?3 WHERE id = ?1",
    [GAME_FINISH] = "UPDATE game SET updated = ?2, result = nullif(?3, '') WHERE id = ?1",
    [GAME_LOAD] = "SELECT " GAME_COLUMNS " FROM game WHERE id = ?1",
    [GAME_LIST] = "SELECT " GAME_COLUMNS " FROM game ORDER BY updated DESC, rowid DESC",
    [GAME_LOOSE] = "SELECT " GAME_COLUMNS " FROM game WHERE terms = '' AND result IS NULL"
                   " AND moves > 0 ORDER BY updated DESC LIMIT 12",
    [GAME_SWEEPABLE] =
        "SELECT id, game, rowid FROM game WHERE " SWEEPABLE " AND rowid > ?5 ORDER BY rowid",
    [GAME_SWEEP] = "DELETE FROM game WHERE " SWEEPABLE " AND id = ?5",
    [EVENT_ADD] = "INSERT INTO event VALUES(?1, ?2, ?3, ?4, ?5, ?6)",
    [EVENT_LIST] = "SELECT seq, time, seat, kind, data FROM event WHERE game = ?1 AND seq >= ?2"
                   " ORDER BY seq",
    [PROFILE_ADD] = "INSERT OR IGNORE INTO profile VALUES(?1, ?2, ?3, ?4)",
    [PROFILE_NAME] = "UPDATE profile SET name = ?2 WHERE id = ?1",
    [PROFILE_LOAD] = "SELECT name, secret FROM profile WHERE id = ?1",
    [PROFILE_NAMES] = "SELECT id, name FROM profile ORDER BY name, id",
    [PROFILE_OTHERS] = "SELECT name FROM profile WHERE id <> ?1 AND NOT EXISTS"
                       " (SELECT 1 FROM profile WHERE id = ?1 AND name = ?2)",
    [PROFILE_RESULTS] = "SELECT kind, count(*), sum(outcome > 0), sum(outcome = 0),"
                        " sum(outcome < 0), sum(assisted), max(score) FROM tally"
                        " WHERE profile = ?1 GROUP BY kind ORDER BY kind",
    [PROFILE_RECENT] = "SELECT game, kind, outcome, score, assisted, time FROM tally"
                       " WHERE profile = ?1 ORDER BY time DESC, game LIMIT 20",
    [PROFILE_LIST] = "SELECT name, count(*), sum(outcome > 0), max(score) FROM tally"
                     " JOIN profile ON profile.id = tally.profile WHERE ?1 IN ('', kind)"
                     " GROUP BY profile.id ORDER BY 3 DESC, 4 DESC, 2, name LIMIT 50",
    [PROFILE_MET] = "SELECT seats, outcome FROM (SELECT seats, outcome, time, id FROM tally"
                    " JOIN game ON game.id = tally.game WHERE profile = ?1 AND kind = ?2"
                    " AND NOT assisted ORDER BY time DESC, id DESC LIMIT 200)"
                    " ORDER BY time, id",
    [TALLY_SCORED] =
        "SELECT * FROM (SELECT profile.id, name, variant, seed, start, score, outcome > 0,"
        " assisted, time FROM tally JOIN profile ON profile.id = tally.profile"
        " JOIN game ON game.id = tally.game WHERE kind = ?1 AND rules = ?2 AND"
        " score IS NOT NULL ORDER BY time DESC, game.id DESC LIMIT 5000) ORDER BY time",
    [TALLY_ADD] = "INSERT OR REPLACE INTO tally SELECT id, ?2, ?3, ?4,"
                  " CASE ?5 WHEN 1 THEN ?6 END, ?7, ?8, NULL FROM profile WHERE id = ?1",
    [DEAL_ADD] = "INSERT OR IGNORE INTO deal SELECT id, ?2, ?3, ?4 FROM profile WHERE id = ?1",
    [DEAL_KNOWN] = "SELECT 1 FROM deal WHERE profile = ?1 AND game = ?2 AND rules = ?3"
                   " AND opening = ?4",
    [DAILY_ADD] = "INSERT OR IGNORE INTO daily VALUES(?1, ?2, ?3, ?4, ?5)",
    [DAILY_LOAD] = "SELECT record, answer FROM daily WHERE day = ?1 AND game = ?2"
                   " AND rules = ?3",
    [DAILY_LIST] = "SELECT day, answer FROM daily WHERE game = ?1 AND rules = ?2"
                   " ORDER BY length(day), day",
    [REVIEW_MARK] = "UPDATE tally SET reviewed = ?3 WHERE profile = ?1 AND game = ?2"
                    " AND reviewed IS NULL",
    [REVIEW_LACKING] = "SELECT game FROM tally WHERE profile = ?1 AND reviewed IS NULL"
                       " AND ?2 IN ('', game) ORDER BY time DESC, game",
    [EXERCISE_ADD] = "INSERT INTO exercise(profile, source, game, rules, variant, position,"
                     " origin, record, told, step, due, made)"
                     " VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, coalesce("
                     "(SELECT time FROM tally WHERE profile = ?1 AND game = ?7), ?11))"
                     " ON CONFLICT DO UPDATE SET origin = ?7, record = ?8, told = ?9,"
                     " step = ?10, due = ?11, made = excluded.made"
                     " WHERE excluded.made > made",
    [EXERCISE_LOAD] =
        "SELECT " EXERCISE_COLUMNS " FROM exercise WHERE profile = ?1 AND id = ?2",
    [EXERCISE_DUE] = "SELECT " EXERCISE_COLUMNS " FROM " EXERCISES_TRIED
                     " WHERE due <= ?5 AND (?6 OR tried) ORDER BY tried, due, id",
    [EXERCISE_SUMS] =
        "SELECT game, rules, sum(due <= ?5 AND NOT tried),"
        " sum(due <= ?5 AND tried > 0), sum(tried > 0), sum(due > ?5 AND due < ?6),"
        " sum(due = ?6), min(CASE WHEN due > ?5 AND due < ?6 THEN due END)"
        " FROM " EXERCISES_TRIED " GROUP BY game, rules",
    [EXERCISE_PLAN] = "UPDATE exercise SET step = ?3, due = ?4 WHERE profile = ?1 AND id = ?2",
    [ATTEMPT_ADD] = "INSERT INTO attempt(exercise, time, success) VALUES(?1, ?2, ?3)",
    [PUZZLE_LOAD] = "SELECT id, step FROM exercise WHERE profile = ?1 AND source = 'puzzle'"
                    " AND game = ?2 AND rules = ?3 AND variant = ?4 AND position = ?5",
    [PUZZLE_TRIED] = "SELECT origin, step FROM exercise WHERE profile = ?1"
                     " AND source = 'puzzle' AND game = ?2 AND rules = ?3 ORDER BY id",
    [PUZZLE_SEEN] = "SELECT 1 FROM exercise WHERE profile = ?1 AND source = 'puzzle'"
                    " AND game = ?2 AND rules = ?3 AND told = ?4 AND step > 0",
    [PUZZLE_DAYS] = "SELECT DISTINCT time / 86400 FROM attempt JOIN exercise"
                    " ON exercise.id = attempt.exercise WHERE profile = ?1"
                    " AND source = 'puzzle' AND success ORDER BY 1 DESC",
    [RATING_LOAD] = "SELECT rating, deviation, volatility, time FROM rating WHERE game = ?1"
                    " AND who = ?2",
    [RATING_SAVE] = "INSERT OR REPLACE INTO rating VALUES(?1, ?2, ?3, ?4, ?5, ?6)",
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
    [FOLD_QUIETLY] = "PRAGMA wal_checkpoint(PASSIVE)",
};

/* ---- whose turn it is to write ----------------------------------------------------------- */

struct write_turn {
    pthread_mutex_t lock;
    pthread_cond_t left;
    int holders;
    uint64_t given, turn; /* numbers drawn; whose it is */
};

write_turn *write_turn_new(void)
{
    write_turn *g = calloc(1, sizeof *g);
    if (g == NULL)
        return NULL;
    pthread_mutex_init(&g->lock, NULL);
    pthread_cond_init(&g->left, NULL);
    g->holders = 1;
    return g;
}

static write_turn *gate_hold(write_turn *g)
{
    pthread_mutex_lock(&g->lock);
    g->holders++;
    pthread_mutex_unlock(&g->lock);
    return g;
}

void write_turn_let_go(write_turn *g)
{
    if (g == NULL)
        return;
    pthread_mutex_lock(&g->lock);
    int left = --g->holders;
    pthread_mutex_unlock(&g->lock);
    if (left)
        return;
    pthread_cond_destroy(&g->left);
    pthread_mutex_destroy(&g->lock);
    free(g);
}

void write_turn_enter(write_turn *g)
{
    pthread_mutex_lock(&g->lock);
    uint64_t own = g->given++;
    while (g->turn != own)
        pthread_cond_wait(&g->left, &g->lock);
    pthread_mutex_unlock(&g->lock);
}

void write_turn_leave(write_turn *g)
{
    pthread_mutex_lock(&g->lock);
    g->turn++;
    pthread_cond_broadcast(&g->left);
    pthread_mutex_unlock(&g->lock);
}

int write_turn_waiting(write_turn *g)
{
    pthread_mutex_lock(&g->lock);
    uint64_t there = g->given - g->turn; /* the one inside among them */
    pthread_mutex_unlock(&g->lock);
    return there ? (int)(there - 1) : 0;
}

/* ---- connections ------------------------------------------------------------------------- */

/* The last error number of the system that the base or its log met. */
static int system_error(database *b)
{
    int error = 0;
    sqlite3_file *log = NULL;
    sqlite3_file_control(b->db, "main", SQLITE_FCNTL_JOURNAL_POINTER, &log);
    if (log && log->pMethods)
        log->pMethods->xFileControl(log, SQLITE_FCNTL_LAST_ERRNO, &error);
    if (error == 0)
        sqlite3_file_control(b->db, "main", SQLITE_FCNTL_LAST_ERRNO, &error);
    return error;
}

/* SQLite tells a full disk from other failures by one error number; there are more. */
static int kind_of_failure(database *b)
{
    int code = sqlite3_errcode(b->db) & 0xFF;
    if (code != SQLITE_IOERR)
        return code;
    switch (system_error(b)) {
    case ENOSPC:
    case EDQUOT:
    case EFBIG:
        return SQLITE_FULL;
    case EROFS:
    case EACCES:
    case EPERM:
        return SQLITE_READONLY;
    default:
        return code;
    }
}

duel_status database_failure(database *b, duel_msg *why)
{
    const char *text = sqlite3_errmsg(b->db);
    switch (kind_of_failure(b)) {
    case SQLITE_NOMEM:
        return duel_no_space(why);
    case SQLITE_FULL:
        duel_say(why, N_("There is no room left on the disk for {0}; it was left as it was."),
                 "c", b->path);
        return DUEL_NO_SPACE;
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

duel_status database_fail_with(int error, const char *id, const char *path, duel_msg *why)
{
    char text[128] = "?";
    strerror_r(error, text, sizeof text);
    if (error == ENOSPC || error == EDQUOT) {
        duel_say(why, N_("There is no room left on the disk for {0}; it was left as it was."),
                 "c", path);
        return DUEL_NO_SPACE;
    }
    return duel_fail(why, id, "cc", path, text);
}

duel_status database_execute(database *b, const char *text, duel_msg *why)
{
    return sqlite3_exec(b->db, text, NULL, NULL, NULL) == SQLITE_OK ? DUEL_OK
                                                                    : database_failure(b, why);
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
            const store_block *row = va_arg(*args, const store_block *);
            sqlite3_bind_blob(st, at, row->data, (int)row->size, SQLITE_STATIC);
            break;
        }
        default:
            duel_broken("a kind of argument is one of i c s b", __FILE__, __LINE__);
        }
    }
}

/* The statement ready to run, with its arguments bound as they stand: they must live until it
 * is reset. NULL: it cannot be prepared (failure() tells why). */
static sqlite3_stmt *prepare_statement(database *b, enum sql which, const char *kinds,
                                       va_list *args)
{
    sqlite3_stmt **st = &b->statement[which];
    if (*st == NULL && sqlite3_prepare_v3(b->db, sql_text[which], -1, SQLITE_PREPARE_PERSISTENT,
                                          st, NULL) != SQLITE_OK)
        return NULL;
    bind_all(*st, kinds, args);
    return *st;
}

base_rows base_query(database *b, enum sql which, const char *kinds, ...)
{
    va_list args;
    va_start(args, kinds);
    base_rows r = {.of = b, .st = prepare_statement(b, which, kinds, &args)};
    va_end(args);
    return r;
}

bool base_next(base_rows *r)
{
    r->result = r->st ? sqlite3_step(r->st) : SQLITE_ERROR;
    return r->result == SQLITE_ROW;
}

duel_status base_done(base_rows *r, duel_msg *why)
{
    bool well = r->result == SQLITE_DONE || r->result == SQLITE_ROW;
    duel_status status = well ? DUEL_OK : database_failure(r->of, why);
    if (r->st) {
        sqlite3_reset(r->st);
        sqlite3_clear_bindings(r->st);
    }
    return status;
}

duel_status database_run(database *b, enum sql which, duel_msg *why, const char *kinds, ...)
{
    va_list args;
    va_start(args, kinds);
    base_rows r = {.of = b, .st = prepare_statement(b, which, kinds, &args)};
    va_end(args);
    while (base_next(&r))
        ;
    return base_done(&r, why);
}

static void leave_gate(database *b)
{
    if (b->inside)
        write_turn_leave(b->gate);
    b->inside = false;
}

duel_status database_begin(database *b, duel_msg *why)
{
    write_turn_enter(b->gate);
    b->inside = true;
    duel_status status = database_run(b, BEGIN, why, "");
    if (status != DUEL_OK)
        leave_gate(b);
    return status;
}

duel_status database_end(database *b, duel_status status, duel_msg *why)
{
    if (status == DUEL_OK)
        status = database_run(b, COMMIT, why, "");
    if (!sqlite3_get_autocommit(b->db)) /* some failures have rolled back already */
        database_run(b, ROLLBACK, NULL, "");
    leave_gate(b);
    return status;
}

duel_str database_text(sqlite3_stmt *st, int column)
{
    const char *text = (const char *)sqlite3_column_text(st, column);
    return (duel_str){text ? text : "", (size_t)sqlite3_column_bytes(st, column)};
}

void database_detach(database *b)
{
    for (int i = 0; i < SQL_COUNT; i++)
        sqlite3_finalize(b->statement[i]);
    sqlite3_close(b->db);
    *b = (database){.path = b->path};
}

/* ---- opening ----------------------------------------------------------------------------- */

typedef struct version {
    int64_t schema, application, tables;
} version;

static duel_status read_version(database *b, version *out, duel_msg *why)
{
    base_rows r = base_query(b, GET_VERSION, "");
    if (base_next(&r))
        *out = (version){sqlite3_column_int64(r.st, 0), sqlite3_column_int64(r.st, 1),
                         sqlite3_column_int64(r.st, 2)};
    return base_done(&r, why);
}

static duel_status check_version(database *b, version *v, duel_msg *why)
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
static duel_status migrate(database *b, duel_msg *why)
{
    version v = {0, 0, 0};
    duel_status status = database_begin(b, why);
    if (status != DUEL_OK)
        return status;
    status = check_version(b, &v, why);
    for (int64_t step = v.schema; status == DUEL_OK && step < VERSION; step++)
        status = database_execute(b, schema[step], why);
    return database_end(b, status, why);
}

static duel_status limit_pages(database *b, uint32_t pages, duel_msg *why)
{
    if (pages == 0)
        return DUEL_OK;
    char text[64];
    sqlite3_snprintf(sizeof text, text, "PRAGMA max_page_count = %u", pages);
    return database_execute(b, text, why);
}

/* Programs that begin together all turn the new base to its kind of log, and SQLite does not
 * wait for the other there, whatever its time-out says. */
static duel_status set_connection(database *b, duel_msg *why)
{
    enum { PAUSE = 10 };
    duel_status status = database_execute(b, every_connection, why);
    for (int waited = 0; status != DUEL_OK && waited < BUSY_MILLISECONDS &&
                         (sqlite3_errcode(b->db) & 0xff) == SQLITE_BUSY;
         waited += PAUSE) {
        sqlite3_sleep(PAUSE);
        status = database_execute(b, every_connection, why);
    }
    return status;
}

/* A refused base must stay as it is, so its version is read before anything else is done. */
static duel_status set_up(database *b, uint32_t page_limit, duel_msg *why)
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
        status = database_execute(b, new_base, why);
    if (status == DUEL_OK)
        status = set_connection(b, why);
    if (status == DUEL_OK)
        status = limit_pages(b, page_limit, why);
    if (status == DUEL_OK && v.schema < VERSION)
        status = migrate(b, why);
    return status;
}

duel_status database_attach(const data_store *s, database *b, duel_msg *why)
{
    *b = (database){.path = s->path, .gate = s->gate};
    int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX;
    duel_status status = DUEL_OK;
    if (sqlite3_open_v2(s->path, &b->db, flags, NULL) != SQLITE_OK)
        status = b->db ? database_failure(b, why) : duel_no_space(why);
    if (status == DUEL_OK)
        status = set_up(b, s->page_limit, why);
    if (status != DUEL_OK)
        database_detach(b);
    return status;
}

/* ---- the file and its folder ------------------------------------------------------------- */

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
            return database_fail_with(error, N_("The folder {0} cannot be made: {1}."), path,
                                      why);
        *cut = kept;
        if (kept == '\0')
            return DUEL_OK;
    }
}

/* Seeds of running games are in the file: it is made for the user alone, and SQLite gives the
 * files beside it the same rights. An existing one is not opened here, since closing it would
 * drop the locks that another connection of this program holds on it. */
duel_status database_make_file(const char *path, duel_msg *why)
{
    int file = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    if (file >= 0)
        close(file);
    else if (errno != EEXIST)
        return database_fail_with(errno, N_("The base {0} cannot be written: {1}."), path, why);
    else if (access(path, R_OK | W_OK) != 0)
        return database_fail_with(errno, N_("The base {0} cannot be written: {1}."), path, why);
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

int64_t database_version(void)
{
    return VERSION;
}

duel_status database_locate(const char *dir, duel_buf *path, duel_msg *why)
{
    duel_status status = DUEL_OK;
    if (dir && dir[0])
        duel_put(&path->sink, dir);
    else
        status = default_folder(path, why);
    return status == DUEL_OK && path->failed ? duel_no_space(why) : status;
}

static duel_status make_place(const char *dir, duel_buf *path, duel_msg *why)
{
    duel_status status = database_locate(dir, path, why);
    if (status == DUEL_OK)
        status = make_folder(path->text, why);
    if (status != DUEL_OK)
        return status;
    duel_put(&path->sink, "/" BASE_FILE);
    return path->failed ? duel_no_space(why) : database_make_file(path->text, why);
}

/* Takes over the gate, in any case. */
static data_store *new_store(const char *path, write_turn *gate)
{
    data_store *s = gate ? calloc(1, sizeof *s) : NULL;
    if (s == NULL) {
        write_turn_let_go(gate);
        return NULL;
    }
    s->gate = gate;
    s->path = strdup(path);
    if (s->path && pthread_mutex_init(&s->lock, NULL) == 0)
        return s;
    write_turn_let_go(gate);
    free(s->path);
    free(s);
    return NULL;
}

/* The same. */
static duel_status open_through(write_turn *gate, const char *path, uint32_t page_limit,
                                data_store **out, duel_msg *why)
{
    data_store *s = new_store(path, gate);
    if (s == NULL)
        return duel_no_space(why);
    s->page_limit = page_limit;
    duel_status status = database_attach(s, &s->main, why);
    if (status == DUEL_OK)
        *out = s;
    else
        store_close(s);
    return status;
}

duel_status database_open(const char *path, uint32_t page_limit, data_store **out,
                          duel_msg *why)
{
    return open_through(write_turn_new(), path, page_limit, out, why);
}

duel_status store_open(const char *dir, data_store **out, duel_msg *why)
{
    duel_buf path;
    duel_buf_init(&path);
    duel_status status = make_place(dir, &path, why);
    if (status == DUEL_OK)
        status = database_open(path.text, 0, out, why);
    duel_buf_fini(&path);
    return status;
}

duel_status store_open_second(const data_store *s, data_store **out, duel_msg *why)
{
    return open_through(gate_hold(s->gate), s->path, s->page_limit, out, why);
}

void store_close(data_store *s)
{
    if (s == NULL)
        return;
    database_detach(&s->main);
    pthread_mutex_destroy(&s->lock);
    write_turn_let_go(s->gate);
    free(s->path);
    free(s);
}

const char *store_path(const data_store *s)
{
    return s->path;
}

void store_beside(const data_store *s, const char *name, duel_sink *out)
{
    const char *slash = strrchr(s->path, '/');
    if (slash)
        duel_put_str(out, (duel_str){s->path, (size_t)(slash - s->path) + 1});
    duel_put(out, name);
}

database *database_take(data_store *s)
{
    pthread_mutex_lock(&s->lock);
    return &s->main;
}

duel_status database_give_back(data_store *s, duel_status status)
{
    pthread_mutex_unlock(&s->lock);
    return status;
}

void store_limit(data_store *s, uint32_t pages)
{
    database *b = database_take(s);
    s->page_limit = pages;
    limit_pages(b, pages ? pages : UINT32_MAX - 1, NULL);
    database_give_back(s, DUEL_OK);
}

void store_leave_log(data_store *s)
{
    enum { PAGES = 16000 }; /* 64 MB: then it is folded here, so that it can begin anew */
    database *b = database_take(s);
    sqlite3_wal_autocheckpoint(b->db, PAGES);
    /* a log that keeps its length is written over, which the disk does faster than adding */
    database_execute(b, "PRAGMA journal_size_limit = 67108864", NULL);
    database_give_back(s, DUEL_OK);
}

duel_status store_checkpoint(data_store *s, duel_msg *why)
{
    return database_give_back(s, database_run(database_take(s), FOLD_QUIETLY, why, ""));
}

static duel_status check_base(database *b, duel_msg *why)
{
    base_rows r = base_query(b, CHECK, "");
    duel_status status = DUEL_OK;
    if (base_next(&r) && !duel_str_is(database_text(r.st, 0), "ok"))
        status = duel_fail(why, N_("The base {0} is damaged: {1}."), "cs", b->path,
                           database_text(r.st, 0));
    duel_status end_status = base_done(&r, why);
    return status == DUEL_OK ? end_status : status;
}

duel_status store_check(data_store *s, duel_msg *why)
{
    return database_give_back(s, check_base(database_take(s), why));
}
