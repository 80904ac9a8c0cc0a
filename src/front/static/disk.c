/* front/static/disk.c -- SQLite's files kept by the browser: see inside.h. The interface is
 * SQLite's (sqlite3_vfs).
 * Invariants, under the lock of the disk: (1) a file that is open stands in the list once, with
 * all who have opened it; (2) of each kind of lock there is one exclusive holder or any number
 * of sharers; (3) one letter is under way. */
#define _DEFAULT_SOURCE /* getentropy */
#include "front/static/inside.h"

#include <emscripten/emscripten.h>
#include <emscripten/threading.h>
#include <math.h>
#include <pthread.h>
#include <sqlite3.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { REGIONS = 64, REGION = 32768, NAME = 512 };

typedef struct disk disk;

/* A file, for all who have it open. */
typedef struct disk_file {
    struct disk_file *next;
    char name[NAME];
    int number, users;
    int shared;            /* connections that read */
    const void *writing;   /* who has reserved it, or writes; NULL: nobody */
    bool pending;          /* no reader may come */
    void *region[REGIONS]; /* the index of the log, in memory */
    int region_count;
    int sharers[SQLITE_SHM_NLOCK]; /* of each lock of that index; -1: one has it alone */
} disk_file;

struct disk {
    sqlite3_vfs vfs;
    pthread_mutex_t lock; /* of the files */
    pthread_mutex_t post; /* of the letter */
    disk_mail mail;
    disk_file *files;
};

typedef struct disk_handle { /* a file as SQLite has opened it */
    sqlite3_file base;
    disk *disk;
    disk_file *file;
    int level;                   /* SQLITE_LOCK_… */
    unsigned shares, exclusives; /* of the index of the log, as bits */
} disk_handle;

/* ---- letters ----------------------------------------------------------------------------- */

/* Sleeps until it is answered. */
static int32_t ask_disk(disk *d, disk_verb verb, int file, const void *bytes, int32_t count,
                        double *at)
{
    disk_mail *m = &d->mail;
    pthread_mutex_lock(&d->post);
    m->verb = (int32_t)verb;
    m->file = file;
    m->bytes = (int32_t)(intptr_t)bytes;
    m->count = count;
    m->at = *at;
    atomic_store(&m->state, DISK_ASKED);
    emscripten_futex_wake(&m->state, 1);
    while (atomic_load(&m->state) == DISK_ASKED)
        emscripten_futex_wait(&m->state, DISK_ASKED, INFINITY);
    int32_t answer = m->answer;
    *at = m->at;
    atomic_store(&m->state, DISK_IDLE);
    pthread_mutex_unlock(&d->post);
    return answer;
}

static int32_t ask_of(const disk_handle *h, disk_verb verb, const void *bytes, int32_t count,
                      double at)
{
    return ask_disk(h->disk, verb, h->file->number, bytes, count, &at);
}

/* ---- reading and writing ----------------------------------------------------------------- */

static int read_file(sqlite3_file *f, void *to, int count, sqlite3_int64 at)
{
    int32_t got = ask_of((disk_handle *)f, DISK_READ, to, count, (double)at);
    if (got < 0)
        return SQLITE_IOERR_READ;
    memset((char *)to + got, 0, (size_t)(count - got));
    return got < count ? SQLITE_IOERR_SHORT_READ : SQLITE_OK;
}

static int write_file(sqlite3_file *f, const void *from, int count, sqlite3_int64 at)
{
    int32_t written = ask_of((disk_handle *)f, DISK_WRITE, from, count, (double)at);
    return written == count ? SQLITE_OK : written < 0 ? SQLITE_IOERR_WRITE : SQLITE_FULL;
}

static int truncate_file(sqlite3_file *f, sqlite3_int64 size)
{
    return ask_of((disk_handle *)f, DISK_TRUNCATE, NULL, 0, (double)size) < 0
               ? SQLITE_IOERR_TRUNCATE
               : SQLITE_OK;
}

static int sync_file(sqlite3_file *f, int flags)
{
    return ask_of((disk_handle *)f, DISK_SYNC, NULL, 0, 0) < 0 ? SQLITE_IOERR_FSYNC : SQLITE_OK;
}

static int size_of_file(sqlite3_file *f, sqlite3_int64 *size)
{
    const disk_handle *h = (disk_handle *)f;
    double at = 0;
    if (ask_disk(h->disk, DISK_SIZE, h->file->number, NULL, 0, &at) < 0)
        return SQLITE_IOERR_FSTAT;
    *size = (sqlite3_int64)at;
    return SQLITE_OK;
}

/* ---- locks of the base: SHARED, RESERVED, PENDING, EXCLUSIVE ----------------------------- */

static bool may_share(disk_handle *h)
{
    if (h->file->pending)
        return false;
    h->file->shared++;
    h->level = SQLITE_LOCK_SHARED;
    return true;
}

static bool may_reserve(disk_handle *h)
{
    if (h->file->writing && h->file->writing != h)
        return false;
    h->file->writing = h;
    if (h->level < SQLITE_LOCK_RESERVED)
        h->level = SQLITE_LOCK_RESERVED;
    return true;
}

static bool may_write(disk_handle *h)
{
    if (!may_reserve(h))
        return false;
    h->file->pending = true;
    h->level = SQLITE_LOCK_PENDING;
    if (h->file->shared > 1)
        return false;
    h->level = SQLITE_LOCK_EXCLUSIVE;
    return true;
}

static int lock_file(sqlite3_file *f, int level)
{
    disk_handle *h = (disk_handle *)f;
    bool got = true;
    pthread_mutex_lock(&h->disk->lock);
    if (h->level < level)
        got = level == SQLITE_LOCK_SHARED     ? may_share(h)
              : level == SQLITE_LOCK_RESERVED ? may_reserve(h)
                                              : may_write(h);
    pthread_mutex_unlock(&h->disk->lock);
    return got ? SQLITE_OK : SQLITE_BUSY;
}

/* To SHARED or to nothing. */
static int unlock_file(sqlite3_file *f, int level)
{
    disk_handle *h = (disk_handle *)f;
    pthread_mutex_lock(&h->disk->lock);
    if (h->level > SQLITE_LOCK_SHARED && h->file->writing == h) {
        h->file->writing = NULL;
        h->file->pending = false;
    }
    if (level == SQLITE_LOCK_NONE && h->level > SQLITE_LOCK_NONE)
        h->file->shared--;
    if (h->level > level)
        h->level = level;
    pthread_mutex_unlock(&h->disk->lock);
    return SQLITE_OK;
}

static int check_reserved(sqlite3_file *f, int *out)
{
    const disk_handle *h = (disk_handle *)f;
    pthread_mutex_lock(&h->disk->lock);
    *out = h->file->writing != NULL;
    pthread_mutex_unlock(&h->disk->lock);
    return SQLITE_OK;
}

/* ---- the index of the log: memory that all connections share ----------------------------- */

static int map_region(sqlite3_file *f, int region, int size, int extend, void volatile **out)
{
    disk_file *file = ((disk_handle *)f)->file;
    int status = region < REGIONS && size == REGION ? SQLITE_OK : SQLITE_IOERR_SHMMAP;
    pthread_mutex_lock(&((disk_handle *)f)->disk->lock);
    while (status == SQLITE_OK && extend && file->region_count <= region) {
        file->region[file->region_count] = calloc(1, REGION);
        if (file->region[file->region_count])
            file->region_count++;
        else
            status = SQLITE_NOMEM;
    }
    *out = status == SQLITE_OK && region < file->region_count ? file->region[region] : NULL;
    pthread_mutex_unlock(&((disk_handle *)f)->disk->lock);
    return status;
}

static void leave_locks(disk_handle *h, unsigned which)
{
    for (int i = 0; i < SQLITE_SHM_NLOCK; i++) {
        unsigned bit = 1u << i & which;
        if (h->exclusives & bit)
            h->file->sharers[i] = 0;
        else if (h->shares & bit)
            h->file->sharers[i]--;
    }
    h->exclusives &= ~which;
    h->shares &= ~which;
}

static bool take_locks(disk_handle *h, unsigned which, bool alone)
{
    for (int i = 0; i < SQLITE_SHM_NLOCK; i++) {
        unsigned bit = 1u << i & which;
        int others = h->file->sharers[i] - ((h->shares & bit) != 0);
        if (bit && (alone ? others != 0 : others < 0 && !(h->exclusives & bit)))
            return false;
    }
    for (int i = 0; i < SQLITE_SHM_NLOCK; i++)
        if (alone && (1u << i & which))
            h->file->sharers[i] = -1;
        else if ((1u << i & which) && !(h->shares & 1u << i))
            h->file->sharers[i]++;
    if (alone)
        h->exclusives |= which;
    else
        h->shares |= which;
    return true;
}

static int lock_region(sqlite3_file *f, int first, int count, int flags)
{
    disk_handle *h = (disk_handle *)f;
    unsigned which = ((1u << count) - 1) << first;
    bool got = true;
    pthread_mutex_lock(&h->disk->lock);
    if (flags & SQLITE_SHM_UNLOCK)
        leave_locks(h, which);
    else
        got = take_locks(h, which, flags & SQLITE_SHM_EXCLUSIVE);
    pthread_mutex_unlock(&h->disk->lock);
    return got ? SQLITE_OK : SQLITE_BUSY;
}

static void region_barrier(sqlite3_file *f)
{
    atomic_thread_fence(memory_order_seq_cst);
}

/* The index stays until the last has closed the file. */
static int unmap_region(sqlite3_file *f, int forget)
{
    disk_handle *h = (disk_handle *)f;
    pthread_mutex_lock(&h->disk->lock);
    leave_locks(h, ~0u);
    pthread_mutex_unlock(&h->disk->lock);
    return SQLITE_OK;
}

/* ---- opening and closing ----------------------------------------------------------------- */

static disk_file **link_to_file(disk *d, const char *name)
{
    disk_file **at = &d->files;
    while (*at && strcmp((*at)->name, name) != 0)
        at = &(*at)->next;
    return at;
}

/* Under the lock. NULL: it cannot be had. */
static disk_file *hold_file(disk *d, const char *name)
{
    disk_file **at = link_to_file(d, name);
    double unused = 0;
    if (*at == NULL && strlen(name) < NAME) {
        disk_file *fresh = calloc(1, sizeof *fresh);
        if (fresh == NULL)
            return NULL;
        strcpy(fresh->name, name);
        fresh->number = ask_disk(d, DISK_OPEN, 0, name, (int32_t)strlen(name), &unused);
        if (fresh->number < 0) {
            free(fresh);
            return NULL;
        }
        *at = fresh;
    }
    if (*at)
        (*at)->users++;
    return *at;
}

static void let_file_go(disk *d, disk_file *file)
{
    if (--file->users)
        return;
    *link_to_file(d, file->name) = file->next;
    for (int i = 0; i < file->region_count; i++)
        free(file->region[i]);
    free(file);
}

static int close_file(sqlite3_file *f)
{
    disk_handle *h = (disk_handle *)f;
    unlock_file(f, SQLITE_LOCK_NONE);
    pthread_mutex_lock(&h->disk->lock);
    leave_locks(h, ~0u);
    let_file_go(h->disk, h->file);
    pthread_mutex_unlock(&h->disk->lock);
    return SQLITE_OK;
}

static int control_file(sqlite3_file *f, int verb, void *what)
{
    return SQLITE_NOTFOUND;
}

static int sector_size(sqlite3_file *f)
{
    return 4096;
}

static int device_traits(sqlite3_file *f)
{
    return SQLITE_IOCAP_UNDELETABLE_WHEN_OPEN;
}

static const sqlite3_io_methods methods = {.iVersion = 2,
                                           .xClose = close_file,
                                           .xRead = read_file,
                                           .xWrite = write_file,
                                           .xTruncate = truncate_file,
                                           .xSync = sync_file,
                                           .xFileSize = size_of_file,
                                           .xLock = lock_file,
                                           .xUnlock = unlock_file,
                                           .xCheckReservedLock = check_reserved,
                                           .xFileControl = control_file,
                                           .xSectorSize = sector_size,
                                           .xDeviceCharacteristics = device_traits,
                                           .xShmMap = map_region,
                                           .xShmLock = lock_region,
                                           .xShmBarrier = region_barrier,
                                           .xShmUnmap = unmap_region};

/* SQLite keeps what has no name in memory (SQLITE_TEMP_STORE=3). */
static int open_file(sqlite3_vfs *vfs, const char *name, sqlite3_file *f, int flags, int *got)
{
    disk_handle *h = (disk_handle *)f;
    disk *d = vfs->pAppData;
    *h = (disk_handle){.disk = d};
    if (name == NULL)
        return SQLITE_CANTOPEN;
    pthread_mutex_lock(&d->lock);
    h->file = hold_file(d, name);
    pthread_mutex_unlock(&d->lock);
    if (h->file == NULL)
        return SQLITE_CANTOPEN;
    h->base.pMethods = &methods;
    if (got)
        *got = flags;
    return SQLITE_OK;
}

/* ---- files by name: one that is empty is not there --------------------------------------- */

/* Asks something of a file that need not be open; false: it cannot be had. */
static bool ask_by_name(sqlite3_vfs *vfs, const char *name, disk_verb verb, double *at)
{
    disk *d = vfs->pAppData;
    pthread_mutex_lock(&d->lock);
    disk_file *file = hold_file(d, name);
    bool good = file && ask_disk(d, verb, file->number, NULL, 0, at) >= 0;
    if (file)
        let_file_go(d, file);
    pthread_mutex_unlock(&d->lock);
    return good;
}

static int delete_file(sqlite3_vfs *vfs, const char *name, int sync)
{
    double at = 0;
    bool good = ask_by_name(vfs, name, DISK_TRUNCATE, &at);
    if (good && sync)
        good = ask_by_name(vfs, name, DISK_SYNC, &at);
    return good ? SQLITE_OK : SQLITE_IOERR_DELETE;
}

static int has_file(sqlite3_vfs *vfs, const char *name, int flags, int *out)
{
    double at = 0;
    *out = ask_by_name(vfs, name, DISK_SIZE, &at) && at > 0;
    return SQLITE_OK;
}

static int whole_name(sqlite3_vfs *vfs, const char *name, int room, char *out)
{
    size_t len = strlen(name);
    if (len >= (size_t)room)
        return SQLITE_CANTOPEN;
    memcpy(out, name, len + 1);
    return SQLITE_OK;
}

/* ---- the world --------------------------------------------------------------------------- */

static int draw_bytes(sqlite3_vfs *vfs, int count, char *out)
{
    enum { MOST = 256 };
    int done = 0;
    while (done < count &&
           getentropy(out + done, (size_t)(count - done < MOST ? count - done : MOST)) == 0)
        done += count - done < MOST ? count - done : MOST;
    return done;
}

static int sleep_so_long(sqlite3_vfs *vfs, int microseconds)
{
    emscripten_thread_sleep(microseconds / 1000.0);
    return microseconds;
}

/* In Julian days times milliseconds of a day, as SQLite counts. */
static int tell_time(sqlite3_vfs *vfs, sqlite3_int64 *out)
{
    static const sqlite3_int64 of_1970 = INT64_C(210866760000000);
    *out = of_1970 + (sqlite3_int64)emscripten_date_now();
    return SQLITE_OK;
}

static int last_error(sqlite3_vfs *vfs, int room, char *out)
{
    return 0;
}

/* For whoever looks at the browser's console. */
EM_JS(void, disk_log, (const char *text), { console.warn("SQLite: " + UTF8ToString(text)); })

static void log_error(void *self, int code, const char *text)
{
    if (code != SQLITE_NOTICE_RECOVER_WAL)
        disk_log(text);
}

disk_mail *disk_begin(void)
{
    sqlite3_config(SQLITE_CONFIG_LOG, log_error, NULL);
    disk *d = calloc(1, sizeof *d);
    if (d == NULL)
        return NULL;
    pthread_mutex_init(&d->lock, NULL);
    pthread_mutex_init(&d->post, NULL);
    d->vfs = (sqlite3_vfs){.iVersion = 2,
                           .szOsFile = sizeof(disk_handle),
                           .mxPathname = NAME,
                           .zName = "browser",
                           .pAppData = d,
                           .xOpen = open_file,
                           .xDelete = delete_file,
                           .xAccess = has_file,
                           .xFullPathname = whole_name,
                           .xRandomness = draw_bytes,
                           .xSleep = sleep_so_long,
                           .xGetLastError = last_error,
                           .xCurrentTimeInt64 = tell_time};
    return sqlite3_vfs_register(&d->vfs, 1) == SQLITE_OK ? &d->mail : NULL;
}
