/* fuzz/player.c -- "game options", then the spec of a player. */
#include "players/player.h"
#include "fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    duel_str rest = {(const char *)data, size};
    duel_variant v;
    machine_player *p = NULL;
    if (!fuzz_variant(fuzz_line(&rest), &v) || rest.at == NULL)
        return 0;
    if (player_open(rest, &v, 1 << 20, NULL, &p, NULL) == DUEL_OK)
        player_close(p);
    return 0;
}
