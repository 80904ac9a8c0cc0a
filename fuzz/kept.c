/* fuzz/kept.c -- a game of a match that is read again has ended, and counts for somebody. */
#include "fuzz.h"
#include "match/inside.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    duel_str rest = {(const char *)data, size};
    duel_variant v;
    match_game_result b;
    if (!fuzz_variant(fuzz_line(&rest), &v) || rest.at == NULL ||
        match_files_parse(rest, &v, &b) != DUEL_OK)
        return 0;
    FUZZ_MUST(b.loser >= 0 && b.loser < v.seats);
    FUZZ_MUST(b.reason == NULL || b.end == MATCH_GAME_FAILED || b.end == MATCH_GAME_TIME);
    if (b.reason)
        FUZZ_MUST(strlen(duel_text(DUEL_EN, b.reason)) + strlen(duel_text(DUEL_FR, b.reason)) <
                  size);
    match_game_fini(&b);
    return 0;
}
