/* base/grow.c -- see grow.h. */
#include "base/grow.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { FIRST_ROOM = 16 };

/* Pointers and rooms of all types are copied byte by byte: C lets no other type name them. */
static bool resize_array(void *array, size_t entry, size_t old, size_t room)
{
    char *at;
    memcpy(&at, array, sizeof at);
    char *larger = room <= SIZE_MAX / 2 / entry ? realloc(at, room * entry) : NULL;
    if (larger == NULL)
        return false;
    memset(larger + old * entry, 0, (room - old) * entry);
    memcpy(array, &larger, sizeof larger);
    return true;
}

bool duel_grow(void *array, size_t entry, void *room, size_t room_bytes, size_t need)
{
    bool small = room_bytes == sizeof(uint32_t);
    size_t most = small ? INT32_MAX : SIZE_MAX / 2, old = 0;
    uint32_t half = 0;
    memcpy(small ? (void *)&half : (void *)&old, room, room_bytes);
    old = small ? half : old;
    size_t wide = old > most / 2 ? most : old < FIRST_ROOM / 2 ? FIRST_ROOM : 2 * old;
    wide = wide < need ? need : wide;
    if (wide > most || !resize_array(array, entry, old, wide))
        return false;
    half = (uint32_t)wide;
    memcpy(room, small ? (void *)&half : (void *)&wide, room_bytes);
    return true;
}

bool duel_grow_one(void *array, size_t entry, size_t count)
{
    return resize_array(array, entry, count, count ? 2 * count : 1);
}
