/* moriarty/datafile.c -- see datafile.h. */
#include "games/moriarty/datafile.h"

#include <string.h>

enum { AT_FORMAT = MORIARTY_FILE_NAME, AT_COUNT = 12, AT_SUM = 16, AT_MADE = 24 };

_Static_assert(AT_MADE + MORIARTY_FILE_MADE == MORIARTY_FILE_HEAD, "the head is full");

void moriarty_put_number(uint8_t *at, uint64_t number, int bytes)
{
    for (int i = 0; i < bytes; i++)
        at[i] = (uint8_t)(number >> 8 * i);
}

uint64_t moriarty_get_number(const uint8_t *at, int bytes)
{
    uint64_t number = 0;
    for (int i = 0; i < bytes; i++)
        number |= (uint64_t)at[i] << 8 * i;
    return number;
}

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
    moriarty_put_number(file + AT_FORMAT, head->format, 4);
    moriarty_put_number(file + AT_COUNT, head->count, 4);
    for (int i = 0; i < MORIARTY_FILE_MADE - 1 && head->made[i]; i++)
        file[AT_MADE + i] = (uint8_t)head->made[i];
    moriarty_put_number(file + AT_SUM, checksum(file, size), 8);
}

bool moriarty_head_read(const uint8_t *file, size_t size, const char *name, uint32_t format,
                        moriarty_head *out)
{
    if (size < MORIARTY_FILE_HEAD || memcmp(file, name, MORIARTY_FILE_NAME) != 0 ||
        moriarty_get_number(file + AT_FORMAT, 4) != format ||
        moriarty_head_sum(file) != checksum(file, size) ||
        file[AT_MADE + MORIARTY_FILE_MADE - 1] != 0)
        return false;
    *out = (moriarty_head){.format = format,
                           .count = (uint32_t)moriarty_get_number(file + AT_COUNT, 4)};
    memcpy(out->name, file, MORIARTY_FILE_NAME);
    memcpy(out->made, file + AT_MADE, MORIARTY_FILE_MADE);
    return true;
}

uint64_t moriarty_head_sum(const uint8_t *file)
{
    return moriarty_get_number(file + AT_SUM, 8);
}
