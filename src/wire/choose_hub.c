/* wire/choose_hub.c -- which hub a request is for: this one, or that of the slow game that may
 * wait; and in which house a client sits. Nothing is asked of a game here. */
#include "wire/inside.h"

static slow_game *annex_with(const wire_hub *hub, const duel_game *g)
{
    for (int i = 0; g && hub->annexes[i]; i++)
        if (slow_game_game(hub->annexes[i]) == g)
            return hub->annexes[i];
    return NULL;
}

static const duel_game *named(const char *id)
{
    return id ? catalogue_find_game(duel_str_of(id)) : NULL;
}

static bool take_game(void *to, const saved_game *saved)
{
    *(const duel_game **)to = catalogue_find_game(saved->game);
    return false;
}

/* What a table is for is in the base before anybody knows of the table. */
static const duel_game *kept_game(const wire_asked *a)
{
    const duel_game *g = NULL;
    const char *id = asked_text(a, "table");
    if (id)
        store_load(a->c->hub->setup.store, id, take_game, &g, NULL);
    return g;
}

static const duel_game *recorded_game(const wire_asked *a)
{
    const char *record = asked_text(a, "record");
    return record ? duel_record_game(duel_str_of(record), catalogue_find_game)
                  : named(asked_text(a, "game"));
}

slow_game *dispatch_annex(const wire_asked *a, wire_about about)
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
        return a->c->away ? slow_client_game(a->c->away) : NULL;
    case ABOUT_HOUSE:
    default:
        return NULL;
    }
}

void client_leave_table(wire_client *c)
{
    if (c->table)
        wire_table_leave(c);
    if (c->away)
        slow_client_leave(c->away);
    c->away = NULL;
}

static void sit_away(wire_client *c, slow_game_client *g)
{
    if (c->away != g)
        client_leave_table(c);
    c->away = g;
    c->watches_lobby = false;
}

duel_status dispatch_ask(slow_game *annex, const wire_asked *a, wire_about about, duel_msg *why)
{
    slow_game_client *g = slow_client_of(annex, a->c);
    duel_status status = g ? slow_client_ask(g, a->what, why) : duel_no_space(why);
    if (status == DUEL_OK && about == ABOUT_STAY)
        sit_away(a->c, g);
    return status;
}
