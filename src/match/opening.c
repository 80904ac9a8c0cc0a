/* match/opening.c -- see opening.h. */
#include "match/opening.h"
#include "core/play.h"
#include "core/variant.h"
#include "core/worth.h"

#include <math.h>
#include <stdio.h>
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
static bool wander(duel_record *r, int plies, duel_rng *rng, duel_state *state)
{
    const duel_variant *v = &r->variant;
    duel_move list[DUEL_MOVES_MAX];
    bool ended = true;
    r->count = 0;
    for (int ply = 0; ply < plies || !ended; ply++) {
        if (duel_is_over(v, state))
            return false;
        int seat = v->game->turn(v, state);
        uint32_t count = (uint32_t)v->game->moves(v, state, list);
        duel_move move = list[duel_rng_below(rng, count)];
        if (duel_record_add(r, move, NULL) != DUEL_OK)
            return false;
        v->game->play(v, state, move);
        ended = duel_turn_ended(v, seat, state);
    }
    return !duel_is_over(v, state);
}

static duel_status draw_one(int plies, duel_rng *rng, const duel_state *dealt, duel_record *r,
                            duel_state *state, duel_msg *why)
{
    for (int i = 0; i < TRIES; i++) {
        *state = *dealt;
        if (wander(r, plies, rng, state))
            return DUEL_OK;
    }
    return duel_refuse(why, N_("Games at random are over before {0} plies."), "i",
                       (int64_t)plies);
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

/* The most even of several; which it is, is known once all have been drawn, so the generator is
 * remembered where each began. */
static duel_status draw_balanced(int plies, duel_rng *rng, const duel_state *dealt,
                                 duel_player *judge, duel_answer *room, duel_record *r,
                                 duel_msg *why)
{
    double least = INFINITY, uneven = 0;
    duel_rng best = *rng;
    duel_state state;
    duel_status status = DUEL_OK;
    for (int i = 0; status == DUEL_OK && i < CANDIDATES; i++) {
        duel_rng before = *rng;
        status = draw_one(plies, rng, dealt, r, &state, why);
        if (status == DUEL_OK)
            status = judge_one(&r->variant, judge, room, &state, &uneven, why);
        if (status == DUEL_OK && uneven < least) {
            least = uneven;
            best = before;
        }
    }
    return status == DUEL_OK ? draw_one(plies, &best, dealt, r, &state, why) : status;
}

/* A deal, and how the record begins: by its position, or by a seed where the game has no
 * notation for positions. */
static duel_status draw_deal(duel_rng *rng, duel_record *out, duel_state *dealt, duel_msg *why)
{
    const duel_variant *v = &out->variant;
    memset(dealt, 0, sizeof *dealt);
    if (v->game->parse == NULL) {
        snprintf(out->seed, sizeof out->seed, "%llu", (unsigned long long)duel_rng_next(rng));
        return duel_record_begin(out, dealt, why);
    }
    if (v->game->deal(v, rng, dealt) != DUEL_OK)
        return duel_refuse(why, N_("Nothing could be dealt with these options and this seed."),
                           "");
    duel_print(v, dealt, &out->start.sink);
    return out->start.failed ? duel_full(why) : DUEL_OK;
}

static duel_status draw_at_random(const duel_openings *o, duel_rng *rng, duel_player *judge,
                                  duel_answer *room, duel_record *out, duel_msg *why)
{
    duel_state dealt, state;
    duel_status status = draw_deal(rng, out, &dealt, why);
    if (status != DUEL_OK || o->plies == 0)
        return status;
    return o->balanced ? draw_balanced(o->plies, rng, &dealt, judge, room, out, why)
                       : draw_one(o->plies, rng, &dealt, out, &state, why);
}

duel_status duel_opening_draw(const duel_openings *o, uint64_t set, duel_rng *rng,
                              duel_player *judge, duel_answer *room, duel_record *out,
                              duel_msg *why)
{
    if (o->book == NULL)
        return draw_at_random(o, rng, judge, room, out, why);
    duel_record line;
    const duel_record *r = duel_book_line(o->book, set);
    duel_status status = duel_record_copy(r, r->count, &line, why);
    if (status == DUEL_OK) {
        duel_record_fini(out);
        *out = line;
    }
    return status;
}
