/* wire/seat_token.h -- seat tokens: 128 bits that let their holder sit down.
 *
 * A token is a keyed hash of the table, the seat and how often it changed hands, under a secret
 * of 256 bits kept beside the base in a file for the user alone. So links stay good when the
 * server is started again, and nothing that is stored or listed gives one away. */
#pragma once

#include "store/store.h"

enum { WIRE_TOKEN_TEXT = 33 }; /* 32 hexadecimal digits and a NUL */

typedef struct wire_key {
    unsigned char secret[32];
} wire_key;

/* Reads the secret beside the base, or makes one. */
duel_status wire_key_open(const data_store *store, wire_key *out, duel_msg *why);
void wire_key_token(const wire_key *k, const char *table, int seat, int hands,
                    char out[WIRE_TOKEN_TEXT]);
/* In constant time. */
bool wire_key_fits(const wire_key *k, const char *table, int seat, int hands, duel_str token);
