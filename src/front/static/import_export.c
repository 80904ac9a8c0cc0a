/* front/static/import_export.c -- imports files into the browser and exports them: games from
 * files, and all that is kept as one file, in the form of `duel keep backup` (docs/serving.md).
 *
 * Called on the loop, by program_worker.js alone; texts and bytes that are given are for it to
 * free. A file is only looked at here: program_worker.js keeps it, and begins the program anew
 * with it. */
#include "care/care.h"
#include "front/static/inside.h"
#include "players/catalogue.h"
#include "store/maintenance.h"

#include <emscripten/emscripten.h>
#include <sqlite3.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char copy_path[] = "/data/copy.db", brought_path[] = "/data/brought.db";

/* NULL: all is well. */
static char *why_not(duel_status status, const duel_msg *why, int lang)
{
    duel_buf text;
    if (status == DUEL_OK)
        return NULL;
    duel_buf_init(&text);
    duel_render(lang ? DUEL_FR : DUEL_EN, why, &text.sink);
    char *said = strdup(text.failed ? "" : text.text);
    duel_buf_fini(&text);
    return said;
}

/* ---- games from files -------------------------------------------------------------------- */

/* Puts the game of a file on the shelf: before the page is opened, or to try it. */
EMSCRIPTEN_KEEPALIVE char *page_file(const char *path, int lang)
{
    duel_msg why;
    const duel_game *unused;
    return why_not(catalogue_open_game(duel_str_of(path), &unused, &why), &why, lang);
}

/* ---- all that is kept, as one file ------------------------------------------------------- */

static sqlite3_file *open_plain(sqlite3_vfs *vfs, const char *path)
{
    sqlite3_file *f = calloc(1, (size_t)vfs->szOsFile);
    if (f && vfs->xOpen(vfs, path, f, SQLITE_OPEN_READWRITE | SQLITE_OPEN_MAIN_DB, NULL) ==
                 SQLITE_OK)
        return f;
    free(f);
    return NULL;
}

static void close_plain(sqlite3_file *f)
{
    f->pMethods->xClose(f);
    free(f);
}

static unsigned char *read_whole(const char *path, int *len)
{
    sqlite3_vfs *vfs = sqlite3_vfs_find(NULL);
    sqlite3_file *f = open_plain(vfs, path);
    sqlite3_int64 size = 0;
    unsigned char *bytes = NULL;
    if (f && f->pMethods->xFileSize(f, &size) == SQLITE_OK && size > 0 && size < INT32_MAX)
        bytes = malloc((size_t)size);
    if (bytes && f->pMethods->xRead(f, bytes, (int)size, 0) != SQLITE_OK) {
        free(bytes);
        bytes = NULL;
    }
    if (f)
        close_plain(f);
    *len = (int)size;
    return bytes;
}

static bool write_whole(const char *path, const unsigned char *bytes, int len)
{
    sqlite3_vfs *vfs = sqlite3_vfs_find(NULL);
    sqlite3_file *f = open_plain(vfs, path);
    bool good = f && f->pMethods->xTruncate(f, 0) == SQLITE_OK &&
                f->pMethods->xWrite(f, bytes, len, 0) == SQLITE_OK;
    if (f)
        close_plain(f);
    return good;
}

/* A copy is made where it is forgotten with the page. */
static void forget_copy(const char *path)
{
    sqlite3_vfs *vfs = sqlite3_vfs_find(NULL);
    vfs->xDelete(vfs, path, 0);
    unlink(path);
}

/* The bytes of it; NULL: there is no memory for them. */
EMSCRIPTEN_KEEPALIVE unsigned char *page_copy(page *p, int *len)
{
    data_store *mine;
    duel_msg why;
    unsigned char *bytes = NULL;
    if (store_open_second(page_store(p), &mine, &why) != DUEL_OK)
        return NULL;
    if (maintain_copy(mine, copy_path, NULL, NULL, &why) == DUEL_OK)
        bytes = read_whole(copy_path, len);
    store_close(mine);
    forget_copy(copy_path);
    return bytes;
}

static void note_fault(void *self, const care_fault *f)
{
    duel_msg *first = self;
    if (first->id == NULL)
        *first = f->why;
}

static duel_status check_brought(duel_msg *why)
{
    data_store *s;
    care_health health;
    duel_msg first = {0};
    care_setup care = {.self = &first, .found = note_fault};
    duel_status status = maintain_open(brought_path, &s, why);
    if (status != DUEL_OK)
        return status;
    status = care_check(s, &care, &health, why);
    store_close(s);
    if (status == DUEL_OK && care_health_faults(&health)) {
        *why = first;
        status = DUEL_INVALID;
    }
    return status;
}

/* Whether these bytes may take the place of all that is kept: everything in them is looked at.
 */
EMSCRIPTEN_KEEPALIVE char *page_looks_right(const unsigned char *bytes, int len, int lang)
{
    duel_msg why;
    duel_status status = write_whole(brought_path, bytes, len) ? DUEL_OK : duel_no_space(&why);
    if (status == DUEL_OK)
        status = check_brought(&why);
    forget_copy(brought_path);
    return why_not(status, &why, lang);
}
