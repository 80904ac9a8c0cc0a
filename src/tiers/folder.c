/* tiers/folder.c -- see folder.h. */
#include "tiers/folder.h"
#include "base/compact_numbers.h"
#include "base/grow.h"
#include "core/play.h"
#include "core/value.h"
#include "core/variant.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const char first_line[] = "Duelliste tiers 1";
static const char *const suffix[] = {[TIER_KEYS] = ".keys", [TIER_CODES] = ".results"};

duel_status tiers_fit(const duel_variant *v, duel_msg *why)
{
    const duel_accel *a = v->game->accel;
    if (v->seats > 2 || duel_has_secrets(v))
        return duel_refuse(
            why, N_("Only games of one or two players without secrets are solved by tiers."),
            "");
    if (v->key_bits == 0 || a == NULL || a->unpack == NULL || a->tier == NULL)
        return duel_refuse(why,
                           N_("This game cannot be solved by tiers: it has no unpack or no "
                              "tier."),
                           "");
    return DUEL_OK;
}

tiers_key *tiers_key_of(const duel_variant *v)
{
    const duel_accel *a = v->game->accel;
    return a->canon ? a->canon : a->pack;
}

static duel_status cannot_at(const char *path, duel_msg *why)
{
    int number = errno;
    duel_fail(why, N_("{0}: {1}"), "cc", path, strerror(number));
    return number == ENOSPC || number == EDQUOT ? DUEL_NO_SPACE : DUEL_FAILED;
}

/* ---- what it is of ----------------------------------------------------------------------- */

/* The text must not depend on which defaults were written out. */
static void print_about(const duel_variant *v, const tiers_folder *f, duel_sink *out)
{
    duel_variant plain = *v;
    plain.given = 0;
    duel_putf(out, "%s\ngame %s\nrules %u\nvariant ", first_line, v->game->id,
              v->game->version);
    duel_variant_print(&plain, out);
    duel_putf(out, "\nkeys %s\n%s %llu\n", v->game->accel->canon ? "canon" : "pack",
              f->all ? "all" : "root", f->all ? f->upto : (unsigned long long)f->root);
}

static uint64_t topic_of(duel_str about)
{
    return coding_check((const uint8_t *)about.at, about.len, "DuelTier about.");
}

static duel_status join_path(const char *dir, const char *name, char out[PATH_MAX],
                             duel_msg *why)
{
    if (snprintf(out, PATH_MAX, "%s/%s", dir, name) >= PATH_MAX)
        return duel_invalid(why, N_("The file name is too long."), "");
    return DUEL_OK;
}

static duel_status read_about(const char *path, duel_buf *out, duel_msg *why)
{
    char file[PATH_MAX], block[4096];
    duel_status status = join_path(path, "about", file, why);
    if (status != DUEL_OK)
        return status;
    FILE *f = fopen(file, "rbe");
    if (f == NULL && (errno == ENOENT || errno == ENOTDIR))
        return duel_refuse(why, N_("{0}: {1}"), "cc", file, strerror(errno));
    if (f == NULL)
        return cannot_at(file, why);
    duel_put_str(&out->sink, (duel_str){block, fread(block, 1, sizeof block, f)});
    fclose(f);
    return out->failed ? duel_no_space(why) : DUEL_OK;
}

/* Written like everything here: aside, to the disk, then to its place. */
static duel_status write_about(const char *path, duel_str text, duel_msg *why)
{
    char file[PATH_MAX], aside[PATH_MAX];
    duel_status status = join_path(path, "about", file, why);
    if (status == DUEL_OK)
        status = join_path(path, "about.part", aside, why);
    if (status != DUEL_OK)
        return status;
    int fd = open(aside, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    bool fine = fd >= 0 && write(fd, text.at, text.len) == (ssize_t)text.len && fsync(fd) == 0;
    if (fd >= 0)
        fine = close(fd) == 0 && fine;
    return fine && rename(aside, file) == 0 ? DUEL_OK : cannot_at(file, why);
}

static bool cut_line(duel_str *rest, const char *word, duel_str *value)
{
    duel_str line, name;
    if (!duel_str_part(rest, '\n', &line))
        return false;
    *value = line;
    duel_str_part(value, ' ', &name);
    if (value->at == NULL)
        *value = (duel_str){"", 0};
    return duel_str_is(name, word);
}

/* The lines of an `about`; false: it is none. */
static bool read_about_lines(duel_str text, tiers_about *out, tiers_folder *f)
{
    duel_str rest = text, line, rules, keys, number;
    int64_t version;
    char digits[24] = "";
    duel_str last;
    if (!duel_str_part(&rest, '\n', &line) || !duel_str_is(line, first_line) ||
        !cut_line(&rest, "game", &out->game) || !cut_line(&rest, "rules", &rules) ||
        !cut_line(&rest, "variant", &out->variant) || !cut_line(&rest, "keys", &keys) ||
        !duel_str_number(rules, &version))
        return false;
    last = rest;
    f->all = cut_line(&last, "all", &number);
    if ((!f->all && !cut_line(&rest, "root", &number)) || number.len >= sizeof digits)
        return false;
    memcpy(digits, number.at, number.len);
    out->rules = (unsigned)version;
    f->root = f->all ? 0 : strtoull(digits, NULL, 10);
    f->upto = f->all ? (uint32_t)strtoull(digits, NULL, 10) : 0;
    return true;
}

/* ---- opening ----------------------------------------------------------------------------- */

duel_status tiers_folder_peek(const char *path, duel_buf *text, tiers_about *about,
                              tiers_folder *out, duel_msg *why)
{
    if (snprintf(out->path, sizeof out->path, "%s", path) >= (int)sizeof out->path)
        return duel_invalid(why, N_("The file name is too long."), "");
    duel_status status = read_about(path, text, why);
    if (status == DUEL_OK && !read_about_lines(duel_buf_str(text), about, out))
        status = duel_fail(why, N_("{0}: the file is damaged."), "c", path);
    if (status == DUEL_OK)
        out->topic = topic_of(duel_buf_str(text));
    return status;
}

/* What is said there must be, letter by letter, what is said of this variant. */
static bool is_about(const duel_variant *v, const tiers_folder *f, duel_str said)
{
    duel_buf own;
    duel_buf_init(&own);
    print_about(v, f, &own.sink);
    duel_str text = duel_buf_str(&own);
    bool same = !own.failed && text.len == said.len && memcmp(text.at, said.at, said.len) == 0;
    duel_buf_fini(&own);
    return same;
}

duel_status tiers_folder_open(const char *path, const duel_variant *v, tiers_folder *out,
                              duel_msg *why)
{
    duel_buf said;
    tiers_about about;
    tiers_folder f;
    duel_buf_init(&said);
    duel_status status = tiers_folder_peek(path, &said, &about, &f, why);
    if (status == DUEL_OK && !is_about(v, &f, duel_buf_str(&said)))
        status = duel_refuse(why, N_("{0}: the file belongs to another game."), "c", path);
    duel_buf_fini(&said);
    if (status == DUEL_OK)
        *out = f;
    return status;
}

static duel_status make_dir(const char *path, duel_msg *why)
{
    return mkdir(path, 0700) == 0 || errno == EEXIST ? DUEL_OK : cannot_at(path, why);
}

static duel_status make_folder(const char *dir, const char *name, duel_str about,
                               const duel_variant *v, tiers_folder *out, duel_msg *why)
{
    char path[PATH_MAX];
    duel_status status = join_path(dir, name, path, why);
    if (status == DUEL_OK)
        status = make_dir(dir, why);
    if (status == DUEL_OK)
        status = make_dir(path, why);
    if (status == DUEL_OK)
        status = tiers_folder_open(path, v, out, why);
    if (status != DUEL_REFUSED)
        return status;
    status = write_about(path, about, why);
    return status == DUEL_OK ? tiers_folder_open(path, v, out, why) : status;
}

static duel_status make_wanted(const char *dir, const duel_variant *v,
                               const tiers_folder *wanted, tiers_folder *out, duel_msg *why)
{
    char name[128];
    duel_buf about;
    duel_buf_init(&about);
    print_about(v, wanted, &about.sink);
    snprintf(name, sizeof name, "%.64s-%016llx", v->game->id,
             (unsigned long long)topic_of(duel_buf_str(&about)));
    for (char *c = name; *c; c++)
        *c = *c == '/' ? '_' : *c;
    duel_status status = about.failed
                             ? duel_no_space(why)
                             : make_folder(dir, name, duel_buf_str(&about), v, out, why);
    duel_buf_fini(&about);
    return status;
}

duel_status tiers_folder_make(const char *dir, const duel_variant *v, const void *root,
                              tiers_folder *out, duel_msg *why)
{
    tiers_folder wanted = {.root = tiers_key_of(v)(v, root)};
    return make_wanted(dir, v, &wanted, out, why);
}

/* The highest of the tiers that are listed, not above `most`. */
static bool highest_listed(const duel_variant *v, uint32_t most, uint32_t *out)
{
    uint32_t tier;
    uint64_t count;
    bool any = false;
    for (uint32_t i = 0; v->game->accel->span(v, i, &tier, &count) && tier <= most; i++) {
        *out = tier;
        any = true;
    }
    return any;
}

duel_status tiers_folder_make_all(const char *dir, const duel_variant *v, uint32_t upto,
                                  tiers_folder *out, duel_msg *why)
{
    tiers_folder wanted = {.all = true};
    if (v->game->accel->span == NULL)
        return duel_refuse(why, N_("This game cannot list all its positions: it has no span."),
                           "");
    if (!highest_listed(v, upto, &wanted.upto))
        return duel_refuse(why, N_("No position lies on a tier up to {0}."), "i",
                           (int64_t)upto);
    return make_wanted(dir, v, &wanted, out, why);
}

/* ---- what is in it ----------------------------------------------------------------------- */

void tiers_file_name(const tiers_folder *f, tier_kind kind, uint32_t tier, char out[PATH_MAX])
{
    if (snprintf(out, PATH_MAX, "%s/%lu%s", f->path, (unsigned long)tier, suffix[kind]) >=
        PATH_MAX)
        out[0] = '\0';
}

static bool tier_named(const char *name, tier_kind kind, uint32_t *tier)
{
    char *end;
    unsigned long number = strtoul(name, &end, 10);
    *tier = (uint32_t)number;
    return end > name && strcmp(end, suffix[kind]) == 0 && number <= UINT32_MAX;
}

static int by_tier(const void *a, const void *b)
{
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return (x > y) - (x < y);
}

duel_status tiers_folder_list(const tiers_folder *f, tier_kind kind, tiers_list *out,
                              duel_msg *why)
{
    DIR *dir = opendir(f->path);
    if (dir == NULL)
        return cannot_at(f->path, why);
    tiers_list list = {.count = 0};
    bool room = true;
    for (struct dirent *e; room && (e = readdir(dir)) != NULL;) {
        uint32_t tier;
        if (!tier_named(e->d_name, kind, &tier))
            continue;
        room = GROW_ONE(list.tier, list.count);
        if (room)
            list.tier[list.count++] = tier;
    }
    closedir(dir);
    if (!room) {
        free(list.tier);
        return duel_no_space(why);
    }
    if (list.count)
        qsort(list.tier, list.count, sizeof *list.tier, by_tier);
    *out = list;
    return DUEL_OK;
}

static uint64_t size_of_file(const tiers_folder *f, tier_kind kind, uint32_t tier,
                             uint64_t *bytes)
{
    char path[PATH_MAX];
    tier_file file;
    tiers_file_name(f, kind, tier, path);
    if (tier_file_open(path, kind, f->topic, &file, NULL) != DUEL_OK)
        return 0;
    uint64_t count = file.head.count;
    *bytes += file.size;
    tier_file_close(&file);
    return count;
}

void tiers_folder_size(const tiers_folder *f, uint64_t *positions, uint64_t *bytes)
{
    tiers_list solved;
    *positions = *bytes = 0;
    if (tiers_folder_list(f, TIER_CODES, &solved, NULL) != DUEL_OK)
        return;
    for (size_t i = 0; i < solved.count; i++) {
        *positions += size_of_file(f, TIER_CODES, solved.tier[i], bytes);
        size_of_file(f, TIER_KEYS, solved.tier[i], bytes);
    }
    free(solved.tier);
}

static bool remove_files(const char *path, int depth)
{
    DIR *dir = opendir(path);
    char file[PATH_MAX];
    bool fine = dir != NULL;
    for (struct dirent *e; dir && (e = readdir(dir)) != NULL;) {
        bool itself = strcmp(e->d_name, ".") == 0 || strcmp(e->d_name, "..") == 0;
        if (itself || join_path(path, e->d_name, file, NULL) != DUEL_OK)
            continue;
        fine = (unlink(file) == 0 || (depth && remove_files(file, depth - 1))) && fine;
    }
    if (dir)
        closedir(dir);
    return fine && rmdir(path) == 0;
}

duel_status tiers_folder_remove(const char *path, duel_msg *why)
{
    return remove_files(path, 1) ? DUEL_OK : cannot_at(path, why);
}
