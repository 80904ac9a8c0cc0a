/* engines/solve_batched.c -- solves games that expand many positions at the price of one, in
 * batches, generation by generation: see exact.h.
 *
 * Where ways of different lengths lead to a position it may be at hand in several generations
 * at once; then it is opened in each, and what lies below it but once. A game where that
 * happens too often is given up. */
#include "base/grow.h"
#include "core/play.h"
#include "engines/exact.h"

#include <stdlib.h>
#include <string.h>

/* Positions opened together at most; their children; bytes of those, if one position has not
 * more. */
enum { TOGETHER = 256, CHILDREN = 4096, CHILD_BYTES = 1 << 20 };
enum { CLOCK_EVERY = 8192 };
enum { AHEAD = 16 }; /* so far ahead lines of the table are asked for */
/* Positions opened again that are not worth a thought. */
enum { FEW_AGAIN = 4096 };

/* A child that was not known when its parent was opened. */
typedef struct link {
    uint64_t key;
    uint32_t parent; /* in its generation */
    int32_t seat;
} link;

typedef struct generation {
    int count;
    uint64_t key[TOGETHER];
    uint8_t seat[TOGETHER];
    duel_result best[TOGETHER];
    link *link;            /* by child that was not known, in the order of */
    unsigned char *states; /* the children themselves */
    size_t links, next;    /* how many; which is to be looked at next */
    size_t room;
} generation;

typedef struct broods {
    acyclic *a;
    generation **level;
    size_t depth, deepest; /* generations under valuation; those there is memory for */
    size_t bytes;          /* of all of them */
    int count;             /* positions to be opened next, */
    unsigned char *states; /* and what they are: */
    uint64_t key[TOGETHER];
    uint16_t in[2 * TOGETHER]; /* hash table of their keys: 1 + which */
    duel_children brood;
    uint32_t *id;             /* by child: its number, in games without a key */
    solve_table_place *place; /* by child: where it is looked for */
    uint64_t nodes, since_clock;
    uint64_t again; /* positions that were known already when they were done */
    bool crossed;   /* those were too many */
    duel_status status;
} broods;

static generation *top_of(const broods *b)
{
    return b->level[b->depth - 1];
}

static size_t state_bytes(const broods *b)
{
    return b->a->v->state_size;
}

/* ---- memory ------------------------------------------------------------------------------ */

static bool give_up(broods *b, duel_status status)
{
    b->status = status;
    return false;
}

static size_t bytes_held(const broods *b)
{
    const acyclic *a = b->a;
    return b->bytes + solve_table_bytes(a->table) +
           (a->states ? state_ids_bytes(a->states) : 0);
}

static bool room_in_table(broods *b, uint64_t more)
{
    acyclic *a = b->a;
    while (solve_table_crowded_by(a->table, more)) {
        size_t others = bytes_held(b) - solve_table_bytes(a->table);
        if (solve_table_bytes_grown(a->table, 1) + others > a->memory ||
            !solve_table_grow(a->table))
            return give_up(b, DUEL_NO_SPACE);
    }
    return true;
}

static bool room_for_numbers(broods *b, uint64_t more)
{
    const state_ids *states = b->a->states;
    if (states == NULL || states->count + more < states->room)
        return true;
    size_t others = bytes_held(b) - state_ids_bytes(states);
    return others + state_ids_bytes_grown(states) <= b->a->memory || give_up(b, DUEL_NO_SPACE);
}

static bool widen_generation(broods *b, generation *g)
{
    size_t room = g->room ? 2 * g->room : 64;
    size_t more = (room - g->room) * (sizeof *g->link + state_bytes(b));
    if (bytes_held(b) + more > b->a->memory)
        return give_up(b, DUEL_NO_SPACE);
    link *links = realloc(g->link, room * sizeof *links);
    if (links)
        g->link = links;
    unsigned char *states = realloc(g->states, room * state_bytes(b));
    if (states)
        g->states = states;
    if (links == NULL || states == NULL)
        return give_up(b, DUEL_NO_SPACE);
    g->room = room;
    b->bytes += more;
    return true;
}

/* The next generation, empty. One that was there before keeps its memory. */
static generation *add_generation(broods *b)
{
    if (b->depth > b->a->v->max_plies) {
        give_up(b, DUEL_FAILED);
        return NULL;
    }
    if (b->depth == b->deepest) {
        bool room = GROW_ONE(b->level, b->deepest);
        generation *g = room ? calloc(1, sizeof *g) : NULL;
        if (g == NULL) {
            give_up(b, DUEL_NO_SPACE);
            return NULL;
        }
        b->level[b->deepest++] = g;
        b->bytes += sizeof *g + sizeof *b->level;
    }
    generation *g = b->level[b->depth++];
    g->links = g->next = 0;
    return g;
}

/* ---- results ----------------------------------------------------------------------------- */

/* False: it was there before. */
static bool keep_code(broods *b, const solve_table_place *at, uint64_t code)
{
    bool fresh = solve_table_put_at(b->a->table, at, code, false);
    solve_table_add_inserted(b->a->table, fresh);
    return fresh;
}

static bool opens_too_much(broods *b)
{
    uint64_t known = atomic_load_explicit(&b->a->table->used, memory_order_relaxed);
    b->crossed = b->again > FEW_AGAIN + known / 2;
    return b->crossed;
}

static void fold_child(const broods *b, generation *g, uint32_t parent, uint64_t code, int seat)
{
    duel_result r = value_decode(&b->a->format, code);
    r = value_step(r, seat != g->seat[parent]);
    duel_result *best = &g->best[parent];
    if (best->value == DUEL_UNSOLVED || value_better(&r, best))
        *best = r;
}

static void fold_waiting(const broods *b, generation *g)
{
    const solve_table *table = b->a->table;
    for (size_t i = 0; i < g->links; i++) {
        if (i + AHEAD < g->links)
            solve_table_place_of(table, g->link[i + AHEAD].key);
        const link *l = &g->link[i];
        fold_child(b, g, l->parent, solve_table_get(table, l->key), l->seat);
    }
}

/* All children are known. */
static bool finish_generation(broods *b)
{
    const acyclic *a = b->a;
    generation *g = top_of(b);
    if (!room_in_table(b, (uint64_t)g->count))
        return false;
    fold_waiting(b, g);
    for (int i = 0; i < g->count; i++) {
        if (!value_fits(&a->format, g->best[i].remoteness))
            return give_up(b, DUEL_FAILED);
        solve_table_place at = solve_table_place_of(a->table, g->key[i]);
        b->again += !keep_code(b, &at, value_encode(&a->format, &g->best[i]));
    }
    b->depth--;
    return !opens_too_much(b) || give_up(b, DUEL_STOPPED);
}

/* ---- opening ----------------------------------------------------------------------------- */

static void place_children(broods *b, int made)
{
    const acyclic *a = b->a;
    const unsigned char *child = b->brood.child;
    if (a->states)
        state_ids_list(a->states, child, (size_t)made, b->id);
    for (int i = 0; i < made; i++, child += state_bytes(b))
        b->place[i] =
            solve_table_place_of(a->table, a->states ? b->id[i] : a->key(a->v, child));
}

static bool keep_waiting(broods *b, generation *g, int child, int seat)
{
    if (g->links == g->room && !widen_generation(b, g))
        return false;
    size_t size = state_bytes(b);
    memcpy(g->states + g->links * size, (unsigned char *)b->brood.child + (size_t)child * size,
           size);
    g->link[g->links++] = (link){b->place[child].key, (uint32_t)b->brood.parent[child], seat};
    return true;
}

/* A child that is known or has ended is folded in at once; the others wait. */
static bool look_at_child(broods *b, generation *g, int i)
{
    const acyclic *a = b->a;
    const void *child = (const unsigned char *)b->brood.child + (size_t)i * state_bytes(b);
    int32_t score[DUEL_SEATS];
    int seat = a->v->game->turn(a->v, child);
    uint64_t code = solve_table_get_at(a->table, &b->place[i]);
    if (!acyclic_known(code)) {
        if (!a->v->game->over(a->v, child, score))
            return keep_waiting(b, g, i, seat);
        duel_result r = value_of_end(a->v, score, seat);
        code = value_encode(&a->format, &r);
        keep_code(b, &b->place[i], code);
    }
    fold_child(b, g, (uint32_t)b->brood.parent[i], code, seat);
    return true;
}

/* Opens the positions that were gathered, as many as there is room for; how many. */
static int open_generation(broods *b)
{
    const duel_variant *v = b->a->v;
    int made;
    generation *g = add_generation(b);
    if (g == NULL)
        return 0;
    g->count = duel_expand(v, b->states, b->count, &b->brood, &made);
    b->nodes += (uint64_t)g->count;
    b->since_clock += (uint64_t)g->count;
    for (int i = 0; i < g->count; i++) {
        g->key[i] = b->key[i];
        g->seat[i] = (uint8_t)v->game->turn(v, b->states + (size_t)i * state_bytes(b));
        g->best[i] = (duel_result){.value = DUEL_UNSOLVED};
    }
    if (!room_for_numbers(b, (uint64_t)made) || !room_in_table(b, (uint64_t)made))
        return 0;
    place_children(b, made);
    if (b->a->states && b->a->states->failed) {
        give_up(b, DUEL_NO_SPACE);
        return 0;
    }
    for (int i = 0; i < made; i++)
        if (!look_at_child(b, g, i))
            return 0;
    return g->count;
}

/* ---- which positions are opened next ------------------------------------------------- */

/* Unless it is among them already. */
static void gather_position(broods *b, uint64_t key, const void *state)
{
    uint64_t at = key * UINT64_C(0x9E3779B97F4A7C15) >> 32;
    uint16_t *in = &b->in[at % (2 * TOGETHER)];
    while (*in && b->key[*in - 1] != key)
        in = &b->in[++at % (2 * TOGETHER)];
    if (*in)
        return;
    b->key[b->count] = key;
    memcpy(b->states + (size_t)b->count * state_bytes(b), state, state_bytes(b));
    *in = (uint16_t)++b->count;
}

/* From the children of the generation on top. from[i] becomes which of them is the i-th. */
static void gather_children(broods *b, size_t from[TOGETHER])
{
    generation *g = top_of(b);
    b->count = 0;
    memset(b->in, 0, sizeof b->in);
    for (; g->next < g->links && b->count < TOGETHER; g->next++) {
        if (g->next + AHEAD < g->links)
            solve_table_place_of(b->a->table, g->link[g->next + AHEAD].key);
        uint64_t key = g->link[g->next].key;
        from[b->count] = g->next;
        if (!acyclic_known(solve_table_get(b->a->table, key)))
            gather_position(b, key, g->states + g->next * state_bytes(b));
    }
}

static bool step_down(broods *b)
{
    size_t from[TOGETHER + 1];
    size_t here = b->depth - 1;
    gather_children(b, from);
    if (b->count == 0)
        return finish_generation(b);
    int opened = open_generation(b);
    if (opened && opened < b->count)
        b->level[here]->next = from[opened]; /* the rest later */
    return opened > 0;
}

/* ---- running ------------------------------------------------------------------------- */

static void report_generations(const broods *b)
{
    limits_tell(&b->a->limits, b->nodes, atomic_load(&b->a->table->used), bytes_held(b));
}

static bool may_go_on(broods *b)
{
    const limits *l = &b->a->limits;
    if (limits_asked(l) || limits_nodes(l, b->nodes))
        return give_up(b, DUEL_STOPPED);
    if (b->since_clock < CLOCK_EVERY)
        return true;
    b->since_clock = 0;
    report_generations(b);
    return !limits_time(l) || give_up(b, DUEL_STOPPED);
}

static void value_all(broods *b, const void *root)
{
    b->count = 0;
    gather_position(b, acyclic_key(b->a, root), root);
    bool fine = open_generation(b) > 0;
    while (fine && b->depth && may_go_on(b))
        fine = step_down(b);
}

static bool broods_init(broods *b)
{
    const duel_variant *v = b->a->v;
    size_t room = CHILD_BYTES / v->state_size;
    room = room > CHILDREN ? CHILDREN : room;
    room = room < v->max_moves ? v->max_moves : room;
    b->states = malloc(TOGETHER * state_bytes(b));
    b->id = malloc(room * sizeof *b->id);
    b->place = malloc(room * sizeof *b->place);
    return children_init(&b->brood, v, (int)room) && b->states && b->id && b->place;
}

static void broods_fini(broods *b)
{
    for (size_t i = 0; i < b->deepest; i++) {
        free(b->level[i]->link);
        free(b->level[i]->states);
        free(b->level[i]);
    }
    free(b->level);
    free(b->states);
    free(b->id);
    free(b->place);
    children_fini(&b->brood);
}

duel_status solve_in_batches(acyclic *a, const void *root, bool *crossed, duel_msg *why)
{
    broods *b = calloc(1, sizeof *b);
    *crossed = false;
    if (b == NULL)
        return duel_no_space(why);
    b->a = a;
    b->status = DUEL_OK;
    if (broods_init(b))
        value_all(b, root);
    else
        b->status = DUEL_NO_SPACE;
    report_generations(b);
    a->nodes = b->nodes;
    *crossed = b->crossed;
    duel_status status = b->status;
    broods_fini(b);
    free(b);
    return acyclic_explain(a, status, why);
}
