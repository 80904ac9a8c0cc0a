/* games/moriarty/workshop/weight_file.c -- data files: the head of all, and the file of
 * weights; see weight_file.h. */
#include "games/moriarty/workshop/weight_file.h"

#include "base/compact_numbers.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- the head -------------------------------------------------------------------- */

/* The format and the count are four bytes each. */
enum { AT_NUMBERS = MORIARTY_FILE_NAME, AT_SUM = 16, AT_MADE = 24 };

_Static_assert(AT_MADE + MORIARTY_FILE_MADE == MORIARTY_FILE_HEAD, "the head is full");

/* Fowler, Noll and Vo's hash 1a, over the maker's command and all that follows. */
static uint64_t checksum(const uint8_t *file, size_t size)
{
    uint64_t sum = UINT64_C(0xCBF29CE484222325);
    for (size_t i = AT_MADE; i < size; i++)
        sum = (sum ^ file[i]) * UINT64_C(0x100000001B3);
    return sum;
}

void moriarty_head_write(const moriarty_head *head, uint8_t *file, size_t size)
{
    memset(file, 0, MORIARTY_FILE_HEAD);
    memcpy(file, head->name, MORIARTY_FILE_NAME);
    coding_put64(file + AT_NUMBERS, head->format | (uint64_t)head->count << 32);
    for (int i = 0; i < MORIARTY_FILE_MADE - 1 && head->made[i]; i++)
        file[AT_MADE + i] = (uint8_t)head->made[i];
    coding_put64(file + AT_SUM, checksum(file, size));
}

bool moriarty_head_read(const uint8_t *file, size_t size, const char *name, uint32_t format,
                        moriarty_head *out)
{
    if (size < MORIARTY_FILE_HEAD || memcmp(file, name, MORIARTY_FILE_NAME) != 0 ||
        (uint32_t)coding_get64(file + AT_NUMBERS) != format ||
        moriarty_head_sum(file) != checksum(file, size) ||
        file[AT_MADE + MORIARTY_FILE_MADE - 1] != 0)
        return false;
    *out = (moriarty_head){.format = format,
                           .count = (uint32_t)(coding_get64(file + AT_NUMBERS) >> 32)};
    memcpy(out->name, file, MORIARTY_FILE_NAME);
    memcpy(out->made, file + AT_MADE, MORIARTY_FILE_MADE);
    return true;
}

uint64_t moriarty_head_sum(const uint8_t *file)
{
    return coding_get64(file + AT_SUM);
}

/* ---- weights --------------------------------------------------------------------- */

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
