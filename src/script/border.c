/* script/border.c -- see border.h. */
#include "script/border.h"
#include "core/variant.h"

#include <stdlib.h>
#include <string.h>

/* ---- texts --------------------------------------------------------------------------------
 */

static duel_status check_readable(const char *who, const char *what, duel_str text,
                                  duel_msg *why)
{
    if (duel_str_is_readable(text))
        return DUEL_OK;
    return duel_bad(why,
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

duel_status border_check_word(const char *who, const char *what, duel_str text,
                              const char *parted_by, duel_msg *why)
{
    duel_status status = check_readable(who, what, text, why);
    if (status == DUEL_OK && (text.len == 0 || has_one_of(text, parted_by)))
        return duel_bad(why, N_("{0}: {1} gives “{2}”, which cannot stand in a record."), "ccs",
                        who, what, text);
    return status;
}

duel_status border_check_text(const char *who, const char *what, const char *text, size_t room,
                              duel_msg *why)
{
    const char *end = memchr(text, '\0', room);
    size_t len = end ? (size_t)(end - text) : room;
    duel_status status = duel_check_range(who, what, (int64_t)len, 0, (int64_t)room - 1, why);
    return status == DUEL_OK ? check_readable(who, what, (duel_str){text, len}, why) : status;
}

duel_status border_check_path(const char *who, const duel_target target[], int count,
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
    return duel_bad(why, N_("{0}: {1} is missing; the contract wants it."), "cc", who, what);
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

/* ---- the table ----------------------------------------------------------------------------
 */

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
            return duel_bad(why, N_("{0}: {1} needs {2} beside it."), "ccc", who, o->name,
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

duel_status border_check_game(const char *path, const duel_game *g, duel_msg *why)
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

/* ---- a first look -------------------------------------------------------------------------
 */

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
            return duel_bad(why, N_("{0}: {1} writes beyond the {2} bytes of a state."), "cci",
                            l->v->game->id, writer, (int64_t)l->v->state_size);
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
        return duel_bad(why, N_("{0}: moves are listed in an ended game."), "c", g->id);
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

duel_status border_first_look(const duel_variant *v, duel_msg *why)
{
    first_look l = {.v = v,
                    .state = malloc(ROOM),
                    .view = malloc(ROOM),
                    .list = malloc(MOVES_ROOM * sizeof *l.list)};
    duel_rng_init_number(&l.rng, 1);
    duel_buf_init(&l.text);
    duel_status status = l.state && l.view && l.list ? look_at_game(&l, why) : duel_full(why);
    duel_buf_fini(&l.text);
    free(l.state);
    free(l.view);
    free(l.list);
    return status;
}
