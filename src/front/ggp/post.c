/* front/ggp/post.c -- see post.h. */
#include "front/ggp/post.h"

#include <string.h>

/* Cuts the next line off, without its end. False: it is not whole yet. */
static bool cut_line(duel_str *rest, duel_str *line)
{
    const char *end = rest->len ? memchr(rest->at, '\n', rest->len) : NULL;
    if (end == NULL)
        return false;
    *line = (duel_str){rest->at, (size_t)(end - rest->at)};
    rest->len -= line->len + 1;
    rest->at = end + 1;
    if (line->len && line->at[line->len - 1] == '\r')
        line->len--;
    return true;
}

static post_step refuse_post(post *p, int status)
{
    p->status = status;
    return POST_REFUSED;
}

static bool begins_with_post(duel_str line)
{
    duel_str method;
    return duel_str_part(&line, ' ', &method) && duel_str_is(method, "POST");
}

/* -1: none was said. */
static bool read_length(duel_str field, int64_t *length)
{
    duel_str name, value = field;
    duel_str_part(&value, ':', &name);
    if (value.at == NULL || !duel_str_same_word(duel_str_trim(name), "content-length"))
        return true;
    return *length < 0 && duel_str_number(duel_str_trim(value), length) && *length >= 0;
}

static post_step read_body(duel_str rest, size_t head, int64_t length, post *out)
{
    if (length < 0)
        return refuse_post(out, 411);
    if (length > POST_BODY_BYTES)
        return refuse_post(out, 413);
    out->wanted = head + (size_t)length;
    if (rest.len < (size_t)length)
        return POST_MORE;
    out->body = (duel_str){rest.at, (size_t)length};
    return POST_WHOLE;
}

post_step post_read(duel_str bytes, post *out)
{
    duel_str rest = bytes, line;
    int64_t length = -1;
    *out = (post){.wanted = POST_HEAD_BYTES};
    bool first = true;
    while (cut_line(&rest, &line)) {
        size_t head = bytes.len - rest.len;
        if (head > POST_HEAD_BYTES)
            break;
        if (line.len == 0 && !first)
            return read_body(rest, head, length, out);
        if (first && !begins_with_post(line))
            return refuse_post(out, 405);
        if (!first && !read_length(line, &length))
            return refuse_post(out, 400);
        first = false;
    }
    return bytes.len >= POST_HEAD_BYTES ? refuse_post(out, 413) : POST_MORE;
}

static const char *word_of(int status)
{
    switch (status) {
    case 200:
        return "OK";
    case 405:
        return "Method Not Allowed";
    case 411:
        return "Length Required";
    case 413:
        return "Content Too Large";
    case 503:
        return "Service Unavailable";
    default:
        return "Bad Request";
    }
}

void post_answer(int status, duel_str body, duel_sink *out)
{
    duel_putf(out,
              "HTTP/1.0 %d %s\r\nContent-Type: text/acl\r\nContent-Length: %zu\r\n"
              "Connection: close\r\n\r\n",
              status, word_of(status), body.len);
    duel_put_str(out, body);
}
