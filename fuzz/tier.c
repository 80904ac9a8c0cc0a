/* fuzz/tier.c -- any bytes as a file of a tier, its checks put right so that what lies behind
 * them is reached: refused, or read without touching anything else. */
#include "base/compact_numbers.h"
#include "fuzz.h"
#include "tiers/file.h"

enum { HEAD = 80, ENTRY = 16 };

static void put_check(uint8_t *at, const uint8_t *from, size_t size, const char purpose[16])
{
    coding_put64(at, coding_check(from, size, purpose));
}

/* As far as the head and the index lead anywhere. */
static void mend(uint8_t *bytes, size_t size)
{
    uint64_t blocks = coding_get64(bytes + 48), index = coding_get64(bytes + 56);
    put_check(bytes + 72, bytes, 72, "DuelTier's head");
    if (blocks > size / ENTRY || index > size || size - index < blocks * ENTRY + CODING_CHECK)
        return;
    put_check(bytes + index + blocks * ENTRY, bytes + index, (size_t)blocks * ENTRY,
              "DuelTier index.");
    for (uint64_t i = 0; i < blocks; i++) {
        uint64_t from = coding_get64(bytes + index + i * ENTRY + 8);
        uint64_t to =
            i + 1 < blocks ? coding_get64(bytes + index + (i + 1) * ENTRY + 8) : index;
        if (to <= index && from >= HEAD && from + CODING_CHECK <= to)
            put_check(bytes + to - CODING_CHECK, bytes + from, to - from - CODING_CHECK,
                      "DuelTier block.");
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    tier_file f;
    uint64_t number[TIER_BLOCK];
    uint8_t *bytes = malloc(size + !size);
    if (bytes && size)
        memcpy(bytes, data, size);
    if (bytes && size >= HEAD)
        mend(bytes, size);
    if (bytes && tier_file_take(bytes, size, &f)) {
        for (uint64_t i = 0; i < f.blocks; i++) {
            uint32_t keys = tier_file_keys(&f, i, number);
            for (uint32_t k = 1; k < keys; k++)
                FUZZ_MUST(number[k] > number[k - 1]);
            tier_file_codes(&f, i, number);
            FUZZ_MUST(tier_file_seek(&f, tier_file_first(&f, i)) < f.blocks);
        }
    }
    free(bytes);
    return 0;
}
