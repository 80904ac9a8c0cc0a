/* front/tui/key_actions.c -- what a key does: see app.h. */
#include "front/tui/app.h"

#include <string.h>

/* ---- choices of the menus ---------------------------------------------------------------- */

static void show_help(tui_app *a)
{
    duel_buf_clear(&a->page);
    tui_words_help(a->lang, &a->page.sink);
    tui_ask_page(a);
}

void tui_keys_rules(tui_app *a)
{
    duel_buf_clear(&a->page);
    tui_words_rules(a->lang, a->table.game, &a->page.sink);
    tui_menu menu = tui_app_menu(a);
    duel_put(&a->page.sink, "\n");
    tui_menu_rest(&menu, a->layout.menu.columns, &a->page.sink);
    tui_ask_page(a);
}

/* All that the windows say, where they show only the beginning. */
static void read_windows(tui_app *a)
{
    duel_buf_clear(&a->page);
    tui_paint_words(a, &a->page);
    if (a->place == TUI_AT_EXPLORE) {
        tui_explore_read(a, &a->page.sink);
    } else {
        if (a->page.len && a->expert.len)
            duel_put(&a->page.sink, "\n");
        duel_put_str(&a->page.sink, duel_buf_str(&a->expert));
    }
    tui_ask_page(a);
}

static void next_palette(tui_app *a)
{
    static const char *const names[] = {N_("Colours: the usual ones."),
                                        N_("Colours: for colour-blind eyes."),
                                        N_("Colours: none, marks instead.")};
    a->palette = (a->palette + 1) % TUI_PALETTES;
    tui_screen_set_palette(a->palette);
    tui_app_say(a, names[a->palette], "");
    if (a->place == TUI_AT_REVIEW)
        tui_review_show(a);
    else if (a->place == TUI_AT_EXPLORE)
        tui_explore_show(a);
    else
        tui_turn_draw(a);
}

static void leave(tui_app *a)
{
    if (a->place == TUI_AT_PLAY)
        tui_turn_leave(a);
    else if (a->place == TUI_AT_LESSON)
        tui_lesson_leave(a);
    else if (a->place == TUI_AT_REVIEW)
        tui_review_leave(a);
    else if (a->place == TUI_AT_EXPLORE)
        tui_explore_leave(a);
    else if (a->place == TUI_AT_GAME)
        tui_turn_leave_game(a);
    else
        a->over = true;
}

static void ask_game(tui_app *a)
{
    tui_ask_begin(a, TUI_ASK_GAME);
}

static void ask_situation(tui_app *a)
{
    tui_ask_begin(a, TUI_ASK_SITUATION);
}

static void ask_players(tui_app *a)
{
    tui_ask_begin(a, TUI_ASK_PLAYERS);
}

static void do_choice(tui_app *a, tui_choice choice)
{
    static void (*const deeds[])(tui_app *) = {[TUI_HELP] = show_help,
                                               [TUI_GAME] = ask_game,
                                               [TUI_RESUME] = tui_ask_saved,
                                               [TUI_RULES] = tui_keys_rules,
                                               [TUI_SITUATION] = ask_situation,
                                               [TUI_PLAY] = tui_turn_begin,
                                               [TUI_PLAYERS] = ask_players,
                                               [TUI_LESSON] = tui_lesson_begin,
                                               [TUI_READ] = read_windows,
                                               [TUI_ADVICE] = tui_help_advise,
                                               [TUI_HINT] = tui_help_hint,
                                               [TUI_LENS] = tui_help_next_lens,
                                               [TUI_FLAG] = tui_flag_pick,
                                               [TUI_UNDO] = tui_turn_undo,
                                               [TUI_REVIEW] = tui_review_begin,
                                               [TUI_ALL_MOVES] = tui_review_all_moves,
                                               [TUI_BETTER] = tui_review_better,
                                               [TUI_TURNING] = tui_review_turning,
                                               [TUI_TRY_AGAIN] = tui_review_try_again,
                                               [TUI_EXPLORE] = tui_explore_begin,
                                               [TUI_AT_TABLE] = tui_explore_home,
                                               [TUI_PALETTE] = next_palette,
                                               [TUI_WRITE] = tui_app_write_screen,
                                               [TUI_LEAVE] = leave};
    duel_value wanted;
    if (tui_menu_draws(choice, &wanted))
        tui_explore_draw(a, wanted);
    else if (choice != TUI_NOTHING)
        deeds[choice](a);
}

static tui_choice chosen(const tui_app *a, const tui_key *k)
{
    tui_menu menu = tui_app_menu(a);
    return tui_menu_choice(&menu, k, a->canvas.columns);
}

/* ---- moving a large drawing -------------------------------------------------------------- */

static bool scroll(tui_app *a, const tui_key *k)
{
    const tui_rect *r = &a->layout.surface;
    switch (k->code) {
    case TUI_PAGE_UP:
        a->top -= r->rows - 1;
        return true;
    case TUI_PAGE_DOWN:
        a->top += r->rows - 1;
        return true;
    case TUI_SHIFT_LEFT:
        a->left -= r->columns / 2;
        return true;
    case TUI_SHIFT_RIGHT:
        a->left += r->columns / 2;
        return true;
    default:
        return false;
    }
}

int tui_keys_step(const tui_key *k, int page)
{
    return k->code == TUI_UP          ? -1
           : k->code == TUI_DOWN_KEY  ? +1
           : k->code == TUI_PAGE_UP   ? -page
           : k->code == TUI_PAGE_DOWN ? +page
                                      : 0;
}

/* ---- a person's turn --------------------------------------------------------------------- */

static void take_pick(tui_app *a)
{
    duel_move move;
    if (tui_pick_take(&a->pick, &move))
        tui_turn_play(a, move);
    else
        tui_turn_half(a);
}

static bool walk(tui_app *a, const tui_key *k)
{
    int dx = k->code == TUI_RIGHT ? 1 : k->code == TUI_LEFT ? -1 : 0;
    int dy = k->code == TUI_DOWN_KEY ? 1 : k->code == TUI_UP ? -1 : 0;
    if ((dx == 0 && dy == 0) || a->line.length)
        return false;
    if (tui_turn_open_pick(a))
        tui_pick_walk(&a->pick, dx, dy);
    return true;
}

/* A click takes what it points at. */
static void click(tui_app *a, const tui_key *k)
{
    const tui_rect r = tui_turn_place(a);
    int column = k->column - r.column + a->left, row = k->row - r.row + a->top;
    if (tui_turn_open_pick(a) && tui_pick_point(&a->pick, row, column))
        take_pick(a);
}

static void press_enter(tui_app *a)
{
    duel_str text = duel_str_trim(tui_line_text(&a->line));
    if (text.len) {
        tui_line_remember(&a->line);
        tui_turn_try(a, text);
    } else if (a->pick.open && a->pick.at >= 0) {
        take_pick(a);
    } else {
        tui_turn_confirm(a);
    }
}

static void give_back(tui_app *a)
{
    tui_pick_give_back(&a->pick);
    if (a->pick.depth == 0)
        duel_buf_clear(&a->message);
}

/* One step back: what is typed, what is picked, what is drafted. */
static void step_back(tui_app *a)
{
    if (a->line.length)
        tui_line_clear(&a->line);
    else if (a->pick.open && a->pick.depth)
        give_back(a);
    else if (a->pick.open && a->pick.at >= 0)
        tui_pick_close(&a->pick);
    else
        tui_turn_step_back(a);
}

static void person_key(tui_app *a, const tui_key *k)
{
    bool letter = k->code == TUI_TEXT && strcmp(k->text, "?") != 0; /* part of a move */
    tui_choice choice = letter && a->line.length ? TUI_NOTHING : chosen(a, k);
    if (choice != TUI_NOTHING)
        do_choice(a, choice);
    else if (scroll(a, k) || walk(a, k))
        return;
    else if (k->code == TUI_MOUSE)
        click(a, k);
    else if (k->code == TUI_ENTER)
        press_enter(a);
    else if (k->code == TUI_TAB)
        tui_turn_complete(a);
    else if (k->code == TUI_ESCAPE || (k->code == TUI_BACKSPACE && a->line.length == 0))
        step_back(a);
    else
        tui_line_key(&a->line, k);
}

static void keep_for_later(tui_app *a, const tui_key *k)
{
    if (a->waiting_count < TUI_WAITING)
        a->waiting[a->waiting_count++] = *k;
}

/* Whoever types does not want to wait for advice: it ends at once, and no key is lost. */
static void hurry_advice(tui_app *a, const tui_key *k)
{
    if (!a->worker.running || a->worker.order.job != TUI_THINK_ADVICE || k->code == TUI_OTHER)
        return;
    keep_for_later(a, k);
    tui_worker_stop(&a->worker);
}

void tui_keys_replay(tui_app *a)
{
    int count = a->waiting_count;
    tui_key keys[TUI_WAITING];
    memcpy(keys, a->waiting, (size_t)count * sizeof *keys);
    a->waiting_count = 0;
    for (int i = 0; i < count && !a->over; i++)
        tui_keys_obey(a, &keys[i]);
}

/* While a machine thinks: only the menu, Esc, and a pause for those who watch. */
static void waiting_key(tui_app *a, const tui_key *k)
{
    tui_choice choice = chosen(a, k);
    bool help = choice == TUI_ADVICE || choice == TUI_HINT;
    if (choice != TUI_NOTHING && !help)
        do_choice(a, choice);
    else if (k->code == TUI_ESCAPE)
        tui_worker_stop(&a->worker);
    else if (k->code == TUI_TEXT && k->text[0] == ' ' && tui_table_people(&a->table) == 0)
        a->watching_paused = !a->watching_paused;
    else if (!scroll(a, k))
        hurry_advice(a, k);
}

/* ---- by what lies on top ----------------------------------------------------------------- */

static void cover_key(tui_app *a, const tui_key *k)
{
    tui_choice choice = chosen(a, k);
    if (k->code == TUI_ENTER)
        tui_turn_uncover(a);
    else if (choice == TUI_LEAVE || choice == TUI_WRITE)
        do_choice(a, choice);
}

static void page_key(tui_app *a, const tui_key *k)
{
    int step = tui_keys_step(k, a->layout.surface.rows - 1);
    a->page_top += step;
    if (step == 0 && k->code != TUI_OTHER)
        a->layer = TUI_BARE;
}

static void menu_key(tui_app *a, const tui_key *k)
{
    tui_choice choice = chosen(a, k);
    if (choice != TUI_NOTHING)
        do_choice(a, choice);
    else if (a->table.game || !tui_ask_game_key(a, k))
        scroll(a, k);
}

/* While it is made, a review can only be stopped. */
static void review_key(tui_app *a, const tui_key *k)
{
    tui_choice choice = chosen(a, k);
    if (a->worker.running && (k->code == TUI_ESCAPE || choice == TUI_LEAVE))
        tui_worker_stop(&a->worker);
    else if (a->worker.running)
        return;
    else if (choice != TUI_NOTHING)
        do_choice(a, choice);
    else if (!scroll(a, k))
        tui_review_key(a, k);
}

/* Counting can only be stopped. What is looked up is soon found: keys wait for it, also the one
 * that stops it. */
static void explore_key(tui_app *a, const tui_key *k)
{
    tui_choice choice = chosen(a, k);
    bool away = k->code == TUI_ESCAPE || choice == TUI_LEAVE;
    if (a->worker.running) {
        if (away)
            tui_worker_stop(&a->worker);
        if (a->tour.depth)
            keep_for_later(a, k);
    } else if (choice != TUI_NOTHING) {
        do_choice(a, choice);
    } else if (!scroll(a, k)) {
        tui_explore_key(a, k);
    }
}

static void bare_key(tui_app *a, const tui_key *k)
{
    bool lesson = a->place == TUI_AT_LESSON;
    if (a->place == TUI_AT_REVIEW)
        review_key(a, k);
    else if (a->place == TUI_AT_EXPLORE)
        explore_key(a, k);
    else if (a->place == TUI_AT_DUEL || a->place == TUI_AT_GAME)
        menu_key(a, k);
    else if (!a->worker.running && tui_table_waits(&a->table))
        person_key(a, k);
    else if (lesson && k->code != TUI_OTHER) /* it is over */
        tui_lesson_leave(a);
    else if (!lesson)
        waiting_key(a, k);
}

void tui_keys_obey(tui_app *a, const tui_key *k)
{
    if (a->worker.running && a->worker.order.job == TUI_CLOSE) { /* soon done */
        keep_for_later(a, k);
        return;
    }
    switch (a->layer) {
    case TUI_BARE:
        bare_key(a, k);
        break;
    case TUI_PAGE:
        page_key(a, k);
        break;
    case TUI_QUESTION:
        tui_ask_key(a, k);
        break;
    case TUI_LIST:
        tui_ask_saved_key(a, k);
        break;
    case TUI_COVER:
        cover_key(a, k);
        break;
    case TUI_OPENING:
        tui_lesson_enter(a);
        break;
    }
}

void tui_keys_interrupt(tui_app *a)
{
    if (a->worker.running)
        tui_worker_stop(&a->worker);
    else if (a->layer == TUI_PAGE || a->layer == TUI_QUESTION || a->layer == TUI_LIST)
        a->layer = TUI_BARE;
    else
        leave(a);
}
