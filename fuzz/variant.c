/* fuzz/variant.c -- "game options": an accepted variant prints to itself. */
#include "fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    duel_variant v, back;
    if (!fuzz_variant((duel_str){(const char *)data, size}, &v))
        return 0;
    duel_buf text;
    duel_buf_init(&text);
    duel_variant_print(&v, &text.sink);
    FUZZ_MUST(duel_variant_read(v.game, duel_buf_str(&text), &back, NULL) == DUEL_OK);
    FUZZ_MUST(memcmp(v.option, back.option, sizeof v.option) == 0);
    duel_buf_fini(&text);
    return 0;
}
