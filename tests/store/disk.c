/* tests/store/disk.c -- see disk.h. */
#include "disk.h"

#include "check.h"

#include <assert.h>
#include <pthread.h>
#include <sqlite3.h>

enum { FILES = 4, NAME = 256 };

typedef struct change {
    struct change *next;
    bool cuts; /* the file is `at` bytes long from now on; else bytes are written there */
    size_t at, size;
    unsigned char bytes[];
} change;

typedef struct platter { /* one file: what is safe, and what came since */
    char name[NAME];     /* empty: free */
    unsigned char *bytes;
    size_t size;
    change *first, **end;
    int syncs;
} platter;

struct disk {
    sqlite3_vfs vfs; /* first, so that SQLite's pointer leads here */
    sqlite3_vfs *usual;
    char folder[NAME];
    pthread_mutex_t lock;
    platter file[FILES];
    bool breaks_syncs;
    void (*changed)(void *self);
    void *self;
};

typedef struct handle { /* the usual file follows */
    sqlite3_file base;
    disk *on;
    platter *file; /* NULL: not in the folder */
} handle;

/* ---- platters --------------------------------------------------------------------------- */

static void *must(void *memory)
{
    if (memory == NULL)
        abort();
    return memory;
}

static void resize(platter *p, size_t size)
{
    p->bytes = must(realloc(p->bytes, size ? size : 1));
    if (size > p->size)
        memset(p->bytes + p->size, 0, size - p->size);
    p->size = size;
}

static void apply(platter *p, const change *c)
{
    if (c->cuts || c->at + c->size > p->size)
        resize(p, c->at + c->size);
    memcpy(p->bytes + c->at, c->bytes, c->size);
}

static void drop_changes(platter *p)
{
    for (change *c = p->first, *next; c; c = next) {
        next = c->next;
        free(c);
    }
    p->first = NULL;
    p->end = &p->first;
}

static void empty(platter *p)
{
    drop_changes(p);
    free(p->bytes);
    *p = (platter){.bytes = NULL};
    p->end = &p->first;
}

static platter *find(disk *d, const char *name)
{
    for (int i = 0; i < FILES; i++)
        if (strcmp(d->file[i].name, name) == 0)
            return &d->file[i];
    return NULL;
}

static platter *find_or_make(disk *d, const char *name)
{
    platter *p = find(d, name);
    if (p == NULL) {
        p = must(find(d, ""));
        snprintf(p->name, sizeof p->name, "%s", name);
    }
    return p;
}

/* A change or a sync of the file, then whoever watches. */
static void note(handle *h, change *c)
{
    disk *d = h->on;
    platter *p = h->file;
    pthread_mutex_lock(&d->lock);
    if (c) {
        *p->end = c;
        p->end = &c->next;
    } else if (!d->breaks_syncs) {
        for (const change *made = p->first; made; made = made->next)
            apply(p, made);
        drop_changes(p);
        p->syncs++;
    }
    pthread_mutex_unlock(&d->lock);
    if (d->changed)
        d->changed(d->self);
}

static change *new_change(bool cuts, sqlite3_int64 at, const void *bytes, size_t size)
{
    change *c = must(malloc(sizeof *c + size));
    *c = (change){.cuts = cuts, .at = (size_t)at, .size = size};
    if (size)
        memcpy(c->bytes, bytes, size);
    return c;
}

/* ---- a file ----------------------------------------------------------------------------- */

static sqlite3_file *usual(sqlite3_file *f)
{
    return (sqlite3_file *)((handle *)f + 1);
}

#define USUAL(f) usual(f)->pMethods

static int disk_close(sqlite3_file *f)
{
    return USUAL(f)->xClose(usual(f));
}

static int disk_read(sqlite3_file *f, void *to, int size, sqlite3_int64 at)
{
    return USUAL(f)->xRead(usual(f), to, size, at);
}

static int disk_write(sqlite3_file *f, const void *from, int size, sqlite3_int64 at)
{
    handle *h = (handle *)f;
    int result = USUAL(f)->xWrite(usual(f), from, size, at);
    if (result == SQLITE_OK && h->file)
        note(h, new_change(false, at, from, (size_t)size));
    return result;
}

static int disk_truncate(sqlite3_file *f, sqlite3_int64 size)
{
    handle *h = (handle *)f;
    int result = USUAL(f)->xTruncate(usual(f), size);
    if (result == SQLITE_OK && h->file)
        note(h, new_change(true, size, NULL, 0));
    return result;
}

/* Nobody needs the real disk to be safe. */
static int disk_sync(sqlite3_file *f, int flags)
{
    handle *h = (handle *)f;
    (void)flags;
    if (h->file)
        note(h, NULL);
    return SQLITE_OK;
}

static int disk_size(sqlite3_file *f, sqlite3_int64 *size)
{
    return USUAL(f)->xFileSize(usual(f), size);
}

static int disk_lock(sqlite3_file *f, int level)
{
    return USUAL(f)->xLock(usual(f), level);
}

static int disk_unlock(sqlite3_file *f, int level)
{
    return USUAL(f)->xUnlock(usual(f), level);
}

static int disk_reserved(sqlite3_file *f, int *out)
{
    return USUAL(f)->xCheckReservedLock(usual(f), out);
}

static int disk_control(sqlite3_file *f, int op, void *arg)
{
    return USUAL(f)->xFileControl(usual(f), op, arg);
}

static int disk_sector(sqlite3_file *f)
{
    return USUAL(f)->xSectorSize(usual(f));
}

static int disk_traits(sqlite3_file *f)
{
    return USUAL(f)->xDeviceCharacteristics(usual(f));
}

static int disk_shm_map(sqlite3_file *f, int page, int size, int extend, void volatile **out)
{
    return USUAL(f)->xShmMap(usual(f), page, size, extend, out);
}

static int disk_shm_lock(sqlite3_file *f, int at, int count, int flags)
{
    return USUAL(f)->xShmLock(usual(f), at, count, flags);
}

static void disk_shm_barrier(sqlite3_file *f)
{
    USUAL(f)->xShmBarrier(usual(f));
}

static int disk_shm_unmap(sqlite3_file *f, int delete)
{
    return USUAL(f)->xShmUnmap(usual(f), delete);
}

static const sqlite3_io_methods methods = {.iVersion = 2, /* without mapped pages */
                                           .xClose = disk_close,
                                           .xRead = disk_read,
                                           .xWrite = disk_write,
                                           .xTruncate = disk_truncate,
                                           .xSync = disk_sync,
                                           .xFileSize = disk_size,
                                           .xLock = disk_lock,
                                           .xUnlock = disk_unlock,
                                           .xCheckReservedLock = disk_reserved,
                                           .xFileControl = disk_control,
                                           .xSectorSize = disk_sector,
                                           .xDeviceCharacteristics = disk_traits,
                                           .xShmMap = disk_shm_map,
                                           .xShmLock = disk_shm_lock,
                                           .xShmBarrier = disk_shm_barrier,
                                           .xShmUnmap = disk_shm_unmap};

/* ---- the folder ------------------------------------------------------------------------- */

static const char *name_in_folder(const disk *d, const char *path)
{
    size_t length = strlen(d->folder);
    bool inside = path && strncmp(path, d->folder, length) == 0 && path[length] == '/';
    return inside ? path + length + 1 : NULL;
}

static int disk_open(sqlite3_vfs *vfs, const char *path, sqlite3_file *f, int flags,
                     int *out_flags)
{
    disk *d = (disk *)vfs;
    handle *h = (handle *)f;
    const char *name = name_in_folder(d, path);
    *h = (handle){.on = d};
    int result = d->usual->xOpen(d->usual, path, usual(f), flags, out_flags);
    if (result != SQLITE_OK)
        return result;
    h->base.pMethods = &methods;
    pthread_mutex_lock(&d->lock);
    h->file = name ? find_or_make(d, name) : NULL;
    pthread_mutex_unlock(&d->lock);
    return SQLITE_OK;
}

static int disk_delete(sqlite3_vfs *vfs, const char *path, int sync)
{
    disk *d = (disk *)vfs;
    const char *name = name_in_folder(d, path);
    int result = d->usual->xDelete(d->usual, path, sync);
    pthread_mutex_lock(&d->lock);
    platter *p = name ? find(d, name) : NULL;
    if (p && result == SQLITE_OK)
        empty(p);
    pthread_mutex_unlock(&d->lock);
    return result;
}

disk *disk_new(const char *folder)
{
    disk *d = must(calloc(1, sizeof *d));
    d->usual = must(sqlite3_vfs_find(NULL));
    d->vfs = *d->usual;
    d->vfs.szOsFile += (int)sizeof(handle);
    d->vfs.zName = "disk";
    d->vfs.xOpen = disk_open;
    d->vfs.xDelete = disk_delete;
    snprintf(d->folder, sizeof d->folder, "%s", folder);
    pthread_mutex_init(&d->lock, NULL);
    for (int i = 0; i < FILES; i++)
        empty(&d->file[i]);
    sqlite3_vfs_register(&d->vfs, 1);
    return d;
}

void disk_free(disk *d)
{
    sqlite3_vfs_unregister(&d->vfs);
    sqlite3_vfs_register(d->usual, 1);
    for (int i = 0; i < FILES; i++)
        empty(&d->file[i]);
    pthread_mutex_destroy(&d->lock);
    free(d);
}

void disk_watch(disk *d, void (*changed)(void *self), void *self)
{
    d->changed = changed;
    d->self = self;
}

void disk_break_syncs(disk *d)
{
    d->breaks_syncs = true;
}

static bool ends_with(const char *name, const char *tail)
{
    size_t length = strlen(name), rest = strlen(tail);
    return length >= rest && strcmp(name + length - rest, tail) == 0;
}

int disk_syncs(disk *d, const char *tail)
{
    int syncs = 0;
    pthread_mutex_lock(&d->lock);
    for (int i = 0; i < FILES; i++)
        if (d->file[i].name[0] && ends_with(d->file[i].name, tail))
            syncs += d->file[i].syncs;
    pthread_mutex_unlock(&d->lock);
    return syncs;
}

/* ---- the power fails -------------------------------------------------------------------- */

static void leave_file(const platter *p, const char *folder, duel_rng *luck)
{
    char path[2 * NAME];
    platter found = {.bytes = NULL};
    resize(&found, p->size);
    if (p->size)
        memcpy(found.bytes, p->bytes, p->size);
    for (const change *c = p->first; c && luck; c = c->next)
        if (duel_rng_below(luck, 2))
            apply(&found, c);
    snprintf(path, sizeof path, "%s/%s", folder, p->name);
    FILE *out = must(fopen(path, "wb"));
    fwrite(found.bytes, 1, found.size, out);
    fclose(out);
    free(found.bytes);
}

void disk_power_cut(disk *d, const char *folder, uint64_t seed)
{
    duel_rng luck = check_rng(seed);
    pthread_mutex_lock(&d->lock);
    for (int i = 0; i < FILES; i++)
        if (d->file[i].name[0])
            leave_file(&d->file[i], folder, seed ? &luck : NULL);
    pthread_mutex_unlock(&d->lock);
}
