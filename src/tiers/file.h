/* tiers/file.h -- a tier on disk: keys by the thousand in one file, results beside them in
 * another.
 *
 *     head 80 · blocks, each followed by its check · index · check of the index
 *
 * A block holds TIER_BLOCK positions, the last one fewer. Of keys, the first stands in the
 * index; a byte tells how many low bits all of them share, and whether the gaps between them
 * are of equal width, which is the next byte, or of seven bits a byte (base/compact_numbers.h):
 * of keys without a gap between them nothing is left. Of results, a byte tells the width of the
 * widest code (core/value.h), and the codes follow; or, where that is shorter, of their numbers
 * among those of the block, which come first. The index tells the first key of each block and
 * where it begins. Equal contents are equal bytes, however they came about. Files of the first
 * format, all gaps and codes as they are, are read as well.
 *
 * A file is written beside its place under another name, brought to the disk, then renamed: it
 * is there wholly or not at all. It is read where it lies, by memory map. Head and index are
 * checked when it is opened, a block when it is read; nothing is relied on but that the file is
 * not changed meanwhile. */
#pragma once

#include "base/status.h"

#include <limits.h>

enum {
    TIER_BLOCK = 1024
}; /* positions: a look-up decodes one block, in a microsecond or two */

typedef enum tier_kind { TIER_KEYS = 1, TIER_CODES } tier_kind;

typedef struct tier_head {
    tier_kind kind;
    uint32_t tier;
    uint64_t topic; /* of what folder it is part (folder.h) */
    uint64_t count; /* positions */
    /* Of keys. The tiers from which moves lead here lie between these two; and `since` is the
     * highest from which one leads below this tier, or this tier itself: whoever wants what
     * lies below opens the tiers from that one on. */
    uint32_t lowest_source, highest_source, since;
} tier_head;

typedef struct tier_file {
    tier_head head;
    const uint8_t *bytes;
    size_t size;
    const uint8_t *index;
    uint64_t blocks;
    uint32_t format;
} tier_file;

/* DUEL_REFUSED: there is none. DUEL_FAILED: it is damaged, or belongs elsewhere; *why says so.
 */
duel_status tier_file_open(const char *path, tier_kind kind, uint64_t topic, tier_file *out,
                           duel_msg *why);
void tier_file_close(tier_file *f); /* one that is all zero does nothing */
/* The same from bytes that stay where they are; false: they are no such file. It is not to be
 * closed. */
bool tier_file_take(const uint8_t *bytes, size_t size, tier_file *out);

/* The positions of block `i`, and how many; 0: it is damaged. */
uint32_t tier_file_keys(const tier_file *f, uint64_t i, uint64_t key[TIER_BLOCK]);
uint32_t tier_file_codes(const tier_file *f, uint64_t i, uint64_t code[TIER_BLOCK]);
/* The code of position `at` of the block alone; 0: there is none, or it is damaged. */
uint64_t tier_file_code(const tier_file *f, uint64_t i, uint32_t at);
/* The last block whose first key is not above `key`; 0 if there is none. */
uint64_t tier_file_seek(const tier_file *f, uint64_t key);
uint64_t tier_file_first(const tier_file *f, uint64_t i);
/* Reads every block. */
duel_status tier_file_check(const tier_file *f, const char *path, duel_msg *why);

/* ---- writing ----------------------------------------------------------------------------- */

typedef struct tier_writer {
    tier_head head;
    bool lasting; /* what need not outlive the program is not waited for */
    int fd;
    char path[PATH_MAX], aside[PATH_MAX];
    uint64_t waiting[TIER_BLOCK]; /* positions of the block being filled */
    uint32_t filled;
    uint8_t *buffer;
    size_t used;
    uint64_t offset; /* of the block being filled */
    uint8_t *index;
    size_t index_used, index_room;
    uint64_t last_key;
    duel_status status;
    duel_msg why;
} tier_writer;

/* `head` tells all but the count. After it, whatever comes, end or drop is due. */
void tier_writer_init(tier_writer *w, const char *path, const tier_head *head, bool lasting);
/* Positions by ascending key: their keys, or their codes. False: it failed, and so will end. */
bool tier_writer_add(tier_writer *w, const uint64_t *number, size_t count);
duel_status tier_writer_end(tier_writer *w, duel_msg *why);
void tier_writer_drop(tier_writer *w);
