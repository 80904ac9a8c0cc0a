/* games/template.c -- the smallest complete game: copy this file to begin a new one.
 *
 * One token stands on a track. Two players take turns to push it 1 or 2 squares; whoever
 * brings it to the last square wins. Everything a game must have is here and nothing else:
 * the solver, the opponents, the terminal, the page and the tests come with it.
 * ADD_A_GAME.md walks through this file line by line. */
#include "core/game.h"

/* Flat: no pointers, no holes between members (the compiler checks), so that copying bytes
 * copies the state and comparing bytes compares it. */
#pragma GCC diagnostic push
#pragma GCC diagnostic error "-Wpadded"
typedef struct race {
    int32_t left; /* squares still to go */
    int32_t seat; /* to move: 0 or 1 */
} race;
#pragma GCC diagnostic pop

enum { SQUARES }; /* the options, by their place in the table below */

static const duel_option options[] = {
    {"squares", DUEL_NUMBER, 10, 1, 1000, NULL, N_("squares to go at the beginning")},
    {NULL, DUEL_NUMBER, 0, 0, 0, NULL, NULL}};

static const char *const rules[] = {
    N_("A token stands on a track. In turn, each player pushes it 1 or 2 squares forward."),
    N_("Whoever brings it to the last square wins."), NULL};

static duel_status variant(duel_variant *v, duel_msg *why)
{
    v->state_size = sizeof(race);
    v->max_moves = 2;
    v->max_plies = (uint32_t)v->option[SQUARES];
    v->max_score = 1;
    v->actions = 3; /* a push of 1 or 2; nobody pushes by 0 */
    return DUEL_OK;
}

static duel_status deal(const duel_variant *v, duel_rng *rng, void *state)
{
    *(race *)state = (race){.left = (int32_t)v->option[SQUARES], .seat = 0};
    return DUEL_OK;
}

static int turn(const duel_variant *v, const void *state)
{
    return ((const race *)state)->seat;
}

/* Over when the token has arrived: whoever pushed it there, not the seat to move, has won. */
static bool over(const duel_variant *v, const void *state, int32_t score[])
{
    const race *s = state;
    if (s->left > 0)
        return false;
    score[s->seat] = 0;
    score[1 - s->seat] = 1;
    return true;
}

static int moves(const duel_variant *v, const void *state, duel_move out[])
{
    const race *s = state;
    int count = 0;
    for (int push = 1; push <= 2 && push <= s->left; push++)
        out[count++] = (duel_move)push;
    return count;
}

static void play(const duel_variant *v, void *state, duel_move move)
{
    race *s = state;
    s->left -= (int32_t)move;
    s->seat = 1 - s->seat;
}

static void draw(const duel_variant *v, const void *view, int seat, duel_pen *pen)
{
    const race *s = view;
    for (int64_t square = v->option[SQUARES]; square >= 0; square--)
        duel_put(pen->out, square == s->left ? "o" : square == 0 ? "|" : ".");
    duel_put(pen->out, "\n");
}

static void task(const duel_variant *v, const void *view, duel_msg *out)
{
    duel_say(out, N_("Push the token 1 or 2 squares forward."), "");
}

const duel_game duel_game_template = {
    .id = "template",
    .title = N_("Race to the last square"),
    .tagline = N_("The smallest complete game, to be copied"),
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
    .teaching.task = task,
};
