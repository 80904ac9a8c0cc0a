/* moriarty/weightfile.c -- see weightfile.h. */
#include "games/moriarty/weightfile.h"

#include <stdlib.h>
#include <string.h>

enum { FORMAT = 1, AT_FORMAT = 8, AT_COUNT = 12, AT_SUM = 16, AT_MADE = 24 };
static const char signature[AT_FORMAT + 1] = "MORIARTY";

_Static_assert(AT_MADE + MORIARTY_FILE_MADE == MORIARTY_FILE_HEAD, "the head is full");

static void put_number(uint8_t *at, uint64_t number, int bytes)
{
    for (int i = 0; i < bytes; i++)
        at[i] = (uint8_t)(number >> 8 * i);
}

static uint64_t get_number(const uint8_t *at, int bytes)
{
    uint64_t number = 0;
    for (int i = 0; i < bytes; i++)
        number |= (uint64_t)at[i] << 8 * i;
    return number;
}

/* Fowler, Noll and Vo's hash 1a, over the maker's name and the weights. */
static uint64_t checksum(const uint8_t *file)
{
    uint64_t sum = UINT64_C(0xCBF29CE484222325);
    for (int i = AT_MADE; i < MORIARTY_FILE_SIZE; i++)
        sum = (sum ^ file[i]) * UINT64_C(0x100000001B3);
    return sum;
}

void moriarty_file_write(const moriarty_packed_weights *weights, const char *made,
                         uint8_t file[MORIARTY_FILE_SIZE])
{
    memset(file, 0, MORIARTY_FILE_HEAD);
    memcpy(file, signature, AT_FORMAT);
    put_number(file + AT_FORMAT, FORMAT, 4);
    put_number(file + AT_COUNT, MORIARTY_WEIGHTS, 4);
    for (int i = 0; i < MORIARTY_FILE_MADE - 1 && made[i]; i++)
        file[AT_MADE + i] = (uint8_t)made[i];
    memcpy(file + MORIARTY_FILE_HEAD, weights->of, MORIARTY_WEIGHTS);
    put_number(file + AT_SUM, checksum(file), 8);
}

bool moriarty_file_read(const uint8_t *file, size_t size, moriarty_packed_weights *weights,
                        char made[MORIARTY_FILE_MADE])
{
    if (size != MORIARTY_FILE_SIZE || memcmp(file, signature, AT_FORMAT) != 0 ||
        get_number(file + AT_FORMAT, 4) != FORMAT ||
        get_number(file + AT_COUNT, 4) != MORIARTY_WEIGHTS ||
        get_number(file + AT_SUM, 8) != checksum(file) ||
        file[AT_MADE + MORIARTY_FILE_MADE - 1] != 0)
        return false;
    memcpy(made, file + AT_MADE, MORIARTY_FILE_MADE);
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
