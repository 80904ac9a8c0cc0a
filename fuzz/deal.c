/* fuzz/deal.c -- "game options": a deal that takes long, which nobody said would.
 *
 * Draws are counted, not time: so a slow deal is slow on every machine, and an input that draws
 * twice as much as any before is kept and changed further (the extra counters of libFuzzer).
 * Deals that search are driven in the same way, but may search. */
#include "base/long_work.h"
#include "fuzz.h"

enum { POOLS_MOST = 256, BUCKETS = 64 };

#ifdef __clang__
__attribute__((section("__libfuzzer_extra_counters"), used))
#endif
static uint8_t reached[BUCKETS];

/* Half of a power of two is a step. */
static int bucket_of(uint64_t pools)
{
    int bits = 0;
    while (pools >> bits > 1)
        bits++;
    return (2 * bits + (bits > 0 && (pools >> (bits - 1) & 1))) % BUCKETS;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    duel_variant v;
    duel_state state;
    duel_str rest = {(const char *)data, size}, line = fuzz_line(&rest);
    duel_str seed = duel_seed_valid(rest) ? rest : duel_str_of("1");
    uint64_t before = duel_long_work_pools();
    if (!fuzz_variant(line, &v))
        return 0;
    duel_deal(&v, seed, &state);
    uint64_t pools = duel_long_work_pools() - before;
    FUZZ_MUST(pools <= POOLS_MOST || v.traits & DUEL_SEARCHES);
    reached[bucket_of(pools)] = 1;
    return 0;
}
