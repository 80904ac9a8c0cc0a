/* engines/acyclic.c -- depth-first valuation with a table: see acyclic.h.
 *
 * A frame of the stack is a position under valuation:
 *     frame | state | moves still to look at | bits of the nimbers seen below
 * Expanding a position makes all its children, asks the processor to fetch their lines, and
 * only then looks them up: most are known, and the rest become the moves still to look at. */
#include "engines/acyclic.h"
#include "core/brood.h"
#include "core/guard.h"
#include "core/play.h"

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
    duel_move by; /* the move that led here */
    size_t below; /* offset of the frame under this one */
    uint64_t key;
    duel_result best;     /* of the children seen so far */
    uint32_t count, done; /* moves to look at, and how many have been */
    uint32_t deferred;    /* of those done, put off because somebody was at work on them */
    int seat;
} frame;

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
    size_t top, used, room;    /* offset of the top frame; bytes used; bytes there are */
    size_t state_at, moves_at; /* offsets inside a frame */
    uint64_t nodes, inserted, since_clock;
    uint32_t depth, deepest; /* frames on the stack, now and at most */
    duel_brood brood;        /* the children of the position being opened */
    packed_place *place;     /* and where they are looked for */
    const void *root;
} worker;

static frame *top_frame(const worker *w)
{
    return (frame *)(void *)(w->stack + w->top);
}

static void *state_of(const worker *w, frame *f)
{
    return (unsigned char *)f + w->state_at;
}

static duel_move *moves_of(const worker *w, frame *f)
{
    return (duel_move *)(void *)((unsigned char *)f + w->moves_at);
}

static uint64_t *nimbers_of(const worker *w, frame *f)
{
    return moves_of(w, f) + f->count;
}

static size_t nimber_words(const worker *w)
{
    return w->c->a->format.nimber_bits ? w->c->a->v->max_moves / 64 + 1 : 0;
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
    packed *t = c->a->table;
    size_t others = atomic_load(&c->stacks) + (c->a->states ? intern_bytes(c->a->states) : 0);
    if (packed_bytes_grown(t) + others <= c->a->memory && packed_grow_begin(t))
        return true;
    c->status = c->status == DUEL_OK ? DUEL_FULL : c->status;
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
        packed_grow_share(c->a->table, c->shared);
    meet_crew(c, close_growth);
}

static void leave(crew *c)
{
    pthread_mutex_lock(&c->lock);
    c->running--;
    pthread_cond_broadcast(&c->changed);
    pthread_mutex_unlock(&c->lock);
}

static void report_positions(worker *w, uint64_t nodes)
{
    crew *c = w->c;
    const duel_think *t = c->a->limits.think;
    if (w->index != 0 || t->progress == NULL)
        return;
    duel_progress p = {.nodes = nodes,
                       .positions = atomic_load(&c->a->table->used),
                       .memory = packed_bytes(c->a->table) + atomic_load(&c->stacks),
                       .seconds = limits_seconds(&c->a->limits)};
    t->progress(t->watcher, &p);
}

/* Called once in a while: tells the others, and finds out whether to stop or to grow. */
static void check_in(worker *w)
{
    crew *c = w->c;
    packed_account(c->a->table, w->inserted);
    w->inserted = 0;
    uint64_t nodes = atomic_fetch_add(&c->nodes, w->nodes) + w->nodes;
    w->since_clock += w->nodes;
    w->nodes = 0;
    if (limits_asked(&c->a->limits) || limits_nodes(&c->a->limits, nodes))
        halt(c, DUEL_STOPPED);
    if (w->since_clock >= CLOCK_EVERY) {
        w->since_clock = 0;
        report_positions(w, nodes);
        if (limits_time(&c->a->limits))
            halt(c, DUEL_STOPPED);
    }
    if (packed_crowded(c->a->table))
        atomic_store(&c->grow, true);
    if (atomic_load_explicit(&c->a->table->failed, memory_order_relaxed))
        halt(c, DUEL_FULL);
}

/* The number given last is not one: nothing may be kept under it. */
static bool out_of_numbers(worker *w)
{
    const intern *states = w->c->a->states;
    if (states == NULL || !states->failed)
        return false;
    halt(w->c, DUEL_FULL);
    return true;
}

/* ---- the stack -------------------------------------------------------------------------- */

static size_t aligned(size_t n)
{
    return (n + 15) / 16 * 16;
}

static bool reserve_stack(worker *w, size_t bytes)
{
    if (w->used + bytes <= w->room)
        return true;
    size_t room = w->room + w->room / 2 + bytes + 4096, more = room - w->room;
    crew *c = w->c;
    if (packed_bytes(c->a->table) + atomic_load(&c->stacks) + more > c->a->memory) {
        halt(c, DUEL_FULL);
        return false;
    }
    unsigned char *stack = realloc(w->stack, room);
    if (stack == NULL) {
        halt(c, DUEL_FULL);
        return false;
    }
    atomic_fetch_add(&c->stacks, more);
    w->stack = stack;
    w->room = room;
    return true;
}

static bool push(worker *w, const void *state, uint64_t key, int seat, int count)
{
    size_t words = (size_t)count + nimber_words(w);
    size_t bytes = aligned(w->moves_at + words * sizeof(uint64_t));
    if (!reserve_stack(w, bytes))
        return false;
    if (++w->depth > w->deepest)
        w->deepest = w->depth;
    size_t below = w->top;
    w->top = w->used;
    w->used += bytes;
    frame *f = top_frame(w);
    *f = (frame){.below = below, .key = key, .seat = seat, .count = (uint32_t)count};
    memcpy(state_of(w, f), state, w->c->a->v->state_size);
    memset(nimbers_of(w, f), 0, nimber_words(w) * sizeof(uint64_t));
    return true;
}

static void pop(worker *w)
{
    w->depth--;
    w->used = w->top;
    w->top = top_frame(w)->below;
}

/* ---- valuing ---------------------------------------------------------------------------- */

static void store(worker *w, uint64_t key, const duel_result *r)
{
    acyclic *a = w->c->a;
    w->inserted += packed_put(a->table, key, value_encode(&a->format, r), w->c->shared);
}

/* ---- who looks on ----------------------------------------------------------------------- */

static duel_witness *witness_of(const worker *w)
{
    return w->c->a->limits.think->witness;
}

/* What looks at every position is made twice from the same lines, with and without somebody
 * who looks on: a search that nobody looks at has nothing to ask. */
#define LOOKED_AT_OR_NOT static inline __attribute__((always_inline))

static void tell_entered(const worker *w, uint32_t ply, duel_move move)
{
    duel_sight e = {.deed = DUEL_DEED_ENTERS,
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
    duel_sight e = {.deed = DUEL_DEED_LEAVES,
                    .ply = (int)ply,
                    .move = move,
                    .worth = told_result(w, r, seat),
                    .ends = true,
                    .by = by};
    witness_of(w)->saw(witness_of(w), &e);
}

/* A child of the top frame that need not be opened. */
static void tell_known(const worker *w, duel_move move, const duel_result *r, int seat,
                       duel_found_by by)
{
    tell_entered(w, w->depth, move);
    tell_left(w, w->depth, move, r, seat, by);
}

static void fold_child(worker *w, frame *f, const duel_result *child, int child_seat)
{
    duel_result r = value_step(*child, child_seat != f->seat);
    if (f->best.value == DUEL_UNSOLVED || value_better(&r, &f->best))
        f->best = r;
    if (w->c->a->format.nimber_bits)
        nimbers_of(w, f)[child->nimber / 64] |= UINT64_C(1) << child->nimber % 64;
}

static uint32_t smallest_absent(const uint64_t *bits)
{
    uint32_t word = 0;
    while (~bits[word] == 0)
        word++;
    return 64 * word + (uint32_t)__builtin_ctzll(~bits[word]);
}

static const void *child_at(const worker *w, int i)
{
    return (const unsigned char *)w->brood.child + (size_t)i * w->c->a->v->state_size;
}

/* Makes all children of `state`; fills w->brood, w->place and the number of them. Their seats
 * cannot be kept apart cheaply, so they are asked for again when they are looked at. */
static int make_children(worker *w, const void *state)
{
    const acyclic *a = w->c->a;
    const duel_game *g = a->v->game;
    bool together = g->accel && g->accel->expand;
    int count = 0;
    if (together)
        duel_expand(a->v, state, 1, &w->brood, &count);
    else
        count = g->moves(a->v, state, w->brood.move);
    unsigned char *child = w->brood.child;
    for (int i = 0; i < count; i++, child += a->v->state_size) {
        if (!together) { /* one by one, and looked up at once: a fourth faster */
            memcpy(child, state, a->v->state_size);
            g->play(a->v, child, w->brood.move[i]);
        }
        w->place[i] = packed_place_of(a->table, acyclic_key(a, child));
    }
    return count;
}

/* Opens a position that is neither known nor ended: known children are folded in at once, the
 * others stay to be looked at. Thread 0 takes them in order, thread 1 from the end. */
LOOKED_AT_OR_NOT bool expand_position(worker *w, const void *state, uint64_t key, int seat,
                                      duel_move by, bool looked_at)
{
    const acyclic *a = w->c->a;
    int count = make_children(w, state);
    w->nodes++;
    if (out_of_numbers(w) || !push(w, state, key, seat, count))
        return false;
    frame *f = top_frame(w);
    duel_move *left = moves_of(w, f);
    uint32_t kept = 0;
    if (looked_at)
        f->by = by;
    for (int i = 0; i < count; i++) {
        int at = w->index & 1 ? count - 1 - i : i;
        uint64_t code = packed_get_at(a->table, &w->place[at]);
        if (!acyclic_known(code)) {
            left[kept++] = w->brood.move[at];
            continue;
        }
        duel_result r = value_decode(&a->format, code);
        int turn = a->v->game->turn(a->v, child_at(w, at));
        if (looked_at)
            tell_known(w, w->brood.move[at], &r, turn, DUEL_BY_MEMORY);
        fold_child(w, f, &r, turn);
    }
    f->done = (uint32_t)count - kept; /* the moves left stand at the front, see next_move */
    return true;
}

/* The moves still to look at are left[0 .. count-done); they are taken from the front, and one
 * put off goes to the back once. */
static bool next_move(worker *w, frame *f, duel_move *move)
{
    uint32_t left = f->count - f->done;
    if (left == 0)
        return false;
    duel_move *list = moves_of(w, f);
    *move = list[0];
    memmove(list, list + 1, (left - 1) * sizeof *list);
    f->done++;
    return true;
}

static bool put_off(worker *w, frame *f, duel_move move)
{
    uint32_t left = f->count - f->done;
    if (f->deferred >= left)
        return false; /* everything left has been put off already: do it now */
    moves_of(w, f)[left] = move;
    f->done--;
    f->deferred++;
    return true;
}

/* Looks at one child of the top frame: known, ended, or to be opened in its turn. */
LOOKED_AT_OR_NOT bool visit(worker *w, const void *child, uint64_t key, uint64_t code,
                            duel_move move, bool looked_at)
{
    const acyclic *a = w->c->a;
    const duel_game *g = a->v->game;
    int32_t score[DUEL_SEATS];
    int seat = g->turn(a->v, child);
    duel_result r;
    if (acyclic_known(code)) {
        r = value_decode(&a->format, code);
    } else if (g->over(a->v, child, score)) {
        r = value_of_end(a->v, score, seat);
        store(w, key, &r);
    } else {
        if (w->c->shared && w->depth + WORTH_A_MARK < w->deepest)
            w->inserted += packed_claim(a->table, key, ACYCLIC_BUSY);
        if (looked_at)
            tell_entered(w, w->depth, move);
        return expand_position(w, child, key, seat, move, looked_at);
    }
    if (looked_at)
        tell_known(w, move, &r, seat, acyclic_known(code) ? DUEL_BY_MEMORY : DUEL_BY_END);
    fold_child(w, top_frame(w), &r, seat);
    return true;
}

/* The top frame has seen all its children: keep its result and hand it to the one below. */
LOOKED_AT_OR_NOT void finish_frame(worker *w, bool looked_at)
{
    frame *f = top_frame(w);
    duel_result r = f->best;
    int seat = f->seat;
    if (w->c->a->format.nimber_bits)
        r.nimber = smallest_absent(nimbers_of(w, f));
    store(w, f->key, &r);
    if (looked_at)
        tell_left(w, w->depth - 1, f->by, &r, seat, DUEL_BY_SEARCH);
    pop(w);
    if (w->used)
        fold_child(w, top_frame(w), &r, seat);
}

LOOKED_AT_OR_NOT bool step_in_stack(worker *w, bool looked_at)
{
    const acyclic *a = w->c->a;
    frame *f = top_frame(w);
    duel_move move;
    if (!next_move(w, f, &move)) {
        finish_frame(w, looked_at);
        return true;
    }
    duel_state child;
    memcpy(&child, state_of(w, f), a->v->state_size);
    a->v->game->play(a->v, &child, move);
    uint64_t key = acyclic_key(a, &child), code = packed_get(a->table, key);
    if (out_of_numbers(w))
        return false;
    if (code && !acyclic_known(code) && put_off(w, f, move))
        return true;
    return visit(w, &child, key, code, move, looked_at);
}

/* ---- running ---------------------------------------------------------------------------- */

LOOKED_AT_OR_NOT void search_stack(worker *w, bool looked_at)
{
    crew *c = w->c;
    const duel_variant *v = c->a->v;
    if (looked_at)
        tell_entered(w, 0, 0);
    bool fine = expand_position(w, w->root, acyclic_key(c->a, w->root),
                                v->game->turn(v, w->root), 0, looked_at);
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

static void search_unseen(worker *w)
{
    search_stack(w, false);
}

static void search_looked_at(worker *w)
{
    search_stack(w, true);
}

static void *run(void *arg)
{
    worker *w = arg;
    const duel_variant *v = w->c->a->v;
    w->state_at = aligned(sizeof(frame));
    w->moves_at = aligned(w->state_at + v->state_size);
    w->place = malloc(v->max_moves * sizeof *w->place);
    if (w->place && brood_init(&w->brood, v, (int)v->max_moves))
        w->c->a->limits.think->witness ? search_looked_at(w) : search_unseen(w);
    else
        halt(w->c, DUEL_FULL);
    leave(w->c);
    brood_fini(&w->brood);
    free(w->place);
    free(w->stack);
    return NULL;
}

/* A thread of its own: what the game fails at there is told to whoever asked for the search. */
static void *run_helper(void *arg)
{
    worker *w = arg;
    crew *c = w->c;
    duel_guard g;
    duel_msg fault;
    duel_guard_begin(&g, c->a->v->game);
    run(w);
    if (duel_guard_end(&g, DUEL_OK, &fault) != DUEL_OK) {
        pthread_mutex_lock(&c->lock);
        c->fault = fault;
        pthread_mutex_unlock(&c->lock);
    }
    return NULL;
}

static duel_status explain_status(const acyclic *a, duel_status status, duel_msg *why)
{
    if (status == DUEL_FULL)
        duel_say(why,
                 N_("The memory limit of {0} MB is reached after {1} positions; what was "
                    "solved is kept. Raise it with --memory, or ask about a later position."),
                 "ii", (int64_t)(a->memory >> 20), (int64_t)atomic_load(&a->table->used));
    else if (status == DUEL_STOPPED)
        duel_say(why, N_("Stopped after {0} positions; what was solved is kept."), "i",
                 (int64_t)atomic_load(&a->table->used));
    return status;
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
    if (packed_crowded(a->table) && begin_to_grow(&c)) /* many short solves before this one */
        packed_grow_share(a->table, false);
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
        duel_guard_fault(a->v->game, &c.fault);
    pthread_mutex_destroy(&c.lock);
    pthread_cond_destroy(&c.changed);
    a->nodes = atomic_load(&c.nodes);
    duel_status status = c.solved ? DUEL_OK : c.status;
    return explain_status(a, status, why);
}
