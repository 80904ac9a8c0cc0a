/* tests/tiers/test_peers.c -- several programs at one solve, here threads of one: the same
 * files as one makes alone, whatever one of them meets. */
#define _XOPEN_SOURCE 700
#include "rooms.h"

#include "hall.h"
#include "stairs.h"
#include "tiers/inside.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/file.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>

/* ---- the disk: a program that dies at a call for it ------------------------------------- */

int __real_rename(const char *from, const char *to);
int __wrap_rename(const char *from, const char *to);
int __real_fsync(int fd);
int __wrap_fsync(int fd);

static atomic_long calls_left = -1; /* of a child; below 0: it lives on */

static void perhaps_die(void)
{
    if (atomic_load(&calls_left) >= 0 && atomic_fetch_sub(&calls_left, 1) == 0)
        _exit(9);
}

int __wrap_rename(const char *from, const char *to)
{
    perhaps_die();
    int result = __real_rename(from, to);
    perhaps_die();
    return result;
}

int __wrap_fsync(int fd)
{
    (void)fd;
    perhaps_die();
    return 0;
}

/* ---- several at once --------------------------------------------------------------------- */

typedef struct member {
    tiers_job job;
    const tiers_folder *folder;
    tiers_report report;
    duel_status status;
    duel_msg why;
} member;

typedef struct party {
    hall hall;
    member member[HALL_MOST];
} party;

static void *solve_as_member(void *arg)
{
    member *m = arg;
    m->status = tiers_solve(&m->job, m->folder, &m->report, &m->why);
    return NULL;
}

static void party_init(party *p, const solving *s, int count, size_t memory)
{
    hall_init(&p->hall, count);
    for (int i = 0; i < count; i++)
        p->member[i] = (member){.job = {.v = &s->v,
                                        .root = &s->root,
                                        .memory = memory,
                                        .threads = 1 + i % 2,
                                        .peers = &p->hall.seat[i].peers},
                                .folder = &s->folder};
}

/* All end alike, and with the same sentence. */
static duel_status party_solve(party *p)
{
    pthread_t id[HALL_MOST];
    for (int i = 1; i < p->hall.count; i++)
        assert_int_equal(pthread_create(&id[i], NULL, solve_as_member, &p->member[i]), 0);
    solve_as_member(&p->member[0]);
    for (int i = 1; i < p->hall.count; i++)
        pthread_join(id[i], NULL);
    for (int i = 1; i < p->hall.count; i++) {
        assert_int_equal(p->member[i].status, p->member[0].status);
        if (p->member[0].status != DUEL_OK) {
            char first[1024];
            strcpy(first, check_english(&p->member[0].why));
            assert_string_equal(check_english(&p->member[i].why), first);
        }
    }
    assert_int_equal(hall_fini(&p->hall), 0);
    return p->member[0].status;
}

static void solve_together(solving *s, int count, size_t memory)
{
    party p;
    party_init(&p, s, count, memory);
    if (party_solve(&p) != DUEL_OK)
        fail_msg("%s: %s", s->folder.path, check_english(&p.member[0].why));
    s->report = p.member[0].report;
}

static const char *const variants[] = {"connect4 width=4 height=4",
                                       "connect4 width=6 height=2",
                                       "tictactoe",
                                       "nim matches=40",
                                       "chomp rows=5 cols=5",
                                       "kayles pins=18",
                                       "col columns=3 rows=3",
                                       "dodgem",
                                       "morris"};
enum { VARIANTS = sizeof variants / sizeof *variants };

TEST(files_do_not_depend_on_how_many_work)
{
    for (int i = 0; i < VARIANTS; i++) {
        room a = new_room();
        solving alone = begin_in(&a, variants[i]);
        bool nimbers = alone.v.traits & DUEL_NIMBERS, loopy = alone.v.traits & DUEL_LOOPY;
        size_t little = nimbers || loopy ? 8 * LITTLE : LITTLE;
        solve_whole(&alone, PLENTY, 1);
        for (int count = 2; count <= 4; count++) {
            room b = new_room();
            solving s = begin_in(&b, variants[i]);
            solve_together(&s, count, count == 3 ? little : PLENTY);
            expect_same_folder(alone.folder.path, s.folder.path);
            assert_int_equal(s.report.positions, alone.report.positions);
            assert_int_equal(s.report.fresh, alone.report.fresh);
            assert_int_equal(s.report.result.value, alone.report.result.value);
            assert_memory_equal(s.report.counts, alone.report.counts, sizeof s.report.counts);
            clear_folder(b.dir);
        }
        clear_folder(a.dir);
    }
}

/* Games drawn at random, in which moves lead over several tiers. */
TEST(stairs_are_solved_together)
{
    for (int i = 0; i < check_sample(24, 1000); i++) {
        room a = new_room(), b = new_room();
        char options[64];
        solving s = {.why = {.id = NULL}}, t;
        snprintf(options, sizeof options, "stairs=%d loops=%s margin=%s", i / 4 + 1,
                 i & 1 ? "yes" : "no", i & 2 ? "yes" : "no");
        assert_ok(duel_variant_read(&duel_game_stairs, duel_str_of(options), &s.v, &s.why));
        assert_ok(duel_deal(&s.v, duel_str_of("1"), &s.root));
        t = s;
        assert_ok(tiers_folder_make(a.dir, &s.v, &s.root, &s.folder, &s.why));
        assert_ok(tiers_folder_make(b.dir, &t.v, &t.root, &t.folder, &t.why));
        solve_whole(&s, PLENTY, 1);
        solve_together(&t, 2 + i % 4, PLENTY);
        expect_same_folder(s.folder.path, t.folder.path);
        clear_folder(a.dir);
        clear_folder(b.dir);
    }
}

TEST(shares_are_all_there_is)
{
    for (int count = 1; count <= HALL_MOST; count++)
        for (uint64_t blocks = 0; blocks < 30; blocks++) {
            uint64_t next = 0, from, upto;
            for (int i = 0; i < count; i++) {
                tiers_peers p = {.rank = i, .count = count};
                peers_blocks(&p, blocks, &from, &upto);
                assert_int_equal(from, next);
                assert_true(upto - from <= blocks / (uint64_t)count + 1);
                next = upto;
            }
            assert_int_equal(next, blocks);
        }
}

/* What is sent is what others own: less than three bytes for a move, and nobody gets all. */
TEST(little_is_sent)
{
    room r = new_room();
    solving s = begin_in(&r, "connect4 width=4 height=4");
    party p;
    party_init(&p, &s, 2, PLENTY);
    assert_ok(party_solve(&p));
    assert_in_range(p.hall.sent, p.member[0].report.positions / 2,
                    12 * p.member[0].report.positions);
    clear_folder(r.dir);
}

/* ---- what they agree on ------------------------------------------------------------------ */

typedef struct opinion {
    const tiers_peers *peers;
    duel_status status;
    duel_msg why;
} opinion;

static void *agree_as_member(void *arg)
{
    opinion *o = arg;
    o->status = peers_agree(o->peers, o->status, &o->why);
    return NULL;
}

/* Three of them meet, each with its own; all leave with the same. */
static void meet_with(opinion o[3])
{
    hall h;
    pthread_t id[3];
    hall_init(&h, 3);
    for (int i = 0; i < 3; i++) {
        o[i].peers = &h.seat[i].peers;
        assert_int_equal(pthread_create(&id[i], NULL, agree_as_member, &o[i]), 0);
    }
    for (int i = 0; i < 3; i++)
        pthread_join(id[i], NULL);
    assert_int_equal(hall_fini(&h), 0);
    for (int i = 1; i < 3; i++)
        assert_int_equal(o[i].status, o[0].status);
}

static void expect_said(const duel_msg *m, duel_lang lang, const char *text)
{
    CHECK_BUF(b);
    duel_render(lang, m, &b.sink);
    assert_string_equal(b.text, text);
}

TEST(they_agree_on_what_is_worst)
{
    opinion fine[3] = {{.status = DUEL_OK}, {.status = DUEL_OK}, {.status = DUEL_OK}};
    meet_with(fine);
    assert_ok(fine[0].status);
    opinion worse[3] = {{.status = DUEL_STOPPED}, {.status = DUEL_OK}, {.status = DUEL_OK}};
    worse[2].status = duel_fail(&worse[2].why, N_("Tier {0} is damaged."), "i", (int64_t)7);
    meet_with(worse);
    assert_int_equal(worse[1].status, DUEL_FAILED);
    expect_said(&worse[0].why, DUEL_EN, "Tier 7 is damaged.");
    expect_said(&worse[1].why, DUEL_FR, "L’étage 7 est endommagé.");
    opinion stopped[3] = {{.status = DUEL_OK}, {.status = DUEL_STOPPED}, {.status = DUEL_OK}};
    meet_with(stopped);
    assert_int_equal(stopped[0].status, DUEL_STOPPED);
    assert_null(stopped[0].why.id);
}

/* A game from a file brings its own; words inside are translated where they are read. */
TEST(they_understand_every_sentence)
{
    opinion own[3] = {{.status = DUEL_OK}, {.status = DUEL_OK}, {.status = DUEL_OK}};
    own[1].status = duel_fail(&own[1].why, DUEL_BOTH("It is {0}.", "C’est {0}."), "c", "so");
    meet_with(own);
    expect_said(&own[0].why, DUEL_EN, "It is so.");
    expect_said(&own[1].why, DUEL_FR, "C’est so.");
    opinion words[3] = {{.status = DUEL_OK}, {.status = DUEL_OK}, {.status = DUEL_OK}};
    words[1].status = duel_fail(&words[1].why, N_("{0}: {1}"), "cw", "a", N_("a tie"));
    meet_with(words);
    expect_said(&words[2].why, DUEL_EN, "a: a tie");
    expect_said(&words[2].why, DUEL_FR, "a : l’égalité");
}

/* ---- what one of them meets -------------------------------------------------------------- */

TEST(one_that_stops_stops_all)
{
    room r = new_room();
    solving s = begin_in(&r, "connect4 width=4 height=4");
    atomic_bool stop = true;
    for (int who = 0; who < 3; who++) {
        party p;
        party_init(&p, &s, 3, PLENTY);
        p.member[who].job.stop = &stop;
        assert_int_equal(party_solve(&p), DUEL_STOPPED);
    }
    solve_together(&s, 3, PLENTY);
    clear_folder(r.dir);
}

TEST(one_without_scratch_tells_all)
{
    room r = new_room();
    solving s = begin_in(&r, "connect4 width=4 height=3");
    party p;
    party_init(&p, &s, 3, PLENTY);
    p.member[2].job.scratch = "/tmp/there is no such folder";
    assert_int_equal(party_solve(&p), DUEL_FAILED);
    assert_non_null(
        strstr(check_english(&p.member[0].why), "/tmp/there is no such folder/scr"));
    clear_folder(r.dir);
}

/* Its disk is not the one that the others see. */
TEST(one_without_the_folder_tells_all)
{
    room r = new_room();
    solving s = begin_in(&r, "connect4 width=4 height=3");
    for (int who = 1; who < 3; who++) {
        tiers_folder elsewhere = s.folder;
        party p;
        strcpy(elsewhere.path, "/tmp/there is no such folder");
        party_init(&p, &s, 3, PLENTY);
        p.member[who].folder = &elsewhere;
        p.member[who].job.scratch = r.dir;
        assert_int_equal(party_solve(&p), DUEL_FAILED);
        assert_non_null(
            strstr(check_english(&p.member[0].why), "/tmp/there is no such folder"));
    }
    solve_together(&s, 3, PLENTY);
    clear_folder(r.dir);
}

TEST(one_with_too_little_memory_tells_all)
{
    room r = new_room();
    solving s = begin_in(&r, "connect4 width=4 height=4");
    party p;
    party_init(&p, &s, 2, PLENTY);
    p.member[1].job.memory = 5000;
    assert_int_equal(party_solve(&p), DUEL_NO_SPACE);
    assert_non_null(strstr(check_english(&p.member[0].why), "The memory limit of 0 MB"));
    solve_together(&s, 2, PLENTY);
    clear_folder(r.dir);
}

static void flip_byte(const char *path, long at)
{
    FILE *f = fopen(path, "r+b");
    assert_non_null(f);
    fseek(f, at, SEEK_SET);
    int c = fgetc(f);
    fseek(f, at, SEEK_SET);
    fputc(c ^ 0x10, f);
    fclose(f);
}

TEST(a_damaged_tier_is_named_by_all)
{
    room r = new_room();
    solving s = begin_in(&r, "connect4 width=4 height=3");
    char path[PATH_MAX];
    party p;
    solve_together(&s, 2, PLENTY);
    tiers_file_name(&s.folder, TIER_CODES, 8, path);
    assert_int_equal(unlink(path), 0);
    tiers_file_name(&s.folder, TIER_CODES, 7, path);
    flip_byte(path, 90);
    party_init(&p, &s, 3, PLENTY);
    assert_int_equal(party_solve(&p), DUEL_FAILED);
    assert_string_equal(check_english(&p.member[2].why), "Tier 7 is damaged.");
    clear_folder(r.dir);
}

TEST(a_folder_at_work_is_refused)
{
    room r = new_room();
    solving s = begin_in(&r, "nim matches=7");
    char path[PATH_MAX];
    party p;
    assert_true(snprintf(path, sizeof path, "%s/lock", s.folder.path) < PATH_MAX);
    int lock = open(path, O_RDWR | O_CREAT, 0600);
    assert_int_equal(flock(lock, LOCK_EX), 0);
    party_init(&p, &s, 2, PLENTY);
    assert_int_equal(party_solve(&p), DUEL_REFUSED);
    assert_string_equal(check_english(&p.member[1].why),
                        "Another program is solving this at the moment.");
    close(lock);
    solve_together(&s, 2, PLENTY);
    clear_folder(r.dir);
}

/* ---- interrupted ------------------------------------------------------------------------- */

/* In a child: 0 solved, 1 full, 9 died at a call. */
static int solve_in_child(const solving *s, int count, long calls, rlim_t most)
{
    pid_t child = fork();
    if (child == 0) {
        struct rlimit limit = {most, RLIM_INFINITY};
        party p;
        signal(SIGXFSZ, SIG_IGN);
        if (most != RLIM_INFINITY)
            setrlimit(RLIMIT_FSIZE, &limit);
        atomic_store(&calls_left, calls);
        party_init(&p, s, count, PLENTY);
        duel_status status = party_solve(&p);
        _exit(status == DUEL_OK ? 0 : status == DUEL_NO_SPACE ? 1 : 2);
    }
    int result;
    assert_int_equal(waitpid(child, &result, 0), child);
    assert_true(WIFEXITED(result));
    return WEXITSTATUS(result);
}

static const char *const interrupted[] = {"connect4 width=4 height=3", "chomp", "dodgem"};
enum { INTERRUPTED = 3 };

TEST(killed_at_any_call_they_end_with_the_same_files)
{
    for (int i = 0; i < INTERRUPTED; i++) {
        room a = new_room(), b = new_room();
        solving whole = begin_in(&a, interrupted[i]), s = begin_in(&b, interrupted[i]);
        int lives = 0;
        solve_whole(&whole, PLENTY, 1);
        while (solve_in_child(&s, 2 + lives % 2, check_sample(9, 5), RLIM_INFINITY) == 9)
            lives++;
        assert_true(lives > 3);
        solve_whole(&s, PLENTY, 1); /* alone, too: nothing of them is left */
        expect_same_folder(whole.folder.path, s.folder.path);
        clear_folder(a.dir);
        clear_folder(b.dir);
    }
}

TEST(a_full_disk_keeps_what_is_finished)
{
    static const rlim_t limits[] = {100, 700, 2500, 9000, RLIM_INFINITY};
    const char *variant = "connect4 width=4 height=4";
    room a = new_room(), b = new_room();
    solving whole = begin_in(&a, variant), s = begin_in(&b, variant);
    solve_whole(&whole, PLENTY, 1);
    for (size_t i = 0; i < sizeof limits / sizeof *limits; i++)
        assert_int_equal(solve_in_child(&s, 3, -1, limits[i]), limits[i] != RLIM_INFINITY);
    expect_same_folder(whole.folder.path, s.folder.path);
    clear_folder(a.dir);
    clear_folder(b.dir);
}
