/* front/web/wire_outbox.c -- what waits until a client reads it.
 *
 * Answers become text at once and are counted, in letters and in bytes, for each client and in
 * all. A client that does not read is told so in place of what it asked for; one that does not
 * even leave room for that is cut off, and so is the one with most waiting when all together
 * have too much. Those who read notice nothing. News is not kept here but made when it is sent.
 */
#include "front/web/wire_hub.h"
#include "front/web/wire_json.h"

#include <stdlib.h>
#include <string.h>

enum {
    CLIENT_BYTES = 1 << 20, /* once so many wait for a client, only short letters may join */
    SHORT_BYTES = 1024,
    ALL_BYTES = 64 << 20 /* that may wait for all clients together */
};

/* ---- letters --------------------------------------------------------------------------- */

static void letter_free(wire_letter *l)
{
    if (l)
        free(l->text);
    free(l);
}

/* Takes over `what`; NULL when there is no memory, or was none for it. */
static wire_letter *letter_new(json_t *what, const char *is, json_int_t re)
{
    wire_letter *l = what ? malloc(sizeof *l) : NULL;
    if (l) {
        json_object_set_new(what, "is", json_string(is));
        if (re)
            json_object_set_new(what, "re", json_integer(re));
        *l = (wire_letter){.text = json_dumps(what, JSON_COMPACT)};
        l->len = l->text ? strlen(l->text) : 0;
    }
    json_decref(what);
    if (l && l->text)
        return l;
    letter_free(l);
    return NULL;
}

static wire_letter *refusal(const wire_client *c, json_int_t re, const char *kind,
                            const duel_msg *why)
{
    json_t *what = json_pack("{so}", "error", json_error(c->lang, kind, why));
    if (c->old) /* as its edition called it */
        json_object_set_new(what, "text", json_say(c->lang, why));
    return letter_new(what, "refused", re);
}

static wire_letter *take_first(wire_client *c)
{
    wire_letter *l = c->letters;
    if (l == NULL)
        return NULL;
    c->letters = l->next;
    if (c->letters == NULL)
        c->letters_end = &c->letters;
    c->letter_count--;
    c->waiting -= l->len;
    c->hub->waiting -= l->len;
    return l;
}

static void put_last(wire_client *c, wire_letter *l)
{
    *c->letters_end = l;
    c->letters_end = &l->next;
    c->letter_count++;
    c->waiting += l->len;
    c->hub->waiting += l->len;
    client_wake(c);
}

void outbox_empty(wire_client *c)
{
    for (wire_letter *l = take_first(c); l; l = take_first(c))
        letter_free(l);
}

bool outbox_take(wire_client *c, duel_sink *out)
{
    wire_letter *l = take_first(c);
    if (l == NULL)
        return false;
    duel_put_str(out, (duel_str){l->text, l->len});
    letter_free(l);
    return true;
}

/* ---- room ------------------------------------------------------------------------------ */

void client_cut(wire_client *c)
{
    outbox_empty(c);
    if (c->cut)
        return;
    c->cut = true;
    c->hub->setup.cut(c->hub->setup.self, c->socket);
}

bool outbox_full(const wire_client *c)
{
    return c->waiting >= CLIENT_BYTES;
}

/* Short ones are let in while there is room for one more: what has been done is told. */
static bool room_in_outbox(const wire_client *c, const wire_letter *l)
{
    return c->letter_count < HUB_OUTBOX && (!outbox_full(c) || l->len <= SHORT_BYTES);
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
static bool room_in_hub(wire_client *c, const wire_letter *l)
{
    const wire_hub *hub = c->hub;
    while (hub->waiting && hub->waiting + l->len > ALL_BYTES) {
        wire_client *most = with_most_waiting(c);
        if (most == c)
            return false;
        client_cut(most);
    }
    return true;
}

static bool put_if_it_fits(wire_client *c, wire_letter *l)
{
    bool fits = l && room_in_outbox(c, l) && room_in_hub(c, l);
    if (fits)
        put_last(c, l);
    else
        letter_free(l);
    return fits;
}

duel_status outbox_refuse(duel_msg *why)
{
    duel_say(why,
             N_("Too much that you have not read yet is waiting for you: read it, then ask "
                "again."),
             "");
    return DUEL_FULL;
}

/* News that does not fit is left out; whoever asked is answered, or has gone too far. */
static void post(wire_client *c, wire_letter *l, json_int_t re)
{
    duel_msg why;
    duel_status unfit = l ? outbox_refuse(&why) : duel_full(&why);
    if (c->cut)
        letter_free(l);
    else if (!put_if_it_fits(c, l) && re &&
             !put_if_it_fits(c, refusal(c, re, json_kind(unfit), &why)))
        client_cut(c);
}

void client_send(wire_client *c, const char *is, json_int_t re, json_t *what)
{
    post(c, letter_new(what, is, re), re);
}

void client_refuse(wire_client *c, json_int_t re, const char *kind, const duel_msg *why)
{
    post(c, refusal(c, re, kind, why), re);
}
