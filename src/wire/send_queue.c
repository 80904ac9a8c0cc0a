/* wire/send_queue.c -- messages that wait until a client reads them.
 *
 * Answers become text at once and are counted, in letters and in bytes, for each client and in
 * all. A client that does not read is told so in place of what it asked for; one that does not
 * even leave room for that is cut off, and so is the one with most waiting when all together
 * have too much. Those who read notice nothing. News is not kept here but made when it is sent.
 */
#include "wire/inside.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SHORT_BYTES = 1024 };

/* ---- letters --------------------------------------------------------------------------- */

wire_text *text_new(json_t *what)
{
    char *dumped = what ? json_dumps(what, JSON_COMPACT) : NULL;
    size_t len = dumped ? strlen(dumped) - 1 : 0; /* without the brace at its end */
    wire_text *t = dumped ? malloc(sizeof *t + len) : NULL;
    if (t) {
        *t = (wire_text){.holders = 1, .len = len};
        memcpy(t->bytes, dumped, len);
    }
    free(dumped);
    json_decref(what);
    return t;
}

void text_let_go(wire_text *t)
{
    if (t && --t->holders == 0)
        free(t);
}

static void letter_free(wire_message_out *l)
{
    if (l) {
        text_let_go(l->shared);
        free(l->text);
    }
    free(l);
}

/* Takes over `what`; NULL when there is no memory, or was none for it. */
static wire_message_out *letter_new(json_t *what, const char *is, json_int_t re)
{
    wire_message_out *l = what ? malloc(sizeof *l) : NULL;
    if (l) {
        json_object_set_new(what, "is", json_string(is));
        if (re)
            json_object_set_new(what, "re", json_integer(re));
        *l = (wire_message_out){.text = json_dumps(what, JSON_COMPACT)};
        l->len = l->text ? strlen(l->text) : 0;
    }
    json_decref(what);
    if (l && l->text)
        return l;
    letter_free(l);
    return NULL;
}

/* The rest of an object whose first members are shared. */
static wire_message_out *letter_shared(wire_text *t, const char *is, json_int_t re)
{
    enum { TAIL = 64 };
    wire_message_out *l = malloc(sizeof *l);
    if (l == NULL)
        return NULL;
    *l = (wire_message_out){.text = malloc(TAIL)};
    if (l->text == NULL) {
        letter_free(l);
        return NULL;
    }
    int len = snprintf(l->text, TAIL, ",\"is\":\"%s\"", is);
    if (re)
        len += snprintf(l->text + len, (size_t)(TAIL - len), ",\"re\":%lld", (long long)re);
    snprintf(l->text + len, (size_t)(TAIL - len), "}");
    l->shared = t;
    t->holders++;
    l->len = t->len + strlen(l->text);
    return l;
}

static wire_message_out *refusal(const wire_client *c, json_int_t re, const char *kind,
                                 const duel_msg *why)
{
    json_t *what = json_pack("{so}", "error", json_error(c->lang, kind, why));
    if (c->old) /* as its edition called it */
        json_object_set_new(what, "text", json_say(c->lang, why));
    return letter_new(what, "refused", re);
}

static void count_waiting(wire_client *c, int64_t bytes)
{
    c->waiting += (size_t)bytes;
    c->hub->waiting += (size_t)bytes;
    quotas_add(c->hub->setup.quotas, c->address, QUOTA_OF_BYTES, bytes);
}

static void note_unsent(wire_client *c, size_t bytes)
{
    count_waiting(c, (int64_t)bytes - (int64_t)c->unsent);
    c->unsent = bytes;
}

static wire_message_out *take_first(wire_client *c)
{
    wire_message_out *l = c->letters;
    if (l == NULL)
        return NULL;
    c->letters = l->next;
    if (c->letters == NULL)
        c->letters_end = &c->letters;
    c->letter_count--;
    count_waiting(c, -(int64_t)l->len);
    return l;
}

static void put_last(wire_client *c, wire_message_out *l)
{
    *c->letters_end = l;
    c->letters_end = &l->next;
    c->letter_count++;
    count_waiting(c, (int64_t)l->len);
    client_wake(c);
}

void send_queue_empty(wire_client *c)
{
    for (wire_message_out *l = take_first(c); l; l = take_first(c))
        letter_free(l);
}

bool send_queue_take(wire_client *c, duel_sink *out)
{
    wire_message_out *l = take_first(c);
    if (l == NULL)
        return false;
    if (l->shared)
        duel_put_str(out, (duel_str){l->shared->bytes, l->shared->len});
    duel_put(out, l->text);
    letter_free(l);
    return true;
}

/* ---- room ------------------------------------------------------------------------------ */

void client_cut(wire_client *c)
{
    send_queue_empty(c);
    if (c->cut)
        return;
    note_unsent(c, 0);
    c->cut = true;
    c->hub->setup.cut(c->hub->setup.self, c->socket);
}

static int64_t kilobytes(size_t bytes)
{
    return (int64_t)(bytes / 1024 + (bytes % 1024 > 0));
}

duel_status send_queue_open(const wire_client *c, duel_msg *why)
{
    quotas *g = c->hub->setup.quotas;
    size_t all = (size_t)quotas_has_of(g, c->address, QUOTA_OF_BYTES);
    duel_status status =
        quotas_allow(g, LIMIT_CONNECTION_KILOBYTES, kilobytes(c->waiting + 1), why);
    return status == DUEL_OK ? quotas_allow(g, LIMIT_ADDRESS_KILOBYTES, kilobytes(all + 1), why)
                             : status;
}

/* Short ones are let in while there is room for one more: what has been done is told. */
static duel_status room_in_outbox(const wire_client *c, const wire_message_out *l,
                                  duel_msg *why)
{
    duel_status status =
        quotas_allow(c->hub->setup.quotas, LIMIT_CONNECTION_ANSWERS, c->letter_count + 1, why);
    return status == DUEL_OK && l->len > SHORT_BYTES ? send_queue_open(c, why) : status;
}

static wire_client *with_most_waiting(wire_client *than)
{
    wire_client *most = than;
    for (wire_client *c = than->hub->clients; c; c = c->next)
        if (c->waiting > most->waiting)
            most = c;
    return most;
}

/* In all. Whoever has most waiting goes, until it fits or that is the client itself. */
static duel_status room_in_hub(wire_client *c, size_t bytes, duel_msg *why)
{
    const wire_hub *hub = c->hub;
    quotas *g = hub->setup.quotas;
    int64_t room = quotas_at(g, LIMIT_HOUSE_KILOBYTES);
    wire_client *most = NULL;
    while (most != c && hub->waiting && kilobytes(hub->waiting + bytes) > room) {
        most = with_most_waiting(c);
        if (most != c)
            client_cut(most);
    }
    return most == c ? quotas_refuse(g, LIMIT_HOUSE_KILOBYTES, why) : DUEL_OK;
}

static duel_status put_if_it_fits(wire_client *c, wire_message_out *l, duel_msg *why)
{
    duel_status status = l ? room_in_outbox(c, l, why) : duel_no_space(why);
    if (status == DUEL_OK)
        status = room_in_hub(c, l->len, why);
    if (status == DUEL_OK)
        put_last(c, l);
    else
        letter_free(l);
    return status;
}

/* News, too, waits once it has been made and its socket has not taken all of it. */
void wire_client_unsent(wire_client *c, size_t bytes)
{
    duel_msg why;
    if (c->unsent == bytes || c->cut)
        return;
    note_unsent(c, bytes);
    if (bytes && room_in_hub(c, 0, &why) != DUEL_OK)
        client_cut(c);
}

/* News that does not fit is left out; whoever asked is answered, or has gone too far. */
static void post(wire_client *c, wire_message_out *l, json_int_t re)
{
    duel_msg why;
    if (c->cut) {
        letter_free(l);
        return;
    }
    duel_status unfit = put_if_it_fits(c, l, &why);
    if (unfit != DUEL_OK && re &&
        put_if_it_fits(c, refusal(c, re, json_kind(unfit), &why), &why) != DUEL_OK)
        client_cut(c);
}

void client_send(wire_client *c, const char *is, json_int_t re, json_t *what)
{
    post(c, letter_new(what, is, re), re);
}

void client_send_shared(wire_client *c, const char *is, json_int_t re, wire_text *t)
{
    post(c, t ? letter_shared(t, is, re) : NULL, re);
}

void client_refuse(wire_client *c, json_int_t re, const char *kind, const duel_msg *why)
{
    post(c, refusal(c, re, kind, why), re);
}
