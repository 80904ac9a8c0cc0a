/* front/tui/explore.c -- what was solved of a game, walked through as a tree: see app.h.
 *
 *     begin ──▶ the worker counts ──▶ the position at the table ◀──▶ along any move
 *                                          └──▶ the longest win, one drawn at random
 *
 * Where one has been is a list, and going back is the same from everywhere. A step is taken
 * once the worker has looked up where it leads; until then everything stays as it is. The game
 * at the table is only looked at. */
#include "base/grow.h"
#include "core/play.h"
#include "core/variant.h"
#include "front/tui/app.h"
#include "front/wording.h"

#include <stdlib.h>

/* ---- where one stands -------------------------------------------------------------------- */

static const duel_variant *explored_variant(const tui_app *a)
{
    return a->tour.of.v;
}

static const tui_stop *stop_here(const tui_app *a)
{
    return &a->tour.stop[a->tour.depth - 1];
}

static duel_move move_at(const tui_app *a, int at)
{
    return a->tour.answer->rated[at].move;
}

int tui_explore_moves(const tui_app *a)
{
    return a->tour.depth ? a->tour.answer->rated_count : 0;
}

unsigned tui_explore_kinds(const tui_app *a)
{
    const solved_counts *c = &a->tour.of.census;
    if (a->tour.depth == 0 || explored_variant(a)->game->accel->unpack == NULL)
        return 0;
    unsigned kinds = c->longest ? 1u << DUEL_UNSOLVED : 0;
    for (int value = DUEL_LOSS; value < SOLVED_COUNTS_KINDS; value++)
        kinds |= solved_counts_sampled(c, (duel_value)value) ? 1u << value : 0;
    return kinds;
}

static bool add_stop(tui_tour *t, const tui_stop *s)
{
    if (!GROW(t->stop, t->room, t->depth + 1))
        return false;
    t->stop[t->depth++] = *s;
    return true;
}

/* ---- beginning and ending ---------------------------------------------------------------- */

/* Who is to move in a game and looks at what the moves are worth has help. In the menu nobody
 * sits at the table: for a moment somebody does. False: there may be none. */
static bool count_as_help(tui_app *a)
{
    const game_table *t = a->table.at.table;
    bool helped = t && !table_over(t, NULL) && table_people(t) >> tui_table_turn(&a->table) & 1;
    if (!helped)
        return true;
    local_table_sit_down(&a->table.at);
    bool granted = tui_turn_ask(a, TABLE_ASK_HELP, (duel_str){"", 0});
    local_table_leave(&a->table.at, false);
    return granted;
}

/* What the machines at the table have solved is kept first: it is part of what is explored. */
void tui_explore_begin(tui_app *a)
{
    duel_msg why;
    if (!count_as_help(a))
        return;
    tui_order o = {.job = TUI_COUNT_SOLVED,
                   .cast = a->table.at.cast,
                   .v = tui_table_variant(&a->table),
                   .seed = local_table_now().ms,
                   .store = a->table.at.store,
                   .solved = &a->tour.of};
    a->tour.answer = malloc(sizeof *a->tour.answer);
    a->tour.number = o.seed;
    tui_line_clear(&a->line);
    duel_buf_clear(&a->message);
    duel_status status =
        a->tour.answer ? tui_worker_start(&a->worker, &o, &why) : duel_no_space(&why);
    if (status == DUEL_OK) {
        a->place = TUI_AT_EXPLORE;
        return;
    }
    tui_explore_close(a);
    tui_app_complain(a, &why);
}

void tui_explore_close(tui_app *a)
{
    solved_stats_close(&a->tour.of);
    duel_buf_fini(&a->tour.words);
    free(a->tour.answer);
    free(a->tour.stop);
    a->tour = (tui_tour){.depth = 0};
    duel_buf_init(&a->tour.words);
}

void tui_explore_leave(tui_app *a)
{
    tui_explore_close(a);
    tui_line_clear(&a->line);
    duel_buf_clear(&a->message);
    a->place = TUI_AT_GAME;
    tui_turn_draw(a);
    tui_app_arrange(a);
}

/* The command that solves it, as it is typed. */
static void put_command(const tui_app *a, const duel_variant *v, duel_sink *out)
{
    duel_buf settings;
    duel_buf_init(&settings);
    duel_variant_print(v, &settings.sink);
    duel_putf(out, "duel solve %s%s%s", v->game->id, settings.len ? " " : "", settings.text);
    if (a->c->data)
        duel_putf(out, " --data %s", a->c->data);
    duel_buf_fini(&settings);
}

/* A sentence that the untitled window has no room for is shown as a page. */
static void say_how_to_solve(tui_app *a)
{
    const duel_variant *v = tui_table_variant(&a->table);
    duel_buf command;
    duel_buf_init(&command);
    put_command(a, v, &command.sink);
    tui_app_say(a, N_("Nothing of this game is kept yet; to solve it: {0}"), "s",
                duel_buf_str(&command));
    duel_buf_fini(&command);
    if (tui_canvas_width(duel_buf_str(&a->message)) <= a->layout.untitled.columns)
        return;
    duel_buf_clear(&a->page);
    duel_put_str(&a->page.sink, duel_buf_str(&a->message));
    duel_buf_clear(&a->message);
    tui_ask_page(a);
}

/* Nothing is there to be seen: the reason is told from the menu of the game. */
static void explore_nothing(tui_app *a, duel_status status, const duel_msg *why)
{
    const duel_variant *v = tui_table_variant(&a->table);
    bool solvable = !duel_has_secrets(v) && v->key_bits && player_fits(duel_str_of("exact"), v);
    tui_explore_leave(a);
    if (status == DUEL_REFUSED && solvable)
        say_how_to_solve(a);
    else
        tui_app_complain(a, why);
}

/* Whoever stands somewhere stays there. */
static void tell_failure(tui_app *a, const duel_msg *why)
{
    if (a->tour.depth)
        tui_app_complain(a, why);
    else
        explore_nothing(a, DUEL_FAILED, why);
}

/* ---- asking the worker ------------------------------------------------------------------- */

static void order_look(tui_app *a, tui_course course, const tui_stop *to)
{
    duel_msg why;
    tui_order o = {.job = TUI_LOOK_UP,
                   .v = explored_variant(a),
                   .view = to->state,
                   .solved = &a->tour.of,
                   .memory = a->table.memory};
    a->tour.course = course;
    a->tour.next = *to;
    if (tui_worker_start(&a->worker, &o, &why) != DUEL_OK)
        tell_failure(a, &why);
}

/* How the game at the table began: its first stop, and the moves from there on. */
static duel_status begin_of_game(const tui_app *a, tui_stop *out, duel_msg *why)
{
    const game_table *t = a->table.at.table;
    *out = (tui_stop){.what = N_("The start of the game")};
    return t ? duel_record_begin(table_record(t), &out->state, why)
             : tui_setup_state(&a->table.setup, &out->state, why);
}

void tui_explore_home(tui_app *a)
{
    tui_stop home;
    duel_msg why;
    const game_table *t = a->table.at.table;
    const duel_record *r = t ? table_record(t) : NULL;
    if (begin_of_game(a, &home, &why) != DUEL_OK) {
        tell_failure(a, &why);
        return;
    }
    for (size_t i = 0; r && i < r->count; i++)
        r->variant.game->play(&r->variant, &home.state, r->move[i]);
    order_look(a, TUI_HOMEWARDS, &home);
}

/* Of DUEL_UNSOLVED the longest win. */
static duel_status order_drawn(tui_app *a, duel_value wanted, duel_msg *why)
{
    tui_tour *t = &a->tour;
    tui_stop to = {.what = wanted ? N_("A position drawn at random") : N_("The longest win")};
    duel_status status = solved_stats_position(&t->of.census, explored_variant(a), wanted,
                                               t->number++, &to.state, why);
    if (status == DUEL_OK)
        order_look(a, TUI_ELSEWHERE, &to);
    return status;
}

void tui_explore_draw(tui_app *a, duel_value wanted)
{
    duel_msg why;
    if (order_drawn(a, wanted, &why) != DUEL_OK)
        tui_app_complain(a, &why);
}

void tui_explore_counted(tui_app *a)
{
    if (a->worker.status != DUEL_OK)
        explore_nothing(a, a->worker.status, &a->worker.why);
    else
        tui_explore_home(a);
}

/* ---- what is said of it ------------------------------------------------------------------ */

void tui_explore_mover(const tui_app *a, duel_sink *out)
{
    const duel_variant *v = explored_variant(a);
    duel_put(out, duel_text(a->lang, duel_role(v, v->game->turn(v, &stop_here(a)->state))));
}

void tui_explore_move(const tui_app *a, int at, duel_sink *out)
{
    duel_print_move(explored_variant(a), &stop_here(a)->state, move_at(a, at), out);
}

static void put_worth_here(const tui_app *a, duel_sink *out)
{
    int32_t score[DUEL_SEATS];
    const duel_variant *v = explored_variant(a);
    const duel_state *state = &stop_here(a)->state;
    duel_pen pen = {.out = out, .lang = a->lang, .utf8 = a->utf8};
    if (v->game->over(v, state, score)) {
        wording_result(&pen, v, score, DUEL_NOBODY);
        return;
    }
    duel_tell(a->lang, out, N_("For {0}, to move: "), "w",
              duel_role(v, v->game->turn(v, state)));
    wording_value(a->lang, out, v, &a->tour.answer->result, WORDING_APART);
}

/* "The longest win, then 5 1": where one came from, and the last moves since. */
static void put_way(const tui_app *a, duel_sink *out)
{
    enum { SHOWN = 8 };
    const duel_variant *v = explored_variant(a);
    const tui_tour *t = &a->tour;
    int from = t->depth - 1;
    duel_buf moves;
    while (t->stop[from].what == NULL)
        from--;
    int first = t->depth - SHOWN > from + 1 ? t->depth - SHOWN : from + 1;
    duel_buf_init(&moves);
    duel_put(&moves.sink, first > from + 1 ? "…" : "");
    for (int i = first; i < t->depth; i++) {
        duel_put(&moves.sink, i > from + 1 ? " " : "");
        duel_print_move(v, &t->stop[i - 1].state, t->stop[i].move, &moves.sink);
    }
    if (moves.len)
        duel_tell(a->lang, out, N_("{0}, then {1}"), "ws", t->stop[from].what,
                  duel_buf_str(&moves));
    else
        duel_put(out, duel_text(a->lang, t->stop[from].what));
    duel_buf_fini(&moves);
}

static void put_words(tui_app *a)
{
    duel_sink *out = &a->tour.words.sink;
    duel_buf_clear(&a->tour.words);
    put_worth_here(a, out);
    duel_put(out, "\n");
    put_way(a, out);
    duel_put(out, "\n");
    solved_stats_tell(a->lang, out, &a->tour.of.census);
    duel_put(out, "\n");
}

/* "c3  a win in 5 moves", the value from a column on. */
static void put_rated(const tui_app *a, int at, int column, duel_sink *out)
{
    duel_buf move;
    duel_buf_init(&move);
    tui_explore_move(a, at, &move.sink);
    wording_put_padded(out, move.text, column);
    duel_buf_fini(&move);
    wording_value(a->lang, out, explored_variant(a), &a->tour.answer->rated[at].result,
                  WORDING_APART);
}

/* Where values stand beside some of the moves; a narrow window has one blank between them. */
static int column_of_values(const tui_app *a, int from, int to)
{
    enum { WIDE = 32 };
    int most = 0, between = a->layout.expert.columns < WIDE ? 1 : 2;
    duel_buf move;
    duel_buf_init(&move);
    for (int i = from; i < to; i++) {
        duel_buf_clear(&move);
        tui_explore_move(a, i, &move.sink);
        int columns = tui_canvas_width(duel_buf_str(&move));
        most = columns > most ? columns : most;
    }
    duel_buf_fini(&move);
    return most + between;
}

void tui_explore_read(const tui_app *a, duel_sink *out)
{
    int count = tui_explore_moves(a), column = column_of_values(a, 0, count);
    duel_put(out, count ? "\n" : "");
    for (int i = 0; i < count; i++) {
        put_rated(a, i, column, out);
        duel_put(out, "\n");
    }
}

/* Words say what it is worth; a tone shows it from afar. */
static int tone_of_value(duel_value value)
{
    return value == DUEL_WIN ? DUEL_SAFE : value == DUEL_LOSS ? DUEL_DANGER : DUEL_PLAIN;
}

static void paint_rated(tui_app *a, tui_rect r, int row, int at, int column)
{
    bool here = at == a->tour.at;
    duel_buf text;
    duel_buf_init(&text);
    put_rated(a, at, column, &text.sink);
    tui_canvas_text(&a->canvas, r.row + row, r.column, 2, duel_str_of(here ? "> " : "  "),
                    DUEL_PICK);
    tui_canvas_text(&a->canvas, r.row + row, r.column + 2, r.columns - 2, duel_buf_str(&text),
                    here ? DUEL_PICK : tone_of_value(a->tour.answer->rated[at].result.value));
    a->cut = a->cut || tui_canvas_width(duel_buf_str(&text)) > r.columns - 2;
    duel_buf_fini(&text);
}

/* The list moves as little as needed to show the move that is chosen. */
static void scroll_moves(tui_tour *t, int rows, int count)
{
    int least = t->at - rows + 1, most = count > rows ? count - rows : 0;
    t->top = t->top < least ? least : t->top > t->at ? t->at : t->top;
    t->top = t->top > most ? most : t->top < 0 ? 0 : t->top;
}

/* Arrows at the edge tell where the list goes on. */
void tui_explore_paint(tui_app *a)
{
    tui_rect r = a->layout.expert;
    tui_tour *t = &a->tour;
    int count = tui_explore_moves(a), edge = r.column + r.columns - 1;
    scroll_moves(t, r.rows, count);
    int end = t->top + r.rows < count ? t->top + r.rows : count;
    int column = column_of_values(a, t->top, end);
    r.columns -= count > r.rows ? 2 : 0;
    for (int i = t->top; i < end; i++)
        paint_rated(a, r, i - t->top, i, column);
    if (t->top > 0)
        tui_canvas_put(&a->canvas, r.row, edge, "↑", DUEL_SOFT);
    if (end < count)
        tui_canvas_put(&a->canvas, r.row + r.rows - 1, edge, "↓", DUEL_SOFT);
}

/* ---- what is shown of it ----------------------------------------------------------------- */

static int eyes_of(const tui_app *a)
{
    return a->table.at.table ? table_view_seat(a->table.at.table, LOCAL_TABLE_GUEST)
                             : DUEL_NOBODY;
}

/* The chosen move is marked on the surface, as far as it is made of things that stand there. */
static void choose_move(tui_app *a, int at)
{
    duel_target path[DUEL_PATH];
    duel_state view;
    const duel_variant *v = explored_variant(a);
    int count = tui_explore_moves(a), seat = eyes_of(a);
    tui_pick_close(&a->pick);
    a->tour.at = at < 0 ? 0 : at >= count ? count - 1 : at;
    if (count == 0)
        return;
    duel_view(v, &stop_here(a)->state, seat, &view);
    if (!tui_pick_open(&a->pick, v, &view, seat, &a->drawing))
        return;
    int length = duel_path(v, &view, move_at(a, a->tour.at), path);
    for (int i = 0; i < length; i++)
        tui_pick_mark(&a->pick, &path[i]);
}

void tui_explore_show(tui_app *a)
{
    duel_state view;
    int seat = eyes_of(a);
    duel_view(explored_variant(a), &stop_here(a)->state, seat, &view);
    tui_pick_close(&a->pick);
    tui_turn_show(a, &view, seat);
    put_words(a);
    choose_move(a, a->tour.at);
    tui_app_arrange(a);
}

/* ---- a step is taken --------------------------------------------------------------------- */

/* The place of a move in the list; 0 if it is not there. */
static int place_in_list(const tui_app *a, duel_move move)
{
    for (int i = 0; i < tui_explore_moves(a); i++)
        if (move_at(a, i) == move)
            return i;
    return 0;
}

/* The way home is the game so far, so that one can go back along it. */
static bool lay_game(tui_app *a)
{
    tui_stop s;
    duel_msg why;
    const game_table *t = a->table.at.table;
    const duel_record *r = t ? table_record(t) : NULL;
    a->tour.depth = 0;
    bool laid = begin_of_game(a, &s, &why) == DUEL_OK && add_stop(&a->tour, &s);
    s.what = NULL;
    for (size_t i = 0; laid && r && i < r->count; i++) {
        s.move = r->move[i];
        r->variant.game->play(&r->variant, &s.state, s.move);
        laid = add_stop(&a->tour, &s);
    }
    return laid;
}

/* Whether there was memory for it. What was chosen before is chosen again on the way back. */
static bool take_step(tui_app *a)
{
    tui_tour *t = &a->tour;
    bool taken = true;
    t->at = t->top = 0;
    if (t->course == TUI_BACKWARDS) {
        duel_move from = stop_here(a)->move;
        t->depth--;
        t->at = t->stop[t->depth].what ? 0 : place_in_list(a, from);
    } else if (t->course == TUI_HOMEWARDS) {
        taken = lay_game(a);
    } else {
        taken = add_stop(t, &t->next);
    }
    return taken;
}

/* Where the position at the table is not solved, one begins at the longest win. */
static bool begin_elsewhere(tui_app *a)
{
    bool unsolved = a->worker.status == DUEL_REFUSED && a->tour.course == TUI_HOMEWARDS;
    if (a->tour.depth || !unsolved)
        return false;
    tui_app_say(a, N_("The position at the table is not solved: this is the longest win."), "");
    return order_drawn(a, DUEL_UNSOLVED, NULL) == DUEL_OK;
}

void tui_explore_looked(tui_app *a)
{
    bool first = a->tour.depth == 0;
    duel_msg why;
    if (a->worker.status != DUEL_OK) {
        if (!begin_elsewhere(a))
            tell_failure(a, &a->worker.why);
        return;
    }
    *a->tour.answer = a->worker.advice->answer;
    if (!take_step(a)) {
        duel_no_space(&why);
        explore_nothing(a, DUEL_NO_SPACE, &why);
        return;
    }
    if (!first)
        duel_buf_clear(&a->message);
    else if (a->message.len == 0)
        tui_app_say(a, N_("Arrows or typing choose, Enter plays, ← goes back."), "");
    tui_line_clear(&a->line);
    tui_explore_show(a);
}

/* ---- keys -------------------------------------------------------------------------------- */

static void follow_move(tui_app *a, duel_move move)
{
    const duel_variant *v = explored_variant(a);
    tui_stop to = {.state = stop_here(a)->state, .move = move};
    v->game->play(v, &to.state, move);
    order_look(a, TUI_ONWARDS, &to);
}

static void follow_chosen(tui_app *a)
{
    duel_msg why;
    duel_move move;
    duel_str text = duel_str_trim(tui_line_text(&a->line));
    if (tui_explore_moves(a) == 0)
        return;
    if (text.len == 0) {
        follow_move(a, move_at(a, a->tour.at));
    } else if (duel_read_move(explored_variant(a), &stop_here(a)->state, text, &move, &why) ==
               DUEL_OK) {
        follow_move(a, move);
    } else {
        tui_line_clear(&a->line);
        tui_app_complain(a, &why);
    }
}

static void go_back(tui_app *a)
{
    if (a->tour.depth > 1)
        order_look(a, TUI_BACKWARDS, &a->tour.stop[a->tour.depth - 2]);
    else
        tui_app_say(a, N_("Here the way begins."), "");
}

/* The list follows what is typed, once it is a move. */
static void type_key(tui_app *a, const tui_key *k)
{
    duel_move move;
    if (tui_explore_moves(a) == 0)
        return;
    tui_line_key(&a->line, k);
    duel_str text = duel_str_trim(tui_line_text(&a->line));
    if (text.len &&
        duel_read_move(explored_variant(a), &stop_here(a)->state, text, &move, NULL) == DUEL_OK)
        choose_move(a, place_in_list(a, move));
}

static void complete_typed(tui_app *a)
{
    duel_buf fits;
    if (tui_explore_moves(a) == 0)
        return;
    duel_buf_init(&fits);
    tui_turn_complete_in(a, explored_variant(a), &stop_here(a)->state, &fits.sink);
    duel_buf_fini(&fits);
}

/* Keys that mean something else while a move is typed. */
static bool walk_key(tui_app *a, const tui_key *k)
{
    int last = tui_explore_moves(a) - 1;
    if (k->code == TUI_LEFT || k->code == TUI_BACKSPACE)
        go_back(a);
    else if (k->code == TUI_RIGHT)
        follow_chosen(a);
    else if (k->code == TUI_HOME || k->code == TUI_END)
        choose_move(a, k->code == TUI_HOME ? 0 : last);
    else if (k->code == TUI_ESCAPE)
        tui_explore_leave(a);
    else
        return false;
    return true;
}

void tui_explore_key(tui_app *a, const tui_key *k)
{
    int way = k->code == TUI_UP ? -1 : k->code == TUI_DOWN_KEY ? 1 : 0;
    if (way) {
        tui_line_clear(&a->line);
        choose_move(a, a->tour.at + way);
    } else if (k->code == TUI_ENTER) {
        follow_chosen(a);
    } else if (k->code == TUI_TAB) {
        complete_typed(a);
    } else if (a->line.length && k->code == TUI_ESCAPE) {
        tui_line_clear(&a->line);
    } else if (a->line.length || !walk_key(a, k)) {
        type_key(a, k);
    }
}
