/* wire/dispatch.c -- which hub a request is for: this one, or that of the slow game that may
 * wait; and in which house a client sits. Nothing is asked of a game here. */
#include "wire/inside.h"

static wire_annex *annex_with(const wire_hub *hub, const duel_game *g)
{
    for (int i = 0; g && hub->annexes[i]; i++)
        if (annex_game(hub->annexes[i]) == g)
            return hub->annexes[i];
    return NULL;
}

static const duel_game *named(const char *id)
{
    return id ? duel_find_game(duel_str_of(id)) : NULL;
}

static bool take_game(void *to, const duel_saved *saved)
{
    *(const duel_game **)to = duel_find_game(saved->game);
    return false;
}

/* What a table is for is in the base before anybody knows of the table. */
static const duel_game *kept_game(const wire_asked *a)
{
    const duel_game *g = NULL;
    const char *id = asked_text(a, "table");
    if (id)
        duel_store_load(a->c->hub->setup.store, id, take_game, &g, NULL);
    return g;
}

static const duel_game *recorded_game(const wire_asked *a)
{
    const char *record = asked_text(a, "record");
    return record ? duel_record_game(duel_str_of(record), duel_find_game)
                  : named(asked_text(a, "game"));
}

wire_annex *route_annex(const wire_asked *a, wire_about about)
{
    const wire_hub *hub = a->c->hub;
    if (hub->annexes[0] == NULL)
        return NULL;
    switch (about) {
    case ABOUT_GAME:
        return annex_with(hub, named(asked_text(a, "game")));
    case ABOUT_RECORD:
        return annex_with(hub, recorded_game(a));
    case ABOUT_TABLE:
    case ABOUT_STAY:
        return annex_with(hub, kept_game(a));
    case ABOUT_HERE:
        return a->c->away ? guest_annex(a->c->away) : NULL;
    case ABOUT_HOUSE:
    default:
        return NULL;
    }
}

void client_stand_up(wire_client *c)
{
    if (c->table)
        table_leave(c);
    if (c->away)
        guest_leave(c->away);
    c->away = NULL;
}

static void sit_away(wire_client *c, wire_guest *g)
{
    if (c->away != g)
        client_stand_up(c);
    c->away = g;
    c->watches_lobby = false;
}

duel_status route_ask(wire_annex *annex, const wire_asked *a, wire_about about, duel_msg *why)
{
    wire_guest *g = guest_of(annex, a->c);
    duel_status status = g ? guest_ask(g, a->what, why) : duel_full(why);
    if (status == DUEL_OK && about == ABOUT_STAY)
        sit_away(a->c, g);
    return status;
}
