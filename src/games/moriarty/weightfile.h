/* moriarty/weightfile.h -- the file of the trained evaluation's weights, and the tables that a
 * search reads.
 *
 * The file: a head (datafile.h), then a byte for each weight in eighths of a disc, stage by
 * stage.
 *
 * The tables hold the weights of a stage and of the next one side by side, so that one access
 * brings what lies between two stages. */
#ifndef MORIARTY_WEIGHTFILE_H
#define MORIARTY_WEIGHTFILE_H

#include "games/moriarty/datafile.h"
#include "games/moriarty/families.h"

enum {
    MORIARTY_TRAINED_STAGES = 13, /* at 0, 5, … 60 empties; between them, interpolated */
    MORIARTY_STAGE_EMPTIES = 5,
    MORIARTY_WEIGHT_UNITS = 8,  /* a weight of 1, in units */
    MORIARTY_WEIGHT_BIAS = 128, /* what a byte of the tables has more than its weight */
    MORIARTY_WEIGHTS = MORIARTY_TRAINED_STAGES * MORIARTY_PACKED,
    MORIARTY_FILE_SIZE = MORIARTY_FILE_HEAD + MORIARTY_WEIGHTS
};

/* By stage and number of the weight (families.h). */
typedef struct moriarty_packed_weights {
    int8_t of[MORIARTY_TRAINED_STAGES][MORIARTY_PACKED];
} moriarty_packed_weights;

/* Two bytes an entry, each a weight and the bias: the lower one of this stage, the higher one
 * of the next. */
typedef struct moriarty_patterns {
    moriarty_entries from[MORIARTY_TRAINED_STAGES - 1];
} moriarty_patterns;

void moriarty_file_write(const moriarty_packed_weights *weights, const char *made,
                         uint8_t file[MORIARTY_FILE_SIZE]);
/* Whether this is such a file, whole and unharmed; its weights and who made it. */
bool moriarty_file_read(const uint8_t *file, size_t size, moriarty_packed_weights *weights,
                        char made[MORIARTY_FILE_MADE]);
/* False when there is no memory. */
bool moriarty_expand(const moriarty_packed_weights *weights, moriarty_patterns *out);

#endif
