/* games/moriarty/engines.c -- the engines that know the game: `exact` proves, and counts all
 * positions below a small one; `expert` plays, by the opening book where that is clear; and the
 * two machines of the seed's program.
 *
 * Estimates are in hundredths of a disc. A searcher keeps its table from turn to turn; with a
 * node limit it begins each call with an empty one, so that equal calls get equal answers. */
#include "games/moriarty/moriarty.h"

#include "base/clock.h"
#include "core/play.h"
#include "core/value.h"
#include "games/moriarty/book.h"

#include <stdlib.h>
#include <string.h>

enum {
    MEGABYTE = 1 << 20,
    EXPERT_MEMORY = 64 * MEGABYTE,
    EXACT_MEMORY = 512 * MEGABYTE,
    LEAST_MEMORY = 1 << 16,
    FORCED_NODES = 10000 /* enough for a move that must be played anyway */
};
static const double default_seconds = 1;

typedef struct searcher {
    const duel_variant *v;
    size_t memory; /* for the table */
    moriarty_table table;
    size_t table_bytes; /* 0: no table yet */
    int threads, depth; /* options; 0: as the call says */
    bool features;      /* options: the hand-made evaluation, */
    bool book;          /* the opening book */
} searcher;

/* ---- what estimates mean --------------------------------------------------------- */

enum { HUNDREDTHS = 100 };

static int32_t hundredths(int units)
{
    return units * HUNDREDTHS / MORIARTY_UNIT;
}

/* Estimates that are this many units from what either of two depths found. Against the solver,
 * with 12 to 18 squares empty, a logistic of spread 2.8 fits best; earlier they say less. */
static duel_scale scale_of_discs(int swing)
{
    const double spread = 4;
    int32_t apart = hundredths(swing);
    return (duel_scale){.meaning = DUEL_MEANS_POINTS,
                        .unit = HUNDREDTHS,
                        .spread = spread,
                        .swing = apart < 0 ? -apart : apart};
}

/* ---- life ------------------------------------------------------------------------ */

static duel_status open_searcher(const duel_variant *v, size_t memory, size_t most, void **self,
                                 duel_msg *why)
{
    searcher *e = calloc(1, sizeof *e);
    if (e == NULL)
        return duel_no_space(why);
    e->v = v;
    e->memory = memory < most ? memory : most;
    if (e->memory < LEAST_MEMORY)
        e->memory = LEAST_MEMORY;
    *self = e;
    return DUEL_OK;
}

static void forget(void *self)
{
    searcher *e = self;
    if (e->table_bytes)
        moriarty_table_fini(&e->table);
    e->table_bytes = 0;
}

static void close_searcher(void *self)
{
    forget(self);
    free(self);
}

/* A small table where few nodes are allowed: emptying it must cost less than searching. */
static duel_status prepare_table(searcher *e, const duel_think *t, duel_msg *why)
{
    size_t bytes = e->memory;
    if (t->nodes && t->nodes < bytes / 64)
        bytes = (size_t)t->nodes * 64;
    if (bytes < LEAST_MEMORY)
        bytes = LEAST_MEMORY;
    if (e->table_bytes == bytes) {
        if (t->nodes)
            moriarty_table_clear(&e->table);
        return DUEL_OK;
    }
    forget(e);
    duel_status status = moriarty_table_init(&e->table, bytes, why);
    if (status == DUEL_OK)
        e->table_bytes = bytes;
    return status;
}

/* ---- answers --------------------------------------------------------------------- */

static duel_result proved_result(int units)
{
    return (duel_result){.value = units > 0   ? DUEL_WIN
                                  : units < 0 ? DUEL_LOSS
                                              : DUEL_TIE,
                         .score = units / MORIARTY_UNIT,
                         .remoteness = DUEL_NO_REMOTENESS};
}

/* An estimate in the middle between odd and even depths. All moves are brought there by what
 * the best one swung, which leaves their order as it is. */
static int32_t steadied(const moriarty_answer *a, int units)
{
    return hundredths(units - a->swing);
}

static void rate_scored_move(const moriarty_answer *a, const moriarty_scored *m,
                             duel_answer *out)
{
    duel_move_value *r = &out->rated[out->rated_count++];
    *r = (duel_move_value){.move = (duel_move)m->move, .estimate = steadied(a, m->score)};
    if (m->proved)
        r->result = proved_result(m->score);
}

static void tell_moriarty_answer(const duel_think *t, const moriarty_answer *a,
                                 duel_answer *out)
{
    out->plan[0] = (duel_move)a->move;
    out->plan_count = 1;
    out->line_count = a->line_length < DUEL_LINE ? a->line_length : DUEL_LINE;
    for (int i = 0; i < out->line_count; i++)
        out->line[i] = (duel_move)a->line[i];
    out->proved = a->proved;
    out->estimate = steadied(a, a->score);
    out->scale = scale_of_discs(a->swing);
    if (a->proved)
        out->result = proved_result(a->score);
    for (int i = 0; i < a->move_count; i++)
        if (a->moves[i].known && (t->every_move || a->moves[i].move == a->move))
            rate_scored_move(a, &a->moves[i], out);
    out->depth = a->depth;
    out->nodes = out->positions = a->nodes;
    out->seconds = a->seconds;
}

/* True, with the answer filled in, if there is nothing to think about. */
static bool answer_end(const duel_variant *v, const duel_think *t, duel_answer *out)
{
    int32_t score[DUEL_SEATS];
    memset(out, 0, sizeof *out);
    if (!v->game->over(v, t->view, score))
        return false;
    out->result = value_of_end(v, score, v->game->turn(v, t->view));
    out->proved = true;
    return true;
}

typedef struct watcher {
    const searcher *engine;
    const duel_think *think;
} watcher;

static void report_search(void *user, const moriarty_answer *a)
{
    const watcher *w = user;
    duel_progress p = {.nodes = a->nodes,
                       .positions = a->nodes,
                       .memory = w->engine->table_bytes,
                       .depth = a->depth,
                       .seconds = a->seconds,
                       .best = (duel_move)a->move,
                       .score = steadied(a, a->score),
                       .scale = scale_of_discs(a->swing)};
    w->think->progress(w->think->watcher, &p);
}

/* `nodes` may be fewer than the call allows. */
static duel_status search_view(searcher *e, const duel_think *t, bool prove, uint64_t nodes,
                               duel_answer *out, duel_msg *why)
{
    moriarty_answer a;
    watcher w = {e, t};
    moriarty_request q = moriarty_request_of(e->v, t->view);
    duel_status status = prepare_table(e, t, why);
    if (status != DUEL_OK)
        return status;
    q.prove = prove;
    q.every_move = t->every_move;
    q.max_depth = e->depth;
    q.node_limit = nodes;
    q.seconds = t->seconds;
    q.stop = t->stop;
    q.threads = e->threads ? e->threads : t->threads > 1 ? t->threads : 1;
    q.table = &e->table;
    if (e->features)
        q.eval = &moriarty_handmade;
    q.progress = t->progress ? report_search : NULL;
    q.user = &w;
    status = moriarty_think(&q, &a, why);
    if (status != DUEL_OK && status != DUEL_STOPPED)
        return status;
    tell_moriarty_answer(t, &a, out);
    return DUEL_OK;
}

/* ---- every position below -----------------------------------------------------------------
 *
 * Every position that play can reach from a state, each with its value: for boards and endings
 * small enough to be listed; nothing is pruned. A table of all positions met, open addressing;
 * its entries are found anew after every recursion, for the table may have grown meanwhile. */

typedef struct entry {
    moriarty_state state; /* no disc at all: free */
    int score;
    bool valued; /* false while the positions below are looked at */
} entry;

typedef struct census {
    const duel_variant *v;
    const duel_think *think;
    entry *slot;
    size_t mask, used, most;
    double begin;
    duel_status status;
    duel_msg *why;
} census;

static size_t hash_position(const moriarty_state *s)
{
    uint64_t h = (s->disc[0] + s->seat) * UINT64_C(0x9E3779B97F4A7C15);
    h = (h ^ h >> 29 ^ s->disc[1]) * UINT64_C(0xBF58476D1CE4E5B9);
    return (size_t)(h ^ h >> 32);
}

static bool same(const moriarty_state *a, const moriarty_state *b)
{
    return a->disc[0] == b->disc[0] && a->disc[1] == b->disc[1] && a->seat == b->seat;
}

/* The slot of a state, or the free one where it belongs. */
static entry *find_slot(const census *c, const moriarty_state *s)
{
    size_t at = hash_position(s) & c->mask;
    while ((c->slot[at].state.disc[0] | c->slot[at].state.disc[1]) &&
           !same(&c->slot[at].state, s))
        at = (at + 1) & c->mask;
    return &c->slot[at];
}

static bool resize(census *c, size_t slots)
{
    entry *old = c->slot;
    size_t count = old ? c->mask + 1 : 0;
    entry *bigger = slots <= c->most ? calloc(slots, sizeof *bigger) : NULL;
    if (bigger == NULL)
        return false;
    c->slot = bigger;
    c->mask = slots - 1;
    for (size_t i = 0; i < count; i++)
        if (old[i].state.disc[0] | old[i].state.disc[1])
            *find_slot(c, &old[i].state) = old[i];
    free(old);
    return true;
}

static bool out_of_time(const census *c)
{
    enum { LOOK = 4096 };
    const duel_think *t = c->think;
    if (t->stop && atomic_load_explicit(t->stop, memory_order_relaxed))
        return true;
    if (t->nodes && c->used >= t->nodes)
        return true;
    return t->seconds > 0 && c->used % LOOK == 0 && duel_clock() - c->begin >= t->seconds;
}

static bool may_go_on(census *c)
{
    if (c->status == DUEL_OK && out_of_time(c))
        c->status = DUEL_STOPPED;
    if (c->status == DUEL_OK && c->used > c->mask / 4 * 3 && !resize(c, 2 * (c->mask + 1)))
        c->status = duel_refuse(
            c->why, N_("More than {0} positions lie below: too many to be counted here."), "i",
            (int64_t)c->used);
    return c->status == DUEL_OK;
}

static int value_of(census *c, const moriarty_state *s)
{
    entry *e = find_slot(c, s);
    if (e->valued)
        return e->score;
    if (!may_go_on(c))
        return 0;
    duel_move list[MORIARTY_MAX_MOVES];
    int count = c->v->game->moves(c->v, s, list), best = -65;
    e = find_slot(c, s);
    e->state = *s;
    c->used++;
    for (int i = 0; i < count; i++) {
        moriarty_state child = *s;
        moriarty_do(&child, (int)list[i]);
        int score = -value_of(c, &child);
        if (score > best)
            best = score;
    }
    e = find_slot(c, s);
    e->score = count ? best : moriarty_result(c->v, s);
    e->valued = true;
    return e->score;
}

static void tally(const census *c, duel_answer *out)
{
    for (size_t i = 0; i <= c->mask; i++)
        if (c->slot[i].valued)
            out->counts[c->slot[i].score > 0   ? DUEL_WIN
                        : c->slot[i].score < 0 ? DUEL_LOSS
                                               : DUEL_TIE]++;
}

/* Counts for the side to move in each position; DUEL_NO_SPACE where the memory does not
 * suffice. */
static duel_status think_count(const searcher *e, const duel_think *t, duel_answer *out,
                               duel_msg *why)
{
    enum { FIRST_SLOTS = 1 << 12 };
    census c = {.v = e->v,
                .think = t,
                .most = e->memory / sizeof(entry) / 3 * 2,
                .begin = duel_clock(),
                .why = why};
    if (!resize(&c, FIRST_SLOTS))
        return duel_no_space(why);
    value_of(&c, t->view);
    if (c.status == DUEL_OK)
        tally(&c, out);
    free(c.slot);
    return c.status == DUEL_STOPPED ? DUEL_OK : c.status;
}

/* ---- exact ----------------------------------------------------------------------- */

static duel_status open_exact(const duel_variant *v, const duel_settings *settings,
                              size_t memory, void **self, duel_msg *why)
{
    return open_searcher(v, memory / 2, EXACT_MEMORY, self, why);
}

static duel_status think_exact(void *self, const duel_think *t, duel_answer *out, duel_msg *why)
{
    searcher *e = self;
    duel_status status = DUEL_OK;
    if (!answer_end(e->v, t, out))
        status = search_view(e, t, true, t->nodes, out, why);
    if (status == DUEL_OK && t->count)
        status = think_count(e, t, out, why);
    return status;
}

static const duel_engine exact = {
    .name = "exact",
    .about = N_("solves the game and plays perfectly"),
    .open = open_exact,
    .think = think_exact,
    .forget = forget,
    .close = close_searcher,
};

/* ---- the opening book ------------------------------------------------------------ */

/* How many quarters of a disc a move may be worse than the best: one for who looks at a hundred
 * thousand positions, and another for each halving of that. */
static int margin_for(uint64_t nodes)
{
    int margin = 1;
    for (uint64_t most = 100000; nodes && nodes <= most / 2; most /= 2)
        margin++;
    return margin;
}

static int draw_move(moriarty_book_page *page, const duel_think *t)
{
    duel_rng rng;
    moriarty_book_page draw = *page;
    int choices = moriarty_book_choices(&draw, margin_for(t->nodes));
    duel_rng_init_number(&rng, t->seed);
    return draw.move[duel_rng_below(&rng, (uint32_t)choices)].move;
}

static int32_t estimate_of(int quarters)
{
    return hundredths(quarters * MORIARTY_BOOK_UNITS);
}

/* The moves of the page that are asked about, and the value of the one that is played. */
static void rate_page(const moriarty_book_page *page, const duel_think *t, int played,
                      duel_answer *out)
{
    for (int i = 0; i < page->count; i++) {
        const moriarty_book_move *m = &page->move[i];
        if (m->move == played)
            out->estimate = estimate_of(m->value);
        if (t->every_move || m->move == played)
            out->rated[out->rated_count++] = (duel_move_value){
                .move = (duel_move)m->move, .estimate = estimate_of(m->value)};
    }
}

/* The move and what the book thinks best after it; passes are not in it, but in the line. */
static void follow_book(const moriarty_book *book, moriarty_board b, int move, duel_answer *out)
{
    moriarty_book_page page;
    do {
        out->line[out->line_count++] = (duel_move)move;
        b = moriarty_play(b, move);
        move = moriarty_moves(b, MORIARTY_ALL)  ? MORIARTY_NO_MOVE
               : moriarty_over(b, MORIARTY_ALL) ? MORIARTY_NO_MOVE
                                                : MORIARTY_PASS;
        if (move == MORIARTY_NO_MOVE && moriarty_book_open(book, b, &page))
            move = page.move[0].move;
    } while (move != MORIARTY_NO_MOVE && out->line_count < DUEL_LINE);
}

bool moriarty_book_answer(const moriarty_book *book, const duel_variant *v, const duel_think *t,
                          duel_answer *out)
{
    moriarty_book_page page;
    moriarty_board b = moriarty_board_of(t->view);
    if (!moriarty_is_othello(v) || !moriarty_book_open(book, b, &page) ||
        !moriarty_book_clear(&page))
        return false;
    int move = t->every_move ? page.move[0].move : draw_move(&page, t);
    out->book = true;
    out->plan[out->plan_count++] = (duel_move)move;
    out->scale = scale_of_discs(page.doubt * MORIARTY_BOOK_UNITS);
    rate_page(&page, t, move, out);
    follow_book(book, b, move, out);
    out->depth = out->line_count;
    out->nodes = out->positions = 1;
    return true;
}

/* ---- expert ---------------------------------------------------------------------- */

enum { THREADS, DEPTH, WEIGHTS, BOOK };
enum { TRAINED_WEIGHTS, FEATURE_WEIGHTS };
static const char *const weight_names[] = {"trained", "features", NULL};
static const duel_option expert_options[] = {
    {"threads", DUEL_NUMBER, 0, 0, MORIARTY_MAX_THREADS, NULL,
     N_("threads to search with; 0: as many as the caller says")},
    {"depth", DUEL_NUMBER, 0, 0, 60, NULL, N_("moves to look ahead; 0: as far as time allows")},
    {"weights", DUEL_CHOICE, TRAINED_WEIGHTS, TRAINED_WEIGHTS, FEATURE_WEIGHTS, weight_names,
     N_("what positions are judged by: trained patterns, or the features books teach")},
    {"book", DUEL_YESNO, 1, 0, 1, NULL,
     N_("plays from the opening book where that is clear; no: thinks from the first move")},
    {NULL, DUEL_NUMBER, 0, 0, 0, NULL, NULL}};

static duel_status open_searching_expert(const duel_variant *v, const duel_settings *settings,
                                         size_t memory, void **self, duel_msg *why)
{
    duel_status status = open_searcher(v, memory / 2, EXPERT_MEMORY, self, why);
    if (status == DUEL_OK) {
        searcher *e = *self;
        e->threads = (int)settings->option[THREADS];
        e->depth = (int)settings->option[DEPTH];
        e->features = settings->option[WEIGHTS] == FEATURE_WEIGHTS;
        e->book = settings->option[BOOK];
    }
    return status;
}

static bool has_one_move(const searcher *e, const void *view)
{
    return moriarty_count(moriarty_legal(e->v, view)) <= 1;
}

/* The book was grown with the trained weights, to a depth of its own. */
static bool goes_by_book(const searcher *e)
{
    return e->book && !e->features && e->depth == 0;
}

static duel_status think_expert(void *self, const duel_think *call, duel_answer *out,
                                duel_msg *why)
{
    searcher *e = self;
    duel_think t = *call;
    if (answer_end(e->v, &t, out))
        return DUEL_OK;
    if (goes_by_book(e) && moriarty_book_answer(&moriarty_carried_book, e->v, &t, out))
        return DUEL_OK;
    if (t.seconds <= 0 && t.nodes == 0 && e->depth == 0)
        t.seconds = default_seconds;
    uint64_t nodes = t.nodes;
    if (has_one_move(e, t.view) && !t.every_move && (nodes == 0 || nodes > FORCED_NODES))
        nodes = FORCED_NODES;
    return search_view(e, &t, false, nodes, out, why);
}

/* With a node limit every call begins with an empty table: there is nothing to prepare. */
static void ponder_expert(void *self, const duel_think *t)
{
    duel_answer *unused = malloc(sizeof *unused);
    if (unused && !answer_end(((searcher *)self)->v, t, unused))
        search_view(self, t, false, 0, unused, NULL);
    free(unused);
}

/* Each gets 60 to 75 of 100 points against the one below:
 * duel match moriarty --ladder --step 1 --games 400 --openings 8,balanced --nodes 200000 */
static const duel_level graded[DUEL_LEVELS + 1] = {
    [1] = {0.92, 20},    [2] = {0.72, 150},   [3] = {0.55, 600},   [4] = {0.42, 3000},
    [5] = {0.31, 10000}, [6] = {0.22, 30000}, [7] = {0.15, 80000}, [8] = {0.085, 0},
    [9] = {0.035, 0},    [10] = {0, 0}};

static const duel_engine expert = {
    .name = "expert",
    .about = N_("looks as far ahead as time allows and proves the ending"),
    .options = expert_options,
    .levels = graded,
    .open = open_searching_expert,
    .think = think_expert,
    .ponder = ponder_expert,
    .forget = forget,
    .close = close_searcher,
};

/* ---- the seed's machines --------------------------------------------------------- */

static duel_status open_seed(const duel_variant *v, const duel_settings *settings,
                             size_t memory, void **self, duel_msg *why)
{
    const duel_variant **kept = malloc(sizeof *kept);
    if (kept == NULL)
        return duel_no_space(why);
    *kept = v;
    *self = kept;
    return DUEL_OK;
}

static void answer_move(duel_move move, duel_answer *out)
{
    out->plan[0] = out->line[0] = move;
    out->plan_count = out->line_count = 1;
    out->nodes = 1;
}

static duel_status think_normal(void *self, const duel_think *t, duel_answer *out,
                                duel_msg *why)
{
    const duel_variant *v = *(const duel_variant **)self;
    duel_rng rng;
    if (answer_end(v, t, out))
        return DUEL_OK;
    duel_rng_init_number(&rng, t->seed);
    answer_move(v->game->accel->sample(v, t->view, &rng), out);
    return DUEL_OK;
}

/* Most discs turned; ties go to the lowest column, then to the lowest row. */
static int greediest(const duel_variant *v, const moriarty_state *s)
{
    uint64_t legal = moriarty_legal(v, s);
    int best = MORIARTY_PASS, most = 0;
    for (int i = 0; i < MORIARTY_SQUARES; i++) {
        int square = 8 * (i % 8) + i / 8; /* column by column */
        int turned = moriarty_count(moriarty_flips(moriarty_board_of(s), square));
        if (legal & moriarty_bit(square) && turned > most) {
            most = turned;
            best = square;
        }
    }
    return best;
}

static duel_status think_hard(void *self, const duel_think *t, duel_answer *out, duel_msg *why)
{
    const duel_variant *v = *(const duel_variant **)self;
    if (!answer_end(v, t, out))
        answer_move((duel_move)greediest(v, t->view), out);
    return DUEL_OK;
}

static const duel_engine seed_normal = {
    .name = "seed-normal",
    .about = N_("the seed's machine Normal: any legal move"),
    .open = open_seed,
    .think = think_normal,
    .close = free,
};

static const duel_engine seed_hard = {
    .name = "seed-hard",
    .about = N_("the seed's machine Difficult: turns the most discs at once"),
    .open = open_seed,
    .think = think_hard,
    .close = free,
};

const duel_engine *const moriarty_engines[] = {&expert, &exact, &seed_normal, &seed_hard, NULL};
