/* table/view.c -- what may be seen of a table, and by whom; help and its price.
 *
 * Positions are looked at through session_view with the eyes that the rules give, never
 * otherwise. */
#include "core/play.h"
#include "table/inside.h"

/* ---- the table --------------------------------------------------------------------------- */

int64_t table_number(const game_table *t)
{
    return t->number;
}

table_stage_kind table_stage(const game_table *t)
{
    if (table_over(t, NULL))
        return TABLE_OVER;
    if (session_human(t->session, table_turn(t)))
        return TABLE_AT_PERSON;
    if (t->machine == MACHINE_PLANNED)
        return TABLE_AT_PLANNED_MOVE;
    return t->machine == MACHINE_IDLE || t->machine == MACHINE_WANTED ? TABLE_AT_MACHINE
                                                                      : TABLE_THINKING;
}

bool table_making(const game_table *t)
{
    return !t->made;
}

bool table_writing(const game_table *t)
{
    return t->writing;
}

bool table_creation_failed(const game_table *t)
{
    return t->doomed;
}

bool table_is_idle(const game_table *t)
{
    return t->guests == NULL && !t->writing && table_stage(t) != TABLE_THINKING &&
           table_clock_runs(t) == DUEL_NOBODY;
}

const char *table_id(const game_table *t)
{
    return session_id(t->session);
}

const duel_variant *table_variant(const game_table *t)
{
    return t->v;
}

const duel_record *table_record(const game_table *t)
{
    return session_record(t->session);
}

const game_terms *table_terms(const game_table *t)
{
    return session_terms(t->session);
}

const game_session *table_session(const game_table *t)
{
    return t->session;
}

const duel_msg *table_trouble(const game_table *t)
{
    return &t->trouble;
}

int table_turn(const game_table *t)
{
    return session_turn(t->session);
}

bool table_over(const game_table *t, int32_t score[])
{
    int32_t unused[DUEL_SEATS];
    return session_over(t->session, score ? score : unused);
}

bool table_assisted(const game_table *t)
{
    return session_assisted(t->session);
}

bool table_observed(const game_table *t)
{
    return session_observed(t->session);
}

int table_drafted(const game_table *t, const duel_move **moves)
{
    return session_drafted(t->session, moves);
}

bool table_ready(const game_table *t)
{
    return session_ready(t->session);
}

table_chair_state table_chair(const game_table *t, int seat, uint64_t now)
{
    const game_session *s = t->session;
    return (table_chair_state){.spec = session_spec(s, seat),
                               .profile = session_who(s, seat),
                               .human = session_human(s, seat),
                               .open = table_terms(t)->open >> seat & 1,
                               .present = t->seat[seat].present > 0,
                               .absent = seating_absent(t, seat, now),
                               .kept = session_kept(s, seat),
                               .hands = session_seat_changes(s, seat)};
}

int table_watching(const game_table *t)
{
    int count = 0;
    for (const table_participant *g = t->guests; g; g = g->next)
        count++;
    return count;
}

unsigned table_asked(const game_table *t)
{
    return t->asked;
}

unsigned table_asker(const game_table *t)
{
    return t->asker;
}

uint64_t table_wants(const game_table *t, int *seat)
{
    *seat = t->wants_seat;
    return t->wants;
}

void table_seat_view(const game_table *t, int seat, void *view)
{
    session_view(t->session, seat, view);
}

/* ---- through a guest's eyes -------------------------------------------------------------- */

static bool holds(unsigned seats, int seat)
{
    return seat >= 0 && seats >> seat & 1;
}

unsigned look_awaited(const game_table *t)
{
    unsigned seats = table_terms(t)->open;
    for (int i = 0; i < t->v->seats; i++)
        seats |= (unsigned)session_kept(t->session, i) << i;
    return seats;
}

/* The same seats held twice are one person's, in two windows. */
bool table_alone(const game_table *t, uint64_t guest)
{
    unsigned own = table_seats(t, guest);
    for (const table_participant *g = t->guests; g; g = g->next)
        if (g->seats && g->seats != own)
            return false;
    return own && (table_people(t) & ~own) == 0 && look_awaited(t) == 0;
}

/* Once it is over, on a board to analyse on, and for who plays alone and asked to. */
static bool sees_all(const game_table *t, uint64_t guest)
{
    return table_over(t, NULL) || (table_observed(t) && table_alone(t, guest));
}

static bool shares_screen(unsigned seats)
{
    return (seats & (seats - 1)) != 0;
}

int table_covered_seat(const game_table *t, uint64_t guest)
{
    const table_participant *g = seating_participant(t, guest);
    int turn = table_turn(t);
    bool covers = g && shares_screen(g->seats) && duel_has_secrets(t->v) &&
                  !sees_all(t, guest) && holds(g->seats, turn) && g->uncovered != turn;
    return covers ? turn : DUEL_NOBODY;
}

int table_view_seat(const game_table *t, uint64_t guest)
{
    const table_participant *g = seating_participant(t, guest);
    unsigned own = g ? g->seats : 0;
    int turn = table_turn(t), first = 0;
    if (table_over(t, NULL) || (sees_all(t, guest) && duel_has_secrets(t->v)))
        return DUEL_SEES_ALL;
    if (own == 0)
        return DUEL_NOBODY;
    while (!holds(own, first))
        first++;
    if (!shares_screen(own))
        return first;
    if (!duel_has_secrets(t->v))
        return holds(own, turn) ? turn : first;
    return holds(own, turn) && g->uncovered == turn ? turn : DUEL_NOBODY;
}

void table_view(const game_table *t, uint64_t guest, void *view)
{
    session_view(t->session, table_view_seat(t, guest), view);
}

int table_acting(const game_table *t, uint64_t guest)
{
    int turn = table_turn(t);
    bool acts = !table_over(t, NULL) && holds(table_seats(t, guest), turn) &&
                table_covered_seat(t, guest) == DUEL_NOBODY;
    return acts ? turn : DUEL_NOBODY;
}

duel_status look_uncover(game_table *t, const table_queued_request *from, table_moment now,
                         duel_msg *why)
{
    (void)now, (void)why;
    int seat = table_covered_seat(t, from->r.guest);
    if (seat != DUEL_NOBODY)
        seating_participant(t, from->r.guest)->uncovered = seat;
    table_answer(t, from, DUEL_OK, NULL);
    return DUEL_OK;
}

/* ---- help -------------------------------------------------------------------------------- */

bool table_helps(const game_table *t, uint64_t guest)
{
    return table_seats(t, guest) &&
           (table_alone(t, guest) || table_terms(t)->advice != ADVICE_OFF);
}

bool table_leaves(const game_table *t, uint64_t guest)
{
    bool shown = table_terms(t)->analysis;
    return table_over(t, NULL) || (table_helps(t, guest) && (shown || !duel_has_secrets(t->v)));
}

static void grant(game_table *t, const table_queued_request *from)
{
    table_tell_participant(t, TABLE_NOTICE_GRANTED, from);
    if (from->r.guest)
        t->notice[t->notices - 1].seat = from->r.seat;
}

/* The price of help is paid before it is given: the game counts as assisted. */
static duel_status grant_once_marked(game_table *t, const table_queued_request *from,
                                     bool observed, table_moment now, duel_msg *why)
{
    bool marked =
        observed ? table_observed(t) : table_assisted(t) || !table_alone(t, from->r.guest);
    if (marked || table_terms(t)->analysis || table_over(t, NULL)) {
        grant(t, from);
        return DUEL_OK;
    }
    duel_status status = session_mark(t->session, observed, now.date, why);
    if (status == DUEL_OK)
        table_write(t, CHANGE_MARK, from);
    return status;
}

void look_written(game_table *t, const table_queued_request *from, duel_status status,
                  const duel_msg *why)
{
    if (status == DUEL_OK)
        grant(t, from);
    else
        table_refuse(t, from, status, why);
    if (status == DUEL_OK)
        table_tell_all(t, TABLE_NOTICE_MARKED, DUEL_NOBODY, 0);
}

duel_status look_help(game_table *t, const table_queued_request *from, table_moment now,
                      duel_msg *why)
{
    table_queued_request to = *from;
    to.r.seat = table_acting(t, from->r.guest);
    if (table_seats(t, from->r.guest) == 0)
        return duel_refuse(why, N_("Spectators look on; they do not move."), "");
    if (to.r.seat == DUEL_NOBODY)
        return duel_refuse(why, N_("It is not your turn."), "");
    if (table_ready(t))
        return duel_refuse(why, N_("The turn is complete: confirm it or take something back."),
                           "");
    if (!table_helps(t, from->r.guest))
        return duel_refuse(why, N_("Advice is off at this table."), "");
    return grant_once_marked(t, &to, false, now, why);
}

duel_status look_lens(game_table *t, const table_queued_request *from, table_moment now,
                      duel_msg *why)
{
    table_queued_request to = *from;
    to.r.seat = table_view_seat(t, from->r.guest);
    if (!table_helps(t, from->r.guest) && !table_over(t, NULL))
        return duel_refuse(why, N_("Advice is off at this table."), "");
    return grant_once_marked(t, &to, false, now, why);
}

/* What it would show must stay hidden from who plays against somebody yet to come. */
duel_status look_observe(game_table *t, const table_queued_request *from, table_moment now,
                         duel_msg *why)
{
    unsigned awaited = look_awaited(t);
    table_queued_request to = *from;
    to.r.seat = DUEL_SEES_ALL;
    if (!duel_has_secrets(t->v) || table_over(t, NULL))
        return duel_refuse(why, N_("Nothing is hidden here."), "");
    for (int i = 0; table_seats(t, from->r.guest) && i < t->v->seats; i++)
        if (awaited >> i & 1)
            return duel_refuse(why,
                               N_("Somebody may still sit down as {0}: only who plays alone "
                                  "can see everything."),
                               "w", duel_role(t->v, i));
    if (!table_alone(t, from->r.guest))
        return duel_refuse(why, N_("Only who plays alone can see everything."), "");
    return grant_once_marked(t, &to, true, now, why);
}
