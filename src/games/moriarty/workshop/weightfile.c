/* moriarty/workshop/weightfile.c -- see weightfile.h. */
#include "games/moriarty/workshop/weightfile.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FORMAT = 1 };
static const char file_name[] = "MORIARTY";

void moriarty_file_write(const moriarty_packed_weights *weights, const char *made,
                         uint8_t file[MORIARTY_FILE_SIZE])
{
    moriarty_head head = {.format = FORMAT, .count = MORIARTY_WEIGHTS};
    memcpy(head.name, file_name, sizeof file_name);
    snprintf(head.made, sizeof head.made, "%s", made);
    memcpy(file + MORIARTY_FILE_HEAD, weights->of, MORIARTY_WEIGHTS);
    moriarty_head_write(&head, file, MORIARTY_FILE_SIZE);
}

bool moriarty_file_read(const uint8_t *file, size_t size, moriarty_packed_weights *weights,
                        char made[MORIARTY_FILE_MADE])
{
    moriarty_head head;
    if (size != MORIARTY_FILE_SIZE ||
        !moriarty_head_read(file, size, file_name, FORMAT, &head) ||
        head.count != MORIARTY_WEIGHTS)
        return false;
    memcpy(made, head.made, sizeof head.made);
    memcpy(weights->of, file + MORIARTY_FILE_HEAD, MORIARTY_WEIGHTS);
    return true;
}

bool moriarty_expand(const moriarty_packed_weights *weights, moriarty_patterns *out)
{
    uint32_t *weight_of = malloc(MORIARTY_ENTRIES * sizeof *weight_of);
    if (weight_of == NULL)
        return false;
    moriarty_pack(weight_of);
    for (int stage = 0; stage + 1 < MORIARTY_TRAINED_STAGES; stage++) {
        uint16_t *entry = (uint16_t *)&out->from[stage];
        for (int i = 0; i < MORIARTY_ENTRIES; i++) {
            int now = weights->of[stage][weight_of[i]] + MORIARTY_WEIGHT_BIAS;
            int next = weights->of[stage + 1][weight_of[i]] + MORIARTY_WEIGHT_BIAS;
            entry[i] = (uint16_t)(now | next << 8);
        }
    }
    free(weight_of);
    return true;
}
