/* front/tui/help.c -- help for the player: advice, hints in steps, lenses, flags. See app.h.
 *
 * Whoever asks for any of them plays an assisted game. Advice and hints are thought about by
 * the worker; the steps of a hint after the first come from the same thought. What the page has
 * by a right click and a button, flags and seeing everything, is typed here
 * (front/board_flags.h). */
#include "core/play.h"
#include "front/tui/app.h"
#include "front/why_not_text.h"

#include <stdlib.h>

/* ---- thinking for the player ------------------------------------------------------------- */

/* The move typed so far, if it is one: advice then says why not that one. */
static bool typed_move(const tui_app *a, const void *view, duel_move *move)
{
    duel_str text = duel_str_trim(tui_line_text(&a->line));
    return text.len &&
           duel_read_move(tui_table_variant(&a->table), view, text, move, NULL) == DUEL_OK;
}

static void order_advice(tui_app *a, bool hint)
{
    duel_msg why;
    tui_table *t = &a->table;
    tui_order o = {.job = TUI_THINK_ADVICE,
                   .cast = t->at.cast,
                   .v = tui_table_variant(t),
                   .seat = tui_table_turn(t),
                   .seconds = t->seconds,
                   .seed = 1,
                   .chair = WORDING_MOVER,
                   .explain = true,
                   .hint = hint};
    tui_table_mover(t, &o.view);
    o.compare = !hint && typed_move(a, &o.view, &o.instead);
    a->after = TUI_GO_ON;
    if (tui_worker_start(&a->worker, &o, &why) != DUEL_OK)
        tui_app_complain(a, &why);
}

static bool may_help(const tui_app *a)
{
    return tui_turn_open(a) && a->table.at.table;
}

void tui_help_advise(tui_app *a)
{
    if (a->table.learner)
        tui_lesson_show(a);
    else if (may_help(a) && tui_turn_ask(a, TABLE_ASK_HELP, (duel_str){"", 0}))
        order_advice(a, false);
}

/* ---- hints ------------------------------------------------------------------------------- */

/* Points at what a fact is about. What the drawing does not show, the step that only points
 * names; the others name things themselves. */
static void point(tui_app *a, const duel_fact *f)
{
    if (f->targets == 0 || !tui_turn_open_pick(a))
        return;
    for (int i = 0; i < f->targets; i++) {
        tui_pick_mark(&a->pick, &f->target[i]);
        if (f->gives != DUEL_GIVES_PLACE || tui_pick_shows(&a->pick, &f->target[i]))
            continue;
        duel_put(&a->player.sink, "- ");
        tui_pick_name(&a->pick, &f->target[i], a->lang, &a->player.sink);
        duel_put(&a->player.sink, "\n");
    }
}

static void show_hint(tui_app *a)
{
    duel_reason *r = malloc(sizeof *r);
    if (r == NULL)
        return;
    advice_hint(a->worker.advice, a->hint, r);
    duel_buf_clear(&a->player);
    tui_pick_close(&a->pick);
    duel_tell(a->lang, &a->player.sink, N_("Hint {0} of {1}: "), "ii", (int64_t)a->hint,
              (int64_t)DUEL_HINTS);
    for (int i = 0; i < r->count; i++) {
        duel_render(a->lang, &r->fact[i].text, &a->player.sink);
        duel_put(&a->player.sink, "\n");
        point(a, &r->fact[i]);
    }
    free(r);
}

void tui_help_hint(tui_app *a)
{
    if (!may_help(a))
        return;
    if (a->hint == 0) {
        if (tui_turn_ask(a, TABLE_ASK_HELP, (duel_str){"", 0}))
            order_advice(a, true);
        return;
    }
    if (a->hint < DUEL_HINTS)
        a->hint++;
    show_hint(a);
}

/* Why not mine? Yours in the window of the player, the machine's beside it. */
static void show_advice(tui_app *a)
{
    const tui_worker *w = &a->worker;
    bool compared = w->advice->compared;
    duel_buf *advised = compared ? &a->expert : &a->player;
    duel_buf_clear(&a->player);
    duel_buf_clear(advised);
    tui_words_advice(a->lang, w, &advised->sink);
    if (compared)
        why_not_yours(a->lang, &a->player.sink, w->order.v, &w->order.view, w->advice,
                      w->order.chair);
}

void tui_help_finish(tui_app *a)
{
    if (!a->alert) /* an invitation that was heard; what was wrong stays */
        duel_buf_clear(&a->message);
    if (a->worker.order.hint) {
        a->hint = 1;
        show_hint(a);
        return;
    }
    show_advice(a);
}

/* ---- lenses ------------------------------------------------------------------------------ */

/* The drawing before was the one without the lens, which stands below it. */
static void bring_lens_into_sight(tui_app *a)
{
    int from = a->before.sheet.rows, more = a->drawing.sheet.rows - from;
    const tui_rect *r = &a->layout.surface;
    if (more > 0)
        tui_drawing_reach((tui_rect){from, 0, more, 1}, r->rows, r->columns, &a->top, &a->left);
}

void tui_help_next_lens(tui_app *a)
{
    const duel_lens *all = a->table.game ? a->table.game->teaching.lenses : NULL;
    if (all == NULL || a->place != TUI_AT_PLAY || a->layer != TUI_BARE || a->worker.running)
        return;
    const duel_lens *next = a->lens ? a->lens + 1 : all;
    a->lens = NULL;
    tui_turn_draw(a);
    if (next->id == NULL) {
        tui_app_say(a, N_("The lens is put away."), "");
        return;
    }
    if (!tui_turn_ask(a, TABLE_ASK_LENS, (duel_str){"", 0}))
        return;
    a->lens = next;
    tui_turn_draw(a);
    bring_lens_into_sight(a);
    tui_app_say(a, N_("Lens: {0}."), "w", a->lens->title);
}

/* ---- flags ------------------------------------------------------------------------------- */

static void forget_line(tui_app *a)
{
    tui_line_clear(&a->line);
    duel_buf_clear(&a->message);
}

static void put_flag(tui_app *a, const duel_target *target)
{
    bool there = flags_toggle(&a->flags, target);
    tui_turn_draw(a);
    tui_app_say(a,
                there ? N_("There is a flag on {0} now; “check” tells what flags are worth.")
                      : N_("There is no flag on {0} any more."),
                "c", target->text);
}

static void flag_typed(tui_app *a, duel_str thing)
{
    duel_state view;
    duel_target target;
    const duel_variant *v = tui_table_variant(&a->table);
    tui_table_mover(&a->table, &view);
    forget_line(a);
    if (flags_find(v, &view, tui_table_turn(&a->table), thing, &target))
        put_flag(a, &target);
    else
        tui_app_say(a, N_("A flag on “{0}” says nothing here."), "s", thing);
}

/* Each flag in a line of the player's window. */
static void check_flags(tui_app *a)
{
    duel_state view;
    const duel_variant *v = tui_table_variant(&a->table);
    int seat = tui_table_turn(&a->table);
    forget_line(a);
    if (a->flags.count == 0) {
        tui_app_say(a, N_("There is no flag to check: “flag 3:2” puts one."), "");
        return;
    }
    if (!tui_turn_ask(a, TABLE_ASK_HELP, (duel_str){"", 0}))
        return;
    tui_table_mover(&a->table, &view);
    duel_buf_clear(&a->player);
    for (int i = 0; i < a->flags.count; i++)
        if (flags_judge(v, &view, seat, &a->flags.on[i], a->lang, &a->player.sink))
            duel_put(&a->player.sink, "\n");
}

static void observe(tui_app *a, bool sure)
{
    forget_line(a);
    if (!sure) {
        duel_buf_clear(&a->player);
        duel_tell(a->lang, &a->player.sink,
                  N_("Everything hidden would be seen, and the game is marked as observed for "
                     "good: type “observe yes” if you are sure."),
                  "");
        return;
    }
    if (tui_turn_ask(a, TABLE_ASK_OBSERVE, (duel_str){"", 0}))
        tui_turn_draw(a);
}

void tui_flag_pick(tui_app *a)
{
    const duel_game *g = a->table.game;
    if (g == NULL || g->teaching.mark == NULL || !tui_turn_open(a) || a->table.learner)
        return;
    if (a->pick.open && a->pick.at >= 0) {
        duel_target target = a->pick.spot[a->pick.at].target; /* drawing closes the pick */
        put_flag(a, &target);
    } else {
        tui_app_say(a, N_("Point at a thing with the arrows first, or type “flag 3:2”."), "");
    }
}

bool tui_flag_obey(tui_app *a, order what, duel_str rest)
{
    const duel_variant *v = tui_table_variant(&a->table);
    if (v->game->teaching.mark && what == ORDER_FLAG)
        flag_typed(a, rest);
    else if (v->game->teaching.mark && what == ORDER_CHECK && rest.len == 0)
        check_flags(a);
    else if (duel_has_secrets(v) && what == ORDER_OBSERVE)
        observe(a, order_is_yes(rest));
    else
        return false;
    return true;
}
