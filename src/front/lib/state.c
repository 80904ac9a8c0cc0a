/* front/lib/state.c -- libduel: states, and what is asked of them in numbers and as texts.
 *
 * A state lists its moves when it is made and after each move: the list checks the next move,
 * and whoever plays wants to see it anyway. Texts tell what a seat sees. */
#include "core/fault_guard.h"
#include "core/play.h"
#include "core/scene_text.h"
#include "front/lib/inside.h"

#include <stdlib.h>
#include <string.h>

/* ---- making ------------------------------------------------------------------------------ */

/* One block: itself, its bytes, its moves, their numbers. */
static libduel_state *new_state(const libduel_game *g)
{
    size_t bytes = (g->v.state_size + sizeof(uint64_t) - 1) & ~(sizeof(uint64_t) - 1);
    size_t moves = g->v.max_moves;
    libduel_state *s =
        calloc(1, sizeof *s + bytes + moves * (sizeof *s->list + sizeof *s->action));
    if (s == NULL)
        return NULL;
    s->game = g;
    s->bytes = s + 1;
    s->list = (duel_move *)((unsigned char *)s->bytes + bytes);
    s->action = (uint32_t *)(s->list + moves);
    duel_record_init(&s->record, &g->v);
    return s;
}

void libduel_state_free(libduel_state *s)
{
    if (s)
        duel_record_fini(&s->record);
    free(s);
}

/* Whose turn it is, whether it is over, what can be played. */
static void look_around(libduel_state *s)
{
    const duel_variant *v = &s->game->v;
    s->turn = v->game->turn(v, s->bytes);
    s->count = v->game->over(v, s->bytes, s->score) ? 0 : v->game->moves(v, s->bytes, s->list);
    for (int i = 0; i < s->count; i++)
        s->action[i] = duel_action_at(v, s->list, i);
}

/* From its record; takes the state over, and gives it back or NULL. */
static libduel_state *begin_state(libduel_state *s, libduel_error *error)
{
    const libduel_game *g = s->game;
    duel_msg why = {0};
    duel_fault_guard guard;
    duel_fault_guard_begin(&guard, g->v.game);
    duel_status status = duel_record_begin(&s->record, s->bytes, &why);
    if (status == DUEL_OK) {
        look_around(s);
        s->knows = duel_has_secrets(&g->v) && s->record.start.len == 0;
        if (s->knows)
            duel_info_set_begin(&g->v, s->bytes, &s->knowing);
    }
    status = duel_fault_guard_end(&guard, status, &why);
    if (status == DUEL_OK)
        return s;
    lib_fail(g, status, &why, error);
    libduel_state_free(s);
    return NULL;
}

libduel_state *libduel_deal(libduel_game *g, const char *seed, libduel_error *error)
{
    duel_str text = duel_str_of(seed ? seed : "1");
    duel_msg why = {0};
    libduel_state *s = NULL;
    if (!duel_seed_valid(text)) {
        duel_invalid(&why, N_("A seed is 1 to 64 visible characters."), "");
        lib_fail(g, DUEL_INVALID, &why, error);
    } else if ((s = new_state(g)) == NULL) {
        lib_full(g, error);
    } else {
        memcpy(s->record.seed, text.at, text.len);
        s = begin_state(s, error);
    }
    return s;
}

libduel_state *libduel_read(libduel_game *g, const char *position, libduel_error *error)
{
    libduel_state *s = new_state(g);
    if (s)
        duel_put(&s->record.start.sink, position);
    if (s == NULL || s->record.start.failed) {
        libduel_state_free(s);
        lib_full(g, error);
        return NULL;
    }
    return begin_state(s, error);
}

/* ---- playing ----------------------------------------------------------------------------- */

int lib_find(const libduel_state *s, uint32_t action)
{
    for (int i = 0; i < s->count; i++)
        if (s->action[i] == action)
            return i;
    return -1;
}

static duel_status refuse_action(const libduel_state *s, uint32_t action, duel_msg *why)
{
    if (s->veiled)
        return duel_refuse(why, N_("A view cannot be played on."), "");
    if (s->count == 0)
        return duel_refuse(why, N_("The game is over."), "");
    return duel_refuse(why, N_("“{0}” is not a legal move here."), "i", (int64_t)action);
}

/* The move at this place of the list. */
static duel_status play_listed(libduel_state *s, int at, duel_msg *why)
{
    const duel_variant *v = &s->game->v;
    duel_move move = s->list[at];
    int mover = s->turn;
    duel_status status = duel_record_add(&s->record, move, why);
    if (status != DUEL_OK)
        return status;
    duel_fault_guard guard;
    duel_fault_guard_begin(&guard, v->game);
    v->game->play(v, s->bytes, move);
    look_around(s);
    if (s->knows)
        duel_info_set_step(v, mover, move, s->bytes, &s->knowing);
    return duel_fault_guard_end(&guard, DUEL_OK, why);
}

int libduel_play(libduel_state *s, uint32_t action, libduel_error *error)
{
    duel_msg why;
    int at = s->veiled ? -1 : lib_find(s, action);
    duel_status status = at < 0 ? refuse_action(s, action, &why) : play_listed(s, at, &why);
    if (status == DUEL_OK)
        return s->count;
    return -(int)lib_fail(s->game, status, &why, error);
}

/* The move of a record, which is legal. */
static duel_status play_recorded(libduel_state *s, duel_move move, duel_msg *why)
{
    int at = 0;
    while (at < s->count && s->list[at] != move)
        at++;
    return at < s->count ? play_listed(s, at, why) : refuse_action(s, (uint32_t)move, why);
}

static bool same_options(const duel_variant *a, const duel_variant *b)
{
    return memcmp(a->option, b->option, sizeof a->option) == 0;
}

static libduel_state *play_record(libduel_game *g, const duel_record *r, libduel_error *error)
{
    duel_msg why = {0};
    libduel_state *s = duel_record_is_dealt(r) ? libduel_deal(g, r->seed, error)
                                               : libduel_read(g, r->start.text, error);
    duel_status status = DUEL_OK;
    for (size_t i = 0; s && status == DUEL_OK && i < r->count; i++)
        status = play_recorded(s, r->move[i], &why);
    if (status == DUEL_OK)
        return s;
    lib_fail(g, status, &why, error);
    libduel_state_free(s);
    return NULL;
}

libduel_state *libduel_replay(libduel_game *g, const char *record, libduel_error *error)
{
    duel_msg why = {0};
    duel_record r;
    libduel_state *s = NULL;
    duel_status status = duel_record_read_as(duel_str_of(record), g->v.game, &r, &why);
    if (status != DUEL_OK) {
        lib_fail(g, status, &why, error);
        return NULL;
    }
    if (same_options(&r.variant, &g->v)) {
        s = play_record(g, &r, error);
    } else {
        status = duel_refuse(&why, N_("The record is of a game with other options."), "");
        lib_fail(g, status, &why, error);
    }
    duel_record_fini(&r);
    return s;
}

/* ---- copies and views -------------------------------------------------------------------- */

static void take_numbers(const libduel_state *from, libduel_state *to)
{
    to->veiled = from->veiled;
    to->knows = from->knows;
    to->knowing = from->knowing;
    to->turn = from->turn;
    to->count = from->count;
    memcpy(to->score, from->score, sizeof to->score);
    memcpy(to->bytes, from->bytes, from->game->v.state_size);
    memcpy(to->list, from->list, (size_t)from->count * sizeof *to->list);
    memcpy(to->action, from->action, (size_t)from->count * sizeof *to->action);
}

libduel_state *libduel_copy(const libduel_state *s)
{
    libduel_state *copy = new_state(s->game);
    duel_record record;
    if (copy == NULL)
        return NULL;
    if (duel_record_copy(&s->record, s->record.count, &record, NULL) != DUEL_OK) {
        libduel_state_free(copy);
        return NULL;
    }
    duel_record_fini(&copy->record);
    copy->record = record;
    take_numbers(s, copy);
    return copy;
}

static bool is_seat(const libduel_game *g, int seat)
{
    return seat >= LIBDUEL_ALL && seat < g->v.seats;
}

libduel_state *libduel_view(const libduel_state *s, int seat)
{
    libduel_state *view = is_seat(s->game, seat) ? new_state(s->game) : NULL;
    if (view == NULL)
        return NULL;
    take_numbers(s, view);
    duel_hide(&s->game->v, view->bytes, seat);
    view->veiled = s->veiled || (duel_has_secrets(&s->game->v) && seat != DUEL_SEES_ALL);
    view->knows = false;
    memset(&view->knowing, 0, sizeof view->knowing);
    if (view->veiled && seat != s->turn)
        view->count = 0;
    return view;
}

/* ---- asking ------------------------------------------------------------------------------ */

int libduel_turn(const libduel_state *s)
{
    return s->turn;
}

int libduel_actions(const libduel_state *s, const uint32_t **out)
{
    *out = s->action;
    return s->count;
}

static bool is_over(const libduel_state *s)
{
    int32_t unused[DUEL_SEATS];
    return s->count == 0 && s->game->v.game->over(&s->game->v, s->bytes, unused);
}

int libduel_scores(const libduel_state *s, int32_t out[])
{
    if (!is_over(s))
        return 0;
    memcpy(out, s->score, (size_t)s->game->v.seats * sizeof *out);
    return 1;
}

double lib_return_of(const duel_variant *v, const int32_t score[], int seat)
{
    double sum = 0;
    for (int i = 0; i < v->seats; i++)
        sum += score[i];
    if (v->seats == 1)
        return score[0];
    if (v->traits & DUEL_MARGIN)
        return score[seat] - sum / v->seats;
    duel_value value = duel_outcome(v, score, seat);
    return value == DUEL_WIN ? 1 : value == DUEL_LOSS ? -1 : 0;
}

int libduel_returns(const libduel_state *s, double out[])
{
    bool over = is_over(s);
    for (int seat = 0; seat < s->game->v.seats; seat++)
        out[seat] = over ? lib_return_of(&s->game->v, s->score, seat) : 0;
    return over;
}

/* Worked out anew: few ask, and all would pay for keeping them. */
size_t libduel_history(const libduel_state *s, uint32_t out[], size_t room)
{
    duel_state at;
    duel_move list[DUEL_MOVES_MAX];
    const duel_variant *v = &s->game->v;
    if (duel_record_begin(&s->record, &at, NULL) != DUEL_OK)
        return 0;
    for (size_t i = 0; i < s->record.count && i < room; i++) {
        int count = v->game->moves(v, &at, list), place = 0;
        while (place < count - 1 && list[place] != s->record.move[i])
            place++;
        out[i] = duel_action_at(v, list, place);
        v->game->play(v, &at, s->record.move[i]);
    }
    return s->record.count;
}

uint64_t libduel_known(const libduel_state *s, int seat)
{
    bool follows = s->knows && seat >= 0 && seat < s->game->v.seats;
    return follows ? s->knowing.seat[seat] : 0;
}

void libduel_tensor(const libduel_state *s, int seat, float out[])
{
    duel_state view;
    duel_view(&s->game->v, s->bytes, seat, &view);
    duel_tensor(&s->game->v, &view, seat, out);
}

void libduel_mask(const libduel_state *s, uint8_t out[])
{
    memset(out, 0, duel_action_count(&s->game->v));
    for (int i = 0; i < s->count; i++)
        out[s->action[i]] = 1;
}

/* ---- texts ------------------------------------------------------------------------------- */

/* The text of a buffer, for the caller of the library; NULL if memory ran out. Ends it. */
static char *take_text(duel_buf *b)
{
    char *text = b->failed ? NULL : strdup(b->text ? b->text : "");
    duel_buf_fini(b);
    return text;
}

/* What somebody writes about the view of a seat. */
typedef void write_view(const libduel_state *s, const void *view, int seat, duel_sink *out);

static char *text_of_view(const libduel_state *s, int seat, write_view *write)
{
    duel_buf text;
    duel_state view;
    if (!is_seat(s->game, seat))
        return NULL;
    duel_view(&s->game->v, s->bytes, seat, &view);
    duel_buf_init(&text);
    write(s, &view, seat, &text.sink);
    return take_text(&text);
}

static void write_notation(const libduel_state *s, const void *view, int seat, duel_sink *out)
{
    duel_print(&s->game->v, view, out);
}

char *libduel_print(const libduel_state *s, int seat)
{
    return text_of_view(s, seat, write_notation);
}

static void write_drawing(const libduel_state *s, const void *view, int seat, duel_sink *out)
{
    duel_pen pen = {.out = out, .lang = s->game->lang, .utf8 = true};
    duel_draw(&s->game->v, view, seat, &pen);
}

char *libduel_draw(const libduel_state *s, int seat)
{
    return text_of_view(s, seat, write_drawing);
}

char *libduel_record(const libduel_state *s)
{
    duel_buf text;
    if (s->record.seed[0] == '\0' && s->record.start.len == 0)
        return NULL;
    duel_buf_init(&text);
    duel_record_print(&s->record, &text.sink);
    return take_text(&text);
}

/* ---- texts of moves ---------------------------------------------------------------------- */

char *libduel_action_text(const libduel_state *s, uint32_t action)
{
    duel_buf text;
    duel_state view;
    int at = lib_find(s, action);
    if (at < 0)
        return NULL;
    duel_view(&s->game->v, s->bytes, s->turn, &view);
    duel_buf_init(&text);
    duel_print_move(&s->game->v, &view, s->list[at], &text.sink);
    return take_text(&text);
}

libduel_status libduel_action_read(const libduel_state *s, const char *text, uint32_t *out,
                                   libduel_error *error)
{
    duel_state view;
    duel_move move = 0;
    duel_msg why = {0};
    duel_fault_guard guard;
    duel_fault_guard_begin(&guard, s->game->v.game);
    duel_view(&s->game->v, s->bytes, s->turn, &view);
    duel_status status = duel_read_move(&s->game->v, &view, duel_str_of(text), &move, &why);
    status = duel_fault_guard_end(&guard, status, &why);
    if (status != DUEL_OK)
        return lib_fail(s->game, status, &why, error);
    for (int i = 0; i < s->count; i++)
        if (s->list[i] == move)
            *out = s->action[i];
    return LIBDUEL_OK;
}
