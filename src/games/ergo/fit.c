/* games/ergo/fit.c -- well-formed lines, changed lines: see fit.h. */
#include "games/ergo/fit.h"

#include <string.h>

/* One reader for all: the sorts in reading order, edges left out. */
typedef struct reader {
    unsigned last;
    int depth;
    bool good;
} reader;

static inline void read_sort(reader *r, unsigned sort)
{
    r->good &= fit_pair(r->last, sort);
    r->depth += (sort == FIT_OPEN) - (sort == FIT_CLOSE);
    r->good &= r->depth >= 0;
    r->last = sort;
}

static inline bool read_end(const reader *r)
{
    return r->good && r->depth == 0 && fit_pair(r->last, FIT_EDGE);
}

static const reader begin = {FIT_EDGE, 0, true};

bool fit_well_formed(const fit_line *l)
{
    reader r = begin;
    for (unsigned i = 1; i <= l->count; i++)
        read_sort(&r, l->sort[i]);
    return l->count == 0 || read_end(&r);
}

bool fit_with(const fit_line *l, unsigned sort, unsigned at)
{
    reader r = begin;
    for (unsigned i = 0; i < at; i++)
        read_sort(&r, l->sort[i + 1]);
    read_sort(&r, sort);
    for (unsigned i = at; i < l->count; i++)
        read_sort(&r, l->sort[i + 1]);
    return read_end(&r);
}

bool fit_without(const fit_line *l, unsigned at)
{
    reader r = begin;
    for (unsigned i = 0; i < l->count; i++)
        if (i != at)
            read_sort(&r, l->sort[i + 1]);
    return l->count == 1 || read_end(&r);
}

bool fit_without_any(const fit_line *l, unsigned kept)
{
    for (unsigned at = 0; at < l->count; at++)
        if (at != kept && fit_without(l, at))
            return true;
    return false;
}

void fit_insert(fit_line *l, unsigned sort, unsigned at)
{
    memmove(l->sort + at + 2, l->sort + at + 1, l->count - at + 1);
    l->sort[at + 1] = (uint8_t)sort;
    l->count++;
}

static bool broken(const ergo *s, unsigned line)
{
    fit_line l;
    fit_line_of(s, line, &l);
    return !fit_well_formed(&l);
}

int fit_broken_line(const ergo *s)
{
    for (unsigned line = 0; line < LOGIC_LINES; line++)
        if (broken(s, line))
            return (int)line;
    return -1;
}

int fit_broken_lines(const ergo *s)
{
    int count = 0;
    for (unsigned line = 0; line < LOGIC_LINES; line++)
        count += broken(s, line);
    return count;
}
