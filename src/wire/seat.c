/* wire/seat.c -- seats over the network: their tokens, free ones, machines that may sit there.
 *
 * A token is good for a seat as long as the seat has not changed hands
 * (seat_token.h). */
#include "front/opponents.h"
#include "wire/inside.h"

#include <string.h>

json_t *seat_token(const wire_table *t, int seat, const char *kind)
{
    char token[WIRE_TOKEN_TEXT];
    wire_key_token(&t->hub->key, t->id, seat, table_chair(t->table, seat, 0).hands, token);
    return json_pack("{sissss}", "seat", seat, "token", token, "kind", kind);
}

bool seat_fits(const wire_table *t, int seat, const char *token)
{
    return wire_key_fits(&t->hub->key, t->id, seat, table_chair(t->table, seat, 0).hands,
                         duel_str_of(token));
}

void seat_send_tokens(const wire_table *t, unsigned seats, wire_client *c, json_int_t re)
{
    json_t *list = json_array();
    for (int i = 0; i < t->v->seats; i++)
        if (seats >> i & 1)
            json_array_append_new(list, seat_token(t, i, "here"));
    client_send(c, "created", re, json_pack("{ssso}", "table", t->id, "seats", list));
}

bool seat_is_free(const wire_table *t, int seat)
{
    table_chair_state chair = table_chair(t->table, seat, 0);
    return chair.open && !chair.present;
}

duel_status seat_take_over(wire_client *c, json_int_t re, int seat, const char *by,
                           duel_msg *why)
{
    table_request r = {.ask = TABLE_ASK_TAKE, .seat = seat, .text = duel_str_of(by)};
    if (strcmp(by, "me") != 0) {
        r.ask = TABLE_ASK_MACHINE;
        if (!seat_machine_allowed(c->table->v->game, by))
            return duel_invalid(
                why,
                N_("A seat is taken over by me, expert, level:1 to level:10 or a machine "
                   "of the game."),
                "");
        duel_status status = table_players_try(c->table->v, by, why);
        if (status != DUEL_OK)
            return status;
    }
    wire_table_ask(c, c->table, re, r);
    return DUEL_OK;
}

/* Machines a stranger may seat: their cost is known, unlike that of a spec with
 * a budget. */
bool seat_machine_allowed(const duel_game *g, const char *spec)
{
    static const char *const plain[] = {"random", "greedy"};
    for (size_t i = 0; i < sizeof plain / sizeof plain[0]; i++)
        if (strcmp(spec, plain[i]) == 0)
            return true;
    return opponent_is(g, spec) ||
           (g->museum.opponent && strcmp(spec, g->museum.opponent) == 0);
}
