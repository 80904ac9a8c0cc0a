/* fuzz/frames.c -- bytes of a WebSocket: however they arrive, the same is read; what is read is
 * text, no longer than it may be. */
#include "fuzz.h"
#include "server/websocket_frames.h"

enum { MOST = 300 }; /* so that messages too long are short */

static void put_event(const frames_reader *r, frames_event event, duel_buf *log)
{
    duel_putf(&log->sink, "%d ", (int)event);
    if (event == FRAMES_TEXT)
        duel_put_str(&log->sink, duel_buf_str(&r->text));
    if (event == FRAMES_PING)
        duel_put_str(&log->sink, (duel_str){r->control, r->control_len});
    if (event == FRAMES_CLOSE || event == FRAMES_BROKEN)
        duel_putf(&log->sink, "%d", r->code);
}

static void event_is_sound(const frames_reader *r, frames_event event)
{
    duel_str text = duel_buf_str(&r->text);
    uint32_t code;
    FUZZ_MUST(text.len <= MOST && r->control_len <= FRAMES_CONTROL);
    while (event == FRAMES_TEXT && text.len)
        FUZZ_MUST(duel_str_character(&text, &code));
    FUZZ_MUST(event != FRAMES_BROKEN ||
              (r->code >= FRAMES_PROTOCOL && r->code <= FRAMES_FAILED));
}

static void log_all(duel_str bytes, size_t step, duel_buf *log)
{
    frames_reader r;
    bool open = true;
    frames_init(&r, MOST);
    while (open && bytes.len) {
        duel_str part = {bytes.at, bytes.len < step ? bytes.len : step};
        bytes.at += part.len, bytes.len -= part.len;
        while (open && part.len) {
            frames_event event = frames_read(&r, &part);
            FUZZ_MUST(event != FRAMES_MORE || part.len == 0);
            event_is_sound(&r, event);
            if (event != FRAMES_MORE)
                put_event(&r, event, log);
            if (event == FRAMES_TEXT)
                frames_forget(&r);
            open = event != FRAMES_CLOSE && event != FRAMES_BROKEN;
        }
    }
    frames_fini(&r);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const size_t steps[] = {SIZE_MAX, 1, 7};
    duel_buf log[3];
    for (int i = 0; i < 3; i++) {
        duel_buf_init(&log[i]);
        log_all((duel_str){(const char *)data, size}, steps[i], &log[i]);
        FUZZ_MUST(log[i].len == log[0].len &&
                  memcmp(log[i].text, log[0].text, log[0].len) == 0);
    }
    for (int i = 0; i < 3; i++)
        duel_buf_fini(&log[i]);
    return 0;
}
