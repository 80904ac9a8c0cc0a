/* front/lib/texts.c -- libduel: positions, moves and games as texts, of what a seat sees. */
#include "core/guard.h"
#include "core/play.h"
#include "core/sketch.h"
#include "front/lib/inside.h"

/* What somebody writes about the view of a seat. */
typedef void write_view(const libduel_state *s, const void *view, int seat, duel_sink *out);

static char *text_of_view(const libduel_state *s, int seat, write_view *write)
{
    duel_buf text;
    duel_state view;
    if (seat < LIBDUEL_ALL || seat >= s->game->v.seats)
        return NULL;
    duel_view(&s->game->v, s->bytes, seat, &view);
    duel_buf_init(&text);
    write(s, &view, seat, &text.sink);
    return lib_take_text(&text);
}

static void write_notation(const libduel_state *s, const void *view, int seat, duel_sink *out)
{
    (void)seat;
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
    return lib_take_text(&text);
}

/* ---- moves --------------------------------------------------------------------------------
 */

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
    return lib_take_text(&text);
}

libduel_status libduel_action_read(const libduel_state *s, const char *text, uint32_t *out,
                                   libduel_error *error)
{
    duel_state view;
    duel_move move = 0;
    duel_msg why = {0};
    duel_guard guard;
    duel_guard_begin(&guard, s->game->v.game);
    duel_view(&s->game->v, s->bytes, s->turn, &view);
    duel_status status = duel_read_move(&s->game->v, &view, duel_str_of(text), &move, &why);
    status = duel_guard_end(&guard, status, &why);
    if (status != DUEL_OK)
        return lib_fail(s->game, status, &why, error);
    for (int i = 0; i < s->count; i++)
        if (s->list[i] == move)
            *out = s->action[i];
    return LIBDUEL_OK;
}
