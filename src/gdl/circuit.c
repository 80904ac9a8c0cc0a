/* gdl/circuit.c -- conditions as gates, each kept once.
 *
 * There is one kind of gate, "all of these"; what is negated is negated where it is used, so
 * "one of these" is "not all of them not". Inputs are the facts of the state and the moves.
 *
 * Exactly one move of each role is made. So "one of these moves" and "none of the others" are
 * the same, and whatever says something of a role's move alone is a set of moves, kept as the
 * smaller of the two. That is what makes frame axioms cheap: that a square stays as it is
 * unless one of a few moves is made comes as the list of all the others. */
#include "gdl/inside.h"

#include <stdlib.h>
#include <string.h>

void gdl_circuit_init(gdl_circuit *c, gdl_arena *j, uint32_t facts, uint32_t loops,
                      uint32_t roles, const uint32_t *first_move)
{
    *c = (gdl_circuit){.job = j,
                       .facts = facts,
                       .moves = first_move[roles],
                       .loops = loops,
                       .roles = roles,
                       .first_move = first_move};
    gdl_pool_init(&c->gates, j);
    c->said = gdl_arena_alloc(j, c->moves, sizeof *c->said);
}

/* ---- gates ------------------------------------------------------------------------------ */

static gdl_signal gate_of(gdl_circuit *c, const gdl_signal *s, size_t count, uint8_t set)
{
    uint32_t before = c->gates.count, g = gdl_pool_id(&c->gates, s, count);
    if (g == before) {
        c->set_of = gdl_arena_grow(c->job, c->set_of, &c->set_room, (size_t)g + 1, 1);
        c->set_of[g] = set;
        gdl_tick(c->job);
    }
    return (gdl_first_gate(c) + g) << 1;
}

/* In order, each once, without "yes". Returns how many are left; *never: they exclude each
 * other. */
static size_t tidy(gdl_signal *s, size_t count, bool *never)
{
    size_t kept = 0;
    *never = false;
    gdl_sort(s, count);
    for (size_t i = 0; i < count; i++) {
        if (s[i] == GDL_YES || (kept && s[kept - 1] == s[i]))
            continue;
        *never |= s[i] == GDL_NO || (kept && s[kept - 1] == (s[i] ^ 1));
        s[kept++] = s[i];
    }
    return kept;
}

/* ---- sets of moves ---------------------------------------------------------------------- */

/* The role whose move a signal is about, + 1; 0: it is about something else. */
static uint32_t role_of_signal(const gdl_circuit *c, gdl_signal s)
{
    uint32_t node = s >> 1, first = 1 + c->facts;
    if (node >= gdl_first_gate(c))
        return c->set_of[node - gdl_first_gate(c)];
    if (node < first || node >= first + c->moves)
        return 0;
    uint32_t role = 0;
    while (c->first_move[role + 1] <= node - first)
        role++;
    return role + 1;
}

/* A signal about a role's move lists moves: it is one of them, or it is none of them. */
typedef struct listing {
    const gdl_signal *listed;
    uint32_t count;
    gdl_signal single;
    bool one;
} listing;

static void list_moves(const gdl_circuit *c, gdl_signal s, listing *l)
{
    uint32_t node = s >> 1, first = gdl_first_gate(c);
    bool gate = node >= first;
    l->single = node << 1;
    l->listed = gate ? gdl_pool_at(&c->gates, node - first) : &l->single;
    l->count = gate ? gdl_pool_length(&c->gates, node - first) : 1;
    l->one = gate == (s & 1); /* "m", and "not none of these" */
}

/* What all signals of one role's move say together: `ones` of them give lists to be one of. */
typedef struct move_set {
    uint32_t role, ones;
    gdl_list met; /* moves that stand in some list, each once */
} move_set;

static void meet_move(gdl_circuit *c, move_set *set, uint32_t move, bool one)
{
    gdl_reached *said = &c->said[move];
    if (said->in == 0 && !said->barred)
        gdl_push(c->job, &set->met, move);
    if (one)
        said->in++;
    else
        said->barred = true;
}

static void meet_signal(gdl_circuit *c, move_set *set, gdl_signal s)
{
    listing l;
    list_moves(c, s, &l);
    set->ones += l.one;
    for (uint32_t i = 0; i < l.count; i++)
        meet_move(c, set, (l.listed[i] >> 1) - 1 - c->facts, l.one);
}

static bool is_allowed(const gdl_circuit *c, const move_set *set, uint32_t move)
{
    return c->said[move].in == set->ones && !c->said[move].barred;
}

/* The moves that are allowed, or those that are not; from what was met, if that is enough. */
static void list_set(gdl_circuit *c, const move_set *set, bool allowed, gdl_list *out)
{
    bool all = allowed == (set->ones == 0); /* what was not met is allowed as well, or barred */
    uint32_t from = c->first_move[set->role], to = c->first_move[set->role + 1];
    for (uint32_t m = all ? from : to; m < to; m++)
        if (is_allowed(c, set, m) == allowed)
            gdl_push(c->job, out, gdl_move_signal(c, m) | 1);
    for (size_t i = 0; i < set->met.count && !all; i++)
        if (is_allowed(c, set, set->met.at[i]) == allowed)
            gdl_push(c->job, out, gdl_move_signal(c, set->met.at[i]) | 1);
    gdl_sort(out->at, out->count);
}

/* "The role's move is one of those allowed", by the shorter list. */
static gdl_signal set_signal(gdl_circuit *c, const move_set *set)
{
    uint32_t moves = c->first_move[set->role + 1] - c->first_move[set->role], in = 0;
    for (size_t i = 0; i < set->met.count; i++)
        in += is_allowed(c, set, set->met.at[i]);
    if (set->ones == 0)
        in += moves - (uint32_t)set->met.count;
    if (in == 0 || in == moves)
        return in ? GDL_YES : GDL_NO;
    gdl_list listed = {0};
    bool allowed = in <= moves - in;
    list_set(c, set, allowed, &listed);
    gdl_ticks(c->job, moves);
    gdl_signal none = listed.count == 1
                          ? listed.at[0]
                          : gate_of(c, listed.at, listed.count, (uint8_t)(set->role + 1));
    gdl_arena_free(c->job, listed.at);
    return none ^ allowed;
}

/* Puts what is said about one role's move into one signal. */
static size_t merge_role(gdl_circuit *c, gdl_signal *s, size_t count, uint32_t role)
{
    move_set set = {.role = role};
    size_t kept = 0;
    for (size_t i = 0; i < count; i++) {
        if (role_of_signal(c, s[i]) == role + 1)
            meet_signal(c, &set, s[i]);
        else
            s[kept++] = s[i];
    }
    s[kept++] = set_signal(c, &set);
    gdl_ticks(c->job, set.met.count + count);
    for (size_t i = 0; i < set.met.count; i++)
        c->said[set.met.at[i]] = (gdl_reached){0, false};
    gdl_arena_free(c->job, set.met.at);
    return kept;
}

/* Roles beyond those that fit a byte are left as they are. */
static size_t merge_moves(gdl_circuit *c, gdl_signal *s, size_t count)
{
    for (uint32_t role = 0; role < c->roles && role < 200; role++) {
        size_t about = 0;
        for (size_t i = 0; i < count && about < 2; i++)
            about += role_of_signal(c, s[i]) == role + 1;
        if (about >= 2 || c->first_move[role + 1] - c->first_move[role] == 1)
            count = about ? merge_role(c, s, count, role) : count;
    }
    return count;
}

/* ---- all, one, sums --------------------------------------------------------------------- */

gdl_signal gdl_all_of(gdl_circuit *c, gdl_signal *s, size_t count)
{
    bool never;
    count = tidy(s, count, &never);
    if (never)
        return GDL_NO;
    count = tidy(s, merge_moves(c, s, count), &never);
    if (never)
        return GDL_NO;
    return count == 0 ? GDL_YES : count == 1 ? s[0] : gate_of(c, s, count, 0);
}

gdl_signal gdl_one_of(gdl_circuit *c, gdl_signal *s, size_t count)
{
    for (size_t i = 0; i < count; i++)
        s[i] ^= 1;
    return gdl_all_of(c, s, count) ^ 1;
}

enum { MOST_FACTORED = 1 << 20 }; /* words of a sum; a larger one is taken as it is */

/* The signal that most products have; *most: how many. */
static gdl_signal commonest(gdl_circuit *c, const gdl_list *p, uint32_t *most)
{
    gdl_signal best = GDL_YES;
    size_t signals = ((size_t)gdl_first_gate(c) + c->gates.count) * 2;
    c->times = gdl_arena_grow(c->job, c->times, &c->times_room, signals, sizeof *c->times);
    *most = 0;
    for (size_t i = 0; i < p->count; i += p->at[i] + 1)
        for (uint32_t k = 1; k <= p->at[i]; k++) {
            gdl_signal s = p->at[i + k];
            if (++c->times[s] > *most) {
                *most = c->times[s];
                best = s;
            }
        }
    for (size_t i = 0; i < p->count; i += p->at[i] + 1)
        for (uint32_t k = 1; k <= p->at[i]; k++)
            c->times[p->at[i + k]] = 0;
    return best;
}

/* Takes the products with the signal out of p, without it; the others stay. */
static void part_products(gdl_circuit *c, gdl_list *p, gdl_signal s, gdl_list *with)
{
    size_t to = 0;
    for (size_t i = 0, next; i < p->count; i = next) {
        uint32_t count = p->at[i], found = 0;
        next = i + count + 1;
        for (uint32_t k = 1; k <= count; k++)
            found |= p->at[i + k] == s;
        if (!found) {
            memmove(p->at + to, p->at + i, (count + 1) * sizeof *p->at);
            to += count + 1;
            continue;
        }
        gdl_push(c->job, with, count - 1);
        for (uint32_t k = 1; k <= count; k++)
            if (p->at[i + k] != s)
                gdl_push(c->job, with, p->at[i + k]);
    }
    p->count = to;
}

static gdl_signal sum_products(gdl_circuit *c, gdl_list *p);

/* Factors out the commonest until none is in two products. */
static void factor_products(gdl_circuit *c, gdl_list *p, gdl_list *terms)
{
    uint32_t most;
    for (gdl_signal s; s = commonest(c, p, &most), most > 1;) {
        gdl_list with = {0};
        gdl_ticks(c->job, p->count);
        part_products(c, p, s, &with);
        gdl_signal pair[] = {s, sum_products(c, &with)};
        gdl_push(c->job, terms, gdl_all_of(c, pair, 2));
        gdl_arena_free(c->job, with.at);
    }
}

static gdl_signal sum_products(gdl_circuit *c, gdl_list *p)
{
    gdl_list terms = {0};
    for (size_t i = 0; i < p->count; i += p->at[i] + 1)
        if (p->at[i] == 0)
            return GDL_YES;
    if (p->count < MOST_FACTORED)
        factor_products(c, p, &terms);
    for (size_t i = 0, next; i < p->count; i = next) {
        next = i + p->at[i] + 1;
        gdl_push(c->job, &terms, gdl_all_of(c, p->at + i + 1, p->at[i]));
    }
    gdl_signal sum = gdl_one_of(c, terms.at, terms.count);
    gdl_arena_free(c->job, terms.at);
    return sum;
}

/* A product with "no" in it is none; "yes" and what stands twice is left out. */
gdl_signal gdl_sum_of(gdl_circuit *c, const uint32_t *products, size_t words)
{
    gdl_list own = {0};
    for (size_t i = 0; i < words; i += products[i] + 1) {
        size_t begin = own.count;
        bool never;
        gdl_push(c->job, &own, 0);
        for (uint32_t k = 1; k <= products[i]; k++)
            gdl_push(c->job, &own, products[i + k]);
        size_t kept = tidy(own.at + begin + 1, products[i], &never);
        own.at[begin] = (uint32_t)kept;
        own.count = never ? begin : begin + 1 + kept;
    }
    gdl_signal sum = sum_products(c, &own);
    gdl_arena_free(c->job, own.at);
    return sum;
}
