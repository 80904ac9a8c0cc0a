/* fuzz/ggp.c -- what a game server sends: a request read from any bytes, the same however they
 * are cut, and a message from any body. */
#include "front/ggp/inside.h"
#include "fuzz.h"

static bool lies_in(duel_str part, duel_str whole)
{
    return part.at == NULL ||
           (part.at >= whole.at && part.at + part.len <= whole.at + whole.len);
}

static void check_message(duel_str text)
{
    ggp_message m;
    if (!ggp_message_read(text, &m))
        return;
    FUZZ_MUST(m.kind < GGP_KINDS && m.match.len <= GGP_MATCH_BYTES);
    FUZZ_MUST(lies_in(m.match, text) && lies_in(m.role, text) && lies_in(m.sheet, text) &&
              lies_in(m.moves, text));
    FUZZ_MUST(m.start_clock >= 0 && m.start_clock <= GGP_CLOCK_MOST && m.play_clock >= 0);
}

/* Whoever has read less asks for more, or says what will be said of the whole. */
static void check_prefix(duel_str bytes, size_t len, post_step step, const post *whole)
{
    post part;
    post_step early = post_read((duel_str){bytes.at, len}, &part);
    FUZZ_MUST(early == POST_MORE || early == step);
    FUZZ_MUST(early != POST_REFUSED || part.status == whole->status);
    FUZZ_MUST(early != POST_WHOLE || part.body.len == whole->body.len);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    duel_str bytes = {(const char *)data, size};
    post p;
    post_step step = post_read(bytes, &p);
    FUZZ_MUST(step != POST_WHOLE || lies_in(p.body, bytes));
    FUZZ_MUST(step != POST_REFUSED || p.status >= 400);
    for (size_t len = 0; len < size; len += 1 + size / 16)
        check_prefix(bytes, len, step, &p);
    check_message(step == POST_WHOLE ? p.body : bytes);
    return 0;
}
