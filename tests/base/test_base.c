/* tests/base/test_base.c -- slices, buffers, screens, messages and chance. */
#include "base/descriptors.h"
#include "base/long_work.h"
#include "base/real.h"
#include "base/spelling.h"
#include "base/terminal_safe.h"
#include "check.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <locale.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

TEST(numbers_are_read_whole_or_not_at_all)
{
    static const struct {
        const char *text;
        bool good;
        int64_t value;
    } cases[] = {{"0", true, 0},
                 {"-7", true, -7},
                 {"9223372036854775807", true, INT64_MAX},
                 {"-9223372036854775808", true, INT64_MIN},
                 {"9223372036854775808", false, 0},
                 {"99999999999999999999", false, 0},
                 {"", false, 0},
                 {"-", false, 0},
                 {"1x", false, 0},
                 {" 1", false, 0},
                 {"+1", false, 0}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        int64_t n = 42;
        assert_int_equal(duel_str_number(duel_str_of(cases[i].text), &n), cases[i].good);
        assert_int_equal(n, cases[i].good ? cases[i].value : 42);
    }
}

TEST(parts_may_be_empty_and_words_not)
{
    duel_str rest = duel_str_of("a//b"), part, word;
    int parts = 0, words = 0;
    while (duel_str_part(&rest, '/', &part))
        parts++;
    rest = duel_str_of("a//b");
    while (duel_str_word(&rest, "/", &word))
        words++;
    assert_int_equal(parts, 3);
    assert_int_equal(words, 2);
}

TEST(a_buffer_keeps_what_it_was_given)
{
    char expected[3 * 5000 + 1] = "", digits[16];
    CHECK_BUF(b);
    assert_string_equal(b.text, "");
    for (int i = 0; i < 5000; i++) {
        duel_putf(&b.sink, "%03d", i % 1000);
        snprintf(digits, sizeof digits, "%03d", i % 1000);
        memcpy(expected + 3 * i, digits, 4);
    }
    assert_string_equal(b.text, expected);
    duel_buf_clear(&b);
    assert_string_equal(b.text, "");
}

static const char *say(duel_lang lang, const duel_msg *m)
{
    static char text[600];
    CHECK_BUF(b);
    duel_render(lang, m, &b.sink);
    snprintf(text, sizeof text, "%s", b.text);
    return text;
}

TEST(messages_count_as_their_language_does)
{
    static const struct {
        int64_t n;
        const char *english, *french;
    } cases[] = {
        {0, "0 matches", "0 allumette"},
        {1, "1 match", "1 allumette"},
        {2, "2 matches", "2 allumettes"},
        {-1, "-1 match", "-1 allumette"},
        {INT64_MAX, "9223372036854775807 matches", "9223372036854775807 allumettes"},
        {INT64_MIN, "-9223372036854775808 matches", "-9223372036854775808 allumettes"}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        duel_msg m;
        duel_say(&m, "{0} {0:match|matches}", "i", cases[i].n);
        assert_string_equal(say(DUEL_EN, &m), cases[i].english);
        assert_string_equal(say(DUEL_FR, &m), cases[i].french);
    }
}

TEST(a_message_stays_one_line_whatever_it_quotes)
{
    char huge[4000];
    duel_msg m;
    memset(huge, 'x', sizeof huge);
    huge[10] = '\n', huge[11] = '\0', huge[12] = 0x1b;
    duel_say(&m, "Not “{0}” but {1}", "sc", (duel_str){huge, sizeof huge}, "short");
    const char *text = say(DUEL_EN, &m);
    assert_null(strpbrk(text, "\n\x1b"));
    assert_true(strlen(text) < 300);
    assert_non_null(strstr(text, "…"));
    duel_say(&m, "{0}", "c", "à\t\x7f\xc2\x9b\xe2\x80\xae∧\xff\xc3");
    assert_string_equal(say(DUEL_EN, &m), "à????∧??");
}

TEST(characters_are_utf8_or_none)
{
    static const struct {
        const char *bytes;
        bool right;
        uint32_t code;
        size_t left;
    } cases[] = {{"a", true, 'a', 0},
                 {"é.", true, 0xE9, 1},
                 {"∧", true, 0x2227, 0},
                 {"\xF0\x9F\x98\x80", true, 0x1F600, 0},
                 {"\xF4\x90\x80\x80", false, 0xF4, 3}, /* beyond the last */
                 {"\xC0\xAF", false, 0xC0, 1},         /* too many bytes */
                 {"\xE0\x9F\xBF", false, 0xE0, 2},
                 {"\xED\xA0\x80", false, 0xED, 2}, /* half of a pair */
                 {"\xE2\x88", false, 0xE2, 1},
                 {"\xE2.", false, 0xE2, 1},
                 {"\x80", false, 0x80, 0},
                 {"\xFF", false, 0xFF, 0}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        duel_str rest = duel_str_of(cases[i].bytes);
        uint32_t code;
        assert_int_equal(duel_str_character(&rest, &code), cases[i].right);
        assert_int_equal(code, cases[i].code);
        assert_int_equal(rest.len, cases[i].left);
    }
}

/* What a screen makes of a text, given to it in pieces of that many bytes. */
static const char *shown(duel_str text, size_t piece)
{
    static char seen[600];
    duel_terminal_safe s;
    FILE *f = tmpfile();
    assert_non_null(f);
    duel_terminal_safe_init(&s, f);
    for (size_t at = 0; at < text.len; at += piece) {
        size_t n = text.len - at < piece ? text.len - at : piece;
        duel_put_str(&s.sink, (duel_str){text.at + at, n});
    }
    duel_put_command(&s.sink, "\033[0m");
    rewind(f);
    seen[fread(seen, 1, sizeof seen - 1, f)] = '\0';
    fclose(f);
    return seen;
}

TEST(a_screen_shows_what_it_must_not_obey)
{
    static const struct {
        const char *text, *seen;
    } cases[] = {{"à ∧ 漢\t“”\n", "à ∧ 漢\t“”\n\033[0m"},
                 {"\033]0;pwned\007", "\\u001b]0;pwned\\u0007\033[0m"},
                 {"a\rb\x7f\xc2\x9b\xc2\x85", "a\\u000db\\u007f\\u009b\\u0085\033[0m"},
                 {"\xe2\x80\xae\xe2\x81\xa9\xd8\x9c", "\\u202e\\u2069\\u061c\033[0m"},
                 {"\xff\xc3(\xed\xa0\x80", "\\xff\\xc3(\\xed\\xa0\\x80\033[0m"},
                 {"cut \xe2\x88", "cut \\xe2\\x88\033[0m"}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        for (size_t piece = 1; piece < 8; piece++)
            assert_string_equal(shown(duel_str_of(cases[i].text), piece), cases[i].seen);
}

static bool is_open(int fd)
{
    return fcntl(fd, F_GETFD) >= 0;
}

/* As on a kernel that has no close_range. */
static bool forget_close_range(void)
{
    struct sock_filter code[] = {
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_close_range, 0, 1),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | ENOSYS),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW)};
    struct sock_fprog program = {sizeof code / sizeof *code, code};
    struct rlimit files = {1024, 1024};
    return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 &&
           prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) == 0 &&
           setrlimit(RLIMIT_NOFILE, &files) == 0;
}

static void close_from_a_number_on(bool (*prepare)(void))
{
    enum { LOW = 20, HIGH = 900 };
    pid_t pid = fork();
    if (pid == 0) {
        if (prepare && !prepare())
            _exit(2);
        bool opened = dup2(STDERR_FILENO, LOW) == LOW && dup2(STDERR_FILENO, LOW + 1) > LOW &&
                      dup2(STDERR_FILENO, HIGH) == HIGH;
        bool closed = duel_close_from(LOW + 1) && is_open(LOW) && !is_open(LOW + 1) &&
                      !is_open(HIGH) && is_open(STDERR_FILENO);
        _exit(opened && closed ? 0 : 1);
    }
    int status;
    assert_int_equal(waitpid(pid, &status, 0), pid);
    if (WIFEXITED(status) && WEXITSTATUS(status) == 2)
        print_message("# not tried: this machine lets no system call be forgotten\n");
    else
        assert_int_equal(status, 0);
}

TEST(all_from_a_number_on_is_closed)
{
    close_from_a_number_on(NULL);
    close_from_a_number_on(forget_close_range);
}

enum { SAID = 1000 };

/* How a process ends that does this, and what it says before. */
static int status_after(void (*deed)(void), char said[SAID])
{
    int ends[2], status;
    assert_int_equal(pipe(ends), 0);
    pid_t child = fork();
    if (child == 0) {
        dup2(ends[1], STDERR_FILENO);
        close(ends[1]);
        prctl(PR_SET_DUMPABLE, 0);
        deed();
        _exit(0);
    }
    close(ends[1]);
    memset(said, 0, SAID);
    for (ssize_t got, size = 0;
         (got = read(ends[0], said + size, SAID - 1 - (size_t)size)) > 0;)
        size += got;
    close(ends[0]);
    assert_int_equal(waitpid(child, &status, 0), child);
    return status;
}

static bool is_aborted(int status)
{
    return WIFSIGNALED(status) && WTERMSIG(status) == SIGABRT;
}

/* A program around libduel may have a decimal comma; this one has it in a run in French. */
TEST(numbers_have_a_point_in_every_language)
{
    char large[300];
    double number = 0;
    CHECK_BUF(text);
    memset(large, 'x', sizeof large);
    assert_non_null(setlocale(LC_ALL, ""));
    const char sign = *localeconv()->decimal_point;
    duel_putf(&text.sink, "%g", 1.5);
    assert_string_equal(text.text, "1.5");
    duel_buf_clear(&text);
    duel_putf(&text.sink, "%.300s%g", large, 1.5);
    assert_string_equal(text.text + sizeof large, "1.5");
    assert_true(duel_str_real(duel_str_of("-1.5e3"), &number));
    assert_true(number == -1500);
    assert_false(duel_str_real(duel_str_of("1,5"), &number));
    assert_false(duel_str_real(duel_str_of("1.5 "), &number));
    assert_false(duel_str_real(duel_str_of(""), &number));
    assert_int_equal(*localeconv()->decimal_point, sign);
    setlocale(LC_ALL, "C");
}

static void draw_below_nothing(void)
{
    duel_rng rng = check_rng(1);
    duel_rng_below(&rng, 0);
}

static void pass_a_door(void)
{
    duel_long_work_allow(DUEL_LONG_WORK_ANY);
    duel_long_work_door(DUEL_LONG_WORK_SOLVE);
    duel_long_work_allow(DUEL_LONG_WORK_REPLAY | DUEL_LONG_WORK_DRAW);
    duel_long_work_door(DUEL_LONG_WORK_DRAW);
    duel_long_work_door(DUEL_LONG_WORK_SOLVE);
}

/* What a thread may not do ends a debug build, and only that. */
TEST(a_door_that_is_passed_ends_a_debug_build)
{
    char said[SAID];
    int status = status_after(pass_a_door, said);
#ifdef NDEBUG
    assert_int_equal(status, 0);
#else
    assert_true(is_aborted(status));
    assert_non_null(strstr(said, "heavy work 128 "));
#endif
}

/* A release is built without the macro assert: what the program relies on is checked there,
 * too. */
TEST(a_broken_rule_ends_every_build_with_a_sentence)
{
    char said[SAID];
    assert_true(is_aborted(status_after(draw_below_nothing, said)));
    assert_non_null(strstr(said, "a mistake of its own"));
    assert_non_null(strstr(said, "rng.c:"));
    assert_non_null(strstr(said, "n > 0"));
}

TEST(a_seed_gives_the_same_numbers_for_ever)
{
    duel_rng a, c;
    duel_rng_init(&a, duel_str_of("42"));
    duel_rng b = check_rng(42);
    duel_rng_init(&c, duel_str_of("43"));
    /* pinned: changing them would change every game that was ever shared by its seed */
    uint64_t first = duel_rng_next(&a);
    assert_int_equal(first, duel_rng_next(&b));
    assert_int_not_equal(first, duel_rng_next(&c));
    assert_int_equal(first, UINT64_C(0xCEC5E4408BD948AD));
    for (int i = 0; i < 1000; i++)
        assert_int_equal(duel_rng_next(&a), duel_rng_next(&b));
}

/* Chi-square with 9 degrees of freedom: below 27.9 with probability 0.999. */
TEST(below_is_uniform)
{
    enum { N = 100000, CELLS = 10 };
    int count[CELLS] = {0};
    double chi = 0;
    duel_rng rng = check_rng(7);
    for (int i = 0; i < N; i++)
        count[duel_rng_below(&rng, CELLS)]++;
    for (int i = 0; i < CELLS; i++)
        chi += (count[i] - N / CELLS) * (double)(count[i] - N / CELLS) / (N / CELLS);
    assert_true(chi < 27.9);
}

TEST(what_is_typed_is_folded)
{
    static const struct {
        const char *typed, *words, *signs;
    } cases[] = {{"  Café  CRÈME ", "cafecreme", "cafe creme"},
                 {"cafe\xCC\x81", "cafe", "cafe"},
                 {"(1,0)", "(1,0)", "1 0"},
                 {"1:0", "1:0", "1 0"},
                 {"x(", "x(", "x("},
                 {"(@2.1", "(@2.1", "(@2 1"},
                 {"[a] ), b", "[a]),b", "a ) b"},
                 {"2\xE2\x80\xAF: b", "2:b", "2 b"},
                 {"-1+", "-1+", "-1+"},
                 {"\xFF?", "\xFF?", "\xFF?"},
                 {"", "", ""}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        CHECK_BUF(out);
        duel_fold(duel_str_of(cases[i].typed), DUEL_FOLD_WORDS, &out.sink);
        assert_string_equal(out.text, cases[i].words);
        duel_buf_clear(&out);
        duel_fold(duel_str_of(cases[i].typed), DUEL_FOLD_SIGNS, &out.sink);
        assert_string_equal(out.text, cases[i].signs);
    }
}

TEST(one_final_point_is_stripped)
{
    static const char *const cases[][2] = {{"45.", "45"}, {" d3 . ", "d3"}, {"1..", NULL},
                                           {".", NULL},   {"", NULL},       {"3.5", NULL}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        duel_str out = {NULL, 0};
        assert_int_equal(duel_str_pointless(duel_str_of(cases[i][0]), &out),
                         cases[i][1] != NULL);
        if (cases[i][1])
            assert_true(duel_str_is(out, cases[i][1]));
    }
}

TEST(the_nearest_name_is_proposed)
{
    static const char *const names[] = {"nim", "connect4", "chicago", "wumpus", "col", NULL};
    static const struct {
        const char *typed, *meant; /* NULL: none is near */
        bool alone;
    } cases[] = {{"conect4", "connect4", true},
                 {"wupmus", "wumpus", true},
                 {"CHICAG", "chicago", true},
                 {"chi", "chicago", true},
                 {"nmi", "nim", true},
                 {"connect5", "connect4", true},
                 {"cool", "col", true},
                 {"x", NULL, true},
                 {"go", NULL, true},
                 {"backgammon", NULL, true}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        duel_nearest n;
        duel_nearest_begin(&n, duel_str_of(cases[i].typed));
        duel_nearest_try_rows(&n, names, sizeof *names);
        assert_string_equal(n.name, cases[i].meant ? cases[i].meant : "");
        assert_int_equal(n.alone, cases[i].alone);
    }
}

TEST(a_message_asks_once_what_was_meant)
{
    duel_msg m;
    CHECK_BUF(out);
    duel_invalid(&m, "No “{0}”.", "c", "nin");
    duel_say_meant(&m, "nim");
    duel_say_meant(&m, "col");
    duel_render(DUEL_EN, &m, &out.sink);
    assert_string_equal(out.text, "No “nin”. Did you mean nim?");
    duel_say_meant(NULL, "nim");
}
