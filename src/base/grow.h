/* base/grow.h -- arrays that grow, after Kissat's stack.h: written once, for entries of any
 * type.
 *
 *     GROW(list->entry, list->room, list->count + 1)   room for so many entries
 *     GROW_ONE(list->entry, list->count)               for one more, of an array that knows
 * only how many it holds
 *
 * True: there is room, twice as much as before where there was too little, and the new entries
 * are 0. False: memory was refused, and everything is as it was. `room` is a variable of four
 * or eight bytes. An array begins as NULL with a room, or count, of 0; free() ends it. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#define GROW(pointer, room, need)                                                              \
    ((size_t)(need) <= (size_t)(room) ||                                                       \
     duel_grow(&(pointer), sizeof *(pointer), &(room), sizeof(room), (size_t)(need)))

/* The room of such an array is its count, rounded up to a power of two. */
#define GROW_ONE(pointer, count)                                                               \
    (((size_t)(count) & ((size_t)(count)-1)) != 0 ||                                           \
     duel_grow_one(&(pointer), sizeof *(pointer), (size_t)(count)))

/* `array` points to the pointer, `room` to a number of so many bytes. */
bool duel_grow(void *array, size_t entry, void *room, size_t room_bytes, size_t need);
bool duel_grow_one(void *array, size_t entry, size_t count);
