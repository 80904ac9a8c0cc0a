/* front/tui/flag.c -- flags on things of the picture, their check, and seeing everything: what
 * the page has by a right click and a button is typed here. See app.h and front/flags.h. */
#include "front/tui/app.h"

#include "core/play.h"

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
    if (!tui_turn_ask(a, DUEL_ASK_HELP, (duel_str){"", 0}))
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
    if (tui_turn_ask(a, DUEL_ASK_OBSERVE, (duel_str){"", 0}))
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
