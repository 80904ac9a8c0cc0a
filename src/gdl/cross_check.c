/* gdl/cross_check.c -- see cross_check.h. */
#include "gdl/cross_check.h"
#include "gdl/prover.h"

#include <stdlib.h>
#include <string.h>

typedef struct comparison {
    const gdl_bit_program *flat;
    gdl_prover *prover;
    gdl_bit_states states;       /* of which the first lane is used */
    gdl_term *fact, *move;       /* of the flat program, by the prover's numbers */
    gdl_term *listed, *expected; /* scratch */
    uint32_t *chosen;            /* by role: a move */
    uint64_t compared;
} comparison;

/* ---- the same terms on both sides ------------------------------------------------------- */

static duel_status same_term(comparison *c, gdl_term of_flat, gdl_term *out, duel_msg *why)
{
    duel_buf text = duel_buf_empty();
    gdl_put_term(&c->flat->terms, of_flat, &text.sink);
    duel_status status = text.failed
                             ? duel_no_space(why)
                             : gdl_prover_term(c->prover, duel_buf_str(&text), out, why);
    duel_buf_fini(&text);
    return status;
}

static duel_status find_terms(comparison *c, duel_msg *why)
{
    duel_status status = DUEL_OK;
    for (uint32_t i = 0; i < c->flat->facts && status == DUEL_OK; i++)
        status = same_term(c, c->flat->fact[i], &c->fact[i], why);
    for (uint32_t i = 0; i < c->flat->moves && status == DUEL_OK; i++)
        status = same_term(c, c->flat->move[i], &c->move[i], why);
    return status;
}

/* ---- one state -------------------------------------------------------------------------- */

/* Whether c->listed, of so many, is what the prover lists. */
static bool is_list(comparison *c, size_t count, const gdl_list *list)
{
    if (count != list->count)
        return false;
    if (count == 0)
        return true;
    memcpy(c->expected, list->at, count * sizeof *c->expected);
    gdl_sort(c->listed, count);
    gdl_sort(c->expected, count);
    return memcmp(c->listed, c->expected, count * sizeof *c->listed) == 0;
}

static bool same_facts(comparison *c)
{
    size_t count = 0;
    for (uint32_t i = 0; i < c->flat->facts; i++)
        if (gdl_lane(&c->states.value[1 + i], 0))
            c->listed[count++] = c->fact[i];
    return is_list(c, count, gdl_prover_state(c->prover));
}

static bool is_legal(const comparison *c, uint32_t move)
{
    return gdl_signal_word(&c->states, c->flat->legal[move], 0) & 1;
}

static bool same_legal(comparison *c, uint32_t role)
{
    size_t count = 0;
    for (uint32_t m = c->flat->first_move[role]; m < c->flat->first_move[role + 1]; m++)
        if (is_legal(c, m))
            c->listed[count++] = c->move[m];
    return is_list(c, count, gdl_prover_legal(c->prover, role));
}

static bool same_goal(comparison *c, uint32_t role)
{
    int32_t points[2] = {0, 0};
    bool one = gdl_lane_points(&c->states, 0, role, &points[0]);
    bool expected = gdl_prover_goal(c->prover, role, &points[1]) == GDL_GOAL_ONE;
    return one == expected && (!one || points[0] == points[1]);
}

static const char *difference(comparison *c)
{
    gdl_find_legal(&c->states);
    gdl_score(&c->states);
    c->compared++;
    if (!same_facts(c))
        return N_("other facts");
    if ((gdl_signal_word(&c->states, c->flat->over, 0) & 1) != gdl_prover_over(c->prover))
        return N_("an end or not");
    for (uint32_t r = 0; r < c->flat->roles; r++) {
        if (!same_legal(c, r))
            return N_("other legal moves");
        if (!same_goal(c, r))
            return N_("other goals");
    }
    return NULL;
}

/* ---- games ------------------------------------------------------------------------------ */

/* A random legal move of each role. False: one has none. */
static bool choose_moves(comparison *c, duel_rng *rng)
{
    for (uint32_t r = 0; r < c->flat->roles; r++) {
        uint32_t legal = 0;
        for (uint32_t m = c->flat->first_move[r]; m < c->flat->first_move[r + 1]; m++)
            if (is_legal(c, m) && duel_rng_below(rng, ++legal) == 0)
                c->chosen[r] = m;
        if (legal == 0)
            return false;
    }
    return true;
}

static duel_status step_both(comparison *c, duel_msg *why)
{
    gdl_clear_moves(&c->states);
    for (uint32_t r = 0; r < c->flat->roles; r++) {
        gdl_choose(&c->states, 0, c->chosen[r]);
        c->listed[r] = c->move[c->chosen[r]];
    }
    gdl_step(&c->states);
    return gdl_prover_play(c->prover, c->listed, why);
}

static duel_status compare_game(comparison *c, duel_rng *rng, uint32_t steps, duel_msg *why)
{
    gdl_start(&c->states, &(gdl_word256){{1}});
    duel_status status = gdl_prover_restart(c->prover, why);
    for (uint32_t step = 0; status == DUEL_OK; step++) {
        const char *what = difference(c);
        if (what)
            return duel_refuse(why, N_("After {0} {0:step|steps} the flat program has {1}."),
                               "iw", (int64_t)step, what);
        if (step == steps || gdl_prover_over(c->prover) || !choose_moves(c, rng))
            break;
        status = step_both(c, why);
    }
    return status;
}

static duel_status compare_games(comparison *c, duel_rng *rng, uint32_t games, uint32_t steps,
                                 duel_msg *why)
{
    duel_status status = find_terms(c, why);
    for (uint32_t i = 0; i < games && status == DUEL_OK; i++)
        status = compare_game(c, rng, steps, why);
    return status;
}

duel_status gdl_cross_check(const gdl_sheet *sheet, const gdl_bit_program *flat, duel_rng *rng,
                            uint32_t games, uint32_t steps, uint64_t *states, duel_msg *why)
{
    comparison c = {.flat = flat};
    size_t most = (size_t)flat->facts + flat->moves + flat->roles + 1;
    c.fact = calloc(most, sizeof *c.fact);
    c.move = calloc(most, sizeof *c.move);
    c.listed = calloc(most, sizeof *c.listed);
    c.expected = calloc(most, sizeof *c.expected);
    c.chosen = calloc(most, sizeof *c.chosen);
    bool room = c.fact && c.move && c.listed && c.expected && c.chosen;
    duel_status status = room ? gdl_bit_states_init(flat, &c.states, why) : duel_no_space(why);
    if (status == DUEL_OK)
        status = gdl_prover_new(sheet, (gdl_limits){0}, &c.prover, why);
    if (status == DUEL_OK)
        status = compare_games(&c, rng, games, steps, why);
    *states = c.compared;
    gdl_prover_free(c.prover);
    gdl_bit_states_fini(&c.states);
    free(c.fact);
    free(c.move);
    free(c.listed);
    free(c.expected);
    free(c.chosen);
    return status;
}
