/* games/chicago/reasons.c -- why a move is good or bad: facts worked out from the view alone.
 *
 * The most telling first: how it ends, what it brings at once, what falls and for whom, what
 * the next player takes, what is left. The result of perfect play is told where working it out
 * takes no longer than reading it: near the end, for two players who see every token. */
#include "games/chicago/chicago.h"

#include "games/chicago/solver.h"

#include "core/play.h"

enum { CHEAP_TOKENS = 14 }; /* to play out with a look-ahead: some thousand positions */

typedef struct scenery { /* the view before and after the move */
    const duel_variant *v;
    chicago_rules rules;
    const chicago_board *before;
    chicago_board after;
    int seat, keep, sell;
} scenery;

static int tokens_on(const chicago_board *b)
{
    int count = 0;
    for (int i = 0; i < b->piles; i++)
        count += chicago_height(b, i);
    return count;
}

static int held_by_others(const scenery *s, int good)
{
    int count = 0;
    for (int seat = 0; seat < s->v->seats; seat++)
        count += seat == s->seat ? 0 : s->after.held[seat][good];
    return count;
}

static void point_at_held(const scenery *s, int good, duel_fact *f)
{
    for (int seat = 0; seat < s->v->seats; seat++)
        if (s->after.held[seat][good])
            f->target[f->targets++] =
                duel_target_of("held:%d:%c", seat + 1, chicago_good_letter(good));
}

static void point_at_price(int good, duel_fact *f)
{
    f->target[f->targets++] = duel_target_of("price:%c", chicago_good_letter(good));
}

/* ---- how it ends ------------------------------------------------------------------------- */

static void explain_end(const scenery *s, duel_reason *out)
{
    int32_t score[DUEL_SEATS];
    if (!chicago_over(&s->after))
        return;
    chicago_scores(s->v, &s->after, score);
    duel_fact *f = duel_reason_add(out, CHICAGO_FACT_ENDS);
    f->arg[0] = score[s->seat];
    f->arg[1] = score[s->seat] - duel_margin(s->v, score, s->seat);
    duel_say(&f->text, N_("It ends the game, {0} to {1}."), "ii", f->arg[0], f->arg[1]);
}

static const char *result_text(int lead)
{
    return lead > 0   ? N_("If nobody errs from here on, it wins by {0}.")
           : lead < 0 ? N_("If nobody errs from here on, it loses by {0}.")
                      : N_("If nobody errs from here on, the game ends in a tie.");
}

static void explain_result(const scenery *s, duel_reason *out)
{
    if (s->v->seats != 2 || chicago_over(&s->after) || tokens_on(&s->after) > CHEAP_TOKENS ||
        chicago_on_board(&s->after, CHICAGO_UNKNOWN))
        return;
    int value[CHICAGO_MOVES], best = 0;
    int count = chicago_lookahead(&s->rules, &s->after, CHICAGO_PLIES, value);
    for (int i = 1; i < count; i++)
        best = value[i] > value[best] ? i : best;
    int lead = chicago_komi(s->v, s->seat) - chicago_komi(s->v, !s->seat) - value[best];
    duel_fact *f = duel_reason_add(out, CHICAGO_FACT_RESULT);
    f->arg[0] = lead;
    duel_say(&f->text, result_text(lead), "i", (int64_t)(lead < 0 ? -lead : lead));
}

/* ---- what it brings ---------------------------------------------------------------------- */

static const char *gain_text(const duel_variant *v, int change)
{
    if (change == 0)
        return N_("It keeps {0}, worth {1}, which leaves the lead as it is.");
    if (v->seats == 2)
        return change < 0 ? N_("It keeps {0}, worth {1}, and yet loses {2} {2:point|points} on "
                               "the other player at once.")
                          : N_("It keeps {0}, worth {1}, and gains {2} {2:point|points} on the "
                               "other player at once.");
    return change < 0
               ? N_("It keeps {0}, worth {1}, and yet loses {2} {2:point|points} on the "
                    "best other player at once.")
               : N_("It keeps {0}, worth {1}, and gains {2} {2:point|points} on the best "
                    "other player at once.");
}

static void explain_gain(const scenery *s, duel_reason *out)
{
    int change =
        chicago_lead(s->v, &s->after, s->seat) - chicago_lead(s->v, s->before, s->seat);
    duel_fact *f = duel_reason_add(out, CHICAGO_FACT_GAIN);
    f->arg[0] = s->keep, f->arg[1] = s->after.price[s->keep], f->arg[2] = change;
    f->speaks = (change > 0) - (change < 0);
    point_at_price(s->keep, f);
    duel_say(&f->text, gain_text(s->v, change), "wii", chicago_good_name(s->keep), f->arg[1],
             (int64_t)(change < 0 ? -change : change));
}

static const char *fall_text(const scenery *s, int64_t own, int64_t others)
{
    if (own == 0 && others == 0)
        return N_("The price of {0} falls to {1}, and nobody holds any.");
    return s->v->seats == 2
               ? N_("The price of {0} falls to {1}: you hold {2}, the other player {3}.")
               : N_("The price of {0} falls to {1}: you hold {2}, the others {3}.");
}

static void explain_fall(const scenery *s, duel_reason *out)
{
    duel_fact *f = duel_reason_add(out, CHICAGO_FACT_FALLS);
    f->arg[0] = s->sell, f->arg[1] = s->after.price[s->sell];
    f->arg[2] = s->after.held[s->seat][s->sell], f->arg[3] = held_by_others(s, s->sell);
    f->speaks = (f->arg[3] > f->arg[2]) - (f->arg[3] < f->arg[2]);
    point_at_price(s->sell, f);
    point_at_held(s, s->sell, f);
    duel_say(&f->text, fall_text(s, f->arg[2], f->arg[3]), "wiii", chicago_good_name(s->sell),
             f->arg[1], f->arg[2], f->arg[3]);
}

/* ---- what follows ------------------------------------------------------------------------ */

typedef struct reply {
    duel_move move;
    int gain, equals;
} reply;

static reply best_reply(const scenery *s)
{
    chicago_move list[CHICAGO_MOVES];
    reply best = {0, 0, 0};
    int count = chicago_moves(&s->rules, &s->after, list), seat = s->after.side;
    int before = chicago_lead(s->v, &s->after, seat);
    for (int i = 0; i < count; i++) {
        chicago_board next = s->after;
        chicago_play(&s->rules, &next, list[i]);
        int gain = chicago_lead(s->v, &next, seat) - before;
        if (i == 0 || gain > best.gain)
            best = (reply){list[i], gain, 1};
        else
            best.equals += gain == best.gain;
    }
    return best;
}

/* Where the move uncovers hidden tokens, nobody can tell what the next player may take. */
static void explain_reply(const scenery *s, duel_reason *out)
{
    if (chicago_over(&s->after) || !chicago_tops_known(&s->after))
        return;
    reply best = best_reply(s);
    duel_fact *f = duel_reason_add(out, CHICAGO_FACT_REPLY);
    f->arg[0] = best.gain, f->arg[1] = (int64_t)best.move, f->arg[2] = best.equals;
    f->speaks = (best.gain < 0) - (best.gain > 0);
    duel_say(&f->text,
             best.gain < 0
                 ? N_("The best the next player can do at once is to keep {0} and sell {1}, "
                      "{2} {2:pile|piles} on, and even that loses {3} {3:point|points}.")
                 : N_("The best the next player can do at once is to keep {0} and sell {1}, "
                      "{2} {2:pile|piles} on, which gains {3} {3:point|points}."),
             "wwii", chicago_good_name(chicago_keep(best.move)),
             chicago_good_name(chicago_sell(best.move)), (int64_t)chicago_step(best.move),
             (int64_t)(best.gain < 0 ? -best.gain : best.gain));
}

/* Tokens of a good kept or sold so far. */
static int gone_of(const scenery *s, int good)
{
    int gone = chicago_opening_price(good) - s->after.price[good];
    for (int seat = 0; seat < s->v->seats; seat++)
        gone += s->after.held[seat][good];
    return gone;
}

/* Tokens of a good in the piles; -1 if hidden ones make it impossible to tell, because the
 * board was set up without its past. */
static int left_of(const scenery *s, int good)
{
    if (chicago_on_board(&s->after, CHICAGO_UNKNOWN) == 0)
        return chicago_on_board(&s->after, good + 1);
    int all = tokens_on(&s->after);
    for (int i = 0; i < CHICAGO_GOODS; i++)
        all += gone_of(s, i);
    return all == CHICAGO_TOKENS ? CHICAGO_EACH - gone_of(s, good) : -1;
}

static void explain_left(const scenery *s, duel_reason *out)
{
    int64_t left = left_of(s, s->keep), held = s->after.held[s->seat][s->keep];
    if (chicago_over(&s->after) || left < 0)
        return;
    duel_fact *f = duel_reason_add(out, left ? CHICAGO_FACT_LEFT : CHICAGO_FACT_SOLDOUT);
    f->arg[0] = s->keep;
    f->arg[1] = left ? left : held;
    f->arg[2] = left ? held : s->after.price[s->keep];
    point_at_held(s, s->keep, f);
    if (left)
        duel_say(&f->text,
                 N_("{0} {0:token|tokens} of {1} {0:is|are} left in the piles; each one sold "
                    "would cost you {2}."),
                 "iwi", left, chicago_good_name(s->keep), held);
    else
        duel_say(
            &f->text,
            N_("No {0} is left in the piles: the {1} you hold {1:stays|stay} worth {2} each."),
            "wii", chicago_good_name(s->keep), held, f->arg[2]);
}

static void explain_empties(const scenery *s, duel_reason *out)
{
    int vanished = s->before->piles - s->after.piles;
    if (vanished == 0)
        return;
    duel_fact *f = duel_reason_add(out, CHICAGO_FACT_EMPTIES);
    f->arg[0] = vanished, f->arg[1] = s->after.piles;
    duel_say(&f->text, N_("It empties {0} {0:pile|piles}; {1} {1:is|are} left."), "ii",
             f->arg[0], f->arg[1]);
}

static const char *lands_text(int uncovered, bool twins)
{
    return twins            ? N_("It lands on pile {0} and uncovers two tokens of {1}.")
           : uncovered == 2 ? N_("It lands on pile {0} and uncovers {1} and {2}.")
           : uncovered == 1 ? N_("It lands on pile {0} and uncovers {1}.")
                            : N_("It lands on pile {0} and uncovers nothing.");
}

static void explain_landing(const scenery *s, int step, duel_reason *out)
{
    chicago_landing at = chicago_land(s->before, step);
    int before = s->before->pile[at.before][1], after = s->before->pile[at.after][1];
    int first = before ? before : after, second = after ? after : before;
    duel_fact *f = duel_reason_add(out, CHICAGO_FACT_LANDS);
    f->arg[0] = at.pile + 1, f->arg[1] = before, f->arg[2] = after;
    f->target[f->targets++] = duel_target_of("pile:%d", at.pile + 1);
    bool twins = before == after && before != 0 && before != CHICAGO_UNKNOWN;
    duel_say(&f->text, lands_text((before != 0) + (after != 0), twins), "iww", f->arg[0],
             first ? chicago_good_name(first - 1) : "",
             second ? chicago_good_name(second - 1) : "");
}

static const duel_seek chicago_hints[] = {
    {CHICAGO_FACT_ENDS, 0, N_("The market can be closed now: reckon what everybody holds.")},
    {CHICAGO_FACT_RESULT, 0, N_("The game can be counted out from here.")},
    {CHICAGO_FACT_GAIN, 1, N_("Something can be gained on the others at once.")},
    {CHICAGO_FACT_FALLS, 1, N_("What the others hold can be made cheaper.")},
    {CHICAGO_FACT_REPLY, 1, N_("The next player can be left nothing good.")},
    {CHICAGO_FACT_SOLDOUT, 0,
     N_("A price can be made safe: of some goods nothing would be left to sell.")},
    {CHICAGO_FACT_LEFT, 0,
     N_("Think of what is left in the piles: it can still be sold under you.")},
    {CHICAGO_FACT_LANDS, 0, N_("Think of what is uncovered for the next player.")},
    {0, 0, NULL}};

void chicago_explain(const duel_variant *v, const void *view, int seat, const duel_move turn[],
                     int count, duel_reason *out)
{
    duel_move move = turn[0];
    (void)seat, (void)count; /* facts are about the mover, whoever reads them */
    scenery s = {.v = v,
                 .rules = chicago_rules_of(v),
                 .before = view,
                 .after = *(const chicago_board *)view,
                 .keep = chicago_keep(move),
                 .sell = chicago_sell(move)};
    s.seat = s.before->side;
    chicago_play(&s.rules, &s.after, move);
    explain_end(&s, out);
    explain_result(&s, out);
    explain_gain(&s, out);
    explain_fall(&s, out);
    explain_reply(&s, out);
    explain_left(&s, out);
    explain_empties(&s, out);
    explain_landing(&s, chicago_step(move), out);
    duel_reason_seek(out, chicago_hints);
}

/* ---- the reckoning ----------------------------------------------------------------------- */

/* "3 × 4 + 2 × 6", and the goods as things to highlight: their letters depend on who reads. */
static void reckon(const chicago_board *b, int seat, duel_fact *f, duel_sink *out)
{
    const char *plus = "";
    for (int good = 0; good < CHICAGO_GOODS; good++) {
        if (b->held[seat][good] == 0)
            continue;
        duel_putf(out, "%s%d × %d", plus, b->held[seat][good], b->price[good]);
        f->target[f->targets++] =
            duel_target_of("held:%d:%c", seat + 1, chicago_good_letter(good));
        plus = " + ";
    }
}

static void tell_reckoning(const duel_variant *v, const chicago_board *b, int seat,
                           duel_reason *out)
{
    int komi = chicago_komi(v, seat);
    duel_buf sum = duel_buf_empty();
    duel_fact *f = duel_reason_add(out, CHICAGO_FACT_RECKONED);
    f->arg[0] = seat + 1, f->arg[1] = chicago_score(b, seat), f->arg[2] = komi;
    reckon(b, seat, f, &sum.sink);
    if (sum.len == 0)
        duel_put(&sum.sink, "0");
    duel_say(&f->text,
             komi ? N_("{0}: {1} = {2}, and {3} for the seat.") : N_("{0}: {1} = {2}."), "wsii",
             duel_role(v, seat), duel_buf_str(&sum), f->arg[1], f->arg[2]);
    duel_buf_fini(&sum);
}

void chicago_ending(const duel_variant *v, const void *view, int seat, duel_reason *out)
{
    const chicago_board *b = view;
    duel_fact *f = duel_reason_add(out, CHICAGO_FACT_EMPTIES);
    f->arg[1] = b->piles;
    duel_say(&f->text,
             N_("{0} {0:pile is|piles are} left: the market closes, and what is held "
                "is sold at today’s prices."),
             "i", f->arg[1]);
    for (int i = 0; i < v->seats; i++)
        tell_reckoning(v, b, i, out);
}
