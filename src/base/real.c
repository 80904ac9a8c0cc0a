/* base/real.c -- see real.h. */
#include "base/real.h"

#include <langinfo.h>
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Gives what to come back to. The C locale takes no memory. */
static locale_t begin_points(void)
{
    return *nl_langinfo(RADIXCHAR) == '.' ? (locale_t)0
                                          : uselocale(newlocale(LC_ALL_MASK, "C", (locale_t)0));
}

static void end_points(locale_t before)
{
    if (before)
        uselocale(before);
}

bool duel_str_real(duel_str s, double *out)
{
    char copy[40], *end;
    if (s.len == 0 || s.len >= sizeof copy)
        return false;
    memcpy(copy, s.at, s.len);
    copy[s.len] = '\0';
    locale_t before = begin_points();
    double number = strtod(copy, &end);
    end_points(before);
    if (end != copy + s.len)
        return false;
    *out = number;
    return true;
}

__attribute__((format(printf, 3, 0))) int duel_print_reals(char *out, size_t size,
                                                           const char *format, va_list args)
{
    locale_t before = begin_points();
    int length = vsnprintf(out, size, format, args);
    end_points(before);
    return length;
}
