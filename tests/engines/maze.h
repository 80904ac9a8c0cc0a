/* tests/engines/maze.h -- a game for the tests: it may go round for ever, and ends of every
 * kind are in it.
 *
 * A walk through rooms that the option `maze` draws. The player to move takes one of at most
 * three ways; some ways let the same player go on. In a room without ways the game has ended,
 * well, badly or equally for whoever must move there. With loops=no every way leads on, to one
 * of the next rooms, and the walk ends. No key, no evaluation, no undo. */
#ifndef TESTS_ENGINES_MAZE_H
#define TESTS_ENGINES_MAZE_H

#include "core/game.h"

enum { MAZE_ROOMS = 20, MAZE_WAYS = 3 };

typedef struct maze {
    int32_t room, seat;
} maze;

enum { MAZE_NUMBER, MAZE_LOOPS };

static const duel_option maze_options[] = {{"maze", DUEL_NUMBER, 1, 1, 1000000, NULL, "maze"},
                                           {"loops", DUEL_YESNO, 1, 0, 1, NULL, "loops"},
                                           {NULL, DUEL_NUMBER, 0, 0, 0, NULL, NULL}};

/* What was drawn for a way of a room, or for the room itself: splitmix64. */
static inline uint64_t maze_drawn(const duel_variant *v, int32_t room, int way)
{
    uint64_t x =
        (uint64_t)v->option[MAZE_NUMBER] * 1000 + (uint64_t)(room * (MAZE_WAYS + 1) + way);
    x = (x + 1) * UINT64_C(0x9e3779b97f4a7c15);
    x = (x ^ x >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    x = (x ^ x >> 27) * UINT64_C(0x94d049bb133111eb);
    return x ^ x >> 31;
}

/* From the first room there is always a way; from the last, none that leads on. */
static inline int maze_ways(const duel_variant *v, int32_t room)
{
    uint64_t drawn = maze_drawn(v, room, MAZE_WAYS);
    if (room == MAZE_ROOMS - 1 && !v->option[MAZE_LOOPS])
        return 0;
    return room == 0 ? 1 + (int)(drawn % MAZE_WAYS) : (int)(drawn % (MAZE_WAYS + 1));
}

static inline int32_t maze_next_room(const duel_variant *v, int32_t room, uint64_t drawn)
{
    enum { NEAR = 4 };
    if (v->option[MAZE_LOOPS])
        return (int32_t)(drawn % MAZE_ROOMS);
    int32_t next = room + 1 + (int32_t)(drawn % NEAR);
    return next < MAZE_ROOMS ? next : MAZE_ROOMS - 1;
}

static inline duel_status maze_variant(duel_variant *v, duel_msg *why)
{
    (void)why;
    v->state_size = sizeof(maze);
    v->max_moves = MAZE_WAYS;
    v->max_plies = v->option[MAZE_LOOPS] ? 1000 : MAZE_ROOMS;
    v->traits = v->option[MAZE_LOOPS] ? DUEL_LOOPY : 0;
    v->max_score = 1;
    return DUEL_OK;
}

static inline duel_status maze_deal(const duel_variant *v, duel_rng *rng, void *state)
{
    (void)v, (void)rng;
    *(maze *)state = (maze){0, 0};
    return DUEL_OK;
}

static inline int maze_turn(const duel_variant *v, const void *state)
{
    (void)v;
    return ((const maze *)state)->seat;
}

static inline bool maze_over(const duel_variant *v, const void *state, int32_t score[])
{
    const maze *s = state;
    if (maze_ways(v, s->room))
        return false;
    score[s->seat] = (int32_t)(maze_drawn(v, s->room, MAZE_WAYS) / (MAZE_WAYS + 1) % 3);
    score[1 - s->seat] = 1;
    return true;
}

static inline int maze_moves(const duel_variant *v, const void *state, duel_move out[])
{
    int count = maze_ways(v, ((const maze *)state)->room);
    for (int i = 0; i < count; i++)
        out[i] = (duel_move)i;
    return count;
}

static inline void maze_play(const duel_variant *v, void *state, duel_move move)
{
    maze *s = state;
    uint64_t drawn = maze_drawn(v, s->room, (int)move);
    s->room = maze_next_room(v, s->room, drawn);
    if (drawn >> 32 & 3)
        s->seat = 1 - s->seat;
}

static inline void maze_draw(const duel_variant *v, const void *view, int seat, duel_pen *pen)
{
    (void)v, (void)seat;
    duel_putf(pen->out, "%d", ((const maze *)view)->room);
}

static const duel_game duel_game_maze = {
    .id = "maze",
    .title = "Maze",
    .version = 1,
    .min_seats = 2,
    .max_seats = 2,
    .traits = DUEL_LOOPY,
    .options = maze_options,
    .variant = maze_variant,
    .deal = maze_deal,
    .turn = maze_turn,
    .over = maze_over,
    .moves = maze_moves,
    .play = maze_play,
    .draw = maze_draw,
};

#endif
