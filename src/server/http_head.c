/* server/http_head.c -- see http_head.h. Numbers of sections are those of RFC 9112, where
 * nothing else is said. */
#include "server/http_head.h"

#include <string.h>

enum {
    BAD = 400,
    NO_METHOD = 405,
    TOO_LARGE = 413,
    TARGET_LONG = 414,
    NO_EXPECTATION = 417,
    HEAD_LONG = 431,
    NOT_KNOWN = 501,
    NO_VERSION = 505
};

/* ---- characters ------------------------------------------------------------------------ */

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static bool is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

static bool is_hex(char c)
{
    return is_digit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
}

static bool stands_in(char c, const char *set)
{
    return c != '\0' && strchr(set, c) != NULL;
}

bool http_is_token(duel_str s)
{
    for (size_t i = 0; i < s.len; i++)
        if (!is_digit(s.at[i]) && !is_letter(s.at[i]) && !stands_in(s.at[i], "!#$%&'*+-.^_`|~"))
            return false;
    return s.len > 0;
}

static duel_str without_blanks(duel_str s)
{
    while (s.len && stands_in(s.at[0], " \t"))
        s.at++, s.len--;
    while (s.len && stands_in(s.at[s.len - 1], " \t"))
        s.len--;
    return s;
}

bool http_list_member(duel_str *rest, duel_str *member)
{
    while (rest->at && duel_str_part(rest, ',', member)) {
        *member = without_blanks(*member);
        if (member->len)
            return true;
    }
    return false;
}

/* ---- the request line ------------------------------------------------------------------ */

/* RFC 3986: pchar, "/" and, from the first "?" on, "?". */
static bool is_path(duel_str s)
{
    bool query = false;
    if (s.len == 0 || s.at[0] != '/')
        return false;
    for (size_t i = 0; i < s.len; i++) {
        char c = s.at[i];
        bool coded = c == '%' && i + 2 < s.len && is_hex(s.at[i + 1]) && is_hex(s.at[i + 2]);
        query = query || c == '?';
        if (!is_letter(c) && !is_digit(c) && !coded && !stands_in(c, "/-._~!$&'()*+,;=:@") &&
            !(query && c == '?'))
            return false;
    }
    return true;
}

/* A name or an address, and perhaps a port; an address of IPv6 stands in brackets. */
bool http_is_authority(duel_str s)
{
    bool bracket = s.len && s.at[0] == '[';
    size_t i = bracket ? 1 : 0, begin = i;
    while (i < s.len && (is_letter(s.at[i]) || is_digit(s.at[i]) || s.at[i] == '.' ||
                         (bracket ? s.at[i] == ':' : stands_in(s.at[i], "-_~"))))
        i++;
    if (i == begin || (bracket && (i == s.len || s.at[i++] != ']')))
        return false;
    if (i < s.len && s.at[i++] != ':')
        return false;
    while (i < s.len && is_digit(s.at[i]))
        i++;
    return i == s.len;
}

static int read_method(http_reader *r, duel_str method)
{
    static const char *const others[] = {"POST",    "PUT",   "DELETE", "CONNECT",
                                         "OPTIONS", "TRACE", "PATCH",  NULL};
    r->head.body_wanted = duel_str_is(method, "GET");
    if (r->head.body_wanted || duel_str_is(method, "HEAD"))
        return 0;
    for (int i = 0; others[i]; i++)
        if (duel_str_is(method, others[i]))
            return NO_METHOD;
    return http_is_token(method) ? NOT_KNOWN : BAD;
}

/* 3.2: a path, or the same after "http://" and who is meant, which must be who Host means. */
static int read_target(http_reader *r, duel_str target)
{
    static const char scheme[] = "http://";
    size_t len = sizeof scheme - 1;
    if (target.len > HTTP_TARGET_BYTES)
        return TARGET_LONG;
    if (target.len > len && duel_str_same_word((duel_str){target.at, len}, scheme)) {
        const char *begin = target.at + len;
        const char *slash = memchr(begin, '/', target.len - len);
        size_t name = slash ? (size_t)(slash - begin) : target.len - len;
        r->authority = (duel_str){begin, name};
        target = slash ? (duel_str){slash, target.len - len - name} : duel_str_of("/");
    }
    if (!is_path(target))
        return BAD;
    duel_str_part(&target, '?', &r->head.path);
    return 0;
}

static int read_version(duel_str v)
{
    if (duel_str_is(v, "HTTP/1.1"))
        return 0;
    bool other = v.len == 8 && memcmp(v.at, "HTTP/", 5) == 0 && is_digit(v.at[5]) &&
                 v.at[6] == '.' && is_digit(v.at[7]);
    return other ? NO_VERSION : BAD;
}

static int read_request_line(http_reader *r, duel_str line)
{
    duel_str method, target;
    if (!duel_str_part(&line, ' ', &method) || line.at == NULL ||
        !duel_str_part(&line, ' ', &target) || line.at == NULL)
        return BAD;
    int version = read_version(line), status = read_method(r, method);
    status = version ? version : status;
    return status ? status : read_target(r, target);
}

/* ---- fields ---------------------------------------------------------------------------- */

static int read_field(http_reader *r, duel_str line)
{
#define HTTP_FIELD_NAME(id, name) name,
    static const char *const names[] = {HTTP_FIELDS(HTTP_FIELD_NAME)};
#undef HTTP_FIELD_NAME
    duel_str name;
    if (r->lines > HTTP_FIELDS_MOST)
        return HEAD_LONG;
    if (!duel_str_part(&line, ':', &name) || line.at == NULL || !http_is_token(name))
        return BAD;
    for (int f = 0; f < HTTP_FIELDS_READ; f++) {
        if (!duel_str_same_word(name, names[f]))
            continue;
        if (r->head.field[f].at && f != HTTP_FORWARDED)
            return BAD;
        r->head.field[f] = without_blanks(line);
    }
    return 0;
}

/* ---- the whole ------------------------------------------------------------------------- */

/* 3.2: exactly one Host, and the target's is no other. */
static int check_host(const http_reader *r)
{
    duel_str host = r->head.field[HTTP_HOST], named = r->authority;
    if (host.at == NULL || !http_is_authority(host))
        return BAD;
    bool same = named.len == host.len && memcmp(named.at, host.at, host.len) == 0;
    return named.at == NULL || same ? 0 : BAD;
}

/* 6: content is said to follow by one of two fields, never by both, and none is taken. */
static int check_content(const http_head *h)
{
    duel_str length = h->field[HTTP_LENGTH];
    if (h->field[HTTP_CODING].at)
        return length.at ? BAD : NOT_KNOWN;
    bool zero = true;
    for (size_t i = 0; i < length.len; i++) {
        if (!is_digit(length.at[i]))
            return BAD;
        zero = zero && length.at[i] == '0';
    }
    if (length.at && length.len == 0)
        return BAD;
    return zero ? 0 : TOO_LARGE;
}

/* 9.6, RFC 9110 7.8: what is said to the next hop only. */
static int check_connection(http_head *h)
{
    duel_str rest = h->field[HTTP_CONNECTION], word;
    while (http_list_member(&rest, &word)) {
        if (!http_is_token(word))
            return BAD;
        h->last = h->last || duel_str_same_word(word, "close");
        h->upgrades = h->upgrades || duel_str_same_word(word, "upgrade");
    }
    return h->upgrades == (h->field[HTTP_UPGRADE].len > 0) ? 0 : BAD;
}

static int check_head(http_reader *r)
{
    http_head *h = &r->head;
    int status = check_host(r);
    if (status == 0)
        status = check_content(h);
    if (status == 0)
        status = check_connection(h);
    if (status == 0 && h->field[HTTP_EXPECT].at)
        status = NO_EXPECTATION;
    return status;
}

/* ---- lines ----------------------------------------------------------------------------- */

/* 2.2: one empty line before a request may be left over from the one before. */
static bool passes_over(http_reader *r, duel_str line)
{
    if (r->lines || line.len || r->rested)
        return false;
    r->rested = true;
    return true;
}

static http_step take_head_line(http_reader *r, duel_str line)
{
    bool end = line.len == 0 && r->lines;
    if (passes_over(r, line))
        return HTTP_MORE;
    r->status = end             ? check_head(r)
                : r->lines == 0 ? read_request_line(r, line)
                                : read_field(r, line);
    r->lines++;
    return r->status ? HTTP_REFUSED : end ? HTTP_WHOLE : HTTP_MORE;
}

static bool is_control(char c)
{
    return ((unsigned char)c < ' ' && !(c == '\t' || c == '\r' || c == '\n')) || c == 0x7F;
}

/* A line ends with CR LF, and neither stands anywhere else. Bytes above ASCII mean nothing
 * here; where they may not stand they make no token and no path. */
static http_step take_byte(http_reader *r)
{
    char c = r->text[r->seen++];
    size_t len = r->seen - r->line;
    bool after_cr = len > 1 && r->text[r->seen - 2] == '\r';
    if ((c == '\n') != after_cr || is_control(c)) {
        r->status = BAD;
        return HTTP_REFUSED;
    }
    if (c != '\n')
        return HTTP_MORE;
    duel_str line = {r->text + r->line, len - 2};
    r->line = r->seen;
    return take_head_line(r, line);
}

http_step http_reader_read(http_reader *r)
{
    http_step step = HTTP_MORE;
    while (step == HTTP_MORE && r->seen < r->len)
        step = take_byte(r);
    if (step == HTTP_MORE && r->len == sizeof r->text) {
        r->status = r->lines ? HEAD_LONG : TARGET_LONG;
        step = HTTP_REFUSED;
    }
    return step;
}

/* ---- life ------------------------------------------------------------------------------ */

void http_reader_init(http_reader *r)
{
    r->len = 0;
    r->seen = 0;
    http_reader_next(r);
}

char *http_reader_room(http_reader *r, size_t *room)
{
    *room = sizeof r->text - r->len;
    return r->text + r->len;
}

void http_reader_filled(http_reader *r, size_t count)
{
    r->len += count;
}

duel_str http_reader_rest(const http_reader *r)
{
    return (duel_str){r->text + r->seen, r->len - r->seen};
}

void http_reader_skip(http_reader *r, size_t bytes)
{
    r->seen += bytes;
}

void http_reader_next(http_reader *r)
{
    memmove(r->text, r->text + r->seen, r->len - r->seen);
    r->len -= r->seen;
    r->seen = r->line = 0;
    r->lines = r->status = 0;
    r->rested = false;
    r->authority = (duel_str){NULL, 0};
    r->head = (http_head){.path = {NULL, 0}};
}
