/* match/score.c -- the score of a match: its games counted set by set in the order of their
 * numbers, whatever order they come in. See match.h. */
#include "base/grow.h"
#include "core/play.h"
#include "match/inside.h"

#include <stdlib.h>
#include <string.h>

struct match_score {
    const duel_variant *v;
    const match_schedule *s;
    sprt_test test;
    match_game_result **waiting; /* by number: a game that has come; NULL: it has not, */
    match_game_result counted;   /* this one: it has been counted, and is no longer needed */
    uint64_t room;
    uint64_t next;  /* the first number of the first set that is not counted */
    uint64_t *seen; /* hashes of games, in an open table; 0: free */
    uint64_t seen_room;
    uint64_t stale; /* sets in a row that brought nothing new */
    match_points *standing;
    sprt_state state;
    duel_sums sums;
};

duel_status match_score_new(const duel_variant *v, const match_schedule *s,
                            const sprt_test *test, match_score **out, duel_msg *why)
{
    match_score *t = calloc(1, sizeof *t);
    match_points *standing = calloc((size_t)s->encounters * (size_t)s->seats, sizeof *standing);
    if (t == NULL || standing == NULL) {
        free(t);
        free(standing);
        return duel_no_space(why);
    }
    *t = (match_score){.v = v, .s = s, .test = *test, .standing = standing};
    *out = t;
    return DUEL_OK;
}

/* What it was is in the standings now. */
static void let_go_of_bout(match_score *t, uint64_t number)
{
    match_game_result *b = t->waiting[number];
    if (b == NULL || b == &t->counted)
        return;
    match_game_fini(b);
    free(b);
    t->waiting[number] = &t->counted;
}

void match_score_free(match_score *t)
{
    if (t == NULL)
        return;
    for (uint64_t i = t->next; i < t->room; i++)
        let_go_of_bout(t, i);
    for (int i = 0; i < t->s->encounters * t->s->seats; i++)
        for (int j = 0; j < MATCH_FORFEITS; j++)
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
static duel_status grow_seen(match_score *t, duel_msg *why)
{
    if (2 * (t->sums.played + 1) <= t->seen_room)
        return DUEL_OK;
    uint64_t room = t->seen_room ? 2 * t->seen_room : 1024;
    uint64_t *table = calloc(room, sizeof *table);
    if (table == NULL)
        return duel_no_space(why);
    for (uint64_t i = 0; i < t->seen_room; i++)
        if (t->seen[i])
            enter(table, room, t->seen[i]);
    free(t->seen);
    t->seen = table;
    t->seen_room = room;
    return DUEL_OK;
}

/* The same moves with others at the seats are another game. */
static bool never_seen(match_score *t, const match_place *p, const match_game_result *b)
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
static match_forfeit *forfeit_for(match_points *s, const char *reason)
{
    int at = 0;
    while (at < MATCH_FORFEITS - 1 && s->forfeit[at].games &&
           !same_reason(s->forfeit[at].reason, reason))
        at++;
    return &s->forfeit[at];
}

/* Keeps the text of a reason that is the first of its kind. */
static void count_forfeit(match_points *s, match_game_result *b)
{
    match_forfeit *f = forfeit_for(s, b->reason);
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

static match_points *standing_at(const match_score *t, const match_place *p, int seat)
{
    int one = match_place_at(t->s, p, seat);
    return &t->standing[(size_t)p->encounter * (size_t)t->s->seats + (size_t)one];
}

static void count_seat(match_points *s, const duel_variant *v, match_game_result *b, int seat)
{
    double share = duel_share(v, b->score, seat);
    s->wins += share == 1.0;
    s->ties += share > 0.0 && share < 1.0;
    s->losses += share == 0.0;
    s->points += share;
    s->margin += duel_margin(v, b->score, seat);
    player_lateness_add(&s->late, &b->late[seat]);
    if (b->reason && b->loser == seat)
        count_forfeit(s, b);
}

static void count_game(match_score *t, const match_place *p, match_game_result *b)
{
    for (int seat = 0; seat < t->s->seats; seat++)
        count_seat(standing_at(t, p, seat), t->v, b, seat);
    t->sums.games++;
    t->sums.plies += b->plies;
    t->sums.proved += b->end == MATCH_GAME_PROVED;
}

/* What one of an encounter scored over a whole set. */
static void add_evidence(match_score *t, uint64_t first, const match_place *p, int one,
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
    match_points *s = &t->standing[(size_t)p->encounter * (size_t)seats + (size_t)one];
    statistics_add(&s->share, share, fresh);
    statistics_add(&s->rank, rank, fresh);
}

static void look_at_test(match_score *t, bool fresh)
{
    enum { STALE_MOST = 200 };
    if (!sprt_is(&t->test))
        return;
    t->stale = fresh ? 0 : t->stale + 1;
    t->state = sprt_look(&t->test, &t->standing[0].rank);
    if (t->state.verdict != SPRT_OPEN)
        t->sums.end = MATCH_SCORE_TESTED;
    else if (t->stale == STALE_MOST)
        t->sums.end = MATCH_SCORE_REPEATS;
}

/* Counts what is there of the set that begins with a number. */
static void count_set(match_score *t, uint64_t first)
{
    bool whole = true, fresh = false;
    match_place p = {0};
    for (int i = 0; i < t->s->seats; i++) {
        uint64_t number = first + (uint64_t)i;
        bool here = match_score_has(t, number) && match_schedule_place(t->s, number, &p);
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
static bool set_complete(const match_score *t, uint64_t first)
{
    match_place unused;
    for (int i = 0; i < t->s->seats; i++)
        if (match_schedule_place(t->s, first + (uint64_t)i, &unused) &&
            !match_score_has(t, first + (uint64_t)i))
            return false;
    return true;
}

static void count_sets(match_score *t, bool complete_only)
{
    uint64_t end = match_schedule_numbers(t->s);
    end = end < t->room ? end : t->room;
    while (t->sums.end == MATCH_SCORE_OPEN && t->next < end &&
           (!complete_only || set_complete(t, t->next))) {
        count_set(t, t->next);
        t->next += (uint64_t)t->s->seats;
    }
}

/* ---- coming in --------------------------------------------------------------------------- */

duel_status match_score_add(match_score *t, uint64_t number, match_game_result *bout,
                            duel_msg *why)
{
    /* a place for the number, and for the rest of its set */
    bool room = GROW(t->waiting, t->room, number + (uint64_t)t->s->seats + 1);
    duel_status status = room ? grow_seen(t, why) : duel_no_space(why);
    match_game_result *copy = malloc(sizeof *copy);
    if (status == DUEL_OK && copy == NULL)
        status = duel_no_space(why);
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

bool match_score_has(const match_score *t, uint64_t number)
{
    return number < t->room && t->waiting[number];
}

void match_score_close(match_score *t)
{
    count_sets(t, false);
}

/* ---- what is told ------------------------------------------------------------------------ */

const duel_sums *match_score_sums(const match_score *t)
{
    return &t->sums;
}

const match_points *match_score_standing(const match_score *t, int encounter, int one)
{
    return &t->standing[(size_t)encounter * (size_t)t->s->seats + (size_t)one];
}

static void add_standing(match_points *to, const match_points *more)
{
    to->wins += more->wins;
    to->ties += more->ties;
    to->losses += more->losses;
    to->points += more->points;
    to->margin += more->margin;
    statistics_merge(&to->share, &more->share);
    statistics_merge(&to->rank, &more->rank);
    player_lateness_add(&to->late, &more->late);
    to->forfeits += more->forfeits;
    for (int i = 0; i < MATCH_FORFEITS && more->forfeit[i].games; i++) {
        match_forfeit *f = forfeit_for(to, more->forfeit[i].reason);
        *f = (match_forfeit){more->forfeit[i].reason, f->games + more->forfeit[i].games};
    }
}

match_points match_score_total(const match_score *t, int player)
{
    match_points sum = {.wins = 0};
    for (int e = 0; e < t->s->encounters; e++)
        for (int one = 0; one < t->s->seats; one++)
            if (t->s->encounter[e].player[one] == player)
                add_standing(&sum, match_score_standing(t, e, one));
    return sum;
}

sprt_state match_score_test(const match_score *t)
{
    return t->state;
}
