/* script/plugin.h -- what a game compiled into a .so file includes and exports.
 *
 *     static const duel_game game = {.id = "euclid", …};
 *     DUEL_PLUGIN(game)
 *
 * Built with `cc -std=c17 -shared -fPIC -I src euclid.c -o euclid.so`, played with
 * `duel play ./euclid.so`. It uses the functions of base/ and core/ that the program has. Texts
 * carry their French with DUEL_BOTH (base/messages.h).
 *
 * It is refused when it was compiled for another edition, and nothing of its table is looked
 * at: the edition is a symbol of its own, a number in every edition from the second on. The
 * first edition had none, but exported a function duel_plugin_open, which nobody calls any
 * more. */
#pragma once

#include "core/game.h"

/* Of the contract: raised when core/game.h changes its meaning, or its tables another shape. */
enum { DUEL_EDITION = 9 };

/* Between two editions a program in the making may have tables of another shape. */
typedef struct duel_plugin {
    uint32_t game_size, variant_size; /* when the plug-in was compiled */
    const duel_game *game;
} duel_plugin;

#define DUEL_PLUGIN_EXPORT __attribute__((visibility("default")))

#define DUEL_PLUGIN(its_game)                                                                  \
    extern const uint32_t duel_plugin_edition;                                                 \
    extern const duel_plugin duel_plugin_table;                                                \
    DUEL_PLUGIN_EXPORT const uint32_t duel_plugin_edition = DUEL_EDITION;                      \
    DUEL_PLUGIN_EXPORT const duel_plugin duel_plugin_table = {                                 \
        sizeof(duel_game), sizeof(duel_variant), &(its_game)};
