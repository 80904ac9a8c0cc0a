/* games/ergo/hint.c -- four steps towards a card, none telling more than its own.
 *
 * 1 how the proof stands, which everybody can see   2 what sort of thing to do, and where
 * 3 which card of the hand                          4 the move and what it changes */
#include "core/play.h"
#include "core/reason.h"
#include "games/ergo/fit.h"
#include "games/ergo/help.h"

/* ---- 1: the situation, whatever the move --------------------------------------------------
 */

static const char *situation(const duel_variant *v, const ergo *s)
{
    logic_verdict verdict;
    if (s->stage == ERGO_BETWEEN)
        return N_("The round is over.");
    if (s->fallacy[s->turn])
        return N_("A Fallacy blocks you: the proof is out of reach.");
    if (!ergo_verdict(v, s, &verdict))
        return N_("A line is broken, and this card must mend it.");
    unsigned own = 1U << s->turn, players = (1U << v->seats) - 1;
    if (verdict.paradox)
        return N_("The lines contradict each other: as it stands, nobody scores.");
    if ((verdict.proven & players) == own)
        return N_("You alone are proven: let the proof grow, or end the round.");
    if (verdict.proven & own)
        return N_("You are proven, but not alone.");
    if (verdict.proven & players)
        return N_("Somebody else is proven, and you are not.");
    return N_("Nobody is proven yet.");
}

/* ---- 2: what sort of thing ----------------------------------------------------------------
 */

static void point_at_line(duel_fact *f, unsigned line)
{
    f->target[f->targets++] = duel_target_of("line:%u", line + 1);
}

static void say_sort(const ergo_use *u, duel_fact *f)
{
    int64_t line = u->line + 1;
    switch ((ergo_act)u->act) {
    case ERGO_PLACE:
        duel_say(&f->text, N_("A card of yours belongs in line {0}."), "i", line);
        point_at_line(f, u->line);
        break;
    case ERGO_DISCARD:
        duel_say(&f->text, N_("One of your cards serves best by leaving."), "");
        f->target[f->targets++] = duel_target_of("discard");
        break;
    case ERGO_BLOCK:
        duel_say(&f->text, N_("Somebody should be kept from the proof."), "");
        break;
    case ERGO_JUSTIFY:
        duel_say(&f->text, N_("You can free yourself."), "");
        break;
    case ERGO_ERASE:
        duel_say(&f->text, N_("Line {0} has a card too many."), "i", line);
        point_at_line(f, u->line);
        break;
    case ERGO_SWAP:
        duel_say(&f->text,
                 N_("Two cards of the proof would stand better in each other's place."), "");
        break;
    case ERGO_END:
        duel_say(&f->text, N_("The round may end as it stands."), "");
        break;
    case ERGO_NEXT:
        duel_say(&f->text, N_("There is only one thing to do."), "");
        break;
    }
}

/* ---- 3 and 4: the card, the move ----------------------------------------------------------
 */

static void say_card(const duel_variant *v, const void *view, duel_move move, duel_fact *f)
{
    ergo_use u = ergo_unpack(move);
    duel_target path[DUEL_PATH];
    if (u.act == ERGO_NEXT)
        duel_say(&f->text, N_("Let the next round be dealt."), "");
    else
        duel_say(&f->text, N_("Use this card: {0}."), "w", ergo_name(u.card));
    if (ergo_path(v, view, move, path))
        f->target[f->targets++] = path[0];
}

static void say_move(const duel_variant *v, const void *view, duel_move move, duel_fact *f)
{
    duel_buf text;
    duel_buf_init(&text);
    ergo_print_move(v, view, move, &text.sink);
    duel_say(&f->text, N_("Play {0}."), "s", duel_buf_str(&text));
    duel_buf_fini(&text);
    f->targets = ergo_path(v, view, move, f->target);
}

void ergo_hint(const duel_variant *v, const void *view, int seat, duel_move move, int step,
               duel_reason *out)
{
    ergo_use u = ergo_unpack(move);
    duel_fact *f = duel_reason_add(out, ERGO_FACT_HINT);
    f->arg[0] = step;
    if (step <= 1)
        duel_say(&f->text, situation(v, view), "");
    else if (step == 2)
        say_sort(&u, f);
    else if (step == 3)
        say_card(v, view, move, f);
    else
        say_move(v, view, move, f);
    if (step >= DUEL_HINTS)
        ergo_explain(v, view, seat, move, out);
}
