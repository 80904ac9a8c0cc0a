/* games/ergo/reader.c -- see reader.h. */
#include "games/ergo/reader.h"

#include <string.h>

const char ergo_letters[ERGO_KINDS + 1] = "ABCD&|>~(FJTRVOE";
const char ergo_symbols[LOGIC_SYMBOLS + 1] = "ABCD&|>~()";

static char front(const duel_str *text)
{
    return text->len ? text->at[0] : '\0';
}

static void drop(duel_str *text)
{
    text->at++;
    text->len--;
}

bool ergo_take(duel_str *text, char c)
{
    bool found = text->len && text->at[0] == c;
    if (found)
        drop(text);
    return found;
}

bool ergo_take_of(duel_str *text, const char *alphabet, uint8_t *place)
{
    const char *found = front(text) ? strchr(alphabet, front(text)) : NULL;
    if (found == NULL)
        return false;
    *place = (uint8_t)(found - alphabet);
    drop(text);
    return true;
}

bool ergo_take_number(duel_str *text, unsigned most, unsigned *out)
{
    unsigned n = 0, digits = 0;
    for (; front(text) >= '0' && front(text) <= '9' && n <= most; digits++) {
        n = 10 * n + (unsigned)(front(text) - '0');
        drop(text);
    }
    if (digits == 0 || n > most)
        return false;
    *out = n;
    return true;
}
