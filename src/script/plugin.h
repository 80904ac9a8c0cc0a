/* script/plugin.h -- what a game compiled into a .so file includes and exports.
 *
 *     static const duel_game game = {.id = "euclid", …};
 *     DUEL_PLUGIN(game)
 *
 * Built with `cc -std=c17 -shared -fPIC -I src euclid.c -o euclid.so`, played with
 * `duel play ./euclid.so`. It uses the functions of base/ and core/ that the program has. It is
 * refused when it was compiled with another contract. Texts carry their French with DUEL_BOTH
 * (base/messages.h). */
#ifndef DUEL_SCRIPT_PLUGIN_H
#define DUEL_SCRIPT_PLUGIN_H

#include "core/game.h"

enum { DUEL_CONTRACT = 2 }; /* raised when core/game.h changes its meaning */

typedef struct duel_plugin {
    uint32_t contract; /* DUEL_CONTRACT */
    uint32_t size;     /* of duel_game, when the plug-in was compiled */
    const duel_game *game;
} duel_plugin;

typedef const duel_plugin *duel_plugin_entry(void);

#define DUEL_PLUGIN(its_game)                                                                  \
    __attribute__((visibility("default"))) const duel_plugin *duel_plugin_open(void);          \
    const duel_plugin *duel_plugin_open(void)                                                  \
    {                                                                                          \
        static const duel_plugin plugin = {DUEL_CONTRACT, sizeof(duel_game), &(its_game)};     \
        return &plugin;                                                                        \
    }

#endif
