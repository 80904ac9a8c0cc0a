/* front/web/wire_address.c -- what came from one address: connections, and new tables.
 *
 * The list is the loop's. A connection is counted once, in whichever houses it is known; the
 * tables are taken from one measure by all of them. */
#include "front/web/wire_hub.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { NEW_TABLES = 120 }; /* a minute, and so many at once */

bool address_is_outside(const char *address)
{
    return strncmp(address, "127.", 4) != 0;
}

wire_address *address_find(wire_hub *hub, const char *text)
{
    wire_address *a = hub->addresses;
    while (a && strcmp(a->text, text))
        a = a->next;
    if (a)
        return a;
    a = calloc(1, sizeof *a);
    if (a == NULL)
        return NULL;
    snprintf(a->text, sizeof a->text, "%s", text);
    pthread_mutex_init(&a->lock, NULL);
    a->number = ++hub->numbers;
    a->tables = NEW_TABLES;
    a->counted = hub_now();
    a->next = hub->addresses;
    hub->addresses = a;
    return a;
}

static void drop_first(wire_address **at)
{
    wire_address *a = *at;
    *at = a->next;
    pthread_mutex_destroy(&a->lock);
    free(a);
}

void address_drop_old(wire_hub *hub)
{
    uint64_t now = hub_now();
    wire_address **at = &hub->addresses;
    while (*at) {
        if ((*at)->connections + (*at)->guests == 0 && now > (*at)->counted + HUB_KEEP)
            drop_first(at);
        else
            at = &(*at)->next;
    }
}

void address_drop_all(wire_hub *hub)
{
    while (hub->addresses)
        drop_first(&hub->addresses);
}

static bool take_table(wire_address *a)
{
    pthread_mutex_lock(&a->lock);
    uint64_t now = hub_now();
    a->tables += (double)(now - a->counted) * NEW_TABLES / 60000;
    a->counted = now;
    if (a->tables > NEW_TABLES)
        a->tables = NEW_TABLES;
    bool left = a->tables >= 1;
    a->tables -= left;
    pthread_mutex_unlock(&a->lock);
    return left;
}

duel_status client_may_create(wire_client *c, duel_msg *why)
{
    if (c->address == NULL || take_table(c->address))
        return DUEL_OK;
    return duel_refuse(
        why, N_("Too many tables are being made from your address: try again in a minute."),
        "");
}
