/* table/view.c -- what may be seen of a table, and by whom; help and its price.
 *
 * Positions are looked at through duel_session_view with the eyes that the rules give, never
 * otherwise. */
#include "core/play.h"
#include "table/inside.h"

/* ---- the table --------------------------------------------------------------------------- */

int64_t duel_table_number(const duel_table *t)
{
    return t->number;
}

duel_stage duel_table_stage(const duel_table *t)
{
    if (duel_table_over(t, NULL))
        return DUEL_OVER;
    if (duel_session_human(t->session, duel_table_turn(t)))
        return DUEL_AT_PERSON;
    if (t->machine == MACHINE_PLANNED)
        return DUEL_AT_PLAN;
    return t->machine == MACHINE_IDLE || t->machine == MACHINE_WISHED ? DUEL_AT_MACHINE
                                                                      : DUEL_THINKING;
}

bool duel_table_making(const duel_table *t)
{
    return !t->made;
}

bool duel_table_writing(const duel_table *t)
{
    return t->writing;
}

bool duel_table_doomed(const duel_table *t)
{
    return t->doomed;
}

bool duel_table_quiet(const duel_table *t)
{
    return t->guests == NULL && !t->writing && duel_table_stage(t) != DUEL_THINKING &&
           duel_table_clock_runs(t) == DUEL_NOBODY;
}

const char *duel_table_id(const duel_table *t)
{
    return duel_session_id(t->session);
}

const duel_variant *duel_table_variant(const duel_table *t)
{
    return t->v;
}

const duel_record *duel_table_record(const duel_table *t)
{
    return duel_session_record(t->session);
}

const duel_terms *duel_table_terms(const duel_table *t)
{
    return duel_session_terms(t->session);
}

const duel_session *duel_table_session(const duel_table *t)
{
    return t->session;
}

const duel_msg *duel_table_trouble(const duel_table *t)
{
    return &t->trouble;
}

int duel_table_turn(const duel_table *t)
{
    return duel_session_turn(t->session);
}

bool duel_table_over(const duel_table *t, int32_t score[])
{
    int32_t unused[DUEL_SEATS];
    return duel_session_over(t->session, score ? score : unused);
}

bool duel_table_assisted(const duel_table *t)
{
    return duel_session_assisted(t->session);
}

bool duel_table_observed(const duel_table *t)
{
    return duel_session_observed(t->session);
}

int duel_table_drafted(const duel_table *t, const duel_move **moves)
{
    return duel_session_drafted(t->session, moves);
}

bool duel_table_ready(const duel_table *t)
{
    return duel_session_ready(t->session);
}

duel_chair duel_table_chair(const duel_table *t, int seat, uint64_t now)
{
    const duel_session *s = t->session;
    return (duel_chair){.spec = duel_session_spec(s, seat),
                        .profile = duel_session_who(s, seat),
                        .human = duel_session_human(s, seat),
                        .open = duel_table_terms(t)->open >> seat & 1,
                        .present = t->seat[seat].present > 0,
                        .absent = seating_absent(t, seat, now),
                        .kept = duel_session_kept(s, seat),
                        .hands = duel_session_hands(s, seat)};
}

int duel_table_watching(const duel_table *t)
{
    int count = 0;
    for (const table_guest *g = t->guests; g; g = g->next)
        count++;
    return count;
}

unsigned duel_table_asked(const duel_table *t)
{
    return t->asked;
}

unsigned duel_table_asker(const duel_table *t)
{
    return t->asker;
}

uint64_t duel_table_wants(const duel_table *t, int *seat)
{
    *seat = t->wants_seat;
    return t->wants;
}

void duel_table_seat_view(const duel_table *t, int seat, void *view)
{
    duel_session_view(t->session, seat, view);
}

/* ---- through a guest's eyes -------------------------------------------------------------- */

static bool holds(unsigned seats, int seat)
{
    return seat >= 0 && seats >> seat & 1;
}

unsigned look_awaited(const duel_table *t)
{
    unsigned seats = duel_table_terms(t)->open;
    for (int i = 0; i < t->v->seats; i++)
        seats |= (unsigned)duel_session_kept(t->session, i) << i;
    return seats;
}

/* The same seats held twice are one person's, in two windows. */
bool duel_table_alone(const duel_table *t, uint64_t guest)
{
    unsigned own = duel_table_seats(t, guest);
    for (const table_guest *g = t->guests; g; g = g->next)
        if (g->seats && g->seats != own)
            return false;
    return own && (duel_table_people(t) & ~own) == 0 && look_awaited(t) == 0;
}

/* Once it is over, on a board to analyse on, and for who plays alone and asked to. */
static bool sees_all(const duel_table *t, uint64_t guest)
{
    return duel_table_over(t, NULL) || (duel_table_observed(t) && duel_table_alone(t, guest));
}

static bool shares_screen(unsigned seats)
{
    return (seats & (seats - 1)) != 0;
}

int duel_table_cover(const duel_table *t, uint64_t guest)
{
    const table_guest *g = seating_guest(t, guest);
    int turn = duel_table_turn(t);
    bool covers = g && shares_screen(g->seats) && duel_has_secrets(t->v) &&
                  !sees_all(t, guest) && holds(g->seats, turn) && g->uncovered != turn;
    return covers ? turn : DUEL_NOBODY;
}

int duel_table_eyes(const duel_table *t, uint64_t guest)
{
    const table_guest *g = seating_guest(t, guest);
    unsigned own = g ? g->seats : 0;
    int turn = duel_table_turn(t), first = 0;
    if (duel_table_over(t, NULL) || (sees_all(t, guest) && duel_has_secrets(t->v)))
        return DUEL_ALL;
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

void duel_table_view(const duel_table *t, uint64_t guest, void *view)
{
    duel_session_view(t->session, duel_table_eyes(t, guest), view);
}

int duel_table_acting(const duel_table *t, uint64_t guest)
{
    int turn = duel_table_turn(t);
    bool acts = !duel_table_over(t, NULL) && holds(duel_table_seats(t, guest), turn) &&
                duel_table_cover(t, guest) == DUEL_NOBODY;
    return acts ? turn : DUEL_NOBODY;
}

duel_status look_uncover(duel_table *t, const table_request *from, duel_moment now,
                         duel_msg *why)
{
    (void)now, (void)why;
    int seat = duel_table_cover(t, from->r.guest);
    if (seat != DUEL_NOBODY)
        seating_guest(t, from->r.guest)->uncovered = seat;
    table_answer(t, from, DUEL_OK, NULL);
    return DUEL_OK;
}

/* ---- help -------------------------------------------------------------------------------- */

bool duel_table_helps(const duel_table *t, uint64_t guest)
{
    return duel_table_seats(t, guest) &&
           (duel_table_alone(t, guest) || duel_table_terms(t)->advice != DUEL_ADVICE_OFF);
}

bool duel_table_leaves(const duel_table *t, uint64_t guest)
{
    bool shown = duel_table_terms(t)->analysis;
    return duel_table_over(t, NULL) ||
           (duel_table_helps(t, guest) && (shown || !duel_has_secrets(t->v)));
}

static void grant(duel_table *t, const table_request *from)
{
    table_tell_guest(t, DUEL_TELL_GRANTED, from);
    if (from->r.guest)
        t->notice[t->notices - 1].seat = from->r.seat;
}

/* The price of help is paid before it is given: the game counts as assisted. */
static duel_status grant_once_marked(duel_table *t, const table_request *from, bool observed,
                                     duel_moment now, duel_msg *why)
{
    bool marked = observed ? duel_table_observed(t)
                           : duel_table_assisted(t) || !duel_table_alone(t, from->r.guest);
    if (marked || duel_table_terms(t)->analysis || duel_table_over(t, NULL)) {
        grant(t, from);
        return DUEL_OK;
    }
    duel_status status = duel_session_mark(t->session, observed, now.date, why);
    if (status == DUEL_OK)
        table_write(t, CHANGE_MARK, from);
    return status;
}

void look_written(duel_table *t, const table_request *from, duel_status status,
                  const duel_msg *why)
{
    if (status == DUEL_OK)
        grant(t, from);
    else
        table_refuse(t, from, status, why);
    if (status == DUEL_OK)
        table_tell_all(t, DUEL_TELL_MARKED, DUEL_NOBODY, 0);
}

duel_status look_help(duel_table *t, const table_request *from, duel_moment now, duel_msg *why)
{
    table_request to = *from;
    to.r.seat = duel_table_acting(t, from->r.guest);
    if (duel_table_seats(t, from->r.guest) == 0)
        return duel_refuse(why, N_("Spectators look on; they do not move."), "");
    if (to.r.seat == DUEL_NOBODY)
        return duel_refuse(why, N_("It is not your turn."), "");
    if (duel_table_ready(t))
        return duel_refuse(why, N_("The turn is complete: confirm it or take something back."),
                           "");
    if (!duel_table_helps(t, from->r.guest))
        return duel_refuse(why, N_("Advice is off at this table."), "");
    return grant_once_marked(t, &to, false, now, why);
}

duel_status look_lens(duel_table *t, const table_request *from, duel_moment now, duel_msg *why)
{
    table_request to = *from;
    to.r.seat = duel_table_eyes(t, from->r.guest);
    if (!duel_table_helps(t, from->r.guest) && !duel_table_over(t, NULL))
        return duel_refuse(why, N_("Advice is off at this table."), "");
    return grant_once_marked(t, &to, false, now, why);
}

/* What it would show must stay hidden from who plays against somebody yet to come. */
duel_status look_observe(duel_table *t, const table_request *from, duel_moment now,
                         duel_msg *why)
{
    unsigned awaited = look_awaited(t);
    table_request to = *from;
    to.r.seat = DUEL_ALL;
    if (!duel_has_secrets(t->v) || duel_table_over(t, NULL))
        return duel_refuse(why, N_("Nothing is hidden here."), "");
    for (int i = 0; duel_table_seats(t, from->r.guest) && i < t->v->seats; i++)
        if (awaited >> i & 1)
            return duel_refuse(why,
                               N_("Somebody may still sit down as {0}: only who plays alone "
                                  "can see everything."),
                               "w", duel_role(t->v, i));
    if (!duel_table_alone(t, from->r.guest))
        return duel_refuse(why, N_("Only who plays alone can see everything."), "");
    return grant_once_marked(t, &to, true, now, why);
}
