/* base/terminal_safe.c -- see terminal_safe.h. */
#include "base/terminal_safe.h"

#include <stdio.h>
#include <string.h>

typedef struct batch { /* gathered, since standard error writes every piece by itself */
    duel_terminal_safe *to;
    char text[256];
    size_t len;
} batch;

static void flush_batch(batch *b)
{
    fwrite(b->text, 1, b->len, b->to->file);
    b->len = 0;
}

static void gather(batch *b, const char *bytes, size_t count)
{
    if (b->len + count > sizeof b->text)
        flush_batch(b);
    memcpy(b->text + b->len, bytes, count);
    b->len += count;
}

/* Whether more bytes could make a character of those that are held. */
static bool is_begun(const duel_terminal_safe *s)
{
    for (size_t i = 1; i < s->held; i++)
        if (!duel_char_goes_on(s->part[i]))
            return false;
    return s->held < duel_char_length(s->part[0]);
}

/* The first character of those held, or the first byte if it begins none. */
static void take_one(batch *b)
{
    duel_terminal_safe *s = b->to;
    duel_str rest = {s->part, s->held};
    char name[16];
    uint32_t code;
    bool right = duel_str_character(&rest, &code);
    if (right && !duel_is_control(code)) {
        gather(b, s->part, s->held - rest.len);
    } else {
        if (right)
            snprintf(name, sizeof name, "\\u%04x", (unsigned)code);
        else
            snprintf(name, sizeof name, "\\x%02x", (unsigned)code);
        gather(b, name, strlen(name));
    }
    memmove(s->part, rest.at, rest.len);
    s->held = rest.len;
}

static void screen_write(duel_sink *self, const char *bytes, size_t count)
{
    duel_terminal_safe *s = (duel_terminal_safe *)self;
    batch b = {.to = s};
    for (size_t i = 0; i < count; i++) {
        s->part[s->held++] = bytes[i];
        while (s->held && !is_begun(s))
            take_one(&b);
    }
    flush_batch(&b);
}

static void screen_command(duel_sink *self, const char *sequence)
{
    duel_terminal_safe *s = (duel_terminal_safe *)self;
    batch b = {.to = s};
    while (s->held) /* nothing will make it whole now */
        take_one(&b);
    flush_batch(&b);
    fwrite(sequence, 1, strlen(sequence), s->file);
}

void duel_terminal_safe_init(duel_terminal_safe *s, void *file)
{
    *s = (duel_terminal_safe){.sink = {screen_write, screen_command}, .file = file};
}
