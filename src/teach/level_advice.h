/* teach/level_advice.h -- suggests a level to a player, from the games that were played.
 *
 *     two wins in a row against it or a higher one   one above the level beaten last
 *     two losses in a row to it or a lower one       one below the level lost to last
 *     a tie                                          the row begins anew
 *     a win against a lower one, a loss to a higher  nothing: that was to be expected
 *
 * So both are met about as often, and nobody waits long. It begins at the level that the game
 * itself suggests; games with advice do not count. */
#pragma once

#include "core/game.h"
#include "store/store.h"

typedef struct level_advice {
    int level; /* 1 to DUEL_LEVELS (players/player.h): what is suggested */
    int row;   /* wins in a row so far, or losses as a negative number */
} level_advice;

level_advice level_advice_begin(const duel_game *g);

/* What the games of a profile come to. */
duel_status level_advice_of(data_store *s, const char *profile, const duel_game *g,
                            level_advice *out, duel_msg *why);
