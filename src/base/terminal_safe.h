/* base/terminal_safe.h -- a sink for texts to people: control characters are shown, not sent to
 * the terminal.
 *
 * Texts come from files, bases and programs of strangers, and a terminal obeys what it is sent.
 * So whatever is written here, its control characters and the bytes that are no UTF-8 come out
 * as \u001b and \xff, which in JSON is the same string; what the program itself has to say to
 * the terminal goes by duel_put_command. */
#pragma once

#include "base/text.h"

typedef struct duel_terminal_safe {
    duel_sink sink;
    void *file;   /* a stdio stream; it stays the caller's */
    char part[4]; /* a character that is not whole yet */
    size_t held;
} duel_terminal_safe;

void duel_terminal_safe_init(duel_terminal_safe *s, void *file);
