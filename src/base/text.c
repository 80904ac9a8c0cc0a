/* base/text.c -- slices, sinks and growing buffers: see text.h. */
#include "base/text.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- slices ------------------------------------------------------------------------- */

duel_str duel_str_of(const char *text)
{
    return (duel_str){text, strlen(text)};
}

bool duel_str_is(duel_str s, const char *text)
{
    return strlen(text) == s.len && memcmp(s.at, text, s.len) == 0;
}

static char lower(char c)
{
    return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

bool duel_str_same_word(duel_str s, const char *text)
{
    if (strlen(text) != s.len)
        return false;
    for (size_t i = 0; i < s.len; i++)
        if (lower(s.at[i]) != lower(text[i]))
            return false;
    return true;
}

static bool blank(char c)
{
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

duel_str duel_str_trim(duel_str s)
{
    while (s.len && blank(s.at[0]))
        s.at++, s.len--;
    while (s.len && blank(s.at[s.len - 1]))
        s.len--;
    return s;
}

static bool one_of(char c, const char *set)
{
    return c != '\0' && strchr(set, c) != NULL;
}

bool duel_str_word(duel_str *rest, const char *separators, duel_str *word)
{
    while (rest->len && one_of(rest->at[0], separators))
        rest->at++, rest->len--;
    if (rest->len == 0)
        return false;
    *word = (duel_str){rest->at, 0};
    while (rest->len && !one_of(rest->at[0], separators))
        rest->at++, rest->len--, word->len++;
    return true;
}

bool duel_str_part(duel_str *rest, char mark, duel_str *part)
{
    if (rest->at == NULL)
        return false;
    const char *cut = rest->len ? memchr(rest->at, mark, rest->len) : NULL;
    if (cut == NULL) {
        *part = *rest;
        *rest = (duel_str){NULL, 0};
        return true;
    }
    size_t len = (size_t)(cut - rest->at);
    *part = (duel_str){rest->at, len};
    *rest = (duel_str){cut + 1, rest->len - len - 1};
    return true;
}

bool duel_str_number(duel_str s, int64_t *out)
{
    bool minus = s.len && s.at[0] == '-';
    size_t i = minus ? 1 : 0;
    if (i == s.len)
        return false;
    int64_t n = 0;
    for (; i < s.len; i++) {
        if (s.at[i] < '0' || s.at[i] > '9')
            return false;
        if (__builtin_mul_overflow(n, 10, &n) || __builtin_sub_overflow(n, s.at[i] - '0', &n))
            return false; /* built as a negative number, whose range is the larger one */
    }
    if (!minus && __builtin_sub_overflow(0, n, &n))
        return false;
    *out = n;
    return true;
}

/* ---- sinks -------------------------------------------------------------------------- */

void duel_put(duel_sink *out, const char *text)
{
    out->write(out, text, strlen(text));
}

void duel_put_str(duel_sink *out, duel_str s)
{
    if (s.len)
        out->write(out, s.at, s.len);
}

void duel_put_char(duel_sink *out, char c)
{
    out->write(out, &c, 1);
}

void duel_putf(duel_sink *out, const char *format, ...)
{
    char small[256];
    va_list args;
    va_start(args, format);
    int len = vsnprintf(small, sizeof small, format, args);
    va_end(args);
    if (len < 0)
        return;
    if ((size_t)len < sizeof small) {
        out->write(out, small, (size_t)len);
        return;
    }
    char *large = malloc((size_t)len + 1);
    if (large == NULL)
        return;
    va_start(args, format);
    vsnprintf(large, (size_t)len + 1, format, args);
    va_end(args);
    out->write(out, large, (size_t)len);
    free(large);
}

static void stream_write(duel_sink *self, const char *bytes, size_t count)
{
    duel_stream *s = (duel_stream *)self;
    fwrite(bytes, 1, count, s->file);
}

void duel_stream_init(duel_stream *s, void *file)
{
    *s = (duel_stream){{stream_write}, file};
}

static bool reserve(duel_buf *b, size_t more)
{
    if (more < b->room - b->len)
        return true;
    size_t room = b->room + more + b->room / 2 + 64;
    char *text = realloc(b->text, room);
    if (text == NULL) {
        b->failed = true;
        return false;
    }
    b->text = text;
    b->room = room;
    return true;
}

static void buf_write(duel_sink *self, const char *bytes, size_t count)
{
    duel_buf *b = (duel_buf *)self;
    if (b->failed || !reserve(b, count))
        return;
    memcpy(b->text + b->len, bytes, count);
    b->len += count;
    b->text[b->len] = '\0';
}

static char nothing[1]; /* what an empty buffer shows until its first byte; never written to */

void duel_buf_init(duel_buf *b)
{
    *b = (duel_buf){.sink = {buf_write}, .text = NULL};
    if (!reserve(b, 0))
        b->text = nothing;
    else
        b->text[0] = '\0';
}

void duel_buf_fini(duel_buf *b)
{
    if (b->text != nothing)
        free(b->text);
    b->text = nothing;
    b->len = b->room = 0;
}

void duel_buf_clear(duel_buf *b)
{
    b->len = 0;
    b->failed = b->text == nothing;
    if (!b->failed)
        b->text[0] = '\0';
}

duel_str duel_buf_str(const duel_buf *b)
{
    return (duel_str){b->text, b->len};
}
