/* moriarty/workshop/weightfile.h -- the file of the trained evaluation's weights.
 *
 * A head (datafile.h), then a byte for each weight in eighths of a disc, stage by stage. The
 * build expands it into the tables that a search reads (patterns.h). */
#ifndef MORIARTY_WEIGHTFILE_H
#define MORIARTY_WEIGHTFILE_H

#include "games/moriarty/datafile.h"
#include "games/moriarty/patterns.h"

enum {
    MORIARTY_WEIGHTS = MORIARTY_TRAINED_STAGES * MORIARTY_PACKED,
    MORIARTY_FILE_SIZE = MORIARTY_FILE_HEAD + MORIARTY_WEIGHTS
};

/* By stage and number of the weight (families.h). */
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

#endif
