/* care/care_derive.c -- learned positions derived anew: what a position is worth must be
 * what its moves lead to, by the rules of today. See care.h.
 *
 * One step of retrograde analysis, for a sample: results of other rules that were brought under
 * a variant, or were changed, do not agree with those of the positions after them. */
#include "care/care_inside.h"
#include "core/guard.h"
#include "core/play.h"
#include "core/value.h"
#include "core/variant.h"
#include "players/catalogue.h"
#include "store/learned.h"

#include <string.h>

enum { GAMES = 32, PLIES = 64 }; /* played at random, and looked at in each */

typedef struct derivation {
    const duel_variant *v;
    duel_learned learned;
    value_format format;
    int64_t wrong, tried;
} derivation;

static uint64_t code_learned(derivation *d, const void *state)
{
    const duel_accel *a = d->v->game->accel;
    uint64_t pack = a->pack(d->v, state);
    return d->learned.find(d->learned.self, pack, a->canon ? a->canon(d->v, state) : pack);
}

/* Of what lies ahead, as everything that is kept by key. */
static bool result_after(derivation *d, const void *state, duel_result *out)
{
    int32_t score[DUEL_SEATS];
    int seat = d->v->game->turn(d->v, state);
    if (d->v->game->over(d->v, state, score)) {
        *out = value_ahead(value_of_end(d->v, score, seat), value_carried(d->v, state, seat));
        return true;
    }
    uint64_t code = code_learned(d, state);
    *out = value_decode(&d->format, code);
    return value_sound(d->v, &d->format, code);
}

static uint32_t least_absent(const bool *seen)
{
    uint32_t n = 0;
    while (seen[n])
        n++;
    return n;
}

/* Of a position that is not over, from those after it; false: one of these is not known. */
static bool derive_result(derivation *d, const void *state, duel_result *out)
{
    duel_move list[DUEL_MOVES_MAX];
    bool nimber[DUEL_MOVES_MAX + 2] = {false};
    int seat = d->v->game->turn(d->v, state), count = d->v->game->moves(d->v, state, list);
    duel_result best = {.value = DUEL_UNSOLVED}, child;
    for (int i = 0; i < count; i++) {
        duel_state next;
        memcpy(&next, state, d->v->state_size);
        d->v->game->play(d->v, &next, list[i]);
        if (!result_after(d, &next, &child))
            return false;
        int32_t gain = value_carried(d->v, &next, seat) - value_carried(d->v, state, seat);
        duel_result r = value_step_gaining(child, d->v->game->turn(d->v, &next) != seat, gain);
        if (best.value == DUEL_UNSOLVED || value_better(&r, &best))
            best = r;
        nimber[child.nimber < DUEL_MOVES_MAX ? child.nimber : DUEL_MOVES_MAX] = true;
    }
    best.nimber = d->format.nimber_bits ? least_absent(nimber) : 0;
    *out = best;
    return count > 0;
}

static bool same_result(const duel_result *a, const duel_result *b)
{
    return a->value == b->value && a->score == b->score && a->nimber == b->nimber &&
           (a->value == DUEL_DRAW || a->remoteness == b->remoteness);
}

static void derive_position(derivation *d, const void *state)
{
    duel_result kept, derived;
    if (duel_is_over(d->v, state) || code_learned(d, state) == 0)
        return;
    if (!result_after(d, state, &kept)) {
        d->tried++;
        d->wrong++; /* no solver of this variant can have written it */
    } else if (derive_result(d, state, &derived)) {
        d->tried++;
        d->wrong += !same_result(&kept, &derived);
    }
}

static void derive_keys(derivation *d, const exam_sample *sample)
{
    const duel_accel *a = d->v->game->accel;
    for (uint64_t i = 0; i < sample->seen && i < EXAM_SAMPLE; i++) {
        duel_state state;
        uint64_t key = sample->key[i];
        if (a->unpack(d->v, key, &state) &&
            (a->pack(d->v, &state) == key || (a->canon && a->canon(d->v, &state) == key))) {
            derive_position(d, &state);
        } else {
            d->tried++;
            d->wrong++;
        }
    }
}

static void derive_games(derivation *d, duel_rng *rng)
{
    duel_state state;
    duel_move list[DUEL_MOVES_MAX];
    for (int i = 0; i < GAMES; i++) {
        if (duel_deal(d->v, duel_str_of("1"), &state) != DUEL_OK)
            return;
        for (int ply = 0; ply < PLIES && !duel_is_over(d->v, &state); ply++) {
            derive_position(d, &state);
            uint32_t count = (uint32_t)d->v->game->moves(d->v, &state, list);
            if (count == 0)
                break;
            d->v->game->play(d->v, &state, list[duel_rng_below(rng, count)]);
        }
    }
}

/* The variant, if it is one of today and has positions without secrets. */
static bool read_topic(const store_topic *topic, duel_variant *v)
{
    const duel_game *game = duel_find_game(topic->game);
    return game && game->version == topic->rules &&
           duel_variant_read(game, topic->variant, v, NULL) == DUEL_OK && v->key_bits;
}

duel_status exam_derive(exam *x, const store_topic *topic, const exam_sample *sample,
                        int64_t *wrong, int64_t *tried, duel_msg *why)
{
    duel_variant v;
    duel_guard guard;
    if (!read_topic(topic, &v)) {
        x->health->unknown += sample->seen > 0;
        return DUEL_OK;
    }
    if (duel_has_secrets(&v)) /* of which mixes are kept */
        return DUEL_OK;
    derivation d = {.v = &v, .format = value_format_of(&v)};
    duel_rng rng = sample->rng;
    duel_status status = duel_learned_open(x->store, &v, &d.learned, why);
    if (status != DUEL_OK)
        return status;
    duel_guard_begin(&guard, v.game);
    if (v.game->accel->unpack)
        derive_keys(&d, sample);
    else
        derive_games(&d, &rng);
    status = duel_guard_end(&guard, DUEL_OK, why);
    duel_learned_close(&d.learned);
    if (status != DUEL_OK) /* a file that fails says nothing of what was learned */
        x->health->unknown++;
    else
        *wrong = d.wrong, *tried = d.tried;
    return DUEL_OK;
}
