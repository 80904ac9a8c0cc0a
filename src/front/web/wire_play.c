/* front/web/wire_play.c -- what people do at a table: move, confirm, take back,
 * resign; clocks.
 *
 * Nothing here tells anybody of a change before `after` has been called with
 * DUEL_OK. */
#include "core/play.h"
#include "front/web/wire_hub.h"

/* ---- clocks ----------------------------------------------------------------------------- */

int play_clock_running(const wire_table *t)
{
    int turn = duel_session_turn(t->session);
    bool runs = duel_session_terms(t->session)->main > 0 && !table_over(t) &&
                duel_session_record(t->session)->count > 0 &&
                duel_session_human(t->session, turn);
    return runs ? turn : DUEL_NOBODY;
}

int64_t play_clock(const wire_table *t, int seat, uint64_t now)
{
    int64_t left = duel_session_left(t->session, seat);
    if (play_clock_running(t) == seat)
        left -= (int64_t)(now - t->turn_began);
    return left > 0 ? left : 0;
}

void play_start_clock(wire_table *t)
{
    int seat = play_clock_running(t);
    t->turn_began = hub_now();
    t->flag_at = 0;
    if (seat != DUEL_NOBODY)
        table_wake_at(t, &t->flag_at,
                      t->turn_began + (uint64_t)duel_session_left(t->session, seat) + 1);
}

/* Before a turn is handed in: what is left of its time goes with it. */
static void stop_clock(wire_table *t)
{
    int seat = play_clock_running(t);
    if (seat != DUEL_NOBODY)
        duel_session_stop_clock(t->session, play_clock(t, seat, hub_now()) +
                                                duel_session_terms(t->session)->more);
}

static void ended(wire_table *t, const wire_request *from, duel_status status,
                  const duel_msg *why)
{
    if (status == DUEL_OK) {
        t->planned = false;
        t->asked = 0;
        play_start_clock(t);
    }
    table_changed(t);
    request_answer(t->hub, from, status, why);
}

void play_flag(wire_table *t)
{
    enum { AGAIN = 20, LATER = 3000 };
    int seat = play_clock_running(t);
    uint64_t now = hub_now();
    if (seat == DUEL_NOBODY)
        return;
    if (t->writing || play_clock(t, seat, now) > 0) {
        table_wake_at(t, &t->flag_at, now + AGAIN);
        return;
    }
    if (duel_session_end(t->session, DUEL_BY_TIME, seat, hub_time(), &t->trouble) == DUEL_OK) {
        table_wake_at(t, &t->flag_at, now + LATER); /* should it not be written down */
        table_commit(t, request_by(NULL, 0), ended);
    }
}

/* ---- turns ------------------------------------------------------------------------------ */

static duel_status may_move(const wire_client *c, int *seat, duel_msg *why)
{
    *seat = view_acting(c);
    if (*seat != DUEL_NOBODY)
        return DUEL_OK;
    if (c->seats == 0)
        return duel_refuse(why, N_("Spectators look on; they do not move."), "");
    return duel_refuse(why, N_("It is not your turn."), "");
}

static void moved(wire_table *t, const wire_request *from, duel_status status,
                  const duel_msg *why)
{
    const duel_move *drafted;
    bool handed_in = duel_session_drafted(t->session, &drafted) == 0;
    if (status == DUEL_OK && handed_in) {
        t->moved = hub_now();
        t->asked = 0;
        play_start_clock(t);
    }
    if (status != DUEL_OK) { /* the move is put back, to be made again */
        t->seat[duel_session_turn(t->session)].nonce = 0;
        if (!(t->v->traits & DUEL_CONFIRM))
            duel_session_take_back(t->session);
    }
    request_answer(t->hub, from, status, why);
    table_changed(t);
    table_go_on(t);
}

duel_status play_move(wire_client *c, json_int_t re, json_int_t nonce, duel_str text,
                      duel_msg *why)
{
    wire_table *t = c->table;
    duel_state view;
    duel_move move;
    int seat;
    duel_status status = may_move(c, &seat, why);
    if (status != DUEL_OK)
        return status;
    if (duel_session_ready(t->session))
        return duel_refuse(why, N_("The turn is complete: confirm it or take something back."),
                           "");
    duel_session_view(t->session, seat, &view);
    status = duel_read_move(t->v, &view, text, &move, why);
    if (status != DUEL_OK)
        return status;
    stop_clock(t);
    status = duel_session_play(t->session, move, hub_time(), why);
    if (status != DUEL_OK)
        return status;
    t->seat[seat].nonce = nonce;
    table_commit(t, request_by(c, re), moved);
    return DUEL_OK;
}

duel_status play_confirm(wire_client *c, json_int_t re, duel_msg *why)
{
    wire_table *t = c->table;
    int seat;
    duel_status status = may_move(c, &seat, why);
    if (status != DUEL_OK)
        return status;
    stop_clock(t);
    status = duel_session_validate(t->session, hub_time(), why);
    if (status == DUEL_OK)
        table_commit(t, request_by(c, re), moved);
    return status;
}

/* ---- taking back, resigning ------------------------------------------------------------- */

static void taken_back(wire_table *t, const wire_request *from, duel_status status,
                       const duel_msg *why)
{
    t->asked = 0;
    t->moved = hub_now();
    play_start_clock(t);
    table_changed(t);
    request_answer(t->hub, from, status, why);
}

duel_status play_undo(wire_client *c, json_int_t re, duel_msg *why)
{
    wire_table *t = c->table;
    unsigned others = table_people(t) & ~c->seats;
    if (c->seats == 0)
        return duel_refuse(why, N_("Spectators look on; they do not move."), "");
    if (duel_session_record(t->session)->ending != DUEL_BY_RULES)
        return duel_refuse(why, N_("The game is over."), "");
    if (others && !(t->asked & others)) {
        t->asked = c->seats; /* the others are asked; their own undo is the consent */
        client_send(c, "done", re, json_object());
        table_changed(t);
        return DUEL_OK;
    }
    duel_status status = duel_session_undo(t->session, hub_time(), why);
    if (status != DUEL_OK)
        return status;
    t->planned = false;
    table_commit(t, request_by(c, re), taken_back);
    return DUEL_OK;
}

duel_status play_resign(wire_client *c, json_int_t re, int seat, duel_msg *why)
{
    wire_table *t = c->table;
    if (c->seats == 0)
        return duel_refuse(why, N_("Spectators look on; they do not move."), "");
    for (int i = 0; seat < 0 && i < t->v->seats; i++)
        if (c->seats == 1U << i)
            seat = i;
    if (seat < 0 || seat >= t->v->seats || !(c->seats >> seat & 1))
        return duel_bad(why, N_("Which seat resigns?"), "");
    duel_status status = duel_session_end(t->session, DUEL_BY_RESIGNING, seat, hub_time(), why);
    if (status == DUEL_OK)
        table_commit(t, request_by(c, re), ended);
    return status;
}
