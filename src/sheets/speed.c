/* sheets/speed.c -- what makes a ground sheet quick: children and play-outs, many at once. */
#include "gdl/playouts.h"
#include "sheets/keys.h"
#include "sheets/loaded.h"

#include <string.h>

/* ---- children --------------------------------------------------------------------------- */

enum { BATCH = 256 };

/* Children that wait for a step of the sheet, all made in one run. */
typedef struct batch {
    const duel_variant *v;
    machine_step step[BATCH];
    void *child[BATCH];
    int count;
} batch;

static void run_batch(batch *b)
{
    const sheets_game *g = sheets_of(b->v);
    duel_msg why = {0};
    bool good = b->count == 0 || g->m->way->run(g->m, b->step, b->count, &why);
    for (int i = 0; i < b->count; i++) {
        if (good)
            sheets_arrive(b->v, b->child[i], &b->step[i]);
        else
            sheets_fail(b->v, b->child[i], &why);
    }
    b->count = 0;
}

static void await_step(batch *b, void *child)
{
    b->child[b->count++] = child;
    if (b->count == BATCH)
        run_batch(b);
}

/* With secrets, a move may be sealed and nothing more. */
static void add_sealed(batch *b, const void *state, const duel_move move[], int moves,
                       unsigned char *child)
{
    for (int i = 0; i < moves; i++, child += b->v->state_size) {
        memcpy(child, state, b->v->state_size);
        if (sheets_begin_move(b->v, child, move[i], &b->step[b->count]))
            await_step(b, child);
    }
}

static void add_children(batch *b, const void *state, const duel_move move[], int moves,
                         unsigned char *child)
{
    const sheets_game *g = sheets_of(b->v);
    machine_step common;
    if (moves)
        sheets_common_step(b->v, state, &common);
    for (int i = 0; i < moves; i++, child += b->v->state_size) {
        machine_step *step = &b->step[b->count];
        *head_of(child) = (sheets_head){.turn = 0};
        *step = common;
        sheets_single_step(g, head_in(state)->turn, move[i], child, step);
        await_step(b, child);
    }
}

static int expand(const duel_variant *v, const void *states, int count, duel_brood *out,
                  int *made)
{
    const sheets_game *g = sheets_of(v);
    batch b;
    b.v = v;
    b.count = 0;
    const unsigned char *state = states;
    int done = 0;
    *made = 0;
    for (; done < count; done++, state += v->state_size) {
        duel_move list[DUEL_MOVES_MAX];
        int moves = v->game->moves(v, state, list);
        if (moves > out->room - *made)
            break;
        (g->secrets ? add_sealed : add_children)(&b, state, list, moves,
                                                 (unsigned char *)out->child +
                                                     (size_t)*made * v->state_size);
        for (int i = 0; i < moves; i++, (*made)++) {
            out->move[*made] = list[i];
            out->parent[*made] = done;
        }
    }
    run_batch(&b);
    return done;
}

/* ---- play-outs -------------------------------------------------------------------------- */

/* Games without secrets only: what is sealed, or drawn, would have to be kept to. */
static void playouts(const duel_variant *v, const void *state, int count, duel_rng *rng,
                     int32_t (*score)[DUEL_SEATS])
{
    const sheets_game *g = sheets_of(v);
    int32_t points[GDL_LANES * MACHINE_ROLES];
    for (int done = 0; done < count; done += GDL_LANES) {
        int now = count - done < GDL_LANES ? count - done : GDL_LANES;
        machine_play_out(g->m, facts_in(g, state), (uint32_t)now, duel_rng_next(rng), points);
        for (int i = 0; i < now; i++)
            for (int seat = 0; seat < g->seats; seat++)
                score[done + i][seat] =
                    points[(uint32_t)i * g->m->roles + g->role_of_seat[seat]];
    }
}

void sheets_speed_install(sheets_game *g)
{
    g->accel.pack = keys_bits(g) ? keys_pack : NULL;
    g->accel.expand = expand;
    g->accel.playouts = g->m->ground && !g->secrets ? playouts : NULL;
    g->game.accel = &g->accel;
}
