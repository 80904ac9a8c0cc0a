/* wire/slow_game_client.c -- a client of the loop, as the thread of a slow game knows it: what
 * it asks for goes in on slips, what it is told comes out of a slot. All of this is called on
 * the loop. */
#include "wire/slow_game_inside.h"

#include <stdlib.h>
#include <string.h>

wire_annex *guest_annex(const wire_guest *g)
{
    return g->annex;
}

/* ---- slips ----------------------------------------------------------------------------- */

wire_guest *guest_of(wire_annex *a, wire_client *c)
{
    wire_guest *g = c->guests;
    while (g && g->annex != a)
        g = g->next;
    if (g)
        return g;
    g = calloc(1, sizeof *g);
    if (g == NULL)
        return NULL;
    g->annex = a;
    g->owner = c;
    g->address = c->address;
    governor_hold(g->address);
    g->next = c->guests;
    c->guests = g;
    return g;
}

static void put_in(wire_guest *g, wire_slip *s)
{
    wire_annex *a = g->annex;
    s->guest = g;
    s->stay = g->stay;
    s->lang = g->owner->lang;
    memcpy(s->profile, g->owner->profile, sizeof s->profile);
    pthread_mutex_lock(&a->lock);
    duel_queue_add(&a->inbox, &s->link);
    g->waiting++;
    a->inbox_bytes += s->len;
    pthread_cond_broadcast(&a->changed);
    pthread_mutex_unlock(&a->lock);
}

/* Takes over the text, if there is memory for the slip. */
static bool post_slip(wire_guest *g, char *text)
{
    wire_slip *s = calloc(1, sizeof *s);
    if (s == NULL)
        return false;
    s->text = text;
    s->len = text ? strlen(text) : 0;
    put_in(g, s);
    return true;
}

/* Only the loop puts slips in, so what there is room for now will fit. */
static duel_status room_for_slip(wire_guest *g, size_t bytes, duel_msg *why)
{
    wire_annex *a = g->annex;
    governor *by = a->home->setup.governor;
    pthread_mutex_lock(&a->lock);
    int64_t slips = g->waiting + 1, kilobytes = (int64_t)((a->inbox_bytes + bytes) / 1024);
    pthread_mutex_unlock(&a->lock);
    duel_status status = governor_allow(by, LIMIT_FILE_REQUESTS, slips, why);
    return status == DUEL_OK ? governor_allow(by, LIMIT_FILE_KILOBYTES, kilobytes, why)
                             : status;
}

duel_status guest_ask(wire_guest *g, const json_t *what, duel_msg *why)
{
    char *text = request_text(what);
    duel_status status = text ? room_for_slip(g, strlen(text), why) : duel_full(why);
    if (status == DUEL_OK && !post_slip(g, text))
        status = duel_full(why);
    if (status != DUEL_OK)
        free(text);
    return status;
}

/* Where there is no room, its next request tells it. */
void guest_greet(wire_guest *g)
{
    duel_msg why;
    if (room_for_slip(g, 0, &why) == DUEL_OK)
        post_slip(g, NULL);
}

/* There are no more of these slips than requests to join, for which there was room. */
void guest_leave(wire_guest *g)
{
    g->stay++;
    post_slip(g, NULL);
}

void guest_exit(wire_guest *g)
{
    wire_guest **at = &g->owner->guests;
    while (*at != g)
        at = &(*at)->next;
    *at = g->next;
    put_in(g, &g->exit);
    g->owner = NULL;
}

/* ---- what comes back ------------------------------------------------------------------- */

/* The message in the slot, unless it is news of a stay that is over; without one, the slot is
 * to be filled if there is more. */
static bool empty_slot(wire_guest *g, duel_sink *out)
{
    wire_annex *a = g->annex;
    pthread_mutex_lock(&a->lock);
    bool full = g->full, good = full && (!g->is_news || g->made_in == g->stay);
    if (good)
        duel_put_str(out, duel_buf_str(&g->out));
    if (full)
        duel_buf_fini(&g->out);
    g->full = false;
    if (!good && g->speaks) {
        g->speaks = false;
        g->wanted = a->work = true;
        pthread_cond_broadcast(&a->changed);
    }
    pthread_mutex_unlock(&a->lock);
    return good;
}

bool guest_take(wire_guest *guests, duel_sink *out)
{
    for (wire_guest *g = guests; g; g = g->next)
        if (empty_slot(g, out))
            return true;
    return false;
}

wire_guest *guest_next_call(wire_annex *a, bool *cut, bool *gone)
{
    pthread_mutex_lock(&a->lock);
    wire_guest *g = (wire_guest *)duel_queue_take(&a->calls);
    if (g) {
        g->called = false;
        *cut = g->cut;
        *gone = g->gone;
    }
    pthread_mutex_unlock(&a->lock);
    return g;
}

void guest_free(wire_guest *g)
{
    if (g->full)
        duel_buf_fini(&g->out);
    governor_depart(g->annex->home->setup.governor, g->address, hub_now());
    free(g);
}
