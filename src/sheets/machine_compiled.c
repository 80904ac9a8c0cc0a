/* sheets/machine_compiled.c -- the state machine that runs the bit program of a sheet: see
 * state_machine.h.
 *
 * The program is the same for all threads, the lanes it runs in are not: whoever runs it takes
 * a set of lanes from the shelf, or makes one, and puts it back. */
#include "gdl/playouts.h"
#include "sheets/state_machine.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

typedef struct lanes_set {
    gdl_bit_states states;
    struct lanes_set *next;
} lanes_set;

typedef struct resting {
    gdl_player *player;
    struct resting *next;
} resting;

typedef struct flat_machine {
    machine m; /* first */
    gdl_bit_program *flat;
    pthread_mutex_t lock;
    lanes_set *shelf;
    resting *players; /* who play games out, likewise */
} flat_machine;

const gdl_bit_program *machine_compiled(const machine *m)
{
    return m->ground ? ((const flat_machine *)m)->flat : NULL;
}

/* ---- lanes ------------------------------------------------------------------------------ */

static lanes_set *take_lanes(flat_machine *f, duel_msg *why)
{
    pthread_mutex_lock(&f->lock);
    lanes_set *set = f->shelf;
    if (set)
        f->shelf = set->next;
    pthread_mutex_unlock(&f->lock);
    if (set)
        return set;
    set = malloc(sizeof *set);
    if (set && gdl_bit_states_init(f->flat, &set->states, why) == DUEL_OK)
        return set;
    free(set);
    duel_no_space(why);
    return NULL;
}

static void put_back(flat_machine *f, lanes_set *set)
{
    pthread_mutex_lock(&f->lock);
    set->next = f->shelf;
    f->shelf = set;
    pthread_mutex_unlock(&f->lock);
}

/* ---- running ---------------------------------------------------------------------------- */

static void move_lanes(gdl_bit_states *s, const machine_step *step, uint32_t count,
                       uint32_t roles)
{
    gdl_clear_moves(s);
    for (uint32_t lane = 0; lane < count; lane++)
        for (uint32_t r = 0; r < roles; r++)
            gdl_choose(s, lane, step[lane].move[r]);
    gdl_step(s);
}

/* What a role can do in each lane. *scored are the lanes in which goals are looked at: a role
 * without moves may be told what it has, too. */
static void find_choices(const gdl_bit_states *s, machine_step *step, uint32_t count,
                         uint32_t role, gdl_word256 *scored)
{
    const uint32_t *first = s->flat->first_move;
    gdl_word256 any, several;
    gdl_count_legal(s, first[role], first[role + 1], &any, &several);
    for (uint32_t lane = 0; lane < count; lane++) {
        step[lane].stuck |= (uint8_t)(!gdl_lane(&any, lane) << role);
        step[lane].choosing |= (uint8_t)(gdl_lane(&several, lane) << role);
    }
    for (int g = 0; g < GDL_LANES / 64; g++)
        scored->at[g] |= ~any.at[g];
}

/* Of word g of all lanes, those among the first `count`. */
static uint64_t first_lanes(uint32_t count, uint32_t g)
{
    if (count >= 64 * (g + 1))
        return UINT64_MAX;
    return count > 64 * g ? UINT64_MAX >> (64 - count % 64) : 0;
}

/* Ends, and what everybody can do. False: no goals are to be looked at. */
static bool look_around(const gdl_bit_states *s, machine_step *step, uint32_t count,
                        gdl_word256 *scored)
{
    uint64_t some = 0;
    for (int g = 0; g < GDL_LANES / 64; g++)
        scored->at[g] = gdl_signal_word(s, s->flat->over, g);
    for (uint32_t lane = 0; lane < count; lane++) {
        step[lane].over = gdl_lane(scored, lane);
        step[lane].stuck = step[lane].choosing = step[lane].scored = 0;
    }
    for (uint32_t r = 0; r < s->flat->roles; r++)
        find_choices(s, step, count, r, scored);
    for (uint32_t g = 0; g < GDL_LANES / 64; g++)
        some |= scored->at[g] &= first_lanes(count, g);
    return some;
}

/* Each lane for which a goal of a role holds has its points. `seen` are those in which another
 * goal of the role held: a second one takes the first back, and no third brings it again. */
static void score_goal(const gdl_bit_states *s, const gdl_points *goal, machine_step *step,
                       const gdl_word256 *scored, gdl_word256 *seen)
{
    uint8_t role = (uint8_t)(1u << goal->role);
    for (int g = 0; g < GDL_LANES / 64; g++) {
        uint64_t word = gdl_signal_word(s, goal->signal, g) & scored->at[g];
        for (uint64_t left = word; left; left &= left - 1) {
            machine_step *one = &step[g * 64 + __builtin_ctzll(left)];
            bool again = seen->at[g] & left & -left;
            one->scored = again ? one->scored & ~role : one->scored | role;
            one->points[goal->role] = goal->points;
        }
        seen->at[g] |= word;
    }
}

static void score_ends(gdl_bit_states *s, machine_step *step, const gdl_word256 *scored)
{
    gdl_word256 seen[MACHINE_ROLES] = {{{0}}};
    gdl_score(s);
    for (size_t i = 0; i < s->flat->points_count; i++) {
        const gdl_points *goal = &s->flat->points[i];
        score_goal(s, goal, step, scored, &seen[goal->role]);
    }
}

static void run_lanes(const flat_machine *f, gdl_bit_states *s, machine_step *step,
                      uint32_t count)
{
    const uint64_t *in[GDL_LANES] = {NULL};
    uint64_t *facts[GDL_LANES], *legal[GDL_LANES];
    gdl_word256 scored;
    bool moving = step[0].from != NULL;
    for (uint32_t lane = 0; lane < count; lane++) {
        in[lane] = moving ? step[lane].from : step[lane].facts;
        facts[lane] = step[lane].facts;
        legal[lane] = step[lane].legal;
    }
    gdl_put_states(s, in, count);
    if (moving) {
        gdl_find_legal(s);
        move_lanes(s, step, count, f->m.roles);
        gdl_get_states(s, count, facts);
    }
    gdl_find_legal(s);
    gdl_get_legal(s, count, legal);
    if (look_around(s, step, count, &scored))
        score_ends(s, step, &scored);
}

static bool run_flatly(machine *m, machine_step *step, int count, duel_msg *why)
{
    flat_machine *f = (flat_machine *)m;
    lanes_set *set = take_lanes(f, why);
    if (set == NULL)
        return false;
    for (int done = 0; done < count; done += GDL_LANES) {
        int now = count - done < GDL_LANES ? count - done : GDL_LANES;
        run_lanes(f, &set->states, step + done, (uint32_t)now);
    }
    put_back(f, set);
    return true;
}

/* ---- games played out ------------------------------------------------------------------- */

static resting *wake_player(flat_machine *f)
{
    pthread_mutex_lock(&f->lock);
    resting *r = f->players;
    if (r)
        f->players = r->next;
    pthread_mutex_unlock(&f->lock);
    if (r)
        return r;
    r = calloc(1, sizeof *r);
    if (r && gdl_player_new(f->flat, &r->player, NULL) == DUEL_OK)
        return r;
    free(r);
    return NULL;
}

void machine_play_out(machine *m, const uint64_t *facts, uint32_t count, uint64_t seed,
                      int32_t *points)
{
    enum { LONGEST = 1000 };
    flat_machine *f = (flat_machine *)m;
    resting *r = wake_player(f);
    if (r == NULL) {
        memset(points, 0, (size_t)count * m->roles * sizeof *points);
        return;
    }
    gdl_player_from(r->player, facts, count, seed, LONGEST, points);
    pthread_mutex_lock(&f->lock);
    r->next = f->players;
    f->players = r;
    pthread_mutex_unlock(&f->lock);
}

static uint32_t find_fact(machine *m, duel_str fact)
{
    return term_ids_find(&m->fact_names, fact);
}

/* ---- life ------------------------------------------------------------------------------- */

static void free_flat(machine *m)
{
    flat_machine *f = (flat_machine *)m;
    while (f->shelf) {
        lanes_set *set = f->shelf;
        f->shelf = set->next;
        gdl_bit_states_fini(&set->states);
        free(set);
    }
    while (f->players) {
        resting *r = f->players;
        f->players = r->next;
        gdl_player_free(r->player);
        free(r);
    }
    gdl_bit_program_free(f->flat);
    pthread_mutex_destroy(&f->lock);
    free(f);
}

static const machine_kind flat_way = {run_flatly, find_fact, free_flat};

static duel_status name_terms(term_ids *n, const gdl_terms *t, const gdl_term *term,
                              uint32_t count, duel_msg *why)
{
    duel_buf text = duel_buf_empty();
    duel_status status = term_ids_init(n, count, why);
    for (uint32_t i = 0; i < count && status == DUEL_OK; i++) {
        duel_buf_clear(&text);
        gdl_put_term(t, term[i], &text.sink);
        if (text.failed || term_ids_add(n, duel_buf_str(&text)) != i)
            status = duel_no_space(why);
    }
    duel_buf_fini(&text);
    return status;
}

static duel_status name_all(flat_machine *f, duel_msg *why)
{
    const gdl_bit_program *flat = f->flat;
    duel_status status =
        name_terms(&f->m.fact_names, &flat->terms, flat->fact, flat->facts, why);
    for (uint32_t r = 0; r < flat->roles && status == DUEL_OK; r++) {
        uint32_t from = flat->first_move[r];
        status = name_terms(&f->m.move_names[r], &flat->terms, flat->move + from,
                            flat->first_move[r + 1] - from, why);
    }
    return status;
}

static duel_status fill_in(flat_machine *f, duel_msg *why)
{
    const gdl_bit_program *flat = f->flat;
    machine *m = &f->m;
    m->ground = true;
    m->roles = flat->roles;
    m->facts = flat->facts;
    m->moves = flat->moves;
    memcpy(m->first_move, flat->first_move, (flat->roles + 1) * sizeof *m->first_move);
    for (size_t i = 0; i < flat->points_count; i++) {
        int32_t points = abs(flat->points[i].points);
        m->most_points = points > m->most_points ? points : m->most_points;
    }
    m->start = calloc(machine_fact_words(m) + 1, sizeof *m->start);
    if (m->start == NULL)
        return duel_no_space(why);
    for (uint32_t i = 0; i < flat->facts; i++)
        m->start[i / 64] |= (uint64_t)flat->start[i] << (i % 64);
    return name_all(f, why);
}

duel_status machine_new_compiled(const gdl_sheet *s, gdl_limits limits, machine **out,
                                 duel_msg *why)
{
    flat_machine *f = calloc(1, sizeof *f);
    if (f == NULL)
        return duel_no_space(why);
    f->m.way = &flat_way;
    pthread_mutex_init(&f->lock, NULL);
    duel_status status = gdl_bit_program_make(s, limits, &f->flat, why);
    if (status == DUEL_OK)
        status = fill_in(f, why);
    if (status == DUEL_OK)
        *out = &f->m;
    else
        machine_free(&f->m);
    return status;
}
