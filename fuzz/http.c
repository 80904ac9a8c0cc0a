/* fuzz/http.c -- bytes of an HTTP connection: however they arrive, the same is read; what is
 * read as a request is one, and is answered. */
#include "fuzz.h"
#include "server/http_head.h"
#include "server/response.h"

typedef struct seen { /* of a connection */
    duel_buf answers;
    int heads, status; /* requests, and how it was refused; 0: it was not */
} seen;

static bool within(const http_reader *r, duel_str s)
{
    return s.at >= r->text && s.at + s.len <= r->text + r->seen;
}

static void head_is_sound(const http_reader *r)
{
    const http_head *h = &r->head;
    FUZZ_MUST(h->path.len && h->path.at[0] == '/');
    FUZZ_MUST(h->field[HTTP_HOST].len && memchr(h->field[HTTP_HOST].at, '\r', 1) == NULL);
    for (int f = 0; f < HTTP_FIELDS_READ; f++)
        FUZZ_MUST(h->field[f].at == NULL || within(r, h->field[f]));
    FUZZ_MUST(!h->upgrades || h->field[HTTP_UPGRADE].len);
}

static void answer_head(const http_reader *r, seen *s)
{
    static const host_names names = {.count = 1, .name = {"127.0.0.1:8080"}};
    head_is_sound(r);
    size_t before = s->answers.len;
    server_response a = server_response_to(&r->head, &names, 0, &s->answers.sink);
    duel_str text = {s->answers.text + before, s->answers.len - before};
    FUZZ_MUST(memcmp(text.at, "HTTP/1.1 ", 9) == 0);
    FUZZ_MUST(memcmp(text.at + text.len - 4, "\r\n\r\n", 4) == 0);
    FUZZ_MUST((a.status == 200 || a.status == 304 || a.status == 101) || a.last);
    s->heads++;
}

static void read_all(duel_str bytes, size_t step, seen *s)
{
    http_reader r;
    http_reader_init(&r);
    duel_buf_init(&s->answers);
    s->heads = s->status = 0;
    while (s->status == 0) {
        size_t room;
        char *to = http_reader_room(&r, &room);
        size_t n = room < step ? room : step;
        n = n < bytes.len ? n : bytes.len;
        memcpy(to, bytes.at, n);
        http_reader_filled(&r, n);
        bytes.at += n, bytes.len -= n;
        http_step what = http_reader_read(&r);
        if (what == HTTP_WHOLE) {
            answer_head(&r, s);
            http_reader_next(&r);
        } else if (what == HTTP_REFUSED) {
            s->status = r.status;
            FUZZ_MUST(s->status >= 400 && s->status <= 505);
        } else if (bytes.len == 0) {
            break;
        }
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    duel_str bytes = {(const char *)data, size};
    seen whole, single;
    read_all(bytes, SIZE_MAX, &whole);
    read_all(bytes, 1, &single);
    FUZZ_MUST(whole.heads == single.heads && whole.status == single.status);
    FUZZ_MUST(whole.answers.len == single.answers.len &&
              memcmp(whole.answers.text, single.answers.text, whole.answers.len) == 0);
    duel_buf_fini(&whole.answers);
    duel_buf_fini(&single.answers);
    return 0;
}
