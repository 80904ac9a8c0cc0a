/* front/lib/batch.c -- libduel: many games of one kind, stepped together.
 *
 * The games lie one behind the other, each with the list of its moves; nothing is allocated
 * once a batch is made. */
#include "core/fault_guard.h"
#include "core/play.h"
#include "front/lib/inside.h"

#include <stdlib.h>
#include <string.h>

struct libduel_batch {
    const libduel_game *game;
    uint32_t count;
    size_t stride;        /* bytes from a state to the next */
    unsigned char *state; /* of each game, and so on */
    duel_move *list;      /* max_moves of them */
    int *moves, *picked;
    duel_rng deals, lots;
    uint64_t dealt;
};

static void *batch_state(const libduel_batch *b, uint32_t i)
{
    return b->state + i * b->stride;
}

static duel_move *list_at(const libduel_batch *b, uint32_t i)
{
    return b->list + (size_t)i * b->game->v.max_moves;
}

static bool deal_anew(libduel_batch *b, uint32_t i)
{
    const duel_variant *v = &b->game->v;
    duel_rng rng;
    duel_rng_fork(&b->deals, b->dealt++, &rng);
    memset(batch_state(b, i), 0, v->state_size);
    if (v->game->deal(v, &rng, batch_state(b, i)) != DUEL_OK)
        return false;
    b->moves[i] = v->game->moves(v, batch_state(b, i), list_at(b, i));
    return true;
}

/* ---- making ------------------------------------------------------------------------------ */

static bool room_for_games(libduel_batch *b)
{
    const duel_variant *v = &b->game->v;
    b->stride = (v->state_size + sizeof(uint64_t) - 1) & ~(sizeof(uint64_t) - 1);
    b->state = calloc(b->count, b->stride);
    b->list = calloc(b->count, v->max_moves * sizeof *b->list);
    b->moves = calloc(b->count, sizeof *b->moves);
    b->picked = calloc(b->count, sizeof *b->picked);
    return b->state && b->list && b->moves && b->picked;
}

static duel_status deal_all(libduel_batch *b, duel_msg *why)
{
    duel_fault_guard guard;
    bool dealt = true;
    duel_fault_guard_begin(&guard, b->game->v.game);
    for (uint32_t i = 0; dealt && i < b->count; i++)
        dealt = deal_anew(b, i);
    duel_status status = dealt ? DUEL_OK : duel_refuse(why, N_("Nothing could be dealt."), "");
    return duel_fault_guard_end(&guard, status, why);
}

libduel_batch *libduel_batch_new(libduel_game *g, uint32_t count, uint64_t seed,
                                 libduel_error *error)
{
    duel_msg why = {0};
    duel_rng root;
    libduel_batch *b = calloc(1, sizeof *b);
    if (b == NULL) {
        lib_full(g, error);
        return NULL;
    }
    b->game = g;
    b->count = count;
    duel_rng_init_number(&root, seed);
    duel_rng_fork(&root, 0, &b->deals);
    duel_rng_fork(&root, 1, &b->lots);
    duel_status status = room_for_games(b) ? deal_all(b, &why) : duel_no_space(&why);
    if (status == DUEL_OK)
        return b;
    lib_fail(g, status, &why, error);
    libduel_batch_free(b);
    return NULL;
}

void libduel_batch_free(libduel_batch *b)
{
    if (b == NULL)
        return;
    free(b->state);
    free(b->list);
    free(b->moves);
    free(b->picked);
    free(b);
}

/* ---- stepping ---------------------------------------------------------------------------- */

static bool pick_all(libduel_batch *b, const uint32_t action[], uint32_t *wrong)
{
    for (uint32_t i = 0; i < b->count; i++) {
        b->picked[i] = duel_action_find(&b->game->v, list_at(b, i), b->moves[i], action[i]);
        *wrong = i;
        if (b->picked[i] < 0)
            return false;
    }
    return true;
}

/* Whether game `i` ended by its move; it is dealt anew then. */
static bool step_game(libduel_batch *b, uint32_t i, float reward[])
{
    const duel_variant *v = &b->game->v;
    int32_t score[DUEL_SEATS];
    v->game->play(v, batch_state(b, i), list_at(b, i)[b->picked[i]]);
    bool over = v->game->over(v, batch_state(b, i), score);
    for (int seat = 0; reward && seat < v->seats; seat++)
        reward[seat] = over ? (float)lib_return_of(v, score, seat) : 0;
    if (over)
        deal_anew(b, i);
    else
        b->moves[i] = v->game->moves(v, batch_state(b, i), list_at(b, i));
    return over;
}

libduel_status libduel_batch_step(libduel_batch *b, const uint32_t action[], float reward[],
                                  uint8_t ended[], libduel_error *error)
{
    const duel_variant *v = &b->game->v;
    duel_msg why = {0};
    duel_fault_guard guard;
    uint32_t wrong = 0;
    if (!pick_all(b, action, &wrong)) {
        duel_refuse(&why, N_("Game {0}: {1} is not a legal action."), "ii", (int64_t)wrong,
                    (int64_t)action[wrong]);
        return lib_fail(b->game, DUEL_REFUSED, &why, error);
    }
    duel_fault_guard_begin(&guard, v->game);
    for (uint32_t i = 0; i < b->count; i++) {
        bool over = step_game(b, i, reward ? reward + (size_t)i * (size_t)v->seats : NULL);
        if (ended)
            ended[i] = over;
    }
    duel_status status = duel_fault_guard_end(&guard, DUEL_OK, &why);
    return status == DUEL_OK ? LIBDUEL_OK : lib_fail(b->game, status, &why, error);
}

static void mark_legal(const libduel_batch *b, uint32_t i, uint8_t mask[])
{
    memset(mask, 0, duel_action_count(&b->game->v));
    for (int at = 0; at < b->moves[i]; at++)
        mask[duel_action_at(&b->game->v, list_at(b, i), at)] = 1;
}

void libduel_batch_look(const libduel_batch *b, int32_t turn[], uint8_t mask[], float tensor[])
{
    const duel_variant *v = &b->game->v;
    size_t actions = duel_action_count(v), size = duel_tensor_size(v);
    for (uint32_t i = 0; i < b->count; i++) {
        int seat = v->game->turn(v, batch_state(b, i));
        duel_state view;
        if (turn)
            turn[i] = seat;
        if (mask)
            mark_legal(b, i, mask + i * actions);
        if (tensor) {
            duel_view(v, batch_state(b, i), seat, &view);
            duel_tensor(v, &view, seat, tensor + i * size);
        }
    }
}

void libduel_batch_draw(libduel_batch *b, uint32_t action[])
{
    for (uint32_t i = 0; i < b->count; i++) {
        uint32_t moves = (uint32_t)b->moves[i]; /* 0: a file has failed in this game */
        int at = moves ? (int)duel_rng_below(&b->lots, moves) : 0;
        action[i] = duel_action_at(&b->game->v, list_at(b, i), at);
    }
}
