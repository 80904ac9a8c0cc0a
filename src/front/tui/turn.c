/* front/tui/turn.c -- the course of a game on the screen: see app.h.
 *
 *     next ──▶ a person types or picks ──▶ play ──▶ next
 *          └─▶ a machine thinks ──▶ worker ──▶ next
 *
 * Every validated turn is in the store before it is shown: leaving at any moment, even by
 * losing the terminal, loses nothing but an unfinished draft. */
#include "core/play.h"
#include "front/local_table.h"
#include "front/tui/app.h"

#include <string.h>

/* ---- the picture ------------------------------------------------------------------------- */

tui_rect tui_turn_place(const tui_app *a)
{
    return tui_drawing_place(a->layout.surface, a->room);
}

static void bring_into_sight(tui_app *a)
{
    tui_rect r = a->layout.surface;
    tui_rect changed = tui_drawing_change(&a->before, &a->drawing, r.rows, r.columns);
    tui_drawing_reach(changed, r.rows, r.columns, &a->top, &a->left);
}

static void make_room(tui_app *a, const tui_drawing *d)
{
    tui_rect *room = &a->room;
    room->rows = d->sheet.rows > room->rows ? d->sheet.rows : room->rows;
    room->columns = d->sheet.columns > room->columns ? d->sheet.columns : room->columns;
}

/* Drawings grow and shrink in the course of a game: one played at random, from another deal,
 * tells beforehand how large they get. */
static void measure_drawings(tui_app *a)
{
    enum { PLIES = 12 };
    const duel_variant *v = tui_table_variant(&a->table);
    tui_brush brush = tui_app_brush(a);
    duel_state state, view;
    duel_move list[DUEL_MOVES_MAX];
    duel_rng rng;
    tui_drawing d;
    duel_rng_init_number(&rng, 0);
    if (duel_deal(v, duel_str_of("room"), &state) != DUEL_OK)
        return;
    tui_drawing_init(&d, a->utf8);
    for (int ply = 0; ply < PLIES && !duel_is_over(v, &state); ply++) {
        int seat = v->game->turn(v, &state), count = v->game->moves(v, &state, list);
        duel_view(v, &state, seat, &view);
        if (tui_drawing_make(&d, &brush, v, &view, seat))
            make_room(a, &d);
        v->game->play(v, &state, list[duel_rng_below(&rng, (uint32_t)count)]);
    }
    tui_drawing_fini(&d);
}

void tui_turn_show(tui_app *a, const void *view, int seat)
{
    tui_brush brush = tui_app_brush(a);
    brush.lens = a->lens;
    brush.flags = &a->flags;
    tui_drawing_copy(&a->before, &a->drawing);
    if (!tui_drawing_make(&a->drawing, &brush, tui_table_variant(&a->table), view, seat))
        return;
    tui_drawing_mark_changes(&a->before, &a->drawing);
    make_room(a, &a->drawing);
    bring_into_sight(a);
}

void tui_turn_draw(tui_app *a)
{
    duel_state view;
    duel_msg why;
    int seat;
    tui_pick_close(&a->pick);
    if (a->table.game && tui_table_view(&a->table, &view, &seat, &why) == DUEL_OK)
        tui_turn_show(a, &view, seat);
}

void tui_turn_study(tui_app *a)
{
    if (a->table.game == NULL)
        return;
    tui_drawing_fini(&a->drawing);
    tui_drawing_fini(&a->before);
    a->lens = NULL;
    a->flags.count = 0;
    a->hint = 0;
    a->top = a->left = 0;
    a->room = (tui_rect){0, 0, 0, 0};
    measure_drawings(a);
    tui_turn_draw(a);
}

/* ---- whose turn -------------------------------------------------------------------------- */

/* The result stands in the window of whoever was to move, as in 1995. */
static void show_result(tui_app *a)
{
    duel_buf text;
    const game_table *t = a->table.at.table;
    bool person = table_people(t) >> table_turn(t) & 1;
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
    tui_app_say(a,
                a->walk.origin[0]
                    ? N_("The game is over. F3 plays again, r goes back to the review.")
                    : N_("The game is over. F3 plays again, r reviews it, F10 saves what was "
                         "learned."),
                "");
}

static void invite(tui_app *a)
{
    if (tui_table_ready(&a->table))
        tui_app_say(
            a, N_("The turn is complete: Enter confirms it, Backspace takes a move back."), "");
    else
        tui_app_say(
            a, N_("Type a move (Tab lists them), or pick it with the arrows and Enter."), "");
}

static void await(tui_app *a)
{
    const duel_move *drafted;
    if (table_drafted(a->table.at.table, &drafted) == 0)
        tui_table_mover(&a->table, &a->turn_view);
}

/* Goes on with whoever is to move. */
static void go_on_with_turn(tui_app *a)
{
    tui_table *t = &a->table;
    bool cover = tui_table_needs_cover(t);
    if (cover) { /* both were the other one's */
        a->lens = NULL;
        a->flags.count = 0;
    }
    tui_turn_draw(a);
    a->hint = 0;
    if (tui_table_over(t)) {
        show_result(a);
    } else if (cover) {
        a->layer = TUI_COVER;
        duel_buf_clear(&a->player);
        duel_buf_clear(&a->message);
        tui_line_forget(&a->line); /* its history tells what the other one typed */
    } else if (tui_table_waits(t)) {
        await(a);
    }
}

/* ---- the loop around the table ----------------------------------------------------------- */

static void order_move(tui_app *a, int seat)
{
    duel_msg why;
    tui_table *t = &a->table;
    tui_order o = {.job = TUI_THINK_MOVE,
                   .cast = t->at.cast,
                   .v = tui_table_variant(t),
                   .seat = seat,
                   .seconds = t->seconds,
                   .seed = (uint64_t)local_table_now().date ^
                           (uint64_t)table_record(t->at.table)->count << 32,
                   .reader = wording_reader(table_people(t->at.table)),
                   .explain = !tui_table_secrets(t)};
    o.chair = wording_chair_of(o.v, o.reader, seat);
    table_seat_view(t->at.table, seat, &o.view);
    a->after = TUI_GO_ON;
    if (tui_worker_start(&a->worker, &o, &why) != DUEL_OK)
        local_table_thought(&t->at, seat, DUEL_NO_SPACE, NULL, &why);
}

static void say_choice(tui_app *a, int seat)
{
    if (table_people(a->table.at.table) >> seat & 1)
        return;
    duel_buf_clear(&a->expert);
    tui_words_choice(a->lang, seat, a->said.text, &a->worker, &a->expert.sink);
    a->speaker = seat;
    duel_buf_clear(&a->message);
    a->alert = false;
    if (a->worker.order.explain)
        tui_words_cost(a->lang, &a->worker.advice->answer, &a->message.sink);
}

static void hear(tui_app *a, const table_notice *n)
{
    if (!table_notice_is_for_all(n->tell))
        a->verdict = *n;
    if (n->tell == TABLE_NOTICE_REFUSED || n->tell == TABLE_NOTICE_TROUBLE) {
        tui_app_complain(a, &n->why);
    } else if (n->tell == TABLE_NOTICE_TURN) {
        say_choice(a, n->seat);
    } else if (n->tell == TABLE_NOTICE_UNDONE) {
        a->place = TUI_AT_PLAY;
        duel_buf_clear(&a->player);
        duel_buf_clear(&a->expert);
        invite(a);
    }
}

/* Until the table has nothing more to wish for, or to tell. */
static void serve(tui_app *a)
{
    table_effect w;
    table_notice n;
    bool wished;
    do {
        wished = local_table_serve(&a->table.at, &w);
        while (notices_hear(a->table.at.table, &n))
            hear(a, &n);
        if (wished && w.kind == TABLE_EFFECT_THINK)
            order_move(a, w.seat);
        else if (wished)
            tui_worker_stop(&a->worker);
    } while (wished);
}

bool tui_turn_ask(tui_app *a, table_request_kind what, duel_str text)
{
    a->verdict = (table_notice){.tell = TABLE_NOTICE_DONE};
    local_table_ask(&a->table.at, what, text);
    serve(a);
    return a->verdict.tell != TABLE_NOTICE_REFUSED;
}

uint64_t tui_turn_due(const tui_app *a)
{
    bool waits = a->table.at.table == NULL || a->place != TUI_AT_PLAY || a->worker.running ||
                 a->watching_paused;
    return waits ? 0 : table_due(a->table.at.table);
}

/* What was said of the last turn is said no more. */
static void begin_next_turn(tui_app *a)
{
    duel_buf_clear(&a->player);
    tui_line_clear(&a->line);
    if (tui_table_waits(&a->table))
        invite(a);
    else
        duel_buf_clear(&a->message);
    go_on_with_turn(a);
}

void tui_turn_begin(tui_app *a)
{
    duel_msg why;
    tui_table *t = &a->table;
    if (tui_table_over(t)) {
        tui_turn_close(a, TUI_PLAY_AFTER);
        return;
    }
    if (t->at.table == NULL && tui_table_begin(t, &why) != DUEL_OK)
        tui_app_complain(a, &why);
    else
        tui_turn_enter(a);
}

void tui_turn_enter(tui_app *a)
{
    a->place = TUI_AT_PLAY;
    a->layer = TUI_BARE;
    a->watching_paused = false;
    duel_buf_clear(&a->expert);
    local_table_sit_down(&a->table.at);
    serve(a);
    begin_next_turn(a);
}

void tui_turn_uncover(tui_app *a)
{
    tui_turn_ask(a, TABLE_ASK_UNCOVER, (duel_str){"", 0});
    a->layer = TUI_BARE;
    invite(a);
    go_on_with_turn(a);
}

/* ---- a person's turn --------------------------------------------------------------------- */

bool tui_turn_open(const tui_app *a)
{
    return (a->place == TUI_AT_PLAY || a->place == TUI_AT_LESSON) && a->layer == TUI_BARE &&
           !a->worker.running && tui_table_waits(&a->table);
}

bool tui_turn_open_pick(tui_app *a)
{
    duel_state view;
    const tui_table *t = &a->table;
    if (tui_table_ready(t))
        return false;
    tui_table_mover(t, &view);
    return tui_pick_open(&a->pick, tui_table_variant(t), &view, tui_table_turn(t), &a->drawing);
}

/* An impossible move is refused with its rule, and advice is given, as in 1995. */
static void ask_move(tui_app *a, duel_str text)
{
    if (tui_turn_ask(a, TABLE_ASK_MOVE, text)) {
        begin_next_turn(a);
        return;
    }
    tui_line_clear(&a->line);
    if (tui_table_ready(&a->table))
        invite(a); /* which tells the keys, too */
    else if (a->verdict.status == DUEL_REFUSED)
        tui_help_advise(a);
}

/* ---- a move that is begun ---------------------------------------------------------------- */

typed_turn tui_turn_begun(const tui_app *a)
{
    typed_turn h = {.depth = a->pick.open ? a->pick.depth : 0};
    memcpy(h.step, a->pick.chosen, (size_t)h.depth * sizeof *h.step);
    return h;
}

void tui_turn_half(tui_app *a)
{
    tui_app_say(a, N_("The move is begun: type or pick the rest; Esc takes it back."), "");
}

static void show_half(tui_app *a, const typed_turn *h)
{
    tui_line_clear(&a->line);
    duel_buf_clear(&a->player);
    if (!tui_turn_open_pick(a))
        return;
    tui_pick_follow(&a->pick, h->step, h->depth);
    tui_turn_half(a);
}

/* What is not yet a whole move is drawn, and asked on. */
static void read_move(tui_app *a, duel_str text)
{
    duel_state view;
    duel_move move;
    typed_turn h = tui_turn_begun(a);
    tui_table_mover(&a->table, &view);
    typed_move_end end = tui_table_ready(&a->table)
                             ? TYPED_MOVE_LOST
                             : typed_move_read(tui_table_variant(&a->table), &view,
                                               tui_table_turn(&a->table), &h, text, &move);
    if (end == TYPED_MOVE_WHOLE)
        tui_turn_play(a, move);
    else if (end == TYPED_MOVE_FURTHER)
        show_half(a, &h);
    else
        ask_move(a, text);
}

static void resign(tui_app *a)
{
    if (tui_turn_ask(a, TABLE_ASK_RESIGN, (duel_str){"", 0}))
        begin_next_turn(a);
    else
        tui_line_clear(&a->line);
}

void tui_turn_play(tui_app *a, duel_move move)
{
    duel_state view;
    duel_buf text;
    if (!tui_turn_open(a))
        return;
    duel_buf_init(&text);
    tui_table_mover(&a->table, &view);
    duel_print_move(tui_table_variant(&a->table), &view, move, &text.sink);
    if (a->table.learner)
        tui_lesson_try(a, duel_buf_str(&text));
    else
        ask_move(a, duel_buf_str(&text));
    duel_buf_fini(&text);
}

void tui_turn_confirm(tui_app *a)
{
    if (!tui_turn_open(a))
        return;
    if (!tui_table_ready(&a->table))
        invite(a);
    else if (tui_turn_ask(a, TABLE_ASK_CONFIRM, (duel_str){"", 0}))
        begin_next_turn(a);
}

static void say_saved(tui_app *a)
{
    tui_app_say(a, N_("The game is saved after every turn, as {0}."), "c",
                table_id(a->table.at.table));
}

static void leave_play_or_lesson(tui_app *a)
{
    if (a->table.learner)
        tui_lesson_leave(a);
    else
        tui_turn_leave(a);
}

static bool is_typed_move(const tui_app *a, duel_str text)
{
    duel_state view;
    duel_move move;
    tui_table_mover(&a->table, &view);
    return duel_read_move(tui_table_variant(&a->table), &view, text, &move, NULL) == DUEL_OK;
}

/* What the keys do can be typed as well. False: not here. */
static bool obey_order(tui_app *a, order what, duel_str rest)
{
    static void (*const deeds[])(tui_app *) = {[ORDER_ADVICE] = tui_help_advise,
                                               [ORDER_UNDO] = tui_turn_undo,
                                               [ORDER_BACK] = tui_turn_step_back,
                                               [ORDER_MOVES] = tui_turn_complete,
                                               [ORDER_RULES] = tui_keys_rules,
                                               [ORDER_HELP] = tui_keys_rules,
                                               [ORDER_RESIGN] = resign,
                                               [ORDER_SAVE] = say_saved,
                                               [ORDER_LEAVE] = leave_play_or_lesson};
    if (what >= ORDER_FLAG)
        return tui_flag_obey(a, what, rest);
    tui_line_clear(&a->line);
    deeds[what](a);
    return true;
}

void tui_turn_try(tui_app *a, duel_str text)
{
    if (!tui_turn_open(a))
        return;
    duel_str rest = text;
    order what = is_typed_move(a, text) ? ORDER_NONE : order_read(&rest);
    if (a->table.learner && what != ORDER_LEAVE)
        tui_lesson_try(a, text);
    else if (what == ORDER_NONE || !obey_order(a, what, rest))
        read_move(a, text);
}

int tui_turn_complete_in(tui_app *a, const duel_variant *v, const void *view, duel_sink *fits)
{
    duel_buf legal;
    duel_move list[DUEL_MOVES_MAX];
    int moves = v->game->moves(v, view, list);
    duel_buf_init(&legal);
    for (int i = 0; i < moves; i++) {
        duel_print_move(v, view, list[i], &legal.sink);
        duel_put(&legal.sink, "\n");
    }
    int count = tui_line_complete(&a->line, duel_buf_str(&legal), fits);
    if (count == 0)
        tui_app_say(a, N_("No legal move begins like that."), "");
    duel_buf_fini(&legal);
    return count;
}

void tui_turn_complete(tui_app *a)
{
    duel_state view;
    duel_buf fits;
    if (!tui_turn_open(a) || tui_table_ready(&a->table))
        return;
    duel_buf_init(&fits);
    tui_table_mover(&a->table, &view);
    int count = tui_turn_complete_in(a, tui_table_variant(&a->table), &view, &fits.sink);
    duel_buf_clear(&a->player);
    if (count > 1) {
        duel_tell(a->lang, &a->player.sink, N_("{0} {0:move|moves}: "), "i", (int64_t)count);
        duel_put_str(&a->player.sink, duel_buf_str(&fits));
    }
    duel_buf_fini(&fits);
}

/* While a machine thinks, the table has it stopped first. */
void tui_turn_undo(tui_app *a)
{
    if (a->table.at.table == NULL || a->layer == TUI_COVER)
        return;
    if (a->worker.running && a->worker.order.job == TUI_THINK_ADVICE) {
        a->after = TUI_UNDO_AFTER;
        tui_worker_stop(&a->worker);
    } else if (tui_turn_ask(a, TABLE_ASK_BACK, (duel_str){"", 0}) && !a->worker.running) {
        duel_buf_clear(&a->player);
        go_on_with_turn(a);
    }
}

void tui_turn_step_back(tui_app *a)
{
    const duel_move *drafted;
    if (!a->table.learner && table_drafted(a->table.at.table, &drafted))
        tui_turn_undo(a);
}

/* ---- the worker reports ------------------------------------------------------------------ */

/* The plan as everybody at the table may read it. */
static void note_plan(tui_app *a)
{
    duel_state open;
    const duel_answer *answer = &a->worker.advice->answer;
    duel_buf_clear(&a->said);
    table_seat_view(a->table.at.table, DUEL_NOBODY, &open);
    if (a->worker.status == DUEL_OK)
        tui_words_moves(tui_table_variant(&a->table), &open, answer->plan, answer->plan_count,
                        &a->said.sink);
}

static void finish_move(tui_app *a)
{
    note_plan(a);
    local_table_thought(&a->table.at, a->worker.order.seat, a->worker.status,
                        &a->worker.advice->answer, &a->worker.why);
    serve(a);
    if (!a->worker.running)
        go_on_with_turn(a);
    else
        tui_turn_draw(a);
    if (table_trouble(a->table.at.table)->id)
        tui_app_complain(a, table_trouble(a->table.at.table));
}

static void say_learned(tui_app *a)
{
    if (a->worker.status != DUEL_OK)
        tui_app_complain(a, &a->worker.why);
    else if (a->worker.saved)
        tui_app_say(a, N_("What was learned is saved: {0} new {0:position|positions}."), "i",
                    (int64_t)a->worker.saved);
    else
        tui_app_say(a, N_("What was learned is saved: nothing new."), "");
}

static void finish_closing(tui_app *a, tui_after after)
{
    if (after == TUI_LEAVE_GAME) {
        say_learned(a);
        tui_table_clear(&a->table);
        a->place = TUI_AT_DUEL;
    } else if (a->worker.status != DUEL_OK) {
        tui_app_complain(a, &a->worker.why);
    } else if (after == TUI_PLAY_AFTER) {
        tui_turn_begin(a);
    } else if (after == TUI_REVIEW_AFTER) {
        tui_review_return(a);
    }
}

/* Whoever comes back is asked who it is. What a machine thought that nobody waited for is of no
 * use. */
static void leave_play(tui_app *a, bool stopped)
{
    a->place = TUI_AT_GAME;
    a->layer = TUI_BARE;
    local_table_leave(&a->table.at, stopped);
    duel_buf_clear(&a->player);
    tui_turn_draw(a);
    tui_app_say(a,
                a->walk.origin[0]
                    ? N_("The game is saved as {0}; F3 goes on, r goes back to the review.")
                    : N_("The game is saved as {0}; F3 goes on with it."),
                "c", table_id(a->table.at.table));
}

void tui_turn_worker(tui_app *a)
{
    tui_after after = a->after;
    uint64_t due = tui_turn_due(a);
    if (due && due <= local_table_now().ms) {
        serve(a);
        go_on_with_turn(a);
    }
    if (!tui_worker_finished(&a->worker))
        return;
    a->after = TUI_GO_ON;
    if (a->worker.order.job == TUI_CLOSE)
        finish_closing(a, after);
    else if (a->worker.order.job == TUI_GO_THROUGH)
        tui_review_finish(a);
    else if (a->worker.order.job == TUI_COUNT_SOLVED)
        tui_explore_counted(a);
    else if (a->worker.order.job == TUI_LOOK_UP)
        tui_explore_looked(a);
    else if (after == TUI_LEAVE_PLAY)
        leave_play(a, a->worker.order.job == TUI_THINK_MOVE);
    else if (a->worker.order.job == TUI_THINK_MOVE)
        finish_move(a);
    else if (after == TUI_UNDO_AFTER)
        tui_turn_undo(a);
    else if (a->worker.status != DUEL_OK)
        tui_app_complain(a, &a->worker.why);
    else
        tui_help_finish(a);
}

/* ---- leaving ----------------------------------------------------------------------------- */

void tui_turn_leave(tui_app *a)
{
    if (a->worker.running) {
        a->after = TUI_LEAVE_PLAY;
        tui_worker_stop(&a->worker);
    } else {
        leave_play(a, false);
    }
}

void tui_turn_close(tui_app *a, tui_after after)
{
    duel_msg why;
    tui_order o = {.job = TUI_CLOSE};
    if (a->table.at.table == NULL)
        return;
    o.closed = tui_table_give(&a->table);
    a->after = after;
    duel_buf_clear(&a->player);
    duel_buf_clear(&a->expert);
    if (tui_worker_start(&a->worker, &o, &why) == DUEL_OK)
        return;
    tui_app_complain(a, &why); /* no thread to be had: then it is done here */
    a->worker.status =
        local_table_close(&a->worker.order.closed, &a->worker.saved, &a->worker.why);
    finish_closing(a, after);
}

void tui_turn_leave_game(tui_app *a)
{
    if (a->worker.running)
        return;
    if (a->table.at.table) {
        tui_app_say(a, N_("Saving what was learned…"), "");
        tui_turn_close(a, TUI_LEAVE_GAME);
        return;
    }
    tui_table_clear(&a->table);
    duel_buf_clear(&a->message);
    a->place = TUI_AT_DUEL;
}
