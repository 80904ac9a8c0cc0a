/* server/proxy.h -- proxies that are believed where somebody comes from.
 *
 * Whoever passes a request on adds the address it came from to X-Forwarded-For. What stands
 * before its own entry may have been written by anybody, so the last one is read and no other;
 * and from a peer that was not named, none. No input, no output. */
#pragma once

#include "base/status.h"

enum { PROXIES = 16, PROXY_ADDRESS = 48 };

typedef struct server_proxies {
    int count;
    char address[PROXIES][PROXY_ADDRESS];
} server_proxies;

/* Addresses with commas between; NULL: none. */
duel_status server_proxies_read(const char *given, server_proxies *out, duel_msg *why);
bool server_proxies_have(const server_proxies *p, const char *address);
/* The last entry of the field, the same for all spellings of an address; of IPv6 the half that
 * a household has ("2001:db8::/64"), since the other half is its to choose. False: it is none.
 */
bool server_forwarded_for(duel_str field, char out[PROXY_ADDRESS]);
