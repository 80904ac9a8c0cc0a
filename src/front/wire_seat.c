/* front/wire_seat.c -- who sits where: claims, take-overs, tokens, names.
 *
 * A token is good for a seat as long as the seat has not changed hands
 * (wire_key.h). */
#include "front/wire_hub.h"
#include "front/wire_json.h"

#include <string.h>

json_t *seat_token(const wire_table *t, int seat, const char *kind)
{
    char token[WIRE_TOKEN_TEXT];
    wire_key_token(&t->hub->key, t->id, seat, duel_session_hands(t->session, seat), token);
    return json_pack("{sissss}", "seat", seat, "token", token, "kind", kind);
}

bool seat_fits(const wire_table *t, int seat, const char *token)
{
    return wire_key_fits(&t->hub->key, t->id, seat, duel_session_hands(t->session, seat),
                         duel_str_of(token));
}

static void send_token(wire_table *t, wire_client *c, json_int_t re, int seat)
{
    json_t *seats = json_array();
    json_array_append_new(seats, seat_token(t, seat, "here"));
    client_send(c, "created", re, json_pack("{ssso}", "table", t->id, "seats", seats));
}

/* ---- free seats ------------------------------------------------------------------------- */

static void claimed(wire_table *t, wire_client *c, json_int_t re, duel_status status,
                    const duel_msg *why)
{
    if (c && status == DUEL_OK)
        send_token(t, c, re, t->reseating);
    else if (c)
        client_refuse(c, re, wire_code(status), why);
    table_tell(t);
    hub_lobby_changed(t->hub);
}

duel_status seat_claim(wire_client *c, json_int_t re, wire_table *t, int seat, duel_msg *why)
{
    const duel_terms *terms = duel_session_terms(t->session);
    if (seat < 0 || seat >= t->v->seats || !(terms->open >> seat & 1))
        return duel_refuse(why, N_("Somebody else has taken this seat."), "");
    duel_status status = duel_session_claim(t->session, seat, hub_time(), why);
    if (status != DUEL_OK)
        return status;
    t->reseating = seat;
    table_commit(t, c, re, claimed);
    return DUEL_OK;
}

/* ---- taking over ------------------------------------------------------------------------ */

/* Those who held the seat look on from now on. */
static void unseat(wire_table *t, int seat)
{
    for (wire_client *c = t->members; c; c = c->beside) {
        if (c->seats >> seat & 1) {
            c->seats &= ~(1U << seat);
            t->seat[seat].present--;
        }
    }
    if (t->seat[seat].present == 0)
        t->seat[seat].gone = hub_now();
}

static void reseated(wire_table *t, wire_client *c, json_int_t re, duel_status status,
                     const duel_msg *why)
{
    if (status == DUEL_OK) {
        t->planned = false;
        unseat(t, t->reseating);
        table_learn_names(t);
        play_start_clock(t);
    }
    if (c && status == DUEL_OK)
        client_send(c, "done", re, json_object());
    else if (c)
        client_refuse(c, re, wire_code(status), why);
    table_changed(t);
}

static duel_status reseat(wire_client *c, json_int_t re, int seat, const char *spec,
                          table_after *after, duel_msg *why)
{
    wire_table *t = c->table;
    bool fresh = after != reseated;
    duel_status status =
        duel_session_reseat(t->session, seat, duel_str_of(spec), fresh, hub_time(), why);
    if (status != DUEL_OK)
        return status;
    t->reseating = seat;
    table_commit(t, c, re, after);
    return DUEL_OK;
}

/* The one who had it before: a machine has only kept it warm. */
static void given_back(wire_table *t, wire_client *c, json_int_t re, duel_status status,
                       const duel_msg *why)
{
    int seat = t->reseating;
    reseated(t, NULL, 0, status, why);
    if (c == NULL)
        return;
    if (status != DUEL_OK) {
        client_refuse(c, re, wire_code(status), why);
        return;
    }
    if (c->table == t) {
        c->seats |= 1U << seat;
        t->seat[seat].present++;
    }
    send_token(t, c, re, seat);
    table_changed(t);
}

static void handed_over(wire_table *t, wire_client *c, json_int_t re, duel_status status,
                        const duel_msg *why)
{
    wire_client *taker = hub_client(t->hub, t->wants);
    int seat = t->reseating;
    t->wants = 0;
    reseated(t, c, re, status, why);
    if (taker == NULL || status != DUEL_OK)
        return;
    if (taker->table == t) {
        taker->seats |= 1U << seat;
        t->seat[seat].present++;
    }
    send_token(t, taker, 0, seat);
    table_changed(t);
}

static duel_status by_machine(wire_client *c, json_int_t re, int seat, const char *spec,
                              duel_msg *why)
{
    if (!seat_machine_allowed(c->table->v->game, spec))
        return duel_bad(why, N_("A seat is taken over by me, expert or level:1 to level:10."),
                        "");
    if (c->seats == 0)
        return duel_refuse(why, N_("Only those who play can seat a machine."), "");
    return reseat(c, re, seat, spec, reseated, why);
}

static duel_status ask_for_seat(wire_client *c, json_int_t re, int seat, duel_msg *why)
{
    wire_table *t = c->table;
    bool anybody = false;
    for (int i = 0; i < t->v->seats; i++)
        anybody = anybody || t->seat[i].present > 0;
    if (c->seats)
        return duel_refuse(why, N_("You have a seat already."), "");
    if (!anybody)
        return duel_refuse(why, N_("Nobody is there to allow it."), "");
    t->wants = c->number;
    t->wants_seat = seat;
    client_send(c, "done", re, json_object());
    table_tell(t);
    return DUEL_OK;
}

static duel_status take_back(wire_client *c, json_int_t re, int seat, duel_msg *why)
{
    wire_table *t = c->table;
    duel_status status =
        duel_session_reseat(t->session, seat, duel_str_of("human"), false, hub_time(), why);
    if (status != DUEL_OK)
        return status;
    t->reseating = seat;
    table_commit(t, c, re, given_back);
    return DUEL_OK;
}

duel_status seat_take_over(wire_client *c, json_int_t re, int seat, const char *by,
                           duel_msg *why)
{
    wire_table *t = c->table;
    bool me = strcmp(by, "me") == 0;
    if (seat < 0 || seat >= t->v->seats)
        return duel_bad(why, N_("There is no such seat."), "");
    if (table_over(t))
        return duel_refuse(why, N_("The game is over."), "");
    if (me && !duel_session_human(t->session, seat) && (c->keys >> seat & 1))
        return take_back(c, re, seat, why);
    if (!table_absent(t, seat, hub_now()))
        return duel_refuse(why,
                           N_("A seat can be taken over once its player has been away for "
                              "{0} seconds."),
                           "i", (int64_t)HUB_ABSENT / 1000);
    return me ? ask_for_seat(c, re, seat, why) : by_machine(c, re, seat, by, why);
}

duel_status seat_allow(wire_client *c, json_int_t re, bool yes, duel_msg *why)
{
    wire_table *t = c->table;
    if (c->seats == 0 || hub_client(t->hub, t->wants) == NULL)
        return duel_refuse(why, N_("Nobody has asked anything."), "");
    if (yes && table_absent(t, t->wants_seat, hub_now()))
        return reseat(c, re, t->wants_seat, "human", handed_over, why);
    t->wants = 0;
    client_send(c, "done", re, json_object());
    table_tell(t);
    return DUEL_OK;
}

/* ---- names ------------------------------------------------------------------------------ */

static void named(wire_table *t, wire_client *c, json_int_t re, duel_status status,
                  const duel_msg *why)
{
    (void)c, (void)re, (void)why;
    if (status != DUEL_OK) /* nothing is lost but a name: not tried again */
        for (int i = 0; i < t->v->seats; i++)
            t->seat[i].wanted[0] = '\0';
    table_learn_names(t);
    table_tell(t);
}

void seat_write_names(wire_table *t)
{
    for (int i = 0; !t->writing && i < t->v->seats; i++) {
        wire_seat *s = &t->seat[i];
        bool known = strcmp(s->wanted, duel_session_who(t->session, i)) == 0;
        if (s->wanted[0] == '\0' || known || table_over(t))
            continue;
        if (duel_session_name(t->session, i, s->wanted, hub_time(), NULL) == DUEL_OK)
            table_commit(t, NULL, 0, named);
    }
}

/* Machines a stranger may seat: their cost is known, unlike that of a spec with
 * a budget. */
bool seat_machine_allowed(const duel_game *g, const char *spec)
{
    static const char *const plain[] = {"expert", "random", "greedy"};
    for (size_t i = 0; i < sizeof plain / sizeof plain[0]; i++)
        if (strcmp(spec, plain[i]) == 0)
            return true;
    return (strncmp(spec, "level:", 6) == 0 && strlen(spec) <= 8 &&
            strspn(spec + 6, "0123456789") == strlen(spec + 6)) ||
           (g->opponent && strcmp(spec, g->opponent) == 0);
}
