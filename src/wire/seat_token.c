/* wire/seat_token.c -- see seat_token.h. */
#include "wire/seat_token.h"

#include <errno.h>
#include <fcntl.h>
#include <sodium.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

typedef enum found { NONE, WHOLE, DAMAGED } found;

static found read_secret(const char *path, wire_key *out)
{
    unsigned char bytes[sizeof out->secret + 1]; /* one more than there should be */
    struct stat what;
    int fd = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC); /* a pipe would let us wait */
    if (fd < 0)
        return NONE;
    bool plain = fstat(fd, &what) == 0 && S_ISREG(what.st_mode);
    ssize_t got = plain ? read(fd, bytes, sizeof bytes) : -1;
    close(fd);
    if (got != (ssize_t)sizeof out->secret)
        return DAMAGED;
    memcpy(out->secret, bytes, sizeof out->secret);
    return WHOLE;
}

/* Under another name first, so that a secret half written is never read. */
static bool write_secret(const char *path, const wire_key *k)
{
    duel_buf fresh;
    duel_buf_init(&fresh);
    duel_putf(&fresh.sink, "%s.%ld", path, (long)getpid());
    int fd = open(fresh.text, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    bool good = fd >= 0 &&
                write(fd, k->secret, sizeof k->secret) == (ssize_t)sizeof k->secret &&
                fsync(fd) == 0;
    if (fd >= 0)
        good = close(fd) == 0 && good;
    if (good) /* another server may have been faster: then its secret is the one */
        good = link(fresh.text, path) == 0 || errno == EEXIST;
    unlink(fresh.text);
    duel_buf_fini(&fresh);
    return good;
}

static found read_or_make(const char *path, wire_key *k)
{
    found there = read_secret(path, k);
    if (there != NONE)
        return there;
    randombytes_buf(k->secret, sizeof k->secret);
    return write_secret(path, k) ? read_secret(path, k) : NONE;
}

static duel_status say_found(found there, duel_str path, duel_msg *why)
{
    if (there == WHOLE)
        return DUEL_OK;
    if (there == NONE)
        return duel_fail(why, N_("The secret of the seats cannot be kept in {0}."), "s", path);
    return duel_fail(
        why,
        N_("The secret of the seats in {0} is damaged. Put a copy of it back, or "
           "remove it: then links to seats given out so far are no good any more."),
        "s", path);
}

duel_status wire_key_open(const data_store *store, wire_key *out, duel_msg *why)
{
    wire_key k;
    duel_buf path;
    duel_buf_init(&path);
    store_beside(store, "page.key", &path.sink);
    duel_status status = say_found(read_or_make(path.text, &k), duel_buf_str(&path), why);
    duel_buf_fini(&path);
    if (status == DUEL_OK)
        *out = k;
    return status;
}

void wire_key_token(const wire_key *k, const char *table, int seat, int hands,
                    char out[WIRE_TOKEN_TEXT])
{
    unsigned char hash[16];
    char what[96];
    int len = snprintf(what, sizeof what, "seat %d of %s", seat, table);
    if (hands)
        len += snprintf(what + len, sizeof what - (size_t)len, ", hand %d", hands);
    crypto_generichash(hash, sizeof hash, (const unsigned char *)what, (unsigned long long)len,
                       k->secret, sizeof k->secret);
    sodium_bin2hex(out, WIRE_TOKEN_TEXT, hash, sizeof hash);
}

bool wire_key_fits(const wire_key *k, const char *table, int seat, int hands, duel_str token)
{
    char right[WIRE_TOKEN_TEXT];
    wire_key_token(k, table, seat, hands, right);
    return token.len == WIRE_TOKEN_TEXT - 1 && sodium_memcmp(right, token.at, token.len) == 0;
}
