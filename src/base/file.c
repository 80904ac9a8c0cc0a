/* base/file.c -- see file.h. */
#define _XOPEN_SOURCE 700 /* realpath */
#include "base/file.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static duel_status cannot_read(const char *path, int error, duel_msg *why)
{
    return duel_invalid(why, N_("Cannot read {0}: {1}."), "cc", path, strerror(error));
}

static duel_status cannot_write(const char *path, int error, duel_msg *why)
{
    return duel_invalid(why, N_("Cannot write {0}: {1}."), "cc", path, strerror(error));
}

duel_status duel_file_read(const char *path, size_t most, duel_buf *out, duel_msg *why)
{
    char block[65536];
    size_t got, sum = 0;
    FILE *f = strcmp(path, "-") == 0 ? stdin : fopen(path, "rbe");
    if (f == NULL)
        return cannot_read(path, errno, why);
    while (sum <= most && (got = fread(block, 1, sizeof block, f)) > 0) {
        duel_put_str(&out->sink, (duel_str){block, got});
        sum += got;
    }
    int error = ferror(f) ? errno : sum > most ? EFBIG : 0;
    if (f != stdin)
        fclose(f);
    if (error)
        return cannot_read(path, error, why);
    return out->failed ? duel_no_space(why) : DUEL_OK;
}

static bool write_all(int fd, duel_str text)
{
    while (text.len > 0) {
        ssize_t done = write(fd, text.at, text.len);
        if (done < 0 && errno != EINTR)
            return false;
        text.at += done > 0 ? done : 0;
        text.len -= done > 0 ? (size_t)done : 0;
    }
    return true;
}

/* 0, or why not. `old`: the file whose rights it takes over, or NULL. */
static int write_plain(const char *path, duel_str text, const struct stat *old)
{
    int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    if (fd < 0)
        return errno;
    bool done = (old == NULL || fchmod(fd, old->st_mode & 0777) == 0) && write_all(fd, text) &&
                fsync(fd) == 0;
    int error = done ? 0 : errno;
    return close(fd) == 0 || error ? error : errno;
}

static int write_into(const char *path, duel_str text)
{
    int fd = open(path, O_WRONLY | O_CLOEXEC);
    if (fd < 0)
        return errno;
    int error = write_all(fd, text) ? 0 : errno;
    return close(fd) == 0 || error ? error : errno;
}

/* A program's own name beside the file: two that write it at once never mix their texts. */
static int write_aside(const char *path, duel_str text, const struct stat *old)
{
    char aside[PATH_MAX];
    if (snprintf(aside, sizeof aside, "%s.new-%ld", path, (long)getpid()) >= PATH_MAX)
        return ENAMETOOLONG;
    int error = write_plain(aside, text, old);
    if (error == 0 && rename(aside, path) != 0)
        error = errno;
    if (error)
        unlink(aside);
    return error;
}

/* Links stay: what they lead to is replaced. */
static int replace(const char *path, duel_str text)
{
    struct stat old;
    char place[PATH_MAX];
    if (stat(path, &old) != 0)
        return write_aside(path, text, NULL);
    if (!S_ISREG(old.st_mode))
        return write_into(path, text);
    return realpath(path, place) ? write_aside(place, text, &old) : errno;
}

duel_status duel_file_replace(const char *path, duel_str text, duel_msg *why)
{
    int error = replace(path, text);
    return error ? cannot_write(path, error, why) : DUEL_OK;
}

duel_status duel_file_replace_with(const char *path, duel_buf *drawn, duel_msg *why)
{
    duel_status status =
        drawn->failed ? duel_no_space(why) : duel_file_replace(path, duel_buf_str(drawn), why);
    duel_buf_fini(drawn);
    return status;
}

duel_status duel_folder_make(const char *path, duel_msg *why)
{
    return mkdir(path, 0777) == 0 || errno == EEXIST ? DUEL_OK : cannot_write(path, errno, why);
}
