/* front/tui/questions.c -- questions, lists and pages: see app.h. */
#include "base/grow.h"
#include "core/variant.h"
#include "front/tui/app.h"
#include "players/catalogue.h"

#include <stdio.h>
#include <string.h>
#include <time.h>

enum { LIST_PAGE = 10 }; /* how far Page Up and Page Down go in a list */

/* ---- pages ------------------------------------------------------------------------------- */

void tui_ask_page(tui_app *a)
{
    a->page_top = 0;
    a->layer = TUI_PAGE;
}

/* ---- games ------------------------------------------------------------------------------- */

const duel_game *tui_ask_game(int at)
{
    int i = 0;
    for (; duel_games[i]; i++)
        if (catalogue_group_of(duel_games[i]) != CATALOGUE_TEMPLATE_GAME && at-- == 0)
            break;
    return duel_games[i];
}

/* Where the list has it; a template has the first place. */
static int place_in_list(const duel_game *g)
{
    int at = 0;
    while (tui_ask_game(at) && tui_ask_game(at) != g)
        at++;
    return tui_ask_game(at) ? at : 0;
}

static duel_status choose_game(tui_app *a, const duel_game *g, duel_str situation,
                               duel_msg *why)
{
    duel_status status = tui_table_choose(&a->table, g, why);
    if (status == DUEL_OK && situation.len)
        status = tui_setup_read(&a->table.setup, situation, why);
    if (status != DUEL_OK) {
        tui_table_clear(&a->table);
        return status;
    }
    a->walk.origin[0] = '\0';
    a->place = TUI_AT_GAME;
    a->game_at = place_in_list(g);
    tui_app_say(a, g->tagline, "");
    tui_turn_study(a);
    return DUEL_OK;
}

static bool walk_games(tui_app *a, int step)
{
    int to = a->game_at + step;
    while (to > 0 && tui_ask_game(to) == NULL)
        to--;
    a->game_at = to < 0 ? 0 : to;
    return step != 0;
}

bool tui_ask_game_key(tui_app *a, const tui_key *k)
{
    duel_msg why;
    const tui_rect *r = &a->layout.surface;
    int clicked = a->game_top + k->row - r->row;
    bool click = k->code == TUI_MOUSE && k->row >= r->row && k->row < r->row + r->rows &&
                 tui_ask_game(clicked);
    a->game_at = click ? clicked : a->game_at;
    if (k->code != TUI_ENTER && !click)
        return walk_games(a, tui_keys_step(k, LIST_PAGE));
    if (choose_game(a, tui_ask_game(a->game_at), (duel_str){"", 0}, &why) != DUEL_OK)
        tui_app_complain(a, &why);
    return true;
}

/* ---- questions --------------------------------------------------------------------------- */

static void explain_games(tui_app *a)
{
    tui_words_games(a->lang, &a->page.sink);
}

/* As on the command line: the game, and behind it its situation. A title, or the name of a
 * file, may have blanks itself. */
static duel_status answer_game(tui_app *a, duel_str text, duel_msg *why)
{
    const duel_game *g;
    duel_str situation = {text.at + text.len, 0}, name, rest = text;
    duel_status status = catalogue_open_game(text, &g, NULL);
    if (status != DUEL_OK && duel_str_word(&rest, " ", &name)) {
        situation = duel_str_trim(rest);
        status = catalogue_open_game(name, &g, why);
    }
    return status == DUEL_OK ? choose_game(a, g, situation, why) : status;
}

static void explain_situation(tui_app *a)
{
    const duel_game *g = a->table.game;
    duel_sink *out = &a->page.sink;
    duel_state state;
    duel_msg why;
    duel_buf sample;
    duel_buf_init(&sample);
    duel_tell(a->lang, out,
              N_("Nothing for the usual situation, or settings to change it, or a position."),
              "");
    duel_put(out, "\n\n");
    tui_words_options(a->lang, g, out);
    duel_putf(out, "%-16s  %s",
              "seed=", duel_text(a->lang, N_("a word or a number: the same deal every time")));
    if (g->print && !tui_table_secrets(&a->table) &&
        tui_setup_state(&a->table.setup, &state, &why) == DUEL_OK) {
        g->print(&a->table.setup.v, &state, &sample.sink);
        duel_put(out, "\n\n");
        duel_tell(a->lang, out, N_("A position is written like this one: {0}"), "s",
                  duel_buf_str(&sample));
    }
    duel_put(out, "\n");
    duel_buf_fini(&sample);
}

static duel_status answer_situation(tui_app *a, duel_str text, duel_msg *why)
{
    duel_status status = tui_setup_read(&a->table.setup, text, why);
    if (status != DUEL_OK)
        return status;
    tui_turn_close(a, TUI_GO_ON);
    a->walk.origin[0] = '\0';
    a->table.shown_setup = true;
    duel_buf_clear(&a->player);
    duel_buf_clear(&a->expert);
    duel_buf settings;
    duel_buf_init(&settings);
    duel_variant_print(&a->table.setup.v, &settings.sink);
    if (settings.len)
        tui_app_say(a, N_("The situation is set ({0}). F3 plays."), "s",
                    duel_buf_str(&settings));
    else
        tui_app_say(a, N_("The situation is set. F3 plays."), "");
    duel_buf_fini(&settings);
    tui_turn_study(a);
    return DUEL_OK;
}

static void explain_players(tui_app *a)
{
    tui_words_players(a->lang, &a->table.setup.v, &a->page.sink);
}

static duel_status answer_players(tui_app *a, duel_str text, duel_msg *why)
{
    duel_status status = tui_setup_seats(&a->table.setup, text, why);
    if (status != DUEL_OK)
        return status;
    tui_turn_close(a, TUI_GO_ON);
    tui_app_say(a, N_("The players are seated. F3 plays."), "");
    tui_turn_draw(a);
    return DUEL_OK;
}

/* What is asked, what the page above says, and what is done with the answer. */
static const struct {
    const char *prompt;
    void (*explain)(tui_app *a);
    duel_status (*answer)(tui_app *a, duel_str text, duel_msg *why);
} questions[] = {
    [TUI_ASK_GAME] = {N_("Which game?"), explain_games, answer_game},
    [TUI_ASK_SITUATION] = {N_("Starting situation?"), explain_situation, answer_situation},
    [TUI_ASK_PLAYERS] = {N_("Who plays?"), explain_players, answer_players}};

const char *tui_ask_prompt(const tui_app *a)
{
    return duel_text(a->lang, questions[a->question].prompt);
}

void tui_ask_begin(tui_app *a, tui_question q)
{
    a->question = q;
    duel_buf_clear(&a->page);
    duel_buf_clear(&a->message);
    tui_line_clear(&a->answer);
    questions[a->question].explain(a);
    a->page_top = 0;
    a->layer = TUI_QUESTION;
}

/* The question stays, with what is wrong above it. */
static void ask_again(tui_app *a, const duel_msg *why)
{
    duel_buf_clear(&a->page);
    duel_render(a->lang, why, &a->page.sink);
    duel_put(&a->page.sink, "\n\n");
    questions[a->question].explain(a);
    a->page_top = 0;
    tui_line_clear(&a->answer);
}

static void answer_question(tui_app *a)
{
    duel_msg why;
    duel_str text = duel_str_trim(tui_line_text(&a->answer));
    if (a->question == TUI_ASK_GAME && text.len == 0)
        return;
    tui_line_remember(&a->answer);
    if (questions[a->question].answer(a, text, &why) == DUEL_OK)
        a->layer = TUI_BARE;
    else
        ask_again(a, &why);
}

static void complete_answer(tui_app *a)
{
    duel_buf words, fits;
    duel_buf_init(&words);
    duel_buf_init(&fits);
    const duel_option *o = a->table.game ? a->table.game->options : NULL;
    if (a->question == TUI_ASK_GAME)
        for (int i = 0; duel_games[i]; i++)
            duel_putf(&words.sink, "%s\n", duel_games[i]->id);
    else if (a->question == TUI_ASK_SITUATION)
        for (int i = 0; o && o[i].name; i++)
            duel_putf(&words.sink, "%s=\n", o[i].name);
    tui_line_complete(&a->answer, duel_buf_str(&words), &fits.sink);
    duel_buf_fini(&words);
    duel_buf_fini(&fits);
}

void tui_ask_key(tui_app *a, const tui_key *k)
{
    if (k->code == TUI_ENTER)
        answer_question(a);
    else if (k->code == TUI_ESCAPE || k->code == TUI_F0 + 10)
        a->layer = TUI_BARE;
    else if (k->code == TUI_TAB)
        complete_answer(a);
    else if (k->code == TUI_PAGE_DOWN)
        a->page_top += a->layout.surface.rows - 1;
    else if (k->code == TUI_PAGE_UP)
        a->page_top -= a->layout.surface.rows - 1;
    else
        tui_line_key(&a->answer, k);
}

/* ---- saved games ------------------------------------------------------------------------- */

static bool take_saved(void *to, const saved_game *g)
{
    tui_app *a = to;
    if (g->finished)
        return true;
    if (!GROW_ONE(a->saved, a->saved_count))
        return false;
    tui_saved *s = &a->saved[a->saved_count++];
    time_t at = (time_t)g->updated;
    struct tm tm;
    char when[32];
    strftime(when, sizeof when, "%Y-%m-%d %H:%M", localtime_r(&at, &tm));
    memcpy(s->id, g->id, sizeof s->id);
    snprintf(s->line, sizeof s->line, "%s  %-12.*s %4lld  %.*s", when, (int)g->game.len,
             g->game.at, (long long)g->moves, (int)g->seats.len, g->seats.at);
    return true;
}

void tui_ask_saved(tui_app *a)
{
    duel_msg why;
    a->saved_count = a->saved_at = 0;
    if (store_list(a->table.at.store, take_saved, a, &why) != DUEL_OK)
        tui_app_complain(a, &why);
    else if (a->saved_count == 0)
        tui_app_say(a, N_("No game is waiting to be finished."), "");
    else {
        a->layer = TUI_LIST;
        tui_app_say(
            a, N_("Which game is taken up again? Arrows choose, Enter takes it, Esc leaves."),
            "");
    }
}

static void resume(tui_app *a)
{
    duel_msg why;
    if (tui_table_resume(&a->table, a->saved[a->saved_at].id, &why) != DUEL_OK)
        tui_app_complain(a, &why);
    else {
        a->walk.origin[0] = '\0';
        tui_turn_study(a);
        tui_turn_enter(a);
    }
}

void tui_ask_saved_key(tui_app *a, const tui_key *k)
{
    int to = a->saved_at + tui_keys_step(k, LIST_PAGE);
    a->saved_at = to < 0 ? 0 : to >= a->saved_count ? a->saved_count - 1 : to;
    if (k->code == TUI_ENTER) {
        a->layer = TUI_BARE;
        resume(a);
    } else if (k->code == TUI_ESCAPE || k->code == TUI_F0 + 10 ||
               (k->code == TUI_TEXT && k->text[0] == 'q')) {
        a->layer = TUI_BARE;
        duel_buf_clear(&a->message);
    }
}
