/* table/seats.c -- who is at a table and who sits where: coming and going, free seats,
 * seats taken over and given back, names. */
#include "table/inside.h"

#include <stdlib.h>
#include <string.h>

table_participant *seating_participant(const game_table *t, uint64_t number)
{
    for (table_participant *g = t->guests; g; g = g->next)
        if (g->number == number)
            return g;
    return NULL;
}

unsigned table_seats(const game_table *t, uint64_t guest)
{
    const table_participant *g = seating_participant(t, guest);
    return g ? g->seats : 0;
}

unsigned table_keys(const game_table *t, uint64_t guest)
{
    const table_participant *g = seating_participant(t, guest);
    return g ? g->keys : 0;
}

unsigned table_people(const game_table *t)
{
    unsigned seats = 0;
    for (int i = 0; i < t->v->seats; i++)
        seats |= (unsigned)session_human(t->session, i) << i;
    return seats;
}

/* When its person, who is not there, is absent; 0: there is nobody to wait for. */
static uint64_t absence_of(const game_table *t, int seat)
{
    bool empty = session_human(t->session, seat) && t->seat[seat].present == 0 &&
                 !(table_terms(t)->open >> seat & 1);
    return empty ? t->seat[seat].gone + t->manners.absence : 0;
}

bool seating_absent(const game_table *t, int seat, uint64_t now)
{
    uint64_t since = absence_of(t, seat);
    return since && now >= since;
}

uint64_t seating_next_absence(const game_table *t)
{
    uint64_t next = 0;
    for (int i = 0; i < t->v->seats; i++) {
        uint64_t at = absence_of(t, i);
        if (at > t->presence_told && (next == 0 || at < next))
            next = at;
    }
    return next && !table_over(t, NULL) ? next : 0;
}

void seating_tell_presence(game_table *t, unsigned seats, uint64_t now)
{
    table_tell_all(t, TABLE_NOTICE_PRESENCE, DUEL_NOBODY, seats);
    t->presence_told = now;
}

/* ---- coming and going -------------------------------------------------------------------- */

static void count_presence(game_table *t, unsigned seats, int change, uint64_t now)
{
    for (int i = 0; i < t->v->seats; i++) {
        if (!(seats >> i & 1))
            continue;
        t->seat[i].present += change;
        if (t->seat[i].present == 0)
            t->seat[i].gone = now;
    }
}

static void take_out(game_table *t, uint64_t guest, uint64_t now)
{
    table_participant **at = &t->guests;
    while (*at && (*at)->number != guest)
        at = &(*at)->next;
    table_participant *g = *at;
    if (g == NULL)
        return;
    *at = g->next;
    count_presence(t, g->seats, -1, now);
    if (t->wants == guest)
        t->wants = 0;
    free(g);
}

duel_status table_join(game_table *t, uint64_t guest, unsigned keys, const char *profile,
                       table_moment now, duel_msg *why)
{
    table_participant *g = calloc(1, sizeof *g);
    if (g == NULL)
        return duel_no_space(why);
    take_out(t, guest, now.ms);
    *g = (table_participant){.next = t->guests,
                             .number = guest,
                             .stay = ++t->stays,
                             .keys = keys,
                             .seats = keys & table_people(t),
                             .uncovered = DUEL_NOBODY};
    if (strlen(profile) < sizeof g->profile)
        memcpy(g->profile, profile, strlen(profile));
    t->guests = g;
    t->stuck = false;
    count_presence(t, g->seats, 1, now.ms);
    seating_tell_presence(t, g->seats, now.ms);
    table_tick(t, now);
    return DUEL_OK;
}

void table_leave(game_table *t, uint64_t guest, table_moment now)
{
    take_out(t, guest, now.ms);
    seating_tell_presence(t, 0, now.ms);
    table_tick(t, now);
}

/* ---- hands ------------------------------------------------------------------------------- */

/* Those who held the seat look on from now on. */
static void unseat(game_table *t, int seat, uint64_t now)
{
    for (table_participant *g = t->guests; g; g = g->next) {
        if (g->seats >> seat & 1) {
            g->seats &= ~(1U << seat);
            count_presence(t, 1U << seat, -1, now);
        }
    }
}

/* Somebody else has it now: what was shown, asked and wanted by who had it before counts no
 * longer. */
static void change_hands(game_table *t, int seat, uint64_t now)
{
    unseat(t, seat, now);
    for (table_participant *g = t->guests; g; g = g->next)
        g->keys &= ~(1U << seat);
    t->seat[seat].nonce = 0;
    t->seat[seat].gone = now; /* who has it now has yet to come */
    if ((t->asker | t->asked) >> seat & 1)
        t->asker = t->asked = 0;
}

/* Its key is the taker's wherever it is by now; whoever is there and has it sits down. */
static void give_seat(game_table *t, int seat, uint64_t taker, const table_queued_request *from,
                      uint64_t now)
{
    table_queued_request to = *from;
    for (table_participant *g = t->guests; g; g = g->next) {
        g->keys |= (unsigned)(g->number == taker) << seat;
        if (!(g->keys >> seat & 1))
            continue;
        g->seats |= 1U << seat;
        count_presence(t, 1U << seat, 1, now);
    }
    if (taker != from->r.guest) {
        to.r.ask = TABLE_ASK_TAKE;
        to.r.re = from->taker_re;
    }
    to.r.guest = taker;
    to.r.seat = seat;
    table_tell_participant(t, TABLE_NOTICE_SEATED, &to);
    t->notice[t->notices - 1].seats = 1U << seat;
}

/* Nobody sits down to play against one who has seen all cards. */
static duel_status still_fair(const game_table *t, duel_msg *why)
{
    if (!table_observed(t) || table_terms(t)->analysis)
        return DUEL_OK;
    return duel_refuse(
        why, N_("Everything has been shown at this table: nobody else can sit down now."), "");
}

/* ---- free seats -------------------------------------------------------------------------- */

duel_status seating_claim(game_table *t, const table_queued_request *from, table_moment now,
                          duel_msg *why)
{
    int seat = from->r.seat;
    bool is_seat = seat >= 0 && seat < t->v->seats;
    /* who was given the link of a free seat and came is not driven away */
    if (!is_seat || !(table_terms(t)->open >> seat & 1) || t->seat[seat].present)
        return duel_refuse(why, N_("Somebody else has taken this seat."), "");
    duel_status status = still_fair(t, why);
    if (status == DUEL_OK)
        status = session_claim(t->session, seat, now.date, why);
    if (status == DUEL_OK)
        table_write(t, CHANGE_CLAIM, from);
    return status;
}

/* ---- taking over ------------------------------------------------------------------------- */

static duel_status may_change(const game_table *t, const table_queued_request *from,
                              duel_msg *why)
{
    if (from->r.seat < 0 || from->r.seat >= t->v->seats)
        return duel_invalid(why, N_("There is no such seat."), "");
    if (table_over(t, NULL))
        return duel_refuse(why, N_("The game is over."), "");
    return DUEL_OK;
}

static duel_status long_away(const game_table *t, int seat, uint64_t now, duel_msg *why)
{
    if (seating_absent(t, seat, now))
        return DUEL_OK;
    return duel_refuse(why,
                       N_("A seat can be taken over once its player has been away for "
                          "{0} {0:second|seconds}."),
                       "i", (int64_t)t->manners.absence / 1000);
}

static duel_status reseat(game_table *t, int seat, const char *spec, bool fresh,
                          table_change change, const table_queued_request *from,
                          table_moment now, duel_msg *why)
{
    duel_status status =
        session_reseat(t->session, seat, duel_str_of(spec), fresh, now.date, why);
    if (status == DUEL_OK)
        table_write(t, change, from);
    return status;
}

duel_status seating_machine(game_table *t, const table_queued_request *from, table_moment now,
                            duel_msg *why)
{
    char spec[PLAYER_SPEC_TEXT];
    duel_str text = from->r.text;
    duel_status status = may_change(t, from, why);
    if (status == DUEL_OK)
        status = long_away(t, from->r.seat, now.ms, why);
    if (status == DUEL_OK && table_seats(t, from->r.guest) == 0)
        status = duel_refuse(why, N_("Only those who play can seat a machine."), "");
    if (status == DUEL_OK && text.len >= sizeof spec)
        status = duel_invalid(why, N_("A player is named in at most {0} characters."), "i",
                              (int64_t)sizeof spec - 1);
    if (status != DUEL_OK)
        return status;
    memcpy(spec, text.at, text.len);
    spec[text.len] = '\0';
    return reseat(t, from->r.seat, spec, false, CHANGE_MACHINE, from, now, why);
}

static duel_status ask_for_seat(game_table *t, const table_queued_request *from, duel_msg *why)
{
    bool anybody = false;
    for (int i = 0; i < t->v->seats; i++)
        anybody = anybody || t->seat[i].present > 0;
    if (table_seats(t, from->r.guest))
        return duel_refuse(why, N_("You have a seat already."), "");
    if (!anybody)
        return duel_refuse(why, N_("Nobody is there to allow it."), "");
    t->wants = from->r.guest;
    t->wants_re = from->r.re;
    t->wants_seat = from->r.seat;
    table_answer(t, from, DUEL_OK, NULL);
    table_tell_all(t, TABLE_NOTICE_WANTED, from->r.seat, 0);
    return DUEL_OK;
}

duel_status seating_take(game_table *t, const table_queued_request *from, table_moment now,
                         duel_msg *why)
{
    int seat = from->r.seat;
    const table_participant *g = seating_participant(t, from->r.guest);
    duel_status status = may_change(t, from, why);
    if (status == DUEL_OK)
        status = still_fair(t, why);
    if (status != DUEL_OK)
        return status;
    if (!session_human(t->session, seat) && g->keys >> seat & 1)
        return reseat(t, seat, "human", false, CHANGE_BACK_FROM_MACHINE, from, now, why);
    status = long_away(t, seat, now.ms, why);
    return status == DUEL_OK ? ask_for_seat(t, from, why) : status;
}

/* To the one who asks for it now, and to nobody else, whatever is asked until that is done. */
duel_status seating_allow(game_table *t, const table_queued_request *from, table_moment now,
                          duel_msg *why)
{
    table_queued_request to = *from;
    to.taker = t->wants;
    to.taker_re = t->wants_re;
    to.r.seat = t->wants_seat;
    if (table_seats(t, from->r.guest) == 0)
        return duel_refuse(why, N_("Nobody has asked anything."), "");
    if (from->r.yes && seating_absent(t, t->wants_seat, now.ms))
        return reseat(t, to.r.seat, "human", true, CHANGE_HAND_OVER, &to, now, why);
    t->wants = 0;
    table_answer(t, from, DUEL_OK, NULL);
    table_tell_all(t, TABLE_NOTICE_WANTED, DUEL_NOBODY, 0);
    return DUEL_OK;
}

/* ---- names ------------------------------------------------------------------------------- */

/* Whose name a seat is to have: of those who hold it alone and are known, the last to come. */
static const table_participant *name_giver(const game_table *t, int seat)
{
    const table_participant *last = NULL;
    for (const table_participant *g = t->guests; g; g = g->next)
        if (g->seats == 1U << seat && g->profile[0] && (last == NULL || g->stay > last->stay))
            last = g;
    return last;
}

void seating_write_names(game_table *t, table_moment now)
{
    for (int i = 0; !t->writing && !t->doomed && i < t->v->seats; i++) {
        const table_participant *g = name_giver(t, i);
        if (g && !g->unnamed && strcmp(g->profile, session_who(t->session, i)) &&
            !table_over(t, NULL) &&
            session_name(t->session, i, g->profile, now.date, NULL) == DUEL_OK)
            table_write(t, CHANGE_NAME,
                        &(table_queued_request){.r = {.seat = i}, .stay = g->stay});
    }
}

/* ---- once it is written ------------------------------------------------------------------ */

/* Nothing is lost with a name that cannot be written: it is not tried again. */
static void named(game_table *t, const table_queued_request *from, duel_status status)
{
    if (status == DUEL_OK)
        table_tell_all(t, TABLE_NOTICE_SEAT, from->r.seat, 0);
    for (table_participant *g = t->guests; g; g = g->next)
        g->unnamed = g->unnamed || (status != DUEL_OK && g->stay == from->stay);
}

void seating_written(game_table *t, table_change change, const table_queued_request *from,
                     duel_status status, const duel_msg *why, table_moment now)
{
    int seat = from->r.seat;
    bool fresh = change == CHANGE_CLAIM || change == CHANGE_HAND_OVER;
    if (change == CHANGE_NAME) {
        named(t, from, status);
        return;
    }
    if (status != DUEL_OK) {
        table_refuse(t, from, status, why);
        return;
    }
    if (change == CHANGE_HAND_OVER && t->wants == from->taker)
        t->wants = 0;
    if (fresh)
        change_hands(t, seat, now.ms);
    else
        unseat(t, seat, now.ms);
    if (change != CHANGE_CLAIM)
        table_forget_plan(t);
    if (seat == table_turn(t)) /* the time of another one goes on */
        turn_start_clock(t, now.ms);
    if (change == CHANGE_MACHINE || change == CHANGE_HAND_OVER)
        table_answer(t, from, DUEL_OK, NULL);
    if (change != CHANGE_MACHINE)
        give_seat(t, seat, change == CHANGE_HAND_OVER ? from->taker : from->r.guest, from,
                  now.ms);
    if (table_seats(t, t->wants)) /* it has one now */
        t->wants = 0;
    table_tell_all(t, TABLE_NOTICE_SEAT, seat, 0);
}
