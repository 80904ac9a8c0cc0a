/* service/opening.c -- see opening.h. */
#include "service/opening.h"
#include "core/play.h"
#include "core/variant.h"
#include "core/worth.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    CANDIDATES = 8,      /* of which the most even is a balanced opening */
    JUDGE_NODES = 20000, /* for each of them */
    TRIES = 100          /* games at random may be over before the opening is */
};

duel_status duel_openings_read(duel_str text, duel_openings *out, duel_msg *why)
{
    static const duel_option plies = {"--openings",       DUEL_NUMBER, 0,   0,
                                      DUEL_OPENING_PLIES, NULL,        NULL};
    duel_str rest = text, number, word = {"", 0};
    int64_t count;
    duel_str_part(&rest, ',', &number);
    duel_status status = duel_option_read(&plies, number, &count, why);
    if (status != DUEL_OK)
        return status;
    bool more = rest.at && duel_str_part(&rest, ',', &word);
    if (more && (!duel_str_is(word, "balanced") || rest.at))
        return duel_bad(why, N_("Openings are written PLIES or PLIES,balanced; not “{0}”."),
                        "s", text);
    *out = (duel_openings){.plies = (int)count, .balanced = more};
    return DUEL_OK;
}

duel_status duel_openings_fit(const duel_openings *o, const duel_variant *v, duel_msg *why)
{
    if (o->balanced && (v->seats != 2 || duel_has_secrets(v)))
        return duel_refuse(why, N_("Balanced openings are for two players who see everything."),
                           "");
    return DUEL_OK;
}

/* Plays at random for so many plies, and on to the end of the turn; false if it is over. */
static bool wander(const duel_variant *v, int plies, duel_rng *rng, duel_state *state)
{
    duel_move list[DUEL_MOVES_MAX];
    bool ended = true;
    for (int ply = 0; ply < plies || !ended; ply++) {
        if (duel_is_over(v, state))
            return false;
        int seat = v->game->turn(v, state);
        uint32_t count = (uint32_t)v->game->moves(v, state, list);
        v->game->play(v, state, list[duel_rng_below(rng, count)]);
        ended = duel_turn_ended(v, seat, state);
    }
    return !duel_is_over(v, state);
}

static duel_status draw_one(const duel_openings *o, const duel_variant *v, duel_rng *rng,
                            const duel_state *dealt, duel_state *out, duel_msg *why)
{
    for (int i = 0; i < TRIES; i++) {
        *out = *dealt;
        if (wander(v, o->plies, rng, out))
            return DUEL_OK;
    }
    return duel_refuse(why, N_("Games at random are over before {0} plies."), "i",
                       (int64_t)o->plies);
}

/* How far from even, whoever is ahead; what nobody can value is as far as can be. */
static double unevenness(const duel_variant *v, const duel_answer *a)
{
    duel_worth w = duel_worth_of_answer(v, a);
    return w.scored ? fabs(w.points) : w.known ? fabs(duel_worth_level(v, &w)) : 1;
}

static duel_status judge_one(const duel_variant *v, duel_player *judge, duel_answer *room,
                             const duel_state *state, double *uneven, duel_msg *why)
{
    duel_think t = {.view = state,
                    .seat = v->game->turn(v, state),
                    .nodes = JUDGE_NODES,
                    .threads = 1,
                    .seed = 1};
    duel_player_forget(judge);
    duel_status status = duel_player_think(judge, &t, room, why);
    if (status == DUEL_OK)
        *uneven = unevenness(v, room);
    return status;
}

duel_status duel_opening_draw(const duel_openings *o, const duel_variant *v, duel_rng *rng,
                              duel_player *judge, duel_answer *room, duel_state *out,
                              duel_msg *why)
{
    duel_state dealt, candidate;
    double least = INFINITY, uneven = 0;
    memset(&dealt, 0, sizeof dealt);
    duel_status status = v->game->deal(v, rng, &dealt);
    if (status == DUEL_OK && o->plies == 0) {
        *out = dealt;
        return DUEL_OK;
    }
    for (int i = 0; status == DUEL_OK && i < (o->balanced ? CANDIDATES : 1); i++) {
        status = draw_one(o, v, rng, &dealt, &candidate, why);
        if (status == DUEL_OK && o->balanced)
            status = judge_one(v, judge, room, &candidate, &uneven, why);
        if (status == DUEL_OK && uneven < least) {
            least = uneven;
            *out = candidate;
        }
    }
    return status;
}
