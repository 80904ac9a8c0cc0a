/* base/real.h -- numbers with decimals: with a point in every language.
 *
 * A program that uses libduel may have set another sign for the C library (setlocale). */
#pragma once

#include "base/text.h"

#include <stdarg.h>

/* All of the text is one number, as strtod has it; false: it is not, or very long. */
bool duel_str_real(duel_str s, double *out);
/* vsnprintf. */
int duel_print_reals(char *out, size_t size, const char *format, va_list args);
