/* front/cli/game_commands.c -- the commands of single games, such as `duel wumpus deduce`: see
 * catalogue.def. */
#include "front/commands.h"

#define GAME(id)     extern const duel_game duel_game_##id;
#define COMMANDS(id) extern const duel_command id##_commands[];
#include "catalogue.def"

const duel_command *game_commands(const duel_game *game)
{
    static const duel_command none[] = {{NULL, NULL, NULL, NULL, NULL, 0, NULL}};
    static const struct {
        const duel_game *game;
        const duel_command *commands;
    } brought[] = {
#define COMMANDS(id) {&duel_game_##id, id##_commands},
#include "catalogue.def"
    };
    for (size_t i = 0; i < sizeof brought / sizeof brought[0]; i++)
        if (brought[i].game == game)
            return brought[i].commands;
    return none;
}
