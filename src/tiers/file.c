/* tiers/file.c -- see file.h. */
#define _DEFAULT_SOURCE /* madvise */
#include "tiers/file.h"
#include "base/compact_numbers.h"
#include "base/grow.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

enum { HEAD = 80, ENTRY = 16, FORMAT = 2, FIRST_FORMAT = 1, ROOM = 1 << 20 };
enum { BLOCK_ROOM = 2 + TIER_BLOCK * CODING_GAP_MAX + CODING_CHECK };
enum {
    EVEN_GAPS = 0x80,
    BY_NUMBER = 0x80
}; /* in the first byte of a block of keys, of codes */

static const char magic[9] = "DuelTier";

/* ---- the head ---------------------------------------------------------------------------- */

typedef struct extent {
    uint64_t blocks, index; /* how many; where their index begins */
} extent;

static void write_head_bytes(uint8_t out[HEAD], const tier_head *h, const extent *e)
{
    memcpy(out, magic, 8);
    coding_put64(out + 8, (uint64_t)FORMAT | (uint64_t)h->kind << 8 | (uint64_t)h->tier << 32);
    coding_put64(out + 16, h->topic);
    coding_put64(out + 24, h->count);
    coding_put64(out + 32, h->lowest_source | (uint64_t)h->highest_source << 32);
    coding_put64(out + 40, h->since);
    coding_put64(out + 48, e->blocks);
    coding_put64(out + 56, e->index);
    coding_put64(out + 64, TIER_BLOCK);
    coding_put64(out + 72, coding_check(out, 72, "DuelTier's head"));
}

static bool read_head_bytes(const uint8_t *from, tier_head *h, extent *e, uint32_t *format)
{
    uint64_t kind = coding_get64(from + 8), sources = coding_get64(from + 32);
    *h = (tier_head){.kind = (tier_kind)(kind >> 8 & 0xff),
                     .tier = (uint32_t)(kind >> 32),
                     .topic = coding_get64(from + 16),
                     .count = coding_get64(from + 24),
                     .lowest_source = (uint32_t)sources,
                     .highest_source = (uint32_t)(sources >> 32),
                     .since = (uint32_t)coding_get64(from + 40)};
    *e = (extent){coding_get64(from + 48), coding_get64(from + 56)};
    *format = kind & 0xff;
    return memcmp(from, magic, 8) == 0 && *format >= FIRST_FORMAT && *format <= FORMAT &&
           coding_get64(from + 64) == TIER_BLOCK &&
           coding_get64(from + 72) == coding_check(from, 72, "DuelTier's head");
}

/* ---- reading ----------------------------------------------------------------------------- */

static duel_status damaged(const char *path, duel_msg *why)
{
    return duel_fail(why, N_("{0}: the file is damaged."), "c", path);
}

static duel_status failed_at(const char *path, duel_msg *why)
{
    int number = errno;
    bool full = number == ENOSPC || number == EDQUOT || number == EFBIG;
    duel_fail(why, N_("{0}: {1}"), "cc", path, strerror(number));
    return full ? DUEL_NO_SPACE : DUEL_FAILED;
}

static duel_status map_file(const char *path, tier_file *f, duel_msg *why)
{
    struct stat st;
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0 && errno == ENOENT)
        return duel_refuse(why, N_("{0}: {1}"), "cc", path, strerror(ENOENT));
    if (fd < 0 || fstat(fd, &st) != 0) {
        duel_status status = failed_at(path, why);
        if (fd >= 0)
            close(fd);
        return status;
    }
    f->size = (size_t)st.st_size;
    void *at = f->size >= HEAD ? mmap(NULL, f->size, PROT_READ, MAP_PRIVATE, fd, 0) : NULL;
    close(fd);
    if (at == MAP_FAILED)
        return failed_at(path, why);
    f->bytes = at;
    return at ? DUEL_OK : damaged(path, why);
}

static uint64_t block_at(const tier_file *f, uint64_t i)
{
    return coding_get64(f->index + ENTRY * i + 8);
}

uint64_t tier_file_first(const tier_file *f, uint64_t i)
{
    return coding_get64(f->index + ENTRY * i);
}

/* The index must lead through the file: blocks one behind the other. */
static bool index_is_sound(const tier_file *f, uint64_t end)
{
    uint64_t at = HEAD;
    for (uint64_t i = 0; i < f->blocks; i++) {
        uint64_t next = i + 1 < f->blocks ? block_at(f, i + 1) : end;
        if (block_at(f, i) != at || next > end || next < at + CODING_CHECK)
            return false;
        at = next;
    }
    return at == end;
}

static bool is_whole(tier_file *f)
{
    extent e;
    if (f->size < HEAD || !read_head_bytes(f->bytes, &f->head, &e, &f->format) ||
        e.blocks > f->size / ENTRY ||
        e.blocks != (f->head.count + TIER_BLOCK - 1) / TIER_BLOCK ||
        e.index != f->size - CODING_CHECK - ENTRY * e.blocks || e.index < HEAD)
        return false;
    f->blocks = e.blocks;
    f->index = f->bytes + e.index;
    size_t size = (size_t)(ENTRY * e.blocks);
    return coding_get64(f->index + size) == coding_check(f->index, size, "DuelTier index.") &&
           index_is_sound(f, e.index);
}

bool tier_file_take(const uint8_t *bytes, size_t size, tier_file *out)
{
    *out = (tier_file){.bytes = bytes, .size = size};
    return is_whole(out);
}

duel_status tier_file_open(const char *path, tier_kind kind, uint64_t topic, tier_file *out,
                           duel_msg *why)
{
    tier_file f = {.size = 0};
    duel_status status = map_file(path, &f, why);
    if (status != DUEL_OK)
        return status;
    if (!is_whole(&f))
        status = damaged(path, why);
    else if (f.head.kind != kind || f.head.topic != topic)
        status = duel_fail(why, N_("{0}: the file belongs to another game."), "c", path);
    if (status == DUEL_OK)
        *out = f;
    else
        tier_file_close(&f);
    return status;
}

void tier_file_close(tier_file *f)
{
    if (f->bytes)
        munmap((void *)(uintptr_t)f->bytes, f->size);
    *f = (tier_file){.size = 0};
}

/* The bytes of a block without its check, and how many positions it has; 0: damaged. */
static uint32_t whole_block(const tier_file *f, uint64_t i, const uint8_t **from,
                            const uint8_t **end)
{
    uint64_t next = i + 1 < f->blocks ? block_at(f, i + 1) : (uint64_t)(f->index - f->bytes);
    uint64_t count = f->head.count - i * TIER_BLOCK;
    *from = f->bytes + block_at(f, i);
    *end = f->bytes + next - CODING_CHECK;
    if (coding_check(*from, (size_t)(*end - *from), "DuelTier block.") != coding_get64(*end))
        return 0;
    return count < TIER_BLOCK ? (uint32_t)count : TIER_BLOCK;
}

/* Gaps of equal width, as the keys they lead to from 0. */
static bool get_even_keys(const uint8_t *p, const uint8_t *end, uint64_t *key, uint32_t count)
{
    uint32_t width = p < end ? *p : 255;
    if (width > 63 || coding_codes_size(count - 1, width) != (size_t)(end - p) - 1)
        return false;
    coding_get_codes(p + 1, key + 1, count - 1, width);
    key[0] = 0;
    for (uint32_t k = 1; k < count; k++) {
        if (key[k] >= UINT64_MAX - key[k - 1])
            return false;
        key[k] += key[k - 1] + 1;
    }
    return true;
}

static bool get_keys(const uint8_t *from, const uint8_t *end, uint64_t first, uint64_t *key,
                     uint32_t count)
{
    uint32_t shared = from < end ? *from & ~(uint32_t)EVEN_GAPS : 255;
    if (shared > 63 || !(*from & EVEN_GAPS ? get_even_keys(from + 1, end, key, count)
                                           : coding_get_keys(from + 1, end, 0, key, count)))
        return false;
    if (key[count - 1] > (UINT64_MAX - first) >> shared)
        return false;
    for (uint32_t k = 0; k < count; k++)
        key[k] = first + (key[k] << shared);
    return true;
}

uint32_t tier_file_keys(const tier_file *f, uint64_t i, uint64_t key[TIER_BLOCK])
{
    const uint8_t *from, *end;
    uint32_t count = whole_block(f, i, &from, &end);
    uint64_t first = tier_file_first(f, i);
    bool good =
        count && (f->format == FIRST_FORMAT ? coding_get_keys(from, end, first, key, count)
                                            : get_keys(from, end, first, key, count));
    return good ? count : 0;
}

/* The codes of a block: of `width` bits, or numbers of `width` bits among `different` codes. */
typedef struct code_block {
    const uint8_t *codes;
    uint32_t width;
    const uint8_t *different; /* NULL: there are no numbers */
    uint32_t different_count, different_width;
} code_block;

enum { NUMBERED_HEAD = 4 }; /* width of numbers; how many codes, two bytes; their width */

static bool take_numbered(const uint8_t *from, const uint8_t *end, uint32_t count,
                          code_block *b)
{
    if (end - from < NUMBERED_HEAD)
        return false;
    b->width = from[0] & ~(uint32_t)BY_NUMBER;
    b->different = from + NUMBERED_HEAD;
    b->different_count = from[1] | (uint32_t)from[2] << 8;
    b->different_width = from[3];
    if (b->different_width < 1 || b->different_width > 64 || b->width > 16)
        return false;
    size_t size = coding_codes_size(b->different_count, b->different_width);
    b->codes = b->different + size;
    return size + coding_codes_size(count, b->width) == (size_t)(end - b->different);
}

/* How many codes there are, 0: damaged. */
static uint32_t codes_of_block(const tier_file *f, uint64_t i, code_block *b)
{
    const uint8_t *from, *end;
    uint32_t count = whole_block(f, i, &from, &end);
    *b = (code_block){.width = count && from < end ? from[0] : 0};
    if (b->width & BY_NUMBER)
        return f->format > FIRST_FORMAT && take_numbered(from, end, count, b) ? count : 0;
    b->codes = from + 1;
    bool fits = b->width >= 1 && b->width <= 64 &&
                coding_codes_size(count, b->width) == (size_t)(end - from) - 1;
    return fits ? count : 0;
}

static uint64_t code_by_number(const code_block *b, uint64_t number)
{
    return number < b->different_count
               ? coding_code_at(b->different, (uint32_t)number, b->different_width)
               : 0;
}

uint32_t tier_file_codes(const tier_file *f, uint64_t i, uint64_t code[TIER_BLOCK])
{
    code_block b;
    uint64_t different[TIER_BLOCK];
    uint32_t count = codes_of_block(f, i, &b);
    if (count == 0 || b.different_count > TIER_BLOCK)
        return 0;
    coding_get_codes(b.codes, code, count, b.width);
    if (b.different == NULL)
        return count;
    coding_get_codes(b.different, different, b.different_count, b.different_width);
    for (uint32_t k = 0; k < count; k++) {
        if (code[k] >= b.different_count)
            return 0;
        code[k] = different[code[k]];
    }
    return count;
}

uint64_t tier_file_code(const tier_file *f, uint64_t i, uint32_t at)
{
    code_block b;
    uint32_t count = codes_of_block(f, i, &b);
    if (at >= count)
        return 0;
    uint64_t code = coding_code_at(b.codes, at, b.width);
    return b.different ? code_by_number(&b, code) : code;
}

uint64_t tier_file_seek(const tier_file *f, uint64_t key)
{
    uint64_t low = 0, high = f->blocks;
    while (high - low > 1) {
        uint64_t middle = low + (high - low) / 2;
        if (tier_file_first(f, middle) <= key)
            low = middle;
        else
            high = middle;
    }
    return low;
}

duel_status tier_file_check(const tier_file *f, const char *path, duel_msg *why)
{
    uint64_t number[TIER_BLOCK];
    for (uint64_t i = 0; i < f->blocks; i++) {
        bool keys = f->head.kind == TIER_KEYS;
        if ((keys ? tier_file_keys(f, i, number) : tier_file_codes(f, i, number)) == 0)
            return damaged(path, why);
    }
    return DUEL_OK;
}

/* ---- writing ----------------------------------------------------------------------------- */

static bool note_failure(tier_writer *w, duel_status status)
{
    if (w->status == DUEL_OK)
        w->status = status;
    return false;
}

static bool write_out(tier_writer *w)
{
    for (size_t done = 0; done < w->used;) {
        ssize_t n = write(w->fd, w->buffer + done, w->used - done);
        if (n < 0 && errno == EINTR)
            continue;
        if (n < 0)
            return note_failure(w, failed_at(w->aside, &w->why));
        done += (size_t)n;
    }
    w->used = 0;
    return true;
}

void tier_writer_init(tier_writer *w, const char *path, const tier_head *head, bool lasting)
{
    w->head = *head;
    w->head.count = 0;
    w->lasting = lasting;
    w->filled = 0;
    w->index = NULL;
    w->index_used = w->index_room = 0;
    w->offset = w->used = HEAD;
    w->last_key = 0;
    w->status = DUEL_OK;
    duel_say(&w->why, NULL, "");
    bool fits = snprintf(w->path, sizeof w->path, "%s", path) < (int)sizeof w->path &&
                snprintf(w->aside, sizeof w->aside, "%s.part", path) < (int)sizeof w->aside;
    w->buffer = calloc(1, ROOM + BLOCK_ROOM);
    w->fd = -1;
    if (w->buffer == NULL)
        w->status = duel_no_space(&w->why);
    else if (!fits)
        w->status = duel_invalid(&w->why, N_("The file name is too long."), "");
    else if ((w->fd = open(w->aside, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600)) < 0)
        w->status = failed_at(w->aside, &w->why);
}

static bool note_in_index(tier_writer *w, uint64_t first)
{
    if (!GROW(w->index, w->index_room, w->index_used + ENTRY))
        return note_failure(w, duel_no_space(&w->why));
    coding_put64(w->index + w->index_used, first);
    coding_put64(w->index + w->index_used + 8, w->offset);
    w->index_used += ENTRY;
    return true;
}

static uint32_t width_of_all(const uint64_t *number, uint32_t count)
{
    uint64_t all = 0;
    for (uint32_t i = 0; i < count; i++)
        all |= number[i];
    return coding_bits(all);
}

static int by_size(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

/* Those that differ, in order, and of each its number among them; how many differ. */
static uint32_t number_wide(const uint64_t *code, uint32_t count, uint64_t *different,
                            uint64_t *number)
{
    uint32_t kinds = 0;
    memcpy(different, code, count * sizeof *different);
    qsort(different, count, sizeof *different, by_size);
    for (uint32_t i = 0; i < count; i++)
        if (i == 0 || different[i] != different[kinds - 1])
            different[kinds++] = different[i];
    for (uint32_t i = 0; i < count; i++) {
        const uint64_t *at = bsearch(&code[i], different, kinds, sizeof *at, by_size);
        number[i] = (uint64_t)(at - different);
    }
    return kinds;
}

enum { NARROW_BITS = 16 };

/* The same for codes of few bits, which are marked on a board, not sorted. */
static uint32_t number_narrow(const uint64_t *code, uint32_t count, uint64_t *different,
                              uint64_t *number)
{
    uint64_t seen[(1 << NARROW_BITS) / 64] = {0};
    uint16_t before[(1 << NARROW_BITS) / 64]; /* so many on the words before each */
    uint32_t kinds = 0;
    for (uint32_t i = 0; i < count; i++)
        seen[code[i] / 64] |= UINT64_C(1) << code[i] % 64;
    for (uint32_t word = 0; word < (1 << NARROW_BITS) / 64; word++) {
        before[word] = (uint16_t)kinds;
        for (uint64_t left = seen[word]; left; left &= left - 1)
            different[kinds++] = 64 * word + (uint32_t)__builtin_ctzll(left);
    }
    for (uint32_t i = 0; i < count; i++) {
        uint64_t lower = (UINT64_C(1) << code[i] % 64) - 1;
        number[i] =
            before[code[i] / 64] + (uint32_t)__builtin_popcountll(seen[code[i] / 64] & lower);
    }
    return kinds;
}

static uint8_t *put_narrow_codes(uint8_t *p, const uint64_t *code, uint32_t count)
{
    uint64_t different[TIER_BLOCK], number[TIER_BLOCK];
    uint32_t width = width_of_all(code, count);
    width += width == 0;
    uint32_t kinds = width <= NARROW_BITS ? number_narrow(code, count, different, number)
                                          : number_wide(code, count, different, number);
    uint32_t bits = coding_bits(kinds - 1);
    size_t numbered =
        NUMBERED_HEAD + coding_codes_size(kinds, width) + coding_codes_size(count, bits);
    if (numbered >= 1 + coding_codes_size(count, width)) {
        *p++ = (uint8_t)width;
        return coding_put_codes(p, code, count, width);
    }
    *p++ = (uint8_t)(BY_NUMBER | bits);
    *p++ = (uint8_t)kinds;
    *p++ = (uint8_t)(kinds >> 8);
    *p++ = (uint8_t)width;
    p = coding_put_codes(p, different, kinds, width);
    return coding_put_codes(p, number, count, bits);
}

/* Without what they share, as they are written: the first is 0. */
static uint32_t share_low_bits(const uint64_t *key, uint32_t count, uint64_t *out)
{
    uint64_t all = 0;
    for (uint32_t i = 0; i < count; i++)
        all |= key[i] - key[0];
    uint32_t shared = all ? (uint32_t)__builtin_ctzll(all) : 0;
    for (uint32_t i = 0; i < count; i++)
        out[i] = (key[i] - key[0]) >> shared;
    return shared;
}

static uint8_t *put_few_keys(uint8_t *p, const uint64_t *keys, uint32_t count)
{
    uint64_t key[TIER_BLOCK], gap[TIER_BLOCK] = {0};
    uint32_t shared = share_low_bits(keys, count, key);
    size_t by_sevens = 0;
    for (uint32_t i = 1; i < count; i++) {
        gap[i - 1] = key[i] - key[i - 1] - 1;
        by_sevens += coding_gap_size(gap[i - 1]);
    }
    uint32_t width = width_of_all(gap, count - 1);
    bool even = width <= 63 && 1 + coding_codes_size(count - 1, width) < by_sevens;
    *p++ = (uint8_t)(shared | (even ? EVEN_GAPS : 0));
    if (!even)
        return coding_put_keys(p, key, count);
    *p++ = (uint8_t)width;
    return coding_put_codes(p, gap, count - 1, width);
}

static bool end_block(tier_writer *w)
{
    if (w->filled == 0 || w->status != DUEL_OK)
        return w->status == DUEL_OK;
    bool keys = w->head.kind == TIER_KEYS;
    if (!note_in_index(w, keys ? w->waiting[0] : 0))
        return false;
    uint8_t *begin = w->buffer + w->used;
    uint8_t *end = keys ? put_few_keys(begin, w->waiting, w->filled)
                        : put_narrow_codes(begin, w->waiting, w->filled);
    coding_put64(end, coding_check(begin, (size_t)(end - begin), "DuelTier block."));
    size_t size = (size_t)(end - begin) + CODING_CHECK;
    w->used += size;
    w->offset += size;
    w->filled = 0;
    return w->used < ROOM || write_out(w);
}

bool tier_writer_add(tier_writer *w, const uint64_t *number, size_t count)
{
    w->head.count += count;
    while (count && w->status == DUEL_OK) {
        size_t part = TIER_BLOCK - w->filled;
        part = part < count ? part : count;
        memcpy(w->waiting + w->filled, number, part * sizeof *number);
        w->filled += (uint32_t)part;
        number += part;
        count -= part;
        if (w->filled == TIER_BLOCK)
            end_block(w);
    }
    return w->status == DUEL_OK;
}

static bool write_index(tier_writer *w)
{
    uint8_t check[CODING_CHECK], *buffer = w->buffer;
    if (!write_out(w))
        return false;
    coding_put64(check, coding_check(w->index, w->index_used, "DuelTier index."));
    w->buffer = w->index;
    w->used = w->index_used;
    bool fine = write_out(w);
    w->buffer = check;
    w->used = sizeof check;
    fine = fine && write_out(w);
    w->buffer = buffer;
    return fine;
}

/* The rename itself is on the disk once the folder is. */
static bool sync_folder(const char *path)
{
    char folder[PATH_MAX];
    snprintf(folder, sizeof folder, "%s", path);
    char *slash = strrchr(folder, '/');
    if (slash)
        slash[slash == folder] = '\0';
    int fd = open(slash ? folder : ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    bool fine = fd >= 0 && fsync(fd) == 0;
    if (fd >= 0)
        close(fd);
    return fine;
}

static bool put_in_place(tier_writer *w)
{
    uint8_t head[HEAD];
    extent e = {w->index_used / ENTRY, w->offset};
    write_head_bytes(head, &w->head, &e);
    bool fine = pwrite(w->fd, head, HEAD, 0) == HEAD && (!w->lasting || fsync(w->fd) == 0);
    fine = fine && rename(w->aside, w->path) == 0 && (!w->lasting || sync_folder(w->path));
    return fine || note_failure(w, failed_at(w->path, &w->why));
}

static void free_writer(tier_writer *w)
{
    if (w->fd >= 0)
        close(w->fd);
    free(w->buffer);
    free(w->index);
}

duel_status tier_writer_end(tier_writer *w, duel_msg *why)
{
    bool fine = end_block(w) && write_index(w) && put_in_place(w);
    duel_status status = w->status;
    if (!fine && why)
        *why = w->why;
    if (!fine && w->fd >= 0)
        unlink(w->aside);
    free_writer(w);
    return status;
}

void tier_writer_drop(tier_writer *w)
{
    if (w->fd >= 0)
        unlink(w->aside);
    free_writer(w);
}
