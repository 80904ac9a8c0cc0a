/* program_player.c -- a player for `duel match GAME --players cmd:./bot,expert`: any legal
 * move.
 *
 *     cc -std=c17 -O2 -o bot examples/bot.c
 *
 * It speaks the protocol of docs/bots.md: lines in, lines out. Replace `choose` to make it
 * better; `view` holds what the player may know, in the notation of `duel show`. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LINE = 65536, MOVES = 4096 };

static char view[LINE], moves[LINE];

/* The legal moves stand in `moves`, separated by blanks: cuts them apart. */
static int split(char *text, char *list[])
{
    int count = 0;
    for (char *word = strtok(text, " "); word && count < MOVES; word = strtok(NULL, " "))
        list[count++] = word;
    return count;
}

static const char *choose(unsigned long long seed)
{
    static char *list[MOVES];
    int count = split(moves, list);
    srand((unsigned)seed);
    return count ? list[rand() % count] : "none";
}

static void answer(const char *word, const char *text)
{
    printf("%s %s\n", word, text);
    fflush(stdout); /* the house waits for the line */
}

int main(void)
{
    static char line[LINE];
    while (fgets(line, sizeof line, stdin)) {
        unsigned long long seed = 0;
        line[strcspn(line, "\n")] = '\0';
        if (strcmp(line, "ready?") == 0)
            answer("ready", "any-move");
        else if (strncmp(line, "view ", 5) == 0)
            strcpy(view, line + 5);
        else if (strncmp(line, "moves ", 6) == 0)
            strcpy(moves, line + 6);
        else if (sscanf(line, "go seconds %*s nodes %*s seed %llu", &seed) == 1)
            answer("move", choose(seed));
        else if (strncmp(line, "refused ", 8) == 0) /* it never is: the moves are listed */
            answer("info", line);
        else if (strcmp(line, "quit") == 0)
            break;
    }
    return 0;
}
