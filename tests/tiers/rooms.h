/* tests/tiers/rooms.h -- folders in which games are solved, for the tests: made, compared,
 * cleared away. */
#ifndef TESTS_TIERS_ROOMS_H
#define TESTS_TIERS_ROOMS_H

#include "check.h"

#include "tiers/solve.h"

#include <dirent.h>
#include <unistd.h>

enum { PLENTY = 64 << 20, LITTLE = 96 << 10 };

typedef struct room {
    char dir[64];
} room;

static inline room new_room(void)
{
    room r = {"/tmp/duel-tiers-XXXXXX"};
    assert_non_null(mkdtemp(r.dir));
    return r;
}

static inline void clear_folder(const char *path)
{
    DIR *d = opendir(path);
    char file[PATH_MAX];
    assert_non_null(d);
    for (struct dirent *e; (e = readdir(d)) != NULL;) {
        if (strcmp(e->d_name, ".") == 0 || strcmp(e->d_name, "..") == 0)
            continue;
        assert_true(snprintf(file, sizeof file, "%s/%s", path, e->d_name) < PATH_MAX);
        if (unlink(file) != 0)
            clear_folder(file);
    }
    closedir(d);
    assert_int_equal(rmdir(path), 0);
}

typedef struct solving {
    duel_variant v;
    duel_state root;
    tiers_folder folder;
    tiers_report report;
    duel_msg why;
} solving;

static inline solving begin_in(const room *r, const char *variant)
{
    solving s = {.v = check_variant(variant)};
    assert_ok(duel_deal(&s.v, duel_str_of("1"), &s.root));
    duel_status status = tiers_folder_make(r->dir, &s.v, &s.root, &s.folder, &s.why);
    assert_ok(status);
    return s;
}

static inline duel_status go_on(solving *s, size_t memory, int threads)
{
    tiers_job j = {.v = &s->v, .root = &s->root, .memory = memory, .threads = threads};
    return tiers_solve(&j, &s->folder, &s->report, &s->why);
}

static inline void solve_whole(solving *s, size_t memory, int threads)
{
    duel_status status = go_on(s, memory, threads);
    if (status != DUEL_OK)
        fail_msg("%s: %s", s->folder.path, check_english(&s->why));
}

static inline void read_whole(const char *path, duel_buf *out)
{
    char block[4096];
    size_t got;
    FILE *f = fopen(path, "rb");
    assert_non_null(f);
    while ((got = fread(block, 1, sizeof block, f)) > 0)
        duel_put_str(&out->sink, (duel_str){block, got});
    fclose(f);
}

static inline void expect_same_file(const char *a, const char *b)
{
    CHECK_BUF(x);
    CHECK_BUF(y);
    read_whole(a, &x);
    read_whole(b, &y);
    if (x.len != y.len || memcmp(x.text, y.text, x.len) != 0)
        fail_msg("%s is not %s", a, b);
}

/* All files of one folder are in the other, byte by byte, and it has no more. */
static inline void expect_same_folder(const char *a, const char *b)
{
    DIR *d = opendir(a);
    char x[PATH_MAX], y[PATH_MAX];
    long count = 0;
    for (struct dirent *e; (e = readdir(d)) != NULL;) {
        if (e->d_name[0] == '.')
            continue;
        assert_true(snprintf(x, sizeof x, "%s/%s", a, e->d_name) < PATH_MAX);
        assert_true(snprintf(y, sizeof y, "%s/%s", b, e->d_name) < PATH_MAX);
        expect_same_file(x, y);
        count++;
    }
    closedir(d);
    for (d = opendir(b); d;) {
        struct dirent *e = readdir(d);
        if (e == NULL)
            break;
        count -= e->d_name[0] != '.';
    }
    closedir(d);
    assert_int_equal(count, 0);
}

#endif
