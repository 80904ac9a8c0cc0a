/* fuzz/record.c -- a record that is read replays, and prints to one that is read. */
#include "core/record.h"
#include "fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    duel_record r, back;
    duel_state state;
    if (duel_record_read((duel_str){(const char *)data, size}, catalogue_find_game, &r, NULL) !=
        DUEL_OK)
        return 0;
    FUZZ_MUST(duel_record_replay(&r, r.count, &state, NULL) == DUEL_OK);
    duel_buf text;
    duel_buf_init(&text);
    duel_record_print(&r, &text.sink);
    FUZZ_MUST(duel_record_read(duel_buf_str(&text), catalogue_find_game, &back, NULL) ==
              DUEL_OK);
    FUZZ_MUST(back.count == r.count);
    duel_record_fini(&back);
    duel_record_fini(&r);
    duel_buf_fini(&text);
    return 0;
}
