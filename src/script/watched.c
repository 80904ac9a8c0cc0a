/* script/watched.c -- see watched.h. What it costs: a call, a few comparisons, and a copy of
 * the moves, since a list that is too long must have room to be counted. */
#include "script/watched.h"
#include "core/guard.h"
#include "core/scene.h"
#include "core/variant.h"
#include "script/border.h"

#include <string.h>

static const duel_game *its_own(const duel_variant *v)
{
    return ((const watched_game *)v->game)->its_own;
}

/* It has broken its word in this piece of work. */
static bool is_stopped(const duel_variant *v)
{
    return duel_guard_has_fault(v->game);
}

static bool holds(const duel_variant *v, duel_status status, const duel_msg *why)
{
    if (status != DUEL_OK)
        duel_guard_fault(v->game, why);
    return status == DUEL_OK;
}

static bool is_within(const duel_variant *v, const char *what, int64_t is, int64_t least,
                      int64_t most)
{
    duel_msg why;
    return holds(v, duel_check_range(v->game->id, what, is, least, most, &why), &why);
}

/* ---- rules --------------------------------------------------------------------------------
 */

static int turn(const duel_variant *v, const void *state)
{
    int seat = its_own(v)->turn(v, state);
    return is_within(v, "turn", seat, 0, v->seats - 1) ? seat : 0;
}

static bool over(const duel_variant *v, const void *state, int32_t score[])
{
    int32_t given[DUEL_SEATS] = {0};
    bool fine = !is_stopped(v), ended = fine && its_own(v)->over(v, state, given);
    for (int i = 0; ended && fine && i < v->seats; i++)
        fine = is_within(v, "score", given[i], -v->max_score, v->max_score);
    if (!fine)
        memset(given, 0, sizeof given);
    if (ended || !fine)
        memcpy(score, given, (size_t)v->seats * sizeof *score);
    return ended || !fine;
}

/* Who asks for moves has been told that there are some: one that changes nothing. */
static int stand_still(const duel_variant *v, duel_move out[])
{
    out[0] = 0;
    return is_stopped(v);
}

static int moves(const duel_variant *v, const void *state, duel_move out[])
{
    enum { ROOM = 2 * DUEL_MOVES_MAX };
    duel_move list[ROOM];
    int32_t unused[DUEL_SEATS];
    if (is_stopped(v))
        return stand_still(v, out);
    int count = its_own(v)->moves(v, state, list);
    bool may_be_none = count == 0 && its_own(v)->over(v, state, unused);
    if (!is_within(v, "moves", count, may_be_none ? 0 : 1, v->max_moves))
        return stand_still(v, out);
    memcpy(out, list, (size_t)count * sizeof *out);
    return count;
}

static void play(const duel_variant *v, void *state, duel_move move)
{
    if (!is_stopped(v))
        its_own(v)->play(v, state, move);
}

static uint64_t make(const duel_variant *v, void *state, duel_move move)
{
    return is_stopped(v) ? 0 : its_own(v)->accel->make(v, state, move);
}

static void undo(const duel_variant *v, void *state, duel_move move, uint64_t trace)
{
    if (!is_stopped(v))
        its_own(v)->accel->undo(v, state, move, trace);
}

static duel_move sample(const duel_variant *v, const void *state, duel_rng *rng)
{
    return is_stopped(v) ? 0 : its_own(v)->accel->sample(v, state, rng);
}

/* No children, as of states that are over. */
static int expand(const duel_variant *v, const void *states, int count, duel_brood *out,
                  int *made)
{
    int done = is_stopped(v) ? count : its_own(v)->accel->expand(v, states, count, out, made);
    if (!is_stopped(v) && is_within(v, "expand", done, count > 0, count) &&
        is_within(v, "children", *made, 0, out->room))
        return done;
    *made = 0;
    return count;
}

static void playouts(const duel_variant *v, const void *state, int count, duel_rng *rng,
                     int32_t (*score)[DUEL_SEATS])
{
    bool fine = !is_stopped(v);
    if (fine)
        its_own(v)->accel->playouts(v, state, count, rng, score);
    for (int i = 0; i < count && fine; i++)
        for (int seat = 0; seat < v->seats && fine; seat++)
            fine = is_within(v, "score", score[i][seat], -v->max_score, v->max_score);
    for (int i = 0; i < count && !fine; i++)
        memset(score[i], 0, sizeof score[i]);
}

static bool unpack(const duel_variant *v, uint64_t key, void *state)
{
    return !is_stopped(v) && its_own(v)->accel->unpack(v, key, state);
}

static uint32_t tier(const duel_variant *v, const void *state)
{
    return is_stopped(v) ? 0 : its_own(v)->accel->tier(v, state);
}

static int32_t carried(const duel_variant *v, const void *state)
{
    int64_t most = 2 * (int64_t)v->max_score;
    int32_t margin = is_stopped(v) ? 0 : its_own(v)->accel->carried(v, state);
    return is_within(v, "carried", margin, -most, most) ? margin : 0;
}

static bool span(const duel_variant *v, uint32_t i, uint32_t *in_tier, uint64_t *count)
{
    return !is_stopped(v) && its_own(v)->accel->span(v, i, in_tier, count);
}

static uint64_t nth(const duel_variant *v, uint32_t in_tier, uint64_t k)
{
    return is_stopped(v) ? 0 : its_own(v)->accel->nth(v, in_tier, k);
}

/* ---- numbers ------------------------------------------------------------------------------
 */

static uint32_t action(const duel_variant *v, duel_move move)
{
    uint32_t number = is_stopped(v) ? 0 : its_own(v)->encoding.action(v, move);
    return is_within(v, "action", number, 0, (int64_t)v->actions - 1) ? number : 0;
}

static void tensor(const duel_variant *v, const void *view, int seat, float out[])
{
    if (is_stopped(v))
        memset(out, 0, v->tensor_size * sizeof *out);
    else
        its_own(v)->encoding.tensor(v, view, seat, out);
}

/* ---- texts and pictures -------------------------------------------------------------------
 */

static void put_checked(const duel_variant *v, const char *what, duel_buf *text,
                        const char *parted_by, duel_sink *out)
{
    duel_msg why;
    duel_status status =
        border_check_word(v->game->id, what, duel_buf_str(text), parted_by, &why);
    if (holds(v, status, &why))
        duel_put_str(out, duel_buf_str(text));
    else
        duel_put(out, "?");
    duel_buf_fini(text);
}

static void print(const duel_variant *v, const void *view, duel_sink *out)
{
    duel_buf text;
    duel_buf_init(&text);
    its_own(v)->print(v, view, &text.sink);
    put_checked(v, "print", &text, "\n", out);
}

static void print_move(const duel_variant *v, const void *view, duel_move move, duel_sink *out)
{
    duel_buf text;
    if (is_stopped(v)) {
        duel_put(out, "?"); /* it may be the move that nobody listed */
        return;
    }
    duel_buf_init(&text);
    its_own(v)->print_move(v, view, move, &text.sink);
    put_checked(v, "print_move", &text, " \t\n", out);
}

static int path(const duel_variant *v, const void *view, duel_move move, duel_target out[])
{
    duel_target target[BORDER_TARGETS] = {0};
    duel_msg why;
    if (is_stopped(v))
        return 0;
    int count = its_own(v)->path(v, view, move, target);
    if (!holds(v, border_check_path(v->game->id, target, count, &why), &why))
        return 0;
    memcpy(out, target, (size_t)count * sizeof *out);
    return count;
}

static bool is_readable(const duel_variant *v, const char *text, size_t room)
{
    duel_msg why;
    return holds(v, border_check_text(v->game->id, "scene", text, room, &why), &why);
}

static void scene(const duel_variant *v, const void *view, int seat, duel_scene *out)
{
    bool fine = true;
    its_own(v)->scene(v, view, seat, out);
    for (int i = 0; fine && i < out->count; i++) {
        const duel_element *e = &out->element[i];
        fine = is_readable(v, e->id, sizeof e->id) && is_readable(v, e->face, sizeof e->face) &&
               is_readable(v, e->target.text, DUEL_TARGET_TEXT) &&
               is_readable(v, e->alternative.text, DUEL_TARGET_TEXT);
    }
    if (!fine)
        out->count = 0;
}

/* ---- the table ----------------------------------------------------------------------------
 */

static void watch_accel(watched_game *w)
{
    w->accel = *w->its_own->accel;
    w->accel.make = w->accel.make ? make : NULL;
    w->accel.undo = w->accel.undo ? undo : NULL;
    w->accel.sample = w->accel.sample ? sample : NULL;
    w->accel.expand = w->accel.expand ? expand : NULL;
    w->accel.playouts = w->accel.playouts ? playouts : NULL;
    w->accel.unpack = w->accel.unpack ? unpack : NULL;
    w->accel.tier = w->accel.tier ? tier : NULL;
    w->accel.carried = w->accel.carried ? carried : NULL;
    w->accel.span = w->accel.span ? span : NULL;
    w->accel.nth = w->accel.nth ? nth : NULL;
    w->game.accel = &w->accel;
}

void watched_init(watched_game *w, const duel_game *its_own)
{
    duel_game *g = &w->game;
    *g = *its_own;
    w->its_own = its_own;
    g->turn = turn;
    g->over = over;
    g->moves = moves;
    g->play = play;
    g->print = g->print ? print : NULL;
    g->print_move = g->print_move ? print_move : NULL;
    g->path = g->path ? path : NULL;
    g->scene = g->scene ? scene : NULL;
    g->encoding.action = g->encoding.action ? action : NULL;
    g->encoding.tensor = g->encoding.tensor ? tensor : NULL;
    if (g->accel)
        watch_accel(w);
}
