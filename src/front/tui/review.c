/* front/tui/review.c -- the game at the table gone through again: see app.h.
 *
 *     begin ──▶ the worker ──▶ along the moves ◀──▶ along a better line
 *       ▲                           │
 *       └───── another game ◀── try again
 *
 * Words, marks and costs are those of all doors (front/review_text.h). */
#include "core/play.h"
#include "front/review_text.h"
#include "front/tui/app.h"

#include <stdlib.h>
#include <string.h>

static const duel_record *record_of(const tui_app *a)
{
    return table_record(a->table.at.table);
}

/* A review, to the one person at the table if there is only one. */
static review_text told_to(const tui_app *a)
{
    return (review_text){record_of(a), &a->walk.found, a->lang,
                         wording_reader(table_people(a->table.at.table))};
}

/* The move that led to where one stands; NULL before the first. */
static const move_review *verdict_here(const tui_app *a)
{
    return a->walk.at ? &a->walk.found.move[a->walk.at - 1] : NULL;
}

/* ---- beginning and ending ---------------------------------------------------------------- */

bool tui_review_is_there(const tui_app *a)
{
    return a->walk.origin[0] || (tui_table_over(&a->table) && record_of(a)->count);
}

/* Short searches fill no more, and each begins with an empty memory. */
static size_t review_memory(const tui_app *a)
{
    const size_t enough = (size_t)512 << 20;
    return a->table.memory < enough ? a->table.memory : enough;
}

static void order_review(tui_app *a)
{
    duel_msg why;
    tui_order o = {.job = TUI_GO_THROUGH,
                   .v = tui_table_variant(&a->table),
                   .review = {.record = record_of(a),
                              .memory = review_memory(a),
                              .seconds = GAME_REVIEW_MICROSECONDS / 1e6,
                              .threads = 1}};
    duel_buf_clear(&a->player);
    duel_buf_clear(&a->expert);
    duel_buf_clear(&a->message);
    if (tui_worker_start(&a->worker, &o, &why) == DUEL_OK)
        a->place = TUI_AT_REVIEW;
    else
        tui_app_complain(a, &why);
}

/* From a game that is tried again, the way leads back. */
void tui_review_begin(tui_app *a)
{
    if (a->walk.origin[0] && a->table.at.table) {
        tui_turn_close(a, TUI_REVIEW_AFTER);
    } else if (a->walk.origin[0]) {
        tui_review_return(a);
    } else {
        a->walk.at = 0;
        order_review(a);
    }
}

void tui_review_return(tui_app *a)
{
    duel_msg why;
    duel_status status = tui_table_resume(&a->table, a->walk.origin, &why);
    a->walk.origin[0] = '\0';
    a->walk.at = a->walk.origin_at;
    if (status != DUEL_OK) {
        tui_app_complain(a, &why);
        return;
    }
    tui_turn_study(a);
    order_review(a);
}

void tui_review_finish(tui_app *a)
{
    if (a->worker.status != DUEL_OK) {
        tui_review_leave(a);
        tui_app_complain(a, &a->worker.why);
        return;
    }
    a->walk.found = a->worker.found;
    a->worker.found = (game_review){.count = 0};
    a->walk.step = -1;
    if (a->walk.at)
        tui_review_show(a);
    else
        tui_review_turning(a);
}

void tui_review_leave(tui_app *a)
{
    game_review_fini(&a->walk.found);
    duel_buf_clear(&a->player);
    duel_buf_clear(&a->expert);
    duel_buf_clear(&a->message);
    a->place = TUI_AT_GAME;
    tui_turn_draw(a);
    tui_app_arrange(a);
}

/* ---- where one stands -------------------------------------------------------------------- */

/* Before the move that is judged, and where one looks. */
static duel_status replay_walk(const tui_app *a, duel_state *before, duel_state *state,
                               duel_msg *why)
{
    const move_review *d = verdict_here(a);
    const duel_variant *v = tui_table_variant(&a->table);
    duel_status status = duel_record_replay(record_of(a), d ? a->walk.at - 1 : 0, before, why);
    if (status != DUEL_OK)
        return status;
    *state = *before;
    if (d && a->walk.step < 0)
        v->game->play(v, state, d->played);
    for (int i = 0; d && i < a->walk.step; i++)
        v->game->play(v, state, d->line[i]);
    return DUEL_OK;
}

/* How many moves of the better line can be played on the board. */
static int line_length(const duel_variant *v, const move_review *d, const duel_state *before)
{
    duel_state state = *before;
    int count = 0;
    while (count < d->line_count && !duel_is_over(v, &state) &&
           duel_legal(v, &state, d->line[count]))
        v->game->play(v, &state, d->line[count++]);
    return count;
}

/* "Better: d3 — you win by 2" */
static void put_worth(tui_app *a, const char *id, int seat, duel_move move,
                      const duel_worth *worth, const duel_state *before)
{
    const duel_variant *v = tui_table_variant(&a->table);
    review_text x = told_to(a);
    duel_buf name, value;
    duel_buf_init(&name);
    duel_buf_init(&value);
    duel_print_move(v, before, move, &name.sink);
    wording_worth(a->lang, &value.sink, v, worth, wording_chair_of(v, x.reader, seat));
    duel_tell(a->lang, &a->player.sink, id, "cc", name.text, value.text);
    duel_put(&a->player.sink, "\n");
    duel_buf_fini(&name);
    duel_buf_fini(&value);
}

/* Its number, the move and its mark. */
static void put_heading(tui_app *a, const move_review *d, const duel_state *before)
{
    duel_putf(&a->player.sink, "%zu. ", a->walk.at);
    duel_print_move(tui_table_variant(&a->table), before, d->played, &a->player.sink);
    if (d->mark != DUEL_UNMARKED) {
        duel_putf(&a->player.sink, " %s ", review_sign(d->mark));
        duel_tell(a->lang, &a->player.sink, review_mark(d->mark), "");
    }
    duel_put(&a->player.sink, "\n");
}

static void say_verdict(tui_app *a, const duel_state *before)
{
    const move_review *d = verdict_here(a);
    review_text x = told_to(a);
    duel_buf_clear(&a->player);
    if (d == NULL) {
        duel_tell(a->lang, &a->player.sink, N_("Before the first move."), "");
        return;
    }
    put_heading(a, d, before);
    review_cost(&x, d, &a->player.sink);
    duel_put(&a->player.sink, "\n");
    put_worth(a, N_("Played: {0} — {1}"), d->seat, d->played, &d->got, before);
    if (d->mark != DUEL_UNMARKED)
        put_worth(a, N_("Better: {0} — {1}"), d->seat, d->best, &d->had, before);
}

/* The better line, where one stands in it in brackets, and the reasons for it. */
static void say_better(tui_app *a, const move_review *d, const duel_state *before)
{
    const duel_variant *v = tui_table_variant(&a->table);
    duel_sink *out = &a->expert.sink;
    duel_state state = *before;
    int count = line_length(v, d, before);
    duel_tell(a->lang, out, N_("The better line: "), "");
    for (int i = 0; i < count; i++) {
        bool here = i + 1 == a->walk.step;
        duel_put(out, i ? " " : "");
        duel_put(out, here ? "[" : "");
        duel_print_move(v, &state, d->line[i], out);
        duel_put(out, here ? "]" : "");
        v->game->play(v, &state, d->line[i]);
    }
    duel_put(out, "\n");
    duel_reason why;
    review_text x = told_to(a);
    review_reasons(&x, d, &why);
    tui_words_reason(a->lang, &why, out);
}

static void say_ways(tui_app *a)
{
    if (a->walk.step >= 0)
        tui_app_say(a, N_("The arrows go along the better line, Esc goes back to the game."),
                    "");
    else
        tui_app_say(a,
                    N_("The arrows go along the moves, Tab to the next marked one; a tries it "
                       "again."),
                    "");
}

void tui_review_show(tui_app *a)
{
    duel_state before, state, view;
    duel_msg why;
    const move_review *d = verdict_here(a);
    review_text x = told_to(a);
    int seat = table_view_seat(a->table.at.table, LOCAL_TABLE_GUEST);
    if (replay_walk(a, &before, &state, &why) != DUEL_OK) {
        tui_app_complain(a, &why);
        return;
    }
    duel_view(tui_table_variant(&a->table), &state, seat, &view);
    tui_pick_close(&a->pick);
    tui_turn_show(a, &view, seat);
    say_verdict(a, &before);
    duel_buf_clear(&a->expert);
    if (d && d->mark != DUEL_UNMARKED)
        say_better(a, d, &before);
    else
        review_sum(&x, &a->expert.sink);
    say_ways(a);
    tui_app_arrange(a);
}

/* ---- walking ----------------------------------------------------------------------------- */

static void stand_at(tui_app *a, size_t at)
{
    if (at > a->walk.found.count)
        return;
    a->walk.at = at;
    a->walk.step = -1;
    tui_review_show(a);
}

void tui_review_turning(tui_app *a)
{
    const game_review *r = &a->walk.found;
    stand_at(a, r->turning == r->count ? r->count : r->turning + 1);
}

/* After the last one comes the first. */
static void next_marked(tui_app *a)
{
    const game_review *r = &a->walk.found;
    for (size_t i = 0; i < r->count; i++) {
        size_t at = (a->walk.at + i) % r->count;
        if (r->move[at].mark != DUEL_UNMARKED) {
            stand_at(a, at + 1);
            return;
        }
    }
}

static void step_along(tui_app *a, int way)
{
    const move_review *d = verdict_here(a);
    duel_state before, state;
    int to = a->walk.step + way;
    if (d == NULL || to < 0 || replay_walk(a, &before, &state, NULL) != DUEL_OK ||
        to > line_length(tui_table_variant(&a->table), d, &before))
        return;
    a->walk.step = to;
    tui_review_show(a);
}

void tui_review_better(tui_app *a)
{
    const move_review *d = verdict_here(a);
    if (d == NULL || d->mark == DUEL_UNMARKED)
        tui_app_say(a, N_("Nothing better is known here."), "");
    else if (a->walk.step < 0)
        a->walk.step = 0, step_along(a, 1);
    else
        step_along(a, 1);
}

void tui_review_key(tui_app *a, const tui_key *k)
{
    int way = k->code == TUI_LEFT || k->code == TUI_UP          ? -1
              : k->code == TUI_RIGHT || k->code == TUI_DOWN_KEY ? 1
                                                                : 0;
    bool along = a->walk.step >= 0;
    if (way && along)
        step_along(a, way);
    else if (way > 0 || (way < 0 && a->walk.at > 0))
        stand_at(a, way < 0 ? a->walk.at - 1 : a->walk.at + 1);
    else if (k->code == TUI_HOME || k->code == TUI_END)
        stand_at(a, k->code == TUI_HOME ? 0 : a->walk.found.count);
    else if (k->code == TUI_TAB)
        next_marked(a);
    else if (k->code == TUI_ENTER)
        tui_review_better(a);
    else if (k->code == TUI_ESCAPE && along)
        stand_at(a, a->walk.at);
    else if (k->code == TUI_ESCAPE)
        tui_review_leave(a);
}

/* ---- all of it --------------------------------------------------------------------------- */

static void put_graph(const tui_app *a, const review_text *x, duel_sink *out)
{
    game_curve g;
    duel_pen pen = {.out = out, .lang = a->lang, .utf8 = a->utf8};
    curve_point *point = calloc(x->review->count + 1, sizeof *point);
    if (point && review_graph(x, point, &g)) {
        duel_put(out, "\n");
        curve_draw(&g, &pen, a->layout.surface.columns);
    }
    free(point);
}

void tui_review_all_moves(tui_app *a)
{
    duel_msg why;
    review_text x = told_to(a);
    duel_buf_clear(&a->page);
    if (review_list(&x, &a->page.sink, &why) != DUEL_OK) {
        tui_app_complain(a, &why);
        return;
    }
    put_graph(a, &x, &a->page.sink);
    review_sum(&x, &a->page.sink);
    tui_ask_page(a);
}

/* ---- trying again ------------------------------------------------------------------------ */

/* The person where the move was made, the machines of the game where they sat. */
static void name_players(const tui_app *a, int seat, duel_buf *out)
{
    for (int i = 0; i < tui_table_variant(&a->table)->seats; i++) {
        table_chair_state chair = table_chair(a->table.at.table, i, 0);
        const char *machine = chair.human ? "expert" : chair.spec;
        duel_putf(&out->sink, "%s%s", i ? "," : "", i == seat ? "human" : machine);
    }
}

static duel_status set_up_again(tui_app *a, const duel_state *before, duel_msg *why)
{
    tui_setup *s = &a->table.setup;
    duel_buf players, start;
    duel_buf_init(&players);
    duel_buf_init(&start);
    s->v = *tui_table_variant(&a->table);
    name_players(a, s->v.game->turn(&s->v, before), &players);
    duel_print(&s->v, before, &start.sink);
    duel_status status = tui_setup_seats(s, duel_buf_str(&players), why);
    if (status == DUEL_OK) {
        duel_buf_clear(&s->start);
        duel_put_str(&s->start.sink, duel_buf_str(&start));
    }
    duel_buf_fini(&players);
    duel_buf_fini(&start);
    return status;
}

void tui_review_try_again(tui_app *a)
{
    duel_state before, state;
    duel_msg why;
    duel_status status = replay_walk(a, &before, &state, &why);
    if (status == DUEL_OK && a->walk.at == 0)
        status = duel_refuse(&why, N_("Before the first move."), "");
    if (status == DUEL_OK)
        status = set_up_again(a, &before, &why);
    if (status != DUEL_OK) {
        tui_app_complain(a, &why);
        return;
    }
    memcpy(a->walk.origin, table_id(a->table.at.table), sizeof a->walk.origin);
    a->walk.origin_at = a->walk.at;
    tui_review_leave(a);
    a->table.shown_setup = true;
    tui_turn_close(a, TUI_PLAY_AFTER);
}
