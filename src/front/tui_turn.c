/* front/tui_turn.c -- the course of a game on the screen: see tui_app.h.
 *
 *     next ──▶ a person types or picks ──▶ play ──▶ next
 *          └─▶ a machine thinks ──▶ worker ──▶ next
 *
 * Every validated turn is in the store before it is shown: leaving at any moment, even by
 * losing the terminal, loses nothing but an unfinished draft. */
#include "base/clock.h"
#include "core/play.h"
#include "front/tui_app.h"
#include "front/tui_words.h"

#include <string.h>
#include <time.h>

static const double WATCHING_PAUSE = 0.7; /* seconds, so that eyes can follow */

static int64_t now(void)
{
    return (int64_t)time(NULL);
}

/* ---- the picture ------------------------------------------------------------------------- */

tui_rect tui_turn_place(const tui_app *a)
{
    return tui_drawing_place(a->layout.surface, a->room);
}

static void draw_again(tui_app *a, const void *view, int seat)
{
    tui_brush brush = tui_app_brush(a);
    tui_rect *room = &a->room, r = a->layout.surface;
    tui_drawing_copy(&a->before, &a->drawing);
    if (!tui_drawing_make(&a->drawing, &brush, tui_table_variant(&a->table), view, seat))
        return;
    const tui_canvas *sheet = &a->drawing.sheet;
    tui_lattice_mark_changes(&a->lattice, &a->before, &a->drawing);
    room->rows = sheet->rows > room->rows ? sheet->rows : room->rows;
    room->columns = sheet->columns > room->columns ? sheet->columns : room->columns;
    tui_drawing_reach(tui_drawing_difference(&a->before, &a->drawing), r.rows, r.columns,
                      &a->top, &a->left);
}

void tui_turn_draw(tui_app *a)
{
    duel_state view;
    duel_msg why;
    int seat;
    tui_pick_close(&a->pick);
    if (a->table.game && tui_table_view(&a->table, &view, &seat, &why) == DUEL_OK)
        draw_again(a, &view, seat);
}

void tui_turn_study(tui_app *a)
{
    tui_brush brush = tui_app_brush(a);
    if (a->table.game == NULL)
        return;
    tui_drawing_fini(&a->drawing);
    tui_drawing_fini(&a->before);
    a->top = a->left = 0;
    a->lattice = tui_lattice_find(tui_table_variant(&a->table), &brush, &a->room);
    tui_turn_draw(a);
}

/* ---- whose turn -------------------------------------------------------------------------- */

/* The result stands in the window of whoever was to move, as in 1995. */
static void show_result(tui_app *a)
{
    duel_buf text;
    bool person = duel_session_human(a->table.session, duel_session_turn(a->table.session));
    duel_buf *window = person ? &a->player : &a->expert;
    duel_buf_init(&text);
    tui_words_result(a->lang, a->utf8, &a->table, &text.sink);
    if (!person) /* above what the expert said last */
        duel_put_str(&text.sink, duel_buf_str(&a->expert));
    duel_buf_clear(window);
    duel_put_str(&window->sink, duel_buf_str(&text));
    duel_buf_fini(&text);
    a->place = TUI_AT_GAME;
    a->layer = TUI_BARE;
    tui_app_say(a, N_("The game is over. F3 plays again, F10 saves what was learned."), "");
}

static void think(tui_app *a)
{
    duel_msg why;
    tui_table *t = &a->table;
    tui_order o = {.job = TUI_THINK_MOVE,
                   .session = t->session,
                   .v = tui_table_variant(t),
                   .seat = duel_session_turn(t->session),
                   .seconds = t->seconds,
                   .seed = (uint64_t)now() ^ (uint64_t)duel_session_record(t->session)->count
                                                 << 32,
                   .explain = !tui_table_secrets(t)};
    duel_session_view(t->session, o.seat, &o.view);
    a->after = TUI_GO_ON;
    if (tui_worker_start(&a->worker, &o, &why) != DUEL_OK)
        tui_app_complain(a, &why);
}

static void invite(tui_app *a)
{
    if (duel_session_ready(a->table.session))
        tui_app_say(
            a, N_("The turn is complete: Enter confirms it, Backspace takes a move back."), "");
    else
        tui_app_say(
            a, N_("Type a move (Tab lists them), or pick it with the arrows and Enter."), "");
}

static void await(tui_app *a)
{
    const duel_move *drafted;
    duel_session *s = a->table.session;
    a->table.present = duel_session_turn(s);
    if (duel_session_drafted(s, &drafted) == 0)
        duel_session_view(s, a->table.present, &a->turn_view);
}

void tui_turn_next(tui_app *a)
{
    tui_table *t = &a->table;
    tui_turn_draw(a);
    a->next_move = 0;
    if (tui_table_over(t)) {
        show_result(a);
    } else if (tui_table_needs_cover(t)) {
        a->layer = TUI_COVER;
        duel_buf_clear(&a->player);
        duel_buf_clear(&a->message);
        tui_line_forget(&a->line); /* its history tells what the other one typed */
    } else if (tui_table_waits(t)) {
        await(a);
    } else {
        think(a);
    }
}

void tui_turn_enter(tui_app *a)
{
    a->place = TUI_AT_PLAY;
    a->layer = TUI_BARE;
    a->watching_paused = false;
    duel_buf_clear(&a->player);
    duel_buf_clear(&a->expert);
    tui_line_clear(&a->line);
    if (tui_table_waits(&a->table))
        invite(a);
    else
        duel_buf_clear(&a->message);
    tui_turn_next(a);
}

void tui_turn_uncover(tui_app *a)
{
    a->table.present = duel_session_turn(a->table.session);
    a->layer = TUI_BARE;
    invite(a);
    tui_turn_next(a);
}

/* ---- a person's turn --------------------------------------------------------------------- */

static bool may_play(const tui_app *a)
{
    return a->place == TUI_AT_PLAY && a->layer == TUI_BARE && !a->worker.running &&
           tui_table_waits(&a->table);
}

void tui_turn_play(tui_app *a, duel_move move)
{
    duel_msg why;
    if (!may_play(a))
        return;
    if (duel_session_play(a->table.session, move, now(), &why) != DUEL_OK) {
        tui_app_complain(a, &why);
        return;
    }
    duel_buf_clear(&a->player);
    tui_line_clear(&a->line);
    if (tui_table_waits(&a->table))
        invite(a);
    else
        duel_buf_clear(&a->message);
    tui_turn_next(a);
}

void tui_turn_confirm(tui_app *a)
{
    duel_msg why;
    if (!may_play(a))
        return;
    if (!duel_session_ready(a->table.session)) {
        invite(a);
    } else if (duel_session_validate(a->table.session, now(), &why) != DUEL_OK) {
        tui_app_complain(a, &why);
    } else {
        duel_buf_clear(&a->player);
        duel_buf_clear(&a->message);
        tui_turn_next(a);
    }
}

/* An impossible move is refused with its rule, and advice is given, as in 1995. */
void tui_turn_try(tui_app *a, duel_str text)
{
    duel_state view;
    duel_msg why;
    duel_move move;
    if (!may_play(a))
        return;
    if (duel_session_ready(a->table.session)) {
        invite(a);
        return;
    }
    duel_session_view(a->table.session, duel_session_turn(a->table.session), &view);
    duel_status status = duel_read_move(tui_table_variant(&a->table), &view, text, &move, &why);
    if (status == DUEL_OK) {
        tui_turn_play(a, move);
        return;
    }
    tui_line_clear(&a->line);
    tui_app_complain(a, &why);
    tui_turn_advise(a);
}

/* The move typed so far, if it is one: advice then says why not that one. */
static bool typed_move(const tui_app *a, const void *view, duel_move *move)
{
    duel_str text = duel_str_trim(tui_line_text(&a->line));
    return text.len &&
           duel_read_move(tui_table_variant(&a->table), view, text, move, NULL) == DUEL_OK;
}

void tui_turn_advise(tui_app *a)
{
    duel_msg why;
    tui_table *t = &a->table;
    if (!may_play(a) || duel_session_ready(t->session))
        return;
    tui_order o = {.job = TUI_THINK_ADVICE,
                   .session = t->session,
                   .v = tui_table_variant(t),
                   .seat = duel_session_turn(t->session),
                   .seconds = t->seconds,
                   .seed = 1,
                   .explain = true};
    duel_session_view(t->session, o.seat, &o.view);
    o.compare = typed_move(a, &o.view, &o.instead);
    duel_status status = tui_table_open_adviser(t, &why);
    o.adviser = t->adviser;
    a->after = TUI_GO_ON;
    if (status == DUEL_OK)
        status = tui_worker_start(&a->worker, &o, &why);
    if (status != DUEL_OK)
        tui_app_complain(a, &why);
}

void tui_turn_complete(tui_app *a)
{
    duel_state view;
    duel_buf legal, fits;
    if (!may_play(a) || duel_session_ready(a->table.session))
        return;
    duel_buf_init(&legal);
    duel_buf_init(&fits);
    duel_session_view(a->table.session, duel_session_turn(a->table.session), &view);
    tui_words_legal(tui_table_variant(&a->table), &view, &legal.sink);
    int count = tui_line_complete(&a->line, duel_buf_str(&legal), &fits.sink);
    duel_buf_clear(&a->player);
    if (count == 0)
        tui_app_say(a, N_("No legal move begins like that."), "");
    if (count > 1) {
        duel_tell(a->lang, &a->player.sink, N_("{0} {0:move|moves}: "), "i", (int64_t)count);
        duel_put_str(&a->player.sink, duel_buf_str(&fits));
    }
    duel_buf_fini(&legal);
    duel_buf_fini(&fits);
}

void tui_turn_undo(tui_app *a)
{
    duel_msg why;
    tui_table *t = &a->table;
    if (t->session == NULL || a->layer == TUI_COVER)
        return;
    if (a->worker.running) {
        a->after = TUI_UNDO_AFTER;
        tui_worker_stop(&a->worker);
        return;
    }
    bool drafted = duel_session_take_back(t->session);
    if (!drafted && duel_session_undo(t->session, now(), &why) != DUEL_OK) {
        tui_app_complain(a, &why);
        return;
    }
    a->place = TUI_AT_PLAY;
    duel_buf_clear(&a->player);
    duel_buf_clear(&a->expert);
    invite(a);
    tui_turn_next(a);
}

/* ---- the worker reports ------------------------------------------------------------------ */

/* The plan as everybody at the table may read it. */
static void say_plan(tui_app *a, const duel_answer *answer, duel_buf *out)
{
    duel_state open;
    duel_session_view(a->table.session, DUEL_NOBODY, &open);
    tui_words_moves(tui_table_variant(&a->table), &open, answer->plan, answer->plan_count,
                    &out->sink);
}

static void finish_move(tui_app *a)
{
    duel_msg why;
    duel_buf said;
    const duel_answer *answer = &a->worker.advice->answer;
    duel_buf_init(&said);
    say_plan(a, answer, &said);
    if (tui_table_play_plan(&a->table, answer, &why) != DUEL_OK) {
        tui_app_complain(a, &why);
        a->place = TUI_AT_GAME;
    } else {
        duel_buf_clear(&a->expert);
        tui_words_choice(a->lang, a->worker.order.seat, said.text, &a->worker, &a->expert.sink);
        duel_buf_clear(&a->message);
        a->alert = false;
        if (a->worker.order.explain)
            tui_words_cost(a->lang, answer, &a->message.sink);
        tui_turn_draw(a);
        if (a->table.people == 0 && !tui_table_over(&a->table))
            a->next_move = duel_clock() + WATCHING_PAUSE;
        else
            tui_turn_next(a);
    }
    duel_buf_fini(&said);
}

static void finish_learning(tui_app *a)
{
    if (a->worker.status != DUEL_OK)
        tui_app_complain(a, &a->worker.why);
    else if (a->worker.saved)
        tui_app_say(a, N_("What was learned is saved: {0} new {0:position|positions}."), "i",
                    (int64_t)a->worker.saved);
    else
        tui_app_say(a, N_("What was learned is saved: nothing new."), "");
    tui_table_clear(&a->table);
    duel_buf_clear(&a->player);
    duel_buf_clear(&a->expert);
    a->place = TUI_AT_DUEL;
}

static void finish_advice(tui_app *a)
{
    duel_buf_clear(&a->player);
    tui_words_advice(a->lang, &a->worker, &a->player.sink);
}

static void leave_play(tui_app *a)
{
    a->place = TUI_AT_GAME;
    a->layer = TUI_BARE;
    a->next_move = 0;
    a->table.present = DUEL_NOBODY; /* whoever comes back is asked who it is */
    duel_buf_clear(&a->player);
    tui_turn_draw(a);
    tui_app_say(a, N_("The game is saved as {0}; F3 goes on with it."), "c",
                duel_session_id(a->table.session));
}

void tui_turn_worker(tui_app *a)
{
    tui_after after = a->after;
    if (a->next_move > 0 && !a->watching_paused && duel_clock() >= a->next_move)
        tui_turn_next(a);
    if (!tui_worker_finished(&a->worker))
        return;
    a->after = TUI_GO_ON;
    if (a->worker.order.job == TUI_LEARN)
        finish_learning(a);
    else if (after == TUI_LEAVE_PLAY)
        leave_play(a);
    else if (after == TUI_UNDO_AFTER)
        tui_turn_undo(a);
    else if (a->worker.status != DUEL_OK)
        tui_app_complain(a, &a->worker.why);
    else if (a->worker.order.job == TUI_THINK_ADVICE)
        finish_advice(a);
    else
        finish_move(a);
}

/* ---- leaving ----------------------------------------------------------------------------- */

void tui_turn_leave(tui_app *a)
{
    if (!a->worker.running) {
        leave_play(a);
        return;
    }
    a->after = TUI_LEAVE_PLAY;
    tui_worker_stop(&a->worker);
}

void tui_turn_leave_game(tui_app *a)
{
    duel_msg why;
    tui_table *t = &a->table;
    if (a->worker.running)
        return;
    if (t->session == NULL) {
        tui_table_clear(t);
        duel_buf_clear(&a->message);
        a->place = TUI_AT_DUEL;
        return;
    }
    tui_order o = {.job = TUI_LEARN,
                   .session = t->session,
                   .v = tui_table_variant(t),
                   .adviser = t->adviser,
                   .store = t->store};
    tui_app_say(a, N_("Saving what was learned…"), "");
    if (tui_worker_start(&a->worker, &o, &why) != DUEL_OK)
        tui_app_complain(a, &why);
}
