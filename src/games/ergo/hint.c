/* games/ergo/hint.c -- two hints before the reasons: how the proof stands, which everybody can
 * see, and then what sort of thing to do, and where. Neither tells the card. */
#include "core/play.h"
#include "core/reason.h"
#include "games/ergo/fit.h"
#include "games/ergo/help.h"

/* ---- the kind: the situation, whatever the move
 * --------------------------------------------------
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

/* ---- the place: what sort of thing
 * ----------------------------------------------------------------
 */

/* Whether what is said of the sort of the one is said of the other. */
static bool same_sort(const ergo_use *a, const ergo_use *b)
{
    bool lined = a->act == ERGO_PLACE || a->act == ERGO_ERASE;
    return a->act == b->act && (!lined || a->line == b->line);
}

/* The sort would give the move away where no other is of it. */
static bool is_alone_of_its_sort(const duel_variant *v, const void *view, const ergo_use *u)
{
    duel_move list[DUEL_MOVES_MAX];
    int count = ergo_moves(v, view, list), alike = 0;
    for (int i = 0; i < count; i++) {
        ergo_use other = ergo_unpack(list[i]);
        alike += same_sort(u, &other);
    }
    return count > 1 && alike < 2;
}

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

/* ---- the whole ----------------------------------------------------------------------------
 */

void ergo_explain(const duel_variant *v, const void *view, int seat, const duel_move turn[],
                  int count, duel_reason *out)
{
    (void)seat;
    ergo_use u = ergo_unpack(turn[0]);
    duel_fact *f = duel_reason_add(out, ERGO_FACT_HINT);
    f->gives = DUEL_GIVES_KIND;
    duel_say(&f->text, situation(v, view), "");
    f = duel_reason_add(out, ERGO_FACT_HINT);
    f->gives = DUEL_GIVES_PLACE;
    if (is_alone_of_its_sort(v, view, &u))
        duel_say(&f->text, N_("Go through your hand, card by card."), "");
    else
        say_sort(&u, f);
    ergo_add_reasons(v, view, turn, count, out);
}
