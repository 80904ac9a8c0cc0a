/* match/score.c -- the score of a match: its games counted set by set in the order of their
 * numbers, whatever order they come in. See match.h. */
#include "base/grow.h"
#include "core/play.h"
#include "match/inside.h"

#include <stdlib.h>
#include <string.h>

struct duel_tally {
    const duel_variant *v;
    const duel_schedule *s;
    duel_sprt test;
    duel_bout_result **waiting; /* by number: a game that has come; NULL: it has not, */
    duel_bout_result counted;   /* this one: it has been counted, and is no longer needed */
    uint64_t room;
    uint64_t next;  /* the first number of the first set that is not counted */
    uint64_t *seen; /* hashes of games, in an open table; 0: free */
    uint64_t seen_room;
    uint64_t stale; /* sets in a row that brought nothing new */
    duel_points *standing;
    duel_sprt_state state;
    duel_sums sums;
};

duel_status duel_tally_new(const duel_variant *v, const duel_schedule *s, const duel_sprt *test,
                           duel_tally **out, duel_msg *why)
{
    duel_tally *t = calloc(1, sizeof *t);
    duel_points *standing = calloc((size_t)s->encounters * (size_t)s->seats, sizeof *standing);
    if (t == NULL || standing == NULL) {
        free(t);
        free(standing);
        return duel_full(why);
    }
    *t = (duel_tally){.v = v, .s = s, .test = *test, .standing = standing};
    *out = t;
    return DUEL_OK;
}

/* What it was is in the standings now. */
static void let_go_of_bout(duel_tally *t, uint64_t number)
{
    duel_bout_result *b = t->waiting[number];
    if (b == NULL || b == &t->counted)
        return;
    duel_bout_fini(b);
    free(b);
    t->waiting[number] = &t->counted;
}

void duel_tally_free(duel_tally *t)
{
    if (t == NULL)
        return;
    for (uint64_t i = t->next; i < t->room; i++)
        let_go_of_bout(t, i);
    for (int i = 0; i < t->s->encounters * t->s->seats; i++)
        for (int j = 0; j < DUEL_FORFEITS; j++)
            free(t->standing[i].forfeit[j].reason);
    free(t->waiting);
    free(t->seen);
    free(t->standing);
    free(t);
}

/* ---- games played before ----------------------------------------------------------------- */

static bool enter(uint64_t *table, uint64_t room, uint64_t hash)
{
    uint64_t at = hash % room;
    while (table[at] && table[at] != hash)
        at = (at + 1) % room;
    bool fresh = table[at] == 0;
    table[at] = hash;
    return fresh;
}

/* Room for one more hash, so that looking one up ends soon. */
static duel_status grow_seen(duel_tally *t, duel_msg *why)
{
    if (2 * (t->sums.played + 1) <= t->seen_room)
        return DUEL_OK;
    uint64_t room = t->seen_room ? 2 * t->seen_room : 1024;
    uint64_t *table = calloc(room, sizeof *table);
    if (table == NULL)
        return duel_full(why);
    for (uint64_t i = 0; i < t->seen_room; i++)
        if (t->seen[i])
            enter(table, room, t->seen[i]);
    free(t->seen);
    t->seen = table;
    t->seen_room = room;
    return DUEL_OK;
}

/* The same moves with others at the seats are another game. */
static bool never_seen(duel_tally *t, const duel_place *p, const duel_bout_result *b)
{
    uint64_t seating = (uint64_t)p->encounter * DUEL_SEATS + (uint64_t)p->rotation;
    uint64_t hash = b->hash ^ (seating + 1) * UINT64_C(0x9E3779B97F4A7C15);
    bool fresh = enter(t->seen, t->seen_room, hash ? hash : 1);
    t->sums.different += fresh;
    return fresh;
}

/* ---- counting ---------------------------------------------------------------------------- */

static bool same_reason(const char *a, const char *b)
{
    return strcmp(duel_text(DUEL_EN, a), duel_text(DUEL_EN, b)) == 0;
}

/* The place for a reason: its own, else a free one, else the last. */
static duel_forfeit *forfeit_for(duel_points *s, const char *reason)
{
    int at = 0;
    while (at < DUEL_FORFEITS - 1 && s->forfeit[at].games &&
           !same_reason(s->forfeit[at].reason, reason))
        at++;
    return &s->forfeit[at];
}

/* Keeps the text of a reason that is the first of its kind. */
static void count_forfeit(duel_points *s, duel_bout_result *b)
{
    duel_forfeit *f = forfeit_for(s, b->reason);
    if (f->games == 0) {
        f->reason = b->reason;
        b->reason = NULL;
    }
    f->games++;
    s->forfeits++;
}

/* The share of the others that a seat has left below it, ties half. */
static double rank_share(const duel_variant *v, const int32_t score[], int seat)
{
    double below = 0;
    for (int i = 0; i < v->seats; i++)
        if (i != seat)
            below += score[i] < score[seat] ? 1 : score[i] == score[seat] ? 0.5 : 0;
    return v->seats > 1 ? below / (v->seats - 1) : 0.5;
}

static duel_points *standing_at(const duel_tally *t, const duel_place *p, int seat)
{
    int one = duel_place_at(t->s, p, seat);
    return &t->standing[(size_t)p->encounter * (size_t)t->s->seats + (size_t)one];
}

static void count_seat(duel_points *s, const duel_variant *v, duel_bout_result *b, int seat)
{
    double share = duel_share(v, b->score, seat);
    s->wins += share == 1.0;
    s->ties += share > 0.0 && share < 1.0;
    s->losses += share == 0.0;
    s->points += share;
    s->margin += duel_margin(v, b->score, seat);
    duel_lateness_add(&s->late, &b->late[seat]);
    if (b->reason && b->loser == seat)
        count_forfeit(s, b);
}

static void count_game(duel_tally *t, const duel_place *p, duel_bout_result *b)
{
    for (int seat = 0; seat < t->s->seats; seat++)
        count_seat(standing_at(t, p, seat), t->v, b, seat);
    t->sums.games++;
    t->sums.plies += b->plies;
    t->sums.proved += b->end == DUEL_BOUT_PROVED;
}

/* What one of an encounter scored over a whole set. */
static void add_evidence(duel_tally *t, uint64_t first, const duel_place *p, int one,
                         bool fresh)
{
    double share = 0, rank = 0;
    int seats = t->s->seats;
    for (int rotation = 0; rotation < seats; rotation++) {
        const int32_t *score = t->waiting[first + (uint64_t)rotation]->score;
        int seat = (one + seats - rotation) % seats;
        share += duel_share(t->v, score, seat) / seats;
        rank += rank_share(t->v, score, seat) / seats;
    }
    duel_points *s = &t->standing[(size_t)p->encounter * (size_t)seats + (size_t)one];
    duel_evidence_add(&s->share, share, fresh);
    duel_evidence_add(&s->rank, rank, fresh);
}

static void look_at_test(duel_tally *t, bool fresh)
{
    enum { STALE_MOST = 200 };
    if (!duel_sprt_is(&t->test))
        return;
    t->stale = fresh ? 0 : t->stale + 1;
    t->state = duel_sprt_look(&t->test, &t->standing[0].rank);
    if (t->state.verdict != DUEL_SPRT_OPEN)
        t->sums.end = DUEL_TALLY_TESTED;
    else if (t->stale == STALE_MOST)
        t->sums.end = DUEL_TALLY_REPEATS;
}

/* Counts what is there of the set that begins with a number. */
static void count_set(duel_tally *t, uint64_t first)
{
    bool whole = true, fresh = false;
    duel_place p = {0};
    for (int i = 0; i < t->s->seats; i++) {
        uint64_t number = first + (uint64_t)i;
        bool here = duel_tally_has(t, number) && duel_schedule_place(t->s, number, &p);
        whole = whole && here;
        if (here) {
            fresh = never_seen(t, &p, t->waiting[number]) || fresh;
            count_game(t, &p, t->waiting[number]);
        }
    }
    for (int one = 0; whole && one < t->s->seats; one++)
        add_evidence(t, first, &p, one, fresh);
    for (int i = 0; i < t->s->seats; i++)
        let_go_of_bout(t, first + (uint64_t)i);
    if (whole)
        look_at_test(t, fresh);
}

/* Whether all games that the set will ever have are there. */
static bool set_complete(const duel_tally *t, uint64_t first)
{
    duel_place unused;
    for (int i = 0; i < t->s->seats; i++)
        if (duel_schedule_place(t->s, first + (uint64_t)i, &unused) &&
            !duel_tally_has(t, first + (uint64_t)i))
            return false;
    return true;
}

static void count_sets(duel_tally *t, bool complete_only)
{
    uint64_t end = duel_schedule_numbers(t->s);
    end = end < t->room ? end : t->room;
    while (t->sums.end == DUEL_TALLY_OPEN && t->next < end &&
           (!complete_only || set_complete(t, t->next))) {
        count_set(t, t->next);
        t->next += (uint64_t)t->s->seats;
    }
}

/* ---- coming in --------------------------------------------------------------------------- */

duel_status duel_tally_add(duel_tally *t, uint64_t number, duel_bout_result *bout,
                           duel_msg *why)
{
    /* a place for the number, and for the rest of its set */
    bool room = GROW(t->waiting, t->room, number + (uint64_t)t->s->seats + 1);
    duel_status status = room ? grow_seen(t, why) : duel_full(why);
    duel_bout_result *copy = malloc(sizeof *copy);
    if (status == DUEL_OK && copy == NULL)
        status = duel_full(why);
    if (status != DUEL_OK) {
        free(copy);
        return status;
    }
    *copy = *bout;
    bout->reason = NULL;
    t->waiting[number] = copy;
    t->sums.played++;
    count_sets(t, true);
    return DUEL_OK;
}

bool duel_tally_has(const duel_tally *t, uint64_t number)
{
    return number < t->room && t->waiting[number];
}

void duel_tally_close(duel_tally *t)
{
    count_sets(t, false);
}

/* ---- what is told ------------------------------------------------------------------------ */

const duel_sums *duel_tally_sums(const duel_tally *t)
{
    return &t->sums;
}

const duel_points *duel_tally_standing(const duel_tally *t, int encounter, int one)
{
    return &t->standing[(size_t)encounter * (size_t)t->s->seats + (size_t)one];
}

static void add_standing(duel_points *to, const duel_points *more)
{
    to->wins += more->wins;
    to->ties += more->ties;
    to->losses += more->losses;
    to->points += more->points;
    to->margin += more->margin;
    duel_evidence_merge(&to->share, &more->share);
    duel_evidence_merge(&to->rank, &more->rank);
    duel_lateness_add(&to->late, &more->late);
    to->forfeits += more->forfeits;
    for (int i = 0; i < DUEL_FORFEITS && more->forfeit[i].games; i++) {
        duel_forfeit *f = forfeit_for(to, more->forfeit[i].reason);
        *f = (duel_forfeit){more->forfeit[i].reason, f->games + more->forfeit[i].games};
    }
}

duel_points duel_tally_total(const duel_tally *t, int player)
{
    duel_points sum = {.wins = 0};
    for (int e = 0; e < t->s->encounters; e++)
        for (int one = 0; one < t->s->seats; one++)
            if (t->s->encounter[e].player[one] == player)
                add_standing(&sum, duel_tally_standing(t, e, one));
    return sum;
}

duel_sprt_state duel_tally_test(const duel_tally *t)
{
    return t->state;
}
