/* players/grades.c -- see grades.h. */
#include "players/grades.h"
#include "core/engine.h"

#include <math.h>
#include <string.h>

typedef struct grades {
    const char *game;
    int elo[DUEL_LEVELS]; /* from the mean; level 1 first */
} grades;

static const grades measured[] = {
#define LEVELS(game, nodes, ...) {#game, {__VA_ARGS__}},
#define ERRORS(game, ...)
#include "players/levels.def"
#undef LEVELS
#undef ERRORS
};

int duel_grade_of(const duel_game *g, int level)
{
    for (size_t i = 0; i < sizeof measured / sizeof *measured; i++)
        if (strcmp(measured[i].game, g->id) == 0)
            return DUEL_GRADE_MEAN + measured[i].elo[level - 1];
    return 0;
}

int duel_grade_points(int rating, int against)
{
    return (int)lround(100 / (1 + pow(10, (against - rating) / 400.0)));
}
