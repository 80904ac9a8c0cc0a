/* store/files.c -- see files.h. */
#include "store/files.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

duel_status duel_file_read(const char *path, duel_buf *out, duel_msg *why)
{
    enum { MOST = 64 << 20 };
    char block[65536];
    size_t got;
    FILE *f = strcmp(path, "-") == 0 ? stdin : fopen(path, "rbe");
    if (f == NULL)
        return duel_bad(why, N_("Cannot read {0}: {1}."), "cc", path, strerror(errno));
    while ((got = fread(block, 1, sizeof block, f)) > 0 && out->len <= MOST)
        duel_put_str(&out->sink, (duel_str){block, got});
    bool failed = ferror(f) || out->failed;
    if (f != stdin)
        fclose(f);
    if (failed || out->len > MOST)
        return duel_bad(why, N_("Cannot read {0}: {1}."), "cc", path,
                        failed ? strerror(errno) : "> 64 MB");
    return DUEL_OK;
}

static bool write_whole(const char *path, duel_str text)
{
    FILE *f = fopen(path, "wbe");
    if (f == NULL)
        return false;
    bool written = fwrite(text.at, 1, text.len, f) == text.len;
    return fclose(f) == 0 && written;
}

duel_status duel_file_replace(const char *path, duel_str text, duel_msg *why)
{
    char aside[PATH_MAX];
    if (snprintf(aside, sizeof aside, "%s.new", path) >= PATH_MAX)
        return duel_bad(why, N_("The file name is too long."), "");
    if (write_whole(aside, text) && rename(aside, path) == 0)
        return DUEL_OK;
    duel_fail(why, N_("Cannot write {0}: {1}."), "cc", path, strerror(errno));
    unlink(aside);
    return DUEL_FAILED;
}

duel_status duel_folder_make(const char *path, duel_msg *why)
{
    if (mkdir(path, 0777) == 0 || errno == EEXIST)
        return DUEL_OK;
    return duel_fail(why, N_("Cannot write {0}: {1}."), "cc", path, strerror(errno));
}
