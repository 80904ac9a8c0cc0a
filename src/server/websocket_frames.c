/* server/websocket_frames.c -- see websocket_frames.h. Numbers of sections are those of RFC
 * 6455. */
#include "server/websocket_frames.h"

#include <string.h>

enum {
    FINAL = 0x80,
    RESERVED = 0x70,
    OPCODE = 0x0F,
    MASKED = 0x80,
    LENGTH = 0x7F,
    LENGTH_2 = 126, /* two more bytes have it */
    LENGTH_8 = 127,
    MASK_BYTES = 4
};

static frames_event broken(frames_reader *r, frames_code code)
{
    r->code = code;
    return FRAMES_BROKEN;
}

static frames_opcode opcode_of(const frames_reader *r)
{
    return r->head[0] & OPCODE;
}

static bool is_final(const frames_reader *r)
{
    return r->head[0] & FINAL;
}

static bool is_control_frame(const frames_reader *r)
{
    return opcode_of(r) >= FRAMES_OP_CLOSE;
}

static bool is_utf8(duel_str s)
{
    uint32_t code;
    while (s.len)
        if (!duel_str_character(&s, &code))
            return false;
    return true;
}

/* ---- the head of a frame --------------------------------------------------------------- */

/* 5.2, 5.5: what its first byte may be. */
static frames_code check_kind(const frames_reader *r)
{
    switch (opcode_of(r)) {
    case FRAMES_OP_MORE:
        return r->in_message ? 0 : FRAMES_PROTOCOL;
    case FRAMES_OP_TEXT:
        return r->in_message ? FRAMES_PROTOCOL : 0;
    case FRAMES_OP_BINARY:
        return r->in_message ? FRAMES_PROTOCOL : FRAMES_NO_TEXT;
    case FRAMES_OP_CLOSE:
    case FRAMES_OP_PING:
    case FRAMES_OP_PONG:
        return is_final(r) ? 0 : FRAMES_PROTOCOL;
    default:
        return FRAMES_PROTOCOL;
    }
}

/* 5.1: a client masks whatever it sends; 5.5: what controls is short. */
static frames_code check_start(const frames_reader *r)
{
    if ((r->head[0] & RESERVED) || !(r->head[1] & MASKED))
        return FRAMES_PROTOCOL;
    if (is_control_frame(r) && (r->head[1] & LENGTH) > FRAMES_CONTROL)
        return FRAMES_PROTOCOL;
    return check_kind(r);
}

static size_t bytes_of_length(const frames_reader *r)
{
    int length = r->head[1] & LENGTH;
    return length == LENGTH_2 ? 2 : length == LENGTH_8 ? 8 : 0;
}

/* 5.2: written in as few bytes as it can be, and below 2^63. */
static frames_code read_length(frames_reader *r)
{
    size_t bytes = bytes_of_length(r);
    uint64_t length = bytes ? 0 : r->head[1] & LENGTH;
    for (size_t i = 0; i < bytes; i++)
        length = length << 8 | r->head[2 + i];
    if ((bytes == 2 && length < LENGTH_2) || (bytes == 8 && length <= UINT16_MAX) ||
        length > INT64_MAX)
        return FRAMES_PROTOCOL;
    if (!is_control_frame(r) && length > r->most - r->text.len)
        return FRAMES_TOO_LONG;
    r->left = (size_t)length;
    r->at = 0;
    return 0;
}

static frames_event take_head_byte(frames_reader *r, unsigned char byte)
{
    frames_code wrong = 0;
    r->head[r->head_len++] = byte;
    if (r->head_len == 2) {
        wrong = check_start(r);
        r->head_wanted = 2 + bytes_of_length(r) + MASK_BYTES;
    }
    if (wrong == 0 && r->head_len + MASK_BYTES == r->head_wanted)
        wrong = read_length(r);
    if (wrong)
        return broken(r, wrong);
    r->in_content = r->head_len == r->head_wanted;
    if (r->in_content && is_control_frame(r))
        r->control_len = 0;
    else if (r->in_content)
        r->in_message = true;
    return FRAMES_MORE;
}

/* ---- its content ------------------------------------------------------------------------ */

static void unmask(frames_reader *r, const char *from, size_t count, char *to)
{
    const unsigned char *mask = r->head + r->head_wanted - MASK_BYTES;
    for (size_t i = 0; i < count; i++)
        to[i] = (char)((unsigned char)from[i] ^ mask[(r->at + i) % MASK_BYTES]);
    r->at += count;
    r->left -= count;
}

static void take_content(frames_reader *r, duel_str *bytes)
{
    char part[512];
    while (bytes->len && r->left) {
        size_t n = bytes->len < r->left ? bytes->len : r->left;
        n = n < sizeof part ? n : sizeof part;
        unmask(r, bytes->at, n, part);
        bytes->at += n, bytes->len -= n;
        if (is_control_frame(r)) {
            memcpy(r->control + r->control_len, part, n);
            r->control_len += n;
        } else {
            duel_put_str(&r->text.sink, (duel_str){part, n});
        }
    }
}

/* 7.4: codes that may be sent, by what is registered, by libraries (3000) and by people (4000).
 */
static bool may_be_sent(int code)
{
    return (code >= 1000 && code <= 1014 && (code < 1004 || code > 1006)) ||
           (code >= 3000 && code <= 4999);
}

/* 5.5.1: nothing, or a code and a reason. */
static frames_event end_close(frames_reader *r)
{
    const unsigned char *c = (const unsigned char *)r->control;
    int code = r->control_len >= 2 ? c[0] << 8 | c[1] : FRAMES_NO_CODE;
    if (r->control_len == 1 || (r->control_len && !may_be_sent(code)))
        return broken(r, FRAMES_PROTOCOL);
    if (r->control_len && !is_utf8((duel_str){r->control + 2, r->control_len - 2}))
        return broken(r, FRAMES_NO_UTF8);
    r->code = code;
    return FRAMES_CLOSE;
}

static frames_event end_text(frames_reader *r)
{
    if (!is_final(r))
        return FRAMES_MORE;
    r->in_message = false;
    if (r->text.failed)
        return broken(r, FRAMES_FAILED);
    return is_utf8(duel_buf_str(&r->text)) ? FRAMES_TEXT : broken(r, FRAMES_NO_UTF8);
}

static frames_event end_frame(frames_reader *r)
{
    r->in_content = false;
    r->head_len = r->head_wanted = 0;
    switch (opcode_of(r)) {
    case FRAMES_OP_CLOSE:
        return end_close(r);
    case FRAMES_OP_PING:
        return FRAMES_PING;
    case FRAMES_OP_PONG:
        return FRAMES_PONG;
    case FRAMES_OP_MORE:
    case FRAMES_OP_TEXT:
    case FRAMES_OP_BINARY:
    default:
        return end_text(r);
    }
}

frames_event frames_read(frames_reader *r, duel_str *bytes)
{
    frames_event event = FRAMES_MORE;
    while (event == FRAMES_MORE && bytes->len) {
        if (!r->in_content) {
            event = take_head_byte(r, (unsigned char)bytes->at[0]);
            bytes->at++, bytes->len--;
        } else {
            take_content(r, bytes);
        }
        if (event == FRAMES_MORE && r->in_content && r->left == 0)
            event = end_frame(r);
    }
    return event;
}

const char *frames_reason(int code)
{
    switch (code) {
    case FRAMES_PROTOCOL:
        return "A frame is not as RFC 6455 has it.";
    case FRAMES_NO_TEXT:
        return "A message must be text.";
    case FRAMES_NO_UTF8:
        return "A text must be UTF-8.";
    case FRAMES_POLICY:
        return "More was asked in a short time than one connection may: wait a moment.";
    case FRAMES_TOO_LONG:
        return "A message is longer than the server reads.";
    case FRAMES_FAILED:
        return "The server has no memory left for this message.";
    default:
        return "";
    }
}

/* ---- life ------------------------------------------------------------------------------ */

void frames_init(frames_reader *r, size_t most)
{
    memset(r, 0, sizeof *r);
    r->most = most;
    duel_buf_init(&r->text);
}

void frames_fini(frames_reader *r)
{
    duel_buf_fini(&r->text);
}

void frames_forget(frames_reader *r)
{
    duel_buf_fini(&r->text);
    duel_buf_init(&r->text);
}

size_t frames_head(frames_opcode opcode, size_t content, unsigned char out[FRAMES_HEAD_SENT])
{
    size_t bytes = content < LENGTH_2 ? 0 : content <= UINT16_MAX ? 2 : 8;
    out[0] = (unsigned char)(FINAL | opcode);
    out[1] = (unsigned char)(bytes == 0 ? content : bytes == 2 ? LENGTH_2 : LENGTH_8);
    for (size_t i = 0; i < bytes; i++)
        out[2 + i] = (unsigned char)((uint64_t)content >> 8 * (bytes - 1 - i));
    return 2 + bytes;
}
