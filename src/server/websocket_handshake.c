/* server/websocket_handshake.c -- see websocket_handshake.h. */
#include "server/websocket_handshake.h"

#include <sodium.h>
#include <string.h>

enum { BAD = 400, FORBIDDEN = 403, NOWHERE = 404, UPGRADE_REQUIRED = 426 };

/* ---- SHA-1 ------------------------------------------------------------------------------
 *
 * FIPS 180-4, 6.1. Good for nothing any more but this proof, for which nothing else will do;
 * libsodium does not have it. What is hashed here fits into two blocks. */

enum { SHA1_BYTES = 20, SHA1_BLOCK = 64 };

static uint32_t rotated(uint32_t x, int by)
{
    return x << by | x >> (32 - by);
}

static void sha1_schedule(const unsigned char *block, uint32_t w[80])
{
    for (int i = 0; i < 16; i++)
        w[i] = (uint32_t)block[4 * i] << 24 | (uint32_t)block[4 * i + 1] << 16 |
               (uint32_t)block[4 * i + 2] << 8 | block[4 * i + 3];
    for (int i = 16; i < 80; i++)
        w[i] = rotated(w[i - 3] ^ w[i - 8] ^ w[i - 14] ^ w[i - 16], 1);
}

static void sha1_block(uint32_t h[5], const unsigned char *block)
{
    static const uint32_t constant[] = {0x5A827999, 0x6ED9EBA1, 0x8F1BBCDC, 0xCA62C1D6};
    uint32_t w[80], s[5];
    sha1_schedule(block, w);
    memcpy(s, h, sizeof s);
    for (int i = 0; i < 80; i++) {
        uint32_t b = s[1], c = s[2], d = s[3];
        uint32_t mixed = i < 20              ? (b & c) | (~b & d)
                         : i >= 40 && i < 60 ? (b & c) | (b & d) | (c & d)
                                             : b ^ c ^ d;
        uint32_t first = rotated(s[0], 5) + mixed + s[4] + constant[i / 20] + w[i];
        memmove(s + 1, s, 4 * sizeof *s);
        s[0] = first;
        s[2] = rotated(s[2], 30);
    }
    for (int i = 0; i < 5; i++)
        h[i] += s[i];
}

static void sha1_short(duel_str text, unsigned char out[SHA1_BYTES])
{
    uint32_t h[] = {0x67452301, 0xEFCDAB89, 0x98BADCFE, 0x10325476, 0xC3D2E1F0};
    unsigned char padded[2 * SHA1_BLOCK] = {0};
    memcpy(padded, text.at, text.len);
    padded[text.len] = 0x80;
    padded[sizeof padded - 2] = (unsigned char)(text.len * 8 >> 8);
    padded[sizeof padded - 1] = (unsigned char)(text.len * 8);
    sha1_block(h, padded);
    sha1_block(h, padded + SHA1_BLOCK);
    for (int i = 0; i < SHA1_BYTES; i++)
        out[i] = (unsigned char)(h[i / 4] >> 8 * (3 - i % 4));
}

/* ---- the handshake ---------------------------------------------------------------------- */

enum { KEY_BYTES = 16, KEY_TEXT = 24 };

/* 4.2.1 (5): sixteen bytes in base64, written the one way they can be. */
static bool is_key(duel_str key)
{
    unsigned char bytes[KEY_BYTES];
    size_t len;
    const char *end;
    return key.at && key.len == KEY_TEXT &&
           sodium_base642bin(bytes, sizeof bytes, key.at, key.len, NULL, &len, &end,
                             sodium_base64_VARIANT_ORIGINAL) == 0 &&
           len == KEY_BYTES && end == key.at + key.len;
}

/* 4.2.2 (5.4). */
static void prove(duel_str key, char proof[HANDSHAKE_PROOF])
{
    static const char suffix[] = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11";
    char text[KEY_TEXT + sizeof suffix - 1];
    unsigned char hash[SHA1_BYTES];
    _Static_assert(sizeof text > SHA1_BLOCK - 9 && sizeof text <= 2 * SHA1_BLOCK - 9,
                   "two blocks");
    memcpy(text, key.at, KEY_TEXT);
    memcpy(text + KEY_TEXT, suffix, sizeof suffix - 1);
    sha1_short((duel_str){text, sizeof text}, hash);
    sodium_bin2base64(proof, HANDSHAKE_PROOF, hash, sizeof hash,
                      sodium_base64_VARIANT_ORIGINAL);
}

static const char *const spoken[] = {"duelliste.2",
                                     "duelliste.1"}; /* pages that speak the
                                                      * second are told to be loaded again */

/* The first of the client's protocols, in its own order, that is spoken here. */
static int choose_protocol(duel_str offered, handshake *out)
{
    duel_str word;
    out->protocol = NULL;
    while (http_list_member(&offered, &word)) {
        if (!http_is_token(word))
            return BAD;
        for (int i = 0; i < 2; i++)
            if (out->protocol == NULL && duel_str_is(word, spoken[i])) {
                out->protocol = spoken[i];
                out->old = i > 0;
            }
    }
    return out->protocol ? 0 : BAD;
}

int handshake_read(const http_head *h, handshake *out)
{
    duel_str version = h->field[HTTP_VERSION];
    if (!duel_str_same_word(h->field[HTTP_UPGRADE], "websocket"))
        return FORBIDDEN;
    if (!h->body_wanted || version.at == NULL || !is_key(h->field[HTTP_KEY]))
        return BAD;
    if (!duel_str_is(version, "13"))
        return UPGRADE_REQUIRED;
    if (!duel_str_is(h->path, "/"))
        return NOWHERE;
    prove(h->field[HTTP_KEY], out->proof);
    return choose_protocol(h->field[HTTP_PROTOCOL], out);
}
