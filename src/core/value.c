/* core/value.c -- results as codes: see value.h. */
#include "core/value.h"
#include "core/play.h"

enum { VALUE_BITS = 3 };

static uint32_t bits_for(uint64_t largest)
{
    return largest ? 64 - (uint32_t)__builtin_clzll(largest) : 0;
}

value_format value_format_of(const duel_variant *v)
{
    value_format f = {bits_for(v->max_plies), 0, 0, 0};
    if (v->traits & DUEL_MARGIN) /* a margin lies in ±2·max_score; one bit more for its sign */
        f.score_bits = bits_for(2 * (uint64_t)v->max_score) + 1;
    if (v->traits & DUEL_NIMBERS)
        f.nimber_bits = bits_for(v->max_moves);
    f.bits = VALUE_BITS + f.remote_bits + f.score_bits + f.nimber_bits;
    return f;
}

uint64_t value_encode(const value_format *f, const duel_result *r)
{
    uint64_t code = r->nimber;
    if (f->score_bits)
        code = code << f->score_bits |
               ((uint64_t)(int64_t)r->score & ((UINT64_C(1) << f->score_bits) - 1));
    code = code << f->remote_bits | r->remoteness;
    return code << VALUE_BITS | r->value;
}

static uint64_t cut(uint64_t *code, uint32_t bits)
{
    uint64_t field = *code & ((UINT64_C(1) << bits) - 1);
    *code >>= bits;
    return field;
}

/* Without a margin the score is the sign of the value, so that one comparison serves both. */
static int32_t sign_of(duel_value value)
{
    return value == DUEL_WIN ? 1 : value == DUEL_LOSS ? -1 : 0;
}

duel_result value_decode(const value_format *f, uint64_t code)
{
    duel_result r = {.value = (duel_value)cut(&code, VALUE_BITS)};
    r.remoteness = (uint32_t)cut(&code, f->remote_bits);
    if (f->score_bits) {
        uint64_t raw = cut(&code, f->score_bits), sign = UINT64_C(1) << (f->score_bits - 1);
        r.score = (int32_t)(int64_t)((raw ^ sign) - sign);
    } else {
        r.score = sign_of(r.value);
    }
    r.nimber = (uint32_t)code;
    return r;
}

bool value_sound(const duel_variant *v, const value_format *f, uint64_t code)
{
    duel_result r = value_decode(f, code);
    bool fits = f->bits >= 64 || code >> f->bits == 0;
    return fits && r.value >= DUEL_LOSS && r.value <= DUEL_WIN && r.nimber <= v->max_moves;
}

duel_result value_of_end(const duel_variant *v, const int32_t score[], int seat)
{
    duel_result r = {.value = duel_outcome(v, score, seat)};
    r.score = v->traits & DUEL_MARGIN ? duel_margin(v, score, seat) : sign_of(r.value);
    return r;
}
