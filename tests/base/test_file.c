/* tests/base/test_file.c -- files read whole and replaced whole, whatever stands in the way;
 * and arrays that grow. */
#define _DEFAULT_SOURCE /* seteuid */
#include "base/file.h"
#include "base/grow.h"
#include "check.h"
#include "scarce.h"

#include <dirent.h>
#include <errno.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

static char folder[64], path[96];

static int make_folder(void **state)
{
    (void)state;
    strcpy(folder, "/tmp/duel-file-XXXXXX");
    if (mkdtemp(folder) == NULL || chmod(folder, 0755) != 0)
        return -1;
    snprintf(path, sizeof path, "%s/text", folder);
    return 0;
}

static int remove_folder(void **state)
{
    char name[400];
    (void)state;
    DIR *dir = opendir(folder);
    for (struct dirent *e; dir && (e = readdir(dir)) != NULL;) {
        snprintf(name, sizeof name, "%s/%s", folder, e->d_name);
        unlink(name);
    }
    closedir(dir);
    return rmdir(folder);
}

#define IN_FOLDER(name) TEST_WITH(name, make_folder, remove_folder)

static int files_there(void)
{
    int count = 0;
    DIR *dir = opendir(folder);
    for (struct dirent *e; (e = readdir(dir)) != NULL;)
        count += e->d_name[0] != '.';
    closedir(dir);
    return count;
}

static void check_text(const char *expected)
{
    CHECK_BUF(text);
    assert_ok(duel_file_read(path, DUEL_FILE_MOST, &text, NULL));
    assert_string_equal(text.text, expected);
}

static void check_sentence(const duel_msg *why, const char *verb, int error)
{
    char sentence[256];
    snprintf(sentence, sizeof sentence, "Cannot %s %s: %s.", verb, path, strerror(error));
    assert_string_equal(check_english(why), sentence);
}

IN_FOLDER(a_file_is_replaced_whole)
{
    struct stat there;
    assert_ok(duel_file_replace(path, duel_str_of("old"), NULL));
    check_text("old");
    assert_int_equal(chmod(path, 0640), 0);
    assert_ok(duel_file_replace(path, duel_str_of("another"), NULL));
    check_text("another");
    assert_int_equal(stat(path, &there), 0);
    assert_int_equal(there.st_mode & 0777, 0640);
    assert_int_equal(files_there(), 1);
}

IN_FOLDER(a_full_disk_leaves_the_old_file)
{
    struct rlimit before, little = {2, 2};
    duel_msg why = {0};
    assert_ok(duel_file_replace(path, duel_str_of("old"), NULL));
    assert_int_equal(getrlimit(RLIMIT_FSIZE, &before), 0);
    little.rlim_max = before.rlim_max;
    signal(SIGXFSZ, SIG_IGN);
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &little), 0);
    duel_status status =
        duel_file_replace(path, duel_str_of("longer than there is room"), &why);
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &before), 0);
    assert_int_equal(status, DUEL_INVALID);
    check_sentence(&why, "write", EFBIG);
    check_text("old");
    assert_int_equal(files_there(), 1);
}

/* Who is root may write everywhere, and is somebody else meanwhile. */
IN_FOLDER(a_closed_folder_leaves_the_old_file)
{
    duel_msg why = {0};
    bool root = geteuid() == 0;
    assert_ok(duel_file_replace(path, duel_str_of("old"), NULL));
    assert_int_equal(chmod(path, 0666), 0);
    assert_int_equal(chmod(folder, 0555), 0);
    if (root)
        assert_int_equal(seteuid(65534), 0);
    duel_status status = duel_file_replace(path, duel_str_of("new"), &why);
    if (root)
        assert_int_equal(seteuid(0), 0);
    assert_int_equal(chmod(folder, 0755), 0);
    assert_int_equal(status, DUEL_INVALID);
    check_sentence(&why, "write", EACCES);
    check_text("old");
}

IN_FOLDER(a_link_stays_and_a_device_is_written_into)
{
    char link[128];
    struct stat there;
    duel_msg why = {0};
    snprintf(link, sizeof link, "%s/link", folder);
    assert_ok(duel_file_replace(path, duel_str_of("old"), NULL));
    assert_int_equal(symlink(path, link), 0);
    assert_ok(duel_file_replace(link, duel_str_of("new"), NULL));
    check_text("new");
    assert_int_equal(lstat(link, &there), 0);
    assert_true(S_ISLNK(there.st_mode));
    assert_ok(duel_file_replace("/dev/null", duel_str_of("new"), NULL));
    assert_int_equal(stat("/dev/null", &there), 0);
    assert_true(S_ISCHR(there.st_mode));
    strcpy(path, "/dev/full");
    assert_int_equal(duel_file_replace(path, duel_str_of("new"), &why), DUEL_INVALID);
    check_sentence(&why, "write", ENOSPC);
}

IN_FOLDER(what_cannot_be_read_has_its_cause)
{
    duel_msg why = {0};
    CHECK_BUF(text);
    assert_int_equal(duel_file_read(path, 3, &text, &why), DUEL_INVALID);
    check_sentence(&why, "read", ENOENT);
    assert_ok(duel_file_replace(path, duel_str_of("four"), NULL));
    assert_int_equal(duel_file_read(path, 3, &text, &why), DUEL_INVALID);
    check_sentence(&why, "read", EFBIG);
    strcpy(path, folder);
    assert_int_equal(duel_file_read(path, 3, &text, &why), DUEL_INVALID);
    check_sentence(&why, "read", EISDIR);
    assert_int_equal(duel_file_replace(path, duel_str_of("new"), &why), DUEL_INVALID);
    check_sentence(&why, "write", EISDIR);
}

IN_FOLDER(what_was_not_drawn_is_not_written)
{
    duel_buf drawn;
    assert_ok(duel_file_replace(path, duel_str_of("old"), NULL));
    duel_buf_init(&drawn);
    drawn.failed = true;
    assert_int_equal(duel_file_replace_with(path, &drawn, NULL), DUEL_NO_SPACE);
    check_text("old");
}

TEST(arrays_grow_and_their_new_entries_are_0)
{
    struct {
        uint32_t *entry;
        int room;
    } small = {NULL, 0};
    struct {
        char (*entry)[3];
        size_t room, count;
    } large = {NULL, 0, 0};
    for (int i = 0; i < 1000; i++) {
        assert_true(GROW(small.entry, small.room, i + 1));
        assert_in_range(small.room, i + 1, 2 * i + 16);
        assert_int_equal(small.entry[i], 0);
        small.entry[i] = (uint32_t)i + 1;
    }
    assert_int_equal(small.entry[999], 1000);
    assert_true(GROW(large.entry, large.room, 5000));
    assert_int_equal(large.room, 5000);
    free(small.entry);
    free(large.entry);
    large.entry = NULL;
    for (; large.count < 1000; large.count++) {
        assert_true(GROW_ONE(large.entry, large.count));
        assert_int_equal(large.entry[large.count][2], 0);
        memcpy(large.entry[large.count], "ab", 3);
    }
    assert_string_equal(large.entry[511], "ab");
    free(large.entry);
}

TEST(where_memory_is_refused_an_array_is_as_it_was)
{
    int *entry = NULL, *before;
    uint32_t room = 0;
    size_t too_many = SIZE_MAX / 2;
    assert_true(GROW(entry, room, 1));
    entry[0] = 7;
    before = entry;
    scarce_from(0);
    bool grown = GROW(entry, room, room + 1);
    grown |= GROW_ONE(entry, room);
    assert_true(scarce_end());
    assert_false(grown);
    assert_false(GROW(entry, room, too_many));
    assert_ptr_equal(entry, before);
    assert_int_equal(entry[0], 7);
    assert_int_equal(room, 16);
    free(entry);
}
