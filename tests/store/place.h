/* tests/store/place.h -- a folder of its own for each test, and small helpers. */
#ifndef TESTS_STORE_PLACE_H
#define TESTS_STORE_PLACE_H

#include "check.h"

#include "store/store.h"

#include <unistd.h>

enum { PLACE_TEXT = 256 };

typedef struct place {
    char dir[PLACE_TEXT / 2]; /* not yet made: the store does */
    char root[PLACE_TEXT / 4];
    char file[PLACE_TEXT];
} place;

static inline void place_init(place *p)
{
    const char *tmp = getenv("TMPDIR");
    snprintf(p->root, sizeof p->root, "%s/duel-store-XXXXXX",
             tmp && strlen(tmp) < 30 ? tmp : "/tmp");
    assert_non_null(mkdtemp(p->root));
    snprintf(p->dir, sizeof p->dir, "%s/share/duelliste", p->root);
    snprintf(p->file, sizeof p->file, "%s/duelliste.db", p->dir);
}

static inline void place_fini(const place *p)
{
    static const char *const tails[] = {"", "-wal", "-shm", "-journal"};
    char path[PLACE_TEXT + 8];
    for (size_t i = 0; i < sizeof tails / sizeof *tails; i++) {
        snprintf(path, sizeof path, "%s%s", p->file, tails[i]);
        unlink(path);
    }
    rmdir(p->dir);
    snprintf(path, sizeof path, "%s/share", p->root);
    rmdir(path);
    assert_int_equal(rmdir(p->root), 0); /* nothing else was left behind */
}

/* A place for this block, at whose end nothing is left of it. */
#define PLACE(name)                                                                            \
    __attribute__((cleanup(place_fini))) place name;                                           \
    place_init(&name)

static inline data_store *open_at(const place *p)
{
    data_store *s = NULL;
    duel_msg why = {.id = NULL};
    duel_status status = store_open(p->dir, &s, &why);
    if (status != DUEL_OK)
        print_message("%s: %s\n", why.id, why.text);
    assert_ok(status);
    return s;
}

static inline void close_at_end(data_store **s)
{
    store_close(*s);
}

/* The base of a place, closed at the end of this block. */
#define STORE(name, at) __attribute__((cleanup(close_at_end))) data_store *name = open_at(at)

/* A game of which nothing is known but its header; its id is drawn from `rng`. */
static inline duel_status make_game(data_store *s, const saved_game *header, int64_t now,
                                    duel_rng *rng, char id[STORE_ID_TEXT])
{
    store_draw_id(rng, id);
    store_changes batch = {.id = id, .header = header, .time = now};
    return store_append(s, &batch, NULL);
}

#endif
