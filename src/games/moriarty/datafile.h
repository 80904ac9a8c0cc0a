/* moriarty/datafile.h -- the head that the data files of the game have in common.
 *
 * 128 bytes: a name of eight letters, the version of the format, how many things follow, a
 * checksum of the rest, and the command that made the file. Numbers are written lowest byte
 * first. */
#ifndef MORIARTY_DATAFILE_H
#define MORIARTY_DATAFILE_H

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

void moriarty_put_number(uint8_t *at, uint64_t number, int bytes);
uint64_t moriarty_get_number(const uint8_t *at, int bytes);

/* Writes the head before what already stands behind it. */
void moriarty_head_write(const moriarty_head *head, uint8_t *file, size_t size);
/* Whether this is a whole and unharmed file of that name and format; the rest of its head. */
bool moriarty_head_read(const uint8_t *file, size_t size, const char *name, uint32_t format,
                        moriarty_head *out);
/* The checksum, to be told. */
uint64_t moriarty_head_sum(const uint8_t *file);

#endif
