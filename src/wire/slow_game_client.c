/* wire/slow_game_client.c -- a client of the loop, as the thread of a slow game knows it: what
 * it asks for goes in on slips, what it is told comes out of a slot. All of this is called on
 * the loop. */
#include "wire/slow_game_inside.h"

#include <stdlib.h>
#include <string.h>

slow_game *slow_client_game(const slow_game_client *g)
{
    return g->annex;
}

/* ---- slips ----------------------------------------------------------------------------- */

slow_game_client *slow_client_of(slow_game *a, wire_client *c)
{
    slow_game_client *g = c->guests;
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
    quotas_hold(g->address);
    g->next = c->guests;
    c->guests = g;
    return g;
}

static void put_in(slow_game_client *g, slow_game_request *s)
{
    slow_game *a = g->annex;
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
static bool post_slip(slow_game_client *g, char *text)
{
    slow_game_request *s = calloc(1, sizeof *s);
    if (s == NULL)
        return false;
    s->text = text;
    s->len = text ? strlen(text) : 0;
    put_in(g, s);
    return true;
}

/* Only the loop puts slips in, so what there is room for now will fit. */
static duel_status room_for_slip(slow_game_client *g, size_t bytes, duel_msg *why)
{
    slow_game *a = g->annex;
    quotas *by = a->home->setup.quotas;
    pthread_mutex_lock(&a->lock);
    int64_t slips = g->waiting + 1, kilobytes = (int64_t)((a->inbox_bytes + bytes) / 1024);
    pthread_mutex_unlock(&a->lock);
    duel_status status = quotas_allow(by, LIMIT_FILE_REQUESTS, slips, why);
    return status == DUEL_OK ? quotas_allow(by, LIMIT_FILE_KILOBYTES, kilobytes, why) : status;
}

duel_status slow_client_ask(slow_game_client *g, const json_t *what, duel_msg *why)
{
    char *text = request_text(what);
    duel_status status = text ? room_for_slip(g, strlen(text), why) : duel_no_space(why);
    if (status == DUEL_OK && !post_slip(g, text))
        status = duel_no_space(why);
    if (status != DUEL_OK)
        free(text);
    return status;
}

/* Where there is no room, its next request tells it. */
void slow_client_greet(slow_game_client *g)
{
    duel_msg why;
    if (room_for_slip(g, 0, &why) == DUEL_OK)
        post_slip(g, NULL);
}

/* There are no more of these slips than requests to join, for which there was room. */
void slow_client_leave(slow_game_client *g)
{
    g->stay++;
    post_slip(g, NULL);
}

void slow_client_exit(slow_game_client *g)
{
    slow_game_client **at = &g->owner->guests;
    while (*at != g)
        at = &(*at)->next;
    *at = g->next;
    put_in(g, &g->exit);
    g->owner = NULL;
}

/* ---- what comes back ------------------------------------------------------------------- */

/* The message in the slot, unless it is news of a stay that is over; without one, the slot is
 * to be filled if there is more. */
static bool empty_slot(slow_game_client *g, duel_sink *out)
{
    slow_game *a = g->annex;
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

bool slow_client_take(slow_game_client *guests, duel_sink *out)
{
    for (slow_game_client *g = guests; g; g = g->next)
        if (empty_slot(g, out))
            return true;
    return false;
}

slow_game_client *slow_client_next_call(slow_game *a, bool *cut, bool *gone)
{
    pthread_mutex_lock(&a->lock);
    slow_game_client *g = (slow_game_client *)duel_queue_take(&a->calls);
    if (g) {
        g->called = false;
        *cut = g->cut;
        *gone = g->gone;
    }
    pthread_mutex_unlock(&a->lock);
    return g;
}

void slow_client_free(slow_game_client *g)
{
    if (g->full)
        duel_buf_fini(&g->out);
    quotas_depart(g->annex->home->setup.quotas, g->address, hub_now());
    free(g);
}
