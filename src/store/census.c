/* store/census.c -- see census.h. */
#include "store/census.h"
#include "base/rng.h"
#include "core/play.h"
#include "store/learned.h"

typedef struct counting {
    duel_census *to;
    value_format format;
    duel_rng rng;
    const atomic_bool *stop;
    bool stopped;
} counting;

int duel_census_sampled(const duel_census *c, duel_value value)
{
    return c->open[value] < DUEL_CENSUS_SAMPLE ? (int)c->open[value] : DUEL_CENSUS_SAMPLE;
}

/* The n-th of its kind takes a place with chance places / n (Vitter, "Random sampling with a
 * reservoir", ACM TOMS 11(1), 1985). */
static void sample_key(counting *c, duel_value value, uint64_t key)
{
    uint64_t n = ++c->to->open[value], place = n - 1;
    if (n > DUEL_CENSUS_SAMPLE)
        place = (uint64_t)(duel_rng_unit(&c->rng) * (double)n);
    if (place < DUEL_CENSUS_SAMPLE)
        c->to->sample[value][place] = key;
}

static bool count_position(void *to, uint64_t key, uint64_t code)
{
    enum { LOOK_EVERY = 4096 };
    counting *c = to;
    duel_result r = value_decode(&c->format, code);
    duel_census *out = c->to;
    if (r.value == DUEL_UNSOLVED)
        return true;
    out->positions++;
    out->count[r.value]++;
    if (r.remoteness > 0 || r.value == DUEL_DRAW) /* without end, nobody counts plies */
        sample_key(c, r.value, key);
    if (r.value == DUEL_WIN && r.remoteness != DUEL_NO_REMOTENESS &&
        r.remoteness > out->longest) {
        out->longest = r.remoteness;
        out->longest_key = key;
    }
    c->stopped = out->positions % LOOK_EVERY == 0 && c->stop && atomic_load(c->stop);
    return !c->stopped;
}

duel_status duel_census_take(duel_store *store, const duel_variant *v, uint64_t seed,
                             const atomic_bool *stop, duel_census *out, duel_msg *why)
{
    counting c = {.to = out, .format = value_format_of(v), .stop = stop};
    *out = (duel_census){.ahead = value_carries(v)};
    if (duel_has_secrets(v))
        return duel_refuse(why, N_("A game with secrets has no positions to count."), "");
    duel_rng_init_number(&c.rng, seed);
    duel_status status =
        duel_learned_each(store, v, count_position, &c, &out->damaged, &out->folded, why);
    if (status == DUEL_OK && c.stopped)
        return duel_say(why, N_("Stopped before all positions were counted."), ""),
               DUEL_STOPPED;
    if (status == DUEL_OK && out->positions == 0)
        return duel_refuse(
            why,
            N_("Nothing of this game is kept as solved yet; “duel solve” keeps what it proves."),
            "");
    return status;
}

duel_status duel_census_position(const duel_variant *v, uint64_t key, duel_state *out,
                                 duel_msg *why)
{
    const duel_accel *a = v->game->accel;
    if (a == NULL || a->unpack == NULL || !a->unpack(v, key, out))
        return duel_refuse(why,
                           N_("Positions of this game cannot be made from what is kept of "
                              "them."),
                           "");
    return DUEL_OK;
}
