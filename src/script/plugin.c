/* script/plugin.c -- a game in a shared object: opened, checked, watched, closed.
 *
 * A plug-in is trusted code, and nothing here makes it harmless. But its author makes mistakes
 * as everybody does, and is told which in a sentence, before the program falls over them: what
 * it says of itself is looked at before anything relies on it.
 *
 * The house plays a copy of its table, in which `variant` is ours, so that every variant that
 * is made of it is looked at first. That look sees part of one game. After it, whatever the
 * plug-in answers goes through functions of ours, for engines and people alike: one that breaks
 * its word is told to the guard of who asked (core/fault_guard.h), and what is given instead is
 * harmless. Until that guard ends the plug-in is not played any further: its game is over
 * there. */
#include "script/plugin.h"
#include "core/fault_guard.h"
#include "core/scene.h"
#include "core/variant.h"
#include "script/load.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BORDER_TARGETS = 8 * DUEL_PATH }; /* room for a path that is too long */

/* ---- texts ------------------------------------------------------------------------------ */

static duel_status check_readable(const char *who, const char *what, duel_str text,
                                  duel_msg *why)
{
    if (duel_str_is_readable(text))
        return DUEL_OK;
    return duel_invalid(
        why,
        N_("{0}: {1} gives a text that cannot be shown: it has control characters "
           "in it, or is no UTF-8."),
        "cc", who, what);
}

static bool has_one_of(duel_str text, const char *marks)
{
    for (size_t i = 0; i < text.len; i++)
        if (strchr(marks, text.at[i]))
            return true;
    return false;
}

/* What stands in one line of a record, or in one place of it. */
static duel_status border_check_word(const char *who, const char *what, duel_str text,
                                     const char *parted_by, duel_msg *why)
{
    duel_status status = check_readable(who, what, text, why);
    if (status == DUEL_OK && (text.len == 0 || has_one_of(text, parted_by)))
        return duel_invalid(why, N_("{0}: {1} gives “{2}”, which cannot stand in a record."),
                            "ccs", who, what, text);
    return status;
}

/* A text that ends within its room and can be shown. */
static duel_status border_check_text(const char *who, const char *what, const char *text,
                                     size_t room, duel_msg *why)
{
    const char *end = memchr(text, '\0', room);
    size_t len = end ? (size_t)(end - text) : room;
    duel_status status = duel_check_range(who, what, (int64_t)len, 0, (int64_t)room - 1, why);
    return status == DUEL_OK ? check_readable(who, what, (duel_str){text, len}, why) : status;
}

static duel_status border_check_path(const char *who, const duel_target target[], int count,
                                     duel_msg *why)
{
    duel_status status = duel_check_range(who, "path", count, 0, DUEL_PATH, why);
    for (int i = 0; status == DUEL_OK && i < count; i++)
        status = border_check_text(who, "path", target[i].text, DUEL_TARGET_TEXT, why);
    return status;
}

static duel_status check_there(const char *who, const char *what, bool there, duel_msg *why)
{
    if (there)
        return DUEL_OK;
    return duel_invalid(why, N_("{0}: {1} is missing; the contract wants it."), "cc", who,
                        what);
}

/* A message of the game, in both languages. */
static duel_status check_message(const char *who, const char *what, const char *id,
                                 duel_msg *why)
{
    duel_status status = check_there(who, what, id != NULL, why);
    if (status == DUEL_OK)
        status = check_readable(who, what, duel_str_of(duel_text(DUEL_EN, id)), why);
    if (status == DUEL_OK)
        status = check_readable(who, what, duel_str_of(duel_text(DUEL_FR, id)), why);
    return status;
}

/* ---- the table -------------------------------------------------------------------------- */

static duel_status check_functions(const char *who, const duel_game *g, duel_msg *why)
{
    const struct {
        const char *name;
        bool there;
    } needed[] = {{"id", g->id},       {"rules", g->rules}, {"variant", g->variant},
                  {"deal", g->deal},   {"turn", g->turn},   {"over", g->over},
                  {"moves", g->moves}, {"play", g->play}};
    duel_status status = DUEL_OK;
    for (size_t i = 0; status == DUEL_OK && i < sizeof needed / sizeof *needed; i++)
        status = check_there(who, needed[i].name, needed[i].there, why);
    return status;
}

static duel_status check_seats(const char *who, const duel_game *g, duel_msg *why)
{
    duel_status status = duel_check_range(who, "min_seats", g->min_seats, 1, DUEL_SEATS, why);
    if (status == DUEL_OK)
        status =
            duel_check_range(who, "max_seats", g->max_seats, g->min_seats, DUEL_SEATS, why);
    for (int i = 0; g->roles && status == DUEL_OK && i < g->max_seats; i++)
        status = check_message(who, "roles", g->roles[i], why);
    return status;
}

static duel_status check_texts(const char *who, const duel_game *g, duel_msg *why)
{
    duel_status status = border_check_word(who, "id", duel_str_of(g->id), " \t\n/", why);
    if (status == DUEL_OK)
        status = check_message(who, "title", g->title, why);
    if (status == DUEL_OK)
        status = check_message(who, "tagline", g->tagline, why);
    for (int i = 0; status == DUEL_OK && g->rules[i]; i++)
        status = check_message(who, "rules", g->rules[i], why);
    return status;
}

/* The values an option may have, as far as they are numbers from one to another. */
static duel_status check_values(const char *who, const duel_option *o, duel_msg *why)
{
    int64_t count = 0;
    switch (o->kind) {
    case DUEL_CHOICE:
        while (o->choices && o->choices[count])
            count++;
        if (count == 0)
            return duel_invalid(why, N_("{0}: {1} needs {2} beside it."), "ccc", who, o->name,
                                "choices");
        return duel_check_range(who, o->name, o->initial, 0, count - 1, why);
    case DUEL_YESNO:
        return duel_check_range(who, o->name, o->initial, 0, 1, why);
    case DUEL_SET:
        return duel_check_range(who, o->name, o->most, 1, 63, why);
    case DUEL_NUMBER:
    case DUEL_DECIMAL:
        return duel_check_range(who, o->name, o->initial, o->least, o->most, why);
    }
    return duel_check_range(who, "kind", (int64_t)o->kind, DUEL_NUMBER, DUEL_DECIMAL, why);
}

static duel_status check_option(const char *who, const duel_option *o, duel_msg *why)
{
    duel_status status = border_check_word(who, "options", duel_str_of(o->name), " \t\n=", why);
    if (status == DUEL_OK)
        status = check_message(who, "help", o->help, why);
    if (status == DUEL_OK)
        status = check_values(who, o, why);
    return status;
}

static duel_status check_options(const char *who, const duel_game *g, duel_msg *why)
{
    duel_status status = DUEL_OK;
    for (int i = 0; status == DUEL_OK && g->options && g->options[i].name; i++) {
        status = duel_check_range(who, "options", i + 1, 0, DUEL_OPTIONS, why);
        if (status == DUEL_OK)
            status = check_option(who, &g->options[i], why);
    }
    return status;
}

/* The table itself: functions, texts, options. `path`: by which it is named. */
static duel_status border_check_game(const char *path, const duel_game *g, duel_msg *why)
{
    duel_status status = check_there(path, "DUEL_PLUGIN", g != NULL, why);
    if (status == DUEL_OK)
        status = check_functions(path, g, why);
    if (status == DUEL_OK)
        status = check_seats(path, g, why);
    if (status == DUEL_OK)
        status = check_texts(path, g, why);
    if (status == DUEL_OK)
        status = check_options(path, g, why);
    return status;
}

/* ---- a first look ----------------------------------------------------------------------- */

enum {
    PLIES = 64,
    ROOM = 2 * DUEL_STATE_MAX,       /* of a state, to see what is written behind it */
    MOVES_ROOM = 4 * DUEL_MOVES_MAX, /* more than may be listed, to count what is */
    MARK = 0xA5                      /* stands behind a state */
};

typedef struct first_look {
    const duel_variant *v;
    duel_rng rng;
    unsigned char *state, *view; /* ROOM bytes each */
    duel_move *list;
    int count;
    duel_buf text;
} first_look;

static void mark_end(const first_look *l, unsigned char *state)
{
    memset(state + l->v->state_size, MARK, ROOM - l->v->state_size);
}

static duel_status check_end(const first_look *l, const unsigned char *state,
                             const char *writer, duel_msg *why)
{
    for (size_t i = l->v->state_size; i < ROOM; i++)
        if (state[i] != MARK)
            return duel_invalid(why, N_("{0}: {1} writes beyond the {2} bytes of a state."),
                                "cci", l->v->game->id, writer, (int64_t)l->v->state_size);
    return DUEL_OK;
}

/* Lists the moves; *over tells whether there must be none. */
static duel_status look_at_moves(first_look *l, bool *over, duel_msg *why)
{
    const duel_variant *v = l->v;
    const duel_game *g = v->game;
    int32_t score[DUEL_SEATS] = {0};
    duel_status status =
        duel_check_range(g->id, "turn", g->turn(v, l->state), 0, v->seats - 1, why);
    if (status != DUEL_OK)
        return status;
    *over = g->over(v, l->state, score);
    l->count = g->moves(v, l->state, l->list);
    for (int i = 0; *over && status == DUEL_OK && i < v->seats; i++)
        status = duel_check_range(g->id, "score", score[i], -v->max_score, v->max_score, why);
    if (status == DUEL_OK && *over && l->count != 0)
        return duel_invalid(why, N_("{0}: moves are listed in an ended game."), "c", g->id);
    if (status == DUEL_OK && !*over)
        status = duel_check_range(g->id, "moves", l->count, 1, v->max_moves, why);
    return status;
}

static duel_status look_at_path(first_look *l, duel_move move, duel_msg *why)
{
    const duel_game *g = l->v->game;
    duel_target target[BORDER_TARGETS] = {0};
    if (g->path == NULL)
        return DUEL_OK;
    int count = g->path(l->v, l->state, move, target);
    return border_check_path(g->id, target, count, why);
}

static duel_status look_at_move(first_look *l, duel_move move, duel_msg *why)
{
    const duel_game *g = l->v->game;
    duel_status status = DUEL_OK;
    duel_buf_clear(&l->text);
    if (g->print_move) {
        g->print_move(l->v, l->state, move, &l->text.sink);
        status = border_check_word(g->id, "print_move", duel_buf_str(&l->text), " \t\n", why);
    }
    return status == DUEL_OK ? look_at_path(l, move, why) : status;
}

static duel_status look_at_key(const first_look *l, duel_msg *why)
{
    const duel_variant *v = l->v;
    if (v->key_bits == 0 || v->key_bits >= 63)
        return DUEL_OK;
    uint64_t key = v->game->accel->pack(v, l->state);
    return duel_check_range(v->game->id, "pack", key > INT64_MAX ? INT64_MAX : (int64_t)key, 0,
                            (INT64_C(1) << v->key_bits) - 1, why);
}

static duel_status look_at_view(first_look *l, int seat, duel_msg *why)
{
    const duel_variant *v = l->v;
    const duel_game *g = v->game;
    duel_pen pen = {.out = &l->text.sink, .lang = DUEL_EN, .utf8 = true};
    memcpy(l->view, l->state, ROOM);
    if (v->traits & DUEL_SECRETS)
        g->hide(v, l->view, seat);
    duel_status status = check_end(l, l->view, "hide", why);
    duel_buf_clear(&l->text);
    if (status == DUEL_OK && g->print) {
        g->print(v, l->view, &l->text.sink);
        status = border_check_word(g->id, "print", duel_buf_str(&l->text), "\n", why);
    }
    duel_buf_clear(&l->text);
    if (status == DUEL_OK && g->draw) {
        g->draw(v, l->view, seat, &pen);
        status = check_readable(g->id, "draw", duel_buf_str(&l->text), why);
    }
    return status;
}

static duel_status look_at_position(first_look *l, bool *over, duel_msg *why)
{
    duel_status status = look_at_moves(l, over, why);
    for (int i = 0; status == DUEL_OK && i < l->count; i++)
        status = look_at_move(l, l->list[i], why);
    for (int seat = DUEL_NOBODY; status == DUEL_OK && seat < l->v->seats; seat++)
        status = look_at_view(l, seat, why);
    return status == DUEL_OK ? look_at_key(l, why) : status;
}

/* A deal that is refused is for whoever wants to play it. */
static duel_status look_at_game(first_look *l, duel_msg *why)
{
    const duel_variant *v = l->v;
    bool over = false;
    memset(l->state, 0, v->state_size);
    mark_end(l, l->state);
    if (v->game->deal(v, &l->rng, l->state) != DUEL_OK)
        return DUEL_OK;
    duel_status status = check_end(l, l->state, "deal", why);
    for (int ply = 0; status == DUEL_OK && !over && ply < PLIES; ply++) {
        status = look_at_position(l, &over, why);
        if (status != DUEL_OK || over)
            break;
        v->game->play(v, l->state, l->list[duel_rng_below(&l->rng, (uint32_t)l->count)]);
        status = check_end(l, l->state, "play", why);
    }
    return status;
}

/* A variant just made, by part of a game of it: numbers, texts, and that nothing is written
 * behind a state. */
static duel_status border_first_look(const duel_variant *v, duel_msg *why)
{
    first_look l = {.v = v,
                    .state = malloc(ROOM),
                    .view = malloc(ROOM),
                    .list = malloc(MOVES_ROOM * sizeof *l.list)};
    duel_rng_init_number(&l.rng, 1);
    duel_buf_init(&l.text);
    duel_status status =
        l.state && l.view && l.list ? look_at_game(&l, why) : duel_no_space(why);
    duel_buf_fini(&l.text);
    free(l.state);
    free(l.view);
    free(l.list);
    return status;
}

/* ---- while it is played ----------------------------------------------------------------- */

/* What watching costs: a call, a few comparisons, and a copy of the moves, since a list that is
 * too long must have room to be counted. */
typedef struct watched_game {
    duel_game game; /* first: a variant leads back here. The one the house plays */
    duel_accel accel;
    const duel_game *its_own;
} watched_game;

static const duel_game *its_own(const duel_variant *v)
{
    return ((const watched_game *)v->game)->its_own;
}

/* It has broken its word in this piece of work. */
static bool is_stopped(const duel_variant *v)
{
    return duel_fault_guard_has_fault(v->game);
}

static bool holds(const duel_variant *v, duel_status status, const duel_msg *why)
{
    if (status != DUEL_OK)
        duel_fault_guard_fault(v->game, why);
    return status == DUEL_OK;
}

static bool is_within(const duel_variant *v, const char *what, int64_t is, int64_t least,
                      int64_t most)
{
    duel_msg why;
    return holds(v, duel_check_range(v->game->id, what, is, least, most, &why), &why);
}

/* ---- rules ------------------------------------------------------------------------------ */

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
    enum { LISTED = 2 * DUEL_MOVES_MAX };
    duel_move list[LISTED];
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
static int expand(const duel_variant *v, const void *states, int count, duel_children *out,
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

/* ---- numbers ---------------------------------------------------------------------------- */

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

/* ---- texts and pictures ----------------------------------------------------------------- */

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
    duel_buf text = duel_buf_empty();
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

/* ---- the table that is played ----------------------------------------------------------- */

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

/* As the plug-in gives it, but for the functions that are watched. */
static void watched_init(watched_game *w, const duel_game *its_own)
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

/* ---- the file --------------------------------------------------------------------------- */

typedef struct plugin {
    watched_game played; /* first: a variant leads back here */
    void *object;
} plugin;

static void close_plugin(void *self)
{
    plugin *p = self;
    dlclose(p->object);
    free(p);
}

static duel_status new_table_variant(duel_variant *v, duel_msg *why)
{
    const plugin *p = (const plugin *)v->game;
    duel_status status = p->played.its_own->variant(v, why);
    if (status == DUEL_OK)
        status = duel_variant_check(v, why);
    duel_variant unwatched = *v;
    unwatched.game = p->played.its_own;
    return status == DUEL_OK ? border_first_look(&unwatched, why) : status;
}

/* Which edition of the contract it was compiled for; 0: it is no plug-in. */
static uint32_t edition_of(void *object)
{
    const uint32_t *edition = dlsym(object, "duel_plugin_edition");
    if (edition)
        return *edition;
    return dlsym(object, "duel_plugin_open") ? 1 : 0;
}

static duel_status take_in(const duel_game *g, void *object, script_file *out, duel_msg *why)
{
    plugin *p = malloc(sizeof *p);
    if (p == NULL)
        return duel_no_space(why);
    watched_init(&p->played, g);
    p->played.game.variant = new_table_variant;
    p->object = object;
    *out = (script_file){&p->played.game, p, NULL, close_plugin};
    return DUEL_OK;
}

static duel_status check_edition(const char *path, void *object, duel_msg *why)
{
    uint32_t edition = edition_of(object);
    if (edition == DUEL_EDITION)
        return DUEL_OK;
    if (edition == 0)
        return duel_invalid(why, N_("{0}: it is no plug-in: it has no DUEL_PLUGIN(game)."), "c",
                            path);
    return duel_invalid(
        why,
        N_("{0}: it was compiled for edition {1} of the contract, and this program "
           "has edition {2}; compile it again."),
        "cii", path, (int64_t)edition, (int64_t)DUEL_EDITION);
}

static duel_status check_table(const char *path, const duel_plugin *table, duel_msg *why)
{
    if (table == NULL || table->game_size != sizeof(duel_game) ||
        table->variant_size != sizeof(duel_variant))
        return duel_invalid(
            why,
            N_("{0}: it was compiled for another version of this program; compile "
               "it again."),
            "c", path);
    return border_check_game(path, table->game, why);
}

/* Its functions are bound only once its edition is known: what another edition has no more
 * would be missed first, by a name that says nothing to whoever plays. */
static duel_status bind_plugin(const char *path, const char *here, void *object,
                               const duel_plugin **out, duel_msg *why)
{
    duel_status status = check_edition(path, object, why);
    if (status != DUEL_OK)
        return status;
    if (dlopen(here, RTLD_NOW | RTLD_LOCAL) == NULL)
        return duel_invalid(why, N_("{0}: {1}"), "cc", path, dlerror());
    dlclose(object); /* it was opened twice, and stays bound */
    *out = dlsym(object, "duel_plugin_table");
    return check_table(path, *out, why);
}

duel_status script_open_plugin(const char *path, script_file *out, duel_msg *why)
{
    char here[4096];
    const duel_plugin *table = NULL;
    /* without a slash, dlopen would look in the system's folders */
    snprintf(here, sizeof here, "%s%s", strchr(path, '/') ? "" : "./", path);
    void *object = dlopen(here, RTLD_LAZY | RTLD_LOCAL);
    if (object == NULL)
        return duel_invalid(why, N_("{0}: {1}"), "cc", path, dlerror());
    duel_status status = bind_plugin(path, here, object, &table, why);
    if (status == DUEL_OK)
        status = take_in(table->game, object, out, why);
    if (status != DUEL_OK)
        dlclose(object);
    return status;
}
