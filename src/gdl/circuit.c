/* gdl/circuit.c -- see circuit.h. */
#include "gdl/circuit.h"

#include <stdlib.h>
#include <string.h>

void gdl_circuit_init(gdl_circuit *c, gdl_job *j, uint32_t facts, uint32_t loops,
                      uint32_t roles, const uint32_t *first_move)
{
    *c = (gdl_circuit){.job = j,
                       .facts = facts,
                       .moves = first_move[roles],
                       .loops = loops,
                       .roles = roles,
                       .first_move = first_move};
    gdl_pool_init(&c->gates, j);
    c->allowed = gdl_take(j, c->moves, 1);
}

/* ---- gates ------------------------------------------------------------------------------ */

static gdl_signal gate_of(gdl_circuit *c, const gdl_signal *s, size_t count, uint8_t set)
{
    uint32_t before = c->gates.count, g = gdl_pool_id(&c->gates, s, count);
    if (g == before) {
        c->set_of = gdl_more(c->job, c->set_of, &c->set_room, (size_t)g + 1, 1);
        c->set_of[g] = set;
        gdl_tick(c->job);
    }
    return (gdl_first_gate(c) + g) << 1;
}

static int compare_signals(const void *a, const void *b)
{
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return (x > y) - (x < y);
}

/* In order, each once, without "yes". Returns how many are left; *never: they exclude each
 * other. */
static size_t tidy(gdl_signal *s, size_t count, bool *never)
{
    size_t kept = 0;
    *never = false;
    if (count > 1)
        qsort(s, count, sizeof *s, compare_signals);
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

/* A signal about a role's move forbids some: allowed[] of those becomes 0. */
static void forbid(gdl_circuit *c, gdl_signal s, uint32_t role)
{
    uint32_t from = c->first_move[role], to = c->first_move[role + 1], node = s >> 1;
    uint32_t first = 1 + c->facts, gate = node - gdl_first_gate(c);
    bool is_gate = node >= gdl_first_gate(c);
    bool only_listed = is_gate == (s & 1); /* "m", and "not none of these" */
    gdl_signal single = node << 1 | 1;
    const gdl_signal *listed = is_gate ? gdl_pool_at(&c->gates, gate) : &single;
    size_t count = is_gate ? gdl_pool_length(&c->gates, gate) : 1;
    for (size_t i = 0; i < count; i++)
        c->allowed[(listed[i] >> 1) - first] |= only_listed ? 2 : 4;
    for (uint32_t m = from; m < to; m++) {
        bool drop = only_listed ? !(c->allowed[m] & 2) : c->allowed[m] & 4;
        c->allowed[m] = drop ? 0 : c->allowed[m] & 1;
    }
}

/* "The role's move is one of those allowed." */
static gdl_signal set_signal(gdl_circuit *c, uint32_t role)
{
    uint32_t from = c->first_move[role], to = c->first_move[role + 1], in = 0;
    for (uint32_t m = from; m < to; m++)
        in += c->allowed[m];
    uint32_t out = to - from - in;
    uint8_t listed = in <= out; /* the smaller half */
    if (in == 0 || out == 0)
        return in == 0 ? GDL_NO : GDL_YES;
    gdl_signal *s = gdl_take(c->job, listed ? in : out, sizeof *s), set;
    size_t count = 0;
    for (uint32_t m = from; m < to; m++)
        if (c->allowed[m] == listed)
            s[count++] = gdl_move_signal(c, m) | 1;
    set = count == 1 ? s[0] : gate_of(c, s, count, (uint8_t)(role + 1));
    gdl_give(c->job, s);
    return set ^ listed;
}

/* Puts what is said about one role's move into one signal. */
static size_t merge_role(gdl_circuit *c, gdl_signal *s, size_t count, uint32_t role)
{
    size_t kept = 0;
    memset(c->allowed + c->first_move[role], 1, c->first_move[role + 1] - c->first_move[role]);
    for (size_t i = 0; i < count; i++) {
        if (role_of_signal(c, s[i]) == role + 1)
            forbid(c, s[i], role);
        else
            s[kept++] = s[i];
    }
    s[kept++] = set_signal(c, role);
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
    c->times = gdl_more(c->job, c->times, &c->times_room, signals, sizeof *c->times);
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
        part_products(c, p, s, &with);
        gdl_signal pair[] = {s, sum_products(c, &with)};
        gdl_push(c->job, terms, gdl_all_of(c, pair, 2));
        gdl_give(c->job, with.at);
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
    gdl_give(c->job, terms.at);
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
    gdl_give(c->job, own.at);
    return sum;
}
