/* duel.c -- libduel in forty lines: you against a machine, in any game.
 *     cc -std=c17 duel.c $(pkg-config --cflags --libs duel) -o duelling && ./duelling nim
 * level:3 */
#include <duel.h>
#include <stdio.h>
#include <string.h>

static void show(char *text)
{
    printf("%s", text ? text : "");
    libduel_free(text);
}

/* What you type, or what the machine thinks; 0: nothing any more. */
static int choose(const libduel_state *s, libduel_engine *machine, uint32_t *action)
{
    libduel_error why = {0};
    char line[64];
    if (libduel_turn(s) != 0)
        return libduel_think(machine, s, NULL, action, NULL) == LIBDUEL_OK;
    for (show(libduel_draw(s, 0)); printf("your move: "), fgets(line, sizeof line, stdin);
         printf("%s\n", why.text)) {
        line[strcspn(line, "\n")] = '\0';
        if (libduel_action_read(s, line, action, &why) == LIBDUEL_OK)
            return 1;
    }
    return 0;
}

int main(int argc, char *argv[])
{
    libduel_error why = {0};
    libduel_game *game = libduel_game_open(argc > 1 ? argv[1] : "tictactoe", NULL, "en", &why);
    libduel_engine *machine =
        game ? libduel_engine_open(game, argc > 2 ? argv[2] : "expert", 0, &why) : NULL;
    libduel_state *s = machine ? libduel_deal(game, "1", &why) : NULL;
    double worth[LIBDUEL_SEATS];
    for (uint32_t action; s && choose(s, machine, &action);)
        if (libduel_play(s, action, &why) <= 0)
            break;
    if (s && libduel_returns(s, worth))
        show(libduel_draw(s, 0)), printf("for you: %+g\n", worth[0]);
    fprintf(stderr, "%s\n", why.text);
    libduel_state_free(s), libduel_engine_close(machine), libduel_game_close(game);
    return (int)why.status;
}
