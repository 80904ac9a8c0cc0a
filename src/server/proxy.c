/* server/proxy.c -- see proxy.h. */
#include "server/proxy.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <stdio.h>
#include <string.h>

static bool copy_word(duel_str word, char out[PROXY_ADDRESS])
{
    if (word.len == 0 || word.len >= PROXY_ADDRESS)
        return false;
    memcpy(out, word.at, word.len);
    out[word.len] = '\0';
    return true;
}

static bool read_v4(const char *text, char out[PROXY_ADDRESS])
{
    struct in_addr address;
    return inet_pton(AF_INET, text, &address) == 1 &&
           inet_ntop(AF_INET, &address, out, PROXY_ADDRESS);
}

static bool read_v6(const char *text, char out[PROXY_ADDRESS])
{
    static const unsigned char mapped[12] = {[10] = 0xFF, [11] = 0xFF};
    struct in6_addr address;
    if (inet_pton(AF_INET6, text, &address) != 1)
        return false;
    if (memcmp(&address, mapped, sizeof mapped) == 0)
        return inet_ntop(AF_INET, address.s6_addr + sizeof mapped, out, PROXY_ADDRESS) != NULL;
    memset(address.s6_addr + 8, 0, 8);
    if (inet_ntop(AF_INET6, &address, out, PROXY_ADDRESS) == NULL)
        return false;
    size_t len = strlen(out);
    snprintf(out + len, PROXY_ADDRESS - len, "/64");
    return true;
}

duel_status server_proxies_read(const char *given, server_proxies *out, duel_msg *why)
{
    duel_str rest = duel_str_of(given ? given : ""), word;
    char text[PROXY_ADDRESS];
    while (duel_str_word(&rest, ",", &word)) {
        if (out->count == PROXIES)
            return duel_invalid(why, N_("A server has at most {0} proxies."), "i",
                                (int64_t)PROXIES);
        if (!copy_word(word, text) || !read_v4(text, out->address[out->count]))
            return duel_invalid(
                why, N_("--proxy is an address such as 127.0.0.1 or 10.0.0.2, not “{0}”."), "s",
                word);
        out->count++;
    }
    return DUEL_OK;
}

bool server_proxies_have(const server_proxies *p, const char *address)
{
    for (int i = 0; i < p->count; i++)
        if (strcmp(p->address[i], address) == 0)
            return true;
    return false;
}

bool server_forwarded_for(duel_str field, char out[PROXY_ADDRESS])
{
    char text[PROXY_ADDRESS];
    duel_str last = field;
    for (size_t i = 0; i < field.len; i++)
        if (field.at[i] == ',')
            last = (duel_str){field.at + i + 1, field.len - i - 1};
    return copy_word(duel_str_trim(last), text) && (read_v4(text, out) || read_v6(text, out));
}
