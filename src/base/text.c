/* base/text.c -- slices, sinks and growing buffers: see text.h. */
#include "base/text.h"

#include "base/real.h"

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

bool duel_str_skip(duel_str *rest, const char *separators)
{
    while (rest->len && one_of(rest->at[0], separators))
        rest->at++, rest->len--;
    return rest->len > 0;
}

bool duel_str_word(duel_str *rest, const char *separators, duel_str *word)
{
    if (!duel_str_skip(rest, separators))
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

/* ---- characters --------------------------------------------------------------------- */

size_t duel_char_length(char first)
{
    unsigned char c = (unsigned char)first;
    return c < 0x80 ? 1 : c < 0xC2 ? 0 : c < 0xE0 ? 2 : c < 0xF0 ? 3 : c <= 0xF4 ? 4 : 0;
}

bool duel_char_goes_on(char c)
{
    return ((unsigned char)c & 0xC0) == 0x80;
}

/* Neither written with more bytes than it needs nor a number that is no character. */
static bool is_character(uint32_t code, size_t length)
{
    static const uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
    return code >= least[length] && code <= 0x10FFFF && (code < 0xD800 || code > 0xDFFF);
}

bool duel_str_character(duel_str *rest, uint32_t *code)
{
    unsigned char first = (unsigned char)rest->at[0];
    size_t length = duel_char_length(rest->at[0]), n = 1;
    uint32_t c = length > 1 ? first & (0x7Fu >> length) : first;
    for (; n < length && n < rest->len && duel_char_goes_on(rest->at[n]); n++)
        c = c << 6 | ((unsigned char)rest->at[n] & 0x3F);
    bool right = n == length && is_character(c, length);
    *code = right ? c : first;
    n = right ? n : 1;
    rest->at += n, rest->len -= n;
    return right;
}

bool duel_is_control(uint32_t code)
{
    static const struct {
        uint32_t first, last;
    } ranges[] = {{0x00, 0x08},     {0x0B, 0x1F},     {0x7F, 0x9F}, /* C0, C1 */
                  {0x061C, 0x061C}, {0x200E, 0x200F}, {0x202A, 0x202E}, {0x2066, 0x2069}};
    for (size_t i = 0; i < sizeof ranges / sizeof *ranges; i++)
        if (code >= ranges[i].first && code <= ranges[i].last)
            return true;
    return false;
}

bool duel_str_is_readable(duel_str s)
{
    uint32_t code;
    while (s.len)
        if (!duel_str_character(&s, &code) || duel_is_control(code))
            return false;
    return true;
}

/* Both rows of a pair are read in step. */
static const struct plain {
    const char *of, *by;
} plains[] = {{"àâäáãå", "aaaaaa"},
              {"ÀÂÄÁ", "AAAA"},
              {"éèêë", "eeee"},
              {"ÉÈÊË", "EEEE"},
              {"îïí", "iii"},
              {"ÎÏ", "II"},
              {"ôöóõ", "oooo"},
              {"ÔÖ", "OO"},
              {"ùûüú", "uuuu"},
              {"ÙÛÜ", "UUU"},
              {"çÇñ", "cCn"},
              {"œŒæÆ", "oOaA"},
              {"“”«»„", "\"\"\"\"\""},
              {"‘’", "''"},
              {"–—−─━", "-----"},
              {"│┃║", "|||"},
              {"┌┐└┘├┤┬┴┼", "+++++++++"},
              {"…·•∙", "...."},
              {"×✗✕", "xxx"},
              {"●○◍◌◉", "oOo.o"},
              {"▲△↑▼▽↓", "^^^vvv"},
              {"▶▷→◀◁←", ">>><<<"},
              {"■□▪▫", "#.#."},
              {"∧∨⇒¬", "&|>~"},
              {"✓✦≈∴⚠", "v*~:!"},
              {"≤≥≠±", "<>!+"},
              {"°²³", "o23"},
              {"\xC2\xA0\xE2\x80\xAF", "  "},
              {NULL, NULL}};

char duel_char_plain(uint32_t code)
{
    if (code < 0x80)
        return (char)code;
    for (const struct plain *p = plains; p->of; p++) {
        duel_str rest = duel_str_of(p->of);
        uint32_t known;
        for (const char *by = p->by; rest.len; by++)
            if (duel_str_character(&rest, &known) && known == code)
                return *by;
    }
    return '?';
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
    int len = duel_print_reals(small, sizeof small, format, args);
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
    duel_print_reals(large, (size_t)len + 1, format, args);
    va_end(args);
    out->write(out, large, (size_t)len);
    free(large);
}

void duel_put_command(duel_sink *out, const char *sequence)
{
    if (out->command)
        out->command(out, sequence);
    else
        duel_put(out, sequence);
}

static void stream_write(duel_sink *self, const char *bytes, size_t count)
{
    duel_stream *s = (duel_stream *)self;
    fwrite(bytes, 1, count, s->file);
}

void duel_stream_init(duel_stream *s, void *file)
{
    *s = (duel_stream){.sink = {.write = stream_write}, .file = file};
}

static bool reserve_text(duel_buf *b, size_t more)
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
    if (b->failed || !reserve_text(b, count))
        return;
    memcpy(b->text + b->len, bytes, count);
    b->len += count;
    b->text[b->len] = '\0';
}

static char nothing[1]; /* what an empty buffer shows until its first byte; never written to */

duel_buf duel_buf_empty(void)
{
    duel_buf b = {.sink = {.write = buf_write}, .text = NULL};
    if (!reserve_text(&b, 0))
        b.text = nothing;
    else
        b.text[0] = '\0';
    return b;
}

void duel_buf_init(duel_buf *b)
{
    *b = duel_buf_empty();
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
