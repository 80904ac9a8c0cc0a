/* fuzz/block.c -- any bytes as a block of learned positions: refused, or they encode back. */
#include "fuzz.h"
#include "service/blocks.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static block b, back;
    static uint8_t bytes[BLOCK_BYTES];
    if (block_decode(data, size, &b) != DUEL_OK)
        return 0;
    size_t written = block_encode(&b, bytes);
    FUZZ_MUST(block_decode(bytes, written, &back) == DUEL_OK && back.count == b.count);
    return 0;
}
