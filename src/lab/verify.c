/* lab/verify.c -- claims about a position checked one by one: see verify.h. */
#include "lab/verify.h"
#include "core/fault_guard.h"
#include "core/play.h"
#include "lab/reference_solver.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static const char *const words[] = {[DUEL_UNSOLVED] = "unknown",
                                    [DUEL_LOSS] = "loss",
                                    [DUEL_DRAW] = "draw",
                                    [DUEL_TIE] = "tie",
                                    [DUEL_WIN] = "win"};

static duel_status refuse_value(const duel_result *r, duel_msg *why)
{
    return duel_refuse(why, N_("Refused: the value is {0}."), "c", words[r->value]);
}

static duel_status verify_value(duel_str text, const duel_result *r, duel_msg *why)
{
    for (int i = DUEL_LOSS; i <= DUEL_WIN; i++)
        if (duel_str_is(text, words[i]))
            return i == (int)r->value ? DUEL_OK : refuse_value(r, why);
    return duel_invalid(why, N_("A value is win, loss, tie or draw, not “{0}”."), "s", text);
}

static duel_status verify_number(duel_str text, int64_t truth, duel_msg *why)
{
    int64_t n;
    if (!duel_str_number(text, &n))
        return duel_invalid(why, N_("“{0}” is not a number."), "s", text);
    if (n != truth)
        return duel_refuse(why, N_("Refused: it is {0}."), "i", truth);
    return DUEL_OK;
}

/* ---- lines --------------------------------------------------------------------------- */

typedef struct checker {
    const duel_variant *v;
    size_t most;
    duel_state state;
    duel_result now; /* of the state, for its mover */
    int ply;
} checker;

/* Plays the next move; the value must stay what it was, seen from the same side. */
static duel_status follow_move(checker *c, duel_str *line, duel_msg *why)
{
    duel_move move;
    const char *text = line->at;
    duel_result next;
    int seat = c->v->game->turn(c->v, &c->state);
    duel_status status = duel_next_move_text(c->v, &c->state, line, ", ", &move, why);
    if (status != DUEL_OK)
        return status;
    c->v->game->play(c->v, &c->state, move);
    c->ply++;
    status = reference_solve(c->v, &c->state, c->most, &next, why);
    if (status != DUEL_OK)
        return status;
    bool turned = c->v->game->turn(c->v, &c->state) != seat;
    int sign = turned ? -1 : 1;
    bool kept = next.score * sign == c->now.score &&
                (c->now.value == DUEL_DRAW) == (next.value == DUEL_DRAW);
    if (!kept)
        return duel_refuse(
            why, N_("Refused: move {0} of the line, “{1}”, gives something away."), "is",
            (int64_t)c->ply, duel_str_trim((duel_str){text, (size_t)(line->at - text)}));
    c->now = next;
    return DUEL_OK;
}

static duel_status verify_line(checker *c, duel_str line, duel_msg *why)
{
    duel_status status = DUEL_OK;
    while (status == DUEL_OK && duel_str_skip(&line, ", "))
        status = follow_move(c, &line, why);
    if (status == DUEL_OK && c->now.value != DUEL_DRAW && !duel_is_over(c->v, &c->state))
        status = duel_refuse(why, N_("Refused: the line stops before the game is over."), "");
    return status;
}

static duel_status verify_claim(const duel_variant *v, const void *state, duel_str claim,
                                size_t most, duel_msg *why)
{
    duel_str value = claim, name;
    checker c = {.v = v, .most = most};
    duel_str_part(&value, '=', &name);
    if (value.at == NULL)
        return duel_invalid(why, N_("A claim is written name=value; “{0}” is not."), "s",
                            claim);
    memcpy(&c.state, state, v->state_size);
    duel_status status = reference_solve(v, state, most, &c.now, why);
    if (status != DUEL_OK)
        return status;
    if (duel_str_is(name, "value"))
        return verify_value(value, &c.now, why);
    if (duel_str_is(name, "score"))
        return verify_number(value, c.now.score, why);
    if (duel_str_is(name, "remoteness") && c.now.value != DUEL_DRAW &&
        c.now.remoteness != DUEL_NO_REMOTENESS)
        return verify_number(value, c.now.remoteness, why);
    if (duel_str_is(name, "nimber") && v->traits & DUEL_NIMBERS)
        return verify_number(value, c.now.nimber, why);
    if (duel_str_is(name, "line"))
        return verify_line(&c, value, why);
    return duel_invalid(
        why, N_("One can claim value, score, remoteness, nimber or line here, not “{0}”."), "s",
        name);
}

/* ---- strategies ---------------------------------------------------------------------- */

static duel_status verify_bound(double claimed, double truth, const char *refusal,
                                duel_msg *why)
{
    char text[32];
    if (fabs(claimed - truth) <= 1e-9)
        return DUEL_OK;
    snprintf(text, sizeof text, "%.9f", truth);
    return duel_refuse(why, refusal, "c", text);
}

static duel_status verify_bounds(const duel_variant *v, double low, double high,
                                 policy_fn *strategy, void *self, uint64_t most, duel_msg *why)
{
    double reply[2], unit = v->traits & DUEL_MARGIN ? 2 : 1;
    for (int seat = 0; seat < 2; seat++) {
        duel_status status =
            reference_best_response(v, seat, strategy, self, most, &reply[seat], why);
        if (status != DUEL_OK)
            return status;
    }
    duel_status status = verify_bound(
        low, -reply[1] / unit, N_("Refused: the first player is sure of {0} a game."), why);
    if (status != DUEL_OK)
        return status;
    return verify_bound(high, reply[0] / unit,
                        N_("Refused: against the second player, one can win {0} a game."), why);
}

duel_status verify_policy(const duel_variant *v, double low, double high, policy_fn *strategy,
                          void *self, uint64_t most, duel_msg *why)
{
    duel_fault_guard g;
    if (v->seats != 2)
        return duel_refuse(why, N_("Only strategies for two players are checked."), "");
    duel_fault_guard_begin_twice(&g, v->game);
    duel_status status = verify_bounds(v, low, high, strategy, self, most, why);
    return duel_fault_guard_end(&g, status, why);
}

/* What is proved of a game that answers now so and now otherwise is worth nothing. */
duel_status verify_game_claim(const duel_variant *v, const void *state, duel_str claim,
                              size_t most, duel_msg *why)
{
    duel_fault_guard g;
    duel_fault_guard_begin_twice(&g, v->game);
    duel_status status = verify_claim(v, state, claim, most, why);
    return duel_fault_guard_end(&g, status, why);
}
