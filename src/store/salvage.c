/* store/salvage.c -- reads the rows of a damaged database from its pages, one by one.
 *
 *     file and log ──▶ pages as last committed ──▶ cells ──▶ records ──▶ rows, by their shape
 *
 * A page names the rows in it whatever has happened to the pages that lead to it; which table a
 * row is of is told by the number and kinds of its values, which differ for all tables of the
 * schema. Layout of pages and log: the SQLite Database File Format
 * (sqlite.org/fileformat2.html). Nothing that is read is relied on: bytes of any kind are rows
 * or are passed over. Pages on the list of free ones are left out, since what they hold was
 * deleted.
 *
 * Invariant: an offset into a page or record is compared with its end before it is read. */
#include "base/grow.h"
#include "store/inside.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum {
    PAGE = 4096, /* every base is made so */
    PAGES_MOST = 1 << 28,
    FRAME_HEAD = 24,
    LOG_HEAD = 32,
    RECORD_MOST = 1 << 24, /* bytes; a row of a base is far below */
    INTERIOR_KEYS = 2,
    LEAF_KEYS = 10,
    LEAF_TABLE = 13
};

typedef struct carver {
    int file, log; /* log -1: there is none */
    uint32_t pages;
    off_t *in_log; /* where each page stands in the log; 0: it does not */
    size_t room;
    unsigned char *free; /* whether each page is on the list of free ones */
    unsigned char *record;
    salvage_fn *take;
    void *to;
    bool enough;
} carver;

/* ---- numbers ----------------------------------------------------------------------------- */

static uint32_t big_endian(const unsigned char *at, int bytes)
{
    uint32_t number = 0;
    for (int i = 0; i < bytes; i++)
        number = number << 8 | at[i];
    return number;
}

/* A number of one to nine bytes, seven bits each but the ninth. False: it goes beyond `end`. */
static bool read_varint(const unsigned char **at, const unsigned char *end, uint64_t *out)
{
    uint64_t number = 0;
    for (int i = 0; i < 9; i++) {
        if (*at == end)
            return false;
        unsigned char byte = *(*at)++;
        number = i == 8 ? number << 8 | byte : number << 7 | (byte & 127);
        if (i == 8 || byte < 128)
            break;
    }
    *out = number;
    return true;
}

/* ---- the log ----------------------------------------------------------------------------- */

typedef struct log_sum {
    uint32_t a, b;
    bool big; /* its numbers are summed with the high byte first */
} log_sum;

static uint32_t log_word(const log_sum *s, const unsigned char *at)
{
    uint32_t word = big_endian(at, 4);
    return s->big ? word : __builtin_bswap32(word);
}

static void add_to_sum(log_sum *s, const unsigned char *bytes, size_t count)
{
    for (size_t i = 0; i + 8 <= count; i += 8) {
        s->a += log_word(s, bytes + i) + s->b;
        s->b += log_word(s, bytes + i + 4) + s->a;
    }
}

static bool sum_is(const log_sum *s, const unsigned char *told)
{
    return s->a == big_endian(told, 4) && s->b == big_endian(told + 4, 4);
}

static bool read_log_head(const carver *c, unsigned char head[LOG_HEAD], log_sum *sum)
{
    enum { MAGIC = 0x377f0682 }; /* plus one: the sums have the high byte first */
    if (pread(c->log, head, LOG_HEAD, 0) != LOG_HEAD ||
        (big_endian(head, 4) | 1) != (MAGIC | 1) || big_endian(head + 8, 4) != PAGE)
        return false;
    *sum = (log_sum){.big = big_endian(head, 4) & 1};
    add_to_sum(sum, head, 24);
    return sum_is(sum, head + 24);
}

/* The frame there, summed; false where the log ends. */
static bool read_frame(const carver *c, off_t at, const unsigned char *salt, log_sum *sum,
                       unsigned char frame[FRAME_HEAD + PAGE])
{
    if (pread(c->log, frame, FRAME_HEAD + PAGE, at) != FRAME_HEAD + PAGE ||
        memcmp(frame + 8, salt, 8) != 0)
        return false;
    add_to_sum(sum, frame, 8);
    add_to_sum(sum, frame + FRAME_HEAD, PAGE);
    return sum_is(sum, frame + 16);
}

static bool grow_pages(carver *c, uint32_t pages)
{
    if (!GROW(c->in_log, c->room, pages + (size_t)1))
        return false;
    c->pages = pages > c->pages ? pages : c->pages;
    return true;
}

/* Pages of the transactions that were committed, as SQLite would take them up: up to the last
 * commit before the first frame that is not whole. */
static bool read_log(carver *c)
{
    unsigned char head[LOG_HEAD], frame[FRAME_HEAD + PAGE];
    log_sum sum;
    off_t committed = 0, at = LOG_HEAD;
    if (c->log < 0 || !read_log_head(c, head, &sum))
        return true;
    for (; read_frame(c, at, head + 16, &sum, frame); at += FRAME_HEAD + PAGE)
        if (big_endian(frame + 4, 4))
            committed = at + FRAME_HEAD + PAGE;
    for (at = LOG_HEAD; at < committed; at += FRAME_HEAD + PAGE) {
        if (pread(c->log, frame, FRAME_HEAD, at) != FRAME_HEAD)
            return true;
        uint32_t page = big_endian(frame, 4);
        if (page == 0 || page > PAGES_MOST)
            continue;
        if (!grow_pages(c, page))
            return false;
        c->in_log[page] = at + FRAME_HEAD;
    }
    return true;
}

/* ---- pages ------------------------------------------------------------------------------- */

static bool read_page(const carver *c, uint32_t number, unsigned char page[PAGE])
{
    if (number == 0 || number > c->pages)
        return false;
    off_t in_log = c->in_log[number];
    ssize_t got = in_log ? pread(c->log, page, PAGE, in_log)
                         : pread(c->file, page, PAGE, (off_t)(number - 1) * PAGE);
    if (got > 0 && got < PAGE) /* the file was cut here */
        memset(page + got, 0, (size_t)(PAGE - got));
    return got > 0;
}

/* Each trunk names the next one and many leaves; a broken list ends where it breaks. */
static void read_free_list(carver *c)
{
    unsigned char page[PAGE];
    if (!read_page(c, 1, page))
        return;
    uint32_t trunk = big_endian(page + 32, 4);
    while (trunk > 1 && trunk <= c->pages && !c->free[trunk] && read_page(c, trunk, page)) {
        uint32_t count = big_endian(page + 4, 4);
        c->free[trunk] = 1;
        for (uint32_t i = 0; i < count && i < PAGE / 4 - 2; i++) {
            uint32_t leaf = big_endian(page + 8 + 4 * i, 4);
            if (leaf > 1 && leaf <= c->pages)
                c->free[leaf] = 1;
        }
        trunk = big_endian(page, 4);
    }
}

/* ---- records ----------------------------------------------------------------------------- */

/* The value of a serial type at *at, which is moved on; false if there is no such value. */
static bool read_typed(uint64_t type, const unsigned char **at, const unsigned char *end,
                       store_value *out)
{
    static const int sizes[] = {0, 1, 2, 3, 4, 6, 8};
    size_t left = (size_t)(end - *at);
    *out = (store_value){.kind = VALUE_NOTHING};
    if (type >= 12) {
        uint64_t size = (type - 12) / 2;
        if (size > left)
            return false;
        *out = (store_value){
            type & 1 ? VALUE_TEXT : VALUE_BYTES, 0, {(const char *)*at, (size_t)size}};
        *at += size;
        return true;
    }
    if (type == 8 || type == 9)
        *out = (store_value){.kind = VALUE_NUMBER, .number = (int64_t)type - 8};
    if (type == 0 || type == 8 || type == 9)
        return true;
    if (type > 6 || (size_t)sizes[type] > left)
        return false;
    uint64_t number = **at & 128 ? UINT64_MAX : 0;
    for (int i = 0; i < sizes[type]; i++)
        number = number << 8 | *(*at)++;
    *out = (store_value){.kind = VALUE_NUMBER, .number = (int64_t)number};
    return true;
}

/* The values of a record that fills its bytes exactly; their number, -1 if it does not. */
static int read_record(const unsigned char *bytes, size_t size, store_value value[ROW_COLUMNS])
{
    const unsigned char *at = bytes, *end = bytes + size;
    uint64_t head, type;
    int count = 0;
    if (!read_varint(&at, end, &head) || head > size)
        return -1;
    const unsigned char *body = bytes + head;
    for (; at < bytes + head; count++)
        if (count == ROW_COLUMNS || !read_varint(&at, bytes + head, &type) ||
            !read_typed(type, &body, end, &value[count]))
            return -1;
    return body == end ? count : -1;
}

/* Whether these values are a row of the table; its number takes the place of nothing. */
static bool has_shape(const store_table *t, bool keyed, store_value *value, int count)
{
    if (keyed != t->keyed || count < t->least || count > table_columns(t))
        return false;
    for (int i = 0; i < count; i++) {
        bool numbers = i == 0 && t->numbered;
        if (numbers ? value[i].kind != VALUE_NOTHING : !column_takes(t->columns[i], &value[i]))
            return false;
    }
    return true;
}

static void give_row(carver *c, bool keyed, int64_t number, size_t size)
{
    store_row row;
    int count = read_record(c->record, size, row.value);
    for (int i = 0; count > 0 && i < TABLE_COUNT; i++) {
        if (!has_shape(&store_tables[i], keyed, row.value, count))
            continue;
        row.of = &store_tables[i];
        if (row.of->numbered)
            row.value[0] = (store_value){.kind = VALUE_NUMBER, .number = number};
        row_complete(&row, count);
        c->enough = !c->take(c->to, &row);
        return;
    }
}

/* ---- cells ------------------------------------------------------------------------------- */

/* How much of a payload stands in the page itself. */
static size_t local_part(bool keyed, uint64_t size)
{
    const uint64_t most = keyed ? (PAGE - 12) * 64 / 255 - 23 : PAGE - 35;
    const uint64_t least = (PAGE - 12) * 32 / 255 - 23;
    if (size <= most)
        return (size_t)size;
    uint64_t part = least + (size - least) % (PAGE - 4);
    return (size_t)(part <= most ? part : least);
}

/* The rest of a payload, from page to page. */
static bool follow_overflow(const carver *c, uint32_t page, unsigned char *to, size_t left)
{
    unsigned char bytes[PAGE];
    while (left && read_page(c, page, bytes)) {
        size_t part = left < PAGE - 4 ? left : PAGE - 4;
        memcpy(to, bytes + 4, part);
        to += part;
        left -= part;
        page = big_endian(bytes, 4);
    }
    return left == 0;
}

static void carve_cell(carver *c, int kind, const unsigned char *at, const unsigned char *end)
{
    bool keyed = kind != LEAF_TABLE;
    uint64_t size, number = 0;
    if (kind == INTERIOR_KEYS)
        at += end - at < 4 ? end - at : 4;
    if (!read_varint(&at, end, &size) || size == 0 || size > RECORD_MOST ||
        (!keyed && !read_varint(&at, end, &number)))
        return;
    size_t local = local_part(keyed, size), there = (size_t)(end - at);
    if (there < local + (local < size ? 4 : 0))
        return;
    memcpy(c->record, at, local);
    if (local == size ||
        follow_overflow(c, big_endian(at + local, 4), c->record + local, (size_t)size - local))
        give_row(c, keyed, (int64_t)number, (size_t)size);
}

static void carve_page(carver *c, uint32_t number)
{
    unsigned char page[PAGE];
    size_t head = number == 1 ? 100 : 0;
    if (c->free[number] || !read_page(c, number, page))
        return;
    int kind = page[head];
    if (kind != LEAF_TABLE && kind != LEAF_KEYS && kind != INTERIOR_KEYS)
        return;
    size_t first = head + (kind == INTERIOR_KEYS ? 12 : 8),
           cells = big_endian(page + head + 3, 2);
    for (size_t i = 0; i < cells && first + 2 * i + 2 <= PAGE && !c->enough; i++) {
        size_t cell = big_endian(page + first + 2 * i, 2);
        if (cell < PAGE)
            carve_cell(c, kind, page + cell, page + PAGE);
    }
}

/* ---- the whole file ---------------------------------------------------------------------- */

static bool prepare_carver(carver *c)
{
    struct stat info;
    off_t size = fstat(c->file, &info) == 0 ? info.st_size : 0;
    uint32_t pages = (uint32_t)((size + PAGE - 1) / PAGE);
    c->record = malloc(RECORD_MOST);
    if (c->record == NULL || pages > PAGES_MOST || !grow_pages(c, pages) || !read_log(c))
        return false;
    c->free = calloc(c->pages + (size_t)1, 1);
    return c->free != NULL;
}

static int open_log(const char *path)
{
    char name[4096];
    int len = snprintf(name, sizeof name, "%s-wal", path);
    return len < (int)sizeof name ? open(name, O_RDONLY | O_CLOEXEC) : -1;
}

duel_status salvage_rows(const char *path, salvage_fn *take, void *to, duel_msg *why)
{
    carver c = {.file = open(path, O_RDONLY | O_CLOEXEC), .take = take, .to = to};
    if (c.file < 0)
        return duel_fail(why, N_("Cannot read {0}: {1}."), "cc", path, strerror(errno));
    c.log = open_log(path);
    bool ready = prepare_carver(&c);
    if (ready)
        read_free_list(&c);
    for (uint32_t i = 1; ready && i <= c.pages && !c.enough; i++)
        carve_page(&c, i);
    free(c.in_log);
    free(c.free);
    free(c.record);
    if (c.log >= 0)
        close(c.log);
    close(c.file);
    return ready ? DUEL_OK : duel_no_space(why);
}
