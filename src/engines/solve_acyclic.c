/* engines/solve_acyclic.c -- solves games that cannot loop depth first, with a table: see
 * exact.h.
 *
 * A frame of the stack is a position under valuation:
 *     frame | state | bits of the nimbers seen below | children still to look at
 * Opening positions makes all their children, asks the processor to fetch the lines of the
 * table these may be in, and only then looks them up: most are known or ended, and the rest
 * stay to be looked at. Of each its key is kept, so that it is made again only if it is to be
 * opened, and looked up again only if something was written since.
 *
 * Brothers of one tier are opened together, so that the lines of all their children are on
 * their way at once: none of them lies below another, so nothing is opened that would not have
 * been, nor twice. Their frames lie above each other, the first on top, and each hands its
 * result to the same one below. */
#include "core/fault_guard.h"
#include "core/play.h"
#include "engines/exact.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

/* OWN_LINE keeps what one thread writes all the time off the cache lines of the others (two,
 * since processors fetch them in pairs). */
enum { OWN_LINE = 128 };
/* A position is marked as being worked on so that the other threads put it off; but not when
 * fewer plies than this are left to the deepest seen: it is done sooner than marked. */
enum { WORTH_A_MARK = 6 };
enum { ACCOUNT_EVERY = 256, CLOCK_EVERY = 8192 };

typedef struct frame {
    uint32_t below, parent; /* in words: the frame under this one, and who wants its result */
    uint64_t key;
    union {
        uint64_t rank;    /* of the best child seen so far, */
        duel_result best; /* or what it is worth: see fold_code */
    };
    uint32_t count, next; /* children to look at, and which comes next */
    uint32_t deferred;    /* of those, put off because somebody was at work on them */
    uint32_t stored;      /* what this thread had written when the children were looked up */
    uint32_t ply;
    int seat;
} frame;

/* A child to look at. Keys have 61 bits at most, since codes have 3: above them stand its seat,
 * 0 or 1, and whether it is of the same tier as the child before it. */
typedef struct unseen {
    duel_move move;
    uint64_t key;
} unseen;

#define UNSEEN_SEAT    (UINT64_C(1) << 63)
#define UNSEEN_BROTHER (UINT64_C(1) << 62)

static uint64_t unseen_key(const unseen *u)
{
    return u->key & ~(UNSEEN_SEAT | UNSEEN_BROTHER);
}

static int unseen_seat(const unseen *u)
{
    return u->key & UNSEEN_SEAT ? 1 : 0;
}

/* Positions opened together: at most so many, and children in so many bytes. */
enum { FAMILY = 8, FAMILY_BYTES = 1 << 16 };

/* What the threads of one solve share. */
typedef struct crew {
    acyclic *a;
    int threads;
    bool shared; /* more than one thread */
    pthread_mutex_t lock;
    pthread_cond_t changed;
    int running,
        waiting; /* threads inside the search; of those, waiting for the table to grow */
    unsigned meetings;
    bool growing;
    _Alignas(OWN_LINE) atomic_bool grow, halt;
    _Alignas(OWN_LINE) atomic_uint_fast64_t nodes;
    atomic_size_t stacks; /* bytes of all stacks */
    duel_status status;
    bool solved;
    duel_msg fault; /* of the game, met by a helper; id NULL: none */
} crew;

typedef struct worker {
    _Alignas(OWN_LINE) crew *c;
    int index;
    unsigned char *stack;
    size_t top, used, room; /* offset of the top frame; bytes used; bytes there are */
    size_t state_at, nimbers_at, unseen_at; /* offsets inside a frame */
    uint64_t nodes, inserted, since_clock;
    uint32_t stored;       /* so many times; may wrap */
    bool ranks;            /* results are compared by rank, see fold_code, with */
    uint64_t way_mask;     /* of remoteness in a code, and */
    uint32_t nimber_shift; /* where a nim-value begins there; 0: codes have none */
    uint32_t deepest;      /* ply seen */
    int most;              /* positions to open together, */
    int family;            /* and those being opened: */
    unseen *member;
    unsigned char *states;
    int begin[FAMILY + 1]; /* of their children in the brood */
    duel_children brood;
    solve_table_place *place; /* by child: where it is looked for */
    const void *root;
} worker;

static frame *top_frame(const worker *w)
{
    return (frame *)(void *)(w->stack + w->top);
}

static frame *frame_at(const worker *w, uint32_t word)
{
    return (frame *)(void *)(w->stack + word * sizeof(uint64_t));
}

static uint32_t top_word(const worker *w)
{
    return (uint32_t)(w->top / sizeof(uint64_t));
}

static void *state_of(const worker *w, frame *f)
{
    return (unsigned char *)f + w->state_at;
}

static unseen *unseen_of(const worker *w, frame *f)
{
    return (unseen *)(void *)((unsigned char *)f + w->unseen_at);
}

static uint64_t *nimbers_of(const worker *w, frame *f)
{
    return (uint64_t *)(void *)((unsigned char *)f + w->nimbers_at);
}

static size_t nimber_bytes(const worker *w)
{
    const acyclic *a = w->c->a;
    return a->format.nimber_bits ? (a->v->max_moves / 64 + 1) * sizeof(uint64_t) : 0;
}

/* Most states are a few words: a call would take longer than copying. */
static inline void copy_state(void *to, const void *from, size_t size)
{
    switch (size) {
    case 8:
        memcpy(to, from, 8);
        return;
    case 16:
        memcpy(to, from, 16);
        return;
    case 24:
        memcpy(to, from, 24);
        return;
    case 32:
        memcpy(to, from, 32);
        return;
    default:
        memcpy(to, from, size);
    }
}

/* ---- stopping and growing ------------------------------------------------------------- */

static void halt(crew *c, duel_status status)
{
    pthread_mutex_lock(&c->lock);
    if (c->status == DUEL_OK)
        c->status = status;
    atomic_store(&c->halt, true);
    pthread_cond_broadcast(&c->changed);
    pthread_mutex_unlock(&c->lock);
}

static bool begin_to_grow(crew *c)
{
    solve_table *t = c->a->table;
    size_t others =
        atomic_load(&c->stacks) + (c->a->states ? state_ids_bytes(c->a->states) : 0);
    if (solve_table_bytes_grown(t, c->threads) + others <= c->a->memory &&
        solve_table_grow_begin(t))
        return true;
    c->status = c->status == DUEL_OK ? DUEL_NO_SPACE : c->status;
    atomic_store(&c->halt, true);
    return false;
}

/* Waits for every running thread; the last to come does `last` before all go on. */
static void meet_crew(crew *c, void (*last)(crew *c))
{
    pthread_mutex_lock(&c->lock);
    c->waiting++;
    unsigned meetings = c->meetings;
    while (c->meetings == meetings) {
        if (c->waiting == c->running) {
            last(c);
            c->meetings++;
            c->waiting = 0;
            pthread_cond_broadcast(&c->changed);
        } else {
            pthread_cond_wait(&c->changed, &c->lock);
        }
    }
    pthread_mutex_unlock(&c->lock);
}

static void open_growth(crew *c)
{
    c->growing = !atomic_load(&c->halt) && begin_to_grow(c);
}

static void close_growth(crew *c)
{
    c->growing = false;
    atomic_store(&c->grow, false);
}

/* Every running thread comes here when the table is crowded, and takes its share of moving. */
static void meet_to_grow(crew *c)
{
    meet_crew(c, open_growth);
    if (c->growing)
        solve_table_grow_share(c->a->table, c->shared);
    meet_crew(c, close_growth);
}

static void leave(crew *c)
{
    pthread_mutex_lock(&c->lock);
    c->running--;
    pthread_cond_broadcast(&c->changed);
    pthread_mutex_unlock(&c->lock);
}

/* Called once in a while: tells the others, and finds out whether to stop or to grow. */
static void check_in(worker *w)
{
    crew *c = w->c;
    solve_table_add_inserted(c->a->table, w->inserted);
    w->inserted = 0;
    uint64_t nodes = atomic_fetch_add(&c->nodes, w->nodes) + w->nodes;
    w->since_clock += w->nodes;
    w->nodes = 0;
    if (limits_asked(&c->a->limits) || limits_nodes(&c->a->limits, nodes))
        halt(c, DUEL_STOPPED);
    if (w->since_clock >= CLOCK_EVERY) {
        w->since_clock = 0;
        if (w->index == 0)
            limits_tell(&c->a->limits, nodes, atomic_load(&c->a->table->used),
                        solve_table_bytes(c->a->table) + atomic_load(&c->stacks));
        if (limits_time(&c->a->limits))
            halt(c, DUEL_STOPPED);
    }
    if (solve_table_must_grow(c->a->table))
        atomic_store(&c->grow, true);
    if (atomic_load_explicit(&c->a->table->failed, memory_order_relaxed))
        halt(c, DUEL_NO_SPACE);
}

/* The number given last is not one: nothing may be kept under it. */
static bool out_of_numbers(worker *w)
{
    const state_ids *states = w->c->a->states;
    if (states == NULL || !states->failed)
        return false;
    halt(w->c, DUEL_NO_SPACE);
    return true;
}

/* ---- the stack -------------------------------------------------------------------------- */

static size_t aligned(size_t n)
{
    return (n + sizeof(uint64_t) - 1) / sizeof(uint64_t) * sizeof(uint64_t);
}

static bool reserve_stack(worker *w, size_t bytes)
{
    if (w->used + bytes <= w->room)
        return true;
    size_t room = w->room + w->room / 2 + bytes + 4096, more = room - w->room;
    crew *c = w->c;
    if (solve_table_bytes(c->a->table) + atomic_load(&c->stacks) + more > c->a->memory ||
        room / sizeof(uint64_t) > UINT32_MAX) {
        halt(c, DUEL_NO_SPACE);
        return false;
    }
    unsigned char *stack = realloc(w->stack, room);
    if (stack == NULL) {
        halt(c, DUEL_NO_SPACE);
        return false;
    }
    atomic_fetch_add(&c->stacks, more);
    w->stack = stack;
    w->room = room;
    return true;
}

/* A frame on top for a member of the family, with room for its children. */
static frame *push(worker *w, int member, uint32_t parent, uint32_t ply)
{
    const unseen *u = &w->member[member];
    size_t children = (size_t)(w->begin[member + 1] - w->begin[member]);
    if (!reserve_stack(w, w->unseen_at + children * sizeof(unseen)))
        return NULL;
    size_t size = w->c->a->v->state_size;
    uint32_t below = top_word(w);
    w->top = w->used;
    w->used += w->unseen_at;
    if (ply > w->deepest)
        w->deepest = ply;
    frame *f = top_frame(w);
    *f = (frame){.below = below,
                 .parent = parent,
                 .key = unseen_key(u),
                 .ply = ply,
                 .seat = unseen_seat(u)};
    copy_state(state_of(w, f), w->states + (size_t)member * size, size);
    if (w->unseen_at > w->nimbers_at)
        memset(nimbers_of(w, f), 0, nimber_bytes(w));
    return f;
}

static void pop(worker *w)
{
    w->used = w->top;
    w->top = top_frame(w)->below * sizeof(uint64_t);
}

/* ---- valuing ---------------------------------------------------------------------------- */

static void store(worker *w, const solve_table_place *at, uint64_t code)
{
    acyclic *a = w->c->a;
    w->inserted += solve_table_put_at(a->table, at, code, w->c->shared);
    w->stored++;
}

/* Without margins what a child means to its parent is made and compared without taking its code
 * apart: the larger rank is better. */
enum { VALUE_BITS = 3, RANK_SHIFT = 56 };
#define RANK_WAY ((UINT64_C(1) << RANK_SHIFT) - 1)

static inline uint64_t rank_of(uint64_t code, uint64_t way_mask, bool turned)
{
    static const uint8_t other[8] = {[DUEL_LOSS] = DUEL_WIN,
                                     [DUEL_DRAW] = DUEL_DRAW,
                                     [DUEL_TIE] = DUEL_TIE,
                                     [DUEL_WIN] = DUEL_LOSS};
    uint64_t value = code & 7, way = (code >> VALUE_BITS & way_mask) + (value != DUEL_DRAW);
    if (turned)
        value = other[value];
    return value << RANK_SHIFT | (value == DUEL_LOSS ? way : RANK_WAY - way);
}

static uint64_t code_of_rank(uint64_t rank)
{
    uint64_t value = rank >> RANK_SHIFT, way = rank & RANK_WAY;
    return (value == DUEL_LOSS ? way : RANK_WAY - way) << VALUE_BITS | value;
}

static void fold_decoded(worker *w, frame *f, uint64_t code, int child_seat)
{
    duel_result child = value_decode(&w->c->a->format, code);
    duel_result r = value_step(child, child_seat != f->seat);
    if (f->best.value == DUEL_UNSOLVED || value_better(&r, &f->best))
        f->best = r;
    if (w->c->a->format.nimber_bits)
        nimbers_of(w, f)[child.nimber / 64] |= UINT64_C(1) << child.nimber % 64;
}

static inline void fold_code(worker *w, frame *f, uint64_t code, int child_seat)
{
    if (!w->ranks) {
        fold_decoded(w, f, code, child_seat);
        return;
    }
    uint64_t rank = rank_of(code, w->way_mask, child_seat != f->seat);
    f->rank = rank > f->rank ? rank : f->rank;
    if (w->nimber_shift) {
        uint64_t nimber = code >> w->nimber_shift;
        nimbers_of(w, f)[nimber / 64] |= UINT64_C(1) << nimber % 64;
    }
}

/* Of a frame that has seen all its children; 0: the game is longer than it says. */
static uint64_t code_of_frame(worker *w, frame *f)
{
    const value_format *format = &w->c->a->format;
    uint64_t nimber = format->nimber_bits ? value_least_absent(nimbers_of(w, f)) : 0;
    uint64_t code = w->ranks ? code_of_rank(f->rank) : 0;
    if (!value_fits(format, w->ranks ? code >> VALUE_BITS : f->best.remoteness))
        return 0;
    if (w->ranks)
        return code | nimber << w->nimber_shift;
    f->best.nimber = (uint32_t)nimber;
    return value_encode(format, &f->best);
}

/* ---- who looks on ----------------------------------------------------------------------- */

static duel_search_observer *witness_of(const worker *w)
{
    return w->c->a->limits.think->witness;
}

/* What looks at every position is made twice from the same lines, with and without somebody
 * who looks on: a search that nobody looks at has nothing to ask. */
#define LOOKED_AT_OR_NOT static inline __attribute__((always_inline))

static void tell_entered(const worker *w, uint32_t ply, duel_move move)
{
    duel_search_event e = {.deed = DUEL_SEARCH_ENTER,
                           .ply = (int)ply,
                           .move = move,
                           .low = -DUEL_NO_BOUND,
                           .high = DUEL_NO_BOUND};
    witness_of(w)->saw(witness_of(w), &e);
}

/* For the seat at the root. */
static int64_t told_result(const worker *w, const duel_result *r, int seat)
{
    const duel_variant *v = w->c->a->v;
    int64_t margin = v->traits & DUEL_MARGIN ? llabs(r->score) : 1;
    if (r->value != DUEL_WIN && r->value != DUEL_LOSS)
        return 0;
    bool won = (r->value == DUEL_WIN) == (seat == v->game->turn(v, w->root));
    return won ? DUEL_ENDED + margin : -DUEL_ENDED - margin;
}

static void tell_left(const worker *w, uint32_t ply, duel_move move, const duel_result *r,
                      int seat, duel_found_by by)
{
    duel_search_event e = {.deed = DUEL_SEARCH_LEAVE,
                           .ply = (int)ply,
                           .move = move,
                           .worth = told_result(w, r, seat),
                           .ends = true,
                           .by = by};
    witness_of(w)->saw(witness_of(w), &e);
}

/* A child of a frame that need not be opened. */
static void tell_known(const worker *w, const frame *f, duel_move move, uint64_t code, int seat,
                       duel_found_by by)
{
    duel_result r = value_decode(&w->c->a->format, code);
    tell_entered(w, f->ply + 1, move);
    tell_left(w, f->ply + 1, move, &r, seat, by);
}

/* ---- opening ---------------------------------------------------------------------------- */

static const void *child_at(const worker *w, int i)
{
    return (const unsigned char *)w->brood.child + (size_t)i * w->c->a->v->state_size;
}

static void *member_at(const worker *w, int i)
{
    return w->states + (size_t)i * w->c->a->v->state_size;
}

/* One child after the other, and on to its line at once: faster than all first. */
static void make_children_of(worker *w, int member)
{
    const acyclic *a = w->c->a;
    const duel_game *g = a->v->game;
    size_t size = a->v->state_size;
    const void *state = member_at(w, member);
    int i = w->begin[member], end = i + g->moves(a->v, state, w->brood.move + i);
    unsigned char *child = (unsigned char *)w->brood.child + (size_t)i * size;
    for (; i < end; i++, child += size) {
        copy_state(child, state, size);
        g->play(a->v, child, w->brood.move[i]);
        w->place[i] = solve_table_place_of(a->table, acyclic_key(a, child));
    }
    w->begin[member + 1] = end;
}

/* By the game itself, which makes many at the price of one. */
static void make_children_together(worker *w)
{
    const acyclic *a = w->c->a;
    int made, next = 0;
    duel_expand(a->v, w->states, w->family, &w->brood, &made);
    for (int member = 0; member < w->family; member++) {
        w->begin[member] = next;
        for (; next < made && w->brood.parent[next] == member; next++)
            w->place[next] = solve_table_place_of(a->table, acyclic_key(a, child_at(w, next)));
    }
    w->begin[w->family] = next;
}

static void make_children(worker *w)
{
    const duel_accel *accel = w->c->a->v->game->accel;
    w->nodes += (uint64_t)w->family;
    if (accel && accel->expand) {
        make_children_together(w);
        return;
    }
    for (int member = 0; member < w->family; member++)
        make_children_of(w, member);
}

static bool has_tiers(const worker *w)
{
    const duel_accel *accel = w->c->a->v->game->accel;
    return accel && accel->tier;
}

/* Tiers are asked for once there are two. */
typedef struct kept {
    int last; /* child */
    uint32_t tier;
    bool asked;
} kept;

static bool same_tier(const worker *w, kept *k, int child)
{
    const duel_variant *v = w->c->a->v;
    uint32_t before = k->asked ? k->tier : v->game->accel->tier(v, child_at(w, k->last));
    k->tier = v->game->accel->tier(v, child_at(w, child));
    k->asked = true;
    return k->tier == before;
}

static inline void keep_unseen(worker *w, frame *f, int child, int seat, kept *k)
{
    uint64_t key = w->place[child].key | (seat ? UNSEEN_SEAT : 0);
    if (w->most > 1 && f->count && same_tier(w, k, child))
        key |= UNSEEN_BROTHER;
    k->last = child;
    unseen_of(w, f)[f->count++] = (unseen){w->brood.move[child], key};
    w->used += sizeof(unseen);
}

/* Whether a child has ended; if so its result is kept and folded in. */
static bool fold_end(worker *w, frame *f, int child, int seat)
{
    const acyclic *a = w->c->a;
    int32_t score[DUEL_SEATS];
    if (!a->v->game->over(a->v, child_at(w, child), score))
        return false;
    duel_result r = value_of_end(a->v, score, seat);
    uint64_t code = value_encode(&a->format, &r);
    store(w, &w->place[child], code);
    fold_code(w, f, code, seat);
    return true;
}

/* Looks up the children of the member whose frame is on top: known and ended ones are folded in
 * at once, the others stay to be looked at. Thread 0 takes them in order, thread 1 from the
 * end. Who looks on sees ends in their turn. */
LOOKED_AT_OR_NOT void look_up_children(worker *w, frame *f, int member, bool looked_at)
{
    const duel_variant *v = w->c->a->v;
    const solve_table *table = w->c->a->table;
    int count = w->begin[member + 1] - w->begin[member], step = w->index & 1 ? -1 : 1;
    int at = w->index & 1 ? w->begin[member + 1] - 1 : w->begin[member];
    const unsigned char *child = child_at(w, at);
    ptrdiff_t stride = step * (ptrdiff_t)v->state_size;
    kept k = {.asked = false};
    for (; count > 0; count--, at += step, child += stride) {
        int seat = v->game->turn(v, child);
        uint64_t code = solve_table_get_at(table, &w->place[at]);
        if (acyclic_known(code)) {
            if (looked_at)
                tell_known(w, f, w->brood.move[at], code, seat, DUEL_BY_TABLE);
            fold_code(w, f, code, seat);
        } else if (looked_at || !fold_end(w, f, at, seat)) {
            keep_unseen(w, f, at, seat, &k);
        }
    }
    f->stored = w->stored;
}

/* Opens the members of the family, none of which is known or ended. */
LOOKED_AT_OR_NOT bool open_family(worker *w, uint32_t parent, uint32_t ply, bool looked_at)
{
    make_children(w);
    if (out_of_numbers(w))
        return false;
    for (int member = w->family - 1; member >= 0; member--) {
        frame *f = push(w, member, parent, ply);
        if (f == NULL)
            return false;
        if (looked_at)
            tell_entered(w, ply, w->member[member].move);
        look_up_children(w, f, member, looked_at);
    }
    return true;
}

/* ---- the family that is opened next ------------------------------------------------------ */

/* Somebody is at work on the next child: it goes to the end, once. */
static bool put_off(worker *w, frame *f)
{
    uint32_t others = f->count - f->next - 1;
    if (f->deferred >= others)
        return false; /* everything left has been put off already: do it now */
    unseen *list = unseen_of(w, f) + f->next, next = *list;
    memmove(list, list + 1, others * sizeof *list);
    next.key &= ~UNSEEN_BROTHER;
    list[others] = next;
    f->deferred++;
    return true;
}

/* Two moves may lead to the same position: the second waits for the first. */
static bool in_family(const worker *w, uint64_t key)
{
    for (int i = 0; i < w->family; i++)
        if (unseen_key(&w->member[i]) == key)
            return true;
    return false;
}

/* Makes the child the next member; where somebody looks on it may have ended, and is not. */
LOOKED_AT_OR_NOT void join_family(worker *w, frame *f, const unseen *u, bool looked_at)
{
    const acyclic *a = w->c->a;
    const duel_variant *v = a->v;
    int32_t score[DUEL_SEATS];
    void *state = member_at(w, w->family);
    copy_state(state, state_of(w, f), v->state_size);
    v->game->play(v, state, u->move);
    if (looked_at && v->game->over(v, state, score)) {
        duel_result r = value_of_end(v, score, unseen_seat(u));
        solve_table_place at = solve_table_place_of(a->table, unseen_key(u));
        uint64_t code = value_encode(&a->format, &r);
        store(w, &at, code);
        tell_known(w, f, u->move, code, unseen_seat(u), DUEL_BY_END);
        fold_code(w, f, code, unseen_seat(u));
        return;
    }
    if (w->c->shared && f->ply + 1 + WORTH_A_MARK < w->deepest)
        w->inserted += solve_table_put_new(a->table, unseen_key(u), ACYCLIC_BUSY);
    w->member[w->family++] = *u;
}

/* From the children of the top frame: known ones are folded in. */
LOOKED_AT_OR_NOT void gather_family(worker *w, frame *f, bool looked_at)
{
    const acyclic *a = w->c->a;
    bool stale = w->c->shared || f->stored != w->stored;
    uint32_t some = f->next + (uint32_t)w->most;
    w->family = 0;
    for (uint32_t i = f->next + 1; stale && i < f->count && i < some; i++)
        solve_table_place_of(a->table, unseen_key(&unseen_of(w, f)[i]));
    while (f->next < f->count && w->family < w->most) {
        unseen u = unseen_of(w, f)[f->next];
        uint64_t code = stale ? solve_table_get(a->table, unseen_key(&u)) : 0;
        if (acyclic_known(code)) {
            if (looked_at)
                tell_known(w, f, u.move, code, unseen_seat(&u), DUEL_BY_TABLE);
            fold_code(w, f, code, unseen_seat(&u));
            f->next++;
            continue;
        }
        if (code && put_off(w, f))
            continue;
        if (w->family && (!(u.key & UNSEEN_BROTHER) || in_family(w, unseen_key(&u))))
            return;
        f->next++;
        join_family(w, f, &u, looked_at);
    }
}

/* The move that led to a frame, where nobody is opened together: its parent's last. */
static duel_move move_to(const worker *w, const frame *f)
{
    frame *parent = frame_at(w, f->parent);
    return f->ply ? unseen_of(w, parent)[parent->next - 1].move : 0;
}

/* The top frame has seen all its children: keep its result and hand it on. */
LOOKED_AT_OR_NOT bool finish_frame(worker *w, bool looked_at)
{
    frame *f = top_frame(w);
    solve_table_place at = solve_table_place_of(w->c->a->table, f->key);
    uint64_t code = code_of_frame(w, f);
    int seat = f->seat;
    if (code == 0) {
        halt(w->c, DUEL_FAILED);
        return false;
    }
    store(w, &at, code);
    if (looked_at) {
        duel_result r = value_decode(&w->c->a->format, code);
        tell_left(w, f->ply, move_to(w, f), &r, seat, DUEL_BY_SEARCH);
    }
    uint32_t parent = f->parent;
    pop(w);
    if (w->used)
        fold_code(w, frame_at(w, parent), code, seat);
    return true;
}

LOOKED_AT_OR_NOT bool step_in_stack(worker *w, bool looked_at)
{
    frame *f = top_frame(w);
    if (f->next == f->count)
        return finish_frame(w, looked_at);
    gather_family(w, f, looked_at);
    return w->family == 0 || open_family(w, top_word(w), f->ply + 1, looked_at);
}

/* ---- running ---------------------------------------------------------------------------- */

LOOKED_AT_OR_NOT void search_stack(worker *w, bool looked_at)
{
    crew *c = w->c;
    const duel_variant *v = c->a->v;
    uint64_t seat = v->game->turn(v, w->root) ? UNSEEN_SEAT : 0;
    w->member[0] = (unseen){0, acyclic_key(c->a, w->root) | seat};
    memcpy(w->states, w->root, v->state_size);
    w->family = 1;
    bool fine = open_family(w, 0, 0, looked_at);
    while (fine && w->used && !atomic_load_explicit(&c->halt, memory_order_relaxed)) {
        fine = step_in_stack(w, looked_at);
        if (w->inserted >= ACCOUNT_EVERY || w->nodes >= ACCOUNT_EVERY)
            check_in(w);
        if (atomic_load_explicit(&c->grow, memory_order_relaxed))
            meet_to_grow(c);
    }
    check_in(w);
    if (fine && w->used == 0 && !atomic_load(&c->a->table->failed)) {
        pthread_mutex_lock(&c->lock);
        c->solved = true;
        atomic_store(&c->halt, true);
        pthread_mutex_unlock(&c->lock);
    }
}

/* Brothers together only where none can lie below another. */
static bool begin_worker(worker *w)
{
    const duel_variant *v = w->c->a->v;
    const value_format *format = &w->c->a->format;
    size_t most = FAMILY_BYTES / (v->max_moves * (v->state_size + sizeof *w->place));
    most = most < 1 || !has_tiers(w) || witness_of(w) ? 1 : most > FAMILY ? FAMILY : most;
    w->most = (int)most;
    w->ranks = format->score_bits == 0;
    w->way_mask = (UINT64_C(1) << format->remote_bits) - 1;
    w->nimber_shift = format->nimber_bits ? VALUE_BITS + format->remote_bits : 0;
    w->state_at = aligned(sizeof(frame));
    w->nimbers_at = aligned(w->state_at + v->state_size);
    w->unseen_at = aligned(w->nimbers_at + nimber_bytes(w));
    w->member = malloc(most * sizeof *w->member);
    w->states = malloc(most * v->state_size);
    w->place = malloc(most * v->max_moves * sizeof *w->place);
    return children_init(&w->brood, v, (int)(most * v->max_moves)) && w->member && w->states &&
           w->place;
}

static void end_worker(worker *w)
{
    children_fini(&w->brood);
    free(w->place);
    free(w->states);
    free(w->member);
    free(w->stack);
}

static void *run(void *arg)
{
    worker *w = arg;
    if (begin_worker(w))
        witness_of(w) ? search_stack(w, true) : search_stack(w, false);
    else
        halt(w->c, DUEL_NO_SPACE);
    leave(w->c);
    end_worker(w);
    return NULL;
}

/* A thread of its own: what the game fails at there is told to whoever asked for the search. */
static void *run_helper(void *arg)
{
    worker *w = arg;
    crew *c = w->c;
    duel_fault_guard g;
    duel_msg fault;
    duel_fault_guard_begin(&g, c->a->v->game);
    run(w);
    if (duel_fault_guard_end(&g, DUEL_OK, &fault) != DUEL_OK) {
        pthread_mutex_lock(&c->lock);
        c->fault = fault;
        pthread_mutex_unlock(&c->lock);
    }
    return NULL;
}

duel_status acyclic_explain(const acyclic *a, duel_status status, duel_msg *why)
{
    if (status == DUEL_NO_SPACE)
        duel_say(why,
                 N_("The memory limit of {0} MB is reached after {1} positions; what was "
                    "solved is kept. Raise it with --memory, or ask about a later position."),
                 "ii", (int64_t)(a->memory >> 20), (int64_t)atomic_load(&a->table->used));
    else if (status == DUEL_STOPPED)
        duel_say(why, N_("Stopped after {0} positions; what was solved is kept."), "i",
                 (int64_t)atomic_load(&a->table->used));
    else if (status == DUEL_FAILED)
        acyclic_too_long(a->v, why);
    return status;
}

duel_status acyclic_too_long(const duel_variant *v, duel_msg *why)
{
    return duel_fail(why,
                     N_("A game may last for more than {0} plies here, the most that its rules "
                        "promise (max_plies)."),
                     "i", (int64_t)v->max_plies);
}

enum { MOST_THREADS = 64 };

duel_status acyclic_solve(acyclic *a, const void *root, int threads, duel_msg *why)
{
    crew c = {.a = a,
              .threads = threads < 1 || a->states || a->limits.think->witness ? 1 : threads};
    pthread_t id[MOST_THREADS];
    worker w[MOST_THREADS];
    if (c.threads > MOST_THREADS)
        c.threads = MOST_THREADS;
    c.shared = c.threads > 1;
    c.running = c.threads;
    if (solve_table_must_grow(a->table) &&
        begin_to_grow(&c)) /* many short solves before this one */
        solve_table_grow_share(a->table, false);
    pthread_mutex_init(&c.lock, NULL);
    pthread_cond_init(&c.changed, NULL);
    memset(w, 0, sizeof w);
    int started = 0;
    for (int i = 0; i < c.threads; i++)
        w[i] = (worker){.c = &c, .index = i, .root = root};
    for (int i = 1; i < c.threads; i++, started++) {
        if (pthread_create(&id[i], NULL, run_helper, &w[i]) != 0) {
            pthread_mutex_lock(&c.lock);
            c.running -= c.threads - i;
            pthread_mutex_unlock(&c.lock);
            break;
        }
    }
    run(&w[0]);
    for (int i = 1; i <= started; i++)
        pthread_join(id[i], NULL);
    if (c.fault.id)
        duel_fault_guard_fault(a->v->game, &c.fault);
    pthread_mutex_destroy(&c.lock);
    pthread_cond_destroy(&c.changed);
    a->nodes = atomic_load(&c.nodes);
    duel_status status = c.solved ? DUEL_OK : c.status;
    return acyclic_explain(a, status, why);
}
