/* fuzz/position.c -- "game options", then a position: what is accepted prints, plays, reads
 * back.
 */
#include "fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    duel_str rest = {(const char *)data, size};
    duel_variant v;
    duel_state state, back;
    static duel_move list[DUEL_MOVES_MAX];
    if (!fuzz_variant(fuzz_line(&rest), &v) || rest.at == NULL)
        return 0;
    if (duel_read(&v, rest, &state, NULL) != DUEL_OK)
        return 0;
    duel_buf text;
    duel_buf_init(&text);
    duel_print(&v, &state, &text.sink);
    FUZZ_MUST(duel_read(&v, duel_buf_str(&text), &back, NULL) == DUEL_OK);
    FUZZ_MUST(duel_states_equal(&v, &state, &back));
    int count = v.game->moves(&v, &state, list);
    FUZZ_MUST(count >= 0 && (uint32_t)count <= v.max_moves);
    FUZZ_MUST(duel_is_over(&v, &state) == (count == 0));
    duel_buf_fini(&text);
    return 0;
}
