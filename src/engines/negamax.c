/* engines/negamax.c -- principal-variation search with a table, the same without cuts, and
 * either told to who looks on: see negamax.h. */
#include "engines/negamax.h"
#include "base/hash.h"
#include "core/play.h"
#include "core/value.h"

#include <stdlib.h>
#include <string.h>

enum { CLOCK_EVERY = 1024, HISTORY_MOST = 1 << 24 };

/* ---- the table of positions ---------------------------------------------------------- */

typedef enum transpo_bound {
    TRANSPO_LOWER = 1,
    TRANSPO_UPPER = 2,
    TRANSPO_EXACT = 3
} transpo_bound;

/* At most `bytes` large, at least one pair of slots; `positions`, if not 0, is all it may ever
 * have to hold. */
static bool transpo_init(transpo *t, size_t bytes, uint64_t positions)
{
    uint64_t slots = 2;
    while (2 * slots * sizeof *t->slot <= bytes && (positions == 0 || slots / 2 < positions))
        slots *= 2;
    *t = (transpo){.slot = calloc(slots, sizeof *t->slot), .mask = slots - 1, .epoch = 1};
    return t->slot != NULL;
}

static void transpo_fini(transpo *t)
{
    free(t->slot);
    t->slot = NULL;
}

/* Only when the epochs' numbers run out is anything really wiped. */
void transpo_forget(transpo *t)
{
    t->used = 0;
    if (++t->epoch == 0) {
        memset(t->slot, 0, (t->mask + 1) * sizeof *t->slot);
        t->epoch = 1;
    }
}

transpo_key transpo_key_of(const duel_variant *v, const void *state)
{
    if (v->key_bits) {
        uint64_t key = v->game->accel->pack(v, state);
        if (v->game->accel->carried) /* what a key leaves out */
            key ^= hash_mix((uint64_t)v->game->accel->carried(v, state));
        return (transpo_key){hash_mix(key), key};
    }
    return (transpo_key){hash_bytes(state, v->state_size, UINT64_C(0x243F6A8885A308D3)),
                         hash_bytes(state, v->state_size, UINT64_C(0x13198A2E03707344))};
}

static bool present(const transpo *t, const transpo_entry *e, uint64_t check)
{
    return e->check == check && e->epoch == t->epoch && e->bound;
}

const transpo_entry *transpo_find(const transpo *t, transpo_key key)
{
    const transpo_entry *pair = &t->slot[key.place & t->mask & ~UINT64_C(1)];
    return present(t, pair, key.check)       ? pair
           : present(t, pair + 1, key.check) ? pair + 1
                                             : NULL;
}

/* How sorry one would be to lose an entry. */
static int regret(const transpo *t, const transpo_entry *e)
{
    if (e->epoch != t->epoch || e->bound == 0)
        return INT32_MIN;
    return e->depth + (e->solid ? 4 : 0) - (e->age == t->age ? 0 : 1000);
}

/* Fills in what tells the entry from others, and keeps it. */
static void transpo_put(transpo *t, transpo_key key, transpo_entry entry)
{
    transpo_entry *pair = &t->slot[key.place & t->mask & ~UINT64_C(1)], *to;
    if (present(t, pair, key.check))
        to = pair;
    else if (present(t, pair + 1, key.check))
        to = pair + 1;
    else
        to = regret(t, pair) <= regret(t, pair + 1) ? pair : pair + 1;
    t->used += to->epoch != t->epoch || to->bound == 0;
    entry.check = key.check;
    entry.epoch = t->epoch;
    entry.age = t->age;
    *to = entry;
}

/* ---- life ----------------------------------------------------------------------------- */

static size_t aligned(size_t bytes)
{
    return (bytes + sizeof(duel_state *) - 1) / sizeof(duel_state *) * sizeof(duel_state *);
}

static void lay_out_frames(negamax *n)
{
    size_t state = aligned(n->v->state_size), line = (size_t)n->plies + 1;
    unsigned char *states = n->memory[0];
    for (int i = 0; i <= n->plies; i++) {
        negamax_frame *f = &n->frame[i];
        f->state = n->undoes ? states : states + (size_t)i * state;
        f->list = (duel_move *)n->memory[1] + (size_t)i * n->v->max_moves;
        f->bet = (int64_t *)n->memory[2] + (size_t)i * n->v->max_moves;
        f->line = (duel_move *)n->memory[3] + (size_t)i * line;
        if (!n->expands)
            continue;
        f->made = (int *)n->memory[4] + (size_t)i * n->v->max_moves;
        f->children =
            (unsigned char *)n->memory[5] + (size_t)i * n->v->max_moves * n->v->state_size;
    }
}

static bool allocate(negamax *n, size_t bytes)
{
    size_t frames = (size_t)n->plies + 1, lists = frames * n->v->max_moves;
    n->frame = calloc(frames, sizeof *n->frame);
    n->memory[0] = calloc(n->undoes ? 1 : frames, aligned(n->v->state_size));
    n->memory[1] = calloc(lists, sizeof(duel_move));
    n->memory[2] = calloc(lists, sizeof(int64_t));
    n->memory[3] = calloc(frames * frames, sizeof(duel_move));
    if (n->expands) {
        n->memory[4] = calloc(lists, sizeof(int));
        n->memory[5] = malloc(lists * n->v->state_size);
        n->memory[6] = calloc(n->v->max_moves, sizeof(int));
    }
    if (n->expands && !(n->memory[4] && n->memory[5] && n->memory[6]))
        return false;
    n->history[0] = calloc(2 * NEGAMAX_HISTORY, sizeof **n->history);
    return transpo_init(&n->table, bytes, n->v->positions) && n->frame && n->memory[0] &&
           n->memory[1] && n->memory[2] && n->memory[3] && n->history[0];
}

/* All children of all plies, in no more than what the table may have. */
static bool has_room_for_children(const negamax *n, size_t bytes)
{
    size_t frames = (size_t)n->plies + 1;
    return frames * n->v->max_moves * n->v->state_size <= bytes;
}

bool negamax_init(negamax *n, const duel_variant *v, size_t bytes)
{
    const duel_accel *accel = v->game->accel;
    *n = (negamax){.v = v,
                   .me = -1,
                   .loopy = v->traits & DUEL_LOOPY,
                   .undoes = accel && accel->make && accel->undo,
                   .plies = NEGAMAX_PLIES};
    if (!n->loopy && v->max_plies < NEGAMAX_PLIES)
        n->plies = (int)v->max_plies + 1;
    n->expands = accel && accel->expand && !n->undoes && has_room_for_children(n, bytes);
    if (!allocate(n, bytes)) {
        negamax_fini(n);
        return false;
    }
    n->history[1] = n->history[0] + NEGAMAX_HISTORY;
    lay_out_frames(n);
    return true;
}

void negamax_fini(negamax *n)
{
    transpo_fini(&n->table);
    for (size_t i = 0; i < sizeof n->memory / sizeof *n->memory; i++)
        free(n->memory[i]);
    free(n->frame);
    free(n->history[0]);
    *n = (negamax){.v = NULL};
}

void negamax_begin(negamax *n, const void *root, const duel_think *t)
{
    n->think = *t;
    limits_begin(&n->limits, &n->think);
    n->halted = false;
    n->nodes = 0;
    n->told = 0;
    n->progress = (duel_progress){.nodes = 0};
    memset(n->history[0], 0, 2 * NEGAMAX_HISTORY * sizeof **n->history);
    for (int i = 0; i <= n->plies; i++)
        n->frame[i].killer[0] = n->frame[i].killer[1] = 0;
    memcpy(n->frame[0].state, root, n->v->state_size);
    n->me = n->v->game->turn(n->v, root);
    n->frame[0].side = 1;
    n->frame[0].key = transpo_key_of(n->v, root);
    n->table.age++;
}

/* ---- worths --------------------------------------------------------------------------- */

int64_t negamax_distance(int64_t worth)
{
    int64_t size = worth < 0 ? -worth : worth;
    int64_t past = (size - NEGAMAX_END) % NEGAMAX_SPAN;
    return past ? NEGAMAX_SPAN - past : 0;
}

int64_t negamax_margin(int64_t worth)
{
    int64_t size = worth < 0 ? -worth : worth;
    return (size - NEGAMAX_END + NEGAMAX_SPAN - 1) / NEGAMAX_SPAN;
}

duel_result negamax_result(const negamax *n, int64_t worth, bool exact_plies)
{
    if (!negamax_decided(worth))
        return (duel_result){.value = DUEL_TIE, .remoteness = DUEL_NO_REMOTENESS};
    int64_t margin = n->v->traits & DUEL_MARGIN ? negamax_margin(worth) : 1;
    duel_result r = {.value = worth > 0 ? DUEL_WIN : DUEL_LOSS};
    r.score = (int32_t)margin * (worth > 0 ? 1 : -1);
    r.remoteness = exact_plies ? (uint32_t)negamax_distance(worth) : DUEL_NO_REMOTENESS;
    return r;
}

/* The table counts the plies to an end from the position, the search from the root. */
static int64_t from_root(int64_t worth, int ply)
{
    return !negamax_decided(worth) ? worth : worth > 0 ? worth - ply : worth + ply;
}

/* ---- limits and progress -------------------------------------------------------------- */

static void tell_nodes(negamax *n)
{
    double now = limits_seconds(&n->limits);
    if (n->think.progress == NULL || now - n->told < 0.1)
        return;
    n->told = now;
    n->progress.seconds = now;
    n->progress.nodes = n->nodes;
    n->progress.positions = n->table.used;
    n->progress.memory = (n->table.mask + 1) * sizeof *n->table.slot;
    n->think.progress(n->think.watcher, &n->progress);
}

bool negamax_check(negamax *n)
{
    if (n->halted || limits_nodes(&n->limits, n->nodes) || limits_asked(&n->limits))
        return n->halted = true;
    if (n->nodes % CLOCK_EVERY == 0) {
        n->halted = limits_time(&n->limits);
        tell_nodes(n);
    }
    return n->halted;
}

/* ---- the order of moves --------------------------------------------------------------- */

static uint32_t *history_of(negamax *n, int side, duel_move move)
{
    return &n->history[side][hash_mix(move) % NEGAMAX_HISTORY];
}

/* The table's move, then the killers, then by the game's own order and the history. */
static int64_t bet_on(negamax *n, const negamax_frame *f, duel_move move,
                      const duel_move *known)
{
    const duel_accel *accel = n->v->game->accel;
    if (known && move == *known)
        return INT64_MAX;
    if (move == f->killer[0] || move == f->killer[1])
        return INT64_MAX - 1;
    int64_t order = accel && accel->order ? accel->order(n->v, f->state, move) : 0;
    return order * HISTORY_MOST + *history_of(n, f->side, move);
}

static int list_with_bets(negamax *n, negamax_frame *f, const duel_move *known)
{
    int count;
    if (n->expands) {
        duel_children brood = {f->children, f->list, n->memory[6], (int)n->v->max_moves};
        duel_expand(n->v, f->state, 1, &brood, &count);
    } else {
        count = n->v->game->moves(n->v, f->state, f->list);
    }
    for (int i = 0; i < count; i++)
        f->bet[i] = bet_on(n, f, f->list[i], known);
    for (int i = 0; i < count && n->expands; i++)
        f->made[i] = i;
    return count;
}

/* Brings the best bet among the moves from `at` on to `at`. */
static duel_move pick(negamax_frame *f, int at, int count)
{
    int best = at;
    for (int i = at + 1; i < count; i++)
        if (f->bet[i] > f->bet[best])
            best = i;
    duel_move move = f->list[best];
    int64_t bet = f->bet[best];
    f->list[best] = f->list[at], f->bet[best] = f->bet[at];
    f->list[at] = move, f->bet[at] = bet;
    if (f->made) {
        int made = f->made[best];
        f->made[best] = f->made[at];
        f->made[at] = made;
    }
    return move;
}

static void remember_good(negamax *n, negamax_frame *f, duel_move move)
{
    uint32_t *h = history_of(n, f->side, move);
    *h += (uint32_t)(f->depth * f->depth);
    if (*h >= HISTORY_MOST)
        for (int i = 0; i < 2 * NEGAMAX_HISTORY; i++)
            n->history[0][i] /= 2;
    if (f->killer[0] != move) {
        f->killer[1] = f->killer[0];
        f->killer[0] = move;
    }
}

/* ---- a ply --------------------------------------------------------------------------- */

/* What an end is worth to a side, see negamax.h. */
static int64_t worth_of_end(const negamax *n, const int32_t score[], int side, int ply)
{
    int64_t margin = duel_margin(n->v, score, n->me);
    if (!(n->v->traits & DUEL_MARGIN))
        margin = (margin > 0) - (margin < 0);
    if (!side)
        margin = -margin;
    int64_t size = NEGAMAX_END + (margin < 0 ? -margin : margin) * NEGAMAX_SPAN - ply;
    return margin > 0 ? size : margin < 0 ? -size : 0;
}

/* What a position looks like to a side. */
static int64_t looks_to(const negamax *n, const void *state, int side)
{
    const duel_accel *accel = n->v->game->accel;
    int64_t worth = accel && accel->evaluate ? accel->evaluate(n->v, state, n->me) : 0;
    return side ? worth : -worth;
}

/* Plays a move, or takes the child that was made of it. */
static uint64_t reach_child(negamax *n, int ply, duel_move move, const void *made)
{
    negamax_frame *f = &n->frame[ply], *child = f + 1;
    const duel_variant *v = n->v;
    if (n->undoes)
        return v->game->accel->make(v, f->state, move);
    memcpy(child->state, made ? made : f->state, v->state_size);
    if (made == NULL)
        v->game->play(v, child->state, move);
    return 0;
}

/* The best line of a position goes by this move. */
static void take_line(negamax_frame *f, duel_move move)
{
    const negamax_frame *child = f + 1;
    f->line[0] = move;
    memcpy(f->line + 1, child->line, (size_t)child->line_count * sizeof *f->line);
    f->line_count = child->line_count + 1;
}

/* Counts the position; true: it is an end, or as far as the search looks, or it has to stop. */
static inline bool stops_here(negamax *n, int ply, verdict *out)
{
    negamax_frame *f = &n->frame[ply];
    int32_t score[DUEL_SEATS];
    f->line_count = 0;
    n->nodes++;
    if (negamax_check(n))
        *out = (verdict){0, false};
    else if (n->v->game->over(n->v, f->state, score))
        *out = (verdict){worth_of_end(n, score, f->side, ply), true};
    else if (f->depth <= 0 || ply >= n->plies)
        *out = (verdict){looks_to(n, f->state, f->side), false};
    else
        return false;
    return true;
}

static verdict search_child(negamax *n, int ply, int64_t alpha, int64_t beta)
{
    negamax_frame *f = &n->frame[ply], *child = f + 1;
    bool turned = child->side != f->side;
    child->depth = f->depth - 1;
    child->alpha = turned ? -beta : alpha;
    child->beta = turned ? -alpha : beta;
    verdict r = n->search(n, ply + 1);
    if (turned)
        r.worth = -r.worth;
    return r;
}

/* The first move of a node gets the whole window; the others must first show in a null window
 * that they are better (J. Pearl's Scout; T. Marsland and M. Campbell, 1982). */
static verdict try_move(negamax *n, int ply, duel_move move, const void *made, bool first)
{
    negamax_frame *f = &n->frame[ply], *child = f + 1;
    const duel_variant *v = n->v;
    uint64_t trace = reach_child(n, ply, move, made);
    child->side = v->game->turn(v, child->state) == n->me;
    child->by = move;
    verdict r = search_child(n, ply, f->alpha, first ? f->beta : f->alpha + 1);
    if (!first && r.worth > f->alpha && r.worth < f->beta && !n->halted)
        r = search_child(n, ply, f->alpha, f->beta);
    if (n->undoes)
        v->game->accel->undo(v, f->state, move, trace);
    return r;
}

/* ---- minimax ------------------------------------------------------------------------- */

/* Every move is looked at, between all bounds, and nothing is remembered. What alpha-beta
 * leaves out is seen best beside it. */
static verdict best_of_all(negamax *n, int ply)
{
    negamax_frame *f = &n->frame[ply];
    verdict best = {-NEGAMAX_INFINITE, true};
    int count = n->v->game->moves(n->v, f->state, f->list);
    for (int i = 0; i < count; i++) {
        verdict r = try_move(n, ply, f->list[i], NULL, true);
        if (n->halted)
            return r;
        best.solid = best.solid && r.solid;
        if (r.worth > best.worth) {
            best.worth = r.worth;
            take_line(f, f->list[i]);
        }
    }
    return best;
}

static verdict minimax_search(negamax *n, int ply)
{
    verdict r;
    return stops_here(n, ply, &r) ? r : best_of_all(n, ply);
}

/* ---- alpha-beta ---------------------------------------------------------------------- */

/* Within the depth searched every end was seen: a win or loss found there is exact. A margin
 * found there might still be beaten by a larger one farther away. */
static bool seen_to_the_end(const negamax *n, const negamax_frame *f, int ply, int64_t worth)
{
    return negamax_decided(worth) && !(n->v->traits & DUEL_MARGIN) &&
           negamax_distance(worth) - ply <= f->depth;
}

static void keep_verdict(negamax *n, int ply, int64_t alpha, duel_move move, verdict r)
{
    negamax_frame *f = &n->frame[ply];
    transpo_bound bound = r.worth >= f->beta ? TRANSPO_LOWER
                          : r.worth > alpha  ? TRANSPO_EXACT
                                             : TRANSPO_UPPER;
    transpo_put(&n->table, f->key,
                (transpo_entry){.move = move,
                                .worth = from_root(r.worth, -ply),
                                .depth = (int16_t)f->depth,
                                .bound = (uint8_t)bound,
                                .solid = r.solid});
}

/* NULL: it is to be played. */
static const void *child_made(const negamax *n, const negamax_frame *f, int i)
{
    if (!n->expands)
        return NULL;
    return (const unsigned char *)f->children + (size_t)f->made[i] * n->v->state_size;
}

static verdict try_moves(negamax *n, int ply, const duel_move *known)
{
    negamax_frame *f = &n->frame[ply];
    int64_t alpha = f->alpha;
    verdict best = {-NEGAMAX_INFINITE, false};
    duel_move best_move = 0;
    bool all_solid = true;
    int count = list_with_bets(n, f, known);
    for (int i = 0; i < count && f->alpha < f->beta; i++) {
        duel_move move = pick(f, i, count);
        verdict r = try_move(n, ply, move, child_made(n, f, i), i == 0);
        if (n->halted)
            return r;
        all_solid = all_solid && r.solid;
        if (r.worth > best.worth)
            best = r, best_move = move;
        if (r.worth > f->alpha) {
            f->alpha = r.worth;
            take_line(f, move);
        }
    }
    if (best.worth >= f->beta)
        remember_good(n, f, best_move);
    else
        best.solid = all_solid || seen_to_the_end(n, f, ply, best.worth);
    keep_verdict(n, ply, alpha, best_move, best);
    return best;
}

/* Whether the position was already met on the way from the root. */
static bool repeats(const negamax *n, int ply)
{
    for (int i = ply - 1; i >= 0; i--)
        if (n->frame[i].key.check == n->frame[ply].key.check)
            return true;
    return false;
}

/* What the table says cuts here if it is deep enough or a fact; on the principal line only
 * facts cut, so that the line is long. */
static bool cut_by_table(const negamax_frame *f, const transpo_entry *e, int ply, verdict *out)
{
    bool principal = f->beta - f->alpha > 1;
    if (!e->solid && (principal || e->depth < f->depth))
        return false;
    int64_t worth = from_root(e->worth, ply);
    bool cuts = e->bound == TRANSPO_EXACT ||
                (e->bound == TRANSPO_LOWER ? worth >= f->beta : worth <= f->alpha);
    if (cuts)
        *out = (verdict){worth, e->solid};
    return cuts;
}

static verdict search_ply(negamax *n, int ply)
{
    negamax_frame *f = &n->frame[ply];
    verdict r;
    if (stops_here(n, ply, &r))
        return r;
    f->key = transpo_key_of(n->v, f->state);
    if (n->loopy && repeats(n, ply)) /* without end, it is worth what it carries */
        return (verdict){value_has_margin(n->v) ? looks_to(n, f->state, f->side) : 0, false};
    const transpo_entry *e = transpo_find(&n->table, f->key);
    if (e && cut_by_table(f, e, ply, &r))
        return r;
    duel_move known = e ? e->move : 0;
    return try_moves(n, ply, e ? &known : NULL);
}

/* ---- who looks on -------------------------------------------------------------------- */

/* What a search does is told by wrapping the search of each position: it is seen from outside
 * what was done in it, what the position was worth, and whether anything below it was looked
 * at. */

/* A bound or a worth of the side to move, for the seat that asked, as people count. */
static int64_t told_worth(int64_t worth, int side)
{
    int64_t own = side ? worth : -worth, size = own < 0 ? -own : own;
    if (size >= NEGAMAX_INFINITE - 1) /* the other side of a null window at the edge */
        return own < 0 ? -DUEL_NO_BOUND : DUEL_NO_BOUND;
    if (size < NEGAMAX_END)
        return own;
    return own < 0 ? -DUEL_ENDED - negamax_margin(own) : DUEL_ENDED + negamax_margin(own);
}

static void tell_deed(const negamax *n, const duel_search_event *e)
{
    n->think.witness->saw(n->think.witness, e);
}

void negamax_tell_depth(const negamax *n, int depth)
{
    if (n->think.witness)
        tell_deed(n, &(duel_search_event){.deed = DUEL_SEARCH_DEPTH, .left = depth});
}

static void tell_window(const negamax *n, int ply)
{
    const negamax_frame *f = &n->frame[ply];
    int64_t a = told_worth(f->alpha, f->side), b = told_worth(f->beta, f->side);
    tell_deed(n, &(duel_search_event){.deed = DUEL_SEARCH_ENTER,
                                      .ply = ply,
                                      .move = f->by,
                                      .low = a < b ? a : b,
                                      .high = a < b ? b : a});
}

/* Moves that were tried stand before all others in the list, and the last of them led to the
 * position below. */
static void tell_cut(const negamax *n, int ply)
{
    const negamax_frame *f = &n->frame[ply];
    duel_move all[DUEL_MOVES_MAX];
    int count = n->v->game->moves(n->v, f->state, all), tried = 1;
    while (tried < count && f->list[tried - 1] != f[1].by)
        tried++;
    if (tried < count)
        tell_deed(
            n, &(duel_search_event){
                   .deed = DUEL_SEARCH_CUT, .ply = ply, .move = f->by, .left = count - tried});
}

static duel_found_by found_by(const negamax *n, int ply)
{
    const negamax_frame *f = &n->frame[ply];
    if (f->opened)
        return DUEL_BY_SEARCH;
    if (duel_is_over(n->v, f->state))
        return DUEL_BY_END;
    return f->depth <= 0 || ply >= n->plies ? DUEL_BY_EVALUATION : DUEL_BY_TABLE;
}

static void tell_verdict(const negamax *n, int ply, verdict r)
{
    const negamax_frame *f = &n->frame[ply];
    duel_found_by by = found_by(n, ply);
    tell_deed(n, &(duel_search_event){.deed = DUEL_SEARCH_LEAVE,
                                      .ply = ply,
                                      .move = f->by,
                                      .worth = told_worth(r.worth, f->side),
                                      .ends = negamax_decided(r.worth) || by == DUEL_BY_END,
                                      .by = by});
}

static verdict negamax_told(negamax *n, int ply)
{
    negamax_frame *f = &n->frame[ply];
    n->frame[ply - 1].opened = true;
    f->opened = false;
    tell_window(n, ply);
    verdict r = n->inner(n, ply);
    if (n->halted)
        return r;
    if (f->opened)
        tell_cut(n, ply);
    tell_verdict(n, ply, r);
    return r;
}

/* ---- a search ------------------------------------------------------------------------ */

void negamax_choose(negamax *n, bool plain)
{
    n->plain = plain;
    n->search = n->inner = plain ? minimax_search : search_ply;
    if (n->think.witness)
        n->search = negamax_told;
}

verdict negamax_try(negamax *n, duel_move move, int depth, int64_t alpha, int64_t beta)
{
    negamax_frame *f = &n->frame[0];
    f->depth = depth;
    f->alpha = alpha;
    f->beta = beta;
    return try_move(n, 0, move, NULL, true);
}

void negamax_keep(negamax *n, int depth, duel_move move, verdict exact)
{
    n->frame[0].depth = depth;
    n->frame[0].beta = NEGAMAX_INFINITE;
    keep_verdict(n, 0, -NEGAMAX_INFINITE, move, exact);
}
