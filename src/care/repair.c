/* care/repair.c -- repair, backup and restore: what care.h does with whole files. */
#include "care/inside.h"
#include "store/server_lock.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum { NAME_TEXT = 512 };

/* ---- what is moved aside ----------------------------------------------------------------- */

static void care_aside_init(care_aside *a, const char *path, duel_lang lang)
{
    *a = (care_aside){.lang = lang};
    snprintf(a->path, sizeof a->path, "%s", path);
    duel_buf_init(&a->reason);
}

void care_aside_reason(care_aside *a, const char *name, const duel_msg *why)
{
    duel_buf_clear(&a->reason);
    duel_putf(&a->reason.sink, "-- %s%s", name, name[0] ? ": " : "");
    duel_render(a->lang, why, &a->reason.sink);
    for (char *c = a->reason.text; *c; c++) /* what was read stays in its comment */
        if (*c == '\n' || *c == '\r')
            *c = ' ';
}

static FILE *aside_file(care_aside *a)
{
    if (a->out.file == NULL) {
        FILE *file = fopen(a->path, "wxe");
        if (file)
            fchmod(fileno(file), 0600); /* seeds of running games may be in it */
        if (file)
            duel_stream_init(&a->out, file);
    }
    return a->out.file;
}

bool care_aside_row(void *aside, const store_row *row)
{
    care_aside *a = aside;
    FILE *file = aside_file(a);
    if (file == NULL)
        return false;
    if (a->reason.len)
        duel_putf(&a->out.sink, "%s\n", a->reason.text);
    duel_buf_clear(&a->reason);
    row_print(row, &a->out.sink);
    a->rows++;
    return !ferror(file);
}

bool care_aside_sync(care_aside *a)
{
    FILE *file = a->out.file;
    return file == NULL || (fflush(file) == 0 && fsync(fileno(file)) == 0);
}

static bool care_aside_fini(care_aside *a)
{
    bool done = care_aside_sync(a);
    if (a->out.file)
        fclose(a->out.file);
    duel_buf_fini(&a->reason);
    return done;
}

/* ---- names ------------------------------------------------------------------------------- */

/* The base, and names beside it that say what the files are and when they were made. */
typedef struct care_names {
    duel_buf base;
    char fresh[NAME_TEXT], damaged[NAME_TEXT], before[NAME_TEXT], aside[NAME_TEXT];
} care_names;

static bool name_beside(char out[NAME_TEXT], const char *base, const char *what,
                        const char *stamp, const char *tail)
{
    return snprintf(out, NAME_TEXT, "%s.%s-%s%s", base, what, stamp, tail) < NAME_TEXT;
}

static duel_status name_files(care_names *n, const char *dir, int64_t now, duel_msg *why)
{
    char stamp[32];
    struct tm utc;
    time_t seconds = (time_t)now;
    gmtime_r(&seconds, &utc);
    strftime(stamp, sizeof stamp, "%Y%m%d-%H%M%S", &utc);
    duel_buf_init(&n->base);
    duel_status status = maintain_path(dir, &n->base, why);
    const char *base = n->base.text;
    bool fits = status == DUEL_OK && name_beside(n->fresh, base, "new", stamp, "") &&
                name_beside(n->damaged, base, "damaged", stamp, "") &&
                name_beside(n->before, base, "before", stamp, "") &&
                name_beside(n->aside, base, "aside", stamp, ".sql");
    return status == DUEL_OK && !fits ? duel_invalid(why, N_("The file name is too long."), "")
                                      : status;
}

/* ---- repair ------------------------------------------------------------------------------ */

static duel_status rebuild_alone(const care_names *n, care_aside *aside,
                                 care_repair_report *out, duel_msg *why)
{
    store_rescue rescue = {.take = care_aside_row, .to = aside};
    duel_msg lost;
    duel_say(&lost, N_("Such a row cannot stand in a base."), "");
    care_aside_reason(aside, "", &lost);
    duel_status status = maintain_alone(n->base.text, why);
    if (status == DUEL_OK)
        status = maintain_copy_files(n->base.text, n->damaged, why);
    if (status != DUEL_OK)
        return status;
    status = maintain_rescue(n->damaged, n->fresh, &rescue, why);
    if (status == DUEL_OK)
        status = maintain_put(n->fresh, n->base.text, why);
    if (status != DUEL_OK) { /* the base is as it was */
        maintain_discard(n->damaged);
        return status;
    }
    snprintf(out->damaged_file, sizeof out->damaged_file, "%s", n->damaged);
    out->read = rescue.read;
    out->carved = rescue.carved;
    return DUEL_OK;
}

static void tell_rebuilt(const care_setup *care, const care_repair_report *r)
{
    care_fault f = {.kind = CARE_FAULT_FILE};
    duel_say(&f.why, N_("The file is damaged: {0} rows of it are in a new one."), "i",
             r->read + r->carved);
    if (care->found)
        care->found(care->self, &f);
}

/* All its rows into a new base, the damaged one kept beside it. */
static duel_status rebuild(const care_names *n, const care_setup *care, care_aside *aside,
                           care_repair_report *out, duel_msg *why)
{
    server_lock lock = {.held = false};
    duel_status status = server_lock_take(&lock, n->base.text, why);
    if (status == DUEL_OK)
        status = rebuild_alone(n, aside, out, why);
    server_lock_drop(&lock);
    if (status == DUEL_OK)
        tell_rebuilt(care, out);
    return status;
}

static duel_status mend_rows(const care_names *n, const care_setup *care, care_aside *aside,
                             care_repair_report *out, duel_msg *why)
{
    data_store *store = NULL;
    duel_status status = maintain_open(n->base.text, &store, why);
    if (status == DUEL_OK)
        status = care_examine(store, care, aside, &out->health, why);
    out->health.faults[CARE_FAULT_FILE] += out->damaged_file[0] != '\0';
    store_close(store);
    return status;
}

static duel_status repair_base(const care_names *n, const care_setup *care, care_aside *aside,
                               care_repair_report *out, duel_msg *why)
{
    store_state state = maintain_state(n->base.text, why);
    if (state == STORE_STRANGE)
        return DUEL_FAILED;
    duel_status status = state == STORE_DAMAGED ? rebuild(n, care, aside, out, why) : DUEL_OK;
    return status == DUEL_OK ? mend_rows(n, care, aside, out, why) : status;
}

duel_status care_repair(const char *dir, int64_t now, const care_setup *care,
                        care_repair_report *out, duel_msg *why)
{
    care_names n;
    care_aside aside;
    *out = (care_repair_report){.read = 0};
    duel_status status = name_files(&n, dir, now, why);
    if (status == DUEL_OK) {
        care_aside_init(&aside, n.aside, care->lang);
        status = repair_base(&n, care, &aside, out, why);
        out->aside = aside.rows;
        if (aside.rows)
            snprintf(out->aside_file, sizeof out->aside_file, "%s", n.aside);
        if (!care_aside_fini(&aside) && status == DUEL_OK)
            status = duel_fail(why, N_("What is broken could not be moved aside."), "");
    }
    duel_buf_fini(&n.base);
    return status;
}

/* ---- backup ------------------------------------------------------------------------------ */

static bool is_same_file(const char *a, const char *b)
{
    struct stat one, other;
    return stat(a, &one) == 0 && stat(b, &other) == 0 && one.st_dev == other.st_dev &&
           one.st_ino == other.st_ino;
}

duel_status care_backup(data_store *store, const char *file, bool replace,
                        const care_setup *care, duel_msg *why)
{
    char part[NAME_TEXT];
    data_store *own = NULL;
    if (snprintf(part, sizeof part, "%s.part", file) >= NAME_TEXT)
        return duel_invalid(why, N_("The file name is too long."), "");
    if (is_same_file(file, store_path(store)))
        return duel_refuse(why, N_("{0} is the base itself."), "c", file);
    if (!replace && access(file, F_OK) == 0)
        return duel_refuse(why, N_("{0} is there already; --replace writes over it."), "c",
                           file);
    unlink(part); /* of one who was interrupted */
    duel_status status = store_open_second(store, &own, why);
    if (status == DUEL_OK)
        status = maintain_copy(own, part, care->step, care->self, why);
    store_close(own);
    return status == DUEL_OK ? maintain_put(part, file, why) : status;
}

/* ---- restore ----------------------------------------------------------------------------- */

/* Whether there is nothing in the base of the folder, which is made if there is none. */
static bool is_empty(const char *dir)
{
    data_store *store = NULL;
    store_sizes z = {.games = 1};
    if (store_open(dir, &store, NULL) == DUEL_OK)
        maintain_sizes(store, &z, NULL);
    store_close(store);
    return z.games + z.runs + z.profiles + z.exercises + z.dailies == 0;
}

static duel_status check_copy(const char *copy, const char *file, const care_setup *care,
                              care_health *found, duel_msg *why)
{
    data_store *store = NULL;
    duel_status status = maintain_open(copy, &store, why);
    if (status == DUEL_OK)
        status = care_check(store, care, found, why);
    store_close(store);
    if (status == DUEL_OK && care_health_faults(found))
        status = duel_refuse(why, N_("{0} is not sound: nothing was restored."), "c", file);
    return status == DUEL_OK ? maintain_alone(copy, why) : status;
}

/* The base that is there is kept beside, unless nothing is in it. */
static duel_status put_copy(const care_names *n, bool keep, char before[NAME_TEXT],
                            duel_msg *why)
{
    server_lock lock = {.held = false};
    duel_status status = server_lock_take(&lock, n->base.text, why);
    if (status == DUEL_OK)
        status = maintain_alone(n->base.text, why);
    if (status == DUEL_OK && keep)
        status = maintain_copy_files(n->base.text, n->before, why);
    if (status == DUEL_OK)
        status = maintain_put(n->fresh, n->base.text, why);
    if (status == DUEL_OK && keep)
        snprintf(before, NAME_TEXT, "%s", n->before);
    server_lock_drop(&lock);
    return status;
}

static duel_status restore_copy(const care_names *n, const char *file, bool keep,
                                const care_setup *care, care_health *found,
                                char before[NAME_TEXT], duel_msg *why)
{
    if (access(file, R_OK) != 0)
        return duel_fail(why, N_("Cannot read {0}: {1}."), "cc", file, strerror(errno));
    duel_status status = maintain_copy_files(file, n->fresh, why);
    if (status == DUEL_OK)
        status = check_copy(n->fresh, file, care, found, why);
    if (status == DUEL_OK)
        status = put_copy(n, keep, before, why);
    if (status != DUEL_OK)
        maintain_discard(n->fresh);
    return status;
}

duel_status care_restore(const char *dir, const char *file, bool replace, int64_t now,
                         const care_setup *care, care_health *found, char before[NAME_TEXT],
                         duel_msg *why)
{
    care_names n;
    bool empty = is_empty(dir);
    before[0] = '\0';
    duel_status status = name_files(&n, dir, now, why);
    if (status == DUEL_OK && is_same_file(file, n.base.text))
        status = duel_refuse(why, N_("{0} is the base itself."), "c", file);
    if (status == DUEL_OK && !replace && !empty)
        status = duel_refuse(
            why, N_("{0} is there already; --replace puts the backup in its place."), "c",
            n.base.text);
    if (status == DUEL_OK)
        status = restore_copy(&n, file, !empty, care, found, before, why);
    duel_buf_fini(&n.base);
    return status;
}
