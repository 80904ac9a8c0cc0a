/* table/turns.c -- turns at a table: moves, plans of machines, taking back, giving up,
 * clocks. Nobody is told of a change before it is written. */
#include "core/play.h"
#include "table/inside.h"

/* ---- clocks ------------------------------------------------------------------------------ */

int table_clock_runs(const game_table *t)
{
    int turn = table_turn(t);
    bool runs = table_terms(t)->main > 0 && !table_over(t, NULL) &&
                table_record(t)->count > 0 && session_human(t->session, turn) &&
                !(table_terms(t)->open >> turn & 1);
    return runs ? turn : DUEL_NOBODY;
}

int64_t table_clock(const game_table *t, int seat, uint64_t now)
{
    int64_t left = session_left(t->session, seat);
    if (table_clock_runs(t) == seat)
        left -= (int64_t)(now - t->turn_began);
    return left > 0 ? left : 0;
}

void turn_start_clock(game_table *t, uint64_t now)
{
    int seat = table_clock_runs(t);
    t->turn_began = now;
    t->flag_at = 0;
    if (seat != DUEL_NOBODY)
        t->flag_at = now + (uint64_t)session_left(t->session, seat) + 1;
}

/* Before a turn is handed in: what is left of its time goes with it, where time counts. */
static void stop_clock(game_table *t, uint64_t now)
{
    int seat = table_clock_runs(t);
    int64_t left = seat == DUEL_NOBODY ? -1 : table_clock(t, seat, now) + table_terms(t)->more;
    session_stop_clock(t->session, left);
}

void turn_flag(game_table *t, table_moment now)
{
    int seat = table_clock_runs(t);
    duel_msg why;
    if (seat == DUEL_NOBODY)
        return;
    if (t->writing || table_clock(t, seat, now.ms) > 0) {
        t->flag_at = now.ms + TABLE_SOON;
        return;
    }
    t->flag_at = now.ms + TABLE_RETRY; /* should it not be written down */
    if (session_end(t->session, DUEL_BY_TIME, seat, now.date, &why) == DUEL_OK)
        table_write(t, CHANGE_END, &table_nobody);
}

/* ---- a person's turn --------------------------------------------------------------------- */

static duel_status may_move(const game_table *t, const table_queued_request *from, int *seat,
                            uint64_t now, duel_msg *why)
{
    *seat = table_acting(t, from->r.guest);
    bool late =
        table_clock_runs(t) == *seat && *seat != DUEL_NOBODY && table_clock(t, *seat, now) == 0;
    if (late) /* that may still be on its way to the disk */
        return duel_refuse(why, N_("{0} has run out of time."), "w", duel_role(t->v, *seat));
    if (*seat != DUEL_NOBODY)
        return DUEL_OK;
    if (table_seats(t, from->r.guest) == 0)
        return duel_refuse(why, N_("Spectators look on; they do not move."), "");
    return duel_refuse(why, N_("It is not your turn."), "");
}

bool turn_taken_before(const game_table *t, const table_queued_request *from)
{
    unsigned seats = table_seats(t, from->r.guest);
    for (int i = 0; from->r.ask == TABLE_ASK_MOVE && from->r.nonce && i < t->v->seats; i++)
        if ((seats >> i & 1) && t->seat[i].nonce == from->r.nonce)
            return true;
    return false;
}

/* The session has a move more: in the draft, or, once that is written, in the game. */
static void hand_in(game_table *t, const table_queued_request *from)
{
    if (session_pending(t->session)) {
        t->turn_seat = table_turn(t);
        table_write(t, CHANGE_TURN, from);
        return;
    }
    table_answer(t, from, DUEL_OK, NULL);
    table_tell_all(t, TABLE_NOTICE_DRAFT, table_turn(t), 0);
}

duel_status turn_move(game_table *t, const table_queued_request *from, table_moment now,
                      duel_msg *why)
{
    int seat;
    if (turn_taken_before(t, from)) {
        table_answer(t, from, DUEL_OK, NULL);
        return DUEL_OK;
    }
    duel_status status = may_move(t, from, &seat, now.ms, why);
    if (status != DUEL_OK)
        return status;
    stop_clock(t, now.ms);
    status = session_play_text(t->session, from->r.text, now.date, why);
    if (status != DUEL_OK)
        return status;
    t->seat[seat].nonce = from->r.nonce;
    hand_in(t, from);
    return DUEL_OK;
}

duel_status turn_confirm(game_table *t, const table_queued_request *from, table_moment now,
                         duel_msg *why)
{
    int seat;
    duel_status status = may_move(t, from, &seat, now.ms, why);
    if (status != DUEL_OK)
        return status;
    stop_clock(t, now.ms);
    status = session_validate(t->session, now.date, why);
    if (status == DUEL_OK)
        hand_in(t, from);
    return status;
}

/* ---- a machine's turn -------------------------------------------------------------------- */

static duel_status draft_plan(game_table *t, table_moment now, duel_msg *why)
{
    game_session *s = t->session;
    duel_status status = DUEL_OK;
    stop_clock(t, now.ms);
    for (int i = 0; status == DUEL_OK && i < t->plan_count; i++) {
        if (session_pending(s) || session_ready(s))
            break; /* the turn is complete: what follows is no part of it */
        status = session_play(s, t->plan[i], now.date, why);
    }
    if (status == DUEL_OK && !session_pending(s))
        status = session_validate(s, now.date, why);
    while (status != DUEL_OK && session_take_back(s))
        continue;
    return status;
}

void turn_play_plan(game_table *t, table_moment now)
{
    duel_msg why;
    if (t->writing) {
        t->play_at = now.ms + TABLE_SOON;
        return;
    }
    duel_status status =
        t->plan_status == DUEL_OK
            ? draft_plan(t, now, &why)
            : session_end(t->session, DUEL_BY_RESIGNING, t->machine_seat, now.date, &why);
    if (status == DUEL_OK) {
        table_write(t, CHANGE_PLAN, &table_nobody);
        return;
    }
    table_forget_plan(t);
    t->stuck = true;
    table_tell_trouble(t, &why);
}

/* ---- taking back ------------------------------------------------------------------------- */

static duel_status may_take_back(const game_table *t, const table_queued_request *from,
                                 duel_msg *why)
{
    unsigned awaited = look_awaited(t) & ~table_terms(t)->open;
    unsigned people = table_people(t) | awaited;
    if (table_seats(t, from->r.guest) == 0)
        return duel_refuse(why, N_("Spectators look on; they do not move."), "");
    if (table_record(t)->ending != DUEL_BY_RULES)
        return duel_refuse(why, N_("The game is over."), "");
    if ((people & (people - 1)) && duel_has_secrets(t->v) && !table_terms(t)->analysis)
        return duel_refuse(why,
                           N_("Several people play with hidden cards: a turn that was "
                              "shown cannot be taken back."),
                           "");
    return DUEL_OK;
}

static duel_status undo_for(game_table *t, unsigned seats, const table_queued_request *from,
                            table_moment now, duel_msg *why)
{
    unsigned movers;
    int64_t keep = session_before_turn(t->session, seats, &movers);
    if (keep < 0)
        return duel_refuse(why, N_("There is nothing to take back."), "");
    duel_status status = session_undo(t->session, keep, now.date, why);
    if (status != DUEL_OK)
        return status;
    table_forget_plan(t);
    table_write(t, CHANGE_UNDO, from);
    return DUEL_OK;
}

/* One of those asked says yes: it is done once all have. */
static duel_status agree(game_table *t, const table_queued_request *from, table_moment now,
                         duel_msg *why)
{
    unsigned left = t->asked & ~table_seats(t, from->r.guest);
    if (left == 0) /* the question stands until that is written */
        return undo_for(t, t->asker, from, now, why);
    t->asked = left;
    table_answer(t, from, DUEL_OK, NULL);
    table_tell_all(t, TABLE_NOTICE_ASKED, DUEL_NOBODY, t->asked);
    return DUEL_OK;
}

/* Those whose turns would go with the asker's are asked. */
static duel_status ask_back(game_table *t, const table_queued_request *from, table_moment now,
                            duel_msg *why)
{
    unsigned own = table_seats(t, from->r.guest), movers = 0;
    if (session_before_turn(t->session, own, &movers) < 0)
        return duel_refuse(why, N_("There is nothing to take back."), "");
    unsigned others = movers & table_people(t) & ~own;
    if (others == 0)
        return undo_for(t, own, from, now, why);
    bool again = t->asked && t->asker == own;
    table_answer(t, from, DUEL_OK, NULL);
    if (again)
        return DUEL_OK;
    t->asker = own;
    t->asked = others;
    table_tell_all(t, TABLE_NOTICE_ASKED, DUEL_NOBODY, others);
    return DUEL_OK;
}

duel_status turn_back(game_table *t, const table_queued_request *from, table_moment now,
                      duel_msg *why)
{
    int seat = table_acting(t, from->r.guest);
    if (seat != DUEL_NOBODY && session_take_back(t->session)) {
        table_answer(t, from, DUEL_OK, NULL);
        table_tell_all(t, TABLE_NOTICE_DRAFT, seat, 0);
        return DUEL_OK;
    }
    duel_status status = may_take_back(t, from, why);
    if (status != DUEL_OK)
        return status;
    bool asked = t->asked & table_seats(t, from->r.guest);
    return asked ? agree(t, from, now, why) : ask_back(t, from, now, why);
}

duel_status turn_answer(game_table *t, const table_queued_request *from, table_moment now,
                        duel_msg *why)
{
    if (t->wants && t->asked == 0)
        return seating_allow(t, from, now, why);
    if ((t->asked & table_seats(t, from->r.guest)) == 0)
        return duel_refuse(why, N_("Nobody has asked anything."), "");
    if (from->r.yes)
        return agree(t, from, now, why);
    t->asker = t->asked = 0;
    table_answer(t, from, DUEL_OK, NULL);
    table_tell_all(t, TABLE_NOTICE_DECLINED, DUEL_NOBODY, 0);
    return DUEL_OK;
}

/* ---- giving up --------------------------------------------------------------------------- */

duel_status turn_resign(game_table *t, const table_queued_request *from, table_moment now,
                        duel_msg *why)
{
    unsigned own = table_seats(t, from->r.guest);
    int seat = from->r.seat;
    if (own == 0)
        return duel_refuse(why, N_("Spectators look on; they do not move."), "");
    for (int i = 0; seat < 0 && i < t->v->seats; i++)
        if (own == 1U << i)
            seat = i;
    if (seat < 0 || seat >= t->v->seats || !(own >> seat & 1))
        return duel_invalid(why, N_("Which seat resigns?"), "");
    duel_status status = session_end(t->session, DUEL_BY_RESIGNING, seat, now.date, why);
    if (status == DUEL_OK)
        table_write(t, CHANGE_END, from);
    return status;
}

/* ---- once it is written ------------------------------------------------------------------ */

static void turn_begins(game_table *t, uint64_t now)
{
    t->moved = now;
    t->asker = t->asked = 0;
    t->stuck = false;
    turn_start_clock(t, now);
}

/* What could not be written has not happened: a move is put back, to be made again. */
static void turn_failed(game_table *t)
{
    if (t->v->traits & DUEL_CONFIRM)
        return;
    t->seat[table_turn(t)].nonce = 0;
    session_take_back(t->session);
}

static void person_played(game_table *t, const table_queued_request *from, int seat,
                          duel_status status, const duel_msg *why, uint64_t now)
{
    if (status == DUEL_OK)
        turn_begins(t, now);
    else
        turn_failed(t);
    table_answer(t, from, status, why);
    table_tell_all(t, status == DUEL_OK ? TABLE_NOTICE_TURN : TABLE_NOTICE_DRAFT, seat, 0);
}

/* A plan that could not be written is tried again; a draft of it would be in the way. */
static void machine_played(game_table *t, duel_status status, uint64_t now)
{
    bool gave_up = t->plan_status != DUEL_OK;
    while (status != DUEL_OK && session_take_back(t->session))
        continue;
    if (status != DUEL_OK) {
        t->play_at = now + TABLE_RETRY;
        return;
    }
    table_forget_plan(t);
    turn_begins(t, now);
    table_tell_all(t, gave_up ? TABLE_NOTICE_ENDED : TABLE_NOTICE_TURN, t->machine_seat, 0);
    if (gave_up)
        table_tell_trouble(t, &t->plan_why);
}

static void ended(game_table *t, const table_queued_request *from, duel_status status,
                  const duel_msg *why, uint64_t now)
{
    if (status == DUEL_OK) {
        table_forget_plan(t);
        turn_begins(t, now);
        table_tell_all(t, TABLE_NOTICE_ENDED, table_record(t)->loser, 0);
    }
    table_answer(t, from, status, why);
}

static void taken_back(game_table *t, const table_queued_request *from, duel_status status,
                       const duel_msg *why, uint64_t now)
{
    if (status == DUEL_OK) {
        turn_begins(t, now);
        table_tell_all(t, TABLE_NOTICE_UNDONE, DUEL_NOBODY, 0);
    }
    table_answer(t, from, status, why);
}

void turn_written(game_table *t, table_change change, const table_queued_request *from,
                  duel_status status, const duel_msg *why, table_moment now)
{
    if (change == CHANGE_TURN)
        person_played(t, from, t->turn_seat, status, why, now.ms);
    else if (change == CHANGE_PLAN)
        machine_played(t, status, now.ms);
    else if (change == CHANGE_UNDO)
        taken_back(t, from, status, why, now.ms);
    else
        ended(t, from, status, why, now.ms);
}
