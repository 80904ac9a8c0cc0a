/* fuzz/ground.c -- a rule sheet that is accepted: where it grounds, the flat program says what
 * the prover says. */
#include "fuzz.h"
#include "gdl/cross_check.h"

static void check_way(const gdl_sheet *s, bool split)
{
    static const gdl_limits limits = {.seconds = 2, .bytes = (size_t)16 << 20};
    gdl_bit_program *f = NULL;
    duel_msg why = {0};
    duel_rng rng;
    uint64_t states;
    duel_rng_init_number(&rng, 1);
    if (gdl_bit_program_try(s, limits, split, &f, NULL) == DUEL_OK &&
        gdl_cross_check(s, f, &rng, 1, 8, &states, &why) == DUEL_REFUSED)
        FUZZ_MUST(strstr(why.id, "flat program") == NULL);
    gdl_bit_program_free(f);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    gdl_sheet *s = NULL;
    if (gdl_sheet_read((duel_str){(const char *)data, size}, &s, NULL) != DUEL_OK)
        return 0;
    check_way(s, false);
    check_way(s, true);
    gdl_sheet_free(s);
    return 0;
}
