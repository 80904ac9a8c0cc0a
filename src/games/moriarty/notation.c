/* moriarty/notation.c -- see notation.h. */
#include "games/moriarty/notation.h"

#include <string.h>

static bool is_one_of(char c, const char *set)
{
    return c != '\0' && strchr(set, c) != NULL;
}

bool moriarty_read_board(duel_str text, char side, moriarty_board *out)
{
    uint64_t x = 0, o = 0;
    int square = 0;
    for (size_t i = 0; i < text.len; i++) {
        char c = text.at[i];
        if (is_one_of(c, " /\t\r\n"))
            continue;
        if (square == MORIARTY_SQUARES || !is_one_of(c, "Xx*Oo-."))
            return false;
        if (is_one_of(c, "Xx*"))
            x |= moriarty_bit(square);
        else if (is_one_of(c, "Oo"))
            o |= moriarty_bit(square);
        square++;
    }
    if (square != MORIARTY_SQUARES || !is_one_of(side, "XxOo"))
        return false;
    *out = is_one_of(side, "Xx") ? (moriarty_board){x, o} : (moriarty_board){o, x};
    return true;
}

bool moriarty_read_square(duel_str text, int *out)
{
    static const char *const passes[] = {"pass", "pa", "ps", "--"};
    for (size_t i = 0; i < sizeof passes / sizeof passes[0]; i++) {
        if (duel_str_same_word(text, passes[i])) {
            *out = MORIARTY_PASS;
            return true;
        }
    }
    if (text.len != 2)
        return false;
    int file = (text.at[0] | 32) - 'a', rank = text.at[1] - '1';
    if (file < 0 || file > 7 || rank < 0 || rank > 7)
        return false;
    *out = 8 * rank + file;
    return true;
}

void moriarty_print_square(duel_sink *out, int square)
{
    if (square >= MORIARTY_SQUARES)
        duel_put(out, square == MORIARTY_PASS ? "pass" : "none");
    else
        duel_putf(out, "%c%c", 'a' + square % 8, '1' + square / 8);
}
