/* gdl/arena.c -- see arena.h. */
#include "gdl/arena.h"
#include "base/clock.h"

#include <stdlib.h>
#include <string.h>

/* Stands before the bytes of an allocation; they stay aligned for vectors of 32 bytes. */
typedef struct gdl_block {
    _Alignas(32) struct gdl_block *before;
    struct gdl_block *after;
    size_t bytes;
} gdl_block;
_Static_assert(sizeof(gdl_block) == 32, "what follows it is aligned as it is");

/* A job is one thread's, and what it may take is work: a busy machine does not shorten it. */
void gdl_arena_restart(gdl_arena *j, double seconds)
{
    j->end = seconds > 0 ? duel_clock_own() + seconds : 0;
}

void gdl_arena_init(gdl_arena *j, gdl_limits limits)
{
    *j = (gdl_arena){.most = limits.bytes ? limits.bytes : SIZE_MAX};
    gdl_arena_restart(j, limits.seconds);
}

void gdl_arena_fini(gdl_arena *j)
{
    while (j->blocks) {
        gdl_block *b = j->blocks;
        j->blocks = b->after;
        free(b);
    }
}

duel_status gdl_arena_do(gdl_arena *j, void (*work)(void *what), void *what, duel_msg *why)
{
    jmp_buf door, *outer = j->door;
    j->status = DUEL_OK;
    j->door = &door;
    if (setjmp(door) == 0)
        work(what);
    j->door = outer;
    if (j->status != DUEL_OK && why)
        *why = j->why;
    return j->status;
}

_Noreturn void gdl_arena_abort(gdl_arena *j, duel_status status)
{
    DUEL_REQUIRE(j->door && status != DUEL_OK);
    j->status = status;
    longjmp(*j->door, 1);
}

_Noreturn static void leave_for_memory(gdl_arena *j)
{
    duel_no_space(&j->why);
    gdl_arena_abort(j, DUEL_NO_SPACE);
}

/* There would be more, but not for this. */
_Noreturn static void leave_for_limit(gdl_arena *j)
{
    duel_say(&j->why, N_("The rule sheet takes more memory than the {0} MB given."), "i",
             (int64_t)(j->most >> 20));
    gdl_arena_abort(j, DUEL_NO_SPACE);
}

void gdl_look_at_clock(gdl_arena *j)
{
    j->ticks = 0;
    if (j->end == 0 || duel_clock_own() < j->end)
        return;
    duel_say(&j->why, N_("The rule sheet takes longer than the time given."), "");
    gdl_arena_abort(j, DUEL_STOPPED);
}

static void link_block(gdl_arena *j, gdl_block *b)
{
    b->before = NULL;
    b->after = j->blocks;
    if (b->after)
        b->after->before = b;
    j->blocks = b;
    j->bytes += b->bytes;
}

static void unlink_block(gdl_arena *j, gdl_block *b)
{
    *(b->before ? &b->before->after : &j->blocks) = b->after;
    if (b->after)
        b->after->before = b->before;
    j->bytes -= b->bytes;
}

/* Reads the clock too: large blocks are what slow sheets ask for. */
static void *resize_block(gdl_arena *j, gdl_block *old, size_t bytes)
{
    size_t before = old ? old->bytes : 0;
    if (bytes > SIZE_MAX / 2)
        leave_for_memory(j);
    if (bytes > j->most || j->bytes - before > j->most - bytes)
        leave_for_limit(j);
    size_t whole = (sizeof(gdl_block) + bytes + 31) / 32 * 32;
    gdl_block *b = aligned_alloc(32, whole);
    if (b == NULL)
        leave_for_memory(j);
    memset(b + 1, 0, whole - sizeof *b);
    if (old) {
        memcpy(b + 1, old + 1, before < bytes ? before : bytes);
        unlink_block(j, old);
        free(old);
    }
    b->bytes = bytes;
    link_block(j, b);
    return b + 1;
}

void *gdl_arena_alloc(gdl_arena *j, size_t count, size_t size)
{
    if (size && count > SIZE_MAX / 4 / size)
        leave_for_memory(j);
    return resize_block(j, NULL, count * size);
}

void *gdl_arena_grow(gdl_arena *j, void *array, size_t *room, size_t count, size_t size)
{
    if (count <= *room)
        return array;
    size_t wanted = *room ? *room : 8;
    while (wanted < count)
        wanted *= 2;
    if (wanted > SIZE_MAX / 4 / size)
        leave_for_memory(j);
    array = resize_block(j, array ? (gdl_block *)array - 1 : NULL, wanted * size);
    *room = wanted;
    return array;
}

void gdl_arena_free(gdl_arena *j, void *array)
{
    if (array == NULL)
        return;
    gdl_block *b = (gdl_block *)array - 1;
    unlink_block(j, b);
    free(b);
}

static int compare_numbers(const void *a, const void *b)
{
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return (x > y) - (x < y);
}

void gdl_sort(uint32_t *number, size_t count)
{
    if (count > 1)
        qsort(number, count, sizeof *number, compare_numbers);
}
