/* front/ggp/message.c -- what a server of General Game Playing sends, as bytes: one HTTP
 * request and its answer, and in the body of a request a message, which is a list of KIF. See
 * inside.h.
 *
 * No input, no output. */
#include "front/ggp/inside.h"
#include "gdl/kif.h"

#include <string.h>

/* ---- requests and answers ---------------------------------------------------------------- */

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

/* ---- messages ---------------------------------------------------------------------------- */

static const struct {
    const char *word;
    uint32_t parts; /* the word included */
} forms[GGP_KINDS] = {[GGP_INFO] = {"info", 1},
                      [GGP_START] = {"start", 6},
                      [GGP_PLAY] = {"play", 3},
                      [GGP_STOP] = {"stop", 3},
                      [GGP_ABORT] = {"abort", 2}};

typedef struct message_reading {
    gdl_arena job;
    duel_str text;
    ggp_message message;
    bool read;
} message_reading;

static bool find_kind(const gdl_expr *all, uint32_t e, ggp_kind *out)
{
    for (ggp_kind kind = 0; kind < GGP_KINDS; kind++)
        if (gdl_kif_begins(all, e, forms[kind].word) && all[e].count == forms[kind].parts) {
            *out = kind;
            return true;
        }
    return false;
}

static bool read_clock(const gdl_expr *e, double *out)
{
    int64_t seconds;
    if (e->list || !duel_str_number(e->text, &seconds) || seconds < 0)
        return false;
    *out = (double)(seconds > GGP_CLOCK_MOST ? GGP_CLOCK_MOST : seconds);
    return true;
}

static bool read_inside(const gdl_expr *e, duel_str *out)
{
    if (e->list)
        *out = (duel_str){e->text.at + 1, e->text.len - 2};
    return e->list;
}

static bool read_start(const gdl_expr *all, const gdl_expr *match, ggp_message *m)
{
    const gdl_expr *role = &all[match->next], *sheet = &all[role->next];
    const gdl_expr *start = &all[sheet->next], *play = &all[start->next];
    m->role = role->text;
    return read_inside(sheet, &m->sheet) && read_clock(start, &m->start_clock) &&
           read_clock(play, &m->play_clock);
}

static bool read_moves(const gdl_expr *e, ggp_message *m)
{
    return read_inside(e, &m->moves) || duel_str_same_word(e->text, "nil");
}

static bool read_parts(const gdl_expr *all, uint32_t e, ggp_message *m)
{
    const gdl_expr *match = &all[all[all[e].first].next];
    if (!find_kind(all, e, &m->kind))
        return false;
    if (m->kind == GGP_INFO)
        return true;
    m->match = match->text;
    if (match->text.len > GGP_MATCH_BYTES)
        return false;
    if (m->kind == GGP_START)
        return read_start(all, match, m);
    return m->kind == GGP_ABORT || read_moves(&all[match->next], m);
}

static void read_message(void *what)
{
    message_reading *r = what;
    gdl_expr *all = gdl_kif_read(&r->job, r->text);
    r->read = all[0].count == 1 && read_parts(all, all[0].first, &r->message);
}

bool ggp_message_read(duel_str text, ggp_message *out)
{
    static const gdl_limits limits = {.seconds = 2, .bytes = (size_t)256 << 20};
    message_reading r = {.text = text};
    gdl_arena_init(&r.job, limits);
    bool read = gdl_arena_do(&r.job, read_message, &r, NULL) == DUEL_OK && r.read;
    gdl_arena_fini(&r.job);
    if (read)
        *out = r.message;
    return read;
}
