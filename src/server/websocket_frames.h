/* server/websocket_frames.h -- what WebSocket clients send, as RFC 6455 has it and no other
 * way. No input, no output: bytes are put in, messages come out.
 *
 *     bytes ──▶ frames_read ──▶ FRAMES_MORE: nothing whole yet, all bytes are taken
 *                          ├──▶ FRAMES_TEXT, _PING, _PONG: call again, bytes may be left
 *                          ├──▶ FRAMES_CLOSE: the last thing a client may say
 *                          └──▶ FRAMES_BROKEN: close with this code, and read no more
 *
 * Only text is taken, only masked, in frames as short as they can be written and messages no
 * longer than they may be. The length of a frame is judged before its content is waited for. */
#pragma once

#include "base/text.h"

enum { FRAMES_CONTROL = 125, FRAMES_HEAD = 14, FRAMES_HEAD_SENT = 10 }; /* bytes at most */

typedef enum frames_code { /* of a close */
                           FRAMES_NORMAL = 1000,
                           FRAMES_GOING = 1001,
                           FRAMES_PROTOCOL = 1002,
                           FRAMES_NO_TEXT = 1003,
                           FRAMES_NO_CODE = 1005, /* stands for none; never sent */
                           FRAMES_NO_UTF8 = 1007,
                           FRAMES_POLICY = 1008,
                           FRAMES_TOO_LONG = 1009,
                           FRAMES_FAILED = 1011 /* of ours: no memory */
} frames_code;

typedef enum frames_opcode {
    FRAMES_OP_MORE = 0,
    FRAMES_OP_TEXT = 1,
    FRAMES_OP_BINARY = 2,
    FRAMES_OP_CLOSE = 8,
    FRAMES_OP_PING = 9,
    FRAMES_OP_PONG = 10
} frames_opcode;

typedef enum frames_event {
    FRAMES_MORE,
    FRAMES_TEXT, /* in `text`; frames_forget afterwards */
    FRAMES_PING, /* in `control` */
    FRAMES_PONG,
    FRAMES_CLOSE, /* `code` */
    FRAMES_BROKEN /* `code` */
} frames_event;

typedef struct frames_reader {
    size_t most; /* bytes of a message */
    unsigned char head[FRAMES_HEAD];
    size_t head_len, head_wanted;
    size_t left, at; /* content of this frame: to come, and taken */
    bool in_content;
    bool in_message; /* a text has begun and is not finished */
    duel_buf text;   /* of it so far; holds no memory between messages */
    char control[FRAMES_CONTROL];
    size_t control_len;
    int code;
} frames_reader;

void frames_init(frames_reader *r, size_t most);
void frames_fini(frames_reader *r);
/* Takes from the front of *bytes. */
frames_event frames_read(frames_reader *r, duel_str *bytes);
void frames_forget(frames_reader *r); /* the text that was read */

/* What a close with this code says besides, for who programs a client: "" for none. */
const char *frames_reason(int code);

/* The head of a frame to be sent, whole and not masked; gives its bytes. */
size_t frames_head(frames_opcode opcode, size_t content, unsigned char out[FRAMES_HEAD_SENT]);
