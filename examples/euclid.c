/* euclid.c -- Euclid's game as a plug-in: two numbers; in turn, subtract a multiple of the
 * smaller from the larger; whoever reaches 0 wins.
 *
 *     cc -std=c17 -shared -fPIC -I src examples/euclid.c -o euclid.so
 *     duel play ./euclid.so large=25 small=7
 *
 * A plug-in is trusted code: it runs inside the program. ADD_A_GAME.md explains the functions.
 */
#include "script/plugin.h"

typedef struct euclid {
    uint32_t large, small; /* large >= small */
    uint32_t seat;         /* to move */
} euclid;

enum { LARGE, SMALL, MOST = 1000 };

static const duel_option options[] = {{"large", DUEL_NUMBER, 25, 1, MOST, NULL,
                                       DUEL_BOTH("the larger number", "le grand nombre")},
                                      {"small", DUEL_NUMBER, 7, 1, MOST, NULL,
                                       DUEL_BOTH("the smaller number", "le petit nombre")},
                                      {NULL, DUEL_NUMBER, 0, 0, 0, NULL, NULL}};

static const char *const rules[] = {
    DUEL_BOTH("In turn, subtract a multiple of the smaller number from the larger one. Whoever "
              "reaches 0 wins.",
              "À tour de rôle, retranchez du grand nombre un multiple du petit. Qui atteint 0 "
              "gagne."),
    NULL};

static duel_status variant(duel_variant *v, duel_msg *why)
{
    if (v->option[LARGE] < v->option[SMALL])
        return duel_invalid(
            why, DUEL_BOTH("large is not below small.", "large vaut au moins small."), "");
    v->state_size = sizeof(euclid);
    v->max_moves = MOST;
    v->max_plies = MOST;
    v->max_score = 1;
    return DUEL_OK;
}

static duel_status deal(const duel_variant *v, duel_rng *rng, void *state)
{
    (void)rng;
    *(euclid *)state = (euclid){(uint32_t)v->option[LARGE], (uint32_t)v->option[SMALL], 0};
    return DUEL_OK;
}

static int turn(const duel_variant *v, const void *state)
{
    (void)v;
    return (int)((const euclid *)state)->seat;
}

static bool over(const duel_variant *v, const void *state, int32_t score[])
{
    (void)v;
    const euclid *s = state;
    if (s->small > 0)
        return false;
    score[s->seat] = 0; /* the other has just reached 0 */
    score[1 - s->seat] = 1;
    return true;
}

static int moves(const duel_variant *v, const void *state, duel_move out[])
{
    (void)v;
    const euclid *s = state;
    int count = 0;
    for (uint32_t times = 1; s->small && times * s->small <= s->large; times++)
        out[count++] = times;
    return count;
}

static void play(const duel_variant *v, void *state, duel_move move)
{
    (void)v;
    euclid *s = state;
    uint32_t rest = s->large - (uint32_t)move * s->small, small = s->small;
    *s = rest > small ? (euclid){rest, small, 1 - s->seat} : (euclid){small, rest, 1 - s->seat};
}

static void draw(const duel_variant *v, const void *view, int seat, duel_pen *pen)
{
    (void)v, (void)seat;
    const euclid *s = view;
    duel_putf(pen->out, "%u %u\n", s->large, s->small);
}

static const duel_game game = {
    .id = "euclid.so",
    .title = DUEL_BOTH("Euclid's game", "Jeu d'Euclide"),
    .tagline = DUEL_BOTH("A plug-in: greatest common divisors", "Un greffon : les PGCD"),
    .rules = rules,
    .version = 1,
    .min_seats = 2,
    .max_seats = 2,
    .options = options,
    .variant = variant,
    .deal = deal,
    .turn = turn,
    .over = over,
    .moves = moves,
    .play = play,
    .draw = draw,
};

DUEL_PLUGIN(game)
