/* engines/exact.c -- the solver: every position below the one asked about gets its result.
 *
 * Order of work, as in 1995: is it ended? already learned? else search, and remember. Games
 * that cannot loop are searched depth-first (solve_acyclic.c), games that can are solved
 * backwards (retrograde.c). Of games that make many children at the price of one
 * (accel->expand) many positions are opened at a time: by generations (solve_batched.c), and
 * where those would open too many again, laid out whole and solved backwards, as far as memory
 * goes. A proved formula is used only where a search would not fit in memory. An answer whose
 * line is not as long as its distance shows that what was learned is damaged: it is given up
 * and searched again. */
#include "engines/exact.h"
#include "core/play.h"

#include <stdlib.h>
#include <string.h>

typedef struct exact {
    const duel_variant *v;
    const duel_learned *learned;
    bool symmetry, has_key, formula;
    value_format format;
    acyclic a;
    solve_table table;
    state_ids states; /* games without a key */
    retrograde l;
    bool ready, poured; /* memory set up; learned positions taken in */
    bool whole;         /* games that expand are laid out whole, if that can be */
    uint64_t found;     /* answers given by the base of learned positions */
    uint64_t taken;     /* positions of it that are in the table */
    bool astray;        /* the base does not agree with itself on the line of the answer */
    limits limits;      /* of the question being answered */
    uint32_t asked;     /* look-ups in the base since the clock was read */
    bool late;          /* the time was over when it was */
} exact;

enum { SYMMETRY };
static const duel_option options[] = {
    {"symmetry", DUEL_YESNO, 1, 0, 1, NULL, N_("count mirrored positions as one")},
    {NULL, DUEL_NUMBER, 0, 0, 0, NULL, NULL}};

static duel_status fits(const duel_variant *v, duel_msg *why)
{
    if (v->seats > 2)
        return duel_refuse(why, N_("The solver plays games of one or two players only."), "");
    if (duel_has_secrets(v))
        return duel_refuse(why, N_("The solver cannot solve a game with hidden information."),
                           "");
    return DUEL_OK;
}

/* What may never end is laid out whole; so are states that carry a margin, which searches know
 * nothing of. */
static bool needs_graph(const exact *e)
{
    return e->v->traits & DUEL_LOOPY || value_has_margin(e->v);
}

/* Whether positions are opened many at a time. The searches that do so know no nim-values. */
static bool opens_many(const exact *e)
{
    const duel_accel *accel = e->v->game->accel;
    return accel && accel->expand && !(e->v->traits & DUEL_NIMBERS);
}

/* In an impartial game the whole would hold each position twice, once for each seat; its keys
 * have none. */
static bool may_lay_out(const exact *e)
{
    return !(e->has_key && e->v->traits & DUEL_IMPARTIAL);
}

/* ---- life ------------------------------------------------------------------------------- */

/* A formula answers when the search would need more memory than allowed: some 12 bytes a
 * position in the table, and a stack of some 100 bytes a ply, which grows by half. */
static bool too_large_to_search(const duel_variant *v, size_t memory)
{
    return v->positions && v->positions > memory / 160;
}

static duel_status open_exact(const duel_variant *v, const duel_settings *settings,
                              size_t memory, void **self, duel_msg *why)
{
    exact *e = calloc(1, sizeof *e);
    if (e == NULL)
        return duel_no_space(why);
    e->v = v;
    e->learned = settings->learned;
    e->format = value_format_of(v);
    e->has_key = v->key_bits && v->key_bits + e->format.bits <= 64;
    e->symmetry = e->has_key && v->game->accel->canon && settings->option[SYMMETRY];
    e->formula = v->game->accel && v->game->accel->known && too_large_to_search(v, memory);
    e->a = (acyclic){.v = v, .format = e->format, .table = &e->table, .memory = memory};
    e->l = (retrograde){.v = v, .memory = memory};
    e->whole = v->traits & DUEL_SLOW; /* in lots as large as can be */
    *self = e;
    return DUEL_OK;
}

static void forget(void *self)
{
    exact *e = self;
    if (e->ready)
        solve_table_fini(&e->table);
    state_ids_fini(&e->states);
    retrograde_fini(&e->l);
    e->ready = e->poured = false;
    e->taken = 0;
}

static void close_exact(void *self)
{
    forget(self);
    free(self);
}

enum { NUMBER_BITS = 32 }; /* of the keys of games without one */

static duel_status prepare_memory(exact *e, bool symmetry, duel_msg *why)
{
    if (e->ready)
        return DUEL_OK;
    if (!solve_table_init(&e->table, e->has_key ? e->v->key_bits : NUMBER_BITS, e->format.bits))
        return duel_no_space(why);
    if (!e->has_key && !state_ids_init(&e->states, e->v->state_size)) {
        solve_table_fini(&e->table);
        return duel_no_space(why);
    }
    e->a.states = e->has_key ? NULL : &e->states;
    if (e->has_key)
        e->a.key = symmetry ? e->v->game->accel->canon : e->v->game->accel->pack;
    e->ready = true;
    return DUEL_OK;
}

/* ---- what is known without searching ---------------------------------------------------- */

static bool look_in_table(exact *e, const void *state, duel_result *out)
{
    if (!e->ready)
        return false;
    uint64_t code = acyclic_code(&e->a, state);
    *out = value_decode(&e->format, code);
    return acyclic_known(code);
}

static bool look_in_graph(exact *e, const void *state, duel_result *out)
{
    uint32_t id;
    duel_state bare;
    if (e->l.result == NULL || !retrograde_strip_margin(e->v, state, &bare) ||
        !state_ids_find(&e->l.states, &bare, &id))
        return false;
    *out = e->l.result[id];
    return true;
}

/* Whether there is time for one more position of the base. It may hold any number of them, so
 * the limits that hold for searching hold for looking up. */
static bool in_time(exact *e)
{
    enum { CLOCK_EVERY = 512 };
    if (++e->asked >= CLOCK_EVERY) {
        e->asked = 0;
        e->late = e->late || limits_asked(&e->limits) || limits_time(&e->limits);
    }
    return !e->late;
}

static bool look_in_base(exact *e, const void *state, duel_result *out)
{
    if (e->learned == NULL || !e->has_key || !in_time(e))
        return false;
    const duel_accel *accel = e->v->game->accel;
    uint64_t pack = accel->pack(e->v, state);
    uint64_t canon = accel->canon ? accel->canon(e->v, state) : pack;
    uint64_t code = e->learned->find(e->learned->self, pack, canon);
    bool found = value_sound(e->v, &e->format, code); /* the base comes from a file */
    *out = value_decode(&e->format, code);
    e->found += found;
    return found;
}

/* Of what lies ahead; so is everything here, until it is answered. */
static bool look_up_result(exact *e, const void *state, duel_result *out)
{
    int32_t score[DUEL_SEATS];
    int seat = e->v->game->turn(e->v, state);
    if (e->v->game->over(e->v, state, score)) {
        *out = value_remaining(value_of_end(e->v, score, seat),
                               value_margin_so_far(e->v, state, seat));
        return true;
    }
    if (look_in_graph(e, state, out) || look_in_table(e, state, out))
        return true;
    if (look_in_base(e, state, out))
        return true;
    if (!e->formula || !e->v->game->accel->known(e->v, state, out))
        return false;
    *out = value_remaining(*out, value_margin_so_far(e->v, state, seat));
    return true;
}

/* ---- searching -------------------------------------------------------------------------- */

static bool take_in(void *to, uint64_t key, uint64_t code)
{
    exact *e = to;
    if (solve_table_must_grow(&e->table) && !solve_table_grow(&e->table))
        return false;
    solve_table_add_inserted(&e->table, solve_table_put(&e->table, key, code, false));
    return true;
}

/* What was learned comes from a file: what no solver of this variant can have written is passed
 * over. Stops at the memory allowed too: what is left out is searched again, if it is wanted.
 */
static bool take_learned(void *to, uint64_t key, uint64_t code)
{
    exact *e = to;
    bool room = !solve_table_must_grow(&e->table) ||
                solve_table_bytes_grown(&e->table, 1) <= e->a.memory;
    bool sound = (key & ~e->table.key_mask) == 0 && value_sound(e->v, &e->format, code);
    e->taken += sound;
    return room && in_time(e) && (!sound || take_in(e, key, code));
}

/* Half of the time at most, so that a large base leaves some for searching on from it. */
static void pour(exact *e, const duel_think *t)
{
    duel_think half = *t;
    half.seconds /= 2;
    if (e->learned && e->has_key && !e->poured) {
        e->limits.think = &half;
        e->learned->pour(e->learned->self, e->symmetry, take_learned, e);
        e->limits.think = t;
        e->late = false;
    }
    e->poured = true;
}

static duel_status prepare_search(exact *e, const duel_think *t, duel_answer *out,
                                  duel_msg *why)
{
    duel_status status = prepare_memory(e, e->symmetry && !t->count, why);
    if (status != DUEL_OK)
        return status;
    if (!t->count)
        pour(e, t);
    out->learned = atomic_load(&e->table.used);
    e->a.limits = e->limits;
    return DUEL_OK;
}

/* `together`: by generations; where too many ways lead to one position the whole is laid out
 * from now on. */
static duel_status search_table(exact *e, const duel_think *t, bool together, duel_answer *out,
                                duel_msg *why)
{
    duel_status status = prepare_search(e, t, out, why);
    if (status != DUEL_OK)
        return status;
    status = together ? solve_in_batches(&e->a, t->view, &e->whole, why)
                      : acyclic_solve(&e->a, t->view, t->threads, why);
    out->nodes = e->a.nodes;
    out->positions = atomic_load(&e->table.used);
    if (together && e->whole) {
        forget(e);
        out->learned = 0;
    }
    return status;
}

static duel_status search_loopy(exact *e, const duel_think *t, duel_answer *out, duel_msg *why)
{
    retrograde_fini(&e->l);
    e->l.limits = e->limits;
    duel_status status = retrograde_solve(&e->l, t->view, why);
    out->nodes = out->positions = e->l.states.count;
    for (uint32_t id = 0; status == DUEL_OK && id < e->l.states.count; id++)
        if (!value_fits(&e->format, e->l.result[id].remoteness))
            status = acyclic_too_long(e->v, why);
    if (status == DUEL_FAILED)
        retrograde_fini(&e->l); /* nothing of it can be kept */
    return status;
}

/* What is too large to be laid out may still be searched, position by position. */
static duel_status search_whole(exact *e, const duel_think *t, duel_answer *out, duel_msg *why)
{
    duel_status status = search_loopy(e, t, out, why);
    if (status != DUEL_NO_SPACE)
        return status;
    retrograde_fini(&e->l);
    return search_table(e, t, false, out, why);
}

/* Who looks on is shown a search, where there can be one. */
static duel_status search_below(exact *e, const duel_think *t, duel_answer *out, duel_msg *why)
{
    if (needs_graph(e))
        return search_loopy(e, t, out, why);
    if (!opens_many(e) || t->witness)
        return search_table(e, t, false, out, why);
    duel_status status = e->whole ? DUEL_OK : search_table(e, t, true, out, why);
    if (!e->whole)
        return status;
    return may_lay_out(e) ? search_whole(e, t, out, why) : search_table(e, t, false, out, why);
}

static void count_in_table(const solve_table *table, duel_answer *out)
{
    uint64_t counts[8] = {0};
    solve_table_count(table, counts);
    for (int value = DUEL_LOSS; value <= DUEL_WIN; value++)
        out->counts[value] += counts[value];
    out->counts[DUEL_UNSOLVED] += counts[DUEL_UNSOLVED] + counts[ACYCLIC_BUSY];
}

static void count_results(exact *e, duel_answer *out)
{
    if (e->l.result == NULL && e->ready)
        count_in_table(&e->table, out);
    for (uint32_t id = 0; e->l.result && id < e->l.states.count; id++)
        out->counts[e->l.result[id].value]++;
}

/* ---- answering -------------------------------------------------------------------------- */

static bool rate_move(exact *e, const void *state, duel_move move, duel_move_value *out)
{
    duel_state child;
    memcpy(&child, state, e->v->state_size);
    e->v->game->play(e->v, &child, move);
    *out = (duel_move_value){.move = move};
    duel_result r;
    if (!look_up_result(e, &child, &r))
        return false;
    int seat = e->v->game->turn(e->v, state);
    int32_t gain =
        value_margin_so_far(e->v, &child, seat) - value_margin_so_far(e->v, state, seat);
    out->result = value_step_gaining(r, e->v->game->turn(e->v, &child) != seat, gain);
    out->result.nimber = r.nimber;
    return true;
}

/* Rates every move of `state`; the index of the best one known, or -1. *all: all are known. */
static int rate_all(exact *e, const void *state, duel_move_value *out, int *count, bool *all)
{
    duel_move list[DUEL_MOVES_MAX];
    int best = -1;
    *all = true;
    *count = e->v->game->moves(e->v, state, list);
    for (int i = 0; i < *count; i++) {
        if (!rate_move(e, state, list[i], &out[i]))
            *all = false;
        else if (best < 0 || value_better(&out[i].result, &out[best].result))
            best = i;
    }
    return best;
}

/* Whether what is known of a state is what its best move leads to. */
static bool agrees(exact *e, const void *state, const duel_result *best)
{
    duel_result r;
    return look_up_result(e, state, &r) && r.value == best->value && r.score == best->score &&
           (r.value == DUEL_DRAW || r.remoteness == best->remoteness);
}

/* From the root on, the best move of each side as far as it is known. The plan is the part
 * of it that the seat plays before the other's turn. False: the line does not lead where it
 * should, or ends too early. */
static bool follow_best_line(exact *e, const duel_think *t, duel_answer *out)
{
    duel_state state;
    duel_move_value *rated = malloc(DUEL_MOVES_MAX * sizeof *rated);
    if (rated == NULL)
        return true;
    bool own = true, all = true, holds = true;
    memcpy(&state, t->view, e->v->state_size);
    while (out->line_count < DUEL_LINE && !duel_is_over(e->v, &state)) {
        int count, best = rate_all(e, &state, rated, &count, &all);
        if (best < 0 || !all)
            break;
        holds = holds && agrees(e, &state, &rated[best].result);
        own = own && e->v->game->turn(e->v, &state) == t->seat;
        if (own && out->plan_count < DUEL_PLAN)
            out->plan[out->plan_count++] = rated[best].move;
        out->line[out->line_count++] = rated[best].move;
        e->v->game->play(e->v, &state, rated[best].move);
    }
    free(rated);
    return holds && all;
}

/* A base that a search can do without, and for which there was time. */
static bool leans_on_base(const exact *e)
{
    return (e->found || e->taken) && !e->late && !e->formula;
}

static bool answer_known(exact *e, const duel_think *t, duel_answer *out)
{
    bool all;
    if (!look_up_result(e, t->view, &out->result))
        return false;
    rate_all(e, t->view, out->rated, &out->rated_count, &all);
    if (!all)
        return false;
    out->proved = true;
    e->astray = !follow_best_line(e, t, out) && leans_on_base(e);
    return true;
}

static void choose_rated(duel_answer *out, int index)
{
    out->plan[0] = out->line[0] = out->rated[index].move;
    out->plan_count = out->line_count = 1;
}

/* The search did not come back to the position itself, but one move that wins decides it. In
 * how many plies is certain only if no move still unknown can be quicker: all that end the
 * game at once are known. Margins and nim-values want every move. */
static bool answer_by_a_win(exact *e, const duel_think *t, duel_answer *out)
{
    bool all;
    int best = rate_all(e, t->view, out->rated, &out->rated_count, &all);
    if (best < 0 || out->rated[best].result.value != DUEL_WIN ||
        e->v->traits & (DUEL_MARGIN | DUEL_NIMBERS))
        return false;
    out->result = out->rated[best].result;
    if (!all && out->result.remoteness > 2)
        out->result.remoteness = DUEL_NO_REMOTENESS;
    out->proved = true;
    choose_rated(out, best);
    return true;
}

/* Not solved in time: any legal move that is not known to be bad. */
static void answer_something(exact *e, const duel_think *t, duel_answer *out)
{
    bool all;
    rate_all(e, t->view, out->rated, &out->rated_count, &all);
    int best = 0;
    for (int i = 1; i < out->rated_count; i++)
        if (value_better(&out->rated[i].result, &out->rated[best].result))
            best = i;
    out->result = (duel_result){.value = DUEL_UNSOLVED};
    if (out->rated_count)
        choose_rated(out, best), out->line_count = 0;
}

static duel_status search_root(exact *e, const duel_think *t, duel_answer *out, duel_msg *why)
{
    duel_status status = search_below(e, t, out, why);
    if (t->count && status == DUEL_OK)
        count_results(e, out);
    if (!answer_known(e, t, out) && !answer_by_a_win(e, t, out))
        answer_something(e, t, out);
    bool enough = status == DUEL_STOPPED || (out->proved && !t->count);
    return enough ? DUEL_OK : status;
}

/* What was learned is damaged, or of other rules: nothing of it is used any more. */
static duel_status answer_anew(exact *e, const duel_think *t, duel_answer *out, duel_msg *why)
{
    forget(e);
    e->learned = NULL;
    e->found = 0;
    e->astray = false;
    memset(out, 0, sizeof *out);
    duel_status status = search_root(e, t, out, why);
    out->damaged = true;
    return status;
}

/* What was found is of what lies ahead; what is answered, of all. */
static void answer_as_a_whole(const exact *e, const duel_think *t, duel_answer *out)
{
    if (!value_has_margin(e->v))
        return;
    int32_t carried = value_margin_so_far(e->v, t->view, e->v->game->turn(e->v, t->view));
    out->result = value_total(out->result, carried);
    for (int i = 0; i < out->rated_count; i++)
        out->rated[i].result = value_total(out->rated[i].result, carried);
}

static duel_status think(void *self, const duel_think *t, duel_answer *out, duel_msg *why)
{
    exact *e = self;
    memset(out, 0, sizeof *out);
    limits_begin(&e->limits, t);
    e->asked = 0;
    e->late = false;
    if (t->count)
        forget(e);
    e->found = 0;
    e->astray = false;
    duel_status status = DUEL_OK;
    if (!t->count && answer_known(e, t, out)) {
        out->learned = e->found;
        out->formula = e->formula && e->found == 0;
    } else {
        memset(out, 0, sizeof *out);
        status = search_root(e, t, out, why);
    }
    if (e->astray)
        status = answer_anew(e, t, out, why);
    answer_as_a_whole(e, t, out);
    out->seconds = limits_seconds(&e->limits);
    return status;
}

/* ---- handing over what was proved ------------------------------------------------------- */

typedef struct basket {
    duel_result_visitor *take;
    void *to;
} basket;

static bool take_known(void *to, uint64_t key, uint64_t code)
{
    const basket *b = to;
    return !acyclic_known(code) || b->take(b->to, key, code);
}

/* Loopy results are by number: they go through a table to be sorted by key. */
static duel_status table_from_graph(exact *e)
{
    if (e->ready)
        solve_table_fini(&e->table);
    e->ready = false;
    if (!solve_table_init(&e->table, e->v->key_bits, e->format.bits))
        return DUEL_NO_SPACE;
    e->ready = true;
    for (uint32_t id = 0; id < e->l.states.count; id++) {
        uint64_t key = e->v->game->accel->pack(e->v, state_ids_at(&e->l.states, id));
        if (!take_in(e, key, value_encode(&e->format, &e->l.result[id])))
            return DUEL_NO_SPACE;
    }
    return e->table.failed ? DUEL_NO_SPACE : DUEL_OK;
}

static duel_status harvest(void *self, bool *symmetric, duel_result_visitor *take, void *to)
{
    exact *e = self;
    duel_status status = DUEL_OK;
    bool graph = e->l.result != NULL;
    if (!e->has_key || !(graph || e->ready))
        return DUEL_OK;
    if (graph)
        status = table_from_graph(e);
    *symmetric = !graph && e->a.key == e->v->game->accel->canon;
    basket b = {take, to};
    size_t used = solve_table_bytes(&e->table),
           spare = used < e->a.memory ? e->a.memory - used : 0;
    if (status == DUEL_OK && !solve_table_each_sorted(&e->table, spare, take_known, &b))
        status = DUEL_NO_SPACE;
    forget(e);
    return status;
}

const duel_engine duel_engine_exact = {
    .name = "exact",
    .about = N_("solves the game and plays perfectly"),
    .tells = true,
    .options = options,
    .fits = fits,
    .open = open_exact,
    .think = think,
    .forget = forget,
    .harvest = harvest,
    .close = close_exact,
};
