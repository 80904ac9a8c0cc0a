/* table/table.c -- what comes to a table, in its order: requests, the writer's word,
 * machines' answers, time. See table.h.
 *
 *     ask ──▶ may it be done now? ──▶ obeyed ──▶ a change is written ──▶ what follows
 *              │ no: it is parked                                          │
 *              └────────────────────◀── unparked ◀─────────────────────────┘ */
#include "base/grow.h"
#include "table/inside.h"

#include <stdlib.h>
#include <string.h>

const table_queued_request table_nobody = {.r = {.seat = DUEL_NOBODY}};

/* ---- notices ----------------------------------------------------------------------------- */

static table_queued_notice *add_notice(game_table *t, table_notice_kind tell)
{
    if (!GROW(t->notice, t->notice_room, t->notices + 1))
        duel_out_of_memory(); /* a lost notice would leave its guest without an answer */
    table_queued_notice *n = &t->notice[t->notices++];
    *n = (table_queued_notice){.tell = tell, .seat = DUEL_NOBODY};
    return n;
}

static void add_reason(table_queued_notice *n, const duel_msg *why)
{
    n->reasoned = true;
    n->why = malloc(sizeof *n->why);
    if (n->why)
        *n->why = *why;
}

static void take_reason(table_queued_notice *n, duel_msg *out)
{
    if (n->why)
        *out = *n->why;
    else if (n->reasoned)
        duel_no_space(out);
    free(n->why);
    n->why = NULL;
}

bool table_notice_is_for_all(table_notice_kind tell)
{
    return tell >= TABLE_NOTICE_DRAFT;
}

void table_tell_participant(game_table *t, table_notice_kind tell,
                            const table_queued_request *from)
{
    if (from->r.guest == 0)
        return;
    table_queued_notice *n = add_notice(t, tell);
    n->guest = from->r.guest;
    n->re = from->r.re;
    n->ask = from->r.ask;
    n->seat = from->r.seat;
}

void table_refuse(game_table *t, const table_queued_request *from, duel_status status,
                  const duel_msg *why)
{
    if (from->r.guest == 0)
        return;
    table_tell_participant(t, TABLE_NOTICE_REFUSED, from);
    t->notice[t->notices - 1].status = status;
    add_reason(&t->notice[t->notices - 1], why);
}

void table_answer(game_table *t, const table_queued_request *from, duel_status status,
                  const duel_msg *why)
{
    if (status == DUEL_OK)
        table_tell_participant(t, TABLE_NOTICE_DONE, from);
    else
        table_refuse(t, from, status, why);
}

void table_tell_all(game_table *t, table_notice_kind tell, int seat, unsigned seats)
{
    table_queued_notice *n = add_notice(t, tell);
    n->seat = seat;
    n->seats = seats;
    t->number += tell < TABLE_NOTICE_SEAT;
}

void table_tell_trouble(game_table *t, const duel_msg *why)
{
    t->trouble = *why;
    table_tell_all(t, TABLE_NOTICE_TROUBLE, DUEL_NOBODY, 0);
    add_reason(&t->notice[t->notices - 1], why);
}

bool table_next_notice(game_table *t, table_notice *out)
{
    if (t->heard == t->notices) {
        t->heard = t->notices = 0;
        return false;
    }
    table_queued_notice *n = &t->notice[t->heard++];
    *out = (table_notice){.tell = n->tell,
                          .guest = n->guest,
                          .re = n->re,
                          .ask = n->ask,
                          .seat = n->seat,
                          .seats = n->seats,
                          .status = n->status};
    take_reason(n, &out->why);
    return true;
}

/* ---- wishes ------------------------------------------------------------------------------ */

static bool take_wish(bool *wished)
{
    bool is = *wished;
    *wished = false;
    return is;
}

bool table_next_effect(game_table *t, table_effect *out)
{
    *out = (table_effect){.seat = t->machine_seat};
    if (take_wish(&t->wishes_write)) {
        out->kind = TABLE_EFFECT_WRITE;
        out->batch = session_pending(t->session);
    } else if (t->machine == MACHINE_WANTED) {
        out->kind = TABLE_EFFECT_THINK;
        t->machine = MACHINE_BUSY;
    } else if (take_wish(&t->wishes_stop)) {
        out->kind = TABLE_EFFECT_STOP;
    } else {
        return false;
    }
    return true;
}

void table_write(game_table *t, table_change change, const table_queued_request *from)
{
    t->writing = t->wishes_write = true;
    t->change = change;
    t->change_for = *from;
    t->change_for.r.text = (duel_str){NULL, 0}; /* it is not needed any more */
}

void table_forget_plan(game_table *t)
{
    if (t->machine == MACHINE_PLANNED)
        t->machine = MACHINE_IDLE;
    t->play_at = 0;
}

/* ---- waiting ----------------------------------------------------------------------------- */

static bool machine_thinks(const game_table *t)
{
    return t->machine == MACHINE_BUSY || t->machine == MACHINE_STOPPED;
}

/* Those that may be done while a machine thinks, or while something is written. */
static bool stops_machine(table_request_kind ask)
{
    return ask == TABLE_ASK_BACK || ask == TABLE_ASK_ANSWER || ask == TABLE_ASK_RESIGN ||
           ask == TABLE_ASK_TAKE || ask == TABLE_ASK_MACHINE;
}

/* A machine that is in the way is told to stop; who looks on stops nobody. */
static bool must_wait(game_table *t, const table_queued_request *from)
{
    const table_participant *g = seating_participant(t, from->r.guest);
    bool plays = g && (g->seats || g->keys);
    if (from->r.ask == TABLE_ASK_UNCOVER)
        return false;
    if (stops_machine(from->r.ask) && plays && t->machine == MACHINE_WANTED)
        t->machine = MACHINE_IDLE; /* it has not begun */
    bool stops = stops_machine(from->r.ask) && plays && machine_thinks(t);
    if (stops && t->machine == MACHINE_BUSY) {
        t->machine = MACHINE_STOPPED;
        t->wishes_stop = true;
    }
    return stops || t->writing;
}

static duel_status park(game_table *t, const table_queued_request *from, duel_msg *why)
{
    if (t->parked_count >= TABLE_PARKED)
        return duel_refuse(why, N_("Too much is waiting at this table: ask again in a moment."),
                           "");
    table_parked *p = malloc(sizeof *p + from->r.text.len);
    if (p == NULL)
        return duel_no_space(why);
    p->from = *from;
    if (from->r.text.len)
        memcpy(p->text, from->r.text.at, from->r.text.len);
    p->from.r.text.at = p->text;
    duel_queue_add(&t->parked, &p->link);
    t->parked_count++;
    return DUEL_OK;
}

/* ---- obeying ----------------------------------------------------------------------------- */

typedef duel_status obey(game_table *t, const table_queued_request *from, table_moment now,
                         duel_msg *why);

static obey *const obeys[] = {
    [TABLE_ASK_MOVE] = turn_move,       [TABLE_ASK_CONFIRM] = turn_confirm,
    [TABLE_ASK_BACK] = turn_back,       [TABLE_ASK_ANSWER] = turn_answer,
    [TABLE_ASK_RESIGN] = turn_resign,   [TABLE_ASK_CLAIM] = seating_claim,
    [TABLE_ASK_TAKE] = seating_take,    [TABLE_ASK_MACHINE] = seating_machine,
    [TABLE_ASK_HELP] = look_help,       [TABLE_ASK_LENS] = look_lens,
    [TABLE_ASK_OBSERVE] = look_observe, [TABLE_ASK_UNCOVER] = look_uncover};

static duel_status obey_or_park(game_table *t, const table_queued_request *from,
                                table_moment now, duel_msg *why)
{
    const table_request *r = &from->r;
    const table_participant *g = seating_participant(t, r->guest);
    if (t->doomed)
        return duel_refuse(why, N_("There is no such table."), "");
    bool guest = r->ask != TABLE_ASK_CLAIM || from->stay;
    if (guest && (g == NULL || g->stay != from->stay))
        return duel_refuse(why, N_("You have left that table."), "");
    if (must_wait(t, from))
        return park(t, from, why);
    if (r->seen && r->seen != t->number && !turn_taken_before(t, from))
        return duel_refuse(why, N_("The table has changed meanwhile: look again."), "");
    return obeys[r->ask](t, from, now, why);
}

static void obey_now(game_table *t, const table_queued_request *from, table_moment now)
{
    duel_msg why = {.id = NULL};
    duel_status status = obey_or_park(t, from, now, &why);
    if (status != DUEL_OK)
        table_refuse(t, from, status, &why);
}

/* In their order: the first that must wait still keeps the others waiting. */
static void unpark(game_table *t, table_moment now)
{
    while (t->parked_count && !must_wait(t, &((table_parked *)t->parked.first)->from)) {
        table_parked *p = (table_parked *)duel_queue_take(&t->parked);
        t->parked_count--;
        obey_now(t, &p->from, now);
        free(p);
    }
}

/* ---- going on ---------------------------------------------------------------------------- */

/* Whoever is to move is waited for, or asked. */
static void go_on_with_turn(game_table *t, uint64_t now)
{
    int seat = table_turn(t);
    if (t->writing || t->doomed || t->machine == MACHINE_BUSY ||
        t->machine == MACHINE_STOPPED || table_over(t, NULL) || session_human(t->session, seat))
        return;
    if (t->machine == MACHINE_PLANNED) {
        if (t->play_at == 0)
            t->play_at = now + t->manners.pace;
        return;
    }
    t->machine = t->guests && !t->stuck ? MACHINE_WANTED : MACHINE_IDLE;
    t->machine_seat = seat;
}

static void go_on(game_table *t, table_moment now)
{
    if (t->machine == MACHINE_WANTED)
        t->machine = MACHINE_IDLE;
    unpark(t, now);
    seating_write_names(t, now);
    go_on_with_turn(t, now.ms);
}

void table_ask(game_table *t, const table_request *r, table_moment now)
{
    const table_participant *g = seating_participant(t, r->guest);
    table_queued_request from = {.r = *r, .stay = g ? g->stay : 0};
    obey_now(t, &from, now);
    go_on(t, now);
}

/* ---- the world's answers ----------------------------------------------------------------- */

/* What waited for a table that has not come to be is refused. */
static void give_up_making(game_table *t, duel_status status, const duel_msg *why)
{
    t->doomed = true;
    while (t->parked_count) {
        table_parked *p = (table_parked *)duel_queue_take(&t->parked);
        t->parked_count--;
        table_refuse(t, &p->from, status, why);
        free(p);
    }
}

static void made(game_table *t, const table_queued_request *from, duel_status status,
                 const duel_msg *why)
{
    t->made = status == DUEL_OK;
    if (t->made)
        table_tell_participant(t, TABLE_NOTICE_MADE, from);
    else
        table_refuse(t, from, status, why);
    if (!t->made)
        give_up_making(t, status, why);
}

static void follow_change(game_table *t, duel_status status, const duel_msg *why,
                          table_moment now)
{
    table_queued_request from = t->change_for;
    switch (t->change) {
    case CHANGE_MADE:
        made(t, &from, status, why);
        break;
    case CHANGE_TURN:
    case CHANGE_PLAN:
    case CHANGE_UNDO:
    case CHANGE_END:
        turn_written(t, t->change, &from, status, why, now);
        break;
    case CHANGE_CLAIM:
    case CHANGE_MACHINE:
    case CHANGE_BACK_FROM_MACHINE:
    case CHANGE_HAND_OVER:
    case CHANGE_NAME:
        seating_written(t, t->change, &from, status, why, now);
        break;
    case CHANGE_MARK:
        look_written(t, &from, status, why);
        break;
    }
}

void table_written(game_table *t, table_moment now)
{
    duel_msg why = {.id = NULL};
    duel_status status = session_settle(t->session, &why);
    t->writing = t->stuck = false;
    t->trouble = (duel_msg){.id = NULL};
    if (status != DUEL_OK && t->change != CHANGE_MADE)
        table_tell_trouble(t, &why);
    follow_change(t, status, &why, now);
    go_on(t, now);
}

/* What a machine thought while somebody waited for it to stop is of no use. That it failed is
 * nobody's trouble while nobody is there: who comes has it asked anew. */
void table_thought(game_table *t, duel_status status, const duel_answer *answer, bool forfeits,
                   const duel_msg *why, table_moment now)
{
    bool useless = t->machine == MACHINE_STOPPED;
    t->machine = MACHINE_IDLE;
    if (!useless && (status == DUEL_OK || forfeits)) {
        uint64_t seemly = t->moved + t->manners.pace;
        t->machine = MACHINE_PLANNED;
        t->plan_status = status;
        t->plan_count = status == DUEL_OK ? answer->plan_count : 0;
        for (int i = 0; i < t->plan_count; i++)
            t->plan[i] = answer->plan[i];
        if (status != DUEL_OK)
            t->plan_why = *why;
        t->play_at = now.ms > seemly ? now.ms : seemly;
    } else if (!useless && t->guests) {
        t->stuck = true;
        table_tell_trouble(t, why);
    }
    go_on(t, now);
    if (t->play_at && t->play_at <= now.ms)
        table_tick(t, now);
}

/* ---- time -------------------------------------------------------------------------------- */

/* Whether a moment has come; it is then forgotten. */
static bool came(uint64_t *at, uint64_t now)
{
    bool it_is = *at && *at <= now;
    if (it_is)
        *at = 0;
    return it_is;
}

void table_tick(game_table *t, table_moment now)
{
    if (came(&t->play_at, now.ms) && t->machine == MACHINE_PLANNED)
        turn_play_plan(t, now);
    if (came(&t->flag_at, now.ms))
        turn_flag(t, now);
    uint64_t absence = seating_next_absence(t);
    if (absence && absence <= now.ms)
        seating_tell_presence(t, 0, now.ms);
    go_on(t, now);
}

uint64_t table_due(const game_table *t)
{
    const uint64_t at[] = {t->play_at, t->flag_at, seating_next_absence(t)};
    uint64_t soonest = 0;
    for (size_t i = 0; i < sizeof at / sizeof at[0]; i++)
        if (at[i] && (soonest == 0 || at[i] < soonest))
            soonest = at[i];
    return soonest;
}

/* ---- beginning and ending ---------------------------------------------------------------- */

duel_status table_new(game_session *s, const table_settings *manners, uint64_t maker,
                      int64_t re, table_moment now, game_table **out, duel_msg *why)
{
    game_table *t = calloc(1, sizeof *t);
    if (t)
        t->notice = malloc(TABLE_NOTICES * sizeof *t->notice);
    if (t == NULL || t->notice == NULL) {
        free(t);
        session_free(s);
        return duel_no_space(why);
    }
    t->notice_room = TABLE_NOTICES;
    t->session = s;
    t->v = session_variant(s);
    t->manners = *manners;
    t->number = manners->number;
    t->made = session_pending(s) == NULL;
    t->presence_told = now.ms;
    duel_queue_init(&t->parked);
    for (int i = 0; i < DUEL_SEATS; i++)
        t->seat[i].gone = now.ms;
    if (!t->made)
        table_write(
            t, CHANGE_MADE,
            &(table_queued_request){.r = {.guest = maker, .re = re, .seat = DUEL_NOBODY}});
    turn_start_clock(t, now.ms);
    *out = t;
    return DUEL_OK;
}

void table_free(game_table *t)
{
    if (t == NULL)
        return;
    while (t->guests) {
        table_participant *next = t->guests->next;
        free(t->guests);
        t->guests = next;
    }
    for (duel_link *p = duel_queue_empty(&t->parked); p;) {
        duel_link *next = p->next;
        free(p);
        p = next;
    }
    for (; t->heard < t->notices; t->heard++)
        free(t->notice[t->heard].why);
    free(t->notice);
    session_free(t->session);
    free(t);
}
