/* games/moriarty/workshop/weight_file.h -- the head that both data files of the game begin
 * with, and the file of the trained evaluation's weights.
 *
 * The head is 128 bytes: a name of eight letters, the version of the format, how many things
 * follow, a checksum of the rest, and the command that made the file. Numbers are written
 * lowest byte first. The file of weights is a head, then a byte for each weight in eighths of a
 * disc, stage by stage. The build expands it into the tables of a search (patterns.h). */
#pragma once

#include "games/moriarty/patterns.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    MORIARTY_FILE_HEAD = 128,
    MORIARTY_FILE_NAME = 8,
    MORIARTY_FILE_MADE = 104 /* room for the command that made it, its end included */
};

typedef struct moriarty_head {
    char name[MORIARTY_FILE_NAME + 1];
    uint32_t format, count;
    char made[MORIARTY_FILE_MADE];
} moriarty_head;

/* Writes the head before what already stands behind it. */
void moriarty_head_write(const moriarty_head *head, uint8_t *file, size_t size);
/* Whether this is a whole and unharmed file of that name and format; the rest of its head. */
bool moriarty_head_read(const uint8_t *file, size_t size, const char *name, uint32_t format,
                        moriarty_head *out);
/* The checksum, to be told. */
uint64_t moriarty_head_sum(const uint8_t *file);

/* ---- weights --------------------------------------------------------------------- */

enum {
    MORIARTY_WEIGHTS = MORIARTY_TRAINED_STAGES * MORIARTY_PACKED,
    MORIARTY_FILE_SIZE = MORIARTY_FILE_HEAD + MORIARTY_WEIGHTS
};

/* By stage and number of the weight (patterns.h). */
typedef struct moriarty_packed_weights {
    int8_t of[MORIARTY_TRAINED_STAGES][MORIARTY_PACKED];
} moriarty_packed_weights;

void moriarty_file_write(const moriarty_packed_weights *weights, const char *made,
                         uint8_t file[MORIARTY_FILE_SIZE]);
/* Whether this is such a file, whole and unharmed; its weights and who made it. */
bool moriarty_file_read(const uint8_t *file, size_t size, moriarty_packed_weights *weights,
                        char made[MORIARTY_FILE_MADE]);
/* False when there is no memory. */
bool moriarty_expand(const moriarty_packed_weights *weights, moriarty_patterns *out);
