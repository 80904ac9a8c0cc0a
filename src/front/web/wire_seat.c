/* front/web/wire_seat.c -- who sits where: claims, take-overs, tokens, names.
 *
 * A token is good for a seat as long as the seat has not changed hands
 * (wire_key.h). */
#include "front/web/wire_hub.h"
#include "front/web/wire_json.h"

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

void seat_send_tokens(const wire_table *t, unsigned seats, wire_client *c, json_int_t re)
{
    json_t *list = json_array();
    for (int i = 0; i < t->v->seats; i++)
        if (seats >> i & 1)
            json_array_append_new(list, seat_token(t, i, "here"));
    client_send(c, "created", re, json_pack("{ssso}", "table", t->id, "seats", list));
}

static wire_request about_seat(const wire_client *c, json_int_t re, int seat)
{
    wire_request from = request_by(c, re);
    from.seat = seat;
    return from;
}

/* Nobody sits down to play against one who has seen all cards. */
static duel_status still_fair(const wire_table *t, duel_msg *why)
{
    if (!duel_session_observed(t->session) || duel_session_terms(t->session)->analysis)
        return DUEL_OK;
    return duel_refuse(
        why, N_("Everything has been shown at this table: nobody else can sit down now."), "");
}

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

/* Somebody else has it now: what was shown, asked and wanted by who had it before counts no
 * longer. */
static void change_hands(wire_table *t, int seat)
{
    unseat(t, seat);
    for (wire_client *c = t->members; c; c = c->beside)
        c->keys &= ~(1U << seat);
    t->seat[seat].wanted[0] = '\0';
    t->seat[seat].nonce = 0;
    if (t->asked >> seat & 1)
        t->asked = 0;
}

/* ---- free seats ------------------------------------------------------------------------- */

static void claimed(wire_table *t, const wire_request *from, duel_status status,
                    const duel_msg *why)
{
    wire_client *c = request_asker(t->hub, from);
    if (status == DUEL_OK)
        change_hands(t, from->seat);
    if (c && status == DUEL_OK)
        seat_send_tokens(t, 1U << from->seat, c, from->re);
    else
        request_answer(t->hub, from, status, why);
    table_tell(t);
    hub_lobby_changed(t->hub);
}

/* Who was given the link of a free seat and came is not driven away. */
bool seat_is_free(const wire_table *t, int seat)
{
    return (duel_session_terms(t->session)->open >> seat & 1) && t->seat[seat].present == 0;
}

duel_status seat_claim(wire_client *c, json_int_t re, wire_table *t, int seat, duel_msg *why)
{
    if (seat < 0 || seat >= t->v->seats || !seat_is_free(t, seat))
        return duel_refuse(why, N_("Somebody else has taken this seat."), "");
    duel_status status = still_fair(t, why);
    if (status == DUEL_OK)
        status = duel_session_claim(t->session, seat, hub_time(), why);
    if (status == DUEL_OK)
        table_commit(t, about_seat(c, re, seat), claimed);
    return status;
}

/* ---- taking over ------------------------------------------------------------------------ */

/* The token is the taker's wherever it is by now; it sits down if it is still there. */
static void give_seat(wire_table *t, int seat, wire_client *taker, json_int_t re)
{
    if (taker->table == t) {
        taker->seats |= 1U << seat;
        taker->keys |= 1U << seat;
        t->seat[seat].present++;
        seat_want_name(taker);
    }
    seat_send_tokens(t, 1U << seat, taker, re);
}

static void change_seat(wire_table *t, int seat)
{
    t->planned = false;
    unseat(t, seat);
    table_learn_names(t);
    play_start_clock(t);
}

static void reseated(wire_table *t, const wire_request *from, duel_status status,
                     const duel_msg *why)
{
    if (status == DUEL_OK)
        change_seat(t, from->seat);
    request_answer(t->hub, from, status, why);
    table_changed(t);
}

/* The one who had it before: a machine has only kept it warm. */
static void given_back(wire_table *t, const wire_request *from, duel_status status,
                       const duel_msg *why)
{
    wire_client *c = request_asker(t->hub, from);
    if (status == DUEL_OK)
        change_seat(t, from->seat);
    if (c && status == DUEL_OK)
        give_seat(t, from->seat, c, from->re);
    else
        request_answer(t->hub, from, status, why);
    table_changed(t);
}

static void handed_over(wire_table *t, const wire_request *from, duel_status status,
                        const duel_msg *why)
{
    wire_client *taker = hub_client(t->hub, from->taker);
    if (t->wants == from->taker)
        t->wants = 0;
    if (status == DUEL_OK)
        change_hands(t, from->seat);
    reseated(t, from, status, why);
    if (taker && status == DUEL_OK)
        give_seat(t, from->seat, taker, 0);
}

static duel_status by_machine(wire_client *c, json_int_t re, int seat, const char *spec,
                              duel_msg *why)
{
    if (!seat_machine_allowed(c->table->v->game, spec))
        return duel_bad(why, N_("A seat is taken over by me, expert or level:1 to level:10."),
                        "");
    if (c->seats == 0)
        return duel_refuse(why, N_("Only those who play can seat a machine."), "");
    duel_session *s = c->table->session;
    duel_status status = duel_cast_try(c->table->cast, spec, why);
    if (status == DUEL_OK)
        status = duel_session_reseat(s, seat, duel_str_of(spec), false, hub_time(), why);
    if (status == DUEL_OK)
        table_commit(c->table, about_seat(c, re, seat), reseated);
    return status;
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
    table_changed(t); /* so that an answer to another question is out of date */
    return DUEL_OK;
}

static duel_status take_back(wire_client *c, json_int_t re, int seat, duel_msg *why)
{
    wire_table *t = c->table;
    duel_status status =
        duel_session_reseat(t->session, seat, duel_str_of("human"), false, hub_time(), why);
    if (status == DUEL_OK)
        table_commit(t, about_seat(c, re, seat), given_back);
    return status;
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
    if (me && still_fair(t, why) != DUEL_OK)
        return DUEL_NO;
    if (me && !duel_session_human(t->session, seat) && (c->keys >> seat & 1))
        return take_back(c, re, seat, why);
    if (!table_absent(t, seat, hub_now()))
        return duel_refuse(why,
                           N_("A seat can be taken over once its player has been away for "
                              "{0} {0:second|seconds}."),
                           "i", (int64_t)t->hub->setup.absence);
    return me ? ask_for_seat(c, re, seat, why) : by_machine(c, re, seat, by, why);
}

/* To the one who asks for it now, and to nobody else, whatever is asked until that is done. */
static duel_status hand_over(wire_client *c, json_int_t re, duel_msg *why)
{
    wire_table *t = c->table;
    wire_request from = about_seat(c, re, t->wants_seat);
    from.taker = t->wants;
    duel_status status =
        duel_session_reseat(t->session, from.seat, duel_str_of("human"), true, hub_time(), why);
    if (status == DUEL_OK)
        table_commit(t, from, handed_over);
    return status;
}

duel_status seat_allow(wire_client *c, json_int_t re, bool yes, duel_msg *why)
{
    wire_table *t = c->table;
    if (c->seats == 0 || hub_client(t->hub, t->wants) == NULL)
        return duel_refuse(why, N_("Nobody has asked anything."), "");
    if (yes && table_absent(t, t->wants_seat, hub_now()))
        return hand_over(c, re, why);
    t->wants = 0;
    client_send(c, "done", re, json_object());
    table_tell(t);
    return DUEL_OK;
}

/* ---- names ------------------------------------------------------------------------------ */

static void named(wire_table *t, const wire_request *from, duel_status status,
                  const duel_msg *why)
{
    (void)from, (void)why;
    if (status != DUEL_OK) /* nothing is lost but a name: not tried again */
        for (int i = 0; i < t->v->seats; i++)
            t->seat[i].wanted[0] = '\0';
    table_learn_names(t);
    table_tell(t);
}

void seat_want_name(wire_client *c)
{
    wire_table *t = c->table;
    bool several = (c->seats & (c->seats - 1)) != 0;
    for (int i = 0; c->profile[0] && !several && i < t->v->seats; i++)
        if (c->seats >> i & 1)
            memcpy(t->seat[i].wanted, c->profile, sizeof c->profile);
}

void seat_write_names(wire_table *t)
{
    for (int i = 0; !t->writing && i < t->v->seats; i++) {
        wire_seat *s = &t->seat[i];
        bool known = strcmp(s->wanted, duel_session_who(t->session, i)) == 0;
        if (s->wanted[0] == '\0' || known || table_over(t))
            continue;
        if (duel_session_name(t->session, i, s->wanted, hub_time(), NULL) == DUEL_OK)
            table_commit(t, request_by(NULL, 0), named);
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
