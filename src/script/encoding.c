/* script/encoding.c -- see encoding.h. */
#include "script/encoding.h"

#include <string.h>

/* The upper half of code page 850, from 128 on (IBM's table, as Unicode publishes it). */
static const char page_850[] =
    "ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤"
    "ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u00AD±‗¾¶§÷¸°¨·¹³²■\u00A0";

enum { BEYOND_ASCII = 128, CONTROLS_END = 160, DOS_END = 0x1A };

static bool is_utf8(duel_str text)
{
    uint32_t code;
    while (text.len)
        if (!duel_str_character(&text, &code))
            return false;
    return true;
}

/* In Latin-1 nothing is written between 128 and 159; in code page 850 the letters of French
 * stand there. */
static bool is_page_850(duel_str text)
{
    size_t low = 0, high = 0;
    for (size_t i = 0; i < text.len; i++) {
        unsigned char c = (unsigned char)text.at[i];
        low += c >= BEYOND_ASCII && c < CONTROLS_END;
        high += c >= CONTROLS_END;
    }
    return low > high;
}

static void put_page_850(unsigned char c, duel_sink *out)
{
    duel_str rest = duel_str_of(page_850);
    uint32_t code;
    for (int i = BEYOND_ASCII; i < c; i++)
        duel_str_character(&rest, &code);
    duel_put_str(out, (duel_str){rest.at, duel_char_length(rest.at[0])});
}

static void put_latin_1(unsigned char c, duel_sink *out)
{
    duel_put_char(out, (char)(0xC0 | c >> 6));
    duel_put_char(out, (char)(0x80 | (c & 0x3F)));
}

static void convert(duel_str text, duel_sink *out)
{
    bool dos = is_page_850(text);
    for (size_t i = 0; i < text.len; i++) {
        unsigned char c = (unsigned char)text.at[i];
        if (c < BEYOND_ASCII)
            duel_put_char(out, (char)c);
        else if (dos)
            put_page_850(c, out);
        else
            put_latin_1(c, out);
    }
}

static duel_str without_ends(duel_str text)
{
    static const char mark[] = "\xEF\xBB\xBF"; /* with which some begin UTF-8 */
    if (text.len >= 3 && memcmp(text.at, mark, 3) == 0)
        text = (duel_str){text.at + 3, text.len - 3};
    const char *end = memchr(text.at, DOS_END, text.len);
    return end ? (duel_str){text.at, (size_t)(end - text.at)} : text;
}

void encoding_make_utf8(duel_buf *text)
{
    duel_buf made;
    duel_str plain = without_ends(duel_buf_str(text));
    duel_buf_init(&made);
    if (is_utf8(plain))
        duel_put_str(&made.sink, plain);
    else
        convert(plain, &made.sink);
    duel_buf_fini(text);
    *text = made;
}
