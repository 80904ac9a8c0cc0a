/* store/server_lock.c -- see server_lock.h. */
#include "store/server_lock.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { SIGNED_BYTES = 128 };
_Static_assert(SIGNED_BYTES > SERVER_LOCK_NAME + sizeof "-9223372036854775808 \n",
               "a process and a name");

/* What the one who has the lock wrote: "4711 127.0.0.1:8080". Nothing else is taken from a file
 * and told to a terminal. */
static bool read_signature(int file, int64_t *process, duel_str *name, char text[SIGNED_BYTES])
{
    static const char allowed[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                  "0123456789.:-_";
    duel_str number;
    ssize_t got = pread(file, text, SIGNED_BYTES - 1, 0);
    text[got > 0 ? got : 0] = '\0';
    duel_str rest = duel_str_of(text);
    return duel_str_word(&rest, " \n", &number) && duel_str_number(number, process) &&
           duel_str_word(&rest, " \n", name) && strspn(name->at, allowed) == name->len;
}

static duel_status say_who(int file, duel_str path, duel_msg *why)
{
    char text[SIGNED_BYTES];
    int64_t process;
    duel_str name;
    if (read_signature(file, &process, &name, text))
        return duel_refuse(
            why,
            N_("A server is at work in this data folder already, at http://{0}/ "
               "(process {1}, {2}). Use it, or give another folder with --data."),
            "sis", name, process, path);
    return duel_refuse(why,
                       N_("Another server is just beginning in this data folder ({0}). Use it, "
                          "or give another folder with --data."),
                       "s", path);
}

static duel_status lock_file(server_lock *l, duel_str path, duel_msg *why)
{
    struct flock whole = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
    int file = open(path.at, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    if (file >= 0 && fcntl(file, F_SETLK, &whole) == 0 && ftruncate(file, 0) == 0) {
        *l = (server_lock){.held = true, .file = file};
        return DUEL_OK;
    }
    int error = errno;
    duel_status status = file >= 0 && (error == EACCES || error == EAGAIN)
                             ? say_who(file, path, why)
                             : duel_fail(why, N_("The server cannot lock {0}: {1}."), "sc",
                                         path, strerror(error));
    if (file >= 0)
        close(file);
    return status;
}

duel_status server_lock_take(server_lock *l, const char *base, duel_msg *why)
{
    duel_buf path;
    const char *slash = strrchr(base, '/');
    duel_buf_init(&path);
    if (slash)
        duel_put_str(&path.sink, (duel_str){base, (size_t)(slash - base) + 1});
    duel_put(&path.sink, "server.lock");
    if (path.failed) {
        duel_buf_fini(&path);
        return duel_no_space(why);
    }
    duel_status status = lock_file(l, duel_buf_str(&path), why);
    duel_buf_fini(&path);
    return status;
}

void server_lock_sign(const server_lock *l, const char *name)
{
    char text[SIGNED_BYTES];
    int len = snprintf(text, sizeof text, "%ld %s\n", (long)getpid(), name);
    ssize_t written = pwrite(l->file, text, (size_t)len, 0);
    (void)written; /* a disk that is full only shortens the sentence of the next server */
}

void server_lock_drop(server_lock *l)
{
    if (l->held)
        close(l->file);
    l->held = false;
}
