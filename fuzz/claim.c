/* fuzz/claim.c -- a claim about a small position. */
#include "fuzz.h"
#include "lab/verify.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    duel_variant v;
    duel_state state;
    if (!fuzz_variant(duel_str_of("nim matches=6"), &v))
        return 0;
    duel_deal(&v, duel_str_of("1"), &state);
    verify_game_claim(&v, &state, (duel_str){(const char *)data, size}, 1000, NULL);
    return 0;
}
