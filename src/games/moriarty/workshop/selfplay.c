/* moriarty/workshop/selfplay.c -- see selfplay.h. */
#include "games/moriarty/workshop/selfplay.h"

#include "base/rng.h"

#include <pthread.h>
#include <stdlib.h>

enum {
    PROVE_FROM = 14,   /* empties */
    RANDOM_PLIES = 5,  /* at least, at the beginning of a game */
    LAST_RANDOM = 40,  /* the last random ply of any game */
    RANDOM_OF_TEN = 3, /* so many moves of ten are random from then on; the others are quick */
    QUICK_NODES = 100,
    TABLE = 1 << 20,
    MOST_PLAYERS = 64
};

typedef struct player { /* one thread */
    const moriarty_selfplay *settings;
    uint64_t first;
    int begin, count; /* games begin, begin + threads, … below count */
    moriarty_labelled_game *out;
    moriarty_table table;
    pthread_t thread;
    duel_status status;
} player;

static int empties_of(moriarty_board b)
{
    return 64 - moriarty_count(b.mover | b.other);
}

static int random_square(uint64_t moves, duel_rng *rng)
{
    for (uint32_t skip = duel_rng_below(rng, (uint32_t)moriarty_count(moves)); skip; skip--)
        moves &= moves - 1;
    return moriarty_first(moves);
}

/* False when the search failed; p->status tells how. */
static bool search_board(player *p, moriarty_board b, uint64_t nodes, moriarty_answer *a)
{
    moriarty_request q = {.board = b,
                          .playable = MORIARTY_ALL,
                          .prove = nodes == 0,
                          .node_limit = nodes,
                          .threads = 1,
                          .path = MORIARTY_BEST_PATH,
                          .table = &p->table,
                          .eval = p->settings->eval};
    p->status = moriarty_think(&q, a, NULL);
    if (p->status == DUEL_STOPPED && nodes)
        p->status = DUEL_OK;
    return p->status == DUEL_OK;
}

/* Plays up to the last random move; false when the game ended on the way, or a search failed.
 */
static bool begin_game(player *p, duel_rng *rng, moriarty_board *b)
{
    int last = RANDOM_PLIES + (int)duel_rng_below(rng, LAST_RANDOM - RANDOM_PLIES + 1);
    for (int ply = 0; ply < last; ply++) {
        moriarty_answer a;
        uint64_t moves = moriarty_moves(*b, MORIARTY_ALL);
        bool random =
            ply < RANDOM_PLIES || ply == last - 1 || duel_rng_below(rng, 10) < RANDOM_OF_TEN;
        if (moriarty_over(*b, MORIARTY_ALL))
            return false;
        if (moves == 0)
            *b = moriarty_passed(*b);
        else if (random)
            *b = moriarty_play(*b, random_square(moves, rng));
        else if (search_board(p, *b, QUICK_NODES, &a))
            *b = moriarty_play(*b, a.move);
        else
            return false;
    }
    return true;
}

static void keep_position(moriarty_labelled_game *g, moriarty_board b, int sign)
{
    g->position[g->count++] = (moriarty_labelled){b, (int8_t)sign};
}

/* The proof of a board and the positions of its best line. */
static bool finish_game(player *p, moriarty_board b, int sign, moriarty_labelled_game *g,
                        int *score)
{
    moriarty_answer a;
    if (!search_board(p, b, 0, &a))
        return false;
    *score = sign * a.score / MORIARTY_UNIT;
    for (int i = 0; i < a.line_length; i++) {
        b = moriarty_play(b, a.line[i]);
        sign = -sign;
        if (moriarty_moves(b, MORIARTY_ALL))
            keep_position(g, b, sign);
    }
    return true;
}

/* Positions are kept with the sign of their mover, which the score of the end then replaces. */
static void play_game(player *p, duel_rng *rng, moriarty_labelled_game *g)
{
    moriarty_board b = moriarty_opening();
    int sign = 1, score = 0;
    bool playing = begin_game(p, rng, &b);
    while (playing && !moriarty_over(b, MORIARTY_ALL)) {
        moriarty_answer a;
        if (moriarty_moves(b, MORIARTY_ALL))
            keep_position(g, b, sign);
        if (empties_of(b) <= PROVE_FROM) {
            playing = finish_game(p, b, sign, g, &score);
            break;
        }
        playing = search_board(p, b, p->settings->nodes, &a);
        b = moriarty_play(b, playing ? a.move : MORIARTY_PASS);
        sign = -sign;
        score = sign * moriarty_final(b, MORIARTY_ALL); /* if this was the last move */
    }
    if (!playing)
        g->count = 0;
    for (int i = 0; i < g->count; i++)
        g->position[i].score = (int8_t)(g->position[i].score * score);
}

static void *play_share(void *self)
{
    player *p = self;
    duel_rng root, rng;
    duel_rng_init_number(&root, p->settings->seed);
    for (int i = p->begin; p->status == DUEL_OK && i < p->count; i += p->settings->threads) {
        duel_rng_fork(&root, p->first + (uint64_t)i, &rng);
        moriarty_table_clear(&p->table);
        p->out[i].count = 0;
        play_game(p, &rng, &p->out[i]);
    }
    return NULL;
}

static duel_status start_player(player *p, duel_msg *why)
{
    duel_status status = moriarty_table_init(&p->table, TABLE, why);
    if (status == DUEL_OK && pthread_create(&p->thread, NULL, play_share, p) != 0) {
        moriarty_table_fini(&p->table);
        status = duel_full(why);
    }
    return status;
}

duel_status moriarty_play_games(const moriarty_selfplay *settings, uint64_t first, int count,
                                moriarty_labelled_game out[], duel_msg *why)
{
    player all[MOST_PLAYERS];
    int started = 0;
    duel_status status = DUEL_OK;
    while (status == DUEL_OK && started < settings->threads && started < MOST_PLAYERS) {
        all[started] = (player){settings, first, started, count, out, {0}, 0, DUEL_OK};
        status = start_player(&all[started], why);
        started += status == DUEL_OK;
    }
    for (int i = 0; i < started; i++) {
        pthread_join(all[i].thread, NULL);
        moriarty_table_fini(&all[i].table);
        if (status == DUEL_OK && all[i].status != DUEL_OK)
            status = duel_full(why);
    }
    return status;
}
