/* front/tui/lesson.c -- a first lesson in the five windows: see app.h and core/lesson.h.
 *
 * The expert says in its window what to do; the learner's moves are answered in the Player
 * window. What does not fit there is first shown as a page. */
#include "front/tui/app.h"

#include <string.h>

static bool fits_in(const tui_app *a, tui_rect r, const duel_buf *text)
{
    tui_canvas none = {.rows = 0, .utf8 = a->utf8};
    return tui_canvas_paragraphs(&none, r, duel_buf_str(text), 0, DUEL_PLAIN) <= r.rows;
}

/* The rows of the Player window above the line for typing. */
static tui_rect player_rows(const tui_app *a)
{
    tui_rect r = a->layout.player;
    r.rows--;
    return r;
}

static void page_unless_they_fit(tui_app *a)
{
    if (fits_in(a, player_rows(a), &a->player) && fits_in(a, a->layout.expert, &a->expert))
        return;
    duel_buf_clear(&a->page);
    duel_put_str(&a->page.sink, duel_buf_str(&a->player));
    duel_put(&a->page.sink, a->player.len ? "\n\n" : "");
    duel_put_str(&a->page.sink, duel_buf_str(&a->expert));
    duel_put(&a->page.sink, "\n\n");
    duel_tell(a->lang, &a->page.sink, N_("Press a key, then make your move."), "");
    tui_ask_page(a);
}

/* What was right about the last move, if anything is to be said, and the step to be done. */
static void teach(tui_app *a, const duel_msg *word)
{
    const duel_step *step = duel_learner_step(a->table.learner);
    duel_buf *praise = step ? &a->player : &a->expert;
    duel_buf_clear(&a->player);
    duel_buf_clear(&a->expert);
    if (word && word->id)
        duel_render(a->lang, word, &praise->sink);
    if (step)
        duel_tell(a->lang, &a->expert.sink, step->say, "");
    if (step)
        tui_app_say(a, N_("Make a move: type it, or pick it with the arrows and Enter."), "");
    else
        tui_app_say(a, N_("The lesson is over. Press a key, then F3 plays a game."), "");
    tui_app_arrange(a);
    page_unless_they_fit(a);
}

static bool show_opening(tui_app *a)
{
    const duel_learner *l = a->table.learner;
    tui_brush brush = tui_app_brush(a);
    if (l->lesson->draw == NULL || !tui_drawing_opening(&a->drawing, &brush, l))
        return false;
    a->layer = TUI_OPENING;
    tui_app_say(a, N_("Any key begins the lesson."), "");
    return true;
}

void tui_lesson_enter(tui_app *a)
{
    a->layer = TUI_BARE;
    tui_turn_study(a);
    teach(a, NULL);
}

void tui_lesson_begin(tui_app *a)
{
    duel_msg why;
    if (tui_table_learn(&a->table, &why) != DUEL_OK) {
        tui_app_complain(a, &why);
        return;
    }
    a->place = TUI_AT_LESSON;
    tui_line_clear(&a->line);
    if (!show_opening(a))
        tui_lesson_enter(a);
}

static void answer_wrong(tui_app *a, const duel_msg *word)
{
    duel_buf_clear(&a->player);
    duel_render(a->lang, word, &a->player.sink);
    if (!fits_in(a, player_rows(a), &a->player))
        page_unless_they_fit(a);
}

void tui_lesson_try(tui_app *a, duel_str text)
{
    duel_msg word;
    duel_status status = duel_learner_try(a->table.learner, text, &word);
    tui_line_clear(&a->line);
    tui_turn_draw(a);
    if (status == DUEL_OK)
        teach(a, &word);
    else
        answer_wrong(a, &word);
}

void tui_lesson_show(tui_app *a)
{
    const duel_step *step = duel_learner_step(a->table.learner);
    if (step == NULL)
        return;
    duel_buf_clear(&a->player);
    if (strcmp(step->good, "*") == 0)
        duel_tell(a->lang, &a->player.sink, N_("Any move will do."), "");
    else
        duel_tell(a->lang, &a->player.sink, N_("Play {0}."), "s",
                  (duel_str){step->good, strcspn(step->good, " ")});
}

void tui_lesson_leave(tui_app *a)
{
    tui_table_stop_learning(&a->table);
    a->place = TUI_AT_GAME;
    a->layer = TUI_BARE;
    duel_buf_clear(&a->player);
    duel_buf_clear(&a->expert);
    tui_app_say(a, a->table.game->tagline, "");
    tui_turn_study(a);
    tui_app_arrange(a);
}
