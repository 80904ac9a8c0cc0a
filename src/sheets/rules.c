/* sheets/rules.c -- the contract's rules, for a sheet, one state at a time and many at once:
 * see inside.h. */
#include "core/fault_guard.h"
#include "gdl/playouts.h"
#include "sheets/inside.h"

#include <string.h>

/* ---- whose turn ------------------------------------------------------------------------- */

static bool has_choice(const sheets_game *g, const void *state, uint32_t role)
{
    uint32_t first;
    return machine_chooses(g->m, legal_in(g, state), role, &first);
}

/* A bit for each role that has one. */
static uint8_t choosing_in(const sheets_game *g, const void *state)
{
    uint8_t choosing = 0;
    for (uint32_t r = 0; r < g->m->roles; r++)
        choosing |= (uint8_t)(has_choice(g, state, r) << r);
    return choosing;
}

static bool has_sealed(const sheets_game *g, const void *state, int seat)
{
    return g->secrets && sealed_in(g, state)->move[seat] != 0;
}

/* The next seat, of those whose roles choose in this round, to make its choice. */
static int next_chooser(const sheets_game *g, const void *state, uint8_t choosing)
{
    for (int seat = 0; seat < g->seats; seat++)
        if (!has_sealed(g, state, seat) && choosing >> g->role_of_seat[seat] & 1)
            return seat;
    return SAMPLING_NOBODY;
}

/* Nobody chooses: who the facts say is to move, else who does more than wait. */
static int forced_seat(const sheets_game *g, const void *state)
{
    const term_ids *facts = &g->m->fact_names;
    for (uint32_t i = 0; i < facts->count; i++)
        if (g->sheet_sampling.names_role[i] != SAMPLING_NOBODY && holds_in(g, state, i) &&
            g->seat_of_role[g->sheet_sampling.names_role[i]] != SAMPLING_NOBODY)
            return g->seat_of_role[g->sheet_sampling.names_role[i]];
    for (int seat = 0; seat < g->seats; seat++) {
        uint32_t only =
            machine_next(g->m, legal_in(g, state), g->role_of_seat[seat], NAMES_NONE);
        if (only != NAMES_NONE && !g->sheet_sampling.idle[only])
            return seat;
    }
    return 0;
}

static int find_turn(const sheets_game *g, const void *state, uint8_t choosing)
{
    if (head_in(state)->heard)
        return head_in(state)->heard % g->seats; /* the one behind who moved last */
    int seat = next_chooser(g, state, choosing);
    return seat == SAMPLING_NOBODY ? forced_seat(g, state) : seat;
}

void sheets_find_turn(const sheets_game *g, void *state)
{
    head_of(state)->turn = (uint8_t)find_turn(g, state, choosing_in(g, state));
}

/* ---- arriving --------------------------------------------------------------------------- */

/* What a machine could not do is told to who asked, and the state is dead: over, a tie. */
static void fail_state(const duel_variant *v, void *state, const duel_msg *why)
{
    memset(state, 0, v->state_size);
    head_of(state)->over = 1;
    head_of(state)->faults = FAULT_FAILED;
    duel_fault_guard_fault(v->game, why);
}

static void end_state(const sheets_game *g, void *state, const machine_step *step)
{
    sheets_head *head = head_of(state);
    head->over = 1;
    head->turn = head->heard = 0;
    memset(legal_of(g, state), 0, machine_move_words(g->m) * sizeof(uint64_t));
    if (g->secrets)
        *sealed_of(g, state) = (sheets_sealed){.seed = 0};
    for (int seat = 0; seat < g->seats; seat++) {
        uint32_t role = g->role_of_seat[seat];
        if (step->scored >> role & 1) {
            scores_of(state)->of[seat] = (int16_t)step->points[role];
        } else if (!(head->faults & FAULT_NO_MOVE)) {
            head->faults |= FAULT_NO_GOAL;
            head->poor = (uint8_t)role;
        }
    }
}

/* A role without a move ends the game: what it has then is all it gets. */
static bool lacks_move(void *state, const machine_step *step)
{
    if (step->stuck == 0)
        return false;
    head_of(state)->faults |= FAULT_NO_MOVE;
    head_of(state)->poor = (uint8_t)__builtin_ctz(step->stuck);
    return true;
}

static void settle_state(const sheets_game *g, void *state, const machine_step *step)
{
    *scores_of(state) = (sheets_scores){{0}};
    if (step->over || lacks_move(state, step))
        end_state(g, state, step);
    else
        head_of(state)->turn = (uint8_t)find_turn(g, state, step->choosing);
}

bool sheets_complete(const duel_variant *v, void *state)
{
    const sheets_game *g = sheets_of(v);
    machine_step step = {.facts = facts_of(g, state), .legal = legal_of(g, state)};
    duel_msg why = {0};
    if (!g->m->way->run(g->m, &step, 1, &why)) {
        fail_state(v, state, &why);
        return false;
    }
    settle_state(g, state, &step);
    return true;
}

static void arrive_by_step(const duel_variant *v, void *state, const machine_step *step)
{
    const sheets_game *g = sheets_of(v);
    sheets_head before = *head_of(state);
    *head_of(state) = (sheets_head){.turn = 0};
    if (g->secrets)
        memset(sealed_of(g, state)->move, 0, sizeof sealed_of(g, state)->move);
    settle_state(g, state, step);
    sheets_head *head = head_of(state);
    if (before.heard && !head->over && head->turn == before.turn && g->seats > 1) {
        head->heard = (uint8_t)(before.turn + 1);
        sheets_find_turn(g, state);
    }
}

/* ---- moving ----------------------------------------------------------------------------- */

/* SplitMix64 (G. Steele, D. Lea, C. Flood, "Fast splittable pseudorandom number generators",
 * 2014): the seed goes on, and what is drawn tells nothing of the next. */
static uint64_t draw_from(uint64_t *seed)
{
    uint64_t z = *seed += 0x9E3779B97F4A7C15u;
    *seed += *seed == 0;
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9u;
    z = (z ^ z >> 27) * 0x94D049BB133111EBu;
    return z ^ z >> 31;
}

static uint32_t drawn_move(const sheets_game *g, void *state, uint32_t role)
{
    const uint64_t *legal = legal_in(g, state);
    uint32_t count = machine_count(g->m, legal, role);
    return machine_nth(g->m, legal, role, draw_from(&sealed_of(g, state)->seed) % count);
}

static void tell_unsealed(const duel_variant *v, uint32_t role)
{
    duel_msg why;
    duel_say(&why,
             N_("{0}: {1} chooses at the same time as others, which no random game had shown."),
             "cc", v->game->id, sheets_of(v)->role_name[role]);
    duel_fault_guard_fault(v->game, &why);
}

/* What a role does in this round that is not `seat`'s own choice now: in games with secrets, */
static uint32_t sealed_move(const sheets_game *g, void *state, uint32_t role)
{
    uint32_t only;
    int seat = g->seat_of_role[role];
    if (!machine_chooses(g->m, legal_in(g, state), role, &only))
        return only;
    return seat == SAMPLING_NOBODY ? drawn_move(g, state, role)
                                   : sealed_in(g, state)->move[seat] - 1;
}

/* and in others. */
static uint32_t only_move(const duel_variant *v, const void *state, uint32_t role)
{
    uint32_t only;
    if (machine_chooses(sheets_of(v)->m, legal_in(sheets_of(v), state), role, &only))
        tell_unsealed(v, role);
    return only;
}

/* Whether somebody learns something by this round: more than one seat chose, or chance. */
static bool round_reveals(const sheets_game *g, const void *state)
{
    int choosers = 0;
    for (uint32_t r = 0; g->secrets && r < g->m->roles; r++)
        choosers += has_choice(g, state, r) * (g->seat_of_role[r] == SAMPLING_NOBODY ? 2 : 1);
    return choosers > 1;
}

/* In games without secrets, for many moves of one state: what they have in common, and what one
 * adds, by which a state is to be made out of nothing but a head. */
static void common_step(const duel_variant *v, const void *state, machine_step *step)
{
    const sheets_game *g = sheets_of(v);
    uint32_t mover = g->role_of_seat[head_in(state)->turn];
    *step = (machine_step){.from = facts_in(g, state)};
    for (uint32_t r = 0; r < g->m->roles; r++)
        if (r != mover)
            step->move[r] = only_move(v, state, r);
}

static void add_single_step(const sheets_game *g, int seat, duel_move move, void *state,
                            machine_step *step)
{
    step->move[g->role_of_seat[seat]] = (uint32_t)move;
    step->facts = facts_of(g, state);
    step->legal = legal_of(g, state);
}

/* A move of the seat to move. True if a step of the sheet comes of it: *step is filled in and
 * to be run, which writes over the facts of the state; then arrive_by_step ends the move. */
static bool begin_move(const duel_variant *v, void *state, duel_move move, machine_step *step)
{
    const sheets_game *g = sheets_of(v);
    sheets_head *head = head_of(state);
    int seat = head->turn;
    if (head->heard) {
        head->heard = 0;
        sheets_find_turn(g, state);
        return false;
    }
    if (!g->secrets) {
        common_step(v, state, step);
        add_single_step(g, seat, move, state, step);
        return true;
    }
    sealed_of(g, state)->move[seat] = (uint32_t)move + 1;
    int next = next_chooser(g, state, choosing_in(g, state));
    if (next != SAMPLING_NOBODY) {
        head->turn = (uint8_t)next;
        return false;
    }
    head->heard = round_reveals(g, state);
    *step = (machine_step){.from = facts_of(g, state)};
    for (uint32_t r = 0; r < g->m->roles; r++)
        if (g->seat_of_role[r] != seat)
            step->move[r] = sealed_move(g, state, r);
    add_single_step(g, seat, move, state, step);
    return true;
}

/* ---- the contract ----------------------------------------------------------------------- */

/* In plies: in a round every seat may have a choice, and a nod may follow. */
static uint32_t longest_game(const sheets_game *g)
{
    enum { ANY_LARGE_NUMBER = 16383 };
    uint32_t plies = g->secrets ? (uint32_t)g->seats + 1 : 1;
    return invariants_longest(g) ? invariants_longest(g) * plies : ANY_LARGE_NUMBER;
}

static duel_status variant(duel_variant *v, duel_msg *why)
{
    const sheets_game *g = sheets_of(v);
    v->seats = g->seats;
    v->state_size = g->words * (uint32_t)sizeof(uint64_t);
    v->max_moves = 1;
    for (uint32_t r = 0; r < g->m->roles; r++) {
        uint32_t count = g->m->first_move[r + 1] - g->m->first_move[r];
        v->max_moves = count > v->max_moves ? count : v->max_moves;
    }
    if (v->max_moves > DUEL_MOVES_MAX)
        v->max_moves = DUEL_MOVES_MAX;
    v->max_plies = longest_game(g);
    v->actions = g->m->ground && nod_of(g) < DUEL_ACTIONS_MAX ? (uint32_t)nod_of(g) + 1 : 0;
    v->key_bits = invariants_bits(g);
    v->max_score = g->m->most_points > 100 ? g->m->most_points : 100;
    return DUEL_OK;
}

/* Never 0, which stands for one that is not seen. Drawn once: where chance is gone through from
 * a tape, there is no other number to wait for. */
static uint64_t draw_seed(duel_rng *rng)
{
    uint64_t seed = duel_rng_next(rng);
    return seed ? seed : 1;
}

static duel_status deal(const duel_variant *v, duel_rng *rng, void *state)
{
    const sheets_game *g = sheets_of(v);
    memset(state, 0, v->state_size);
    memcpy(facts_of(g, state), g->m->start, machine_fact_words(g->m) * sizeof(uint64_t));
    if (g->secrets && g->sheet_sampling.chance_chose)
        sealed_of(g, state)->seed = draw_seed(rng);
    return sheets_complete(v, state) ? DUEL_OK : DUEL_FAILED;
}

static int turn(const duel_variant *v, const void *state)
{
    return head_in(state)->turn;
}

static bool over(const duel_variant *v, const void *state, int32_t score[])
{
    if (!head_in(state)->over)
        return false;
    for (int seat = 0; seat < v->seats; seat++)
        score[seat] = scores_in(state)->of[seat];
    return true;
}

static int moves(const duel_variant *v, const void *state, duel_move out[])
{
    const sheets_game *g = sheets_of(v);
    const sheets_head *head = head_in(state);
    if (head->over)
        return 0;
    if (head->heard) {
        out[0] = nod_of(g);
        return 1;
    }
    return (int)machine_list(g->m, legal_in(g, state), g->role_of_seat[head->turn], out,
                             v->max_moves);
}

static void play(const duel_variant *v, void *state, duel_move move)
{
    const sheets_game *g = sheets_of(v);
    machine_step step;
    duel_msg why = {0};
    if (!begin_move(v, state, move, &step))
        return;
    if (g->m->way->run(g->m, &step, 1, &why))
        arrive_by_step(v, state, &step);
    else
        fail_state(v, state, &why);
}

/* ---- secrets ---------------------------------------------------------------------------- */

static void hide(const duel_variant *v, void *state, int seat)
{
    const sheets_game *g = sheets_of(v);
    sheets_sealed *sealed = sealed_of(g, state);
    sealed->seed = 0;
    for (int other = 0; other < g->seats; other++)
        if (other != seat && sealed->move[other])
            sealed->move[other] = SEALED_UNSEEN;
}

static duel_status guess(const duel_variant *v, void *view, duel_rng *rng, duel_msg *why)
{
    const sheets_game *g = sheets_of(v);
    sheets_sealed *sealed = sealed_of(g, view);
    if (g->sheet_sampling.chance_chose && sealed->seed == 0 && !head_in(view)->over)
        sealed->seed = draw_seed(rng);
    for (int seat = 0; seat < g->seats; seat++) {
        if (sealed->move[seat] != SEALED_UNSEEN)
            continue;
        uint32_t role = g->role_of_seat[seat];
        const uint64_t *legal = legal_in(g, view);
        uint32_t n = duel_rng_below(rng, machine_count(g->m, legal, role));
        sealed->move[seat] = machine_nth(g->m, legal, role, n) + 1;
    }
    return DUEL_OK;
}

/* ---- children --------------------------------------------------------------------------- */

enum { BATCH = 256 };

/* Children that wait for a step of the sheet, all made in one run. */
typedef struct batch {
    const duel_variant *v;
    machine_step step[BATCH];
    void *child[BATCH];
    int count;
} batch;

static void run_batch(batch *b)
{
    const sheets_game *g = sheets_of(b->v);
    duel_msg why = {0};
    bool good = b->count == 0 || g->m->way->run(g->m, b->step, b->count, &why);
    for (int i = 0; i < b->count; i++) {
        if (good)
            arrive_by_step(b->v, b->child[i], &b->step[i]);
        else
            fail_state(b->v, b->child[i], &why);
    }
    b->count = 0;
}

static void await_step(batch *b, void *child)
{
    b->child[b->count++] = child;
    if (b->count == BATCH)
        run_batch(b);
}

/* With secrets, a move may be sealed and nothing more. */
static void add_sealed(batch *b, const void *state, const duel_move move[], int moves,
                       unsigned char *child)
{
    for (int i = 0; i < moves; i++, child += b->v->state_size) {
        memcpy(child, state, b->v->state_size);
        if (begin_move(b->v, child, move[i], &b->step[b->count]))
            await_step(b, child);
    }
}

static void add_children(batch *b, const void *state, const duel_move move[], int moves,
                         unsigned char *child)
{
    const sheets_game *g = sheets_of(b->v);
    machine_step common;
    if (moves)
        common_step(b->v, state, &common);
    for (int i = 0; i < moves; i++, child += b->v->state_size) {
        machine_step *step = &b->step[b->count];
        *head_of(child) = (sheets_head){.turn = 0};
        *step = common;
        add_single_step(g, head_in(state)->turn, move[i], child, step);
        await_step(b, child);
    }
}

static int expand(const duel_variant *v, const void *states, int count, duel_children *out,
                  int *made)
{
    const sheets_game *g = sheets_of(v);
    batch b;
    b.v = v;
    b.count = 0;
    const unsigned char *state = states;
    int done = 0;
    *made = 0;
    for (; done < count; done++, state += v->state_size) {
        duel_move list[DUEL_MOVES_MAX];
        int moves = v->game->moves(v, state, list);
        if (moves > out->room - *made)
            break;
        (g->secrets ? add_sealed : add_children)(&b, state, list, moves,
                                                 (unsigned char *)out->child +
                                                     (size_t)*made * v->state_size);
        for (int i = 0; i < moves; i++, (*made)++) {
            out->move[*made] = list[i];
            out->parent[*made] = done;
        }
    }
    run_batch(&b);
    return done;
}

/* ---- play-outs -------------------------------------------------------------------------- */

/* Games without secrets only: what is sealed, or drawn, would have to be kept to. */
static void playouts(const duel_variant *v, const void *state, int count, duel_rng *rng,
                     int32_t (*score)[DUEL_SEATS])
{
    const sheets_game *g = sheets_of(v);
    int32_t points[GDL_LANES * MACHINE_ROLES];
    for (int done = 0; done < count; done += GDL_LANES) {
        int now = count - done < GDL_LANES ? count - done : GDL_LANES;
        machine_play_out(g->m, facts_in(g, state), (uint32_t)now, duel_rng_next(rng), points);
        for (int i = 0; i < now; i++)
            for (int seat = 0; seat < g->seats; seat++)
                score[done + i][seat] =
                    points[(uint32_t)i * g->m->roles + g->role_of_seat[seat]];
    }
}

static void install_speed(sheets_game *g)
{
    g->accel.pack = invariants_bits(g) ? invariants_pack : NULL;
    g->accel.expand = expand;
    g->accel.playouts = g->m->ground && !g->secrets ? playouts : NULL;
    g->game.accel = &g->accel;
}

void sheets_rules_install(sheets_game *g)
{
    g->game.variant = variant;
    g->game.deal = deal;
    g->game.turn = turn;
    g->game.over = over;
    g->game.moves = moves;
    g->game.play = play;
    g->game.hide = hide;
    g->game.guess = guess;
    install_speed(g);
}
