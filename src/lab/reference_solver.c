/* lab/reference_solver.c -- see reference_solver.h.
 *
 * All positions are listed first, each with the numbers of its children. Games that cannot loop
 * are then swept from the last position listed to the first until all are valued. Games that
 * can are valued margin by margin, each in rounds: in round r, the positions that are decided
 * in exactly r plies. Where states carry a margin, round r is what a game is worth that is
 * broken off after r plies, until another round changes nothing. */
#include "lab/reference_solver.h"
#include "base/grow.h"
#include "core/play.h"

#include <stdlib.h>
#include <string.h>

typedef struct position {
    size_t children; /* where its children begin in `child` */
    int child_count;
    int seat;
    bool known, ended;
    bool settled; /* known before the margin that is looked at: see value_in_rounds */
    duel_result r;
} position;

struct reference_list {
    const duel_variant *v;
    size_t count, most, room;
    unsigned char *state; /* count × state_size */
    position *p;
    size_t *child;
    size_t child_count, child_room;
    size_t *bucket; /* number + 1 by hash */
    size_t buckets;
};
typedef struct reference_list sweep;

static const void *state_at(const sweep *s, size_t i)
{
    return s->state + i * s->v->state_size;
}

/* ---- listing ------------------------------------------------------------------------- */

static size_t hash_state(const unsigned char *bytes, size_t count)
{
    uint64_t h = 5381;
    while (count--)
        h = h * 33 + *bytes++;
    return (size_t)(h ^ h >> 31);
}

static size_t *bucket_of(const sweep *s, const void *state)
{
    size_t at = hash_state(state, s->v->state_size) % s->buckets;
    while (s->bucket[at] &&
           memcmp(state_at(s, s->bucket[at] - 1), state, s->v->state_size) != 0)
        at = (at + 1) % s->buckets;
    return &s->bucket[at];
}

static bool more_room(sweep *s)
{
    size_t room = s->room, same = room;
    if (!duel_grow(&s->state, s->v->state_size, &room, sizeof room, room + 1) ||
        !GROW(s->p, same, room))
        return false;
    size_t *bucket = calloc(2 * room + 1, sizeof *bucket);
    if (bucket == NULL)
        return false;
    free(s->bucket);
    s->bucket = bucket;
    s->buckets = 2 * room + 1;
    s->room = room;
    for (size_t i = 0; i < s->count; i++)
        *bucket_of(s, state_at(s, i)) = i + 1;
    return true;
}

/* The number of a state, listed now if it was not; false when there is no room. */
static bool number_of_state(sweep *s, const void *state, size_t *out)
{
    if (s->count == s->room && !more_room(s))
        return false;
    size_t *bucket = bucket_of(s, state);
    if (*bucket == 0) {
        if (s->count == s->most)
            return false;
        memcpy(s->state + s->count * s->v->state_size, state, s->v->state_size);
        s->p[s->count] = (position){.seat = s->v->game->turn(s->v, state)};
        *bucket = ++s->count;
    }
    *out = *bucket - 1;
    return true;
}

static bool add_child(sweep *s, size_t number)
{
    if (!GROW(s->child, s->child_room, s->child_count + 1))
        return false;
    s->child[s->child_count++] = number;
    return true;
}

static void end_of(const sweep *s, position *p, const int32_t score[])
{
    int32_t margin = s->v->seats == 1 ? score[0] : score[p->seat] - score[1 - p->seat];
    p->ended = p->known = true;
    p->r.value = margin > 0 ? DUEL_WIN : margin < 0 ? DUEL_LOSS : DUEL_TIE;
    p->r.score = s->v->traits & DUEL_MARGIN ? margin : (margin > 0) - (margin < 0);
}

static bool list_children(sweep *s, size_t i)
{
    duel_state state, child;
    duel_move move[DUEL_MOVES_MAX];
    int32_t score[DUEL_SEATS];
    memcpy(&state, state_at(s, i), s->v->state_size);
    s->p[i].children = s->child_count;
    if (s->v->game->over(s->v, &state, score)) {
        end_of(s, &s->p[i], score);
        return true;
    }
    int count = s->v->game->moves(s->v, &state, move);
    for (int m = 0; m < count; m++) {
        size_t number;
        memcpy(&child, &state, s->v->state_size);
        s->v->game->play(s->v, &child, move[m]);
        if (!number_of_state(s, &child, &number) || !add_child(s, number))
            return false;
    }
    s->p[i].child_count = count;
    return true;
}

/* ---- valuing ------------------------------------------------------------------------- */

/* A child's result as its parent sees it. */
static duel_result from_child(const sweep *s, const position *p, int c)
{
    const position *child = &s->p[s->child[p->children + (size_t)c]];
    duel_result r = child->r;
    if (child->seat != p->seat) {
        r.score = -r.score;
        r.value = r.value == DUEL_WIN ? DUEL_LOSS : r.value == DUEL_LOSS ? DUEL_WIN : r.value;
    }
    r.remoteness++;
    return r;
}

static const position *child_of(const sweep *s, const position *p, int c)
{
    return &s->p[s->child[p->children + (size_t)c]];
}

/* +1 if a is better for the mover. */
static int compare(const duel_result *a, const duel_result *b)
{
    if (a->score != b->score)
        return a->score > b->score ? 1 : -1;
    if (a->remoteness == b->remoteness)
        return 0;
    bool longer = a->remoteness > b->remoteness;
    return (a->value == DUEL_LOSS) == longer ? 1 : -1;
}

static uint32_t least_absent(const sweep *s, const position *p)
{
    for (uint32_t n = 0;; n++) {
        bool present = false;
        for (int c = 0; c < p->child_count; c++)
            present = present || child_of(s, p, c)->r.nimber == n;
        if (!present)
            return n;
    }
}

static bool value_from_children(sweep *s, position *p)
{
    duel_result best = {.value = DUEL_UNSOLVED};
    for (int c = 0; c < p->child_count; c++) {
        if (!child_of(s, p, c)->known)
            return false;
        duel_result r = from_child(s, p, c);
        if (c == 0 || compare(&r, &best) > 0)
            best = r;
    }
    best.nimber = s->v->traits & DUEL_NIMBERS ? least_absent(s, p) : 0;
    p->r = best;
    p->known = true;
    return true;
}

/* Positions that come back, where the game says that none can, are left without a value. */
static void sweep_backwards(sweep *s)
{
    for (bool any = true; any;) {
        any = false;
        for (size_t i = s->count; i-- > 0;)
            if (!s->p[i].known && value_from_children(s, &s->p[i]))
                any = true;
    }
}

/* Whether p is decided by children that were settled, or decided before round `round`: by a
 * move to the score `wanted`, or, if every child is known, by none that is better. */
static bool decided(const sweep *s, const position *p, uint32_t round, int32_t wanted,
                    duel_result *out)
{
    bool all = true, found = false;
    for (int c = 0; c < p->child_count; c++) {
        const position *child = child_of(s, p, c);
        if (!child->known || (!child->settled && child->r.remoteness >= round)) {
            all = false;
            continue;
        }
        duel_result r = from_child(s, p, c);
        if (r.score == wanted) {
            *out = r;
            return true;
        }
        if (!found || compare(&r, out) > 0)
            *out = r;
        found = true;
    }
    return all && found;
}

static bool one_round(sweep *s, uint32_t round, int32_t wanted)
{
    bool any = false;
    for (size_t i = 0; i < s->count; i++) {
        position *p = &s->p[i];
        duel_result r;
        if (p->known || !decided(s, p, round, wanted, &r) || r.remoteness != round)
            continue;
        p->r = r;
        p->known = true;
        any = true;
    }
    return any;
}

/* The largest margin of an end that is less than this one; false: there is none. */
static bool next_margin(const sweep *s, int32_t *margin)
{
    int32_t largest = -1;
    for (size_t i = 0; i < s->count; i++) {
        int32_t here = abs(s->p[i].r.score);
        if (s->p[i].ended && here < *margin && here > largest)
            largest = here;
    }
    *margin = largest;
    return largest >= 0;
}

/* What is known is settled, and the ends of this margin are known besides. */
static void begin_margin(sweep *s, int32_t margin)
{
    for (size_t i = 0; i < s->count; i++) {
        position *p = &s->p[i];
        p->settled = p->known;
        p->known = p->known || (p->ended && abs(p->r.score) == margin);
    }
}

/* The largest margin first: whoever can have it takes it, and only who cannot escape it loses
 * by it. Ties come last; what is left then goes on for ever. */
static void value_in_rounds(sweep *s)
{
    int32_t margin = INT32_MAX;
    for (size_t i = 0; i < s->count; i++)
        s->p[i].known = false;
    while (next_margin(s, &margin)) {
        begin_margin(s, margin);
        for (uint32_t quiet = 0, round = 1; quiet < 2; round++)
            quiet = one_round(s, round, margin) ? 0 : quiet + 1;
    }
    for (size_t i = 0; i < s->count; i++) {
        if (!s->p[i].known)
            s->p[i].r = (duel_result){.value = DUEL_DRAW};
        s->p[i].known = true;
    }
}

/* ---- margins that are carried -------------------------------------------------------- */

static int32_t best_of_children(const sweep *s, const position *p, const int32_t *worth)
{
    int32_t best = INT32_MIN;
    for (int c = 0; c < p->child_count; c++) {
        size_t child = s->child[p->children + (size_t)c];
        int32_t here = s->p[child].seat == p->seat ? worth[child] : -worth[child];
        best = here > best ? here : best;
    }
    return best;
}

static uint32_t tier_at(const sweep *s, size_t i)
{
    return s->v->game->accel->tier(s->v, state_at(s, i));
}

/* One ply later, in the positions of a tier. */
static bool break_off_later(const sweep *s, uint32_t tier, int32_t *worth, int32_t *next)
{
    bool changed = false;
    for (size_t i = 0; i < s->count; i++)
        if (tier_at(s, i) == tier)
            next[i] = s->p[i].ended ? s->p[i].r.score : best_of_children(s, &s->p[i], worth);
    for (size_t i = 0; i < s->count; i++)
        if (tier_at(s, i) == tier && worth[i] != next[i]) {
            worth[i] = next[i];
            changed = true;
        }
    return changed;
}

/* The lowest tier above this one; false: there is none. */
static bool next_tier(const sweep *s, bool first, uint32_t *tier)
{
    bool found = false;
    uint32_t least = 0;
    for (size_t i = 0; i < s->count; i++) {
        uint32_t here = tier_at(s, i);
        if ((first || here > *tier) && (!found || here < least)) {
            least = here;
            found = true;
        }
    }
    *tier = least;
    return found;
}

/* False: no memory. */
static bool value_by_breaking_off(sweep *s)
{
    int32_t *worth = malloc(s->count * sizeof *worth), *next = malloc(s->count * sizeof *next);
    bool room = worth && next;
    uint32_t tier = 0;
    for (size_t i = 0; room && i < s->count; i++)
        worth[i] = s->v->game->accel->carried(s->v, state_at(s, i));
    for (bool first = true; room && next_tier(s, first, &tier); first = false)
        while (break_off_later(s, tier, worth, next))
            continue;
    for (size_t i = 0; room && i < s->count; i++) {
        s->p[i].r = (duel_result){.score = worth[i], .remoteness = DUEL_NO_REMOTENESS};
        s->p[i].r.value = worth[i] > 0 ? DUEL_WIN : worth[i] < 0 ? DUEL_LOSS : DUEL_TIE;
        s->p[i].known = true;
    }
    free(worth);
    free(next);
    return room;
}

/* ---- the list ------------------------------------------------------------------------ */

static bool list_all(sweep *s, const void *state)
{
    size_t root;
    bool listed = number_of_state(s, state, &root);
    for (size_t i = 0; listed && i < s->count; i++)
        listed = list_children(s, i);
    return listed;
}

static bool value_all(sweep *s)
{
    const duel_accel *a = s->v->game->accel;
    if (a && a->carried)
        return value_by_breaking_off(s);
    if (s->v->traits & DUEL_LOOPY)
        value_in_rounds(s);
    else
        sweep_backwards(s);
    return true;
}

reference_list *reference_list_new(const duel_variant *v, const void *state, size_t most)
{
    reference_list *s = calloc(1, sizeof *s);
    if (s == NULL)
        return NULL;
    s->v = v;
    s->most = most;
    if (list_all(s, state) && value_all(s))
        return s;
    reference_list_free(s);
    return NULL;
}

void reference_list_free(reference_list *s)
{
    if (s == NULL)
        return;
    free(s->state);
    free(s->p);
    free(s->child);
    free(s->bucket);
    free(s);
}

size_t reference_list_count(const reference_list *s)
{
    return s->count;
}

const void *reference_list_state(const reference_list *s, size_t i)
{
    return state_at(s, i);
}

bool reference_list_find(const reference_list *s, const void *state, duel_result *out)
{
    size_t number = *bucket_of(s, state);
    if (number == 0 || !s->p[number - 1].known)
        return false;
    *out = s->p[number - 1].r;
    return true;
}

duel_status reference_solve(const duel_variant *v, const void *state, size_t most,
                            duel_result *out, duel_msg *why)
{
    if (v->seats > 2 || duel_has_secrets(v))
        return duel_refuse(why,
                           N_("Only games of one or two players without secrets can be "
                              "checked this way."),
                           "");
    reference_list *listed = reference_list_new(v, state, most);
    bool found = listed && reference_list_find(listed, state, out);
    reference_list_free(listed);
    if (!listed)
        duel_say(why, N_("More than {0} positions lie below this one: too many to check."), "i",
                 (int64_t)most);
    else if (!found)
        return duel_refuse(why,
                           N_("Positions below this one come back, in a game that is not "
                              "loopy."),
                           "");
    return listed ? DUEL_OK : DUEL_NO_SPACE;
}
