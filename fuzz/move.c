/* fuzz/move.c -- "game options", then a move in the opening position: accepted means listed. */
#include "fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    duel_str rest = {(const char *)data, size};
    duel_variant v;
    duel_state state;
    duel_move move;
    if (!fuzz_variant(fuzz_line(&rest), &v) || rest.at == NULL)
        return 0;
    if (duel_deal(&v, duel_str_of("1"), &state) != DUEL_OK)
        return 0;
    if (duel_read_move(&v, &state, rest, &move, NULL) == DUEL_OK)
        FUZZ_MUST(duel_legal(&v, &state, move));
    return 0;
}
