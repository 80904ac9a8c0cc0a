/* script/plain_value.c -- see plain_value.h. */
#include "script/plain_value.h"

#include "base/real.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* First bytes, by the MessagePack specification. */
enum {
    FIX_MAP = 0x80,
    FIX_LIST = 0x90,
    FIX_TEXT = 0xa0,
    NIL = 0xc0,
    NO = 0xc2,
    YES = 0xc3,
    FLOAT64 = 0xcb,
    INT8 = 0xd0,
    INT16,
    INT32,
    INT64,
    TEXT8 = 0xd9,
    TEXT16,
    TEXT32,
    LIST16,
    LIST32,
    MAP16,
    MAP32,
    LEAST_FIX = -32,
    MOST_FIX = 127
};

/* ---- writing ---------------------------------------------------------------------------- */

/* A first byte, then the `bytes` low bytes of `number`, high one first. */
static void put_head(duel_buf *out, int first, uint64_t number, int bytes)
{
    char head[9] = {(char)first};
    for (int i = 0; i < bytes; i++)
        head[1 + i] = (char)(number >> (8 * (bytes - 1 - i)));
    duel_put_str(&out->sink, (duel_str){head, 1 + (size_t)bytes});
}

void plain_value_put_nil(duel_buf *out)
{
    put_head(out, NIL, 0, 0);
}

void plain_value_put_bool(duel_buf *out, bool yes)
{
    put_head(out, yes ? YES : NO, 0, 0);
}

void plain_value_put_int(duel_buf *out, int64_t n)
{
    uint64_t bits = (uint64_t)n;
    if (n >= LEAST_FIX && n <= MOST_FIX)
        put_head(out, (int)(bits & 0xff), 0, 0);
    else if (n >= INT8_MIN && n <= INT8_MAX)
        put_head(out, INT8, bits, 1);
    else if (n >= INT16_MIN && n <= INT16_MAX)
        put_head(out, INT16, bits, 2);
    else if (n >= INT32_MIN && n <= INT32_MAX)
        put_head(out, INT32, bits, 4);
    else
        put_head(out, INT64, bits, 8);
}

void plain_value_put_float(duel_buf *out, double d)
{
    const double limit = 9.2e18;
    uint64_t bits;
    if (d > -limit && d < limit && d == floor(d)) {
        plain_value_put_int(out, (int64_t)d);
        return;
    }
    memcpy(&bits, &d, sizeof bits);
    put_head(out, FLOAT64, bits, 8);
}

static void put_count(duel_buf *out, uint32_t count, int fix, uint32_t fix_most, int wide)
{
    if (count <= fix_most)
        put_head(out, fix | (int)count, 0, 0);
    else if (count <= UINT16_MAX)
        put_head(out, wide, count, 2);
    else
        put_head(out, wide + 1, count, 4);
}

void plain_value_put_text(duel_buf *out, duel_str text)
{
    if (text.len > 31 && text.len <= UINT8_MAX)
        put_head(out, TEXT8, text.len, 1);
    else
        put_count(out, (uint32_t)text.len, FIX_TEXT, 31, TEXT16);
    duel_put_str(&out->sink, text);
}

void plain_value_put_list(duel_buf *out, uint32_t count)
{
    put_count(out, count, FIX_LIST, 15, LIST16);
}

void plain_value_put_map(duel_buf *out, uint32_t count)
{
    put_count(out, count, FIX_MAP, 15, MAP16);
}

/* ---- reading ---------------------------------------------------------------------------- */

static bool take_bytes(duel_str *rest, size_t count, duel_str *out)
{
    if (count > rest->len)
        return false;
    *out = (duel_str){rest->at, count};
    *rest = (duel_str){rest->at + count, rest->len - count};
    return true;
}

/* A number of `bytes` bytes, high one first. */
static bool take_number(duel_str *rest, size_t bytes, uint64_t *out)
{
    duel_str raw;
    if (!take_bytes(rest, bytes, &raw))
        return false;
    *out = 0;
    for (size_t i = 0; i < bytes; i++)
        *out = *out << 8 | (unsigned char)raw.at[i];
    return true;
}

static bool take_int(duel_str *rest, int first, plain_value_item *item)
{
    uint64_t bits;
    size_t bytes = (size_t)1 << (first - INT8);
    if (!take_number(rest, bytes, &bits))
        return false;
    unsigned unused = 64 - 8 * (unsigned)bytes;
    item->kind = PLAIN_VALUE_INT;
    item->number = (int64_t)(bits << unused) >> unused;
    return true;
}

static bool take_text(duel_str *rest, uint64_t len, plain_value_item *item)
{
    item->kind = PLAIN_VALUE_TEXT;
    return len <= rest->len && take_bytes(rest, (size_t)len, &item->text);
}

/* Every entry has at least a byte (a pair two), so a count beyond the bytes left is refused. */
static bool take_table(duel_str rest, plain_value_kind kind, uint64_t count,
                       plain_value_item *item)
{
    item->kind = kind;
    item->count = (uint32_t)count;
    return (kind == PLAIN_VALUE_MAP ? 2 * count : count) <= rest.len;
}

static bool take_wide(duel_str *rest, int first, plain_value_item *item)
{
    uint64_t n;
    switch (first) {
    case TEXT8:
    case TEXT16:
    case TEXT32:
        return take_number(rest, (size_t)1 << (first - TEXT8), &n) && take_text(rest, n, item);
    case LIST16:
    case LIST32:
        return take_number(rest, first == LIST16 ? 2 : 4, &n) &&
               take_table(*rest, PLAIN_VALUE_LIST, n, item);
    case MAP16:
    case MAP32:
        return take_number(rest, first == MAP16 ? 2 : 4, &n) &&
               take_table(*rest, PLAIN_VALUE_MAP, n, item);
    case FLOAT64:
        item->kind = PLAIN_VALUE_FLOAT;
        if (!take_number(rest, 8, &n))
            return false;
        memcpy(&item->decimal, &n, sizeof item->decimal);
        return !isnan(item->decimal);
    default:
        return first >= INT8 && first <= INT64 && take_int(rest, first, item);
    }
}

bool plain_value_take(duel_str *rest, plain_value_item *item)
{
    uint64_t byte;
    *item = (plain_value_item){.kind = PLAIN_VALUE_NIL};
    if (!take_number(rest, 1, &byte))
        return false;
    int first = (int)byte;
    if (first <= MOST_FIX || first >= 0x100 + LEAST_FIX) {
        item->kind = PLAIN_VALUE_INT;
        item->number = first <= MOST_FIX ? first : first - 0x100;
        return true;
    }
    if (first < FIX_LIST)
        return take_table(*rest, PLAIN_VALUE_MAP, (uint64_t)(first - FIX_MAP), item);
    if (first < FIX_TEXT)
        return take_table(*rest, PLAIN_VALUE_LIST, (uint64_t)(first - FIX_LIST), item);
    if (first < NIL)
        return take_text(rest, (uint64_t)(first - FIX_TEXT), item);
    if (first == NO || first == YES) {
        item->kind = PLAIN_VALUE_BOOL;
        item->number = first == YES;
        return true;
    }
    return first == NIL || take_wide(rest, first, item);
}

static bool cut_inside(duel_str *rest, int depth)
{
    plain_value_item item;
    if (depth > PLAIN_VALUE_DEPTH || !plain_value_take(rest, &item))
        return false;
    uint64_t inside = item.kind == PLAIN_VALUE_MAP ? 2 * (uint64_t)item.count : item.count;
    while (inside--)
        if (!cut_inside(rest, depth + 1))
            return false;
    return true;
}

bool plain_value_cut(duel_str *rest, duel_str *value)
{
    duel_str after = *rest;
    if (!cut_inside(&after, 0))
        return false;
    *value = (duel_str){rest->at, rest->len - after.len};
    *rest = after;
    return true;
}

bool plain_value_find(duel_str map, const char *key, duel_str *value)
{
    plain_value_item head, name;
    if (!plain_value_take(&map, &head) || head.kind != PLAIN_VALUE_MAP)
        return false;
    while (head.count--) {
        duel_str key_bytes, found;
        if (!plain_value_cut(&map, &key_bytes) || !plain_value_cut(&map, &found))
            return false;
        if (plain_value_take(&key_bytes, &name) && name.kind == PLAIN_VALUE_TEXT &&
            duel_str_is(name.text, key)) {
            *value = found;
            return true;
        }
    }
    return false;
}

bool plain_value_is_readable(duel_str value)
{
    plain_value_item item;
    while (plain_value_take(&value, &item))
        if (item.kind == PLAIN_VALUE_TEXT && !duel_str_is_readable(item.text))
            return false;
    return true;
}

/* ---- text out --------------------------------------------------------------------------- */

static bool is_plain(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
           (c && strchr("_.?*+#@-", c));
}

/* What a row of plain characters means: a number, yes or no; PLAIN_VALUE_TEXT for all the rest.
 */
static plain_value_kind meaning(duel_str word, double *decimal)
{
    int64_t n;
    if (duel_str_is(word, "true") || duel_str_is(word, "false"))
        return PLAIN_VALUE_BOOL;
    if (duel_str_number(word, &n))
        return PLAIN_VALUE_INT;
    if (strspn(word.at, "0123456789.e+-") < word.len ||
        memchr("0123456789-", word.at[0], 11) == NULL)
        return PLAIN_VALUE_TEXT;
    return duel_str_real(word, decimal) ? PLAIN_VALUE_FLOAT : PLAIN_VALUE_TEXT;
}

static bool stands_bare(duel_str text)
{
    double unused;
    for (size_t i = 0; i < text.len; i++)
        if (!is_plain(text.at[i]))
            return false;
    char copy[40] = "";
    if (text.len < sizeof copy)
        memcpy(copy, text.at, text.len);
    return text.len && (text.len >= sizeof copy ||
                        meaning((duel_str){copy, text.len}, &unused) == PLAIN_VALUE_TEXT);
}

static bool stands_quoted(uint32_t code)
{
    return code > ' ' && !duel_is_control(code) && code != '\'' && code != '\\';
}

static void print_text(duel_str text, duel_sink *out)
{
    if (stands_bare(text)) {
        duel_put_str(out, text);
        return;
    }
    duel_put_char(out, '\'');
    while (text.len) {
        const char *at = text.at;
        uint32_t code;
        bool seen = duel_str_character(&text, &code) && stands_quoted(code);
        for (; at < text.at; at++)
            duel_putf(out, seen ? "%c" : "\\%03u", (unsigned char)*at);
    }
    duel_put_char(out, '\'');
}

static void print_decimal(double d, duel_sink *out)
{
    if (isinf(d))
        duel_put(out, d > 0 ? "1e999" : "-1e999");
    else
        duel_putf(out, "%.17g", d);
}

static void print_inside(duel_str *rest, int depth, duel_sink *out);

static void print_table(duel_str *rest, const plain_value_item *head, int depth, duel_sink *out)
{
    duel_put_char(out, '[');
    for (uint32_t i = 0; i < head->count; i++) {
        duel_put(out, i ? "," : "");
        print_inside(rest, depth, out);
        if (head->kind == PLAIN_VALUE_MAP) {
            duel_put_char(out, '=');
            print_inside(rest, depth, out);
        }
    }
    duel_put_char(out, ']');
}

static void print_inside(duel_str *rest, int depth, duel_sink *out)
{
    plain_value_item item;
    if (depth > PLAIN_VALUE_DEPTH || !plain_value_take(rest, &item)) {
        duel_put(out, "?");
        return;
    }
    switch (item.kind) {
    case PLAIN_VALUE_NIL:
        duel_put(out, "nil");
        break;
    case PLAIN_VALUE_BOOL:
        duel_put(out, item.number ? "true" : "false");
        break;
    case PLAIN_VALUE_INT:
        duel_putf(out, "%lld", (long long)item.number);
        break;
    case PLAIN_VALUE_FLOAT:
        print_decimal(item.decimal, out);
        break;
    case PLAIN_VALUE_TEXT:
        print_text(item.text, out);
        break;
    case PLAIN_VALUE_LIST:
    case PLAIN_VALUE_MAP:
        print_table(rest, &item, depth + 1, out);
        break;
    }
}

void plain_value_print(duel_str value, duel_sink *out)
{
    print_inside(&value, 0, out);
}

/* ---- text in ---------------------------------------------------------------------------- */

typedef struct reader {
    duel_str rest;
    int depth;
} reader;

static bool next_is(reader *in, char c)
{
    if (in->rest.len == 0 || in->rest.at[0] != c)
        return false;
    in->rest = (duel_str){in->rest.at + 1, in->rest.len - 1};
    return true;
}

static bool read_quoted(reader *in, duel_buf *out)
{
    duel_buf text = duel_buf_empty();
    bool right = true;
    while (right && in->rest.len && in->rest.at[0] != '\'') {
        int64_t code = (unsigned char)in->rest.at[0];
        size_t used = 1;
        if (in->rest.at[0] == '\\') {
            used = 4;
            right = in->rest.len >= used &&
                    duel_str_number((duel_str){in->rest.at + 1, 3}, &code) && code >= 0 &&
                    code <= 255;
        }
        if (right) {
            duel_put_char(&text.sink, (char)code);
            in->rest = (duel_str){in->rest.at + used, in->rest.len - used};
        }
    }
    right = right && next_is(in, '\'');
    if (right)
        plain_value_put_text(out, duel_buf_str(&text));
    duel_buf_fini(&text);
    return right;
}

static bool read_word(reader *in, duel_buf *out)
{
    duel_str word = {in->rest.at, 0};
    int64_t n;
    double decimal = 0;
    char copy[40] = "";
    while (word.len < in->rest.len && is_plain(in->rest.at[word.len]))
        word.len++;
    if (word.len == 0)
        return false;
    in->rest = (duel_str){in->rest.at + word.len, in->rest.len - word.len};
    if (word.len < sizeof copy)
        memcpy(copy, word.at, word.len);
    plain_value_kind kind = word.len < sizeof copy
                                ? meaning((duel_str){copy, word.len}, &decimal)
                                : PLAIN_VALUE_TEXT;
    if (kind == PLAIN_VALUE_BOOL)
        plain_value_put_bool(out, word.len == 4);
    else if (kind == PLAIN_VALUE_INT && duel_str_number(word, &n))
        plain_value_put_int(out, n);
    else if (kind == PLAIN_VALUE_FLOAT)
        plain_value_put_float(out, decimal);
    else
        plain_value_put_text(out, word);
    return true;
}

static bool read_value(reader *in, duel_buf *out);

/* The keys of a map come in the order of their bytes, each once: one text, one value. */
static bool keys_ascend(duel_str before, duel_str now)
{
    size_t least = before.len < now.len ? before.len : now.len;
    int order = memcmp(before.at, now.at, least);
    return order < 0 || (order == 0 && before.len < now.len);
}

static bool read_entry(reader *in, duel_buf *inside, bool first, bool *map, duel_buf *last_key)
{
    size_t begin = inside->len;
    plain_value_item key;
    if (!read_value(in, inside))
        return false;
    bool pair = next_is(in, '=');
    if (!first && pair != *map)
        return false;
    *map = pair;
    if (!pair)
        return true;
    duel_str bytes = {inside->text + begin, inside->len - begin}, head = bytes;
    if (!plain_value_take(&head, &key) ||
        (key.kind != PLAIN_VALUE_INT && key.kind != PLAIN_VALUE_TEXT) ||
        (!first && !keys_ascend(duel_buf_str(last_key), bytes)))
        return false;
    duel_buf_clear(last_key);
    duel_put_str(&last_key->sink, bytes);
    return read_value(in, inside);
}

/* A map with the keys 1..n would be a list, and is refused. */
static bool is_list_in_disguise(duel_str pairs, uint32_t count)
{
    for (uint32_t i = 1; i <= count; i++) {
        duel_str key, value;
        plain_value_item item;
        if (!plain_value_cut(&pairs, &key) || !plain_value_cut(&pairs, &value) ||
            !plain_value_take(&key, &item) || item.kind != PLAIN_VALUE_INT || item.number != i)
            return false;
    }
    return true;
}

static bool read_table(reader *in, duel_buf *out)
{
    duel_buf inside = duel_buf_empty(), key = duel_buf_empty();
    uint32_t count = 0;
    bool map = false, right = true;
    if (!next_is(in, ']')) {
        do {
            right = read_entry(in, &inside, count == 0, &map, &key);
            count++;
        } while (right && next_is(in, ','));
        right = right && next_is(in, ']') &&
                !(map && is_list_in_disguise(duel_buf_str(&inside), count));
    }
    if (right && map)
        plain_value_put_map(out, count);
    else if (right)
        plain_value_put_list(out, count);
    duel_put_str(&out->sink, duel_buf_str(&inside));
    duel_buf_fini(&inside);
    duel_buf_fini(&key);
    return right;
}

static bool read_value(reader *in, duel_buf *out)
{
    if (in->depth > PLAIN_VALUE_DEPTH)
        return false;
    if (next_is(in, '\''))
        return read_quoted(in, out);
    if (!next_is(in, '['))
        return read_word(in, out);
    in->depth++;
    bool right = read_table(in, out);
    in->depth--;
    return right;
}

bool plain_value_read(duel_str text, duel_buf *out, size_t *wrong)
{
    reader in = {text, 0};
    bool right = read_value(&in, out) && in.rest.len == 0;
    if (!right && wrong)
        *wrong = text.len - in.rest.len;
    return right;
}
