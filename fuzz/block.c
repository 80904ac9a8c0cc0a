/* fuzz/block.c -- any bytes as a block of learned positions: refused, or they encode back. */
#include "fuzz.h"
#include "store/result_blocks.h"
#include "store/results_inside.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static block b, back;
    static uint8_t bytes[BLOCK_BYTES];
    const block_seal of = block_seal_of((duel_str){NULL, 0}, 0, (duel_str){NULL, 0}, false);
    if (block_decode(data, size, &of, &b) != DUEL_OK)
        return 0;
    size_t written = block_encode(&b, &of, bytes);
    FUZZ_MUST(block_decode(bytes, written, &of, &back) == DUEL_OK && back.count == b.count);
    return 0;
}
