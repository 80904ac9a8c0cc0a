/* base/text.h -- text coming in (slices) and text going out (sinks, growing buffers).
 *
 * Input is a slice: a pointer and a length. It may hold any byte, NUL included, and nothing
 * after its end is ever read. Output goes to a sink, so that a game draws without knowing
 * whether a terminal, a socket or a test reads it. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* ---- slices ------------------------------------------------------------------------- */

typedef struct duel_str {
    const char *at;
    size_t len;
} duel_str;

duel_str duel_str_of(const char *text);                /* a C string, without its NUL */
bool duel_str_is(duel_str s, const char *text);        /* equal to a C string */
bool duel_str_same_word(duel_str s, const char *text); /* equal but for ASCII case */
duel_str duel_str_trim(duel_str s);                    /* without blanks at both ends */

/* Cuts the next word (up to a byte of `separators`) off *rest. False when nothing is left. */
bool duel_str_word(duel_str *rest, const char *separators, duel_str *word);
/* Cuts bytes of `separators` off the beginning. False when nothing is left. */
bool duel_str_skip(duel_str *rest, const char *separators);
/* Cuts the part before `mark` off *rest, which keeps what follows; all of it if there is none.
 * Unlike words, parts may be empty; false only once the last part has been taken (at == NULL).
 */
bool duel_str_part(duel_str *rest, char mark, duel_str *part);
/* Reads a whole slice as a decimal number; false (and *out untouched) on anything else. */
bool duel_str_number(duel_str s, int64_t *out);

/* ---- characters --------------------------------------------------------------------- */

size_t duel_char_length(char first); /* bytes of a character that begins so; 0: none does */
bool duel_char_goes_on(char c);      /* a byte that is not the first of its character */
/* Cuts the next character off *rest, which is not empty. False where UTF-8 is broken: then one
 * byte is cut off, and *code is its value. */
bool duel_str_character(duel_str *rest, uint32_t *code);
/* Whether a character commands a terminal, or turns the order of its neighbours about, instead
 * of being seen; a newline and a tab do neither. */
bool duel_is_control(uint32_t code);
/* What stands for a character where there is ASCII only: '?' for those without a likeness. */
char duel_char_plain(uint32_t code);
/* Whether a text can be shown to people as it is: UTF-8 throughout, no control characters. */
bool duel_str_is_readable(duel_str s);

/* ---- sinks -------------------------------------------------------------------------- */

typedef struct duel_sink duel_sink;
struct duel_sink {
    void (*write)(duel_sink *self, const char *bytes, size_t count);
    void (*command)(duel_sink *self, const char *sequence); /* NULL: written as it is */
};

void duel_put(duel_sink *out, const char *text);
void duel_put_str(duel_sink *out, duel_str s);
void duel_put_char(duel_sink *out, char c);
void duel_putf(duel_sink *out, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* A sequence of the program's own for the terminal that reads the sink: a colour, a cleared
 * line. Never anything that came from outside. */
void duel_put_command(duel_sink *out, const char *sequence);

/* A sink that writes to a stdio stream; the stream stays the caller's. */
typedef struct duel_stream {
    duel_sink sink;
    void *file;
} duel_stream;
void duel_stream_init(duel_stream *s, void *file);

/* A sink that keeps what it receives. `text` is always NUL-terminated after an init. When
 * memory runs out it keeps what it had and sets `failed`. */
typedef struct duel_buf {
    duel_sink sink;
    char *text;
    size_t len, room;
    bool failed;
} duel_buf;
duel_buf duel_buf_empty(void); /* in place of an init */
void duel_buf_init(duel_buf *b);
void duel_buf_fini(duel_buf *b);
void duel_buf_clear(duel_buf *b);
duel_str duel_buf_str(const duel_buf *b);
