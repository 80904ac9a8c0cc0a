/* store/database_files.c -- bases as whole files: copied, rescued, put in place. See
 * maintenance.h. */
#include "store/inside.h"
#include "store/maintenance.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { FILE_PATH = 4096 };

duel_status maintain_path(const char *dir, duel_buf *path, duel_msg *why)
{
    duel_status status = database_locate(dir, path, why);
    duel_put(&path->sink, "/" BASE_FILE);
    return status == DUEL_OK && path->failed ? duel_no_space(why) : status;
}

duel_status maintain_open(const char *path, data_store **out, duel_msg *why)
{
    return database_open(path, 0, out, why);
}

/* A file of the name with a tail; false: it is too long. */
static bool tailed(char out[FILE_PATH], const char *path, const char *tail)
{
    return snprintf(out, FILE_PATH, "%s%s", path, tail) < FILE_PATH;
}

void maintain_discard(const char *path)
{
    static const char *const tails[] = {"", "-wal", "-shm", "-journal"};
    char name[FILE_PATH];
    for (size_t i = 0; i < sizeof tails / sizeof *tails; i++)
        if (tailed(name, path, tails[i]))
            unlink(name);
}

/* ---- a copy of one moment ---------------------------------------------------------------- */

static duel_status open_target(const char *path, database *b, duel_msg *why)
{
    *b = (database){.path = path};
    duel_status status = database_make_file(path, why);
    if (status == DUEL_OK &&
        sqlite3_open_v2(path, &b->db, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, NULL) !=
            SQLITE_OK)
        status = b->db ? database_failure(b, why) : duel_no_space(why);
    return status;
}

static duel_status copy_pages(database *to, database *from, store_step *step, void *self,
                              duel_msg *why)
{
    enum { PAGES = 1000 };
    int result = SQLITE_OK;
    bool go_on = true;
    sqlite3_backup *backup = sqlite3_backup_init(to->db, "main", from->db, "main");
    if (backup == NULL)
        return database_failure(to, why);
    while (result == SQLITE_OK && go_on) {
        result = sqlite3_backup_step(backup, PAGES);
        int total = sqlite3_backup_pagecount(backup), left = sqlite3_backup_remaining(backup);
        go_on = step == NULL || step(self, total - left, total);
    }
    sqlite3_backup_finish(backup);
    if (result == SQLITE_DONE)
        return DUEL_OK;
    if (!go_on)
        return DUEL_STOPPED;
    return database_failure(sqlite3_errcode(to->db) != SQLITE_OK ? to : from, why);
}

/* The copy is read in one transaction, or whatever is written meanwhile would begin it anew. It
 * is left without a log of its own, so that it is one file wherever it is taken. */
duel_status maintain_copy(data_store *s, const char *path, store_step *step, void *to,
                          duel_msg *why)
{
    database target;
    if (access(path, F_OK) == 0)
        return duel_refuse(why, N_("{0} is there already."), "c", path);
    duel_status status = open_target(path, &target, why);
    if (status == DUEL_OK)
        status = database_execute(&s->main, "BEGIN; SELECT count(*) FROM sqlite_schema", why);
    if (status == DUEL_OK) {
        status = copy_pages(&target, &s->main, step, to, why);
        database_end(&s->main, DUEL_OK, NULL);
    }
    if (status == DUEL_OK)
        status = database_execute(&target, "PRAGMA journal_mode = DELETE", why);
    database_detach(&target);
    if (status != DUEL_OK)
        maintain_discard(path);
    return status;
}

/* ---- the rows of a damaged base ---------------------------------------------------------- */

typedef struct rescue {
    database fresh;
    sqlite3_stmt *insert[TABLE_COUNT];
    store_rescue *told;
    int64_t *counted; /* read or carved, of *told */
    bool failed;      /* the new base cannot be written, or what is lost not be kept */
} rescue;

static bool rescue_row(void *to, const store_row *row)
{
    rescue *r = to;
    sqlite3_stmt *st = r->insert[row->of - store_tables];
    row_bind(row, st);
    int result = sqlite3_step(st);
    sqlite3_reset(st);
    if (result == SQLITE_DONE) {
        *r->counted += sqlite3_changes(r->fresh.db);
    } else if ((result & 0xFF) == SQLITE_CONSTRAINT) { /* a kind of value it cannot hold */
        r->told->lost++;
        r->failed = !r->told->take(r->told->to, row);
    } else {
        r->failed = true;
    }
    return !r->failed;
}

static duel_status prepare_rescue(rescue *r, duel_msg *why)
{
    duel_status status = database_execute(
        &r->fresh, "PRAGMA foreign_keys = OFF; PRAGMA synchronous = OFF; BEGIN", why);
    for (int i = 0; status == DUEL_OK && i < TABLE_COUNT; i++) {
        char text[128];
        int len = snprintf(text, sizeof text, "INSERT OR IGNORE INTO %s VALUES(?",
                           store_tables[i].name);
        for (int more = table_columns(&store_tables[i]) - 1; more; more--)
            len += snprintf(text + len, sizeof text - (size_t)len, ",?");
        snprintf(text + len, sizeof text - (size_t)len, ")");
        if (sqlite3_prepare_v2(r->fresh.db, text, -1, &r->insert[i], NULL) != SQLITE_OK)
            status = database_failure(&r->fresh, why);
    }
    return status;
}

/* As far as the tree of the table leads. */
static void read_table(rescue *r, sqlite3 *damaged, const store_table *t)
{
    char text[64];
    sqlite3_stmt *st = NULL;
    store_row row;
    snprintf(text, sizeof text, "SELECT * FROM %s", t->name);
    if (sqlite3_prepare_v2(damaged, text, -1, &st, NULL) != SQLITE_OK)
        return;
    while (!r->failed && sqlite3_step(st) == SQLITE_ROW) {
        row_read(t, st, &row);
        rescue_row(r, &row);
    }
    sqlite3_finalize(st);
}

/* The log is read and left where it is. */
static void read_trees(rescue *r, const char *damaged)
{
    sqlite3 *db = NULL;
    r->counted = &r->told->read;
    if (sqlite3_open_v2(damaged, &db, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, NULL) ==
        SQLITE_OK) {
        sqlite3_db_config(db, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, NULL);
        for (int i = 0; i < TABLE_COUNT; i++)
            read_table(r, db, &store_tables[i]);
    }
    sqlite3_close(db);
}

static duel_status read_pages(rescue *r, const char *damaged, duel_msg *why)
{
    r->counted = &r->told->carved;
    return r->failed ? DUEL_OK : salvage_rows(damaged, rescue_row, r, why);
}

static duel_status finish_rescue(rescue *r, duel_status status, duel_msg *why)
{
    for (int i = 0; i < TABLE_COUNT; i++)
        sqlite3_finalize(r->insert[i]);
    if (status == DUEL_OK && r->failed)
        status = database_failure(&r->fresh, why);
    status = database_end(&r->fresh, status, why);
    if (status == DUEL_OK) /* all of it is synced, once */
        status = database_execute(
            &r->fresh, "PRAGMA synchronous = FULL; PRAGMA journal_mode = DELETE", why);
    return status;
}

duel_status maintain_rescue(const char *damaged, const char *fresh, store_rescue *told,
                            duel_msg *why)
{
    data_store *s = NULL;
    rescue r = {.told = told};
    duel_status status = database_make_file(fresh, why);
    if (status == DUEL_OK)
        status = database_open(fresh, 0, &s, why);
    if (status != DUEL_OK)
        return status;
    r.fresh = s->main;
    status = prepare_rescue(&r, why);
    if (status == DUEL_OK) {
        read_trees(&r, damaged);
        status = read_pages(&r, damaged, why);
    }
    status = finish_rescue(&r, status, why);
    s->main = r.fresh;
    store_close(s);
    if (status == DUEL_OK && told->read + told->carved == 0)
        status = duel_refuse(why, N_("Nothing of a base was found in {0}."), "c", damaged);
    if (status != DUEL_OK)
        maintain_discard(fresh);
    return status;
}

/* ---- the state of a file ----------------------------------------------------------------- */

static bool is_ok(void *to, duel_str text)
{
    *(bool *)to = false; /* a sentence is a fault */
    return false;
}

/* Whether what went wrong is damage: not a busy base, a missing right or a full disk. */
static bool is_damage(sqlite3 *db)
{
    int code = sqlite3_errcode(db) & 0xFF;
    return code == SQLITE_CORRUPT || code == SQLITE_NOTADB;
}

/* Numbers of a base in the first page: its schema's and the one that says whose it is. A schema
 * that is newer by a little was made by a newer program; no program has hundreds. */
static bool is_newer(sqlite3 *db)
{
    enum { ABSURD = 1000 };
    sqlite3_stmt *st = NULL;
    int64_t version = 0;
    if (sqlite3_prepare_v2(db, "PRAGMA user_version", -1, &st, NULL) == SQLITE_OK &&
        sqlite3_step(st) == SQLITE_ROW)
        version = sqlite3_column_int64(st, 0);
    sqlite3_finalize(st);
    return version > database_version() && version < ABSURD;
}

/* Why it does not open as a base. */
static store_state why_not_open(const char *path)
{
    sqlite3 *db = NULL;
    store_state state = STORE_STRANGE;
    int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX;
    if (access(path, R_OK | W_OK) == 0 &&
        sqlite3_open_v2(path, &db, flags, NULL) == SQLITE_OK) {
        sqlite3_db_config(db, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, NULL);
        int result = sqlite3_exec(db, "SELECT count(*) FROM sqlite_schema", NULL, NULL, NULL);
        if (result != SQLITE_OK ? is_damage(db) : !is_newer(db))
            state = STORE_DAMAGED;
    }
    sqlite3_close(db);
    return state;
}

store_state maintain_state(const char *path, duel_msg *why)
{
    data_store *s = NULL;
    bool sound = true;
    if (access(path, F_OK) != 0) {
        database_fail_with(errno, N_("Cannot read {0}: {1}."), path, why);
        return STORE_STRANGE;
    }
    if (database_open(path, 0, &s, why) != DUEL_OK)
        return why_not_open(path);
    duel_status status = maintain_file(s, is_ok, &sound, why);
    bool damage = status != DUEL_OK && is_damage(s->main.db);
    store_close(s);
    return status == DUEL_OK ? sound ? STORE_SOUND : STORE_DAMAGED
           : damage          ? STORE_DAMAGED
                             : STORE_STRANGE;
}

/* ---- files ------------------------------------------------------------------------------- */

static bool copy_bytes(int from, int to)
{
    char bytes[65536];
    ssize_t got;
    while ((got = read(from, bytes, sizeof bytes)) > 0)
        for (ssize_t put = 0, part; put < got; put += part)
            if ((part = write(to, bytes + put, (size_t)(got - put))) <= 0)
                return false;
    return got == 0 && fsync(to) == 0;
}

/* A file that is not there is copied by making none. */
static duel_status copy_file(const char *from, const char *to, duel_msg *why)
{
    int in = open(from, O_RDONLY | O_CLOEXEC);
    if (in < 0 && errno == ENOENT)
        return DUEL_OK;
    if (in < 0)
        return database_fail_with(errno, N_("Cannot read {0}: {1}."), from, why);
    int out = open(to, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    bool done = out >= 0 && copy_bytes(in, out);
    int error = errno;
    if (out >= 0)
        close(out);
    close(in);
    if (!done && out >= 0)
        unlink(to);
    return done ? DUEL_OK : database_fail_with(error, N_("Cannot write {0}: {1}."), to, why);
}

duel_status maintain_copy_files(const char *from, const char *to, duel_msg *why)
{
    char log[FILE_PATH], log_copy[FILE_PATH];
    if (!tailed(log, from, "-wal") || !tailed(log_copy, to, "-wal"))
        return duel_invalid(why, N_("The file name is too long."), "");
    duel_status status = copy_file(from, to, why);
    return status == DUEL_OK ? copy_file(log, log_copy, why) : status;
}

/* Leaving the log behind needs everybody else to be gone, and SQLite says whether they are. */
duel_status maintain_alone(const char *path, duel_msg *why)
{
    database b = {.path = path};
    duel_status status = DUEL_OK;
    int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX;
    if (sqlite3_open_v2(path, &b.db, flags, NULL) == SQLITE_OK &&
        sqlite3_exec(b.db, "PRAGMA journal_mode = DELETE", NULL, NULL, NULL) != SQLITE_OK &&
        !is_damage(b.db))
        status = database_failure(&b, why);
    database_detach(&b);
    return status;
}

static bool sync_folder_of(const char *path)
{
    char folder[FILE_PATH];
    const char *slash = strrchr(path, '/');
    snprintf(folder, sizeof folder, "%.*s", slash ? (int)(slash - path) : 1,
             slash ? path : ".");
    int file = open(folder[0] ? folder : "/", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    bool done = file >= 0 && fsync(file) == 0;
    if (file >= 0)
        close(file);
    return done;
}

duel_status maintain_put(const char *fresh, const char *path, duel_msg *why)
{
    static const char *const tails[] = {"-wal", "-shm", "-journal"};
    char beside[FILE_PATH];
    int file = open(fresh, O_RDONLY | O_CLOEXEC);
    bool done = file >= 0 && fsync(file) == 0;
    if (file >= 0)
        close(file);
    for (size_t i = 0; done && i < sizeof tails / sizeof *tails; i++)
        done = tailed(beside, path, tails[i]) && (unlink(beside) == 0 || errno == ENOENT);
    done = done && rename(fresh, path) == 0 && sync_folder_of(path);
    return done ? DUEL_OK : database_fail_with(errno, N_("Cannot write {0}: {1}."), path, why);
}
